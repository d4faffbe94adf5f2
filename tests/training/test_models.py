"""The policies in the repository load with this program and do what they are there for."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.learned.policy import load_policy
from training.config import load_config
from training.evaluation import evaluate

MODELS = sorted((Path(__file__).parents[2] / "models").iterdir())


@pytest.mark.parametrize("folder", MODELS, ids=lambda folder: folder.name)
def test_a_model_comes_with_its_config_curve_and_report(folder: Path) -> None:
    _, about = load_policy(folder / "policy.pt")
    config = load_config(folder / "config.yaml")
    assert about["name"] == config.name == folder.name and about["seed"] == config.seed
    for name in ("report.md", "report.html", "curve.csv", "curve.png", "versions.json"):
        assert (folder / name).stat().st_size > 0


def test_the_models_are_small() -> None:
    files = [file for folder in MODELS for file in folder.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 20e6


@pytest.mark.parametrize(
    ("model", "scenario", "at_least"),
    [
        ("basic_2p", "basic_2p", 0.6),
        ("basic_4p", "basic_4p", 0.35),
        ("general", "basic_3p", 1 / 3),
        ("general", "basic_5p", 1 / 5),
    ],
)
def test_a_policy_can_replace_the_npc(model: str, scenario: str, at_least: float) -> None:
    """Chance would give 1/players; these are few games, the full figures stand in the README."""
    network, _ = load_policy(MODELS[0].parent / model)
    score = evaluate(network, scenario, "npc", 60, seed=9)
    assert score.win_rate >= at_least, str(score)
