"""What a play would do, counted: for the size of a card's effect and for the choice of its targets.

Each kind of operation has one small function that adds to the tally. Targets not yet named are
named in thought the way `targets` would name them.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add
from typing import Any

from acis_rules.effects import Play, select
from acis_rules.effects.base import whose_discs
from acis_rules.effects.contest import Allies, BuyAllies, ForbidTalents, Shield
from acis_rules.effects.discs import (
    Barbarians,
    DownTo,
    Forbid,
    Place,
    Remove,
    RemoveEvery,
    RemoveOwn,
    in_reach,
)
from acis_rules.effects.fate import Discard, Draw, Look, Recover, Take
from acis_rules.effects.goods import Gain, Lose, Penalty
from acis_rules.effects.naming import NameArea, NameCity, NameCivilization, NameWonder
from acis_rules.effects.order import SwapPlaces, TakePlace
from acis_rules.effects.wonder import Build, Bury, Restore, WonderDiscs
from acis_rules.kernel.actions import (
    STOP,
    area_action,
    area_of,
    faction_action,
    faction_of,
    wonder_action,
    wonder_of,
)
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Actions, Area, Areas, Faction
from acis_rules.table.terms import strength

from .card_discs import forced_discs
from .chance import Reveals
from .distance import steps
from .placement import LAST_OWN, NO_PRIORITY, Placement, worth_of
from .position import CITY, Position
from .ties import Ties

Operations = tuple[Any, ...]
Pair = tuple[tuple[int, ...], int, int]  # order, area, faction
Spot = tuple[int, ...]
LAST = 99
DIGIT = 10  # bits: counts of different rank are digits of one number, the most important first
SPOTS = 8  # digits for each rank of victims: seven kinds of areas, then all of them together


class Tally:
    """Gains and losses of a play, for the NPC and for the others."""

    __slots__ = (
        "against", "barbarians", "cards", "dear", "enemy_discs", "forbidden", "order", "other",
        "other_discs", "own_discs", "placed", "raided", "talents", "their_cards", "their_talents",
        "their_vp", "vp", "wonder", "wonder_harm",
    )  # fmt: skip

    def __init__(self) -> None:
        self.cards = self.vp = self.talents = self.placed = self.wonder = self.wonder_harm = 0
        self.their_cards = self.their_vp = self.their_talents = 0
        self.enemy_discs = self.other_discs = self.own_discs = 0  # removed from the map
        self.barbarians = 0  # on opposing areas, less those on own ones
        self.other = 0
        self.forbidden = 0  # placements against the group rules
        self.raided = 0  # own areas that Barbarians come to
        self.against = 0  # what others lose, by rank of the victims
        self.order = 0  # own discs placed, by priority
        self.dear = 0  # discs removed, by the placement priority of their areas

    @property
    def spot(self) -> Spot:
        """How good a spot is: whom it hits, most discs, fewest own; then the priorities (NPC-14, NPC-50).

        Spots of one card add up.
        """
        return (
            -self.forbidden, -self.raided, self.against, -self.own_discs, self.order,
            self.wonder + self.wonder_harm, self.other, self.dear,
        )  # fmt: skip

    @property
    def hurts(self) -> bool:
        """Whether the NPC would lose as much as all others, or break its own rules (NPC-45, NPC-89 to 92)."""
        lost = self.own_discs > 0 and self.own_discs >= self.enemy_discs + self.other_discs
        return lost or self.forbidden > 0 or self.other < 0

    @property
    def harm(self) -> int:
        """Losses of the others."""
        theirs = self.their_cards + self.their_vp + self.their_talents + self.wonder_harm
        return theirs + self.enemy_discs + self.other_discs + max(0, self.barbarians)

    @property
    def gain(self) -> int:
        """Gains of the NPC."""
        return self.cards + self.vp + self.talents + self.placed + self.wonder

    @property
    def size(self) -> int:
        """How great the effect is (NPC-43)."""
        return self.gain + self.harm + self.other


class Effects:
    """Tallies of plays at one position."""

    def __init__(self, pos: Position, ties: Ties | None = None) -> None:
        self.pos = pos
        self.ties = ties or Ties("A", Reveals(0))
        self.rank = {faction: i for i, faction in enumerate(pos.rank)}
        self.rank_together = {faction: i for i, group in enumerate(pos.ranks) for faction in group}
        self._found: dict[tuple[object, ...], list[Pair]] = {}
        self._weights: dict[tuple[int, int], tuple[int, int]] = {}
        self._spots: dict[tuple[object, ...], Spot] = {}

    def tally(self, play: Play, operations: Operations) -> Tally:
        """Count what the operations would do; targets are named as they come."""
        out = Tally()
        self._add(out, play, operations)
        return out

    def _add(self, out: Tally, play: Play, operations: Operations) -> None:
        for i, operation in enumerate(operations):
            if operation.names:
                rest = operations[i + 1 :]
                named = self.name(play, operation, rest)
                if named is None:
                    if i == 0 or isinstance(operation, NameArea):
                        return
                    continue
                play = named
            else:
                counter = _COUNTERS.get(type(operation))
                if counter is not None:
                    counter(self, out, play, operation)

    # ------------------------------------------------------------------------------ naming

    def name(self, play: Play, operation: Any, rest: Operations) -> Play | None:
        """The play with the best target named, None if there is none."""
        picked: tuple[int, ...] = ()
        while True:
            legal = operation.options(self.pos.s, play, picked)
            if not legal:
                break
            action = self.best(play, operation, picked, legal, rest)
            picked += (action,)
            if action == STOP:
                break
        if not picked:
            return None
        named: Play = operation.declare(play, picked)
        return named

    def best(
        self, play: Play, operation: Any, picked: tuple[int, ...], legal: Actions, rest: Operations
    ) -> int:
        """The best next pick of a naming operation."""
        if isinstance(operation, NameCivilization):
            return self._civilization(legal, rest)
        if isinstance(operation, NameWonder):
            return self._wonder(operation, legal, rest)
        if isinstance(operation, NameCity) and len(picked) == 1:
            return min(members(legal), key=lambda a: self.rank_of(faction_of(a)))
        return self._area(play, operation, picked, legal, rest)

    def _civilization(self, legal: Actions, rest: Operations) -> int:
        me = faction_action(self.pos.me)
        helps = any(isinstance(op, Place | Gain | Allies) and _for_named(op) for op in rest)
        order = [faction_action(f) for f in self.pos.rivals]
        if isinstance(rest[0] if rest else None, SwapPlaces):  # forward in the turn order
            if legal >> me & 1:
                return me
            return next(faction_action(f) for f in self.pos.view.order if legal >> faction_action(f) & 1)
        if helps:
            if legal >> me & 1:
                return me
            order.reverse()  # a gift goes to whom the NPC minds least
        for action in order:
            if legal >> action & 1:
                return action
        return STOP if legal & 1 else legal.bit_length() - 1

    def _wonder(self, operation: NameWonder, legal: Actions, rest: Operations) -> int:
        pos = self.pos
        numbers = [wonder_of(action) for action in members(legal)]
        states = pos.view.wonders
        if operation.state == "available":
            return wonder_action(min(numbers, key=lambda n: wonder_rank(pos, n)))
        harms = any(isinstance(op, Bury) or (isinstance(op, WonderDiscs) and op.n < 0) for op in rest)
        if harms:
            order = [*pos.rivals, pos.me]
            return wonder_action(min(numbers, key=lambda n: (order.index(states[n].owner), -states[n].discs)))
        mine = [n for n in numbers if states[n].owner == pos.me]
        return wonder_action(min(mine or numbers, key=lambda n: (wonder_rank(pos, n), states[n].discs)))

    def _area(
        self, play: Play, operation: Any, picked: tuple[int, ...], legal: Actions, rest: Operations
    ) -> int:
        """The spot with the best tally of what comes after (NPC-50)."""
        areas = [area_of(action) for action in members(legal) if action != STOP]
        if isinstance(operation, NameArea) and operation.n > 1:
            return self._areas(play, operation, picked, areas, bool(legal & 1), rest)
        spots: dict[int, Spot] = {}
        for area in areas:
            named = play._replace(areas=(area,))
            if isinstance(operation, NameCity):
                named = named._replace(factions=(self._owner(area),))
            tally = self.tally(named, rest)
            spots[area] = (-tally.hurts, *tally.spot)
        return area_action(self._between(spots, rest))

    def _areas(
        self, play: Play, operation: NameArea, picked: tuple[int, ...], areas: list[int], may_stop: bool,
        rest: Operations,
    ) -> int:  # fmt: skip
        """The next of several areas, which are judged together."""
        spots = {area: self._spot(play, area, rest) for area in areas}
        left = operation.n - len(picked)
        if operation.linked:
            spots = self._chains(play, operation, picked, spots, rest, left)
        if may_stop:
            spots = {area: spot for area, spot in spots.items() if spot > (0,) * len(spot)}
            if not spots:
                return STOP
        if not operation.linked and operation.then is None:  # asked in ascending order
            return area_action(min(sorted(spots, key=spots.__getitem__, reverse=True)[:left]))
        return area_action(self._between(spots, rest))

    def _chains(
        self, play: Play, operation: NameArea, picked: tuple[int, ...], spots: dict[int, Spot],
        rest: Operations, left: int,
    ) -> dict[int, Spot]:  # fmt: skip
        """By area: the best chain of up to so many areas that begins there, each next to the one before."""
        around = self.pos.board.neighbours
        more = select(self.pos.s, play, operation.then or operation.where)

        def chain(area: Area, taken: int, n: int) -> Spot:
            spot = self._spot(play, area, rest)
            if n == 1:
                return spot
            taken |= 1 << area
            further = [chain(a, taken, n - 1) for a in members(around[area] & more & ~taken)]
            if operation.up_to or not further:
                further.append((0,) * len(spot))
            return tuple(map(add, spot, max(further)))

        before = sum(1 << area_of(action) for action in picked)
        return {area: chain(area, before, left) for area in spots}

    def _spot(self, play: Play, area: Area, rest: Operations) -> Spot:
        """What a play does in one of several areas; looked at once per position."""
        key = (play.kind, play.id, play.mode, play.factions, area)
        found = self._spots.get(key)
        if found is None:
            found = self._spots[key] = self.tally(play._replace(areas=(area,)), rest).spot
        return found

    def _between(self, spots: dict[int, Spot], rest: Operations) -> int:
        """The best of several spots; for own discs the placement priorities tell equal ones apart."""
        best = max(spots.values())
        areas = [area for area, spot in spots.items() if spot == best]
        place = next((op for op in rest if isinstance(op, Place)), None)
        if len(areas) > 1 and place is not None:
            among = sum(1 << area for area in areas)
            order = Placement(self.pos, self.ties).next(among, place.n or 1, place.each)
            if order is not None:
                return order.area
        return areas[0]

    def _owner(self, area: Area) -> int:
        """Whose City is meant where several stand together."""
        owners = [f for f in self.rank if f != self.pos.black and self.pos.cities_of(f) >> area & 1]
        return min(owners, key=self.rank.__getitem__) if owners else self.pos.me

    # ------------------------------------------------------------------------ discs removed

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
            able = [f for f in able if f != pos.me]
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
        found = sorted(members(open_to), key=self._raid, reverse=True)
        return found[:most] if most else found

    def _raid(self, area: Area) -> int:
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


def wonder_rank(pos: Position, number: int) -> tuple[int, int]:
    """Wonders in the order of the card priorities of what they give."""
    does = pos.world.deck.wonders[number].does
    first = does[0]
    if isinstance(first, Draw | Look | Recover):
        return 1, number
    if isinstance(first, Gain):
        return (4 if first.vp else 5 if first.talents else 11), number
    return 12, number


def _for_named(operation: Any) -> bool:
    return (operation.who if isinstance(operation, Gain) else operation.whose) == "named"


# --------------------------------------------------------- one function per kind of operation


def _remove(e: Effects, out: Tally, play: Play, op: Remove) -> None:
    pairs = e.removals(play, op)
    for area, faction in pairs:
        e.lose(out, faction, area)
    if op.replaced_by == "you":
        out.placed += min(len(pairs), e.pos.view.supply[e.pos.me])
    elif op.replaced_by == "barbarians":
        out.barbarians += len(pairs)


def _remove_every(e: Effects, out: Tally, play: Play, op: RemoveEvery) -> None:
    pos = e.pos
    whose = {"faction": "any", "city": "any", "civilization": "civilization", "opposing": "opposing"}[op.of]
    for area in members(select(pos.s, play, op.where)):
        for faction in whose_discs(pos.s, play, whose, area):  # type: ignore[arg-type]
            if op.of != "city" or (faction != pos.black and pos.view.at_least[2][faction] >> area & 1):
                e.lose(out, faction, area)


def _down_to(e: Effects, out: Tally, play: Play, op: DownTo) -> None:
    faction, area = play.factions[0], play.areas[0]
    surplus = strength(e.pos.s, faction, area) - op.n
    e.lose(out, faction, area, max(0, min(surplus, in_reach(e.pos.s, play, faction, area))))


def _remove_own(e: Effects, out: Tally, play: Play, op: RemoveOwn) -> None:
    out.enemy_discs += min(op.n, e.pos.total(play.factions[0]))


def _place(e: Effects, out: Tally, play: Play, op: Place) -> None:
    pos = e.pos
    me = pos.me
    if op.whose == "named" and play.factions[:1] != (me,):
        return
    if op.all or op.must:
        priorities = forced_discs(pos, e.ties, play, op)
        if priorities is None:
            out.forbidden += 1
            return
        out.placed += len(priorities)
        out.order += sum(1 << DIGIT * (NO_PRIORITY - n) for n in priorities if n < NO_PRIORITY)
    elif op.options(pos.s, play, ()):
        out.placed += min(pos.view.supply[me], op.n)


def _barbarians(e: Effects, out: Tally, play: Play, op: Barbarians) -> None:
    pos = e.pos
    areas = select(pos.s, play, op.where)
    theirs = e.raids(areas, op.areas)
    mine = 0 if op.areas else (areas & pos.occupied).bit_count()
    out.raided += mine
    out.against += op.n * sum(map(e._raid, theirs))
    out.barbarians += op.n * (len(theirs) - 2 * mine)


def _forbid(e: Effects, out: Tally, play: Play, op: Forbid) -> None:
    pos = e.pos
    areas = select(pos.s, play, op.where)
    for enemy in pos.enemies:
        out.against += sum(e.weight(enemy, area) for area in members(areas & pos.here[enemy]))
    out.other += (areas & pos.occupied_by(list(pos.enemies))).bit_count()
    out.other -= 2 * (areas & pos.occupied).bit_count()


def _gain(e: Effects, out: Tally, play: Play, op: Gain) -> None:
    pos = e.pos
    if op.who == "named":
        return
    if op.where is not None and not pos.occupied & select(pos.s, play, op.where):
        return
    if op.city_where is not None and not pos.cities & select(pos.s, play, op.city_where):
        return
    if op.most_cities:
        counts = [pos.city_count(f) for f in range(pos.world.n_factions)]
        if counts.count(max(counts)) > 1 or counts[pos.me] < max(counts):
            return
    n = {"talents": op.talents, "vp": op.vp, "ready": op.ready}
    if op.plus is not None:
        n[op.plus.good] = max(n[op.plus.good] + op.plus.number(pos.s, pos.me), op.at_least)
        if op.at_most:
            n[op.plus.good] = min(n[op.plus.good], op.at_most)
    out.talents += n["talents"]
    out.vp += n["vp"]
    out.placed += n["ready"]


def _lose(e: Effects, out: Tally, play: Play, op: Lose) -> None:
    view = e.pos.view
    if not play.factions:
        return
    victim = play.factions[0]
    lost = min(op.vp, int(view.vp[victim]))
    out.their_vp += lost
    if op.to_you:
        out.vp += lost
    out.their_talents += min(op.talents, view.treasury[victim])
    if op.short == "city disc" and e.pos.cities_of(victim):
        out.enemy_discs += op.talents - min(op.talents, view.treasury[victim])


def _penalty(e: Effects, out: Tally, play: Play, op: Penalty) -> None:
    out.their_cards += e.pos.city_count(play.factions[0]) if op.per_city else 1


def _discard(e: Effects, out: Tally, play: Play, op: Discard) -> None:
    out.their_cards += min(op.n, e.pos.view.hand_sizes[play.factions[0]])


def _take(e: Effects, out: Tally, play: Play, op: Take) -> None:
    n = sum(1 for victim in play.factions if e.pos.view.hand_sizes[victim])
    out.cards += n
    out.their_cards += n


def _cards(e: Effects, out: Tally, play: Play, op: Draw | Look | Recover) -> None:
    out.cards += op.n if isinstance(op, Draw) else 1


def _swap(e: Effects, out: Tally, play: Play, op: SwapPlaces) -> None:
    order = e.pos.view.order
    one, two = play.factions
    if e.pos.me in (one, two):
        other = two if one == e.pos.me else one
        out.other += order.index(e.pos.me) - order.index(other)


def _take_place(e: Effects, out: Tally, play: Play, op: TakePlace) -> None:
    out.other += e.pos.view.order.index(e.pos.me)


def _build(e: Effects, out: Tally, play: Play, op: Build) -> None:
    out.wonder += 5


def _bury(e: Effects, out: Tally, play: Play, op: Bury) -> None:
    out.wonder_harm += 5


def _restore(e: Effects, out: Tally, play: Play, op: Restore) -> None:
    out.wonder += 1 + op.n


def _wonder_discs(e: Effects, out: Tally, play: Play, op: WonderDiscs) -> None:
    wonder = e.pos.view.wonders[play.wonder]
    if op.n < 0:
        out.wonder_harm += min(-op.n, wonder.discs)
    elif wonder.owner == e.pos.me:
        out.wonder += op.n


def _white(e: Effects, out: Tally, play: Play, op: Any) -> None:
    out.other += 1


_COUNTERS: dict[type, Callable[..., None]] = {
    Remove: _remove, RemoveEvery: _remove_every, DownTo: _down_to, RemoveOwn: _remove_own, Place: _place,
    Barbarians: _barbarians, Forbid: _forbid, Gain: _gain, Lose: _lose, Penalty: _penalty,
    Discard: _discard, Take: _take, Draw: _cards, Look: _cards, Recover: _cards, SwapPlaces: _swap,
    TakePlace: _take_place, Build: _build, Bury: _bury, Restore: _restore, WonderDiscs: _wonder_discs,
    Allies: _white, BuyAllies: _white, Shield: _white, ForbidTalents: _white,
}  # fmt: skip
