"""A live game step by step: events that are told in one sentence make a frame.

Frames follow from what everybody saw happen and from nothing else: where somebody was asked something in
between would tell what they hold. The position of a frame is found by playing the game again, looking at
the table when its last event is told.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import TypeVar

from acis_rules import Game
from acis_rules.kernel.log import Event
from acis_rules.words.events import TOGETHER

EVERY = 64  # actions between two positions that are kept

T = TypeVar("T")


class Film:
    """The frames of a game that goes on."""

    def __init__(self, game: Game) -> None:
        self._kept = [game.clone()]  # every 64th position, the first one to begin with
        self._actions: list[int] = []
        self._begin()

    def add(self, game: Game, action: int) -> None:
        """The action has been taken; this is the position now."""
        self._actions.append(action)
        if len(self._actions) % EVERY == 0:
            self._kept.append(game.clone())
        self._hear(game)

    def take_back(self, game: Game) -> None:
        """The last action has been undone; this is the position now."""
        self._actions.pop()
        del self._kept[len(self._actions) // EVERY + 1 :]
        self._begin()
        self._hear(game)

    def _begin(self) -> None:
        """The first frame is the table at the first decision."""
        self.starts = [0]  # the number of the event with which each frame begins
        self._heard = len(self._kept[0].state.log)  # events
        self._alike: tuple[object, ...] = ()

    def _hear(self, game: Game) -> None:
        for event in game.state.log.since(self._heard):
            event = event.for_seat(0)  # what everybody sees
            if event.kind not in TOGETHER or event.alike != self._alike:
                self.starts.append(self._heard)
            self._alike = event.alike
            self._heard += 1

    def __len__(self) -> int:
        return len(self.starts)

    def frame_of(self, event: int) -> int:
        """The frame to which an event belongs."""
        return bisect_right(self.starts, event) - 1

    def end_of(self, frame: int) -> int:
        """How many events there were when a frame ended."""
        return self.starts[frame + 1] if frame + 1 < len(self.starts) else self._heard

    def look(self, first: int, last: int, see: Callable[[Game, int], T]) -> list[T]:
        """What is to be seen at the end of each frame from `first` to `last`, in one go."""
        seen: list[T] = [see(self._kept[0], 0)] if first == 0 else []
        wanted = {self.end_of(frame) - 1: frame for frame in range(max(1, first), last + 1)}
        if not wanted:
            return seen
        at = sum(len(one.state.log) <= min(wanted) for one in self._kept[1:])
        game = self._kept[at].clone()

        def hear(event: Event) -> None:
            frame = wanted.pop(len(game.state.log), None)
            if frame is not None:
                seen.append(see(game, frame))

        game.state.log.hear = hear
        for action in self._actions[at * EVERY :]:
            if not wanted:
                break
            game.apply(action)
        return seen
