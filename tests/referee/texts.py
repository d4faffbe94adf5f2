"""What each card does, from its printed words: one short test for each.

A test sees everything the card did beside the board before it. What its user named is not told by
the events, so the tests ask whether there is anything it could have named that explains all of it.
Where the words leave no choice ("every", "each", "remove 2") the explanation must be exact.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from .board import Board
from .effects import Effect

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
    """The test of these cards: what they touch within bounds, and what `exact`ly as it says."""

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


# ----------------------------------------------------------------------------- helpers


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
    if faction == e.watch.facts.black:
        return n
    if m.civilization[faction] == "troy" and area in m.home[faction] and n >= WALLS:
        return 0
    on_gold = m.gold.get(area, (-1, 0))[0] == faction
    return min(1, max(0, n - 1)) if on_gold else n


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
    return e.board.discs[faction][area] < m.limit(area) and area not in m.forbidden


def gains(e: Effect, talents: int) -> None:
    """The user gains exactly so many talents, nobody else anything."""
    need(e, dict(e.talents) == {e.by: talents}, f"talents {dict(e.talents)}, {talents} are right")


# ------------------------------------------------------------------------ discs removed


@text(1, exact="lost")
def earthquake(e: Effect) -> None:
    """Name 2 land areas, one of them occupied: 2 discs from each."""
    facts = e.watch.facts
    areas = areas_of(e)
    need(e, len(areas) <= 2 and areas <= facts.land, "2 land areas")
    need(e, all(lost_in(e, area) == min(2, to_lose(e, area)) for area in areas), "2 discs from each")
    spare = any(not to_lose(e, area) for area in facts.land)
    need(e, len(areas) == 2 or spare, "2 areas are named")


@text(2, exact="lost")
def plague(e: Effect) -> None:
    """2 discs of a City, 1 of each other City in a land area adjacent to it."""
    cities = all_cities(e.board)

    def losses(city: tuple[int, int]) -> Losses:
        near = around(e, city[1], e.watch.facts.land)
        others = one_each(e, (other for other in cities if other[1] in near))
        return others + Counter({city: min(2, exposed(e, *city))})

    explained(e, map(losses, open_cities(e)), "no City explains it")


def _centre(e: Effect, centres: Iterable[int], kind: frozenset[int], others: int, up_to: bool) -> None:
    """2 discs from an area (or up to 2), 1 from each of some areas around."""

    def fits(centre: int) -> bool:
        rest = areas_of(e) - {centre}
        most = min(2, to_lose(e, centre))
        here = lost_in(e, centre) <= most if up_to else lost_in(e, centre) == most
        return here and rest <= around(e, centre, kind) and most_each(e, rest, 1) and len(rest) <= others

    need(e, any(fits(centre) for centre in centres), "no area explains it")


@text(3, touches="lost")
def volcanic_eruption(e: Effect) -> None:
    """2 discs from a land area, 1 from each of up to 2 land areas around."""
    _centre(e, e.watch.facts.land, e.watch.facts.land, 2, up_to=False)


@text(4, touches="lost")
def local_volcano(e: Effect) -> None:
    """Up to 2 from an area that is nobody's home, 1 from each of up to 3 areas around."""
    m = e.watch.mirror
    homes = {area for faction in m.in_game() for area in m.home[faction]}
    _centre(e, e.watch.facts.in_play - homes, e.watch.facts.in_play, 3, up_to=True)


@text(5, exact="lost talents")
def great_fire(e: Effect) -> None:
    """A City: its owner loses a talent if it has one, and discs until 2 are left."""

    def fits(city: tuple[int, int]) -> bool:
        n = min(e.board.discs[city[0]][city[1]] - 2, exposed(e, *city))
        talents = {city[0]: -1} if e.treasury[city[0]] else {}
        return e.lost == Counter({city: n}) and dict(e.talents) == talents

    need(e, any(fits(city) for city in open_cities(e)), "no City explains it")


@text(8, exact="lost cards")
def local_famine(e: Effect) -> None:
    """An opposing City: 2 discs, then a card or 1 more disc."""

    def fits(city: tuple[int, int]) -> bool:
        least = min(2, exposed(e, *city))
        penalty = sum(e.lost.values()) - least + sum(e.cards.values())
        alone = set(e.lost) <= {city} and set(e.cards) <= {city[0]}
        return alone and e.lost[city] >= least and (penalty == 1 or (penalty == 0 and least < 2))

    need(e, any(fits(city) for city in open_cities(e, opponents=True)), "no City explains it")


@text(9, touches="lost")
def drought(e: Effect) -> None:
    """1 disc from each of up to 3 Settlements on land of one opposing civilization."""
    need(e, opposing(e, True) and len(losers(e)) <= 1 and len(e.lost) <= 3, "3 of one civilization")
    for (faction, area), n in e.lost.items():
        need(e, area in e.board.settlements(faction) and n == 1, "Settlements on land")


@text(10, exact="lost")
def tidal_wave(e: Effect) -> None:
    """1 of every faction in a coastal sea, 1 disc from each land area around."""
    facts = e.watch.facts

    def fits(sea: int) -> bool:
        here = {who: n for who, n in e.lost.items() if who[1] == sea}
        lands = {land for land in around(e, sea, facts.land) if to_lose(e, land)}
        rest = areas_of(e) - {sea}
        every = here == {(faction, sea): 1 for faction in e.board.present(sea)}
        return every and rest == lands and all(lost_in(e, land) == 1 for land in lands)

    need(e, any(fits(sea) for sea in facts.coastal), "no sea explains it")


@text(11, touches="lost")
def locusts(e: Effect) -> None:
    """1 disc from each of up to 3 land areas in a row."""
    facts = e.watch.facts
    areas = areas_of(e)
    need(e, areas <= facts.land and len(areas) <= 3 and most_each(e, areas, 1), "1 in each of 3 lands")
    rows = (
        {a, b, c}
        for b in facts.land
        for a in {b, *around(e, b, facts.land)}
        for c in {b, *around(e, b, facts.land)}
    )
    need(e, any(areas <= row for row in rows), "a row of adjacent lands")


@text(12, touches="lost")
def storm_at_sea(e: Effect) -> None:
    """Up to 3 discs from a coastal sea and the seas around."""
    facts = e.watch.facts
    need(e, sum(e.lost.values()) <= 3, "3 discs")
    near = ({sea} | around(e, sea, facts.sea) for sea in facts.coastal)
    need(e, any(areas_of(e) <= seas for seas in near), "no sea explains it")


@text(13, exact="lost")
def heresy(e: Effect) -> None:
    """1 disc of a City and 1 of a civilization from each land area around."""
    facts = e.watch.facts
    need(e, facts.black not in losers(e), "never Barbarians")

    def fits(city: tuple[int, int]) -> bool:
        here = {who: n for who, n in e.lost.items() if who[1] == city[1]}
        lands = {
            land
            for land in around(e, city[1], facts.land)
            if any(exposed(e, f, land) for f in range(facts.n))
        }
        rest = areas_of(e) - {city[1]}
        return here == {city: 1} and rest == lands and all(lost_in(e, land) == 1 for land in lands)

    need(e, any(fits(city) for city in open_cities(e)), "no City explains it")


@text(15, exact="lost")
def rolling_earthquakes(e: Effect) -> None:
    """1 disc from every City around a sea."""
    facts = e.watch.facts
    cities = all_cities(e.board)
    shores = (around(e, sea, facts.land) for sea in facts.sea)
    possible = (one_each(e, (city for city in cities if city[1] in shore)) for shore in shores)
    explained(e, possible, "no sea explains it")


@text(17, exact="cards talents")
def gods_demand_sacrifice(e: Effect) -> None:
    """An opposing civilization discards a card and loses a talent, as far as it has them."""
    victims = {*e.cards, *e.talents}
    need(e, len(victims) == 1 and e.by not in victims, "one opposing civilization")
    for victim in victims:
        right = e.cards[victim] == min(1, e.hand_sizes[victim])
        need(e, right and -e.talents[victim] == min(1, e.treasury[victim]), "1 card and 1 talent")


@text(20, touches="barbarians", exact="lost")
def slave_revolt(e: Effect) -> None:
    """2 discs of an opposing City become Barbarians."""
    cities = open_cities(e, opponents=True)
    explained(e, (Counter({city: min(2, exposed(e, *city))}) for city in cities), "no City explains it")
    need(e, all(n <= lost_in(e, area) for area, n in e.barbarians.items()), "one Barbarian for each")


@text(21, exact="lost vp talents cards")
def bread_and_circuses(e: Effect) -> None:
    """An opposing civilization suffers once for each of its Cities."""
    victims = losers(e) | set(e.vp) | set(e.talents) | set(e.cards)
    need(e, len(victims) <= 1 and e.by not in victims, "one opposing civilization")
    for faction in victims:
        cities = e.board.cities(faction)
        paid = sum(e.lost.values()) - sum(e.vp.values()) - sum(e.talents.values()) + sum(e.cards.values())
        least = sum(exposed(e, faction, area) > 0 for area in cities)
        need(e, least <= paid <= len(cities), f"{paid} penalties for {len(cities)} Cities")
        need(e, areas_of(e) <= cities and most_each(e, areas_of(e), 1), "1 disc for each City")


@text(22, exact="lost")
def demagogue(e: Effect) -> None:
    """3 discs of one opposing civilization; a disc that was paid for can be chosen again."""
    need(e, len(losers(e)) <= 1 and opposing(e, True), "one opposing civilization")
    for faction in losers(e):
        there = sum(exposed(e, faction, area) for area in e.board.occupied(faction))
        need(e, min(3, there) <= sum(e.lost.values()) <= 3, "3 discs")


@text(23, touches="barbarians", exact="lost")
def civil_war(e: Effect) -> None:
    """Up to 2 Cities of one opposing civilization: 1 disc becomes a Barbarian, 1 more goes."""
    need(e, len(losers(e)) <= 1 and opposing(e, True) and len(e.lost) <= 2, "2 Cities of one civilization")
    for (faction, area), n in e.lost.items():
        right = e.board.is_city(faction, area) and n == min(2, exposed(e, faction, area))
        need(e, right and e.barbarians[area] <= 1, "2 discs, 1 Barbarian")
    need(e, set(e.barbarians) <= areas_of(e), "Barbarians where discs went")


@text(24, exact="lost talents")
def tax_revolt(e: Effect) -> None:
    """2 talents; discs of Cities for those that are missing."""
    victims = losers(e) | set(e.talents)
    need(e, len(victims) <= 1 and e.by not in victims, "one opposing civilization")
    for faction in victims:
        cities = e.board.cities(faction)
        paid = min(2, e.treasury[faction])
        there = sum(exposed(e, faction, area) for area in cities)
        right = -e.talents[faction] == paid and sum(e.lost.values()) == min(2 - paid, there)
        need(e, right and areas_of(e) <= cities, "2 talents or discs of Cities")


@text(26, exact="lost")
def pirates(e: Effect) -> None:
    """1 of every faction in a coastal sea and the seas around."""
    facts = e.watch.facts
    near = ({sea} | around(e, sea, facts.sea) for sea in facts.coastal)
    possible = (Counter({(f, sea): 1 for sea in seas for f in e.board.present(sea)}) for seas in near)
    explained(e, possible, "no sea explains it")


def _replaced(e: Effect) -> None:
    """Own discs come only where opposing ones were to go (CMP-09, CMP-10)."""
    need(e, opposing(e), "opposing discs")
    new = placed_by(e)
    need(e, all(new.count(area) <= lost_in(e, area) for area in set(new)), "one disc for each")


@text(28, touches="lost placed")
def pirate_raids(e: Effect) -> None:
    """Up to 2 opposing discs in coastal seas near you become yours."""
    need(e, sum(e.lost.values()) <= 2, "2 discs")
    need(e, areas_of(e) <= e.watch.facts.coastal & e.board.near(e.by), "coastal seas near you")
    _replaced(e)


@text(29, exact="lost")
def schism(e: Effect) -> None:
    """1 disc of every civilization in a land area and those around."""
    facts = e.watch.facts
    near = ({land} | around(e, land, facts.land) for land in facts.land)
    possible = (one_each(e, ((f, land) for land in lands for f in range(facts.n))) for lands in near)
    explained(e, possible, "no land explains it")


@text(39, touches="lost placed")
def poet(e: Effect) -> None:
    """1 opposing disc in each of up to 3 areas near you becomes yours."""
    areas = areas_of(e)
    need(e, len(areas) <= 3 and most_each(e, areas, 1) and areas <= e.board.near(e.by), "3 areas near you")
    _replaced(e)


@text(96, touches="lost placed")
def missionaries(e: Effect) -> None:
    """1 opposing disc in each of up to 2 land areas adjacent to areas you Control becomes yours."""
    facts = e.watch.facts
    areas = areas_of(e)
    near = facts.border(e.board.controlled(e.by)) & facts.land
    need(e, len(areas) <= 2 and most_each(e, areas, 1) and areas <= near, "2 lands next to Controlled areas")
    _replaced(e)


@text(45, exact="lost")
def traitor(e: Effect) -> None:
    """All discs of an opposing civilization in a Contested area, no active home but Troy's."""
    m = e.watch.mirror
    need(e, len(e.lost) == 1 and opposing(e, True), "one civilization in one area")
    for (faction, area), n in e.lost.items():
        need(e, n == e.board.strength(faction, area), "all discs there")
        need(e, area in e.board.competitions(), "a Contested area")
        owners = [f for f in m.in_game() if area in m.home[f]]
        need(e, all(m.civilization[f] == "troy" for f in owners), "no active home")


# ------------------------------------------------------------------------- discs placed


def _distinct(e: Effect, n: int, allowed: set[int] | frozenset[int], words: str) -> None:
    areas = placed_by(e)
    need(e, len(areas) <= n and len(set(areas)) == len(areas) and set(areas) <= allowed, words)


@text(7, touches="placed")
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


@text(18, touches="placed", exact="talents")
def golden_age(e: Effect) -> None:
    """Up to 2 discs adjacent to areas you occupy; 1 talent."""
    gains(e, 1)
    areas = placed_by(e)
    need(
        e,
        len(areas) <= 2 and set(areas) <= e.watch.facts.border(e.board.occupied(e.by)),
        "2 discs next to you",
    )


@text(27, touches="placed", exact="talents")
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


@text(35, touches="placed")
def trade_fleet(e: Effect) -> None:
    """1 disc in each of up to 3 coastal seas in a chain."""
    _chain(e, 3, e.watch.facts.coastal)


@text(95, touches="placed")
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


@text(53, touches="placed", exact="talents")
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


@text(54, touches="placed", exact="talents")
def gold_mine(e: Effect) -> None:
    """Up to 4 discs near you, or 2 talents."""
    _growing(e, 4, e.watch.facts.in_play)
    if e.talents:
        gains(e, 2)
        need(e, not e.placed, "discs or talents")


@text(57, touches="placed")
def hippodrome(e: Effect) -> None:
    """Up to 2 discs near you."""
    _growing(e, 2, e.watch.facts.in_play)


@text(89, touches="placed")
def colonists(e: Effect) -> None:
    """1 disc in each of up to 3 empty areas near you."""
    empty = {area for area in e.watch.facts.in_play if not e.board.present(area)}
    _growing(e, 3, empty)
    need(e, len({area for _, area in e.placed}) == len(e.placed), "1 disc in each")


@text(90, touches="placed", exact="talents")
def new_harbor(e: Effect) -> None:
    """1 disc in each of up to 2 coastal seas next to land you Control; 1 talent."""
    gains(e, 1)
    facts = e.watch.facts
    near = facts.border(e.board.controlled(e.by) & facts.land) & facts.coastal
    _distinct(e, 2, near, "2 coastal seas next to land you Control")


# --------------------------------------------------------------------------- Barbarians


@text(30, touches="barbarians removed")
def barbarian_uprising(e: Effect) -> None:
    """3 in a land area without a City, 1 in each of up to 2 lands around."""
    facts = e.watch.facts
    free = facts.land - {area for _, area in all_cities(e.board)}

    def at(centre: int) -> bool:
        rest = {a: n for a, n in e.barbarians.items() if a != centre}
        near = set(rest) <= around(e, centre, facts.land)
        few = len(rest) <= 2 and max(rest.values(), default=0) <= 1
        return e.barbarians[centre] <= 3 and near and few

    need(e, not e.barbarians or any(at(centre) for centre in free), "no land explains it")


@text(31, touches="barbarians")
def nomad_migration(e: Effect) -> None:
    """2 in each of 2 adjacent lands, one of them on the map edge."""
    facts = e.watch.facts
    areas = list(e.barbarians)
    edge = frozenset().union(*facts.edge.values())
    need(e, set(areas) <= facts.land and max(e.barbarians.values(), default=0) <= 2, "2 in each land")
    pairs = any(set(areas) <= {a, b} for a in facts.land & edge for b in {a, *around(e, a, facts.land)})
    need(e, pairs, "2 adjacent lands, one on the edge")


def _invasion(e: Effect, entries: frozenset[int]) -> None:
    """4 in the area of entry and 4 in each land area around; exactly so while there are enough."""
    facts = e.watch.facts
    need(e, max(e.barbarians.values(), default=0) <= 4, "4 in each area")
    here = set(e.barbarians)
    possible = [{entry} | around(e, entry, facts.land) for entry in entries]
    need(e, any(here <= areas for areas in possible), "no area of entry explains it")
    if e.watch.mirror.supply[facts.black]:  # nobody ran out of discs
        complete = [areas for areas in possible if areas == here]
        right = bool(complete) and set(e.barbarians.values()) == {4}
        need(e, right, "all areas around the entry, 4 in each")


@text(98, exact="barbarians")
def sea_peoples(e: Effect) -> None:
    """By sea."""
    _invasion(e, e.watch.facts.coastal)


@text(99, exact="barbarians")
def northern_hordes(e: Effect) -> None:
    """From the north."""
    _invasion(e, e.watch.facts.land & e.watch.facts.edge["N"])


@text(100, exact="barbarians")
def mesopotamian_empire(e: Effect) -> None:
    """From the east."""
    _invasion(e, e.watch.facts.land & e.watch.facts.edge["E"])


@text(101, exact="barbarians")
def southern_raiders(e: Effect) -> None:
    """From the south."""
    _invasion(e, e.watch.facts.land & e.watch.facts.edge["S"])


@text(102, exact="barbarians talents")
def atlantis(e: Effect) -> None:
    """1 in each open sea; 2 talents for each civilization with a disc next to one."""
    facts = e.watch.facts
    need(
        e,
        set(e.barbarians) <= facts.open_sea and max(e.barbarians.values(), default=0) <= 1,
        "1 in each open sea",
    )
    near = facts.border(facts.open_sea)
    rich = {f: 2 for f in e.watch.mirror.in_game() if e.board.occupied(f) & near}
    need(e, dict(e.talents) == rich, f"talents {dict(e.talents)}, {rich} are right")


# --------------------------------------------------------------------------------- goods


@text(52, exact="vp")
def golden_fleece(e: Effect) -> None:
    """An opposing civilization loses 2 VP, you gain as many."""
    loser = [f for f, n in e.vp.items() if n < 0]
    need(e, len(loser) == 1 and loser[0] != e.by, "one opposing civilization")
    lost = min(2, e.vp_before[loser[0]])
    need(e, e.vp == {loser[0]: -lost, e.by: lost}, f"VP {e.vp}, {lost} are right")


def _edge_trade(side: str, kind: str) -> Test:
    def test(e: Effect) -> None:
        facts = e.watch.facts
        edge = facts.edge[side] & (facts.land if kind == "land" else facts.in_play)
        right = {f: 1 for f in e.watch.mirror.in_game() if e.board.occupied(f) & edge}
        right[e.by] = right.get(e.by, 0) + 2
        need(e, dict(e.talents) == right, f"talents {dict(e.talents)}, {right} are right")

    return test


for _card, _side, _kind in ((55, "E", "land"), (56, "N", "land"), (58, "S", "land"), (83, "W", "any")):
    TEXTS[f"card {_card}"] = Text({"talents"}, {"talents"}, _edge_trade(_side, _kind))


@text(92, exact="vp")
def lawgiver(e: Effect) -> None:
    """1 VP, and 1 more with more Cities than anybody else."""
    counts = {f: len(e.board.cities(f)) for f in range(e.watch.facts.n)}
    first = all(counts[e.by] > n for f, n in counts.items() if f != e.by)
    need(e, e.vp == {e.by: 1 + first}, f"VP {e.vp}")


@text(97, exact="talents")
def pilgrimage(e: Effect) -> None:
    """1 talent and 1 for each own Wonder whose area you occupy, 3 at most."""
    gains(e, min(3, 1 + e.watch.mirror.wonder_areas(e.by)))


@text(33, exact="forbidden")
def surge_of_superstition(e: Effect) -> None:
    """A land area and the lands around it."""
    facts = e.watch.facts
    areas = {event.area for event in e.rest}
    need(
        e,
        any(areas == {land} | around(e, land, facts.land) for land in facts.land),
        "a land and those around",
    )


@text(34, exact="hand_seen cards_taken")
def master_spy(e: Effect) -> None:
    """1 card of one opposing civilization."""
    taken = [event for event in e.rest if event.kind == "cards_taken"]
    need(e, len(taken) == 1 and taken[0].faction == e.by != taken[0].other, "1 card of an opponent")


@text(36, touches="cards_taken")
def trader(e: Effect) -> None:
    """1 card each from up to 2 civilizations you trade with."""
    facts = e.watch.facts
    seas = e.board.occupied(e.by) & facts.coastal
    reach = seas | facts.border(seas)
    victims = [event.other for event in e.rest]
    need(
        e, len(victims) <= 2 and len(set(victims)) == len(victims) and e.by not in victims, "1 from each of 2"
    )
    need(e, all(e.board.occupied(victim) & reach for victim in victims), "trading partners")


@text(37, exact="swapped")
def orator(e: Effect) -> None:
    """Two civilizations change places."""
    need(e, len(e.rest) == 1 and e.rest[0].faction != e.rest[0].other, "two civilizations")


@text(38, touches="wonder_discs")
def oracle_on_a_wonder(e: Effect) -> None:
    """1 disc of its owner on a built Wonder."""
    need(e, [event.n for event in e.rest] == [1], "1 disc")
    need(e, not e.watch.mirror.wonders[e.rest[0].other].buried, "a Wonder that is not buried")


TEXTS["turn_order 38"] = Text(
    {"turn_place"}, {"turn_place"}, lambda e: need(e, len(e.rest) == 1, "one place")
)


@text(86, touches="buried")
def iconoclasts(e: Effect) -> None:
    """A Wonder of an opposing civilization near you."""
    need(e, len(e.rest) == 1 and e.rest[0].faction != e.by, "an opposing Wonder")
    need(e, e.rest[0].area in e.board.near(e.by), "near you")


@text(87, touches="wonder_discs", exact="talents")
def tomb_robbers(e: Effect) -> None:
    """2 discs off an opposing Wonder; 1 talent."""
    gains(e, 1)
    need(e, len(e.rest) <= 1 and all(-2 <= r.n <= 0 and r.faction != e.by for r in e.rest), "2 discs")


@text(88, touches="wonder_discs restored")
def master_builders(e: Effect) -> None:
    """2 discs on an own Wonder, or a buried one restored with 3."""
    restored = any(event.kind == "restored" for event in e.rest)
    discs = sum(event.n for event in e.rest if event.kind == "wonder_discs")
    right = discs <= (3 if restored else 2) and {event.faction for event in e.rest} == {e.by}
    need(e, right, "own Wonders")


# --------------------------------------------------------------------- Competition cards


def _here(e: Effect) -> int:
    """The area of the competition."""
    return e.watch.competition_area


def _removes(e: Effect, n: int) -> None:
    """n opposing discs in this competition."""
    need(
        e, areas_of(e) <= {_here(e)} and opposing(e) and sum(e.lost.values()) <= n, f"{n} opposing discs here"
    )


def _allies_here(e: Effect, n: int) -> None:
    need(e, e.allies[e.by, _here(e)] <= n, f"{n} white discs here")


def _own_allies(e: Effect) -> dict[int, int]:
    need(e, all(faction == e.by for faction, _ in e.allies), "for your own side")
    return {area: n for (_, area), n in e.allies.items()}


def _contested_others(e: Effect, allies: dict[int, int], kind: frozenset[int], n: int) -> None:
    """One white disc in each of up to n other competitions in which you take part."""
    rest = {area: k for area, k in allies.items() if area != _here(e)}
    need(
        e,
        len(rest) <= n and all(k == 1 for k in rest.values()) and set(rest) <= kind,
        f"{n} other competitions",
    )
    need(e, all(e.board.is_contested(area) for area in rest), "Contested areas only")


@text(6, touches="allies")
def strategos(e: Effect) -> None:
    """1 white disc in each of up to 4 competitions."""
    allies = _own_allies(e)
    need(e, len(allies) <= 4 and all(n == 1 for n in allies.values()), "4 competitions")
    need(e, all(e.board.is_contested(area) for area in allies), "Contested areas only")


@text(42, touches="allies")
def captain(e: Effect) -> None:
    """2 white discs here, then 1 for an opposing civilization."""
    _allies_here(e, 2)
    need(e, all(a == _here(e) for f, a in e.allies if f == e.by), "yours are here")
    others = {who: n for who, n in e.allies.items() if who[0] != e.by}
    need(e, len(others) <= 1 and all(n == 1 for n in others.values()), "1 for an opponent")


def _only_allies(n: int) -> Test:
    def test(e: Effect) -> None:
        need(e, _own_allies(e) in ({_here(e): n}, {}), f"{n} white discs here")

    return test


for _card, _n in ((61, 3), (75, 2)):
    TEXTS[f"card {_card}"] = Text({"allies"}, set(), _only_allies(_n))


@text(63, touches="allies")
def armor(e: Effect) -> None:
    """1 white disc here, 1 in each of up to 3 other land competitions."""
    _allies_here(e, 1)
    _contested_others(e, _own_allies(e), e.watch.facts.land, 3)


@text(77, touches="allies")
def slingers(e: Effect) -> None:
    """1 white disc here, 1 in one other competition."""
    _allies_here(e, 1)
    _contested_others(e, _own_allies(e), e.watch.facts.in_play, 1)


@text(71, touches="allies talents")
def mercenaries(e: Effect) -> None:
    """1 white disc here and up to 3 more for a talent each."""
    need(e, set(_own_allies(e)) <= {_here(e)} and sum(e.allies.values()) <= 4, "1 and 3 white discs here")
    paid = -e.talents[e.by]
    need(e, paid in (0, e.allies[e.by, _here(e)] - 1), f"{paid} talents for the white discs after the first")


@text(59, 74, touches="lost")
def one_of_each(e: Effect) -> None:
    """1 disc of each opposing faction here."""
    one_each = all(n == 1 for n in e.lost.values())
    need(e, areas_of(e) <= {_here(e)} and opposing(e) and one_each, "1 of each")


@text(64, 73, touches="lost allies")
def one_and_an_ally(e: Effect) -> None:
    """1 opposing disc here, 1 white disc."""
    _removes(e, 1)
    need(e, _own_allies(e) in ({_here(e): 1}, {}), "1 white disc here")


@text(65, touches="lost")
def siege_engines(e: Effect) -> None:
    """2 opposing discs here."""
    _removes(e, 2)


@text(67, touches="lost")
def siege(e: Effect) -> None:
    """1 disc from each City here."""
    need(e, areas_of(e) <= {_here(e)} and all(n == 1 for n in e.lost.values()), "1 of each City")
    need(e, all(e.board.is_city(faction, area) for faction, area in e.lost), "Cities")


@text(69, touches="lost", exact="talents")
def obsidian_quarry(e: Effect) -> None:
    """1 opposing disc here; 1 talent."""
    _removes(e, 1)
    gains(e, 1)


@text(70, touches="lost")
def war_elephants(e: Effect) -> None:
    """2 discs of the largest opposing faction here, then 1 of your own."""
    here = _here(e)
    need(e, areas_of(e) <= {here} and e.lost[e.by, here] <= 1, "here, 1 of your own")
    others = {faction: n for (faction, _), n in e.lost.items() if faction != e.by}
    need(e, len(others) <= 1 and all(n <= 2 for n in others.values()), "2 of one faction")
    strongest = max((e.board.strength(f, here) for f in e.board.present(here) if f != e.by), default=0)
    need(e, all(e.board.strength(f, here) == strongest for f in others), "the largest")


@text(76, touches="lost")
def ambush(e: Effect) -> None:
    """1 disc of a stronger faction here, 2 if it has at least 2 more than you."""
    here = _here(e)
    need(e, areas_of(e) <= {here} and len(e.lost) <= 1 and opposing(e), "one opposing faction here")
    for (faction, _), n in e.lost.items():
        ahead = e.board.strength(faction, here) - e.board.strength(e.by, here)
        need(e, ahead >= n, f"{n} discs of a faction {ahead} ahead")
        need(e, n <= 2, "2 discs")


@text(94, touches="placed allies")
def warrior_queen(e: Effect) -> None:
    """1 disc of your own and 1 white disc here."""
    areas = placed_by(e)
    need(e, areas in ([_here(e)], []) and _own_allies(e) in ({_here(e): 1}, {}), "1 of each here")


@text(60, 72, exact="shielded")
def shields(e: Effect) -> None:
    """No loss in the first round (Composite Bow), in the first two (Phalanx)."""
    rounds = 1 if e.source == "card 60" else 2
    need(e, [event.n for event in e.rest] == [rounds], f"{rounds} rounds")


@text(68, exact="no_talents")
def blockade(e: Effect) -> None:
    """Opponents may not pay talents here."""
    need(e, len(e.rest) == 1, "once")
