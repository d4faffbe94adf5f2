"""The End of Epoch Phase and the Epoch Change table (EPO)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .drawing import draw, hand_limit, reshuffle_if_empty
from .effects import take_from_the_map
from .ending import end_of_game
from .evaluation import limit_reached, score, suffer
from .events import resolve_event
from .scoring import gold_cards, sources
from .watch import Script, Watch

FINAL_EVENT_BELOW = 69  # OPT-02
CLIMATE_DISCS = 5
CAUSE = "epoch change"


def end_of_epoch(w: Watch) -> Script[bool]:
    """Six steps, or the end of the game; whether it is over (EPO-01, EPO-02, EPO-07)."""
    m = w.mirror
    yield from w.expect("EPO-01", "phase", phase="epoch", epoch=m.epoch)
    w.epoch_ends = False
    if m.epoch >= w.facts.clock.last_epoch:
        if w.facts.options.final_epoch_event:
            yield from final_event(w)
        yield from epoch_vp(w, final=True)
        yield from end_of_game(w)
        return True
    yield from new_deck(w)
    rows = yield from epoch_change(w)
    yield from epoch_vp(w, final=False)
    for faction in list(m.order):
        if m.treasury[faction]:
            n = -m.treasury[faction]
            yield from w.expect("EPO-15", "talents", "end of epoch", faction=faction, n=n)
    yield from new_hands(w, rows)
    return (yield from limit_reached(w))


def new_deck(w: Watch) -> Script[None]:
    """Hands are discarded; discards, cards set aside and deck are shuffled together (EPO-08, EPO-09)."""
    m = w.mirror
    for faction in list(m.order):
        yield from w.peek()  # what is put by is no longer in the hand
        yield from w.expect("EPO-08", "hand_discarded", "epoch", faction=faction, n=len(m.hand[faction]))
    yield from w.peek()  # cards that their owners let go
    m.deck |= m.discard | m.aside
    m.discard.clear()
    m.aside.clear()
    if (yield from w.comes("reshuffled")):
        yield from w.expect("EPO-09", "reshuffled", n=len(m.deck))


def epoch_vp(w: Watch, final: bool) -> Script[None]:
    """Most Cities, most Wonders, Dominated seas, talents (EPO-03 to EPO-06); a capital (CAES-07)."""
    m = w.mirror
    for rule, count, cause in (
        ("EPO-03", m.city_count, "most cities"),
        ("EPO-04", m.wonder_areas, "most wonders"),
    ):
        counts = [count(f) if f in m.ranked() else 0 for f in range(w.facts.n)]
        first = [f for f in m.ranked() if counts[f] == max(counts)]
        if len(first) == 1 and max(counts):  # nobody has most of nothing
            yield from score(w, rule, first[0], 1, cause)
        elif (yield from w.comes("vp", cause)):
            w.dispute(rule, f"{counts}: nobody has most alone")
    capital = w.facts.scenario.capital
    for faction in m.order:
        seas = sum(m.board.dominates(faction, sea, occupation=False) for sea in w.facts.coastal)
        if w.facts.scenario.scoring.sea_vp:  # ROME1-02b
            yield from score(w, "EPO-05", faction, seas // 3, "dominated seas")
        yield from score(w, "EPO-06", faction, m.treasury[faction] // 3, "wealth")
        if capital is not None:
            holds = m.board.controls(faction, w.facts.capital)
            n = (capital.final_vp if final else capital.epoch_vp) if holds else 0
            yield from score(w, "CAES-07", faction, n, "capital")
        yield from sources(w, "epoch", [faction])


def new_hands(w: Watch, rows: list[str]) -> Script[None]:
    """5 cards each in turn order; more after a sigh of relief, fewer after a Devaluation (EPO-16, 28, 29)."""
    m = w.mirror
    ranks = sorted({m.vp[f] for f in m.ranked()}, reverse=True)  # EPO-28: at the moment of the draw
    vp = m.vp.copy()
    yield from sources(w, "new_hand", m.order[::-1])
    more = {faction: gold_cards(w, faction) for faction in m.order}
    for faction in list(m.order):
        n, rule = w.facts.knobs[faction].epoch_draw, "EPO-16"
        if "devaluation" in rows and faction in w.facts.scorers:
            n, rule = 2 + ranks.index(vp[faction]) // 2, "EPO-28"
        elif "sigh_of_relief" in rows:
            n, rule = n + 1, "EPO-29"
        yield from draw(w, faction, n + more[faction], "new epoch", rule=rule)
        yield from hand_limit(w, faction, at_the_end=True)


# ------------------------------------------------------------------- the Epoch Change table


def epoch_change(w: Watch) -> Script[list[str]]:
    """A card is revealed and selects a row; a temperate climate brings another one (EPO-10 to EPO-14)."""
    m = w.mirror
    rows: list[str] = []
    given = w.facts.clock.epoch_change.get(m.epoch)
    for change in given or ():  # a scenario says what happens
        if isinstance(change, str):
            yield from w.expect("GREEK-04", "epoch_change", card=0)
            rows.append(change)
            if (effect := ROWS.get(change)) is not None:
                yield from effect(w)
        else:
            yield from given_barbarians(w, change)
    if given is not None:
        return rows
    while True:
        yield from reshuffle_if_empty(w, 1)
        if not m.deck:
            return rows
        event = yield from w.expect("EPO-11", "revealed", CAUSE)
        if event.card in w.facts.invasions:
            yield from resolve_event(w, -1)
        else:
            m.back_into_deck(event.card)
        rows.append((yield from row(w, event.card)))
        if rows[-1] != "temperate_climate":
            return rows


def given_barbarians(w: Watch, change: Any) -> Script[None]:
    """So many Barbarians in each of the areas, as far as there is room and there are discs (EGYA-02).

    Others may be taken from the map when they run short (CRD-23).
    """
    m = w.mirror
    if type(change).__name__ == "Reinforce":
        yield from given_discs(w, change)
        return
    if type(change).__name__ != "Barbarians":
        w.dispute("EGYA-02", f"{change}: what a scenario changes is not known")
    areas = set(w.facts.in_play)
    if change.where.kind == "land":
        areas &= w.facts.land
    if change.where.edge in w.facts.edge:
        areas &= w.facts.edge[change.where.edge]
    while True:
        if (yield from w.comes("removed", "shortage")):
            yield from take_from_the_map(w)
        elif (yield from w.comes("barbarians", CAUSE)):
            event = yield from w.take()
            w.check(event.area in areas, "EGYA-02", f"Barbarians in {m.area(event.area)}")
        else:
            break
    for area in areas:
        least = min(change.n, m.limit(area))
        w.check(m.board.discs[w.facts.black][area] >= least or not m.supply[w.facts.black], "EGYA-02",
                f"{m.area(area)} has too few Barbarians")  # fmt: skip


def given_discs(w: Watch, change: Any) -> Script[None]:
    """So many discs of a faction in each of the areas, within the limits (EGYA-03)."""
    m = w.mirror
    faction = w.facts.names.index(change.who)
    for area in map(w.facts.find, change.areas):
        n = min(change.n, m.limit(area) - m.board.discs[faction][area], m.supply[faction])
        for _ in range(max(0, n)):
            yield from w.expect("EGYA-03", "placed", CAUSE, faction=faction, area=area)


def final_event(w: Watch) -> Script[None]:
    """At the end of the final Epoch: reveal until an id below 69 comes, resolve no Event (OPT-01, OPT-02)."""
    m = w.mirror
    while True:
        card = 0
        revealed = []
        while not 0 < card < FINAL_EVENT_BELOW and (m.deck or m.discard):
            yield from reshuffle_if_empty(w, 1)
            event = yield from w.expect("OPT-02", "revealed", "final epoch event")
            card = event.card
            revealed.append(card)
        for other in revealed:
            m.put_away(other, negated=True)
        if not 0 < card < FINAL_EVENT_BELOW or (yield from row(w, card)) != "temperate_climate":
            return


# First id, last id, what happens (EPO-18 to EPO-33)
TABLE = (
    (1, 6, "black_death"), (7, 12, "irrationalism"), (13, 19, "tsunami"), (20, 26, "traditionalists"),
    (27, 33, "wrath_of_the_gods"), (34, 40, "urban_decay"), (41, 47, "dynastic_crisis"),
    (48, 54, "deforestation"), (55, 61, "drought"), (62, 68, "temperate_climate"), (69, 75, "devaluation"),
    (76, 82, "sigh_of_relief"), (83, 89, "vibrant_economies"), (90, 97, "gods_smile"),
    (98, 103, "barbarians_at_the_frontier"),
)  # fmt: skip


def row(w: Watch, card: int) -> Script[str]:
    """The row that a card id selects is carried out."""
    name = next(name for first, last, name in TABLE if first <= card <= last)
    event = yield from w.expect("EPO-13", "epoch_change", card=card)
    w.check(name.replace("_", " ") in event.row.lower(), "EPO-13", f"{event.row} instead of {name}")
    effect = ROWS.get(name)
    if effect is not None:
        yield from effect(w)
    return name


def lose_vp(w: Watch, rule: str, faction: int, n: int | Fraction) -> Script[None]:
    """So many VP are lost, never below zero (DEF-41)."""
    n = min(n, w.mirror.vp[faction])
    if n > 0:
        yield from w.expect(rule, "vp", CAUSE, faction=faction, n=-n)
    elif (yield from w.comes("vp", CAUSE, faction)):
        w.dispute(rule, f"{w.mirror.name(faction)} loses no VP")


def with_most(w: Watch, values: list[int] | list[int | Fraction]) -> list[int]:
    """All with the highest value, in turn order."""
    ranked = w.mirror.ranked()
    most = max(values[faction] for faction in ranked)
    return [faction for faction in w.mirror.order if faction in ranked and values[faction] == most]


def builders_of(w: Watch) -> list[int]:
    """All with most Cities, in turn order; nobody if there is none."""
    counts = [w.mirror.city_count(f) for f in range(w.facts.n)]
    return [faction for faction in with_most(w, counts) if counts[faction]]


def spared_by_gold(w: Watch, losses: Counter[tuple[int, int]]) -> Counter[tuple[int, int]]:
    """Without the last disc on Gold, which only competition removes (GOLD-04)."""
    m = w.mirror
    out = losses.copy()
    for area, (owner, _) in m.gold.items():
        out[owner, area] = min(out[owner, area], max(0, m.board.discs[owner][area] - 1))
    return out


def black_death(w: Watch) -> Script[None]:
    """2 discs from every City adjacent to an occupied sea (EPO-18)."""
    board = w.mirror.board
    seas = {sea for sea in w.facts.sea if board.present(sea)}
    struck = w.facts.border(seas)
    losses = Counter({(f, area): 2 for f in range(w.facts.n) for area in board.cities(f) & struck})
    yield from suffer(w, spared_by_gold(w, losses), CAUSE, "EPO-18")


def irrationalism(w: Watch) -> Script[None]:
    """1 VP per own City (EPO-19)."""
    for faction in list(w.mirror.order):
        yield from lose_vp(w, "EPO-19", faction, w.mirror.city_count(faction))


def tsunami(w: Watch) -> Script[None]:
    """1 disc of every colour in each sea (EPO-20)."""
    board = w.mirror.board
    losses = Counter({(f, sea): 1 for sea in w.facts.sea for f in board.present(sea)})
    yield from suffer(w, losses, CAUSE, "EPO-20")


def traditionalists(w: Watch) -> Script[None]:
    """3 VP from those with most VP, then 3 from those with most Cities; 5 from one in both (EPO-21)."""
    leaders, builders = with_most(w, w.mirror.vp), builders_of(w)
    for faction in leaders:
        yield from lose_vp(w, "EPO-21", faction, 3)
    for faction in builders:
        yield from lose_vp(w, "EPO-21", faction, 2 if faction in leaders else 3)


def wrath_of_the_gods(w: Watch) -> Script[None]:
    """Those with most VP lose 1 per 2 Cities (EPO-22)."""
    for faction in with_most(w, w.mirror.vp):
        yield from lose_vp(w, "EPO-22", faction, w.mirror.city_count(faction) // 2)


def urban_decay(w: Watch) -> Script[None]:
    """Those with most Cities lose all talents and 1 VP per 2 Cities (EPO-23)."""
    m = w.mirror
    for faction in builders_of(w):
        if m.treasury[faction]:
            yield from w.expect("EPO-23", "talents", CAUSE, faction=faction, n=-m.treasury[faction])
        yield from lose_vp(w, "EPO-23", faction, m.city_count(faction) // 2)


def dynastic_crisis(w: Watch) -> Script[None]:
    """Those with most VP lose a tenth and draw 1 card fewer in the next Draw step (EPO-24)."""
    for faction in with_most(w, w.mirror.vp):
        yield from lose_vp(w, "EPO-24", faction, int(w.mirror.vp[faction]) // 10)
        w.draw_less[faction] = 1


def deforestation(w: Watch) -> Script[None]:
    """Those with most discs at sea lose 1 VP per 3 of them (EPO-25)."""
    board = w.mirror.board
    afloat = [sum(board.discs[f][sea] for sea in w.facts.sea) for f in range(w.facts.n)]
    for faction in with_most(w, afloat):
        yield from lose_vp(w, "EPO-25", faction, afloat[faction] // 3)


def drought(w: Watch) -> Script[None]:
    """All discs leave every land area with a Camp (EPO-26)."""
    board = w.mirror.board
    dry = {area for area in w.facts.land if any(board.discs[f][area] == 1 for f in board.factions)}
    losses = Counter({(f, area): board.discs[f][area] for area in dry for f in board.present(area)})
    yield from suffer(w, spared_by_gold(w, losses), CAUSE, "EPO-26")


def temperate_climate(w: Watch) -> Script[None]:
    """Up to 5 discs each, in areas it occupies (EPO-27)."""
    m = w.mirror
    for faction in w.present():
        own = m.board.occupied(faction)
        placed = 0
        while (yield from w.comes("placed", CAUSE, faction)):
            area = (yield from w.peek()).area
            w.check(area in own, "EPO-27", f"{m.name(faction)} does not occupy {m.area(area)}")
            placed += 1
            w.check(placed <= CLIMATE_DISCS, "EPO-27", f"{m.name(faction)} places {placed} discs")
            yield from w.take()


def vibrant_economies(w: Watch) -> Script[None]:
    """1 talent per 2 Cities, rounded up (EPO-30)."""
    for faction in list(w.mirror.order):
        n = -(-w.mirror.city_count(faction) // 2)
        if n:
            yield from w.expect("EPO-30", "talents", CAUSE, faction=faction, n=n)


def gods_smile(w: Watch) -> Script[None]:
    """Everybody refreshes one own Wonder with fewer than 5 discs; Wrath if nobody can (EPO-31, EPO-32)."""
    m = w.mirror

    def choice(faction: int) -> list[int]:
        return [number for number, x in m.wonders.items() if x.owner == faction and x.discs < 5]

    if not any(choice(faction) for faction in m.order):
        yield from wrath_of_the_gods(w)
        return
    for faction in list(m.order):
        wonders = choice(faction)
        if wonders:
            yield from refresh(w, faction, wonders)


def refresh(w: Watch, faction: int, wonders: list[int]) -> Script[None]:
    """One of these Wonders gets its discs as if just built; nothing is told if there are none for it."""
    m = w.mirror
    if (yield from w.comes("restored", CAUSE, faction)):
        number = (yield from w.take()).wonder
    elif (yield from w.comes("wonder_discs", CAUSE, faction)):
        number = (yield from w.peek()).wonder
        w.check(not m.wonders[number].buried, "EPO-31", "a buried Wonder is turned face up first")
    else:
        empty = not m.supply[faction] and any(
            not m.wonders[n].discs and not m.wonders[n].buried for n in wonders
        )
        w.check(empty, "EPO-31", f"{m.name(faction)} refreshes none of its Wonders")
        return
    w.check(number in wonders, "EPO-31", f"the {w.facts.wonder_name[number]} cannot be chosen")
    m.discs_on_wonder(number, -m.wonders[number].discs)
    n = min(w.facts.wonder_discs[number], m.supply[faction])
    if n:
        yield from w.expect("EPO-31", "wonder_discs", CAUSE, faction=faction, wonder=number, n=n)


def barbarians_at_the_frontier(w: Watch) -> Script[None]:
    """Reveal until two invasions have come; they happen, then all goes back into the deck (EPO-33)."""
    m = w.mirror
    revealed: list[int] = []
    invasions: list[int] = []
    while m.deck and len(invasions) < 2:
        event = yield from w.expect("EPO-33", "revealed", CAUSE)
        revealed.append(event.card)
        if event.card in w.facts.invasions:
            invasions.append(event.card)
    for card in revealed:
        if card not in invasions:
            m.back_into_deck(card)
    for card in sorted(invasions):
        event = yield from w.peek()
        w.check(event.card == card, "EPO-33", f"Event #{card} is next")
        yield from resolve_event(w, -1)
    for card in invasions:
        m.move(card, m.discard, m.deck, "shuffled in")


ROWS: dict[str, Callable[[Watch], Script[None]]] = {
    function.__name__: function
    for function in (
        black_death, irrationalism, tsunami, traditionalists, wrath_of_the_gods, urban_decay, dynastic_crisis,
        deforestation, drought, temperate_climate, vibrant_economies, gods_smile, barbarians_at_the_frontier,
    )
}  # fmt: skip
