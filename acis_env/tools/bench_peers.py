"""Other games as yardsticks, where they are installed: OpenSpiel and catanatron. Each plays at random."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator
from typing import Any

Play = Callable[[], Iterator[int]]


def _module(name: str) -> Any:
    """A module, None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def open_spiel(name: str) -> Play | None:
    """A game of OpenSpiel with observation and mask at every decision."""
    spiel, observation = _module("pyspiel"), _module("open_spiel.python.observation")
    if spiel is None or observation is None:
        return None
    game = spiel.load_game(name)
    observer = observation.make_observation(game, spiel.IIGObservationType(perfect_recall=False))

    def play() -> Iterator[int]:
        choice = random.Random(1)
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(choice.choices(actions, odds)[0])
                    continue
                observer.set_from(state, state.current_player())
                state.legal_actions_mask()
                state.apply_action(choice.choice(state.legal_actions()))
                yield 1

    return play


def catanatron() -> Play | None:
    """Catan as catanatron plays it, without an observation."""
    catan = _module("catanatron")
    if catan is None:
        return None

    def play() -> Iterator[int]:
        colours = (catan.Color.RED, catan.Color.BLUE, catan.Color.WHITE, catan.Color.ORANGE)
        seed = 0
        while True:
            seed += 1
            game = catan.Game([catan.RandomPlayer(colour) for colour in colours], seed=seed)
            while game.winning_color() is None:
                game.play_tick()
                yield 1

    return play
