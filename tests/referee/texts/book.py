"""The book of texts: one test for each card, and the words that tests share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..bans import ban_on
from ..board import Board
from ..effects import Effect
from ..watch import Watch

Test = Callable[[Effect], None]
Losses = Counter[tuple[int, int]]  # (faction, area) -> discs


class Text(NamedTuple):
    """What a source can touch, which of it the test knows exactly, and the test."""

    touches: set[str]
    exact: set[str]
    test: Test


TEXTS: dict[str, Text] = {}
RULE = "CRD-17"
WALLS = 2  # Trojans at home that no card but a Competition card can remove (CIV-35)


def text(*cards: int, touches: str = "", exact: str = "") -> Callable[[Test], Test]:
    """The test of these cards.

    `touches`: within bounds, it could have been too little; `exact`: as it says, choices of its user aside.
    """

    def register(test: Test) -> Test:
        for card in cards:
            TEXTS[f"card {card}"] = Text({*touches.split(), *exact.split()}, set(exact.split()), test)
        return test

    return register


def need(e: Effect, right: bool, words: str) -> None:
    """Dispute unless it is right."""
    if not right:
        lost = {(e.watch.mirror.name(f), e.watch.mirror.area(a)): n for (f, a), n in e.lost.items()}
        e.watch.dispute(RULE, f"{e.source}: {words}; lost {lost}, placed {e.placed}")


def areas_of(e: Effect) -> set[int]:
    """Areas that were to lose discs."""
    return {area for _, area in e.lost}


def lost_in(e: Effect, area: int) -> int:
    """Discs that were to go from an area."""
    return sum(n for (_, where), n in e.lost.items() if where == area)


def losers(e: Effect) -> set[int]:
    """Whose discs were to go."""
    return {faction for faction, _ in e.lost}


def opposing(e: Effect, civilizations: bool = False) -> bool:
    """Nobody but opponents loses discs (DEF-08)."""
    out = losers(e)
    return e.by not in out and not (civilizations and e.watch.facts.black in out)


def exposed(e: Effect, faction: int, area: int) -> int:
    """Discs that the card can remove there: none behind walls, one but not the last on Gold (GOLD-03)."""
    m = e.watch.mirror
    n = e.board.discs[faction][area]
    on_gold = m.gold.get(area, (-1, 0))[0] == faction
    if faction == e.watch.facts.black:
        return min(1, max(0, n - 1)) if on_gold else n
    if m.civilization[faction] == "troy" and area in m.home[faction] and n >= WALLS:
        return 0
    if area in immune(e.watch) and area in m.gold and roman(e.watch, faction, m.gold[area][0]):
        return 0  # ROME1-04b
    return min(1, max(0, n - 1)) if on_gold else n


def immune(w: Watch) -> set[int]:
    """Areas in which Gold keeps cards off."""
    return {w.facts.find(area) for area in w.facts.scenario.gold.immune}


def roman(w: Watch, faction: int, owner: int) -> bool:
    """Whether the Gold of the owner protects the faction: its own, or that of a friend."""
    if faction in w.mirror.reborn or owner == w.facts.black:
        return False
    names = {w.facts.names[faction], w.facts.names[owner]}
    return faction == owner or any(names <= {*group} for group in w.facts.scenario.relations.friends)


def to_lose(e: Effect, area: int) -> int:
    """Discs of anybody that can be removed from an area."""
    return sum(exposed(e, faction, area) for faction in e.board.present(area))


def all_cities(board: Board) -> set[tuple[int, int]]:
    """Every City: (owner, area)."""
    return {(f, a) for f in range(board.facts.n) for a in board.cities(f)}


def open_cities(e: Effect, opponents: bool = False) -> list[tuple[int, int]]:
    """Cities that can be named: something can be removed there."""
    cities = sorted(all_cities(e.board))
    return [city for city in cities if exposed(e, *city) and not (opponents and city[0] == e.by)]


def around(e: Effect, centre: int, kind: frozenset[int]) -> frozenset[int]:
    """Areas of a kind adjacent to the centre."""
    return e.watch.facts.around[centre] & kind


def most_each(e: Effect, areas: Iterable[int], n: int) -> bool:
    """No more than n discs from each of these."""
    return all(lost_in(e, area) <= n for area in areas)


def explained(e: Effect, possible: Iterable[Losses], words: str) -> None:
    """What was lost is exactly what one of the possible uses takes."""
    need(e, any(e.lost == losses for losses in possible), words)


def one_each(e: Effect, who: Iterable[tuple[int, int]]) -> Losses:
    """1 disc of each of these groups, as far as it can be removed."""
    return Counter({group: 1 for group in who if exposed(e, *group)})


def placed_by(e: Effect) -> list[int]:
    """Where its user placed discs; nobody else may have."""
    need(e, all(faction == e.by for faction, _ in e.placed), "discs of somebody else are placed")
    return [area for _, area in e.placed]


def has_room(e: Effect, faction: int, area: int) -> bool:
    """Whether one more disc can stand there."""
    m = e.watch.mirror
    if area in m.forbidden or ban_on(m, e.board, faction, area):
        return False
    for second, first in e.watch.facts.tribute.items():
        if faction == first and e.board.discs[second][area]:  # the area decides the colour (EGY-04)
            return m.supply[second] > 0 and e.board.discs[second][area] < m.limit(area)
    most = max(
        e.board.discs[f][area] for f in e.board.group(faction)
    )  # one colour replaces the other (PERS-05)
    return most < m.limit(area)


def gains(e: Effect, talents: int) -> None:
    """The user gains exactly so many talents, nobody else anything."""
    need(e, dict(e.talents) == {e.by: talents}, f"talents {dict(e.talents)}, {talents} are right")
