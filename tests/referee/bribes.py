"""Bribes and appeals to the Pope (ROME1-10.4, ROME1-10.5, ROME2-9.4, ROME2-9.5)."""

from __future__ import annotations

from .empires import empires, invaders
from .events import resolve_event
from .watch import Script, Watch

LOOT = 4


def turned_up(w: Watch, rule: str, cause: str) -> Script[int]:
    """A card is revealed; an Event is resolved, another card goes back."""
    if (yield from w.comes("reshuffled")):
        yield from w.take()
    card = (yield from w.expect(rule, "revealed", cause)).card
    if card in w.facts.events:
        yield from resolve_event(w, -1)
    else:
        w.mirror.back_into_deck(card)
    return card


def bribes(w: Watch, invader: int) -> Script[None]:
    """Before the growth of an Invader next to an Empire's home with Gold (ROME1-10.5)."""
    m = w.mirror
    if "bribes" not in w.facts.options.rules or invader not in invaders(w):
        return
    for empire in empires(w):
        if not (yield from w.comes("bribe", faction=empire, other=invader)):
            continue
        home = m.home[empire]
        gold = sorted(area for area in home if m.gold.get(area, (-1, 0))[0] == empire)
        w.check(bool(gold), "ROME1-10.5a", "there is no Gold at home")
        near = w.facts.border(home) & m.board.occupied(invader)
        w.check(bool(near), "ROME1-10.5a", f"{m.name(invader)} is not next to it")
        yield from w.expect("ROME1-10.5a", "bribe", faction=empire, other=invader, area=gold[0])
        accepted = None
        if invader in w.facts.npcs:
            accepted = (yield from turned_up(w, "ROME2-9.5b", "bribe")) % 2 == 0
        yield from _answer(w, invader, empire, gold[0], accepted)


def _answer(w: Watch, invader: int, empire: int, area: int, accepted: bool | None) -> Script[None]:
    m = w.mirror
    if accepted is None:
        accepted = yield from w.comes("bribe_taken")
    if not accepted:
        yield from w.expect("ROME1-10.5d", "bribe_refused", faction=invader, other=empire)
        if lost := min(1, m.vp[empire]):
            yield from w.expect("ROME1-10.5d", "vp", "bribe", faction=empire, n=-lost)
        return
    yield from w.expect("ROME1-10.5b", "bribe_taken", faction=invader, other=empire, area=area)
    yield from w.expect("ROME1-10.5b", "gold_looted", faction=invader, other=empire, area=area)
    points = w.facts.scenario.gold.loot.get(w.facts.names[invader], LOOT)
    yield from w.expect("ROME1-10.5b", "vp", "gold", faction=invader, n=points)
    yield from w.expect("ROME1-10.5b", "talents", "gold", faction=invader, n=1)
    for _ in range(m.board.discs[invader][area]):
        yield from w.expect("ROME1-10.5c", "removed", "bribe", faction=invader, area=area)
    m.bribed.add((invader, area))


def appeals(w: Watch) -> Script[None]:
    """The Empire of Rome turns to the Pope before competitions (ROME1-10.4)."""
    m = w.mirror
    if "pope" not in w.facts.options.rules or not (yield from w.comes("appeal")):
        return
    empire = (yield from w.peek()).faction
    home = m.home[empire]
    w.check(empire in empires(w) and w.facts.find("rome") in home, "ROME1-10.4a", "only Rome knows the Pope")
    here = home | w.facts.border(home)
    invaded = any(m.board.occupied(f) & here for f in invaders(w))
    w.check(invaded, "ROME1-10.4a", "no Invader is in or next to Rome")
    m.appeals += 1
    w.check(m.vp[empire] >= m.appeals, "ROME1-10.4a", f"{m.name(empire)} cannot pay {m.appeals} VP")
    yield from w.expect("ROME1-10.4a", "appeal", faction=empire)
    yield from w.expect("ROME1-10.4a", "vp", "appeal", faction=empire, n=-m.appeals)
    if (yield from turned_up(w, "ROME1-10.4a", "appeal")) % 2 == 0:
        yield from w.expect("ROME1-10.4a", "talents", "appeal", faction=empire, n=1)
