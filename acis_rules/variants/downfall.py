"""Who drove an NPC out: whose cards and competitions cost it its discs (NPC-86)."""

from __future__ import annotations

from collections.abc import Iterable

from ..kernel.bits import mask_of, members
from ..kernel.log import Event
from ..kernel.state import Seen
from ..kernel.types import Faction
from ..table.terms import dominated


def drove_out(s: Seen, npc: Faction, story: Iterable[Event]) -> int:
    """Civilizations that made the NPC lose discs this turn, as bits; `story` is the game so far.

    Those who played a card, fought it in a competition or Dominated the sea; Barbarians are none.
    """
    everybody = mask_of(s.order)
    players: dict[str, int] = {}  # card -> who played it
    fallen: list[Event] = []  # discs lost in competitions, of anybody
    out = 0
    for event in story:
        if event.kind == "turn":
            players, fallen, out = {}, [], 0
        elif event.kind == "played":
            players[f"card {event.card}"] = event.faction
        elif event.kind == "removed":
            if event.cause == "competition":
                fallen.append(event)
            elif event.faction == npc and event.cause in players:
                out |= 1 << players[event.cause]
            elif event.faction == npc and event.cause == "domination":
                out |= mask_of(f for f in members(everybody) if dominated(s, f, True) >> event.area & 1)
    for area in {event.area for event in fallen if event.faction == npc}:
        out |= mask_of(f for f in members(everybody) if s.discs[f][area])
        out |= mask_of(event.faction for event in fallen if event.area == area)
    return out & everybody & ~(1 << npc)
