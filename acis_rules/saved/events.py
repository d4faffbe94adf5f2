"""Events that come from outside: players and tellers read them, so every field must mean something."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from ..cards.oracle import CUP_COLOURS
from ..errors import PositionError, clipped, shown
from ..kernel.actions import N_AREAS, N_CARDS, N_CIVILIZATIONS, N_FACTIONS, N_WONDERS
from ..kernel.log import Event
from ..kernel.state import State
from ..words.events import KINDS
from ..words.names import EPOCHS, PHASES
from .frames import LONGEST_TEXT, MOST, is_cause

if TYPE_CHECKING:
    from ..kernel.state import Points

MOST_VP = 9999
_FINEST = 999  # denominator of a fraction

_Faction = Annotated[int, msgspec.Meta(ge=-1, le=N_FACTIONS)]
_Area = Annotated[int, msgspec.Meta(ge=-1, lt=N_AREAS)]
_Card = Annotated[int, msgspec.Meta(ge=0, le=N_CARDS)]
_Colour = Annotated[int, msgspec.Meta(ge=0, lt=len(CUP_COLOURS))]


class Told(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The fields of `Event` and the values they can have; empty ones are not written."""

    kind: str
    faction: _Faction = -1
    area: _Area = -1
    card: _Card = 0
    n: int | float | str = 0
    other: _Faction = -1
    cause: str = ""
    cards: Annotated[tuple[_Card, ...], msgspec.Meta(max_length=N_CARDS)] = ()
    seen_by: Annotated[int, msgspec.Meta(ge=0, le=N_FACTIONS)] | None = None
    wonder: Annotated[int, msgspec.Meta(ge=-1, lt=N_WONDERS)] = -1
    display: Annotated[int, msgspec.Meta(ge=-1, lt=N_CIVILIZATIONS)] = -1
    ability: Annotated[int, msgspec.Meta(ge=-1, le=MOST)] = -1
    target: _Card = 0
    turn: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = 0
    epoch: Annotated[int, msgspec.Meta(ge=0, lt=len(EPOCHS))] = 0
    phase: str = ""
    row: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] = ""
    ends: bool = False
    order: Annotated[tuple[_Faction, ...], msgspec.Meta(max_length=N_FACTIONS)] = ()
    colours: Annotated[tuple[_Colour, ...], msgspec.Meta(max_length=MOST)] = ()


# By kind: the fields without which it cannot be told
_SOMEWHERE = (
    "placed", "removed", "resettled", "barbarians", "allies", "ally_removed", "laid", "forbidden",
    "competition", "looted", "gold", "gold_looted", "appeared", "home", "nile",
)  # fmt: skip
_ABOUT_WONDERS = ("built", "wonder_discs", "wonder_used", "buried", "restored")
_NEEDED = dict.fromkeys(_SOMEWHERE, ("area",)) | dict.fromkeys(_ABOUT_WONDERS, ("area", "wonder")) | {
    "ability": ("faction", "ability"),
    **dict.fromkeys(("civilization", "picked"), ("faction", "display")),
    "phase": ("phase",),
    "turn": ("turn", "epoch"),
    "turn_place": ("faction", "order"),
}  # fmt: skip


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


def event_out(event: Event) -> dict[str, Any]:
    """An event as plain data."""
    told = Told(*event)
    if not isinstance(event.n, int):
        told.n = str(event.n)
    out: dict[str, Any] = msgspec.to_builtins(told)
    return out


def events_in(s: State, given: list[Any]) -> Iterator[Event]:
    """The events that plain data describe."""
    try:
        events = msgspec.convert(given, list[Told])
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        raise PositionError(f"position.events{clipped(path.rstrip('`'))}: {clipped(what)}") from None
    sound: set[str] = set()  # causes
    for i, told in enumerate(events):
        event = Event(*msgspec.structs.astuple(told))
        if type(event.n) is not int:
            event = event._replace(n=points(event.n))  # type: ignore[arg-type] # VP may be a Fraction
        if event.cause not in sound and is_cause(event.cause):
            sound.add(event.cause)
        wrong = "cause" if event.cause not in sound else _wrong(s, event)
        if wrong:
            value = shown(getattr(told, wrong))
            raise PositionError(f"position.events[{i}]: {clipped(event.kind)}: {value} cannot be its {wrong}")
        yield event


def _wrong(s: State, event: Event) -> str:
    """The name of a field that means nothing in this game, if there is one."""
    black = s.world.barbarians
    kind, faction, order = event.kind, event.faction, event.order
    by_ability = event.cause.startswith("ability ") and kind != "reshuffled"  # the deck is nobody's
    displayed = kind in ("ability", "civilization") or by_ability
    empty = Event._field_defaults
    for field in _NEEDED.get(kind, ()):
        if getattr(event, field) == empty[field]:
            return field
    return (
        "kind" if kind not in KINDS
        else "n" if event.n is None or not -MOST_VP <= event.n <= MOST_VP
        else "phase" if event.phase and event.phase not in PHASES
        else "faction" if faction > black or (displayed and not 0 <= faction < black)
        else "other" if event.other > black
        else "order" if order and not (min(order) >= 0 and max(order) < black)
        else "order" if kind == "turn_place" and faction not in order
        else "seen_by" if event.seen_by is not None and event.seen_by >= black
        else ""
    )  # fmt: skip
