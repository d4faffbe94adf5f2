"""Wonders through cards: build, bury, restore, discs on and off."""

from __future__ import annotations

from ..changes import turn_wonder, wonder_disc_to_supply, wonder_discs_from_supply
from ..machine import push
from ..state import State
from .base import Operation, Play, Tags


class Build(Operation, frozen=True, tag="build"):
    """Build the named Wonder for fewer resources; it is not the Wonder of the turn."""

    resources: int
    discs: int  # how many of the resources must be discs from the map

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        push(s, "build", play.by, play.wonder, self.resources, self.discs)

    def tag(self, tags: Tags) -> None:
        tags.builds_wonder = True


class Bury(Operation, frozen=True, tag="bury"):
    """Bury the named Wonder."""

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        turn_wonder(s, play.wonder, True, play.cause)

    def tag(self, tags: Tags) -> None:
        tags.harms_wonder = True


class Restore(Operation, frozen=True, tag="restore"):
    """Turn the named buried Wonder face up with n discs on it."""

    n: int

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        turn_wonder(s, play.wonder, False, play.cause)
        wonder_discs_from_supply(s, play.wonder, self.n, play.cause)

    def tag(self, tags: Tags) -> None:
        tags.helps_wonder = True


class WonderDiscs(Operation, frozen=True, tag="wonder_discs"):
    """Put discs of the owner's supply on the named Wonder, or (n < 0) take discs off it."""

    n: int

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        if self.n > 0:
            wonder_discs_from_supply(s, play.wonder, self.n, play.cause)
            return
        taken = wonder_disc_to_supply(s, play.wonder, -self.n)
        w = s.wonders[play.wonder]
        s.log.append(("wonder_discs", w.owner, w.area, 0, -taken, play.wonder, play.cause))

    def tag(self, tags: Tags) -> None:
        if self.n > 0:
            tags.helps_wonder = True
        else:
            tags.harms_wonder = True


