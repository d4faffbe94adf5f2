"""Bans in random positions, area by area: no area and no civilization is special."""

from __future__ import annotations

from random import Random

import pytest
from crowds import crowded, where

from acis_rules.box.bans import Ban
from acis_rules.kernel.bits import mask_of, members
from acis_rules.table.terms import is_contested
from acis_rules.variants.bans import banned_areas, holds_now

SEEDS = pytest.mark.parametrize("seed", range(6))


@pytest.mark.rule("ROME1-03d1", "EGYM-2P2b")
@SEEDS
@pytest.mark.parametrize("discs", [1, 2, 3])
def test_where_others_are_in_such_numbers(seed: int, discs: int) -> None:
    s, rng = crowded("basic_4p", seed), Random(seed)
    areas = mask_of(rng.sample(members(s.world.board.in_play), 40))
    ban = Ban(who=0b1111, areas=areas, others=rng.randrange(1, 16), discs=discs)
    for f in range(4):
        others = [other for other in members(ban.others) if other != f]
        there = where(s, lambda area, others=others: any(s.discs[o][area] >= discs for o in others))
        assert banned_areas(s, f, ban) == areas & there


@pytest.mark.rule("PERS-07")
@SEEDS
@pytest.mark.parametrize("declared", [False, True])
def test_where_a_disc_more_would_make_the_area_contested(seed: int, declared: bool) -> None:
    s, rng = crowded("basic_4p", seed), Random(seed)
    s.allies = {}
    coming = mask_of(rng.sample(members(s.world.board.in_play), 30)) if declared else 0
    ban = Ban(who=0b1111, areas=s.world.board.in_play, others=0b1111, contest=True)
    for f in range(4):
        expected = 0
        for area in members(s.world.board.in_play):
            before = is_contested(s, area)
            after = s.copy()
            after.discs[f][area] += 1 + (coming >> area & 1)
            if any(s.discs[o][area] for o in range(4) if o != f) and not before and is_contested(after, area):
                expected |= 1 << area
        assert banned_areas(s, f, ban, coming) == expected


@pytest.mark.rule("TEAM-05", "PERS-13b", "HANN-03b1")
@SEEDS
def test_homes_gold_and_areas_without_own_discs(seed: int) -> None:
    s, rng = crowded("basic_4p", seed), Random(seed)
    board = s.world.board
    s.home = [1 << area for area in rng.sample(members(board.in_play), 4)]
    s.gold = {area: (rng.randrange(5), 1) for area in rng.sample(members(board.in_play), 20)}
    whose = rng.randrange(1, 32)
    for f in range(4):
        homes = mask_of(members(home)[0] for other, home in enumerate(s.home) if other != f)
        assert banned_areas(s, f, Ban(0b1111, board.in_play, others=0b1111, home=True)) == homes
        lies = mask_of(area for area, (owner, _) in s.gold.items() if owner in members(whose))
        assert banned_areas(s, f, Ban(0b1111, board.land, gold=whose)) == lies & board.land
        here = where(s, lambda area, f=f: s.discs[f][area] > 0)
        assert banned_areas(s, f, Ban(0b1111, board.land, unoccupied=True)) == board.land & ~here


@pytest.mark.rule("PERS-13b", "HANN-08c3")
def test_when_a_ban_holds() -> None:
    s = crowded("basic_4p", 1)
    found = {
        (turn, epoch, phase)
        for turn in range(1, 5)
        for epoch in (1, 2)
        for phase in ("growth", "cards")
        for s.turn, s.epoch, s.phase in [(turn, epoch, phase)]
        if holds_now(s, Ban(1, 1, turns=0b1010, phases=frozenset(["growth"])))
    }
    assert found == {(1, 1, "growth"), (3, 1, "growth")}
    for s.turn, s.epoch, s.phase in [(1, 1, "growth"), (2, 2, "cards")]:
        assert holds_now(s, Ban(1, 1))


@pytest.mark.rule("ROME1-08c")
def test_a_ban_forgets_those_who_are_reborn_unless_it_is_lasting() -> None:
    s = crowded("basic_4p", 2)
    s.reborn = 0b0010
    everybody = Ban(who=0b1111, areas=s.world.board.in_play, others=0b1111)
    without = banned_areas(s, 0, everybody._replace(others=0b1101))
    assert banned_areas(s, 0, everybody) == without
    lasting = banned_areas(s, 0, everybody._replace(lasting=True))
    assert lasting & ~without and not without & ~lasting
