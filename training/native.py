"""The native engine: MaskablePPO and all games in one process.

A run killed at any moment goes on from its last checkpoint exactly as it would have gone on:
weights, optimiser, pool, random states and running games are in it.
"""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.logger import configure

from agents.networks import build

from .config import Config, ConfigError
from .games import SelfPlayGames
from .ppo import SelfPlayPPO
from .rollout import Collector
from .run import NATIVE_CHECKPOINT, Run


class NativeRun(Run):
    """A run with MaskablePPO, its games stepped together."""

    CHECKPOINT = NATIVE_CHECKPOINT

    def __init__(self, config: Config, folder: Path, console: Console | None = None) -> None:
        super().__init__(config, folder, console)
        np.random.seed(config.seed)  # SB3 shuffles minibatches with the global generator
        self.model = SelfPlayPPO.create(config.network.settings(), config.ppo, config.seed)
        self.model.snapshots = []
        self.network = self.model.network
        self.games = SelfPlayGames(
            config.games, self._stage_scenarios(), config.opponents, config.reward, config.seed
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
        self._into_pool({name: value.clone() for name, value in self.network.state_dict().items()})

    def _into_pool(self, weights: dict[str, Any]) -> None:
        network = build(self.config.network.settings())
        network.load_state_dict(weights)
        network.eval()
        pool = self.model.snapshots
        pool.append(network)
        if len(pool) > self.config.opponents.pool_size:
            pool.pop(1)  # the first one stays: a reminder of where it came from
        self.games.pool = len(pool)

    def _keep(self) -> None:
        model = self.model
        saved = {
            "network": self.network.state_dict(),
            "optimizer": model.policy.optimizer.state_dict(),
            "pool": [network.state_dict() for network in model.snapshots],
            "decisions": self.decisions,
            "games_played": self.games_played,
            "n_updates": model._n_updates,
            "updates": self.updates,
            "seconds": self.seconds,
            "curve": self.curve,
            "collector": pickle.dumps(model.collector),
            "torch_random": torch.get_rng_state(),
            "numpy_random": np.random.get_state(),
        }
        temporary = self.folder / f"{self.CHECKPOINT}.new"
        torch.save(saved, temporary)
        os.replace(temporary, self.folder / self.CHECKPOINT)

    def _restore(self) -> None:
        path = self.folder / self.CHECKPOINT
        try:
            saved = torch.load(path, weights_only=False)  # our own file: it holds running games
        except Exception as error:
            raise ConfigError(f"{path}: cannot be read: {error}") from None
        model = self.model
        self.network.load_state_dict(saved["network"])
        model.policy.optimizer.load_state_dict(saved["optimizer"])
        for weights in saved["pool"]:
            self._into_pool(weights)
        model.num_timesteps = self.decisions = saved["decisions"]
        model.games_played = self.games_played = saved["games_played"]
        model._n_updates = saved["n_updates"]
        self.updates = saved["updates"]
        self.seconds = saved["seconds"]
        self.curve = saved["curve"]
        model.collector = pickle.loads(saved["collector"])
        self.games = model.collector.games
        self._set_up_logging()
        torch.set_rng_state(saved["torch_random"])
        np.random.set_state(saved["numpy_random"])
