"""What the scenario orders: discs before the normal priorities, areas kept out of, choices between equals.

The block `npc` of a scenario file says it, and gives the rule behind each order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from acis_rules.box.npc_blocks import OrderBlock, ShunBlock
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Area, Areas

from .aims import Aim
from .distance import FAR, nearest, rings, steps
from .places import areas_of, whose

if TYPE_CHECKING:
    from .placement import Placement
    from .position import Position


def first_orders(p: Placement) -> Iterator[tuple[int, Aim]]:
    """The orders of the scenario in their order, with their numbers: the last one is 0."""
    rules = p.pos.rules
    if rules is None:
        return
    for number, order in enumerate(rules.first, start=1 - len(rules.first)):
        if order.epochs and p.pos.view.epoch not in order.epochs:
            continue
        if order.when and not areas_of(p.pos, order.when):
            continue
        size = partial(_size, p, order)
        areas = sum(1 << a for a in members(areas_of(p.pos, order.areas) & p.areas) if size(a))
        if areas and order.nearest:
            areas = nearest(p.pos.board, areas, areas_of(p.pos, order.nearest))
        if areas and order.best:
            areas = areas & areas_of(p.pos, order.best) or areas
        yield number, Aim(areas, order.words, size=size, rule=order.rule)


def _size(p: Placement, order: OrderBlock, area: Area) -> int:
    """How many discs an order asks for in an area; 0 if none, or too few are left to match (NPC-89)."""
    if order.to is not None:
        here = 1 << area
        more = [n for n, words in order.but.items() if areas_of(p.pos, words) & here]
        return p.guard(area, max(more, default=order.to))
    assert order.exceed is not None
    largest = max(
        (p.pos.rows[f][area] for who in order.of for f in whose(p.pos, who) if f != p.pos.me), default=0
    )
    return p.guard(area, largest + order.exceed) if largest else 0


# ------------------------------------------------------------------------- areas it keeps out of


def barred(pos: Position) -> Areas:
    """Areas in which it never places, or no further disc."""
    return _closed(pos, pos.rules.never) if pos.rules is not None else 0


def shunned(pos: Position) -> Areas:
    """Areas that the normal priorities leave out."""
    return _closed(pos, pos.rules.shun) if pos.rules is not None else 0


def most(pos: Position, area: Area) -> int:
    """How many discs more the scenario allows in an area."""
    n = FAR
    for shun in pos.rules.never if pos.rules is not None else ():
        if shun.beyond and _scope(pos, shun) >> area & 1:
            n = min(n, shun.beyond - _there(pos, shun, area))
    return max(0, n)


def _closed(pos: Position, shuns: tuple[ShunBlock, ...]) -> Areas:
    out = 0
    for shun in shuns:
        if shun.growth_only and pos.view.phase != "growth":
            continue
        areas = _scope(pos, shun)
        if shun.beyond:
            areas = sum(1 << area for area in members(areas) if _there(pos, shun, area) >= shun.beyond)
        out |= areas
    return out


def _scope(pos: Position, shun: ShunBlock) -> Areas:
    """The areas an entry is about."""
    areas = areas_of(pos, shun.areas)
    if shun.unless:
        areas &= ~areas_of(pos, shun.unless)
    if shun.unless_closer:
        areas &= ~closer(pos, areas_of(pos, shun.unless_closer))
    return areas


def _there(pos: Position, shun: ShunBlock, area: Area) -> int:
    factions = {f for who in shun.counting for f in whose(pos, who)}
    return sum(pos.own[area] if f == pos.me else pos.rows[f][area] for f in factions)


def closer(pos: Position, goals: Areas) -> Areas:
    """Areas that are closer to one of the goals than any area with own discs is."""
    out = 0
    for goal in members(goals):
        now = steps(pos.board, goal, pos.occupied)
        reach = rings(pos.board)[goal]
        if now:
            out |= reach[min(now - 1, len(reach) - 1)]
    return out


# ------------------------------------------------------------------------------ choices between equals


def preferred(pos: Position, areas: Areas) -> Areas:
    """Of equal areas those that the scenario prefers."""
    rules = pos.rules
    if rules is None or not areas & (areas - 1):
        return areas
    for words in rules.near:
        areas = nearest(pos.board, areas, areas_of(pos, words))
    if rules.prefer is not None:
        areas = areas & (pos.board.land if rules.prefer == "land" else pos.board.sea) or areas
    return areas
