"""The Exploration Phase: a disc from the bag says what is in each empty area (EXP-18 to 35, 50 to 54)."""

from __future__ import annotations

from ..cards.drawing import event, keep
from ..cards.oracle import BLACK, WHITE, YELLOW, first_digit, turn_up
from ..effects import Play, select
from ..effects.discs import Barbarians
from ..effects.fate import limit_hand
from ..effects.naming import NameArea
from ..kernel.actions import area_actions, area_of, card_actions, card_of
from ..kernel.bits import mask_of, members, union
from ..kernel.chance import random_below
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Action, Area, Areas, Card, Faction
from ..table.card_changes import draw_card, lay_on_table, leave_table, take_up
from ..table.changes import gain_talents, place_if_able, put_barbarians, put_in_bag, take_out_of_bag
from ..table.terms import in_turn_order, limit, occupied
from .bag import colour_of, draw_disc
from .creation import CAUSE, appear, empty, explorers, unmet

EXPLORATION = Variant("exploration", applies=lambda world: bool(world.unknown))

NATIVES = (0, 1, 1, 1, 1, 2, 2, 2, 3, 3)  # Barbarians by the first digit of a card (EXP-26)
BESIDE_AN_EVENT = 2  # Barbarians (EXP-25)
FRIENDS = (0, 1, 1, 1, 2, 2, 2, 1, 1, 1)  # own discs by the first digit (EXP-29 to 32)
MINERALS = (7, 8)
TREASURE = 9
TREASURE_CARDS = 2


# ------------------------------------------------------------------------------------- the phase


@EXPLORATION.at("turn_starts")
def before_growth(s: State) -> None:
    """Each turn begins with it (EXP-18)."""
    s.arrived = 0
    s.coloured = False
    push(s, exploration_phase)


@step("exploration_phase", joins_in=True)
def exploration_phase(s: State) -> None:
    """Empty areas next to players' discs, then to NPCs', then to Barbarians' (EXP-19 to 21).

    Only discs that are on the map now count. Players explore in turn order, the first of them what the
    others' discs reach.
    """
    s.phase = "exploration"
    tell(s, "phase", phase="exploration")
    board = s.world.board
    players = explorers(s)
    npcs = mask_of(f for f in s.order if f not in players)
    groups = [(player, occupied(s, player)) for player in players]
    groups += [(players[0], _occupied_by(s, npcs)), (players[0], occupied(s, s.world.barbarians))]
    left = empty(s)
    explorations = []
    for player, discs in groups:
        areas = board.around(discs) & left
        left &= ~areas
        explorations.append((player, areas))
    push(s, clean_up)
    for player, areas in reversed(explorations):
        if areas:
            push(s, explore, player, areas)


def _occupied_by(s: Seen, factions: int) -> Areas:
    return union(occupied(s, faction) for faction in members(factions))


@step("explore", joins_in=True)
def explore(s: State, faction: Faction, unexplored: Areas) -> None:
    """Ask which of the areas that are still empty comes next (EXP-20)."""
    areas = unexplored & empty(s)
    if areas:
        n = areas.bit_count()
        ask(s, explored, (faction, unexplored), faction, "explore", area_actions(areas), n=n)


@answer("explore")
def explored(s: State, action: Action, faction: Faction, unexplored: Areas) -> None:
    """Draw a disc for the area and do what it says, before the next area (EXP-22 to 35)."""
    area = area_of(action)
    push(s, explore, faction, unexplored & ~(1 << area))
    colour = draw_disc(s, faction, "explore", area)
    if colour == BLACK:
        _barbarians(s, area)
    elif colour == YELLOW:
        turn_up(s, CAUSE, friends, faction, area, back=False)
    else:
        first = colour != WHITE and not s.coloured
        s.coloured |= colour != WHITE
        npc = next((f for f in unmet(s) if colour_of(s, f) == colour), -1)
        if first and npc >= 0 and s.world.board.neighbours[area] & empty(s):
            appear(s, npc, area)  # EXP-33, EXP-34
        else:
            s.white |= 1 << area  # EXP-22, EXP-35


# -------------------------------------------------------------------------- black: Barbarians


def _barbarians(s: State, area: Area) -> None:
    """A card says how many; an Event happens, too (EXP-23 to 26)."""
    card = turn_up(s, CAUSE, natives, area, back=False)
    if s.world.deck.events >> card & 1 and not may_reach(s, card, area):
        _come(s, area, BESIDE_AN_EVENT)


def may_reach(s: Seen, card: Card, area: Area) -> bool:
    """Whether an Event can bring Barbarians to an area."""
    play = Play(s.order[0], "card", card)
    operations = s.world.operations(s, play)
    plays = [play]
    for operation in operations:
        if isinstance(operation, NameArea):
            plays = [play._replace(areas=(named,)) for named in members(select(s, play, operation.where))]
    reached = 0
    for operation in operations:
        if isinstance(operation, Barbarians):
            for named in plays:
                reached |= select(s, named, operation.where)
    return bool(reached >> area & 1)


@step("natives", joins_in=True)
def natives(s: State, area: Area, card: Card) -> None:
    """Barbarians by the first digit (EXP-26); with an Event that brought none here, 2 (EXP-25)."""
    n = NATIVES[first_digit(card)]
    if s.world.deck.events >> card & 1:
        n = 0 if s.discs[s.world.barbarians][area] else BESIDE_AN_EVENT
    _come(s, area, n)


def _come(s: State, area: Area, n: int) -> None:
    """So many, 1 in an open sea, as far as they go; elsewhere beyond the limit, too (EXP-27)."""
    if s.world.board.open_sea >> area & 1:
        n = min(n, limit(s, area) - s.discs[s.world.barbarians][area])
    put_barbarians(s, area, n, CAUSE)


# ----------------------------------------------------------------------------- yellow: friends


@step("friends", joins_in=True)
def friends(s: State, faction: Faction, area: Area, card: Card) -> None:
    """Own discs, and perhaps a talent or a treasure, by the first digit (EXP-28 to 32)."""
    digit = first_digit(card)
    for _ in range(FRIENDS[digit]):
        place_if_able(s, faction, area, CAUSE)
    if digit in MINERALS:
        gain_talents(s, faction, 1, CAUSE)
    elif digit == TREASURE:
        push(s, treasure, faction)


@step("treasure", joins_in=True)
def treasure(s: State, faction: Faction) -> None:
    """Two cards, of which one is kept; an Event has to be, and happens (EXP-32)."""
    cards = [card for card in (draw_card(s, CAUSE) for _ in range(TREASURE_CARDS)) if card]
    events = tuple(sorted(card for card in cards if s.world.deck.events >> card & 1))
    if not events:
        take_up(s, faction, cards, CAUSE, to_look_at=True)
        limit_hand(s, faction)
        push(s, keep, faction, CAUSE)
        return
    for card in cards:
        lay_on_table(s, card)
    tell(s, "treasure", faction, n=len(cards), cards=tuple(cards))
    for card in cards:
        if card not in events:
            leave_table(s, card)
    push(s, curse, faction, events)


@step("curse", joins_in=True)
def curse(s: State, faction: Faction, cards: tuple[Card, ...]) -> None:
    """Of two Events the finder chooses one."""
    ask(s, cursed, (faction, cards), faction, "keep", card_actions(mask_of(cards)))


@answer("curse")
def cursed(s: State, action: Action, faction: Faction, cards: tuple[Card, ...]) -> None:
    """It happens and is not replaced; the other one is discarded."""
    for card in cards:
        if card != card_of(action):
            leave_table(s, card)
    push(s, event, faction, card_of(action))


# ------------------------------------------------------------------------------------- clean-up


@step("clean_up", joins_in=True)
def clean_up(s: State) -> None:
    """White discs go; the bag gets discs of NPCs that are still to be met, or loses all (EXP-50 to 53)."""
    s.white = 0
    left = unmet(s)
    if not left:
        for faction, n in enumerate(s.in_bag):
            if n:
                take_out_of_bag(s, faction, n)
        return
    nobody = not in_turn_order(s, s.world.npcs)
    for _ in range(nobody + (not s.arrived)):
        put_in_bag(s, left[random_below(s, len(left))])


@EXPLORATION.at("decider")
def nobody_yet(s: Seen) -> Faction:
    """Before the first NPC appears, Events happen as if one were there and had fewest VP (EXP-54)."""
    left = unmet(s)
    return left[0] if left and not in_turn_order(s, s.world.npcs) else -1
