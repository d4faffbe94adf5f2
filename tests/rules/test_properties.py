"""What must hold in every position holds in games of all kinds."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invariants import check_all, check_cards, check_discs, check_events
from random_play import SETUPS, Taste, random_game

from acis_rules import Game

CHECKED_GAMES = 25  # per setup, every position checked
PLAIN_GAMES = 150  # per setup, checked at the start of every turn


@pytest.mark.parametrize("scenario", SETUPS)
@pytest.mark.rule("DEF-44", "DEF-61", "STK-02", "STK-04", "STK-05", "DEF-41", "DEF-50", "CRD-19")
def test_every_position_of_random_games_is_sound(scenario: str) -> None:
    """Every position of many games passes all checks."""
    for seed in range(CHECKED_GAMES):
        for game in random_game(scenario, seed):
            check_all(game)


@pytest.mark.parametrize("scenario", SETUPS)
@pytest.mark.parametrize("part", range(3))
def test_many_games_end_with_a_winner(scenario: str, part: int) -> None:
    """Long runs: every game ends, with everything accounted for at the start of each turn."""
    for seed in range(1000 + part, 1000 + PLAIN_GAMES, 3):
        turn = None
        decisions = 0
        for game in random_game(scenario, seed):
            decisions += 1
            if turn != (game.state.epoch, game.state.turn):
                turn = (game.state.epoch, game.state.turn)
                check_discs(game)
                check_cards(game)
        check_all(game)
        assert game.over and game.winners and decisions < 20_000
        best = max(game.vp)
        assert all(game.vp[seat] == best for seat in game.winners)
        check_events(game)


@given(seed=st.integers(0, 2**32), scenario=st.sampled_from(SETUPS), steps=st.integers(0, 1500))
@settings(max_examples=60, deadline=None)
def test_clone_json_and_replay_give_the_same_game(seed: int, scenario: str, steps: int) -> None:
    """A copy, a position read back from JSON and a replay go on exactly like the original."""
    game = Game.new(scenario, seed=seed)
    taste = Taste(random.Random(seed))
    actions: list[int] = []
    while not game.over and len(actions) < steps:
        actions.append(taste.choose(game))
        game.apply(actions[-1])
    copies = [game.clone(), Game.from_dict(json.loads(json.dumps(game.to_dict())))]
    replay = Game.new(scenario, seed=seed)
    for action in actions:
        replay.apply(action)
    copies.append(replay)
    rng = random.Random(seed)
    for _ in range(40):
        expected = game.to_dict()
        for copy in copies:
            assert copy.to_dict() == expected
        if game.over:
            break
        action = rng.choice(game.legal_actions())
        for copy in (game, *copies):
            copy.apply(action)


OPTIONS = st.fixed_dictionaries({}, optional={
    "final_epoch_event": st.just(True), "aeneas_uses": st.integers(0, 4),
    "minimum_growth_counts": st.sampled_from(["everything", "base"]),
})  # fmt: skip


@given(seed=st.integers(0, 2**32), scenario=st.sampled_from(SETUPS), options=OPTIONS)
@settings(max_examples=25, deadline=None)
def test_games_with_options_are_sound(seed: int, scenario: str, options: dict[str, object]) -> None:
    """The checks hold whatever the players agreed on."""
    for i, game in enumerate(random_game(scenario, seed, options)):
        if i % 10 == 0:
            check_all(game)
    check_all(game)


def test_what_a_caller_does_to_the_list_of_legal_actions_changes_nothing() -> None:
    game = Game.new("basic_2p", 1)
    legal = game.legal_actions()
    copy = game.clone()
    legal.clear()
    assert game.legal_actions() and copy.legal_actions() == game.legal_actions()
