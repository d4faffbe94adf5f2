"""Barbarians that a card or an event brings, and what happens when their discs run short (CRD-19, CRD-23)."""

from __future__ import annotations

from ..kernel.actions import STOP, STOP_BIT, area_actions, area_of
from ..kernel.machine import answer, ask, push, step
from ..kernel.state import State
from ..kernel.types import Action, Area, Faction
from .changes import put_barbarians, return_disc
from .terms import last_discs, limit, occupied


@step("put_barbarians")
def barbarians_come(s: State, by: Faction, area: Area, n: int, cause: str, unlimited: bool) -> None:
    """Put black discs down; if their supply is short, others may be taken from the map."""
    black = s.world.barbarians
    if not unlimited or s.world.board.open_sea >> area & 1:  # in open seas the limit always holds (STK-08)
        n = min(n, limit(s, area) - s.discs[black][area])
    at_hand = min(n, s.supply[black])
    put_barbarians(s, area, at_hand, cause)
    if n > at_hand and by >= 0:
        push(s, barbarian_shortage, by, area, n - at_hand, cause)


@step("barbarian_shortage")
def barbarian_shortage(s: State, by: Faction, area: Area, n: int, cause: str) -> None:
    """Ask whether n more come from another area."""
    black = s.world.barbarians
    elsewhere = occupied(s, black) & ~(1 << area) & ~last_discs(s, black)
    if elsewhere:
        ask(s, more_barbarians, (by, area, n, cause), by, "barbarian_shortage",
            area_actions(elsewhere) | STOP_BIT, area=area, n=n)  # fmt: skip


@answer("barbarian_shortage")
def more_barbarians(s: State, action: Action, by: Faction, area: Area, n: int, cause: str) -> None:
    """Take a black disc from another area as if it were supply, or place no more (CRD-23)."""
    if action == STOP:
        return
    return_disc(s, s.world.barbarians, area_of(action), "shortage")
    push(s, barbarians_come, by, area, n, cause, True)
