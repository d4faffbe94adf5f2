"""Live games in files: small JSON, written whole after every action, checked when it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec

from acis_rules.box.data_files import convert, read_versioned
from acis_rules.errors import AcisError, DataError, shown
from acis_rules.kernel import files
from acis_rules.kernel.actions import LAYOUT_VERSION
from acis_rules.replay import MOST_SEED, ActionNumber, Replay

from .seats import is_installed

FORMAT_VERSION = 1
MOST_BYTES = 8_000_000  # the longest games with all reasons have some 500,000
MOST_ACTIONS = 100_000
MOST_SEATS = 10
MOST_MOVES = 5  # of a program's thoughts

Words = Annotated[str, msgspec.Meta(max_length=600)]
Short = Annotated[str, msgspec.Meta(max_length=200)]
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]


class SavedGameError(AcisError):
    """A file is not a game that can be gone on with."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a program had in mind: its reason, its likeliest moves, everybody's chances by seat."""

    reason: Words = ""
    moves: Annotated[tuple[tuple[ActionNumber, Share], ...], msgspec.Meta(max_length=MOST_MOVES)] = ()
    chances: Annotated[tuple[Share, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()


class Saved(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A live game as it is kept."""

    acis_game: int = FORMAT_VERSION
    action_layout: int = LAYOUT_VERSION
    scenario: Short
    seed: Annotated[int, msgspec.Meta(ge=-MOST_SEED, le=MOST_SEED)]
    options: dict[str, Any] = {}
    seats: Annotated[list[Short], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]  # a spec each
    keys: Annotated[list[Short], msgspec.Meta(max_length=MOST_SEATS)] = []  # the secret of each seat
    course: Short = ""  # if it is a guided game
    fair: bool = False  # programs keep their thoughts to themselves
    over: bool = False
    about: Short = ""  # how it stands, for lists of games
    actions: Annotated[list[ActionNumber], msgspec.Meta(max_length=MOST_ACTIONS)] = []
    notes: Annotated[list[Note], msgspec.Meta(max_length=MOST_ACTIONS)] = []  # one for each action

    def replay(self, name: str = "replay") -> Replay:
        """The game so far as a recorded one."""
        return Replay(
            scenario=self.scenario, seed=self.seed, options=self.options, actions=list(self.actions),
            name=name,
        )  # fmt: skip


def write(path: Path, saved: Saved) -> None:
    """Write the file; until it is safely on disk, the old one stays as it was. It holds the keys of seats."""
    files.write(path, msgspec.json.encode(saved) + b"\n", private=True)


def stamp(path: Path) -> tuple[int, ...]:
    """What changes whenever the file is written; nothing if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_mtime_ns, found.st_size


def is_saved(path: Path) -> bool:
    """Whether a file looks like a live game, without looking closer."""
    try:
        with path.open("rb") as file:
            return b'"acis_game"' in file.read(200)
    except OSError:
        return False


def read(path: Path) -> Saved:
    """The game of a file; an error says what is wrong with it."""
    try:
        versions = {"acis_game": FORMAT_VERSION, "action_layout": LAYOUT_VERSION}
        content = read_versioned(path, MOST_BYTES, "saved game", versions)
        saved = convert(content, Saved, str(path))
    except DataError as error:
        raise SavedGameError(str(error)) from None
    if len(saved.notes) != len(saved.actions):
        raise SavedGameError(f"{path}: notes: {len(saved.notes)} for {len(saved.actions)} actions")
    for seat, spec in enumerate(saved.seats):
        if not is_installed(spec):
            raise SavedGameError(f"{path}: seats[{seat}]: {shown(spec)}: no player of that name is installed")
    return saved
