"""Gold: yellow discs under the discs of their owner, in Historical scenarios (GOLD rules).

`State.gold` says where Gold lies, whose it is and how much; it never moves, and its owner changes
only where a scenario says so.
"""

from __future__ import annotations

from ..kernel.bits import mask_of
from ..kernel.log import tell
from ..kernel.moments import NO_CAP, Variant
from ..kernel.state import Seen, State
from ..kernel.types import Area, Areas, Faction
from ..table.changes import gain_talents, gain_vp
from ..table.terms import occupied

LOOT_VP, LOOT_TALENTS = 4, 1  # GOLD-05

GOLD = Variant("gold", applies=lambda world: bool(world.scenario.setup.gold or "gold" in world.rules))


def gold_of(s: Seen, faction: Faction) -> Areas:
    """Areas with Gold of the faction, whoever is there now (GOLD-02)."""
    return mask_of(area for area, (owner, _) in s.gold.items() if owner == faction)


@GOLD.at("settled")
def lay_gold(s: State, faction: Faction) -> None:
    """Gold lies under the owner's discs from the setup on; none comes later (GOLD-02)."""
    world = s.world
    own = world.called(s, faction)
    for name, gold in world.scenario.setup.gold.items():
        if gold.owner == own:
            area = world.board.find(name)
            s.gold[area] = (faction, gold.n)
            tell(s, "gold", faction, area=area, n=gold.n, cause="setup")


def hand_over(s: State, area: Area, owner: Faction) -> None:
    """The Gold of an area is somebody else's from now on."""
    n = s.gold[area][1]
    s.gold[area] = (owner, n)
    tell(s, "gold", owner, area=area, n=n, cause="handed over")


@GOLD.at("card_cap")
def spared_by_gold(s: Seen, faction: Faction, area: Area) -> int:
    """Of the owner's discs on Gold a card removes one, and never the last (GOLD-03)."""
    n = s.discs[faction][area]
    return min(1, n - 1) if n and _on_gold(s, faction, area) else NO_CAP


@GOLD.at("held")
def guards(s: Seen, faction: Faction) -> int:
    """One disc of the owner stays on its Gold: only competition removes it (GOLD-04)."""
    return gold_of(s, faction) & occupied(s, faction)


@GOLD.at("competition_ends")
def loot_gold(s: State) -> None:
    """Who Controls an area with Gold of a player takes 1 out of the game; Barbarians gain nothing."""
    for area, (owner, n) in sorted(s.gold.items()):
        present = [f for f in range(s.world.n_factions + 1) if occupied(s, f) >> area & 1]
        if len(present) == 1 and _loots(s, present[0], owner):
            looter = present[0]
            _take(s, looter, area, owner, n)
            if looter != s.world.barbarians:
                gain_vp(s, looter, LOOT_VP, "gold")
                gain_talents(s, looter, LOOT_TALENTS, "gold")


def _loots(s: Seen, looter: Faction, owner: Faction) -> bool:
    """NPCs and Barbarians loot players; civilizations that the scenario calls looters, all their enemies."""
    world = s.world
    if owner in (looter, world.barbarians):
        return False
    if looter != world.barbarians and world.scenario.factions[looter].loots_gold:
        return bool(s.enemies[owner] >> looter & 1)
    by_the_system = world.npcs | 1 << world.barbarians
    return bool(by_the_system >> looter & 1) and not by_the_system >> owner & 1


def _take(s: State, looter: Faction, area: Area, owner: Faction, n: int) -> None:
    """Take one Gold disc out of the game (GOLD-05)."""
    if n > 1:
        s.gold[area] = (owner, n - 1)
    else:
        del s.gold[area]
    tell(s, "gold_looted", looter, area=area, n=1, other=owner, cause="gold")
    for join_in in s.world.on.gold_looted:
        join_in(s, looter, area, owner)


def _on_gold(s: Seen, faction: Faction, area: Area) -> bool:
    return area in s.gold and s.gold[area][0] == faction
