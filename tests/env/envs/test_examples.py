"""The examples of the documentation run, and so does what stands beside the environments."""

from __future__ import annotations

import importlib
import importlib.util
import os
import random
import re
import runpy
import subprocess
import sys
import tomllib
import types
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from acis_env.envs.batched import BatchedGames
from acis_env.envs.info import final_results
from acis_env.envs.rewards import leads
from acis_env.tools import bench
from acis_rules import IllegalAction
from acis_rules.box.options import Options

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))

# What an example needs, the extra that brings it, and the target that runs it if `make test` does not.
NEEDS = {
    "agilerl_dqn": ("agilerl", "agilerl", "test-interop"),
    "cleanrl_ppo": ("torch", "train", "test"),
    "maskable_ppo": ("sb3_contrib", "train", "test"),
    "rllib_ppo": ("ray", "ray", "test-ray"),
    "supersuit_vector": ("supersuit", "interop", "test-interop"),
    "tianshou_dqn": ("tianshou", "interop", "test-interop"),
    "torchrl_actor": ("torchrl", "interop", "test-interop"),
}


def installed(library: str) -> bool:
    return importlib.util.find_spec(library) is not None


HERE = [path for path in EXAMPLES if path.stem not in NEEDS or installed(NEEDS[path.stem][0])]


@pytest.mark.parametrize("path", HERE, ids=lambda path: path.stem)
def test_examples_run(path: Path) -> None:
    surroundings = {
        **os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1",  # tests run side by side
        "PYTHONWARNINGS": "ignore:PettingZoo in TorchRL",  # was tested with another version of it
    }  # fmt: skip
    run = subprocess.run(
        [sys.executable, str(path)],
        capture_output=True,
        text=True,
        timeout=300,
        env=surroundings,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout and not re.search("UserWarning: (?!.*[Dd]eprecat)", run.stderr), run.stderr


def test_an_environment_has_all_libraries_of_an_extra_or_none() -> None:
    """So that no example is left out because of one that is missing; those of `train` are everywhere."""
    for extra in {extra for _, extra, _ in NEEDS.values()}:
        libraries = {library: installed(library) for library, other, _ in NEEDS.values() if other == extra}
        assert len({*libraries.values()}) == 1, libraries
        assert extra != "train" or all(libraries.values())


def test_libraries_of_examples_can_be_had() -> None:
    """Each is in an extra, and the target that needs it installs that extra."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    makefile = (ROOT / "Makefile").read_text()
    assert NEEDS.keys() <= {path.stem for path in EXAMPLES}
    for library, extra, target in NEEDS.values():
        assert any(re.match(library.replace("_", "-"), each) for each in extras[extra]), library
        assert re.search(rf"^{target}:", makefile, re.M) and re.search(rf"\[[a-z,]*\b{extra}\b", makefile)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_show_masked_samples(path: Path) -> None:
    assert re.search(r"sample\(.*mask", path.read_text())


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
        assert not rest and agent == env.env.agent_selection and infos == {agent: {}}
        assert env.observation_spaces[agent].contains(seen)
        action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        observations, rewards, terminateds, truncateds, infos = env.step({agent: action})
        for name, amount in rewards.items():
            total[name] += amount
    assert [*observations] == env.agents == ["player_0", "player_1", "player_2"]
    assert terminateds["__all__"] == (limit > 150) != truncateds["__all__"]
    assert list(total.values()) == pytest.approx(leads(env.env.running.game))
    assert not any(seen["action_mask"].any() for seen in observations.values())
    assert all(
        info == final_results(env.env.running.game, env.env.running.decisions) for info in infos.values()
    )


def test_rllib_knows_players_inside_and_illegal_actions(rllib: Any) -> None:
    env = rllib.AcisMultiAgentEnv({"players": {"player_0": "random"}})
    assert env.possible_agents == ["player_1", "player_2", "player_3"]
    (agent,), _ = env.reset(seed=1, options={"scenario": "basic_2p"})
    assert agent == "player_1" and env.agents == ["player_1"]
    with pytest.raises(IllegalAction):
        env.step({agent: 271})
    env.close()


# -------------------------------------------------------------------------------- measurements


@pytest.mark.filterwarnings("ignore:The old environment creation API")
def test_the_benchmark_measures() -> None:
    shown = bench.measured(bench.all_contests(40), 2)
    for scenario in bench.SCENARIOS:
        for way in ("rules", "raw_env", "env", "BatchedGames"):
            assert shown[scenario, way] > 100
    assert shown[bench.YARDSTICK] > 100
    assert bench.peer("no_such_game_v0", wrapped=False) is None


def test_the_benchmark_compares_sizes_and_stages() -> None:
    shown = bench.measured(bench.sizes(10), 1)
    assert len(shown) == 9 and min(shown.values()) > 100
    assert list(bench.by_epoch("basic_2p", games=1)) == [1, 2, 3, 4]
