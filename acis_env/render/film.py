"""A whole game as an animated GIF."""

from __future__ import annotations

import io

from PIL import Image

from . import image, palette
from .snapshot import Snapshot

FILM_WIDTH = 1200
COLOURS = 200
# Colours that the first position may not show yet
LATER = (
    *palette.DISC.values(), *map(palette.darker, palette.DISC.values()), palette.BARBARIANS,
    palette.CONTESTED, palette.COMPETITION, "#f5dd95", palette.FORBIDDEN, palette.GOLD, palette.GOLD_RIM,
    palette.BURIED, palette.BURIED_INK, "#ffffff",
)  # fmt: skip
MS_PER_FRAME = 900
LAST_FRAME_MS = 5000


class Film:
    """Collects frames."""

    def __init__(self, width: int = FILM_WIDTH) -> None:
        self._width = width
        self._palette: Image.Image | None = None
        self._frames: list[Image.Image] = []

    def add(self, snapshot: Snapshot) -> None:
        """One more frame, in the colours of the first, so that only what changed is stored."""
        picture = image(snapshot, self._width)
        if self._palette is None:
            self._palette = _palette(picture)
        self._frames.append(picture.quantize(palette=self._palette, dither=Image.Dither.NONE))

    @property
    def frames(self) -> int:
        """How many there are."""
        return len(self._frames)

    def gif(self) -> bytes:
        """The film as a GIF."""
        times = [MS_PER_FRAME] * (len(self._frames) - 1) + [LAST_FRAME_MS]
        first, *others = self._frames
        content = io.BytesIO()
        first.save(
            content, format="GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=True
        )
        return content.getvalue()


def _palette(first: Image.Image) -> Image.Image:
    """The colours of the first frame and those that may come."""
    colours = first.quantize(COLOURS).getpalette() or []
    for colour in LATER:
        colours += [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    out = Image.new("P", (1, 1))
    out.putpalette(colours)
    return out
