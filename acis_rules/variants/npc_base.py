"""Where an NPC is at home in a scenario with a capital (CAES-10, CAES-11)."""

from __future__ import annotations

from ..kernel.bits import members
from ..kernel.moments import Variant
from ..kernel.state import State
from ..kernel.types import Area, Faction
from ..table.terms import controlled, occupied
from .capital import capital_areas

NPC_BASE = Variant("npc base", applies=lambda world: bool(world.npcs and world.scenario.capital))


@NPC_BASE.at("placed")
def entered(s: State, faction: Faction, area: Area, cause: str) -> None:
    """A disc came to an area."""
    if capital_areas(s.world) >> area & 1:
        move_base(s)


@NPC_BASE.at("lifted")
def left(s: State, area: Area) -> None:
    """A disc left an area."""
    if capital_areas(s.world) >> area & 1:
        move_base(s)


@NPC_BASE.at("position_read")
def move_base(s: State) -> None:
    """An NPC that captures the capital is at home there.

    It stays so while the capital is Contested, until its last disc there is lost.
    """
    capital = capital_areas(s.world)
    for npc in members(s.world.npcs):
        if controlled(s, npc) & capital:
            s.home[npc] = capital
        elif s.home[npc] == capital and not occupied(s, npc) & capital:
            s.home[npc] = s.world.home_of(npc, s.civilization[npc])
