"""Gold: yellow discs under the discs of their owner, in Historical scenarios (GOLD rules).

`State.gold` says where Gold lies, whose it is and how much; it never moves and its owner never changes.
"""

from __future__ import annotations

from ..kernel.bits import mask_of
from ..kernel.state import State
from ..table.changes import gain_talents, gain_vp, take_gold
from ..table.terms import camps, occupied

LOOT_VP, LOOT_TALENTS = 4, 1  # GOLD-05


def gold_of(s: State, faction: int) -> int:
    """Areas with Gold of the faction, whoever is there now (GOLD-02)."""
    return mask_of(area for area, (owner, _) in s.gold.items() if owner == faction)


def on_gold(s: State, faction: int, area: int) -> bool:
    """Whether Gold of the faction lies there."""
    return area in s.gold and s.gold[area][0] == faction


def last_discs(s: State, faction: int) -> int:
    """Areas in which the faction's last disc lies on its Gold: only competition removes it (GOLD-04)."""
    return gold_of(s, faction) & camps(s, faction)


def loot_gold(s: State) -> None:
    """Who Controls an area with Gold of a player takes 1 out of the game; Barbarians gain nothing."""
    for area, (owner, _) in sorted(s.gold.items()):
        present = [f for f in range(s.world.n_factions + 1) if occupied(s, f) >> area & 1]
        if len(present) == 1 and _loots(s, present[0], owner):
            looter = present[0]
            take_gold(s, looter, area)
            if looter != s.world.barbarians:
                gain_vp(s, looter, LOOT_VP, "gold")
                gain_talents(s, looter, LOOT_TALENTS, "gold")


def _loots(s: State, looter: int, owner: int) -> bool:
    """NPCs and Barbarians loot players; civilizations that the scenario calls looters, all their enemies."""
    world = s.world
    if owner in (looter, world.barbarians):
        return False
    if looter != world.barbarians and world.scenario.factions[looter].loots_gold:
        return bool(s.enemies[owner] >> looter & 1)
    by_the_system = world.npcs | 1 << world.barbarians
    return bool(by_the_system >> looter & 1) and not by_the_system >> owner & 1
