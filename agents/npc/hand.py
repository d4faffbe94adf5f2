"""Discarding, taking and keeping cards (NPC-51, NPC-52, NPC-56) and drawing them (NPC-126, NPC-127)."""

from __future__ import annotations

import functools

from acis_rules.box.deck import Deck
from acis_rules.effects import Play
from acis_rules.effects.discs import Remove
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Card
from acis_rules.phases.evaluation import draw_count

from .categories import category
from .position import Position


def discard_order(pos: Position, cards: list[int]) -> list[int]:
    """Competition cards first, Negation cards last; within a class in reverse play priority (NPC-51)."""
    return sorted(cards, key=_discard_keys(pos.world.deck).__getitem__)


@functools.lru_cache(maxsize=16)
def _discard_keys(deck: Deck) -> list[tuple[int, int, int, int]]:
    """By card."""

    def key(card: Card) -> tuple[int, int, int, int]:
        fate = deck.cards[card]
        kind = 0 if fate.competition else 2 if fate.negation else 1
        return kind, -category(fate), fate.tags.discs, -card

    return [key(card) for card in range(len(deck.cards))]


def take_order(pos: Position, cards: list[int]) -> list[int]:
    """Negation first, Competition second, then the highest play priority (NPC-52)."""

    def key(card: Card) -> tuple[int, int, int, int]:
        fate = pos.world.deck.cards[card]
        kind = 0 if fate.negation else 1 if fate.competition else 2
        return kind, category(fate), -fate.tags.discs, card

    return sorted(cards, key=key)


def unplayable(pos: Position) -> int:
    """Cards in hand that are neither for competitions nor Negation and cannot be played now (NPC-56)."""
    view = pos.view
    out = 0
    for card in members(view.hand[pos.me] & pos.world.deck.card_phase):
        fate = pos.world.deck.cards[card]
        if fate.source.investment is not None or fate.source.turn_order:
            continue
        for operations in fate.modes:
            first = operations[0]
            if first.names or isinstance(first, Remove):
                if first.options(pos.s, Play(pos.me, "card", card), ()):
                    break
            else:
                break
        else:
            out |= 1 << card
    return out


def talents_for_cards(pos: Position, most: int) -> tuple[int, str]:
    """Talents to bring the hand up to the limit, never beyond it (NPC-126)."""
    wanted = pos.knobs.hand_limit - expected_hand(pos)
    return max(0, min(most, wanted)), "NPC-126: draws up to six cards, never a seventh"


def expected_hand(pos: Position) -> int:
    """The size of its hand after the cards of the Draw step."""
    return pos.view.hand[pos.me].bit_count() + max(0, draw_count(pos.s, pos.me))
