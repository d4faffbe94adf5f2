"""What no seat knows at its decision, to learn from: other hands, and who will Control the areas.

A centralised critic may look at hands in training. Owners after the next Victory Count are a target that a
network learns to foresee: keep the decisions of a game until `counted` is set for its row, then they have it.
"""

from __future__ import annotations

from typing import NamedTuple

from acis_rules import Game
from acis_rules.kernel.bits import members
from acis_rules.table.terms import controlled

from ..observe.encoder import Mask
from .running_game import RunningGame


def write_hands(running: RunningGame, out: Mask) -> None:
    """Cards in hand (by id, from 1) in each slot of the open decision, as 0 and 1."""
    out[:] = 0
    hand = running.game.state.hand
    for slot, faction in enumerate(running.seating.factions):
        out[slot, [card - 1 for card in members(hand[faction])]] = 1


class Clock(NamedTuple):
    """How far a game has come, in Victory Counts."""

    epoch: int
    counts: int  # in this Epoch
    counted: bool  # in this turn

    @classmethod
    def of(cls, game: Game) -> Clock:
        """Read it off a position."""
        s = game.state
        return cls(s.epoch, s.turn - 1 + s.counted, s.counted)

    def counted_since(self, before: Clock) -> bool:
        """Whether a Victory Count has taken place since an earlier position of the game."""
        if self.epoch == before.epoch:
            return self.counts > before.counts
        return self.counts > 0 or not before.counted


def write_owners(game: Game, out: Mask) -> None:
    """By area: one more than the number of the faction that Controls it (Barbarians last), 0 for nobody."""
    s = game.state
    out[:] = 0
    for faction in range(s.world.n_factions + 1):
        out[members(controlled(s, faction))] = faction + 1
