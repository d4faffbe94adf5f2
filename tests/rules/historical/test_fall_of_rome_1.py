"""The Fall of Rome I: seven versions, four turns, two Empires, two Invaders (ROME1 rules)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from helpers import Table, moment, position
from invariants import check_all
from referee import Referee

from acis_rules import Game
from acis_rules.box.board import load_board
from acis_rules.box.scenario import load_scenario
from acis_rules.cards.drawing import fewest_vp
from acis_rules.kernel.actions import STOP
from acis_rules.kernel.bits import members
from acis_rules.phases.aeneas import may_invoke
from acis_rules.phases.growth import growth
from acis_rules.table.ending import leaders, player_score
from acis_rules.table.losses import exposed
from acis_rules.table.terms import bases, placements, room
from acis_rules.table.wonders import buildable
from acis_rules.words.events import describe_event

FOUR = "fall_of_rome_1_4p"
FULL = (FOUR, "fall_of_rome_1_3p_1", "fall_of_rome_1_3p_2", "fall_of_rome_1_2p_1", "fall_of_rome_1_2p_2")
WEST_ONLY, EAST_ONLY = "fall_of_rome_1_2p_3", "fall_of_rome_1_2p_4"
ALL = (*FULL, WEST_ONLY, EAST_ONLY)
VISIGOTHS, WEST, PERSIANS, EAST = range(4)
NAMES = ("visigoths", "west", "persians", "east")
ROMAN_GOLD = [
    {"area": "rome", "owner": WEST, "discs": 2}, {"area": "gades", "owner": WEST, "discs": 1},
    {"area": "carthage", "owner": WEST, "discs": 1}, {"area": "troy", "owner": EAST, "discs": 2},
]  # fmt: skip
TRAITOR, POET, PHILOSOPHER, SLAVE_REVOLT = 45, 39, 43, 20


def started(scenario: str, seed: int = 1, **options: Any) -> Table:
    return Table(Game.new(scenario, seed, options))


def table(scenario: str = FOUR, *, gold: Any = ROMAN_GOLD, epoch: int = 4, **given: Any) -> Table:
    """A position of Epoch IV (or another) with the Gold of Rome, Gades, Carthage and Troy."""
    factions = {name: given.pop(name, {}) for name in NAMES if name in _names(scenario)}
    return position(scenario, **factions, epoch=epoch, gold=gold, **given)


def _names(scenario: str) -> list[str]:
    return [faction.key for faction in load_scenario(scenario).factions]


def at(name: str, *about: Any, then: Any = (), **given: Any) -> Table:
    return table(**moment(name, *about, then=then), **given)


def declined(t: Table) -> Table:
    """Nobody does anything more in this phase."""
    phase = t.s.phase
    while t.s.question is not None and t.s.phase == phase:
        legal = t.game.legal_actions()
        t.game.apply(STOP if STOP in legal else legal[0])
    return t


def play(game: Game, seed: int, until: Any = None) -> Game:
    """Play on at random."""
    rng = Random(seed)
    while not game.over and not (until and until(game)):
        game.apply(rng.choice(game.legal_actions()))
    return game


# ------------------------------------------------------------------------------------ versions


@pytest.mark.rule("ROME1-V1", "ROME1-V2", "ROME1-V3", "ROME1-V4", "ROME1-V5")
@pytest.mark.parametrize(
    ("scenario", "seats", "scores"),
    [
        (FOUR, (0, 1, 2, 3), [3, 10, 5, 7]),
        ("fall_of_rome_1_3p_1", (1, 0, 2, 0), [Fraction(17, 2), 3, 5]),
        ("fall_of_rome_1_3p_2", (0, 1, 0, 2), [4, 10, 7]),
        ("fall_of_rome_1_2p_1", (0, 1, 0, 1), [8, 17]),
        ("fall_of_rome_1_2p_2", (1, 0, 0, 1), [15, 10]),
    ],
)
def test_who_runs_whom_and_how_the_vp_count(
    scenario: str, seats: tuple[int, ...], scores: list[int | Fraction]
) -> None:
    s = started(scenario).s
    assert s.world.ids == NAMES and s.world.player == seats
    assert s.world.board.in_play == load_board().in_play
    s.vp = [3, 10, 5, 7]
    assert [player_score(s, seat) for seat in range(s.world.n_seats)] == scores
    assert leaders(s) == [seat for seat, score in enumerate(scores) if score == max(scores)]


@pytest.mark.rule("ROME1-V6", "ROME1-V7", "MAP-02", "MAP-04")
@pytest.mark.parametrize(
    ("scenario", "names", "cut_line", "gold"),
    [
        (WEST_ONLY, ("visigoths", "west"), "western", {"rome": 2, "gades": 1, "carthage": 1}),
        (EAST_ONLY, ("persians", "east"), "eastern",
         {"troy": 2, "mycenae": 1, "nile_delta": 1, "al_mina": 1, "tyre": 1}),
    ],
)  # fmt: skip
def test_one_empire_and_its_invader_on_half_the_map(
    scenario: str, names: tuple[str, ...], cut_line: str, gold: dict[str, int]
) -> None:
    s = started(scenario).s
    assert s.world.ids == names and s.world.player == (0, 1)
    assert s.world.board.in_play == load_board(cut_line).in_play
    assert {s.world.board.areas[area].id: n for area, (_, n) in s.gold.items()} == gold
    assert s.order == [0, 1]


# --------------------------------------------------------------------------------------- setup


@pytest.mark.rule("ROME1-S01", "ROME1-S02", "ROME1-S03", "ROME1-S07", "ROME1-S13", "ROME1-S14")
def test_displays_colours_homes_and_the_turn_order() -> None:
    t = started(FOUR)
    s, world = t.s, t.s.world
    assert (s.epoch, s.turn, s.phase) == (4, 1, "growth")
    assert [world.civilizations[number].id for number in s.civilization] == [
        "gaul",
        "rome",
        "mycenae",
        "troy",
    ]
    assert [faction.colour for faction in world.scenario.factions] == ["green", "purple", "blue", "red"]
    assert [[world.board.areas[a].id for a in members(home)] for home in s.home] == [
        [],
        ["rome"],
        [],
        ["troy"],
    ]
    assert s.order == [VISIGOTHS, WEST, PERSIANS, EAST]
    assert not sum(s.discs[VISIGOTHS]) and not sum(s.discs[PERSIANS])
    assert t.of("supply", "visigoths") + t.of("ready", "visigoths") == t.of("supply", "persians") == 48
    assert all(wonder.owner < 0 for wonder in s.wonders)


@pytest.mark.rule("ROME1-S04", "ROME1-S05", "ROME1-S06", "ROME1-S11")
def test_the_eastern_empire_has_all_its_discs_on_the_map() -> None:
    t = started(FOUR)
    s = t.s
    assert sum(s.discs[EAST]) == 49 and t.of("supply", "east") == 0 and s.vp[EAST] == 0
    by_number = Counter(s.discs[EAST][area] for area in members(s.at_least[0][EAST]))
    assert by_number == {1: 20, 2: 7, 3: 5}
    for area in ("troy", "mycenae", "nile_delta", "al_mina", "tyre"):
        assert t.discs("east", area) == 3
    for area in ("macedon", "thessaly", "carchemish", "hamath", "palmyra", "canaan", "petra"):
        assert t.discs("east", area) == 2
    assert t.discs("east", "illyria") == t.discs("east", "sirt") == t.discs("east", "trojan_sea") == 1
    assert (s.at_least[0][EAST] & s.world.board.land).bit_count() == 31


@pytest.mark.rule("ROME1-S08", "ROME1-S09", "ROME1-S10", "ROME1-S11")
def test_the_western_empire_has_all_its_discs_on_the_map() -> None:
    t = started(FOUR)
    s = t.s
    assert sum(s.discs[WEST]) == 49 and t.of("supply", "west") == 0 and s.vp[WEST] == 0
    assert s.owes_marker == 1 << WEST | 1 << EAST
    for area, n in {"rome": 3, "gades": 3, "carthage": 3, "dalmatia": 2, "aquitania": 2, "gallia": 2,
                    "liguria": 2, "umbria": 2, "leptis": 1, "lusitania": 1}.items():  # fmt: skip
        assert t.discs("west", area) == n
    assert not s.at_least[0][WEST] & s.world.board.sea
    land = s.world.board.land
    assert s.at_least[0][WEST] | s.at_least[0][EAST] == land | 1 << t.area("trojan_sea")


@pytest.mark.rule("ROME1-S04")
def test_on_the_eastern_map_the_spare_disc_of_sirt_is_the_marker() -> None:
    t = started(EAST_ONLY)
    assert sum(t.s.discs[t.faction("east")]) == 48 and t.of("supply", "east") == 0
    assert not t.s.owes_marker


@pytest.mark.rule("ROME1-S12", "ROME1-04a")
def test_ten_gold_of_the_romans() -> None:
    t = started(FOUR)
    by_owner = {WEST: Counter[str](), EAST: Counter[str]()}
    for area, (owner, n) in t.s.gold.items():
        by_owner[owner][t.s.world.board.areas[area].id] += n
    assert by_owner[WEST] == {"rome": 2, "gades": 1, "carthage": 1}
    assert by_owner[EAST] == {"troy": 2, "mycenae": 1, "nile_delta": 1, "al_mina": 1, "tyre": 1}


@pytest.mark.rule("ROME1-S15", "ROME1-S16")
@pytest.mark.parametrize(("scenario", "hands"), [(FOUR, [3, 2, 3, 2]), (WEST_ONLY, [3, 2])])
def test_ten_cards_without_events_lie_on_top_whatever_is_dealt(scenario: str, hands: list[int]) -> None:
    first = []
    for seed in range(60):
        s = started(scenario, seed).s
        assert [hand.bit_count() for hand in s.hand] == hands
        events = [i for i, card in enumerate(reversed(s.deck)) if s.world.deck.events >> card & 1]
        assert len(events) == 6 and 62 not in s.deck
        first.append(events[0] + sum(hands))
    assert min(first) >= 10 and min(first) < 14


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
    names = _names(scenario)
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


# --------------------------------------------------------------------------------- Huns (rule 8)


def behind(**given: Any) -> dict[str, Any]:
    """Everybody but the Visigoths has 9 VP; these have 2 and some discs."""
    vp = {
        name: {"vp": 9, "discs": {area: 1}}
        for name, area in (("west", "rome"), ("persians", "petra"), ("east", "troy"))
    }
    visigoths = {"vp": 2, "discs": {"gallia": 2}, "hand": [POET], "treasury": 1}
    return {"visigoths": visigoths, **vp, **given}


@pytest.mark.rule("ROME1-08a")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_aeneas_may_be_invoked_in_any_turn(turn: int) -> None:
    t = at("aeneas step", 0, turn=turn, then=["sudden end"], **behind())
    assert t.asked("aeneas", "visigoths")


@pytest.mark.rule("ROME1-08b")
def test_only_a_player_and_a_civilization_in_the_last_place_begin_anew() -> None:
    s = table(phase="evaluation", stack=[["sudden_end"]], **behind()).s
    assert [may_invoke(s, f) for f in range(4)] == [True, False, False, False]
    teams = {"teams": [[0, 1], [2, 3]]}  # in a team its own VP count, as those of all others
    s = table(phase="evaluation", stack=[["sudden_end"]], **behind(), options=teams).s
    assert [may_invoke(s, f) for f in range(4)] == [True, False, False, False]
    s.vp = [2, 2, 9, 9]
    assert not any(may_invoke(s, f) for f in range(4))  # tied
    together = table("fall_of_rome_1_2p_1", phase="evaluation", stack=[["sudden_end"]], **behind()).s
    together.vp = [0, 6, 20, 6]
    assert not may_invoke(together, VISIGOTHS)  # its player leads, 20 to 12
    together.vp = [0, 9, 9, 9]
    assert may_invoke(together, VISIGOTHS)


@pytest.mark.rule("ROME1-08b")
@pytest.mark.parametrize(("vp", "anew"), [(2, True), (9, False), (20, False)])
def test_an_npc_begins_anew_only_in_the_last_place_as_well(vp: int, anew: bool) -> None:
    """Without discs it is as few as can be, and the card is even; but an Invader enters again anyway."""
    deck = [*(card for card in range(1, 104) if card not in (12, 62, POET)), 12]
    visigoths = {"vp": vp, "discs": {}, "hand": [POET]}
    at_step = moment("aeneas step", 0, then=["sudden end"])
    t = table(options={"npcs": [VISIGOTHS]}, deck=deck, **behind(visigoths=visigoths), **at_step)
    assert bool(t.events("huns")) == anew
    used = {**visigoths, "aeneas_used": 1}
    t = table(options={"npcs": [VISIGOTHS]}, deck=deck, **behind(visigoths=used), **at_step)
    assert bool(t.events("left")) == anew


@pytest.mark.rule("ROME1-08c", "ROME1-08d", "ROME1-08e", "ROME1-08i")
@pytest.mark.parametrize(
    ("scenario", "entry"),
    [(FOUR, {"macedon", "thessaly", "noricum", "umbria"}), (WEST_ONLY, {"noricum", "umbria"})],
)
def test_the_first_to_begin_anew_are_the_huns(scenario: str, entry: set[str]) -> None:
    given = behind()
    if scenario == WEST_ONLY:
        given = {name: given[name] for name in ("visigoths", "west")}
    gold = [{"area": "rome", "owner": "west", "discs": 2}]
    t = table(scenario, gold=gold, **given, **moment("aeneas step", 0, then=["sudden end"])).do("yes")
    assert t.asked("aeneas_start", "visigoths") and t.options == entry
    assert t.of("ready", "visigoths") == 18 and t.s.civilization[0] == -1 and not t.s.home[0]
    assert t.discs("barbarians", "gallia") == 2
    assert (
        t.of("vp", "visigoths") == 2 and t.of("treasury", "visigoths") == 1 and t.hand("visigoths") == {POET}
    )
    assert [one.name for one in t.s.world.civilization(t.s, 0).abilities] == ["Headlong Charge"]
    assert describe_event(t.s, t.events("huns")[0]) == "The Huns come, led by seat 0"
    t.do("umbria")
    assert t.discs("visigoths", "umbria") == 1
    check_all(t.game)
    assert Game.from_dict(t.game.to_dict()).to_dict() == t.game.to_dict()


def huns(who: str = "visigoths", **given: Any) -> Table:
    """A position in which one faction is the Huns already."""
    given[who] = {"civilization": None, "aeneas_used": 1, **given.get(who, {})}
    return table(reborn=[NAMES.index(who)], **given)


@pytest.mark.rule("ROME1-08c", "ROME1-08i")
def test_later_ones_choose_a_civilization_and_start_with_eighteen_as_well() -> None:
    given = behind(west={"vp": 1, "discs": {"sicily": 1}})
    del given["visigoths"]
    t = huns(
        visigoths={"vp": 9, "discs": {"umbria": 1}}, **given, **moment("aeneas step", 0, then=["sudden end"])
    )
    t.skip_until("aeneas", "west").do("yes")
    assert t.asked("aeneas_civilization", "west")
    t.do("Egypt")
    assert t.of("ready", "west") == 18 and t.s.world.civilization(t.s, WEST).id == "egypt"
    assert t.asked("aeneas_start", "west") and t.can("sardinia")


@pytest.mark.rule("ROME1-08c")
def test_the_huns_come_once_even_if_they_have_become_something_else() -> None:
    was_huns = {"vp": 9, "discs": {"gallia": 1}, "civilization": "egypt", "aeneas_used": 2}
    given = behind(west={"vp": 1, "discs": {"sicily": 1}}, visigoths=was_huns)
    t = table(
        reborn=[VISIGOTHS], options={"aeneas_uses": 2}, **given,
        **moment("aeneas step", 0, then=["sudden end"]),
    )  # fmt: skip
    t.skip_until("aeneas", "west").do("yes")
    assert t.asked("aeneas_civilization", "west") and not t.events("huns")


@pytest.mark.rule("ROME1-04d", "ROME1-08c")
def test_an_empire_that_is_reborn_is_roman_no_longer() -> None:
    given = behind(west={"vp": 1, "discs": {"sicily": 1}}, visigoths={"vp": 9, "discs": {"gallia": 1}})
    t = table(**given, **moment("aeneas step", 0, then=["sudden end"])).do("yes")
    assert t.s.gold[t.area("rome")] == (EAST, 2) and t.s.gold[t.area("troy")] == (EAST, 2)
    assert room(t.s, WEST) >> t.area("troy") & 1  # the East's areas are open to it
    loot = huns("west", west={"discs": {"rome": 1}}, gold=[{"area": "rome", "owner": EAST, "discs": 2}],
                **moment("competition phase"))  # fmt: skip
    assert declined(loot).of("vp", "west") == 4
    count = huns("west", west={"discs": {"rome": 3}}, **moment("victory count", then=["turn order"]))
    assert count.of("vp", "west") == 1  # a City, and nothing for a Roman disc


DROUGHT = 9  # removes discs from Settlements of a civilization named


@pytest.mark.rule("ROME1-06d1", "ROME1-08c")
@pytest.mark.parametrize(
    ("who", "victim", "area"), [("visigoths", "east", "macedon"), ("east", "visigoths", "gallia")]
)
def test_visigoths_and_the_east_are_strangers_even_if_the_west_is_reborn(
    who: str, victim: str, area: str
) -> None:
    order = [NAMES.index(name) for name in (who, "west", "persians", victim)]
    at = huns("west", west={"discs": {"umbria": 2}}, phase="cards", order=order,
              **{who: {"hand": [DROUGHT], "discs": {"sicily": 2}}, victim: {"discs": {area: 2}}})  # fmt: skip
    at.do("Drought", {"east": "troy", "visigoths": "gaul"}[victim])
    assert at.s.question is None or not (at.kind == "remove" and at.can(area))


TEAMS = {"teams": [[WEST, VISIGOTHS], [EAST, PERSIANS]]}


@pytest.mark.rule("ROME1-04d", "TEAM-01")
def test_a_partner_loots_no_gold_and_inherits_none_unless_it_is_the_other_empire() -> None:
    given = behind(west={"vp": 1, "discs": {"sicily": 1}}, visigoths={"vp": 9, "discs": {"gallia": 1}})
    t = table(**given, **moment("aeneas step", 0, then=["sudden end"]), options=TEAMS).do("yes")
    assert t.s.gold[t.area("rome")] == (EAST, 2)
    assert not t.s.enemies[WEST] >> VISIGOTHS & 1 and t.s.enemies[WEST] >> EAST & 1
    loot = table(visigoths={"discs": {"rome": 1}}, west={"discs": {"sicily": 1}}, options=TEAMS,
                 **moment("competition phase"))  # fmt: skip
    assert declined(loot).of("vp", "visigoths") == 0
    reborn = huns(visigoths={"discs": {"rome": 1}}, west={"discs": {"sicily": 1}}, options=TEAMS,
                  **moment("competition phase"))  # fmt: skip
    assert declined(reborn).of("vp", "visigoths") == 0


@pytest.mark.rule("ROME1-04b", "TEAM-01")
def test_gold_in_troy_protects_romans_not_their_partners() -> None:
    t = table(phase="cards", persians={"discs": {"troy": 3}}, east={"discs": {"egypt": 1}}, options=TEAMS)
    assert exposed(t.s, PERSIANS, t.area("troy")) == 3


@pytest.mark.rule("TEAM-05", "TEAM-06", "ROME1-08c")
def test_the_huns_keep_off_the_homes_of_partners_and_contest_nothing_with_them() -> None:
    t = huns(visigoths={"discs": {"umbria": 1, "etruria": 1}}, west={"discs": {"umbria": 1, "sicily": 1}},
             options=TEAMS, phase="growth")  # fmt: skip
    areas = room(t.s, VISIGOTHS)
    assert not areas >> t.area("umbria") & 1 and not areas >> t.area("rome") & 1
    assert areas >> t.area("etruria") & 1 and areas >> t.area("sicily") & 1


@pytest.mark.rule("ROME1-04b", "ROME1-08c")
def test_gold_protects_the_other_empire_but_no_longer_once_it_is_reborn() -> None:
    here: Any = {"west": {"discs": {"rome": 3}}, "gold": [{"area": "rome", "owner": EAST, "discs": 2}]}
    friend, stranger = table(phase="cards", **here), huns("west", phase="cards", **here)
    assert exposed(friend.s, WEST, friend.area("rome")) == 0
    assert exposed(stranger.s, WEST, stranger.area("rome")) == 3


@pytest.mark.rule("ROME1-08h")
def test_the_huns_grow_by_eight_at_least() -> None:
    t = huns(
        "west", west={"discs": {"umbria": 1}}, **moment("acquisition", WEST, then=[("deployment", WEST)])
    )
    assert t.of("ready", "west") == 8
    t = huns(visigoths={"discs": {}}, **moment("acquisition", VISIGOTHS, then=[("deployment", VISIGOTHS)]))
    assert [event.n for event in t.events("ready")] == [8]  # no longer the 12 of an Invader


@pytest.mark.rule("ROME1-08g")
def test_the_huns_put_a_white_disc_into_a_contested_area() -> None:
    discs = {"umbria": 2, "sicily": 2, "gallia": 1}
    t = huns(visigoths={"discs": discs}, west={"discs": {"umbria": 2, "gallia": 1}}, phase="competition")
    t.skip_until("allies", "visigoths")
    assert t.options - {"stop"} == {"umbria"}
    t.do("umbria")
    assert t.s.allies == {(t.area("umbria"), VISIGOTHS): 1}


def in_terror(deck: list[int], discard: list[int], rng: int = 0) -> Table:
    """The Huns with a Poet in hand, and one Contested area."""
    rest = [card for card in range(1, 104) if card not in {*deck, *discard, POET, 62}]
    return huns(
        visigoths={"discs": {"umbria": 2}, "hand": [POET]}, west={"discs": {"umbria": 2}},
        deck=deck, discard=discard, aside=rest, phase="competition", rng=rng,
    )  # fmt: skip


@pytest.mark.rule("ROME1-08f")
def test_terror_turns_up_a_competition_card_of_the_deck() -> None:
    iron, events = 64, [98, 99, 100, 101]
    t = in_terror([iron, *events, 1, 2], [7, 8])
    assert t.asked("offer", "visigoths")
    t.do("yes")
    assert t.asked("offer", "visigoths")  # the only card goes at once; which pile?
    t.do("yes")
    assert t.hand("visigoths") == {iron} and POET in t.s.discard
    assert sorted(t.s.deck) == [1, 2, *events] and sorted(t.s.discard) == sorted([7, 8, POET])
    assert not t.events("event")  # Events are not resolved
    assert all(t.s.known[viewer * 4 + VISIGOTHS] == 1 << iron for viewer in (WEST, PERSIANS, EAST))
    (told,) = t.events("searched")
    assert told.card == iron and told.cards[-1] == iron and told.n == len(told.cards)
    check_all(t.game)


@pytest.mark.rule("ROME1-08f")
@pytest.mark.parametrize("pile", ["yes", "no"])  # the deck, or the discard pile
def test_terror_shuffles_the_pile_and_puts_back_what_it_turned_up(pile: str) -> None:
    iron, cards = 64, [7, 8, 9, 10, 11]
    turned_up, left = set(), set()
    for chance in range(24):
        t = in_terror(*(([iron, *cards], [1]) if pile == "yes" else ([1], [iron, *cards])), rng=chance)
        t.do("yes", pile)
        (told,) = t.events("searched")
        turned_up.add(told.cards)
        rest = t.s.deck if pile == "yes" else t.s.discard
        assert t.hand("visigoths") == {iron} and sorted(rest) == sorted([*cards, *([POET] * (pile == "no"))])
        left.add(tuple(t.s.deck) if pile == "yes" else tuple(t.s.discard))
    assert len({len(cards) for cards in turned_up}) > 3  # not from the top
    assert pile == "no" or len(left) > 12  # what was turned up is shuffled in


@pytest.mark.rule("ROME1-08f")
def test_terror_may_turn_to_the_discard_pile_or_find_nothing() -> None:
    t = in_terror([1, 2], [64, 7]).do("yes", "no")
    assert (
        t.hand("visigoths") == {64}
        and sorted(t.s.discard) == sorted([7, POET])
        and sorted(t.s.deck) == [1, 2]
    )
    t = in_terror([1, 2], [64, 7]).do("yes", "yes")
    assert t.hand("visigoths") == set() and sorted(t.s.deck) == [1, 2] and 64 in t.s.discard
    assert describe_event(t.s, t.events("searched")[0]) == "Huns turn up 2 cards and find nothing"


@pytest.mark.rule("ROME1-08f")
@pytest.mark.parametrize("change", [{"hand": []}, {"discs": {"umbria": 2}, "alone": True}])
def test_there_is_no_terror_without_a_card_or_a_contested_area(change: dict[str, Any]) -> None:
    alone = change.pop("alone", False)
    own = {"discs": {"umbria": 2}, "hand": [POET], **change}
    t = huns(visigoths=own, west={"discs": {"sicily" if alone else "umbria": 2}}, phase="competition")
    assert t.game.over or t.kind != "offer"


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


def test_huns_come_and_use_their_abilities_in_games() -> None:
    """In games in which Invaders sit still they come, charge and spread terror."""
    kinds: Counter[str] = Counter()
    for seed in range(12):
        game = Game.new(WEST_ONLY, seed)
        rng = Random(seed)
        while not game.over:
            legal = game.legal_actions()
            idle = game.decision.kind == "deploy" and not game.state.reborn and STOP in legal
            game.apply(STOP if idle else rng.choice(legal))
        kinds.update(event.kind for event in game.events)
    assert kinds["huns"] > 5 and kinds["searched"] > 0
