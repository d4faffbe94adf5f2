"""Setup: discs of the scenario, opening hands (SET, DSET)."""

from __future__ import annotations

from .watch import UNJUDGED, Script, Watch


def setup(w: Watch) -> Script[None]:
    """Discs and Gold as the scenario says, cards from a top without Events (SET-13, SET-14)."""
    m, facts = w.mirror, w.facts
    free = facts.scenario.setup.placement  # where they go by the default setup is not judged (DSET-07)
    with w.judging(UNJUDGED):
        while not (yield from w.comes("drew")):
            yield from w.take()
    for faction, block in enumerate(facts.scenario.factions):
        fixed = facts.scenario.setup.discs.get(m.civilization[faction], {})
        given = {facts.find(area): n for area, n in fixed.items()}
        most = free if block.placement is None else block.placement
        total = m.board.total(faction)
        if most:
            w.check(total <= max(most, sum(given.values())), "DSET-07", f"{m.name(faction)} starts with {total} discs")
        else:
            own = {area: n for area, n in enumerate(m.board.discs[faction]) if n}
            w.check(own == given, "SET-10", f"{m.name(faction)} starts on {own}, {given} is right")
        talents = facts.knobs[faction].talents
        w.check(m.treasury[faction] == talents, "OPT-06", f"{m.name(faction)} starts with {talents} talents")
    for area, n in facts.scenario.setup.barbarians.items():
        w.check(m.board.discs[facts.black][facts.find(area)] == n, "PUNIC-01", f"{n} Barbarians in {area}")
    for _ in range(facts.n):
        event = yield from w.peek()
        own_hand = facts.knobs[event.faction].opening_hand
        n = facts.scenario.deck.opening_hand if own_hand is None else own_hand
        yield from w.expect("SET-14", "drew", "setup", n=n)
        m.order.append(event.faction)  # hands are dealt in turn order
    w.check(sorted(m.order) == list(range(facts.n)), "SET-08", f"turn order {m.order}")
