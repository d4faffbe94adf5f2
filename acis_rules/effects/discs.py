"""Discs on the map: remove, replace, place, put Barbarians, forbid."""

from __future__ import annotations

from typing import ClassVar, Literal

from ..kernel.actions import STOP, STOP_BIT, area_action, area_actions, area_of, faction_action, faction_of
from ..kernel.bits import mask_of, members, union
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.moments import NO_CAP
from ..kernel.state import Seen, State
from ..kernel.types import Action, Area, Areas, Faction
from ..table.barbarians import barbarians_come
from ..table.changes import place_if_able
from ..table.losses import CARD_EFFECT, NO_CARDS, Loss, card_cap, exposed, inflict, reachable, walled_homes
from ..table.terms import (
    cities,
    limit,
    occupied,
    occupied_by_anybody,
    occupied_by_civilizations,
    occupied_by_others,
    room,
    strength,
)
from .base import (
    MANY_DISCS,
    Count,
    Operation,
    Play,
    Positive,
    Tags,
    Topic,
    Where,
    Whose,
    ascending,
    faction_bits,
    picked_areas,
    select,
    whose_discs,
)


def _flags(s: Seen, play: Play) -> int:
    """Walls and caps protect from card effects other than those of Competition cards (CIV-35, GOLD-03)."""
    protected = play.kind == "card" and not s.world.deck.cards[play.id].competition
    return CARD_EFFECT if protected else 0


def in_reach(s: Seen, play: Play, faction: Faction, area: Area) -> int:
    """How many discs of a faction the play can still pick in an area; for walls see `whose_discs`."""
    if s.world.on.card_cap and _flags(s, play) and card_cap(s, faction, area) < NO_CAP:
        return max(0, exposed(s, faction, area) - _hits_before(s, play, faction, area))
    return strength(s, faction, area)


def _hits_before(s: Seen, play: Play, faction: Faction, area: Area) -> int:
    """How many discs of the faction there earlier operations of the play have picked."""
    pair = (area_action(area), faction_action(faction))
    return sum(
        list(zip(picks[::2], picks[1::2], strict=False)).count(pair)
        for operation, picks in zip(s.world.operations(s, play), play.picks, strict=False)
        if isinstance(operation, Remove)
    )


class Remove(Operation, frozen=True, tag="remove"):
    """Remove (or replace) discs that you pick: an area, then whose disc (CRD-21)."""

    question: ClassVar[str] = "remove"

    where: Where = Where()
    of: Whose = "any"
    each: Positive = 1  # discs per area
    areas: Count = 0  # different areas at most; 0: no limit
    total: Count = 0  # discs at most; 0: no limit
    all: bool = False  # every area that fits, as far as discs are there
    up_to: bool = False
    by_margin: bool = False  # the second disc only from a faction 2 or more ahead of you
    replaced_by: Literal["nobody", "you", "barbarians"] = "nobody"

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        if picked and picked[-1] == STOP:
            return 0
        if len(picked) % 2:
            area = area_of(picked[-1])
            return faction_bits(self._factions(s, play, area, picked[:-1]))
        if self.total and len(picked) // 2 >= self.total:
            return 0
        taken = picked_areas(picked[::2])
        areas = ascending(select(s, play, self.where) & self._present(s, play), picked[::2])
        if self.areas and len(set(taken)) >= self.areas:
            areas &= mask_of(taken)
        fit = 0
        if self.of != "stronger":
            # Without walls, caps and earlier picks a disc that is there can be picked: no closer look.
            protected = s.world.on.card_cap or s.world.on.irreplaceable
            fit = 0 if protected else areas & ~walled_homes(s) & ~mask_of(taken)
        for area in members(areas & ~fit):
            if taken.count(area) < self.each and self._factions(s, play, area, picked):
                fit |= 1 << area
        if self.all:
            fit &= -fit  # one area after the other
        return area_actions(fit) | (STOP_BIT if self.up_to else 0) if fit else 0

    def takes_all_named(self) -> bool:
        """Whether it takes a disc in every area named, wherever one can be taken, without a choice."""
        return self.all and not self.up_to and self.where == Where(within="named")

    def first_victims(self, s: Seen, play: Play, area: Area) -> list[Faction]:
        """Whose disc may be picked first in an area."""
        return self._factions(s, play, area, ())

    def _present(self, s: Seen, play: Play) -> Areas:
        """Areas with a disc of those it speaks of."""
        if self.of == "any":
            return occupied_by_anybody(s)
        if self.of == "you":
            return occupied(s, play.by)
        if self.of == "named":
            return occupied(s, play.factions[0])
        if self.of in ("civilization", "opposing civilization"):
            return occupied_by_civilizations(s, -1 if self.of == "civilization" else play.by)
        return occupied_by_others(s, play.by)

    def _factions(self, s: Seen, play: Play, area: Area, picked: tuple[int, ...]) -> list[int]:
        """Whose disc may be picked next in this area."""
        here = [faction_of(picked[i + 1]) for i in range(0, len(picked), 2) if picked[i] == area_action(area)]
        factions = whose_discs(s, play, self.of, area)
        if here and self.of in ("largest opposing", "stronger"):
            factions = here[:1]  # both discs come from the faction chosen first
            ahead = strength(s, here[0], area) - strength(s, play.by, area)
            if self.by_margin and ahead < 2:
                return []
        if self.replaced_by == "you":
            for keeps in s.world.on.irreplaceable:
                factions = [f for f in factions if not keeps(s, play.by, f, area)]
        return [f for f in factions if in_reach(s, play, f, area) > here.count(f)]

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        new = {"nobody": -1, "you": play.by, "barbarians": s.world.barbarians}[self.replaced_by]
        losses: list[Loss] = [
            (faction_of(picked[i + 1]), area_of(picked[i]), new)
            for i in range(0, len(picked) - 1, 2)
            if picked[i] != STOP
        ]
        inflict(s, losses, play.cause, _flags(s, play), play.by)

    def tag(self, tags: Tags) -> None:
        tags.removes = True
        if self.replaced_by == "you":
            tags.discs += self.total or self.areas * self.each
        tags.barbarians |= self.replaced_by == "barbarians"

    def victims(self, s: Seen, play: Play, picked: tuple[int, ...] | None) -> int:
        if picked is not None:
            return mask_of(faction_of(action) for action in picked[1::2])
        areas = members(select(s, play, self.where))
        return union(mask_of(whose_discs(s, play, self.of, area)) for area in areas)


class RemoveEvery(Operation, frozen=True, tag="remove_every"):
    """Remove 1 disc of everybody concerned in every area that fits."""

    where: Where = Where()
    of: Literal["faction", "civilization", "city", "opposing"] = "faction"
    no_cards: bool = False  # owners may not save these discs with cards

    def losses(self, s: Seen, play: Play) -> list[Loss]:
        """Whose discs it removes, and where."""
        whose: Whose = "any" if self.of in ("faction", "city") else (
            "civilization" if self.of == "civilization" else "opposing"
        )  # fmt: skip
        return [
            (faction, area, -1)
            for area in members(select(s, play, self.where))
            for faction in whose_discs(s, play, whose, area)
            if self.of != "city" or cities(s, faction) >> area & 1
        ]

    def possible(self, s: Seen, play: Play) -> bool:
        return bool(self.losses(s, play))

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        flags = _flags(s, play) | (NO_CARDS if self.no_cards else 0)
        inflict(s, self.losses(s, play), play.cause, flags, play.by)

    def tag(self, tags: Tags) -> None:
        tags.removes = True

    def victims(self, s: Seen, play: Play, picked: tuple[int, ...] | None) -> int:
        return mask_of(faction for faction, _, _ in self.losses(s, play))


class DownTo(Operation, frozen=True, tag="down_to"):
    """Remove discs of the named civilization in the named area until n are left."""

    needs: ClassVar[frozenset[Topic]] = frozenset({"area", "civilization"})

    n: Count = 0

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        faction, area = play.factions[0], play.areas[0]
        surplus = strength(s, faction, area) - self.n
        inflict(s, [(faction, area, -1)] * surplus, play.cause, _flags(s, play), play.by)

    def tag(self, tags: Tags) -> None:
        tags.removes = True

    def victims(self, s: Seen, play: Play, picked: tuple[int, ...] | None) -> int:
        return mask_of(play.factions)


class RemoveOwn(Operation, frozen=True, tag="remove_own"):
    """The named civilization removes n of its discs, its own choice (CLR-04)."""

    needs: ClassVar[frozenset[Topic]] = frozenset({"civilization"})

    n: Positive

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        push(s, remove_own, play.factions[0], self.n, play.cause, play.by)

    def tag(self, tags: Tags) -> None:
        tags.removes = True

    def victims(self, s: Seen, play: Play, picked: tuple[int, ...] | None) -> int:
        return mask_of(play.factions)


@step("remove_own")
def remove_own(s: State, faction: Faction, n: int, cause: str, by: Faction, spared: int = 0) -> None:
    """Ask the victim for its next disc; `spared` areas with Gold have lost theirs."""
    areas = mask_of(a for a in members(occupied(s, faction) & ~spared) if exposed(s, faction, a))
    areas = reachable(s, faction, areas, by) or areas
    if n and areas:
        ask(s, own_disc_chosen, (faction, n, cause, by, spared), faction, "remove_own", area_actions(areas),
            by=by, n=n)  # fmt: skip


@answer("remove_own")
def own_disc_chosen(
    s: State, action: Action, faction: Faction, n: int, cause: str, by: Faction, spared: int
) -> None:
    """Lose the disc chosen (or pay), then choose the next."""
    area = area_of(action)
    if card_cap(s, faction, area) < NO_CAP:
        spared |= 1 << area
    push(s, remove_own, faction, n - 1, cause, by, spared)
    inflict(s, [(faction, area, -1)], cause, CARD_EFFECT, by)


class Place(Operation, frozen=True, tag="place"):
    """Place discs from supply; stacking limits and the open-sea rule apply (CRD-20)."""

    question: ClassVar[str] = "place"

    where: Where = Where()
    n: Count = 0
    each: Positive = 1  # discs per area at most
    all: bool = False  # one in every area that fits
    whose: Literal["you", "named"] = "you"
    chain: bool = False  # `where` holds for the first; each further one is adjacent to the last
    growing: bool = False  # discs just placed count for `near`
    any_epoch: bool = False  # open seas too, whatever the Epoch
    must: bool = False  # not "up to": as many as possible

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        if picked and picked[-1] == STOP:
            return 0
        faction = play.by if self.whose == "you" else play.factions[0]
        if len(picked) >= s.supply[faction] or (not self.all and len(picked) >= self.n):
            return 0
        taken = picked_areas(picked)
        areas = room(s, faction, self.any_epoch, mask_of(taken))
        if not taken:
            areas &= select(s, play, self.where)
        elif self.chain:
            areas &= select(s, play, Where(kind=self.where.kind))
            areas &= s.world.board.neighbours[taken[-1]]
        else:
            areas &= select(s, play, self.where, mask_of(taken) if self.growing else 0)
            if not self.growing and not self.all:
                areas = ascending(areas, picked)
        if s.world.on.no_chain:
            areas &= self._reach(s, faction, taken)
        for area in set(taken) if taken else ():
            n = taken.count(area)
            if n >= self.each or s.discs[faction][area] + n >= limit(s, area):
                areas &= ~(1 << area)
        if self.all:  # only a short supply leaves a choice
            return area_actions(areas) if areas.bit_count() > s.supply[faction] - len(taken) else 0
        return area_actions(areas) | (0 if self.must else STOP_BIT) if areas else 0

    def _reach(self, s: Seen, faction: Faction, taken: list[int]) -> Areas:
        """Areas it reaches without a chain that is closed to it, where its own discs say how far it gets."""
        where = self.where
        if not (self.chain or where.near or where.adjacent_to == "occupied" or "own" in where.within):
            return -1
        declared = mask_of(taken)
        closed = union(areas(s, faction, declared) for areas in s.world.on.no_chain)
        if self.chain and taken:
            return 0 if closed >> taken[-1] & 1 else -1
        here = occupied(s, faction) | (declared if self.growing else 0)
        return here | s.world.board.around(here & ~closed)

    def left(self, picked: tuple[int, ...]) -> int:
        return max(0, self.n - len(picked))

    def possible(self, s: Seen, play: Play) -> bool:
        return self.all or bool(self.options(s, play, ()))

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        faction = play.by if self.whose == "you" else play.factions[0]
        areas = picked_areas(tuple(action for action in picked if action != STOP))
        if self.all:
            areas += members(select(s, play, self.where) & ~mask_of(areas))
        for area in areas:
            place_if_able(s, faction, area, play.cause, self.any_epoch)

    def tag(self, tags: Tags) -> None:
        tags.discs += self.n or (2 if self.where.within == "named" else MANY_DISCS)


class Barbarians(Operation, frozen=True, tag="barbarians"):
    """Put n Barbarian discs into each area chosen, or into all that fit."""

    question: ClassVar[str] = "put_barbarians"

    n: Positive
    where: Where = Where()
    areas: Count = 0  # how many areas at most you choose; 0: all that fit
    unlimited: bool = False  # Events may exceed the stacking limits, but for open seas (STK-08)

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        if not self.areas or len(picked) == self.areas or (picked and picked[-1] == STOP):
            return 0
        areas = ascending(select(s, play, self.where), picked) & ~mask_of(picked_areas(picked))
        return area_actions(areas) | STOP_BIT if areas else 0

    def possible(self, s: Seen, play: Play) -> bool:
        return True

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        if self.areas:
            areas = picked_areas(tuple(action for action in picked if action != STOP))
        else:
            rank = s.world.board.competition_rank
            areas = sorted(members(select(s, play, self.where)), key=rank.__getitem__)
        for area in reversed(areas):
            push(s, barbarians_come, play.by, area, self.n, play.cause, self.unlimited)

    def tag(self, tags: Tags) -> None:
        tags.barbarians = True


class Forbid(Operation, frozen=True, tag="forbid"):
    """No civilization may place discs in these areas until the end of the turn (CLR-25)."""

    where: Where

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        areas = select(s, play, self.where)
        s.forbidden |= areas
        for area in members(areas):
            tell(s, "forbidden", play.by, area=area, cause=play.cause)

    def tag(self, tags: Tags) -> None:
        tags.forbids = True


__all__ = ["Barbarians", "DownTo", "Forbid", "Place", "Remove", "RemoveEvery", "RemoveOwn"]
