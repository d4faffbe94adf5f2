"""The public face of the rules: one game, its open decision, its legal actions."""

from __future__ import annotations

from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from . import cards, historical, phases, variants  # noqa: F401  (their modules register steps and moments)
from .box.world import World
from .errors import IllegalAction
from .kernel.bits import members
from .kernel.log import Event
from .kernel.machine import act, run
from .kernel.state import State
from .kernel.types import Action
from .phases.setup import new_state
from .table.ending import leaders

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from .kernel.state import Points
    from .views import View

SHOWN = 12  # legal actions named in an error


class Decision(NamedTuple):
    """The open question: who decides, what kind, what for."""

    seat: int
    faction: int
    kind: str
    context: dict[str, int]  # card, area, by (faction), n: what applies


def plain_action(action: Any) -> int:
    """An action as an int of Python: NumPy's are too short for the sets that the rules keep.

    An array of one action is that action, as networks give it for one environment.
    """
    if type(action) is int:
        return action
    try:
        return int(index(action.item() if getattr(action, "shape", ()) else action))
    except (TypeError, ValueError, RuntimeError):  # an array of several: NumPy and torch differ
        raise IllegalAction(f"action {action!r}: an action is a whole number") from None


class Game:
    """A game in progress. Every change goes through `apply`."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    @classmethod
    def new(
        cls, scenario: str | World = "basic_2p", seed: int = 0, options: dict[str, Any] | None = None
    ) -> Game:
        """A new game of a scenario (an id of `scenarios()`, a scenario file, or all of it ready made)."""
        world = scenario if isinstance(scenario, World) else World(scenario, options)
        state = new_state(world, seed)
        run(state)
        return cls(state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def decision(self) -> Decision:
        """The one question now open."""
        q = self.state.question
        if q is None:
            raise IllegalAction("the game is over: no decision is open")
        context = {}
        if q.card:
            context["card"] = q.card
        if q.area >= 0:
            context["area"] = q.area
        if q.by >= 0:
            context["by"] = q.by
        if q.n:
            context["n"] = q.n
        return Decision(self.state.world.player[q.faction], q.faction, q.kind, context)

    @property
    def seat(self) -> int:
        """The seat that decides now, -1 when the game is over."""
        q = self.state.question
        return -1 if q is None else self.state.world.player[q.faction]

    @property
    def legal_mask(self) -> int:
        """The legal actions as bits of an int."""
        q = self.state.question
        return 0 if q is None else q.legal

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending."""
        q = self.state.question
        return [] if q is None else members(q.legal)

    def apply(self, action: Action) -> None:
        """Answer the open decision and run on to the next one."""
        if type(action) is not int:
            action = plain_action(action)
        if not act(self.state, action):
            raise self.illegal(action)

    def illegal(self, action: object, legal: dict[int, Action] | None = None) -> IllegalAction:
        """The error for an action that is not legal: the open decision and its answers.

        `legal`: the answers by the numbers under which the asker knows them, if not those of the rules.
        """
        from .words.decisions import describe_action, describe_decision

        if self.state.question is None:
            return IllegalAction(f"action {action}: the game is over")
        if legal is None:
            legal = {a: a for a in self.legal_actions()}
        named = islice(legal.items(), SHOWN)
        shown = ", ".join(f"{number} ({describe_action(self.state, a)})" for number, a in named)
        more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
        return IllegalAction(
            f"action {action} is not legal. Open decision: {describe_decision(self.state)}. "
            f"Legal: {shown}{more}"
        )

    def describe(self, action: Action) -> str:
        """The action in words, as an answer to the open decision."""
        from .words.decisions import describe_action

        return describe_action(self.state, plain_action(action))

    @property
    def vp(self) -> list[Points]:
        """Victory points by faction (by seat where each player runs one civilization)."""
        return list(self.state.vp)

    @property
    def winners(self) -> list[int]:
        """The winning seats, empty while the game goes on; several if it is drawn."""
        return leaders(self.state) if self.over else []

    @property
    def events(self) -> list[Event]:
        """All that has happened, in order."""
        return list(self.state.log)

    def clone(self) -> Game:
        """An independent copy that goes on identically."""
        new = Game.__new__(Game)
        new.state = self.state.copy()
        return new

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.from_dict, (self.to_dict(),)

    def to_dict(self) -> dict[str, Any]:
        """The position as plain, readable data for JSON."""
        from .position import to_dict

        return to_dict(self.state)

    @classmethod
    def from_dict(cls, position: dict[str, Any]) -> Game:
        """The game a position describes, checked (see docs/positions.md)."""
        from .position import from_dict

        return cls(from_dict(position))

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """The game of a position in a file of YAML or JSON."""
        from .position import load

        return cls(load(path))

    def view(self, seat: int) -> View:
        """All that a seat may know."""
        from .views import View

        return View(self.state, seat)

    def determinize(self, seat: int, rng: Random) -> Game:
        """A copy in which everything the seat cannot know is dealt again, consistently."""
        from .views import determinize

        return Game(determinize(self.state, seat, rng))
