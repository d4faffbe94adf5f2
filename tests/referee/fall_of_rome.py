"""The Fall of Rome II: the Huns on their way, and Invaders who cross the border (ROME2-9.6, ROME2-9.7)."""

from __future__ import annotations

from .drawing import draw, hand_limit, reshuffle_if_empty
from .events import resolve_event
from .setup import has_room
from .watch import Script, Watch

HUNS, EMPIRES = "huns", ("west", "east")
HUN_CARDS = 3  # ROME2-9.7b
CROSSINGS = (("12", "visigoths", "dalmatia"), ("34", "persians", "tarsus"))  # ROME2-9.6a
CROSSING_DISCS = 3


def hun_check(w: Watch, faction: int) -> Script[None]:
    """A card before the draw of an Empire, while the Huns are not in the game; an even one brings them."""
    names, m = w.facts.names, w.mirror
    if HUNS not in names or names[faction] not in EMPIRES or names.index(HUNS) not in m.absent:
        return
    card = yield from turned_up(w, "huns", "ROME2-9.7a")
    if card % 2 == 0:
        huns = names.index(HUNS)
        yield from w.expect("ROME2-9.7b", "arrived", faction=huns)
        yield from draw(w, huns, HUN_CARDS, "draw step")
        yield from hand_limit(w, huns, at_the_end=True)


def crossings(w: Watch) -> Script[None]:
    """A card at the end of a turn: discs to the border, those too many next to it."""
    m, facts = w.mirror, w.facts
    if "crossings" not in facts.options.rules:
        return
    m.forbidden.clear()  # the turn is over
    card = yield from turned_up(w, "crossing", "ROME2-9.6a")
    for digits, who, name in CROSSINGS:
        if who not in facts.names or not set(digits) & set(str(card)):
            continue
        faction, area = facts.names.index(who), facts.find(name)
        n = min(CROSSING_DISCS, m.supply[faction])
        beside = facts.border({area}) & facts.land
        for _ in range(n):
            here = has_room(w, faction, area)
            if not here and not any(has_room(w, faction, a) for a in beside):
                break
            event = yield from w.expect("ROME2-9.6a", "placed", "crossing", faction=faction)
            right = event.area == area if here else event.area in beside
            w.check(right, "ROME2-9.6b", f"{who} cross to {m.area(event.area)}")


def turned_up(w: Watch, cause: str, rule: str) -> Script[int]:
    """A card that is turned up: an Event is resolved, any other goes back into the deck."""
    yield from reshuffle_if_empty(w, 1)
    event = yield from w.expect(rule, "revealed", cause)
    if event.card in w.facts.events:
        yield from resolve_event(w, -1)
    else:
        w.mirror.back_into_deck(event.card)
    return event.card
