"""Players of one mind: those that share an object which answers many open decisions in one go.

A player may have an attribute `mind`. The arena then plays many games side by side and asks each
mind once for all games in which one of its players has to decide.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from acis_rules import Decision
from acis_rules.views import View


class Asked(NamedTuple):
    """An open decision and the player who has to answer it: what `act` gets, and who it is."""

    player: Any
    view: View
    decision: Decision
    legal: list[int]


class Mind(Protocol):
    """Decides for several players, each with the answer that it would give if asked alone."""

    def decide(self, asked: list[Asked]) -> list[int]:
        """One legal action for each open decision."""
        ...
