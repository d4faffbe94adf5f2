"""Many games side by side: rows, rewards, restarts, seeds, copies."""

from __future__ import annotations

import copy
import pickle
import random
import tracemalloc
from typing import Any

import numpy as np
import pytest
from random_play import SETUPS
from spoilt import change

from acis_env.envs.batched import BatchedGames
from acis_env.envs.rewards import AT_THE_END, leads
from acis_env.envs.running_game import RunningGame
from acis_env.envs.targets import Clock
from acis_env.observe.encoder import scaled
from acis_env.observe.history import history
from acis_env.players import RandomPlayer, UnknownPlayer
from acis_rules import DataError, IllegalAction
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import N_ACTIONS
from acis_rules.kernel.bits import members
from acis_rules.table.terms import controlled
from acis_rules.words.decisions import describe_decision


def choose(games: BatchedGames, rng: random.Random) -> list[int]:
    return [rng.choice(np.flatnonzero(mask).tolist()) for mask in games.masks]


def play(games: BatchedGames, steps: int, seed: int = 0) -> None:
    rng = random.Random(seed)
    for _ in range(steps):
        games.step(choose(games, rng))


def arrays(games: BatchedGames) -> list[bytes]:
    names = ("raw", "masks", "seats", "rewards", "dones", "truncated", "final_vp", "final_raw", "final_seats")
    return [getattr(games, name).tobytes() for name in names]


def fingerprint(games: BatchedGames) -> list[Any]:
    return [arrays(games), [running.game.to_dict() for running in games.running]]


@pytest.mark.parametrize("scenario", SETUPS)
def test_rows_show_the_open_decision_of_each_game(scenario: str) -> None:
    games = BatchedGames(3, scenario, seed=1)
    games.reset()
    rng = random.Random(1)
    for _ in range(60):
        floats = games.observations()
        for row, running in enumerate(games.running):
            fresh = RunningGame(running.game)
            assert games.seats[row] == running.seat >= 0
            np.testing.assert_array_equal(floats[row], fresh.observation(running.seat))
            np.testing.assert_array_equal(games.masks[row], fresh.mask(running.seat))
        np.testing.assert_array_equal(floats, scaled(games.raw))
        games.step(choose(games, rng))


def test_rows_may_be_of_different_scenarios() -> None:
    games = BatchedGames(5, SETUPS, seed=1)
    games.reset()
    assert [running.seats for running in games.running] == [2, 3, 4, 5, 6]
    play(games, 30)


def test_an_illegal_action_moves_no_row() -> None:
    games = BatchedGames(4, "basic_3p", reward="vp", seed=2)
    games.reset()
    play(games, 25)
    rng = random.Random(1)
    before = fingerprint(games)
    actions = choose(games, rng)
    wrong = int(np.flatnonzero(games.masks[2] == 0)[0])
    for bad in (wrong, -1, N_ACTIONS):
        with pytest.raises(IllegalAction) as caught:
            games.step([*actions[:2], bad, actions[3]])
        words = str(caught.value)
        running = games.running[2]
        legal = int(np.flatnonzero(games.masks[2])[0])
        assert "game 2" in words and describe_decision(running.game.state) in words
        assert f"{legal} ({running.describe(legal)})" in words
        assert fingerprint(games) == before
    with pytest.raises(ValueError, match="4 games, 3 actions given"):
        games.step(actions[:3])
    assert fingerprint(games) == before
    games.step(np.array(actions))


def test_seeds() -> None:
    runs = []
    for seed in (4, 4, 5):
        games = BatchedGames(3, "basic_2p", seed=seed)
        games.reset()
        play(games, 150)
        runs.append(fingerprint(games))
    assert runs[0] == runs[1] != runs[2]
    games = BatchedGames(3, "basic_2p", seed=9)
    games.reset()
    first = {running.game.state.rng for running in games.running}
    games.reset()
    assert len(first) == 3 and not first & {running.game.state.rng for running in games.running}
    games.seed(4)
    games.reset()
    play(games, 150)
    assert fingerprint(games) == runs[0]


def test_the_games_of_a_row_depend_on_seed_and_row_alone() -> None:
    """Not on how many rows there are, nor on how long the games of other rows last."""
    starts: list[list[list[int]]] = []
    for n in (1, 3):
        games = BatchedGames(n, "basic_2p", seed=4, max_decisions=20)
        games.reset()
        starts.append([[games.running[0].game.state.rng]])
        for step in range(60):
            play(games, 1, seed=step + n)
            if games.dones[0]:
                starts[-1][0].append(games.running[0].game.state.rng)
    assert starts[0] == starts[1] and len(starts[0][0]) == 4


@pytest.mark.parametrize("way", ["deepcopy", "pickle"])
def test_a_copy_goes_on_alike_and_apart(way: str) -> None:
    games = BatchedGames(3, "basic_3p", reward="vp", players={1: "random"}, seed=3)
    games.reset()
    play(games, 40)
    before = fingerprint(games)
    other = copy.deepcopy(games) if way == "deepcopy" else pickle.loads(pickle.dumps(games))
    assert fingerprint(other) == before
    play(other, 40, seed=7)
    assert fingerprint(games) == before
    play(games, 40, seed=7)
    assert fingerprint(other) == fingerprint(games)


@pytest.mark.parametrize("reward", ["outcome", "rank", "margin", "vp"])
@pytest.mark.parametrize("limit", [20_000, 120])
def test_each_seat_gets_its_own_reward(reward: str, limit: int) -> None:
    games = BatchedGames(2, ["basic_2p", "basic_3p"], reward=reward, max_decisions=limit, seed=5)
    games.reset()
    rng = random.Random(5)
    total = np.zeros((2, 6))
    ended = 0
    while ended < 3:
        running = list(games.running)
        games.step(choose(games, rng))
        total += games.rewards
        for row, done in enumerate(games.dones):
            if not done:
                assert reward == "vp" or not games.rewards[row].any()
                continue
            ended += 1
            game = running[row].game
            n = running[row].seats
            expected = leads(game) if reward == "vp" else AT_THE_END[reward](game)
            np.testing.assert_allclose(total[row, :n], expected, atol=1e-5)
            assert not total[row, n:].any()
            assert games.truncated[row] == (limit == 120) != game.over
            assert list(games.final_vp[row, :n]) == [float(p) for p in game.vp]
            assert games.running[row] is not running[row] and games.running[row].decisions == 0
            total[row] = 0


def test_players_inside_never_show_up() -> None:
    games = BatchedGames(3, ["basic_2p", "basic_4p"], players={0: "random", 3: "random"}, seed=6)
    games.reset()
    rng = random.Random(6)
    for _ in range(150):
        assert not {0, 3} & set(games.seats.tolist())
        games.step(choose(games, rng))


def test_a_limit_that_players_inside_would_pass_first() -> None:
    """A row always shows a free seat's decision, even if the limit ends the game right after it."""
    games = BatchedGames(2, "basic_6p", players=dict.fromkeys(range(5), "random"), max_decisions=2, seed=1)
    games.reset()
    for step in range(10):
        assert set(games.seats.tolist()) == {5}
        play(games, 1, seed=step)
        assert games.dones.all() and games.truncated.all()


@pytest.mark.parametrize(("limit", "endings"), [(20_000, {"over"}), (40, {"open", "inside"})])
def test_the_final_position_is_seen_by_a_seat_that_learns(limit: int, endings: set[str]) -> None:
    """By the one whose decision was open, so that it can put a value on it; else by the last to decide."""
    games = BatchedGames(2, "basic_3p", players={0: "random"}, max_decisions=limit, seed=2)
    games.reset()
    rng = random.Random(2)
    seen: set[str] = set()
    while seen != endings:
        running, deciding, before = list(games.running), games.seats.copy(), games.final_raw.copy()
        games.step(choose(games, rng))
        for row, done in enumerate(games.dones):
            if not done:  # nothing is written
                np.testing.assert_array_equal(games.final_raw[row], before[row])
                continue
            last = RunningGame(running[row].game)
            ending = "over" if last.game.over else "inside" if last.seat == 0 else "open"
            seen.add(ending)
            seat = last.seat if ending == "open" else deciding[row]
            assert games.final_seats[row] == seat and ending in endings
            np.testing.assert_array_equal(scaled(games.final_raw[row]), last.observation(seat))
            assert (games.final_raw[row] != games.raw[row]).any()


def test_games_without_a_seed_differ() -> None:
    deals = []
    for _ in range(2):
        games = BatchedGames(2, "basic_2p")
        games.reset()
        deals += [running.game.state.rng for running in games.running]
    assert len(set(deals)) == 4


def test_nothing_is_played_before_reset() -> None:
    with pytest.raises(RuntimeError, match=r"reset\(\) must be called first"):
        BatchedGames(2).step([0, 0])


def test_bad_arguments_are_refused_at_once() -> None:
    for n in (0, -1, True, 2.0):
        with pytest.raises(ValueError, match=f"n: a whole number of at least 1 is needed, {n!r} given"):
            BatchedGames(n)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="scenario: an empty list"):
        BatchedGames(1, [])
    for seat in (-1, 4, 9, "player_1", 1.0, None):
        with pytest.raises(
            ValueError, match=f"players: seat {seat!r}: basic_2p, basic_4p: there are seats 0 to 3"
        ):
            BatchedGames(1, ["basic_2p", "basic_4p"], players={seat: "random"})  # type: ignore[dict-item]
    with pytest.raises(UnknownPlayer, match="None"):
        BatchedGames(1, players={0: None})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="scenario: an id or a file is needed, 4 given"):
        BatchedGames(1, 4)  # type: ignore[arg-type]
    with pytest.raises(DataError, match="unknown scenario 'nowhere'"):
        BatchedGames(1, ["basic_2p", "nowhere"])
    with pytest.raises(DataError, match="options: x: no such option"):
        BatchedGames(1, options={"x": 1})
    with pytest.raises(DataError, match=r"turn_order: \[1, 0\]; possible: 0 to 3, each once"):
        BatchedGames(2, ["basic_2p", "basic_4p"], options={"turn_order": [1, 0]})
    with pytest.raises(ValueError, match=r"max_decisions: .* 0 given"):
        BatchedGames(1, max_decisions=0)
    with pytest.raises(ValueError, match="at least one seat must be left"):
        BatchedGames(1, "basic_2p", players={0: "random", 1: "random"})
    with pytest.raises(UnknownPlayer):
        BatchedGames(1, players={0: "nobody"})
    with pytest.raises(ValueError, match="unknown reward"):
        BatchedGames(1, reward="gold")


def test_a_running_game_takes_little_memory() -> None:
    BatchedGames(1, "basic_6p").reset()  # data files are read
    tracemalloc.start()
    games = BatchedGames(4, "basic_6p", seed=1)
    games.reset()
    play(games, 200)
    per_game = tracemalloc.get_traced_memory()[0] / 4
    tracemalloc.stop()
    assert per_game < 1_000_000


# ------------------------------------------------------------------------------------ targets


def test_hands_are_told_by_slot_of_the_decider() -> None:
    games = BatchedGames(3, ["basic_4p", "god_king", "hannibal"], targets=True, seed=1)
    games.reset()
    rng = random.Random(1)
    for _ in range(120):
        for row, running in enumerate(games.running):
            state = running.game.state
            slots = running.seating.factions
            assert slots[0] == running.game.decision.faction
            for slot in range(6):
                cards = (np.flatnonzero(games.hands[row, slot]) + 1).tolist()
                assert cards == (members(state.hand[slots[slot]]) if slot < len(slots) else [])
        games.step(choose(games, rng))
    assert games.hands.any()


@pytest.mark.parametrize("inside", [{}, {0: "random", 2: "random"}])
def test_owners_are_told_after_every_victory_count(inside: dict[int, str]) -> None:
    games = BatchedGames(2, "basic_3p", players=dict(inside), targets=True, seed=3)
    games.reset()
    rng = random.Random(3)
    counted = ended = 0
    while ended < 3:
        running, before = list(games.running), games.owners.copy()
        told = [running[row].game.view(0).event_count for row in range(2)]
        games.step(choose(games, rng))
        for row in range(2):
            state = running[row].game.state
            news = running[row].game.events[told[row] :]
            scored = any(event.kind == "vp" and event.cause == "cities" for event in news)
            if scored:  # nobody scores anything else than in a Victory Count by this name
                assert games.counted[row]
            if games.counted[row]:
                counted += 1
                for area, owner in enumerate(games.owners[row].tolist()):
                    holders = [f for f in range(4) if controlled(state, f) >> area & 1]
                    assert holders == ([owner - 1] if owner else [])
            else:
                np.testing.assert_array_equal(games.owners[row], before[row])
        ended += int(games.dones.sum())
    assert counted >= 12


@pytest.mark.parametrize(
    ("before", "now", "counted"),
    [
        ((1, 0, False), (1, 0, False), False),
        ((1, 0, False), (1, 1, True), True),
        ((1, 1, True), (1, 1, True), False),
        ((1, 1, True), (1, 1, False), False),  # the next turn has begun
        ((1, 1, True), (1, 2, False), True),  # and the one after it
        ((1, 4, True), (2, 0, False), False),
        ((1, 3, False), (2, 0, False), True),
        ((1, 4, True), (2, 1, True), True),
    ],
)
def test_the_clock_of_victory_counts(before: Any, now: Any, counted: bool) -> None:
    assert Clock(*now).counted_since(Clock(*before)) == counted


def test_without_targets_nothing_is_told() -> None:
    games = BatchedGames(2, "basic_2p", seed=3)
    games.reset()
    play(games, 400)
    assert not (games.hands.any() or games.owners.any() or games.counted.any())


def test_histories_are_those_of_the_deciders() -> None:
    games = BatchedGames(2, ["basic_2p", "basic_4p"], seed=3)
    games.reset()
    play(games, 60)
    for tokens, running in zip(games.histories(9), games.running, strict=True):
        np.testing.assert_array_equal(tokens, history(running.game.view(running.seat), 9))


# ------------------------------------------------------------------------------- writing down


@pytest.mark.parametrize("reward", ["vp", "outcome"])
@pytest.mark.parametrize("inside", [{}, {1: "random"}, {0: "npc"}, {2: "greedy"}])
def test_games_written_down_go_on_exactly(reward: str, inside: dict[int, str]) -> None:
    made = [
        BatchedGames(3, ["basic_3p", "basic_4p"], reward=reward, players=dict(inside), seed=seed)
        for seed in (3, 99)
    ]
    games, other = made
    games.reset()
    for steps in (0, 25, 40):
        play(games, steps, seed=1)
        other.restore(plain(games.state()))
        assert other.state() == games.state()
        for seed in range(12):
            play(games, 10, seed)
            play(other, 10, seed)
            assert fingerprint(other)[1] == fingerprint(games)[1]
            names = ("raw", "masks", "seats", "rewards", "dones", "truncated")
            assert all(np.array_equal(getattr(games, name), getattr(other, name)) for name in names)


def plain(state: Any) -> Any:
    """Nothing but what any file of plain data can hold."""
    kinds = (dict, list, tuple, str, int)
    assert isinstance(state, kinds), type(state)
    if isinstance(state, dict):
        plain([*state, *state.values()])
    elif not isinstance(state, str | int):
        for inner in state:
            plain(inner)
    return state


def test_rows_that_ended_meanwhile_go_on_exactly() -> None:
    """The next games of a row are drawn as they would have been."""
    games = BatchedGames(2, "basic_2p", reward="vp", max_decisions=30, seed=5)
    games.reset()
    play(games, 45)
    other = BatchedGames(2, "basic_2p", reward="vp", max_decisions=30, seed=6)
    other.restore(games.state())
    for seed in range(9):
        play(games, 10, seed)
        play(other, 10, seed)
    assert other.state() == games.state()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("games", [], "2 are needed, 0"),
        ("games.0.scenario", "basic_4p", "game 0: 'basic_4p' is not among the scenarios"),
        ("games.0.seed", -1, "running games: .*seed"),
        ("games.1.seed", 5, "game 1: "),
        ("games.0.players", {0: ["random", 3]}, "game 0: 'random' does not play seat 0"),
        ("games.0.players", {1: ["os:mkdir", 3]}, "game 0: 'os:mkdir' does not play seat 1"),
        ("games.0.players", {1: ["random", 3]}, "game 0: "),
        ("games.0.players", {}, "game 0: "),
        ("games.0.answers.0", 271, "game 0: action 271"),
        ("games.0.answers.0", -5, "game 0: action -5"),
        ("games.0.answers", "many", "running games: .*answers"),
        ("games.0.answers", [], "game 0: played again it comes out otherwise"),
        ("games.0.position", "", "game 0: played again it comes out otherwise"),
        ("random.0", [2**200, 1, 0, 0], "running games: random"),
        ("random.0", [1, 1, 0, -5], "running games: random"),
        ("random.0", [1], "running games: .*random"),
        ("more", 1, "running games: .*more"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_state_is_refused(path: str, value: Any, message: str) -> None:
    games = BatchedGames(2, "basic_2p", players={1: "random"}, seed=3)
    games.reset()
    play(games, 20)
    before = fingerprint(games)
    state = games.state()
    change(state, path, value, between=".")
    with pytest.raises(AcisError, match=message):
        games.restore(state)
    assert fingerprint(games) == before


def test_only_players_with_a_name_can_be_written_down() -> None:
    games = BatchedGames(1, "basic_2p", players={1: RandomPlayer}, seed=3)
    games.reset()
    with pytest.raises(AcisError, match="only players given by name"):
        games.state()
