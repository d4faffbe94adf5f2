"""Discs to be placed and the group rules: how many of them go to an area together (NPC-87 to NPC-92)."""

from __future__ import annotations

from acis_rules.kernel.bits import members
from acis_rules.kernel.state import LEVELS
from acis_rules.kernel.types import Area, Areas

from .orders import barred, most
from .position import Position
from .ties import Ties

HORDE = 4  # Barbarians (NPC-92)


class Placement:
    """The placement of discs at one position: `areas` that may take one, `n` discs left."""

    def __init__(self, pos: Position, ties: Ties) -> None:
        self.pos = pos
        self.ties = ties
        self.areas = 0
        self.offered = 0  # the areas before the scenario closed some of them
        self.n = 0
        self.each = LEVELS
        self.got: dict[int, int] = {}  # discs put down in thought, by area
        self.by_enemy = _by_enemy(pos)

    def put(self, area: Area) -> None:
        """Put a disc down in thought."""
        self.pos.put(area)
        self.got[area] = self.got.get(area, 0) + 1

    def lift(self) -> None:
        """Take all discs off that were put down in thought."""
        for area, n in self.got.items():
            for _ in range(n):
                self.pos.lift(area)
        self.got.clear()

    # ------------------------------------------------------------------------- group rules

    def left(self, area: Area) -> int:
        """How many discs may go to an area: those left, and no more than a card allows for each area."""
        n = min(self.n, self.each - self.got.get(area, 0))
        return n if self.pos.rules is None else min(n, most(self.pos, area))

    def group(self, area: Area, up_to: int = 0) -> int:
        """How many discs go to an area together; 0 if the NPC may not place there (NPC-89 to 92)."""
        pos = self.pos
        room = pos.room(area)
        if room <= 0:
            return 0
        own = pos.own[area]
        n = self.left(area)
        possible = n if n < room else room
        if not pos.opposed >> area & 1:
            want = up_to - own if up_to > own else 1
            return want if want < possible else possible
        largest = pos.largest(area)
        if self._breaks_peace(area, possible):
            possible = 1  # one against one is no competition
        if not self.fits(area, possible):
            return 0
        want = max(1, largest - own, up_to - own)
        if (pos.enemy_areas | pos.home | pos.wonders.get(pos.me, 0) | pos.cities) >> area & 1:
            want = max(want, self._enough(area) - own)  # NPC-90
        return min(want, possible)

    def _enough(self, area: Area) -> int:
        """Discs that exceed every opposing group there; in some scenarios enemies need only be matched."""
        pos = self.pos
        if pos.rules is None or pos.rules.exceeds:
            return pos.largest(area) + 1
        return max(
            row[area] + (faction not in pos.enemies) for faction, row in enumerate(pos.rows)
            if faction != pos.me and row[area]
        )  # fmt: skip

    def fits(self, area: Area, n: int) -> bool:
        """Whether n discs more beside those of others keep the group rules (NPC-89, 91, 92)."""
        pos = self.pos
        if pos.rules is not None and barred(pos) >> area & 1:
            return False
        if not pos.opposed >> area & 1:
            return True
        if pos.own[area] + n < pos.largest(area) or self._breaks_peace(area, n):
            return False
        return bool(pos.own[area]) or not self._horde(area)

    def replaces(self, area: Area, victims: list[int]) -> bool:
        """Whether own discs in the place of these keep the group rules: replacing is placing (NPC-30)."""
        pos = self.pos
        if pos.rules is not None and barred(pos) >> area & 1:
            return False
        own = pos.own[area] + len(victims)
        largest = max(row[area] - victims.count(f) for f, row in enumerate(pos.rows) if f != pos.me)
        if own < largest or (not pos.own[area] and self._horde(area)):
            return False
        peace = not pos.enemy_areas >> area & 1 and not pos.contested(area)
        return not (peace and largest and max(own, largest) > 1)

    def _breaks_peace(self, area: Area, n: int) -> bool:
        """Whether n discs more would make an area without enemies Contested (NPC-91)."""
        pos = self.pos
        if pos.enemy_areas >> area & 1 or pos.contested(area):
            return False
        return pos.own[area] + n > 1 or pos.largest(area) > 1

    def guard(self, area: Area, up_to: int) -> int:
        """How many discs the scenario orders to an area, up to so many, whoever is there.

        The limit may stop it before that (NPCBASE-02), a lack of discs may not (NPC-89): then 0.
        """
        own, largest, room = self.pos.own[area], self.pos.largest(area), self.pos.room(area)
        n = min(up_to - own, self.left(area), room)
        return n if n > 0 and own + n >= min(largest, own + room) else 0

    def _horde(self, area: Area) -> bool:
        """4 Barbarians beside an enemy civilization, and no own disc (NPC-92)."""
        pos = self.pos
        if pos.rows[pos.black][area] < HORDE:
            return False
        return any(pos.here[enemy] >> area & 1 for enemy in pos.enemies)

    def done(self, area: Area) -> bool:
        """Whether the NPC already exceeds every opposing group there: the area asks for no more."""
        own = self.pos.own[area]
        if not own or not self.pos.opposed >> area & 1:
            return own > 0
        return own >= self._enough(area)

    def not_done(self, areas: Areas) -> int:
        """Those of the areas in which it does not exceed the others yet: prizes it still goes for."""
        taken = areas & self.pos.occupied
        return areas & ~sum(1 << area for area in members(taken) if self.done(area))

    def may(self, areas: Areas, up_to: int = 0) -> int:
        """Those of the areas in which the NPC may place now."""
        areas &= self.areas
        out = 0
        for area in members(areas):
            if self.group(area, up_to):
                out |= 1 << area
        return out

    def open(self, areas: Areas) -> int:
        """Those of the areas in which it may place and does not exceed the others yet."""
        areas &= self.areas
        out = 0
        for area in members(areas):
            if not self.done(area) and self.group(area):
                out |= 1 << area
        return out


def _by_enemy(pos: Position) -> tuple[tuple[int, ...], ...]:
    """The Primary enemy first, then the other enemies together (NPC-14)."""
    enemies = pos.enemies
    if pos.rules is not None and pos.rules.as_one:
        return (enemies,)
    return tuple(group for group in (enemies[:1], enemies[1:]) if group)
