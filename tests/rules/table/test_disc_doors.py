"""Discs, talents and VP that change places: where they are afterwards, and what is told of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from helpers import Table, moment, position

from acis_rules.table.changes import (
    add_allies,
    change_colour,
    dismiss_allies,
    gain_loot,
    gain_talents,
    gain_vp,
    give_talent,
    leave_for_good,
    loot_to_treasury,
    lose_talents,
    lose_vp,
    move_disc,
    place,
    place_if_able,
    put_barbarians,
    ready_to_supply,
    remove,
    resettle,
    return_disc,
    to_ready,
    trim,
    whole,
)
from acis_rules.table.terms import camps, cities, occupied, settlements

EGYPT, TROY, BLACK = 0, 1, 2


def two(**given: Any) -> Table:
    """Egypt and Troy in a Card Phase with nothing after it."""
    given = {"egypt": {"discs": {"tyre": 2}}, "troy": {"discs": {"troy": 2}}, **given}
    return position("basic_2p", **moment("card phase"), **given)


def last(t: Table) -> tuple[str, int, int, int, str]:
    """What was told last."""
    event = t.events()[-1]
    return event.kind, event.faction, event.area, event.n, event.cause


# ------------------------------------------------------------------------------------ discs


@pytest.mark.rule("DEF-24")
@pytest.mark.parametrize("ready", [False, True])
def test_a_disc_comes_from_supply_or_from_ready(ready: bool) -> None:
    t = two(egypt={"discs": {"tyre": 2}, "ready": 3})
    supply = t.of("supply", "egypt")
    place(t.s, EGYPT, t.area("tyre"), "deploy", from_ready=ready)
    assert t.discs("egypt", "tyre") == 3 and cities(t.s, EGYPT) == 1 << t.area("tyre")
    assert (t.of("ready", "egypt"), t.of("supply", "egypt")) == ((2, supply) if ready else (3, supply - 1))
    assert last(t) == ("placed", EGYPT, t.area("tyre"), 1, "deploy")


@pytest.mark.rule("GRO-12")
@pytest.mark.parametrize(("area", "left"), [("tyre", 1), ("gulf_of_sidon", 2)])
def test_ready_discs_for_land_alone_are_used_up_on_land(area: str, left: int) -> None:
    t = two()
    to_ready(t.s, EGYPT, 2, "card", land_only=True)
    to_ready(t.s, EGYPT, 1, "growth")
    assert (t.s.ready[EGYPT], t.s.ready_land[EGYPT]) == (3, 2)
    place(t.s, EGYPT, t.area(area), "deploy", from_ready=True)
    assert (t.s.ready[EGYPT], t.s.ready_land[EGYPT]) == (2, left)
    place(t.s, EGYPT, t.area("tyre"), "card")  # of the supply
    assert t.s.ready_land[EGYPT] == left


@pytest.mark.rule("EGY-04c", "GRO-12")
@pytest.mark.parametrize(("area", "left"), [("tyre", 1), ("gulf_of_sidon", 2)])
def test_a_ready_disc_for_land_that_becomes_one_of_the_tributaries_goes_home(area: str, left: int) -> None:
    t = position(
        "god_king", phase="cards", egypt={"discs": {"egypt": 1}}, hittites={"discs": {"troy": 1}},
        sea_peoples={"discs": {"minos": 1}}, tributaries={"discs": {"tyre": 1, "gulf_of_sidon": 1}},
        order=[0, 1, 2],
    )  # fmt: skip
    to_ready(t.s, EGYPT, 3, "card", land_only=True)
    t.s.ready_land[EGYPT] = 2
    supply, blue = t.of("supply", "egypt"), t.of("supply", "tributaries")
    place(t.s, EGYPT, t.area(area), "deploy", from_ready=True)
    assert t.discs("tributaries", area) == 2 and not t.discs("egypt", area)
    assert (t.s.ready[EGYPT], t.s.ready_land[EGYPT]) == (2, left)
    assert (t.of("supply", "egypt"), t.of("supply", "tributaries")) == (supply + 1, blue - 1)


@pytest.mark.rule("GRO-12", "GRO-14")
def test_only_discs_in_supply_become_ready_and_what_is_left_goes_back() -> None:
    t = two()
    t.s.supply[EGYPT] = 2
    to_ready(t.s, EGYPT, 5, "growth", land_only=True)
    assert (t.s.supply[EGYPT], t.s.ready[EGYPT], t.s.ready_land[EGYPT]) == (0, 2, 2)
    assert last(t) == ("ready", EGYPT, -1, 2, "growth")
    n = len(t.events())
    to_ready(t.s, EGYPT, 1, "growth")
    assert len(t.events()) == n and t.s.ready[EGYPT] == 2
    t.s.supply[EGYPT] = 1
    ready_to_supply(t.s, EGYPT)
    assert (t.s.supply[EGYPT], t.s.ready[EGYPT], t.s.ready_land[EGYPT]) == (3, 0, 0)


@pytest.mark.rule("CRD-17")
@pytest.mark.parametrize(
    ("supply", "there", "placed"), [(1, 3, True), (0, 3, False), (1, 4, False), (5, 0, True)]
)
def test_a_disc_is_placed_only_if_supply_and_stacking_allow_it(supply: int, there: int, placed: bool) -> None:
    t = two(egypt={"discs": {"tyre": there} if there else {"sinai": 1}})
    t.s.supply[EGYPT] = supply
    assert place_if_able(t.s, EGYPT, t.area("tyre"), "card") is placed
    assert t.discs("egypt", "tyre") == there + placed and t.s.supply[EGYPT] == supply - placed


@pytest.mark.rule("DEF-11", "DEF-16", "DEF-27")
def test_city_settlement_camp_and_nothing() -> None:
    t = two(egypt={"discs": {"tyre": 4}})
    tyre = 1 << t.area("tyre")
    found = []
    for _ in range(4):
        remove(t.s, EGYPT, t.area("tyre"), "card 5")
        found.append([term(t.s, EGYPT) == tyre for term in (cities, settlements, camps, occupied)])
        assert last(t) == ("removed", EGYPT, t.area("tyre"), 1, "card 5")
    assert found == [
        [True, False, False, True], [False, True, False, True], [False, False, True, True], [False] * 4,
    ]  # fmt: skip
    assert t.of("supply", "egypt") == 48


@pytest.mark.rule("CMP-11", "CMP-12", "CMP-13")
def test_white_discs_fall_before_own_ones() -> None:
    t = two()
    tyre = t.area("tyre")
    add_allies(t.s, EGYPT, tyre, 1, "card 1")
    add_allies(t.s, EGYPT, tyre, 1, "card 2")
    assert t.s.allies == {(tyre, EGYPT): 2} and last(t) == ("allies", EGYPT, tyre, 1, "card 2")
    remove(t.s, EGYPT, tyre, "competition")
    assert t.s.allies == {(tyre, EGYPT): 1} and last(t) == ("ally_removed", EGYPT, tyre, 1, "competition")
    remove(t.s, EGYPT, tyre, "competition")
    assert not t.s.allies and t.discs("egypt", "tyre") == 2
    remove(t.s, EGYPT, tyre, "competition")
    assert t.discs("egypt", "tyre") == 1
    add_allies(t.s, EGYPT, tyre, 1, "card 1")
    dismiss_allies(t.s)
    assert not t.s.allies and t.discs("egypt", "tyre") == 1


@pytest.mark.rule("CMP-26")
def test_discs_that_fall_in_a_competition_are_counted_there_and_only_there() -> None:
    t = two(egypt={"discs": {"tyre": 2, "sinai": 1}}, barbarians={"discs": {"tyre": 2}})
    t.s.fallen, t.s.competition_area = [0, 0], t.area("tyre")
    for faction, area in ((EGYPT, "tyre"), (EGYPT, "tyre"), (EGYPT, "sinai"), (BLACK, "tyre")):
        remove(t.s, faction, t.area(area), "competition")
    assert t.s.fallen == [2, 0] and not t.discs("egypt", "sinai") and t.discs("barbarians", "tyre") == 1


@pytest.mark.rule("GRO-13")
def test_a_disc_of_a_city_that_resettles_becomes_ready() -> None:
    t = two(egypt={"discs": {"tyre": 3}})
    supply = t.of("supply", "egypt")
    resettle(t.s, EGYPT, t.area("tyre"))
    assert (t.discs("egypt", "tyre"), t.of("ready", "egypt"), t.of("supply", "egypt")) == (2, 1, supply)
    assert last(t) == ("resettled", EGYPT, t.area("tyre"), 1, "") and not cities(t.s, EGYPT)


@pytest.mark.rule("EXP-43")
@pytest.mark.parametrize("to", ["sinai", ""])
def test_a_disc_moves_to_another_area_or_to_ready(to: str) -> None:
    t = two()
    supply = t.of("supply", "egypt")
    move_disc(t.s, EGYPT, t.area("tyre"), t.area(to) if to else -1, "exploration")
    assert t.discs("egypt", "tyre") == 1 and t.of("supply", "egypt") == supply
    assert (t.discs("egypt", "sinai"), t.of("ready", "egypt")) == ((1, 0) if to else (0, 1))


@pytest.mark.rule("PERS-05a", "PERS-05b")
def test_a_disc_that_changes_its_colour_is_taken_and_placed_in_one_go() -> None:
    t = two(egypt={"discs": {"tyre": 3}})
    mine, theirs = t.of("supply", "egypt"), t.of("supply", "troy")
    for _ in range(2):
        change_colour(t.s, EGYPT, TROY, t.area("tyre"), "card")
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (1, 2)
    assert (t.of("supply", "egypt"), t.of("supply", "troy")) == (mine + 2, theirs - 2)
    assert camps(t.s, EGYPT) == settlements(t.s, TROY) & ~(1 << t.area("troy")) == 1 << t.area("tyre")
    assert [e.kind for e in t.events()[-2:]] == ["removed", "placed"] and t.events()[-1].n == 1


@pytest.mark.rule("CRD-19")
@pytest.mark.parametrize(
    ("there", "n", "supply", "after"),
    [(0, 3, 50, 3), (2, 3, 50, 5), (4, 2, 50, 6), (1, 3, 2, 3), (1, 3, 0, 1)],
)
def test_barbarians_come_as_far_as_their_supply_goes(there: int, n: int, supply: int, after: int) -> None:
    t = two(barbarians={"discs": {"petra": there}} if there else {})
    t.s.supply[BLACK] = supply
    before = len(t.events())
    put_barbarians(t.s, t.area("petra"), n, "card 30")
    assert t.discs("barbarians", "petra") == after and t.s.supply[BLACK] == supply - (after - there)
    levels = [bool(row[BLACK] >> t.area("petra") & 1) for row in t.s.at_least]
    assert levels == [after >= level for level in (1, 2, 3, 4)]
    if after > there:
        assert last(t) == ("barbarians", BLACK, t.area("petra"), after - there, "card 30")
    else:
        assert len(t.events()) == before


@pytest.mark.rule("STK-06")
def test_what_is_too_much_after_the_competitions_goes_home() -> None:
    t = two(
        egypt={"discs": {"tyre": 4, "gulf_of_sidon": 2}}, troy={"discs": {"troy": 3}},
        barbarians={"discs": {"petra": 4}},
    )  # fmt: skip
    for area in ("petra", "gulf_of_sidon"):
        put_barbarians(t.s, t.area(area), 3, "card")
    place(t.s, EGYPT, t.area("gulf_of_sidon"), "card")
    t.s.phase = "evaluation"
    trim(t.s)
    assert (t.discs("egypt", "tyre"), t.discs("troy", "troy"), t.discs("barbarians", "petra")) == (3, 3, 3)
    assert t.discs("egypt", "gulf_of_sidon") == t.discs("barbarians", "gulf_of_sidon") == 2
    assert {e.cause for e in t.events("removed")} == {"stacking"} and len(t.events("removed")) == 7


@pytest.mark.rule("STK-02", "STK-06")
@pytest.mark.parametrize(("phase", "land", "coast"), [("growth", 4, 2), ("evaluation", 3, 2)])
def test_each_phase_has_limits_of_its_own(phase: str, land: int, coast: int) -> None:
    t = two(egypt={"discs": {"tyre": 4, "gulf_of_sidon": 2}})
    for area in ("tyre", "gulf_of_sidon"):
        for _ in range(2):
            place(t.s, EGYPT, t.area(area), "card")
    t.s.phase = phase
    trim(t.s)
    assert (t.discs("egypt", "tyre"), t.discs("egypt", "gulf_of_sidon")) == (land, coast)


@pytest.mark.rule("NPC-80")
def test_discs_of_a_civilization_out_of_the_game_leave_it() -> None:
    t = two(troy={"discs": {"troy": 2}, "ready": 1, "treasury": 2})
    leave_for_good(t.s, TROY)
    assert t.s.absent == 1 << TROY and t.s.supply[TROY] == t.s.ready[TROY] == 0
    return_disc(t.s, TROY, t.area("troy"), "card")
    assert t.discs("troy", "troy") == 1 and t.s.supply[TROY] == 0


# ----------------------------------------------------------------------------- talents and VP


@pytest.mark.rule("CMP-26", "CMP-28")
def test_loot_is_added_to_the_treasury() -> None:
    t = two(egypt={"discs": {"tyre": 2}, "treasury": 2})
    for n in (1, 2):
        gain_loot(t.s, EGYPT, t.area("tyre"), n)
    assert (t.of("loot", "egypt"), t.of("treasury", "egypt")) == (3, 2)
    assert last(t) == ("looted", EGYPT, t.area("tyre"), 2, "")
    loot_to_treasury(t.s)
    assert (t.of("loot", "egypt"), t.of("treasury", "egypt")) == (0, 5)
    assert (t.of("loot", "troy"), t.of("treasury", "troy")) == (0, 0)


@pytest.mark.rule("NPC-80")
def test_whoever_is_out_of_the_game_gains_nothing() -> None:
    t = two()
    t.s.absent = 1 << TROY
    before = len(t.events())
    gain_talents(t.s, TROY, 2, "card")
    gain_loot(t.s, TROY, t.area("troy"), 1)
    gain_vp(t.s, TROY, 2, "card")
    assert t.s.treasury == t.s.loot == t.s.vp == [0, 0] and len(t.events()) == before
    gain_talents(t.s, EGYPT, 2, "card")
    gain_vp(t.s, EGYPT, 1, "card")
    assert t.s.treasury == [2, 0] and t.s.vp == [1, 0]


@pytest.mark.rule("DEF-41")
@pytest.mark.parametrize(("has", "n", "lost"), [(3, 2, 2), (2, 3, 2), (0, 1, 0), (1, 0, 0)])
def test_nobody_loses_more_talents_or_vp_than_it_has(has: int, n: int, lost: int) -> None:
    t = two(egypt={"discs": {"tyre": 2}, "treasury": has, "vp": has})
    before = len(t.events())
    assert lose_talents(t.s, EGYPT, n, "card") == lose_vp(t.s, EGYPT, n, "card") == lost
    assert t.of("treasury", "egypt") == t.of("vp", "egypt") == has - lost
    assert [(e.kind, e.n) for e in t.events()[before:]] == (
        [("talents", -lost), ("vp", -lost)] if lost else []
    )


@pytest.mark.rule("HOS-05")
def test_a_talent_given_is_the_others() -> None:
    t = two(egypt={"discs": {"tyre": 2}, "treasury": 3}, troy={"discs": {"troy": 2}, "treasury": 1})
    give_talent(t.s, EGYPT, TROY)
    assert t.s.treasury == [2, 2]
    event = t.events("talent_given")[0]
    assert (event.faction, event.other, event.n) == (EGYPT, TROY, 1)


@pytest.mark.parametrize(
    ("points", "as_one"), [(2, 2), (Fraction(4, 2), 2), (Fraction(3, 2), Fraction(3, 2)), (Fraction(1), 1)]
)
def test_halves_become_whole_again(points: int | Fraction, as_one: int | Fraction) -> None:
    assert whole(points) == as_one and type(whole(points)) is type(as_one)


def test_two_halves_are_one_vp() -> None:
    t = two()
    for total in (Fraction(1, 2), 1):
        gain_vp(t.s, EGYPT, Fraction(1, 2), "cities")
        assert t.s.vp[EGYPT] == total and type(t.s.vp[EGYPT]) is type(total)
    assert lose_vp(t.s, EGYPT, Fraction(1, 2), "card") == Fraction(1, 2) and t.s.vp[EGYPT] == Fraction(1, 2)
    assert lose_vp(t.s, EGYPT, 1, "card") == Fraction(1, 2) and t.s.vp[EGYPT] == 0
