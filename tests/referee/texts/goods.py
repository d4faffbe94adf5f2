"""Cards about talents, VP, cards, Wonders and places in the turn order."""

from __future__ import annotations

from ..effects import Effect
from .book import TEXTS, Test, Text, around, gains, need, text


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
    counts = {f: len(e.board.cities(f)) for f in {e.by, *e.watch.facts.scorers}}
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
    if e.watch.put_by and not taken:
        return  # the thief gets no card at all (ALEX-05)
    if not taken:
        others = [f for f in e.watch.mirror.in_game() if f != e.by]
        need(e, not all(e.hand_sizes[f] for f in others), "everybody has a card to take")
        return  # the victim has answered with its last one
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
    need(e, not e.watch.mirror.wonders[e.rest[0].wonder].buried, "a Wonder that is not buried")


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
