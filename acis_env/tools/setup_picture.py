"""The setup of a scenario as a picture: `acis scenarios NAME --picture FILE`."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

from PIL import Image
from rich.markup import escape

from acis_rules.errors import AcisError
from acis_rules.kernel import files
from acis_rules.tools.demo_player import choose
from acis_rules.tools.scenario_words import laid_out
from acis_rules.words.terminal import console

ENDINGS = (".png", ".svg")


class BadPicture(AcisError):
    """The picture that is asked for cannot be made."""


def draw_setup(scenario: str, options: dict[str, Any], out: Path) -> None:
    """Write a picture of the table before the first turn; what players choose is one example."""
    from .. import render

    ending = out.suffix.lower()
    if ending not in ENDINGS:
        raise BadPicture(f"{out}: unknown kind of picture; there are: {', '.join(ENDINGS)}")
    files.require_writable(out)
    rng = random.Random(0)
    one, other = (laid_out(scenario, options, seed=seed).state for seed in (0, 1))
    open_ended = one.question is not None or one.discs != other.discs
    game = laid_out(scenario, options, lambda game: choose(game, rng))
    shown = render.take(game)
    content = render.svg(shown).encode() if ending == ".svg" else png(render.image(shown))
    written(out, content, "; what players choose or cards decide is an example" if open_ended else "")


def png(picture: Image.Image) -> bytes:
    """A picture as the content of a file."""
    content = io.BytesIO()
    picture.save(content, format="PNG")
    return content.getvalue()


def written(out: Path, content: bytes, about: str) -> None:
    """Write a file and say so."""
    files.write(out, content)
    size = len(content)
    words = f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
    console.print(f"written: {escape(str(out))}, {words}{about}", soft_wrap=True)
