"""The doors of Wonders, Investments and cards in reserve, and of the discs on them (WON-05, CRD-15, 16)."""

from __future__ import annotations

from ..kernel.log import tell
from ..kernel.moments import anybody
from ..kernel.state import State, WonderState
from ..kernel.types import Area, Card, Faction, Wonder
from .card_changes import leave_reserve, leave_table, show_card, take_from_hand


def wonder_disc_to_supply(s: State, wonder: Wonder, n: int) -> int:
    """Take up to n discs off a Wonder into its owner's supply; returns how many."""
    w = s.wonders[wonder]
    n = min(n, w.discs)
    s.wonders[wonder] = w._replace(discs=w.discs - n)
    s.supply[w.owner] += n
    return n


def lose_wonder_discs(s: State, wonder: Wonder, n: int, cause: str) -> None:
    """The owner loses up to n discs on a Wonder."""
    taken = wonder_disc_to_supply(s, wonder, n)
    w = s.wonders[wonder]
    tell(s, "wonder_discs", w.owner, area=w.area, n=-taken, wonder=wonder, cause=cause)
    if taken:
        for join_in in s.world.on.lost:
            join_in(s, w.owner, "disc", cause)


def wonder_discs_from_supply(s: State, wonder: Wonder, n: int, cause: str) -> None:
    """Put up to n discs of the owner's supply on a Wonder."""
    w = s.wonders[wonder]
    n = min(n, s.supply[w.owner])
    if not n:
        return
    s.wonders[wonder] = w._replace(discs=w.discs + n)
    s.supply[w.owner] -= n
    tell(s, "wonder_discs", w.owner, area=w.area, n=n, wonder=wonder, cause=cause)


def raise_wonder(s: State, faction: Faction, wonder: Wonder, area: Area, discs: int | None = None) -> None:
    """A Wonder stands and is active at once (WON-04 to 09), with its number of discs or another."""
    s.wonders[wonder] = WonderState(faction, area)
    tell(s, "built", faction, area=area, wonder=wonder)
    printed = s.world.deck.wonders[wonder].discs
    wonder_discs_from_supply(s, wonder, printed if discs is None else discs, "built")


def turn_wonder(s: State, wonder: Wonder, buried: bool, cause: str) -> None:
    """Bury a Wonder (its discs go home) or turn it face up again (DEF-49)."""
    wonder_disc_to_supply(s, wonder, s.wonders[wonder].discs)
    w = s.wonders[wonder]
    s.wonders[wonder] = WonderState(w.owner, w.area, 0, buried)
    kind = "buried" if buried else "restored"
    tell(s, kind, w.owner, area=w.area, wonder=wonder, cause=cause)
    if buried:
        for join_in in s.world.on.lost:
            join_in(s, w.owner, "wonder", cause)


def invest(s: State, faction: Faction, card: Card, n: int) -> None:
    """A card played stays with up to n discs of the supply on it; without any it is discarded (CRD-15)."""
    n = min(n, s.supply[faction])
    if not n:
        leave_table(s, card)
        return
    s.table.remove(card)
    s.investments[card] = (faction, 0)
    add_investment_discs(s, card, n)


def add_investment_discs(s: State, card: Card, n: int) -> None:
    """Put discs of the owner's supply on an Investment card."""
    owner, discs = s.investments[card]
    s.supply[owner] -= n
    s.investments[card] = (owner, discs + n)
    tell(s, "invested", owner, card=card, n=n)


def investment_disc_to_supply(s: State, card: Card, n: int = 1) -> None:
    """Take discs off an Investment card; without any left it is discarded, unless it stays (CRD-16)."""
    owner, discs = s.investments[card]
    s.supply[owner] += n
    s.investments[card] = (owner, discs - n)
    if discs == n and not anybody(s.world.on.stays, s, card):
        discard_investment(s, card)


def discard_investment(s: State, card: Card) -> None:
    """An Investment card without discs is discarded."""
    owner, _ = s.investments.pop(card)
    s.discard.append(card)
    tell(s, "discarded", owner, card=card, n=1, cause="no discs left")


# ---------------------------------------------------------------------------- cards in reserve


def lay_out(s: State, faction: Faction, card: Card, discs: int) -> None:
    """A card lies before its owner from the start, with discs of its supply; an Investment as one."""
    s.supply[faction] -= discs
    (s.investments if s.world.deck.cards[card].source.investment else s.reserve)[card] = (faction, discs)
    tell(s, "laid_out", faction, card=card, n=discs)


def put_by(s: State, faction: Faction, card: Card) -> None:
    """A card goes from its owner's hand, or from where it was played, to the table before it."""
    if card in s.table:
        s.table.remove(card)
    else:
        take_from_hand(s, faction, card)
    s.reserve[card] = (faction, 0)
    tell(s, "put_by", faction, card=card, n=1)


def take_back(s: State, faction: Faction, card: Card) -> None:
    """A card goes from the table to its owner's hand; everybody has seen which."""
    leave_reserve(s, card)
    s.hand[faction] |= 1 << card
    show_card(s, faction, card)
    tell(s, "taken_back", faction, card=card, n=1)


def give_away(s: State, card: Card, taker: Faction) -> None:
    """The owner does not keep a card on the table: its thief gets it, or else the discard pile."""
    owner, _ = s.reserve[card]
    leave_reserve(s, card)
    if taker < 0:
        s.discard.append(card)
        tell(s, "discarded", owner, card=card, n=1, cause="let go")
        return
    s.hand[taker] |= 1 << card
    show_card(s, taker, card)
    tell(s, "cards_taken", taker, n=1, other=owner, cause="let go", cards=(card,), seen_by=taker)


def claim_card(s: State, holder: Faction, owner: Faction, card: Card) -> None:
    """A card just drawn by somebody else goes to the hand of whose it is."""
    zone = s.drawn if s.drawn[holder] >> card & 1 else s.hand
    zone[holder] &= ~(1 << card)
    s.hand[owner] |= 1 << card
    show_card(s, owner, card)
    tell(s, "claimed", owner, card=card, n=1, other=holder)


def give_up_holdings(s: State, faction: Faction, cause: str) -> None:
    """The discs on its Wonders and Investments go home; these cards are discarded (AEN-04, NPC-80)."""
    for number, wonder in enumerate(s.wonders):
        if wonder.owner == faction:
            wonder_disc_to_supply(s, number, wonder.discs)
    for card, (owner, discs) in list(s.investments.items()):
        if owner == faction:
            del s.investments[card]
            s.supply[faction] += discs
            s.discard.append(card)
            tell(s, "discarded", faction, card=card, n=1, cause=cause)
