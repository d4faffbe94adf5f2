"""Talents, VP and Ready discs: gain, lose, penalties."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from ..kernel.actions import (
    CARD_BITS,
    LOSE_DISC,
    LOSE_DISC_BIT,
    LOSE_VP,
    LOSE_VP_BIT,
    PAY_TALENT,
    PAY_TALENT_BIT,
    area_action,
    area_actions,
    card_actions,
    card_of,
)
from ..kernel.bits import mask_of, members
from ..kernel.machine import answer, ask, push, step
from ..kernel.state import Seen, State
from ..kernel.types import Action, Area, Faction
from ..table.card_changes import discard
from ..table.changes import gain_talents, gain_vp, lose_talents, lose_vp, to_ready
from ..table.losses import CARD_EFFECT, exposed, inflict, reachable
from ..table.terms import cities, city_counts, controlled, most, occupied, own_wonder_areas, scorers
from .base import Count, Operation, Play, Positive, Tags, Topic, Where, picked_areas, select
from .discs import in_reach


class Plus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """More of it: 1 for every so many things counted."""

    every: Positive
    count: Literal["coastal seas occupied", "coastal seas controlled", "own wonders"]
    good: Literal["talents", "vp", "ready"]

    def number(self, s: Seen, faction: Faction) -> int:
        """How many more."""
        coastal = s.world.board.coastal
        if self.count == "own wonders":
            return own_wonder_areas(s, faction) // self.every
        seas = occupied(s, faction) if self.count == "coastal seas occupied" else controlled(s, faction)
        return (seas & coastal).bit_count() // self.every


class Gain(Operation, frozen=True, tag="gain"):
    """Gain talents, VP or Ready discs."""

    talents: Count = 0
    vp: Count = 0
    ready: Count = 0
    land_only: bool = False  # the Ready discs must be placed on land
    who: Literal["you", "each", "named"] = "you"
    where: Where | None = None  # only with a disc in such an area
    city_where: Where | None = None  # only with a City in such an area
    plus: Plus | None = None
    at_least: Count = 0
    at_most: Count = 0
    most_cities: bool = False  # only with more Cities than any other civilization
    most_seas: bool = False  # only with Control of more sea areas than any other civilization with VP

    def possible(self, s: Seen, play: Play) -> bool:
        return True

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        if self.who == "each":
            factions = s.order.copy()
        else:
            factions = [play.by] if self.who == "you" else list(play.factions[:1])
        for faction in factions:
            if self._entitled(s, play, faction):
                self._give(s, play, faction)

    def _entitled(self, s: Seen, play: Play, faction: Faction) -> bool:
        if self.where is not None and not occupied(s, faction) & select(s, play, self.where):
            return False
        if self.city_where is not None and not cities(s, faction) & select(s, play, self.city_where):
            return False
        if self.most_seas:
            seas = [
                (controlled(s, f) & s.world.board.sea).bit_count() if f in scorers(s) else 0
                for f in range(s.world.n_factions)
            ]
            return most(seas) == faction
        if self.most_cities:
            return most(city_counts(s)) == faction
        return True

    def _give(self, s: State, play: Play, faction: Faction) -> None:
        talents, vp, ready = self.talents, self.vp, self.ready
        if self.plus is not None:
            n = {"talents": talents, "vp": vp, "ready": ready}
            good = self.plus.good
            n[good] = max(n[good] + self.plus.number(s, faction), self.at_least)
            if self.at_most:
                n[good] = min(n[good], self.at_most)
            talents, vp, ready = n.values()
        cause = play.cause
        gain_talents(s, faction, talents, cause)
        gain_vp(s, faction, vp, cause)
        if ready and s.special >= 0 and play.kind in ("wonder", "ability"):
            s.special += ready  # in the sum the minimum of 3 is compared with (GRO-10, GRO-11)
        elif ready:
            to_ready(s, faction, ready, cause, self.land_only)

    def tag(self, tags: Tags) -> None:
        more = self.plus.good if self.plus is not None else ""
        tags.gives_talents |= self.talents > 0 or more == "talents"
        tags.gives_vp |= self.vp > 0 or more == "vp"
        tags.discs += self.ready


class Lose(Operation, frozen=True, tag="lose"):
    """The named civilization loses talents or VP."""

    question: ClassVar[str] = "remove"
    needs: ClassVar[frozenset[Topic]] = frozenset({"civilization"})

    talents: Count = 0
    vp: Count = 0
    to_you: bool = False  # you gain what it lost
    short: Literal["nothing", "city disc"] = "nothing"  # for each talent it is short

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        if self.short == "nothing":
            return 0
        faction = play.factions[0]
        missing = self.talents - min(self.talents, s.treasury[faction])
        if len(picked) >= missing:
            return 0
        areas = members(cities(s, faction))
        return area_actions(
            mask_of(a for a in areas if exposed(s, faction, a) > picked.count(area_action(a)))
        )

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        faction = play.factions[0]
        missing = self.talents - lose_talents(s, faction, self.talents, play.cause)
        if self.vp:
            lost = lose_vp(s, faction, self.vp, play.cause)
            if self.to_you:
                gain_vp(s, play.by, lost, play.cause)
        if picked:  # it may have gained a talent since, by an answer
            losses = [(faction, area, -1) for area in picked_areas(picked)[:missing]]
            inflict(s, losses, play.cause, CARD_EFFECT, play.by)

    def possible(self, s: Seen, play: Play) -> bool:
        return True

    def costs(self, s: Seen, play: Play) -> bool:
        faction = play.factions[0]
        return bool((self.talents and s.treasury[faction]) or (self.vp and s.vp[faction]))

    def tag(self, tags: Tags) -> None:
        tags.costs_talents |= self.talents > 0
        tags.costs_vp |= self.vp > 0
        tags.gives_vp |= self.to_you
        tags.removes |= self.short == "city disc"

    def victims(self, s: Seen, play: Play, picked: tuple[int, ...] | None) -> int:
        return mask_of(play.factions[:1]) if picked else 0


PenaltyKind = Literal["vp", "talent", "card", "disc"]


class Penalty(Operation, frozen=True, tag="penalty"):
    """The named civilization chooses how to suffer: once, or for each of its Cities (CLR-01)."""

    one_of: Annotated[tuple[PenaltyKind, ...], msgspec.Meta(min_length=1)]
    per_city: bool = False

    def speaks_of(self) -> set[Topic]:
        return {"civilization"} if self.per_city else {"civilization", "area"}

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        faction = play.factions[0]
        areas = members(cities(s, faction)) if self.per_city else list(play.areas)
        spared = [a for a in areas if s.world.on.card_cap and not in_reach(s, play, faction, a)]
        open_to_it = tuple(a for a in areas if a not in spared)
        if open_to_it:
            push(s, penalty, faction, open_to_it, self.one_of, play.cause, play.by)
        if spared:  # their discs are safe, nothing else is: they are asked for first
            rest = tuple(kind for kind in self.one_of if kind != "disc")
            push(s, penalty, faction, tuple(spared), rest, play.cause, play.by)

    def costs(self, s: Seen, play: Play) -> bool:
        faction = play.factions[0]
        means = {"vp": s.vp[faction] >= 1, "talent": s.treasury[faction], "card": s.hand[faction], "disc": 0}
        return any(means[kind] for kind in self.one_of)

    def tag(self, tags: Tags) -> None:
        tags.removes |= "disc" in self.one_of
        tags.costs_vp |= "vp" in self.one_of
        tags.costs_talents |= "talent" in self.one_of
        tags.costs_cards |= "card" in self.one_of

    def victims(self, s: Seen, play: Play, picked: tuple[int, ...] | None) -> int:
        return mask_of(play.factions) if "disc" in self.one_of else 0


@step("penalty")
def penalty(
    s: State, faction: Faction, areas: tuple[int, ...], one_of: tuple[str, ...], cause: str, by: Faction
) -> None:
    """Ask the victim for the penalty of the next area."""
    if not areas:
        return
    if len(areas) > 1:
        push(s, penalty, faction, areas[1:], one_of, cause, by)
    area = areas[0]
    legal = 0
    if "disc" in one_of and exposed(s, faction, area):
        legal |= LOSE_DISC_BIT
    if "talent" in one_of and s.treasury[faction]:
        legal |= PAY_TALENT_BIT
    if "vp" in one_of and s.vp[faction] >= 1:  # half a VP does not pay for a whole one
        legal |= LOSE_VP_BIT
    if "card" in one_of:
        legal |= card_actions(s.hand[faction])
    if legal != LOSE_DISC_BIT and not reachable(s, faction, 1 << area, by):
        legal &= ~LOSE_DISC_BIT
    if legal:
        forced = not legal & ~CARD_BITS
        ask(s, penalty_chosen, (faction, area, cause, by, forced), faction, "penalty", legal,
            area=area, by=by, n=len(areas))  # fmt: skip


@answer("penalty")
def penalty_chosen(
    s: State, action: Action, faction: Faction, area: Area, cause: str, by: Faction, forced: bool
) -> None:
    """Suffer it; a disc may still be saved by paying as usual (CLR-09)."""
    if action == LOSE_DISC:
        inflict(s, [(faction, area, -1)], cause, CARD_EFFECT, by)
    elif action == PAY_TALENT:
        lose_talents(s, faction, 1, cause)
    elif action == LOSE_VP:
        lose_vp(s, faction, 1, cause)
    else:
        discard(s, faction, card_of(action), cause, forced=forced)
