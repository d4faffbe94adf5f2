"""Positions of The Fall of Rome I in a few words."""

from __future__ import annotations

from random import Random
from typing import Any

from helpers import Table, moment, position

from acis_rules import Game
from acis_rules.box.scenario import load_scenario
from acis_rules.kernel.actions import STOP

FOUR = "fall_of_rome_1_4p"
FULL = (FOUR, "fall_of_rome_1_3p_1", "fall_of_rome_1_3p_2", "fall_of_rome_1_2p_1", "fall_of_rome_1_2p_2")
WEST_ONLY, EAST_ONLY = "fall_of_rome_1_2p_3", "fall_of_rome_1_2p_4"
ALL = (*FULL, WEST_ONLY, EAST_ONLY)
VISIGOTHS, WEST, PERSIANS, EAST = range(4)
NAMES = ("visigoths", "west", "persians", "east")
ROMAN_GOLD = [
    {"area": "rome", "owner": WEST, "discs": 2}, {"area": "gades", "owner": WEST, "discs": 1},
    {"area": "carthage", "owner": WEST, "discs": 1}, {"area": "troy", "owner": EAST, "discs": 2},
]  # fmt: skip
TRAITOR, POET, PHILOSOPHER, SLAVE_REVOLT = 45, 39, 43, 20


def started(scenario: str, seed: int = 1, **options: Any) -> Table:
    """A game that has just begun."""
    return Table(Game.new(scenario, seed, options))


def table(scenario: str = FOUR, *, gold: Any = ROMAN_GOLD, epoch: int = 4, **given: Any) -> Table:
    """A position of Epoch IV (or another) with the Gold of Rome, Gades, Carthage and Troy."""
    factions = {name: given.pop(name, {}) for name in NAMES if name in names_of(scenario)}
    return position(scenario, **factions, epoch=epoch, gold=gold, **given)


def names_of(scenario: str) -> list[str]:
    """Who is in this version."""
    return [faction.key for faction in load_scenario(scenario).factions]


def at(name: str, *about: Any, then: Any = (), **given: Any) -> Table:
    """A position at a moment."""
    return table(**moment(name, *about, then=then), **given)


def declined(t: Table) -> Table:
    """Nobody does anything more in this phase."""
    phase = t.s.phase
    while t.s.question is not None and t.s.phase == phase:
        legal = t.game.legal_actions()
        t.game.apply(STOP if STOP in legal else legal[0])
    return t


def play(game: Game, seed: int, until: Any = None) -> Game:
    """Play on at random."""
    rng = Random(seed)
    while not game.over and not (until and until(game)):
        game.apply(rng.choice(game.legal_actions()))
    return game
