"""The story of a game: typed events, append only, cheap to share between copies.

`tell` adds an event. The log keeps plain tuples with all fields of `Event`. What has grown long is sealed
when it is copied and shared from then on, so copying a long game costs no more than copying a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from .compiled import compiled
from .types import Area, Card, Cause, Faction, Factions, Wonder

if TYPE_CHECKING:
    from .state import Points, State

_CHUNK = 64  # events that are worth sealing
_new = tuple.__new__  # a named tuple made this way costs half


TWO_KNOW = ("cards_taken", "handed_over")  # events about a card that the other one knows, too


class Event(NamedTuple):
    """One thing that happened. Fields that do not apply keep their empty value.

    `seen_by` is None if everybody sees the event, else the one faction that sees its `cards`;
    the others see only how many there were. A talent or card that saves a disc tells the disc's
    `area` and, as `other`, whose card would have removed it (-1: no card).
    """

    kind: str
    faction: Faction = -1
    area: Area = -1
    card: Card = 0
    n: int = 0  # how many: discs, talents, cards, rounds, VP (which may be a Fraction)
    other: Faction = -1  # a second faction that it is about
    cause: Cause = ""
    cards: tuple[Card, ...] = ()
    seen_by: Faction | None = None
    wonder: Wonder = -1
    display: int = -1  # which civilization a faction plays now
    ability: int = -1  # its place on the display
    target: Card = 0  # the card that a Negation answers; 0: the use of a Wonder
    turn: int = 0
    epoch: int = 0
    phase: str = ""
    row: str = ""  # of the Epoch Change table
    ends: bool = False  # whether the Epoch does
    order: tuple[Faction, ...] = ()  # the turn order from now on
    colours: tuple[int, ...] = ()  # of discs drawn from the bag

    @property
    def alike(self) -> tuple[object, ...]:
        """What events have in common that are told in one sentence."""
        return (
            self.kind,
            self.faction,
            self.cause,
            self.other,
            self.wonder,
            self.phase,
            self.n < 0,
            self.colours,
        )

    def for_seat(self, factions: Factions) -> Event:
        """The event as the controller of these factions (bits) sees it."""
        if self.seen_by is None or factions >> self.seen_by & 1:
            return self
        if self.other >= 0 and factions >> self.other & 1 and self.kind in TWO_KNOW:
            return self
        return self._replace(cards=(), card=0)


@compiled
def tell(
    s: State,
    kind: str,
    faction: Faction = -1,
    area: Area = -1,
    card: Card = 0,
    n: Points = 0,
    other: Faction = -1,
    cause: Cause = "",
    cards: tuple[Card, ...] = (),
    seen_by: Faction | None = None,
    wonder: Wonder = -1,
    display: int = -1,
    ability: int = -1,
    target: Card = 0,
    turn: int = 0,
    epoch: int = 0,
    phase: str = "",
    row: str = "",
    ends: bool = False,
    order: tuple[Faction, ...] = (),
    colours: tuple[int, ...] = (),
) -> None:
    """Add an event to the story; the fields are those of `Event`."""
    log = s.log
    event = (kind, faction, area, card, n, other, cause, cards, seen_by, wonder, display, ability, target,
             turn, epoch, phase, row, ends, order, colours)  # fmt: skip
    if log.hear is not None:
        log.hear(_new(Event, event))
    log.tail.append(event)


_N, _SEEN_BY = Event._fields.index("n"), Event._fields.index("seen_by")


class EventLog:
    """The events of a game, shared between copies chunk by chunk."""

    __slots__ = ("_hidden", "_sealed", "hear", "tail")

    def __init__(self) -> None:
        self._sealed: tuple[Any, ...] | None = None  # (earlier chunks, newest chunk, events in all of them)
        self.tail: list[tuple[Any, ...]] = []  # the newest events, where `tell` adds others
        self._hidden: tuple[int, int] | None = None  # (events, factions that may see all of them)
        # Who hears of each event as it happens, while the position is still as it was; no copy does
        self.hear: Callable[[Event], None] | None = None

    def copy(self) -> EventLog:
        """A log that goes on independently from here."""
        if len(self.tail) >= _CHUNK:
            self._sealed = (self._sealed, tuple(self.tail), len(self))
            self.tail = []
        new = EventLog.__new__(EventLog)
        new._sealed = self._sealed
        new.tail = self.tail.copy()
        new._hidden = self._hidden
        new.hear = None
        return new

    def add(self, events: Iterable[Event]) -> None:
        """Go on with these events."""
        self.tail += events

    def hide_from_all_but(self, factions: Factions) -> None:
        """From now on tell what has happened so far only as these factions (bits) saw it."""
        self._hidden = (len(self), factions)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.since(0))

    def since(self, first: int) -> list[Event]:
        """The events from number `first` on; earlier chunks are not gone through."""
        events = [_new(Event, event) for event in self._since(first)]
        if self._hidden is not None:
            n, factions = self._hidden
            hidden = max(0, n - first)
            events[:hidden] = [event.for_seat(factions) for event in events[:hidden]]
        return events

    def follow(self, log: EventLog, factions: Factions) -> None:
        """Append what has been added to another log, as the controller of these factions (bits) sees it."""
        for event in log._since(len(self)) if log._hidden is None else log.since(len(self)):
            if event[_SEEN_BY] is not None:
                event = _new(Event, event).for_seat(factions)
            if type(event[_N]) is Fraction:  # it could be changed
                event = (*event[:_N], Fraction(event[_N]), *event[_N + 1 :])
            self.tail.append(event)

    def _since(self, first: int) -> list[tuple[Any, ...]]:
        missing = len(self) - first - len(self.tail)
        if missing <= 0:
            return self.tail[-missing:]
        chunks: list[Sequence[tuple[Any, ...]]] = [self.tail]
        sealed = self._sealed
        while missing > 0 and sealed is not None:
            sealed, chunk, _ = sealed
            chunks.append(chunk)
            missing -= len(chunk)
        new = [event for chunk in reversed(chunks) for event in chunk]
        return new[max(0, -missing) :]

    def __len__(self) -> int:
        return len(self.tail) + (0 if self._sealed is None else int(self._sealed[2]))
