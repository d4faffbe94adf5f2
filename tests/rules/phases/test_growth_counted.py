"""Growth counted disc by disc in random positions, and what holds for a turn only."""

from __future__ import annotations

import pytest
from crowds import crowded, where
from helpers import at

from acis_rules.kernel.bits import members
from acis_rules.kernel.machine import do_step
from acis_rules.phases.growth import growth


@pytest.mark.rule("GRO-05", "GRO-06", "GRO-07", "GRO-08")
@pytest.mark.parametrize("seed", range(16))
def test_settlements_seas_and_trade(seed: int) -> None:
    s = crowded("basic_4p", seed)
    board = s.world.board
    for f in range(4):
        own = s.discs[f]
        towns = where(s, lambda area, own=own: own[area] == 2) & board.land
        seas = where(s, lambda area, own=own: own[area] > 0) & board.coastal
        beside = [area for area in members(board.in_play) if (board.neighbours[area] | 1 << area) & seas]
        partners = [o for o in range(4) if o != f and any(s.discs[o][area] for area in beside)]
        assert growth(s, f) == towns.bit_count() + seas.bit_count() // 2 + len(partners)


@pytest.mark.rule("DEF-04")
def test_a_new_turn_forgets_what_was_done_in_the_last_one() -> None:
    s = at("turn order cards", 0, egypt={"discs": {"tyre": 2}}, troy={"discs": {"troy": 2}}).s
    fields = ("passed", "built_this_turn", "used", "omens", "looted", "forbidden")
    for field in fields:
        setattr(s, field, 0b11)
    do_step(s, ("turn",))
    assert [getattr(s, field) for field in fields] == [0] * 6 and not s.counted
    assert [frame[0] for frame in s.stack] == [
        "evaluation",
        "competition_phase",
        "card_phase",
        "growth_phase",
    ]
