"""Whose enemies NPCs are: at first, by wrongs done to them, and which one is the Primary enemy."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import EVENTS, Table, moment, position
from hostility_tables import FAR, card_phase, enemies, solo

from acis_rules import Game, PositionError
from acis_rules.effects import Play
from acis_rules.errors import DataError
from acis_rules.kernel.bits import mask_of
from acis_rules.kernel.log import tell
from acis_rules.kernel.machine import do_step
from acis_rules.table.changes import lose_talents, place, remove
from acis_rules.variants import hostility
from acis_rules.variants.downfall import drove_out
from acis_rules.variants.enmity import end_enmity, enemy_at_entry, enter_anew, harm
from acis_rules.variants.solitaire import leave_the_game
from acis_rules.words.decisions import describe_event

# --------------------------------------------------------------- whose enemies at first


@pytest.mark.rule("NPC-08", "NPC-25")
def test_whose_enemies_everybody_is_at_first() -> None:
    def first(options: dict[str, Any], scenario: str = "basic_3p") -> list[int]:
        return Game.new(scenario, options=options).state.enemies

    assert first({}) == [0b110, 0b101, 0b011]
    for scenario in ("basic_3p", "three_west"):  # not Historical: nobody's at first
        assert first({"npcs": [1, 2]}, scenario) == [0, 0, 0]
    assert first({"npcs": [2]}) == [0b010, 0b001, 0]  # players of each other
    at_war = [0b110, 0b001, 0b001]  # of the player, always
    assert first({}, "second_punic_war_solo") == at_war
    assert first({"npcs": [1, 2]}, "second_punic_war") == at_war
    assert first({"npcs": [1, 2], "npc_hostility": False}) == at_war  # as in Historical scenarios


@pytest.mark.rule("NPC-08", "EGY-S03", "EGYM-3Pa", "EGYP-05b")
@pytest.mark.parametrize(
    ("scenario", "variants", "pairs"),
    [
        ("punic_wars", [], {"rome-carthage"}),
        ("second_punic_war", [], {"rome-mycenae", "rome-carthage"}),
        ("caesar_pompey", [], {"rome-gaul"}),
        ("antony_cleopatra", [], {"rome-egypt"}),
        ("fall_of_rome_1_4p", [], {"visigoths-west", "visigoths-east", "west-persians", "persians-east"}),
        ("fall_of_rome_1_2p_2", [], {"visigoths-west", "persians-east"}),  # each player has one of both
        ("fall_of_rome_2_v1", [], {"visigoths-west", "visigoths-east", "west-persians", "persians-east"}),
        ("fall_of_rome_2_v2", [], {"visigoths-west"}),
        ("god_king", [], {"egypt-hittites", "egypt-sea_peoples", "hittites-tributaries",
                          "sea_peoples-tributaries"}),
        ("god_king_3p", [], {"egypt-hittites", "egypt-sea_peoples", "hittites-tributaries",
                             "sea_peoples-tributaries", "hittites-sea_peoples"}),
        ("god_king", ["phoenicia_independent"], {"egypt-hittites", "egypt-sea_peoples", "egypt-phoenicia",
                                                 "hittites-phoenicia", "sea_peoples-phoenicia"}),
        ("god_king", ["phoenicia_egypt", "mycenae_egypt"],
         {"egypt-hittites", "egypt-sea_peoples", "hittites-phoenicia", "sea_peoples-phoenicia",
          "hittites-mycenae", "sea_peoples-mycenae"}),
    ],
)  # fmt: skip
def test_the_sides_of_a_war_are_enemies_even_if_npcs_run_both(
    scenario: str, variants: list[str], pairs: set[str]
) -> None:
    seats = range(len(set(Game.new(scenario, options={"variants": variants}).state.world.player)))
    s = Game.new(scenario, options={"variants": variants, "npcs": list(seats)}).state
    ids = s.world.ids
    at_war = {
        frozenset((one, ids[b])) for a, one in enumerate(ids) for b in range(a) if s.enemies[a] >> b & 1
    }
    assert at_war == {frozenset(pair.split("-")) for pair in pairs}


@pytest.mark.rule("NPC-08", "NPC-80")
def test_the_huns_are_enemies_of_both_empires_and_nobody_is_the_enemy_of_one_who_is_out() -> None:
    s = Game.new("fall_of_rome_2_v3", options={"rules": ["huns"], "npcs": [0, 1, 2]}).state
    persians, east, huns = range(3)
    assert s.enemies == [1 << east, 1 << persians | 1 << huns, 1 << east]
    s = Game.new("punic_wars", options={"npcs": [0, 1]}).state
    leave_the_game(s, 0)
    assert s.enemies == [0, 0]


@pytest.mark.rule("NPC-08", "NPC-80")
def test_those_without_a_turn_are_no_enemies_of_one_who_is_out_either() -> None:
    game = Game.new("god_king", options={"variants": ["mycenae_independent"], "npcs": [3]})
    s, (tributaries, mycenae) = game.state, map(game.state.world.ids.index, ("tributaries", "mycenae"))
    assert s.enemies[tributaries] >> mycenae & 1
    leave_the_game(s, mycenae)
    assert s.enemies[mycenae] == 0 and not s.enemies[tributaries] >> mycenae & 1


def test_hostility_needs_npcs() -> None:
    with pytest.raises(DataError, match="npc_hostility: true; possible only with seats in npcs"):
        Game.new("basic_2p", options={"npc_hostility": True})


@pytest.mark.parametrize(
    "troy, message",
    [({"enemies": ["troy"]}, "other civilizations"), ({"enemies": ["rome"]}, "no civilization 'rome'"),
     ({"enemies": "egypt"}, "must be a list"), ({"harmed_by": 1}, "harmed_by"),
     ({"primary_enemy": "rome"}, "primary_enemy")],
)  # fmt: skip
def test_a_position_with_impossible_enemies_is_refused(troy: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        solo(egypt={}, troy=troy)


# ------------------------------------------------------------------- wrongs (NPC-09, NPC-10)


def victim(**troy: Any) -> dict[str, Any]:
    return {"discs": {"troy": 3, "lydia": 3}, **troy}


@pytest.mark.rule("NPC-09", "NPC-11")
@pytest.mark.parametrize(
    "card, answers, troy",
    [
        ("Gods Demand Sacrifice", (), victim(hand=[7])),  # a card
        ("Gods Demand Sacrifice", (), victim(treasury=1)),  # a talent
        ("Great Fire", (), victim()),  # a disc
        ("Great Fire", ("#7",), victim(hand=[7])),  # a card that saves a disc
        ("Master Spy", (), victim(hand=[7])),
    ],
)
def test_a_card_that_costs_it_a_disc_a_card_or_a_talent_makes_an_enemy(
    card: str, answers: tuple[str, ...], troy: dict[str, Any]
) -> None:
    ids = {"Gods Demand Sacrifice": 17, "Great Fire": 5, "Master Spy": 34}
    table = card_phase(egypt={"discs": {"kush": 2}, "hand": [ids[card]]}, troy=troy)
    assert not enemies(table, "egypt", "troy")
    table.do(card, *answers)
    assert enemies(table, "egypt", "troy")
    war = table.events("war")[0]
    assert describe_event(table.s, war) == f"Troy becomes an enemy of Egypt by {card}"


@pytest.mark.rule("NPC-09")
def test_a_negated_card_makes_no_enemy() -> None:
    table = card_phase(egypt={"discs": {"kush": 2}, "hand": [22]}, troy=victim(hand=[44]))
    table.do("Demagogue", "High Priest")
    assert not enemies(table, "egypt", "troy") and not any(table.s.harmed_by)


@pytest.mark.rule("NPC-09")
def test_neither_an_event_nor_what_it_pays_for_itself_makes_an_enemy() -> None:
    table = solo(phase="cards", egypt={"discs": {"kush": 2}, "hand": [17]}, troy=victim(treasury=3))
    egypt, troy = table.faction("egypt"), table.faction("troy")
    for play, cause in (
        (Play(egypt, "card", 98), "card 98"),
        (Play(egypt, "card", 17), "cards"),
        (Play(troy, "card", 17), "card 17"),
    ):
        table.s.resolving = (play,)
        lose_talents(table.s, troy, 1, cause)
    assert table.of("treasury", "troy") == 0 and not any(table.s.enemies)


@pytest.mark.rule("NPC-09")
def test_between_players_and_without_the_option_nothing_changes() -> None:
    for options in ({"npcs": [0], "npc_hostility": True}, {"npcs": [1, 2], "npc_hostility": False}):
        table = card_phase(
            "basic_3p", options=options, order=["mycenae", "carthage", "celt_iberia"], celt_iberia={},
            carthage={"discs": {"carthage": 2}, "hand": [7]}, mycenae={"discs": {"mycenae": 2}, "hand": [17]},
        )  # fmt: skip
        before = table.s.enemies.copy()
        table.do("Gods Demand Sacrifice")
        assert table.hand("carthage") == set()
        assert table.s.enemies == before and not any(table.s.harmed_by)


@pytest.mark.rule("NPC-10", "NPC-11")
def test_discs_that_make_its_area_contested_make_an_enemy() -> None:
    table = solo(
        phase="growth", egypt={"discs": {"sinai": 2}}, troy={"discs": {"tyre": 1}}
    ).skip_until("deploy", "egypt")  # fmt: skip
    table.do("tyre")
    assert not enemies(table, "egypt", "troy")  # two Camps
    table.do("tyre")
    assert enemies(table, "egypt", "troy")
    words = describe_event(table.s, table.events("war")[0])
    assert words == "Troy becomes an enemy of Egypt, who makes Tyre Contested"


@pytest.mark.rule("NPC-10")
def test_an_area_already_contested_does_not_trigger_again() -> None:
    table = solo(
        phase="growth", egypt={"discs": {"sinai": 2, "tyre": 1}}, troy={"discs": {"tyre": 2}}
    ).skip_until("deploy", "egypt").do("tyre")  # fmt: skip
    assert not enemies(table, "egypt", "troy")


@pytest.mark.rule("NPC-10")
@pytest.mark.parametrize(
    ("egypt", "troy", "black", "war"),
    [
        (0, 1, 0, False), (0, 2, 0, True), (1, 1, 0, True), (1, 1, 1, True), (0, 1, 1, False),
        # Contested before
        (0, 2, 1, False), (0, 1, 2, False), (1, 2, 0, False), (2, 1, 0, False), (3, 1, 0, False),
        (2, 0, 0, False),
    ],
)  # fmt: skip
def test_whether_a_disc_makes_the_area_contested(egypt: int, troy: int, black: int, war: bool) -> None:
    table = card_phase(
        egypt={"discs": {"tyre": egypt} if egypt else {}}, troy={"discs": {"tyre": troy} if troy else {}},
        barbarians={"discs": {"tyre": black} if black else {}},
    )  # fmt: skip
    place(table.s, table.faction("egypt"), table.area("tyre"), "card")
    assert enemies(table, "egypt", "troy") == war


@pytest.mark.rule("NPC-11")
def test_peace_is_told_only_between_enemies() -> None:
    table = card_phase(egypt={}, troy={"enemies": ["egypt"]})
    for _ in range(2):
        end_enmity(table.s, table.faction("troy"), table.faction("egypt"))
    assert not enemies(table, "egypt", "troy") and len(table.events("peace")) == 1


@pytest.mark.rule("NPC-10")
def test_an_npc_that_comes_to_the_player_is_not_its_enemy_for_that() -> None:
    table = solo(
        phase="growth", order=["troy", "egypt"], egypt={"discs": {"ionia": 1}}, troy={"discs": {"troy": 2}}
    ).skip_until("deploy", "troy").do("ionia", "ionia")  # fmt: skip
    assert not enemies(table, "egypt", "troy")


# ---------------------------------------------------------------- Primary enemy (NPC-13 to 24)


def troy_and_two_players(**given: Any) -> Table:
    """Egypt is before Troy's home, Gaul is not; both are enemies of Troy."""
    return solo(
        "basic_4p", players=3, egypt={"discs": {"ionia": 2}, "enemies": ["gaul"]},
        gaul={"discs": {"gallia": 2}}, carthage={"discs": {"carthage": 2}},
        troy={"discs": {"troy": 2}, "enemies": ["egypt", "gaul"]}, **given,
    )  # fmt: skip


@pytest.mark.rule("NPC-13", "NPC-15", "NPC-20")
@pytest.mark.parametrize("phase", ["growth", "cards", "competition"])
def test_the_primary_enemy_is_determined_at_the_start_of_phases(phase: str) -> None:
    table = troy_and_two_players(phase=phase, order=["egypt", "troy", "gaul", "carthage"])
    if phase == "growth":
        assert table.s.primary_enemy == (-1,) * 4  # at the start of its own Growth, not of Egypt's
        table.skip_until("retire", "troy")
    assert table.s.primary_enemy[table.faction("troy")] == table.faction("egypt")
    assert table.s.primary_enemy[table.faction("egypt")] == -1  # only NPCs have one
    told = [(event.faction, event.other) for event in table.events("primary_enemy")]
    troy = table.faction("troy")
    assert told == [(troy, table.s.primary_enemy[troy])]


@pytest.mark.rule("NPC-15")
def test_it_stays_until_the_end_of_the_turn() -> None:
    table = troy_and_two_players(**moment("card phase"))
    troy, egypt = table.faction("troy"), table.faction("egypt")
    assert table.s.primary_enemy[troy] == egypt
    remove(table.s, egypt, table.area("ionia"), "test")
    remove(table.s, egypt, table.area("ionia"), "test")
    hostility.primary_enemies(table.s)
    assert table.s.primary_enemy[troy] == egypt
    do_step(table.s, ("turn",))
    assert table.s.primary_enemy[troy] == -1


@pytest.mark.rule("NPC-16", "NPC-17", "NPC-18", "NPC-19", "NPC-20", "NPC-21", "NPC-22", "NPC-23", "NPC-24")
@pytest.mark.parametrize("who", ["egypt", "gaul"])
@pytest.mark.parametrize(
    ("rule", "mine", "others"),
    [
        ("NPC-16", {"troy": 1}, {"leptis": 2}),
        ("NPC-17", {"leptis": 1}, {"sirt": 2}),
        ("NPC-18", {"sirt": 1}, {"thapsus": 2}),
        ("NPC-19", {"thapsus": 1}, {"lydia": 2}),
        ("NPC-20", {"lydia": 1}, {"kush": 1}),
        ("NPC-21", {"petra": 1}, {"kush": 3}),
        ("NPC-22", {"petra": 3}, {"kush": 2, "nile_delta": 2}),
        ("NPC-23", {"petra": 2}, {"kush": 1}),
        ("NPC-24", {"petra": 1}, {"kush": 1}),
    ],
)
def test_the_first_test_that_tells_them_apart_decides(
    rule: str, mine: dict[str, int], others: dict[str, int], who: str
) -> None:
    """Both have a VP and a City in Kush or Petra, as far as nothing else is said."""
    vp = {"vp": 5}
    other = {"egypt": "gaul", "gaul": "egypt"}[who]
    first = vp if rule == "NPC-21" else {}
    table = solo(
        "basic_4p", players=3, **{who: {"discs": mine, **first}, other: {"discs": others}}, carthage={},
        troy={"discs": {"thapsus": 3}}, gold=[{"area": "sirt", "owner": "troy", "discs": 1}],
        wonders=[{"wonder": "Colossus", "owner": "troy", "area": "leptis", "discs": 1}],
        **moment("card phase"),
    )  # fmt: skip
    troy, both = table.faction("troy"), [table.faction(name) for name in ("egypt", "gaul")]
    left, last = hostility.foremost(table.s, troy, both)
    assert (left, last) == (both if rule == "NPC-24" else [table.faction(who)], rule)


@pytest.mark.rule("NPC-15", "NPC-24")
def test_without_a_tie_nothing_is_left_to_chance() -> None:
    table = troy_and_two_players(order=["egypt", "troy", "gaul", "carthage"], **moment("turn order cards", 0))
    chance = table.s.rng
    hostility.primary_enemy(table.s, table.faction("troy"))
    assert table.s.primary_enemy[table.faction("troy")] == table.faction("egypt") and table.s.rng == chance


@pytest.mark.rule("NPC-24")
def test_chance_decides_between_equals() -> None:
    chosen = set()
    for rng in range(8):
        table = card_phase(
            "basic_4p", players=3, rng=rng, egypt=FAR, gaul={"discs": {"gallia": 1}}, carthage={},
            troy={"enemies": ["egypt", "gaul"]},
        )  # fmt: skip
        chosen.add(table.s.primary_enemy[table.faction("troy")])
    assert chosen == {table.faction("egypt"), table.faction("gaul")}


# ------------------------------------------------------------------------ beginning anew


def beaten(**given: Any) -> Table:
    """Carthage, an NPC, has lost discs to Egypt's card, and in Thapsus, where Gaul stands and Troy fell."""
    vp = {"egypt": 5, "gaul": 7, "troy": 3} | given
    table = position(
        "basic_4p", options={"npcs": [3]}, phase="cards", egypt={"vp": vp["egypt"], "hand": [93]},
        gaul={"vp": vp["gaul"], "discs": {"thapsus": 2}}, troy={"vp": vp["troy"]}, carthage={"vp": 1},
    )  # fmt: skip
    carthage, thapsus = table.faction("carthage"), table.area("thapsus")
    tell(table.s, "played", table.faction("egypt"), card=8)
    tell(table.s, "removed", carthage, area=table.area("leptis"), n=1, cause="card 8")
    tell(table.s, "removed", carthage, area=thapsus, n=1, cause="competition")
    tell(table.s, "removed", table.faction("troy"), area=thapsus, n=1, cause="competition")
    return table


@pytest.mark.rule("NPC-86")
@pytest.mark.parametrize("leader", ["egypt", "gaul", "troy"])
def test_all_who_cost_it_discs_drove_it_out_and_the_best_of_them_is_its_enemy(leader: str) -> None:
    table = beaten(**{leader: 20})
    carthage = table.faction("carthage")
    everybody_else = mask_of(table.faction(name) for name in ("egypt", "gaul", "troy"))
    assert drove_out(table.s, carthage, table.s.log) == everybody_else
    assert enemy_at_entry(table.s, carthage, 81) == table.faction(leader)


@pytest.mark.rule("NPC-86")
@pytest.mark.parametrize("leader", ["egypt", "gaul", "troy"])
def test_if_nobody_drove_it_out_the_leader_is_its_enemy(leader: str) -> None:
    table = beaten(**{leader: 20})
    tell(table.s, "turn", turn=2, epoch=1)  # that was last turn
    assert enemy_at_entry(table.s, table.faction("carthage"), 103) == table.faction(leader)


@pytest.mark.rule("NPC-83", "NPC-84", "NPC-85", "NPC-86")
@pytest.mark.parametrize(
    ("card", "enemy"),
    [
        (1, ""),
        (20, ""),
        (21, "gaul"),
        (50, "gaul"),
        (51, "egypt"),
        (80, "egypt"),
        (81, "troy"),
        (103, "troy"),
    ],
)
def test_the_card_says_whose_enemy_it_is_when_it_begins_anew(card: int, enemy: str) -> None:
    """Nobody's; the leader's; the latest enemy's; that of the one who drove it out this turn."""
    latest = {"enemies": ["egypt"], "latest_enemy": "egypt"}
    table = position(
        "basic_4p", options={"npcs": [3]}, phase="cards", egypt={"hand": [93]}, gaul={"vp": 9},
        troy={"vp": 3}, carthage={"vp": 1, **latest},
    )  # fmt: skip
    tell(table.s, "played", table.faction("troy"), card=8)
    tell(table.s, "removed", table.faction("carthage"), area=table.area("leptis"), n=1, cause="card 8")
    expected = table.faction(enemy) if enemy else -1
    assert enemy_at_entry(table.s, table.faction("carthage"), card) == expected


@pytest.mark.rule("NPC-83", "NPC-84", "NPC-85")
@pytest.mark.parametrize(
    ("card", "peace", "war"),
    [(20, ["egypt", "gaul", "troy"], []), (21, ["gaul", "troy"], []), (51, ["egypt", "gaul"], [])],
)
def test_beginning_anew_ends_all_enmities_but_that_of_the_card(
    card: int, peace: list[str], war: list[str]
) -> None:
    """With Egypt, the first in turn order, as well as with the others; the leader is Egypt."""
    carthage = {"vp": 1, "enemies": ["egypt", "gaul", "troy"], "primary_enemy": "troy"}
    table = position(
        "basic_4p", options={"npcs": [3]}, phase="cards", egypt={"hand": [93], "vp": 9}, gaul={}, troy={},
        carthage=carthage, order=["egypt", "gaul", "troy", "carthage"],
    )  # fmt: skip
    npc, before = table.faction("carthage"), len(table.events())
    enter_anew(table.s, npc, card)
    told = table.events()[before:]
    names = {kind: [table.s.world.civilization(table.s, e.other).id for e in told if e.kind == kind]
             for kind in ("peace", "war")}  # fmt: skip
    assert names == {"peace": peace, "war": war}
    left = {"egypt", "gaul", "troy"} - {*peace}
    assert table.s.enemies[npc] == mask_of(map(table.faction, left))


@pytest.mark.rule("NPC-85")
@pytest.mark.parametrize("primary", ["egypt", "gaul", "troy"])
def test_a_primary_enemy_comes_before_the_latest_one(primary: str) -> None:
    carthage = {
        "vp": 1,
        "enemies": ["egypt", "gaul", "troy"],
        "latest_enemy": "gaul",
        "primary_enemy": primary,
    }
    table = position(
        "basic_4p", options={"npcs": [3]}, egypt={}, gaul={"vp": 9}, troy={}, carthage=carthage,
        **moment("card phase"),
    )  # fmt: skip
    assert enemy_at_entry(table.s, table.faction("carthage"), 60) == table.faction(primary)


@pytest.mark.rule("NPC-09", "HOS-17")
def test_every_card_that_is_played_counts_and_no_event() -> None:
    table = card_phase(egypt={}, troy={})
    s, (egypt, troy) = table.s, map(table.faction, ("egypt", "troy"))
    for card in range(1, 104):
        cause = f"card {card}"
        for by, kind in ((egypt, "card"), (troy, "card"), (egypt, "ability"), (egypt, "wonder")):
            s.harmed_by, s.enemies = (0, 0), [0, 0]
            play = Play(by, kind, card)
            s.resolving = (play,)
            harm(s, troy, "disc", play.cause if kind == "card" else cause)
            counts = kind == "card" and by == egypt and card not in EVENTS
            assert s.harmed_by == ((0, 1 << egypt) if counts else (0, 0))
            assert enemies(table, "egypt", "troy") == counts


@pytest.mark.rule("NPC-09", "HOS-17")
@pytest.mark.parametrize(
    ("what", "cause", "harmed", "enemy"),
    [
        ("disc", "card 5", True, True), ("talent", "card 5", True, True), ("card", "card 5", True, True),
        ("vp", "card 5", True, False), ("wonder", "card 5", True, False),
        ("card", "saves a disc", True, True),
        ("disc", "card 6", False, False), ("disc", "competition", False, False),
    ],
)  # fmt: skip
def test_what_a_card_costs_and_what_is_lost_beside_it(
    what: str, cause: str, harmed: bool, enemy: bool
) -> None:
    table = card_phase(egypt={}, troy={})
    egypt, troy = table.faction("egypt"), table.faction("troy")
    table.s.resolving = (Play(egypt, "card", 5),)
    for victim in (egypt, troy):  # only NPCs mind
        harm(table.s, victim, what, cause)
    assert table.s.harmed_by == (0, harmed << egypt) and enemies(table, "egypt", "troy") == enemy


@pytest.mark.rule("NPC-85")
@pytest.mark.parametrize(
    ("at_war", "latest", "enemy"),
    [
        (["egypt", "gaul"], "egypt", "egypt"), (["egypt", "gaul"], "gaul", "gaul"),
        (["gaul", "troy"], "troy", "troy"), (["gaul", "troy"], "egypt", "gaul"),
        (["troy"], "egypt", "troy"), ([], "egypt", "egypt"),
        ([], "troy", "troy"), (["egypt", "troy"], None, "troy"),
    ],
)  # fmt: skip
def test_the_latest_enemy_counts_while_it_is_one_or_nobody_is(
    at_war: list[str], latest: str | None, enemy: str
) -> None:
    """Else the one of the enemies who has most VP."""
    carthage: dict[str, Any] = {"enemies": at_war} | ({} if latest is None else {"latest_enemy": latest})
    table = position(
        "basic_4p", options={"npcs": [3]}, egypt={"vp": 1}, gaul={"vp": 9}, troy={"vp": 3}, carthage=carthage,
        **moment("card phase"),
    )  # fmt: skip
    table.s.primary_enemy = (-1,) * 4
    assert enemy_at_entry(table.s, table.faction("carthage"), 70) == table.faction(enemy)
