"""Empires and Invaders area by area: whose cards reach where, bribes, the Pope, the Huns."""

from __future__ import annotations

from typing import Any

import pytest
from crowds import where
from fall_of_rome_tables import EAST, FOUR, NAMES, PERSIANS, POET, VISIGOTHS, WEST, table
from helpers import Table, moment

from acis_rules.effects import Play
from acis_rules.historical.bribes import MOST_FACTIONS, PEACE, before_competitions, bribed, peace_is_over
from acis_rules.historical.empires import (
    empires,
    invaders,
    other_empires,
    reaches_from_nearby,
    strikes_where_the_foe_is,
    too_far,
    without_the_foe,
)
from acis_rules.historical.fall_of_rome import entry_of_the_huns, terror_begins
from acis_rules.kernel.bits import mask_of, members
from acis_rules.kernel.log import Event
from acis_rules.kernel.marks import set_mark
from acis_rules.kernel.state import State
from acis_rules.table.terms import near, occupied, room
from acis_rules.variants.foresight import Trial

STRANGER = {WEST: PERSIANS, EAST: VISIGOTHS, VISIGOTHS: EAST, PERSIANS: WEST}
ALLY = {VISIGOTHS: WEST, PERSIANS: EAST}  # the Empire an Invader has to do with
DISCS = {
    "visigoths": {"gallia": 3, "illyria": 1, "rome": 1}, "west": {"rome": 3, "sicily": 2, "illyria": 1},
    "persians": {"petra": 3, "ionia": 1, "sicily": 1},
    "east": {"troy": 3, "macedon": 2, "illyria": 2, "ionia": 1},
}  # fmt: skip


def fall(**given: Any) -> Table:
    """The four of them, here and there together."""
    factions: dict[str, Any] = {name: {"discs": DISCS[name], **given.pop(name, {})} for name in NAMES}
    return table(FOUR, **factions, **{"gold": [], **moment("card phase"), **given})


def near_by_walking(s: State, faction: int) -> int:
    """Areas with its discs, and those next to them."""
    board = s.world.board
    return where(s, lambda area: bool((board.neighbours[area] | 1 << area) & occupied(s, faction)))


@pytest.mark.rule("ROME1-06d1", "ROME1-06d2")
def test_who_is_an_empire_and_who_an_invader() -> None:
    s = fall().s
    assert (members(empires(s)), members(invaders(s))) == ([WEST, EAST], [VISIGOTHS, PERSIANS])
    s.reborn = 1 << WEST | 1 << PERSIANS
    assert (members(empires(s)), members(invaders(s))) == ([EAST], [VISIGOTHS, WEST, PERSIANS])


@pytest.mark.rule("ROME1-06d1", "ROME1-06d2")
@pytest.mark.parametrize("by", range(4))
def test_cards_reach_strangers_from_nearby_only(by: int) -> None:
    s = fall().s
    far = occupied(s, STRANGER[by]) & ~near_by_walking(s, by)
    assert far
    for victim in range(5):
        assert too_far(s, victim, by) == far
    for area in members(s.world.board.in_play):
        for kind, reaches in (("placed", False), ("removed", False), ("barbarians", True), ("allies", True)):
            told = [Event("revealed", card=5), Event(kind, by, area=area, n=1)]
            lawful = reaches_from_nearby(s, Play(by, "card", 5), Trial(s, told))
            assert lawful == (reaches or not far >> area & 1)


@pytest.mark.rule("ROME2-06e1", "ROME2-06e2")
def test_invaders_strike_empires_only_beside_their_own_one() -> None:
    s = fall().s
    for by in range(4):
        beside = occupied(s, ALLY[by]) if by in ALLY else occupied(s, WEST) | occupied(s, EAST)
        for victim in range(5):
            closed = without_the_foe(s, victim, by) & s.world.board.in_play
            if victim in (WEST, EAST) and by in ALLY:
                assert closed == s.world.board.in_play & ~beside
            elif victim not in (WEST, EAST):
                assert closed == 0
        assert other_empires(s, by) == (1 << STRANGER[by] if by in ALLY else 0)
    for by, ally in ALLY.items():
        for victim in range(5):
            for area in members(s.world.board.in_play):
                trial = Trial(s, [Event("removed", victim, area=area, n=1), Event("talents", WEST, n=-1)])
                lawful = victim not in (WEST, EAST) or bool(occupied(s, ally) >> area & 1)
                assert strikes_where_the_foe_is(s, Play(by, "card", 5), trial) == lawful


# --------------------------------------------------------------------------- bribes and the Pope


@pytest.mark.rule("ROME1-10.5c")
@pytest.mark.parametrize("invader", [VISIGOTHS, PERSIANS])
@pytest.mark.parametrize("empire", [WEST, EAST])
def test_a_bribe_closes_one_home_to_one_invader(invader: int, empire: int) -> None:
    t = fall(options={"rules": ["bribes"]})
    s = t.s
    set_mark(s, PEACE, 1 << invader * MOST_FACTIONS + empire)
    assert [bribed(s, f, 0) for f in range(4)] == [s.home[empire] if f == invader else 0 for f in range(4)]
    peace_is_over(s)
    assert not any(bribed(s, f, 0) for f in range(4))


@pytest.mark.rule("ROME1-10.4b")
def test_the_empire_of_rome_alone_may_appeal() -> None:
    t = fall(options={"rules": ["pope"]})
    for homes, asked in (((), [WEST]), ((EAST,), [EAST]), ((VISIGOTHS,), [])):
        t.s.stack = []
        for f in range(4):
            if homes:
                t.s.home[f] = 1 << t.area("rome") if f in homes else 1 << t.area("troy")
        before_competitions(t.s)
        assert t.s.stack == [("appeal", empire) for empire in asked]


# ------------------------------------------------------------------------------------ the Huns


@pytest.mark.rule("ROME1-08d")
def test_only_the_huns_enter_where_the_scenario_says() -> None:
    s = table(reborn=[VISIGOTHS], visigoths={"civilization": None, "aeneas_used": 1}).s
    entry = mask_of(map(s.world.board.find, ("macedon", "thessaly", "noricum", "umbria")))
    for f in range(4):
        expected = entry & room(s, f) if f == VISIGOTHS else 0b1011
        assert entry_of_the_huns(s, f, 0b1011) == expected


@pytest.mark.rule("ROME1-08f")
@pytest.mark.parametrize(
    ("hand", "discs", "comes"),
    [
        ([POET], {"rome": 2}, True),
        ([], {"rome": 2}, False),
        ([POET], {"umbria": 2}, False),
        ([POET], {}, False),
    ],
)
def test_terror_needs_a_contested_area_and_a_card(
    hand: list[int], discs: dict[str, int], comes: bool
) -> None:
    huns = {"civilization": None, "aeneas_used": 1, "hand": hand, "discs": discs}
    t = table(reborn=[VISIGOTHS], visigoths=huns, west={"discs": {"rome": 1, "sicily": 2}, "hand": [43]},
              east={"discs": {"sicily": 2}}, **moment("card phase"))  # fmt: skip
    t.s.stack = []
    terror_begins(t.s)
    assert t.s.stack == ([("terror", VISIGOTHS)] if comes else [])


@pytest.mark.rule("ROME1-06d1", "ROME1-06d2")
def test_near_is_where_a_disc_is_or_next_to_it() -> None:
    s = fall().s
    assert [near(s, f) & s.world.board.in_play for f in range(4)] == [near_by_walking(s, f) for f in range(4)]
