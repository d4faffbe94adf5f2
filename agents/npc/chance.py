"""Cards revealed in thought: the rules ask for a card of the deck where a player has none to turn up.

Every draw depends on the seed and on the position alone, never on earlier draws, so a choice can be
recomputed at any position of a saved game.
"""

from __future__ import annotations

from random import Random
from typing import Any

from acis_rules.kernel.bits import members
from acis_rules.views import View


class Reveals:
    """A seeded stand-in for the top of the draw deck: any card not seen elsewhere may lie there."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._view: View | None = None
        self._made = 0

    def __getstate__(self) -> dict[str, Any]:
        """A copy gets the view of its own game when it is asked."""
        return {**self.__dict__, "_view": None}

    def at(self, view: View) -> None:
        """Go on at this position."""
        self._view = view
        self._made = 0

    def cards(self, n: int) -> list[int]:
        """The ids of n cards revealed one after the other."""
        assert self._view is not None
        self._made += 1
        view = self._view
        q = view.question
        rng = Random(f"{self._seed} {view.event_count} {q.kind if q else ''} {q.n if q else 0} {self._made}")
        unseen = members(view.unseen) or list(range(1, len(view.world.deck.cards)))
        return rng.sample(unseen, n) if n <= len(unseen) else [rng.choice(unseen) for _ in range(n)]

    def even(self) -> bool:
        """Whether the id of a revealed card is even."""
        return self.cards(1)[0] % 2 == 0
