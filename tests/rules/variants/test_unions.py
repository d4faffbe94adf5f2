"""Two factions whose discs count together: one group where they meet, or joint seas."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from helpers import Table, moment, position
from invariants import check_all

from acis_rules import Game
from acis_rules.box.board import load_board
from acis_rules.cards.uses import spend
from acis_rules.errors import DataError
from acis_rules.table.changes import place, ready_to_supply, remove
from acis_rules.table.losses import CARD_EFFECT
from acis_rules.table.terms import contested, controlled, dominated, full, placements, room, strengths
from acis_rules.table.wonders import buildable
from acis_rules.variants.unions import separate_colours

LAND, SEA, GREECE = 0, 1, 2
FILE = """
id: unions
title: Two colours
kind: historical
board: {cut_line: eastern}
factions:
  - {id: land, player: 0, colour: brown, civilization: egypt}
  - {id: sea, player: 0, colour: red, civilization: phoenicia, pool: 12}
  - {id: greece, player: 1, colour: blue, civilization: mycenae}
setup:
  discs: {land: {egypt: 3, sinai: 2}, sea: {tyre: 3, gulf_of_sidon: 1}, greece: {troy: 3}}
  gold: {tyre: {owner: sea}, egypt: {owner: land}}
unions: [{factions: [land, sea], as_one: group}]
bans:
  - {who: [land], with: [sea], contest: true}
  - {who: [sea], with: [land], contest: true}
"""
NO_SUPPLY = {"tyre": 3, "al_mina": 3, "phoenicia": 2, "gulf_of_sidon": 2}  # all 10 red discs that can be used


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("unions") / "unions.yaml"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


def persians(
    file: str, land: dict[str, int], sea: dict[str, int], greece: dict[str, int], **more: Any
) -> Table:
    more = {"phase": "cards"} | more
    return position(file, land={"discs": land}, sea={"discs": sea}, greece={"discs": greece}, **more)


def few_brown(folder: Path) -> str:
    """A file with 6 brown discs that can be used: if all are on the map, none can replace a red one."""
    path = folder / "few_brown.yaml"
    path.write_text(FILE.replace("civilization: egypt", "civilization: egypt, pool: 8"), encoding="utf-8")
    return str(path)


def put(t: Table, faction: int, area: str) -> None:
    place(t.s, faction, t.area(area), "deploy")


def there(t: Table, area: str) -> tuple[int, ...]:
    """Brown, red and blue discs in an area."""
    return tuple(t.s.discs[f][t.area(area)] for f in (LAND, SEA, GREECE))


def areas(t: Table, mask: int) -> set[str]:
    return {area.id for i, area in enumerate(t.s.world.board.areas) if mask >> i & 1}


# -------------------------------------------------------------------------------- cohabitation


@pytest.mark.rule("PERS-05a")
def test_at_sea_red_discs_replace_brown_ones(file: str) -> None:
    t = persians(file, {"egypt": 3}, {"tyre": 3, "gulf_of_sidon": 1}, {"troy": 3})
    supply = t.s.supply.copy()
    put(t, LAND, "gulf_of_sidon")
    assert there(t, "gulf_of_sidon") == (0, 2, 0)
    came = [(e.faction, e.n, e.cause) for e in t.events("placed")]
    assert came == [(LAND, 1, "deploy"), (SEA, 1, "cohabitation")]
    assert t.s.supply[LAND] == supply[LAND] and t.s.supply[SEA] == supply[SEA] - 1


@pytest.mark.rule("PERS-05b")
def test_on_land_brown_discs_replace_red_ones_and_take_their_gold(file: str) -> None:
    gold = [{"area": "tyre", "owner": SEA}]
    t = persians(file, {"egypt": 3}, {"tyre": 3}, {"troy": 3}, gold=gold)
    put(t, LAND, "tyre")
    assert there(t, "tyre") == (4, 0, 0) and t.s.gold == {t.area("tyre"): (LAND, 1)}


@pytest.mark.rule("PERS-05a", "PERS-05b")
def test_which_colour_replaces_the_other_area_by_area(file: str) -> None:
    t = persians(file, {"egypt": 1}, {"tyre": 1}, {"troy": 3})
    s, board = t.s, t.s.world.board
    for area in range(len(board.areas)):
        if board.in_play >> area & 1 and not any(row[area] for row in s.discs):
            s.supply[LAND] = s.supply[SEA] = 9
            for f in (LAND, SEA):
                s.discs[f][area] = 1
                s.at_least[0][f] |= 1 << area
            separate_colours(s, 1 << area)
            on_land = board.land >> area & 1
            assert (s.discs[LAND][area], s.discs[SEA][area]) == ((2, 0) if on_land else (0, 2))


@pytest.mark.rule("PERS-05c")
def test_they_live_together_only_while_discs_are_missing(file: str) -> None:
    t = persians(file, {"red_sea": 2}, NO_SUPPLY, {"troy": 3})
    assert t.s.supply[SEA] == 0
    put(t, LAND, "gulf_of_sidon")
    assert there(t, "gulf_of_sidon") == (1, 2, 0)
    t.s.phase = "competition"
    remove(t.s, SEA, t.area("phoenicia"), "competition")
    assert there(t, "gulf_of_sidon") == (0, 3, 0) and t.s.supply[SEA] == 0


@pytest.mark.rule("PERS-05c", "GRO-14")
def test_ready_discs_that_return_to_supply_correct_that_too(file: str) -> None:
    t = persians(file, {"red_sea": 2}, NO_SUPPLY, {"troy": 3})
    put(t, LAND, "gulf_of_sidon")
    t.s.ready[SEA] = 1
    ready_to_supply(t.s, SEA)
    assert there(t, "gulf_of_sidon") == (0, 3, 0) and t.s.supply[SEA] == 0


@pytest.mark.rule("PERS-05c", "CRD-16")
def test_a_disc_of_an_investment_corrects_that_too(tmp_path: Path) -> None:
    """All 6 brown discs are in use, until one comes back from the card."""
    investment = {"card": 81, "owner": LAND, "discs": 2}
    t = persians(few_brown(tmp_path), {"sinai": 1, "egypt": 3}, {"sinai": 1, "tyre": 3}, {"troy": 3},
                 investments=[investment])  # fmt: skip
    assert there(t, "sinai") == (1, 1, 0)
    spend(t.s, LAND, t.action("#81"))
    assert there(t, "sinai") == (2, 0, 0)


@pytest.mark.rule("PERS-05c", "CMP-17")
def test_who_is_replaced_lays_no_more_cards_there(tmp_path: Path) -> None:
    """The Investment of brown takes the place of the red disc before red has its turn in Sinai."""
    t = position(
        few_brown(tmp_path), phase="competition", investments=[{"card": 82, "owner": LAND, "discs": 2}],
        land={"discs": {"sinai": 2, "egypt": 2}}, sea={"discs": {"sinai": 1, "tyre": 3}, "hand": [61]},
        greece={"discs": {"sinai": 2, "troy": 1}, "hand": [63]},
    )  # fmt: skip
    assert t.asked("commit", "egypt")
    t.do("#82")
    assert there(t, "sinai") == (3, 0, 2) and t.asked("commit", "mycenae")


@pytest.mark.rule("PERS-05c", "WON-06")
@pytest.mark.parametrize("red", [0, 1])
def test_a_disc_that_replaces_another_does_not_go_on_a_wonder(tmp_path: Path, red: int) -> None:
    """Five of the 6 brown discs can be paid, and all are needed."""
    sea = {"tyre": 3} | ({"sinai": red} if red else {})
    t = persians(few_brown(tmp_path), {"sinai": 1, "kush": 2, "egypt": 3}, sea, {"troy": 3})
    assert there(t, "sinai") == (1, red, 0) and t.s.supply[LAND] == 0
    assert bool(buildable(t.s, LAND)) == (not red)


# ------------------------------------------------------------------------- one group in an area


def mixed(file: str, greece: dict[str, int], **more: Any) -> Table:
    """One brown and two red discs in the Gulf of Sidon, because no red one is left to replace it."""
    return persians(file, {"gulf_of_sidon": 1, "egypt": 3}, NO_SUPPLY, greece, **more)


def test_they_are_not_contested_among_themselves_and_both_control(file: str) -> None:
    t = mixed(file, {"troy": 3})
    sidon = 1 << t.area("gulf_of_sidon")
    assert not contested(t.s) & sidon
    assert controlled(t.s, LAND) & sidon and controlled(t.s, SEA) & sidon


@pytest.mark.rule("PERS-06b")
def test_they_fight_as_one(file: str) -> None:
    """Three against two: one group, whose brown disc goes first at sea; nobody asks the red ones."""
    t = mixed(file, {"gulf_of_sidon": 2, "troy": 3}, phase="competition")
    removed = [(e.faction, e.n) for e in t.events("removed") if e.area == t.area("gulf_of_sidon")]
    assert removed == [(GREECE, 1), (LAND, 1), (GREECE, 1)]
    assert there(t, "gulf_of_sidon") == (0, 2, 0)


def test_one_and_one_are_two(file: str) -> None:
    """A brown and a red disc contest the area of a single blue one."""
    full = {"tyre": 3, "al_mina": 3, "phoenicia": 3, "gulf_of_sidon": 1}
    greece = {"discs": {"gulf_of_sidon": 1}, "hand": [56]}
    t = position(
        file, land={"discs": {"gulf_of_sidon": 1}}, sea={"discs": full}, greece=greece, phase="cards"
    )
    assert areas(t, contested(t.s)) == {"gulf_of_sidon"}
    assert strengths(t.s, t.area("gulf_of_sidon")) == [2, 0, 1, 0]


@pytest.mark.rule("PERS-06b")
def test_cards_take_the_colour_that_is_not_at_home(file: str) -> None:
    """A card that removes a red disc at sea takes the brown one; on land it is the other way round."""
    sidon, sinai = (load_board("eastern").find(name) for name in ("gulf_of_sidon", "sinai"))
    losses = [[SEA, sidon, -1], [LAND, sinai, -1]]
    t = persians(
        file, {"gulf_of_sidon": 1, "sinai": 2}, NO_SUPPLY | {"sinai": 1, "phoenicia": 1}, {"troy": 3},
        stack=[["losses", losses, "card 39", 0, -1]],
    )  # fmt: skip
    assert there(t, "gulf_of_sidon") == (0, 2, 0) and there(t, "sinai") == (2, 0, 0)


@pytest.mark.rule("PERS-05a", "CRD-17")
def test_a_card_against_the_partner_takes_no_disc_of_its_own(file: str) -> None:
    """Two brown discs at sea are to become red: the first of them turns the other one red as well."""
    sidon = load_board("eastern").find("gulf_of_sidon")
    losses = [[LAND, sidon, SEA], [LAND, sidon, SEA]]
    t = persians(
        file, {"gulf_of_sidon": 2, "egypt": 1}, {"tyre": 3}, {"troy": 3},
        stack=[["losses", losses, "card 28", 0, SEA]],
    )  # fmt: skip
    assert there(t, "gulf_of_sidon") == (0, 2, 0)
    assert [(e.faction, e.cause) for e in t.events("removed")[:2]] == [
        (LAND, "card 28"),
        (LAND, "cohabitation"),
    ]
    assert SEA not in {e.faction for e in t.events("removed") if e.cause == "card 28"}


@pytest.mark.rule("CRD-17", "PERS-09b")
def test_nor_where_the_partner_is_out_and_its_discs_leave_the_game(file: str) -> None:
    """The first brown disc beside a red one stays: only what is opposing becomes brown."""
    sidon = load_board("eastern").find("gulf_of_sidon")
    losses = [[SEA, sidon, LAND], [SEA, sidon, LAND]]
    t = persians(
        file, {"egypt": 3}, {"gulf_of_sidon": 2}, {"troy": 3}, order=[LAND, GREECE], absent=[SEA],
        stack=[["losses", losses, "card 28", 0, LAND]],
    )  # fmt: skip
    assert there(t, "gulf_of_sidon") == (2, 0, 0)


@pytest.mark.rule("GOLD-03", "PERS-06b")
def test_where_gold_protects_the_colour_not_at_home_the_other_goes(tmp_path: Path) -> None:
    """The last red disc stays on its Gold, which does nothing for the brown one beside it."""
    sinai = load_board("eastern").find("sinai")
    t = persians(
        few_brown(tmp_path), {"sinai": 1, "egypt": 4, "nile_delta": 1}, {"sinai": 1, "tyre": 3}, {"troy": 3},
        gold=[{"area": "sinai", "owner": SEA}],
        stack=[["losses", [[LAND, sinai, -1]], "card 10", CARD_EFFECT, GREECE]],
    )  # fmt: skip
    assert there(t, "sinai") == (0, 1, 0)


@pytest.mark.rule("CMP-26", "PERS-01")
@pytest.mark.parametrize(("brown", "red", "looted"), [(3, 0, 1), (2, 1, 0)])
def test_discs_of_two_colours_are_no_loot_together(tmp_path: Path, brown: int, red: int, looted: int) -> None:
    """Three discs of one single civilization it takes, and the Persians are two."""
    t = persians(
        few_brown(tmp_path), {"sinai": brown, "egypt": 6 - brown}, {"sinai": red, "tyre": 3},
        {"sinai": 4, "troy": 3}, phase="competition",
    ).do("stop")  # fmt: skip
    assert there(t, "sinai") == (0, 0, 2)
    assert len(t.events("looted")) == looted


@pytest.mark.rule("PERS-06a", "PERS-06b")
def test_a_group_keeps_to_its_limits_in_competition(file: str) -> None:
    """Four on land, three in a coastal sea: what is too much goes home when the phase begins."""
    full = {"tyre": 3, "al_mina": 3, "phoenicia": 2, "gulf_of_sidon": 2}
    t = persians(file, {"gulf_of_sidon": 2, "egypt": 4}, full, {"troy": 3}, phase="competition")
    assert ("stacking", LAND) in {(e.cause, e.faction) for e in t.events("removed")}
    trimmed = [e for e in t.events("removed") if e.area == t.area("gulf_of_sidon") and e.cause == "stacking"]
    assert [e.faction for e in trimmed[:1]] == [LAND]


@pytest.mark.rule("PERS-06a")
def test_nor_do_cards_bring_more_in_the_phase(file: str) -> None:
    t = persians(file, {"egypt": 4, "sinai": 3}, {"tyre": 3}, {"troy": 3})
    t.s.phase = "competition"
    open_to = areas(t, room(t.s, LAND))
    assert "egypt" not in open_to and "sinai" in open_to
    assert "troy" in areas(t, room(t.s, GREECE))  # others as always


@pytest.mark.rule("PERS-05a", "STK-02")
def test_an_open_sea_has_room_for_one_disc_of_both(file: str) -> None:
    """A brown disc beside the red one would be replaced by a second red one."""
    t = persians(file, {"egypt": 2}, {"tyre": 2, "eastern_mediterranean": 1}, {"troy": 3}, epoch=4)
    sea = "eastern_mediterranean"
    assert sea not in areas(t, room(t.s, LAND)) and sea not in areas(t, room(t.s, SEA))
    assert sea in areas(t, room(t.s, GREECE))


@pytest.mark.rule("PERS-05a", "PERS-05b", "STK-02")
@pytest.mark.parametrize(("area", "limit"), [("sinai", 4), ("gulf_of_sidon", 2)])
def test_replacement_lifts_no_group_above_the_limit_of_one(file: str, area: str, limit: int) -> None:
    """Where Greeks fight one colour already, the other may come, too: but only as far as the limit goes."""
    colour, other = (LAND, SEA) if area == "sinai" else (SEA, LAND)
    for n in (limit - 1, limit):
        discs: list[dict[str, int]] = [{"egypt": 3}, {"tyre": 3}]
        discs[colour][area] = n
        t = position(file, land={"discs": discs[LAND], "ready": 1}, sea={"discs": discs[SEA]},
                     greece={"discs": {area: 2, "troy": 1}}, **moment("deploy", LAND))  # fmt: skip
        assert bool(full(t.s, colour) >> t.area(area) & 1) == (n == limit)
        assert bool(full(t.s, other) >> t.area(area) & 1) == (n == limit)
    t = persians(file, {"egypt": 3, "sinai": 3}, {"tyre": 3}, {"sinai": 2, "troy": 1})
    put(t, SEA, "sinai")
    assert there(t, "sinai") == (4, 0, 2)


@pytest.mark.rule("PERS-07")
@pytest.mark.parametrize(
    ("discs", "allowed"),
    [
        ({"sea": {"tyre": 1}}, True),  # they become one Settlement
        ({"sea": {"tyre": 2}}, False),  # it would be Contested between the two
        ({"sea": {"tyre": 1}, "greece": {"tyre": 1}}, False),  # with the Greeks
        ({"sea": {"tyre": 1}, "greece": {"tyre": 2}}, True),  # it is Contested already
    ],
)
def test_they_do_not_join_where_that_makes_a_contest(
    file: str, discs: dict[str, dict[str, int]], allowed: bool
) -> None:
    t = persians(file, {"canaan": 3}, discs["sea"], discs.get("greece", {"troy": 1}))
    assert ("tyre" in areas(t, room(t.s, LAND))) == allowed


def test_neither_loses_to_the_domination_of_the_other(file: str) -> None:
    """A sea Dominated by one is no danger for discs of the other."""
    egypt = {"egypt": 1, "nile_delta": 1, "sinai": 1, "red_sea": 1}
    t = persians(file, egypt, NO_SUPPLY, {}, **moment("sea domination"))
    assert t.s.discs[LAND][t.area("red_sea")] == 1 and not t.events("removed")


# ------------------------------------------------------------------------------------ joint seas

JOINT = FILE.replace("as_one: group", "as_one: seas").partition("bans:")[0]


@pytest.fixture(scope="module")
def joint(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("joint") / "joint.yaml"
    path.write_text(JOINT, encoding="utf-8")
    return str(path)


@pytest.mark.rule("EGY-04e")
def test_the_first_places_with_and_next_to_discs_of_the_second(joint: str) -> None:
    t = persians(joint, {"egypt": 1}, {"tyre": 1}, {"troy": 1})
    assert areas(t, placements(t.s, LAND)) >= {"egypt", "tyre", "gulf_of_sidon"}
    assert "egypt" not in areas(t, placements(t.s, SEA))


@pytest.mark.rule("EGY-04e")
def test_the_first_dominates_seas_with_both(joint: str) -> None:
    coast = ["tyre", "phoenicia", "al_mina"]
    board = Game.new(joint).state.world.board
    sea = board.find("gulf_of_sidon")
    around = [area.id for i, area in enumerate(board.areas) if board.land_neighbours[sea] >> i & 1]
    assert set(around) & set(coast)
    half = dict.fromkeys(around[: len(around) // 2], 1)
    rest = dict.fromkeys(around[len(around) // 2 :], 1)
    t = persians(joint, {**half, "gulf_of_sidon": 1}, rest, {"troy": 1})
    assert areas(t, dominated(t.s, LAND)) == {"gulf_of_sidon"} and not dominated(t.s, SEA)
    assert not contested(t.s)


# ------------------------------------------------------------------------------------------ files


def test_random_games_keep_all_invariants(file: str, joint: str) -> None:
    for path in (file, joint):
        game, rng = Game.new(path, seed=3), random.Random(3)
        while not game.over:
            check_all(game)
            game.apply(rng.choice(game.legal_actions()))


@pytest.mark.parametrize("pair", ["[land, rome]", "[land, land]"])
def test_a_union_that_cannot_be(tmp_path: Path, pair: str) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(FILE.replace("[land, sea], as_one", f"{pair}, as_one"), encoding="utf-8")
    with pytest.raises(DataError, match=r"broken.yaml: unions\[0\].factions: "):
        Game.new(str(path))
