"""Who sits in which slot: the deciding faction first, then the others in turn order.

Observations and actions name factions by slot. A seating depends on the turn order and the
faction only, so each one is made once and kept.
"""

from __future__ import annotations

import functools

from acis_rules.kernel.actions import (
    FACTION_BITS,
    N_ACTIONS,
    N_AREAS,
    faction_action,
    faction_actions,
    faction_of,
    factions_in,
    is_faction,
)
from acis_rules.kernel.bits import lowest, mask_of
from acis_rules.views import View

from .schema import DISPLAY_BLOCKS, KNOB_BLOCKS, SLOTS, VP_BLOCKS

BARBARIAN_ACTION = faction_action(SLOTS)
_SUPPLY = [block.name for block in DISPLAY_BLOCKS].index("supply")  # its list ends with the Barbarians


class Seating:
    """The factions of slots 0, 1, 2, ... and the way from numbers of factions to slots and back."""

    __slots__ = (
        "_displays", "_exact_vp", "_knobs", "backwards", "barbarians", "factions", "in_play", "in_slots", "n",
        "nobody", "slot", "turn_place",
    )  # fmt: skip

    def __init__(self, order: tuple[int, ...], faction: int, n: int) -> None:
        first = order.index(faction) if faction in order else 0
        following = order[first:] + order[:first]
        out = [f for f in range(n) if f not in order]  # NPCs that have left the game sit last (NPC-80)
        self.factions = (faction, *(f for f in (*following, *out) if f != faction))
        self.backwards = self.factions[::-1]
        self.n = n
        self.barbarians = n
        self.in_play = mask_of(slot for slot, f in enumerate(self.factions) if f in order)  # slots
        self.slot = [*map(self.factions.index, range(n)), SLOTS]  # by faction, Barbarians last
        # A set of civilizations, by number, as a set of slots.
        self.in_slots = [0] * (1 << n)
        for mask in range(1, 1 << n):
            low = mask & -mask
            self.in_slots[mask] = self.in_slots[mask ^ low] | 1 << self.slot[low.bit_length() - 1]
        self._displays = _places(self.factions, len(DISPLAY_BLOCKS), barbarians=_SUPPLY)
        self._exact_vp = _places(self.factions, len(VP_BLOCKS))
        self._knobs = []  # a table of places can be no longer than 256
        start = 0
        for block in KNOB_BLOCKS:
            rows = block.size // SLOTS
            self._knobs.append((_places(self.factions, rows), start, rows * n))
            start += rows * n
        places = [order.index(f) + 1 if f in order else 0 for f in self.factions]
        self.turn_place = bytes(places).ljust(SLOTS, b"\0")
        self.nobody = bytes(N_AREAS) * (SLOTS - n)  # discs in slots in which nobody sits

    def into_slots(self, numbers: bytes) -> bytes:
        """The numbers of DISPLAY_BLOCKS, gathered by faction, slot by slot."""
        return self._displays.translate(numbers.ljust(256, b"\0"))

    def exact_vp(self, numbers: bytes) -> bytes:
        """The numbers of VP_BLOCKS, gathered by faction, slot by slot."""
        return self._exact_vp.translate(numbers.ljust(256, b"\0"))

    def knobs(self, numbers: bytes) -> bytes:
        """The numbers of KNOB_BLOCKS, gathered by faction, slot by slot."""
        return b"".join(
            [
                places.translate(numbers[start : start + size].ljust(256, b"\0"))
                for places, start, size in self._knobs
            ]
        )

    def to_relative(self, legal: int) -> int:
        """Legal actions (bits) with factions named by slot instead of by number."""
        named = legal & FACTION_BITS
        if not named:
            return legal
        numbers = factions_in(named)
        out = legal ^ named | faction_actions(self.in_slots[numbers & (1 << self.n) - 1])
        return out | (numbers >> self.n & 1) << BARBARIAN_ACTION

    def to_absolute(self, action: int) -> int:
        """An action of the environment as an action of the rules."""
        if not is_faction(action):
            return action
        if action == BARBARIAN_ACTION:
            return faction_action(self.barbarians)
        slot = faction_of(action)
        return faction_action(self.factions[slot]) if slot < self.n else N_ACTIONS


def _places(factions: tuple[int, ...], rows: int, barbarians: int = -1) -> bytes:
    """By slot, row after row: the place of its number when they are gathered by faction.

    Slots in which nobody sits point behind the last number. One row may end with the Barbarians.
    """
    n = len(factions)
    sizes = [n + (row == barbarians) for row in range(rows)]
    nobody = sum(sizes)
    places: list[int] = []
    start = 0
    for size in sizes:
        places += [start + faction for faction in factions] + [nobody] * (SLOTS - n)
        start += size
    return bytes(places)


seating_for = functools.lru_cache(maxsize=8192)(Seating)  # by turn order and faction; 4,320 of 6 players


def seating_of(view: View) -> Seating:
    """The seating of the faction that decides, or else of the seat's first one."""
    q = view.question
    faction = q.faction if q is not None else lowest(view.factions)
    return seating_for(tuple(view.order), faction, view.world.n_factions)
