"""The seven Event cards (CRD-05 to CRD-08)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .effects import Effect, collect
from .empires import pass_on
from .negation import window
from .texts import judge
from .watch import Script, Watch

TIME_MARCHES_ON, ATLANTIS, BREATH_OF_GOD = 62, 102, 103


def resolve_event(w: Watch, drawer: int) -> Script[None]:
    """An Event that was drawn (or revealed: drawer -1) is resolved and discarded, unless it is negated."""
    m = w.mirror
    event = yield from w.expect("CRD-06", "event", faction=drawer)
    card = event.card
    w.check(card in w.facts.events, "CRD-06", f"#{card} is no Event")
    negated = yield from window(w, drawer, card)
    if not negated:
        if card == TIME_MARCHES_ON:
            yield from _shuffle_all(w)
            if next_check(w) >= w.facts.clock.no_early_end:  # void before (GREEK-01b)
                yield from w.expect("CRD-06", "time_marches")
                w.epoch_ends = True
        elif card == BREATH_OF_GOD:
            yield from _breath_of_god(w)
        else:
            effect = yield from collect(w, -1, f"card {card}")
            replaced = w.facts.replaced.get(card)
            if replaced is None:
                judge(w, effect)
            else:
                judge_replaced(w, effect, replaced.does)
    m.put_away(card, negated)


def judge_replaced(w: Watch, effect: Effect, operations: tuple[Any, ...]) -> None:
    """Events that a scenario replaces: reinforcements are judged, all else within its words."""
    from .persians import reinforcements

    if any(event.kind == "promised" for event in effect.rest):
        w.promises.add(int(effect.source.removeprefix("card ")))
    for operation in operations:
        if type(operation).__name__ == "Reinforce":
            reinforcements(w, effect, operation)


def next_check(w: Watch) -> int:
    """The turn of the next Sudden End step."""
    m = w.mirror
    return 1 if m.phase == "epoch" else m.turn + w.checked


def _shuffle_all(w: Watch) -> Script[None]:
    """The discard pile goes into the deck, without the Events that were drawn with this one."""
    m = w.mirror
    yield from w.peek()  # cards that their owners let go
    n = len(m.deck) + len(m.discard) - m.events_to_come
    yield from w.expect("CRD-06", "reshuffled", n=n)


def _breath_of_god(w: Watch) -> Script[None]:
    """Everybody in the game gets a new hand of the same size, without Events."""
    from .drawing import draw, hand_limit  # which know of Events

    m = w.mirror
    yield from w.peek()
    before, w.claims = w.claims, Counter()  # what is drawn for those comes later
    sizes = {faction: len(m.hand[faction]) + w.put_by[faction] for faction in m.order}
    for faction in m.order:
        yield from w.peek()  # what is put by is no longer in the hand
        left = len(m.hand[faction])
        yield from w.expect("CRD-06", "hand_discarded", "card 103", faction=faction, n=left)
    yield from _shuffle_all(w)
    given: list[int] = []  # who got Barbarian cards of Empires
    for faction in m.order:
        n = min(sizes[faction], len(m.deck - w.facts.events))
        drawn = yield from w.expect("CRD-06", "drew", "card 103", faction=faction, n=n)
        given.append((yield from pass_on(w, faction, drawn.cards)))
    for foe in sorted(set(given) - {-1}):
        yield from hand_limit(w, foe)
    yield from w.peek()
    for faction in reversed(m.order):
        for _ in range(w.claims.pop(faction, 0)):
            yield from draw(w, faction, 1, "replacement", rule="EGY-03d")
            yield from hand_limit(w, w.claimants[faction])
    w.claims += before
