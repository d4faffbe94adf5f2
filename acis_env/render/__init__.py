"""Pictures of a game for a spectator: text, SVG, pixels, or a window.

They show what lies open on the table and nothing of hands or deck; see docs/pictures.md.
"""

from __future__ import annotations

from typing import Any

from PIL import Image

from acis_rules import Game

from .ansi import ansi
from .raster import paint, pixels
from .scene import SIZE, changing_groups, fixed_part
from .snapshot import Snapshot, take
from .svg import write_svg
from .window import Window

DEFAULT_WIDTH = 1600

__all__ = ["Snapshot", "ansi", "image", "render", "svg", "take"]


def svg(snapshot: Snapshot) -> str:
    """The picture as SVG."""
    return write_svg({"board": fixed_part(snapshot), **changing_groups(snapshot)}, SIZE)


def image(snapshot: Snapshot, width: int = DEFAULT_WIDTH) -> Image.Image:
    """The picture as a Pillow image."""
    return paint(fixed_part(snapshot), changing_groups(snapshot), SIZE, width)


def render(game: Game, mode: str, viewer: Window | None = None) -> tuple[Any, Window | None]:
    """(picture, window) of a position: a str, an array, or nothing when it is shown in a window."""
    snapshot = take(game)
    if mode == "ansi":
        return ansi(snapshot), viewer
    if mode == "svg":
        return svg(snapshot), viewer
    picture = pixels(image(snapshot))
    if mode == "rgb_array":
        return picture, viewer
    if mode != "human":
        raise ValueError(f"unknown render mode {mode!r}; there are: ansi, svg, rgb_array, human")
    viewer = viewer or Window()
    viewer.show(picture)
    return None, viewer
