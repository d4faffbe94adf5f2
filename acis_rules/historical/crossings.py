"""Invaders who cross the border at the end of a turn, if a card says so (ROME2-9.6)."""

from __future__ import annotations

from typing import NamedTuple

from ..cards.oracle import has_digit, turn_up
from ..kernel.actions import area_actions, area_of
from ..kernel.machine import answer, ask, push, step
from ..kernel.moments import Variant
from ..kernel.state import State
from ..kernel.types import Action, Area, Card, Faction
from ..table.changes import place, place_if_able
from ..table.terms import room

RULE = "crossings"  # the optional rule
CROSSINGS = Variant("crossings", applies=lambda world: RULE in world.rules)
CAUSE = "crossing"
DISCS = 3


class Crossing(NamedTuple):
    """Digits of a card that bring discs of a faction to an area."""

    digits: str
    who: str
    area: str


DANUBE, ANATOLIA = Crossing("12", "visigoths", "dalmatia"), Crossing("34", "persians", "tarsus")


@CROSSINGS.at("turn_ends")
def reveal_a_card(s: State) -> None:
    """Before the next turn."""
    push(s, crossing_card)


@step("crossing_card", joins_in=True)
def crossing_card(s: State) -> None:
    """Turn it up; an Event is resolved and counts all the same."""
    turn_up(s, CAUSE, cross)


@step("cross", joins_in=True)
def cross(s: State, card: Card) -> None:
    """One digit is enough for each of the two; a card can bring both."""
    for crossing in (ANATOLIA, DANUBE):
        if has_digit(card, crossing.digits) and crossing.who in s.world.ids:
            faction = s.world.ids.index(crossing.who)
            push(s, arrivals, faction, s.world.board.find(crossing.area), DISCS)


@step("arrivals", joins_in=True)
def arrivals(s: State, faction: Faction, area: Area, n: int) -> None:
    """Up to the stacking limit of the area, the rest in land areas next to it."""
    while n and place_if_able(s, faction, area, CAUSE):
        n -= 1
    n = min(n, s.supply[faction])
    if n:
        push(s, farther, faction, area, n)


@step("arrivals_beside", joins_in=True)
def farther(s: State, faction: Faction, area: Area, n: int) -> None:
    """Ask where the next disc goes."""
    board = s.world.board
    areas = board.neighbours[area] & board.land & room(s, faction)
    if areas:
        ask(s, went_on, (faction, area, n), faction, "deploy", area_actions(areas), n=n)


@answer("arrivals_beside")
def went_on(s: State, action: Action, faction: Faction, area: Area, n: int) -> None:
    """Place it."""
    place(s, faction, area_of(action), CAUSE)
    if n > 1:
        push(s, farther, faction, area, n - 1)
