"""The native engine: MaskablePPO and all games in one process.

A run killed at any moment goes on from its last checkpoint exactly as it would have gone on:
weights, optimiser, pool, random states and running games are in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from rich.console import Console
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.logger import configure

from acis_rules.errors import AcisError
from agents.learned.networks import build, give_weights

from . import checkpoint
from .checkpoint import Count, Counters, Moments, NumpyRandom, Weights
from .config import Config, ConfigError
from .games import SelfPlayGames
from .ppo import SelfPlayPPO
from .rollout import Collector
from .run import Run
from .run_folder import CHECKPOINT


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """A checkpoint."""

    counters: Counters
    network: Weights
    optimizer: Moments
    optimizer_updates: Count  # as MaskablePPO counts them
    pool: list[Weights]
    games: dict[str, Any]  # see `SelfPlayGames.state`
    torch_random: torch.Tensor
    numpy_random: NumpyRandom


class NativeRun(Run):
    """A run with MaskablePPO, its games stepped together."""

    ENGINE = "native"

    def __init__(self, config: Config, folder: Path, console: Console | None = None) -> None:
        super().__init__(config, folder, console)
        np.random.seed(config.seed)  # SB3 shuffles minibatches with the global generator
        self.model = SelfPlayPPO.create(config.network.settings(), config.ppo, config.seed)
        self.model.snapshots = []
        self.network = self.model.network
        self.games = SelfPlayGames(
            config.games,
            self._stage_scenarios(),
            config.opponents,
            config.reward,
            config.seed,
            config.options,
        )

    def _begin(self) -> None:
        self.model.collector = Collector(self.games, self.config.ppo.gamma, self.config.ppo.gae_lambda)
        self._set_up_logging()

    def _set_up_logging(self) -> None:
        self.model.set_logger(configure(str(self.folder / "tensorboard"), ["tensorboard"]))
        self._callback = CallbackList([])
        self._callback.init_callback(self.model)

    def _update(self) -> None:
        model, config = self.model, self.config
        self.games.scenarios = self._stage_scenarios()
        model.collect_rollouts(model.env, self._callback, model.rollout_buffer, config.ppo.rollout)
        model._update_current_progress_remaining(model.num_timesteps, config.decisions)
        model.train()
        learned = model.logger.name_to_value
        self.measured = {
            "value_loss": float(learned["train/value_loss"]),
            "entropy": -float(learned["train/entropy_loss"]),
            "kl": float(learned["train/approx_kl"]),
        }
        model.logger.record("games", model.games_played)
        model.logger.dump(model.num_timesteps)
        self.updates += 1
        self.decisions, self.games_played = model.num_timesteps, model.games_played

    def _evaluate(self) -> None:
        super()._evaluate()
        for name in ("win_rate", "margin"):
            self.model.logger.record(f"evaluation/{name}", self.curve[-1][name])

    def _add_snapshot(self) -> None:
        self._into_pool(dict(self.network.state_dict()))

    def _into_pool(self, weights: Weights) -> None:
        network = build(self.config.network.settings())
        give_weights(network, weights)
        network.eval()
        pool = self.model.snapshots
        pool.append(network)
        if len(pool) > self.config.opponents.pool_size:
            pool.pop(1)  # the first one stays: a reminder of where it came from
        self.games.pool = len(pool)

    def _keep(self) -> None:
        model = self.model
        saved = Saved(
            counters=self._counted(),
            network=dict(self.network.state_dict()),
            optimizer=checkpoint.moments(model.policy.optimizer, self.network),
            optimizer_updates=model._n_updates,
            pool=[dict(network.state_dict()) for network in model.snapshots],
            games=self.games.state(),
            torch_random=torch.get_rng_state(),
            numpy_random=checkpoint.numpy_random(),
        )
        checkpoint.save(self.folder / CHECKPOINT, "checkpoint", saved)

    def _restore(self) -> None:
        path, model, size = self.folder / CHECKPOINT, self.model, self.config.opponents.pool_size
        saved = checkpoint.load(path, "checkpoint", Saved, self.network, 3 + size)
        try:
            give_weights(self.network, saved.network)
            checkpoint.give_moments(model.policy.optimizer, self.network, saved.optimizer)
            if len(saved.pool) > size:
                raise ConfigError(f"pool: {len(saved.pool)} snapshots; {size} are kept")
            for weights in saved.pool:
                self._into_pool(weights)
            self.games.restore(saved.games, self.config.all_scenarios())
            self._count_on(saved.counters)
            self._begin()
            checkpoint.set_random(saved.torch_random, saved.numpy_random)
        except AcisError as error:
            raise ConfigError(f"{path}: {error}") from None
        model.num_timesteps, model.games_played = self.decisions, self.games_played
        model._n_updates = saved.optimizer_updates
