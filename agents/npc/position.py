"""What the NPC looks at: a view in the words of the solitaire rules.

Own discs can be put down in thought, so that a whole group can be planned disc by disc.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from acis_rules.kernel.bits import members
from acis_rules.kernel.state import LEVELS, Seen
from acis_rules.kernel.types import Area, Areas, Faction
from acis_rules.table.groups import group_of, occupied_by_strangers
from acis_rules.table.terms import CITY, limit, occupied_by_others, present
from acis_rules.views import View, reader

if TYPE_CHECKING:
    from acis_rules.kernel.state import Points

_ON_THE_TABLE = reader("discs", "at_least", "home", "gold", "wonders", "order", "vp")


class Position:
    """A view seen by one NPC, with its enemies in the order of NPC-14."""

    __slots__ = (
        "_leader", "_opposing", "_rank", "_vp", "black", "board", "city_level", "enemies", "enemy_areas",
        "gold", "group", "here", "home", "invader", "knobs", "levels", "limits", "me", "opposed", "own",
        "players", "present", "rows", "rules", "s", "view", "wonders", "world", "worth",
    )  # fmt: skip

    def __init__(self, view: View, me: int, enemies: tuple[int, ...]) -> None:
        world = view.world
        rows, at_least, home, gold, wonders, order, self._vp = _ON_THE_TABLE(view)
        self.view = view
        self.s: Seen = view  # for the terms of the rules
        self.world = world
        self.board = world.board
        self.me = me
        self.black = world.barbarians
        self.enemies = enemies  # civilizations, the Primary enemy first
        self.knobs = world.knobs[me]
        self.rules = world.npc_rules[me]  # what the scenario orders
        self.invader = world.scenario.factions[me].invader
        self.gold: dict[int, int] = {}  # owner -> areas of its Gold
        for area, (owner, _) in gold.items():
            self.gold[owner] = self.gold.get(owner, 0) | 1 << area
        self.rows: list[bytearray] = rows
        self.own = bytearray(rows[me])
        self.levels: list[int] = [row[me] for row in at_least]  # areas with at least 1, 2, 3, 4 own discs
        self.home: int = home[me]
        one = at_least[0]
        self.here: list[int] = one
        self.city_level: list[int] = at_least[CITY - 1]  # Cities on land, by faction
        self.present = present(view)
        self.group = group_of(view, me)  # itself, with a partner whose discs are no opposing ones
        if len(self.group) == 1:
            self._opposing: list[bytearray] = [*rows[:me], *rows[me + 1 :]]
            self.opposed = occupied_by_others(view, me)
        else:
            self._opposing = [row for faction, row in enumerate(rows) if faction not in self.group]
            self.opposed = occupied_by_strangers(view, me)
        enemy = one[self.black]
        for faction in enemies:
            enemy |= one[faction]
        self.enemy_areas: int = enemy
        self.wonders: dict[int, int] = {}  # owner -> areas of its Wonders
        for owner, area, _, buried in wonders:
            if owner >= 0 and not buried:
                self.wonders[owner] = self.wonders.get(owner, 0) | 1 << area
        self.limits: dict[int, int] = {}
        self._rank: tuple[tuple[int, ...], list[int]] | None = None  # of these enemies
        self._leader: list[int] | None = None
        self.worth: tuple[tuple[int, int], ...] = ()  # see worth.py
        npcs = world.npcs
        self.players: list[int] = [f for f in order if f != me and not npcs >> f & 1]

    # ----------------------------------------------------------------------------- own discs

    @property
    def occupied(self) -> int:
        """Areas with own discs."""
        return self.levels[0]

    @property
    def cities(self) -> int:
        """Own Cities."""
        return self.levels[CITY - 1] & self.board.land

    def put(self, area: Area) -> None:
        """Put down an own disc in thought."""
        n = self.own[area] = self.own[area] + 1
        if n <= LEVELS:
            self.levels[n - 1] |= 1 << area

    def lift(self, area: Area) -> None:
        """Take an own disc off in thought."""
        n = self.own[area]
        self.own[area] = n - 1
        if n <= LEVELS:
            self.levels[n - 1] &= ~(1 << area)

    def room(self, area: Area) -> int:
        """How many own discs more the area can hold in this phase."""
        most = self.limits.get(area)
        if most is None:
            most = self.limits[area] = limit(self.s, area)
        return most - self.own[area]

    # --------------------------------------------------------------------------- other discs

    def largest(self, area: Area) -> int:
        """The size of the largest opposing group, white discs ignored (NPC-89)."""
        largest = 0
        if self.opposed >> area & 1:
            for row in self._opposing:
                if row[area] > largest:
                    largest = row[area]
        return largest

    def contested(self, area: Area) -> bool:
        """Whether factions compete there: two or more, one of them with 2 discs at least (DEF-20)."""
        own, largest = self.own[area], self.largest(area)
        if own:
            return largest > 0 and max(own, largest) > 1
        return largest > 1 and sum(areas >> area & 1 for areas in self.here) > 1

    def enemy_discs(self, area: Area) -> int:
        """Discs of all enemies in an area, Barbarians included."""
        n = self.rows[self.black][area]
        for faction in self.enemies:
            n += self.rows[faction][area]
        return n

    def cities_of(self, faction: Faction) -> int:
        """Cities of another civilization."""
        return self.city_level[faction] & self.board.land

    def city_count(self, faction: Faction) -> int:
        """How many Cities a civilization has."""
        return self.cities_of(faction).bit_count()

    def total(self, faction: Faction) -> int:
        """Discs of a faction on the map."""
        return sum(self.rows[faction])

    def occupied_by(self, factions: list[int]) -> int:
        """Areas with a disc of any of these."""
        out = 0
        for faction in factions:
            out |= self.here[faction]
        return out

    # ------------------------------------------------------------------------------- ranking

    def leader_first(self, factions: list[int]) -> list[int]:
        """Most VP first, then most Cities, then first in turn order (NPC-05, NPC-47)."""
        if len(factions) < 2:
            return list(factions)
        in_order = [f for f in self.present if f in factions]
        if len(in_order) < len(factions):  # who is out of the game comes last
            in_order += [f for f in factions if f not in in_order]
        return sorted(in_order, key=self._lead)

    def _lead(self, faction: Faction) -> tuple[Points, int]:
        """The lower, the further ahead a civilization is."""
        return -self._vp[faction], -(self.city_level[faction] & self.board.land).bit_count()

    @property
    def leader(self) -> list[int]:
        """The leading player, or rival in a game of NPCs; empty if nobody else is left (NPC-05)."""
        if self._leader is None:
            self._leader = self.leader_first(self.players or self.rivals)[:1]
        return self._leader

    @property
    def rank(self) -> list[int]:
        """Factions in the order in which they are hit: Primary enemy, enemies, Barbarians, others."""
        if self._rank is not None and self._rank[0] is self.enemies:
            return self._rank[1]
        out = [f for f in members(self.view.absent) if self.here[f]]  # its discs stay on the map
        others = [f for f in (*self.present, *out) if f != self.me and f not in self.enemies]
        rank = [*self._enemies_hit, self.black, *self.leader_first(others)]
        self._rank = self.enemies, rank
        return rank

    @property
    def _enemies_hit(self) -> list[int]:
        """The enemies in the order of NPC-14, unless the scenario has another."""
        told = self.rules.answers.victims if self.rules is not None else None
        if told is None:
            return list(self.enemies)
        first = [f for name in told.order for f in members(self.world.scenario.find_factions((name,)))]
        return [*(f for f in first if f in self.enemies), *(f for f in self.enemies if f not in first)]

    @property
    def ranks(self) -> list[list[int]]:
        """The same with those together between whom the number of discs decides (NPC-14, NPC-50).

        Without an enemy the leader alone comes first among the civilizations (NPC-47).
        """
        enemies = self._enemies_hit
        others = [f for f in self.rank if f != self.black and f not in enemies]
        last = [others] if enemies else [[f] for f in others]
        told = self.rules is not None and self.rules.answers.victims is not None
        after = [[f] for f in enemies[1:]] if told else [enemies[1:]]
        return [group for group in (enemies[:1], *after, [self.black], *last) if group]

    @property
    def rivals(self) -> list[int]:
        """Opposing civilizations in the order in which they are hit (NPC-14, NPC-47)."""
        return [f for f in self.rank if f != self.black]

    def name(self, area: Area) -> str:
        """The name of an area."""
        return self.board.names[area]

    def names(self, areas: Areas) -> str:
        """The names of areas."""
        return ", ".join(self.name(area) for area in members(areas))
