"""Events that come from outside: players and tellers read them, so every field must mean something."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from .actions import N_AREAS, N_CARDS, N_CIVILIZATIONS, N_FACTIONS, N_WONDERS
from .errors import PositionError, clipped, shown
from .frames import MOST, is_cause, number
from .log import Event
from .state import State

if TYPE_CHECKING:
    from .state import Points

MOST_VP = 9999
_FINEST = 999  # denominator of a fraction
_EPOCHS = 4
_ABOUT_WONDERS = ("built", "wonder_discs", "wonder_used", "buried", "restored")  # `other` is the Wonder
_SOMEWHERE = (
    *_ABOUT_WONDERS, "placed", "removed", "resettled", "barbarians", "allies", "ally_removed", "laid",
    "forbidden", "competition", "looted", "gold", "gold_looted",
)  # fmt: skip
KINDS = frozenset((
    *_SOMEWHERE, "turn", "phase", "civilization", "ready", "talents", "vp", "reshuffled", "revealed",
    "discarded", "hand_discarded", "drew", "kept", "cards_taken", "hand_seen", "recovered", "played", "event",
    "negates", "negated", "passed", "invested", "investment_used", "ability", "shielded", "no_talents",
    "swapped", "turn_order", "turn_place", "time_marches", "sudden_end", "aeneas", "epoch_change",
    "peace_offer", "talent_given", "card_given", "discs_drawn", "peace", "war", "primary_enemy", "conquest",
    "won",
))  # fmt: skip
_DISPLAYED = ("ability", "civilization")  # of a civilization, which has a display
# Where n is the number of something rather than an amount
_NUMBERED = {"civilization": N_CIVILIZATIONS - 1, "negates": N_CARDS, "ability": MOST, "turn_place": MOST}

_CardNumber = Annotated[int, msgspec.Meta(ge=0, le=N_CARDS)]
_Fields = tuple[
    str,
    Annotated[int, msgspec.Meta(ge=-1, le=N_FACTIONS)],
    Annotated[int, msgspec.Meta(ge=-1, lt=N_AREAS)],
    _CardNumber,
    int | float | str,
    Annotated[int, msgspec.Meta(ge=-1, lt=max(N_WONDERS, N_FACTIONS))],
    str,
    Annotated[tuple[_CardNumber, ...], msgspec.Meta(max_length=N_CARDS)],
    Annotated[int, msgspec.Meta(ge=0, le=N_FACTIONS)] | None,
]


def points(value: Any) -> Points | None:
    """VP as a number, or as a fraction in words such as 7/2; None if it is neither."""
    if type(value) is int:
        return value
    if isinstance(value, str):
        if not re.fullmatch(r"-?[0-9]{1,7}(/[1-9][0-9]{0,2})?", value):
            return None
    elif not isinstance(value, float) or not math.isfinite(value) or abs(value) > MOST_VP:
        return None
    found = Fraction(value)
    if found.denominator > _FINEST:
        return None
    return found if found.denominator > 1 else found.numerator


def events_in(s: State, given: list[Any]) -> Iterator[tuple[Any, ...]]:
    """The events that plain data describe."""
    try:
        events = msgspec.convert(given, list[_Fields])
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        raise PositionError(f"position.events{clipped(path.rstrip('`'))}: {clipped(what)}") from None
    black = s.world.barbarians
    sound: set[str] = set()  # causes
    for i, event in enumerate(events):
        kind, faction, area, _, n, other, cause, cards, seen_by = event
        amount = n if type(n) is int else points(n)
        if cause not in sound and is_cause(cause):
            sound.add(cause)
        wrong = (
            "kind" if kind not in KINDS
            else "n" if amount is None or not -MOST_VP <= amount <= MOST_VP
            else "n" if kind in _NUMBERED and not number(n, 0, _NUMBERED[kind])
            else "cause" if cause not in sound
            else "area" if area < 0 and kind in _SOMEWHERE
            else "other" if other > black and kind not in _ABOUT_WONDERS and kind != "turn"
            else "other" if other < 0 and kind in _ABOUT_WONDERS
            else "other" if kind == "turn" and other > _EPOCHS
            else "faction" if faction > black
            else "faction" if (kind in _DISPLAYED or cause[:8] == "ability ") and not 0 <= faction < black
            else "cards" if kind == "turn_order" and cards and max(cards) >= black
            else "cards" if kind == "discs_drawn" and cards and max(cards) > 1
            else "seen_by" if seen_by is not None and seen_by >= black
            else ""
        )  # fmt: skip
        if wrong:
            value = shown(event[Event._fields.index(wrong)])
            raise PositionError(f"position.events[{i}]: {clipped(kind)}: {value} cannot be its {wrong}")
        yield event if amount is n else (*event[:4], amount, *event[5:])
