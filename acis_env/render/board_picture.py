"""The map without pieces: lands, seas, borders and names."""

from __future__ import annotations

import functools

from acis_rules.box.board import Board, MapArea

from . import palette
from .layout import LINE, MAP_HEIGHT, MARGIN, SCALE_X, TOP, drawing_order, places, rings
from .shapes import Point, Polygon, Rect, Ring, Shape, Shapes, Text


@functools.lru_cache(maxsize=8)
def board_shapes(board: Board) -> Shapes:
    """All that never changes on a board."""
    names = [shape for number in range(len(board.areas)) for shape in _name(board, number)]
    return (*_water_and_land(board), *names, _frame())


def _frame() -> Rect:
    return Rect(MARGIN, TOP, 100 * SCALE_X, MAP_HEIGHT, "", palette.COAST, 1.5)


def _water_and_land(board: Board) -> list[Shape]:
    order = list(dict.fromkeys(number for number, _ in drawing_order(board.areas)))
    lands = [number for number in order if board.areas[number].kind == "land"]
    seas = [number for number in order if board.areas[number].kind != "land"]
    coast = [Polygon(rings(board.areas[i].id), "", palette.COAST, 2.8) for i in lands if _in_play(board, i)]
    return [
        Rect(MARGIN, TOP, 100 * SCALE_X, MAP_HEIGHT, palette.OUT_SEA),
        *(_area(board, number) for number in seas),
        *coast,
        *(_area(board, number) for number in lands),
    ]


def _in_play(board: Board, number: int) -> bool:
    return bool(board.in_play >> number & 1)


def _area(board: Board, number: int) -> Polygon:
    area = board.areas[number]
    if not _in_play(board, number):
        fill = palette.OUT_LAND if area.kind == "land" else palette.OUT_SEA
        return Polygon(rings(area.id), fill, palette.OUT_BORDER, 1.0, f"{area.name} (not in play)")
    fill, border = {
        "land": (palette.LAND, palette.LAND_BORDER),
        "coastal": (palette.COASTAL_SEA, palette.SEA_BORDER),
        "open": (palette.OPEN_SEA, palette.SEA_BORDER),
    }[area.kind]
    return Polygon(rings(area.id), fill, border, 1.0, area.name)


def _name(board: Board, number: int) -> list[Shape]:
    area, place = board.areas[number], places()[number]
    colour = _name_colour(board, area, number)
    x, y = place.name
    role = f"name n{number}" if _in_play(board, number) else "name out"
    halo = palette.SMALL_NAME_HALO if place.size < 10 and _in_play(board, number) else ""
    out: list[Shape] = [
        Text(x, y + place.size * (0.86 + LINE * i), line, place.size, colour, "middle", False, halo, role)
        for i, line in enumerate(place.lines)
    ]
    if area.home_of is not None and _in_play(board, number):
        out.append(home_icon(place.home, palette.LAND, palette.COAST))
    return out


def _name_colour(board: Board, area: MapArea, number: int) -> str:
    if not _in_play(board, number):
        return palette.OUT_NAME
    return palette.LAND_NAME if area.kind == "land" else palette.SEA_NAME


def home_icon(centre: Point, fill: str, stroke: str) -> Polygon:
    """A little house: the home of a civilization."""
    x, y = centre
    house: Ring = (
        (x - 5, y + 4.5), (x - 5, y - 0.5), (x, y - 5), (x + 5, y - 0.5), (x + 5, y + 4.5),
    )  # fmt: skip
    return Polygon((house,), fill, stroke, 1.1)
