"""The last events as tokens, for learners that remember: apart from the flat vector, which needs no story."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from acis_rules.kernel.log import Event
from acis_rules.views import View

from .names import EVENT_KINDS
from .schema import EVENT_FIELDS, EVENTS
from .seating import Seating, seating_of

_NUMBER = {kind: i + 1 for i, kind in enumerate(EVENT_KINDS)}
_ANOTHER = 255


def event_tokens(view: View, n: int = EVENTS, seating: Seating | None = None) -> npt.NDArray[np.uint8]:
    """The last n events as this seat saw them, one row of `EVENT_FIELDS` each, the newest last.

    Rows before the first event are zero. Factions are named by slot, as in the observation.
    """
    seating = seating or seating_of(view)
    out = np.zeros((n, len(EVENT_FIELDS)), np.uint8)
    told = view.events_since(max(0, view.event_count - n))
    if told:
        out[n - len(told) :] = [_token(event, seating) for event in told]
    return out


def _token(event: Event, seating: Seating) -> tuple[int, ...]:
    who, other = (seating.slot[f] + 1 if f >= 0 else 0 for f in (event.faction, event.other))
    card = event.card or (event.cards[0] if len(event.cards) == 1 else 0)
    n = int(event.n)
    return (
        _NUMBER.get(event.kind, _ANOTHER), who, other, event.area + 1, card, event.wonder + 1,
        min(255, abs(n)), int(n < 0),
    )  # fmt: skip
