"""Places in the Turn Order."""

from __future__ import annotations

from typing import ClassVar

from ..kernel.actions import number_actions, number_of
from ..kernel.log import tell
from ..kernel.state import Seen, State
from .base import Operation, Play, Tags, Topic


class SwapPlaces(Operation, frozen=True, tag="swap_places"):
    """The two named civilizations exchange places in the Turn Order at once (CLR-18)."""

    needs: ClassVar[frozenset[Topic]] = frozenset({"2 civilizations"})

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        one, two = play.factions
        if one not in s.order or two not in s.order:
            return  # somebody without a turn (HANN-05a)
        i, j = s.order.index(one), s.order.index(two)
        s.order[i], s.order[j] = two, one
        tell(s, "swapped", one, other=two, cause=play.cause)

    def tag(self, tags: Tags) -> None:
        tags.order = True


class TakePlace(Operation, frozen=True, tag="take_place"):
    """Take any place in the Turn Order; the others keep theirs among themselves."""

    question: ClassVar[str] = "turn_place"

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        return 0 if picked else number_actions((1 << len(s.order)) - 1)

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        s.order.remove(play.by)
        s.order.insert(number_of(picked[0]), play.by)
        tell(s, "turn_place", play.by, order=tuple(s.order), cause=play.cause)

    def tag(self, tags: Tags) -> None:
        tags.order = True
