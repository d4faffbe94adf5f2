"""Scenario files: which part of the map, who takes part, setup, deck, clock and numbers.

The blocks follow what scenarios can change: board, factions, setup, deck, clock, knobs.
Everything has the value of the base game unless the file says otherwise.
"""

from __future__ import annotations

import functools
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec

from .board import load_board
from .civilizations import load_civilizations
from .data_files import convert, read_yaml
from .errors import DataError

DISCS_PER_COLOUR = 50  # DEF-56
MARKERS = 2  # one disc on the VP track, one on the turn-order track (DEF-61)
COLOURS = ("red", "green", "blue", "purple", "brown", "yellow")


class BoardBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the map in play."""

    cut_line: str | None = None


class FactionBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One civilization in play: who controls it, its colour, display and home.

    `civilization: chosen` lets its player pick one of the scenario's `choice` in turn order.
    A faction may be at home somewhere else than its display says.
    """

    player: int
    colour: Literal["red", "green", "blue", "purple", "brown", "yellow"]
    civilization: str = "chosen"
    home: tuple[str, ...] | None = None
    pool: int = DISCS_PER_COLOUR


class SetupBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Discs on the map, by civilization and area."""

    discs: dict[str, dict[str, int]]


class DeckBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Fate deck: cards left in the box, Event-free cards on top, opening hands."""

    boxed: tuple[int, ...] = ()
    set_aside_per_civilization: int = 5
    opening_hand: int = 5


class ClockBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Epochs, turns, and the digits that end an Epoch after a turn (EVA-10 to 14)."""

    first_epoch: int = 1
    last_epoch: int = 4
    turns: int = 4
    sudden_end: dict[int, str] = msgspec.field(default_factory=lambda: {2: "2", 3: "23"})


class KnobsBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers that scenarios change."""

    minimum_growth: int = 3  # GRO-11
    base_draw: int = 3  # EVA-15
    hand_limit: int = 6  # DEF-50
    epoch_draw: int = 5  # EPO-16
    aeneas_discs: int = 16  # AEN-07
    wonder_resources: int = 5  # WON-02
    wonder_discs: int = 2  # WON-03
    barbarians: int = DISCS_PER_COLOUR  # DEF-57


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One scenario file."""

    id: str
    title: str
    kind: str
    factions: tuple[FactionBlock, ...]
    setup: SetupBlock
    board: BoardBlock = BoardBlock()
    choice: tuple[str, ...] = ()
    deck: DeckBlock = DeckBlock()
    clock: ClockBlock = ClockBlock()
    knobs: KnobsBlock = KnobsBlock()

    @property
    def players(self) -> int:
        """Number of players."""
        return len({faction.player for faction in self.factions})


def parse_scenario(path: str | Path | None, builtin: str = "") -> Scenario:
    """Read and check a scenario file; an error names the file, the block and the field."""
    name, content = read_yaml(path, builtin)
    scenario = convert(content, Scenario, name)
    board = load_board(scenario.board.cut_line)
    civilizations = {civilization.id for civilization in load_civilizations()}
    for i, faction in enumerate(scenario.factions):
        fixed = faction.civilization
        if fixed != "chosen" and fixed not in civilizations:
            raise DataError(f"{name}: factions[{i}].civilization: unknown civilization {fixed!r}")
    for civilization in (*scenario.choice, *scenario.setup.discs):
        if civilization not in civilizations:
            raise DataError(f"{name}: unknown civilization {civilization!r}")
    chosen = sum(faction.civilization == "chosen" for faction in scenario.factions)
    if chosen > len(scenario.choice):
        given = len(scenario.choice)
        raise DataError(f"{name}: choice: {chosen} civilizations are to be chosen, {given} given")
    for civilization, discs in scenario.setup.discs.items():
        for area, n in discs.items():
            where = f"{name}: setup.discs.{civilization}"
            try:
                number = board.find(area)
            except DataError as error:
                raise DataError(f"{where}: {error}") from None
            if not board.in_play >> number & 1:
                raise DataError(f"{where}: {area}: not in play on this board")
            if not 1 <= n <= 4:
                raise DataError(f"{where}: {area}: {n} discs; 1 to 4 are possible")
    return scenario


@functools.cache
def scenarios() -> dict[str, str]:
    """All scenarios that come with the game: id -> title."""
    folder = resources.files("acis_rules") / "data" / "scenarios"
    found = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".yaml"):
            found[file.name.removesuffix(".yaml")] = load_scenario(file.name.removesuffix(".yaml")).title
    return found


@functools.cache
def load_scenario(name: str) -> Scenario:
    """A scenario by its id, or from a file if `name` ends in .yaml."""
    if name.endswith((".yaml", ".yml")):
        return parse_scenario(name)
    folder = resources.files("acis_rules") / "data" / "scenarios"
    if not (folder / f"{name}.yaml").is_file():
        known = ", ".join(
            sorted(f.name.removesuffix(".yaml") for f in folder.iterdir() if f.name.endswith(".yaml"))
        )
        raise DataError(f"unknown scenario {name!r}; there are: {known}")
    return parse_scenario(None, f"scenarios/{name}.yaml")
