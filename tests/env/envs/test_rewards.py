"""What each seat is paid, and when: shares, ties, standings, sums."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers import position
from random_play import SETUPS, random_game

from acis_env import acis_v0
from acis_env.envs.batched import BatchedGames
from acis_env.envs.gym_env import AcisGym
from acis_env.envs.rewards import (
    AT_THE_END,
    REWARDS,
    VP_SCALE,
    check_reward,
    leads,
    margin,
    outcome,
    rank,
    seat_points,
)
from acis_rules import Game
from acis_rules.table.ending import end_game


def ended(scenario: str, *vp: float) -> Game:
    """A game that ended with these VP and nothing on the map to break ties."""
    names = ["gaul", "carthage", "troy", "egypt"][: len(vp)]
    given = {name: {"vp": points, "discs": {}} for name, points in zip(names, vp, strict=True)}
    game = position(scenario, phase="cards", **given).game
    end_game(game.state)
    game.state.question = None
    return game


def test_two_players_win_or_lose_one() -> None:
    assert outcome(ended("basic_4p", 5, 9, 3, 1)) == [-1 / 3, 1, -1 / 3, -1 / 3]
    game = Game.new("basic_2p", seed=1)
    rng = random.Random(1)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
    assert sorted(outcome(game)) == [-1, 1] and outcome(game)[game.winners[0]] == 1


def test_winners_and_losers_share() -> None:
    assert outcome(ended("basic_4p", 9, 9, 3, 1)) == [0.5, 0.5, -0.5, -0.5]
    assert outcome(ended("basic_4p", 9, 9, 9, 1)) == pytest.approx([1 / 3, 1 / 3, 1 / 3, -1])
    assert outcome(ended("basic_4p", 9, 9, 9, 9)) == [0, 0, 0, 0]


def test_ranks_are_evenly_spaced_and_ties_share() -> None:
    assert rank(ended("basic_4p", 5, 9, 3, 1)) == pytest.approx([1 / 3, 1, -1 / 3, -1])
    assert rank(ended("basic_4p", 5, 5, 3, 1)) == pytest.approx([2 / 3, 2 / 3, -1 / 3, -1])
    assert rank(ended("basic_4p", 5, 5, 5, 5)) == pytest.approx([0, 0, 0, 0])


def test_ties_are_broken_as_the_rules_say() -> None:
    game = ended("basic_4p", 5, 5, 0, 0)
    game.state.discs[1][game.state.world.board.find("carthage")] = 1
    end_game(game.state)
    assert game.winners == [1]
    assert outcome(game)[1] == 1 and rank(game)[1] > rank(game)[0]


def test_margins_are_leads_cut_at_one() -> None:
    game = ended("basic_4p", 30, 10, 10, 10)
    assert leads(game) == pytest.approx([20 / VP_SCALE, *[-20 / 3 / VP_SCALE] * 3])
    assert margin(game) == pytest.approx(leads(game))
    game.state.vp[0] = 200
    assert margin(game)[0] == 1


def test_half_points_count() -> None:
    game = ended("basic_4p", 2, 2, 2, 2)
    game.state.vp[0] = Fraction(5, 2)
    assert leads(game)[0] == pytest.approx(0.5 / VP_SCALE)
    assert seat_points(game)[0] == Fraction(5, 2)


@pytest.mark.parametrize("scenario", SETUPS)
def test_rewards_are_zero_sum(scenario: str) -> None:
    """In running positions too, which is what a truncated game is judged by."""
    for i, game in enumerate(random_game(scenario, 2)):
        if i % 40 == 0 or game.over:
            for pay in (outcome, rank, leads):
                paid = pay(game)
                assert len(paid) == game.state.world.n_seats
                assert sum(paid) == pytest.approx(0, abs=1e-9)
            assert all(-1 <= amount <= 1 for name in AT_THE_END for amount in AT_THE_END[name](game))
            if scenario == "basic_2p":
                assert sum(margin(game)) == pytest.approx(0)


@pytest.mark.parametrize("scenario", SETUPS)
def test_vp_rewards_add_up_to_the_final_lead(scenario: str) -> None:
    """And at every moment to the lead so far, each seat's to its own."""
    env = acis_v0.raw_env(scenario=scenario, reward="vp")
    env.reset(seed=3)
    rng = random.Random(3)
    seats = len(env.agents)
    total = np.array([env.rewards[f"player_{seat}"] for seat in range(seats)])
    while not env.running.game.over:
        env.step(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]).tolist()))
        now = np.array([env.rewards[f"player_{seat}"] for seat in range(seats)])
        assert now.sum() == pytest.approx(0, abs=1e-9)
        total += now
        np.testing.assert_allclose(total, leads(env.running.game), atol=1e-9)


ONE_PLAYER = """
id: alone
title: One player with two civilizations
kind: basic
factions:
  - {player: 0, colour: red}
  - {player: 0, colour: green}
choice: [troy, egypt]
setup:
  discs:
    troy: {troy: 2, ionia: 2}
    egypt: {egypt: 2, nile_delta: 2}
"""


@pytest.mark.parametrize("reward", REWARDS)
def test_one_player_has_nobody_to_compare_with(reward: str, tmp_path: Path) -> None:
    file = tmp_path / "alone.yaml"
    file.write_text(ONE_PLAYER)
    games = BatchedGames(1, str(file), reward=reward, seed=1)
    games.reset()
    rng = random.Random(1)
    while not games.dones[0]:
        games.step([rng.choice(np.flatnonzero(games.masks[0]).tolist())])
        assert not games.rewards.any()
    assert games.final_vp[0, 0] > 0
    env = AcisGym(str(file), reward=reward)
    env.reset(seed=1)
    assert env.learner == 0 and env.step(int(np.flatnonzero(env.action_masks())[0]))[1] == 0


def test_unknown_rewards_are_refused() -> None:
    assert [check_reward(name) for name in REWARDS] == list(REWARDS)
    with pytest.raises(ValueError, match="unknown reward 'gold'; there are: outcome, rank, margin, vp"):
        check_reward("gold")
