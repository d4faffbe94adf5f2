"""Copies of running environments, whoever sits inside: they go on like the original, and apart from it."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from acis_env import acis_v0
from acis_env.envs.aec import AcisAEC
from acis_env.envs.batched import BatchedGames
from acis_env.envs.gym_env import AcisGym
from acis_env.players import PlayerSpec
from acis_rules import Decision
from acis_rules.box.world import World
from acis_rules.views import View
from agents.learned.policy import Policy, PolicyPlayer

POLICY = "policy:general"
SPECS = ["random", "greedy", "npc", pytest.param(POLICY, id="policy"), "search:general:5"]
SCENARIO = "basic_2p"

Seen = list[tuple[object, ...]]


def legal_at_random(mask: Any, rng: random.Random) -> int:
    return int(rng.choice(np.flatnonzero(mask).tolist()))


def play_aec(env: AcisAEC, steps: int, seed: int) -> Seen:
    """Answer at random; what was seen on the way."""
    rng = random.Random(seed)
    seen: Seen = []
    for _ in range(steps):
        observation, reward, _, _, info = env.last()
        seen.append((observation["observation"].tobytes(), reward))
        env.step(legal_at_random(info["action_mask"], rng))
    return seen


def play_gym(env: AcisGym, steps: int, seed: int) -> Seen:
    """Answer at random; what was seen on the way."""
    rng = random.Random(seed)
    seen: Seen = []
    for _ in range(steps):
        observation, reward, *_ = env.step(legal_at_random(env.action_masks(), rng))
        seen.append((observation["observation"].tobytes(), reward))
    return seen


def play_rows(games: BatchedGames, steps: int, seed: int) -> Seen:
    """Answer at random; what was seen on the way."""
    rng = random.Random(seed)
    seen: Seen = []
    for _ in range(steps):
        games.step([legal_at_random(mask, rng) for mask in games.masks])
        seen.append((games.raw.tobytes(), games.rewards.tobytes()))
    return seen


def aec(spec: PlayerSpec) -> AcisAEC:
    env = acis_v0.raw_env(scenario=SCENARIO, players={"player_1": spec}, reward="vp")
    env.reset(seed=4)
    return env


def gym(spec: str) -> AcisGym:
    env = AcisGym(SCENARIO, opponents=spec, reward="vp")
    env.reset(seed=4)
    return env


def rows(spec: str) -> BatchedGames:
    games = BatchedGames(2, SCENARIO, players={1: spec}, reward="vp", seed=4)
    games.reset()
    return games


def copies(env: Any) -> list[Any]:
    """One of each way to copy."""
    made = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    return [*made, env.clone()] if hasattr(env, "clone") else made


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("make", "play"), [(aec, play_aec), (gym, play_gym), (rows, play_rows)])
def test_copies_go_on_like_the_original(
    make: Callable[[str], Any], play: Callable[[Any, int, int], Seen], spec: str
) -> None:
    env = make(spec)
    play(env, 30, 1)  # past the choice of civilizations, into the first turn
    made = copies(env)
    expected = play(env, 20, 2)
    for other in made:
        assert play(other, 20, 2) == expected
    env.reset()
    expected = play(env, 5, 3)
    for other in made:  # and so does the next game
        other.reset()
        assert play(other, 5, 3) == expected


class Keeper:
    """Takes the first legal action and keeps what it saw."""

    view: View

    def __init__(self, seed: int = 0) -> None:
        pass

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        self.view = view
        return legal[0]


def test_a_clone_has_a_player_of_its_own_in_the_same_world() -> None:
    env = aec(Keeper)
    play_aec(env, 30, 1)
    for other in (env.clone(), pickle.loads(pickle.dumps(env))):
        kept: Any = other._inside[1]
        assert kept is not env._inside[1] and kept.view.event_count > 0
    kept = env.clone()._inside[1]
    assert kept.view.world is env.clone().running.game.state.world is env.running.game.state.world


def test_a_clone_is_of_the_same_mind() -> None:
    env = aec(POLICY)
    play_aec(env, 5, 1)
    before, after = env._inside[1], env.clone()._inside[1]
    assert isinstance(before, PolicyPlayer) and isinstance(after, PolicyPlayer)
    assert after is not before and after.mind is before.mind


def test_players_of_one_mind_stay_so_in_a_pickle() -> None:
    mind = Policy(PolicyPlayer(POLICY.removeprefix("policy:")).mind.network)
    players = [PolicyPlayer(seed=seed, mind=mind) for seed in range(3)]
    assert len({id(player.mind) for player in pickle.loads(pickle.dumps(players))}) == 1


def test_a_world_is_kept_by_copies_and_made_anew_from_a_pickle() -> None:
    world = World("basic_4p", {"npcs": [1, 3], "npc_hostility": True, "turn_order": [3, 1, 0, 2]})
    assert copy.deepcopy(world) is world
    stored = pickle.dumps(world)
    again = pickle.loads(stored)
    assert len(stored) < 500  # its name and options, not the board and the deck
    assert (again.scenario_name, again.options) == (world.scenario_name, world.options)
    assert again.board is world.board and again.deck is world.deck
