"""Invaders that return: who is weaker, how often, and where the discs go (EGY-09)."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, moment, position

from acis_rules.historical.returning import (
    about_to_act,
    is_weaker,
    return_first,
    return_neighbours,
    return_rest,
    returned,
    returns,
)
from acis_rules.kernel.actions import area_action
from acis_rules.kernel.bits import members
from acis_rules.table.terms import room

EGYPT, HITTITES, SEA, TRIBUTARIES = range(4)
LAND, COAST = 2, 1  # discs in each area


def king(phase: str = "growth", **given: Any) -> Table:
    """God-King of Egypt with nothing to come."""
    factions: dict[str, Any] = {
        "egypt": {"discs": {"egypt": 1}}, "hittites": {"discs": {"troy": 1}},
        "sea_peoples": {"discs": {"minos": 1}}, "tributaries": {},
    } | given  # fmt: skip
    t = position("god_king", **factions, **moment("card phase"))
    t.s.stack, t.s.question, t.s.phase = [], None, phase
    return t


@pytest.mark.rule("EGY-09a")
@pytest.mark.parametrize(
    ("own", "vp", "egypt", "tributaries", "theirs", "weaker"),
    [
        (0, 9, 1, 0, 0, True), (3, 1, 2, 2, 2, True), (4, 1, 2, 2, 2, False), (3, 2, 2, 2, 2, False),
        (5, 1, 2, 2, 2, False), (1, 0, 2, 0, 1, True), (1, 0, 0, 2, 1, True), (2, 0, 1, 1, 1, False),
    ],
)  # fmt: skip
def test_who_is_weaker_than_egypt_and_its_ally_together(
    own: int, vp: int, egypt: int, tributaries: int, theirs: int, weaker: bool
) -> None:
    def row(n: int, *areas: str) -> dict[str, dict[str, int]]:
        return {"discs": {area: min(4, n - 4 * i) for i, area in enumerate(areas) if n > 4 * i}}

    t = king(hittites=row(own, "troy", "lydia") | {"vp": vp}, egypt=row(egypt, "egypt") | {"vp": theirs},
             tributaries=row(tributaries, "tyre"))  # fmt: skip
    assert is_weaker(t.s, HITTITES) == weaker


@pytest.mark.rule("EGY-09a")
def test_only_invaders_of_the_game_system_look_whether_they_are_weaker() -> None:
    t = king()
    for f in range(4):
        about_to_act(t.s, f)
    assert t.s.stack == [("returns", HITTITES), ("returns", SEA)]


@pytest.mark.rule("EGY-09a", "OPT-12")
@pytest.mark.parametrize(
    ("discs", "used", "anew"),
    [({}, 0, True), ({}, 1, False), ({"troy": 4, "lydia": 4}, 0, False), ({}, 2, False)],
)
def test_a_weaker_one_begins_anew_once(discs: dict[str, int], used: int, anew: bool) -> None:
    t = king(hittites={"discs": discs, "aeneas_used": used, "vp": 5})
    returns(t.s, HITTITES)
    assert (t.s.stack == [("return_first", HITTITES)]) == anew
    assert t.s.aeneas_used[HITTITES] == used + anew


@pytest.mark.rule("EGY-09c", "DSET-07a")
@pytest.mark.parametrize(("ready", "supply", "left"), [(0, 48, 10), (5, 40, 10), (14, 30, 12), (0, 1, 0)])
def test_twelve_discs_are_ready_and_two_go_to_the_first_area(ready: int, supply: int, left: int) -> None:
    t = king(hittites={"discs": {}})
    t.s.ready[HITTITES], t.s.supply[HITTITES] = ready, supply
    return_first(t.s, HITTITES)
    placed = t.discs("hittites", "phrygia")
    assert placed == min(2, ready + supply) and t.s.ready[HITTITES] == left
    assert t.s.stack == [
        ("return_rest", HITTITES, 0, 0),
        ("return_neighbours", HITTITES, COAST),
        ("return_neighbours", HITTITES, LAND),
    ]


@pytest.mark.rule("EGY-09b", "STK-05")
def test_an_open_sea_takes_one_of_the_two() -> None:
    t = king(sea_peoples={"discs": {}})
    return_first(t.s, SEA)
    assert t.discs("sea_peoples", "central_mediterranean") == 1 and t.s.ready[SEA] == 11


@pytest.mark.rule("EGY-09c", "DSET-07b", "DSET-07c")
@pytest.mark.parametrize("each", [LAND, COAST])
@pytest.mark.parametrize("invader", [HITTITES, SEA])
def test_all_neighbours_get_their_discs_if_they_suffice(each: int, invader: int) -> None:
    t = king()
    s, board = t.s, t.s.world.board
    s.ready[invader], s.supply[invader] = 30, 10
    start = t.area("phrygia" if invader == HITTITES else "central_mediterranean")
    kind = board.land if each == LAND else board.sea
    before = bytes(s.discs[invader])
    free = board.neighbours[start] & kind & room(s, invader)
    for home in s.home[:3]:
        if home != s.home[invader]:
            free &= ~(home | board.around(home))
    return_neighbours(s, invader, each)
    expected = {area: max(each, before[area]) for area in members(free)}
    assert {area: s.discs[invader][area] for area in members(free)} == expected
    assert s.ready[invader] == 30 - sum(expected.values()) + sum(before[area] for area in members(free))
    assert s.question is None


@pytest.mark.rule("EGY-09c", "DSET-09")
@pytest.mark.parametrize("ready", [0, 1, 3])
def test_if_they_do_not_suffice_it_chooses(ready: int) -> None:
    t = king(hittites={"discs": {"ionia": 2, "cilicia": 1}})
    t.s.ready[HITTITES] = ready
    return_neighbours(t.s, HITTITES, LAND)
    assert (t.s.question is not None) == bool(ready)
    if t.s.question is not None:
        assert t.s.question.n == ready and t.asked("starting_disc")
        around = t.s.world.board.neighbours[t.area("phrygia")]
        for area in ("ionia", "cilicia"):
            if around >> t.area(area) & 1:
                assert t.can(area) == (area == "cilicia")


@pytest.mark.rule("EGY-09c", "DSET-07d")
@pytest.mark.parametrize(("area", "grown"), [("phrygia", True), ("lydia", False)])
def test_an_area_from_before_is_noted_as_grown_and_a_new_one_is_not(area: str, grown: bool) -> None:
    t = king(hittites={"discs": {"phrygia": 2, "ionia": 2}})
    t.s.ready[HITTITES] = 3
    before, first = 1 << t.area("phrygia") | 1 << t.area("ionia"), 1 << t.area("ionia")
    returned(t.s, area_action(t.area(area)), HITTITES, before, first)
    assert t.s.stack == [("return_rest", HITTITES, before, first | (grown << t.area(area)))]
    assert t.s.ready[HITTITES] == 2


@pytest.mark.rule("EGY-09c", "DSET-07b", "DSET-09")
@pytest.mark.parametrize(("missing", "asked"), [(0, False), (1, True)])
def test_exactly_enough_is_enough(missing: int, asked: bool) -> None:
    t = king(hittites={"discs": {"phrygia": 2}})
    s = t.s
    s.ready[HITTITES], s.supply[HITTITES] = 30, 10
    after = s.copy()
    return_neighbours(after, HITTITES, LAND)
    s.ready[HITTITES] = 30 - after.ready[HITTITES] - missing
    return_neighbours(s, HITTITES, LAND)
    assert (s.question is not None) == asked and (asked or s.ready[HITTITES] == 0)


@pytest.mark.rule("EGY-09c", "DSET-07d", "GRO-14")
@pytest.mark.parametrize(("ready", "asked"), [(2, True), (0, False)])
def test_without_discs_or_areas_the_rest_goes_home(ready: int, asked: bool) -> None:
    t = king(hittites={"discs": {"phrygia": 2}})
    s = t.s
    s.ready[HITTITES], s.ready_land[HITTITES], supply = ready, 0, s.supply[HITTITES]
    return_rest(s, HITTITES, 0, 0)
    assert (s.question is not None) == asked and s.supply[HITTITES] == supply
    s.question, s.ready[HITTITES] = None, 3
    for other in range(len(s.discs)):  # no area is left
        if other == TRIBUTARIES:
            s.at_least[0][other] = s.world.board.in_play & ~s.at_least[0][HITTITES]
    return_rest(s, HITTITES, s.at_least[0][HITTITES], s.at_least[0][HITTITES])
    assert s.question is None and s.ready[HITTITES] == 0 and s.supply[HITTITES] == supply + 3
