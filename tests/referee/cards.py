"""The Card Phase: play a card, build a Wonder or pass (CRD-01 to CRD-04)."""

from __future__ import annotations

from .drawing import draw, hand_limit
from .effects import collect
from .forbidden import check_allowed
from .negation import window
from .texts import judge
from .watch import BOUNDED, Script, Watch
from .wonders import build, comes_payment

ARCHITECT, PHILOSOPHER = 41, 93
ARCHITECT_RESOURCES, ARCHITECT_DISCS = 3, 1


def card_phase(w: Watch) -> Script[None]:
    """Rotations in turn order until everybody has passed."""
    m = w.mirror
    yield from w.expect("CRD-01", "phase", phase="cards")
    for faction in list(m.order):
        if w.facts.knobs[faction].phase_talents:
            n = w.facts.knobs[faction].phase_talents
            yield from w.expect("OPT-06", "talents", "handicap", faction=faction, n=n)
    passed: set[int] = set()
    built: set[int] = set()
    while not passed >= set(m.order):
        acted: set[int] = set()
        while True:
            waiting = [f for f in m.order if f not in passed | acted]
            if not waiting:
                break
            faction = waiting[0]
            acted.add(faction)
            if (yield from action(w, faction, built)):
                passed.add(faction)


def action(w: Watch, faction: int, built: set[int]) -> Script[bool]:
    """One action of the rotation; whether it was to pass."""
    event = yield from w.peek()
    w.check(
        event.faction == faction and (event.kind in ("passed", "played") or event.cause == "Wonder"),
        "CRD-01",
        f"it is the turn of {w.mirror.name(faction)}, came {w.words(event)}",
    )
    if event.kind == "passed":
        yield from w.take()
        return True
    if event.kind == "played":
        card = event.card
        w.check(
            card not in w.facts.competition_cards | w.facts.negations | w.facts.events,
            "CRD-24",
            f"#{card} is played in the Card Phase",
        )
        yield from play(w, faction, f"card {card}")
        return False
    w.check(faction not in built, "WON-01", f"{w.mirror.name(faction)} builds twice in a turn")
    built.add(faction)
    knobs = w.facts.knobs[faction]
    yield from build(w, faction, knobs.wonder_resources, knobs.wonder_discs)
    return False


def play(w: Watch, faction: int, source: str) -> Script[None]:
    """A card from hand: answers, effects, where it goes (CRD-09 to CRD-17, DEF-46)."""
    m = w.mirror
    event = yield from w.expect("CRD-01", "played", faction=faction, area=-1)
    card = event.card
    if (yield from window(w, faction, card)):
        m.put_away(card, negated=True)
        return
    if card in w.facts.investments:
        if m.supply[faction]:
            yield from w.expect("CRD-15", "invested", faction=faction, card=card)
            return
    elif card == PHILOSOPHER:
        yield from draw(w, faction, 2, source)
        yield from hand_limit(w, faction)
    elif card == ARCHITECT:
        yield from architect(w, faction, source)
    else:
        effect = yield from collect(w, faction, source)
        check_allowed(w, effect)
        judge(w, effect)
    m.put_away(card)


def architect(w: Watch, faction: int, source: str) -> Script[None]:
    """A Wonder for 3 resources, 1 of them a disc; or a buried one restored with 2 discs."""
    m = w.mirror
    if (yield from comes_payment(w, faction)):
        yield from build(w, faction, ARCHITECT_RESOURCES, ARCHITECT_DISCS)
        return
    if not (yield from w.comes("restored", source, faction)):
        return  # a resource declared was used to answer in the meantime
    event = yield from w.peek()
    w.check(m.wonders[event.wonder].buried, "DEF-49", "a Wonder that is not buried is restored")
    yield from w.take()
    n = min(2, m.supply[faction])
    if n:
        with w.judging(BOUNDED):
            yield from w.expect("CRD-17", "wonder_discs", source, faction=faction, n=n)
