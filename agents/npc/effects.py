"""What a play would do: for the size of a card's effect and for the choice of its targets.

Targets not yet named are named in thought the way they will be named.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add
from typing import Any

from acis_rules.effects import Play, select
from acis_rules.effects.contest import Allies
from acis_rules.effects.discs import Barbarians, Forbid, Place, Remove, RemoveEvery
from acis_rules.effects.goods import Gain
from acis_rules.effects.naming import NameArea, NameCity, NameCivilization, NameWonder
from acis_rules.effects.order import SwapPlaces
from acis_rules.effects.wonder import Bury, WonderDiscs
from acis_rules.kernel.actions import (
    STOP,
    area_action,
    area_of,
    areas_in,
    faction_action,
    faction_of,
    wonder_action,
    wonder_of,
)
from acis_rules.kernel.bits import mask_of, members
from acis_rules.kernel.types import Actions, Area

from .chance import Reveals
from .counting import COUNTERS
from .placement import Placement
from .position import Position
from .priorities import next_order
from .tally import Spot, Tally, hits
from .ties import Ties
from .told import named
from .victims import Victims
from .wonders import wonder_rank

Operations = tuple[Any, ...]
RIGHT_THERE, NEXT_TO_IT, ANYWHERE = range(3)


class Effects:
    """Tallies of plays at one position."""

    def __init__(self, pos: Position, ties: Ties | None = None) -> None:
        self.pos = pos
        self.ties = ties or Ties("A", Reveals(0))
        self.victims = Victims(pos, self.ties)
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
                counter = COUNTERS.get(type(operation))
                if counter is not None:
                    counter(self.victims, out, play, operation)

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
            told = named(self.pos, play, legal)
            return told[0] if told is not None else self._civilization(legal, rest)
        if isinstance(operation, NameWonder):
            return self._wonder(operation, legal, rest)
        if isinstance(operation, NameCity) and len(picked) == 1:
            return min(members(legal), key=lambda a: self.victims.rank_of(faction_of(a)))
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
        areas = members(areas_in(legal))
        if isinstance(operation, NameArea) and operation.n > 1:
            return self._areas(play, operation, picked, areas, bool(legal & 1), rest)
        city = isinstance(operation, NameCity)

        def spot(area: Area) -> Spot:
            there = play.at(area)
            if city:
                there = there._replace(factions=(self._owner(area),))
            tally = self.tally(there, rest)
            return (-tally.hurts, *tally.spot)

        return area_action(self._between(self._worst_for_others(areas, rest, 1, spot), rest))

    def _areas(
        self, play: Play, operation: NameArea, picked: tuple[int, ...], areas: list[int], may_stop: bool,
        rest: Operations,
    ) -> int:  # fmt: skip
        """The next of several areas, which are judged together."""
        left = operation.n - len(picked)
        if operation.linked:
            spots = {area: self._spot(play, area, rest) for area in areas}
            spots = self._chains(play, operation, picked, spots, rest, left)
        else:
            spots = self._worst_for_others(areas, rest, left, lambda area: self._spot(play, area, rest))
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
        known = dict(spots)
        beside: dict[int, list[int]] = {}  # by area: those next to it, the best first

        def spot(area: Area) -> Spot:
            if area not in known:
                known[area] = self._spot(play, area, rest)
            return known[area]

        def chain(area: Area, taken: int, n: int) -> Spot:
            own = spot(area)
            if n == 1:
                return own
            taken |= 1 << area
            if area not in beside:
                beside[area] = sorted(members(around[area] & more), key=spot, reverse=True)
            after = [a for a in beside[area] if not taken >> a & 1]
            further = [chain(a, taken, n - 1) for a in after] if n > 2 else [known[a] for a in after[:1]]
            if operation.up_to or not further:
                further.append((0,) * len(own))
            return tuple(map(add, own, max(further)))

        before = sum(1 << area_of(action) for action in picked)
        return {area: chain(area, before, left) for area in spots}

    def _worst_for_others(
        self, areas: list[int], rest: Operations, n: int, spot: Callable[[Area], Spot]
    ) -> dict[int, Spot]:
        """The spots of the areas; n or more of the best suffice.

        Harm to the Primary enemy counts before all other harm, and so on (NPC-14): if it can be done in n
        areas, those out of its reach are not looked at.
        """
        reach = max(map(_reach, rest), default=ANYWHERE)
        if reach == ANYWHERE:
            return {area: spot(area) for area in areas}
        spots: dict[int, Spot] = {}
        left = mask_of(areas)
        for least, here in self.victims.by_rank:
            near = here | self.pos.board.around(here) if reach == NEXT_TO_IT else here
            for area in members(left & near):
                spots[area] = spot(area)
            left &= ~near
            if sum(hits(found, least) for found in spots.values()) >= n:
                return dict(sorted(spots.items()))
        for area in members(left):
            spots[area] = spot(area)
        return dict(sorted(spots.items()))

    def _spot(self, play: Play, area: Area, rest: Operations) -> Spot:
        """What a play does in one of several areas; looked at once per position."""
        key = (play.kind, play.id, play.mode, play.factions, area)
        found = self._spots.get(key)
        if found is None:
            found = self._spots[key] = self.tally(play.at(area), rest).spot
        return found

    def _between(self, spots: dict[int, Spot], rest: Operations) -> int:
        """The best of several spots; for own discs the placement priorities tell equal ones apart."""
        best = max(spots.values())
        areas = [area for area, spot in spots.items() if spot == best]
        place = next((op for op in rest if isinstance(op, Place)), None)
        if len(areas) > 1 and place is not None:
            among = sum(1 << area for area in areas)
            order = next_order(Placement(self.pos, self.ties), among, place.n or 1, place.each)
            if order is not None:
                return order.area
        return areas[0]

    def _owner(self, area: Area) -> int:
        """Whose City is meant where several stand together."""
        rank = self.victims.rank
        owners = [f for f in rank if f != self.pos.black and self.pos.cities_of(f) >> area & 1]
        return min(owners, key=rank.__getitem__) if owners else self.pos.me


def _reach(operation: Any) -> int:
    """How far from the area that was named an operation does something."""
    if not isinstance(operation, Remove | RemoveEvery | Barbarians | Forbid):
        return ANYWHERE
    where = operation.where
    if where.within == "named":
        return RIGHT_THERE
    return NEXT_TO_IT if where.within == "named or adjacent" or where.adjacent_to == "named" else ANYWHERE


def _for_named(operation: Any) -> bool:
    return (operation.who if isinstance(operation, Gain) else operation.whose) == "named"
