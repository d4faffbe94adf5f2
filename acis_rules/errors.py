"""Errors a user can meet. Each says what is wrong and where."""

from __future__ import annotations

import reprlib

_LONGEST = 120  # characters of a value in a message
_MOST_BITS = 256  # of a number in it


class AcisError(ValueError):
    """Base of all errors that bad input causes."""


class DataError(AcisError):
    """A data file (map, deck, civilizations, scenario) is broken."""


class PositionError(AcisError):
    """A position given as a dict is impossible."""


class IllegalAction(AcisError):
    """The action is not legal in the open decision."""


class ReplayError(AcisError):
    """A replay file cannot be played."""


class _Short(reprlib.Repr):
    def repr_int(self, x: int, level: int) -> str:
        bits = x.bit_length()
        return repr(x) if bits <= _MOST_BITS else f"a number of {bits:,} bits"


_short = _Short()
_short.maxstring = _LONGEST
_short.maxlist = _short.maxtuple = _short.maxdict = 12
_short.maxlevel = 3


def shown(value: object) -> str:
    """A value as messages show it: no longer than a line, however large or deep it is."""
    return clipped(_short.repr(value))


def clipped(text: str, most: int = _LONGEST) -> str:
    """The text on one line that can be printed, cut off where it gets too long."""
    line = "".join(sign if sign.isprintable() else "?" for sign in " ".join(text[: 4 * most].split()))
    return line if len(line) <= most else f"{line[: most - 4]} ..."
