"""Factions that change or end in the middle of a game."""

from __future__ import annotations

from ..kernel.bits import members
from ..kernel.log import tell
from ..kernel.state import State
from ..kernel.types import Faction
from ..table.changes import leave_for_good, place_if_able, return_disc
from ..table.terms import occupied
from .gold import gold_of, hand_over


def eliminate(s: State, faction: Faction, cause: str, discs_stay: bool = True) -> None:
    """A faction is out; its discs leave with it, or stay until they are removed."""
    tell(s, "left", faction, cause=cause)
    leave_for_good(s, faction)
    if not discs_stay:
        for area in members(occupied(s, faction)):
            for _ in range(s.discs[faction][area]):
                return_disc(s, faction, area, cause)


def recolour(s: State, faction: Faction, into: Faction, cause: str) -> None:
    """All discs of a faction become those of another, as far as its supply goes; so does its Gold."""
    for area in members(occupied(s, faction)):
        for _ in range(s.discs[faction][area]):
            return_disc(s, faction, area, cause)
            place_if_able(s, into, area, cause)
    for area in members(gold_of(s, faction)):
        hand_over(s, area, into)
