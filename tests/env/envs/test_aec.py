"""The PettingZoo environment: its peers' own suites, seeds, copies, ends, and who is asked."""

from __future__ import annotations

import copy
import json
import pickle
import random
import threading
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state_space as check_state_space
from random_play import SETUPS

from acis_env import acis_v0
from acis_env.envs.aec import AcisAEC
from acis_env.envs.batched import BatchedGames
from acis_env.envs.gym_env import AcisGym
from acis_env.envs.rewards import AT_THE_END, leads
from acis_env.envs.running_game import RunningGame
from acis_env.observe.schema import STATE_BLOCKS, offsets
from acis_env.observe.seating import seating_of
from acis_env.players import PlayerFailed, RandomPlayer, UnknownPlayer, make_player
from acis_rules import DataError, Decision, Game, IllegalAction
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import N_ACTIONS
from acis_rules.kernel.bits import members
from acis_rules.views import View
from acis_rules.words.decisions import describe_decision

PLAYERS = {f"basic_{n}p": n for n in range(2, 7)}


def play(env: AcisAEC, decisions: int, seed: int = 0) -> list[int]:
    """Answer so many decisions at random; what was chosen."""
    rng = random.Random(seed)
    chosen = []
    for _ in range(decisions):
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            break
        action = rng.choice(np.flatnonzero(env.observe(agent)["action_mask"]).tolist())
        chosen.append(action)
        env.step(action)
    return chosen


def play_out(env: AcisAEC, seed: int = 0) -> dict[str, float]:
    """Play to the end; what each agent was paid in all, as `last()` tells it."""
    rng = random.Random(seed)
    paid = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter(100_000):
        observation, reward, ended, cut, _ = env.last()
        paid[agent] += reward
        if ended or cut:
            env.step(None)
        else:
            env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    assert not env.agents
    return paid


def fingerprint(env: AcisAEC) -> tuple[object, ...]:
    """Everything an outsider can tell about a running environment."""
    return (
        env.agent_selection, list(env.agents), dict(env.rewards), dict(env._cumulative_rewards),
        dict(env.terminations), dict(env.truncations), env.state().tobytes(),
        {name: info["action_mask"].tobytes() for name, info in env.infos.items()},
        env.running.game.to_dict(),
    )  # fmt: skip


# -------------------------------------------------------------------------- the peers' suites


@pytest.mark.filterwarnings("ignore:reset. options")  # the suite passes options of its own
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("scenario", SETUPS)
def test_pettingzoo_api(scenario: str) -> None:
    api_test(acis_v0.env(scenario=scenario, reward="vp"), num_cycles=300)
    api_test(acis_v0.raw_env(scenario=scenario, max_decisions=150), num_cycles=100)


@pytest.mark.parametrize("scenario", SETUPS)
def test_pettingzoo_seed(scenario: str) -> None:
    seed_test(lambda: acis_v0.env(scenario=scenario), num_cycles=200)


@pytest.mark.parametrize("scenario", SETUPS)
def test_state_is_the_public_part_and_all_cards(scenario: str) -> None:
    env = acis_v0.raw_env(scenario=scenario)
    check_state_space(env)
    env.reset(seed=1)
    play(env, 150)
    state = env.state()
    assert env.state_space.contains(state)
    seat = env.running.seat
    observation = env.observe(f"player_{seat}")["observation"]
    where, seen = offsets(STATE_BLOCKS), offsets()
    for block in STATE_BLOCKS:
        if block.name in seen:
            np.testing.assert_array_equal(state[where[block.name]], observation[seen[block.name]])
    hands = state[where["hands"]].reshape(6, -1)
    s = env.running.game.state
    for slot, faction in enumerate(seating_of(env.running.game.view(seat)).factions):
        assert set(np.flatnonzero(hands[slot]) + 1) == set(members(s.hand[faction]))
    assert not hands[PLAYERS[scenario] :].any()


def test_pettingzoo_render() -> None:
    render_test(lambda render_mode=None: acis_v0.env(scenario="basic_2p", render_mode=render_mode))


# ------------------------------------------------------------------------------------- seeds


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = acis_v0.raw_env(), acis_v0.raw_env()
    first.reset(seed=7)
    second.reset(seed=7)
    assert play(first, 300) == play(second, 300)
    assert fingerprint(first) == fingerprint(second)
    second.reset(seed=8)
    play(second, 300)
    assert fingerprint(first) != fingerprint(second)


def test_games_after_a_seed_follow_from_it_and_differ() -> None:
    deals = []
    for _ in range(2):
        env = acis_v0.raw_env()
        env.reset(seed=7)
        games = []
        for _ in range(4):
            games.append(env.running.game.state.rng)
            env.reset()
        assert len(set(games)) == 4
        deals.append(games)
    assert deals[0] == deals[1]


def test_without_any_seed_environments_differ() -> None:
    games = set()
    for _ in range(3):
        env = acis_v0.raw_env()
        env.reset()
        games.add(env.running.game.state.rng)
    assert len(games) == 3


def test_games_with_players_inside_repeat() -> None:
    runs = []
    for _ in range(2):
        env = acis_v0.raw_env(players={"player_1": "random", "player_3": "random"})
        env.reset(seed=3)
        play(env, 150)
        runs.append(fingerprint(env))
    assert runs[0] == runs[1]


def test_a_player_is_not_told_the_seed_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """From it the deck could be told."""
    seeds: list[int] = []
    games: list[int] = []
    new = RunningGame.new

    def make_player(spec: str, seed: int = 0) -> Silent:
        seeds.append(seed)
        return Silent()

    def new_game(scenario: str, seed: int, options: dict[str, Any]) -> RunningGame:
        games.append(seed)
        return new(scenario, seed, options)

    monkeypatch.setattr("acis_env.envs.aec.make_player", make_player)
    monkeypatch.setattr(RunningGame, "new", new_game)
    acis_v0.raw_env(players={"player_1": "random"}).reset(seed=3)
    assert len(games) == 1 and min(abs(seed - games[0]) for seed in seeds) > 1000


class Silent:
    """Takes the first legal action."""

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        return legal[0]


class Uncopied(Silent):
    """Holds on to something that there is only once."""

    def __init__(self) -> None:
        self.held = threading.Lock()


@pytest.mark.parametrize("player", [RandomPlayer(5), RandomPlayer])
def test_games_repeat_with_player_objects_and_classes(player: Any) -> None:
    env = acis_v0.raw_env(scenario="basic_3p", players={"player_0": player, "player_1": player})
    runs = []
    for _ in range(2):
        env.reset(seed=3)
        play(env, 100)
        runs.append(fingerprint(env))
    assert runs[0] == runs[1]


def test_a_player_object_begins_every_game_as_it_was_given() -> None:
    given = RandomPlayer(5)
    first, second = make_player(given, 1), make_player(given, 2)
    assert first is not given
    legal = list(range(1000))
    choice: Any = (None, None, legal)
    assert first.act(*choice) == second.act(*choice) == RandomPlayer(5).act(*choice)
    seeded = make_player(RandomPlayer, 6)
    assert seeded.act(*choice) == RandomPlayer(6).act(*choice)


# ------------------------------------------------------------------------------------- copies


@pytest.mark.parametrize("way", ["clone", "deepcopy", "pickle"])
@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("players", [{}, {"player_0": "random", "player_2": "random"}])
def test_a_copy_goes_on_alike_and_apart(way: str, wrapped: bool, players: dict[str, str]) -> None:
    make = acis_v0.env if wrapped else acis_v0.raw_env
    env = make(scenario="basic_3p", players=players, reward="vp")
    env.reset(seed=11)
    play(env, 120)
    before = fingerprint(env.unwrapped)
    if way == "clone":
        other = env.clone()
    elif way == "deepcopy":
        other = copy.deepcopy(env)
    else:
        other = pickle.loads(pickle.dumps(env))
    assert type(other) is type(env) and fingerprint(other.unwrapped) == before
    moves = play(other, 80, seed=5)
    assert fingerprint(env.unwrapped) == before  # apart
    assert play(env, 80, seed=5) == moves  # alike, players inside included
    assert fingerprint(env.unwrapped) == fingerprint(other.unwrapped)
    env.reset()
    other.reset()
    assert fingerprint(env.unwrapped) == fingerprint(other.unwrapped)  # and so does the next game


def test_a_copy_before_the_first_reset() -> None:
    env = copy.deepcopy(acis_v0.env())
    env.reset(seed=1)
    play(env, 5)


# ------------------------------------------------------------------------------------ actions


def test_an_illegal_action_is_explained_and_changes_nothing() -> None:
    env = acis_v0.raw_env()
    env.reset(seed=2)
    rng = random.Random(2)
    for _ in range(60):
        before = fingerprint(env)
        mask = env.infos[env.agent_selection]["action_mask"]
        wrong = rng.choice(np.flatnonzero(mask == 0).tolist())
        decision = describe_decision(env.running.game.state)
        legal = members(env.running.legal)
        for action in (wrong, -1, N_ACTIONS, 10**6, None):
            with pytest.raises(IllegalAction) as caught:
                env.step(action)
            words = str(caught.value)
            assert env.agent_selection in words and decision in words and str(action) in words
            assert all(f"{a} ({env.describe(a)})" in words for a in legal[:12])
        with pytest.raises(IllegalAction, match=r"1\.5: an action is a whole number"):
            env.step(1.5)  # type: ignore[arg-type]
        assert fingerprint(env) == before
        play(env, 7, seed=rng.randrange(100))


def test_only_legal_actions_have_words() -> None:
    env = acis_v0.raw_env()
    env.reset(seed=2)
    wrong = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction):
        env.describe(wrong)


def test_the_rules_take_numpy_actions_as_well() -> None:
    """Shifted by a number of NumPy, a set of more than 64 actions would overflow."""
    by_numpy, plain = Game.new("basic_2p", seed=1), Game.new("basic_2p", seed=1)
    rng = random.Random(1)
    while not plain.over:
        action = rng.choice(plain.legal_actions())
        number: Any = np.int64(action)
        assert by_numpy.describe(number) == plain.describe(action)
        by_numpy.apply(number)
        plain.apply(action)
    assert json.dumps(by_numpy.to_dict()) == json.dumps(plain.to_dict())


@pytest.mark.parametrize(
    "pack", [np.int32, np.uint8, np.array, lambda a: np.array([a]), lambda a: np.array([[a]])]
)
def test_arrays_of_one_action_are_actions(pack: Callable[[int], Any]) -> None:
    """As networks give them."""
    env, other = acis_v0.env(), acis_v0.env()
    one, single = AcisGym("basic_2p"), AcisGym("basic_2p")
    games, batch = BatchedGames(2, seed=1), BatchedGames(2, seed=1)
    for each in (env, other, one, single):
        each.reset(seed=1)
    games.reset()
    batch.reset()
    for _ in range(15):
        action = int(env.infos[env.agent_selection]["action_mask"].argmax())
        env.step(action)
        other.step(pack(action))
        action = int(one.action_masks().argmax())
        one.step(action)
        single.step(pack(action))
        actions = games.masks.argmax(1)
        games.step(actions)
        batch.step([pack(int(action)) for action in actions])
    assert fingerprint(env) == fingerprint(other)
    assert one.running.game.to_dict() == single.running.game.to_dict()
    assert games.raw.tobytes() == batch.raw.tobytes()


NOT_WHOLE = [None, 1.0, np.float32(1), "1", [1], np.array([1.0]), np.array([1, 2]), np.array([])]


@pytest.mark.parametrize("action", NOT_WHOLE)
def test_an_action_that_is_no_whole_number_is_not_legal(action: Any) -> None:
    game = Game.new("basic_2p", seed=1)
    before = game.to_dict()
    with pytest.raises(IllegalAction, match="an action is a whole number"):
        game.apply(action)
    assert game.to_dict() == before


@pytest.mark.parametrize("scenario", SETUPS)
def test_only_the_agent_that_decides_has_a_mask(scenario: str) -> None:
    env = acis_v0.raw_env(scenario=scenario)
    env.reset(seed=4)
    for _ in range(150):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            np.testing.assert_array_equal(mask, env.infos[agent]["action_mask"])
            decides = agent == env.agent_selection
            assert np.flatnonzero(mask).tolist() == (members(env.running.legal) if decides else [])
            mask[:] = 1  # one's own: nobody else's is changed
            assert not env.infos[agent]["action_mask"].all() and not env.observe(agent)["action_mask"].all()
        masks = [info["action_mask"] for info in env.infos.values()]
        assert all(mask.flags.writeable for mask in masks), "torch makes tensors of them"
        assert not any(np.shares_memory(one, other) for one, other in combinations(masks, 2))
        play(env, 1, seed=_)


def test_what_a_user_does_to_an_observation_stays_his() -> None:
    env = acis_v0.raw_env()
    env.reset(seed=4)
    agent = env.agent_selection
    first = env.observe(agent)
    kept = {name: part.copy() for name, part in first.items()}
    for part in first.values():
        part[:] = 1
    for name, part in env.observe(agent).items():
        np.testing.assert_array_equal(part, kept[name])


def test_agents_are_asked_out_of_turn() -> None:
    """Losses, penalties and negations are decided by those they hit, not by whose turn it is."""
    env = acis_v0.raw_env(scenario="basic_4p")
    env.reset(seed=1)
    out_of_turn = set()
    rng = random.Random(1)
    while not any(env.terminations.values()):
        decision = env.running.game.decision
        assert env.agent_selection == f"player_{decision.seat}"
        if decision.context.get("by", decision.faction) != decision.faction:
            out_of_turn.add(decision.kind)
        env.step(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]).tolist()))
    assert {"negate", "loss"} <= out_of_turn


# ------------------------------------------------------------------------- scenarios and seats


def test_seats_played_inside_are_no_agents() -> None:
    env = acis_v0.raw_env(scenario="basic_4p", players={"player_1": "random"})
    assert env.possible_agents == ["player_0", "player_2", "player_3"]
    env.reset(seed=1)
    assert env.agents == env.possible_agents


def test_one_environment_for_all_numbers_of_players() -> None:
    env = acis_v0.env(seats=6)
    spaces = {repr(env.observation_space(agent)) for agent in env.possible_agents}
    assert len(spaces) == 1 and len(env.possible_agents) == 6
    for scenario in [*SETUPS, *reversed(SETUPS)]:
        env.reset(seed=5, options={"scenario": scenario})
        assert env.agents == [f"player_{seat}" for seat in range(PLAYERS[scenario])]
        for agent in env.agents:
            assert env.observation_space(agent).contains(env.observe(agent))
        play(env, 20)
    env.reset()
    assert len(env.agents) == 4  # back to the scenario of the constructor


def test_options_of_one_game() -> None:
    env = acis_v0.raw_env(scenario="basic_2p")
    env.reset(options={"game_options": {"aeneas_uses": 0}})
    assert env.running.game.state.world.options.aeneas_uses == 0
    env.reset()
    assert env.running.game.state.world.options.aeneas_uses == 1


def test_players_inside_leave_the_other_seats_to_agents() -> None:
    env = acis_v0.raw_env(scenario="basic_5p", players={"player_0": "random", "player_4": Silent()})
    env.reset(seed=6)
    assert env.agents == ["player_1", "player_2", "player_3"]
    for _ in range(200):
        assert env.agent_selection in env.agents
        play(env, 1, seed=_)
    env.reset(options={"scenario": "basic_2p"})
    assert env.agents == ["player_1"]
    paid = play_out(env)
    assert set(paid) == {"player_1"}


def test_bad_arguments_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="unknown agent 'bob'"):
        acis_v0.raw_env(players={"bob": "random"})
    with pytest.raises(ValueError, match=r"unknown agent 'player_2'; there are: player_0, player_1$"):
        acis_v0.raw_env(scenario="basic_2p", players={"player_2": "random"})
    with pytest.raises(UnknownPlayer, match="nobody"):
        acis_v0.raw_env(players={"player_0": "nobody"})
    with pytest.raises(ValueError, match="unknown render_mode"):
        acis_v0.raw_env(render_mode="opera")
    with pytest.raises(ValueError, match="unknown reward"):
        acis_v0.raw_env(reward="gold")
    with pytest.raises(AcisError):
        acis_v0.raw_env(scenario="basic_9p")
    with pytest.raises(RuntimeError, match="reset"):
        acis_v0.raw_env().state()
    with pytest.raises(ValueError, match="basic_2p: at least one seat"):
        acis_v0.raw_env(scenario="basic_2p", players={"player_0": "random", "player_1": "random"})
    with pytest.raises(DataError, match="scenery"):
        acis_v0.raw_env(options={"scenery": 1})
    with pytest.raises(ValueError, match="max_decisions"):
        acis_v0.raw_env(max_decisions=0)
    env = acis_v0.raw_env(scenario="basic_2p")
    env.reset()
    with pytest.raises(ValueError, match="player_3 has no seat"):
        env.observe("player_3")
    with pytest.warns(UserWarning, match="are unknown and ignored"):
        env.reset(options={"scenery": 1})


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        (None, "no act"), (7, "no act"), (object(), "no act"), (Silent, "takes no arguments"),
        (lambda seed: None, "no act"), ("greedy:foo", "seed"), ("random:Random", ""), ("json:dumps", ""),
        (":Player", ""), ("", "there are"), (Uncopied(), "cannot be copied.*give its class"),
    ],
)  # fmt: skip
def test_what_is_no_player_is_refused_at_once(spec: Any, reason: str) -> None:
    with pytest.raises(UnknownPlayer, match=f"player.*{reason}"):
        acis_v0.raw_env(players={"player_0": spec})


BAD_RESETS: list[dict[str, Any]] = [
    {"scenario": "basic_2p"}, {"scenario": "basic_9p"}, {"game_options": {"scenery": 1}},
]  # fmt: skip


@pytest.mark.parametrize("options", BAD_RESETS)
def test_a_reset_that_fails_leaves_the_running_game(options: dict[str, Any]) -> None:
    runs = []
    for failing in (False, True):
        env = acis_v0.raw_env(scenario="basic_4p", players={"player_0": "random", "player_1": "random"})
        env.reset(seed=1)
        play(env, 40)
        before = fingerprint(env)
        if failing:
            for seed in (None, 5):
                with pytest.raises(ValueError):
                    env.reset(seed=seed, options=options)
        assert fingerprint(env) == before
        play(env, 40)
        runs.append(fingerprint(env))
        env.reset()
        runs.append(fingerprint(env))
    assert runs[:2] == runs[2:]  # nor does it change which game comes next


# ------------------------------------------------------------------------------ failing players


class Flaky:
    """Answers a few times, then no more, or with what nobody asked for."""

    def __init__(self, answers: int, last: int | None) -> None:
        self.answers = answers
        self.last = last

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        self.answers -= 1
        if self.answers >= 0:
            return legal[0]
        legal.clear()  # what it does to the list is its own affair
        if self.last is None:
            raise RuntimeError("lost the thread")
        return self.last


FAILURES = [(None, "RuntimeError: lost the thread"), (N_ACTIONS - 1, "action 271 is not legal.*Legal: .+")]


@pytest.mark.parametrize(("last", "words"), FAILURES)
def test_after_a_player_inside_has_failed_only_a_reset_helps(last: int | None, words: str) -> None:
    env = acis_v0.raw_env(scenario="basic_2p", players={"player_1": Flaky(5, last)}, reward="vp")
    env.reset(seed=1)
    with pytest.raises(PlayerFailed, match=rf"seat 1 \(Flaky\): {words}") as caught:
        play(env, 10_000)
    assert caught.value.__cause__ is not None
    assert env.running.seat == 1  # the game stands where the player should have answered
    before = env.running.game.to_dict()
    theirs = env.running.game.legal_actions()
    for one in (env, env.clone(), pickle.loads(pickle.dumps(env))):
        assert not one.last()[0]["action_mask"].any() and not one.infos["player_0"]["action_mask"].any()
        for action in (*theirs, None):
            with pytest.raises(PlayerFailed, match=rf"call reset\(\): seat 1 \(Flaky\): {words}"):
                one.step(action)
        assert one.running.game.to_dict() == before
    env.reset(seed=1)
    assert play(env, 1)


def test_a_player_that_fails_in_a_reset_leaves_the_running_game() -> None:
    env = acis_v0.raw_env(scenario="basic_2p", players={"player_0": Flaky(0, None)})
    env.reset(options={"game_options": {"turn_order": [1, 0]}})
    before = fingerprint(env)
    with pytest.raises(PlayerFailed, match="lost the thread"):
        env.reset(options={"game_options": {"turn_order": [0, 1]}})  # it is asked at once
    assert fingerprint(env) == before


def test_nobody_answers_for_a_failed_player_in_other_environments_either() -> None:
    env = AcisGym("basic_2p", seat=0, opponents=Flaky(5, None), illegal="lose")
    env.reset(seed=1)
    with pytest.raises(PlayerFailed, match="lost the thread"):
        for _ in range(10_000):
            env.step(int(env.action_masks().argmax()))
    games = BatchedGames(2, "basic_2p", players={1: Flaky(5, None)}, seed=1)
    games.reset()
    with pytest.raises(PlayerFailed, match="lost the thread"):
        for _ in range(10_000):
            games.step(games.masks.argmax(1))
    before = [running.decisions for running in (env.running, *games.running)]
    for action in range(N_ACTIONS):
        with pytest.raises(PlayerFailed, match="call reset"):  # not even a loss
            env.step(action)
        with pytest.raises((PlayerFailed, IllegalAction)):
            games.step([action, action])
    assert [running.decisions for running in (env.running, *games.running)] == before


# --------------------------------------------------------------------------------- the end


def test_after_the_end_only_a_reset_helps() -> None:
    env = acis_v0.raw_env(scenario="basic_2p", max_decisions=10)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    play_out(env)
    for action in (None, 0):
        with pytest.raises(IllegalAction, match=r"the game is over.*call reset\(\)"):
            env.step(action)
    env.reset(seed=1)
    assert play(env, 1)


@pytest.mark.parametrize("make", [acis_v0.env, acis_v0.raw_env])
def test_people_see_the_board_from_the_first_decision_on(
    make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(AcisAEC, "render", lambda env: drawn.append(env.running.decisions))
    env = make(scenario="basic_2p", render_mode="human")
    env.reset(seed=1)
    assert drawn == [0]
    play(env, 2)
    assert drawn == [0, 1, 2]


@pytest.mark.parametrize("scenario", SETUPS)
def test_games_end_with_every_agent_paid_once(scenario: str) -> None:
    env = acis_v0.raw_env(scenario=scenario)
    env.reset(seed=9)
    paid = play_out(env)
    game = env.running.game
    assert game.over and sum(paid.values()) == pytest.approx(0)
    best = {f"player_{seat}" for seat in game.winners}
    assert {agent for agent, amount in paid.items() if amount > 0} == best
    assert not env.observe("player_0")["action_mask"].any()


@pytest.mark.parametrize("reward", ["outcome", "rank", "margin", "vp"])
def test_the_decision_limit_truncates_and_pays_by_standing(reward: str) -> None:
    env = acis_v0.raw_env(reward=reward, max_decisions=400)
    env.reset(seed=9)
    play(env, 400)
    assert env.running.decisions == 400
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert not any(info["action_mask"].any() for info in env.infos.values())
    expected = leads(env.running.game) if reward == "vp" else AT_THE_END[reward](env.running.game)
    assert any(expected)
    env.reset(seed=9)
    assert list(play_out(env).values()) == pytest.approx(expected)
