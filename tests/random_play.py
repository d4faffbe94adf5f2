"""Random games with a taste, so that rare corners of the rules are visited too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from acis_rules import Game
from acis_rules.actions import STOP, block_of

SETUPS = ["basic_2p", "basic_3p", "basic_4p", "basic_5p", "basic_6p"]


class Taste:
    """How a random player leans: towards doing things, towards cards, Wonders, ending steps."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.stop = rng.choice([0.02, 0.2, 1.0, 3.0])
        self.weights = {
            "card": rng.choice([0.3, 1.0, 5.0]),
            "wonder": rng.choice([0.3, 1.0, 20.0]),
            "ability": 3.0,
            "lose_disc": rng.choice([0.3, 1.0, 10.0]),
        }

    def choose(self, game: Game) -> int:
        """A random legal action by these weights."""
        legal = game.legal_actions()
        weights = [
            self.stop if action == STOP else self.weights.get(block_of(action)[0], 1.0) for action in legal
        ]
        return self.rng.choices(legal, weights)[0]


def random_game(scenario: str, seed: int, options: dict[str, Any] | None = None) -> Iterator[Game]:
    """A game played at random, yielded before every decision and once when it is over."""
    game = Game.new(scenario, seed=seed, options=options)
    taste = Taste(random.Random(seed))
    while not game.over:
        yield game
        game.apply(taste.choose(game))
    yield game
