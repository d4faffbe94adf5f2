"""Reinforcements: an Event that gives discs to a faction of the scenario instead of Barbarians."""

from __future__ import annotations

from typing import Literal

from ..kernel.state import Seen, State
from ..kernel.types import Faction
from ..table.changes import place, to_ready
from ..table.terms import in_game, limit
from .base import Operation, Play, Positive, Tags, Topic


class Reinforce(Operation, frozen=True, tag="reinforce"):
    """A faction gets n discs: in its Ready box, or in each area named, whatever bans and stacking limits say.

    If it is out of the game or has too few for all of them, another one gets them, as far as it has any.
    """

    who: str
    n: Positive
    instead: str = ""
    to: Literal["ready", "areas"] = "ready"
    areas: tuple[str, ...] = ()  # these instead of those named, and within the stacking limits

    def speaks_of(self) -> set[Topic]:
        return {"area"} if self.to == "areas" and not self.areas else set()

    def getter(self, s: Seen, play: Play) -> Faction:
        """The faction that gets the discs, -1 if none of the two is left (PERS-08d)."""
        needed = self.n * (len(play.areas) if self.to == "areas" else 1)
        first, other = (s.world.scenario.faction_of(name) for name in (self.who, self.instead))
        alive = [f for f in (first, other) if f >= 0 and in_game(s, f)]
        if first in alive and (s.supply[first] >= needed or other not in alive):
            return first
        return alive[-1] if alive else -1

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        faction = self.getter(s, play)
        if faction < 0:
            return
        if self.to == "ready":
            to_ready(s, faction, self.n, play.cause)
            return
        for area in map(s.world.board.find, self.areas):
            for _ in range(min(self.n, limit(s, area) - s.discs[faction][area], s.supply[faction])):
                place(s, faction, area, play.cause)
        for area in play.areas:
            for _ in range(self.n):
                if s.supply[faction]:
                    place(s, faction, area, play.cause)

    def possible(self, s: Seen, play: Play) -> bool:
        return True

    def tag(self, tags: Tags) -> None:
        tags.discs += self.n
