"""The scenarios with Persians: two colours as one power, cards on the table, elimination, the fleet (PERS).

What comes in the middle of anything is an aside: it is judged as soon as it is told, and no chapter sees it.
"""

from __future__ import annotations

from typing import Any

from acis_rules.kernel.log import Event

from .drawing import draw, reshuffle_if_empty
from .effects import Effect
from .ending import conquest, end_of_game, named
from .events import resolve_event
from .watch import Script, Watch

NO_GOLD, LOOTED, FLEET, BONUS = "no gold", "looted gold", "fleet", "bonus card"
GROUP_LAND, GROUP_SEA, FULL_HAND = 4, 3, 6  # PERS-06a, DAR-05c


def colours_meet(w: Watch, event: Event) -> None:
    """On land the first colour replaces the second, at sea the second the first (PERS-05)."""
    m, facts = w.mirror, w.facts
    land, sea = next(group for group in facts.groups if event.faction in group)
    new, old = (land, sea) if event.area in facts.land else (sea, land)
    right = (event.kind, event.faction) in (("removed", old), ("placed", new))
    w.check(right, "PERS-05a", f"{w.words(event)}: the wrong colour goes")
    if event.kind == "removed":
        if not m.supply[new] and m.phase == "growth":  # its Deployment is over, the rest has come back
            m.supply[new], m.ready[new] = m.ready[new], 0
        w.check(m.supply[new] > 0, "PERS-05c", f"{m.name(new)} has no disc to replace it")


def gold_handed_over(w: Watch, event: Event) -> None:
    """Gold goes with the discs over it, from one colour to the other (PERS-05b)."""
    m = w.mirror
    owner = m.gold[event.area][0]
    partners = any({owner, event.faction} == {*group} for group in w.facts.groups)
    right = partners and not m.board.discs[owner][event.area] and m.board.discs[event.faction][event.area]
    w.check(bool(right), "PERS-05b", f"Gold of {m.name(owner)} becomes that of {m.name(event.faction)}")


def left_without_gold(w: Watch, event: Event) -> None:
    """Who loses its last Gold to its partner leaves the game there and then, with all it has (PERS-09b)."""
    block, m = w.facts.scenario.persians, w.mirror
    gold = any(m.board.discs[event.faction][a] for a, (owner, _) in m.gold.items() if owner == event.faction)
    right = block is not None and w.facts.names[event.faction] in block.eliminated and not gold
    w.check(right, "PERS-09b", f"{w.words(event)} with Gold under its discs")


def card_put_by(w: Watch, event: Event) -> None:
    """A card goes to the table before its owner, if it is one of those that do (GREEK-07a, ALEX-05a)."""
    entry = w.facts.reserve.get(event.card)
    right = entry is not None and entry.goes != "never" and w.facts.names[event.faction] == entry.owner
    w.check(right, "GREEK-07a", f"{w.words(event)}: it is a card like any other")
    if event.card in w.mirror.hand[event.faction]:
        w.put_by[event.faction] += 1


def card_taken_back(w: Watch, event: Event) -> None:
    """It comes back in the Draw step, for free or as one of the cards drawn (GREEK-07b, ALEX-05, DAR-05b)."""
    entry = w.facts.reserve.get(event.card)
    right = entry is not None and entry.back != "never" and w.mirror.phase == "evaluation"
    w.check(right, "GREEK-07b", f"{w.words(event)} now")
    if entry is not None and entry.back != "free":
        w.taken_back[event.faction] += 1


def refilled(w: Watch, event: Event) -> None:
    """Discs on an Investment that stays, at the start of a later Epoch (GREEK-05c)."""
    entry = w.facts.reserve.get(event.card)
    m = w.mirror
    first = m.turn == 1 and m.epoch > w.facts.clock.first_epoch
    w.check(entry is not None and bool(entry.stays) and first, "GREEK-05c", w.words(event))


def lay_out(w: Watch) -> Script[None]:
    """Cards that lie before their owners from the start (GREEK-S03, EGY-S06)."""
    in_hand = {card for hand in w.facts.scenario.setup.hands.values() for card in hand}
    for entry in w.facts.scenario.reserve:
        if entry.card not in in_hand:
            owner = w.facts.names.index(entry.owner)
            yield from w.expect("GREEK-S03", "laid_out", faction=owner, card=entry.card, n=entry.discs)


def no_crowds(w: Watch) -> Script[None]:
    """At most 4 discs of a group on land, 3 in a coastal sea, when the Competition Phase begins (PERS-06)."""
    board, facts = w.mirror.board, w.facts
    for group in facts.groups:
        for area in sorted(board.occupied(group[0]) | board.occupied(group[1])):
            most = 1 if area in facts.open_sea else GROUP_LAND if area in facts.land else GROUP_SEA
            while sum(board.discs[f][area] for f in group) > most:
                yield from w.peek()  # the disc before has set others free to change colours
                first = board.first_to_lose(group[0], area)
                yield from w.expect("PERS-06b", "removed", "stacking", faction=first, area=area)


def fleet(w: Watch, area: int) -> Script[None]:
    """A white disc for the fleet in every sea competition (PERS-12)."""
    block = w.facts.scenario.persians
    if block is None or not block.white_at_sea or area not in w.facts.sea:
        return
    faction = w.facts.names.index(block.white_at_sea)
    if faction in w.mirror.order and w.mirror.board.discs[faction][area]:
        yield from w.expect("PERS-12", "allies", FLEET, faction=faction, area=area, n=1)


def after_competition(w: Watch) -> Script[bool]:
    """Who has no Gold left is out, and somebody may have won (PERS-09); whether the game is over."""
    if w.facts.scenario.persians is None:
        return False
    yield from eliminated(w)
    over = yield from conquest(w)
    if over:
        w.mirror.board.allies.clear()
        for faction, n in enumerate(w.mirror.loot):
            w.mirror.treasury[faction] += n
            w.mirror.loot[faction] = 0
    return over


def eliminated(w: Watch) -> Script[None]:
    """Without Gold under own discs a faction leaves: cards, talents, supply; its VP stay (PERS-09a, b)."""
    block, m = w.facts.scenario.persians, w.mirror
    for name in block.eliminated if block is not None else ():
        faction = w.facts.names.index(name)
        gold = any(owner == faction and m.board.discs[faction][area] for area, (owner, _) in m.gold.items())
        if gold or faction not in m.order:
            continue
        yield from w.expect("PERS-09a", "left", NO_GOLD, faction=faction)
        while any(owner == faction for owner, _ in m.investments.values()) or m.hand[faction]:
            yield from w.expect("PERS-09a", "discarded", NO_GOLD, faction=faction)
        if m.treasury[faction]:
            yield from w.expect("PERS-09a", "talents", NO_GOLD, faction=faction, n=-m.treasury[faction])


def generals(w: Watch, owner: int) -> Script[int]:
    """Looted Gold of one faction turns up a card (PERS-15): its id, or 0."""
    block = w.facts.scenario.persians
    if block is None or block.looted is None or w.facts.names[owner] != block.looted.gold_of:
        return 0
    yield from reshuffle_if_empty(w, 1)
    event = yield from w.expect("PERS-15", "revealed", LOOTED)
    if event.card not in w.facts.events:
        w.mirror.back_into_deck(event.card)
    return event.card


def generals_go_home(w: Watch, cards: list[int]) -> Script[bool]:
    """An odd id ends the game (PERS-15)."""
    block = w.facts.scenario.persians
    for card in reversed(cards):
        if card in w.facts.events:
            yield from resolve_event(w, -1)
        if card % 2:
            assert block is not None and block.looted is not None
            yield from w.expect("PERS-15", "decided", LOOTED)
            yield from end_of_game(w, {named(w, block.looted.wins)})
            return True
    return False


def bonus_card(w: Watch, faction: int) -> Script[None]:
    """One card before the others if fewer than six are in hand (DAR-05c)."""
    block = w.facts.scenario.persians
    name = block.bonus_card if block is not None else ""
    if name == w.facts.names[faction]:
        yield from w.peek()  # what comes back for free is in hand by now
        if len(w.mirror.hand[faction]) < FULL_HAND:
            yield from draw(w, faction, 1, BONUS, rule="DAR-05c")


def reinforcements(w: Watch, effect: Effect, operation: Any) -> None:
    """All discs of one faction; of the other if the first is out or has too few (PERS-08)."""
    m, facts = w.mirror, w.facts
    first, other = (facts.names.index(name) for name in (operation.who, operation.instead))
    needed = operation.n * (2 if operation.to == "areas" else 1)
    gained = {f: sum(m.board.discs[f]) - sum(effect.board.discs[f]) for f in (first, other)}
    had = {f: m.supply[f] + gained[f] + effect.ready[f] for f in (first, other)}  # some replace a partner's
    gets = first if first in m.order and (had[first] >= needed or other not in m.order) else other
    given = {f for f, _ in effect.placed} | {f for f, n in effect.ready.items() if n}
    w.check(given <= {gets}, "PERS-08d", f"{effect.source}: the discs are those of {m.name(gets)}")
    areas = {area for _, area in effect.placed}
    total = len(effect.placed) + sum(effect.ready.values())
    right = total == min(needed, had[gets]) if not facts.groups else total <= needed
    w.check(right, "PERS-08b", f"{effect.source}: {total} discs, {needed} are right")
    if operation.to == "areas":
        seas = areas & facts.coastal
        lands = areas - seas
        fits = len(seas) <= 1 and len(lands) <= 1 and lands <= facts.border(seas)
        w.check(fits, "PERS-08b", f"{effect.source}: a coastal sea and a land area beside it")
    else:
        w.check(not areas, "PERS-08c", f"{effect.source}: the discs wait in the Ready box")
