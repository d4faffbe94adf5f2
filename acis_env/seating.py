"""Who sits in which slot: the deciding faction first, then the others in turn order.

Observations and actions name factions by slot. A seating depends on the turn order and the
faction only, so each one is made once and kept.
"""

from __future__ import annotations

import functools
from operator import itemgetter
from typing import Any

from acis_rules.actions import FACTION, N_ACTIONS, N_FACTIONS
from acis_rules.views import View

from .schema import DISPLAY_BLOCKS, SLOTS

_FACTION_BITS = ((1 << N_FACTIONS) - 1) << FACTION
BARBARIAN_ACTION = FACTION + SLOTS


class Seating:
    """The factions of slots 0, 1, 2, ... and the way from numbers of factions to slots and back."""

    __slots__ = ("barbarians", "factions", "in_slots", "n", "pick", "slot")

    def __init__(self, order: tuple[int, ...], faction: int) -> None:
        first = order.index(faction)
        self.factions = order[first:] + order[:first]
        self.n = n = len(order)
        self.barbarians = n
        self.slot = [*map(self.factions.index, range(n)), SLOTS]  # by faction, Barbarians last
        # A set of civilizations, by number, as a set of slots.
        self.in_slots = [0] * (1 << n)
        for mask in range(1, 1 << n):
            low = mask & -mask
            self.in_slots[mask] = self.in_slots[mask ^ low] | 1 << self.slot[low.bit_length() - 1]
        self.pick = _display_order(self.factions, first)

    def to_relative(self, legal: int) -> int:
        """Legal actions (bits) with factions named by slot instead of by number."""
        named = legal & _FACTION_BITS
        if not named:
            return legal
        numbers = named >> FACTION
        out = legal ^ named | self.in_slots[numbers & (1 << self.n) - 1] << FACTION
        return out | (numbers >> self.n & 1) << BARBARIAN_ACTION

    def to_absolute(self, action: int) -> int:
        """An action of the environment as an action of the rules."""
        if not FACTION <= action < FACTION + N_FACTIONS:
            return action
        if action == BARBARIAN_ACTION:
            return FACTION + self.barbarians
        slot = action - FACTION
        return FACTION + self.factions[slot] if slot < self.n else N_ACTIONS


def _display_order(factions: tuple[int, ...], first: int) -> itemgetter[Any]:
    """Puts the numbers of DISPLAY_BLOCKS, listed by faction, into slots.

    The list to pick from: the blocks one after the other, except `turn_place`, and then the
    numbers 0 to n, which serve for the places in the turn order and for slots nobody sits in.
    """
    n = len(factions)
    rows = {block.name: n + block.shape[0] - SLOTS for block in DISPLAY_BLOCKS if block.name != "turn_place"}
    zero = sum(rows.values())
    indices: list[int] = []
    start = 0
    for block in DISPLAY_BLOCKS:
        nobody = [zero] * (SLOTS - n)
        if block.name == "turn_place":
            indices += [zero + (first + slot) % n + 1 for slot in range(n)] + nobody
            continue
        indices += [start + faction for faction in factions] + nobody
        indices += range(start + n, start + rows[block.name])  # the Barbarians, where they have a slot
        start += rows[block.name]
    return itemgetter(*indices)


_made = functools.lru_cache(maxsize=8192)(Seating)  # 4,320 seatings of 6 players


def seating_of(view: View) -> Seating:
    """The seating of the faction that decides, or else of the seat's first one."""
    q = view.question
    faction = q.faction if q is not None else (view.factions & -view.factions).bit_length() - 1
    return _made(tuple(view.order), faction)
