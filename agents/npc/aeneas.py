"""The NPC and Aeneas: whether it begins anew, and where (NPC-78 to NPC-86)."""

from __future__ import annotations

from acis_rules.box.board import SIDES
from acis_rules.kernel.actions import ABILITY, STOP, area_action, area_of
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Actions, Areas, Card
from acis_rules.table.terms import scorers
from acis_rules.variants.downfall import drove_out
from acis_rules.variants.solitaire import ENTRY, FEW_DISCS
from acis_rules.words.names import faction_name

from .chance import Reveals
from .distance import nearest
from .position import Position
from .ties import highest


def invoke(pos: Position, reveals: Reveals) -> tuple[int, str]:
    """With 6 discs or fewer: always with the lowest VP, else if an even card comes up."""
    view = pos.view
    if pos.total(pos.me) > FEW_DISCS:
        return STOP, "NPC-78: it has more than 6 discs on the map"
    if view.vp[pos.me] == min(view.vp[f] for f in scorers(pos.s)):
        return ABILITY, "NPC-78: 6 discs or fewer and the lowest VP"
    if reveals.even():
        return ABILITY, "NPC-79: 6 discs or fewer and an even card"
    return STOP, "NPC-79: an odd card"


def entry_card(pos: Position, reveals: Reveals) -> int:
    """The card the game has turned up for the entry, or one revealed in thought."""
    if pos.world.npcs >> pos.me & 1:
        for event in reversed(pos.view.events):
            if event.kind == "revealed" and event.cause == ENTRY:
                return event.card
    return reveals.cards(1)[0]


def start(
    pos: Position, legal: Actions, card: Card, wronged: list[int], reveals: Reveals
) -> tuple[int, str, int]:
    """The entry area by the id of a card, why, and whose enemy the NPC is then (-1: nobody's)."""
    board = pos.board
    edge = 0
    for side in SIDES:
        edge |= board.edge[side]
    areas = sum(1 << area_of(action) for action in members(legal))
    on_edge = areas & edge or areas
    if card <= 20:
        empty = on_edge & ~pos.opposed or on_edge
        area = _emptiest(pos, empty, reveals)
        return area_action(area), f"NPC-83: card {card}, the emptiest edge of the map", -1
    leader = pos.leader_first(pos.rivals)[0]
    if card <= 50:
        target, rule = leader, "NPC-84"
    elif card <= 80:
        former = [f for f in wronged if f in pos.rivals] or list(pos.enemies[:1])
        target, rule = (former[-1], "NPC-85") if former else (leader, "NPC-84")
    else:
        culprits = members(drove_out(pos.s, pos.me, pos.view.events))
        target, rule = (pos.leader_first(culprits)[0] if culprits else leader), "NPC-86"
    near = nearest(board, on_edge, pos.view.home[target])
    area = min(members(near), key=board.competition_rank.__getitem__)
    name = faction_name(pos.s, target)
    return area_action(area), f"{rule}: card {card}, the edge nearest the home of {name}", target


def _emptiest(pos: Position, areas: Areas, reveals: Reveals) -> int:
    """Most empty land areas around it, then most empty sea areas, then by cards (NPC-83)."""
    board, empty = pos.board, ~pos.opposed & ~pos.occupied
    counts = {
        area: ((board.neighbours[area] & empty & board.land).bit_count(),
               (board.neighbours[area] & empty & board.sea).bit_count())
        for area in members(areas)
    }  # fmt: skip
    top = max(counts.values())
    best = [area for area, n in counts.items() if n == top]
    return best[0] if len(best) == 1 else highest(best, reveals.cards(len(best)))
