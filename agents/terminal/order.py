"""Choices whose order does not matter are asked in the order of the map: a person may name them in any."""

from __future__ import annotations

from acis_rules import Game
from acis_rules.kernel.actions import PAY_TALENT, area_action, card_action, is_area
from acis_rules.kernel.bits import members
from acis_rules.table.terms import occupied

PAYMENT = "wonder_payment"


def in_order(game: Game, legal: list[int]) -> bool:
    """Whether a choice takes the areas before it off the list."""
    decision, areas = game.decision, [action for action in legal if is_area(action)]
    if decision.kind == PAYMENT:
        return True
    tried = False
    for area in areas[1:]:
        then = game.clone()
        then.apply(area)
        if then.over or (then.decision.kind, then.decision.faction) != (decision.kind, decision.faction):
            continue
        offered = [action for action in then.legal_actions() if is_area(action)]
        if offered and offered[0] < area:
            return False
        tried = tried or bool(offered)
    return tried


def asked_later(game: Game) -> list[int]:
    """What can be named together with what is asked now, though it comes only later: payments (WON-02)."""
    decision, s = game.decision, game.state
    if decision.kind != PAYMENT:
        return []
    faction = decision.faction
    talents = [PAY_TALENT] if s.treasury[faction] else []
    areas = [area_action(area) for area in members(occupied(s, faction))]
    return areas + [card_action(card) for card in members(s.hand[faction])] + talents
