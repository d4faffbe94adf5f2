"""What an Event of one scenario promises for later: a mark that its rules look at."""

from __future__ import annotations

from typing import Literal

from ..kernel.log import tell
from ..kernel.marks import set_mark
from ..kernel.state import Seen, State
from .base import Operation, Play


class SetMark(Operation, frozen=True, tag="mark"):
    """Remember something until the rules of the scenario make use of it (HANN-08e2, 08e3, 08e5)."""

    mark: Literal["greek_states", "gallic_allies", "numidian_allies"]

    def possible(self, s: Seen, play: Play) -> bool:
        return True

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        set_mark(s, self.mark, 1)
        tell(s, "promised", play.by, cause=play.cause)
