"""The smallest runs that do everything a run does: warm start, updates, evaluation, report."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
import torch
from rich.console import Console

from training import charts
from training.config import Config, check
from training.native_run import NativeRun

SMALLEST: dict[str, Any] = {
    "name": "smallest", "scenarios": ["basic_2p"], "decisions": 100, "games": 2, "threads": 1,
    "network": {"kind": "mlp", "hidden": 8, "layers": 1},
    "opponents": {"self_play": 0.4, "pool": 0.2, "npc": 0, "random": 0.4},
    "ppo": {"rollout": 64, "batch_size": 32, "epochs": 1},
    "imitation": {"teacher": "random", "decisions": 300, "epochs": 2},
    "evaluation": {
        "opponent": "random", "every": 1, "games": 2, "final_games": 2, "also": [], "overlooked": 0,
    },
    "snapshot_every": 1, "checkpoint_every": 1,
}  # fmt: skip


def smallest(**changes: Any) -> Config:
    return check({**SMALLEST, **changes}, "test")


def quiet() -> Console:
    return Console(file=io.StringIO())


def start(folder: Path, **changes: Any) -> NativeRun:
    return NativeRun.start(smallest(**changes), folder, quiet())


def resume(folder: Path, *changes: str) -> NativeRun:
    return NativeRun.resume(folder, quiet(), list(changes))


def draw_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures take longer than all the rest."""
    monkeypatch.setattr(charts, "png", lambda panels: b"a picture")
    monkeypatch.setattr(charts, "svg", lambda panels: "<svg></svg>")


def outcome(run: NativeRun) -> Any:
    """All that a run has come to, except for how long it took."""
    curve = [{name: value for name, value in row.items() if name != "minutes"} for row in run.curve]
    return run.updates, run.decisions, run.games_played, curve, run._result().scores


def same_weights(one: NativeRun, other: NativeRun) -> bool:
    mine, theirs = one.network.state_dict(), other.network.state_dict()
    return all(torch.equal(mine[name], theirs[name]) for name in mine)
