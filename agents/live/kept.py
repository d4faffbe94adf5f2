"""Where games are kept from action to action, whatever they are played with, and which can go on."""

from __future__ import annotations

import os
from pathlib import Path

from acis_rules.errors import AcisError

from .game import LiveGame


class NoGame(AcisError):
    """There is no game to go on with."""


def games_folder() -> Path:
    """The folder of the games of this person."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "acis" / "games"


def new_file(folder: Path, scenario: str, seed: int) -> Path:
    """A name that is not taken yet."""
    name = f"{Path(scenario).stem}-{seed}"
    names = (name, *(f"{name}-{n}" for n in range(2, 10_000)))
    return next(path for one in names if not (path := folder / f"{one}.json").exists())


def latest(folder: Path) -> LiveGame:
    """The game played last that is not over."""
    files = sorted(folder.glob("*.json"), key=lambda file: -file.stat().st_mtime)
    unreadable: AcisError | None = None
    for file in files:
        try:
            live = LiveGame.load(file)
        except AcisError as error:
            unreadable = unreadable or error
            continue
        if not live.game.over and live.people:
            return live
    if unreadable is not None:
        raise unreadable
    raise NoGame(f"{folder}: no game to go on with; `acis play` begins one")
