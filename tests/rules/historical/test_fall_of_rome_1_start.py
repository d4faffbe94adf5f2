"""The Fall of Rome I: seven versions and their setup (ROME1-V1 to V7, ROME1-S01 to S16)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from fall_of_rome_tables import (
    EAST,
    EAST_ONLY,
    FOUR,
    NAMES,
    PERSIANS,
    VISIGOTHS,
    WEST,
    WEST_ONLY,
    started,
)

from acis_rules.box.board import load_board
from acis_rules.kernel.bits import members
from acis_rules.table.ending import leaders, player_score

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
