"""The Exploration Phase (EXP-18 to 35, EXP-50 to 53)."""

from __future__ import annotations

from .aeneas import turn_up
from .bans import ban_on
from .creation import creation
from .drawing import hand_limit, reshuffle_if_empty
from .events import resolve_event
from .watch import Script, Watch

WHITE, BLACK, YELLOW = range(3)
COLOURS = ("white", "black", "yellow", "red", "green", "blue", "purple", "brown")
CAUSE = "exploration"
EDGES = {99: "N", 100: "E", 101: "S"}  # where the invasions of Barbarians come from
SEA_PEOPLES, ATLANTIS = 98, 102


def exploration_phase(w: Watch) -> Script[None]:
    """Every empty area next to discs of players, then of NPCs, then of Barbarians (EXP-19 to EXP-21)."""
    if not w.facts.unknown:
        return
    m, facts = w.mirror, w.facts
    yield from w.expect("EXP-18", "phase", phase="exploration")
    players = [f for f in m.order if f not in facts.npcs] or list(m.order)
    npcs = [f for f in m.order if f not in players]
    groups = [(player, m.board.occupied(player)) for player in players]
    groups.append((players[0], {area for f in npcs for area in m.board.occupied(f)}))
    groups.append((players[0], m.board.occupied(facts.black)))
    seen: set[int] = set()
    before = set(m.unmet())
    coloured = False
    beginning = {area for area in facts.in_play if not m.board.present(area)}
    for player, discs in groups:
        left = (facts.border(discs) & beginning) - seen
        seen |= left
        while any(not m.board.present(area) for area in left):
            event = yield from w.expect("EXP-19", "discs_drawn", "explore", faction=player, n=1)
            right = event.area in left and not m.board.present(event.area)
            w.check(right, "EXP-20", f"{m.area(event.area)} is not to be explored now")
            left.remove(event.area)
            yield from found(w, player, event.area, event.colours[0], coloured)
            coloured |= event.colours[0] > YELLOW
    m.white.clear()
    yield from clean_up(w, set(m.unmet()) != before)


def found(w: Watch, player: int, area: int, colour: int, coloured: bool) -> Script[None]:
    """What a disc of this colour finds (EXP-22 to EXP-35)."""
    m = w.mirror
    factions = w.facts.scenario.factions
    if colour == BLACK:
        yield from barbarians(w, area)
        return
    if colour == YELLOW:
        yield from friends(w, player, area)
        return
    npc = next((f for f in m.unmet() if factions[f].colour == COLOURS[colour]), -1)
    if colour != WHITE:
        there = [f for f, block in enumerate(factions) if block.colour == COLOURS[colour]]
        w.check(bool(there) and m.in_bag[there[0]] > 0, "EXP-13", f"{COLOURS[colour]} is not in the bag")
    beside = any(not m.board.present(a) and a not in m.white for a in w.facts.around[area])
    if npc >= 0 and not coloured and beside:
        yield from creation(w, npc, area)
    else:
        m.white.add(area)


# -------------------------------------------------------------------------------------- black


def barbarians(w: Watch, area: int) -> Script[None]:
    """By the first digit of a card; an Event happens, and 2 come if it brought none (EXP-23 to EXP-27)."""
    m = w.mirror
    yield from reshuffle_if_empty(w, 1)
    if not m.deck:
        return
    card = (yield from w.expect("EXP-23", "revealed", CAUSE)).card
    if card not in w.facts.events:
        m.put_away(card, negated=True)
        digit = int(str(card)[0])
        yield from come(w, area, 1 if digit < 5 else 2 if digit < 8 else 3)
        return
    if not reaches(w, card, area):
        yield from come(w, area, 2)
    yield from resolve_event(w, -1)
    if not m.board.discs[w.facts.black][area]:
        yield from come(w, area, 2)


def come(w: Watch, area: int, n: int) -> Script[None]:
    """So many, 1 in an open sea, as far as they go."""
    m, black = w.mirror, w.facts.black
    if area in w.facts.open_sea:
        n = min(n, 1 - m.board.discs[black][area])
    n = min(n, m.supply[black])
    if n > 0:
        yield from w.expect("EXP-26", "barbarians", CAUSE, area=area, n=n)


def reaches(w: Watch, card: int, area: int) -> bool:
    """Whether an Event can bring Barbarians there."""
    facts = w.facts
    if card == ATLANTIS:
        return area in facts.open_sea
    if card == SEA_PEOPLES:
        return area in facts.coastal or (area in facts.land and bool(facts.around[area] & facts.coastal))
    if card in EDGES:
        entries = facts.edge[EDGES[card]] & facts.land
        return area in entries or (area in facts.land and bool(facts.around[area] & entries))
    return False


# ------------------------------------------------------------------------------------- yellow


def friends(w: Watch, player: int, area: int) -> Script[None]:
    """Own discs, a talent or a treasure by the first digit of a card (EXP-28 to EXP-32)."""
    m = w.mirror
    card = yield from turn_up(w, CAUSE)
    if not card:
        return
    if card not in w.facts.events:
        m.put_away(card, negated=True)
    digit = int(str(card)[0])
    room = m.limit(area) - m.board.discs[player][area]
    if (area in w.facts.open_sea and not m.may_sail(player, CAUSE)) or area in m.forbidden:
        room = 0
    for _ in range(min(2 if digit in (4, 5, 6) else 1, room, m.supply[player])):
        if not ban_on(m, m.board, player, area):  # the home of a partner
            yield from w.expect("EXP-29", "placed", CAUSE, faction=player, area=area)
    if digit in (7, 8):
        yield from w.expect("EXP-31", "talents", CAUSE, faction=player, n=1)
    elif digit == 9:
        yield from treasure(w, player)


def treasure(w: Watch, player: int) -> Script[None]:
    """Two cards: one is kept, an Event has to be and happens (EXP-32)."""
    m = w.mirror
    yield from reshuffle_if_empty(w, 2)
    if not (yield from w.comes("treasure", faction=player)):
        m.looking = player
        yield from w.expect("EXP-32", "drew", CAUSE, faction=player)
        m.looking = -1
        if m.looked_at[player]:
            yield from w.expect("EXP-32", "kept", CAUSE, faction=player, n=1)
        while m.looked_at[player]:
            yield from w.expect("EXP-32", "discarded", CAUSE, faction=player)
        yield from hand_limit(w, player)
        return
    found = yield from w.take()
    events = set(found.cards) & w.facts.events
    w.check(bool(events), "EXP-32", "a treasure without Events lies open")
    for card in set(found.cards) - events:
        m.put_away(card, negated=True)
    chosen = (yield from w.peek()).card
    w.check(chosen in events, "EXP-32", "an Event that was found has to happen")
    for card in events - {chosen}:
        m.put_away(card, negated=True)
    yield from resolve_event(w, player)


# ----------------------------------------------------------------------------------- clean-up


def clean_up(w: Watch, arrived: bool) -> Script[None]:
    """The bag gets discs of NPCs still to come, or loses all of them (EXP-51 to EXP-53)."""
    m = w.mirror
    unmet = m.unmet()
    if not unmet:
        for faction, n in enumerate(list(m.in_bag)):
            if n:
                yield from w.expect("EXP-51", "bag", faction=faction, n=-n)
        return
    nobody = not set(m.order) & w.facts.npcs
    for _ in range(nobody + (not arrived)):
        event = yield from w.expect("EXP-53", "bag", n=1)
        w.check(event.faction in unmet, "EXP-53", f"{m.name(event.faction)} has been met")
