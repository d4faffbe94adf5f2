"""Who is an agent, from when to when, in scenarios of every kind; and where the environment is registered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.env_registry.exceptions import PettingZooRegistryError
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel, turn_based_aec_to_parallel

import acis_env  # noqa: F401  (registers the environment)
from acis_env import acis_v0
from acis_env.envs.aec import AcisAEC
from acis_env.envs.batched import BatchedGames
from acis_env.envs.gym_env import AcisGym
from acis_env.envs.sb3 import AcisVecEnv
from acis_rules.errors import AcisError

# Of every kind: a gaming situation, two factions in a seat, civilizations that can be out, sides of several
# seats, a seat of NPCs, NPCs that appear late, a created game.
FAMILIES = [
    "six_civs", "two_west", "fall_of_rome_1_2p_1", "greeks_persians", "god_king", "hannibal", "hannibal_solo",
    "second_punic_war", "created_exploration", "created_standard",
]  # fmt: skip
LATE = "created_exploration"  # seats 1 and 2 appear in the course of the game


def make(**arguments: Any) -> Any:
    return pettingzoo.make("aec", "acis/acis_v0", **arguments)


def decisions(env: AcisAEC, seed: int = 0) -> Iterator[str]:
    """Play at random to the end of the game; who decides, one after the other."""
    rng = random.Random(seed)
    while not any(env.terminations.values()):
        agent = env.agent_selection
        yield agent
        env.step(rng.choice(np.flatnonzero(env.infos[agent]["action_mask"]).tolist()))


# ------------------------------------------------------------------------------ registration


def test_pettingzoo_makes_it() -> None:
    env = make(scenario="basic_3p", reward="vp")
    assert type(env) is type(acis_v0.env()) and env.scenario == "basic_3p" and env.reward == "vp"
    assert pettingzoo.spec("aec", "acis/acis_v0").id == "acis/acis-v0"
    assert str(env) == "acis_v0"


def test_it_does_not_pass_for_a_parallel_environment() -> None:
    """Agents are asked one at a time and out of turn."""
    with pytest.raises(PettingZooRegistryError, match="'acis'"):
        pettingzoo.make("parallel", "acis/acis_v0")
    assert not hasattr(acis_v0, "parallel_env")
    with pytest.raises(AssertionError, match="not generally safe"):
        aec_to_parallel(make())


def test_turns_can_be_shown_to_who_wants_parallel_steps() -> None:
    """PettingZoo's conversion for games with turns, on which SuperSuit's vectors stand."""
    parallel = turn_based_aec_to_parallel(make(scenario="basic_3p", max_decisions=40))
    observations, _ = parallel.reset(seed=1)
    steps = 0
    while parallel.agents:
        assert set(observations) == set(parallel.possible_agents)
        asked = [agent for agent, seen in observations.items() if seen["action_mask"].any()]
        assert len(asked) == 1
        actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
        observations, *_ = parallel.step(actions)
        steps += 1
    assert steps == 40


# -------------------------------------------------------------------------- the peers' suites


@pytest.mark.filterwarnings("ignore:reset. options")  # the suite passes options of its own
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("scenario", FAMILIES)
def test_pettingzoo_api(scenario: str) -> None:
    api_test(make(scenario=scenario, max_decisions=250), num_cycles=150)


@pytest.mark.parametrize("scenario", FAMILIES)
def test_pettingzoo_seed(scenario: str) -> None:
    """The suite seeds the choices of agents that are there from the start; the others are played inside."""
    players = {"player_1": "npc", "player_2": "npc"} if scenario == LATE else {}
    seed_test(lambda: make(scenario=scenario, players=players), num_cycles=100)


@pytest.mark.parametrize("scenario", ["hannibal", LATE])
def test_pettingzoo_render(scenario: str) -> None:
    render_test(lambda render_mode=None: make(scenario=scenario, render_mode=render_mode))


# ----------------------------------------------------------------------------- who is an agent


@pytest.mark.parametrize("scenario", FAMILIES)
def test_agents_are_the_seats_of_the_scenario(scenario: str) -> None:
    env = make(scenario=scenario)
    env.reset(seed=1)
    seats = env.running.seats
    assert env.possible_agents == [f"player_{seat}" for seat in range(seats)]
    assert set(env.agents) <= set(env.possible_agents)


def test_an_environment_can_have_more_seats_than_its_scenario() -> None:
    env = make(scenario="basic_2p", seats=4)
    assert len(env.possible_agents) == 4
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1"]
    env.reset(seed=1, options={"scenario": "basic_4p"})
    assert env.agents == env.possible_agents
    with pytest.raises(ValueError, match="basic_5p has 5 seats, the environment 4: make it with seats=5 or"):
        env.reset(options={"scenario": "basic_5p"})
    assert len(env.agents) == 4  # the game goes on
    with pytest.raises(ValueError, match="basic_3p has 3 seats, the environment 2"):
        make(scenario="basic_3p", seats=2)
    for seats in (0, True, "4"):
        with pytest.raises(ValueError, match=f"seats: .* at least 1 is needed, {seats!r} given"):
            make(seats=seats)


def test_who_joins_late_is_an_agent_from_then_on() -> None:
    joined = 0
    for seed in range(4):
        env = acis_v0.raw_env(scenario=LATE, reward="vp")
        env.reset(seed=seed)
        assert env.agents == ["player_0"] == list(env.infos)
        seen = {"player_0"}
        for agent in decisions(env, seed):
            state = env.running.game.state
            here = {f"player_{seat}" for seat in range(3) if state.world.factions_of(seat) & ~state.absent}
            assert agent in env.agents and here <= set(env.agents) and seen <= set(env.agents)
            assert set(env.agents) - seen <= here
            seen = set(env.agents)
            for named in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
                assert set(named) == seen
        joined += len(seen) - 1
        assert all(env.terminations[agent] for agent in seen)
    assert joined > 0


def test_who_never_lived_has_no_part_in_the_end() -> None:
    env = make(scenario=LATE, max_decisions=1)
    env.reset(seed=1)
    env.step(int(env.infos["player_0"]["action_mask"].argmax()))
    assert env.agents == list(env.truncations) == ["player_0"] and len(env.infos["player_0"]["ranks"]) == 3
    env.step(None)
    assert env.agents == []


def test_somebody_must_be_an_agent_from_the_start() -> None:
    with pytest.raises(ValueError, match="at least one seat must be left to an agent from the start"):
        make(scenario=LATE, players={"player_0": "random"})


def test_who_is_out_lives_to_the_end_and_is_paid() -> None:
    """A side can win for a partner who is out, so the reward is known at the end only."""
    for seed in range(200):
        env = acis_v0.raw_env(scenario="created_standard")
        env.reset(seed=seed)
        world = env.running.game.state.world
        out: set[str] = set()
        for agent in decisions(env, seed):
            assert agent not in out and set(env.agents) == set(env.possible_agents)
            absent = env.running.game.state.absent
            out = {f"player_{seat}" for seat in range(3) if not world.factions_of(seat) & ~absent}
        if out:
            break
    assert out and all(env.terminations.values())
    assert all(env._cumulative_rewards[agent] == env.rewards[agent] != 0 for agent in out)


def test_a_learner_is_dealt_a_game_in_which_it_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that appears late can miss a game altogether."""
    env = AcisGym(LATE, seat=1, options={"vp_limit": 1})
    for seed in range(20):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any() and env.running.seat == 1
    monkeypatch.setattr("acis_env.envs.running_game.MAX_DEALS", 1)
    with pytest.raises(AcisError, match=f"{LATE}: in 1 games seat 1 had nothing to decide"):
        for seed in range(20):
            env.reset(seed=seed)
    assert env.running.seat == 1  # the game before is still there


def test_batched_games_are_dealt_so_that_a_free_seat_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    others = {0: "random", 2: "random"}
    dealt: dict[str, Any] = {"scenario": LATE, "options": {"vp_limit": 1}, "players": others}
    games = BatchedGames(8, seed=0, **dealt)
    games.reset()
    over = 0
    while over < 40:
        assert games.masks.any(1).all() and set(games.seats) == {1}
        games.step(games.masks.argmax(1))
        over += games.dones.sum()
    monkeypatch.setattr("acis_env.envs.batched.MAX_DEALS", 1)
    with pytest.raises(AcisError, match=f"{LATE}: in 1 games no free seat had anything to decide"):
        BatchedGames(40, seed=0, **dealt).reset()


def test_games_for_sb3_are_dealt_so_that_the_learner_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: dict[str, Any] = {"scenario": LATE, "options": {"vp_limit": 1}, "seat": 1}
    env = AcisVecEnv(20, seed=0, **dealt)
    env.reset()
    assert all(running.seat == 1 for running in env.running)
    monkeypatch.setattr("acis_env.envs.running_game.MAX_DEALS", 1)
    with pytest.raises(AcisError, match=f"{LATE}: in 1 games seat 1 had nothing to decide"):
        env.reset()


# --------------------------------------------------------------------------------- the order


def test_a_forgotten_reset_or_step_is_noticed() -> None:
    env = make()
    for name in ("agent_selection", "infos", "rewards", "terminations", "truncations"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    with pytest.raises(AttributeError, match="'Ordered' object has no attribute 'sails'"):
        env.sails  # noqa: B018
    for call in (env.agent_iter, env.last, env.state, lambda: env.observe("player_0"), lambda: env.step(0)):
        with pytest.raises((RuntimeError, AttributeError), match="reset"):
            call()
    env.reset(seed=1)
    with pytest.raises(RuntimeError, match=r"step\(\) or reset\(\) must be called"):
        for _ in env.agent_iter():
            pass
    for count, agent in enumerate(env.agent_iter(5)):
        if count == 2:
            env.reset(seed=1)  # is as good as a step
        else:
            env.step(int(env.infos[agent]["action_mask"].argmax()))
    assert count == 4
