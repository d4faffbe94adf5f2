"""What must hold in every position of every game."""

from __future__ import annotations

from acis_rules import Game
from acis_rules.kernel.actions import N_ACTIONS, N_CARDS, STOP
from acis_rules.kernel.bits import set_of
from acis_rules.kernel.state import State
from acis_rules.table.terms import LAND_LIMIT

ALL_CARDS = (1 << 104) - 2


def check_all(game: Game) -> None:
    """Everything that can be seen in one position."""
    check_discs(game)
    check_derived_sets(game)
    check_stacks(game)
    check_cards(game)
    check_knowledge(game)
    check_rest(game)
    if not game.over:
        check_decision(game)


def check_quickly(game: Game) -> None:
    """All of it that is cheap enough for every decision of a long soak."""
    check_discs(game)
    check_stacks(game)
    check_cards(game)
    check_rest(game)
    if not game.over:
        check_decision(game)


def check_discs(game: Game) -> None:
    """Every disc of every colour is somewhere (DEF-56, DEF-61)."""
    s = game.state
    world = s.world
    paid = world.owes_marker & ~s.owes_marker  # a disc that became a marker (ROME1-03b)
    elsewhere = [world.markers[f] + (paid >> f & 1) + ready for f, ready in enumerate(s.ready)]
    for owner, _, discs, _ in s.wonders:
        if discs:
            elsewhere[owner] += discs
    for owner, discs in (*s.investments.values(), *s.reserve.values()):
        elsewhere[owner] += discs
    elsewhere.append(0)  # Barbarians
    for f, row in enumerate(s.discs):
        total = sum(row) + s.supply[f] + elsewhere[f]
        if s.absent >> f & 1:  # its discs left with it, or come with it (NPC-80)
            assert total - sum(row) == world.markers[f] + (paid >> f & 1), (
                f"{_who(s, f)} is out and has {total} discs"
            )
        else:
            total += s.in_bag[f] if f < world.n_factions else 0
            assert total == world.pool[f], f"{_who(s, f)} has {total} of {world.pool[f]} discs"
    assert min(s.supply) >= 0, f"supply: {s.supply}"
    for land, ready in zip(s.ready_land, s.ready, strict=True):
        assert 0 <= land <= ready, f"ready: {s.ready}, for land: {s.ready_land}"


def check_derived_sets(game: Game) -> None:
    """The sets of areas with so many discs say what the counts say; all are in play."""
    s = game.state
    for f, row in enumerate(s.discs):
        for level in range(LAND_LIMIT):
            counted = sum(1 << area for area, n in enumerate(row) if n > level)
            assert s.at_least[level][f] == counted, f"{_who(s, f)}: areas with more than {level} discs"
        assert not s.at_least[0][f] & ~s.world.board.in_play, f"{_who(s, f)} stands outside the map"


def check_stacks(game: Game) -> None:
    """No civilization stands above the limit of the phase; Barbarians of Events may, but in open seas."""
    s = game.state
    board = s.world.board
    _, two, three, four = s.at_least
    for f, row in enumerate(s.discs):
        assert not two[f] & board.open_sea, f"{_who(s, f)}: two discs in an open sea"
        if f == s.world.barbarians or s.phase in ("competition", "over"):  # a conquest comes before trimming
            continue
        if s.world.reinforced >> f & 1:  # an Event may have brought them
            continue
        assert not three[f] & board.coastal, f"{_who(s, f)}: three discs in a coastal sea"
        assert max(row) <= LAND_LIMIT, f"{_who(s, f)} has {max(row)} discs in an area"
        if s.phase not in ("setup", "exploration", "growth", "cards"):
            assert not four[f] & board.land, f"{_who(s, f)} has four discs on land in the {s.phase} phase"


def check_cards(game: Game) -> None:
    """Every Fate card is in exactly one place, and no Event is in a hand."""
    s = game.state
    if s.phase == "setup":
        return
    # So many different powers of two have this sum only if each is there once
    n = len(s.deck) + len(s.discard) + len(s.aside) + len(s.table) + len(s.investments) + len(s.reserve)
    bits = set_of(s.deck) + set_of(s.discard) + set_of(s.aside) + set_of(s.table) + set_of(s.investments)
    bits += set_of(s.reserve)
    events = s.world.deck.events
    for hand, drawn, laid in zip(s.hand, s.drawn, s.laid, strict=True):
        n += hand.bit_count() + drawn.bit_count() + len(laid)
        bits += hand + drawn + set_of(laid)
        assert not (hand | drawn) & events, "an Event is in a hand"
    cards = ALL_CARDS & ~s.world.boxed
    assert n == cards.bit_count() and bits == cards, f"{n} of {cards.bit_count()} cards, or one lies twice"


def check_knowledge(game: Game) -> None:
    """What somebody knows to be in a hand is there (or laid face down by its owner)."""
    s = game.state
    n = s.world.n_factions
    for i, mask in enumerate(s.known):
        holder = i % n
        assert not mask & ~(s.hand[holder] | set_of(s.laid[holder])), f"known of {_who(s, holder)}: {mask:b}"


def check_decision(game: Game) -> None:
    """Somebody has at least two legal actions, all inside the action space."""
    legal = game.legal_actions()
    assert len(legal) >= 2, f"{len(legal)} legal actions"
    assert legal[0] >= 0 and legal[-1] < N_ACTIONS, f"an action outside the action space: {legal}"
    s = game.state
    assert 0 <= game.seat < s.world.n_seats, f"seat {game.seat}"
    q = s.question
    assert q is not None
    if q.kind == "card_action":
        assert legal[0] == STOP, "passing is always possible (CRD-03)"
        for f, hand in enumerate(s.hand):
            assert hand.bit_count() <= hand_limit(s, f), f"{_who(s, f)} holds {hand.bit_count()} cards"


def hand_limit(s: State, f: int) -> int:
    """The most cards in a hand; a larger opening hand stays (DEF-50)."""
    knobs = s.world.knobs[f]
    if knobs.late_hand_limit:
        return N_CARDS
    opening = s.world.scenario.deck.opening_hand if knobs.opening_hand is None else knobs.opening_hand
    return max(knobs.hand_limit, opening + (s.hand[f] & s.world.in_hand).bit_count())


def check_rest(game: Game) -> None:
    """Numbers stay in their ranges."""
    s = game.state
    assert min(s.vp) >= 0, f"VP: {s.vp}"  # DEF-41
    assert min(s.treasury) >= 0 and min(s.loot) >= 0, f"talents: {s.treasury}, loot: {s.loot}"
    out = [f for f in range(s.world.n_factions) if s.world.npcs >> f & 1 and gone(s, f)]
    assert not set_of(out) & ~s.absent, f"out: {out}, absent: {s.absent:b}"
    assert set_of(s.order) == s.world.takers & ~s.absent, f"order: {s.order}"
    assert len(set(s.order)) == len(s.order), f"order: {s.order}"
    clock = s.world.scenario.clock
    assert clock.first_epoch <= s.epoch <= clock.last_epoch, f"Epoch {s.epoch}"
    assert 1 <= s.turn <= clock.turns, f"turn {s.turn}"
    if s.phase != "competition":
        assert not s.allies and s.competition_area == -1 and not any(s.loot), "the competition is over"
    if s.phase != "exploration":
        assert not s.white, "white discs are on the map in the Exploration Phase only (EXP-50)"
    assert not any(n for f, n in enumerate(s.in_bag) if not s.world.unknown >> f & 1), f"bag: {s.in_bag}"
    taken = [area for owner, area, _, _ in s.wonders if owner >= 0]
    assert len(taken) == len(set(taken)), "two Wonders in one area (WON-07)"
    for _, _, discs, buried in s.wonders:
        assert discs >= 0 and not (buried and discs), "discs on a buried Wonder"


def gone(s: State, f: int) -> bool:
    """Whether an NPC has left the game for good (NPC-80)."""
    return bool(s.world.knobs[f].aeneas) and s.aeneas_used[f] > s.world.options.aeneas_uses


def check_events(game: Game) -> None:
    """What is told names factions, areas and cards that exist."""
    s = game.state
    factions, areas = range(-1, s.world.barbarians + 1), range(-1, len(s.world.board.areas))
    for event in s.log:
        assert event.faction in factions and event.area in areas and 0 <= event.card <= 103, event


def _who(s: State, f: int) -> str:
    return "the Barbarians" if f == s.world.barbarians else f"faction {f}"
