"""Gold: yellow discs under the discs of their owner, in Historical scenarios (GOLD rules).

`State.gold` says where Gold lies, whose it is and how much. It never moves; it changes only through the
functions here.
"""

from __future__ import annotations

from ..box.scenario_blocks import BARBARIANS
from ..effects import Play
from ..kernel.bits import mask_of, members, union
from ..kernel.log import tell
from ..kernel.moments import NO_CAP, Variant
from ..kernel.state import Seen, State
from ..kernel.types import Area, Areas, Faction
from ..table.changes import gain_talents, gain_vp
from ..table.groups import group_of
from ..table.terms import controlled, occupied

TRAITOR = 45
LOOT_VP, LOOT_TALENTS = 4, 1  # GOLD-05

GOLD = Variant("gold", applies=lambda world: bool(world.scenario.setup.gold or "gold" in world.rules))
GOLD_WINS = Variant(
    "gold wins", applies=lambda world: bool((final := world.scenario.victory.final) and final.gold)
)


def gold_of(s: Seen, faction: Faction) -> Areas:
    """Areas with Gold of the faction, whoever is there now (GOLD-02)."""
    return mask_of(area for area, (owner, _) in s.gold.items() if owner == faction)


def gold_under(s: Seen, faction: Faction) -> Areas:
    """Areas with Gold of the faction under a disc of its own (SGOLD-06)."""
    return gold_of(s, faction) & occupied(s, faction)


@GOLD.at("settled")
def lay_gold(s: State, faction: Faction) -> None:
    """Gold lies under the owner's discs from the setup on; none comes later (GOLD-02)."""
    own = s.world.called(s, faction)
    _lay(s, faction, own)


@GOLD.at("before_deal")
def lay_barbarian_gold(s: State) -> None:
    """Gold under Barbarians, for anybody to take (GREEK-S06)."""
    _lay(s, s.world.barbarians, BARBARIANS)


def _lay(s: State, owner: Faction, name: str) -> None:
    for text, gold in s.world.scenario.setup.gold.items():
        if gold.owner == name:
            area = s.world.board.find(text)
            s.gold[area] = (owner, gold.n)
            tell(s, "gold", owner, area=area, n=gold.n, cause="setup")


@GOLD_WINS.at("may_win")
def controls_own_gold(s: Seen, side: int) -> bool:
    """A side needs Control of an area with Gold of its own (DAR-08)."""
    own = members(s.world.sides[side].factions)
    return bool(union(gold_of(s, f) for f in own) & union(controlled(s, f) for f in own))


def hand_over(s: State, area: Area, owner: Faction) -> None:
    """The Gold of an area is somebody else's from now on."""
    n = s.gold[area][1]
    s.gold[area] = (owner, n)
    tell(s, "gold", owner, area=area, n=n, cause="handed over")


@GOLD.at("card_cap")
def spared_by_gold(s: Seen, faction: Faction, area: Area) -> int:
    """Of the owner's discs on Gold a card removes one, and never the last (GOLD-03).

    Where the scenario says so, none of the owner's and its friends' (ROME1-04b).
    """
    if area in s.world.immune and area in s.gold and _at_home_on_gold(s, faction, area):
        return 0
    n = s.discs[faction][area]
    return min(1, n - 1) if n and _on_gold(s, faction, area) else NO_CAP


@GOLD.at("off_limits")
def no_traitor(s: Seen, play: Play) -> Areas:
    """Where the scenario says so, much Gold keeps even the Traitor off (ROME1-04c)."""
    if play.kind != "card" or play.id != TRAITOR or not s.world.immune:
        return 0
    return mask_of(area for area, n in s.world.immune.items() if s.gold.get(area, (0, 0))[1] >= n)


@GOLD.at("held")
def guards(s: Seen, faction: Faction) -> int:
    """One disc of the owner stays on its Gold: only competition removes it (GOLD-04)."""
    return gold_of(s, faction) & occupied(s, faction)


@GOLD.at("competition_ends")
def loot_gold(s: State) -> None:
    """Who Controls an area with Gold of somebody it loots takes 1 out of the game."""
    for area, (owner, _) in sorted(s.gold.items()):
        present = [f for f in range(s.world.n_factions + 1) if occupied(s, f) >> area & 1]
        active = [f for f in present if not s.absent >> f & 1]  # who is out of the game loots nothing
        if active and len({group_of(s, f) for f in present}) == 1 and _loots(s, active[0], owner):
            loot_one(s, active[0], area)


def _loots(s: Seen, looter: Faction, owner: Faction) -> bool:
    """NPCs and Barbarians loot players; civilizations that the scenario calls looters, all their enemies.

    Gold of the Barbarians is looted by anybody, that of friends and partners by nobody. Whoever is out of the
    game leaves Gold to those whose enemy it was at the beginning.
    """
    world = s.world
    if owner == looter:
        return False
    if owner == world.barbarians:
        return True
    if looter == world.barbarians:
        return world.scenario.gold.barbarians or not world.npcs >> owner & 1
    if world.teammates(looter) >> owner & 1:
        return False
    if s.reborn >> looter & 1:
        return True  # whoever it was before (ROME1-04d)
    if world.scenario_friends[owner] >> looter & 1:
        return False
    if world.npcs >> looter & 1 and not world.npcs >> owner & 1:
        return True
    if world.looters >> looter & 1:
        enemies = world.first_enemies[owner] if s.absent >> owner & 1 else s.enemies[owner]
        return bool((enemies | world.neutral[owner]) >> looter & 1)
    return False


def loot_one(s: State, looter: Faction, area: Area) -> None:
    """Take one Gold disc out of the game, and what it gives: Barbarians gain nothing (GOLD-05)."""
    owner, n = s.gold[area]
    if n > 1:
        s.gold[area] = (owner, n - 1)
    else:
        del s.gold[area]
    tell(s, "gold_looted", looter, area=area, n=1, other=owner, cause="gold")
    if looter != s.world.barbarians:
        gain_vp(s, looter, s.world.scenario.gold.loot.get(s.world.called(s, looter), LOOT_VP), "gold")
        gain_talents(s, looter, LOOT_TALENTS + _first_loot(s, looter), "gold")
    for join_in in s.world.on.gold_looted:
        join_in(s, looter, area, owner)


def _first_loot(s: State, looter: Faction) -> int:
    """Talents more for the first loot of a turn, where Gold is loot as that of a City (EGYC-04)."""
    if s.world.called(s, looter) not in s.world.scenario.gold.as_loot or s.looted >> looter & 1:
        return 0
    s.looted |= 1 << looter
    return s.world.civilization(s, looter).loot - 1


def _at_home_on_gold(s: Seen, faction: Faction, area: Area) -> bool:
    """Whether the Gold there is the faction's or a friend's."""
    owner = s.gold[area][0]
    if owner == s.world.barbarians or s.reborn >> faction & 1:
        return False
    return owner == faction or bool(s.world.scenario_friends[owner] >> faction & 1)


def _on_gold(s: Seen, faction: Faction, area: Area) -> bool:
    return area in s.gold and s.gold[area][0] == faction
