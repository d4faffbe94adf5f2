"""Responses: Negation cards answer a card, and can themselves be answered (CRD-09 to CRD-13).

A chain is a tuple of entries (faction, card, responders still to ask). The first entry is the
play itself, each further one a Negation card against the entry before it.
"""

from __future__ import annotations

from ..box.deck import Fate, Negates
from ..effects import Play
from ..kernel.actions import STOP, STOP_BIT, card_actions, card_of
from ..kernel.bits import mask_of, members
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.state import Seen, State
from ..kernel.types import Action, Card, Faction
from ..table.card_changes import leave_table, play_from_hand
from ..table.terms import at_hand
from .plays import may_play, others_after, resolve, take_effect

Entry = tuple[int, int, tuple[int, ...]]
Chain = tuple[Entry, ...]


@step("window")
def window(s: State, play: Play, chain: Chain) -> None:
    """Ask the responders to the top of the chain; when all decline, the top stands.

    Civilizations without a fitting card are passed over silently, and declining leaves no
    trace either, so nobody learns who could have answered.
    """
    faction, card, responders = chain[-1]
    negations = s.world.deck.negations
    hands, more = s.hand, s.world.on.at_hand
    for i, responder in enumerate(responders):
        if (at_hand(s, responder, s.phase) if more else hands[responder]) & negations:
            usable = usable_negations(s, responder, play, chain)
            if s.world.on.may_play:
                answers = (
                    (card, Play(responder, "card", card, factions=(faction,))) for card in members(usable)
                )
                usable = mask_of(card for card, answer in answers if may_play(s, answer))
            if usable:
                rest = (*chain[:-1], (faction, card, responders[i + 1 :]))
                ask(s, respond, (responder, play, rest), responder, "negate",
                    card_actions(usable) | STOP_BIT, card=top_card(play, chain),
                    area=play.areas[0] if play.areas else -1, by=faction)  # fmt: skip
                return
    top_stands(s, play, chain)


@answer("window")
def respond(s: State, action: Action, responder: Faction, play: Play, chain: Chain) -> None:
    """Decline, or play a Negation card, which opens a window of its own."""
    if action == STOP:
        push(s, window, play, chain)
        return
    card, target = card_of(action), top_card(play, chain)
    play_from_hand(s, responder, card)
    area = -1 if target else s.wonders[play.id].area
    tell(s, "negates", responder, area=area, card=card, target=target, other=chain[-1][0])
    push(s, window, play, (*chain, (responder, card, others_after(s, responder))))


def top_stands(s: State, play: Play, chain: Chain) -> None:
    """The top of the chain takes effect: the play itself, or a Negation against the one below."""
    if len(chain) == 1:
        s.negated = False
        return
    negator, card, _ = chain[-1]
    owner, target = chain[-2][0], top_card(play, chain[:-1])
    if len(chain) == 2:
        s.negated = True
    else:
        leave_table(s, target, by=owner)  # the negated Negation counts as not played (CRD-10)
        user, attacked, _ = chain[-3]  # open again, also to those who declined before (CRD-12)
        push(s, window, play, (*chain[:-3], (user, attacked, others_after(s, user))))
    area = -1 if target else s.wonders[play.id].area
    tell(s, "negated", owner, area=area, card=target, other=negator)
    effect = Play(negator, "card", card, factions=(owner,))
    take_effect(s, effect)
    push(s, resolve, effect, 0)


def top_card(play: Play, chain: Chain) -> Card:
    """The card on top of the chain; 0 if that is the use of a Wonder."""
    return 0 if play.kind == "wonder" and len(chain) == 1 else chain[-1][1]


def usable_negations(s: Seen, responder: Faction, play: Play, chain: Chain) -> int:
    """The responder's cards that can answer the top of the chain."""
    out = 0
    for card in members(at_hand(s, responder, s.phase) & s.world.deck.negations):
        negates = s.world.deck.cards[card].source.negates
        assert negates is not None
        if can_answer(s, responder, negates, play, chain):
            out |= 1 << card
    return out


def can_answer(s: Seen, responder: Faction, negates: Negates, play: Play, chain: Chain) -> bool:
    """Whether a Negation card reaches the top of the chain."""
    top = top_card(play, chain)
    if not top:
        return negates.wonders
    if negates.card_phase_only and s.phase != "cards":
        return False
    card = s.world.deck.cards[top]
    tags = card.tags
    if negates.barbarians and tags.barbarians:
        return True
    if card.event:
        return negates.events
    return (
        negates.cards
        or (negates.great_persons and card.great_person)
        or (0 < negates.giving_discs <= tags.discs)
        or (negates.costing and costs(s, play, chain))
        or (negates.removing_yours and len(chain) == 1 and bool(victims(s, play) >> responder & 1))
    )


def could_answer(negates: Negates, card: Fate) -> bool:
    """Whether a Negation card can answer a card still in a hand, as far as it is printed on the two."""
    tags = card.tags
    return (
        negates.cards
        or (negates.great_persons and card.great_person)
        or 0 < negates.giving_discs <= tags.discs
        or (negates.costing and (tags.costs_vp or tags.costs_talents or tags.costs_cards))
        or (negates.removing_yours and tags.removes)
        or (negates.barbarians and tags.barbarians)
    )


def costs(s: Seen, play: Play, chain: Chain) -> bool:
    """Whether the top of the chain would cost a civilization VP, talents or cards now."""
    tags = s.world.deck.cards[chain[-1][1]].tags
    if not (tags.costs_vp or tags.costs_talents or tags.costs_cards):
        return False
    if len(chain) > 1:
        negator, card, _ = chain[-1]
        play = Play(negator, "card", card, factions=(chain[-2][0],))
    return any(
        operation.costs(s, play)
        for operation in s.world.operations(s, play)
        if not play.lacks(operation.speaks_of())
    )


def victims(s: Seen, play: Play) -> int:
    """Factions that would lose a disc to the play as declared (or as it can be, if it is not)."""
    if not s.world.deck.cards[play.id].tags.removes:
        return 0
    operations = s.world.operations(s, play)
    declared = len(play.picks) == len(operations)
    out = 0
    for i, operation in enumerate(operations):
        if play.lacks(operation.speaks_of()):
            continue
        out |= operation.victims(s, play, play.picks[i] if declared else None)
    return out
