"""Fields of a position: taken out of what comes from outside, each with its place if something is wrong.

Most fields of the state are *plain*: how they are written and read follows from the type with which
`kernel.state` declares them. A list of numbers or of sets is by civilization, and stands in `factions`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

from ..errors import AcisError, PositionError, shown
from ..kernel.actions import N_CARDS, N_WONDERS
from ..kernel.bits import mask_of, members
from ..kernel.marks import MARKS
from ..kernel.state import FIELDS, State
from ..kernel.types import Area, Areas, Faction, Factions, Wonders
from .frames import MOST, number


class Reader:
    """Takes fields out of a dict and says where something is wrong."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise PositionError(f"{where}: must be a mapping, not {type(data).__name__}")
        self.data = dict(data)
        self.where = where

    def get(self, key: str, default: Any) -> Any:
        return self.data.pop(key, default)

    def number(self, key: str, default: int, most: int = MOST, least: int = 0) -> int:
        value = self.get(key, default)
        if not number(value, least, most):
            wanted = f"a number of {least} or more" if type(value) is not int or value < least else None
            raise PositionError(
                f"{self.where}.{key}: {shown(value)} is not {wanted or f'a number up to {most}'}"
            )
        return int(value)

    def flag(self, key: str) -> bool:
        value = self.get(key, False)
        if not isinstance(value, bool):
            raise PositionError(f"{self.where}.{key}: {shown(value)} is not true or false")
        return value

    def items(self, key: str) -> list[Any]:
        value = self.get(key, [])
        if not isinstance(value, list | tuple):
            raise PositionError(f"{self.where}.{key}: {shown(value)} is not a list")
        return [*value]

    def numbers(self, key: str, allowed: Collection[int], what: str) -> list[int]:
        """A list of different numbers, all of them allowed."""
        found = self.get(key, [])
        if not isinstance(found, list | tuple) or any(type(n) is not int or n not in allowed for n in found):
            raise PositionError(f"{self.where}.{key}: {shown(found)} is not a list of {what}")
        if len(set(found)) != len(found):
            raise PositionError(f"{self.where}.{key}: {shown(found)}: something appears twice")
        return [*found]

    def cards(self, key: str) -> list[int]:
        return self.numbers(key, range(1, N_CARDS + 1), f"card ids 1 to {N_CARDS}")

    def entries(self, key: str) -> Iterator[Reader]:
        """The mappings in a list, one after the other; all their fields are to be taken."""
        for i, data in enumerate(self.items(key)):
            reader = Reader(data, f"{self.where}.{key}[{i}]")
            yield reader
            reader.done()

    def done(self) -> None:
        if self.data:
            raise PositionError(f"{self.where}: unknown field {shown(next(iter(self.data)))}")


_QUOTES = "'\""


def area_in(s: State, name: Any, where: str) -> Area:
    """An area by its name."""
    if not isinstance(name, str):
        raise PositionError(f"{where}: {shown(name)} is not the name of an area")
    try:
        area = s.world.board.find(name)
    except AcisError as error:
        raise PositionError(f"{where}: {error}") from None
    if not s.world.board.in_play >> area & 1:
        raise PositionError(f"{where}: {shown(name).strip(_QUOTES)} is not in play on this board")
    return area


def areas_in(s: State, names: list[Any], where: str) -> Areas:
    """A set of areas, each named once."""
    out = 0
    for name in names:
        bit = 1 << area_in(s, name, where)
        if out & bit:
            raise PositionError(f"{where}: {shown(name)} appears twice")
        out |= bit
    return out


def civilization_in(s: State, value: Any, where: str) -> Faction:
    """A faction by number, by its id, or by its civilization."""
    if number(value, 0, s.world.n_factions - 1):
        return int(value)
    faction = s.world.named(s, value) if isinstance(value, str) else -1
    if faction < 0:
        raise PositionError(f"{where}: no civilization {shown(value)} in this game")
    return faction


# -------------------------------------------------------------------------------- plain fields


class _Plain(NamedTuple):
    """How a type is written and read."""

    out: Callable[[State, Any], Any]
    into: Callable[[State, Reader, str, int], Any]  # the last is the largest number


def _number(s: State, reader: Reader, key: str, most: int) -> int:
    return reader.number(key, 0, most, -1 if key in _MINUS_ONE else 0)


def _factions(s: State, reader: Reader, key: str, most: int) -> Factions:
    n = s.world.n_factions
    return mask_of(reader.numbers(key, range(n), f"factions 0 to {n - 1}"))


def _wonders(s: State, reader: Reader, key: str, most: int) -> Wonders:
    return mask_of(reader.numbers(key, range(N_WONDERS), f"Wonders 0 to {N_WONDERS - 1}"))


def _area(s: State, reader: Reader, key: str, most: int) -> Area:
    name = reader.get(key, None)
    return -1 if name is None else area_in(s, name, f"{reader.where}.{key}")


def _marks(s: State, reader: Reader, key: str, most: int) -> dict[str, int]:
    """Marks by name, each declared by the rules of a scenario."""
    marks = Reader(reader.get(key, {}), f"{reader.where}.{key}")
    found = {name: marks.number(name, 0, MARKS[name], 1) for name in sorted(MARKS) if name in marks.data}
    marks.done()
    return found


_PLAIN = {
    "int": _Plain(lambda s, n: n, _number),
    "bool": _Plain(lambda s, flag: flag, lambda s, reader, key, _: reader.flag(key)),
    "Factions": _Plain(lambda s, factions: members(factions), _factions),
    "Wonders": _Plain(lambda s, wonders: members(wonders), _wonders),
    "Cards": _Plain(lambda s, cards: members(cards), lambda s, reader, key, _: mask_of(reader.cards(key))),
    "Area": _Plain(lambda s, area: s.world.board.areas[area].id if area >= 0 else None, _area),
    "Areas": _Plain(
        lambda s, areas: [s.world.board.areas[area].id for area in members(areas)],
        lambda s, reader, key, _: areas_in(s, reader.items(key), f"{reader.where}.{key}"),
    ),
    "dict[str, int]": _Plain(lambda s, marks: dict(sorted(marks.items())), _marks),
    "list[Card]": _Plain(lambda s, cards: [*cards], lambda s, reader, key, _: reader.cards(key)),
    "tuple[Card, ...]": _Plain(lambda s, cards: [*cards], lambda s, reader, key, _: tuple(reader.cards(key))),
}
_MINUS_ONE = ("special",)  # stands for none

# What is written in its own way, or not at all because it follows from the rest
_OWN_WAY = {
    "rng", "epoch", "turn", "civilization", "home", "supply", "enemies", "used", "over", "deck", "known",
    "counted",
}  # fmt: skip

OF_THE_GAME = {name: _PLAIN[kind] for name, kind in FIELDS.items() if kind in _PLAIN and name not in _OWN_WAY}
OF_EACH = {
    name: _PLAIN[kind[5:-1]]
    for name, kind in FIELDS.items()
    if kind.startswith("list[") and kind not in _PLAIN and kind[5:-1] in _PLAIN and name not in _OWN_WAY
}


def fields_out(s: State) -> dict[str, Any]:
    """The plain fields of the game."""
    return {name: plain.out(s, getattr(s, name)) for name, plain in OF_THE_GAME.items()}


def fields_of_each_out(s: State, faction: Faction) -> dict[str, Any]:
    """The plain fields of one civilization."""
    return {name: plain.out(s, getattr(s, name)[faction]) for name, plain in OF_EACH.items()}


def fields_in(s: State, reader: Reader) -> None:
    """Read the plain fields of the game; those that are not given stay as at the start."""
    for name, plain in OF_THE_GAME.items():
        if name in reader.data:
            setattr(s, name, plain.into(s, reader, name, MOST))


def fields_of_each_in(s: State, faction: Faction, reader: Reader, most: dict[str, int]) -> None:
    """Read the plain fields of one civilization; `most` says which numbers are limited, and how."""
    for name, plain in OF_EACH.items():
        if name in reader.data:
            getattr(s, name)[faction] = plain.into(s, reader, name, most.get(name, MOST))
