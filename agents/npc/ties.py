"""Choices of equal priority: method A, use your head, or method B, use the cards (NPC-04 to 06)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Area, Areas
from acis_rules.table.terms import CITY

from .chance import Reveals
from .position import Position

Option = TypeVar("Option")


class Ties:
    """One of the two methods, used throughout a game."""

    def __init__(self, method: str, reveals: Reveals) -> None:
        self.method = method
        self._reveals = reveals

    def pick(self, options: Sequence[Option], measure: Callable[[Option], float]) -> Option:
        """The option with most benefit (A; the first one if that is equal too), or by cards (B)."""
        if len(options) == 1:
            return options[0]
        if self.method == "B":
            return highest(options, self._reveals.cards(len(options)))
        return max(options, key=measure)

    def area(self, pos: Position, areas: Areas, discs: Callable[[int], int] = lambda _: 1) -> int:
        """One of several equal areas to place discs in; north-east first if they measure the same.

        `discs`: how many would go to an area.
        """
        rank = pos.board.competition_rank
        options = sorted(members(areas), key=rank.__getitem__)
        return self.pick(options, lambda area: benefit(pos, area, discs(area)))


def highest(options: Sequence[Option], cards: Sequence[int]) -> Option:
    """The option whose revealed card has the highest id (NPC-06)."""
    return options[max(range(len(options)), key=cards.__getitem__)]


def benefit(pos: Position, area: Area, n: int) -> float:
    """What n more own discs in an area are worth, and what they cost the leading opponent (NPC-05)."""
    own = pos.own[area]
    bit = 1 << area
    around = pos.board.neighbours[area]
    worth = 0.0
    if pos.board.land & bit:
        worth += 1
        if own < CITY <= own + n:
            worth += 4  # a City
        elif own + n == CITY - 1:
            worth += 2  # a Settlement grows
    elif not own:
        worth += 1.5  # a sea counts for growth once
    leader = pos.leader
    if leader:
        worth += pos.rows[leader[0]][area]
        worth += 0.5 * bool(pos.cities_of(leader[0]) & around)
    worth += 0.25 * (around & pos.occupied).bit_count()
    worth += 0.1 * (around & ~pos.opposed & ~pos.occupied).bit_count()
    worth -= 0.25 * (around & pos.here[pos.black]).bit_count()
    return worth + (1 if (pos.home | pos.board.around(pos.home)) & bit else 0)
