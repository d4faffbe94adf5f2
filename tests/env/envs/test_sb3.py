"""Stable-Baselines3 and sb3-contrib on both environments."""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the train extra")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from acis_env.envs.gym_env import AcisGym
from acis_env.envs.rewards import AT_THE_END, leads
from acis_env.envs.sb3 import AcisVecEnv
from acis_env.observe.schema import OBSERVATION_SIZE
from acis_env.players import UnknownPlayer
from acis_rules import IllegalAction
from acis_rules.kernel.actions import N_ACTIONS

torch.set_num_threads(1)  # tests run side by side
SMALL: dict[str, Any] = {"n_steps": 16, "batch_size": 32, "n_epochs": 1, "device": "cpu", "seed": 1}


def choose(env: AcisVecEnv, rng: random.Random) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask).tolist()) for mask in env.action_masks()])


def fingerprint(env: AcisVecEnv) -> list[Any]:
    return [
        env.raw.tobytes(),
        env.masks.tobytes(),
        list(env.learners),
        [t.game.to_dict() for t in env.running],
    ]


@pytest.mark.parametrize("scenario", ["basic_2p", "basic_6p"])
def test_sb3_check(scenario: str) -> None:
    check_env(AcisGym(scenario, illegal="lose"), warn=True, skip_render_check=True)


def test_masks_are_found() -> None:
    env = AcisVecEnv(3)
    assert is_masking_supported(env) and is_masking_supported(AcisGym())
    env.reset()
    assert get_action_masks(env).shape == (3, N_ACTIONS)
    np.testing.assert_array_equal(get_action_masks(env), env.action_masks())
    assert env.env_method("action_masks", indices=[1])[0].tobytes() == env.masks[1].tobytes()
    one = AcisGym()
    one.reset(seed=1)
    np.testing.assert_array_equal(get_action_masks(one), one.action_masks())
    assert not env.has_attr("no_such_thing")
    with pytest.raises(AttributeError):
        env.env_method("no_such_thing")
    assert env.env_is_wrapped(VecMonitor) == [False] * 3 and env.render_mode is None


def test_maskable_ppo_learns_on_batched_games() -> None:
    env = VecMonitor(AcisVecEnv(4, "basic_2p", reward="vp", max_decisions=120, seed=2))
    model = MaskablePPO("MlpPolicy", env, policy_kwargs={"net_arch": [32]}, **SMALL)
    before = [p.detach().clone() for p in model.policy.parameters()]
    model.learn(16 * 4 * 3)
    assert model.num_timesteps == 192
    changed = [bool((a != b).any()) for a, b in zip(before, model.policy.parameters(), strict=True)]
    assert all(changed)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=2)
    assert -3 < float(np.mean(mean)) < 3


def test_maskable_ppo_learns_on_the_gymnasium_environment() -> None:
    env = DummyVecEnv([lambda: AcisGym("basic_2p", max_decisions=120)])
    model = MaskablePPO("MultiInputPolicy", env, policy_kwargs={"net_arch": [32]}, **SMALL)
    model.learn(64)
    assert model.num_timesteps == 64


@pytest.mark.parametrize("reward", ["outcome", "rank", "margin", "vp"])
@pytest.mark.parametrize("limit", [20_000, 150])
def test_learners_get_their_own_reward(reward: str, limit: int) -> None:
    env = AcisVecEnv(2, "basic_2p", reward=reward, max_decisions=limit, seed=3)
    env.reset()
    rng = random.Random(3)
    total = np.zeros(2)
    ended = 0
    while ended < 2:
        running, learners = list(env.running), list(env.learners)
        env.step_async(choose(env, rng))
        observations, rewards, dones, infos = env.step_wait()
        total += rewards
        for row in np.flatnonzero(dones):
            game, seat, info = running[row].game, learners[row], infos[row]
            expected = leads(game) if reward == "vp" else AT_THE_END[reward](game)
            assert total[row] == pytest.approx(expected[seat], abs=1e-5)
            assert info["TimeLimit.truncated"] == (limit == 150) != game.over
            assert info["seat"] == seat and info["final_vp"] == [float(p) for p in game.vp]
            np.testing.assert_array_equal(info["terminal_observation"], running[row].observation(seat))
            assert (info["terminal_observation"] != observations[row]).any()
            total[row] = 0
            ended += 1


def test_rows_show_the_learners_decisions() -> None:
    env = AcisVecEnv(3, "basic_4p", seed=3)
    observations = env.reset()
    rng = random.Random(3)
    for _ in range(40):
        assert observations.shape == (3, OBSERVATION_SIZE)
        for row, (running, learner) in enumerate(zip(env.running, env.learners, strict=True)):
            assert running.seat == learner and env.masks[row].any()
            np.testing.assert_array_equal(observations[row], running.observation(learner))
        env.step_async(choose(env, rng))
        observations = env.step_wait()[0]


def test_seeds() -> None:
    runs = []
    for seed in (4, 4, 5):
        env = AcisVecEnv(2, "basic_3p", opponents=["random", "random"], seed=seed)
        env.reset()
        rng = random.Random(1)
        for _ in range(25):
            env.step(choose(env, rng))
        runs.append(fingerprint(env))
    assert runs[0] == runs[1] != runs[2]
    env.seed(4)
    env.reset()
    rng = random.Random(1)
    for _ in range(25):
        env.step(choose(env, rng))
    assert fingerprint(env) == runs[0]
    again = AcisVecEnv(2, "basic_3p", opponents=["random", "random"], seed=4)
    again.reset()
    first = fingerprint(again)
    again.reset()
    assert fingerprint(again) != first


def test_a_copy_goes_on_alike() -> None:
    env = AcisVecEnv(2, "basic_3p", seed=4)
    env.reset()
    other = copy.deepcopy(env)
    for each in (env, other):
        rng = random.Random(1)
        for _ in range(25):
            each.step(choose(each, rng))
    assert fingerprint(env) == fingerprint(other)


def test_an_illegal_action_moves_no_row() -> None:
    env = AcisVecEnv(3, seed=4)
    env.reset()
    before = fingerprint(env)
    actions = choose(env, random.Random(1))
    actions[1] = np.flatnonzero(env.masks[1] == 0)[0]
    with pytest.raises(IllegalAction, match=r"game 1: action \d+ is not legal. Open decision: .+ Legal: "):
        env.step(actions)
    assert fingerprint(env) == before


def test_games_without_a_seed_differ() -> None:
    deals = []
    for _ in range(2):
        env = AcisVecEnv(2)
        env.reset()
        deals += [running.game.state.rng for running in env.running]
    assert len(set(deals)) == 4


def test_options_hold_for_the_games_of_the_next_reset() -> None:
    env = AcisVecEnv(2, "basic_2p", max_decisions=10, seed=4)
    env.set_options({"scenario": "basic_4p", "game_options": {"aeneas_uses": 0}})
    env.reset()
    assert [running.seats for running in env.running] == [4, 4]
    assert env.running[0].game.state.world.options.aeneas_uses == 0
    rng = random.Random(4)
    dones = np.zeros(2, bool)
    while not dones[0]:
        dones = env.step(choose(env, rng))[2]
    assert env.running[0].seats == 2
    env.set_options([{}, {"scenario": "basic_3p"}])
    env.reset()
    assert [running.seats for running in env.running] == [2, 3]
    env.reset()
    assert [running.seats for running in env.running] == [2, 2]


def test_bad_options_are_refused_and_forgotten() -> None:
    env = AcisVecEnv(2, "basic_4p", seat=3, seed=4)
    refused: list[tuple[Any, str]] = [
        ({"scenario": "nowhere"}, "unknown scenario 'nowhere'"),
        ({"scenario": "basic_2p"}, "seat 3: basic_2p"),
        ({"game_options": {"x": 1}}, "options: x: no such option"),
        ({"scenery": 1}, r"unknown options \['scenery'\]"),
        ([{}], "2 games, options given for 1"),
    ]
    for bad, words in refused:
        with pytest.raises(ValueError, match=words):
            env.set_options(bad)
    env.reset()
    assert [running.seats for running in env.running] == [4, 4]


def test_attributes_of_rows_cannot_be_set() -> None:
    env = AcisVecEnv(2)
    with pytest.raises(AttributeError, match="reward cannot be set"):
        env.set_attr("reward", "vp", indices=[1])
    assert env.reward == "outcome"


def test_nothing_is_played_before_reset() -> None:
    with pytest.raises(RuntimeError, match=r"reset\(\) must be called first"):
        AcisVecEnv(2).step(np.zeros(2, int))


def test_several_opponents_may_be_a_tuple() -> None:
    env = AcisVecEnv(2, opponents=("random", "random"))
    assert env.opponents == ["random", "random"] and env.reset().shape == (2, OBSERVATION_SIZE)


def test_bad_arguments_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="n: a whole number of at least 1 is needed, 0 given"):
        AcisVecEnv(0)
    for opponents, words in (([], "empty list"), (None, "None"), ([None], "None")):
        with pytest.raises(ValueError, match=words):
            AcisVecEnv(1, opponents=opponents)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="options: x: no such option"):
        AcisVecEnv(1, options={"x": 1})
    with pytest.raises(ValueError, match=r"max_decisions: .* 0 given"):
        AcisVecEnv(1, max_decisions=0)
    with pytest.raises(ValueError, match="seats 0 to 1"):
        AcisVecEnv(1, "basic_2p", seat=2)
    with pytest.raises(UnknownPlayer):
        AcisVecEnv(1, opponents="nobody")
