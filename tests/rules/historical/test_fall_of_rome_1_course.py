"""The Fall of Rome I: four turns, two Empires, two Invaders, the end (ROME1-01 to 07, ROME1-09)."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from fall_of_rome_tables import (
    ALL,
    EAST,
    EAST_ONLY,
    FOUR,
    NAMES,
    PERSIANS,
    PHILOSOPHER,
    POET,
    SLAVE_REVOLT,
    TRAITOR,
    VISIGOTHS,
    WEST,
    at,
    declined,
    names_of,
    play,
    started,
    table,
)
from helpers import Table, moment, position
from invariants import check_all
from referee import Referee

from acis_rules import Game
from acis_rules.box.board import load_board
from acis_rules.cards.drawing import fewest_vp
from acis_rules.kernel.bits import members
from acis_rules.phases.growth import growth
from acis_rules.table.terms import bases, placements, room
from acis_rules.table.wonders import buildable
from acis_rules.words.events import describe_event

# ------------------------------------------------------------------------------ turns (rule 1)


@pytest.mark.rule("ROME1-01a", "ROME1-01b", "ROME1-01c")
@pytest.mark.parametrize("scenario", ALL)
def test_the_game_ends_with_the_competition_phase_of_turn_four(scenario: str) -> None:
    game = play(started(scenario, 5).game, 5)
    told = game.events
    assert [event.turn for event in told if event.kind == "turn"] == [1, 2, 3, 4]
    assert "sudden_end" not in {event.kind for event in told}
    phases = [event.phase for event in told if event.kind == "phase"]
    assert phases == ["growth", "cards", "competition", "evaluation"] * 3 + ["growth", "cards", "competition"]


@pytest.mark.rule("ROME1-01c", "ROME1-02b")
def test_with_final_scoring_the_last_turn_is_evaluated_and_the_epoch_counts() -> None:
    game = play(started(FOUR, 5, rules=["final_scoring"]).game, 5)
    phases = [event.phase for event in game.events if event.kind == "phase"]
    assert phases == ["growth", "cards", "competition", "evaluation"] * 4 + ["epoch"]


@pytest.mark.rule("ROME1-10.1a", "ROME1-10.1b")
@pytest.mark.parametrize(
    ("turn", "card", "over"),
    [(4, 13, True), (4, 45, False), (5, 45, True), (5, 68, False), (6, 68, True), (3, 13, False)],
)
def test_in_the_extended_game_a_card_ends_turn_four_or_five(turn: int, card: int, over: bool) -> None:
    deck = [*(one for one in range(1, 104) if one not in (card, 62)), card]
    t = table(
        turn=turn, west={"discs": {"rome": 1}}, persians={"discs": {"petra": 1}}, deck=deck,
        options={"rules": ["extended"]}, **moment("competition phase"),
    )  # fmt: skip
    declined(t)
    assert t.game.over == over
    assert bool(t.events("sudden_end")) == (turn in (4, 5))


@pytest.mark.rule("ROME1-02b")
def test_dominated_seas_are_worth_nothing() -> None:
    seas = ["egyptian_sea", "levantine_sea", "gulf_of_sidon"]
    board = load_board()
    coast = {board.areas[a].id for sea in seas for a in members(board.land_neighbours[board.find(sea)])}
    discs = dict.fromkeys([*coast, *seas], 1)
    t = at("epoch vp", east={"discs": discs}, options={"rules": ["final_scoring"]}, then=["game end"])
    assert "dominated seas" not in {event.cause for event in t.events("vp")} and t.game.over


# ------------------------------------------------------------------------------- seas (rule 2)


@pytest.mark.rule("ROME1-02a")
def test_no_growth_from_seas_or_trade() -> None:
    seas = {"tyrrhenian_sea": 1, "bay_of_capua": 1, "ligurian_sea": 1, "gulf_of_naples": 1}
    t = table(
        west={"discs": {"rome": 2, "umbria": 2, **seas}}, visigoths={"discs": {"etruria": 1}}, phase="cards"
    )
    assert growth(t.s, WEST) == 2  # two Settlements


@pytest.mark.rule("ROME1-02c")
def test_discs_at_sea_chain_and_dominate_as_ever() -> None:
    t = table(west={"discs": {"sardinia": 1, "tyrrhenian_sea": 1}}, phase="cards")
    assert placements(t.s, WEST) >> t.area("rome") & 1
    board = load_board()
    sea = board.find("trojan_sea")
    coast = {board.areas[a].id: 1 for a in members(board.land_neighbours[sea])}
    there = {"discs": {"trojan_sea": 1}}
    t = at("sea domination", east={"discs": {**coast, "trojan_sea": 1}}, persians=there, then=["turn order"])
    assert not t.discs("persians", "trojan_sea")


# ---------------------------------------------------------------------------- Empires (rule 3)


@pytest.mark.rule("ROME1-03a1", "ROME1-03a2")
def test_the_east_has_walls_and_imperial_rome_around_troy() -> None:
    s = started(FOUR).s
    rome = next(known for known in s.world.civilizations if known.id == "rome")
    troy = next(known for known in s.world.civilizations if known.id == "troy")
    assert s.world.civilization(s, WEST) is rome or s.world.civilization(s, WEST) == rome
    own = s.world.civilization(s, EAST)
    assert own.walls == troy.walls and [one.name for one in own.abilities] == [
        *(one.name for one in troy.abilities), "Imperial Rome",
    ]  # fmt: skip
    t = table(east={"discs": {"troy": 2, "ionia": 1, "tyre": 1}}, phase="competition")
    assert t.asked("allies", "east")
    near = load_board().around(1 << t.area("troy")) | 1 << t.area("troy")
    assert t.can("troy") and all(
        near >> load_board().find(name) & 1 for name in t.options if name not in ("stop",)
    )
    t.do("troy")  # then in up to two other land areas
    assert t.asked("allies", "east") and t.options == {"ionia", "tyre", "stop"}
    t.do(*sorted(("ionia", "tyre"), key=t.area))
    assert {event.area for event in t.events("allies")} == set(map(t.area, ("troy", "ionia", "tyre")))


@pytest.mark.rule("ROME1-03b")
def test_the_first_disc_of_an_empire_that_is_removed_becomes_its_marker() -> None:
    t = started(FOUR).skip_until("retire", "west")
    t.do("sicily")
    assert [describe_event(t.s, event) for event in t.events("marker")] == [
        "Western Empire puts it on the track as a marker"
    ]
    assert t.of("supply", "west") == 0
    t.do("syracuse")
    assert t.of("supply", "west") == 1 and len(t.events("marker")) == 1
    check_all(t.game)


@pytest.mark.rule("ROME1-03b", "WON-06")
@pytest.mark.parametrize("supply", [0, 1])
def test_where_wonders_are_allowed_the_marker_is_no_disc_for_one(supply: int) -> None:
    """Of five discs paid, four get into the supply: with one that is there, they suffice."""
    west = {"discs": {"umbria": 4, "etruria": 4}, "treasury": 3, "ready": 49 - 8 - supply}
    t = table(west=west, phase="cards", options={"handicaps": [{}, {"wonders": 1}, {}, {}]})
    assert t.asked("card_action", "west") == bool(supply)
    if supply:
        t.do("Great Library")
        while t.kind in ("wonder_payment", "wonder_site"):
            t.do(min(t.options))
        assert len(t.events("marker")) == 1 and [event.n for event in t.events("wonder_discs")] == [5]


@pytest.mark.rule("ROME1-03c")
def test_an_empire_retires_one_disc_from_an_area() -> None:
    t = started(FOUR).skip_until("retire", "west")
    assert t.can("dalmatia") and t.discs("west", "dalmatia") == 2
    t.do("dalmatia")
    assert not t.can("dalmatia") and t.discs("west", "dalmatia") == 1
    t = table(visigoths={"discs": {"gallia": 2}}, **moment("retirement", VISIGOTHS))
    t.do("gallia")
    assert t.can("gallia")  # an Invader both


@pytest.mark.rule("ROME1-03d1", "ROME1-03d2")
def test_no_empire_goes_where_the_other_is_nor_through_it() -> None:
    t = table(
        west={"discs": {"dalmatia": 2, "illyria": 1}},
        east={"discs": {"macedon": 1, "illyria": 1}},
        phase="cards",
    )
    s = t.s
    assert not room(s, WEST) & (1 << t.area("macedon") | 1 << t.area("illyria"))
    assert not room(s, EAST) & (1 << t.area("dalmatia") | 1 << t.area("illyria"))
    assert room(s, VISIGOTHS) >> t.area("macedon") & 1
    assert not bases(s, WEST)[1] >> t.area("illyria") & 1
    alone = table(west={"discs": {"dalmatia": 2, "illyria": 2}}, phase="cards").s
    assert bases(alone, WEST)[1] >> t.area("illyria") & 1


@pytest.mark.rule("ROME1-03d1")
def test_a_card_replaces_only_the_last_disc_of_the_other_empire() -> None:
    """The Poet takes a disc from each area; where the East is still there, no Western one comes."""
    t = table(
        west={"discs": {"dalmatia": 3, "rome": 1}, "hand": [POET]}, phase="cards",
        east={"discs": {"macedon": 2, "illyria": 1, "troy": 1}}, order=[WEST, VISIGOTHS, PERSIANS, EAST],
    )  # fmt: skip
    t.do("Poet", "illyria", "macedon")
    assert (t.discs("east", "illyria"), t.discs("west", "illyria")) == (0, 1)
    assert (t.discs("east", "macedon"), t.discs("west", "macedon")) == (1, 0)


# ------------------------------------------------------------------------------- Gold (rule 4)


@pytest.mark.rule("ROME1-03", "ROME1-04b")
@pytest.mark.parametrize(
    ("owner", "gold", "lost"),
    [("west", 2, False), ("west", 1, False), ("west", 0, True), ("east", 1, False), ("visigoths", 1, True)],
)
def test_gold_in_rome_keeps_cards_off_roman_discs(owner: str, gold: int, lost: bool) -> None:
    """A Slave Revolt names a City: none of Romans in Rome while Roman Gold is there."""
    where = [{"area": "rome", "owner": WEST, "discs": gold}] if gold else []
    player = "visigoths" if owner == "west" else "persians"  # whose cards reach there (ROME1-06d)
    factions: dict[str, Any] = {
        owner: {"discs": {"rome": 3, "sicily": 3, "sardinia": 3}},
        player: {"discs": {"petra": 1}, "hand": [SLAVE_REVOLT, PHILOSOPHER]},
    }
    first = NAMES.index(player)
    order = [first, *(f for f in range(4) if f != first)]
    t = table(gold=where, **factions, phase="cards", order=order)
    t.do(f"#{SLAVE_REVOLT}")
    assert t.asked("name_city", player) and t.can("sicily") and t.can("rome") == lost


@pytest.mark.rule("ROME1-04b", "SGOLD-02")
def test_gold_in_troy_saves_no_disc_of_other_cities() -> None:
    """Card 21 asks something for each City; without VP, talents and cards it is a disc."""
    gold = [{"area": "troy", "owner": EAST, "discs": 2}, {"area": "tyre", "owner": EAST, "discs": 1}]
    t = table(
        gold=gold, east={"discs": {"troy": 3, "tyre": 3, "al_mina": 3}}, phase="cards",
        persians={"discs": {"hamath": 2}, "hand": [21]}, order=[PERSIANS, VISIGOTHS, WEST, EAST],
    ).do("#21")  # fmt: skip
    assert [t.discs("east", area) for area in ("troy", "tyre", "al_mina")] == [3, 2, 2]
    t = table(
        gold=gold, east={"discs": {"troy": 3, "tyre": 3}, "hand": [POET, 2]}, phase="cards",
        persians={"discs": {"hamath": 2}, "hand": [21]}, order=[PERSIANS, VISIGOTHS, WEST, EAST],
    ).do("#21")  # fmt: skip
    assert t.asked("penalty", "east") and t.options == {"Poet", "Plague"}  # for Troy
    assert Game.from_dict(t.game.to_dict()).to_dict() == t.game.to_dict()
    assert t.do("Poet").options == {"Plague", "lose_disc"}  # for Tyre


@pytest.mark.rule("ROME1-04b")
def test_their_owner_may_retire_and_resettle_discs_there() -> None:
    t = table(west={"discs": {"rome": 2}}, **moment("retirement", WEST))
    assert t.can("rome")


@pytest.mark.rule("ROME1-04c", "SGOLD-04")
@pytest.mark.parametrize(("gold", "barred"), [(2, True), (1, False)])
def test_the_traitor_stays_off_troy_while_both_gold_are_there(gold: int, barred: bool) -> None:
    t = table(
        gold=[{"area": "troy", "owner": EAST, "discs": gold}], east={"discs": {"troy": 2, "tyre": 2}},
        persians={"discs": {"troy": 2, "tyre": 2}, "hand": [TRAITOR, PHILOSOPHER]}, phase="competition",
    ).skip_until("phase_start_card", "persians")  # fmt: skip
    t.do(f"#{TRAITOR}")
    if barred:  # Tyre is the only area: it is named at once
        assert not any(event.area == t.area("troy") for event in t.events("removed"))
        assert t.kind != "name_area"
    else:
        assert t.asked("name_area") and t.can("troy") and t.can("tyre")


@pytest.mark.rule("ROME1-04d", "SGOLD-05")
def test_invaders_loot_roman_gold_and_empires_never_do() -> None:
    t = table(
        visigoths={"discs": {"gades": 1}}, persians={"discs": {"rome": 1}}, east={"discs": {"carthage": 1}},
        west={"discs": {"troy": 1}}, **moment("competition phase"),
    )  # fmt: skip
    declined(t)
    looted = [(event.faction, event.other) for event in t.events("gold_looted")]
    assert sorted(looted) == [(VISIGOTHS, WEST), (PERSIANS, WEST)]
    assert t.of("vp", "visigoths") == t.of("vp", "persians") == 4
    assert t.of("treasury", "persians") == 1 and t.of("vp", "east") == t.of("vp", "west") == 0
    assert t.s.gold[t.area("rome")] == (WEST, 1) and t.area("gades") not in t.s.gold


# ---------------------------------------------------------------------------- scoring (rule 5)


def counted(**given: Any) -> Table:
    return at("victory count", then=["turn order"], **given)


@pytest.mark.rule("ROME1-05a")
def test_a_city_in_rome_with_both_gold_is_worth_four() -> None:
    t = counted(west={"discs": {"rome": 3}}, visigoths={"discs": {"aquitania": 1}})
    assert t.of("vp", "west") == 4


@pytest.mark.rule("ROME1-05a")
@pytest.mark.parametrize(
    ("who", "area", "gold", "vp"),
    [("west", "rome", 2, 3), ("east", "rome", 1, 2), ("east", "troy", 0, 1), ("visigoths", "rome", 2, 0)],
)
def test_a_roman_disc_in_rome_or_troy_scores_with_the_gold_there(
    who: str, area: str, gold: int, vp: int
) -> None:
    where = [{"area": area, "owner": WEST if area == "rome" else EAST, "discs": gold}] if gold else []
    assert counted(gold=where, **{who: {"discs": {area: 1}}}).of("vp", who) == vp


@pytest.mark.rule("ROME1-05b")
@pytest.mark.parametrize("who", NAMES)
def test_new_cities_are_worth_half_for_everybody(who: str) -> None:
    t = counted(**{who: {"discs": {"gades": 3, "umbria": 3, "sicily": 3, "hamath": 3}}})
    assert t.of("vp", who) == Fraction(5, 2)  # one on Gold, three new ones
    bare = counted(gold=[], visigoths={"discs": {"rome": 3, "troy": 3}})
    assert bare.of("vp", "visigoths") == 2


@pytest.mark.rule("ROME1-05c")
def test_control_of_rome_and_troy_is_worth_five_at_the_end() -> None:
    t = at("game end", visigoths={"discs": {"rome": 1}}, east={"discs": {"troy": 2}}, persians={"vp": 4})
    assert t.game.over and t.s.vp == [5, 0, 4, 5]
    t = at("game end", visigoths={"discs": {"rome": 1}}, west={"discs": {"rome": 1}}, persians={"vp": 4},
           barbarians={"discs": {"troy": 3}})  # fmt: skip
    assert t.s.vp == [0, 0, 4, 0] and t.game.winners == [PERSIANS]


@pytest.mark.rule("EXP-17", "ROME1-05c")
@pytest.mark.parametrize("moment", ["next turn", "next epoch"])
def test_the_last_vp_count_when_a_limit_ends_the_game_too(moment: str) -> None:
    t = at(moment, visigoths={"discs": {"rome": 1}}, persians={"vp": 4}, options={"vp_limit": 4}, epoch=3)
    assert t.game.over and t.s.vp == [5, 0, 4, 0] and t.game.winners == [VISIGOTHS]


# --------------------------------------------------------------------------- Invaders (rule 6)


@pytest.mark.rule("ROME1-06a1", "ROME1-06a2", "ROME1-06a3", "ROME1-06a4")
@pytest.mark.parametrize(
    ("who", "first"),
    [
        ("visigoths", {"aquitania", "gallia"}),
        ("persians", {"carchemish", "hamath", "palmyra", "canaan", "petra"}),
    ],
)
def test_an_invader_without_discs_enters_with_twelve(who: str, first: set[str]) -> None:
    t = started(FOUR).skip_until("deploy", who)
    assert t.of("ready", who) == 12 and t.options - {"stop"} == first
    start = sorted(first)[0]
    t.do(start)
    assert t.options - {"stop"} == {start}  # one disc among two of an Empire: nothing to chain from
    t.do(start)
    assert len(t.options) > 3  # as many as the Empire has there


@pytest.mark.rule("ROME1-06a1")
def test_an_invader_enters_again_whenever_it_has_no_disc() -> None:
    t = at("acquisition", VISIGOTHS, visigoths={}, then=[("deployment", VISIGOTHS)])
    assert t.of("ready", "visigoths") == 12 and t.options - {"stop"} == {"aquitania", "gallia"}


@pytest.mark.rule("ROME1-06b")
def test_an_invader_grows_by_eight_at_least() -> None:
    t = at("acquisition", PERSIANS, persians={"discs": {"hamath": 2}}, then=[("deployment", PERSIANS)])
    assert t.of("ready", "persians") == 8
    t = at("acquisition", EAST, east={"discs": {"troy": 1}}, then=[("deployment", EAST)])
    assert t.of("ready", "east") == 3


@pytest.mark.rule("ROME1-06c")
@pytest.mark.parametrize(
    ("who", "treasury", "cities", "drawn"),
    [("visigoths", 0, 0, 4), ("visigoths", 1, 0, 3), ("visigoths", 0, 4, 4), ("west", 0, 0, 3)],
)
def test_an_invader_that_can_draw_no_more_draws_one_more(
    who: str, treasury: int, cities: int, drawn: int
) -> None:
    areas = ["umbria", "etruria", "sicily", "apulia"][:cities]
    own = {"discs": dict.fromkeys(areas, 3) or {"umbria": 1}, "treasury": treasury}
    t = at("draw step", **{who: own})
    declined(t)  # no talents are spent
    told = [event for event in t.events("drew") if event.faction == NAMES.index(who)]
    assert sum(event.n for event in told) == drawn


@pytest.mark.rule("ROME1-06c", "HANN-04d")
def test_who_draws_exactly_so_many_cards_draws_no_bonus_card() -> None:
    t = at(
        "draw step",
        visigoths={"discs": {"umbria": 1}},
        options={"handicaps": [{"exact_draw": 2}, {}, {}, {}]},
    )
    declined(t)
    assert sum(event.n for event in t.events("drew") if event.faction == VISIGOTHS) == 2


@pytest.mark.rule("ROME1-06e")
def test_invaders_decide_about_events_before_romans_with_as_few_vp() -> None:
    s = table(phase="cards", order=[WEST, EAST, PERSIANS, VISIGOTHS]).s
    assert fewest_vp(s) == PERSIANS
    s.vp = [0, 0, 1, 0]
    assert fewest_vp(s) == VISIGOTHS
    s.vp = [1, 0, 1, 0]
    assert fewest_vp(s) == WEST
    s.vp, s.reborn = [0, 0, 0, 0], 1 << PERSIANS  # whoever began anew is no longer the scenario's
    assert fewest_vp(s) == VISIGOTHS


# ---------------------------------------------------------------------------- Wonders (rule 7)


@pytest.mark.rule("ROME1-07", "ROME1-S02")
def test_nobody_builds_a_wonder() -> None:
    rich = {"discs": {"rome": 3, "umbria": 3, "sicily": 2}, "treasury": 6}
    s = table(west=rich, phase="cards").s
    assert buildable(s, WEST) == 0
    assert buildable(position(phase="cards", egypt={"discs": {"kush": 3}, "treasury": 6}, troy={}).s, 0)


ARCHITECT, BUILDERS, ICONOCLASTS, ROBBERS, ORACLE, PILGRIMAGE, OMENS = 41, 88, 86, 87, 38, 97, 19


@pytest.mark.rule("ROME1-07")
@pytest.mark.parametrize("card", [ARCHITECT, BUILDERS, ICONOCLASTS, ROBBERS, ORACLE, OMENS])
@pytest.mark.parametrize("scenario", ALL)
def test_no_card_does_anything_about_wonders(scenario: str, card: int) -> None:
    """None can be played; the Oracle waits for the Turn Order step."""
    names = names_of(scenario)
    who, lands = ("west", ("rome", "umbria")) if "west" in names else ("east", ("troy", "ionia"))
    rich: Any = {"discs": dict.fromkeys(lands, 3), "treasury": 6, "hand": [card, 93]}
    order = sorted(range(len(names)), key=lambda f: names[f] != who)
    t = table(scenario, phase="cards", order=order, gold=[], **{who: rich})
    assert t.asked("card_action", who) and t.options == {"Philosopher", "stop"}  # nor a Wonder


@pytest.mark.rule("ROME1-07")
def test_a_pilgrimage_brings_one_talent() -> None:
    t = table(west={"discs": {"rome": 3, "umbria": 3}, "hand": [PILGRIMAGE, POET]}, phase="cards",
              order=[WEST, VISIGOTHS, PERSIANS, EAST])  # fmt: skip
    t.do(f"#{PILGRIMAGE}")
    assert t.of("treasury", "west") == 1


# ------------------------------------------------------------------------------------ the end


@pytest.mark.rule("ROME1-09")
@pytest.mark.parametrize(
    ("scenario", "area", "winner"), [(FOUR, "rome", "visigoths"), (EAST_ONLY, "troy", "persians")]
)
def test_control_of_rome_wins_a_tie(scenario: str, area: str, winner: str) -> None:
    """5 VP for the area, and as many as the other."""
    other, city = ("east", "thessaly") if scenario == EAST_ONLY else ("west", "sicily")
    given: dict[str, Any] = {winner: {"discs": {area: 1}}, other: {"vp": 5, "discs": {city: 3}}}
    t = table(scenario, gold=[], **given, **moment("game end"))
    assert t.s.vp[t.faction(winner)] == t.s.vp[t.faction(other)] == 5
    assert t.game.winners == [t.s.world.player[t.faction(winner)]]


@pytest.mark.parametrize("scenario", ALL)
def test_whole_games_are_right_to_the_referee(scenario: str) -> None:
    game = Game.new(scenario, 9)
    referee = Referee(game)
    rng = Random(9)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
        referee.follow()
    check_all(game)
