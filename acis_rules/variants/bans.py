"""Bans: where a faction may not place discs, and what it may not chain through.

A ban holds against every way to place a disc; `World.bans` has those of the scenario file and of the options.
Rules with a condition of their own join in at the same moments, `barred` and `bases`.
"""

from __future__ import annotations

from ..box.bans import Ban
from ..kernel.bits import mask_of, members, union
from ..kernel.moments import Variant
from ..kernel.state import Seen
from ..kernel.types import Areas, Faction, Factions
from ..table.groups import group_of, occupied_by_strangers
from ..table.terms import contested, occupied

BANS = Variant("bans", applies=lambda world: bool(world.bans))


@BANS.at("barred")
def barred_by_bans(s: Seen, faction: Faction, declared: Areas) -> Areas:
    """Areas in which the faction may not place a disc now."""
    return union(
        banned_areas(s, faction, ban, declared)
        for ban in s.world.bans
        if _meant(s, ban, ban.who) >> faction & 1 and holds_now(s, ban)
    )


@BANS.at("bases")
def without_banned_chains(s: Seen, faction: Faction, bases: tuple[Areas, Areas]) -> tuple[Areas, Areas]:
    """Nobody chains through an area that a ban closes for that, too."""
    inside, base = bases
    for ban in s.world.bans:
        if ban.chain and _meant(s, ban, ban.who) >> faction & 1 and holds_now(s, ban):
            base &= ~banned_areas(s, faction, ban)
    return inside, base


def _meant(s: Seen, ban: Ban, factions: Factions) -> Factions:
    """Those of them that a ban speaks of: whoever is reborn is still in a team, but not in the scenario."""
    return factions if ban.lasting else factions & ~s.reborn


def holds_now(s: Seen, ban: Ban) -> bool:
    """Whether a ban holds in this turn and phase."""
    if ban.turns and (s.epoch != s.world.scenario.clock.first_epoch or not ban.turns >> s.turn & 1):
        return False
    return not ban.phases or s.phase in ban.phases


def banned_areas(s: Seen, faction: Faction, ban: Ban, declared: Areas = 0) -> Areas:
    """The areas that a ban closes to one of those it speaks of."""
    out = ban.areas
    if ban.others:
        there = s.home if ban.home else s.at_least[ban.discs - 1]
        out &= union(there[other] for other in members(_meant(s, ban, ban.others) & ~(1 << faction)))
    if ban.contest:
        out &= _would_be_contested(s, faction, declared)
    if ban.gold:
        out &= mask_of(area for area, (owner, _) in s.gold.items() if ban.gold >> owner & 1)
    if ban.unoccupied:
        out &= ~occupied(s, faction)
    return out


def _would_be_contested(s: Seen, faction: Faction, declared: Areas) -> Areas:
    """Areas without a contest that have one with a disc more of the faction, if others are there."""
    out = occupied(s, faction) | declared | union(s.at_least[1])
    for partner in group_of(s, faction):
        out |= occupied(s, partner) & occupied_by_strangers(s, faction)  # with its disc there are two
    return out & ~contested(s)
