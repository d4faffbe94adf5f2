"""Records of the arena: one JSON line per finished game, with its actions, so that it can be played again.

A line begins with the version of the format. A last line without an end is what a crash left of a
game that was being written; it is no part of the record.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from .errors import AcisError
from .kernel.actions import LAYOUT_VERSION
from .kernel.files import cannot_read
from .replay import Replay

RECORD_VERSION = 2
MARK = b'{"acis_record":'  # what every line begins with
MOST_BYTES = 1_000_000  # of a line; the longest game has some 60,000
T = TypeVar("T")


class BadRecord(AcisError):
    """A record cannot be read or is not what it should be."""


class Line(NamedTuple):
    """A line of a record: its number from 1, where it ends in the file, and its text."""

    number: int
    end: int
    text: bytes


def lines(path: Path) -> Iterator[Line]:
    """The whole lines of a record, one by one; a file that is no record is refused."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise cannot_read(path, error) from None
    end = 0
    with file:
        for number in range(1, 1 << 62):
            try:
                text = file.readline(MOST_BYTES)
            except OSError as error:
                raise cannot_read(path, error) from None
            if not text:
                return
            if not text.startswith(MARK[: len(text)]):
                raise BadRecord(f"{path}: line {number}: {_no_line(text)}")
            if not text.endswith(b"\n"):
                if len(text) == MOST_BYTES:
                    raise BadRecord(f"{path}: line {number}: longer than {MOST_BYTES:,} bytes; no game is")
                return
            end += len(text)
            yield Line(number, end, text)


def _no_line(text: bytes) -> str:
    if text.startswith(b'{"settings":'):
        return f"a game without its actions, of an earlier version; {_BEGIN_ANEW}"
    return "not a line of a record"


_BEGIN_ANEW = f"this program reads version {RECORD_VERSION}: begin a new record"


class _Versions(msgspec.Struct):
    acis_record: int
    action_layout: int


def decode(path: Path, line: Line, kind: type[T]) -> T:
    """The content of a line; an error names the file, the line and the field."""
    where = f"{path}: line {line.number}"
    try:
        versions = msgspec.json.decode(line.text, type=_Versions)
        if versions.acis_record != RECORD_VERSION:
            raise BadRecord(f"{where}: acis_record: version {versions.acis_record}; {_BEGIN_ANEW}")
        if versions.action_layout != LAYOUT_VERSION:
            raise BadRecord(
                f"{where}: action_layout: version {versions.action_layout}; this program has {LAYOUT_VERSION}"
            )
        return msgspec.json.decode(line.text, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"{where}: {str(error).replace('`$.', '`')}") from None


# ---------------------------------------------------------------------------------- actions


def packed(actions: list[int]) -> bytes:
    """Actions as two bytes each, the lower one first; in a record as base64."""
    return struct.pack(f"<{len(actions)}H", *actions)


def unpacked(content: bytes) -> list[int]:
    """The actions again; an odd byte at the end is left out."""
    n = len(content) // 2
    return list(struct.unpack(f"<{n}H", content[: 2 * n]))


# -------------------------------------------------------------------------- a game out of it


class _Game(msgspec.Struct):
    game: int
    scenario: str
    seed: int
    options: dict[str, Any]
    players: list[str]
    actions: bytes


class _Line(msgspec.Struct):
    result: _Game


def is_record(path: Path) -> bool:
    """Whether the file begins as a record does."""
    try:
        with path.open("rb") as file:
            return file.read(len(MARK)) == MARK
    except OSError:
        return False


def take(path: Path, game: int | None = None, number: int | None = None) -> Replay:
    """One game of a record, by its number among the games or by the number of its line."""
    if game is None and number is None:
        raise BadRecord(f"{path}: a record of many games: name one with --game or --line")
    found: list[tuple[int, _Game]] = []
    for line in lines(path):
        if number in (None, line.number):
            one = decode(path, line, _Line).result
            if game in (None, one.game):
                found.append((line.number, one))
    if not found:
        wanted = f"game {game}" if number is None else f"line {number}"
        raise BadRecord(f"{path}: {wanted}: there is no such game in the record")
    if len(found) > 1:
        those = "; ".join(f"{n}: {one.scenario}, {','.join(one.players)}" for n, one in found[:6])
        raise BadRecord(f"{path}: game {game} stands in several lines, name one with --line ({those})")
    at, one = found[0]
    return Replay(
        scenario=one.scenario, seed=one.seed, options=one.options, actions=unpacked(one.actions),
        name=f"{path}: line {at}",
    )  # fmt: skip
