"""Naming the targets of a card before anybody may answer it (CRD-14)."""

from __future__ import annotations

from typing import ClassVar, Literal

from ..kernel.actions import (
    STOP,
    STOP_BIT,
    area_actions,
    area_of,
    faction_action,
    faction_of,
    wonder_actions,
    wonder_of,
)
from ..kernel.bits import mask_of, members
from ..kernel.state import Seen
from ..kernel.types import Area, Areas, Faction
from ..table.losses import walled_homes
from ..table.terms import cities, in_game, near, occupied, present, settlements
from ..table.wonders import affordable
from .base import (
    Count,
    Operation,
    Play,
    Positive,
    Topic,
    Where,
    ascending,
    faction_bits,
    picked_areas,
    select,
    whose_discs,
    with_city,
)


class NameArea(Operation, frozen=True, tag="name_area"):
    """Name one or more areas; `linked`: each adjacent to the one before."""

    question: ClassVar[str] = "name_area"
    names: ClassVar[bool] = True

    where: Where = Where()
    n: Positive = 1
    up_to: bool = False
    linked: bool = False
    then: Where | None = None  # what the second and later areas must be, if different

    def introduces(self) -> set[Topic]:
        return {"area"}

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        if len(picked) == self.n or (picked and picked[-1] == STOP):
            return 0
        if not picked:
            first = self._nameable(s, play, self.where)
            if self.linked and self.n > 1 and not self.up_to:  # a second area must be there too
                second = self._nameable(s, play, self.then or self.where)
                around = s.world.board.neighbours
                first = mask_of(a for a in members(first) if around[a] & second)
            return area_actions(first)
        more = self._nameable(s, play, self.then or self.where)
        if self.linked:
            more &= s.world.board.neighbours[area_of(picked[-1])]
        elif self.then is None:
            more = ascending(more, picked)
        more &= ~mask_of(picked_areas(picked))
        if not more:
            return 0
        return area_actions(more) | (STOP_BIT if self.up_to else 0)

    def _nameable(self, s: Seen, play: Play, where: Where) -> Areas:
        areas = select(s, play, where)
        for closed in s.world.on.off_limits:
            areas &= ~closed(s, play)
        return areas

    def declare(self, play: Play, picked: tuple[int, ...]) -> Play:
        return play.choosing(picked, areas=tuple([area_of(action) for action in picked if action != STOP]))


class NameCity(Operation, frozen=True, tag="name_city"):
    """Name a City: its area, and its owner where several stand together."""

    question: ClassVar[str] = "name_city"
    names: ClassVar[bool] = True

    who: Literal["any", "opposing"] = "any"

    def introduces(self) -> set[Topic]:
        return {"area", "civilization"}

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        if not picked:
            areas = with_city(s, play, self.who)
            protected = areas if s.world.on.card_cap else areas & walled_homes(s)
            for area in members(protected):
                if not self._owners(s, play, area):
                    areas &= ~(1 << area)
            return area_actions(areas)
        return faction_bits(self._owners(s, play, area_of(picked[0]))) if len(picked) == 1 else 0

    def _owners(self, s: Seen, play: Play, area: Area) -> list[Faction]:
        """Whose Cities there can be named."""
        return [
            f
            for f in whose_discs(s, play, "any", area)
            if cities(s, f) >> area & 1 and (self.who == "any" or f != play.by)
        ]

    def declare(self, play: Play, picked: tuple[int, ...]) -> Play:
        return play.choosing(picked, areas=(area_of(picked[0]),), factions=(faction_of(picked[1]),))


class NameCivilization(Operation, frozen=True, tag="name_civilization"):
    """Name one or more civilizations."""

    question: ClassVar[str] = "name_civilization"
    names: ClassVar[bool] = True

    who: Literal["any", "opposing"] = "opposing"
    n: Positive = 1
    up_to: bool = False
    having: Literal[
        "nothing special", "cards", "cards or talents", "cities", "settlements", "discs", "trade",
        "vp", "talents or cities", "discs in named area", "supply and land", "two adjacent lands",
        "competition", "turn",
    ] = "nothing special"  # fmt: skip

    def speaks_of(self) -> set[Topic]:
        return {"area"} if self.having == "discs in named area" else set()

    def introduces(self) -> set[Topic]:
        return {"civilization", "2 civilizations"} if self.n == 2 and not self.up_to else {"civilization"}

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        if len(picked) == self.n or (picked and picked[-1] == STOP):
            return 0
        nameable = present(s)
        if self.having == "discs in named area":  # those of who is out of the game, too (PERS-09a)
            nameable = [*nameable, *members(s.absent)]
        candidates = [
            faction
            for faction in nameable
            if (self.who == "any" or faction != play.by)
            and faction_action(faction) not in picked
            and self._fits(s, play, faction)
        ]
        if self.n > 1 and not self.up_to and not picked and len(candidates) < self.n:
            return 0
        if picked and not candidates:
            return 0
        return faction_bits(candidates) | (STOP_BIT if self.up_to and picked else 0)

    def _fits(self, s: Seen, play: Play, faction: Faction) -> bool:
        having = self.having
        if having == "nothing special":
            return True
        if having == "turn":
            return faction in s.order
        if having == "cards":
            return bool(s.hand_sizes[faction])
        if having == "cards or talents":
            return bool(s.hand_sizes[faction] or s.treasury[faction])
        if having == "cities":
            return bool(cities(s, faction))
        if having == "talents or cities":
            return bool(s.treasury[faction] or cities(s, faction))
        if having == "settlements":
            return bool(settlements(s, faction) & s.world.board.land)
        if having == "discs":
            return bool(occupied(s, faction))
        if having == "vp":
            return s.vp[faction] > 0
        if having == "discs in named area":
            return bool(s.discs[faction][play.areas[0]])
        if having == "supply and land":
            return s.supply[faction] > 0 and bool(occupied(s, faction) & s.world.board.land)
        if having == "two adjacent lands":
            lands = occupied(s, faction) & s.world.board.land
            return bool(lands & s.world.board.around(lands))
        if having == "competition":
            return bool(occupied(s, faction) & select(s, play, Where(contested=True)))
        seas = occupied(s, play.by) & s.world.board.coastal
        return s.hand_sizes[faction] > 0 and bool(occupied(s, faction) & (seas | s.world.board.around(seas)))

    def declare(self, play: Play, picked: tuple[int, ...]) -> Play:
        factions = tuple([faction_of(action) for action in picked if action != STOP])
        return play.choosing(picked, factions=factions)


class NameWonder(Operation, frozen=True, tag="name_wonder"):
    """Name a Wonder by its state and owner."""

    question: ClassVar[str] = "name_wonder"
    names: ClassVar[bool] = True

    state: Literal["available", "built", "buried"] = "built"
    who: Literal["any", "you", "opposing"] = "any"
    near: bool = False
    owner_supply: bool = False  # the owner has a disc left to put on it
    resources: Count = 0  # an available Wonder that you can build for so many resources ...
    discs: Count = 0  # ... of which so many must be discs from the map

    def introduces(self) -> set[Topic]:
        if self.state == "available":
            return {"available Wonder"}
        return {"built Wonder"} if self.state == "built" else {"buried Wonder"}

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        if picked:
            return 0
        if self.resources:
            payable = affordable(s, play.by, self.resources, self.discs, play.card)
        out = 0
        for number, (owner, area, _, buried) in enumerate(s.wonders):
            state = "available" if owner < 0 else "buried" if buried else "built"
            if state != self.state or (owner >= 0 and not in_game(s, owner)):
                continue
            if self.who == "you" and owner != play.by:
                continue
            if self.who == "opposing" and owner == play.by:
                continue
            if self.near and not near(s, play.by) >> area & 1:
                continue
            if self.resources and not payable >> number & 1:
                continue
            if self.owner_supply and not s.supply[owner]:
                continue
            out |= 1 << number
        return wonder_actions(out)

    def declare(self, play: Play, picked: tuple[int, ...]) -> Play:
        return play.choosing(picked, wonder=wonder_of(picked[0]))
