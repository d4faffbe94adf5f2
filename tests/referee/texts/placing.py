"""Cards that place discs."""

from __future__ import annotations

import itertools

from ..effects import Effect
from .book import around, gains, has_room, need, placed_by, text


def _distinct(e: Effect, n: int, allowed: set[int] | frozenset[int], words: str) -> None:
    areas = placed_by(e)
    need(e, len(areas) <= n and len(set(areas)) == len(areas) and set(areas) <= allowed, words)


@text(7, exact="placed")
def land_improvement(e: Effect) -> None:
    """1 disc in each of up to 2 land areas you Control."""
    _distinct(e, 2, e.board.controlled(e.by) & e.watch.facts.land, "2 lands you Control")


@text(14, exact="placed")
def religious_fervor(e: Effect) -> None:
    """1 disc of a civilization in a land area it occupies and in each land area around."""
    facts = e.watch.facts
    owners = {faction for faction, _ in e.placed}
    areas = [area for _, area in e.placed]
    need(e, len(owners) <= 1 and len(set(areas)) == len(areas), "one civilization, 1 disc each")
    for faction in owners:
        left = e.watch.mirror.supply[faction]
        lands = e.board.occupied(faction) & facts.land
        near = [{land} | around(e, land, facts.land) for land in lands]
        room = [{area for area in reach if has_room(e, faction, area)} for reach in near]
        fits = any(set(areas) == reach or (set(areas) < reach and not left) for reach in room)
        need(e, fits, "a land it occupies and all those around")


@text(16, touches="placed", exact="talents")
def local_trade(e: Effect) -> None:
    """1 disc of a civilization in each of 2 adjacent land areas it occupies; 1 talent."""
    gains(e, 1)
    owners = {faction for faction, _ in e.placed}
    areas = [area for _, area in e.placed]
    need(e, len(owners) <= 1 and len(set(areas)) == len(areas) <= 2, "2 lands of one civilization")
    for faction in owners:
        need(e, set(areas) <= e.board.occupied(faction) & e.watch.facts.land, "lands it occupies")
    if len(areas) == 2:
        need(e, areas[1] in e.watch.facts.around[areas[0]], "adjacent lands")


@text(18, exact="placed talents")
def golden_age(e: Effect) -> None:
    """Up to 2 discs adjacent to areas you occupy; 1 talent."""
    gains(e, 1)
    areas = placed_by(e)
    need(
        e,
        len(areas) <= 2 and set(areas) <= e.watch.facts.border(e.board.occupied(e.by)),
        "2 discs next to you",
    )


@text(27, exact="placed talents")
def improved_plow(e: Effect) -> None:
    """1 disc in each of up to 3 land areas you occupy; 1 talent."""
    gains(e, 1)
    _distinct(e, 3, e.board.occupied(e.by) & e.watch.facts.land, "3 lands you occupy")


@text(32, touches="placed")
def captive_queen(e: Effect) -> None:
    """2 discs in one coastal sea with another civilization's disc."""
    areas = placed_by(e)
    need(
        e, len(areas) <= 2 and len(set(areas)) <= 1 and set(areas) <= e.watch.facts.coastal, "one coastal sea"
    )
    others = [f for f in range(e.watch.facts.n) if f != e.by]
    need(
        e, all(any(e.board.discs[f][area] for f in others) for area in areas), "where another civilization is"
    )


def _chain(e: Effect, n: int, kind: frozenset[int]) -> None:
    areas = placed_by(e)
    need(
        e, len(areas) <= n and len(set(areas)) == len(areas) and set(areas) <= kind, f"{n} areas, 1 disc each"
    )
    if areas:
        need(e, areas[0] in e.board.near(e.by), "the first near you")
    steps = itertools.pairwise(areas)
    need(e, all(b in e.watch.facts.around[a] for a, b in steps), "each adjacent to the one before")


@text(35, exact="placed")
def trade_fleet(e: Effect) -> None:
    """1 disc in each of up to 3 coastal seas in a chain."""
    _chain(e, 3, e.watch.facts.coastal)


@text(95, exact="placed")
def explorer(e: Effect) -> None:
    """1 disc in each of up to 4 areas in a chain."""
    _chain(e, 4, e.watch.facts.in_play)


@text(40, touches="placed", exact="talents")
def navigator(e: Effect) -> None:
    """1 disc in an open sea, 1 in a coastal sea next to it; 1 talent."""
    gains(e, 1)
    facts = e.watch.facts
    areas = placed_by(e)
    opens = [area for area in areas if area in facts.open_sea]
    coasts = [area for area in areas if area in facts.coastal]
    need(
        e, len(opens) <= 1 and len(coasts) <= 1 and len(opens + coasts) == len(areas), "1 open, 1 coastal sea"
    )
    near = facts.around[opens[0]] if opens else facts.border(facts.open_sea)
    need(e, set(coasts) <= near, "next to the open sea")


@text(53, exact="placed talents")
def sunken_city(e: Effect) -> None:
    """1 disc in an open sea and 2 talents, or 1 talent."""
    areas = placed_by(e)
    need(e, len(areas) <= 1 and set(areas) <= e.watch.facts.open_sea, "1 disc in an open sea")
    gains(e, 2 if areas else 1)


def _growing(e: Effect, n: int, allowed: frozenset[int] | set[int]) -> None:
    reach = e.board.near(e.by)
    areas = placed_by(e)
    need(e, len(areas) <= n, f"{n} discs")
    for area in areas:
        need(e, area in reach and area in allowed, "near you, discs just placed counting")
        reach |= {area} | e.watch.facts.around[area]


@text(54, exact="placed talents")
def gold_mine(e: Effect) -> None:
    """Up to 4 discs near you, or 2 talents."""
    _growing(e, 4, e.watch.facts.in_play)
    if e.talents:
        gains(e, 2)
        need(e, not e.placed, "discs or talents")


@text(57, exact="placed")
def hippodrome(e: Effect) -> None:
    """Up to 2 discs near you."""
    _growing(e, 2, e.watch.facts.in_play)


@text(89, exact="placed")
def colonists(e: Effect) -> None:
    """1 disc in each of up to 3 empty areas near you."""
    empty = {area for area in e.watch.facts.in_play if not e.board.present(area)}
    _growing(e, 3, empty)
    need(e, len({area for _, area in e.placed}) == len(e.placed), "1 disc in each")


@text(90, exact="placed talents")
def new_harbor(e: Effect) -> None:
    """1 disc in each of up to 2 coastal seas next to land you Control; 1 talent."""
    gains(e, 1)
    facts = e.watch.facts
    near = facts.border(e.board.controlled(e.by) & facts.land) & facts.coastal
    _distinct(e, 2, near, "2 coastal seas next to land you Control")
