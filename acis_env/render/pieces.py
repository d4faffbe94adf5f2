"""What lies on the map: discs, white discs, Wonders, Gold, and what marks an area."""

from __future__ import annotations

import functools
from typing import NamedTuple

from acis_rules.box.board import load_board

from . import palette
from .board_picture import home_icon
from .fonts import text_width
from .layout import TOKEN, WONDER_HEIGHT, Place, places, rings
from .palette import darker
from .shapes import Circle, Lines, Point, Polygon, Rect, Ring, Shape, Shapes, Text
from .snapshot import Appearance, Holding, Marks, Pieces

RADIUS = 10.5
CITY_RADIUS = 11.5
STACK = 2.4  # how much of a lower disc of a stack shows
MOST_SHOWN = 4  # discs of a stack; its number tells the rest
CITY_GAP = 3.6  # between a City's discs and the ring around them
SMALLEST = 0.82  # how much smaller stacks may be drawn
ROW = 30.0  # between rows of stacks in a crowded area
HATCH = 9.0  # between the lines over a forbidden area


@functools.lru_cache(maxsize=4096)
def area_marks(marks: Marks) -> Shapes:
    """Outlines and hatching of an area, the house of its civilization."""
    outline = rings(load_board().areas[marks.area].id)
    out: list[Shape] = []
    if marks.competition:
        out.append(Polygon(outline, palette.COMPETITION + "70"))
    if marks.forbidden:
        out.append(Lines(hatching(outline), palette.FORBIDDEN + "90", 1.3))
    if marks.contested:
        out.append(Polygon(outline, "", "#ffffff", 5.0))
        out.append(Polygon(outline, "", palette.CONTESTED, 3.0))
    for i, faction in enumerate(marks.home_of):
        x, y = places()[marks.area].home
        out.append(home_icon((x - 3 * i, y - 3 * i), faction.colour, palette.INK))
    return tuple(out)


def hatching(outline: tuple[Ring, ...]) -> tuple[Ring, ...]:
    """Diagonal lines across the inside of an outline."""
    lines: list[Ring] = []
    for ring in outline:
        sums = [x + y for x, y in ring]  # a diagonal is where x + y stays the same
        at = (min(sums) // HATCH + 1) * HATCH
        while at < max(sums):
            cuts = sorted(_cuts(ring, at))
            lines += zip(cuts[::2], cuts[1::2], strict=False)
            at += HATCH
    return tuple(lines)


def _cuts(ring: Ring, at: float) -> list[Point]:
    """Where the diagonal x + y = at crosses a ring."""
    out = []
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        a, b = x1 + y1 - at, x2 + y2 - at
        if (a < 0) != (b < 0):
            t = a / (a - b)
            out.append((x1 + t * (x2 - x1), y1 + t * (y2 - y1)))
    return out


@functools.lru_cache(maxsize=8192)
def area_pieces(pieces: Pieces) -> Shapes:
    """All that lies in an area, in rows around the place for it."""
    place = places()[pieces.area]
    out: list[Shape] = []
    if pieces.gold is not None:
        out += _gold(*place.gold, *pieces.gold)
    stacks = [Stack(faction, n, city) for faction, n, city in pieces.discs]
    stacks += [Stack(faction, n, white=True) for faction, n in pieces.allies]
    scale = _scale(place, stacks)
    for one, (x, y) in zip(stacks, _spots(place, stacks, scale), strict=True):
        out += draw_stack(x, y, one, scale)
    if pieces.wonder is not None:
        out += _wonder(place, *pieces.wonder)
    return tuple(out)


class Stack(NamedTuple):
    """Discs of one faction in one area; white ones are its allies."""

    faction: Appearance
    n: int = 1
    city: bool = False
    white: bool = False

    @property
    def width(self) -> float:
        """With the ring of a City and the number."""
        return 2 * (CITY_RADIUS + CITY_GAP) if self.city else 2 * RADIUS + (5 if self.n > 1 else 2)


def _rows(place: Place, stacks: list[Stack]) -> list[list[Stack]]:
    """One row, or two if the area is crowded."""
    half = (len(stacks) + 1) // 2
    wide = sum(one.width for one in stacks) > max(place.room, 2.4 * TOKEN)
    return [stacks[:half], stacks[half:]] if wide and len(stacks) > 2 else [stacks]


def _scale(place: Place, stacks: list[Stack]) -> float:
    """Stacks are drawn smaller where they have little room."""
    widest = max((sum(one.width for one in row) for row in _rows(place, stacks)), default=0.0)
    return min(1.0, max(SMALLEST, 1.25 * place.room / widest)) if widest else 1.0


def _spots(place: Place, stacks: list[Stack], scale: float) -> list[Point]:
    """Centres of the stacks."""
    x, y = place.pieces
    rows = _rows(place, stacks)
    out = []
    for i, row in enumerate(rows):
        left = x - sum(one.width for one in row) / 2 * scale
        row_y = y + i * ROW * scale  # the name stands above the first row
        for one in row:
            out.append((left + one.width / 2 * scale, row_y))
            left += one.width * scale
    return out


def draw_stack(x: float, y: float, discs: Stack, scale: float = 1.0) -> Shapes:
    """Discs on top of each other, the letter of their civilization and their number."""
    faction, n, city, white = discs
    r = (CITY_RADIUS if city else RADIUS) * scale
    shown = min(n, MOST_SHOWN)
    fill = palette.WHITE_DISC if white else faction.colour
    rim = faction.colour if white else darker(faction.colour)
    ink = palette.INK if white else faction.ink
    rise = STACK * scale
    bottom = y + (shown - 1) * rise / 2
    top = y - (shown - 1) * rise / 2
    out: list[Shape] = []
    if city:
        out.append(Circle(x, y, r + CITY_GAP * scale, "#ffffff", palette.CITY_RING, 1.6))
    for i in range(shown):
        out.append(Circle(x, bottom - i * rise, r, fill, rim, 3.0 * scale if white else 1.2))
    out.append(Text(x, top + 4.4 * scale, faction.mark, 12.5 * scale, ink, "middle", bold=True))
    if n > 1:
        bx, by = x + r - 2.2 * scale, bottom + r - 3.5 * scale
        size = max(8.0, (9.6 if n < 10 else 8.0) * scale)
        out.append(Circle(bx, by, max(5.2, 6.2 * scale), "#ffffff", palette.INK, 1.0))
        out.append(Text(bx, by + size * 0.355, str(n), size, palette.INK, "middle", bold=True))
    return tuple(out)


def _wonder(place: Place, owner: Appearance, wonder: Holding) -> list[Shape]:
    """A block with the Wonder's name; a buried one lies face down."""
    size, h = 8.4, WONDER_HEIGHT
    w = text_width(wonder.name, size, True) + 10 + 5.5 * wonder.discs
    x, y = place.wonder[0] - w / 2, place.wonder[1]
    if wonder.buried:
        block = Rect(x, y, w, h, palette.BURIED, palette.BURIED_INK, 1.2, 2)
        box: Ring = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        back = Lines(hatching((box,)), palette.BURIED_INK + "60", 1.0)
        return [block, back, Text(x + w / 2, y + 9.8, wonder.name, size, palette.PAPER, "middle", bold=True)]
    out: list[Shape] = [
        Rect(x + 1.5, y + 2, w, h, "#00000040", "", 0, 2),
        Rect(x, y, w, h, palette.WONDER, darker(owner.colour), 1.8, 2),
        Text(x + 4, y + 9.8, wonder.name, size, palette.WONDER_INK, bold=True),
    ]
    for i in range(wonder.discs):
        out.append(Circle(x + w - 6 - 5.5 * i, y + h / 2, 2.3, owner.colour, darker(owner.colour), 0.6))
    return out


def _gold(x: float, y: float, owner: Appearance, n: int) -> list[Shape]:
    """A nugget for each Gold disc, side by side."""
    points = ((-6, 1), (-3, -5), (3, -5), (6, 1), (0, 5))
    words = f"{n} Gold of {owner.name}"
    rings = [tuple((x + 8 * i + dx, y + dy) for dx, dy in points) for i in range(n)]
    return [Polygon((ring,), palette.GOLD, palette.GOLD_RIM, 1.2, words) for ring in rings]
