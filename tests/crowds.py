"""Crowded positions at random, and sets of areas found by looking at one area after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from acis_rules import Game
from acis_rules.kernel.bits import mask_of
from acis_rules.kernel.state import LEVELS, State, WonderState


@cache
def new_game(scenario: str) -> Game:
    """A game to take positions from; it is never played."""
    return Game.new(scenario, 1)


def crowded(scenario: str, seed: int) -> State:
    """Discs of anybody in some areas, the first and the last of the map among them; white ones, Wonders."""
    s, rng = new_game(scenario).state.copy(), Random(seed)
    board, n = s.world.board, len(s.discs)
    in_play = [area for area in range(len(board.areas)) if board.in_play >> area & 1]
    chosen = {in_play[0], in_play[-1], *rng.sample(in_play, 30)}
    for faction in range(n):
        row = s.discs[faction]
        for area in range(len(row)):
            row[area] = rng.choice((0, 0, 1, 1, 2, 3, 4, 5)) if area in chosen and rng.random() < 0.5 else 0
        for level in range(LEVELS):
            s.at_least[level][faction] = mask_of(a for a in range(len(row)) if row[a] > level)
    s.allies = {
        (area, faction): rng.choice((1, 2))
        for area in rng.sample(sorted(chosen), 8)
        for faction in range(n - 1)
        if s.discs[faction][area] and rng.random() < 0.5
    }
    areas = rng.sample(sorted(chosen), len(s.wonders))
    s.wonders = [WonderState(rng.randrange(-1, n - 1), area, 1, rng.random() < 0.3) for area in areas]
    return s


def where(s: State, holds: Callable[..., bool]) -> int:
    """All areas in play of which something is true."""
    areas = range(len(s.world.board.areas))
    return mask_of(area for area in areas if s.world.board.in_play >> area & 1 and holds(area))


def factions(s: State) -> range:
    """Everybody, Barbarians too."""
    return range(len(s.discs))
