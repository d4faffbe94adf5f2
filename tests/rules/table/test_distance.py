"""How far areas lie apart, walked step by step."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from crowds import new_game

from acis_rules.kernel.bits import mask_of, members
from acis_rules.table.distance import FAR, farthest, nearest, steps


def walked(neighbours: Sequence[int], area: int) -> dict[int, int]:
    """Steps to every area that can be reached."""
    out, here = {area: 0}, [area]
    while here:
        around = {b for a in here for b in members(neighbours[a]) if b not in out}
        out |= dict.fromkeys(around, out[here[0]] + 1)
        here = sorted(around)
    return out


@pytest.mark.parametrize("scenario", ["basic_2p", "basic_4p"])
@pytest.mark.parametrize("seed", range(4))
def test_steps_nearest_and_farthest(scenario: str, seed: int) -> None:
    board, rng = new_game(scenario).state.world.board, Random(seed)
    in_play = members(board.in_play)
    away = {area: walked(board.neighbours, area) for area in in_play}
    for _ in range(10):
        areas, goal = (mask_of(rng.sample(in_play, rng.randint(1, 6))) for _ in range(2))
        far = {area: min(away[area].get(other, FAR) for other in members(goal)) for area in members(areas)}
        for area, n in far.items():
            assert steps(board, area, goal) == n
        for found, best in ((nearest(board, areas, goal), min), (farthest(board, areas, goal), max)):
            assert found == mask_of(area for area, n in far.items() if n == best(far.values()))


def test_without_a_goal_or_a_way_nothing_is_near() -> None:
    board = new_game("basic_2p").state.world.board
    some = mask_of(members(board.in_play)[:3])
    beyond = 1 << next(area for area in range(len(board.areas)) if not board.in_play >> area & 1)
    assert steps(board, members(some)[0], 0) == FAR
    assert nearest(board, some, 0) == farthest(board, some, 0) == some and farthest(board, 0, some) == 0
    if not board.around(beyond) & board.in_play:
        assert steps(board, members(some)[0], beyond) == FAR and nearest(board, some, beyond) == some
