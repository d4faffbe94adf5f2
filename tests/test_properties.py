"""What must hold in every position of every game."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import SETUPS, Taste, random_game

from acis_rules import Game
from acis_rules.actions import N_ACTIONS, STOP
from acis_rules.bits import members
from acis_rules.scenario import MARKERS
from acis_rules.terms import in_game, limit

CHECKED_GAMES = 25  # per setup, every position checked
PLAIN_GAMES = 150  # per setup, checked at the start of every turn


def check_discs(game: Game) -> None:
    """Every disc of every colour is somewhere, and the derived sets say what the counts say."""
    s = game.state
    n = s.world.n_factions
    for f in range(n + 1):
        row = s.discs[f]
        total = sum(row) + s.supply[f]
        if f < n:
            total += s.ready[f] + sum(w.discs for w in s.wonders if w.owner == f) + MARKERS
            total += sum(discs for owner, discs in s.investments.values() if owner == f)
            assert 0 <= s.ready_land[f] <= s.ready[f]
        out = f < n and not in_game(s, f)
        pool = MARKERS if out else s.world.pool[f]  # its discs left with it (NPC-80)
        assert total == pool, (f, total)
        assert s.supply[f] >= 0 and min(row) >= 0
        for level in range(4):
            assert s.at_least[level][f] == sum(1 << a for a, k in enumerate(row) if k > level)
        assert not s.at_least[0][f] & ~s.world.board.in_play


def check_stacks(game: Game) -> None:
    """No civilization stands above the limit of the phase (Barbarians of Events may)."""
    s = game.state
    for f in range(s.world.n_factions):
        for area in members(s.at_least[0][f]):
            assert s.discs[f][area] <= limit(s, area), (s.phase, s.world.board.names[area])


def check_cards(game: Game) -> None:
    """Every Fate card is in exactly one place, and no Event is in a hand."""
    s = game.state
    if s.phase == "setup":
        return
    cards = [*s.deck, *s.discard, *s.aside, *s.table, *s.investments]
    for f in range(s.world.n_factions):
        assert not s.hand[f] & s.drawn[f]
        assert not (s.hand[f] | s.drawn[f]) & s.world.deck.events
        cards += [*members(s.hand[f] | s.drawn[f]), *s.laid[f]]
    assert sorted([*cards, *s.world.scenario.deck.boxed]) == list(range(1, 104))


def check_knowledge(game: Game) -> None:
    """What somebody knows to be in a hand is there (or laid face down by its owner)."""
    s = game.state
    n = s.world.n_factions
    for i, mask in enumerate(s.known):
        holder = i % n
        assert not mask & ~(s.hand[holder] | sum(1 << card for card in s.laid[holder]))


def check_decision(game: Game) -> None:
    """Somebody has at least two legal actions, all inside the action space."""
    legal = game.legal_actions()
    assert len(legal) >= 2 and legal[0] >= 0 and legal[-1] < N_ACTIONS
    assert 0 <= game.decision.seat < game.state.world.n_seats
    if game.decision.kind == "card_action":
        assert STOP in legal  # passing is always possible (CRD-03)
        assert max(hand.bit_count() for hand in game.state.hand) <= 6


def check_rest(game: Game) -> None:
    """Numbers stay in their ranges."""
    s = game.state
    assert min(s.vp) >= 0 and min(s.treasury) >= 0 and min(s.loot) >= 0
    npcs, most = s.world.npcs, s.world.options.aeneas_uses
    out = [f for f in members(npcs) if s.aeneas_used[f] > most]  # NPC-80
    assert sorted(s.order + out) == list(range(s.world.n_factions))
    assert 1 <= s.epoch <= 4 and 1 <= s.turn <= 4
    if s.phase != "competition":
        assert not s.allies and s.competition_area == -1 and not any(s.loot)
    taken = [w.area for w in s.wonders if w.owner >= 0]
    assert len(taken) == len(set(taken))  # one Wonder per area (WON-07)


def check_all(game: Game) -> None:
    """All of the above."""
    check_discs(game)
    check_stacks(game)
    check_cards(game)
    check_knowledge(game)
    check_rest(game)
    if not game.over:
        check_decision(game)


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
