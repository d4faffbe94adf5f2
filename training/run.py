"""One training run from first to last: warm start, updates, evaluation, report.

A run folder holds config.yaml, versions.json, curve.csv, TensorBoard logs, checkpoint.pt, policy.pt,
result.json and the report. Whenever a run is broken off, it goes on from what the folder holds. How
decisions are collected and learned from is the engine's part: `native`, `sb3` or `rllib`.
"""

from __future__ import annotations

import csv
import io
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from acis_rules.box.option_words import in_words
from acis_rules.errors import AcisError
from acis_rules.kernel import files
from agents.learned.networks import Network, give_weights
from agents.learned.policy import POLICY_FILE, load_policy, save_policy

from . import checkpoint, imitation
from .checkpoint import Counters, Weights
from .config import Config, ConfigError, ImitationConfig
from .evaluation import Score, evaluate
from .games import TRAINING_SEEDS
from .lock import Lock
from .native import Array
from .report import LEARNING, LIKELIEST, SAMPLED, write_report
from .run_folder import (
    CHECKPOINT,
    CONFIG,
    CURVE,
    IMITATION,
    RESULT,
    VERSIONS,
    WARM_START,
    Result,
    Scored,
    config_of,
    read_json,
    require_outputs,
    versions,
    write_config,
    write_json,
)
from .stop import deferred

WATCHED = 10_000  # decisions watched between two checkpoints
EVALUATION_SEED = 1  # during training; the final evaluation uses the next one


class Run:
    """A training run in a folder. An engine fills in the methods of the first section."""

    ENGINE: ClassVar[str]

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
        self._greedy: dict[str, Array] = {}  # its moves in the scenarios that were measured
        self._lock: Lock | None = None
        self._is_whole = True  # not in the middle of an update

    # ------------------------------------------------------------------- the engine's part

    @classmethod
    def require(cls, config: Config) -> None:
        """Refuse a config that the engine cannot follow."""

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

    def _end(self) -> None:
        """The run is over, or broken off: nothing more is asked of the engine."""

    # ---------------------------------------------------------------------- beginning

    @classmethod
    def start(cls, config: Config, folder: Path, console: Console | None = None) -> Self:
        """A new run; the folder must not hold another one."""
        cls.require(config)
        first = _first_weights(config)
        with ExitStack() as stack:
            lock = stack.enter_context(Lock(folder))
            if any((folder / name).exists() for name in (CONFIG, CHECKPOINT, POLICY_FILE)):
                raise ConfigError(f"{folder}: holds a run already; resume it or choose another folder")
            require_outputs(folder)
            write_json(folder / VERSIONS, {"engine": cls.ENGINE, **versions()})
            write_config(folder, config)
            run = cls(config, folder, console)
            run._set_out(first)
            run._lock = lock
            stack.pop_all()
        return run

    @classmethod
    def resume(cls, folder: Path, console: Console | None = None, changes: list[str] | None = None) -> Self:
        """Go on with the run of a folder from where it was last kept; changes are `decisions=9000` etc."""
        config = config_of(folder, changes)
        with ExitStack() as stack:
            lock = stack.enter_context(Lock(folder))
            require_outputs(folder)
            if changes:
                write_config(folder, config)
            run = cls(config, folder, console)
            if (folder / CHECKPOINT).exists():
                run._restore()
            elif (folder / POLICY_FILE).exists():  # moved here, or of a version whose checkpoints are others
                raise ConfigError(f"{folder}: there is no {CHECKPOINT} to go on from, only a policy")
            else:
                run._set_out(_first_weights(config))
            run._lock = lock
            stack.pop_all()
        return run

    def _set_out(self, first: Weights | None) -> None:
        if first is not None:
            give_weights(self.network, first)
        if self.config.imitation is not None:
            self._imitate(self.config.imitation)
        self._begin()

    def _stage_scenarios(self) -> list[str]:
        """The scenarios of the stage of the curriculum that has been reached."""
        for stage in self.config.curriculum:
            if self.decisions < stage.until:
                return stage.scenarios
        return self.config.scenarios

    def _imitate(self, config: ImitationConfig) -> None:
        """The warm start, or what is left of it."""
        warm_start = self._warm_start()
        if len(warm_start.story) < config.epochs:
            with self._progress() as bar:
                lessons = self._watch(config, warm_start, bar)
                task = bar.add_task("learning from it", total=1.0)
                imitation.learn(
                    self.network, lessons, config, self.config.seed, warm_start,
                    lambda done, total: bar.update(task, completed=done / total),
                    lambda: self._keep_warm_start(warm_start),
                )  # fmt: skip
                bar.update(task, completed=1.0)
        write_json(self.folder / IMITATION, warm_start.story)
        self.console.print(f"agreement with {config.learned_from()}: {warm_start.story[-1]['agreement']:.1%}")

    def _watch(self, config: ImitationConfig, warm_start: imitation.WarmStart, bar: Progress) -> Array:
        task = bar.add_task(f"watching {config.learned_from()}", total=config.decisions)
        before = len(warm_start.watched)
        kept = 0

        def tick(done: int, total: int) -> None:
            nonlocal kept
            bar.update(task, completed=done)
            if len(warm_start.watched) > before and done - kept >= WATCHED:
                self._keep_warm_start(warm_start)
                kept = done

        all_of = self.config
        try:
            return imitation.watch(
                config, all_of.scenarios, all_of.weights, all_of.seed, warm_start.watched, tick,
                all_of.options,
            )  # fmt: skip
        finally:
            if len(warm_start.watched) > before:
                self._keep_warm_start(warm_start)

    def _warm_start(self) -> imitation.WarmStart:
        path = self.folder / WARM_START
        if not path.exists():
            return imitation.WarmStart(network=checkpoint.copied(self.network))
        found = checkpoint.load(path, "warm start", imitation.WarmStart, self.network, 3)
        try:
            give_weights(self.network, found.network)
            trial = torch.optim.Adam(self.network.parameters())
            checkpoint.give_moments(trial, self.network, found.optimizer)
        except AcisError as error:
            raise ConfigError(f"{path}: {error}") from None
        return found

    def _keep_warm_start(self, warm_start: imitation.WarmStart) -> None:
        checkpoint.save(self.folder / WARM_START, "warm start", warm_start)

    # --------------------------------------------------------------------------- going on

    def train(self) -> Score:
        """Update until the end of the run, evaluate and report. A finished run stays as it is."""
        try:
            try:
                if not self.is_finished:
                    self._learn()
                return self.finish()
            finally:
                self.release()
        except OSError as error:  # of TensorBoard, whose files are not ours; it fails again when it is closed
            raise files.cannot_write(self.folder, error) from None

    def release(self) -> None:
        """Nothing more is done here: processes end, and the folder is free for others."""
        try:
            self._end()
        finally:
            if self._lock is not None:
                self._lock.release()

    def end(self) -> str:
        """Why the run is at its end; empty while it is not."""
        config = self.config
        if self.decisions >= config.decisions:
            return f"{self.decisions:,} decisions of {config.decisions:,}"
        if config.minutes is not None and self.seconds > 60 * config.minutes:
            return f"{config.minutes:g} minutes are over"
        if config.stop_at_win_rate is not None and self.curve and self.curve[-1]["decisions"]:
            won = self.curve[-1]["win_rate"]
            if won >= config.stop_at_win_rate:
                return f"it wins {won:.0%} against {config.evaluation.opponent}"
        return ""

    @property
    def is_finished(self) -> bool:
        """Nothing is left to do: the run is at its end and the report is written."""
        return bool(self.end()) and self._result().reported

    def _learn(self) -> None:
        config = self.config
        started = time.monotonic() - self.seconds
        with self._progress() as bar:
            task = bar.add_task("", total=config.decisions, completed=self.decisions)
            try:
                while True:
                    if self._evaluation_is_due():
                        self._evaluate()
                    if self.end():
                        break
                    with deferred():
                        self._is_whole = False
                        self._update()
                        if self.updates % config.snapshot_every == 0:
                            self._add_snapshot()
                        self.seconds = time.monotonic() - started
                        self._is_whole = True
                    text = (
                        f"{self.curve[-1]['win_rate']:.0%} vs {config.evaluation.opponent}, "
                        f"{self.decisions / max(self.seconds, 1e-9):,.0f}/s"
                    )
                    bar.update(task, completed=self.decisions, description=text)
                    if self.updates % config.checkpoint_every == 0:
                        self.checkpoint()
            except KeyboardInterrupt:
                if self._is_whole:
                    self.checkpoint()
                raise
        self.checkpoint()

    def _evaluation_is_due(self) -> bool:
        if not self.curve:
            return True
        is_new = self.curve[-1]["decisions"] != self.decisions
        return is_new and self.updates % self.config.evaluation.every == 0

    def _evaluate(self) -> None:
        """Measure against the evaluation's opponent in the next scenarios in turn."""
        config = self.config.evaluation
        learned = {name: value for name, value in self.measured.items() if name in LEARNING}
        for scenario in self._next_scenarios(config.scenarios):
            score = evaluate(
                self.network, scenario, config.opponent, config.games, EVALUATION_SEED,
                config.likeliest, self.config.options,
            )  # fmt: skip
            self.curve.append({
                "scenario": scenario, "decisions": self.decisions, "minutes": round(self.seconds / 60, 2),
                "games": self.games_played, "win_rate": score.win_rate, "low": score.low,
                "high": score.high, "margin": score.margin, **self._overlooked(scenario), **learned,
            })  # fmt: skip
        row = max(self.curve, key=len)
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, list(row))
        writer.writeheader()
        writer.writerows(self.curve)
        files.write(self.folder / CURVE, text.getvalue())

    def _overlooked(self, scenario: str) -> dict[str, float]:
        """How many moves of greedy the policy would hardly ever make."""
        n = self.config.evaluation.overlooked
        if not n:
            return {}
        if scenario not in self._greedy:
            self._greedy[scenario] = imitation.greedy_lessons(
                scenario, n, TRAINING_SEEDS + EVALUATION_SEED, self.config.options
            )
        return {"overlooked": imitation.overlooked(self.network, self._greedy[scenario])}

    def _next_scenarios(self, n: int) -> list[str]:
        """Those that follow the ones measured last."""
        names = self.config.scenarios
        start = names.index(self.curve[-1]["scenario"]) + 1 if self.curve else 0
        return [names[(start + i) % len(names)] for i in range(min(n, len(names)))]

    def checkpoint(self) -> None:
        """Write everything needed to go on, and the policy as it is."""
        self._keep()
        (self.folder / WARM_START).unlink(missing_ok=True)  # the checkpoint goes on from there
        save_policy(self.folder / POLICY_FILE, self.network, self._about())

    def _counted(self) -> Counters:
        return Counters(
            self.updates, self.decisions, self.games_played, self.seconds, self.curve, self.measured,  # type: ignore[arg-type]
        )  # fmt: skip

    def _count_on(self, saved: Counters) -> None:
        for name, value in msgspec.structs.asdict(saved).items():
            setattr(self, name, value)

    def _about(self) -> dict[str, Any]:
        return {
            "name": self.config.name,
            "scenarios": self.config.scenarios,
            "options": in_words(self.config.options),
            "decisions": self.decisions,
            "games": self.games_played,
            "minutes": round(self.seconds / 60, 1),
            "seed": self.config.seed,
        }

    # ------------------------------------------------------------------------------ the end

    def finish(self) -> Score:
        """The final evaluation and the report, or what is left of them."""
        config = self.config.evaluation
        result = self._result()
        scores = {(one.scenario, one.opponent, one.moves): one.score for one in result.scores}
        for match in (
            (scenario, opponent, moves)
            for scenario in self.config.scenarios
            for opponent in dict.fromkeys((config.opponent, *config.also))
            for moves in (SAMPLED, LIKELIEST)
        ):
            if match in scores:
                continue
            scenario, opponent, moves = match
            scores[match] = evaluate(
                self.network, scenario, opponent, config.final_games, EVALUATION_SEED + 1,
                moves == LIKELIEST, self.config.options,
            )  # fmt: skip
            result.scores.append(Scored(*match, scores[match]))
            self._write_result(result)
        if not result.reported:
            began_with = read_json(self.folder / VERSIONS, dict[str, str])
            story: list[imitation.Epoch] = []
            if self.config.imitation is not None:
                story = read_json(self.folder / IMITATION, list[imitation.Epoch])
            write_report(self.folder, self.config, self.curve, scores, self._about(), began_with, story)
            result.reported = True
            self._write_result(result)
        return scores[self.config.scenarios[0], config.opponent, SAMPLED]

    def _result(self) -> Result:
        """What there is of the final evaluation; nothing if it was made earlier in the run."""
        path = self.folder / RESULT
        if path.exists():
            found = read_json(path, Result)
            if found.decisions == self.decisions:
                return found
        return Result(self.decisions)

    def _write_result(self, result: Result) -> None:
        write_json(self.folder / RESULT, msgspec.to_builtins(result))

    def _progress(self) -> Progress:
        return Progress(
            TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"),
            TimeElapsedColumn(), TimeRemainingColumn(), console=self.console,
        )  # fmt: skip


def _first_weights(config: Config) -> Weights | None:
    """Those of the policy that the run goes on from."""
    if config.start_from is None:
        return None
    try:
        network, _ = load_policy(config.start_from)
    except AcisError as error:
        raise ConfigError(f"start_from: {error}") from None
    if network.settings != config.network.settings():
        raise ConfigError(
            f"start_from: {config.start_from}: its network is {network.settings}, "
            f"the config's is {config.network.settings()}"
        )
    return checkpoint.copied(network)
