"""Building Wonders: what the NPC pays, and where the Wonder stands.

The rules say when cards that build are played (NPC-32) and that the NPC may pay for it (NPC-45). It
pays with talents, with cards it does not play, and with discs outside its Cities, in reverse
placement priority (NPC-49).
"""

from __future__ import annotations

from acis_rules.actions import AREA, CARD, PAY_TALENT
from acis_rules.bits import members

from .distance import steps
from .hand import discard_order, unplayable
from .placement import LAST_OWN, worth_of
from .position import Position


def spare_discs(pos: Position) -> int:
    """Discs the NPC can do without: outside its home, its Cities and its Wonders' and Gold's areas."""
    return sum(pos.own[area] for area in members(pos.occupied) if worth_of(pos, area) > LAST_OWN)


def can_afford(pos: Position, card: int = 0) -> bool:
    """Whether a Wonder can be paid without what the NPC needs; `card` builds it more cheaply."""
    knobs = pos.world.scenario.knobs
    resources, discs = (3, 1) if card else (knobs.wonder_resources, knobs.wonder_discs)
    goods = pos.view.treasury[pos.me] + (unplayable(pos) & ~(1 << card)).bit_count()
    return spare_discs(pos) > discs and goods >= resources - discs


def payment(pos: Position, legal: int, left: int, paid: tuple[int, ...]) -> tuple[int, str]:
    """The next resource: discs as few as possible, then unplayable cards, then talents, then others."""
    paid_discs = [action - AREA for action in paid if action < CARD]
    for area in paid_discs:
        pos.lift(area)
    areas = [a for a in members(legal) if a <= CARD]
    dead = unplayable(pos)
    goods = [a for a in members(legal) if a > CARD]
    cards_left = sum(1 for a in goods if a < PAY_TALENT and dead >> a - CARD & 1)
    if goods and cards_left + pos.view.treasury[pos.me] >= left:
        cards = [a for a in goods if a < PAY_TALENT and dead >> a - CARD & 1]
        talents = [a for a in goods if a == PAY_TALENT]
        if len(cards) + pos.view.treasury[pos.me] >= left and (cards or talents):
            return (talents or cards)[0] if pos.view.treasury[pos.me] >= left else cards[0], _WHY
    if areas:
        spare = [a for a in areas if worth_of(pos, a - AREA) > LAST_OWN]
        return max(spare or areas, key=lambda a: (worth_of(pos, a - AREA), -pos.own[a - AREA], a)), _WHY
    if PAY_TALENT in goods:
        return PAY_TALENT, _WHY
    order = discard_order(pos, [a - CARD for a in goods])
    return CARD + order[0], _WHY


_WHY = "NPC-49, NPC-51: pays with what it needs least"


def site(pos: Position, legal: int) -> tuple[int, str]:
    """Its home area, else its City nearest home, else the land area nearest home."""
    areas = [action - AREA for action in members(legal)]
    best = min(areas, key=lambda a: (steps(pos.board, a, pos.home) > 0, pos.own[a] < 3, steps(pos.board, a, pos.home)))
    return AREA + best, "NPC-95, NPC-99: where its discs go first"
