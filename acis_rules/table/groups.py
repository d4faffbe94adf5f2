"""Two colours as one group: what they are where they meet (PERS-05, 06).

`World.groups` has the pairs, the colour at home on land first; without them `terms` asks nothing here.
"""

from __future__ import annotations

from ..kernel.bits import mask_of, members, union
from ..kernel.state import Seen
from ..kernel.types import Area, Areas, Faction

GROUP_LIMITS = (4, 3)  # of a group in the Competition Phase: on land, in a coastal sea (PERS-06a)


def group_of(s: Seen, faction: Faction) -> tuple[Faction, ...]:
    """The faction, with its partner if the two are one group."""
    for group in s.world.groups:
        if faction in group:
            return group
    return (faction,)


def first_to_lose(s: Seen, faction: Faction, area: Area) -> Faction:
    """Of a group in an area, the faction that loses a disc first: white ones, then the colour not at home."""
    present = [f for f in group_of(s, faction) if s.discs[f][area] or (area, f) in s.allies]
    if len(present) < 2:
        return present[0] if present else faction
    white = [f for f in present if (area, f) in s.allies]
    land, sea = present
    return white[0] if white else sea if s.world.board.land >> area & 1 else land


def occupied_by_strangers(s: Seen, faction: Faction) -> Areas:
    """Areas with a disc of anybody outside the faction's group."""
    own = group_of(s, faction)
    return union(mask for other, mask in enumerate(s.at_least[0]) if other not in own)


def joined(s: Seen) -> tuple[list[Areas], list[Areas]]:
    """Areas with at least 1 and at least 2 discs, by faction, groups counted once."""
    ones, twos = s.at_least[0].copy(), s.at_least[1].copy()
    for land, sea in s.world.groups:
        twos[land] |= twos[sea] | ones[land] & ones[sea]
        ones[land] |= ones[sea]
        ones[sea] = twos[sea] = 0
    return ones, twos


def is_outnumbered(s: Seen, faction: Faction, area: Area) -> bool:
    """Whether another group, or a faction outside any, has more discs in an area than all of this one."""
    groups = {group_of(s, f) for f in range(len(s.discs))}
    sizes = {group: sum(s.discs[f][area] for f in group) for group in groups}
    return max(sizes.values()) > sizes[group_of(s, faction)]


def overcrowding(s: Seen, faction: Faction, area: Area) -> int:
    """How many discs more a group has in an area than it may have in the Competition Phase (PERS-06a)."""
    on_land = bool(s.world.board.land >> area & 1)
    limit = GROUP_LIMITS[not on_land] if not s.world.board.open_sea >> area & 1 else 1
    return sum(s.discs[f][area] for f in group_of(s, faction)) - limit


def full_of_group(s: Seen, faction: Faction) -> Areas:
    """Areas in which a group may have no disc more in the Competition Phase."""
    group = group_of(s, faction)
    if len(group) < 2:
        return 0
    areas = members(union(s.at_least[0][f] for f in group))
    return mask_of(area for area in areas if overcrowding(s, faction, area) >= 0)


def out_of_place(s: Seen, faction: Faction) -> int:
    """Discs of the partner that the faction replaces as soon as its own come into its supply (PERS-05c)."""
    group = group_of(s, faction)
    if len(group) < 2:
        return 0
    land, sea = group
    at_home, partner = (s.world.board.land, sea) if faction == land else (s.world.board.sea, land)
    mixed = s.at_least[0][land] & s.at_least[0][sea] & at_home
    return sum(s.discs[partner][area] for area in members(mixed))


def shield_of(s: Seen, faction: Faction) -> int:
    """Rounds of this competition in which the faction, or the group it belongs to, loses nothing."""
    return max(s.shield[f] for f in group_of(s, faction)) if s.world.groups else s.shield[faction]
