"""The NPC as a player: from the view alone, with the reason of each answer."""

from __future__ import annotations

from acis_rules import Decision
from acis_rules.errors import AcisError
from acis_rules.kernel.bits import mask_of
from acis_rules.kernel.types import Actions, Faction
from acis_rules.views import View

from .answers import ALWAYS, ANSWERS
from .chance import Reveals
from .decision import Answer, Memory, OpenDecision
from .enemies import Enmity
from .position import Position
from .ties import Ties

METHODS = ("A", "B")
PEACEFUL = "peaceful"


class BadNPC(AcisError):
    """The words after `npc:` are not understood."""


class NPC:
    """A civilization run by the solitaire rules.

    `argument` holds words joined by +: A or B (how it chooses between equals; by default as the
    options of the game say) and `peaceful` (nobody's enemy until it is wronged, NPC-08).
    """

    def __init__(self, argument: str = "", seed: int = 0) -> None:
        words = [word.strip() for word in argument.split("+") if word.strip()]
        for word in words:
            if word not in (*METHODS, PEACEFUL):
                raise BadNPC(f"npc:{argument}: {word!r} is unknown; there are: A, B, {PEACEFUL}")
        self.reason = ""  # the rule behind the last answer
        self._method = next((word for word in words if word in METHODS), "")
        self._peaceful = PEACEFUL in words
        self._reveals = Reveals(seed)
        self._ties = Ties(self._method, self._reveals)
        self._enmity: dict[int, Enmity] = {}
        self._latest = 0  # events it has seen: fewer means another game
        self._memory = Memory()

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        """One of the legal actions."""
        count = view.event_count
        if count < self._latest:
            self._enmity.clear()
            self._memory = Memory()
        self._latest = count
        rules = view.world.npc_rules[decision.faction]
        given = rules.ties if rules is not None else None
        self._ties.method = self._method or given or view.world.options.npc_ties
        action, self.reason = self._answer(view, decision, mask_of(legal))
        if action not in legal:
            action, self.reason = legal[0], "no rule applies: the first of what is possible"
        return action

    def explain(self, view: View, decision: Decision, legal: list[int]) -> tuple[int, str]:
        """The answer and the rule that leads to it."""
        action = self.act(view, decision, legal)
        return action, self.reason

    def _answer(self, view: View, decision: Decision, legal: Actions) -> Answer:
        always = ALWAYS.get(decision.kind)
        if always is not None:
            return always
        me = decision.faction
        pos = self.position(view, me)
        return ANSWERS[decision.kind](
            OpenDecision(pos, decision, legal, self._ties, self._reveals, self.enmity(me), self._memory)
        )

    def position(self, view: View, faction: Faction) -> Position:
        """The position as this NPC sees it, its enemies in order."""
        self._reveals.at(view)
        enmity = self.enmity(faction)
        setup = view.phase == "setup"  # the Primary enemy is determined in Growth, not before (NPC-15)
        enemies = [] if setup else enmity.enemies(view, faction)
        pos = Position(view, faction, tuple(enemies))
        pos.enemies = enmity.ordered(pos, enemies)
        return pos

    def enmity(self, faction: Faction) -> Enmity:
        """Whose enemy one of its factions is."""
        found = self._enmity.get(faction)
        if found is None:
            found = self._enmity[faction] = Enmity(self._peaceful, self._reveals)
        return found
