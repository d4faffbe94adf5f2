"""The reserve: cards that lie before their owner, outside hand and discard pile.

`State.reserve` holds them with the discs on them; all of them lie open or are known to everybody. They can
be used as if in hand, or go there when they leave a hand or are played, and come back in the Draw step.
"""

from __future__ import annotations

from ..box.variant_blocks import ReserveBlock
from ..cards.drawing import draw
from ..effects.fate import limit_hand
from ..kernel.actions import ABILITY_BIT, STOP, STOP_BIT, card_actions, card_of
from ..kernel.bits import mask_of
from ..kernel.machine import answer, ask, push, step
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Action, Area, Card, Cards, Faction
from ..table.holdings import (
    add_investment_discs,
    claim_card,
    discard_investment,
    give_away,
    lay_out,
    put_by,
    take_back,
)
from ..table.terms import in_game

RESERVE = Variant("reserve", applies=lambda world: bool(world.scenario.reserve))


def entry_of(s: Seen, faction: Faction, card: Card) -> ReserveBlock | None:
    """What the scenario says about a card of this faction."""
    entry = s.world.reserve.get(card)
    return entry if entry is not None and s.world.owner_of(entry) == faction else None


@RESERVE.at("dealt")
def lay_out_cards(s: State) -> None:
    """Cards that lie before their owner from the start."""
    for card, entry in s.world.reserve.items():
        if s.world.laid_out >> card & 1:
            lay_out(s, s.world.owner_of(entry), card, entry.discs)


@RESERVE.at("at_hand")
def as_if_in_hand(s: Seen, faction: Faction, use: str) -> Cards:
    """Cards on the table that can be used like those in hand."""
    own = [(card, s.world.reserve[card]) for card, (owner, _) in s.reserve.items() if owner == faction]
    return mask_of(card for card, entry in own if use in entry.use and _in_its_areas(s, entry, use))


def _in_its_areas(s: Seen, entry: ReserveBlock, use: str) -> bool:
    here = s.competition_area
    areas = entry.areas if use == "competition" and here >= 0 else ()
    return not areas or here in map(s.world.board.find, areas)


# ------------------------------------------------------------------------------ to the table


@RESERVE.at("card_goes")
def put_aside(s: State, faction: Faction, card: Card, taker: Faction) -> bool:
    """A card that was played, stolen or discarded by force goes before its owner instead."""
    entry = entry_of(s, faction, card)
    if entry is None or entry.goes == "never":
        return False
    put_by(s, faction, card)
    if entry.goes == "may":
        push(s, keep_there, faction, card, taker)
    return True


@step("keep_there", joins_in=True)
def keep_there(s: State, faction: Faction, card: Card, by: Faction) -> None:
    """Ask the owner whether the card stays on the table; `by` would have stolen it."""
    ask(s, kept_there, (card, by), faction, "offer", ABILITY_BIT | STOP_BIT, card=card, by=by)


@answer("keep_there")
def kept_there(s: State, action: Action, card: Card, by: Faction) -> None:
    """It does, or goes its way."""
    if action == STOP:
        give_away(s, card, by)


# ------------------------------------------------------------------------------- back to hand


@RESERVE.at("draw_starts")
def come_back(s: State, faction: Faction) -> None:
    """Some cards come back for free; others must be the first of those drawn."""
    for card, entry in s.world.reserve.items():
        if s.reserve.get(card, (-1,))[0] == faction and entry.back in ("free", "forced"):
            take_back(s, faction, card)
            if entry.back == "forced":
                s.draw_less[faction] += 1


@RESERVE.at("draws")
def draw_from_table(s: State, faction: Faction, n: int) -> bool:
    """Some of the cards to draw may be taken from the table."""
    if not drawable(s, faction):
        return False
    push(s, draw_or_take_back, faction, n)
    return True


def drawable(s: Seen, faction: Faction) -> Cards:
    """Cards on the table that the faction may draw as if they were the top of the deck."""
    return mask_of(
        card
        for card, (owner, _) in s.reserve.items()
        if owner == faction and s.world.reserve[card].back == "draw"
    )


@step("take_back", joins_in=True)
def draw_or_take_back(s: State, faction: Faction, n: int) -> None:
    """Ask for a card on the table as long as there is one; the rest comes from the deck."""
    cards = drawable(s, faction)
    if n and cards:
        ask(s, taken_back, (faction, n), faction, "take_back", card_actions(cards) | STOP_BIT, n=n)
    else:
        push(s, draw, faction, n, False, "draw step")


@answer("take_back")
def taken_back(s: State, action: Action, faction: Faction, n: int) -> None:
    """It is one of the cards drawn."""
    if action == STOP:
        push(s, draw, faction, n, False, "draw step")
    else:
        take_back(s, faction, card_of(action))
        push(s, draw_or_take_back, faction, n - 1)


@RESERVE.at("drawn")
def claim(s: State, faction: Faction, cards: list[Card]) -> None:
    """A card that is somebody's goes there if an NPC draws it; the NPC draws another (EGY-03d)."""
    if not s.world.npcs >> faction & 1:
        return
    for card in cards:
        entry = s.world.reserve.get(card)
        owner = -1 if entry is None or not entry.claimed else s.world.owner_of(entry)
        if owner != faction and in_game(s, owner):
            to_look_at = bool(s.drawn[faction] >> card & 1)
            claim_card(s, faction, owner, card)
            limit_hand(s, owner)
            push(s, draw, faction, 1, to_look_at, "replacement")


# ------------------------------------------------------------- Investments that stay (GREEK-05)


@RESERVE.at("stays")
def stays_without_discs(s: Seen, card: Card) -> bool:
    """An Investment stays on the table as long as Gold lies in an area."""
    entry = s.world.reserve.get(card)
    return entry is not None and bool(entry.stays) and s.world.board.find(entry.stays) in s.gold


@RESERVE.at("gold_looted")
def empty_one_goes(s: State, looter: Faction, area: Area, owner: Faction) -> None:
    """Without the Gold, an Investment without discs is discarded."""
    for card, (_, discs) in list(s.investments.items()):
        if not discs and not stays_without_discs(s, card):
            discard_investment(s, card)


@RESERVE.at("turn_starts")
def refill(s: State) -> None:
    """At the start of a later Epoch, discs may be put on those that stay."""
    if s.turn == 1 and s.epoch > s.world.scenario.clock.first_epoch:
        for card, (owner, _) in s.investments.items():
            entry = s.world.reserve.get(card)
            if entry is not None and entry.stays:
                push(s, put_disc_on, owner, card, entry.discs)


@step("put_disc_on", joins_in=True)
def put_disc_on(s: State, faction: Faction, card: Card, n: int) -> None:
    """Ask whether a disc of the supply goes on an Investment; up to n may."""
    if n and s.supply[faction]:
        ask(s, disc_put_on, (faction, card, n), faction, "offer", ABILITY_BIT | STOP_BIT, card=card, n=n)


@answer("put_disc_on")
def disc_put_on(s: State, action: Action, faction: Faction, card: Card, n: int) -> None:
    """Put it there and go on, or stop."""
    if action != STOP:
        add_investment_discs(s, card, 1)
        push(s, put_disc_on, faction, card, n - 1)
