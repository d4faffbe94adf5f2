"""Cards and Events that bring Barbarians."""

from __future__ import annotations

from ..effects import Effect
from .book import all_cities, around, need, text


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
