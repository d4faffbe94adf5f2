"""Invasions that an NPC directs (NPC-57, NPC-58)."""

from __future__ import annotations

from acis_rules.effects import Play, select
from acis_rules.effects.discs import Barbarians
from acis_rules.effects.reinforce import Reinforce
from acis_rules.kernel.actions import area_of
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Actions, Area, Faction
from acis_rules.words.names import faction_name

from .distance import steps
from .position import Position


def entry(pos: Position, play: Play, legal: Actions) -> tuple[int, str]:
    """The entry area that harms the player most: its own discs there, then what the invasion reaches."""
    if not pos.rivals:  # all others have left the game
        best = min(members(legal), key=lambda action: _harm(pos, play, pos.me, area_of(action)))
        return best, "NPC-57, NPC-80: nobody else is left: least harm to itself"
    victim = next((f for f in pos.rivals if f in pos.players), pos.rivals[0])
    best = max(members(legal), key=lambda action: _harm(pos, play, victim, area_of(action)))
    return best, f"NPC-57, NPC-58: most harm to {faction_name(pos.s, victim)}"


def _harm(pos: Position, play: Play, victim: Faction, area: Area) -> tuple[int, ...]:
    named = play._replace(areas=(area,))
    reached = 0
    for op in pos.world.operations(pos.s, play):
        if isinstance(op, Barbarians):
            reached |= select(pos.s, named, op.where)
        elif isinstance(op, Reinforce):
            reached |= 1 << area | (pos.board.land_neighbours[area] if not play.areas else 0)
    here = pos.here[victim]
    cities = pos.cities_of(victim)
    settlements = pos.view.at_least[1][victim] & ~cities
    prizes = (pos.gold.get(victim, 0), pos.wonders.get(victim, 0) & here, cities, settlements, here)
    return (
        here >> area & 1,
        *((reached & prize).bit_count() for prize in prizes),
        reached.bit_count() if not reached & here else 0,
        -steps(pos.board, area, here),
        -(reached & pos.occupied).bit_count(),
        -pos.board.competition_rank[area],
    )
