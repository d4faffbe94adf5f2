"""The last events as numbers, for learners with a memory: one row of FIELDS for each event, the newest last.

They are told as the seat saw them: cards that it could not see are 0. Factions are counted from the seat's
own one by number, not by turn order, so that the same number is the same opponent all game long.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from acis_rules.kernel.bits import lowest
from acis_rules.kernel.log import Event
from acis_rules.views import View

from .names import EVENT_KINDS
from .schema import SLOTS

Tokens = npt.NDArray[np.int16]

_KIND = {kind: number for number, kind in enumerate(EVENT_KINDS, 1)}


class Field(NamedTuple):
    """One number of an event; 0 always means that there is none."""

    name: str
    most: int
    meaning: str


FIELDS = (
    Field(
        "kind", len(EVENT_KINDS), "place in EVENT_KINDS, counted from 1; 0: no event, before the first one"
    ),
    Field(
        "faction", SLOTS + 1, "who: 1 is oneself, 2 to 6 the others, counted on by number; 7 the Barbarians"
    ),
    Field("area", 106, "number of the area, counted from 1"),
    Field("card", 103, "id of the card; of several cards none is told"),
    Field("n", 999, "how many: discs, cards, talents, VP (halves cut); below 0 if they were lost"),
    Field("other", SLOTS + 1, "a second faction that it is about, counted like the first"),
    Field("wonder", 7, "number of the Wonder, counted from 1"),
    Field("target", 103, "id of the card that a Negation answers"),
)
_MOST = FIELDS[[field.name for field in FIELDS].index("n")].most


def faction_index(view: View) -> list[int]:
    """By faction number, the Barbarians last, and nobody (-1) behind them: its number in the history."""
    n = view.world.n_factions
    own = lowest(view.factions)
    return [*((faction - own) % n + 1 for faction in range(n)), SLOTS + 1, 0]


def history(view: View, length: int) -> Tokens:
    """The last `length` events as a seat saw them: (length, FIELDS), empty rows before the first one."""
    out = np.zeros((length, len(FIELDS)), np.int16)
    events = view.events_since(max(0, view.event_count - length))
    if events:
        index = faction_index(view)
        out[-len(events) :] = [_token(event, index) for event in events]
    return out


def _token(event: Event, index: list[int]) -> tuple[int, ...]:
    return (
        _KIND[event.kind], index[event.faction], event.area + 1, event.card,
        max(-_MOST, min(_MOST, int(event.n))), index[event.other], event.wonder + 1, event.target,
    )  # fmt: skip
