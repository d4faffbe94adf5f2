"""`gymnasium.make_vec`: the games of `AcisGym` side by side, arrays for all rows, autoreset as declared."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics

import acis_env  # noqa: F401  (registers the environment)
from acis_env.envs.gym_env import AcisGym
from acis_env.envs.vector_env import AcisVectorEnv
from acis_rules import IllegalAction

N = 3


def make(**arguments: Any) -> AcisVectorEnv:
    env = gymnasium.make_vec("acis/Acis-v0", num_envs=N, **arguments)
    assert isinstance(env, AcisVectorEnv)
    return env


def choose(masks: Any, rng: random.Random) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask).tolist() or [0]) for mask in masks])


def test_it_is_declared() -> None:
    env = make()
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP and env.num_envs == N
    assert env.spec is not None and env.spec.id == "acis/Acis-v0"
    assert env.single_action_space == AcisGym().action_space
    observations, infos = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    sampled = env.action_space.sample(tuple(infos["action_mask"]))
    assert all(mask[action] for mask, action in zip(env.action_masks(), sampled, strict=True))
    env.close()


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
@pytest.mark.parametrize("details", [False, True])
def test_rows_are_the_games_of_the_single_environment(mode: AutoresetMode, details: bool) -> None:
    """Step by step the same as Gymnasium's own vector of single environments."""
    arguments: dict[str, Any] = {
        "scenario": "basic_3p", "opponents": ["random", "npc"], "reward": "vp", "max_decisions": 60,
        "details": details, "history": 5,
    }  # fmt: skip
    ours = make(autoreset_mode=mode, **arguments)
    theirs = gymnasium.make_vec(
        "acis/Acis-v0", N, "sync", vector_kwargs={"autoreset_mode": mode}, **arguments
    )
    seen, infos = ours.reset(seed=5)
    expected, other = theirs.reset(seed=5)
    rng = random.Random(5)
    ended = 0
    for _ in range(70):
        for name in ("observation", "action_mask", "history"):
            np.testing.assert_array_equal(seen[name], expected[name])
        alike(infos, other)
        actions = choose(seen["action_mask"], rng)
        seen, *results, infos = ours.step(actions)
        expected, *wanted, other = theirs.step(actions)
        for mine, own in zip(results, wanted, strict=True):
            np.testing.assert_allclose(mine, own, rtol=1e-6)
        ended += int(results[2].sum())
    assert ended >= N


def alike(ours: Any, theirs: Any) -> None:
    """Infos of the same names and values, however deep."""
    assert set(ours) == set(theirs)
    for name, value in theirs.items():
        if isinstance(value, dict):
            alike(ours[name], value)
        elif name == "final_obs":
            for mine, own in zip(ours[name], value, strict=True):
                assert (mine is None) == (own is None)
                if own is not None:
                    assert all(np.array_equal(mine[part], own[part]) for part in own)
        else:
            assert np.asarray(ours[name]).tolist() == np.asarray(value).tolist(), name


def test_an_illegal_action_moves_no_row() -> None:
    env = make(scenario="basic_2p")
    seen, _ = env.reset(seed=2)
    actions = choose(seen["action_mask"], random.Random(2))
    wrong = actions.copy()
    wrong[1] = np.flatnonzero(seen["action_mask"][1] == 0)[0]
    before = [single.running.game.to_dict() for single in env.envs]
    with pytest.raises(IllegalAction, match=r"game 1: action \d+ is not legal. Open decision: .+ Legal: "):
        env.step(wrong)
    assert [single.running.game.to_dict() for single in env.envs] == before
    with pytest.raises(ValueError, match="3 games, 2 actions given"):
        env.step(actions[:2])
    env.step(actions)
    losing = make(scenario="basic_2p", illegal="lose")
    losing.reset(seed=2)
    _, rewards, over, _, _ = losing.step(wrong)
    assert rewards.tolist() == [0, -1, 0] and over.tolist() == [False, True, False]


def test_what_is_returned_stays_as_it_is() -> None:
    env = make()
    first, infos = env.reset(seed=2)
    kept = {name: part.copy() for name, part in first.items()}
    mask = infos["action_mask"].copy()
    env.step(choose(first["action_mask"], random.Random(2)))
    assert all(np.array_equal(first[name], kept[name]) for name in kept)
    assert np.array_equal(infos["action_mask"], mask)


def test_wrappers_of_gymnasium() -> None:
    """Some want the reset in the next step."""
    env = FlattenObservation(RecordEpisodeStatistics(make(autoreset_mode="NextStep", max_decisions=9)))
    _, infos = env.reset(seed=1)
    rng = random.Random(1)
    lengths = 0
    for _ in range(20):
        _, _, _, _, infos = env.step(choose(infos["action_mask"], rng))
        lengths += int(infos.get("episode", {"l": np.zeros(N)})["l"].sum())
    assert lengths > 0


def test_bad_arguments_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="num_envs: a whole number of at least 1 is needed, 0 given"):
        AcisVectorEnv(0)
    with pytest.raises(ValueError, match="autoreset_mode: games that end are always replaced"):
        make(autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(ValueError, match="not a valid AutoresetMode"):
        make(autoreset_mode="Never")
    with pytest.raises(ValueError, match="unknown scenario 'nowhere'"):
        make(scenario="nowhere")
    with pytest.raises(ValueError, match="reset: 3 games, 2 seeds given"):
        make().reset(seed=[1, 2])
    with pytest.raises(RuntimeError, match=r"reset\(\) must be called first"):
        make().step(np.zeros(N, int))
