"""Hannibal's optional rules: leaders, walls, consuls, Events of this war, how it ends (HANN-08a to 08g2).

Not judged: that no card makes guarded walls Contested (08b3), that weak seas are no way out (08d2), and what
the Events do at once (08e1, 08e3, 08e4). `not_judged` says so.
"""

from __future__ import annotations

from typing import Any

from acis_rules.kernel.log import Event

from .drawing import draw, reshuffle_if_empty
from .events import resolve_event
from .watch import UNJUDGED, Script, Watch

CARTHAGE, ROME, NUMIDIA = "carthage", "rome", "numidia"
CONSUL, LEADER = "consul", "leader"
GALLIC_ALLIES, NUMIDIAN_ALLIES = 99, 101
ONLY_IN_PART = ("walls", "roman_seas", "alternative_events")


def not_judged(w: Watch) -> None:
    """Note which of the rules agreed on are judged in part only."""
    for rule in ONLY_IN_PART:
        if rule in w.facts.options.rules and w.facts.scenario.minor_states is not None:
            w.tally[f"rule {rule}", UNJUDGED] += 1


# ------------------------------------------------------------------------------------- consuls


def election(w: Watch, faction: int) -> Script[None]:
    """A card says who leads, of two the worse; later perhaps the best without a card (HANN-08c1, 08c2)."""
    block, m = w.facts.scenario.consuls, w.mirror
    if block is None or not block.active or w.facts.names[faction] != block.of:
        return
    rows = [len(block.rows) - 1]
    if not block.best_from or m.turn < block.best_from:
        rows = yield from _candidates(w, 2 if m.turn <= block.two_cards else 1)
        rows = rows if block.both else rows[:1]
    w.consuls = [block.rows[number] for number in rows]
    for row in w.consuls:
        yield from w.expect("HANN-08c1", CONSUL, faction=faction, row=row.name)


def _candidates(w: Watch, n: int) -> Script[list[int]]:
    """The rows of n cards, the worse first; without cards there is no consul."""
    block, m = w.facts.scenario.consuls, w.mirror
    assert block is not None
    rows: list[int] = []
    while len(rows) < n:
        yield from reshuffle_if_empty(w, 1)
        if not m.deck:
            return []
        card = (yield from w.expect("HANN-08c1", "revealed", CONSUL)).card
        if card in w.facts.events:
            yield from resolve_event(w, -1)
        else:
            m.put_away(card, negated=True)
            rows.append(next(i for i, row in enumerate(block.rows) if card <= row.up_to))
    return sorted(set(rows))


def _near(w: Watch) -> set[int]:
    """Areas within reach of home."""
    block = w.facts.scenario.consuls
    assert block is not None
    areas = {w.facts.find(block.home)}
    for _ in range(block.near):
        areas |= w.facts.border(areas)
    return areas


def check_laid(w: Watch, faction: int, area: int) -> None:
    """Where consuls let Competition cards be laid, and how many (HANN-08c3)."""
    block = w.facts.scenario.consuls
    if block is None or w.facts.names[faction] != block.of:
        return
    at_home = area == w.facts.find(block.home)
    client = area in map(w.facts.find, block.client_areas)
    for row in w.consuls:
        fields = {"nowhere": False, "one near": area in _near(w), "near": client or area in _near(w)}
        right = fields.get(row.lays, True) and (row.lays != "one near" or at_home or not w.cards_away)
        w.check(right, "HANN-08c3", f"a {row.name} consul, and a card in {w.mirror.area(area)}")
    w.cards_away += not at_home


def check_saved(w: Watch, event: Event) -> None:
    """Where consuls let discs be saved, those of the client too (HANN-08c3)."""
    block = w.facts.scenario.consuls
    if block is None or w.facts.names[event.faction] != block.of:
        return
    fields = {"at home": {w.facts.find(block.home)}, "near": _near(w)}
    for row in w.consuls:
        right = event.area in fields.get(row.pays, w.facts.in_play)
        w.check(right, "HANN-08c3", f"a {row.name} consul, and a disc saved in {w.mirror.area(event.area)}")


def check_grown(w: Watch, faction: int, area: int) -> None:
    """A poor consul places discs only where there are none yet (HANN-08c3), or the other way round."""
    block = w.facts.scenario.consuls
    if block is None or w.facts.names[faction] != block.of or all(row.grows for row in w.consuls):
        return
    occupied = bool(w.mirror.board.discs[faction][area])
    w.check(occupied == block.holds, "HANN-08c3", f"a poor consul, and a disc in {w.mirror.area(area)}")


def exchange(w: Watch, faction: int) -> Script[None]:
    """Competition cards for as many others, again and again (HANN-08c4)."""
    block = w.facts.scenario.consuls
    if block is None or w.facts.names[faction] != block.of or not any(row.redraws for row in w.consuls):
        return
    while True:
        n = 0
        while (yield from w.comes("discarded", CONSUL, faction)):
            card = (yield from w.take()).card
            w.check(card in w.facts.competition_cards, "HANN-08c4", f"#{card} is no Competition card")
            n += 1
        if not n:
            return
        yield from draw(w, faction, n, CONSUL, rule="HANN-08c4")


# ------------------------------------------------------------------------------- white discs


def leaders(w: Watch, area: int) -> Script[None]:
    """Once a turn a white disc on land where it fights: Hannibal (HANN-08a), a brilliant consul (08c3)."""
    for faction in list(w.mirror.order):
        if not (yield from w.comes("allies", LEADER, faction)):
            continue
        hannibal = w.facts.names[faction] == CARTHAGE and "hannibal" in w.facts.options.rules
        consul = w.facts.names[faction] == ROME and any(row.ally for row in w.consuls)
        w.check(hannibal or consul, "HANN-08a", f"{w.mirror.name(faction)} has no leader")
        key = (LEADER, faction)
        w.check(key not in w.used, "HANN-08a", f"{w.mirror.name(faction)} is led twice in a turn")
        w.used.add(key)
        here = area in w.facts.land and w.mirror.board.discs[faction][area] > 0
        w.check(here, "HANN-08a", f"a leader in {w.mirror.area(area)}")
        yield from w.expect("HANN-08a", "allies", LEADER, faction=faction, area=area, n=1)


def promised(w: Watch) -> Script[None]:
    """White discs that Events promise for the next Competition Phase (HANN-08e3, HANN-08e5)."""
    m, names = w.mirror, w.facts.names
    for card in (NUMIDIAN_ALLIES, GALLIC_ALLIES):
        if card not in w.promises:
            continue
        w.promises.remove(card)
        roman = card == NUMIDIAN_ALLIES and m.board.discs[names.index(ROME)][w.facts.find(NUMIDIA)]
        faction = names.index(ROME if roman else CARTHAGE)
        areas = m.board.competitions() & w.facts.land & m.board.occupied(faction)
        for _ in range(2 if card == NUMIDIAN_ALLIES and not roman else 1):
            if not (yield from w.comes("allies", f"card {card}")):
                break
            event = yield from w.expect("HANN-08e3", "allies", faction=faction, n=1)
            w.check(event.area in areas, "HANN-08e3", f"white discs in {m.area(event.area)}")
            areas.discard(event.area)


# --------------------------------------------------------------------------- walls, and the end


def check_siege(w: Watch, faction: int, card: int, area: int) -> None:
    """Nobody besieges or blockades who fights behind his walls (HANN-08b4)."""
    for block in w.facts.scenario.walls:
        owner = w.facts.names.index(block.of)
        here = w.facts.find(block.area) == area and w.mirror.board.discs[owner][area] and owner != faction
        w.check(not (here and card in block.cards), "HANN-08b4", f"#{card} against {w.mirror.area(area)}")


def goes_on(w: Watch) -> bool:
    """Whether the war goes on unchecked: Carthage has its Gold and is not behind (HANN-08g1)."""
    if "carthago_delenda_est" not in w.facts.options.rules:
        return False
    vp: list[Any] = w.mirror.vp
    ahead = vp[w.facts.names.index(CARTHAGE)] >= vp[w.facts.names.index(ROME)]
    return ahead and w.facts.find(CARTHAGE) in w.mirror.gold
