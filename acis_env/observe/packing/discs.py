"""What follows from the discs on the map. A third of all decisions finds them as the seat last saw them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acis_rules.kernel.actions import N_AREAS
from acis_rules.table.terms import contested as contested_areas
from acis_rules.table.terms import controlled
from acis_rules.views import View

from ..schema import MAP_BLOCKS, SLOTS, offsets
from .places import AREAS, AT, Kept, Memory

if TYPE_CHECKING:
    from ..seating import Seating

_CONTROL, _CITY = AT["control"], AT["city"]
_BLACK_CONTROL = _CONTROL + SLOTS * N_AREAS
_CONTESTED, _OWN_SETTLEMENT, _OTHER_SETTLEMENT = (
    AREAS[name] for name in ("contested", "own_settlement", "other_settlement")
)  # fmt: skip
_CITIES, _SETTLEMENTS, _SEAS = (
    offsets(MAP_BLOCKS)[name].start for name in ("cities", "settlements", "seas")
)  # fmt: skip
_SIZE = sum(block.size for block in MAP_BLOCKS)


def on_map(
    view: View,
    at_least: list[list[int]],
    allies: dict[tuple[int, int], int],
    seating: Seating,
    memory: Memory,
) -> Kept:
    """Cities, Settlements and seas by slot; sets of areas."""
    me = seating.factions[0]
    found = memory.map.get(me)
    if found is not None and found.made_from == (at_least, allies) and found.seating is seating:
        return found
    counts, areas = _on_map(view, at_least, allies, seating)
    made_from = [row.copy() for row in at_least], allies.copy()
    memory.map[me] = found = Kept(made_from, seating, areas, 0, 0, (counts,))
    return found


def _on_map(
    view: View, at_least: list[list[int]], allies: dict[tuple[int, int], int], seating: Seating
) -> tuple[bytes, int]:
    world = view.world
    land, coastal = world.board.land, world.board.coastal
    one, two, three, _ = at_least
    counts = [0] * _SIZE
    once = shared = pairs = settled = my_settled = sets = 0
    slot = seating.n
    for f in seating.backwards:  # the own faction last: up to there all is the others'
        slot -= 1
        settled |= my_settled
        mine = one[f]
        shared |= once & mine
        once |= mine
        counts[_SEAS + slot] = (mine & coastal).bit_count()
        my_settled = two[f]
        if my_settled:
            pairs |= my_settled
            my_threes = three[f]
            if my_threes:
                my_settled ^= my_threes
                my_cities = my_threes & land
                counts[_CITIES + slot] = my_cities.bit_count()
                sets |= my_cities << _CITY + slot * N_AREAS
            counts[_SETTLEMENTS + slot] = (my_settled & land).bit_count()
    black, black_pairs = one[-1], two[-1]
    shared |= once & black
    once |= black
    settled |= black_pairs ^ three[-1]
    sets |= my_settled << _OWN_SETTLEMENT | settled << _OTHER_SETTLEMENT
    if world.groups:
        return bytes(counts), sets | _where_some_are_one(view, seating)
    contested = shared & (pairs | black_pairs)
    for area, _ in allies:
        contested |= shared & 1 << area
    alone = once ^ shared
    control = (alone & black) << _BLACK_CONTROL
    at = _CONTROL
    for f in seating.factions:
        control |= (alone & one[f]) << at
        at += N_AREAS
    return bytes(counts), sets | control | contested << _CONTESTED


def _where_some_are_one(view: View, seating: Seating) -> int:
    """Control and Contested areas in scenarios where two factions are one where they meet."""
    sets: int = contested_areas(view) << _CONTESTED | controlled(view, seating.barbarians) << _BLACK_CONTROL
    for slot, f in enumerate(seating.factions):
        sets |= controlled(view, f) << _CONTROL + slot * N_AREAS
    return sets


def white_discs(allies: dict[tuple[int, int], int], seating: Seating) -> bytes:
    """White discs by slot and area."""
    out = bytearray(SLOTS * N_AREAS)
    for (area, faction), n in allies.items():
        out[seating.slot[faction] * N_AREAS + area] = min(255, n)
    return bytes(out)
