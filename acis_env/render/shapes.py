"""What a picture is made of: a few simple shapes in named groups, drawn first to last.

Both writers (`svg`, `raster`) draw the same scene, so both pictures look the same.
Lengths are in pixels of a picture `WIDTH` wide; colours are "#rrggbb", with "aa" for transparency.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

WIDTH = 1600.0

Point = tuple[float, float]
Ring = tuple[Point, ...]


class Polygon(NamedTuple):
    """One or several filled rings; `title` is shown when the pointer rests on it."""

    rings: tuple[Ring, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    title: str = ""


class Lines(NamedTuple):
    """Open lines of two or more points each."""

    lines: tuple[Ring, ...]
    stroke: str
    width: float = 1.0


class Circle(NamedTuple):
    """A disc with a rim."""

    x: float
    y: float
    r: float
    fill: str
    stroke: str = ""
    width: float = 1.0


class Rect(NamedTuple):
    """A box with rounded corners."""

    x: float
    y: float
    w: float
    h: float
    fill: str
    stroke: str = ""
    width: float = 1.0
    radius: float = 0.0


class Text(NamedTuple):
    """One line of text; `y` is the baseline, `halo` the colour of an outline behind it."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    halo: str = ""
    role: str = ""  # a class name in SVG


Shape = Polygon | Lines | Circle | Rect | Text
Shapes = tuple[Shape, ...]
Scene = dict[str, Shapes]  # groups by name; a group is redrawn as a whole


class Size(NamedTuple):
    """Of a whole picture."""

    width: float
    height: float
