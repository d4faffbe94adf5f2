"""Negation: only in defence, and with the reveal test (NPC-53 to NPC-55)."""

from __future__ import annotations

from acis_rules.box.npc_blocks import NegateAnswer
from acis_rules.cards.negation import can_answer
from acis_rules.effects import Play, select
from acis_rules.effects.base import picked_areas
from acis_rules.effects.discs import Barbarians
from acis_rules.effects.fate import Discard, Take
from acis_rules.effects.goods import Gain, Lose, Penalty
from acis_rules.effects.wonder import Bury, WonderDiscs
from acis_rules.kernel.actions import STOP, card_action, card_of
from acis_rules.kernel.bits import mask_of, members
from acis_rules.kernel.types import Actions, Card, Faction

from .chance import Reveals
from .position import Position
from .told import answers, in_order

Chain = tuple[tuple[int, int], ...]


def answer(pos: Position, legal: Actions, play: Play, chain: Chain, reveals: Reveals) -> tuple[int, str]:
    """A Negation card, or STOP."""
    cards = [card_of(action) for action in members(legal) if action != STOP]
    best = min(cards, key=lambda card: _use_order(pos, card))
    if play.kind == "wonder":
        return STOP, "NPC-53: it does not stop the gains of others"
    event = pos.world.deck.cards[play.id].event
    stands = len(chain) % 2 == 1  # whether the play is resolved if nobody answers
    if event and stands:
        if barbarians_on(pos, play):
            return card_action(best), "NPC-55: Barbarians would come to its discs"
        return STOP, "NPC-53: the Event takes nothing from it"
    told = answers(pos).negate
    if told is not None and len(chain) == 1 and chain[0][0] in in_order(pos, told.other):
        return _other_side(pos, play, best, told)
    if not (harms(pos, play) if stands else _costs_negated(pos, chain)):
        return STOP, "NPC-53: it loses nothing"
    actor = chain[-1][0]
    if pos.view.may_hold_another(actor, best) and not reveals.even():
        return STOP, "NPC-54: an odd card keeps the Negation for the next such card"
    return card_action(best), "NPC-53: it defends its discs, talents, VP and cards"


def _other_side(pos: Position, play: Play, best: Card, told: NegateAnswer) -> tuple[int, str]:
    """A card of those against whom it saves its Negation cards."""
    if not harms(pos, play, vp=False):
        return STOP, f"{told.rule}: it loses no disc, card or talent"
    if any(pos.view.may_hold_another(own, best) for own in in_order(pos, told.own)):
        return STOP, f"{told.rule}: the Negation is kept for {' and '.join(told.own)}"
    for partner in in_order(pos, told.partner):
        if _could_negate(pos, partner, play) and harms(Position(pos.view, partner, ()), play):
            return STOP, f"{told.partner_rule or told.rule}: left to {' and '.join(told.partner)}"
    return card_action(best), f"{told.rule}: it defends its discs, talents and cards"


def _could_negate(pos: Position, partner: Faction, play: Play) -> bool:
    """Whether another NPC holds a card against this one; its hand lies open (NPC-27)."""
    chain = ((play.by, play.id, ()),)
    for card in members(pos.view.known[partner] & pos.world.deck.negations):
        negates = pos.world.deck.cards[card].source.negates
        assert negates is not None
        if can_answer(pos.s, partner, negates, play, chain):
            return True
    return False


def harms(pos: Position, play: Play, vp: bool = True) -> bool:
    """Whether a play as declared takes discs, talents, cards or, if they matter, VP from the NPC."""
    operations = pos.world.operations(pos.s, play)
    declared = len(play.picks) == len(operations)
    me, view = pos.me, pos.view
    for i, op in enumerate(operations):
        if op.victims(pos.s, play, play.picks[i] if declared else None) >> me & 1:
            return True
        if isinstance(op, Barbarians):
            continue
        if me not in play.factions and not isinstance(op, Bury | WonderDiscs):
            continue
        if isinstance(op, Lose) and ((vp and op.vp and view.vp[me]) or (op.talents and view.treasury[me])):
            return True
        if isinstance(op, Discard | Take) and view.hand_sizes[me]:
            return True
        if isinstance(op, Penalty):
            return True
        buries = isinstance(op, Bury) or (isinstance(op, WonderDiscs) and op.n < 0)
        if buries and view.wonders[play.wonder].owner == me:
            return True
    return barbarians_on(pos, play)


def barbarians_on(pos: Position, play: Play) -> bool:
    """Whether Barbarians would be put where the NPC has a disc."""
    for i, op in enumerate(pos.world.operations(pos.s, play)):
        if isinstance(op, Barbarians):
            chosen = tuple(action for action in play.picks[i] if action != STOP)
            areas = mask_of(picked_areas(chosen)) if op.areas else select(pos.s, play, op.where)
            if areas & pos.occupied:
                return True
    return False


def _costs_negated(pos: Position, chain: Chain) -> bool:
    """Whether the Negation on top of the chain takes a card from the NPC besides."""
    _, card = chain[-1]
    victim = chain[-2][0]
    costs = any(isinstance(op, Discard) for op in pos.world.deck.cards[card].modes[0])
    return victim == pos.me and costs and bool(pos.view.hand[pos.me])


def _use_order(pos: Position, card: Card) -> tuple[bool, int, int]:
    """A card that gives something first (NPC-29), then the one of least use otherwise."""
    fate = pos.world.deck.cards[card]
    negates = fate.source.negates
    assert negates is not None
    gives = any(isinstance(op, Gain) for op in fate.modes[0])
    breadth = 4 * negates.cards + 2 * negates.events + negates.great_persons + negates.costing
    return not gives, breadth, card
