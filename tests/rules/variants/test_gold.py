"""Gold: where it lies, what it protects, who loots it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from card_table import PHILOSOPHER, contest, lay, removed
from helpers import Table, moment, position

from acis_rules import DataError, Game
from acis_rules.box.data_files import read_yaml
from acis_rules.box.scenario import load_scenario, parse_scenario
from acis_rules.kernel.machine import run
from acis_rules.table.losses import inflict
from acis_rules.variants.enmity import end_enmity
from acis_rules.variants.gold import loot_gold
from acis_rules.words.decisions import describe_event
from acis_rules.words.names import capitalized

TWO = "basic_2p"
LOCAL_FAMINE, VOLCANIC_ERUPTION, GREAT_FIRE, DEMAGOGUE, CIVIL_WAR, TAX_REVOLT = 8, 3, 5, 22, 23, 24
SLAVE_REVOLT, SCHISM, POET, TRAITOR, IRON_BLADES, BREAD_AND_CIRCUSES = 20, 29, 39, 45, 64, 21
SIEGE_ENGINES = 65


def gold_in(area: str, owner: str | int = "troy", discs: int = 1) -> list[dict[str, Any]]:
    """Gold in one area."""
    return [{"area": area, "owner": owner, "discs": discs}]


def play(card: int, trojans: dict[str, int], gold: str = "phrygia", **troy: Any) -> Table:
    """Egypt, first to act, plays the card; Troy has these discs, and Gold in one area."""
    table = position(
        TWO, phase="cards", gold=gold_in(gold), egypt={"discs": {"kush": 2}, "hand": [card, PHILOSOPHER]},
        troy={"discs": trojans, **troy},
    )  # fmt: skip
    return table.do(f"#{card}")


# ------------------------------------------------------------------------------------ setup


def scenario(gold: dict[str, Any], folder: Path, /, **more: Any) -> str:
    """The basic game for two with this Gold in its setup."""
    content = read_yaml(None, f"scenarios/{TWO}.yaml")[1] | more
    content["setup"]["gold"] = gold
    file = folder / "gold.yaml"
    file.write_text(yaml.safe_dump(content), encoding="utf-8")
    return str(file)


@pytest.mark.rule("GOLD-01", "GOLD-02")
def test_areas_start_with_gold_under_the_discs_of_its_owner(tmp_path: Path) -> None:
    file = scenario({"egypt": {"owner": "egypt", "n": 2}, "Lydia": {"owner": "troy"}}, tmp_path)
    table = Table(Game.new(file, options={"civilizations": ["troy", "egypt"]}))
    assert table.s.gold == {
        table.area("egypt"): (table.faction("egypt"), 2),
        table.area("lydia"): (table.faction("troy"), 1),
    }
    assert table.game.view(0).gold == table.s.gold
    told = [capitalized(describe_event(table.s, event)) for event in table.events("gold")]
    assert sorted(told) == ["Egypt owns Gold in Egypt (2)", "Troy owns Gold in Lydia"]


def test_the_basic_games_have_no_gold() -> None:
    assert not load_scenario(TWO).setup.gold and not Game.new(TWO).state.gold


@pytest.mark.parametrize(
    ("gold", "message"),
    [
        ({"atlantis": {"owner": "troy"}}, "setup.gold.atlantis: unknown area 'atlantis'"),
        ({"rome": {"owner": "troy"}}, "setup.gold.rome: rome: not in play on this board"),
        (
            {"troy": {"owner": "troy"}, "Troy": {"owner": "troy"}},
            "setup.gold.troy: appears more than once",
        ),
        ({"troy": {"owner": "persia"}}, "setup.gold.troy.owner: unknown civilization 'persia'"),
        ({"troy": {"owner": "egypt"}}, "setup.gold.troy.owner: egypt has no disc there (GOLD-02)"),
        ({"troy": {"owner": "rome"}}, "setup.gold.troy.owner: rome has no disc there (GOLD-02)"),
        ({"troy": {"owner": "troy", "n": 0}}, "Expected `int` >= 1 - at `setup.gold[...].n`"),
        ({"troy": {}}, "Object missing required field `owner` - at `setup.gold[...]`"),
        ({"troy": {"owner": "troy", "n": 51}}, "setup.gold: 51 discs; there are 50 yellow ones"),
    ],
)
@pytest.mark.rule("GOLD-02")
def test_gold_that_cannot_be_is_refused(gold: dict[str, Any], message: str, tmp_path: Path) -> None:
    file = scenario(gold, tmp_path)
    with pytest.raises(DataError) as error:
        parse_scenario(file)
    assert str(error.value).startswith(f"{file}: {message}")


def test_where_gold_is_used_nobody_is_yellow(tmp_path: Path) -> None:
    yellow = [{"player": 0, "colour": "red"}, {"player": 1, "colour": "yellow"}]
    file = scenario({"troy": {"owner": "troy"}}, tmp_path, factions=yellow)
    with pytest.raises(DataError, match=r"factions\[1\]\.colour: yellow discs are Gold in this scenario"):
        parse_scenario(file)


# ------------------------------------------------------------------------------- protection


@pytest.mark.rule("GOLD-03", "EX-08")
def test_local_famine_takes_one_disc_and_the_second_loss_is_blocked() -> None:
    table = play(LOCAL_FAMINE, {"phrygia": 3}, hand=[7, 10])
    table.do("lose")
    assert table.asked("penalty", "troy") and not table.can("lose")  # no third disc there: a card
    table.do("#7")
    assert table.discs("troy", "phrygia") == 2
    assert removed(table, LOCAL_FAMINE) == [("troy", "phrygia")]


@pytest.mark.rule("GOLD-03")
def test_the_demagogue_takes_one_disc_of_each_area_with_gold() -> None:
    """An area that has lost its disc is not asked again, however many such areas there are."""
    two = [*gold_in("phrygia"), *gold_in("ionia")]
    table = position(
        TWO, phase="cards", gold=two, egypt={"discs": {"kush": 2}, "hand": [DEMAGOGUE, PHILOSOPHER]},
        troy={"discs": {"phrygia": 3, "ionia": 3, "lydia": 2}},
    )  # fmt: skip
    table.do(f"#{DEMAGOGUE}")
    assert table.options == {"phrygia", "ionia", "lydia"}
    assert table.do("phrygia").options == {"ionia", "lydia"}
    table.do("ionia")  # the third can only be from Lydia
    assert [table.discs("troy", area) for area in ("phrygia", "ionia", "lydia")] == [2, 2, 1]


def test_without_gold_local_famine_takes_two_discs_and_offers_a_third() -> None:
    table = play(LOCAL_FAMINE, {"phrygia": 3}, gold="ionia", hand=[7, 10]).do("lose", "lose")
    assert table.asked("penalty", "troy") and table.can("lose")
    assert table.discs("troy", "phrygia") == 1


@pytest.mark.rule("GOLD-03", "EX-09")
@pytest.mark.parametrize(("pays", "left"), [("lose", 1), ("talent", 2), ("#7", 2)])
def test_of_all_discs_in_the_area_one_is_removed_and_may_be_paid_for(pays: str, left: int) -> None:
    table = play(VOLCANIC_ERUPTION, {"phrygia": 2}, hand=[7], treasury=1).do("phrygia")
    assert table.asked("loss", "troy")
    assert table.do(pays).asked("card_action")  # nothing more is lost
    assert table.discs("troy", "phrygia") == left


@pytest.mark.rule("GOLD-03", "EX-09")
def test_discs_of_others_on_the_gold_are_not_protected() -> None:
    table = position(
        TWO, phase="cards", gold=gold_in("phrygia"), barbarians={"discs": {"phrygia": 2}},
        egypt={"discs": {"kush": 3}, "hand": [VOLCANIC_ERUPTION, PHILOSOPHER]},
        troy={"discs": {"phrygia": 2}},
    )  # fmt: skip
    table.do(f"#{VOLCANIC_ERUPTION}", "phrygia", "troy")  # the second disc can only be a black one
    assert (table.discs("troy", "phrygia"), table.discs("barbarians", "phrygia")) == (1, 1)


@pytest.mark.rule("GOLD-03")
def test_the_last_disc_on_gold_is_no_target() -> None:
    table = position(
        TWO, phase="cards", gold=gold_in("sinai"),
        egypt={"discs": {"nile_delta": 3}, "hand": [POET, PHILOSOPHER]},
        troy={"discs": {"sinai": 1, "egypt": 1, "libya": 1, "troy": 1}},
    )  # fmt: skip
    table.do(f"#{POET}")
    assert table.options == {"egypt", "libya", "stop"}


@pytest.mark.rule("GOLD-03")
def test_a_card_for_a_whole_region_leaves_the_last_disc_on_gold() -> None:
    table = play(SCHISM, {"phrygia": 1, "lydia": 1}).do("phrygia")
    assert removed(table, SCHISM) == [("troy", "lydia")]
    assert table.discs("troy", "phrygia") == 1


@pytest.mark.rule("GOLD-03")
def test_down_to_two_takes_only_one_of_four_on_gold() -> None:
    assert play(GREAT_FIRE, {"phrygia": 4}).discs("troy", "phrygia") == 3
    assert play(GREAT_FIRE, {"phrygia": 4}, gold="ionia").discs("troy", "phrygia") == 2


@pytest.mark.rule("GOLD-03")
def test_a_protected_disc_is_not_replaced_either() -> None:
    table = play(SLAVE_REVOLT, {"phrygia": 3})
    assert (table.discs("troy", "phrygia"), table.discs("barbarians", "phrygia")) == (2, 1)
    table = play(CIVIL_WAR, {"phrygia": 3})  # one disc replaced, then one removed
    assert (table.discs("troy", "phrygia"), table.discs("barbarians", "phrygia")) == (2, 1)
    table = play(CIVIL_WAR, {"phrygia": 3}, gold="ionia")
    assert (table.discs("troy", "phrygia"), table.discs("barbarians", "phrygia")) == (1, 1)


@pytest.mark.rule("GOLD-03")
def test_the_victim_of_a_demagogue_gives_up_one_disc_on_gold_at_most() -> None:
    table = play(DEMAGOGUE, {"phrygia": 3, "ionia": 3, "lydia": 3})
    assert table.options == {"phrygia", "ionia", "lydia"}
    table.do("phrygia")
    assert table.options == {"ionia", "lydia"}
    table.do("ionia")
    assert table.options == {"ionia", "lydia"}


@pytest.mark.rule("GOLD-03")
def test_a_disc_on_gold_that_is_paid_for_counts_as_the_one() -> None:
    table = play(DEMAGOGUE, {"phrygia": 3, "ionia": 2, "lydia": 2}, treasury=1).do("phrygia", "talent")
    assert table.discs("troy", "phrygia") == 3 and table.options == {"ionia", "lydia"}


@pytest.mark.rule("GOLD-03")
def test_of_two_talents_it_lacks_gold_saves_one() -> None:
    table = play(TAX_REVOLT, {"phrygia": 3, "ionia": 3})
    assert table.options == {"phrygia", "ionia"}
    table.do("phrygia")  # the second one can only be Ionia's
    assert (table.discs("troy", "phrygia"), table.discs("troy", "ionia")) == (2, 2)
    assert play(TAX_REVOLT, {"phrygia": 3}).discs("troy", "phrygia") == 2


@pytest.mark.rule("GOLD-03")
def test_a_penalty_for_each_city_may_be_a_disc_on_gold() -> None:
    table = play(BREAD_AND_CIRCUSES, {"phrygia": 3}, treasury=1)
    assert table.asked("penalty", "troy") and table.can("lose")


@pytest.mark.rule("GOLD-03")
def test_only_the_owner_is_protected() -> None:
    table = position(
        TWO, phase="cards", gold=gold_in("phrygia", "egypt"),
        egypt={"discs": {"kush": 3}, "hand": [LOCAL_FAMINE, PHILOSOPHER]}, troy={"discs": {"phrygia": 3}},
    )  # fmt: skip
    assert table.do(f"#{LOCAL_FAMINE}").discs("troy", "phrygia") < 2


@pytest.mark.rule("GOLD-03", "GOLD-04")
def test_the_traitor_ignores_gold() -> None:
    table = position(
        TWO, phase="competition", gold=gold_in("phrygia"), egypt={"discs": {"phrygia": 1}, "hand": [TRAITOR]},
        troy={"discs": {"phrygia": 3}},
    )  # fmt: skip
    table.do(f"#{TRAITOR}")
    assert table.discs("troy", "phrygia") == 0 and len(removed(table, TRAITOR)) == 3


@pytest.mark.rule("GOLD-04")
def test_competition_takes_the_last_disc() -> None:
    table = lay(contest(egypt=4, troy=1, area="phrygia", gold=gold_in("phrygia")))
    assert table.discs("troy", "phrygia") == 0


@pytest.mark.rule("GOLD-04")
def test_a_competition_card_takes_the_last_disc() -> None:
    table = lay(contest(IRON_BLADES, egypt=2, troy=1, area="phrygia", gold=gold_in("phrygia")), IRON_BLADES)
    assert removed(table, IRON_BLADES) == [("troy", "phrygia")] and table.discs("troy", "phrygia") == 0


@pytest.mark.rule("GOLD-03")
def test_a_competition_card_takes_more_than_one_disc_on_gold() -> None:
    table = contest(SIEGE_ENGINES, egypt=3, troy=3, area="phrygia", gold=gold_in("phrygia"))
    lay(table, SIEGE_ENGINES)
    assert removed(table, SIEGE_ENGINES) == [("troy", "phrygia")] * 2


@pytest.mark.rule("GOLD-04")
@pytest.mark.parametrize(("gold", "left"), [("phrygia", 1), ("ionia", 0)])
def test_the_drought_of_an_epoch_change_leaves_the_last_disc(gold: str, left: int) -> None:
    table = position(
        TWO, **moment("epoch row", 55), gold=gold_in(gold), barbarians={"discs": {"phrygia": 1}},
        egypt={"discs": {"kush": 1}}, troy={"discs": {"phrygia": 3}},
    )  # fmt: skip
    assert table.discs("troy", "phrygia") == left


@pytest.mark.rule("GOLD-04")
def test_who_pays_in_an_epoch_change_keeps_a_disc_beside_the_last_one() -> None:
    table = position(
        TWO, **moment("epoch row", 55), gold=gold_in("phrygia"), barbarians={"discs": {"phrygia": 1}},
        egypt={"discs": {"kush": 1}}, troy={"discs": {"phrygia": 2}, "treasury": 2},
    )  # fmt: skip
    assert table.asked("loss", "troy")
    table.do("talent")  # the other disc could not be lost
    assert table.s.question is None
    assert table.discs("troy", "phrygia") == 2 and table.of("treasury", "troy") == 1


@pytest.mark.rule("GOLD-04")
@pytest.mark.parametrize("area", ["phrygia", "illyria"])
def test_losses_that_come_one_after_another_leave_the_last_disc(area: str) -> None:
    """Each of them alone would have left one; illyria is the first area of the map."""
    table = position(
        TWO, **moment("card phase"), gold=gold_in(area), egypt={"discs": {area: 2}}, troy={"discs": {area: 2}}
    )
    for faction in (0, 1):
        for _ in range(2):
            inflict(table.s, [(faction, table.area(area), -1)], "epoch change")
    run(table.s)
    assert (table.discs("egypt", area), table.discs("troy", area)) == (0, 1)


@pytest.mark.rule("GOLD-05", "NPC-11")
@pytest.mark.parametrize("at_war", [True, False])
def test_a_looter_at_peace_with_the_owner_takes_none(at_war: bool, tmp_path: Path) -> None:
    factions = [{"player": 0, "colour": "red", "id": "pirates"}, {"player": 1, "colour": "green"}]
    file = scenario({"troy": {"owner": "troy"}}, tmp_path, factions=factions, gold={"looters": ["pirates"]})
    table = position(
        file, **moment("turn order cards", 0), gold=gold_in("troy"),
        egypt={"discs": {"troy": 1}}, troy={"discs": {"ionia": 1}},
    )  # fmt: skip
    if not at_war:
        end_enmity(table.s, 0, 1)
    loot_gold(table.s)
    assert bool(looted(table)) == at_war


@pytest.mark.rule("GOLD-04")
def test_the_last_disc_on_gold_is_not_retired() -> None:
    def retirement(n: int) -> set[str]:
        table = position(
            TWO, phase="growth", gold=gold_in("phrygia"), egypt={}, troy={"discs": {"phrygia": n, "ionia": 1}}
        )
        return table.skip_until("retire", "troy").options

    assert retirement(2) == {"phrygia", "ionia", "stop"}
    assert retirement(1) == {"ionia", "stop"}


@pytest.mark.rule("GOLD-04")
def test_the_last_disc_on_gold_pays_for_no_wonder() -> None:
    def builder(**discs: int) -> Table:
        return position(
            TWO, phase="cards", gold=gold_in("phrygia"), egypt={"discs": {"kush": 3}},
            troy={"discs": discs, "treasury": 3}, order=["troy", "egypt"],
        )  # fmt: skip

    table = builder(phrygia=2, ionia=2).do("Colossus", "phrygia")  # Ionia's other disc was the first
    assert table.asked("wonder_site") and table.discs("troy", "phrygia") == 1
    assert "Colossus" not in builder(phrygia=1, ionia=1).options  # 2 discs must be paid
    assert "Colossus" not in builder(phrygia=2).options
    table = builder(phrygia=1, ionia=2).do("Colossus")  # the disc that stays makes Phrygia the site
    assert (table.discs("troy", "phrygia"), table.discs("troy", "ionia")) == (1, 0)
    assert "Colossus" in builder(phrygia=1, ionia=1, lydia=1).options


@pytest.mark.rule("GOLD-04")
def test_a_shortage_of_barbarians_leaves_the_last_one_on_their_gold() -> None:
    black = {"phrygia": 1, "hamath": 2, "petra": 15, "palmyra": 16, "canaan": 16}
    table = position(
        TWO, phase="cards", gold=gold_in("phrygia", 2), barbarians={"discs": black},
        egypt={"discs": {"kush": 3}, "hand": [SLAVE_REVOLT, PHILOSOPHER]}, troy={"discs": {"ionia": 3}},
    )  # fmt: skip
    table.do(f"#{SLAVE_REVOLT}")
    assert table.asked("barbarian_shortage", "egypt")
    assert table.options == {"hamath", "petra", "palmyra", "canaan", "stop"}


@pytest.mark.rule("GOLD-02")
def test_aeneas_leaves_gold_behind() -> None:
    table = position(
        TWO, phase="evaluation", turn=1, gold=gold_in("phrygia"),
        egypt={"discs": {"kush": 3}, "vp": 20}, troy={"discs": {"phrygia": 1}},
    )  # fmt: skip
    table.skip_until("aeneas", "troy").do("yes")
    assert table.discs("troy", "phrygia") == 0 and table.discs("barbarians", "phrygia") == 1
    assert table.s.gold == {table.area("phrygia"): (table.faction("troy"), 1)}


# ---------------------------------------------------------------------------------- looting


def end_of_competition(
    discs: dict[str, dict[str, int]], gold: list[dict[str, Any]], npcs: list[int], **given: Any
) -> Table:
    """A Competition Phase without any decision, with these seats run by the game system."""
    factions: dict[str, Any] = {name: {"discs": there} for name, there in discs.items()}
    factions |= {name: factions.get(name, {}) | given.pop(name) for name in list(given) if name in discs}
    scenario_of = {2: TWO, 4: "basic_4p"}[len(discs)]
    return position(
        scenario_of, **moment("competition phase"), gold=gold,
        options={"npcs": npcs, "npc_hostility": False},
        **factions, **given,
    )  # fmt: skip


def looted(table: Table) -> list[str]:
    return [describe_event(table.s, event) for event in table.events("gold_looted")]


@pytest.mark.rule("GOLD-05", "GOLD-02")
def test_an_npc_that_controls_the_area_loots_one_gold() -> None:
    table = end_of_competition({"egypt": {"kush": 3}, "troy": {"tyre": 1}}, gold_in("tyre", "egypt", 2), [1])
    assert (table.of("vp", "troy"), table.of("treasury", "troy")) == (4, 1)
    assert table.s.gold == {table.area("tyre"): (table.faction("egypt"), 1)}  # it stays Egypt's
    assert looted(table) == ["Troy loots Gold of Egypt in Tyre"]


@pytest.mark.rule("GOLD-05")
def test_the_last_gold_is_gone_for_good() -> None:
    table = end_of_competition({"egypt": {"kush": 3}, "troy": {"tyre": 1}}, gold_in("tyre", "egypt"), [1])
    assert table.s.gold == {}


@pytest.mark.rule("GOLD-05")
def test_barbarians_remove_gold_but_gain_nothing() -> None:
    table = end_of_competition(
        {"egypt": {"kush": 3}, "troy": {"troy": 2}},
        gold_in("tyre", "egypt"),
        [1],
        barbarians={"discs": {"tyre": 1}},
    )
    assert table.s.gold == {} and looted(table) == ["Barbarians loot Gold of Egypt in Tyre"]
    assert table.of("vp", "troy") == table.of("vp", "egypt") == 0


@pytest.mark.rule("GOLD-05", "NPC-80")
@pytest.mark.parametrize("out", [False, True])
def test_discs_of_one_who_is_out_of_the_game_loot_nothing(out: bool) -> None:
    discs = {"egypt": {"discs": {"kush": 3}}, "troy": {"discs": {"tyre": 1}}}
    table = position(
        TWO, **moment("turn order cards", 0), gold=gold_in("tyre", "egypt"), **discs,
        options={"npcs": [1], "npc_hostility": False},
    )  # fmt: skip
    table.s.absent = out << table.faction("troy")
    loot_gold(table.s)
    assert bool(looted(table)) == (not out)


@pytest.mark.rule("GOLD-05")
def test_gold_comes_on_top_of_the_loot_of_a_city() -> None:
    table = end_of_competition({"egypt": {"tyre": 3}, "troy": {"tyre": 4}}, gold_in("tyre", "egypt"), [1])
    lay(table)
    assert table.discs("egypt", "tyre") == 0
    assert (table.of("vp", "troy"), table.of("treasury", "troy")) == (4 + 1, 1 + 1)


@pytest.mark.rule("GOLD-05")
def test_without_control_no_gold_is_looted() -> None:
    gold = gold_in("tyre", "egypt")
    own = end_of_competition({"egypt": {"tyre": 1}, "troy": {"troy": 2}}, gold, [1])
    both = end_of_competition({"egypt": {"tyre": 1}, "troy": {"tyre": 1}}, gold_in("tyre", "troy"), [0])
    nobody = end_of_competition({"egypt": {"kush": 1}, "troy": {"troy": 1}}, gold, [1])
    for table in (own, both, nobody):
        assert len(table.s.gold) == 1 and not looted(table)


IN_FOUR_HANDS = {
    "egypt": {"kush": 3}, "troy": {"tyre": 1}, "gaul": {"gallia": 1}, "carthage": {"thapsus": 1}
}  # fmt: skip


@pytest.mark.rule("GOLD-05")
@pytest.mark.parametrize(
    ("area", "owner", "looter"),
    [
        ("tyre", "carthage", "Troy"),  # an NPC the Gold of a player
        ("tyre", "gaul", ""),  # not that of another NPC
        ("thapsus", "gaul", ""),  # nor a player that of an NPC
        ("thapsus", "egypt", ""),  # or of another player
        ("sinai", "egypt", "Barbarians"),
        ("sinai", "gaul", ""),
        ("tyre", 4, "Troy"),  # theirs is for anybody (GREEK-S06)
    ],
)
def test_npcs_and_barbarians_loot_the_gold_of_players(area: str, owner: str | int, looter: str) -> None:
    table = end_of_competition(
        IN_FOUR_HANDS, gold_in(area, owner), [1, 2], barbarians={"discs": {"sinai": 1}}
    )  # fmt: skip
    assert [told.split()[0] for told in looted(table)] == ([looter] if looter else [])
    assert bool(table.s.gold) == (not looter)


@pytest.mark.rule("GOLD-05")
@pytest.mark.parametrize(("loots", "vp"), [(True, 4), (False, 0)])
def test_a_scenario_may_let_a_player_loot_like_an_npc(loots: bool, vp: int, tmp_path: Path) -> None:
    factions = [{"player": 0, "colour": "red", "id": "pirates"}, {"player": 1, "colour": "green"}]
    looters = {"looters": ["pirates"] if loots else []}
    file = scenario({"troy": {"owner": "troy"}}, tmp_path, factions=factions, gold=looters)
    for npcs in ([], [1]):
        table = position(
            file, **moment("competition phase"), gold=gold_in("troy"),
            options={"npcs": npcs, "npc_hostility": False},
            egypt={"discs": {"troy": 1}}, troy={"discs": {"ionia": 1}},
        )  # fmt: skip
        assert table.of("vp", "egypt") == vp


# --------------------------------------------------------------------------------- positions


def test_gold_is_part_of_a_position() -> None:
    table = position(
        TWO, phase="cards", gold=gold_in("tyre", "egypt", 2), egypt={"hand": [PHILOSOPHER]}, troy={}
    )
    written = table.game.to_dict()
    assert written["gold"] == [{"area": "tyre", "owner": 0, "discs": 2}]
    again = Game.from_dict(written)
    assert again.state.gold == table.s.gold and again.to_dict() == written
    copy = table.game.clone()
    copy.state.gold.clear()
    assert table.s.gold
