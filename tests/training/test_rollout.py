"""Rollouts: every learning seat is credited with its own reward, along its own stream."""

from __future__ import annotations

import numpy as np
import pytest

from acis_env.envs.rewards import leads, outcome
from acis_rules import Game
from training.config import OpponentsConfig, RewardConfig
from training.games import INSIDE, LEARNER, SelfPlayGames
from training.rollout import Collector, Rollout

ALL_SELF = OpponentsConfig(self_play=1, pool=0, npc=0, greedy=0, random=0)
RANDOM = OpponentsConfig(self_play=0, pool=0, npc=0, greedy=0, random=1)


def first_legal(raw, masks):
    """A player without chance, so that the same games can be played again."""
    actions = masks.argmax(1)
    n = len(actions)
    return actions, np.zeros(n, np.float32), np.zeros(n, np.float32)


def collect(
    opponents: OpponentsConfig, n: int = 3000, gamma: float = 1.0, reward=None
) -> tuple[Rollout, SelfPlayGames]:
    games = SelfPlayGames(3, ["basic_4p"], opponents, reward or RewardConfig(), seed=5)
    return Collector(games, gamma, 1.0).collect(n, first_legal, []), games


@pytest.mark.parametrize("reward", [RewardConfig(vp=1, outcome=0), RewardConfig(vp=0, outcome=1)])
def test_each_seat_gets_its_own_return(reward: RewardConfig) -> None:
    """With discount 1 and value 0 the return of a seat's first decision is all it is ever paid."""
    rollout, _ = collect(ALL_SELF, reward=reward)
    probe = SelfPlayGames(3, ["basic_4p"], ALL_SELF, reward, seed=5)
    probe.reset()
    for row in range(3):
        game: Game = probe.running[row].game
        while not game.over:
            running = probe.running[row]
            running.apply(running.absolute(int(running.mask(running.seat).argmax())))
        paid = leads(game) if reward.vp else outcome(game)
        assert len(set(paid)) > 1  # seats are paid differently, so a mix-up would show
        for seat in range(4):
            mine = np.flatnonzero(rollout.streams == row * 6 + seat)
            assert rollout.returns[mine[0]] == pytest.approx(paid[seat], abs=1e-4)


def test_only_the_learner_s_decisions_are_kept() -> None:
    """Against players inside the environment only one seat of a game is learned from."""
    rollout, games = collect(RANDOM, n=500)
    for row in range(3):
        controllers = games.controllers[row, :4]
        assert sorted(controllers) == [INSIDE, INSIDE, INSIDE, LEARNER]
    assert len(rollout.actions) >= 400
    assert (np.take_along_axis(rollout.masks, rollout.actions[:, None], 1) == 1).all()


def test_advantages_run_along_streams() -> None:
    """By hand: two interleaved streams, one of them ending."""
    games = SelfPlayGames(1, ["basic_2p"], ALL_SELF, RewardConfig(), seed=1)
    collector = Collector(games, gamma=0.5, gae_lambda=1.0)
    rewards = np.array([1, 10, 2, 20], np.float32)
    values = np.array([0, 0, 4, 8], np.float32)
    following = np.array([2, 3, -1, -2])  # 0 -> 2 (waiting), 1 -> 3 (the game ends)
    out = collector._advantages(rewards, values, following)
    assert out.tolist() == [1 + 0.5 * 4, 10 + 0.5 * 8 + 0.5 * (20 - 8), 0, 20 - 8]
