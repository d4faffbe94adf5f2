"""What happened, sentence by sentence, as a seat saw it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from acis_rules.kernel.log import Event
from acis_rules.kernel.state import State
from acis_rules.words.events import DISCS_MOVE, sentence
from acis_rules.words.names import capitalized

from .looking import itemize, say

MOST = 40  # sentences that are told unasked


def sentences(s: State, events: list[Event]) -> list[str]:
    """Events in words; discs that come and go for one reason make one sentence."""
    told = groupby(enumerate(events), key=_told_together)
    lines = (capitalized(sentence(s, [event for _, event in alike])) for _, alike in told)
    return together(lines)


def tell(s: State, events: list[Event], everything: bool = False) -> None:
    """Print the news; if they are long only the latest, saying so."""
    lines = sentences(s, events)
    if len(lines) > MOST and not everything:
        say(s, f"({len(lines) - MOST} earlier lines are left out; `news` tells all)")
        lines = lines[-MOST:]
    for line in lines:
        itemize(s, "- ", line)


def together(lines: Iterable[str]) -> list[str]:
    """The same several times, one after the other, is said once."""
    counted = ((line, sum(1 for _ in again)) for line, again in groupby(lines))
    return [line if n == 1 else f"{line} ({n} times)" for line, n in counted]


def _told_together(numbered: tuple[int, Event]) -> tuple[object, ...]:
    number, event = numbered
    return *event.alike, -1 if event.kind in DISCS_MOVE else number
