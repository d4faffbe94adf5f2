"""What a program has in mind: its answer with the reason, its likeliest moves, everybody's chances."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from acis_env.players import Player
from acis_rules import Decision
from acis_rules.views import View

from .saved import MOST_MOVES, Note


@runtime_checkable
class Explains(Protocol):
    """A player that names the rule behind its answer, such as the NPC."""

    def explain(self, view: View, decision: Decision, legal: list[int]) -> tuple[int, str]:
        """The answer and the reason."""
        ...


@runtime_checkable
class Thinks(Protocol):
    """A player that weighs its answers, such as a learned policy."""

    def thoughts(
        self, view: View, decision: Decision, legal: list[int]
    ) -> tuple[list[tuple[int, float]], list[float]]:
        """Legal actions with their probabilities, and each seat's chance of winning (empty: no idea)."""
        ...


def answered(
    player: Player, view: View, decision: Decision, legal: list[int], wordless: bool = False
) -> tuple[int, Note]:
    """A player's answer and what it had in mind; a wordless one keeps its thoughts to itself."""
    if isinstance(player, Explains):
        action, reason = player.explain(view, decision, legal)
        return action, Note(reason=reason[:600])
    note = Note() if wordless else weighed(player, view, decision, legal)
    return player.act(view, decision, legal), note


def weighed(player: Player, view: View, decision: Decision, legal: list[int]) -> Note:
    """The likeliest moves and the chances, if the player has such thoughts."""
    if not isinstance(player, Thinks):
        return Note()
    moves, chances = player.thoughts(view, decision, legal)
    likeliest = sorted(moves, key=lambda move: -move[1])[:MOST_MOVES]
    return Note(
        moves=tuple((action, _share(p)) for action, p in likeliest), chances=tuple(map(_share, chances))
    )


def _share(p: float) -> float:
    return round(min(1.0, max(0.0, float(p))), 3)
