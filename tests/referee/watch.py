"""The stream of events and the table they tell, as the chapters of the referee read them.

Each chapter is a script: a generator that reads the events of its phase in the order in which the
rulebook says they must come. `yield from watch.peek()` waits for the next event, `take()` consumes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, NoReturn, TypeVar

from acis_rules import Game
from acis_rules.box.hannibal_blocks import ConsulBlock
from acis_rules.kernel.log import Event

from .board import Board
from .dispute import Dispute
from .facts import Facts
from .mirror import Broken, Mirror

T = TypeVar("T")
Script = Generator[None, Event, T]

# How NPCs become enemies is not judged, only remembered
HOSTILITY = {"war", "peace", "primary_enemy", "discs_drawn", "peace_offer"}
JUDGED_DRAWS = ("explore", "size", "minor state")  # discs drawn for
EXACT, BOUNDED, UNJUDGED = "exact", "bounded", "unjudged"
FROM_READY = ("deploy", "aeneas")  # causes of discs that were Ready


class Lost(Exception):
    """A side has lost in the middle of something."""


class Watch:
    """The next event, what the table looks like, and how much has been judged."""

    def __init__(self, game: Game) -> None:
        self.facts = Facts(game)
        self.mirror = Mirror(self.facts)
        self.index = -1  # of the event looked at
        self.used: set[object] = set()  # what is used once per turn
        self.draw_less: Counter[int] = Counter()  # cards fewer in the next Draw step (EPO-24)
        self.taken_back: Counter[int] = Counter()  # cards from the table, among those drawn
        self.aeneas_used: Counter[int] = Counter()
        self.epoch_ends = False  # Time Marches On
        self.checked = False  # the Sudden End step of this turn is over
        self.competition_area = -1
        self.put_by: Counter[int] = Counter()  # cards that went to the table instead, since the last card
        self.tally: Counter[tuple[str, str]] = Counter()  # (what, how it was judged) -> events
        self._how = EXACT
        self._next: Event | None = None
        self.consuls: list[ConsulBlock] = []  # who lead Rome this turn
        self.cards_away = 0  # Competition cards that Rome has laid outside it this turn
        self.promises: set[int] = set()  # Events whose help is still to come
        self.answered: set[int] = set()  # who has played a card in the last chain of answers
        self.claims: Counter[int] = Counter()  # cards drawn that were somebody else's
        self.claimants: dict[int, int] = {}  # whose they were, by who drew them
        self._real: Event | None = None  # what was told, if it is judged as somebody else's

    # ------------------------------------------------------------------------ the stream

    def peek(self) -> Script[Event]:
        """The next event, left where it is."""
        while self._next is None:
            event = yield
            self.index += 1
            if event.kind in HOSTILITY and event.cause not in JUDGED_DRAWS:
                self.mirror.remember_enmity(event)
                self._count(event, UNJUDGED)
            elif event.kind == "marker":  # follows the loss of a disc, wherever that comes
                self._apply(event)
            elif (judge := self.asides(event)) is not None:
                judge(self, event)
                self._apply(event)
            elif event.kind == "decided" and event.cause == "no discs":
                self._apply(event)
                raise Lost
            elif event.kind == "claimed":  # whoever drew it draws another (EGY-03d)
                self.claims[event.other] += 1
                self.claimants[event.other] = event.faction
                self._apply(event)
            elif event.kind == "placed" and event.faction in self.facts.tribute and event.cause in FROM_READY:
                self._real = event  # in whose name it is placed (EGY-04c)
                self._next = event._replace(faction=self.facts.tribute[event.faction])
            else:
                self._next = event
        return self._next

    def asides(self, event: Event) -> Callable[[Watch, Event], None] | None:
        """Who judges an event that comes in the middle of anything."""
        from . import persians

        if event.cause == "cohabitation":
            return persians.colours_meet
        if event.kind == "gold" and event.cause == "handed over" and self.facts.groups:
            return persians.gold_handed_over
        if event.cause == persians.NO_GOLD and self.mirror.phase != "competition":
            return persians.left_without_gold
        if event.kind == "invested" and event.card in self.mirror.investments:
            return persians.refilled
        by_kind = {"put_by": persians.card_put_by, "taken_back": persians.card_taken_back}
        if event.kind == "cards_taken" and event.cause == "let go":
            return lambda w, e: None
        ours = event.kind == "discarded" and event.card in self.facts.reserve
        if ours and (event.cause == "let go" or self.mirror.left_alone(event.card)):
            return lambda w, e: None
        return by_kind.get(event.kind)

    def take(self) -> Script[Event]:
        """The next event, applied to the mirror."""
        event = yield from self.peek()
        if event.kind in ("played", "event"):
            self.put_by.clear()
        real, self._next, self._real = self._real or event, None, None
        self._apply(real)
        return event

    def _apply(self, event: Event) -> None:
        from .hannibal_options import check_saved

        if event.cause == "saves a disc":
            check_saved(self, event)
        try:
            self.mirror.apply(event)
        except Broken as broken:
            self.dispute(broken.rule, broken.explanation)
        self._count(event, self._how)

    def comes(
        self, kind: str, cause: str | None = None, faction: int | None = None, other: int | None = None
    ) -> Script[bool]:
        """Whether the next event is such a one."""
        event = yield from self.peek()
        return (
            event.kind == kind
            and (cause is None or event.cause == cause)
            and (faction is None or event.faction == faction)
            and (other is None or event.other == other)
        )

    def expect(self, rule: str, kind: str, cause: str | None = None, **fields: Any) -> Script[Event]:
        """Take the next event, which must be such a one."""
        event = yield from self.peek()
        wanted = {"kind": kind, **({} if cause is None else {"cause": cause}), **fields}
        for field, value in wanted.items():
            if getattr(event, field) != value:
                self.dispute(rule, f"expected {wanted}, came {self.words(event)}")
        return (yield from self.take())

    def present(self) -> list[int]:
        """Factions in the game: in turn order, then those without a turn."""
        factions = self.facts.scenario.factions
        return self.mirror.order + [
            f for f, one in enumerate(factions) if not one.turn and f not in self.mirror.absent
        ]

    def expect_vp(self, rule: str, cause: str, faction: int, n: int) -> Script[None]:
        """Take the VP that come next; who has none gains none (ROME1-06e)."""
        if faction in self.facts.scorers:
            yield from self.expect(rule, "vp", cause, faction=faction, n=n)

    @contextmanager
    def judging(self, how: str) -> Generator[None]:
        """How the events taken inside are judged."""
        before, self._how = self._how, how
        try:
            yield
        finally:
            self._how = before

    def _count(self, event: Event, how: str) -> None:
        self.tally[event.kind, how] += 1

    # ------------------------------------------------------------------------ who pays

    def whose_disc(self, payer: int, area: int, board: Board) -> int:
        """Whose disc a payment has saved: the payer's, or that of its client (HANN-05b)."""
        clients = [f for f, patron in enumerate(self.facts.patron) if patron == payer != f]
        client = next((f for f in clients if board.discs[f][area]), payer)
        return payer if board.discs[payer][area] else client

    # --------------------------------------------------------------------------- words

    def dispute(self, rule: str, explanation: str) -> NoReturn:
        """The engine did something else than the rules say."""
        m = self.mirror
        raise Dispute(rule, self.index, f"Epoch {m.epoch}, turn {m.turn}, {m.phase}: {explanation}")

    def check(self, right: bool, rule: str, explanation: str) -> None:
        """Dispute unless it is right."""
        if not right:
            self.dispute(rule, explanation)

    def words(self, event: Event) -> str:
        """An event in words."""
        fields = {k: v for k, v in event._asdict().items() if v != Event._field_defaults.get(k)}
        if event.faction >= 0:
            fields["faction"] = self.mirror.name(event.faction)
        if event.area >= 0:
            fields["area"] = self.mirror.area(event.area)
        return ", ".join(f"{k} {v}" for k, v in fields.items())
