"""The doors of cards: every card that goes from one place to another passes through here.

Each door keeps up to date who knows which cards of a hand, and tells the story.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel.bits import members
from ..kernel.chance import random_below, shuffle
from ..kernel.compiled import compiled
from ..kernel.log import tell
from ..kernel.moments import anybody
from ..kernel.state import State
from ..kernel.types import Area, Card, Faction

if TYPE_CHECKING:
    from ..kernel.types import Cards


def draw_card(s: State, cause: str) -> int:
    """The top card of the deck, or 0 if deck and discard pile are empty (DEF-47)."""
    if not s.deck:
        if not s.discard:
            return 0
        reshuffle(s, cause)
    return s.deck.pop()


def reshuffle(s: State, cause: str) -> None:
    """Shuffle the discard pile into the draw deck."""
    s.deck += s.discard
    s.discard.clear()
    shuffle(s, s.deck)
    tell(s, "reshuffled", n=len(s.deck), cause=cause)


def take_deck_away(s: State) -> None:
    """From a copy to try something on: no card is drawn or turned up there."""
    s.deck, s.discard = [], []


def take_up(s: State, faction: Faction, cards: list[Card], cause: str, to_look_at: bool = False) -> None:
    """Cards just drawn go to hand, or are looked at before one of them does."""
    zone = s.drawn if to_look_at else s.hand
    for card in cards:
        zone[faction] |= 1 << card
    tell(s, "drew", faction, n=len(cards), cause=cause, cards=tuple(cards), seen_by=faction)
    for join_in in s.world.on.drawn:
        join_in(s, faction, cards)


def keep_card(s: State, faction: Faction, card: Card, cause: str) -> None:
    """Of the cards looked at one goes to hand, the others are discarded."""
    s.hand[faction] |= 1 << card
    tell(s, "kept", faction, n=1, cause=cause, cards=(card,), seen_by=faction)
    for other in members(s.drawn[faction] & ~(1 << card)):
        s.discard.append(other)
        tell(s, "discarded", faction, card=other, n=1, cause=cause)
    s.drawn[faction] = 0


def give_opening_card(s: State, faction: Faction, card: Card) -> None:
    """A card that a hand holds from the start, as everybody knows."""
    s.hand[faction] |= 1 << card
    show_card(s, faction, card)
    tell(s, "begins_with", faction, card=card, n=1)


def deal_hand(s: State, faction: Faction, n: int, cause: str) -> None:
    """The top n cards of the deck, as far as it goes; the caller has seen to Events."""
    take_up(s, faction, [s.deck.pop() for _ in range(min(n, len(s.deck)))], cause)


def new_hands(s: State, sizes: tuple[int, ...], cause: str) -> None:
    """Everybody draws so many cards; Events among them are put back."""
    all_events = s.world.deck.events
    events = [card for card in s.deck if all_events >> card & 1]
    s.deck = [card for card in s.deck if not all_events >> card & 1]
    for faction in s.order:
        deal_hand(s, faction, sizes[faction], cause)
    s.deck += events
    shuffle(s, s.deck)


def hand_without_events(s: State, faction: Faction, n: int, cause: str) -> None:
    """Cards from the top until so many are no Events; those are shuffled back unresolved (EXP-49)."""
    cards: list[Card] = []
    events: list[Card] = []
    while len(cards) < n:
        card = draw_card(s, cause)
        if not card:
            break
        (events if s.world.deck.events >> card & 1 else cards).append(card)
    take_up(s, faction, cards, cause)
    s.deck += events
    if events:
        shuffle(s, s.deck)


def reveal(s: State, cause: str) -> int:
    """Turn up the top card for all to see; it lies on the table until the caller moves it."""
    card = draw_card(s, cause)
    if card:
        s.table.append(card)
        tell(s, "revealed", card=card, cause=cause)
    return card


def lay_on_table(s: State, card: Card) -> None:
    """A card just drawn lies on the table: an Event that is to be resolved."""
    s.table.append(card)


def shuffle_back(s: State, card: Card) -> None:
    """From the table or the discard pile to a random place of the deck, whose order nobody knows."""
    (s.table if card in s.table else s.discard).remove(card)
    s.deck.insert(random_below(s, len(s.deck) + 1), card)


def return_aside(s: State) -> None:
    """Cards that were set aside for the Epoch go to the discard pile (EPO-09)."""
    s.discard += s.aside
    s.aside.clear()


def search_pile(s: State, faction: Faction, pile: str, wanted: Cards, cause: str) -> Card:
    """Shuffle the deck or the discard pile, turn up cards until a wanted one comes, and take that.

    The others go back. All see what was turned up; without a wanted card nothing is taken (0).
    """
    cards = s.deck if pile == "deck" else s.discard
    shuffle(s, cards)
    found = next((card for card in reversed(cards) if wanted >> card & 1), 0)
    turned = tuple(reversed(cards[cards.index(found) :] if found else cards))
    if found:
        cards.remove(found)
        s.hand[faction] |= 1 << found
        show_card(s, faction, found)
    if pile == "deck":
        shuffle(s, cards)
    tell(s, "searched", faction, card=found, n=len(turned), cards=turned, cause=cause if found else "nothing")
    return found


def peek(s: State, n: int) -> None:
    """Look at n random cards of the discard pile (CLR-13)."""
    shuffle(s, s.discard)
    s.peeked = tuple(s.discard[-n:])


def recover_card(s: State, faction: Faction, card: Card, cause: str) -> None:
    """Take a card from the discard pile; as the pile lies open, everybody knows which it was."""
    s.discard.remove(card)
    s.hand[faction] |= 1 << card
    show_card(s, faction, card)
    tell(s, "recovered", faction, card=card, n=1, cause=cause)


def play_from_hand(s: State, faction: Faction, card: Card) -> None:
    """A card goes from a hand to the table."""
    take_from_hand(s, faction, card)
    s.table.append(card)


def lay_face_down(s: State, faction: Faction, card: Card, area: Area) -> None:
    """Commit a card to a competition; nobody sees which, unless it lay open before (CMP-17)."""
    s.hand[faction] &= ~(1 << card)
    if card in s.reserve:
        leave_reserve(s, card)
        show_card(s, faction, card)
    s.laid[faction] = (*s.laid[faction], card)
    tell(s, "laid", faction, area=area, n=1, cards=(card,), seen_by=faction)


def turn_up_laid(s: State, area: Area) -> list[tuple[Faction, Card]]:
    """All cards laid face down are turned up at once, in turn order (CMP-18)."""
    cards = [(faction, card) for faction in s.order for card in s.laid[faction]]
    for faction, card in cards:
        play_from_hand(s, faction, card)
        tell(s, "played", faction, area=area, card=card)
    for faction in s.order:
        s.laid[faction] = ()
    return cards


@compiled
def take_from_hand(s: State, faction: Faction, card: Card) -> None:
    """A card leaves a hand for all to see: nobody needs to remember it there any longer.

    A card of the reserve that is used as if in hand leaves it in the same way.
    """
    bit = 1 << card
    if card in s.reserve:
        leave_reserve(s, card)
    s.hand[faction] &= ~bit
    known = s.known
    for viewed in range(faction, len(known), s.world.n_factions):
        if known[viewed] & bit:
            known[viewed] ^= bit


def leave_reserve(s: State, card: Card) -> None:
    """A card is taken up from before its owner; the discs on it go home."""
    owner, discs = s.reserve.pop(card)
    s.supply[owner] += discs


def show_card(s: State, faction: Faction, card: Card) -> None:
    """Everybody knows from now on that the faction holds this card."""
    n = s.world.n_factions
    for viewer in range(n):
        if viewer != faction:
            s.known[viewer * n + faction] |= 1 << card


def look_at_hand(s: State, viewer: Faction, holder: Faction, cause: str) -> None:
    """One civilization sees the hand of another (CLR-12)."""
    s.known[viewer * s.world.n_factions + holder] |= s.hand[holder]
    tell(s, "hand_seen", viewer, n=s.hand[holder].bit_count(), other=holder, cause=cause)


def discard_hand(s: State, faction: Faction, cause: str) -> None:
    """A whole hand is discarded."""
    cards = [card for card in members(s.hand[faction]) if not _goes_elsewhere(s, faction, card)]
    for card in cards:
        take_from_hand(s, faction, card)
    s.discard += cards
    tell(s, "hand_discarded", faction, n=len(cards), cause=cause)


def _goes_elsewhere(s: State, faction: Faction, card: Card, taker: Faction = -1) -> bool:
    """Whether somebody has seen to a card that was played, discarded by force or stolen."""
    return anybody(s.world.on.card_goes, s, faction, card, taker)


def discard(
    s: State,
    faction: Faction,
    card: Card,
    cause: str,
    area: Area = -1,
    by: Faction = -1,
    forced: bool = False,
) -> None:
    """Discard a card from hand, face up (DEF-46); `area` and `by` as for talents that save a disc.

    `forced`: its owner has to discard a card and can do nothing else.
    """
    if forced and s.world.on.card_goes and _goes_elsewhere(s, faction, card):
        return
    take_from_hand(s, faction, card)
    s.discard.append(card)
    tell(s, "discarded", faction, area=area, card=card, n=1, other=by, cause=cause)
    for join_in in s.world.on.lost:
        join_in(s, faction, "card", cause)


def steal(s: State, taker: Faction, victim: Faction, card: Card, cause: str) -> None:
    """A card changes hands; only the two see which (CLR-12, CLR-26)."""
    if s.world.on.card_goes and _goes_elsewhere(s, victim, card, taker):
        return
    bit = 1 << card
    n = s.world.n_factions
    s.hand[victim] &= ~bit
    s.hand[taker] |= bit
    for viewer in range(n):
        if viewer not in (taker, victim):
            s.known[viewer * n + victim] = 0  # any card known there may be the one taken
    s.known[taker * n + victim] &= ~bit
    s.known[victim * n + taker] |= bit
    tell(s, "cards_taken", taker, n=1, other=victim, cause=cause, cards=(card,), seen_by=taker)
    for join_in in s.world.on.lost:
        join_in(s, victim, "card", cause)


def give_card(s: State, giver: Faction, taker: Faction, card: Card) -> None:
    """A card as a gift: to an NPC, whose hand lies open, for all to see (HOS-05, NPC-27)."""
    take_from_hand(s, giver, card)
    s.hand[taker] |= 1 << card
    tell(s, "card_given", giver, card=card, n=1, other=taker)


def hand_over(s: State, giver: Faction, taker: Faction, card: Card, cause: str) -> None:
    """A card, held or just drawn and looked at, goes to another; only the two see which."""
    bit = 1 << card
    n = s.world.n_factions
    s.hand[giver] &= ~bit
    s.drawn[giver] &= ~bit
    s.hand[taker] |= bit
    for viewer in range(n):
        if viewer not in (giver, taker):
            s.known[viewer * n + giver] = 0  # any card known there may be the one
    s.known[taker * n + giver] &= ~bit
    s.known[giver * n + taker] |= bit
    tell(s, "handed_over", giver, n=1, other=taker, cause=cause, cards=(card,), seen_by=giver)


def leave_table(s: State, card: Card, aside: bool = False, by: Faction = -1) -> None:
    """A card played by somebody or revealed goes to the discard pile, or aside if its legend says so."""
    if by >= 0 and s.world.on.card_goes and _goes_elsewhere(s, by, card):
        return
    s.table.remove(card)
    (s.aside if aside else s.discard).append(card)
