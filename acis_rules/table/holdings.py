"""The doors of Wonders and Investment cards, and of the discs on them (WON-05, CRD-15, CRD-16)."""

from __future__ import annotations

from ..kernel.log import tell
from ..kernel.state import State, WonderState
from ..kernel.types import Area, Card, Faction, Wonder
from .changes import leave_table


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


def raise_wonder(s: State, faction: Faction, wonder: Wonder, area: Area) -> None:
    """A Wonder stands and is active at once (WON-04 to 09)."""
    s.wonders[wonder] = WonderState(faction, area)
    tell(s, "built", faction, area=area, wonder=wonder)
    wonder_discs_from_supply(s, wonder, s.world.deck.wonders[wonder].discs, "built")


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
    s.supply[faction] -= n
    s.investments[card] = (faction, n)
    tell(s, "invested", faction, card=card, n=n)


def investment_disc_to_supply(s: State, card: Card, n: int = 1) -> None:
    """Take discs off an Investment card; without any left it is discarded (CRD-16)."""
    owner, discs = s.investments[card]
    s.supply[owner] += n
    if discs > n:
        s.investments[card] = (owner, discs - n)
        return
    del s.investments[card]
    s.discard.append(card)
    tell(s, "discarded", owner, card=card, n=1, cause="no discs left")


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
