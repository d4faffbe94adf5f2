"""A scene as pixels, drawn with Pillow.

The fixed part of a scene is drawn once and copied; the shapes of the rest are drawn as small
smooth images, which are kept and pasted.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from .fonts import BOLD_SPREAD, font
from .shapes import Circle, Lines, Polygon, Rect, Ring, Scene, Shape, Shapes, Size, Text

FINER = 3  # drawn so many times larger, then made smaller: smooth edges
HALO = 1.2
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}

Pixels = NDArray[np.uint8]


def paint(fixed: Shapes, scene: Scene, size: Size, width: int) -> Image.Image:
    """The picture `width` pixels wide."""
    scale = width / size.width
    image = _background(fixed, size, scale).copy()
    for shapes in scene.values():
        for shape in shapes:
            x, y, at_origin = _moved(shape, scale)
            sprite, left, top = _sprite(at_origin, scale)
            image.paste(sprite, (x + left, y + top), sprite)
    return image


def pixels(image: Image.Image) -> Pixels:
    """An image as an array: height x width x 3."""
    return np.array(image, dtype=np.uint8)


@functools.lru_cache(maxsize=4)
def _background(fixed: Shapes, size: Size, scale: float) -> Image.Image:
    """The fixed part, smooth as a whole: borders between areas show no seams."""
    width, height = round(size.width * scale), round(size.height * scale)
    large = Image.new("RGB", (width * FINER, height * FINER), "#ffffff")
    pen = ImageDraw.Draw(large, "RGBA")
    for shape in fixed:
        _draw(pen, shape, 0.0, 0.0, scale * FINER)
    return large.resize((width, height), Image.Resampling.BOX)


def _moved(shape: Shape, scale: float) -> tuple[int, int, Shape]:
    """(x, y) in whole pixels and the shape as if it stood at the origin, to find it again."""
    if isinstance(shape, (Polygon, Lines)):
        return 0, 0, shape
    return round(shape.x * scale), round(shape.y * scale), shape._replace(x=0.0, y=0.0)


@functools.lru_cache(maxsize=20_000)
def _sprite(shape: Shape, scale: float) -> tuple[Image.Image, int, int]:
    """A shape as a small transparent image, and where its corner lies."""
    x1, y1, x2, y2 = _bounds(shape)
    left, top = int(np.floor(x1 * scale)) - 1, int(np.floor(y1 * scale)) - 1
    width, height = int(np.ceil(x2 * scale)) + 2 - left, int(np.ceil(y2 * scale)) + 2 - top
    ground = _colour_of(shape)[:7] + "00"  # so that edges fade into the shape's own colour
    large = Image.new("RGBA", (width * FINER, height * FINER), ground)
    _draw(ImageDraw.Draw(large), shape, float(-left), float(-top), scale * FINER, FINER)
    return large.resize((width, height), Image.Resampling.BOX), left, top


def _colour_of(shape: Shape) -> str:
    if isinstance(shape, Text):
        return shape.halo or shape.fill
    return shape.stroke if isinstance(shape, Lines) else shape.stroke or shape.fill


def _bounds(shape: Shape) -> tuple[float, float, float, float]:
    if isinstance(shape, Text):
        box = font(shape.size).getbbox(shape.text, anchor=ANCHORS[shape.anchor])
        extra = HALO + 1.5
        return box[0] - extra, box[1] - extra, box[2] + extra, box[3] + extra
    half = shape.width / 2
    if isinstance(shape, Circle):
        r = shape.r + half
        return shape.x - r, shape.y - r, shape.x + r, shape.y + r
    if isinstance(shape, Rect):
        return shape.x - half, shape.y - half, shape.x + shape.w + half, shape.y + shape.h + half
    points = [
        point for line in (shape.rings if isinstance(shape, Polygon) else shape.lines) for point in line
    ]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def _draw(pen: ImageDraw.ImageDraw, shape: Shape, dx: float, dy: float, scale: float, finer: int = 1) -> None:
    """Draw a shape `scale` times larger; (dx, dy) moves it, in pixels before `finer`."""
    mx, my = dx * finer, dy * finer

    def at(x: float, y: float) -> tuple[float, float]:
        return x * scale + mx, y * scale + my

    if isinstance(shape, Polygon):
        for ring in shape.rings:
            points = [at(x, y) for x, y in ring]
            if shape.fill:
                pen.polygon(points, fill=shape.fill)
            if shape.stroke:
                _stroke(pen, [*points, points[0], points[1]], shape.stroke, shape.width * scale)
    elif isinstance(shape, Lines):
        for line in shape.lines:
            _stroke(pen, [at(x, y) for x, y in line], shape.stroke, shape.width * scale)
    elif isinstance(shape, Circle):
        outer = shape.r + (shape.width / 2 if shape.stroke else 0)
        _disc(pen, at(shape.x, shape.y), outer * scale, shape.stroke or shape.fill)
        if shape.stroke and shape.fill:
            _disc(pen, at(shape.x, shape.y), (shape.r - shape.width / 2) * scale, shape.fill)
    elif isinstance(shape, Rect):
        half = shape.width / 2 if shape.stroke else 0.0
        box = (*at(shape.x - half, shape.y - half), *at(shape.x + shape.w + half, shape.y + shape.h + half))
        whole = (box[0], box[1], box[2] - 1, box[3] - 1)  # Pillow counts the last pixel in
        width = max(1, round(shape.width * scale)) if shape.stroke else 0
        pen.rounded_rectangle(whole, shape.radius * scale, shape.fill or None, shape.stroke or None, width)
    else:
        _write(pen, shape, at(shape.x, shape.y), scale)


def _disc(pen: ImageDraw.ImageDraw, centre: tuple[float, float], r: float, fill: str) -> None:
    x, y = centre
    pen.ellipse((x - r, y - r, x + r - 1, y + r - 1), fill=fill)


def _stroke(pen: ImageDraw.ImageDraw, points: list[tuple[float, float]], colour: str, width: float) -> None:
    pen.line(points, fill=colour, width=max(1, round(width)), joint="curve")


def _write(pen: ImageDraw.ImageDraw, shape: Text, at: tuple[float, float], scale: float) -> None:
    letters = font(shape.size * scale)
    bold = round(BOLD_SPREAD * shape.size * scale / 1.6) if shape.bold else 0
    if shape.halo:
        width = round(HALO * scale)
        pen.text(at, shape.text, shape.halo, letters, ANCHORS[shape.anchor], stroke_width=width)
    pen.text(at, shape.text, shape.fill, letters, ANCHORS[shape.anchor], stroke_width=bold)


__all__ = ["Pixels", "Ring", "paint", "pixels"]
