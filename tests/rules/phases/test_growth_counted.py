"""Growth counted disc by disc in random positions, and what holds for a turn only."""

from __future__ import annotations

from itertools import pairwise

import pytest
from crowds import crowded, new_game, where
from helpers import at, position

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


@pytest.mark.rule("GRO-03", "GRO-13")
@pytest.mark.parametrize(
    ("moment", "n", "kind"), [("retirement", 1, "retire"), ("resettlement", 3, "resettle")]
)
def test_areas_come_in_ascending_order_and_none_is_left_out(moment: str, n: int, kind: str) -> None:
    board = new_game("basic_2p").state.world.board
    numbers = members(board.land & board.in_play)[:12]
    assert any(b == a + 1 for a, b in pairwise(numbers))  # neighbours in the list of the map
    names = [board.areas[area].id for area in numbers]
    egypt = {"discs": dict.fromkeys(names, n)}
    t = position("basic_2p", phase="growth", stack=[[moment, 0, 0]], egypt=egypt, troy={})
    for i, name in enumerate(names):
        assert t.asked(kind, "egypt") and t.options - {"stop"} == {*names[i:]}
        t.do(name)
    assert t.s.question is None or not t.asked(kind)
    assert sum(t.s.discs[0]) == 12 * (n - 1) and t.s.ready[0] == (12 if n == 3 else 0)
