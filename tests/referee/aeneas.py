"""The Aeneas step, and how NPCs begin anew or leave the game (AEN, NPC-78 to NPC-82)."""

from __future__ import annotations

from fractions import Fraction

from .drawing import reshuffle_if_empty
from .effects import take_from_the_map
from .ending import end_of_game, side
from .events import resolve_event
from .watch import Script, Watch

BEHIND = 5  # AEN-03
DISCS_PER_EPOCH = 2  # AEN-07
FEW_DISCS = 6  # NPC-78


def aeneas_step(w: Watch) -> Script[bool]:
    """In the new turn order; whether the game is over because no NPC is left (NPC-81)."""
    m = w.mirror
    done: set[int] = set()
    while waiting := [f for f in m.order if f not in done]:
        faction = waiting[0]
        done.add(faction)
        if faction in w.facts.npcs:
            if (yield from npc(w, faction)):
                return True
        elif (yield from w.comes("aeneas", faction=faction)):
            check_allowed(w, faction)
            yield from begin_anew(w, faction)
    if (yield from w.comes("aeneas")):
        event = yield from w.peek()
        w.dispute("AEN-01", f"{m.name(event.faction)} is not asked now")
    return False


def is_final(w: Watch) -> bool:
    """Whether this is the last Epoch of the game."""
    return w.mirror.epoch >= w.facts.clock.last_epoch


def check_allowed(w: Watch, faction: int) -> None:
    """Once, not in the final Epoch, and only far behind or without discs (AEN-02, AEN-03)."""
    m = w.mirror
    name = m.name(faction)
    knobs = w.facts.knobs[faction]
    w.check(bool(knobs.aeneas), "PERS-10", f"{name} may not invoke Aeneas")
    w.check(not knobs.aeneas_if_last or in_last_place(w, faction), "ROME1-08b", f"{name} is not last")
    late = is_final(w) and not knobs.final_aeneas
    w.check(not late, "AEN-02", f"{name} invokes Aeneas in the final Epoch")
    used = w.aeneas_used[faction]
    w.check(used < w.facts.options.aeneas_uses, "AEN-02", f"{name} invokes Aeneas again")
    others = [m.vp[f] for f in m.ranked() if f != faction]
    behind = bool(others) and all(m.vp[faction] + BEHIND <= vp for vp in others)
    w.check(behind or not m.board.total(faction), "AEN-03", f"{name} is not far enough behind")


def in_last_place(w: Watch, faction: int) -> bool:
    """Whether it and its player have fewer VP than all others (ROME1-08b)."""
    m, facts = w.mirror, w.facts
    others = [f for f in m.ranked() if f != faction]

    def score(player: int) -> Fraction:
        own = [f for f in range(facts.n) if facts.player[f] == player]
        return Fraction(sum(m.vp[f] for f in own)) / facts.scenario.factions[own[0]].divisor

    me = facts.player[faction]
    rivals = {facts.player[f] for f in others} - {me}
    return all(m.vp[faction] < m.vp[f] for f in others) and all(score(me) < score(one) for one in rivals)


def begin_anew(w: Watch, faction: int) -> Script[None]:
    """The five steps (AEN-04 to AEN-13)."""
    m, facts = w.mirror, w.facts
    yield from w.expect("AEN-01", "aeneas", faction=faction)
    w.aeneas_used[faction] += 1
    yield from give_up_holdings(w, faction)
    yield from become_barbarians(w, faction)
    entry = yield from reborn(w, faction)
    if faction not in facts.npcs and (yield from w.comes("civilization", faction=faction)):
        event = yield from w.peek()
        chosen = facts.civilizations[event.display]
        free = chosen not in m.civilization and chosen in facts.homes_in_play
        w.check(free, "AEN-06", f"{chosen} cannot be chosen")
        yield from w.take()
    knobs = facts.knobs[faction]  # its player's, whoever it is now
    completed = m.epoch - facts.clock.first_epoch
    n = (knobs.aeneas_discs + DISCS_PER_EPOCH * completed) * knobs.aeneas_percent // 100
    n = min(n, m.supply[faction])
    if n:
        yield from w.expect("AEN-07", "ready", "aeneas", faction=faction, n=n)
    start = -1
    while (yield from w.comes("placed", "aeneas", faction)):
        area = (yield from w.peek()).area
        if start < 0:
            homes = {area for f in m.in_game() if f != faction for area in m.home[f]}
            w.check(area in (entry or facts.land - homes), "AEN-08", f"{m.area(area)} is no area to start in")
            start = area
        else:
            reach = m.board.reach(faction) | {start}
            w.check(area in reach, "AEN-10", f"{m.name(faction)} cannot reach {m.area(area)}")
        yield from w.take()
    m.supply[faction] += m.ready[faction]  # AEN-08
    m.ready[faction] = 0


def give_up_holdings(w: Watch, faction: int) -> Script[None]:
    """The discs on its Wonders and Investments go to supply (AEN-04)."""
    m = w.mirror
    for number, wonder in m.wonders.items():
        if wonder.owner == faction:
            m.discs_on_wonder(number, -wonder.discs)
    for _ in [card for card, (owner, _) in m.investments.items() if owner == faction]:
        yield from w.expect("AEN-04", "discarded", "aeneas", faction=faction)


def reborn(w: Watch, faction: int) -> Script[set[int]]:
    """Where the scenario knows the Huns: its Gold goes to a friend or to anybody, the first are the Huns.

    Returns the areas in which they enter.
    """
    m, facts = w.mirror, w.facts
    huns = facts.scenario.huns
    if huns is None:
        return set()
    own = facts.names[faction]
    friends = {name for group in facts.scenario.relations.friends if own in group for name in group} - {own}
    heirs = [f for f in m.in_game() if facts.names[f] in friends and f not in m.reborn]
    for area in sorted(area for area, (owner, _) in m.gold.items() if owner == faction):
        heir = heirs[0] if heirs else facts.black
        yield from w.expect("ROME1-04d", "gold", "handed over", faction=heir, area=area)
    first = not m.reborn
    m.reborn.add(faction)
    if not first:
        if m.civilization[faction]:
            m.take_display(faction, m.civilization[faction])  # at home where that says
        return set()
    yield from w.expect("ROME1-08c", "huns", faction=faction)
    return {facts.find(area) for area in huns.entry}


def become_barbarians(w: Watch, faction: int) -> Script[None]:
    """Own discs become Barbarians within the limits of the Evaluation Phase (AEN-05)."""
    m = w.mirror
    black = w.facts.black
    for area in sorted(m.board.occupied(faction)):
        n = m.board.discs[faction][area]
        for _ in range(n):
            yield from w.expect("AEN-05", "removed", "aeneas", faction=faction, area=area)
        new = min(n, m.limit(area) - m.board.discs[black][area])
        if new <= 0:
            continue
        at_hand = min(new, m.supply[black])
        if at_hand:
            yield from w.expect("AEN-05", "barbarians", "aeneas", area=area, n=at_hand)
        while new > at_hand and (yield from w.comes("removed", "shortage")):
            yield from take_from_the_map(w)
            yield from w.expect("AEN-05", "barbarians", "aeneas", area=area, n=1)
            at_hand += 1


# ------------------------------------------------------------------------------------ NPCs


def npc(w: Watch, faction: int) -> Script[bool]:
    """An NPC with few discs begins anew, at the second time it is out (NPC-78 to NPC-82)."""
    m = w.mirror
    knobs = w.facts.knobs[faction]
    late = is_final(w) and not knobs.final_aeneas
    if late or not knobs.aeneas or m.board.total(faction) > FEW_DISCS:
        return False
    if knobs.aeneas_if_last and not in_last_place(w, faction):
        return False
    if m.vp[faction] != min(m.vp[f] for f in m.ranked()):
        card = yield from turn_up(w, "npc aeneas")
        if not card:
            return False
        if card not in w.facts.events:
            m.back_into_deck(card)
        if card % 2:
            return False
    if w.aeneas_used[faction] >= w.facts.options.aeneas_uses:
        return (yield from leave_the_game(w, faction))
    m.order.remove(faction)
    m.order.append(faction)
    card = yield from turn_up(w, "npc entry")
    if card and card not in w.facts.events:
        m.put_away(card, negated=True)
    yield from begin_anew(w, faction)
    return False


def turn_up(w: Watch, cause: str) -> Script[int]:
    """Reveal a card; an Event is resolved."""
    yield from reshuffle_if_empty(w, 1)
    if not w.mirror.deck:
        return 0
    event = yield from w.expect("NPC-79", "revealed", cause)
    if event.card in w.facts.events:
        yield from resolve_event(w, -1)
    return event.card


def leave_the_game(w: Watch, faction: int) -> Script[bool]:
    """All its discs leave, its VP are lost; without NPCs the player has won (NPC-80, NPC-81).

    With nobody left who has VP the game is over, too.
    """
    m = w.mirror
    yield from w.expect("NPC-80", "left", faction=faction)
    for area in sorted(m.board.occupied(faction)):
        for _ in range(m.board.discs[faction][area]):
            yield from w.expect("NPC-80", "removed", "aeneas", faction=faction, area=area)
    for _ in [card for card, (owner, _) in m.investments.items() if owner == faction]:
        yield from w.expect("NPC-80", "discarded", "aeneas", faction=faction)
    while m.hand[faction] or any(owner == faction for owner, _ in m.reserve.values()):
        yield from w.expect("NPC-80", "discarded", "aeneas", faction=faction)
    m.supply[faction] = 0
    if m.treasury[faction]:
        yield from w.expect("NPC-80", "talents", "aeneas", faction=faction, n=-m.treasury[faction])
    if m.vp[faction]:
        yield from w.expect("NPC-80", "vp", "aeneas", faction=faction, n=-m.vp[faction])
    if m.ranked() and (w.facts.npcs & set(m.order) or m.unmet()):
        return False
    yield from end_of_game(w, {side(w, f) for f in m.order or range(w.facts.n)})
    return True
