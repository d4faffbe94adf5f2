"""What own discs in an area are worth to the NPC: the priority under which they stand (NPC-48, NPC-49)."""

from __future__ import annotations

import functools

from acis_rules.box.board import Board
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Area
from acis_rules.table.terms import CITY

from .places import areas_of
from .position import Position

LAST_OWN = 4  # up to here a priority is about its own home, Wonders, Gold and Cities


def worth_of(pos: Position, area: Area) -> int:
    """The priority under which own discs in an area stand: the lower, the dearer (NPC-49)."""
    if not pos.worth:
        pos.worth = _worths(pos)
    return pos.worth[area]


def _worths(pos: Position) -> bytearray:
    """All areas at once, painted from the last priority to the first."""
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
    out = bytearray(_bare(board))
    for number, areas in (
        (21, pos.levels[1] & board.land), (20, camps), (19, settlements),
        (18, board.around(cities)), (16, cities), (13, wonders), (12, gold),
        (8, board.around(pos.home) & board.land), (4, pos.cities), (3, pos.gold.get(me, 0)),
        (2, pos.wonders.get(me, 0)), (1, pos.home | told),
    ):  # fmt: skip
        for area in members(areas):
            out[area] = number
    return out


@functools.cache
def _bare(board: Board) -> bytes:
    """Land before seas, as if there were no discs."""
    return bytes(22 if board.land >> area & 1 else 24 for area in range(len(board.areas)))
