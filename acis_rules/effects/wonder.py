"""Wonders through cards: build, bury, restore, discs on and off."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from ..kernel.actions import area_actions, area_of, is_area
from ..kernel.state import Seen, State
from ..table.holdings import lose_wonder_discs, raise_wonder, turn_wonder, wonder_discs_from_supply
from ..table.terms import wonder_sites
from ..table.wonders import can_pay, pay, payments
from .base import LARGEST, Count, Operation, Play, Positive, Tags, Topic


class Build(Operation, frozen=True, tag="build"):
    """Build the named Wonder for fewer resources; it is not the Wonder of the turn.

    Resources and site are declared with the card (CRD-14) and paid when it is resolved.
    """

    question: ClassVar[str] = "wonder_payment"
    needs: ClassVar[frozenset[Topic]] = frozenset({"available Wonder"})

    resources: Positive
    discs: Count  # how many of the resources must be discs from the map

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        if len(picked) > self.resources:
            return 0
        assert isinstance(s, State)  # whoever declares it plays the game
        after = s.copy()  # what the payments declared so far would leave
        for action in picked:
            pay(after, play.by, action)
        if len(picked) == self.resources:
            return area_actions(wonder_sites(after, play.by))
        discs = max(0, self.discs - sum(map(is_area, picked)))
        left = self.resources - len(picked)
        return payments(after, play.by, play.wonder, left, discs, picked[-1] if picked else 0)

    def asks(self, picked: tuple[int, ...]) -> str:
        return "wonder_site" if len(picked) == self.resources else self.question

    def left(self, picked: tuple[int, ...]) -> int:
        return self.resources - len(picked)

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        *resources, site = picked
        after = s.copy()
        for action in resources:
            if not can_pay(after, play.by, action):
                return  # a declared card was used to answer in the meantime: the build is void
            pay(after, play.by, action)
        if wonder_sites(after, play.by) >> area_of(site) & 1:
            for action in resources:
                pay(s, play.by, action)
            raise_wonder(s, play.by, play.wonder, area_of(site))

    def tag(self, tags: Tags) -> None:
        tags.builds_wonder = True


class Bury(Operation, frozen=True, tag="bury"):
    """Bury the named Wonder."""

    needs: ClassVar[frozenset[Topic]] = frozenset({"built Wonder"})

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        turn_wonder(s, play.wonder, True, play.cause)

    def tag(self, tags: Tags) -> None:
        tags.harms_wonder = True


class Restore(Operation, frozen=True, tag="restore"):
    """Turn the named buried Wonder face up with n discs on it."""

    needs: ClassVar[frozenset[Topic]] = frozenset({"buried Wonder"})

    n: Count

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        turn_wonder(s, play.wonder, False, play.cause)
        wonder_discs_from_supply(s, play.wonder, self.n, play.cause)

    def tag(self, tags: Tags) -> None:
        tags.helps_wonder = True


class WonderDiscs(Operation, frozen=True, tag="wonder_discs"):
    """Put discs of the owner's supply on the named Wonder, or (n < 0) take discs off it."""

    needs: ClassVar[frozenset[Topic]] = frozenset({"built Wonder"})

    n: Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        if self.n > 0:
            wonder_discs_from_supply(s, play.wonder, self.n, play.cause)
        else:
            lose_wonder_discs(s, play.wonder, -self.n, play.cause)

    def tag(self, tags: Tags) -> None:
        if self.n > 0:
            tags.helps_wonder = True
        else:
            tags.harms_wonder = True
