"""Games to learn from: who sits where is drawn anew for every game."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, NamedTuple

import msgspec
import numpy as np

from acis_env.envs.aec import MAX_SEATS
from acis_env.envs.batched import BatchedGames, Deal
from acis_env.envs.rewards import outcome, rank, seat_points
from acis_env.players import PlayerSpec
from acis_rules import Game
from acis_rules.box.data_files import convert
from acis_rules.box.scenario import load_scenario
from acis_rules.box.world import World
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import N_AREAS
from acis_rules.kernel.bits import members
from acis_rules.table.ending import leaders
from acis_rules.table.terms import controlled

from .config import OpponentsConfig, RewardConfig

LEARNER = 0  # seats of the current policy; k > 0 is snapshot k - 1 of the pool
INSIDE = -1  # played by a scripted player inside the environment
SCRIPTED = ("npc", "greedy", "random")  # who may play inside
TRAINING_SEEDS = 2**62  # seeds of training games lie below, those of evaluation games above

Seats = Annotated[
    list[Annotated[int, msgspec.Meta(ge=INSIDE)]], msgspec.Meta(min_length=MAX_SEATS, max_length=MAX_SEATS)
]
Controllers = list[Seats]


class Ending(NamedTuple):
    """How a game ended."""

    scenario: str
    decisions: int
    shares: list[float]  # of the victory, by seat
    points: list[float]  # VP, by seat
    ranks: list[float]  # 1 (first) to -1 (last), by seat
    owners: bytes  # see `owners_of`

    @classmethod
    def of(cls, game: Game, decisions: int) -> Ending:
        """Look at a game that is over, or cut off."""
        world, winners = game.state.world, leaders(game.state)
        shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(world.n_seats)]
        points = [float(p) for p in seat_points(game)]
        return cls(world.scenario_name, decisions, shares, points, rank(game), owners_of(game))


def vp_decide(scenario: str) -> bool:
    """Whether VP decide a game that goes on to its end; not where a side wins by having endured."""
    final = load_scenario(scenario).victory.final
    return final is None or final.lead


def owners_of(game: Game) -> bytes:
    """By area: one more than the faction that Controls it, 0 for nobody."""
    out = bytearray(N_AREAS)
    for faction in range(game.state.world.n_factions + 1):
        for area in members(controlled(game.state, faction)):
            out[area] = faction + 1
    return bytes(out)


def _civilizations(scenario: str, rng: np.random.Generator) -> tuple[str, ...]:
    """One for each faction, drawn from those that may be chosen; none where the scenario fixes some."""
    given = load_scenario(scenario)
    if any(faction.civilization != "chosen" for faction in given.factions):
        return ()
    drawn: list[str] = []
    for _ in given.factions:
        drawn.append(str(rng.choice(given.free(drawn))))
    return tuple(drawn)


class SelfPlayGames(BatchedGames):
    """Batched games with opponents drawn by share: oneself, snapshots, NPC, greedy, random."""

    def __init__(
        self,
        n: int,
        scenarios: list[str],
        opponents: OpponentsConfig,
        reward: RewardConfig | None,
        seed: int,
        options: dict[str, Any] | None = None,
        weights: dict[str, float] | None = None,
        dealt: float = 0.0,
    ) -> None:
        """Scenarios are drawn by weight, 1 for those without one. Without a reward nobody is paid.

        In a share of games civilizations are `dealt` where players could choose them.
        """
        self.shares = opponents
        self.weights = weights or {}
        self.dealt = 0.0 if "civilizations" in (options or {}) else dealt
        self.reward_weights = reward
        self.pool = 0  # snapshots at hand
        self.need: dict[str, list[float]] = {}  # by scenario and seat: how often it learns, beside the others
        self.controllers = np.full((n, MAX_SEATS), LEARNER, np.int64)
        self._n_seats: dict[str, int] = {}
        self.endings: dict[int, Ending] = {}  # by row: of the games that ended in the last step
        self.learners: dict[int, tuple[int, str]] = {}  # likewise: who learned, and against whom
        super().__init__(n, scenarios, options, reward="vp", seed=seed)

    def _deal(self, row: int) -> Deal:
        """Draw the deal, the kind of game, the learner's seat and who plays the others."""
        rng = self._random[row]
        weights = np.array([self.weights.get(name, 1.0) for name in self.scenarios])
        scenario = self.scenarios[int(rng.choice(len(weights), p=weights / weights.sum()))]
        seed = int(rng.integers(TRAINING_SEEDS))
        self.controllers[row] = LEARNER
        kind = self._kind(rng)
        players: dict[int, tuple[PlayerSpec, int]] = {}
        if kind != "self":
            seats = self.seats_of(scenario)
            learner = self._learning_seat(scenario, rng)
            for seat in range(seats):
                if seat == learner:
                    continue
                if kind == "pool":
                    self.controllers[row, seat] = 1 + int(rng.integers(self.pool))
                else:
                    self.controllers[row, seat] = INSIDE
                    players[seat] = kind, int(rng.integers(2**31))
        dealt = self.dealt and rng.random() < self.dealt
        return Deal(scenario, seed, players, _civilizations(scenario, rng) if dealt else ())

    def _learning_seat(self, scenario: str, rng: np.random.Generator) -> int:
        """The seat that learns alone, drawn by need."""
        seats = self.seats_of(scenario)
        need = np.array(self.need.get(scenario, [1.0] * seats))
        return int(rng.choice(seats, p=need / need.sum()))

    def seats_of(self, scenario: str) -> int:
        """How many seats a scenario has."""
        if scenario not in self._n_seats:  # a world takes milliseconds
            self._n_seats[scenario] = World(scenario, self.options).n_seats
        return self._n_seats[scenario]

    def step(self, actions: Any) -> None:
        """See BatchedGames."""
        self.endings.clear()
        self.learners.clear()
        super().step(actions)

    def _finish(self, row: int) -> None:
        running = self.running[row]
        self.endings[row] = Ending.of(running.game, running.decisions)
        self.learners[row] = self._learner(row)
        super()._finish(row)

    def _learner(self, row: int) -> tuple[int, str]:
        """The seat that learns alone in a game, and who plays the others; -1 if others learn, too."""
        inside = self._deals[row].players
        if not inside:
            return -1, ""
        seats = self.running[row].seats
        return next(seat for seat in range(seats) if seat not in inside), str(next(iter(inside.values()))[0])

    def _kind(self, rng: np.random.Generator) -> str:
        """Who sits at the other seats, drawn by share."""
        shares = self.shares.shares()
        if not self.pool:
            shares["self"] += shares.pop("pool")
        names = [name for name, share in shares.items() if share > 0]
        weights = np.array([shares[name] for name in names])
        return names[int(rng.choice(len(names), p=weights / weights.sum()))]

    def state(self) -> dict[str, Any]:
        """See BatchedGames; and who plays which seat."""
        return {**super().state(), "controllers": self.controllers.tolist()}

    def restore(self, state: Any, scenarios: Collection[str] | None = None) -> None:
        """See BatchedGames. The snapshots of the pool must be at hand."""
        games = dict(convert(state, dict[str, Any], "running games"))
        controllers = convert(games.pop("controllers", None), Controllers, "running games: controllers")
        super().restore(games, scenarios)
        if len(controllers) != self.n or max(map(max, controllers)) > self.pool:
            raise AcisError("running games: controllers: not those of these games")
        self.controllers[:] = controllers
        for row, inside in enumerate(self._inside):
            if {seat for seat in range(MAX_SEATS) if controllers[row][seat] == INSIDE} != set(inside):
                raise AcisError(f"running games: game {row}: controllers and players inside differ")

    def _require_player(self, seat: int, name: str) -> None:
        if name not in SCRIPTED:
            raise AcisError(f"{name!r} is nobody's opponent here")

    def _pay(self, row: int, ended: bool) -> None:
        """Leads as they come and the outcome at the end, each with its weight."""
        if self.reward_weights is None:
            return
        super()._pay(row, ended)
        self.rewards[row] *= self.reward_weights.vp
        if ended:
            paid = outcome(self.running[row].game)
            self.rewards[row, : len(paid)] += self.reward_weights.outcome * np.array(paid, np.float32)
