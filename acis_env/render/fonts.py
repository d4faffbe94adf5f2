"""The one font of raster pictures, and how long a text is in it."""

from __future__ import annotations

import functools

from PIL import ImageFont

BOLD_SPREAD = 0.045  # a bold text is drawn with a stroke of this part of its size


@functools.lru_cache(maxsize=128)
def font(size: float) -> ImageFont.FreeTypeFont:
    """Pillow's own scalable font."""
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont)
    return found


_MEASURE = 64  # measured large, so that no rounding to pixels enters


@functools.lru_cache(maxsize=20_000)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """The length of a line of text in pixels."""
    return font(_MEASURE).getlength(text) * size / _MEASURE + (2 * BOLD_SPREAD * size if bold else 0.0)


def wrap(text: str, size: float, width: float) -> list[str]:
    """The text in lines no longer than `width`."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def cut(text: str, size: float, width: float, bold: bool = False) -> str:
    """The text, shortened with three dots if it is longer than `width`."""
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + "...", size, bold) > width:
        text = text[:-1]
    return text.rstrip() + "..."
