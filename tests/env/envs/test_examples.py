"""The examples of the documentation run, and so does what stands beside the environments."""

from __future__ import annotations

import importlib
import os
import random
import re
import runpy
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from acis_env.envs.batched import BatchedGames
from acis_env.envs.rewards import leads
from acis_env.tools import bench
from acis_rules import IllegalAction
from acis_rules.box.options import Options

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_run(path: Path) -> None:
    if path.stem == "maskable_ppo":
        pytest.importorskip("sb3_contrib", reason="needs the train extra")
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}  # tests run side by side
    run = subprocess.run(
        [sys.executable, str(path)],
        capture_output=True,
        text=True,
        timeout=120,
        env=surroundings,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout and "UserWarning" not in run.stderr


PAGES = [
    (page, number, code)
    for page in ("environment.md", "npc.md")
    for number, code in enumerate(
        re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text(), re.DOTALL)
    )
]


@pytest.mark.parametrize(("page", "number", "code"), PAGES, ids=lambda value: str(value)[:15])
def test_code_on_the_pages_is_whole_and_runs(page: str, number: int, code: str, capsys: Any) -> None:
    exec(compile(code, f"{page}, block {number}", "exec"), {})
    assert capsys.readouterr().out


def test_the_batched_example_credits_every_reward(monkeypatch: pytest.MonkeyPatch) -> None:
    """What each seat was paid in all steps is what its decisions got and what the last one waits for."""
    paid: list[Any] = []
    step = BatchedGames.step

    def remember(games: BatchedGames, actions: Any) -> None:
        step(games, actions)
        paid.append(games.rewards.copy())

    monkeypatch.setattr(BatchedGames, "step", remember)
    names = runpy.run_path(str(ROOT / "docs" / "examples" / "batched_numpy.py"))
    expected = np.array(paid, np.float64).sum(axis=0)
    expected[:, 1] = 0  # played inside
    assert names["ended"] > 0 and expected[:, 0].any()
    np.testing.assert_allclose(names["total"] + names["owed"], expected, atol=1e-4)


def test_the_page_lists_every_option_of_a_game() -> None:
    text = (ROOT / "docs" / "environment.md").read_text()
    listed = re.findall(
        r"^\| `(\w+)` \|", text.partition("## Options of a game")[2].partition("\n## ")[0], re.M
    )
    assert listed == [field.name for field in msgspec.structs.fields(Options)]


def test_the_documentation_names_every_example() -> None:
    text = (ROOT / "docs" / "environment.md").read_text()
    assert EXAMPLES and all(f"examples/{path.name}" in text for path in EXAMPLES)


# ------------------------------------------------------------------------------------ RLlib


@pytest.fixture
def rllib(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The wrapper over the smallest RLlib there can be."""
    package = {name: types.ModuleType(name) for name in ("ray", "ray.rllib", "ray.rllib.env")}
    module = types.ModuleType("ray.rllib.env.multi_agent_env")
    module.MultiAgentEnv = type("MultiAgentEnv", (), {})  # type: ignore[attr-defined]
    for name, part in {**package, module.__name__: module}.items():
        monkeypatch.setitem(sys.modules, name, part)
    monkeypatch.delitem(sys.modules, "acis_env.envs.rllib", raising=False)
    yield importlib.import_module("acis_env.envs.rllib")
    sys.modules.pop("acis_env.envs.rllib", None)


def test_without_rllib_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray.rllib.env.multi_agent_env", None)
    monkeypatch.delitem(sys.modules, "acis_env.envs.rllib", raising=False)
    with pytest.raises(ImportError, match=r"pip install 'acis\[ray\]'"):
        importlib.import_module("acis_env.envs.rllib")


@pytest.mark.parametrize("limit", [20_000, 150])
def test_rllib_plays_whole_games(rllib: Any, limit: int) -> None:
    env = rllib.AcisMultiAgentEnv({"scenario": "basic_3p", "reward": "vp", "max_decisions": limit})
    observations, infos = env.reset(seed=4)
    rng = random.Random(4)
    total = dict.fromkeys(env.agents, 0.0)
    terminateds = truncateds = {"__all__": False}
    while not (terminateds["__all__"] or truncateds["__all__"]):
        (agent, seen), *rest = observations.items()
        assert not rest and agent == env.env.agent_selection and [*infos] == [agent]
        assert env.observation_spaces[agent].contains(seen)
        action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        observations, rewards, terminateds, truncateds, infos = env.step({agent: action})
        for name, amount in rewards.items():
            total[name] += amount
    assert [*observations] == env.agents == ["player_0", "player_1", "player_2"]
    assert terminateds["__all__"] == (limit > 150) != truncateds["__all__"]
    assert list(total.values()) == pytest.approx(leads(env.env.running.game))
    assert not any(seen["action_mask"].any() for seen in observations.values())


def test_rllib_knows_players_inside_and_illegal_actions(rllib: Any) -> None:
    env = rllib.AcisMultiAgentEnv({"players": {"player_0": "random"}})
    assert "player_0" not in env.possible_agents and len(env.possible_agents) == 5
    (agent,), _ = env.reset(seed=1, options={"scenario": "basic_2p"})
    assert agent == "player_1" and env.agents == ["player_1"]
    with pytest.raises(IllegalAction):
        env.step({agent: 271})
    env.close()


# -------------------------------------------------------------------------------- measurements


@pytest.mark.filterwarnings("ignore:The old environment creation API")
def test_the_benchmark_measures() -> None:
    shown: dict[tuple[str, str], float] = {}
    bench.measure(60, 2, lambda game, way, pace: shown.update({(game, way): pace}))
    for scenario in bench.SCENARIOS:
        for way in ("raw_env", "env", "BatchedGames"):
            assert shown[scenario, way] > 100
    assert shown["connect_four_v3", "raw_env"] > 100
    assert bench.peer("no_such_game_v0", wrapped=False) is None
