"""What an NPC agrees to: yes to what brings something, no to what costs more than it brings."""

from __future__ import annotations

from acis_rules.historical.fall_of_rome import is_huns
from acis_rules.kernel.actions import ABILITY, STOP, card_action
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Card

from .decision import Answer, OpenDecision
from .hand import discard_order


def offer(d: OpenDecision) -> Answer:
    """Everything but bribes of its own, appeals to the Pope, and terror for a card it needs itself."""
    area = d.context.get("area", -1)
    if area >= 0 and d.view.phase == "growth" and d.view.home[d.me] >> area & 1:
        return STOP, "NPC-29: Gold at home is worth more than peace, and helps no enemy"
    if d.n and area < 0 and not d.context.get("card") and d.view.phase == "competition":
        return STOP, "NPC-29: the Pope's help is not worth the VP"
    if _before_terror(d) and not _paid(d) and not _spare(d):
        return STOP, "NPC-45, NPC-51: every card it has is worth a Competition card"
    return ABILITY, "NPC-29: the greatest benefit"


def card_for_terror(d: OpenDecision) -> Answer | None:
    """The card that Huns give for a Competition card: neither such a card nor a Negation card."""
    spare = _spare(d) if _before_terror(d) else []
    if not spare:
        return None
    return card_action(discard_order(d.pos, spare)[0]), "NPC-51: but no Competition card for another"


def _before_terror(d: OpenDecision) -> bool:
    """Whether it is the Huns at the start of a Competition Phase, and no card asks (ROME1-08f)."""
    view = d.view
    at_start = view.phase == "competition" and view.competition_area < 0 and view.play is None
    return at_start and is_huns(d.pos.s, d.me)


def _paid(d: OpenDecision) -> bool:
    """Whether the card has been discarded: what is left to choose is the pile."""
    last = d.view.events[-1]
    return (last.kind, last.cause, last.faction) == ("discarded", "terror", d.me)


def _spare(d: OpenDecision) -> list[Card]:
    """Cards that are of no use in competitions or against cards of others."""
    deck = d.view.world.deck
    return members(d.view.hand[d.me] & ~deck.competition & ~deck.negations)
