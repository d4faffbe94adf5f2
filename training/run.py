"""One training run from first to last: warm start, updates, evaluation, report.

A run folder holds config.yaml, versions.json, curve.csv, TensorBoard logs, a checkpoint, policy.pt
and the report. How decisions are collected and learned from is the engine's part: `native` or `rllib`.
"""

from __future__ import annotations

import csv
import json
import platform
import subprocess
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec
import torch
import yaml
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from agents.networks import Network
from agents.policy import POLICY_FILE, load_policy, save_policy

from . import imitation
from .config import Config, ConfigError, load_config
from .evaluation import Score, evaluate
from .report import LIKELIEST, SAMPLED, write_report

NATIVE_CHECKPOINT = "checkpoint.pt"
RLLIB_CHECKPOINT = "checkpoint.json"
CONFIG = "config.yaml"
CURVE = "curve.csv"
VERSIONS = "versions.json"
EVALUATION_SEED = 1  # during training; the final evaluation uses the next one
PACKAGES = ("acis", "torch", "stable-baselines3", "sb3-contrib", "ray", "numpy", "gymnasium", "pettingzoo")


class Run:
    """A training run in a folder. An engine fills in the methods of the first section."""

    CHECKPOINT: ClassVar[str]  # the file whose presence says that there is something to go on from

    def __init__(self, config: Config, folder: Path, console: Console | None = None) -> None:
        self.config = config
        self.folder = folder
        self.console = console or Console()
        torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        self.updates = 0
        self.decisions = 0  # of learning seats
        self.games_played = 0
        self.seconds = 0.0
        self.curve: list[dict[str, Any]] = []
        self.measured: dict[str, float] = {}  # by the engine in its last update; see report.LEARNING

    # ------------------------------------------------------------------- the engine's part

    network: Network  # being trained, with the weights of the last update

    def _begin(self) -> None:
        """Everything is ready for the first update: the network has its first weights."""
        raise NotImplementedError

    def _update(self) -> None:
        """Play in the scenarios of the stage, learn from it, count and measure the update."""
        raise NotImplementedError

    def _add_snapshot(self) -> None:
        """Keep a frozen copy of the network as an opponent; the oldest but one makes room."""
        raise NotImplementedError

    def _restore(self) -> None:
        """Take up the state of the last checkpoint."""
        raise NotImplementedError

    def _keep(self) -> None:
        """Write everything needed to go on; the old checkpoint stays until the new one is complete."""
        raise NotImplementedError

    # ---------------------------------------------------------------------- beginning

    @classmethod
    def start(cls, config: Config, folder: Path, console: Console | None = None) -> Self:
        """A new run; the folder must not hold another one."""
        if any((folder / name).exists() for name in (NATIVE_CHECKPOINT, RLLIB_CHECKPOINT)):
            raise ConfigError(f"{folder}: holds a run already; resume it or choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / CONFIG).write_text(yaml.safe_dump(msgspec.to_builtins(config), sort_keys=False))
        (folder / VERSIONS).write_text(json.dumps(versions(), indent=2))
        run = cls(config, folder, console)
        if config.start_from is not None:
            network, _ = load_policy(config.start_from)
            run.network.load_state_dict(network.state_dict())
        if config.imitation is not None:
            run._imitate()
        run._begin()
        return run

    @classmethod
    def resume(cls, folder: Path, console: Console | None = None) -> Self:
        """Go on with the run of a folder from its last checkpoint."""
        if not (folder / cls.CHECKPOINT).exists():
            raise ConfigError(f"{folder}: there is no {cls.CHECKPOINT} to go on from")
        run = cls(config_of(folder), folder, console)
        run._restore()
        return run

    def _stage_scenarios(self) -> list[str]:
        """The scenarios of the stage of the curriculum that has been reached."""
        for stage in self.config.curriculum:
            if self.decisions < stage.until:
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
                self.network, lessons, config.imitation, config.seed,
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
            task = bar.add_task("", total=config.decisions, completed=self.decisions)
            if not self.curve:
                self._evaluate()
            while self.decisions < config.decisions:
                self._update()
                self.seconds = time.monotonic() - started
                last = self.curve[-1]
                text = (
                    f"{last['win_rate']:.0%} vs {config.evaluation.opponent}, "
                    f"{self.decisions / max(self.seconds, 1e-9):,.0f}/s"
                )
                bar.update(task, completed=self.decisions, description=text)
                if self.updates % config.snapshot_every == 0:
                    self._add_snapshot()
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

    def _evaluate(self) -> None:
        """Measure against the evaluation's opponent in the first scenario."""
        config = self.config.evaluation
        score = evaluate(
            self.network, self.config.scenarios[0], config.opponent, config.games, EVALUATION_SEED
        )
        row = {
            "decisions": self.decisions, "minutes": round(self.seconds / 60, 2),
            "games": self.games_played, "win_rate": score.win_rate, "low": score.low,
            "high": score.high, "margin": score.margin, **self.measured,
        }  # fmt: skip
        self.curve.append(row)
        with (self.folder / CURVE).open("w", newline="") as file:
            writer = csv.DictWriter(file, list(row))
            writer.writeheader()
            writer.writerows(self.curve)

    def checkpoint(self) -> None:
        """Write everything needed to go on, and the policy as it is."""
        self._keep()
        save_policy(self.folder / POLICY_FILE, self.network, self._about())

    def _about(self) -> dict[str, Any]:
        return {
            "name": self.config.name,
            "scenarios": self.config.scenarios,
            "decisions": self.decisions,
            "games": self.games_played,
            "minutes": round(self.seconds / 60, 1),
            "seed": self.config.seed,
        }

    def finish(self) -> Score:
        """The final evaluation and the report."""
        config = self.config.evaluation
        scores = {
            (scenario, opponent, moves): evaluate(
                self.network, scenario, opponent, config.final_games, EVALUATION_SEED + 1, moves == LIKELIEST
            )
            for scenario in self.config.scenarios
            for opponent in dict.fromkeys((config.opponent, *config.also))
            for moves in (SAMPLED, LIKELIEST)
        }
        began_with = json.loads((self.folder / VERSIONS).read_text())
        write_report(self.folder, self.config, self.curve, scores, self._about(), began_with)
        return scores[self.config.scenarios[0], config.opponent, SAMPLED]

    def _progress(self) -> Progress:
        return Progress(
            TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"),
            TimeElapsedColumn(), TimeRemainingColumn(), console=self.console,
        )  # fmt: skip


def config_of(folder: Path) -> Config:
    """The config of the run in a folder."""
    if not (folder / CONFIG).exists():
        raise ConfigError(f"{folder}: there is no run to go on with")
    return load_config(folder / CONFIG)


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
            ["git", "describe", "--always", "--dirty", "--exclude=*"], capture_output=True, text=True,
            check=True, cwd=Path(__file__).parent,
        )  # fmt: skip
        out["revision"] = revision.stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        out["revision"] = "unknown"
    return out
