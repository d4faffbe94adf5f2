"""Games to learn from: who sits where is drawn anew for every game."""

from __future__ import annotations

import numpy as np

from acis_env.aec import MAX_SEATS
from acis_env.players import Player, make_player
from acis_env.rewards import outcome
from acis_env.table import Table
from acis_env.vector import BatchedGames

from .config import OpponentsConfig, RewardConfig

LEARNER = 0  # seats of the current policy; k > 0 is snapshot k - 1 of the pool
INSIDE = -1  # played by a scripted player inside the environment
TRAINING_SEEDS = 2**62  # seeds of training games lie below, those of evaluation games above


class SelfPlayGames(BatchedGames):
    """Batched games with opponents drawn by share: oneself, snapshots, NPC, greedy, random."""

    def __init__(
        self,
        n: int,
        scenarios: list[str],
        opponents: OpponentsConfig,
        reward: RewardConfig,
        seed: int,
    ) -> None:
        self.shares = opponents
        self.reward_weights = reward
        self.pool = 0  # snapshots at hand
        self.controllers = np.full((n, MAX_SEATS), LEARNER, np.int64)
        super().__init__(n, scenarios, reward="vp", seed=seed)

    def _new_game(self, row: int) -> tuple[Table, dict[int, Player]]:
        """Draw the deal, the kind of game, the learner's seat and who plays the others."""
        rng = self._random[row]
        scenario = self.scenarios[row % len(self.scenarios)]
        table = Table.new(scenario, int(rng.integers(TRAINING_SEEDS)), None)
        self.controllers[row] = LEARNER
        kind = self._kind(rng)
        inside: dict[int, Player] = {}
        if kind != "self":
            learner = int(rng.integers(table.seats))
            for seat in range(table.seats):
                if seat == learner:
                    continue
                if kind == "pool":
                    self.controllers[row, seat] = 1 + int(rng.integers(self.pool))
                else:
                    self.controllers[row, seat] = INSIDE
                    inside[seat] = make_player(kind, int(rng.integers(2**31)))
            table.play(inside)
        return table, inside

    def _kind(self, rng: np.random.Generator) -> str:
        """Who sits at the other seats, drawn by share."""
        shares = self.shares.shares()
        if not self.pool:
            shares["self"] += shares.pop("pool")
        names = [name for name, share in shares.items() if share > 0]
        weights = np.array([shares[name] for name in names])
        return names[int(rng.choice(len(names), p=weights / weights.sum()))]

    def _pay_leads(self, row: int) -> None:
        super()._pay_leads(row)
        self.rewards[row] *= self.reward_weights.vp

    def _finish(self, row: int) -> None:
        paid = outcome(self.tables[row].game)
        self.rewards[row, : len(paid)] += self.reward_weights.outcome * np.array(paid, np.float32)
        super()._finish(row)
