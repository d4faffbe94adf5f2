"""Unions: two factions whose discs count together.

What a group is in an area (strength, Control, who loses first) stands in `table/groups.py`. Here: the colours
do not mix where they need not, a group keeps its limits in the Competition Phase, and one places next to
discs of its partner in a union of seas.
"""

from __future__ import annotations

from ..kernel.bits import members
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Area, Areas, Cause, Faction
from ..table.changes import change_colour, return_disc
from ..table.groups import first_to_lose, overcrowding
from ..table.terms import bases_of, full, occupied
from .gold import hand_over

UNIONS = Variant("unions", applies=lambda world: bool(world.scenario.unions))
COHABITATION = "cohabitation"


@UNIONS.at("placed")
def one_colour_there(s: State, faction: Faction, area: Area, cause: Cause) -> None:
    """A disc has come to an area: if the partner is there, one colour replaces the other (PERS-05)."""
    separate_colours(s, 1 << area)


@UNIONS.at("supplied")
def one_colour_everywhere(s: State, faction: Faction) -> None:
    """Discs for what could not be replaced before (PERS-05c)."""
    separate_colours(s, -1)


def separate_colours(s: State, areas: Areas) -> None:
    """On land the first colour replaces the second, at sea the other way round, as far as its discs go."""
    for land, sea in s.world.groups:
        for area in members(occupied(s, land) & occupied(s, sea) & areas):
            new, old = (land, sea) if s.world.board.land >> area & 1 else (sea, land)
            while s.discs[old][area] and s.supply[new]:
                change_colour(s, old, new, area, COHABITATION)
            if not s.discs[old][area] and s.gold.get(area, (-1,))[0] == old:
                hand_over(s, area, new)  # it lies under the other's discs now


@UNIONS.at("phase_starts")
def no_crowds_in_competition(s: State) -> None:
    """Discs of a group beyond its limits go home, the colour not at home there first (PERS-06)."""
    if s.phase == "competition":
        for group in s.world.groups:
            for area in members(occupied(s, group[0]) | occupied(s, group[1])):
                for _ in range(overcrowding(s, group[0], area)):
                    return_disc(s, first_to_lose(s, group[0], area), area, "stacking")


@UNIONS.at("bases")
def next_to_the_partner(s: Seen, faction: Faction, bases: tuple[Areas, Areas]) -> tuple[Areas, Areas]:
    """Discs of the partner are as good as own ones to place with and next to (EGY-04e)."""
    inside, base = bases
    for first, second in s.world.joint_seas:
        if faction == first:
            there, beside = bases_of(s, second)
            inside, base = inside | there, base | beside
    return inside, base


# ------------------------------------------------------------------------------ colours by area

BY_AREA = Variant(
    "colours by area", applies=lambda world: any(union.by_area for union in world.scenario.unions)
)


def tributaries(s: Seen) -> list[tuple[Faction, Faction]]:
    """Pairs of a faction and the one whose colour its discs have where that one is."""
    find = s.world.scenario.faction_of
    return [
        (find(union.factions[0]), find(union.factions[1]))
        for union in s.world.scenario.unions
        if union.by_area
    ]


@BY_AREA.at("colour")
def colour_there(s: Seen, faction: Faction, area: Area) -> Faction:
    """The area alone decides the colour (EGY-04a to 04c)."""
    for first, second in tributaries(s):
        if faction == first and occupied(s, second) >> area & 1:
            return second
    return faction


@BY_AREA.at("barred")
def barred_by_colour(s: Seen, faction: Faction, declared: Areas) -> Areas:
    """The second places only where it is; the first joins it there as long as there are discs and room."""
    out = 0
    for first, second in tributaries(s):
        there = occupied(s, second)
        if faction == second:
            out |= ~there
        elif faction == first:
            out |= there & full(s, second) if s.supply[second] else there
    return out
