"""Whose discs the NPC removes, and where: the Primary enemy's first (NPC-46 to NPC-50, NPC-71 to NPC-77)."""

from __future__ import annotations

from acis_rules.effects import Play, select
from acis_rules.effects.base import Whose, whose_discs
from acis_rules.effects.discs import (
    Remove,
    RemoveEvery,
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
Toll = tuple[int, int, int, int, int]  # of an area: discs of enemies, of others, own ones; against, dear
LAST = 99
_EVERY: dict[str, Whose] = {
    "faction": "any", "city": "any", "civilization": "civilization", "opposing": "opposing"
}  # fmt: skip
SPOTS = 8  # digits for each rank of victims: seven kinds of areas, then all of them together


class Victims:
    """Whom and where the NPC hits at one position."""

    def __init__(self, pos: Position, ties: Ties) -> None:
        self.pos = pos
        self.ties = ties
        self.rank = {faction: i for i, faction in enumerate(pos.rank)}
        self._place = [self.rank.get(faction, LAST) for faction in range(len(pos.rows))]
        self._ranks = pos.ranks
        self.rank_together = {faction: i for i, group in enumerate(self._ranks) for faction in group}
        last = len(self.rank_together)
        self._digits = {faction: SPOTS * (last - i) for faction, i in self.rank_together.items()}
        self.spared = 0  # whom its cards may not harm at will (ROME2-06e, TEAM-04)
        for spared in pos.world.on.spared:
            self.spared |= spared(pos.s, pos.me)
        self.anybody = 0  # areas with discs of any faction
        for here in pos.here:
            self.anybody |= here
        self._special = bool(pos.view.allies or pos.gold)  # discs that are in reach are to be counted
        # What is looked at once per position: areas lie next to many that a card may name
        self._pairs: dict[tuple[object, ...], list[Pair]] = {}
        self._tolls: dict[tuple[object, ...], Toll] = {}
        self._losses: dict[tuple[int, int], Toll] = {}  # of a single disc, by faction and area
        self._raids: dict[int, int] = {}

    @property
    def by_rank(self) -> list[tuple[int, int]]:
        """Victims of one rank after the other: what harm to them counts at least, and where they are.

        It is more than all harm together that can be done to those of lower rank.
        """
        return [(1 << DIGIT * self._digits[group[0]], self.pos.occupied_by(group)) for group in self._ranks]

    def lose(self, out: Tally, faction: Faction, area: Area, n: int = 1) -> None:
        """Note n discs of a faction removed from an area."""
        _note(out, self._losses.get((faction, area)) or self._loss(faction, area), n)

    def weight(self, faction: Faction, area: Area) -> int:
        """What harm to a faction in an area counts: first by the rank of the victim (NPC-14).

        Then by what the NPC defends there, its home before all (NPC-48), or by the order of Barbarians
        (NPC-71); numbers count last.
        """
        against = (self._losses.get((faction, area)) or self._loss(faction, area))[3]
        return against

    def _loss(self, faction: Faction, area: Area) -> Toll:
        """What one disc of a faction counts in an area: its weight, and the priority of the area."""
        pos = self.pos
        if faction == pos.me:
            return 0, 0, 1, 0, 0
        worth = worth_of(pos, area)
        black = faction == pos.black
        kind = barbarian_order(pos, area)[0] if black else worth
        digit = self._digits[faction]
        weight = 1 << DIGIT * digit
        if black or kind <= LAST_OWN:
            weight += 1 << DIGIT * (digit + SPOTS - kind)
        enemy = black or faction in pos.enemies
        found = self._losses[faction, area] = enemy, not enemy, 0, weight, 1 << DIGIT * (NO_PRIORITY - worth)
        return found

    def removals(self, play: Play, operation: Remove) -> list[tuple[int, int]]:
        """(area, faction) pairs the NPC would pick, in the order of the placement priorities (NPC-48)."""
        found = members(select(self.pos.s, play, operation.where) & self.anybody)
        if not operation.areas and not operation.total:
            return [(area, faction) for area in found for faction in self._pick(play, operation, area)]
        pairs: list[Pair] = []
        for area in found:
            pairs += self._pairs_in(play, operation, area)
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

    def _pairs_in(self, play: Play, operation: Remove, area: Area) -> list[Pair]:
        """What it would pick in one area, with the order in which it would."""
        key = (id(operation), area, play.factions)
        found = self._pairs.get(key)
        if found is None:
            picks = self._pick(play, operation, area)
            order = {faction: self.removal_key(area, faction) for faction in picks}
            found = self._pairs[key] = [(order[faction], area, faction) for faction in picks]
        return found

    def _pick(self, play: Play, operation: Remove, area: Area) -> list[Faction]:
        """Whose discs it would pick in one area, disc by disc."""
        pos, rows = self.pos, self.pos.rows
        able = whose_discs(pos.s, play, operation.of, area)
        if operation.up_to or not operation.all:
            able = [f for f in able if f != pos.me and not self.spared >> f & 1]
        if len(able) > 1:
            able.sort(key=self._place.__getitem__)
        picks: list[Faction] = []
        left = operation.each
        for faction in able:
            discs = in_reach(pos.s, play, faction, area) if self._special else rows[faction][area]
            if discs >= left:
                picks += [faction] * left
                break
            picks += [faction] * discs
            left -= discs
            if picks and operation.of in ("largest opposing", "stronger"):
                break
        if operation.replaced_by == "you" and pos.view.supply[pos.me]:
            placement = Placement(pos, self.ties)
            while picks and not placement.replaces(area, picks):
                picks.pop()
        return picks

    def toll(self, out: Tally, play: Play, operation: Remove | RemoveEvery, area: Area) -> None:
        """Note all that an operation removes from one area."""
        key = (id(operation), area, play.factions)
        toll = self._tolls.get(key)
        if toll is None:
            enemies = others = own = against = dear = 0
            removed = self._pick if isinstance(operation, Remove) else self._every
            for faction in removed(play, operation, area):  # type: ignore[arg-type]
                loss = self._losses.get((faction, area)) or self._loss(faction, area)
                enemies += loss[0]
                others += loss[1]
                own += loss[2]
                against += loss[3]
                dear += loss[4]
            toll = self._tolls[key] = enemies, others, own, against, dear
        _note(out, toll)

    def _every(self, play: Play, operation: RemoveEvery, area: Area) -> list[Faction]:
        """Who loses a disc in one area if everybody does."""
        pos = self.pos
        factions = whose_discs(pos.s, play, _EVERY[operation.of], area)
        if operation.of != "city":
            return factions
        cities = pos.view.at_least[CITY - 1]
        return [f for f in factions if f != pos.black and cities[f] >> area & 1]

    def rank_of(self, faction: Faction) -> int:
        """The place of a faction among those that are hit; its own discs last."""
        return self._place[faction]

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
        open_to = areas & self.anybody & ~pos.occupied
        open_to &= pos.occupied_by(pos.rivals) if open_to else 0
        found = sorted(members(open_to), key=self.raid, reverse=True)
        return found[:most] if most else found

    def raid(self, area: Area) -> int:
        """What Barbarians in an area would do to rivals."""
        pos = self.pos
        found = self._raids.get(area)
        if found is None:
            hit = [f for f in pos.rivals if pos.here[f] >> area & 1]
            found = self._raids[area] = sum(pos.rows[f][area] * self.weight(f, area) for f in hit)
        return found


def _note(out: Tally, toll: Toll, n: int = 1) -> None:
    """Add it n times to a tally; most of its numbers are 0."""
    enemies, others, own, against, dear = toll
    if enemies:
        out.enemy_discs += n * enemies
    if others:
        out.other_discs += n * others
    if own:
        out.own_discs += n * own
    if against:
        out.against += n * against
        out.dear += n * dear


def barbarian_order(pos: Position, area: Area) -> tuple[int, int]:
    """The order in which Barbarians are removed (NPC-71 to 77), and the distance."""
    bit = 1 << area
    occupied = held = pos.occupied
    for here in pos.here[: pos.black]:
        held |= here
    if not held & bit:
        number = 1
    elif pos.rows[pos.black][area] == 1:
        number = 2
    elif pos.home & bit:
        number = 3
    elif pos.wonders.get(pos.me, 0) & bit:
        number = 4
    elif pos.cities & bit:
        number = 5
    elif occupied & bit:
        number = 6
    else:
        return 7, steps(pos.board, area, occupied)
    return number, steps(pos.board, area, pos.home)
