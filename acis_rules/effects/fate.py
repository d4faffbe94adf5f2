"""Cards as goods: discard, take, draw, look at, recover; the two Events about the deck."""

from __future__ import annotations

from typing import ClassVar, Literal

from ..kernel.actions import card_actions, card_of
from ..kernel.bits import mask_of, members
from ..kernel.chance import random_below
from ..kernel.log import tell
from ..kernel.machine import answer, ask, later, pending, push, step
from ..kernel.state import Seen, State
from ..kernel.types import Action, Faction
from ..table.card_changes import (
    discard,
    discard_hand,
    look_at_hand,
    new_hands,
    peek,
    recover_card,
    reshuffle,
    steal,
)
from .base import Operation, Play, Positive, Tags, Topic

# Done in cards/drawing.py, which knows these operations
draw, hand_limit, keep = later("draw"), later("hand_limit"), later("keep")
sudden_end = later("sudden_end")  # in phases/evaluation.py


def limit_hand(s: State, faction: Faction) -> None:
    """Check the hand after what comes next, unless its limit holds at the end of the draw only (EGY-02d)."""
    if not s.world.knobs[faction].late_hand_limit:
        push(s, hand_limit, faction)


class Discard(Operation, frozen=True, tag="discard"):
    """The named civilization discards cards: its own choice (CLR-05) or at random."""

    needs: ClassVar[frozenset[Topic]] = frozenset({"civilization"})

    n: Positive = 1
    how: Literal["choice", "random"] = "choice"

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        faction = play.factions[0]
        if self.how == "choice":
            push(s, discard_choice, faction, self.n, play.cause, play.by)
            return
        for _ in range(self.n):
            if s.hand[faction]:
                discard(s, faction, random_card(s, faction), play.cause, forced=True)

    def costs(self, s: Seen, play: Play) -> bool:
        return bool(s.hand[play.factions[0]])

    def tag(self, tags: Tags) -> None:
        tags.costs_cards = True


def random_card(s: State, faction: Faction) -> int:
    """A random card of a hand."""
    cards = members(s.hand[faction])
    return cards[random_below(s, len(cards))]


@step("discard_choice")
def discard_choice(s: State, faction: Faction, n: int, cause: str, by: Faction) -> None:
    """Ask for a card to discard."""
    if n and s.hand[faction]:
        ask(s, discard_chosen, (faction, n, cause, by), faction, "discard",
            card_actions(s.hand[faction]), by=by, n=n)  # fmt: skip


@answer("discard_choice")
def discard_chosen(s: State, action: Action, faction: Faction, n: int, cause: str, by: Faction) -> None:
    """Discard it and go on."""
    discard(s, faction, card_of(action), cause, forced=True)
    if n > 1:
        push(s, discard_choice, faction, n - 1, cause, by)


class Exchange(Operation, frozen=True, tag="exchange"):
    """Discard a card of your own."""

    question: ClassVar[str] = "discard"

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> int:
        return 0 if picked else card_actions(s.hand[play.by])

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        if picked:
            discard(s, play.by, card_of(picked[0]), play.cause)


class Take(Operation, frozen=True, tag="take"):
    """Take a card from each named civilization: seen and chosen, or at random."""

    needs: ClassVar[frozenset[Topic]] = frozenset({"civilization"})

    how: Literal["look", "random"]

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        limit_hand(s, play.by)
        for victim in reversed(play.factions):
            push(s, take, play.by, victim, self.how, play.cause)

    def costs(self, s: Seen, play: Play) -> bool:
        return any(s.hand[victim] for victim in play.factions)

    def tag(self, tags: Tags) -> None:
        tags.costs_cards = True
        tags.gives_cards = True


@step("take")
def take(s: State, taker: Faction, victim: Faction, how: str, cause: str) -> None:
    """Take a random card, or look at the hand and ask for one (CLR-12)."""
    if not s.hand[victim]:
        return
    if how == "random":
        steal(s, taker, victim, random_card(s, victim), cause)
        return
    look_at_hand(s, taker, victim, cause)
    ask(s, card_taken, (taker, victim, cause), taker, "take", card_actions(s.hand[victim]), by=victim)


@answer("take")
def card_taken(s: State, action: Action, taker: Faction, victim: Faction, cause: str) -> None:
    """The chosen card changes hands."""
    steal(s, taker, victim, card_of(action), cause)


class Draw(Operation, frozen=True, tag="draw"):
    """Draw cards; Events among them are resolved and replaced."""

    n: Positive

    def possible(self, s: Seen, play: Play) -> bool:
        return True

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        limit_hand(s, play.by)
        push(s, draw, play.by, self.n, False, play.cause)

    def tag(self, tags: Tags) -> None:
        tags.gives_cards = True


class Look(Operation, frozen=True, tag="look"):
    """Draw n cards, keep one, discard the others."""

    n: Positive

    def possible(self, s: Seen, play: Play) -> bool:
        return True

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        limit_hand(s, play.by)
        push(s, keep, play.by, play.cause)
        push(s, draw, play.by, self.n, True, play.cause)

    def tag(self, tags: Tags) -> None:
        tags.gives_cards = True


class Recover(Operation, frozen=True, tag="recover"):
    """Look at n random cards of the discard pile and take one into hand (CLR-13)."""

    n: Positive

    def possible(self, s: Seen, play: Play) -> bool:
        return bool(s.discard)

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        peek(s, self.n)
        limit_hand(s, play.by)
        push(s, recover, play.by, play.cause)

    def tag(self, tags: Tags) -> None:
        tags.gives_cards = True


@step("recover")
def recover(s: State, faction: Faction, cause: str) -> None:
    """Ask which of the cards looked at to take."""
    cards = s.world.deck.cards
    legal = card_actions(mask_of(card for card in s.peeked if not cards[card].event))  # DEF-51
    if legal:
        ask(s, recovered, (faction, cause), faction, "recover", legal)
    else:
        s.peeked = ()


@answer("recover")
def recovered(s: State, action: Action, faction: Faction, cause: str) -> None:
    """The card goes to hand."""
    s.peeked = ()
    recover_card(s, faction, card_of(action), cause)


class NewHands(Operation, frozen=True, tag="new_hands"):
    """Everybody discards its hand, the discard pile is shuffled in, everybody draws as many."""

    def possible(self, s: Seen, play: Play) -> bool:
        return True

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        push(s, deal_anew, tuple(hand.bit_count() for hand in s.hand), play.cause)
        for faction in s.order:
            discard_hand(s, faction, play.cause)

    def tag(self, tags: Tags) -> None:
        tags.costs_cards = True
        tags.gives_cards = True


@step("deal_anew")
def deal_anew(s: State, sizes: tuple[int, ...], cause: str) -> None:
    """The hands are discarded: shuffle, and everybody draws as many cards as it had."""
    reshuffle(s, cause)
    new_hands(s, sizes, cause)


class Reshuffle(Operation, frozen=True, tag="reshuffle"):
    """Shuffle the discard pile into the draw pile."""

    def possible(self, s: Seen, play: Play) -> bool:
        return True

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        reshuffle(s, play.cause)


class EndEpoch(Operation, frozen=True, tag="end_epoch"):
    """The next Sudden End step ends the Epoch without a card being revealed."""

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        if _next_sudden_end(s) < s.world.scenario.clock.no_early_end:
            return  # void, not put off (GREEK-01b)
        s.end_epoch = True
        tell(s, "time_marches", play.by, cause=play.cause)


def _next_sudden_end(s: State) -> int:
    """The turn of the next Sudden End step."""
    if s.phase == "epoch":
        return 1
    over = s.phase == "evaluation" and not pending(s, sudden_end)
    return s.turn + 1 if over else s.turn
