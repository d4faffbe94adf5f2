"""Chance inside the state: a splitmix64 generator whose whole state is one int."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

from .compiled import compiled
from .state import State

MOST_CHANCE = _MASK = 0xFFFFFFFFFFFFFFFF  # 64 bits
_STEP = 0x9E3779B97F4A7C15
Item = TypeVar("Item")


@compiled
def random_below(s: State, n: int) -> int:
    """A random number from 0 to n - 1."""
    s.rng = z = s.rng + _STEP & _MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
    return ((z ^ z >> 31) * n) >> 64


def one_of(s: State, items: Sequence[Item]) -> Item:
    """One of these at random; a single one is no matter of chance."""
    return items[random_below(s, len(items))] if len(items) > 1 else items[0]


@compiled
def shuffle(s: State, items: MutableSequence[Any]) -> None:
    """Shuffle in place."""
    rng = s.rng
    for i in range(len(items) - 1, 0, -1):
        rng = z = rng + _STEP & _MASK  # as `random_below`, without a call for each
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        j = ((z ^ z >> 31) * (i + 1)) >> 64
        items[i], items[j] = items[j], items[i]
    s.rng = rng
