"""Negation: chains of answers to a card or to the use of a Wonder (CRD-09 to CRD-13)."""

from __future__ import annotations

from .watch import Script, Watch

BAD_OMENS, HIGH_PRIESTESS, HIGH_PRIEST, PONTIFF, BRIBERY, ASSASSIN = 19, 43, 44, 46, 47, 48
TREATY, VETO, DIVINE_FAVOR, FALSE_PROPHET = 49, 50, 51, 66
WONDER = 0  # the number by which a Wonder's use is told

BARBARIANS = {20, 23, 30, 31, 98, 99, 100, 101, 102}  # cards that put Barbarians on the map
# Cards whose text can give a civilization 2 or more discs, white ones counted
TWO_DISCS = {
    6, 7, 14, 16, 18, 25, 27, 28, 32, 35, 39, 40, 42, 54, 57, 61, 63, 71, 75, 77, 78, 79, 82, 89, 90, 94,
    95, 96,
}  # fmt: skip
REMOVES = {
    *range(1, 6), *range(8, 14), 15, 20, 21, 22, 23, 24, 26, 28, 29, 39, 45, 59, 64, 65, 67, 69, 70, 73, 74,
    76, 96,
}  # fmt: skip
COSTS = {5, 8, 17, 21, 24, 34, 36, 48, 52}  # somebody can lose VP, talents or cards


def can_answer(w: Watch, card: int, target: int) -> bool:
    """Whether a Negation card's text reaches the target; what the target would do now is not weighed."""
    if target == WONDER:
        return card == BAD_OMENS
    if card == DIVINE_FAVOR:
        return target in w.facts.events or target in BARBARIANS
    if target in w.facts.events:
        return card == HIGH_PRIEST
    if card == PONTIFF:
        return w.mirror.phase == "cards"
    if card in (BRIBERY, ASSASSIN):
        return target in w.facts.great_persons
    reach = {TREATY: REMOVES, VETO: COSTS, FALSE_PROPHET: TWO_DISCS}
    return card in (HIGH_PRIESTESS, HIGH_PRIEST) or target in reach.get(card, ())


def window(w: Watch, by: int, card: int) -> Script[bool]:
    """All answers to a card (or to a Wonder's use); whether it was negated."""
    m = w.mirror
    chain = [(by, card)]
    w.answered = set()
    while True:
        event = yield from w.peek()
        top_faction, top = chain[-1]
        if event.kind == "negates":
            if (event.other, event.target) != (top_faction, top):
                w.check(
                    len(chain) == 1, "CRD-11", f"#{event.card} answers #{event.target}, but #{top} is on top"
                )
                return False  # in a competition: nobody answers this card, but the next one
            w.check(event.faction != top_faction, "CRD-12", f"{m.name(event.faction)} answers its own card")
            w.check(
                event.card in w.facts.negations and can_answer(w, event.card, top),
                "CRD-09",
                f"#{event.card} cannot answer #{top}",
            )
            yield from w.take()
            chain.append((event.faction, event.card))
            w.answered.add(event.faction)
        elif event.kind == "negated" and len(chain) > 1:
            below_faction, below = chain[-2]
            w.check(
                (event.faction, event.card, event.other) == (below_faction, below, top_faction),
                "CRD-11",
                f"#{below} is the one that #{top} negates",
            )
            yield from w.take()
            yield from _effect(w, top_faction, top, below_faction)
            m.put_away(top)
            if len(chain) == 2:
                return True
            m.put_away(below, negated=True)
            del chain[-2:]
        else:
            w.check(len(chain) == 1, "CRD-11", f"the answer #{top} is left hanging")
            return False


def _effect(w: Watch, by: int, card: int, target: int) -> Script[None]:
    """What a Negation card does besides."""
    if card == HIGH_PRIESTESS:
        yield from w.expect("CRD-10", "talents", f"card {card}", faction=by, n=1)
    elif card == ASSASSIN and target >= 0 and w.mirror.hand[target]:
        before = w.put_by[target]
        yield from w.peek()
        if w.put_by[target] > before:
            return  # the card has gone to the table instead (ALEX-05a)
        yield from w.expect("CRD-10", "discarded", f"card {card}", faction=target)
