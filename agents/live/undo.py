"""Taking back a choice that has shown its maker nothing."""

from __future__ import annotations

from itertools import islice

from acis_rules import Game
from acis_rules.cards.plays import being_declared
from acis_rules.kernel.state import State

ANSWERABLE = ("played", "wonder_used")  # events


def may_undo(before: State, now: State, seat: int) -> bool:
    """Whether nothing hidden came to light between two choices of a seat.

    No card was drawn or turned up, nothing was left to chance, and nobody had the opportunity to
    answer a play or to commit cards: that nobody did would tell something, too.
    """
    if before.rng != now.rng or before.deck != now.deck or not _same_time(before, now):
        return False
    if Game(before).view(seat).unseen & ~Game(now).view(seat).unseen:
        return False
    was, still = being_declared(before), being_declared(now)
    if still is not None:
        return was is None or (was.kind, was.id) == (still.kind, still.id)
    began = any(event.kind in ANSWERABLE for event in islice(now.log, len(before.log), None))
    return was is None and not began


def _same_time(before: State, now: State) -> bool:
    """Whether no phase and no competition has ended; only from Growth to Cards nothing can come to light."""
    same_phase = before.phase == now.phase or (before.phase, now.phase) == ("growth", "cards")
    return same_phase and before.competition_area == now.competition_area
