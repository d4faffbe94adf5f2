"""Discs that cards and abilities place: the same priorities within what the card allows (NPC-30)."""

from __future__ import annotations

from acis_rules.effects import Play, select
from acis_rules.effects.discs import Place
from acis_rules.kernel.actions import STOP, area_action, area_of, areas_in
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Actions, Areas
from acis_rules.table.terms import room

from .aims import NO_PRIORITY, Order
from .placement import Placement
from .position import Position
from .priorities import next_order
from .ties import Ties


def plan_discs(
    pos: Position, ties: Ties, play: Play, operation: Place, picked: tuple[int, ...]
) -> tuple[tuple[int, ...], list[Order]]:
    """All picks for a placing operation, from those already made on, and the orders behind them."""
    placement = Placement(pos, ties)
    in_sequence = operation.chain or operation.growing or operation.all
    each = 1 if operation.chain else operation.each  # a chain never stays in an area
    taken: list[int] = [area_of(action) for action in picked]
    for area in taken:
        placement.put(area)
    orders: list[Order] = []
    base = areas_in(operation.options(pos.s, play, picked))
    while True:
        left = min(operation.n or pos.view.supply[pos.me], pos.view.supply[pos.me]) - len(taken)
        areas = base
        if in_sequence:
            areas = areas_in(operation.options(pos.s, play, tuple(area_action(area) for area in taken)))
        for area, n in placement.got.items():
            if n >= each:
                areas &= ~(1 << area)
        order = next_order(placement, areas, left, each, operation.must)
        if order is None:
            break
        orders.append(order)
        for _ in range(order.n):
            placement.put(order.area)
            taken.append(order.area)
    placement.lift()
    if not in_sequence:
        taken.sort()
    return tuple(area_action(area) for area in taken), orders


def plan_anywhere(pos: Position, ties: Ties, areas: Areas, n: int) -> list[Order]:
    """Up to n discs in these areas, any number in each (Temperate climate)."""
    placement = Placement(pos, ties)
    orders = []
    while n > 0:
        order = next_order(placement, areas, n)
        if order is None:
            break
        orders.append(order)
        for _ in range(order.n):
            placement.put(order.area)
        n -= order.n
    placement.lift()
    return orders


def forced_discs(pos: Position, ties: Ties, play: Play, operation: Place) -> list[int] | None:
    """The priorities under which discs go that a card places without a choice; None against the rules.

    Such a card names an area first, and the group rules hold for it all the same (NPC-30, NPC-89 to 92).
    If they all go to one area, it is not asked for a priority: that tells areas apart, not discs.
    """
    areas = select(pos.s, play, operation.where) & room(pos.s, pos.me, operation.any_epoch)
    each = 1 if operation.all else operation.each
    most = sum(min(each, pos.room(area)) for area in members(areas))
    left = min(pos.view.supply[pos.me], most if operation.all else min(most, operation.n))
    placement = Placement(pos, ties)
    if areas & areas - 1 == 0:
        return [NO_PRIORITY] * left if not left or placement.fits(areas.bit_length() - 1, left) else None
    if left == most and operation.all and not all(placement.fits(area, 1) for area in members(areas)):
        return None
    priorities: list[int] = []
    while left:
        order = next_order(placement, areas, left, each, must=True)
        if order is None:
            break
        for _ in range(order.n):
            placement.put(order.area)
            priorities.append(order.priority)
        left -= order.n
        if placement.got[order.area] >= each:
            areas &= ~(1 << order.area)
    placement.lift()
    return None if left else priorities


def next_pick(plan: tuple[int, ...], picked: tuple[int, ...], legal: Actions) -> int | None:
    """The next action of a plan whose beginning was followed, STOP at its end; None if it is off."""
    if plan[: len(picked)] != picked:
        return None
    action = plan[len(picked)] if len(picked) < len(plan) else STOP
    return action if legal >> action & 1 else None
