"""The story of a game: typed events, append only, cheap to share between copies.

An event is a plain tuple with the fields of `Event`. Full chunks are sealed and shared by
all copies of a game, so copying a long game costs no more than copying a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .types import Factions

_CHUNK = 64


class Event(NamedTuple):
    """One thing that happened. Fields that do not apply keep their empty value.

    `seen_by` is None if everybody sees the event, else the one faction that sees its `cards`;
    the others see only how many there were. A talent or card that saves a disc tells the disc's
    `area` and, as `other`, whose card would have removed it (-1: no card).
    """

    kind: str
    faction: int = -1
    area: int = -1
    card: int = 0
    n: int = 0  # VP may be a Fraction
    other: int = -1
    cause: str = ""
    cards: tuple[int, ...] = ()
    seen_by: int | None = None

    def for_seat(self, factions: Factions) -> Event:
        """The event as the controller of these factions (bits) sees it."""
        if self.seen_by is None or factions >> self.seen_by & 1:
            return self
        if self.other >= 0 and factions >> self.other & 1 and self.kind == "cards_taken":
            return self  # the victim knows what it lost
        return self._replace(cards=(), card=0)


_N, _SEEN_BY = Event._fields.index("n"), Event._fields.index("seen_by")


class EventLog:
    """Append-only list of events, shared between copies chunk by chunk."""

    __slots__ = ("_hidden", "_sealed", "_tail")

    def __init__(self) -> None:
        self._sealed: tuple[Any, ...] | None = None  # (earlier chunks, newest chunk, events in all of them)
        self._tail: list[tuple[Any, ...]] = []
        self._hidden: tuple[int, int] | None = None  # (events, factions that may see all of them)

    def append(self, event: tuple[Any, ...]) -> None:
        """Add an event given as a (possibly shortened) tuple of the fields of `Event`."""
        tail = self._tail
        if len(tail) >= _CHUNK:
            self._sealed = (self._sealed, tuple(tail), len(self))
            self._tail = [event]
        else:
            tail.append(event)

    def copy(self) -> EventLog:
        """A log that goes on independently from here."""
        new = EventLog.__new__(EventLog)
        new._sealed = self._sealed
        new._tail = self._tail.copy()
        new._hidden = self._hidden
        return new

    def hide_from_all_but(self, factions: Factions) -> None:
        """From now on tell what has happened so far only as these factions (bits) saw it."""
        self._hidden = (len(self), factions)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.since(0))

    def since(self, first: int) -> list[Event]:
        """The events from number `first` on; earlier chunks are not gone through."""
        events = [Event(*event) for event in self._since(first)]
        if self._hidden is not None:
            n, factions = self._hidden
            hidden = max(0, n - first)
            events[:hidden] = [event.for_seat(factions) for event in events[:hidden]]
        return events

    def follow(self, log: EventLog, factions: Factions) -> None:
        """Append what has been added to another log, as the controller of these factions (bits) sees it."""
        for event in log._since(len(self)) if log._hidden is None else log.since(len(self)):
            if len(event) > _SEEN_BY:
                event = Event(*event).for_seat(factions)
            if len(event) > _N and type(event[_N]) is Fraction:  # it could be changed
                event = (*event[:_N], Fraction(event[_N]), *event[_N + 1 :])
            self.append(event)

    def _since(self, first: int) -> list[tuple[Any, ...]]:
        missing = len(self) - first - len(self._tail)
        if missing <= 0:
            return self._tail[-missing:]
        chunks: list[Sequence[tuple[Any, ...]]] = [self._tail]
        sealed = self._sealed
        while missing > 0 and sealed is not None:
            sealed, chunk, _ = sealed
            chunks.append(chunk)
            missing -= len(chunk)
        new = [event for chunk in reversed(chunks) for event in chunk]
        return new[max(0, -missing) :]

    def __len__(self) -> int:
        return len(self._tail) + (0 if self._sealed is None else int(self._sealed[2]))


class HeardLog(EventLog):
    """A log that goes on from another one and lets somebody hear of each event as it happens."""

    __slots__ = ("_hear",)

    def __init__(self, log: EventLog, hear: Callable[[Event], None]) -> None:
        self._sealed, self._tail, self._hidden = log._sealed, log._tail, log._hidden
        self._hear = hear

    def append(self, event: tuple[Any, ...]) -> None:
        """Add an event; the position is still as it was when it happened."""
        self._hear(Event(*event))
        super().append(event)
