"""Factions that come from beyond the map: discs for one that has none there, and where its first one lands.

A block `entry` of a faction says how many, and which areas; its player chooses, or a card does
(ROME1-06a1 to 06a3, ROME2-06a2 and 06a3).
"""

from __future__ import annotations

from ..box.scenario_blocks import EntryBlock
from ..cards.oracle import even, first_digit, turn_up
from ..kernel.bits import mask_of
from ..kernel.machine import push, step
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Area, Areas, Card, Faction
from ..table.changes import place, to_ready
from ..table.terms import occupied, room

ENTRY = Variant("entry", applies=lambda world: any(faction.entry for faction in world.scenario.factions))


def entry_of(s: Seen, faction: Faction) -> EntryBlock | None:
    """How the faction comes to the map, if it has to: while it has no disc there."""
    if occupied(s, faction) or s.reborn >> faction & 1:
        return None
    return s.world.scenario.factions[faction].entry


@ENTRY.at("acquiring")
def exact_discs(s: State, faction: Faction) -> bool:
    """So many discs are Ready, whatever else would give some."""
    entry = entry_of(s, faction)
    if entry is None:
        return False
    to_ready(s, faction, max(0, entry.ready - s.ready[faction]), "growth")
    return True


@ENTRY.at("landing")
def first_areas(s: Seen, faction: Faction) -> Areas:
    """Where the first disc goes."""
    entry = entry_of(s, faction)
    return 0 if entry is None else mask_of(map(s.world.board.find, entry.first))


@ENTRY.at("deploying")
def turn_up_a_card(s: State, faction: Faction) -> None:
    """A card says where the first disc goes, if nobody chooses."""
    entry = entry_of(s, faction)
    if entry is not None and entry.by != "choice":
        push(s, entry_card, faction)


@step("entry_card", joins_in=True)
def entry_card(s: State, faction: Faction) -> None:
    """Turn it up if there is a disc to place; an Event is resolved and counts all the same."""
    if s.ready[faction]:
        turn_up(s, "entry", entry_area, faction)


@step("entry_area", joins_in=True)
def entry_area(s: State, faction: Faction, card: Card) -> None:
    """Place the first disc."""
    entry = entry_of(s, faction)
    if card and entry is not None:
        area = area_by_card(s, entry, card)
        if room(s, faction) >> area & 1:
            place(s, faction, area, "deploy", from_ready=True)


def area_by_card(s: Seen, entry: EntryBlock, card: Card) -> Area:
    """Parity: an odd id is the first area. Digit: the first of the id, two digits for each area."""
    i = int(even(card)) if entry.by == "parity" else (first_digit(card) - 1) // 2
    return s.world.board.find(entry.first[i])
