"""What a game is called, and what was agreed for it, in words for people."""

from __future__ import annotations

from typing import Any

from acis_rules.box.option_words import as_given
from acis_rules.words.names import EPOCHS


def agreed(options: dict[str, Any]) -> str:
    """Options in words: "VP limit 25, Epochs I to II"; "" if there are none."""
    return ", ".join(_option(name, value) for name, value in options.items())


def option_title(name: str) -> str:
    """What an option is called: "VP limit"."""
    return name.replace("_", " ").replace("vp", "VP").replace("npc", "NPC")


def _option(name: str, value: Any) -> str:
    words = option_title(name)
    if name == "epochs":
        first, last = (EPOCHS[int(number)] for number in value)
        return f"Epoch {first}" if first == last else f"Epochs {first} to {last}"
    if isinstance(value, bool):
        return words if value else f"without {words}"
    return f"{words} {as_given(value).strip('[]{}')}"
