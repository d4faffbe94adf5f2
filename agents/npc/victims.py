"""Whose discs the NPC removes, and where: the Primary enemy's first (NPC-46 to NPC-50, NPC-71 to NPC-77)."""

from __future__ import annotations

from acis_rules.effects import Play, select
from acis_rules.effects.base import whose_discs
from acis_rules.effects.discs import (
    Remove,
    in_reach,
)
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Area, Areas, Faction
from acis_rules.table.terms import CITY

from .aims import NO_PRIORITY
from .distance import steps
from .placement import Placement
from .position import Position
from .tally import DIGIT, Tally
from .ties import Ties
from .worth import LAST_OWN, worth_of

Pair = tuple[tuple[int, ...], int, int]  # order, area, faction
LAST = 99
SPOTS = 8  # digits for each rank of victims: seven kinds of areas, then all of them together


class Victims:
    """Whom and where the NPC hits at one position."""

    def __init__(self, pos: Position, ties: Ties) -> None:
        self.pos = pos
        self.ties = ties
        self.rank = {faction: i for i, faction in enumerate(pos.rank)}
        self.rank_together = {faction: i for i, group in enumerate(pos.ranks) for faction in group}
        self.spared = 0  # whom its cards may not harm at will (ROME2-06e, TEAM-04)
        for spared in pos.world.on.spared:
            self.spared |= spared(pos.s, pos.me)
        self._found: dict[tuple[object, ...], list[Pair]] = {}
        self._weights: dict[tuple[int, int], tuple[int, int]] = {}

    def lose(self, out: Tally, faction: Faction, area: Area, n: int = 1) -> None:
        """Note n discs of a faction removed from an area."""
        if faction == self.pos.me:
            out.own_discs += n
            return
        if faction == self.pos.black or faction in self.pos.enemies:
            out.enemy_discs += n
        else:
            out.other_discs += n
        against, dear = self._weights.get((faction, area)) or self._weigh(faction, area)
        out.against += n * against
        out.dear += n * dear

    def weight(self, faction: Faction, area: Area) -> int:
        """What harm to a faction in an area counts: first by the rank of the victim (NPC-14).

        Then by what the NPC defends there, its home before all (NPC-48), or by the order of Barbarians
        (NPC-71); numbers count last.
        """
        return (self._weights.get((faction, area)) or self._weigh(faction, area))[0]

    def _weigh(self, faction: Faction, area: Area) -> tuple[int, int]:
        """The weight, and the digit of the placement priority of the area."""
        pos = self.pos
        worth = worth_of(pos, area)
        kind = barbarian_order(pos, area)[0] if faction == pos.black else worth
        digit = SPOTS * (len(self.rank_together) - self.rank_together[faction])
        weight = 1 << DIGIT * digit
        if faction == pos.black or kind <= LAST_OWN:
            weight += 1 << DIGIT * (digit + SPOTS - kind)
        found = self._weights[faction, area] = weight, 1 << DIGIT * (NO_PRIORITY - worth)
        return found

    def removals(self, play: Play, operation: Remove) -> list[tuple[int, int]]:
        """(area, faction) pairs the NPC would pick, in the order of the placement priorities (NPC-48)."""
        pairs: list[Pair] = []
        for area in members(select(self.pos.s, play, operation.where)):
            pairs += self._pairs(play, operation, area)
        if not operation.areas and not operation.total:
            return [(area, faction) for _, area, faction in pairs]
        pairs.sort()
        chosen: list[tuple[int, int]] = []
        areas: set[int] = set()
        for _, area, faction in pairs:
            if operation.total and len(chosen) >= operation.total:
                break
            if operation.areas and area not in areas and len(areas) >= operation.areas:
                continue
            areas.add(area)
            chosen.append((area, faction))
        return chosen

    def _pairs(self, play: Play, operation: Remove, area: Area) -> list[Pair]:
        """What it would pick in one area; looked at once per position."""
        key = (id(operation), area, play.factions)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._pick(play, operation, area)
        return found

    def _pick(self, play: Play, operation: Remove, area: Area) -> list[Pair]:
        pos, rows = self.pos, self.pos.rows
        able = whose_discs(pos.s, play, operation.of, area)
        if operation.up_to or not operation.all:
            able = [f for f in able if f != pos.me and not self.spared >> f & 1]
        if not able:
            return []
        special = pos.view.allies or pos.gold
        left = {f: (in_reach(pos.s, play, f, area) if special else rows[f][area]) for f in able}
        pairs: list[Pair] = []
        for _ in range(operation.each):
            able = [f for f in left if left[f]]
            if not able:
                break
            faction = min(able, key=self.rank_of)
            left[faction] -= 1
            pairs.append((self.removal_key(area, faction), area, faction))
            if operation.of in ("largest opposing", "stronger"):
                left = {faction: left[faction]}
        if operation.replaced_by == "you" and pos.view.supply[pos.me]:
            placement = Placement(pos, self.ties)
            while pairs and not placement.replaces(area, [faction for _, _, faction in pairs]):
                pairs.pop()
        return pairs

    def rank_of(self, faction: Faction) -> int:
        """The place of a faction among those that are hit; its own discs last."""
        return self.rank.get(faction, LAST)

    def removal_key(self, area: Area, faction: Faction) -> tuple[int, ...]:
        """Primary enemy first, then as placement goes, its home before all; Barbarians by their own order."""
        pos = self.pos
        rank = self.rank_together.get(faction, LAST)
        if faction == pos.black:
            return (rank, *barbarian_order(pos, area))
        return (rank, worth_of(pos, area), pos.rows[faction][area] != CITY, self.rank_of(faction))

    def raids(self, areas: Areas, most: int = 0) -> list[int]:
        """Areas of rivals for Barbarians, those of the Primary enemy first, never where the NPC stands."""
        pos = self.pos
        open_to = areas & pos.occupied_by(pos.rivals) & ~pos.occupied
        found = sorted(members(open_to), key=self.raid, reverse=True)
        return found[:most] if most else found

    def raid(self, area: Area) -> int:
        """What Barbarians in an area would do to rivals."""
        pos = self.pos
        return sum(pos.rows[f][area] * self.weight(f, area) for f in pos.rivals if pos.here[f] >> area & 1)


def barbarian_order(pos: Position, area: Area) -> tuple[int, int]:
    """The order in which Barbarians are removed (NPC-71 to 77), and the distance."""
    bit = 1 << area
    others = pos.occupied_by([f for f in range(pos.world.n_factions) if f != pos.me])
    to_home = steps(pos.board, area, pos.home)
    if not (others | pos.occupied) & bit:
        return 1, to_home
    if pos.rows[pos.black][area] == 1:
        return 2, to_home
    for number, areas in ((3, pos.home), (4, pos.wonders.get(pos.me, 0)), (5, pos.cities), (6, pos.occupied)):
        if areas & bit:
            return number, to_home
    return 7, steps(pos.board, area, pos.occupied)
