"""A run of the native engine: what it writes down and takes up again.

A run killed at any moment goes on from its last checkpoint exactly as it would have gone on:
weights, optimiser, pool, random states and running games are in it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
import torch
from rich.console import Console
from torch import Tensor
from torch.utils.tensorboard import SummaryWriter

from acis_rules.errors import AcisError
from agents.learned.networks import build, give_weights, require_tensor

from . import checkpoint
from .actors import State, Troupe, flat
from .checkpoint import Counters, Moments, Weights
from .config import Config, ConfigError
from .games import SCRIPTED
from .native import LATER, Array, Learner, Rollout
from .run import Run
from .run_folder import CHECKPOINT


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """A checkpoint."""

    counters: Counters
    network: Weights
    optimizer: Moments
    price: Annotated[float, msgspec.Meta(gt=0, le=1)]  # see `Learner`
    random: Tensor
    pool: list[Tensor]
    playing: list[Tensor]  # the weights of the rollout that actors were asked for
    games: list[State]  # of each actor, before that rollout


class NativeRun(Run):
    """A run of the native engine."""

    ENGINE = "native"

    def __init__(self, config: Config, folder: Path, console: Console | None = None) -> None:
        super().__init__(config, folder, console)
        self.network = build(config.network.settings())
        self.network.eval()
        fast = torch.cpu._is_avx512_bf16_supported()
        self.network.in_bfloat16 = fast if config.bfloat16 is None else config.bfloat16
        device = config.device
        if device == "auto":
            device = "cuda" if torch.cuda.is_available() else "cpu"
        self.learner = Learner(self.network, config, device)
        self.pool: list[Tensor] = []
        self.spent = 0.0, 0.0  # seconds of the last update: waiting for the rollout, learning from it

    def _begin(self) -> None:
        self.troupe = Troupe(self.config, self.network.in_bfloat16)
        self.log = SummaryWriter(str(self.folder / "tensorboard"))

    def _update(self) -> None:
        troupe, config = self.troupe, self.config
        if not troupe.asked:
            self._ask()
        began = time.monotonic()
        rollout = troupe.take()
        taken = time.monotonic()
        if config.actors:
            self._ask()  # played while this one is learned from
        self.measured = self.learner.learn(rollout, self._share_done())
        self.updates += 1
        self.decisions += int((rollout.decisions["following"] != LATER).sum())
        self.games_played += len(rollout.endings)
        self.spent = taken - began, time.monotonic() - taken
        for name, seconds in zip(("playing", "learning"), self.spent, strict=True):
            self.log.add_scalar(f"seconds/{name}", seconds, self.decisions)
        self._tell(rollout)

    def _share_done(self) -> float:
        """Of the run: by decisions or by the clock, whichever will end it."""
        by_clock = self.seconds / (60 * self.config.minutes) if self.config.minutes else 0.0
        return max(self.decisions / self.config.decisions, by_clock)

    def _ask(self) -> None:
        self.troupe.ask([flat(self.network), *self.pool], self._stage_scenarios())

    def _tell(self, rollout: Rollout) -> None:
        """Log what was measured, in all and by scenario."""
        for name, value in self.measured.items():
            self.log.add_scalar(f"train/{name}", value, self.decisions)
        self.log.add_scalar("games", self.games_played, self.decisions)
        decisions, endings = rollout.decisions, rollout.endings
        for number, name in enumerate(self.config.all_scenarios()):
            here = decisions["scenario"] == number
            if here.any():
                undecided = float(decisions["undecided"][here].mean())
                self.log.add_scalar(f"undecided/{name}", undecided, self.decisions)
            if name in self.learner.explained:
                self.log.add_scalar(f"explained/{name}", self.learner.explained[name], self.decisions)
            ended = endings[endings["scenario"] == number]
            if len(ended):
                self.log.add_scalar(f"length/{name}", float(np.mean(ended["decisions"])), self.decisions)
            for kind, won in _won(ended):
                self.log.add_scalar(f"won_{kind}/{name}", won, self.decisions)
        for kind, won in _won(endings):
            self.log.add_scalar(f"train/won_{kind}", won, self.decisions)
        self.log.flush()

    def _evaluate(self) -> None:
        super()._evaluate()
        for row in self.curve:
            if row["decisions"] == self.decisions:
                for name in ("win_rate", "margin"):
                    self.log.add_scalar(f"{name}/{row['scenario']}", row[name], self.decisions)

    def _add_snapshot(self) -> None:
        self.pool.append(flat(self.network))
        if len(self.pool) > self.config.opponents.pool_size:
            self.pool.pop(1)  # the first one stays: a reminder of where it came from

    def _keep(self) -> None:
        saved = Saved(
            counters=self._counted(),
            network=dict(self.network.state_dict()),
            optimizer=checkpoint.moments(self.learner.optimizer, self.learner.network),
            price=self.learner.price,
            random=self.learner.random.get_state(),
            pool=self.pool,
            playing=self.troupe.asked,
            games=self.troupe.states,
        )
        checkpoint.save(self.folder / CHECKPOINT, "checkpoint", saved)

    def _restore(self) -> None:
        path, learner, size = self.folder / CHECKPOINT, self.learner, self.config.opponents.pool_size
        saved = checkpoint.load(path, "checkpoint", Saved, self.network, 4 + 2 * size)
        try:
            give_weights(self.network, saved.network)
            learner.take_weights()
            checkpoint.give_moments(learner.optimizer, learner.network, saved.optimizer)
            learner.price = saved.price
            checkpoint.set_random(learner.random, saved.random)
            if len(saved.pool) > size or len(saved.playing) > 1 + size:
                raise ConfigError(f"pool: {len(saved.pool)} snapshots; {size} are kept")
            for weights in (*saved.pool, *saved.playing):
                require_tensor("pool", weights, flat(self.network).shape, torch.float32)
            self.pool = saved.pool
            self._count_on(saved.counters)
            self._begin()
            if saved.games or self.updates:  # else it was stopped before the first rollout
                self.troupe.take_up(saved.games, max(len(saved.pool), len(saved.playing) - 1))
            if saved.playing:
                self.troupe.ask(saved.playing, self._stage_scenarios())
        except AcisError as error:
            raise ConfigError(f"{path}: {error}") from None

    def _end(self) -> None:
        self.troupe.close()
        self.log.close()


def _won(endings: Array) -> Iterator[tuple[str, float]]:
    """How often one learning seat has won against each kind of scripted players; 1: as often as by chance.

    Within a scenario every seat counts alike, however often it was drawn.
    """
    for number, kind in enumerate(SCRIPTED):
        against = endings[endings["against"] == number]
        total = 0.0
        for scenario in np.unique(against["scenario"]):
            here = against[against["scenario"] == scenario]
            seats = [here["won"][here["learner"] == seat].mean() for seat in np.unique(here["learner"])]
            total += len(here) * float(np.mean(seats))
        if len(against):
            yield kind, total / len(against)
