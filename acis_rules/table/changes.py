"""The doors: every change to discs, cards, talents and VP passes through here, with its cause.

A cause is a short text: "deploy", "card 45", "competition", "domination", "stacking" ...
Each door keeps the derived masks and what players know up to date, and tells the story.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel.bits import members
from ..kernel.chance import random_below, shuffle
from ..kernel.log import tell
from ..kernel.state import State, WonderState
from ..kernel.types import Area, Card, Faction, Wonder
from .terms import LAND_LIMIT, room

if TYPE_CHECKING:
    from ..kernel.state import Points

# ---------------------------------------------------------------------------------- discs


def place(s: State, faction: Faction, area: Area, cause: str, from_ready: bool = False) -> None:
    """Put one disc of the faction on the map (DEF-24)."""
    row = s.discs[faction]
    n = row[area] = row[area] + 1
    if n <= LAND_LIMIT:
        s.at_least[n - 1][faction] |= 1 << area
    if from_ready:
        s.ready[faction] -= 1
    else:
        s.supply[faction] -= 1
    tell(s, "placed", faction, area=area, n=1, cause=cause)
    for join_in in s.world.on.placed:
        join_in(s, faction, area, cause)


def place_if_able(s: State, faction: Faction, area: Area, cause: str, any_epoch: bool = False) -> bool:
    """Place a disc if supply, stacking and the open-sea rule allow it (CRD-17, CRD-20)."""
    if s.supply[faction] > 0 and room(s, faction, any_epoch) >> area & 1:
        place(s, faction, area, cause)
        return True
    return False


def remove(s: State, faction: Faction, area: Area, cause: str) -> None:
    """Take one disc of the faction off the map, a white ally first (DEF-23, CMP-12, CMP-13)."""
    key = area << 4 | faction
    if key in s.allies:
        s.allies[key] -= 1
        if not s.allies[key]:
            del s.allies[key]
        tell(s, "ally_removed", faction, area=area, n=1, cause=cause)
        return
    take_off(s, faction, area)
    s.supply[faction] += 1
    if area == s.competition_area and faction != s.world.barbarians:
        s.fallen[faction] += 1
    tell(s, "removed", faction, area=area, n=1, cause=cause)
    for join_in in s.world.on.lost:
        join_in(s, faction, "disc", cause)


def take_off(s: State, faction: Faction, area: Area) -> None:
    """Lift a disc off an area; the caller says where it goes."""
    row = s.discs[faction]
    n = row[area]
    row[area] = n - 1
    if n <= LAND_LIMIT:
        s.at_least[n - 1][faction] &= ~(1 << area)
    for join_in in s.world.on.lifted:
        join_in(s, area)


def resettle(s: State, faction: Faction, area: Area) -> None:
    """Move a City disc from the map to Ready (GRO-13)."""
    take_off(s, faction, area)
    s.ready[faction] += 1
    tell(s, "resettled", faction, area=area, n=1)


def put_barbarians(s: State, area: Area, n: int, cause: str) -> None:
    """Put up to n black discs from their supply into an area (CRD-19)."""
    black = s.world.barbarians
    n = min(n, s.supply[black])
    if n <= 0:
        return
    row = s.discs[black]
    before = row[area]
    row[area] = before + n
    for level in range(before, min(before + n, LAND_LIMIT)):
        s.at_least[level][black] |= 1 << area
    s.supply[black] -= n
    tell(s, "barbarians", black, area=area, n=n, cause=cause)


def add_allies(s: State, faction: Faction, area: Area, n: int, cause: str) -> None:
    """Put white discs on the faction's side of an area (CMP-11)."""
    key = area << 4 | faction
    s.allies[key] = s.allies.get(key, 0) + n
    tell(s, "allies", faction, area=area, n=n, cause=cause)


def trim_to(s: State, area_limits: tuple[tuple[int, int], ...]) -> None:
    """Return every disc above the limits to its supply, without alternative (STK-03, STK-06)."""
    for areas, limit in area_limits:
        for faction, mask in enumerate(s.at_least[min(limit, LAND_LIMIT - 1)]):
            for area in members(mask & areas):
                while s.discs[faction][area] > limit:
                    take_off(s, faction, area)
                    s.supply[faction] += 1
                    tell(s, "removed", faction, area=area, n=1, cause="stacking")


def to_ready(s: State, faction: Faction, n: int, cause: str, land_only: bool = False) -> None:
    """Move up to n discs from supply to the Ready box (GRO-12)."""
    n = min(n, s.supply[faction])
    if n > 0:
        s.supply[faction] -= n
        s.ready[faction] += n
        if land_only:
            s.ready_land[faction] += n
        tell(s, "ready", faction, n=n, cause=cause)


def take_display(s: State, faction: Faction, civilization: int) -> None:
    """Use this display; the home is its own unless the scenario gives the faction another."""
    s.civilization[faction] = civilization
    s.home[faction] = s.world.home_of(faction, civilization)


# ------------------------------------------------------------------------- talents and VP


def gain_talents(s: State, faction: Faction, n: int, cause: str) -> None:
    """Put talents into the Treasury."""
    if n > 0:
        s.treasury[faction] += n
        tell(s, "talents", faction, n=n, cause=cause)


def lose_talents(s: State, faction: Faction, n: int, cause: str, area: Area = -1, by: Faction = -1) -> int:
    """Take up to n talents from the Treasury; returns how many.

    If they save a disc: `area` is where it lies, `by` whose card would have removed it.
    """
    n = min(n, s.treasury[faction])
    if n > 0:
        s.treasury[faction] -= n
        tell(s, "talents", faction, area=area, n=-n, other=by, cause=cause)
        for join_in in s.world.on.lost:
            join_in(s, faction, "talent", cause)
    return n


def give_talent(s: State, giver: Faction, taker: Faction) -> None:
    """A talent as a gift (HOS-05)."""
    s.treasury[giver] -= 1
    s.treasury[taker] += 1
    tell(s, "talent_given", giver, n=1, other=taker)


def gain_vp(s: State, faction: Faction, points: Points, cause: str) -> None:
    """Score victory points."""
    if points > 0:
        s.vp[faction] += points
        tell(s, "vp", faction, n=points, cause=cause)


def lose_vp(s: State, faction: Faction, points: Points, cause: str) -> Points:
    """Lose victory points, never below zero (DEF-41); returns how many."""
    points = min(points, s.vp[faction])
    if points > 0:
        s.vp[faction] -= points
        tell(s, "vp", faction, n=-points, cause=cause)
        for join_in in s.world.on.lost:
            join_in(s, faction, "vp", cause)
    return points


# ---------------------------------------------------------------------------------- cards


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


def shuffle_in(s: State, card: Card) -> None:
    """Put a card back at a random place of the deck, whose order nobody knows."""
    s.deck.insert(random_below(s, len(s.deck) + 1), card)


def reveal(s: State, cause: str) -> int:
    """Turn up the top card for all to see; it lies on the table until the caller moves it."""
    card = draw_card(s, cause)
    if card:
        s.table.append(card)
        tell(s, "revealed", card=card, cause=cause)
    return card


def take_from_hand(s: State, faction: Faction, card: Card) -> None:
    """A card leaves a hand for all to see: nobody needs to remember it there any longer."""
    bit = 1 << card
    s.hand[faction] &= ~bit
    known = s.known
    for viewed in range(faction, len(known), s.world.n_factions):
        if known[viewed] & bit:
            known[viewed] ^= bit


def show_card(s: State, faction: Faction, card: Card) -> None:
    """Everybody knows from now on that the faction holds this card."""
    n = s.world.n_factions
    for viewer in range(n):
        if viewer != faction:
            s.known[viewer * n + faction] |= 1 << card


def discard(s: State, faction: Faction, card: Card, cause: str, area: Area = -1, by: Faction = -1) -> None:
    """Discard a card from hand, face up (DEF-46); `area` and `by` as for talents that save a disc."""
    take_from_hand(s, faction, card)
    s.discard.append(card)
    tell(s, "discarded", faction, area=area, card=card, n=1, other=by, cause=cause)
    for join_in in s.world.on.lost:
        join_in(s, faction, "card", cause)


def steal(s: State, taker: Faction, victim: Faction, card: Card, cause: str) -> None:
    """A card changes hands; only the two see which (CLR-12, CLR-26)."""
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
    """A card as a gift to an NPC, whose hand lies open (HOS-05, NPC-27)."""
    take_from_hand(s, giver, card)
    s.hand[taker] |= 1 << card
    tell(s, "card_given", giver, card=card, n=1, other=taker)


def leave_table(s: State, card: Card, aside: bool = False) -> None:
    """A played or revealed card goes to the discard pile, or aside if its legend says so."""
    s.table.remove(card)
    (s.aside if aside else s.discard).append(card)


# --------------------------------------------------------- Wonders and Investment cards


def wonder_disc_to_supply(s: State, wonder: Wonder, n: int) -> int:
    """Take up to n discs off a Wonder into its owner's supply; returns how many."""
    w = s.wonders[wonder]
    n = min(n, w.discs)
    s.wonders[wonder] = w._replace(discs=w.discs - n)
    s.supply[w.owner] += n
    return n


def wonder_discs_from_supply(s: State, wonder: Wonder, n: int, cause: str) -> None:
    """Put up to n discs of the owner's supply on a Wonder."""
    w = s.wonders[wonder]
    n = min(n, s.supply[w.owner])
    if not n:
        return
    s.wonders[wonder] = w._replace(discs=w.discs + n)
    s.supply[w.owner] -= n
    tell(s, "wonder_discs", w.owner, area=w.area, n=n, wonder=wonder, cause=cause)


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
