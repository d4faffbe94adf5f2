"""The whole picture of a position as a scene: a fixed part per board, and groups that change."""

from __future__ import annotations

import functools

from acis_rules.box.board import Board

from .board_picture import board_shapes
from .panel import SIZE, fixed_shapes, panel_groups
from .pieces import area_marks, area_pieces
from .shapes import Scene, Shapes
from .snapshot import Snapshot

__all__ = ["SIZE", "changing_groups", "fixed_part"]


def fixed_part(snapshot: Snapshot) -> Shapes:
    """Paper, map and names."""
    return _fixed(snapshot.board, fixed_shapes(snapshot))


@functools.lru_cache(maxsize=8)
def _fixed(board: Board, around: Shapes) -> Shapes:
    return (*around, *board_shapes(board))


def changing_groups(snapshot: Snapshot) -> Scene:
    """Marks of areas, then pieces, then what stands around the map."""
    scene: Scene = {f"m{marks.area}": area_marks(marks) for marks in snapshot.marks}
    scene |= {f"p{pieces.area}": area_pieces(pieces) for pieces in snapshot.pieces}
    return scene | panel_groups(snapshot)
