"""The ten civilizations and their abilities, read from a data file."""

from __future__ import annotations

import functools
from typing import Literal

import msgspec

from .actions import N_CIVILIZATIONS
from .data_files import convert, entries, read_yaml
from .deck import Operations
from .errors import DataError
from .operations import Where

CIVILIZATIONS_FILE = "civilizations.yaml"


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One display ability: when it works and what it does."""

    name: str
    text: str
    when: Literal[
        "acquisition", "deployment_start", "deployment", "competition_phase",
        "phase_start", "first_competition", "competition", "scoring", "draw_end",
    ]  # fmt: skip
    either: tuple[Operations, ...]
    epochs: tuple[int, ...] = (1, 2, 3, 4)
    needs: Where | None = None  # a City there
    without: Where | None = None  # no City there
    optional: bool = False


class Civilization(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A civilization display."""

    id: str
    name: str
    home: str
    abilities: tuple[Ability, ...]
    open_sea: bool = False
    walls: int = 0
    loot: int = 1


# What a faction without a display has: nothing special.
NO_DISPLAY = Civilization("", "", "", ())


@functools.cache
def load_civilizations() -> tuple[Civilization, ...]:
    """All civilizations in the order of the action space."""
    name, content = read_yaml(None, CIVILIZATIONS_FILE)
    out = []
    for raw in entries(content, "civilizations", name):
        out.append(convert(raw, Civilization, f"{name}: {raw.get('id')}"))
    if len(out) != N_CIVILIZATIONS:
        raise DataError(f"{name}: civilizations: {N_CIVILIZATIONS} are needed, found {len(out)}")
    return tuple(out)
