"""Observations packed small: numbers as bytes, yes/no features as the bits of one int.

Speed decides the form of this code. What seldom changes is kept from one position of a game to the next, and
compared with what it was made from before it is used again.

Every block is put where `schema` has it, by its name: numbers as parts of `pack`, flags by `places`.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from acis_rules.kernel.actions import N_AREAS
from acis_rules.kernel.compiled import compiled
from acis_rules.views import View, names_read, reader

from ..schema import (
    DISPLAY_BLOCKS,
    GAME_BLOCKS,
    MAP_BLOCKS,
    MARK_ROOM,
    MOMENT_BLOCKS,
    NUMBER_BLOCKS,
    PARTS_OF_VP,
    SLOTS,
    THING_BLOCKS,
    VP_BLOCKS,
)
from .cards import cards
from .decision import decision
from .discs import on_map, white_discs
from .displays import _DISPLAYS, _THINGS, displays, things
from .places import Kept, Memory, flags_of
from .turn import _CLOCK, _THIS_TURN, clock, end_chance, marks, turn
from .world import _GAME, game

if TYPE_CHECKING:
    from fractions import Fraction

    from ..seating import Seating

_NO_ALLIES = bytes(SLOTS * N_AREAS)
_NO_MARKS = bytes(MARK_ROOM), 0
_WHOLE_VP = bytes(3 * SLOTS)

# All numbers travel as bytes, one part after another: a block, or several that are filled together.
_TOGETHER = {
    "map": MAP_BLOCKS, "displays": DISPLAY_BLOCKS, "exact_vp": VP_BLOCKS,
    "things": THING_BLOCKS + GAME_BLOCKS, "moment": MOMENT_BLOCKS,
    "decision": tuple(block for block in NUMBER_BLOCKS if block.of == "decision"),
}  # fmt: skip
_PART = {block.name: part for part, blocks in _TOGETHER.items() for block in blocks}
_in_order = itemgetter(*dict.fromkeys(_PART.get(block.name, block.name) for block in NUMBER_BLOCKS))

_SELDOM = (_GAME, _CLOCK, _THIS_TURN, _DISPLAYS, _THINGS)
_STILL = reader(*[name for read in _SELDOM for name in names_read(read)])
_ON_THE_TABLE = reader("discs", "at_least", "allies", "supply", "marks")
_COUNTS = ("hand_size", "laid_size", "drawn_size")  # the last of DISPLAY_BLOCKS; `card_counts` has all three
_displays = reader(*(block.name for block in DISPLAY_BLOCKS if block.name not in _COUNTS))


@compiled
def pack(view: View, seating: Seating, memory: Memory) -> tuple[bytes, bytes]:
    """The observation of the view's seat as bytes for the numbers and bits for the flags."""
    still = _still(view, seating, memory)
    asked = decision(view, seating)
    discs, at_least, allies, supply, marked = _ON_THE_TABLE(view)
    lands = on_map(view, at_least, allies, seating, memory)
    lying = cards(view, seating, memory)
    remembered, rest = marks(marked, seating) if marked else _NO_MARKS
    numbers, exact_vp = _numbers((*_displays(view), view.card_counts), seating)
    gold, things_and_game, sure = still.numbers
    chance = sure or end_chance(view, lying.unseen)
    parts = _in_order({
        "discs": b"".join([*[discs[f] for f in seating.factions], seating.nobody, discs[-1]]),
        "allies": white_discs(allies, seating) if allies else _NO_ALLIES,
        "gold": gold,
        "named": asked.named,
        "map": lands.numbers[0],
        "turn_place": seating.turn_place,
        "displays": numbers,
        "exact_vp": exact_vp,
        "things": things_and_game,
        "moment": bytes((supply[-1], view.deck_size)) + chance,
        "marks": remembered,
        "decision": asked.numbers,
    })  # fmt: skip
    areas = still.areas | lands.areas | asked.areas
    card_sets = still.cards | lying.sets | asked.cards
    return b"".join(parts), flags_of(areas, card_sets, still.rest | rest | asked.rest)


def _still(view: View, seating: Seating, memory: Memory) -> Kept:
    """All that seldom changes, in one: what is fixed, clock, turn, displays, Wonders and Investments."""
    me = seating.factions[0]
    shown = _STILL(view)
    found = memory.still.get(me)
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    fixed = game(view, seating, memory)
    now = clock(view, memory)
    done = turn(view, seating, memory)
    own = displays(view, seating, memory)
    lying = things(view, seating, memory)
    memory.still[me] = found = Kept(
        (*fixed.made_from, *now.made_from, *done.made_from, *own.made_from, *lying.made_from),
        seating,
        fixed.areas | done.areas | own.areas | lying.areas,
        fixed.cards | done.cards | lying.cards,
        fixed.rest | now.rest | done.rest | own.rest | lying.rest,
        (own.numbers[0], lying.numbers[0] + fixed.numbers[0], now.numbers[0] if now.numbers else b""),
    )
    return found


def _numbers(lists: tuple[list[Any], ...], seating: Seating) -> tuple[bytes, bytes]:
    """The numbers of the displays by slot, and what is exact about VP beyond whole ones below 256."""
    in_line = []
    for part in lists:
        in_line += part
    try:
        return seating.into_slots(bytes(in_line)), _WHOLE_VP
    except (TypeError, ValueError):
        exact = b"".join(map(bytes, zip(*[_exact(vp) for vp in lists[0]], strict=True)))
        return seating.into_slots(bytes([min(255, int(n)) for n in in_line])), seating.exact_vp(exact)


def _exact(vp: int | Fraction) -> tuple[int, int, int]:
    """The part of a VP beyond whole ones; of VP above 255, whole 256s and the rest."""
    whole = int(vp)
    high, low = divmod(whole, 256) if whole > 255 else (0, 0)
    return round((vp - whole) * PARTS_OF_VP), min(255, high), low


__all__ = ["Memory", "pack"]
