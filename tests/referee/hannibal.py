"""Hannibal's war: the march, and the attitude of minor states (HANN-M1 to M5, HANN-03a to 03e3)."""

from __future__ import annotations

from .watch import Script, Watch

WHITE, BLACK, YELLOW = range(3)
GREEK_STATES = 100  # Attack of the Greek States
MARCH, MINOR_STATE, REVOLT = "march", "minor state", "revolt"


def march(w: Watch) -> Script[None]:
    """Area by area a card says whether a disc is replaced; the first failure ends it."""
    m, block = w.mirror, w.facts.scenario.march
    if block is None:
        return
    marching = w.facts.names.index(block.who)
    seen: set[int] = set()
    for stage in block.stages:
        card = (yield from w.expect("HANN-M1", "revealed", MARCH)).card
        w.check(card not in seen, "HANN-M1", f"card {card} is revealed twice")
        seen.add(card)
        m.table.remove(card)  # all are shuffled again before they are dealt
        m.deck.add(card)
        area = w.facts.find(stage.area)
        if card > stage.up_to:
            there = w.facts.find(stage.failure or stage.area)
            yield from w.expect("HANN-M2", "barbarians", MARCH, area=there, n=1)
            return
        victim = [*w.facts.names, "barbarians"].index(stage.replaces)
        yield from w.expect("HANN-M2", "removed", MARCH, faction=victim, area=area)
        yield from w.expect("HANN-M2", "placed", MARCH, faction=marching, area=area)


def minor_state_phase(w: Watch) -> Script[None]:
    """A disc for the ally; after black one for the client."""
    block = w.facts.scenario.minor_states
    if block is None:
        return
    m, names = w.mirror, w.facts.names
    ally, client, joined = (names.index(name) for name in (block.ally, block.client, block.rebels_join))
    certain = GREEK_STATES in w.promises  # no disc is drawn (HANN-08e2)
    w.promises.discard(GREEK_STATES)
    m.restrained = not certain and (yield from attitude(w, ally)) == WHITE
    if m.restrained:
        yield from w.expect("HANN-03b1", "restrained", faction=ally)
    elif m.board.occupied(client) and (yield from attitude(w, client)) == BLACK:
        yield from w.expect("HANN-03e2", "revolt", faction=client, other=joined)
        yield from revolt(w, client, joined)


def restrained_against(w: Watch, faction: int) -> int:
    """Whose discs a restrained ally replaces by Barbarians instead of its own (HANN-03b3); -1: nobody's."""
    block, names = w.facts.scenario.minor_states, w.facts.names
    if block is None or not w.mirror.restrained or faction != names.index(block.ally):
        return -1
    return names.index(block.payer)


def attitude(w: Watch, faction: int) -> Script[int]:
    """The colour of a disc; yellow is white if the payer gives a talent or a card (HANN-03d)."""
    block = w.facts.scenario.minor_states
    assert block is not None
    drawn = yield from w.expect("HANN-03a", "discs_drawn", MINOR_STATE, faction=faction, n=1)
    (colour,) = drawn.colours
    if colour != YELLOW:
        return colour
    payer = w.facts.names.index(block.payer)
    event = yield from w.peek()
    if event.cause != MINOR_STATE or event.kind == "discs_drawn":
        return BLACK
    w.check(event.faction == payer and event.kind in ("talents", "discarded"), "HANN-03d", w.words(event))
    yield from w.take()
    return WHITE


def revolt(w: Watch, client: int, joined: int) -> Script[None]:
    """All its discs are replaced, as far as there are any; its Gold has a new owner (HANN-03e2)."""
    m = w.mirror
    for area in sorted(m.board.occupied(client)):
        for _ in range(m.board.discs[client][area]):
            yield from w.expect("HANN-03e2", "removed", REVOLT, faction=client, area=area)
            if m.supply[joined]:
                yield from w.expect("HANN-03e2", "placed", REVOLT, faction=joined, area=area)
    for area in sorted(area for area, (owner, _) in m.gold.items() if owner == client):
        yield from w.expect("HANN-03e2", "gold", faction=joined, area=area)
    yield from w.expect("HANN-03e2", "left", REVOLT, faction=client)


def fall_of_a_client(w: Watch, owner: int) -> Script[None]:
    """A client whose Gold is looted leaves the game with all its discs (HANN-02)."""
    block = w.facts.scenario.minor_states
    if block is None or w.facts.names[owner] != block.client:
        return
    m = w.mirror
    yield from w.expect("HANN-02", "left", "gold", faction=owner)
    for area in sorted(m.board.occupied(owner)):
        for _ in range(m.board.discs[owner][area]):
            yield from w.expect("HANN-02", "removed", "gold", faction=owner, area=area)


def walls(w: Watch, area: int) -> dict[int, int]:
    """By faction: rounds in which it loses no disc behind its walls (HANN-08b1)."""
    mine = [block for block in w.facts.scenario.walls if w.facts.find(block.area) == area]
    return {w.facts.names.index(block.of): block.rounds for block in mine if block.rounds}
