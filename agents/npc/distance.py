"""How far areas lie apart, for an NPC."""

from __future__ import annotations

from acis_rules.box.board import Board
from acis_rules.kernel.types import Areas
from acis_rules.table.distance import FAR, farthest, nearest, rings, steps


def nearest_by_passage(board: Board, areas: Areas, goal: int, passable: int) -> int:
    """Those of the areas nearest to a goal along passable areas (NPC-111); 0 if no way leads there."""
    reach = goal
    while not areas & reach:
        wider = reach | board.around(reach) & passable
        if wider == reach:
            return 0
        reach = wider
    return areas & reach


__all__ = ["FAR", "farthest", "nearest", "nearest_by_passage", "rings", "steps"]
