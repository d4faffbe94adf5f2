"""A scene as SVG."""

from __future__ import annotations

import functools
from xml.sax.saxutils import escape, quoteattr

from .fonts import text_width
from .shapes import Circle, Lines, Polygon, Rect, Ring, Scene, Shape, Shapes, Size, Text

FONTS = "Helvetica, Arial, 'Liberation Sans', sans-serif"
MIDDLE = {"start": "", "middle": ' text-anchor="middle"', "end": ' text-anchor="end"'}


def write_svg(scene: Scene, size: Size, grouped: bool = False, extra: str = "") -> str:
    """The whole picture; `grouped` names each group, so that a script can redraw it."""
    groups = (
        f'<g id="{name}">{fragment(shapes)}</g>' if grouped else fragment(shapes)
        for name, shapes in scene.items()
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(size.width)} {_n(size.height)}" '
        f'width="{_n(size.width)}" height="{_n(size.height)}" font-family="{FONTS}" '
        f'stroke-linejoin="round"{extra}>{"".join(groups)}</svg>'
    )


@functools.lru_cache(maxsize=20_000)
def fragment(shapes: Shapes) -> str:
    """Some shapes as SVG elements."""
    return "".join(map(_element, shapes))


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _paint(fill: str, stroke: str, width: float) -> str:
    edge = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return f' fill="{fill or "none"}"{edge}'


def _path(ring: Ring) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in ring)


def _element(shape: Shape) -> str:
    if isinstance(shape, Text):
        return _text(shape)
    if isinstance(shape, Circle):
        paint = _paint(shape.fill, shape.stroke, shape.width)
        return f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.r)}"{paint}/>'
    if isinstance(shape, Rect):
        paint = _paint(shape.fill, shape.stroke, shape.width)
        corner = f' rx="{_n(shape.radius)}"' if shape.radius else ""
        box = f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.w)}" height="{_n(shape.h)}"'
        return f"<rect {box}{corner}{paint}/>"
    if isinstance(shape, Lines):
        path = "".join(map(_path, shape.lines))
        return f'<path d="{path}"{_paint("", shape.stroke, shape.width)}/>'
    return _polygon(shape)


def _polygon(shape: Polygon) -> str:
    path = "".join(_path(ring) + "Z" for ring in shape.rings)
    paint = _paint(shape.fill, shape.stroke, shape.width)
    title = f"<title>{escape(shape.title)}</title>" if shape.title else ""
    return f'<path d="{path}"{paint}>{title}</path>' if title else f'<path d="{path}"{paint}/>'


def _text(shape: Text) -> str:
    # textLength keeps the line as long as it was measured, whatever font the viewer has.
    length = text_width(shape.text, shape.size, shape.bold)
    parts = [
        f'<text x="{_n(shape.x)}" y="{_n(shape.y)}" font-size="{shape.size:g}" fill="{shape.fill}"',
        f' textLength="{_n(length)}" lengthAdjust="spacingAndGlyphs"' if len(shape.text) > 2 else "",
        MIDDLE[shape.anchor],
        ' font-weight="bold"' if shape.bold else "",
        f' stroke="{shape.halo}" stroke-width="2.4" paint-order="stroke"' if shape.halo else "",
        f" class={quoteattr(shape.role)}" if shape.role else "",
        f">{escape(shape.text)}</text>",
    ]
    return "".join(parts)
