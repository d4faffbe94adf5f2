"""Cards drawn, Events among them, reshuffles, the hand limit (CRD-06 to CRD-08, EVA-18, DEF-47, DEF-50)."""

from __future__ import annotations

from .empires import pass_on
from .events import resolve_event
from .watch import Script, Watch


def draw(
    w: Watch, faction: int, n: int, cause: str, look: bool = False, rule: str = "EVA-15"
) -> Script[None]:
    """Draw n cards at once; Events among them are resolved in ascending order and replaced (CRD-06, CRD-08).

    `rule` says how many are right.
    """
    m = w.mirror
    right = f"{n} are right ({cause})"
    foe = -1  # who gets Barbarian cards of it
    while True:
        first = yield from reshuffle_if_empty(w, n)
        m.looking = faction if look else -1
        drawn = yield from w.expect("EVA-18", "drew", cause, faction=faction)
        m.looking = -1
        foe = max(foe, (yield from pass_on(w, faction, drawn.cards)))
        w.check(drawn.n <= n, rule, f"{m.name(faction)} draws {drawn.n} cards, {right}")
        late = first - set(drawn.cards) - w.facts.events
        w.check(not late, "DEF-47", f"{late} were left in the deck and not drawn before the reshuffle")
        m.events_to_come = n - int(drawn.n)
        resolved = 0
        last = 0
        while resolved < n - drawn.n and (yield from w.comes("event", faction=faction)):
            event = yield from w.peek()
            w.check(event.card > last, "CRD-08", f"Event #{event.card} after #{last}")
            last = event.card
            yield from resolve_event(w, faction)
            resolved += 1
        if resolved < n - drawn.n:
            left = (m.deck | m.discard) - w.facts.events
            w.check(not left, rule, f"{m.name(faction)} draws {drawn.n + resolved} cards, {right}")
        if (yield from w.comes("event", faction=faction)):
            w.dispute(rule, f"{m.name(faction)} draws more than {n} cards, {right}")
        m.events_to_come = 0
        if not resolved:
            break
        n, cause = resolved, "replacement"
    yield from w.peek()
    for _ in range(w.claims.pop(faction, 0)):
        yield from draw(w, faction, 1, "replacement", look, rule)
        yield from hand_limit(w, w.claimants[faction])
    if foe >= 0:
        yield from hand_limit(w, foe)


def reshuffle_if_empty(w: Watch, n: int) -> Script[set[int]]:
    """The discard pile becomes the deck when that is used up (DEF-47); what was left in the old one."""
    m = w.mirror
    if not (yield from w.comes("reshuffled")):
        return set()
    old = set(m.deck)
    w.check(len(old) < n, "DEF-47", f"reshuffled with {len(old)} cards in the deck, {n} are drawn")
    event = yield from w.peek()
    w.check(
        event.n == len(m.discard), "DEF-47", f"{event.n} cards are shuffled, {len(m.discard)} were discarded"
    )
    yield from w.take()
    return old


def hand_limit(w: Watch, faction: int, at_the_end: bool = False) -> Script[None]:
    """Down to the limit, neither fewer nor more (DEF-50); for some only after their draw (EGY-02d)."""
    if w.facts.knobs[faction].late_hand_limit and not at_the_end:
        return
    too_many = len(w.mirror.hand[faction]) - w.facts.knobs[faction].hand_limit
    while too_many > 0:
        before = w.put_by[faction]
        yield from w.peek()  # a card that is put by instead is an aside, and may come back at once
        put_by = w.put_by[faction] - before
        if not put_by:
            yield from w.expect("DEF-50", "discarded", "hand limit", faction=faction)
        too_many -= put_by or 1


def keep_one(w: Watch, faction: int, n: int, cause: str) -> Script[None]:
    """Draw n cards, keep one, discard the others (Great Library, Academy, Alphabet)."""
    yield from draw(w, faction, n, cause, look=True)
    looked_at = w.mirror.looked_at[faction]
    if looked_at:
        yield from w.expect("EVA-17", "kept", cause, faction=faction, n=1)
    while looked_at:
        yield from w.expect("EVA-17", "discarded", cause, faction=faction)
    yield from hand_limit(w, faction)
