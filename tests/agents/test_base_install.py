"""Without any extra: people play, learn and look back, and what is missing is named in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXTRAS = ("torch", "matplotlib", "openskill", "stable_baselines3", "sb3_contrib", "tensorboard", "ray")


def acis(folder: Path, *arguments: str, typed: str = "q\n") -> tuple[int, str, str]:
    """Run a command where no extra can be imported."""
    blocked = f"import sys; sys.modules.update(dict.fromkeys({EXTRAS!r}))"
    script = f"{blocked}; from acis_rules.tools.cli import main; main({list(arguments)!r})"
    done = subprocess.run(
        [sys.executable, "-c", script], input=typed, capture_output=True, text=True, cwd=folder,
        env=os.environ | {"XDG_DATA_HOME": str(folder / "data")}, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


SHORT = ("--set", "epochs=[4, 4]", "--set", "vp_limit=1")


@pytest.mark.parametrize("players", ["human,npc", "human,greedy", "npc,greedy"])
def test_people_play_with_npc_and_greedy(tmp_path: Path, players: str) -> None:
    code, out, err = acis(
        tmp_path, "play", "--players", players, "--seed", "1", *SHORT, typed="1\n0\nhint\nq\n"
    )
    assert (code, err) == (0, "") and "seed 1" in out


def test_learning_reviewing_watching(tmp_path: Path) -> None:
    code, out, err = acis(tmp_path, "learn")
    assert (code, err) == (0, "") and "Settlements grow, Cities score" in out
    assert out.endswith("`acis play --resume` goes on with the lesson.\n")
    assert acis(tmp_path, "demo", "--scenario", "basic_2p", "--save", "game.json", *SHORT)[0] == 0
    code, _, err = acis(tmp_path, "review", "game.json")
    assert (code, err) == (0, "") and (tmp_path / "review.html").exists()
    assert acis(tmp_path, "watch", "--replay", "game.json", "--out", "end.html")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("play", "--players", "human,policy:general"), "acis[train]"),
        (("play", "--players", "human,search"), "acis[train]"),
        (("review", "game.json", "--policy", "general"), "acis[train]"),
        (("evaluate", "--players", "npc,greedy", "--games", "2"), "acis[agents]"),
        (("train", "config.yaml"), "acis[train]"),
    ],
)
def test_a_missing_extra_is_one_sentence(tmp_path: Path, arguments: tuple[str, ...], extra: str) -> None:
    acis(tmp_path, "demo", "--scenario", "basic_2p", "--save", "game.json", *SHORT)
    (tmp_path / "config.yaml").write_text("name: mine\n")
    code, _, err = acis(tmp_path, *arguments)
    assert code == 1 and err.startswith("acis: ") and err.count("\n") == 1, err
    assert f"(pip install '{extra}')" in err


def test_a_hint_that_cannot_be_given(tmp_path: Path) -> None:
    code, out, err = acis(tmp_path, "play", "--seed", "1", typed="hint policy:general\nq\n")
    assert (code, err) == (0, "") and "No hint: player 'policy' cannot be used" in out
