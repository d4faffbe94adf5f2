"""Where the names and the pieces of each area go: found once per map, by looking for free room.

A name and its pieces stand together inside their area, the name as large as fits. Areas too small
for that (Melite, Kydonia ...) carry only the pieces; their names stand beside them, on the sea.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from acis_rules.box.board import MapArea, load_board, load_shapes

from .fonts import text_width
from .shapes import WIDTH, Point, Ring

MARGIN = 12.0
TOP = 62.0
SCALE_X = (WIDTH - 2 * MARGIN) / 100
SCALE_Y = 19.0
MAP_HEIGHT = 40 * SCALE_Y
MAP_BOTTOM = TOP + MAP_HEIGHT

TOKEN = 27.0  # room for one stack of discs
TOKEN_HEIGHT = 33.0
HOME_ICON = 13.0  # width
LINE = 1.06  # line height of names
LAND_SIZES = (13.0, 12.0, 11.0, 10.0, 9.2, 8.6)
SEA_SIZES = (12.0, 11.0, 10.0, 9.2, 8.6)
SMALLEST = 9.6  # of names beside their area
WHOLLY, MOSTLY, NEARLY = 0.995, 0.86, 0.72  # how much lies inside the area
WONDER_WIDTH, WONDER_HEIGHT = 86.0, 13.0
NUGGETS = 20.0  # width of two
WINDOW = 110  # pixels around a small area in which its name is looked for

Floats = NDArray[np.float64]


class Place(NamedTuple):
    """Where an area's name and pieces go."""

    lines: tuple[str, ...]
    size: float
    name: Point  # top centre of the name
    pieces: Point  # centre of the row of discs
    room: float  # width of the row
    home: Point  # centre of the home icon
    wonder: Point = (0.0, 0.0)  # top centre of a Wonder's block
    gold: Point = (0.0, 0.0)  # centre of the first of its nuggets


class _Block(NamedTuple):
    """A name with the room for pieces below it or beside it."""

    lines: tuple[str, ...]
    size: float
    tokens: int
    below: bool
    name_w: float
    name_h: float

    @property
    def row(self) -> float:
        return self.tokens * TOKEN

    @property
    def w(self) -> float:
        return max(self.name_w, self.row) if self.below else self.name_w + 4 + self.row

    @property
    def h(self) -> float:
        return self.name_h + TOKEN_HEIGHT if self.below else max(self.name_h, TOKEN_HEIGHT)

    @property
    def name_at(self) -> Point:
        """Top left corner of the name, from that of the block."""
        return ((self.w - self.name_w) / 2, 0.0) if self.below else (0.0, (self.h - self.name_h) / 2)

    @property
    def row_at(self) -> Point:
        """Top left corner of the room for pieces."""
        return ((self.w - self.row) / 2, self.name_h) if self.below else (self.w - self.row, 0.0)

    @property
    def worth(self) -> float:
        return self.size * (1.0 if self.below else 0.9) + (2.2 if self.tokens > 1 else 0)


class _Spot(NamedTuple):
    """The pixels of one area, cut out of the map."""

    mask: NDArray[np.bool_]
    left: int
    top: int


def to_pixels(x: float, y: float) -> Point:
    """A point of the map (x east, y north) in the picture."""
    return round(MARGIN + x * SCALE_X, 1), round(TOP + (40 - y) * SCALE_Y, 1)


@functools.cache
def rings(area: str) -> tuple[Ring, ...]:
    """The outlines of an area in the picture.

    Holes are left out: what lies in them is drawn later, on top.
    """
    return tuple(tuple(to_pixels(x, y) for x, y in polygon[0]) for polygon in load_shapes()[area])


def ring_size(ring: Ring) -> float:
    """The area a ring encloses."""
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


@functools.cache
def places() -> tuple[Place, ...]:
    """The place of every area, by its number."""
    areas = load_board().areas
    owners = _owners(areas)
    taken, stacks = np.zeros(owners.shape), np.zeros(owners.shape)
    found: dict[int, Place] = {}
    for i, area in enumerate(areas):
        spot = _spot(owners, area, i, 0)
        place = _inside(area, spot, WHOLLY, WHOLLY) or _inside(area, spot, WHOLLY, NEARLY)
        if place is None and area.kind != "land":  # a sea's name beside it would name another sea
            place = _inside(area, spot, MOSTLY, NEARLY)
        if place is not None:
            found[i] = place
            _take(taken, place)
            _stack(stacks, place)
    land = np.isin(owners, [i for i, area in enumerate(areas) if area.kind == "land"])
    for i, area in enumerate(areas):
        if i not in found:
            found[i] = _beside(area, _spot(owners, area, i, WINDOW), taken, stacks, land)
            _take(taken, found[i])
            _stack(stacks, found[i])
    names = np.zeros(owners.shape)
    for place in found.values():
        _take_name(names, place)
    return tuple(_with_gold(_with_wonder(found[i], taken), names + stacks) for i in range(len(areas)))


def _owners(areas: Sequence[MapArea]) -> NDArray[np.int32]:
    """The area each pixel belongs to; -1 on borders."""
    owner = Image.new("I", (int(WIDTH), int(MAP_BOTTOM) + 1), -1)
    pen = ImageDraw.Draw(owner)
    for number, ring in drawing_order(areas):
        pen.polygon(list(ring), fill=number)
    for _, ring in drawing_order(areas):
        pen.line([*ring, ring[0]], fill=-1, width=3)
    return np.asarray(owner)


def _spot(owners: NDArray[np.int32], area: MapArea, number: int, around: int) -> _Spot:
    xs = [x for ring in rings(area.id) for x, _ in ring]
    ys = [y for ring in rings(area.id) for _, y in ring]
    left, top = max(0, int(min(xs)) - around), max(0, int(min(ys)) - around)
    crop = owners[top : int(max(ys)) + around + 1, left : int(max(xs)) + around + 1]
    return _Spot(crop == number, left, top)


def drawing_order(areas: Sequence[MapArea]) -> list[tuple[int, Ring]]:
    """All outlines: seas first, larger ones first, so that islands lie on top."""
    all_rings = [(i, ring) for i, area in enumerate(areas) for ring in rings(area.id)]
    return sorted(all_rings, key=lambda item: (areas[item[0]].kind == "land", -ring_size(item[1])))


def _sums(values: NDArray[Any]) -> Floats:
    out = np.zeros((values.shape[0] + 1, values.shape[1] + 1))
    out[1:, 1:] = values.cumsum(0).cumsum(1)
    return out


def _in_boxes(sums: Floats, w: float, h: float) -> Floats:
    """The sum over every box of a size, by its top left corner."""
    iw, ih = int(np.ceil(w)), int(np.ceil(h))
    if sums.shape[0] <= ih or sums.shape[1] <= iw:
        return np.zeros((0, 0))
    return sums[ih:, iw:] - sums[:-ih, iw:] - sums[ih:, :-iw] + sums[:-ih, :-iw]


def _splits(name: str) -> Iterator[tuple[str, ...]]:
    words = name.split()
    yield (name,)
    for i in range(1, len(words)):
        yield " ".join(words[:i]), " ".join(words[i:])
    if len(words) == 3:
        yield tuple(words)
    if len(words) > 3:
        yield words[0], " ".join(words[1:-1]), words[-1]


def _blocks(area: MapArea) -> list[_Block]:
    """All ways to set name and pieces, best first."""
    out = []
    for size in LAND_SIZES if area.kind == "land" else SEA_SIZES:
        for lines in _splits(area.name):
            w = max(text_width(line, size) for line in lines) + (HOME_ICON if area.home_of else 0) + 2
            for tokens in (2, 1):
                for below in (True, False):
                    out.append(_Block(lines, size, tokens, below, w, size * LINE * len(lines) + 2))
    return sorted(out, key=lambda block: -block.worth)


def _inside(area: MapArea, spot: _Spot, name_share: float, row_share: float) -> Place | None:
    """The best block of which such shares of its name and its pieces lie inside the area."""
    sums = _sums(spot.mask)
    rows, columns = np.nonzero(spot.mask)
    for block in _blocks(area):
        fits = _fits(sums, block, name_share, row_share)
        if not fits.any():
            continue
        ys, xs = np.nonzero(fits)
        far = np.hypot(xs + block.w / 2 - columns.mean(), ys + block.h / 2 - rows.mean())
        best = int(np.argmax(_openness(sums, xs, ys, block) - 0.004 * far))
        return _place(area, block, float(spot.left + xs[best]), float(spot.top + ys[best]), spot)
    return None


def _fits(sums: Floats, block: _Block, name_share: float, row_share: float) -> NDArray[np.bool_]:
    """By the block's top left corner: whether name and pieces lie inside."""
    height = sums.shape[0] - int(np.ceil(block.h)) - 2
    width = sums.shape[1] - int(np.ceil(block.w)) - 2
    if height <= 0 or width <= 0:
        return np.zeros((0, 0), dtype=np.bool_)
    out = np.ones((height, width), dtype=np.bool_)
    for (x, y), w, h, share in (
        (block.name_at, block.name_w, block.name_h, name_share),
        (block.row_at, block.row, TOKEN_HEIGHT, row_share),
    ):
        inside = _in_boxes(sums, w, h)[int(y) : int(y) + height, int(x) : int(x) + width]
        out[: inside.shape[0], : inside.shape[1]] &= inside >= np.ceil(w) * np.ceil(h) * share
    return out


def _openness(sums: Floats, xs: Any, ys: Any, block: _Block, around: int = 8) -> Floats:
    """How much of the boxes, each made larger on all sides, lies inside."""
    height, width = sums.shape
    x1, y1 = np.maximum(xs - around, 0), np.maximum(ys - around, 0)
    x2 = np.minimum(xs + int(np.ceil(block.w)) + around, width - 1)
    y2 = np.minimum(ys + int(np.ceil(block.h)) + around, height - 1)
    inside = sums[y2, x2] - sums[y1, x2] - sums[y2, x1] + sums[y1, x1]
    out: Floats = inside / ((block.w + 2 * around) * (block.h + 2 * around))
    return out


def _place(area: MapArea, block: _Block, x: float, y: float, spot: _Spot) -> Place:
    icon = HOME_ICON if area.home_of else 0.0
    name = (x + block.name_at[0] + block.name_w / 2, y + block.name_at[1])
    pieces = (x + block.row_at[0] + block.row / 2, y + block.row_at[1] + TOKEN_HEIGHT / 2)
    room = _row(spot, pieces, block.row) if block.below else block.row
    width = max(text_width(line, block.size) for line in block.lines)
    home = (name[0] - width / 2 - (2 if icon else HOME_ICON / 2 + 1), name[1] + block.size * 0.52)
    return Place(block.lines, block.size, (name[0] + icon / 2, name[1]), pieces, room, home)


def _row(spot: _Spot, centre: Point, least: float) -> float:
    """How wide a row of pieces around a point can be."""
    x, y = int(centre[0]) - spot.left, int(centre[1]) - spot.top
    half = least / 2
    band = np.pad(spot.mask[y - 9 : y + 10].all(axis=0), 70)
    while half < 60 and band[int(x - half - 4) + 70] and band[int(x + half + 4) + 70]:
        half += 4
    return 2 * half


def _take(taken: Floats, place: Place) -> None:
    """Nothing else may stand here."""
    _take_name(taken, place)
    x, y = place.pieces
    taken[int(y - TOKEN_HEIGHT / 2) : int(y + TOKEN_HEIGHT / 2), int(x - TOKEN) : int(x + TOKEN)] = 1


def _take_name(taken: Floats, place: Place) -> None:
    w = max(text_width(line, place.size) for line in place.lines) + 4
    x, y = place.name
    h = place.size * LINE * len(place.lines)
    taken[int(y - 1) : int(y + h + 2), int(max(0, x - w / 2 - 12)) : int(x + w / 2)] = 1


def _stack(stacks: Floats, place: Place) -> None:
    """Here lie discs: those of a small area beside it had better lie elsewhere."""
    x, y = place.pieces
    w, h = TOKEN / 2, TOKEN_HEIGHT / 2
    stacks[int(y - h) : int(y + h), int(x - w) : int(x + w)] = 1


def _beside(area: MapArea, spot: _Spot, taken: Floats, stacks: Floats, land: NDArray[np.bool_]) -> Place:
    """Pieces in the middle of a small area, its name on free sea as near as possible."""
    own, left, top = spot
    rows, columns = np.nonzero(own)
    window = (slice(top, top + own.shape[0]), slice(left, left + own.shape[1]))
    px, py = _middle(own, stacks[window], columns.mean(), rows.mean())
    away = land[window] if area.kind == "land" else np.full(own.shape, 1.5)
    in_the_way = taken[window] * 6 + np.where(own, 0.6 if area.kind == "land" else 0.0, away)
    in_the_way[int(py) - 15 : int(py) + 15, int(px) - 14 : int(px) + 15] = 6
    in_the_way[: max(0, int(TOP) + 3 - top)] = 99
    in_the_way[:, : max(0, int(MARGIN) + 3 - left)] = 99
    in_the_way[:, max(0, int(WIDTH - MARGIN) - 3 - left) :] = 99
    cost = _sums(in_the_way)
    icon = HOME_ICON if area.home_of else 0.0
    best: tuple[float, Place] | None = None
    for lines in _splits(area.name):
        w = max(text_width(line, SMALLEST) for line in lines) + icon + 3
        h = SMALLEST * LINE * len(lines) + 2
        costs = _in_boxes(cost, w, h)
        ys, xs = np.mgrid[: costs.shape[0], : costs.shape[1]]
        off_x, off_y = np.abs(xs + w / 2 - px), np.abs(ys + h / 2 - py)
        gap = np.hypot(np.maximum(off_x - w / 2 - 13, 0), np.maximum(off_y - h / 2 - 15, 0))
        total = costs / (w * h) * 60 + gap + 0.05 * (off_x + off_y)
        y, x = np.unravel_index(int(np.argmin(total)), total.shape)
        if best is None or total[y, x] < best[0]:
            name = (float(left + x) + w / 2 + icon / 2, float(top + y))
            before = icon / 2 if icon else -HOME_ICON / 2
            home = (float(left + x) + before, float(top + y) + SMALLEST * 0.52)
            place = Place(lines, SMALLEST, name, (left + px, top + py), TOKEN, home)
            best = float(total[y, x]), place
    assert best is not None
    return best[1]


def _middle(mask: NDArray[np.bool_], stacks: Floats, x: float, y: float) -> Point:
    """Where one stack of discs lies inside as far as possible, apart from others, near (x, y)."""
    w, h = TOKEN - 3, TOKEN_HEIGHT - 5
    inside = _in_boxes(_sums(mask), w, h) - _in_boxes(_sums(stacks), w, h)
    ys, xs = np.nonzero(inside >= inside.max() - 2)
    nearest = int(np.argmin(np.hypot(xs + w / 2 - x, ys + h / 2 - y)))
    return float(xs[nearest]) + w / 2, float(ys[nearest]) + h / 2


def _with_wonder(place: Place, taken: Floats) -> Place:
    """The place with a spot for a Wonder's block near the pieces, where it hides no name."""
    x, y = place.pieces
    below = y + TOKEN_HEIGHT / 2
    spots = [
        (x + dx, below + dy)
        for dy in (0, 4, 8, -20, -14, -26, -46, -50, 14, 20)
        for dx in (0, 14, -14, 28, -28, 44, -44, 58, -58)
        if abs(dx) >= 58 or not -44 < dy < 0
    ]

    def cost(spot: Point) -> float:
        x1, y1 = int(spot[0] - WONDER_WIDTH / 2), int(spot[1])
        if x1 < MARGIN or y1 < TOP or x1 + WONDER_WIDTH > WIDTH - MARGIN or y1 + WONDER_HEIGHT > MAP_BOTTOM:
            return np.inf
        hidden = float(taken[y1 : y1 + int(WONDER_HEIGHT), x1 : x1 + int(WONDER_WIDTH)].sum())
        return hidden + 2 * abs(spot[0] - x) + 3 * abs(spot[1] - below)

    return place._replace(wonder=min(spots, key=cost))


def _with_gold(place: Place, shown: Floats) -> Place:
    """The place with a spot for Gold beside the pieces, where it hides no name nor other pieces."""
    x, y = place.pieces
    away = min(place.room / 2, 1.2 * TOKEN) + 2
    spots = [
        (x + away, y - 10),
        (x - away - NUGGETS + 12, y - 10),
        (x + away, y + 10),
        (x - away - NUGGETS + 12, y + 10),
    ]

    def hidden(spot: Point) -> float:
        left, top = int(spot[0]) - 6, int(spot[1]) - 5
        return float(shown[top : top + 10, left : left + int(NUGGETS)].sum())

    return place._replace(gold=min(spots, key=hidden))
