"""Empires: Barbarian cards that go to their foes, and what they give each other (ROME1-10.2, ROME1-10.3)."""

from __future__ import annotations

from .watch import Script, Watch

BARBARIAN_CARDS = {20, 23, 30, 31}  # Slave Revolt, Civil War, Barbarian Uprising, Nomad Migration


def empires(w: Watch) -> list[int]:
    """The Empires, by number; one that is reborn is none any longer."""
    return sorted({w.facts.names.index(name) for name in w.facts.scenario.empires} - w.mirror.reborn)


def foe_of(w: Watch, empire: int) -> int:
    """The Invader it has to do with."""
    foe = w.facts.scenario.empires[w.facts.names[empire]].foe
    return w.facts.names.index(foe) if foe else -1


def invaders(w: Watch) -> list[int]:
    """Everybody else with a turn."""
    return [f for f in range(w.facts.n) if f not in empires(w) and w.facts.scenario.factions[f].turn]


def pass_on(w: Watch, faction: int, cards: tuple[int, ...]) -> Script[int]:
    """Barbarian cards that an Empire draws go to its foe (ROME1-10.2b); to whom, -1 if none goes."""
    given = [card for card in cards if card in BARBARIAN_CARDS]
    if "barbarian_cards_go" not in w.facts.options.rules or faction not in empires(w) or not given:
        return -1
    foe = foe_of(w, faction)
    if foe < 0 or foe in w.mirror.absent | w.mirror.reborn:
        return -1
    for card in given:
        yield from w.expect("ROME1-10.2b", "handed_over", faction=faction, other=foe, cards=(card,))
        yield from w.expect("ROME1-10.2b", "talents", "barbarian card", faction=faction, n=2)
    return foe


def cooperation(w: Watch) -> Script[None]:
    """Gifts between Empires after the draw, in turn order (ROME1-10.3)."""
    m = w.mirror
    if "cooperation" not in w.facts.options.rules:
        return
    fit = w.facts.great_persons | w.facts.competition_cards
    for faction in [f for f in m.order if f in empires(w)]:
        while True:
            event = yield from w.peek()
            if event.faction != faction or event.kind not in ("handed_over", "talent_given"):
                break
            w.check(event.other in empires(w), "ROME1-10.3", "only Empires help each other")
            w.check(fit.issuperset(event.cards), "ROME1-10.3", f"{event.cards} is no such card")
            yield from w.take()
            while len(m.hand[event.other]) > w.facts.knobs[event.other].hand_limit:
                yield from w.expect("DEF-50", "discarded", "hand limit", faction=event.other)
