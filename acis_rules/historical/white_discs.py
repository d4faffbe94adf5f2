"""White discs of a leader: one at the start of a land competition of its choice (HANN-08a, HANN-08c3).

And those that an Event promises for the next Competition Phase (HANN-08e3, HANN-08e5).
"""

from __future__ import annotations

from ..kernel.actions import ABILITY_BIT, STOP, STOP_BIT, area_actions, area_of
from ..kernel.machine import answer, ask, push, step
from ..kernel.marks import declare_mark, marked, set_mark
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Action, Area, Areas, Card, Faction
from ..table.changes import add_allies
from ..table.terms import competitions, occupied
from .consuls import are_elected, brings_ally
from .minor_states import the

HANNIBAL = "hannibal"  # the optional rule, and who is led by him
CARTHAGE, ROME, NUMIDIA = "carthage", "rome", "numidia"
LEADERS = Variant("leaders", applies=lambda world: HANNIBAL in world.rules or are_elected(world))
GALLIC_CARD, NUMIDIAN_CARD = 99, 101
GALLIC_ALLIES = declare_mark("gallic_allies", 1)  # promised to Carthage
NUMIDIAN_ALLIES = declare_mark("numidian_allies", 1)  # promised to whoever holds Numidia
LED = {name: declare_mark(f"led_{name}", 1) for name in (CARTHAGE, ROME)}  # has used its leader this turn


def has_leader(s: Seen, faction: Faction) -> bool:
    """Whether a leader of the faction can still bring a white disc this turn."""
    name = s.world.ids[faction]
    if name not in LED or marked(s, LED[name]):
        return False
    return (name == CARTHAGE and HANNIBAL in s.world.rules) or (name == ROME and brings_ally(s))


@LEADERS.at("turn_starts")
def leaders_return(s: State) -> None:
    """Once a turn."""
    for mark in LED.values():
        set_mark(s, mark, 0)


@LEADERS.at("competition_starts")
def leaders_come(s: State, area: Area) -> None:
    """On land, where it takes part: the first in turn order is asked first."""
    if s.world.board.land >> area & 1:
        for faction in reversed(s.order):
            if has_leader(s, faction) and occupied(s, faction) >> area & 1:
                push(s, leader, faction, area)


@step("leader", joins_in=True)
def leader(s: State, faction: Faction, area: Area) -> None:
    """Ask whether he fights here."""
    ask(s, led, (faction, area), faction, "offer", ABILITY_BIT | STOP_BIT, area=area)


@answer("leader")
def led(s: State, action: Action, faction: Faction, area: Area) -> None:
    """A white disc, or none here."""
    if action != STOP:
        set_mark(s, LED[s.world.ids[faction]], 1)
        add_allies(s, faction, area, 1, "leader")


# --------------------------------------------------------------- promised by an Event (HANN-08e3, 08e5)

EVENTS = Variant("promised allies", applies=lambda world: bool(world.scenario.deck.replaced))


@EVENTS.at("competitions_start")
def promises_are_kept(s: State) -> None:
    """At the start of the Competition Phase after the Event."""
    if marked(s, GALLIC_ALLIES):
        set_mark(s, GALLIC_ALLIES, 0)
        push(s, promised_allies, the(s, CARTHAGE), 1, GALLIC_CARD, 0)
    if marked(s, NUMIDIAN_ALLIES):
        set_mark(s, NUMIDIAN_ALLIES, 0)
        if occupied(s, the(s, ROME)) >> s.world.board.find(NUMIDIA) & 1:
            push(s, promised_allies, the(s, ROME), 1, NUMIDIAN_CARD, 0)
        else:
            push(s, promised_allies, the(s, CARTHAGE), 2, NUMIDIAN_CARD, 0)


@step("promised_allies", joins_in=True)
def promised_allies(s: State, faction: Faction, n: int, card: Card, before: Areas) -> None:
    """Ask for a Contested land area of its own that has none of these discs yet."""
    areas = competitions(s) & s.world.board.land & occupied(s, faction) & ~before
    if n and areas:
        ask(s, allies_come, (faction, n, card, before), faction, "allies", area_actions(areas) | STOP_BIT,
            card=card, n=n)  # fmt: skip


@answer("promised_allies")
def allies_come(s: State, action: Action, faction: Faction, n: int, card: Card, before: Areas) -> None:
    """A white disc there, and the next one elsewhere."""
    if action != STOP:
        area = area_of(action)
        add_allies(s, faction, area, 1, f"card {card}")
        push(s, promised_allies, faction, n - 1, card, before | 1 << area)
