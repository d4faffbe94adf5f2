"""Building Wonders: what the NPC pays, and where the Wonder stands.

The rules say when cards that build are played (NPC-32) and that the NPC may pay for it (NPC-45). It
pays with talents, with cards it does not play, and with discs outside its Cities, in reverse
placement priority (NPC-49).
"""

from __future__ import annotations

from acis_rules.effects.fate import Draw, Look, Recover
from acis_rules.effects.goods import Gain
from acis_rules.kernel.actions import PAY_TALENT, area_action, area_of, card_action, card_of, is_area, is_card
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Actions, Area

from .distance import steps
from .hand import discard_order, unplayable
from .position import Position
from .worth import LAST_OWN, worth_of


def spare_discs(pos: Position) -> int:
    """Discs the NPC can do without: outside its home, its Cities and its Wonders' and Gold's areas."""
    return sum(pos.own[area] for area in members(pos.occupied) if worth_of(pos, area) > LAST_OWN)


def can_afford(pos: Position, resources: int, discs: int) -> bool:
    """Whether resources, some of them discs, can be paid without what the NPC needs."""
    if spare_discs(pos) <= discs:
        return False
    return pos.view.treasury[pos.me] + unplayable(pos).bit_count() >= resources - discs


def payment(pos: Position, legal: Actions, left: int, paid: tuple[int, ...]) -> tuple[int, str]:
    """The next resource: as few discs as will do, then cards it cannot play, then talents."""
    for action in paid:
        if is_area(action):
            pos.lift(area_of(action))
    why = "NPC-49, NPC-51: pays with what it needs least"
    actions = members(legal)
    areas = [area_of(action) for action in actions if is_area(action)]
    cards = [card_of(action) for action in actions if is_card(action)]
    cannot = unplayable(pos) if cards else 0
    dead = [card for card in cards if cannot >> card & 1]
    talents = pos.view.treasury[pos.me] - paid.count(PAY_TALENT)
    if len(dead) + talents >= left:
        if dead:
            return card_action(dead[0]), why
        if PAY_TALENT in actions:
            return PAY_TALENT, why
    if areas:
        best = max(areas, key=lambda area: (worth_of(pos, area), -pos.own[area], area))
        return area_action(best), why
    if PAY_TALENT in actions:
        return PAY_TALENT, why
    return card_action(discard_order(pos, cards)[0]), why


def site(pos: Position, legal: Actions) -> tuple[int, str]:
    """Its home area, else its City nearest home, else the land area nearest home."""

    def key(area: Area) -> tuple[bool, bool, int]:
        away = steps(pos.board, area, pos.home)
        return away > 0, not pos.cities >> area & 1, away

    areas = [area_of(action) for action in members(legal)]
    return area_action(min(areas, key=key)), "NPC-95, NPC-99: where its discs go first"


def wonder_rank(pos: Position, number: int) -> tuple[int, int]:
    """Wonders in the order of the card priorities of what they give."""
    does = pos.world.deck.wonders[number].does
    first = does[0]
    if isinstance(first, Draw | Look | Recover):
        return 1, number
    if isinstance(first, Gain):
        return (4 if first.vp else 5 if first.talents else 11), number
    return 12, number
