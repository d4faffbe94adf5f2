"""The policies that come with the package load with this program and do what they are there for."""

from __future__ import annotations

from pathlib import Path

import pytest

from acis_rules import Game
from acis_rules.box.scenario_files import builtin_files
from agents.learned.policy import BUNDLED, PolicyPlayer, bundled, load_policy
from training.config import load_config
from training.evaluation import evaluate

FOLDERS = sorted(folder for folder in BUNDLED.iterdir() if folder.is_dir())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_policy_comes_with_its_config_curve_and_card(folder: Path) -> None:
    network, about = load_policy(folder.name)
    config = load_config(folder / "config.yaml")
    assert about["name"] == config.name == folder.name and about["seed"] == config.seed
    assert network.settings == config.network.settings()
    for name in ("README.md", "curve.csv", "versions.json"):
        assert (folder / name).stat().st_size > 0


def test_all_of_them_are_bundled_and_small() -> None:
    assert [folder.name for folder in FOLDERS] == bundled()
    files = [file for file in BUNDLED.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 30e6


@pytest.mark.parametrize("scenario", builtin_files("scenarios"))
def test_the_general_policy_plays_every_scenario(scenario: str) -> None:
    """The first decisions of a game, likeliest moves and drawn ones: the rules refuse whatever is illegal."""
    game = Game.new(scenario, seed=3)
    seats = game.state.world.n_seats
    players = [PolicyPlayer("general:greedy" if seat % 2 else "general", seed=seat) for seat in range(seats)]
    for _ in range(120):
        if game.over:
            break
        game.apply(players[game.seat].act(game.view(game.seat), game.decision, game.legal_actions()))
    assert game.over or game.seat >= 0


def test_the_general_policy_beats_random_play() -> None:
    """Few games; the full figures stand in the README."""
    network, _ = load_policy("general")
    score = evaluate(network, "basic_2p", "random", 40, seed=9, deterministic=True)
    assert score.low > 0.5, str(score)
