"""The map: 106 areas, their borders, edges, islands and homes.

A `Board` is the part of the map a scenario uses. Areas keep the same number on every
board; areas beyond a cut line simply have no borders and are never in play.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable
from importlib import resources

import msgspec

from ..errors import DataError, shown
from ..kernel.actions import N_AREAS
from ..kernel.bits import UnionTable, mask_of, members, union
from ..kernel.fixed import Fixed, FixedDict, fixed
from .data_files import CIVILIZATIONS_FILE, convert, decoded, entries, parse_json, read_yaml

MAP_FILE = "map.json"
SHAPES_FILE = "map_shapes.json"
SIDES = "NESW"


class MapArea(msgspec.Struct, frozen=True):
    """One area as the data file gives it; `number` is its place in the file."""

    id: str
    name: str
    kind: str
    home_of: str | None
    island: str | None
    edges: list[str]
    nile: bool
    x: float
    y: float
    source: str
    name_it: str
    edges_source: dict[str, str]


class _CutLine(msgspec.Struct):
    keep: str
    areas: list[str]


class _Meta(msgspec.Struct):
    aliases: dict[str, str]
    cut_lines: dict[str, _CutLine]
    competition_sequence: list[str]
    corner_contacts: list[tuple[str, str]]


class _MapFile(msgspec.Struct):
    meta: _Meta
    areas: list[MapArea]
    adjacency: list[tuple[str, str, str, str]]


class Board(Fixed):
    """The areas in play and their borders, as bit masks over area numbers."""

    def __init__(self, source: _MapFile, cut_line: str | None = None) -> None:
        self.areas = tuple(source.areas)
        self.number = FixedDict({area.id: i for i, area in enumerate(source.areas)})
        self.names = tuple(area.name for area in source.areas)
        aliases = {area.name.lower(): area.id for area in source.areas}
        aliases |= {text.lower(): area for text, area in source.meta.aliases.items()}
        self._aliases = FixedDict(aliases)
        self.cut_line = cut_line
        everything = (1 << len(self.areas)) - 1
        neighbours = [0] * len(self.areas)
        for a, b, _, _ in source.adjacency:
            neighbours[self.number[a]] |= 1 << self.number[b]
            neighbours[self.number[b]] |= 1 << self.number[a]
        self.in_play = everything
        new_edge = dict.fromkeys(SIDES, 0)
        if cut_line is not None:
            line = _cut_line(source, cut_line)
            self.in_play = self._kept_side(line, neighbours)
            side = "E" if line.keep == "west" else "W"
            for area in line.areas:  # the line is the map edge for all rules
                new_edge[side] |= neighbours[self.number[area]] & self.in_play
        # Beyond a cut line nothing exists: no borders, no edges, no Domination (SET-02).
        self.neighbours = tuple(
            mask & self.in_play if self.in_play >> i & 1 else 0 for i, mask in enumerate(neighbours)
        )
        # Every area adjacent to an area of a set; most sets are asked for several times.
        self.around: Callable[[int], int] = functools.lru_cache(maxsize=1024)(
            UnionTable(self.neighbours).union
        )
        self.land = self._where(lambda area: area.kind == "land")
        self.coastal = self._where(lambda area: area.kind == "coastal")
        self.open_sea = self._where(lambda area: area.kind == "open")
        self.sea = self.coastal | self.open_sea
        self.kinds = FixedDict({
            "land": self.land, "sea": self.sea, "coastal": self.coastal, "open": self.open_sea,
        })  # fmt: skip
        self.nile = self._where(lambda area: area.nile)
        self.edge = FixedDict({side: self._on_edge(side) | new_edge[side] for side in SIDES})
        self.homes = FixedDict({
            area.home_of: i
            for i, area in enumerate(self.areas)
            if area.home_of is not None and self.in_play >> i & 1
        })  # fmt: skip
        self.land_neighbours = tuple(mask & self.land for mask in self.neighbours)
        self.competition_order = tuple(
            self.number[name]
            for name in source.meta.competition_sequence
            if self.in_play >> self.number[name] & 1
        )
        competition_rank = [len(self.areas)] * len(self.areas)
        for rank, number in enumerate(self.competition_order):
            competition_rank[number] = rank
        self.competition_rank = tuple(competition_rank)
        self._finish()

    def _where(self, test: Callable[[MapArea], bool]) -> int:
        return self.in_play & mask_of(i for i, area in enumerate(self.areas) if test(area))

    def _on_edge(self, side: str) -> int:
        return self._where(lambda area: side in area.edges)

    def _kept_side(self, line: _CutLine, neighbours: list[int]) -> int:
        """The areas on the side that a cut line keeps; the line itself is out of play."""
        barrier = mask_of(self.number[name] for name in line.areas)
        xs = [area.x for area in self.areas]
        start = xs.index(min(xs) if line.keep == "west" else max(xs))
        kept, frontier = 0, 1 << start
        while frontier:
            kept |= frontier
            frontier = union(neighbours[i] for i in members(frontier)) & ~kept & ~barrier
        return kept

    def find(self, name: str) -> int:
        """The number of an area by its id or (alternative) name."""
        key = name.strip().lower()
        area_id = key if key in self.number else self._aliases.get(key)
        if area_id is None:
            raise DataError(f"unknown area {shown(name)}")
        return self.number[area_id]


def _cut_line(source: _MapFile, name: str) -> _CutLine:
    if name not in source.meta.cut_lines:
        known = ", ".join(sorted(source.meta.cut_lines))
        raise DataError(f"unknown cut line {name!r}; the map has: {known}")
    return source.meta.cut_lines[name]


@functools.cache
def _map_file() -> _MapFile:
    raw = (resources.files("acis_rules") / "data" / MAP_FILE).read_bytes()
    return parse_map(raw, MAP_FILE)


def parse_map(raw: bytes, name: str) -> _MapFile:
    """Read and check a map file; errors name the file, the entry and the field."""
    source = convert(parse_json(decoded(raw, name), name), _MapFile, name)
    if len(source.areas) != N_AREAS:
        raise DataError(f"{name}: areas: {N_AREAS} are needed, found {len(source.areas)}")
    ids = {area.id for area in source.areas}
    if len(ids) != len(source.areas):
        raise DataError(f"{name}: areas: an id appears twice")
    for area in source.areas:
        if area.kind not in ("land", "coastal", "open"):
            raise DataError(f"{name}: areas: {area.id}: kind: {area.kind!r} is not land, coastal or open")
        if not set(area.edges) <= set(SIDES):
            raise DataError(f"{name}: areas: {area.id}: edges: {shown(area.edges)} is not of N, E, S, W")
    _check_homes(source, name)
    borders: set[frozenset[str]] = set()
    for a, b, _, _ in source.adjacency:
        where = f"{name}: adjacency: {a} - {b}"
        _check_known((a, b), ids, where)
        if a == b:
            raise DataError(f"{where}: an area has no border with itself")
        if frozenset((a, b)) in borders:
            raise DataError(f"{where}: appears twice")
        borders.add(frozenset((a, b)))
    meta = source.meta
    for alias, meant in meta.aliases.items():
        _check_known((meant,), ids, f"{name}: meta.aliases: {alias}")
    for title, line in meta.cut_lines.items():
        if line.keep not in ("west", "east"):
            raise DataError(f"{name}: meta.cut_lines: {title}: keep: {line.keep!r} is not west or east")
        _check_known(line.areas, ids, f"{name}: meta.cut_lines: {title}")
    for a, b in meta.corner_contacts:
        _check_known((a, b), ids, f"{name}: meta.corner_contacts: {a} - {b}")
    if sorted(meta.competition_sequence) != sorted(ids):
        raise DataError(f"{name}: meta.competition_sequence: does not list every area once")
    return fixed(source)


def _check_known(areas: Iterable[str], ids: set[str], where: str) -> None:
    for area in areas:
        if area not in ids:
            raise DataError(f"{where}: unknown area {shown(area)}")


def _check_homes(source: _MapFile, name: str) -> None:
    """A home belongs to a civilization, and no civilization has two."""
    file, content = read_yaml(None, CIVILIZATIONS_FILE)
    civilizations = {civilization["id"] for civilization in entries(content, "civilizations", file)}
    homes: dict[str, str] = {}
    for area in source.areas:
        if area.home_of is not None:
            where = f"{name}: areas: {area.id}: home_of"
            if area.home_of not in civilizations:
                raise DataError(f"{where}: unknown civilization {area.home_of!r}")
            if area.home_of in homes:
                raise DataError(f"{where}: the home of {area.home_of} is {homes[area.home_of]}")
            homes[area.home_of] = area.id


@functools.cache
def load_board(cut_line: str | None = None) -> Board:
    """The full map, or the part of it that a cut line keeps."""
    return Board(_map_file(), cut_line)


@functools.cache
def sides(cut_line: str) -> dict[str, int]:
    """The areas west and east of a cut line, the line itself in neither."""
    line = _cut_line(_map_file(), cut_line)
    everywhere, kept = load_board(), load_board(cut_line).in_play
    beyond = everywhere.in_play & ~kept & ~mask_of(everywhere.number[area] for area in line.areas)
    other = "east" if line.keep == "west" else "west"
    return {line.keep: kept, other: beyond}


@functools.cache
def load_shapes() -> dict[str, list[list[list[list[float]]]]]:
    """Polygons to draw the areas: area id -> polygons -> rings -> points (x, y)."""
    raw = (resources.files("acis_rules") / "data" / SHAPES_FILE).read_text()
    shapes: dict[str, list[list[list[list[float]]]]] = json.loads(raw)["shapes"]
    return shapes


def area_in_play(board: Board, area: str, where: str) -> int:
    """The number of an area in play; otherwise an error that says where it was named."""
    try:
        number = board.find(area)
    except DataError as error:
        raise DataError(f"{where}: {error}") from None
    if not board.in_play >> number & 1:
        raise DataError(f"{where}: {area}: not in play on this board")
    return number
