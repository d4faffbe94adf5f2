"""How far areas lie apart: looked up in rings around each area, made once per board."""

from __future__ import annotations

import functools

from acis_rules.box.board import Board
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Area, Areas

FAR = 99  # no way leads there


@functools.cache
def rings(board: Board) -> list[list[int]]:
    """By area: the areas at most 0, 1, 2 ... steps away."""
    out = []
    for area in range(len(board.areas)):
        reach = 1 << area
        ring = [reach]
        while True:
            wider = reach | board.around(reach)
            if wider == reach:
                break
            ring.append(wider)
            reach = wider
        out.append(ring)
    return out


def steps(board: Board, area: Area, goal: int) -> int:
    """Steps from an area to the nearest area of a set."""
    if goal:
        for n, reach in enumerate(rings(board)[area]):
            if reach & goal:
                return n
    return FAR


def nearest(board: Board, areas: Areas, goal: int) -> int:
    """Those of the areas that are nearest to a set of areas; all of them if there is no way."""
    if not goal:
        return areas
    reach = goal
    while not areas & reach:
        wider = reach | board.around(reach)
        if wider == reach:
            return areas
        reach = wider
    return areas & reach


def farthest(board: Board, areas: Areas, goal: int) -> int:
    """Those of the areas that are farthest from a set of areas."""
    if not goal:
        return areas
    best = max(steps(board, area, goal) for area in members(areas))
    return sum(1 << area for area in members(areas) if steps(board, area, goal) == best)


def nearest_by_passage(board: Board, areas: Areas, goal: int, passable: int) -> int:
    """Those of the areas nearest to a goal along passable areas (NPC-111); 0 if no way leads there."""
    reach = goal
    while not areas & reach:
        wider = reach | board.around(reach) & passable
        if wider == reach:
            return 0
        reach = wider
    return areas & reach
