"""How far areas lie apart: looked up in rings around each area, made once per board."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from ..kernel.bits import mask_of, members
from ..kernel.types import Area, Areas

if TYPE_CHECKING:
    from ..box.board import Board

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


def steps(board: Board, area: Area, goal: Areas) -> int:
    """Steps from an area to the nearest area of a set."""
    if goal:
        for n, reach in enumerate(rings(board)[area]):
            if reach & goal:
                return n
    return FAR


def nearest(board: Board, areas: Areas, goal: Areas) -> Areas:
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


def farthest(board: Board, areas: Areas, goal: Areas) -> Areas:
    """Those of the areas that are farthest from a set of areas."""
    if not goal or not areas:
        return areas
    best = max(steps(board, area, goal) for area in members(areas))
    return mask_of(area for area in members(areas) if steps(board, area, goal) == best)
