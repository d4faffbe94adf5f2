"""The doors: every change to discs, talents, VP and cards passes through here, with its cause.

A cause is a short text: "deploy", "card 45", "competition", "domination", "stacking" ...
Each door keeps the derived sets and what players know up to date, and tells the story. The doors of
Wonders and Investment cards are in holdings.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel.bits import members
from ..kernel.chance import random_below, shuffle
from ..kernel.log import tell
from ..kernel.state import LEVELS, State
from ..kernel.types import Area, Card, Faction
from .terms import STACKING, discs_in_game, room

if TYPE_CHECKING:
    from ..kernel.state import Points
    from ..kernel.types import Cards

# ---------------------------------------------------------------------------------- discs


def place(s: State, faction: Faction, area: Area, cause: str, from_ready: bool = False) -> None:
    """Put one disc of the faction on the map (DEF-24), or another's that takes its place (EGY-04c)."""
    for colour in s.world.on.colour:
        other = colour(s, faction, area)
        if other != faction:
            if from_ready:
                s.ready[faction] -= 1
                s.supply[faction] += 1
                if s.ready_land[faction] and s.world.board.land >> area & 1:
                    s.ready_land[faction] -= 1
            faction, from_ready = other, False
    row = s.discs[faction]
    n = row[area] = row[area] + 1
    if n <= LEVELS:
        s.at_least[n - 1][faction] |= 1 << area
    if from_ready:
        s.ready[faction] -= 1
        if s.ready_land[faction] and s.world.board.land >> area & 1:
            s.ready_land[faction] -= 1
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
    key = (area, faction)
    if key in s.allies:
        s.allies[key] -= 1
        if not s.allies[key]:
            del s.allies[key]
        tell(s, "ally_removed", faction, area=area, n=1, cause=cause)
        return
    return_disc(s, faction, area, cause)
    if area == s.competition_area and faction != s.world.barbarians:
        s.fallen[faction] += 1
    for join_in in s.world.on.lost:
        join_in(s, faction, "disc", cause)


def return_disc(s: State, faction: Faction, area: Area, cause: str) -> None:
    """A disc goes from the map to its supply, which is no loss in the eyes of others."""
    _lift(s, faction, area)
    tell(s, "removed", faction, area=area, n=1, cause=cause)
    if (s.owes_marker | s.absent) >> faction & 1:
        _not_home(s, faction, area)
    else:
        s.supply[faction] += 1
        for join_in in s.world.on.supplied:
            join_in(s, faction)


def change_colour(s: State, faction: Faction, into: Faction, area: Area, cause: str) -> None:
    """A disc of one faction is replaced by one of another's supply, in one go."""
    _lift(s, faction, area)
    tell(s, "removed", faction, area=area, n=1, cause=cause)
    if (s.owes_marker | s.absent) >> faction & 1:
        _not_home(s, faction, area)
    else:
        s.supply[faction] += 1
    row = s.discs[into]
    n = row[area] = row[area] + 1
    if n <= LEVELS:
        s.at_least[n - 1][into] |= 1 << area
    s.supply[into] -= 1
    tell(s, "placed", into, area=area, n=1, cause=cause)


def _not_home(s: State, faction: Faction, area: Area) -> None:
    """The disc just removed becomes a missing marker (ROME1-03b), or leaves the game with its owner."""
    if s.owes_marker >> faction & 1 and not s.absent >> faction & 1:
        s.owes_marker ^= 1 << faction
        tell(s, "marker", faction, area=area, n=1)


def _lift(s: State, faction: Faction, area: Area) -> None:
    """Lift a disc off an area; the caller says where it goes."""
    row = s.discs[faction]
    n = row[area]
    row[area] = n - 1
    if n <= LEVELS:
        s.at_least[n - 1][faction] &= ~(1 << area)
    for join_in in s.world.on.lifted:
        join_in(s, area)


def resettle(s: State, faction: Faction, area: Area) -> None:
    """Move a City disc from the map to Ready (GRO-13), unless it has to be a marker (ROME1-03b)."""
    if s.owes_marker >> faction & 1:
        return_disc(s, faction, area, "resettlement")
        return
    _lift(s, faction, area)
    s.ready[faction] += 1
    tell(s, "resettled", faction, area=area, n=1)


def move_disc(s: State, faction: Faction, area: Area, to: Area, cause: str) -> None:
    """A disc goes from an area to another one, or (-1) to Ready (EXP-43)."""
    return_disc(s, faction, area, cause)
    if to >= 0:
        place(s, faction, to, cause)
    else:
        to_ready(s, faction, 1, cause)


def put_barbarians(s: State, area: Area, n: int, cause: str) -> None:
    """Put up to n black discs from their supply into an area (CRD-19)."""
    black = s.world.barbarians
    n = min(n, s.supply[black])
    if n <= 0:
        return
    row = s.discs[black]
    before = row[area]
    row[area] = before + n
    for level in range(before, min(before + n, LEVELS)):
        s.at_least[level][black] |= 1 << area
    s.supply[black] -= n
    tell(s, "barbarians", black, area=area, n=n, cause=cause)


def add_allies(s: State, faction: Faction, area: Area, n: int, cause: str) -> None:
    """Put white discs on the faction's side of an area (CMP-11)."""
    s.allies[area, faction] = s.allies.get((area, faction), 0) + n
    tell(s, "allies", faction, area=area, n=n, cause=cause)


def trim(s: State) -> None:
    """Return every disc above the limits of the phase to its supply, without alternative (STK-03, STK-06)."""
    board = s.world.board
    for areas, limit in zip((board.land, board.coastal, board.open_sea), STACKING[s.phase], strict=True):
        for faction, mask in enumerate(s.at_least[min(limit, LEVELS - 1)]):
            for area in members(mask & areas):
                while s.discs[faction][area] > limit:
                    return_disc(s, faction, area, "stacking")


def to_ready(s: State, faction: Faction, n: int, cause: str, land_only: bool = False) -> None:
    """Move up to n discs from supply to the Ready box (GRO-12)."""
    n = min(n, s.supply[faction])
    if n > 0:
        s.supply[faction] -= n
        s.ready[faction] += n
        if land_only:
            s.ready_land[faction] += n
        tell(s, "ready", faction, n=n, cause=cause)


def ready_to_supply(s: State, faction: Faction) -> None:
    """Discs left in Ready return to supply (GRO-14, AEN-08)."""
    s.supply[faction] += s.ready[faction]
    s.ready[faction] = s.ready_land[faction] = 0
    for join_in in s.world.on.supplied:
        join_in(s, faction)


def dismiss_allies(s: State) -> None:
    """White discs leave the map (CMP-13)."""
    s.allies.clear()


def leave_for_good(s: State, faction: Faction) -> None:
    """A faction is out of the game: its discs leave it, those on the map when they are removed (NPC-80)."""
    s.absent |= 1 << faction
    s.supply[faction] = s.ready[faction] = s.ready_land[faction] = s.loot[faction] = 0


def enter_game(s: State, faction: Faction) -> None:
    """A faction that nobody has seen yet comes into the game with all its discs (EXP-36)."""
    s.absent &= ~(1 << faction)
    s.supply[faction] = discs_in_game(s, faction)


def join_game(s: State, faction: Faction) -> None:
    """A faction that was not in the game enters it, last in turn order if it has a place."""
    enter_game(s, faction)
    if s.world.takers >> faction & 1:
        s.order.append(faction)


def put_in_bag(s: State, faction: Faction) -> None:
    """A disc of an NPC that nobody has seen yet goes into the bag (EXP-52, EXP-53)."""
    s.in_bag[faction] += 1
    tell(s, "bag", faction, n=1)


def take_out_of_bag(s: State, faction: Faction, n: int) -> None:
    """Discs of an NPC go from the bag to its supply, unless it has left the game (NPC-80)."""
    s.in_bag[faction] -= n
    if not s.absent >> faction & 1:
        s.supply[faction] += n
    tell(s, "bag", faction, n=-n)


def take_display(s: State, faction: Faction, civilization: int) -> None:
    """Use this display (-1: none); the home is its own unless the scenario gives the faction another."""
    s.civilization[faction] = civilization
    s.home[faction] = s.world.home_of(faction, civilization)


# ------------------------------------------------------------------------- talents and VP


def gain_talents(s: State, faction: Faction, n: int, cause: str) -> None:
    """Put talents into the Treasury; who takes no turn, or no longer, has none."""
    if n > 0 and (s.world.takers & ~s.absent) >> faction & 1:
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


def gain_loot(s: State, faction: Faction, area: Area, n: int) -> None:
    """Put talents into the Loot box (CMP-26); who takes no turn, or no longer, has none."""
    if not (s.world.takers & ~s.absent) >> faction & 1:
        return
    s.loot[faction] += n
    tell(s, "looted", faction, area=area, n=n)


def loot_to_treasury(s: State) -> None:
    """Loot becomes spendable (CMP-28)."""
    for faction, n in enumerate(s.loot):
        s.treasury[faction] += n
        s.loot[faction] = 0


def whole(points: Points) -> Points:
    """The points, as a whole number if they are one."""
    return points if type(points) is int or points.denominator > 1 else int(points)


def gain_vp(s: State, faction: Faction, points: Points, cause: str) -> None:
    """Score victory points, if the faction has any; those of who is out of the game stay as they are."""
    if points > 0 and (s.world.scorers & ~s.absent) >> faction & 1:
        s.vp[faction] = whole(s.vp[faction] + points)
        tell(s, "vp", faction, n=points, cause=cause)


def lose_vp(s: State, faction: Faction, points: Points, cause: str) -> Points:
    """Lose victory points, never below zero (DEF-41); returns how many."""
    points = min(points, s.vp[faction])
    if points > 0:
        s.vp[faction] = whole(s.vp[faction] - points)
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
    events = [card for card in s.deck if s.world.deck.events >> card & 1]
    s.deck = [card for card in s.deck if not s.world.deck.events >> card & 1]
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
    return any(instead(s, faction, card, taker) for instead in s.world.on.card_goes)


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
