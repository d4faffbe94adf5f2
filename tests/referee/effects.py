"""What cards, Wonders, Investments and abilities did, gathered from the events that name them as cause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from acis_rules.kernel.log import Event

from .board import Board
from .watch import BOUNDED, Script, Watch

SAVES = "saves a disc"
MERCENARIES = "card 71"  # pays with the cause "allies"
_TOUCHES = {"removed": "lost", "ally_removed": "lost", "discarded": "cards"}


class Effect:
    """What one source did, beside the board and the displays as they were before."""

    def __init__(self, w: Watch, by: int, source: str) -> None:
        m = w.mirror
        self.watch = w
        self.by = by
        self.source = source
        self.board: Board = m.board.copy()  # before
        self.treasury = m.treasury.copy()
        self.vp_before = m.vp.copy()
        self.hand_sizes = [len(hand) for hand in m.hand]
        self.removed: Counter[tuple[int, int]] = Counter()  # (faction, area): discs that went
        self.saved: Counter[tuple[int, int]] = Counter()  # ... that were paid for
        self.placed: list[tuple[int, int]] = []  # (faction, area) in order
        self.barbarians: Counter[int] = Counter()  # by area
        self.allies: Counter[tuple[int, int]] = Counter()
        self.talents: Counter[int] = Counter()
        self.ready: Counter[int] = Counter()
        self.vp: dict[int, int | Fraction] = {}
        self.cards: Counter[int] = Counter()  # discarded or lost by its owner
        self.rest: list[Event] = []
        self.told: Counter[tuple[str, str]] = Counter()  # (what it touches, kind of event)

    @property
    def lost(self) -> Counter[tuple[int, int]]:
        """Discs that were to go: removed or paid for."""
        return self.removed + self.saved

    def readings(self) -> Iterator[Counter[tuple[int, int]]]:
        """Whose discs were paid for: of a client beside its patron the events do not tell it (HANN-05b).

        A disc that was paid for stays, and may be paid for again.
        """
        patron = self.watch.facts.patron
        unclear = [
            ((payer, area), client, n)
            for (payer, area), n in self.saved.items()
            for client, other in enumerate(patron)
            if other == payer != client and self.board.discs[payer][area] and self.board.discs[client][area]
        ]
        told = self.saved.copy()
        for numbers in product(*(range(most + 1) for _, _, most in unclear)):
            saved = told.copy()
            for (own, client, _), n in zip(unclear, numbers, strict=True):
                saved[own] -= n
                saved[client, own[1]] += n
            yield +saved

    def note(self, event: Event) -> None:
        """Gather an event."""
        kind, faction, area, n = event.kind, event.faction, event.area, int(event.n)
        self.told["lost" if event.cause == SAVES else _TOUCHES.get(kind, kind), kind] += 1
        if event.cause == SAVES:
            self.saved[self.watch.whose_disc(faction, area, self.board), area] += 1
        elif kind in ("removed", "ally_removed"):
            self.removed[faction, area] += 1
        elif kind == "placed":
            self.placed.append((faction, area))
        elif kind == "barbarians":
            self.barbarians[area] += n
        elif kind == "allies":
            self.allies[faction, area] += n
        elif kind == "ready":
            self.ready[faction] += n
            self.rest.append(event)
        elif kind == "talents":
            self.talents[faction] += n
        elif kind == "vp":
            self.vp[faction] = self.vp.get(faction, 0) + event.n
        elif kind == "discarded":
            if event.cause != "hand limit":
                self.cards[faction] += 1
        else:
            self.rest.append(event)

    def kinds(self) -> set[str]:
        """What it touched."""
        touched = {
            "lost": self.removed or self.saved, "placed": self.placed, "barbarians": self.barbarians,
            "allies": self.allies, "talents": self.talents, "vp": self.vp, "cards": self.cards,
        }  # fmt: skip
        return {name for name, value in touched.items() if value} | {event.kind for event in self.rest}


def belongs(event: Event, effect: Effect, saves: bool) -> bool:
    """Whether the event comes from the source."""
    if event.cause == effect.source:
        return not event.cause.startswith("ability") or event.faction == effect.by
    if event.cause == SAVES:
        return saves and event.other == effect.by
    if event.cause == "allies":
        return effect.source == MERCENARIES
    if event.cause == "hand limit":
        return event.faction == effect.by
    return event.cause == "shortage" and event.kind == "removed"


def collect(w: Watch, by: int, source: str, saves: bool = True) -> Script[Effect]:
    """All that the source does from here on; `saves`: payments for discs with it."""
    effect = Effect(w, by, source)
    while belongs((yield from w.peek()), effect, saves):
        if (yield from w.comes("removed", "shortage")):
            yield from take_from_the_map(w)
        else:
            with w.judging(BOUNDED):
                effect.note((yield from w.take()))
    return effect


def take_from_the_map(w: Watch) -> Script[None]:
    """A Barbarian disc is taken from elsewhere because none is left in supply (CRD-23)."""
    left = w.mirror.supply[w.facts.black]
    w.check(not left, "CRD-23", f"a Barbarian is taken from the map, but {left} are in supply")
    yield from w.expect("CRD-23", "removed", "shortage", faction=w.facts.black)
