"""Operations of the Competition Phase: allies, rounds without loss, bans on paying."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from ..kernel.actions import N_NUMBERS, STOP, STOP_BIT, area_actions, area_of, number_actions, number_of
from ..kernel.bits import mask_of, members
from ..kernel.log import tell
from ..kernel.state import Seen, State
from ..table.changes import add_allies, lose_talents
from ..table.losses import sheltered
from ..table.terms import competitions, occupied
from .base import Count, Operation, Play, Positive, Tags, Topic, Where, ascending, picked_areas, select


class Allies(Operation, frozen=True, tag="allies"):
    """Put white discs into competitions in which you (or the named civilization) take part."""

    question: ClassVar[str] = "allies"

    n: Positive = 1  # white discs per area
    where: Where = Where()
    areas: Count = 0  # how many areas at most you choose; 0: all that fit
    elsewhere: bool = False  # not in the competition being resolved
    anywhere: bool = False  # areas that are not Contested too (Minos, Imperial Rome)
    other: bool = False  # not where this use has put allies already
    must: bool = False  # as many areas as possible must be chosen
    whose: Literal["you", "named"] = "you"

    def _areas(self, s: Seen, play: Play) -> int:
        faction = self._faction(play)
        if faction < 0:
            return 0
        areas = occupied(s, faction) & select(s, play, self.where)
        areas &= ~s.world.board.open_sea if self.anywhere else competitions(s)
        if self.elsewhere and s.competition_area >= 0:
            areas &= ~(1 << s.competition_area)
        if self.other:
            areas &= ~mask_of(area_of(a) for picks in play.picks for a in picks if a != STOP)
        return areas

    def _faction(self, play: Play) -> int:
        if self.whose == "you":
            return play.by
        return play.factions[0] if play.factions else -1

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        if not self.areas or len(picked) == self.areas or (picked and picked[-1] == STOP):
            return 0
        areas = ascending(self._areas(s, play), picked) & ~mask_of(picked_areas(picked))
        if not areas:
            return 0
        return area_actions(areas) | (0 if self.must else STOP_BIT)

    def left(self, picked: tuple[int, ...]) -> int:
        return max(0, self.areas - len(picked))

    def possible(self, s: Seen, play: Play) -> bool:
        return bool(self._areas(s, play))

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        chosen = [area_of(action) for action in picked if action != STOP]
        for area in chosen if self.areas else members(self._areas(s, play)):
            add_allies(s, self._faction(play), area, self.n, play.cause)

    def tag(self, tags: Tags) -> None:
        tags.allies = True
        if self.whose == "you":
            tags.discs += self.n * max(1, self.areas)


class BuyAllies(Operation, frozen=True, tag="buy_allies"):
    """Pay talents for more white discs, one each, in this competition."""

    question: ClassVar[str] = "talents_to_spend"
    needs: ClassVar[frozenset[Topic]] = frozenset({"area", "competition"})

    at_most: Annotated[int, msgspec.Meta(ge=1, lt=N_NUMBERS)]

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        most = min(self.at_most, s.treasury[play.by])
        return 0 if picked or not most or not play.areas else number_actions((1 << most + 1) - 1)

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        n = number_of(picked[0]) if picked else 0
        if n and occupied(s, play.by) >> play.areas[0] & 1:
            lose_talents(s, play.by, n, "allies")
            add_allies(s, play.by, play.areas[0], n, play.cause)

    def tag(self, tags: Tags) -> None:
        tags.allies = True
        tags.discs += self.at_most


class Shield(Operation, frozen=True, tag="shield"):
    """You lose no disc in the first rounds of losses of this competition."""

    needs: ClassVar[frozenset[Topic]] = frozenset({"competition"})

    rounds: Positive

    def possible(self, s: Seen, play: Play) -> bool:
        return True

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        rounds = self.rounds + sheltered(s, play.by, s.competition_area)
        s.shield[play.by] = max(s.shield[play.by], rounds)
        tell(s, "shielded", play.by, area=s.competition_area, n=rounds, cause=play.cause)

    def tag(self, tags: Tags) -> None:
        tags.shields = True


class ForbidTalents(Operation, frozen=True, tag="forbid_talents"):
    """Opposing civilizations may not pay talents to save discs in this competition."""

    needs: ClassVar[frozenset[Topic]] = frozenset({"competition"})

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        s.no_talents |= (1 << s.world.n_factions) - 1 & ~(1 << play.by)
        tell(s, "no_talents", play.by, area=s.competition_area, cause=play.cause)

    def tag(self, tags: Tags) -> None:
        tags.shields = True
