"""One training run from first to last: warm start, self-play updates, checkpoints, report.

A run folder holds config.yaml, versions.json, curve.csv, TensorBoard logs, checkpoint.pt,
policy.pt and report.md. A run killed at any moment goes on from its last checkpoint exactly as
it would have gone on: weights, optimiser, pool, random states and running games are in it.
"""

from __future__ import annotations

import csv
import json
import os
import pickle
import platform
import subprocess
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
import yaml
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.logger import configure

from agents.networks import build
from agents.policy import load_policy, save_policy

from . import imitation
from .config import Config, ConfigError, check
from .evaluation import Score, evaluate
from .games import SelfPlayGames
from .ppo import SelfPlayPPO
from .report import write_report
from .rollout import Collector

CHECKPOINT = "checkpoint.pt"
POLICY = "policy.pt"
CURVE = "curve.csv"
EVALUATION_SEED = 1  # during training; the final evaluation uses the next one
PACKAGES = ("acis", "torch", "stable-baselines3", "sb3-contrib", "numpy", "gymnasium", "pettingzoo")


class Run:
    """A training run in a folder."""

    def __init__(self, config: Config, folder: Path, console: Console | None = None) -> None:
        self.config = config
        self.folder = folder
        self.console = console or Console()
        torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        np.random.seed(config.seed)  # SB3 shuffles minibatches with the global generator
        self.updates = 0
        self.seconds = 0.0
        self.curve: list[dict[str, Any]] = []
        self.model = SelfPlayPPO.create(config.network.settings(), config.ppo, config.seed)
        self.model.snapshots = []
        self.games = SelfPlayGames(
            config.games, self._stage_scenarios(0), config.opponents, config.reward, config.seed
        )

    # ---------------------------------------------------------------------- beginning

    @classmethod
    def start(cls, config: Config, folder: Path, console: Console | None = None) -> Run:
        """A new run; the folder must not hold another one."""
        if (folder / CHECKPOINT).exists():
            raise ConfigError(f"{folder}: holds a run already; resume it or choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.yaml").write_text(yaml.safe_dump(msgspec.to_builtins(config), sort_keys=False))
        (folder / "versions.json").write_text(json.dumps(versions(), indent=2))
        run = cls(config, folder, console)
        if config.start_from is not None:
            network, _ = load_policy(config.start_from)
            run.model.network.load_state_dict(network.state_dict())
        if config.imitation is not None:
            run._imitate()
        run.model.collector = Collector(run.games, config.ppo.gamma, config.ppo.gae_lambda)
        run._set_up_logging()
        return run

    @classmethod
    def resume(cls, folder: Path, console: Console | None = None) -> Run:
        """Go on with the run of a folder from its last checkpoint."""
        path = folder / CHECKPOINT
        if not path.exists():
            raise ConfigError(f"{folder}: there is no {CHECKPOINT} to go on from")
        config = check(yaml.safe_load((folder / "config.yaml").read_text()), str(folder / "config.yaml"))
        run = cls(config, folder, console)
        try:
            saved = torch.load(path, weights_only=False)  # our own file: it holds running games
        except Exception as error:
            raise ConfigError(f"{path}: cannot be read: {error}") from None
        run.model.network.load_state_dict(saved["network"])
        run.model.policy.optimizer.load_state_dict(saved["optimizer"])
        for weights in saved["pool"]:
            run._add_snapshot(weights)
        run.model.num_timesteps = saved["decisions"]
        run.model.games_played = saved["games_played"]
        run.model._n_updates = saved["n_updates"]
        run.updates = saved["updates"]
        run.seconds = saved["seconds"]
        run.curve = saved["curve"]
        run.model.collector = pickle.loads(saved["collector"])
        run.games = run.model.collector.games
        run._set_up_logging()
        torch.set_rng_state(saved["torch_random"])
        np.random.set_state(saved["numpy_random"])
        return run

    def _set_up_logging(self) -> None:
        self.model.set_logger(configure(str(self.folder / "tensorboard"), ["tensorboard"]))
        self._callback = CallbackList([])
        self._callback.init_callback(self.model)

    def _stage_scenarios(self, decisions: int) -> list[str]:
        """The scenarios of the stage of the curriculum that has been reached."""
        for stage in self.config.curriculum:
            if decisions < stage.until:
                return stage.scenarios
        return self.config.scenarios

    def _imitate(self) -> None:
        config = self.config
        assert config.imitation is not None
        with self._progress() as bar:
            task = bar.add_task(f"watching {config.imitation.teacher}", total=config.imitation.decisions)
            lessons = imitation.watch(
                config.imitation, config.scenarios, config.reward, config.ppo.gamma, config.seed,
                lambda done, total: bar.update(task, completed=done),
            )  # fmt: skip
            task = bar.add_task("learning from it", total=1.0)
            story = imitation.learn(
                self.model.network, lessons, config.imitation, config.seed,
                lambda done, total: bar.update(task, completed=done / total),
            )  # fmt: skip
            bar.update(task, completed=1.0)
        (self.folder / "imitation.json").write_text(json.dumps(story, indent=2))
        self.console.print(f"agreement with {config.imitation.teacher}: {story[-1]['agreement']:.1%}")

    # --------------------------------------------------------------------------- going on

    def train(self) -> Score:
        """Update until the decisions, the minutes or the win rate asked for are reached."""
        config = self.config
        started = time.monotonic() - self.seconds
        with self._progress() as bar:
            task = bar.add_task("", total=config.decisions, completed=self.model.num_timesteps)
            if not self.curve:
                self._evaluate()
            while self.model.num_timesteps < config.decisions:
                self.games.scenarios = self._stage_scenarios(self.model.num_timesteps)
                self._update()
                self.seconds = time.monotonic() - started
                last = self.curve[-1]
                text = (
                    f"{last['win_rate']:.0%} vs {config.evaluation.opponent}, "
                    f"{self.model.num_timesteps / max(self.seconds, 1e-9):,.0f}/s"
                )
                bar.update(task, completed=self.model.num_timesteps, description=text)
                if self.updates % config.snapshot_every == 0:
                    self._add_snapshot({k: v.clone() for k, v in self.model.network.state_dict().items()})
                if self.updates % config.evaluation.every == 0:
                    self._evaluate()
                    if config.stop_at_win_rate and self.curve[-1]["win_rate"] >= config.stop_at_win_rate:
                        break
                if self.updates % config.checkpoint_every == 0:
                    self.checkpoint()
                if config.minutes is not None and self.seconds > 60 * config.minutes:
                    break
        self.checkpoint()
        return self.finish()

    def _update(self) -> None:
        model, config = self.model, self.config
        model.collect_rollouts(model.env, self._callback, model.rollout_buffer, config.ppo.rollout)
        model._update_current_progress_remaining(model.num_timesteps, config.decisions)
        model.train()
        model.logger.record("games", model.games_played)
        model.logger.dump(model.num_timesteps)
        self.updates += 1

    def _add_snapshot(self, weights: dict[str, Any]) -> None:
        """Keep a frozen copy of the policy as an opponent; the oldest but one makes room."""
        network = build(self.config.network.settings())
        network.load_state_dict(weights)
        network.eval()
        pool = self.model.snapshots
        pool.append(network)
        if len(pool) > self.config.opponents.pool_size:
            pool.pop(1)  # the first one stays: a reminder of where it came from
        self.games.pool = len(pool)

    def _evaluate(self) -> None:
        """Measure against the evaluation's opponent in the first scenario, without touching chance."""
        config = self.config.evaluation
        state = torch.get_rng_state()
        score = evaluate(
            self.model.network, self.config.scenarios[0], config.opponent, config.games, EVALUATION_SEED
        )
        torch.set_rng_state(state)
        row = {
            "decisions": self.model.num_timesteps, "minutes": round(self.seconds / 60, 2),
            "games": self.model.games_played, "win_rate": score.win_rate, "low": score.low,
            "high": score.high, "margin": score.margin,
        }  # fmt: skip
        self.curve.append(row)
        self.model.logger.record("evaluation/win_rate", score.win_rate)
        self.model.logger.record("evaluation/margin", score.margin)
        with (self.folder / CURVE).open("w", newline="") as file:
            writer = csv.DictWriter(file, list(row))
            writer.writeheader()
            writer.writerows(self.curve)

    def checkpoint(self) -> None:
        """Write everything needed to go on; the old checkpoint stays until the new one is complete."""
        model = self.model
        saved = {
            "network": model.network.state_dict(),
            "optimizer": model.policy.optimizer.state_dict(),
            "pool": [network.state_dict() for network in model.snapshots],
            "decisions": model.num_timesteps,
            "games_played": model.games_played,
            "n_updates": model._n_updates,
            "updates": self.updates,
            "seconds": self.seconds,
            "curve": self.curve,
            "collector": pickle.dumps(model.collector),
            "torch_random": torch.get_rng_state(),
            "numpy_random": np.random.get_state(),
        }
        temporary = self.folder / f"{CHECKPOINT}.new"
        torch.save(saved, temporary)
        os.replace(temporary, self.folder / CHECKPOINT)
        save_policy(self.folder / POLICY, model.network, self._about())

    def _about(self) -> dict[str, Any]:
        return {
            "name": self.config.name,
            "scenarios": self.config.scenarios,
            "decisions": self.model.num_timesteps,
            "minutes": round(self.seconds / 60, 1),
            "seed": self.config.seed,
        }

    def finish(self) -> Score:
        """The final evaluation and the report."""
        config = self.config.evaluation
        scores = {}
        for scenario in self.config.scenarios:
            for opponent in dict.fromkeys((config.opponent, *config.also)):
                scores[scenario, opponent] = evaluate(
                    self.model.network, scenario, opponent, config.final_games, EVALUATION_SEED + 1
                )
        write_report(self.folder, self.config, self.curve, scores, self._about(), versions())
        return scores[self.config.scenarios[0], config.opponent]

    def _progress(self) -> Progress:
        return Progress(
            TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"),
            TimeElapsedColumn(), TimeRemainingColumn(), console=self.console,
        )  # fmt: skip


def versions() -> dict[str, str]:
    """Versions of what was used, and the revision of this code."""
    out = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            out[name] = version(name)
        except PackageNotFoundError:
            out[name] = "not installed"
    try:
        revision = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True,
            cwd=Path(__file__).parent,
        )  # fmt: skip
        out["revision"] = revision.stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        out["revision"] = "unknown"
    return out
