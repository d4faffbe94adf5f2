"""What own discs in an area are worth to the NPC: the priority under which they stand (NPC-48, NPC-49)."""

from __future__ import annotations

from acis_rules.kernel.types import Area, Areas
from acis_rules.table.terms import CITY

from .places import areas_of
from .position import Position

LAST_OWN = 4  # up to here a priority is about its own home, Wonders, Gold and Cities
BARE_LAND, BARE_SEA = 22, 24  # where there is nothing that matters


def worth_of(pos: Position, area: Area) -> int:
    """The priority under which own discs in an area stand: the lower, the dearer (NPC-49)."""
    if not pos.worth:
        pos.worth = _worths(pos)
    bit = 1 << area
    for number, areas in pos.worth:
        if areas & bit:
            return number
    return BARE_LAND if pos.board.land & bit else BARE_SEA


def _worths(pos: Position) -> tuple[tuple[int, Areas], ...]:
    """The priorities and their areas, the first one first."""
    board, me = pos.board, pos.me
    cities = gold = wonders = settlements = camps = 0
    camp, settlement, city = pos.view.at_least[:CITY]
    for enemy in pos.enemies:
        cities |= pos.cities_of(enemy)
        settlements |= settlement[enemy] & ~city[enemy]
        camps |= camp[enemy] & ~settlement[enemy]
        gold |= pos.gold.get(enemy, 0)
        wonders |= pos.wonders.get(enemy, 0)
    told = areas_of(pos, pos.rules.home) if pos.rules is not None else 0  # as dear as its home
    return (
        (1, pos.home | told), (2, pos.wonders.get(me, 0)), (3, pos.gold.get(me, 0)), (4, pos.cities),
        (8, board.around(pos.home) & board.land), (12, gold), (13, wonders), (16, cities),
        (18, board.around(cities)), (19, settlements), (20, camps), (21, pos.levels[1] & board.land),
    )  # fmt: skip
