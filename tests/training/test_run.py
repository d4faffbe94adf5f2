"""Whole runs, small: they learn, and a killed one goes on as if nothing had happened."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
import torch
import yaml

from acis_rules.tools.cli import main
from agents.learned.networks import build
from training.config import Config, ConfigError, check
from training.evaluation import evaluate
from training.native_run import NativeRun as Run

SMALL: dict[str, Any] = {
    "name": "small", "scenarios": ["basic_2p"], "decisions": 2500, "games": 8, "threads": 1,
    "network": {"kind": "mlp", "hidden": 32},
    "opponents": {"self_play": 0.4, "pool": 0.3, "npc": 0, "random": 0.3},
    "ppo": {"rollout": 512, "batch_size": 256, "epochs": 2},
    "evaluation": {
        "opponent": "random", "every": 3, "games": 4, "final_games": 4, "also": [], "overlooked": 50,
    },
    "snapshot_every": 1, "checkpoint_every": 1,
}  # fmt: skip

AGAINST_NPC: dict[str, Any] = {
    "games": 4, "opponents": {"self_play": 0, "pool": 0, "npc": 1, "random": 0},
    "ppo": {"rollout": 128, "batch_size": 64, "epochs": 1},
}  # fmt: skip


def config(**changes: Any) -> Config:
    return check({**SMALL, **changes}, "test")


def weights(run: Run) -> list[torch.Tensor]:
    return list(run.network.state_dict().values())


@pytest.mark.parametrize("changes", [{}, AGAINST_NPC, {"actors": 2}], ids=["mixed", "npc", "actors"])
def test_a_killed_run_goes_on_exactly(tmp_path: Path, changes: dict[str, Any]) -> None:
    """Stopped after two updates and resumed, the third update is the same to the last bit."""
    whole = Run.start(config(**changes), tmp_path / "whole")
    for _ in range(4):
        whole._update()
        whole._add_snapshot()
        if whole.updates == 2:
            whole.folder = tmp_path / "killed"
            whole.folder.mkdir()
            (whole.folder / "config.yaml").write_text((tmp_path / "whole" / "config.yaml").read_text())
            whole.checkpoint()
    whole.release()
    resumed = Run.resume(tmp_path / "killed")
    for _ in range(2):
        resumed._update()
        resumed._add_snapshot()
    resumed.release()
    assert resumed.decisions == whole.decisions
    assert all(torch.equal(a, b) for a, b in zip(weights(resumed), weights(whole), strict=True))


def test_a_run_leaves_report_policy_and_curve(tmp_path: Path) -> None:
    run = Run.start(config(decisions=600, evaluation=SMALL["evaluation"] | {"every": 1}), tmp_path)
    run.train()
    columns, *rows = (tmp_path / "curve.csv").read_text().splitlines()
    measured = columns.split(",")
    assert measured[-8:] == [
        "margin", "overlooked", "undecided", "explained", "value_loss", "entropy", "kl", "noise_scale",
    ]  # fmt: skip
    assert len(rows) == run.updates + 1
    last = dict(zip(measured, rows[-1].split(","), strict=True))
    assert float(last["entropy"]) == run.measured["entropy"] > 0
    assert 0 <= float(last["overlooked"]) <= 1
    report = (tmp_path / "report.md").read_text()
    assert "| basic_2p | random | sampled |" in report and "curve.png" in report
    names = ("policy.pt", "curve.csv", "curve.png", "report.html", "checkpoint.pt", "versions.json")
    for name in names:
        assert (tmp_path / name).stat().st_size > 0
    with pytest.raises(ConfigError, match="holds a run already"):
        Run.start(config(), tmp_path)
    with pytest.raises(ConfigError, match="no run to go on with"):
        Run.resume(tmp_path / "elsewhere")


def test_a_short_run_learns_to_beat_random_play(tmp_path: Path) -> None:
    """Seconds of imitation and one update of self-play: untrained it wins half, trained nearly all."""
    settings = config(
        decisions=4096, games=24, network={"kind": "mlp", "hidden": 256},
        imitation={"teacher": "npc", "decisions": 30_000, "epochs": 5},
        opponents={"self_play": 1, "pool": 0, "npc": 0, "random": 0},
        ppo={"rollout": 4096, "batch_size": 1024, "epochs": 2},
        evaluation={"opponent": "random", "every": 1000, "games": 2, "final_games": 60, "also": []},
    )  # fmt: skip
    untrained = evaluate(build(settings.network.settings()), "basic_2p", "random", 60)
    assert untrained.low < 0.6
    score = Run.start(settings, tmp_path).train()
    assert score.win_rate >= 0.85 and score.low > 0.75, str(score)


def test_without_ray_the_way_to_get_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "training.rllib", raising=False)
    (tmp_path / "small.yaml").write_text(yaml.safe_dump(SMALL))
    with pytest.raises(SystemExit) as ended:
        main(["train", str(tmp_path / "small.yaml"), "--engine", "rllib", "--out", str(tmp_path / "run")])
    told = " ".join(capsys.readouterr().err.split())
    assert ended.value.code == 1 and "pip install 'acis[ray]'" in told
    assert not (tmp_path / "run").exists()
