"""Replay files: a game as scenario, seed, options and the actions taken, in small JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec

from .box.data_files import convert, read_versioned
from .errors import AcisError, DataError, ReplayError
from .game import Game, plain_action
from .kernel import files
from .kernel.actions import LAYOUT_VERSION, N_ACTIONS
from .kernel.types import Action

FORMAT_VERSION = 1
MOST_SEED = 2**63 - 1  # larger numbers do not fit into a file
MOST_BYTES = 4_000_000  # of a replay file; the longest game has some 100,000
ActionNumber = Annotated[int, msgspec.Meta(ge=0, lt=N_ACTIONS)]


class Replay(msgspec.Struct, kw_only=True):
    """A recorded game; `name` is the file it came from, for messages."""

    scenario: str
    seed: int
    options: dict[str, Any] = {}
    actions: list[ActionNumber] = []
    action_layout: int = LAYOUT_VERSION
    acis_replay: int = FORMAT_VERSION
    name: str = "replay"

    def play(self) -> Iterator[Game]:
        """The game before the first action and after each one; the same object, going on.

        A record may stop before the game is over; an action that is not legal is an error.
        """
        try:
            game = Game.new(self.scenario, self.seed, self.options)
        except AcisError as error:
            raise ReplayError(f"{self.name}: {error}") from None
        yield game
        for i, action in enumerate(self.actions):
            try:
                game.apply(action)
            except AcisError as error:
                raise ReplayError(f"{self.name}: actions[{i}]: {error}") from None
            yield game

    def final(self) -> Game:
        """The game after all actions."""
        for game in self.play():
            last = game
        return last


class Recorder:
    """A new game that remembers its actions."""

    def __init__(
        self, scenario: str = "basic_2p", seed: int = 0, options: dict[str, Any] | None = None
    ) -> None:
        if not -MOST_SEED <= seed <= MOST_SEED:
            raise ReplayError(f"seed {seed}: at most {MOST_SEED} can be recorded")
        self.game = Game.new(scenario, seed, options)
        self.replay = Replay(scenario=scenario, seed=seed, options=dict(options or {}))

    def apply(self, action: Action) -> None:
        """Apply the action to the game and note it."""
        self.game.apply(action)
        self.replay.actions.append(plain_action(action))


def save(path: str | Path, record: Replay | Recorder) -> None:
    """Write a replay file."""
    replay = record.replay if isinstance(record, Recorder) else record
    content = {
        "acis_replay": replay.acis_replay,
        "action_layout": replay.action_layout,
        "scenario": replay.scenario,
        "seed": replay.seed,
        "options": replay.options,
        "actions": replay.actions,
    }
    files.write(Path(path), msgspec.json.encode(content) + b"\n")


def load(path: str | Path, game: int | None = None, line: int | None = None) -> Replay:
    """Read a replay file, or one game of an arena's record; an error says what is wrong with it."""
    from .records import is_record, take

    if game is not None or line is not None or is_record(Path(path)):
        return take(Path(path), game, line)
    try:
        versions = {"acis_replay": FORMAT_VERSION, "action_layout": LAYOUT_VERSION}
        content = read_versioned(path, MOST_BYTES, "replay file", versions)
        return convert(content | {"name": str(path)}, Replay, str(path))
    except DataError as error:
        raise ReplayError(str(error)) from None
