"""Information-set search: legal and seeded in any number of seats, no worse than chance."""

from __future__ import annotations

import random

import pytest

from acis_rules import Game
from agents.arena.play import play_match
from agents.arena.schedule import Settings, schedule
from agents.greedy import instinct
from agents.search.ismcts import Ismcts, Node, simulate


@pytest.mark.parametrize("scenario", ["basic_2p", "basic_4p"])
def test_legal_seeded_and_blind_to_hidden_cards(scenario: str) -> None:
    """The same view and seed give the same answer, whatever the others hold."""
    rng = random.Random(2)
    game = Game.new(scenario, 5)
    for i in range(400):
        if game.over:
            break
        if i % 40 == 0:
            seat, legal = game.seat, game.legal_actions()
            other = game.determinize(seat, rng)
            answer = Ismcts(12, seed=7).act(game.view(seat), game.decision, legal)
            assert answer in legal
            assert answer == Ismcts("12", seed=7).act(other.view(seat), other.decision, legal)
        game.apply(instinct.answer(game.state, rng))


def test_rewards_are_kept_for_every_seat() -> None:
    """Max^n: each node has one sum per seat, and the visits of children add up to those of the root."""
    game = Game.new("basic_4p", 3, {"civilizations": ["gaul", "carthage", "troy", "egypt"]})
    rng = random.Random(1)
    root = Node(4)
    for _ in range(60):
        simulate(root, game.view(game.seat).sample(rng), rng)
    assert root.visits == 60 == sum(child.visits for child in root.children.values())
    assert all(len(child.rewards) == 4 for child in root.children.values())
    assert all(child.available >= child.visits - 1 for child in root.children.values())
    assert len({key[0] for key in root.children}) == 1
    deeper = [key[0] for child in root.children.values() for key in child.children]
    assert deeper


def test_beats_random() -> None:
    results = [play_match(match) for match in schedule(Settings(("ismcts:4", "random"), "basic_2p"), 2)]
    assert sum(one.share(one.players.index("ismcts:4")) for one in results) >= 1
