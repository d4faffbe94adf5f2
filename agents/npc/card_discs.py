"""Discs that cards and abilities place: the same priorities within what the card allows (NPC-30)."""

from __future__ import annotations

from acis_rules.actions import AREA, STOP
from acis_rules.bits import members
from acis_rules.operations import Play
from acis_rules.operations.discs import Place

from .placement import Order, Placement
from .position import Position
from .ties import Ties

_AREAS = (1 << 106) - 1


def areas_of(legal: int) -> int:
    """The areas among action bits."""
    return legal >> AREA & _AREAS


def plan_discs(
    pos: Position, ties: Ties, play: Play, operation: Place, picked: tuple[int, ...]
) -> tuple[tuple[int, ...], list[Order]]:
    """All picks for a placing operation, from those already made on, and the orders behind them."""
    placement = Placement(pos, ties)
    in_sequence = operation.chain or operation.growing or operation.all
    taken: list[int] = [action - AREA for action in picked]
    for area in taken:
        pos.put(area)
    orders: list[Order] = []
    base = areas_of(operation.options(pos.s, play, picked))
    while True:
        left = min(operation.n or pos.view.supply[pos.me], pos.view.supply[pos.me]) - len(taken)
        areas = base
        if in_sequence:
            areas = areas_of(operation.options(pos.s, play, tuple(AREA + area for area in taken)))
        for area in set(taken):
            if taken.count(area) >= operation.each:
                areas &= ~(1 << area)
        order = placement.next(areas, left, operation.each)
        if order is None:
            break
        orders.append(order)
        for _ in range(min(order.n, operation.each - taken.count(order.area))):
            pos.put(order.area)
            taken.append(order.area)
            if operation.chain:
                break
    for area in taken:
        pos.lift(area)
    if not in_sequence:
        taken.sort()
    return tuple(AREA + area for area in taken), orders


def plan_anywhere(pos: Position, ties: Ties, areas: int, n: int) -> list[Order]:
    """Up to n discs in these areas, any number in each (Temperate climate)."""
    placement = Placement(pos, ties)
    orders = []
    put: list[int] = []
    while n > 0:
        order = placement.next(areas, n)
        if order is None:
            break
        orders.append(order)
        for _ in range(order.n):
            pos.put(order.area)
            put.append(order.area)
        n -= order.n
        for area in members(areas):
            if pos.room(area) <= 0:
                areas &= ~(1 << area)
    for area in put:
        pos.lift(area)
    return orders


def next_pick(plan: tuple[int, ...], picked: tuple[int, ...], legal: int) -> int | None:
    """The next action of a plan whose beginning was followed, STOP at its end; None if it is off."""
    if plan[: len(picked)] != picked:
        return None
    action = plan[len(picked)] if len(picked) < len(plan) else STOP
    return action if legal >> action & 1 else None
