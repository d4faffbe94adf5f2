"""Drawing cards, Events that turn up, and the hand limit."""

from __future__ import annotations

from ..effects import Play
from ..kernel.actions import card_actions, card_of
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.state import Seen, State
from ..kernel.types import Action, Card, Faction
from ..table.card_changes import discard, draw_card, keep_card, lay_on_table, take_up
from ..table.ending import player_vp
from ..table.terms import scorers
from .plays import begin


@step("draw")
def draw(s: State, faction: Faction, n: int, to_look_at: bool, cause: str) -> None:
    """Draw n cards at once; resolve Events in ascending order, then replace them (CRD-06, 08)."""
    cards, events = [], []
    for _ in range(n):
        if not can_draw(s):
            break
        card = draw_card(s, cause)
        if s.world.deck.events >> card & 1:
            events.append(card)
        else:
            cards.append(card)
    take_up(s, faction, cards, cause, to_look_at)
    if events:
        for card in events:
            lay_on_table(s, card)
        push(s, draw, faction, len(events), to_look_at, "replacement")
        for card in sorted(events, reverse=True):
            push(s, event, faction, card)


def can_draw(s: State) -> bool:
    """Whether anything but Events is left to draw: Events alone would replace each other for ever."""
    if len(s.deck) + len(s.discard) > s.world.deck.events.bit_count():
        return True
    return any(not s.world.deck.events >> card & 1 for card in (*s.deck, *s.discard))


@step("event")
def event(s: State, drawer: Faction, card: Card) -> None:
    """Resolve an Event on the table; invasions are run by the civilization with fewest VP."""
    tell(s, "event", drawer, card=card)
    fate = s.world.deck.cards[card]
    decider = s.world.decider(card)
    if decider < 0:
        decider = fewest_vp(s) if fate.invasion or drawer < 0 else drawer
    begin(s, Play(decider, "card", card), drawer)


def fewest_vp(s: Seen) -> int:
    """The civilization of the player with the fewest VP; the one earlier in turn order if tied (MULTI-05).

    Some decide before others if tied (ROME1-06e); whoever has no VP decides nothing.
    """
    world = s.world
    for instead in world.on.decider:
        if (faction := instead(s)) >= 0:
            return faction
    first = world.decides_ties & ~s.reborn
    return min(scorers(s), key=lambda f: (player_vp(s, world.player[f]), not first >> f & 1))


@step("keep")
def keep(s: State, faction: Faction, cause: str) -> None:
    """Ask which of the cards looked at to keep."""
    if s.drawn[faction]:
        ask(s, kept, (faction, cause), faction, "keep", card_actions(s.drawn[faction]))


@answer("keep")
def kept(s: State, action: Action, faction: Faction, cause: str) -> None:
    """One goes to hand, the others are discarded."""
    keep_card(s, faction, card_of(action), cause)


@step("hand_limit")
def hand_limit(s: State, faction: Faction) -> None:
    """Discard down to the hand limit, the owner's choice (DEF-50)."""
    surplus = s.hand[faction].bit_count() - s.world.knobs[faction].hand_limit
    if surplus > 0:
        ask(s, over_limit, (faction,), faction, "hand_limit", card_actions(s.hand[faction]), n=surplus)


@answer("hand_limit")
def over_limit(s: State, action: Action, faction: Faction) -> None:
    """Discard one and check again, after what becomes of it."""
    push(s, hand_limit, faction)
    discard(s, faction, card_of(action), "hand limit", forced=True)
