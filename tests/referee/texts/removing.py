"""Cards that remove discs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..effects import Effect
from ..hannibal import restrained_against
from .book import (
    Losses,
    all_cities,
    areas_of,
    around,
    explained,
    exposed,
    losers,
    lost_in,
    most_each,
    need,
    one_each,
    open_cities,
    opposing,
    placed_by,
    text,
    to_lose,
)


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


@text(3, exact="lost")
def volcanic_eruption(e: Effect) -> None:
    """2 discs from a land area, 1 from each of up to 2 land areas around."""
    _centre(e, e.watch.facts.land, e.watch.facts.land, 2, up_to=False)


@text(4, exact="lost")
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


@text(9, exact="lost")
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
        every = here == one_each(e, ((faction, sea) for faction in e.board.present(sea)))
        return every and rest == lands and all(lost_in(e, land) == 1 for land in lands)

    need(e, any(fits(sea) for sea in facts.coastal), "no sea explains it")


@text(11, exact="lost")
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


@text(12, exact="lost")
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
    if not victims and any(not e.hand_sizes[f] and not e.treasury[f] for f in e.watch.answered - {e.by}):
        return  # it named one who has answered with all it had
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
    possible = (one_each(e, ((f, sea) for sea in seas for f in e.board.present(sea))) for seas in near)
    explained(e, possible, "no sea explains it")


def _replaced(e: Effect) -> None:
    """Own discs come only where opposing ones were to go (CMP-09, CMP-10)."""
    need(e, opposing(e), "opposing discs")
    new = placed_by(e)
    spared = restrained_against(e.watch, e.by)
    for area in {*new, *e.barbarians}:
        black = e.lost[spared, area]  # HANN-03b3
        need(e, e.barbarians[area] <= black, "one Barbarian for each")
        need(e, new.count(area) <= lost_in(e, area) - black, "one disc for each")


@text(28, touches="placed barbarians", exact="lost")
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


@text(39, touches="placed barbarians", exact="lost")
def poet(e: Effect) -> None:
    """1 opposing disc in each of up to 3 areas near you becomes yours."""
    areas = areas_of(e)
    need(e, len(areas) <= 3 and most_each(e, areas, 1) and areas <= e.board.near(e.by), "3 areas near you")
    _replaced(e)


@text(96, touches="placed barbarians", exact="lost")
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
