"""One running game as all environments see it: the seat to move, its mask, its observation.

If a player inside fails, the game stays where it is, at that player's decision, and takes no more answers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from acis_rules import Game, IllegalAction
from acis_rules.box.world import World
from acis_rules.errors import AcisError
from acis_rules.game import plain_action
from acis_rules.kernel.actions import FACTION_BITS, N_ACTIONS, is_faction
from acis_rules.kernel.bits import members
from acis_rules.kernel.compiled import compiled
from acis_rules.views import View

from ..observe.encoder import Bytes, Floats, Mask, mask_of_actions, unpack, unpack_scaled, write_masks
from ..observe.full_state import full_state
from ..observe.packing import Memory, pack
from ..observe.seating import Seating, seating_for, seating_of
from ..players import Player, PlayerFailed, PlayerSpec, make_player

NO_MASK: Mask = np.zeros(N_ACTIONS, np.int8)  # of a seat that does not decide
NO_MASK.flags.writeable = False  # there is but one
MAX_DEALS = 100  # a seat that joins late can miss a game; one that misses so many has no part in the scenario


class RunningGame:
    """A game, and what its seats see."""

    __slots__ = (
        "_memory", "_order", "_seating", "_seatings", "_views", "decisions", "failure", "game", "legal",
        "seat", "seats",
    )  # fmt: skip

    seat: int  # the seat that decides, -1 when the game is over
    legal: int  # its legal actions as bits, factions named by slot; none after a failure
    _seating: Seating

    def __init__(self, game: Game, decisions: int = 0, failure: str = "") -> None:
        self.game = game
        self.decisions = decisions
        self.failure = failure  # how a player inside failed, for which the game cannot go on
        self.seats = game.state.world.n_seats
        self._views: list[View] = [game.view(seat) for seat in range(self.seats)]
        self._memory = Memory(game.state.world)
        self._order: list[int] = []
        self._seatings: dict[int, Seating] = {}  # of this turn order, by who decides
        self._look()

    def _look(self) -> None:
        """See what is asked now."""
        s = self.game.state
        q = s.question
        if q is None:
            self.seat, self.legal = -1, 0
            return
        faction, legal = q.faction, q.legal
        self.seat = s.world.player[faction]
        if s.order != self._order:
            self._order = s.order.copy()
            self._seatings = {}
        seating = self._seatings.get(faction)
        if seating is None:
            seating = seating_for(tuple(s.order), faction, s.world.n_factions)
            self._seatings[faction] = seating
        self._seating = seating
        if legal & FACTION_BITS:
            legal = seating.to_relative(legal)
        self.legal = 0 if self.failure else legal

    @classmethod
    def new(cls, scenario: str | World, seed: int, options: dict[str, Any] | None) -> RunningGame:
        """Start a game of a scenario, or in a world, which has options of its own."""
        return cls(Game.new(scenario, seed=seed, options=options))

    @property
    def seating(self) -> Seating:
        """Who sits in which slot at the open decision."""
        if not self.legal:
            raise RuntimeError("no decision is open")
        return self._seating

    def seating_of(self, seat: int) -> Seating:
        """Who sits in which slot of a seat's observation."""
        return self._seating if seat == self.seat else seating_of(self._views[seat])

    def mask(self, seat: int) -> Mask:
        """The action mask of a seat: all zero if it does not decide now."""
        return mask_of_actions(self.legal if seat == self.seat else 0)

    def packed(self, seat: int) -> tuple[bytes, bytes]:
        """A seat's observation, packed."""
        return pack(*self.seen(seat))

    def seen(self, seat: int) -> tuple[View, Seating, Memory]:
        """What a seat's observation is made from."""
        view = self._views[seat]
        return view, self._seating if seat == self.seat and self.legal else seating_of(view), self._memory

    def observation(self, seat: int) -> Floats:
        """A seat's observation as float32."""
        return observed(self, seat)

    def state(self) -> Floats:
        """The whole position, seen from the seat that decides; once the game is over, from the first."""
        seat = max(0, self.seat)
        return full_state(self.game.state, seating_of(self._views[seat]), self.observation(seat))

    def absolute(self, action: Any) -> int:
        """An action of the environment as an action of the rules, -1 if it is not legal."""
        return absolute(self, action)

    def illegal(self, action: Any, who: str = "") -> AcisError:
        """The error for an action that is not legal: the open decision and what is legal."""
        if self.failure:
            return PlayerFailed(f"the game cannot go on, call reset(): {self.failure}")
        legal = {a: self._seating.to_absolute(a) for a in members(self.legal)}
        error = self.game.illegal(action, legal)
        return IllegalAction(f"{who}: {error}") if who else error

    def is_cut(self, limit: int) -> bool:
        """Whether a limit of decisions ends the game before the rules do."""
        return self.decisions >= limit and not self.game.over

    def apply(self, action: int) -> None:
        """Answer the open decision with an action of the rules."""
        advance(self, action)

    def after(self, action: int, seat: int) -> tuple[Game, Seating, tuple[bytes, bytes]]:
        """A copy in which an action of the environment was taken: the game, and what a seat sees of it."""
        game = self.game.clone()
        game.apply(self._seating.to_absolute(action))
        view = game.view(seat)
        seating = seating_of(view)
        return game, seating, pack(view, seating, self._memory)

    def play(self, players: Mapping[int, Player], limit: int = sys.maxsize) -> None:
        """Let these players (by seat) decide until it is another seat's turn."""
        game = self.game
        while self.seat in players and self.decisions < limit:
            seat = self.seat
            try:
                action = players[seat].act(self._views[seat], game.decision, game.legal_actions())
            except Exception as error:
                raise self._failed(players[seat], f"{type(error).__name__}: {error}") from error
            try:
                self.apply(action)
            except IllegalAction as error:
                raise self._failed(players[seat], str(error)) from error

    def _failed(self, player: Player, what: str) -> PlayerFailed:
        """Nobody else can answer for the player: from here on there are no legal actions."""
        self.failure = f"seat {self.seat} ({type(player).__name__}): {what}"
        self._look()
        return PlayerFailed(self.failure)

    def describe(self, action: int) -> str:
        """A legal action of the environment in words."""
        chosen = self.absolute(action)
        if chosen < 0:
            raise self.illegal(action)
        return self.game.describe(chosen)

    def copy(self) -> RunningGame:
        """An independent copy."""
        return RunningGame(self.game.clone(), self.decisions, self.failure)

    def __deepcopy__(self, memo: dict[int, Any]) -> RunningGame:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return RunningGame, (self.game, self.decisions, self.failure)


def dealt(
    scenario: str,
    options: dict[str, Any],
    seat: int | None,
    opponent: Callable[[int], PlayerSpec],
    random: np.random.Generator,
) -> tuple[RunningGame, int, dict[int, Player]]:
    """A new game, played on to the learner's first decision; the learner's seat, and who plays the others.

    Without a `seat` one is drawn. `opponent` names the player of the first other seat, the second, and so
    on. A game in which the learner has nothing to decide is dealt again.
    """
    for _ in range(MAX_DEALS):
        running = RunningGame.new(scenario, int(random.integers(2**63)), options)
        learner = seat if seat is not None else int(random.integers(running.seats))
        others = [other for other in range(running.seats) if other != learner]
        players = {
            other: make_player(opponent(k), int(random.integers(2**31))) for k, other in enumerate(others)
        }
        running.play(players)
        if running.seat == learner:
            return running, learner, players
    raise AcisError(f"{scenario}: in {MAX_DEALS} games seat {seat} had nothing to decide")


# What is done at every decision, for all who do it in a hurry.


@compiled
def absolute(running: RunningGame, action: Any) -> int:
    """An action of the environment as an action of the rules, -1 if it is not legal."""
    if type(action) is not int:
        action = plain_action(action)
    if action < 0 or not running.legal >> action & 1:
        if running.failure:
            raise running.illegal(action)
        return -1
    return running._seating.to_absolute(action) if is_faction(action) else action


@compiled
def advance(running: RunningGame, action: int) -> None:
    """Answer the open decision with an action of the rules."""
    running.game.apply(action)
    running.decisions += 1
    running._look()


@compiled
def observed(running: RunningGame, seat: int) -> Floats:
    """A seat's observation as float32."""
    return unpack_scaled(*pack(*running.seen(seat)))


@compiled
def write_rows(games: Sequence[RunningGame], seats: Sequence[int], raw: Bytes, masks: Mask) -> None:
    """Write raw observation and mask of one seat of each game into the rows of two arrays."""
    pairs = list(zip(games, seats, strict=True))
    unpack([running.packed(seat) for running, seat in pairs], raw)
    write_masks([running.legal if running.seat == seat else 0 for running, seat in pairs], masks)


__all__ = ["MAX_DEALS", "NO_MASK", "RunningGame", "absolute", "advance", "dealt", "observed", "write_rows"]
