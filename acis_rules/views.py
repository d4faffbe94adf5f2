"""What a seat may know, and re-dealing what it may not.

Players and encoders read a `View`, never the game. Everything on the table is public; hands,
cards laid face down, cards looked at and the order of the deck are not. Whether somebody else
is being asked something is not shown either: it could tell that a Negation card is held.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, Any

from .cards.negation import Chain, could_answer
from .cards.plays import declared
from .effects import Play
from .kernel.actions import CARD_BITS, N_CARDS, N_FACTIONS, card_action
from .kernel.bits import mask_of, members, set_of, union
from .kernel.compiled import HELPER, compiled
from .kernel.log import Event
from .kernel.machine import argument, awaited, do_step
from .kernel.state import PUBLIC, Question, Seen, State
from .kernel.types import Action, Card, Cards, Faction, Factions
from .phases.competition import can_lay

if TYPE_CHECKING:
    from .game import Game

Told = dict[Faction, Cards]
_NOBODY = [(0,) * n for n in range(N_FACTIONS + 1)]  # by number of factions
_ALL_CARDS = (1 << N_CARDS + 1) - 2


class View(Seen):
    """The position as one seat sees it. Lists are the game's own: read, never write."""

    __slots__ = ("_alone", "_mine", "_open", "_s", "_shown", "_told", "factions", "seat")

    def __init__(self, s: State, seat: int) -> None:
        if not 0 <= seat < s.world.n_seats:
            raise ValueError(f"seat {seat}: this game has seats 0 to {s.world.n_seats - 1}")
        self._s = s
        self.seat = seat
        self.factions = s.world.factions_of(seat)  # own factions, as bits
        self._mine = members(self.factions)
        self._open = s.world.open_to[seat] & ~self.factions  # others whose cards lie open
        self._shown = self.factions & union(s.world.open_to)  # own ones whose cards lie open to others
        # Whether one hand is all there is to see, and nobody else sees it or cards that were laid
        self._alone = len(self._mine) == 1 and not (self._open | self._shown | s.world.sees_laid)
        self._told: Told | None = None  # where hands have no faces: what `may_hold_another` has to say

    def of(self, s: State, told: Told | None = None) -> View:
        """The view of the same seat in another position of the game."""
        new = View.__new__(View)
        new._s, new.seat, new.factions = s, self.seat, self.factions
        new._mine, new._open, new._shown, new._told = self._mine.copy(), self._open, self._shown, told
        new._alone = self._alone
        return new

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}>"

    def sample(self, rng: Random) -> Game:
        """A game that this seat holds possible, to look ahead in: all that is hidden is dealt anew."""
        from .game import Game

        return Game(_dealt_anew(self, rng))

    # ------------------------------------------------------------------ what is private

    @property
    def question(self) -> Question | None:
        """The open decision if it is this seat's, with its legal actions as bits."""
        q = self._s.question
        return q if q is not None and self.factions >> q.faction & 1 else None

    @property
    def offer(self) -> str:
        """What the open decision offers, if it is an `offer`: a name of `OFFERS`."""
        q = self.question
        return str(self._s.stack[-1][0]) if q is not None and q.kind == "offer" else ""

    @property
    def hand(self) -> list[int]:
        """Own hands as sets of card ids; 0 for other factions."""
        return self._own(self._s.hand)

    @property
    def laid(self) -> list[int]:
        """Own cards laid face down in this competition, as sets."""
        return self._own([mask_of(cards) for cards in self._s.laid])

    def cards_of(self, faction: Faction) -> tuple[int, int, int]:
        """Hand, cards laid face down and cards looked at of one own faction, as sets."""
        assert self.factions >> faction & 1, faction
        s = self._s
        laid = s.laid[faction]
        drawn = s.drawn[faction]
        if s.peeked:
            drawn = self.drawn[faction]
        return s.hand[faction], set_of(laid) if laid else 0, drawn

    def knows_cards_by(self, faction: Faction) -> tuple[Any, ...]:
        """All that says what an own faction knows of cards, besides those that lie open: to be compared.

        The last one is a list, which may be the game's own.
        """
        s = self._s
        setup = s.phase == "setup"  # when nothing counts as unseen
        if self._alone and not s.peeked:
            return s.hand[faction], s.laid[faction], s.drawn[faction], setup, s.known
        own = [self.cards_of(one) for one in self._mine]
        return own, self.seen_by, setup, self.known

    @property
    def drawn(self) -> list[int]:
        """Own cards drawn and not yet kept, as sets; also those of the pile looked at."""
        out = self._own(self._s.drawn)
        q = self.question
        if q is not None and q.kind == "recover":
            out[q.faction] |= mask_of(self._s.peeked)
        return out

    def _own(self, masks: list[int]) -> list[int]:
        out = [0] * len(masks)
        for faction in self._mine:
            out[faction] = masks[faction]
        return out

    @property
    def known(self) -> list[int]:
        """By faction: cards this seat knows to be in another's hand (or laid face down by it)."""
        s = self._s
        n = s.world.n_factions
        mine = self._mine
        out = s.known[mine[0] * n : mine[0] * n + n]
        for viewer in mine[1:]:
            out = [a | b for a, b in zip(out, s.known[viewer * n : viewer * n + n], strict=True)]
        for holder in mine:
            out[holder] = 0
        if self._open:
            for holder in members(self._open):
                out[holder] = s.hand[holder] | set_of(s.laid[holder]) | s.drawn[holder]
        if s.world.sees_laid & self.factions:
            for holder in members(~self.factions & ((1 << n) - 1)):
                out[holder] |= set_of(s.laid[holder])
        return out

    def may_hold_another(self, holder: int, negation: int) -> bool:
        """Whether a civilization holds another card that this Negation card could answer.

        An NPC that may play it now is told the truth (NPC-54); else a hidden card may always be one.
        """
        if self._told is not None:
            return bool(self._told.get(holder, 0) >> negation & 1)
        s, q = self._s, self.question
        asks = q is not None and q.kind == "negate" and q.legal >> card_action(negation) & 1
        cards = s.hand[holder]
        if not asks or not self.factions & s.world.told_truly:
            known = self.known[holder]
            if cards & ~known:
                return True
            cards = known
        deck = s.world.deck.cards
        negates = deck[negation].source.negates
        assert negates is not None
        return any(could_answer(negates, deck[card]) for card in members(cards))

    @property
    def seen_by(self) -> list[int]:
        """By faction: own cards which that faction knows this seat to hold."""
        s = self._s
        n = s.world.n_factions
        out = [0] * n
        if any(s.known):
            for holder in self._mine:
                cards = s.known[holder::n]  # by viewer
                if any(cards):
                    out = [a | b for a, b in zip(out, cards, strict=True)]
        for viewer in range(n) if self._shown else ():
            for holder in members(self._shown & s.world.open_to[s.world.player[viewer]]):
                out[viewer] |= s.hand[holder]
        for own in self._mine:
            out[own] = 0
        return out

    @property
    def unseen(self) -> int:
        """Cards that can be in the deck or in any other hand, for all this seat knows."""
        return self.unseen_beside(_lying(self._s), self.known)

    def unseen_beside(self, open_cards: int, known: list[int]) -> int:
        """`unseen`, for a caller that has the set of all cards that lie open, and `known`, at hand."""
        s = self._s
        if s.phase == "setup":
            return 0
        seen = open_cards | s.world.boxed
        for f in self._mine:
            seen |= s.hand[f] | s.drawn[f]
            if s.laid[f]:
                seen |= set_of(s.laid[f])
        for mask in known:
            seen |= mask
        return _ALL_CARDS & ~seen

    @property
    def events(self) -> list[Event]:
        """The story as this seat saw it."""
        seen = self.factions | self._open
        return [event.for_seat(seen) for event in self._s.log]

    @property
    def event_count(self) -> int:
        """Number of events so far."""
        return len(self._s.log)

    def events_since(self, first: int) -> list[Event]:
        """The story from event number `first` on, without going through what was before."""
        seen = self.factions | self._open
        return [event.for_seat(seen) for event in self._s.log.since(first)]

    # What is declared is said aloud: these belong to the open decision of this seat.

    @property
    def play(self) -> Play | None:
        """The card, Wonder, Investment or ability it is about, as far as it is declared."""
        s = self._s
        q = s.question
        return argument(s, "play") if q is not None and self.factions >> q.faction & 1 else None

    @property
    def picked(self) -> tuple[int, tuple[Action, ...]]:
        """The number of the operation being declared and the actions chosen for it so far."""
        if self.question is None or awaited(self._s) is not declared:
            return 0, ()
        return argument(self._s, "i"), argument(self._s, "picked")

    @property
    def chain(self) -> tuple[tuple[Faction, Card], ...]:
        """The play and the Negation cards against one another, the newest last."""
        chain: Chain | None = None if self.question is None else argument(self._s, "chain")
        return tuple((faction, card) for faction, card, _ in chain or ())

    # ------------------------------------------------------------------- what is public

    @property
    def hand_sizes(self) -> list[int]:
        """Number of cards in each hand."""
        return list(map(int.bit_count, self._s.hand))

    @property
    def laid_sizes(self) -> list[int]:
        """Number of cards each faction has laid face down."""
        return list(map(len, self._s.laid))

    @property
    def drawn_sizes(self) -> list[int]:
        """Number of cards each faction is looking at."""
        return list(map(int.bit_count, self._s.drawn))

    @property
    def card_counts(self) -> list[int]:
        """`hand_sizes`, `laid_sizes` and `drawn_sizes` one after the other."""
        s = self._s
        hands, laid, drawn = s.hand, s.laid, s.drawn
        out = [hand.bit_count() for hand in hands]
        out += map(len, laid) if any(laid) else _NOBODY[len(out)]
        out += map(int.bit_count, drawn) if any(drawn) else drawn
        return out

    @property
    def deck_size(self) -> int:
        """Cards left in the draw deck."""
        return len(self._s.deck)


for _name in PUBLIC:  # attrgetter, because encoders read many of these
    setattr(View, _name, property(attrgetter(f"_s.{_name}")))
if HELPER is not None:
    HELPER.know_view(View)


def reader(*names: str) -> Callable[[View], tuple[Any, ...]]:
    """A function, written out, that reads several public things of a view: much faster than one by one.

    Besides the names of `PUBLIC` it knows those of properties, such as `card_counts`.
    """
    assert all(hasattr(View, name) for name in names), names
    fields = "".join(f"{'s' if name in PUBLIC else 'view'}.{name}, " for name in names)
    written: dict[str, Callable[[View], tuple[Any, ...]]] = {}
    exec(f"def read(view):\n    s = view._s\n    return ({fields})", written)
    read = written["read"]
    _READ[read] = names
    return read


_READ: dict[Callable[[View], tuple[Any, ...]], tuple[str, ...]] = {}


def names_read(read: Callable[[View], tuple[Any, ...]]) -> tuple[str, ...]:
    """What a function made by `reader` reads."""
    return _READ[read]


# ------------------------------------------------------------------------------ re-dealing


def determinize(state: State, seat: int, rng: Random) -> State:
    """A copy in which all that the seat cannot know is dealt anew, consistent with what it knows."""
    return _dealt_anew(View(state, seat), rng)


def _dealt_anew(view: View, rng: Random) -> State:
    state, seat, own = view._s, view.seat, view.factions
    s = state.copy()
    s.rng = rng.getrandbits(64)
    known = view.known
    others = [f for f in range(s.world.n_factions) if not own >> f & 1]
    events = mask_of(s.deck) & s.world.deck.events
    pool = members(view.unseen_beside(_lying(state), known) & ~events)
    mix(pool, rng)
    hidden = [f for f in others if not s.world.open_to[seat] >> f & 1]
    if not own & s.world.sees_laid and any(s.laid):
        _deal_laid(s, hidden, known, pool, rng)
    for f in hidden:
        s.drawn[f] = _deal(pool, state.drawn[f].bit_count())
        sure = known[f] & ~mask_of(s.laid[f])
        s.hand[f] = sure | _deal(pool, state.hand[f].bit_count() - sure.bit_count())
    s.deck = pool + members(events)
    mix(s.deck, rng)
    if s.peeked and not (s.question is not None and own >> s.question.faction & 1):
        s.peeked = _deal_peeked(s, rng)
    _forget(s, own, s.world.open_to[seat])
    _ask_again(s, own)
    return s


@compiled
def mix(cards: list[Card], rng: Random) -> None:
    """Shuffle cards."""
    rng.shuffle(cards)


def _lying(s: State) -> Cards:
    """Cards that lie open."""
    lying = set_of(s.discard) | set_of(s.aside) | set_of(s.table) | set_of(s.investments)
    return lying | set_of(s.reserve)


def _deal(pool: list[Card], n: int) -> Cards:
    """So many cards from the end of the pool, as a set."""
    if n <= 0:
        return 0
    cards = mask_of(pool[-n:])
    del pool[-n:]
    return cards


def _deal_laid(s: State, factions: list[int], known: list[int], pool: list[int], rng: Random) -> None:
    """Face-down cards must be Competition cards that fit the competition for which they were laid."""
    owner: dict[int, int] = {}  # card -> who has laid it
    fits: dict[int, list[int]] = {}
    for f in factions:
        cards = [c for c in (*pool, *members(known[f])) if s.world.deck.competition >> c & 1]
        fits[f] = [c for c in cards if can_lay(s, f, c, s.competition_area)]
        rng.shuffle(fits[f])

    def lay(f: int, tried: set[int]) -> bool:
        """One more card for the faction; if need be somebody else gives way and lays another."""
        for card in fits[f]:
            if card not in tried and owner.get(card) != f:
                tried.add(card)
                if card not in owner or lay(owner[card], tried):
                    owner[card] = f
                    return True
        return False

    for f in factions:
        n = len(s.laid[f])
        for card in s.laid[f]:
            if s.world.laid_out >> card & 1:  # it lay open before
                owner[card] = f
                n -= 1
        # A known card that is no longer in hand's size must be among those laid.
        must = known[f].bit_count() - s.hand[f].bit_count()
        sure = [card for card in fits[f] if known[f] >> card & 1]
        for card in sure[: max(0, min(must, n))]:
            owner[card] = f
            n -= 1
        for _ in range(n):
            lay(f, set())
    for f in factions:
        s.laid[f] = tuple(sorted(card for card, who in owner.items() if who == f))
    pool[:] = [card for card in pool if card not in owner]


def _deal_peeked(s: State, rng: Random) -> tuple[int, ...]:
    """Cards of the discard pile somebody else looks at, one of which can be taken: not only Events."""
    while True:
        cards = tuple(rng.sample(s.discard, len(s.peeked)))
        if mask_of(cards) & ~s.world.deck.events:
            return cards


def _forget(s: State, own: Factions, shown: Factions) -> None:
    """What the others know of each other's hands is hidden too; the story is told as it was seen."""
    n = s.world.n_factions
    others = [f for f in range(n) if not own >> f & 1]
    for viewer in others:
        for holder in others:
            s.known[viewer * n + holder] = 0
    s.log.hide_from_all_but(own | shown)


def _ask_again(s: State, own: int) -> None:
    """A question about somebody else's cards is put anew, since the cards are new.

    The position stays the same: who now has nothing to choose is left with the one answer.
    """
    q = s.question
    if q is None or own >> q.faction & 1 or not q.legal & CARD_BITS or s.asker is None:
        return
    depth, frame = s.asker
    again = s.copy()
    again.question = None
    del again.stack[depth:]
    do_step(again, frame)
    if again.question is not None and again.question[:2] == q[:2]:
        s.stack, s.question = again.stack, again.question
    else:
        s.question = q._replace(legal=q.legal & ~CARD_BITS)
