"""One running game as all environments see it: the seat to move, its mask, its observation.

Legal actions, mask and observations are computed once per position and kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from acis_rules import Game
from acis_rules.actions import N_ACTIONS
from acis_rules.views import View

from .encoder import (
    Bytes,
    CardCache,
    Floats,
    Mask,
    encode,
    scaled,
    slots,
    to_absolute,
    to_relative,
    write_mask,
)
from .schema import OBSERVATION_SIZE


class Table:
    """A game with its cached mask and observations."""

    __slots__ = ("_cache", "_legal", "_observations", "_seating", "decisions", "game")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.decisions = 0
        self._cache: CardCache = {}
        self._forget()

    def _forget(self) -> None:
        self._legal = -1
        self._seating: list[int] = []
        self._observations: dict[int, Floats] = {}

    @classmethod
    def new(cls, scenario: str, seed: int, options: dict[str, Any] | None) -> Table:
        """Start a game."""
        return cls(Game.new(scenario, seed=seed, options=options))

    @property
    def seat(self) -> int:
        """The seat that decides, -1 when the game is over."""
        return self.game.seat

    @property
    def legal(self) -> int:
        """Legal actions of the seat to move as bits, factions named by slot."""
        if self._legal < 0:
            q = self.game.state.question
            if q is None:
                self._legal = 0
            else:
                self._seating = slots(self.game.view(self.game.seat), q.faction)
                self._legal = to_relative(q.legal, self._seating, self.game.state.world.barbarians)
        return self._legal

    def mask(self, seat: int) -> Mask:
        """The action mask of a seat: all zero if it does not decide now."""
        out: Mask = np.zeros(N_ACTIONS, np.int8)
        if seat == self.seat:
            write_mask(self.legal, out)
        return out

    def write_raw(self, seat: int, out: Bytes) -> None:
        """Write a seat's raw observation into a row of a larger array."""
        view: View = self.game.view(seat)
        encode(view, out, self.legal if seat == self.seat else None, self._cache)

    def observation(self, seat: int) -> Floats:
        """A seat's observation as float32; the caller must not write into it."""
        found = self._observations.get(seat)
        if found is None:
            raw: Bytes = np.empty(OBSERVATION_SIZE, np.uint8)
            self.write_raw(seat, raw)
            found = scaled(raw)
            found.flags.writeable = False
            self._observations[seat] = found
        return found

    def absolute(self, action: int) -> int:
        """An action of the environment as an action of the rules."""
        legal = self.legal
        if not 0 <= action < N_ACTIONS or not legal >> action & 1:
            return -1
        return to_absolute(action, self._seating, self.game.state.world.barbarians)

    def apply(self, action: int) -> None:
        """Answer the open decision with an action of the rules."""
        self.game.apply(action)
        self.decisions += 1
        self._forget()

    def describe(self, action: int) -> str:
        """An action of the environment in words."""
        return self.game.describe(self.absolute(action))

    def copy(self) -> Table:
        """An independent copy."""
        new = Table(self.game.clone())
        new.decisions = self.decisions
        return new

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.game, self.decisions)


def _rebuild(game: Game, decisions: int) -> Table:
    table = Table(game)
    table.decisions = decisions
    return table


__all__ = ["Table"]
