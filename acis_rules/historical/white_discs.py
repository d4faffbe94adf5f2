"""White discs of a leader: one at the start of a land competition of its choice (HANN-08a, HANN-08c3).

And those that an Event promises for the next Competition Phase (HANN-08e3, HANN-08e5).
"""

from __future__ import annotations

from ..kernel.actions import ABILITY_BIT, STOP, STOP_BIT
from ..kernel.machine import answer, ask, push, step
from ..kernel.marks import declare_mark, marked, set_mark
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Action, Area, Faction
from ..table.changes import add_allies
from ..table.terms import occupied
from .consuls import brings_ally

HANNIBAL = "hannibal"  # the optional rule, and who is led by him
CARTHAGE, ROME, NUMIDIA = "carthage", "rome", "numidia"
LEADERS = Variant(
    "leaders", applies=lambda world: HANNIBAL in world.rules or world.scenario.consuls is not None
)
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
