"""What happened, sentence by sentence, as a seat saw it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, pairwise

from acis_rules.kernel.log import Event
from acis_rules.kernel.state import State
from acis_rules.words.events import TOGETHER, came_to_nothing, sentence
from acis_rules.words.names import capitalized

from ..live.epoch_change import row_words
from .looking import itemize, say

MOST = 40  # sentences that are told unasked


def sentences(s: State, events: list[Event]) -> list[str]:
    """Events in words; discs that come and go for one reason make one sentence."""
    vain = {i for i, (event, after) in enumerate(pairwise(events)) if came_to_nothing(event, after)}
    lines = []
    for _, alike in groupby(enumerate(events), key=_told_together):
        numbers, told = zip(*alike, strict=True)
        words = capitalized(sentence(s, list(told)))
        if told[0].kind == "epoch_change":
            words += f" ({row_words(told[0].row)})"
        lines.append(f"{words}: nothing comes of it" if numbers[-1] in vain else words)
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
    return *event.alike, -1 if event.kind in TOGETHER else number
