"""What the rules of one scenario have to remember beside the fields that all games share.

`State.marks` holds small numbers by name, for all to see; a mark that is not there is 0. Each is declared
once, by the module whose rule it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .state import Seen, State

MARKS: dict[str, int] = {}  # every mark, and the largest number it can be


def declare_mark(name: str, most: int) -> str:
    """A mark that can be 0 to `most`; returns its name."""
    assert name not in MARKS, name
    MARKS[name] = most
    return name


def marked(s: Seen, name: str) -> int:
    """The number of a mark."""
    return s.marks.get(name, 0)


def set_mark(s: State, name: str, n: int) -> None:
    """Note a number; 0 takes the mark away."""
    if n:
        s.marks[name] = n
    else:
        s.marks.pop(name, None)
