"""A decision put to an NPC, and what it keeps in mind from one to the next."""

from __future__ import annotations

from functools import cached_property

from acis_rules import Decision
from acis_rules.effects import Play
from acis_rules.kernel.actions import (
    card_of,
    is_card,
)
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Actions

from .cards import CardPlay
from .chance import Reveals
from .effects import Effects
from .enemies import Enmity
from .position import Position
from .ties import Ties

Answer = tuple[int, str]  # the action, and the rule behind it
NO_GROUP = ((), -1, 0, 0, "")  # step, area, discs there, discs to come, reason


class Memory:
    """What was decided at an earlier question and is carried out in the following ones."""

    __slots__ = ("commitment", "group", "plan")

    def __init__(self) -> None:
        self.group: tuple[tuple[int, ...], int, int, int, str] = NO_GROUP  # of discs being deployed
        self.plan: tuple[tuple[int, ...], tuple[int, ...], str] = ((), (), "")  # key, picks, reason
        self.commitment: tuple[tuple[int, ...], list[int], str] = ((), [], "")  # key, actions, reason


class OpenDecision:
    """One decision of an NPC, with all it may look at."""

    def __init__(
        self, pos: Position, decision: Decision, legal: Actions, ties: Ties, reveals: Reveals, enmity: Enmity,
        memory: Memory,
    ) -> None:  # fmt: skip
        self.pos = pos
        self.view = pos.view
        self.me = decision.faction
        self.kind = decision.kind
        self.context = decision.context
        self.legal = legal
        self.ties = ties
        self.reveals = reveals
        self.enmity = enmity
        self.memory = memory

    @cached_property
    def effects(self) -> Effects:
        """What plays would do."""
        return Effects(self.pos, self.ties)

    @cached_property
    def card_play(self) -> CardPlay:
        """Which cards it would play."""
        return CardPlay(self.pos, self.effects, self.ties)

    @property
    def n(self) -> int:
        """How many are left to choose."""
        return self.context.get("n", 0)

    def cards(self) -> list[int]:
        """The cards among the legal actions."""
        return [card_of(action) for action in members(self.legal) if is_card(action)]

    def play(self) -> Play:
        """What is being played."""
        play = self.view.play
        assert play is not None
        return play

    def operation(self) -> object:
        """The operation of it for which something is chosen."""
        return self.view.world.operations(self.pos.s, self.play())[self.view.picked[0]]
