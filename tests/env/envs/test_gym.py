"""The Gymnasium environment: one learner, the other seats played inside."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from random_play import SETUPS

import acis_env  # noqa: F401  (registers the environment)
from acis_env.envs.gym_env import AcisGym
from acis_env.envs.rewards import AT_THE_END, leads
from acis_env.players import RandomPlayer, UnknownPlayer
from acis_rules import DataError, IllegalAction
from acis_rules.kernel.actions import N_ACTIONS
from acis_rules.words.decisions import describe_decision


def play(env: AcisGym, steps: int, seed: int = 0) -> tuple[list[int], float, bool]:
    """So many random steps: what was chosen, paid, and whether the game ended."""
    rng = random.Random(seed)
    chosen, paid = [], 0.0
    for _ in range(steps):
        action = rng.choice(np.flatnonzero(env.action_masks()).tolist())
        chosen.append(action)
        _, reward, over, cut, _ = env.step(action)
        paid += reward
        if over or cut:
            return chosen, paid, True
    return chosen, paid, False


def fingerprint(env: AcisGym) -> tuple[Any, ...]:
    return (
        env.learner, env.running.decisions, env.action_masks().tobytes(),
        env.running.observation(env.learner).tobytes(), env.running.game.to_dict(),
    )  # fmt: skip


@pytest.mark.parametrize("scenario", SETUPS)
def test_gymnasium_check(scenario: str) -> None:
    """The suite knows no masks, so illegal actions lose the game instead of raising."""
    env = gymnasium.make("acis/Acis-v0", scenario=scenario, illegal="lose").unwrapped
    check_env(env, skip_render_check=True)


def test_through_make_with_masked_samples() -> None:
    env = gymnasium.make("acis/Acis-v0", scenario="basic_3p", opponents=["random", "random"])
    observation, info = env.reset(seed=1)
    for _ in range(50):
        np.testing.assert_array_equal(observation["action_mask"], info["action_mask"])
        action = env.action_space.sample(info["action_mask"])
        observation, _, over, cut, info = env.step(action)
        assert not over and not cut
    env.close()


@pytest.mark.parametrize("scenario", SETUPS)
def test_the_same_seed_gives_the_same_game(scenario: str) -> None:
    runs = []
    for _ in range(2):
        env = AcisGym(scenario=scenario)
        env.reset(seed=5)
        play(env, 40)
        run = [fingerprint(env)]
        env.reset()
        run.append(fingerprint(env))
        runs.append(run)
    assert runs[0] == runs[1] and runs[0][0] != runs[0][1]
    other = AcisGym(scenario=scenario)
    other.reset(seed=6)
    play(other, 40)
    assert fingerprint(other) != runs[0][0]


def test_games_without_a_seed_differ() -> None:
    env = AcisGym()
    games = set()
    for _ in range(4):
        env.reset()
        games.add(env.running.game.state.rng)
    assert len(games) == 4


@pytest.mark.parametrize("way", ["clone", "deepcopy", "pickle"])
def test_a_copy_goes_on_alike_and_apart(way: str) -> None:
    env = AcisGym("basic_4p", reward="vp")
    env.reset(seed=2)
    play(env, 30)
    before = fingerprint(env)
    copies = {
        "clone": lambda: env.clone(),
        "deepcopy": lambda: copy.deepcopy(env),
        "pickle": lambda: pickle.loads(pickle.dumps(env)),
    }
    other = copies[way]()
    assert fingerprint(other) == before
    moves = play(other, 30, seed=4)
    assert fingerprint(env) == before
    assert play(env, 30, seed=4) == moves  # rewards, and opponents' choices, too
    assert fingerprint(env) == fingerprint(other)


def test_an_illegal_action_is_explained_and_changes_nothing() -> None:
    env = AcisGym("basic_3p")
    env.reset(seed=2)
    for step in range(20):
        before = fingerprint(env)
        wrong = int(np.flatnonzero(env.action_masks() == 0)[step])
        for action in (wrong, -1, N_ACTIONS):
            with pytest.raises(IllegalAction) as caught:
                env.step(action)
            legal = int(np.flatnonzero(env.action_masks())[0])
            assert describe_decision(env.running.game.state) in str(caught.value)
            assert f"{legal} ({env.describe(legal)})" in str(caught.value)
        assert fingerprint(env) == before
        play(env, 3, seed=step)


def test_an_illegal_action_can_lose_the_game() -> None:
    env = AcisGym(illegal="lose")
    env.reset(seed=2)
    wrong = int(np.flatnonzero(env.action_masks() == 0)[0])
    _, reward, over, cut, info = env.step(wrong)
    assert (reward, over, cut) == (-1.0, True, False) and not info["action_mask"].any()
    with pytest.raises(IllegalAction, match="call reset"):
        env.step(wrong)
    env.reset()
    play(env, 3)


@pytest.mark.parametrize("reward", AT_THE_END)
def test_losing_by_an_illegal_action_is_never_better_than_playing_on(reward: str) -> None:
    env = AcisGym("basic_3p", reward=reward, illegal="lose")
    worst = 0.0
    for seed in range(8):
        env.reset(seed=seed)
        worst = min(worst, play(env, 20_000)[1])
    env.reset(seed=2)
    paid = env.step(int(np.flatnonzero(env.action_masks() == 0)[0]))[1]
    assert paid <= worst < 0


def test_an_illegal_action_cannot_lose_what_has_no_worst_reward() -> None:
    """The lead can fall below any number, so that giving up could pay."""
    with pytest.raises(ValueError, match="illegal='lose': reward 'vp' has no worst one"):
        AcisGym(reward="vp", illegal="lose")


@pytest.mark.parametrize("reward", ["outcome", "rank", "margin", "vp"])
@pytest.mark.parametrize("limit", [20_000, 100])
def test_the_learner_gets_its_own_reward(reward: str, limit: int) -> None:
    for seat in (0, 1):
        env = AcisGym(reward=reward, seat=seat, max_decisions=limit)
        env.reset(seed=8)
        _, paid, ended = play(env, 20_000)
        game = env.running.game
        expected = leads(game) if reward == "vp" else AT_THE_END[reward](game)
        assert ended and paid == pytest.approx(expected[seat])
        assert game.over == (limit > 100) and not env.action_masks().any()
        with pytest.raises(IllegalAction, match="call reset"):
            env.step(0)


def test_seats_fixed_and_drawn() -> None:
    env = AcisGym("basic_4p")
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(40)]
    assert set(seats) == {0, 1, 2, 3}
    assert env.reset(seed=3)[1]["seat"] == env.reset(seed=3)[1]["seat"]
    fixed = AcisGym("basic_4p", seat=2)
    for seed in range(5):
        assert fixed.reset(seed=seed)[1]["seat"] == 2 == fixed.running.seat


def test_scenarios_change_with_one_observation_size() -> None:
    env = AcisGym()
    for scenario in SETUPS:
        observation, _ = env.reset(seed=1, options={"scenario": scenario})
        assert env.observation_space.contains(observation)
        play(env, 15)
    env.reset(options={"game_options": {"aeneas_uses": 0}})
    assert env.running.game.state.world.options.aeneas_uses == 0


def test_nothing_is_asked_before_reset() -> None:
    env = AcisGym()
    for ask in (env.action_masks, lambda: env.step(0), lambda: env.describe(0)):
        with pytest.raises(RuntimeError, match=r"reset\(\) must be called first"):
            ask()


def test_a_reset_that_fails_leaves_the_game_as_it_is() -> None:
    env = AcisGym("basic_2p", opponents=["random"])
    env.reset(seed=3)
    other = env.clone()
    for bad in (
        {"scenario": "nowhere"}, {"scenario": "basic_4p"}, {"game_options": {"x": 1}}, {"scenery": 1},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            env.reset(seed=4, options=bad)
        assert fingerprint(env) == fingerprint(other)
    env.reset()
    other.reset()
    assert fingerprint(env) == fingerprint(other)  # nor was the seed of later games touched


def test_a_tuple_of_opponents_is_a_list_of_them() -> None:
    env = AcisGym("basic_3p", opponents=("random", RandomPlayer), seat=0)
    env.reset(seed=1)
    assert len(play(env, 30)[0]) == 30
    with pytest.raises(ValueError, match="needs 2 of them, 1 given"):
        AcisGym("basic_3p", opponents=("random",))


def test_bad_arguments_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="opponents: an empty list"):
        AcisGym(opponents=[])
    with pytest.raises(UnknownPlayer, match="None"):
        AcisGym(opponents=None)  # type: ignore[arg-type]
    with pytest.raises(DataError, match="unknown scenario 'nowhere'"):
        AcisGym("nowhere")
    with pytest.raises(ValueError, match="scenario: an id or a file is needed, 4 given"):
        AcisGym(4)  # type: ignore[arg-type]
    with pytest.raises(DataError, match="options: x: no such option"):
        AcisGym(options={"x": 1})
    for limit in (0, -5, True, 1.5, None, "9"):
        with pytest.raises(ValueError, match=f"max_decisions: .* at least 1 is needed, {limit!r} given"):
            AcisGym(max_decisions=limit)  # type: ignore[arg-type]
    for seat in (-1, 1.0, "1", True):
        with pytest.raises(ValueError, match=f"seat {seat!r}: basic_2p"):
            AcisGym(seat=seat)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="needs 3 of them, 1 given"):
        AcisGym("basic_4p", opponents=["random"])
    with pytest.raises(ValueError, match="seats 0 to 1"):
        AcisGym("basic_2p", seat=2)
    with pytest.raises(UnknownPlayer, match="nobody"):
        AcisGym(opponents="nobody")
    with pytest.raises(ValueError, match="illegal='shrug'"):
        AcisGym(illegal="shrug")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown render_mode"):
        AcisGym(render_mode="opera")
    env = AcisGym("basic_2p", seat=1, opponents=["random"])
    with pytest.raises(ValueError, match="unknown options"):
        env.reset(options={"scenery": 1})
    with pytest.raises(ValueError, match="needs 3 of them"):
        env.reset(options={"scenario": "basic_4p"})
