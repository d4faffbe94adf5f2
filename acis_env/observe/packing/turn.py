"""The clock, what has been done this turn, and what the rules of one scenario remember."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from acis_rules.cards.uses import ABILITY_USED, CARD_USED
from acis_rules.historical.bribes import MOST_FACTIONS, PEACE
from acis_rules.kernel.actions import N_CARDS, N_WONDERS
from acis_rules.kernel.bits import mask_of, members
from acis_rules.kernel.types import Cards
from acis_rules.phases.evaluation import PARITY, ends_epoch, epoch_ends
from acis_rules.views import View, reader

from ..names import MARKS
from ..schema import MARK_ROOM, PHASES, SLOTS, TURNS
from .places import AREAS, AT, BYTE, CARDS, GAME, SLOT, Clock, Kept, Memory, flags_of

if TYPE_CHECKING:
    from ..seating import Seating

_CLOCK = reader("epoch", "turn", "phase", "end_epoch", "counted", "devalued", "coloured")
_THIS_TURN = reader(
    "passed", "built_this_turn", "used", "omens", "looted", "no_talents", "forbidden", "competition_area",
    "white", "over",
)  # fmt: skip
_CARD_BITS = (2 << N_CARDS) - 1
_WONDER_BITS = (1 << N_WONDERS) - 1
_EPOCH, _TURN = AT["epoch"] - 1, AT["turn"] - 1  # both count from 1
_PHASE = {phase: 1 << AT["phase"] + i for i, phase in enumerate(PHASES)}
_PASSED, _FORBIDDEN, _COMPETITION = SLOT["passed"], AREAS["forbidden"], AREAS["competition"]
_IN_PLAY = SLOT["in_play"]
_SURE = 255
MOST_CLOCKS = 1024  # that are kept


def clock(view: View, memory: Memory) -> Clock:
    """The clock, the same for every seat."""
    shown = _CLOCK(view)
    found = memory.clock
    if found is None or found.made_from != shown:
        found = memory.clocks.get(shown)
        if found is None:
            if len(memory.clocks) >= MOST_CLOCKS:
                memory.clocks.clear()
            memory.clocks[shown] = found = _clock(view, shown)
        memory.clock = found
    return found


def _clock(view: View, shown: tuple[Any, ...]) -> Clock:
    epoch, turn, phase, end_epoch, counted, devalued, coloured = shown
    times = view.world.scenario.clock
    flags = {
        "final_epoch": epoch >= times.last_epoch, "end_epoch": end_epoch, "counted": counted,
        "devalued": devalued, "coloured": coloured,
    }  # fmt: skip
    rest = sum(GAME[name] for name, yes in flags.items() if yes)
    rest |= _PHASE[phase] | 1 << _EPOCH + epoch | 1 << _TURN + min(turn, TURNS)
    rest |= _digits(times.sudden_end.get(turn, "")) << AT["end_digits"]
    sure = _sure(view)
    ending = None if sure or view.world.on.no_check else ending_cards(view)
    return Clock(shown, rest, sure, flags_of(0, 0, rest), ending)


def turn(view: View, seating: Seating, memory: Memory) -> Kept:
    """Who is in the turn order, what has been done this turn, who has won."""
    me = seating.factions[0]
    shown = _THIS_TURN(view)
    found = memory.turn.get(me)
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    passed, built, used, omens, looted, no_talents, forbidden, area, white, over = shown
    in_slots = seating.in_slots
    cards = 0
    areas = forbidden << _FORBIDDEN | white << AREAS["explored"]
    if area >= 0:
        areas |= 1 << _COMPETITION + area
    rest = seating.in_play << _IN_PLAY | in_slots[passed] << _PASSED
    if over:
        rest |= in_slots[mask_of(view.winners)] << SLOT["won"]
    if built | looted | no_talents:
        rest |= (
            in_slots[built] << SLOT["built"]
            | in_slots[looted] << SLOT["looted"]
            | in_slots[no_talents] << SLOT["no_talents"]
        )
    if used | omens:
        cards = (used >> CARD_USED & _CARD_BITS) << CARDS["investment_used"]
        rest |= in_slots[used >> ABILITY_USED & len(in_slots) - 1] << SLOT["ability_used"]
        rest |= (used & _WONDER_BITS) << AT["wonder_used"] | omens << AT["wonder_omens"]
    memory.turn[me] = found = Kept(shown, seating, areas, cards, rest)
    return found


@functools.cache
def _digits(given: str) -> int:
    """Digits, odd, even, as the schema has them."""
    if given in PARITY:
        return 1 << (10 if given == "odd" else 11)
    return mask_of(set(map(int, given)))


@functools.cache
def _ending(given: str) -> int:
    """The set of cards that end an Epoch where these digits do."""
    return mask_of(card for card in range(1, N_CARDS + 1) if ends_epoch(given, card))


def _sure(view: View) -> tuple[bytes, ...]:
    """`end_chance`, if it is sure whether the Epoch ends, and nothing but the clock says so."""
    ends = epoch_ends(view)
    if ends is None or view.world.on.no_check:
        return ()
    return (BYTE[_SURE] if ends else BYTE[0],)


def end_chance(view: View, unseen: int) -> bytes:
    """The chance that the Epoch ends with this turn, if any unseen card may be turned up."""
    world = view.world
    ends = epoch_ends(view) if world.on.no_check else None
    if ends is not None:
        return BYTE[_SURE] if ends else BYTE[0]
    n = unseen.bit_count()
    return BYTE[_SURE * (unseen & ending_cards(view)).bit_count() // n] if n else BYTE[0]


def ending_cards(view: View) -> Cards:
    """The cards that end the Epoch if they are turned up after this turn."""
    return _ending(view.world.scenario.clock.sudden_end[view.turn])


def marks(marked: dict[str, int], seating: Seating) -> tuple[bytes, int]:
    """What the rules of one scenario remember; who has sold peace to whom."""
    out = bytearray(MARK_ROOM)
    rest = 0
    for name, n in marked.items():
        if name == PEACE:
            for pair in members(n):
                invader, empire = (seating.slot[f] for f in divmod(pair, MOST_FACTIONS))
                rest |= 1 << AT["bribed"] + empire * SLOTS + invader
        else:
            out[MARKS.index(name)] = min(255, n)
    return bytes(out), rest
