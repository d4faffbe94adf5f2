"""The board as the page shows it: the map of all pictures, cut to the areas in play, with areas to click."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from html import escape
from itertools import pairwise

from acis_env.render.board_picture import board_shapes
from acis_env.render.layout import MAP_BOTTOM, MARGIN, TOP, drawing_order, rings
from acis_env.render.pieces import area_marks, area_pieces
from acis_env.render.shapes import WIDTH, Point, Ring
from acis_env.render.snapshot import Pieces, Snapshot
from acis_env.render.svg import FONTS, fragment
from acis_rules.box.board import Board
from acis_rules.kernel.bits import members
from acis_rules.kernel.state import State
from acis_rules.table.losses import walled_homes, walls_hold
from acis_rules.words.names import count

AROUND = 26.0  # pixels beside the outermost areas, for names that stand next to them


@functools.lru_cache(maxsize=16)
def board_svg(board: Board) -> str:
    """The map, the areas to click, and empty groups for the marks below and the pieces above each of them."""
    areas = members(board.in_play)
    left, top, right, bottom = _frame(board)
    view = f"{left:g} {top:g} {right - left:g} {bottom - top:g}"
    side = (
        "xMin" if left == MARGIN else "xMax" if right == WIDTH - MARGIN else "xMid"
    )  # the map goes on there
    order = dict.fromkeys(number for number, _ in drawing_order(board.areas))
    clickable = "".join(_area(board, number) for number in order if board.in_play >> number & 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" preserveAspectRatio="{side}YMid" '
        f'font-family="{FONTS}" stroke-linejoin="round" role="group" aria-label="Map">'
        f'<g aria-hidden="true">{fragment(board_shapes(board))}'
        f'{"".join(f"""<g id="m{area}"></g>""" for area in areas)}</g>{clickable}'
        f'<g aria-hidden="true" pointer-events="none">'
        f'{"".join(f"""<g id="p{area}"></g>""" for area in areas)}</g></svg>'
    )


def _frame(board: Board) -> tuple[float, float, float, float]:
    points = [
        point for number in members(board.in_play) for ring in rings(board.areas[number].id) for point in ring
    ]
    xs, ys = zip(*points, strict=True)
    return (
        max(MARGIN, min(xs) - AROUND),
        max(TOP, min(ys) - AROUND),
        min(WIDTH - MARGIN, max(xs) + AROUND),
        min(MAP_BOTTOM, max(ys) + AROUND),
    )


def _area(board: Board, number: int) -> str:
    path = "".join(_path(ring) for ring in _seen(board, number))
    name = escape(board.areas[number].name, quote=True)
    return f'<path class="area" id="a{number}" data-area="{number}" aria-label="{name}" d="{path}"/>'


def _seen(board: Board, number: int) -> list[Ring]:
    """The outlines of an area without those that lie under land: they must not glow."""
    own = list(rings(board.areas[number].id))
    if board.areas[number].kind == "land" or len(own) == 1:
        return own
    land = [ring for area in board.areas if area.kind == "land" for ring in rings(area.id)]
    return [ring for ring in own if not any(_inside(_middle(ring), over) for over in land)]


def _middle(ring: Ring) -> Point:
    xs, ys = zip(*ring, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _inside(point: Point, ring: Ring) -> bool:
    """Whether a point lies in an outline: to its left it is crossed an odd number of times."""
    x, y = point
    crossed = 0
    for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
        crossed += (y1 > y) != (y2 > y) and x1 + (x2 - x1) * (y - y1) / (y2 - y1) < x
    return crossed % 2 == 1


def _path(ring: Ring) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in ring) + "Z"


def board_groups(snapshot: Snapshot) -> dict[str, str]:
    """The marks and pieces of all areas that have any, as SVG by group."""
    out = {f"m{marks.area}": fragment(area_marks(marks)) for marks in snapshot.marks}
    return out | {f"p{pieces.area}": fragment(area_pieces(pieces)) for pieces in snapshot.pieces}


def contents(s: State, snapshot: Snapshot) -> dict[int, str]:
    """What lies in each area, in words."""
    contested = {marks.area for marks in snapshot.marks if marks.contested}
    walled = {
        area for area in members(walled_homes(s)) for f in range(s.world.n_factions) if walls_hold(s, f, area)
    }
    out = {}
    for pieces in snapshot.pieces:
        also = ["Contested"] * (pieces.area in contested) + ["City Walls hold"] * (pieces.area in walled)
        out[pieces.area] = ", ".join(_lies_there(pieces)) + (f" ({', '.join(also)})" if also else "")
    return out


def _lies_there(pieces: Pieces) -> Iterator[str]:
    for faction, n, city in pieces.discs:
        yield f"{faction.name} {n}{' (City)' if city else ''}"
    for faction, n in pieces.allies:
        yield f"{count(n, 'white disc')} for {faction.name}"
    if pieces.wonder is not None:
        yield pieces.wonder[1].name
    if pieces.gold is not None:
        yield "Gold"
