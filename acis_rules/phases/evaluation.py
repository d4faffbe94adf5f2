"""The Evaluation Phase: Sea Domination, Victory Count, Turn Order, Aeneas, Sudden End, Draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cards.drawing import draw, hand_limit
from ..cards.oracle import has_digit, turn_up
from ..cards.plays import play_card
from ..cards.uses import abilities, gain_from_abilities, has_ability, offer_uses, usable, use_abilities
from ..kernel.actions import (
    ABILITY_BIT,
    N_NUMBERS,
    STOP,
    STOP_BIT,
    card_actions,
    card_of,
    number_actions,
    number_of,
)
from ..kernel.bits import mask_of, members
from ..kernel.chance import one_of
from ..kernel.log import tell
from ..kernel.machine import answer, ask, later, push, step
from ..kernel.moments import anybody
from ..kernel.state import Seen, State
from ..kernel.types import Action, Card, Faction
from ..table.changes import gain_vp, lose_talents, trim
from ..table.ending import limit_reached
from ..table.losses import Loss, inflict
from ..table.terms import (
    cities,
    dominated,
    knobs,
    own_wonder_areas,
)
from .aeneas import aeneas_step
from .epoch import end_of_epoch, game_end

if TYPE_CHECKING:
    from ..kernel.state import Points

turn = later("turn")  # begins with Growth again: see turn.py
PARITY = {"even": 0, "odd": 1}  # of cards that end an Epoch (PERS-14b)
CITIES_PER_CARD = 4  # EVA-15


@step("evaluation")
def evaluation(s: State) -> None:
    """Trim stacks, then the six steps, each completed for everybody (EVA-01, STK-06)."""
    s.phase = "evaluation"
    tell(s, "phase", phase="evaluation")
    trim(s)
    push(s, sudden_end)
    push(s, aeneas_step, 0)
    push(s, turn_order)
    for join_in in s.world.on.scored:
        join_in(s)
    push(s, victory_count)
    push(s, sea_domination)


@step("sea_domination")
def sea_domination(s: State) -> None:
    """Opposing discs leave the coastal seas somebody Dominates (EVA-02)."""
    losses: list[Loss] = []
    for faction in members((1 << s.world.n_factions) - 1 & ~s.absent):
        own = 1 << faction | s.world.partners[faction]
        for area in members(dominated(s, faction, True)):
            for other in range(s.world.n_factions + 1):
                if not own >> other & 1:
                    losses += [(other, area, -1)] * s.discs[other][area]
    inflict(s, losses, "domination")


# ------------------------------------------------------------------------- Victory Count


@step("victory_count")
def victory_count(s: State) -> None:
    """1 VP per City and per own Wonder it shares an area with (EVA-04, EVA-05)."""
    s.counted = True
    for faction in s.order:
        points: Points = cities(s, faction).bit_count()
        for change in s.world.on.city_vp:
            points = change(s, faction, points)
        gain_vp(s, faction, points, "cities")
        gain_vp(s, faction, own_wonder_areas(s, faction), "wonders")
    for join_in in s.world.on.scoring:
        join_in(s)
    push(s, scoring_abilities)
    for faction in reversed(s.order):
        push(s, offer_uses, faction, "scoring")


@step("scoring_abilities")
def scoring_abilities(s: State) -> None:
    """Minos and Phoenicia score their seas at the end of the step (EVA-06)."""
    for faction in s.order:
        gain_from_abilities(s, faction, "scoring")


# ---------------------------------------------------------------------------- Turn Order


@step("turn_order")
def turn_order(s: State) -> None:
    """Most Cities first; tied civilizations share a block of places (EVA-07)."""
    counts = {faction: cities(s, faction).bit_count() for faction in s.order}
    blocks = []
    for count in sorted(set(counts.values()), reverse=True):
        blocks.append(tuple(f for f in s.order if counts[f] == count))
    for faction in reversed(s.order):
        if s.hand[faction] & s.world.deck.turn_order:
            push(s, turn_order_cards, faction)
    push(s, fill_places, tuple(blocks), (-1,) * len(s.order))


@step("fill_places")
def fill_places(s: State, blocks: tuple[tuple[int, ...], ...], places: tuple[int, ...]) -> None:
    """In each block the civilization with fewest VP chooses its place first (EVA-08).

    If all that are left in a block have equal VP, their order is random (EVA-09).
    """
    while blocks:
        left = [f for f in blocks[0] if f not in places]
        if not left:
            blocks = blocks[1:]
            continue
        compared = [f for f in left if s.world.scorers >> f & 1] or left  # who has no VP comes last
        fewest = min([s.vp[f] for f in compared])
        lowest = [f for f in compared if s.vp[f] == fewest]
        chooser = one_of(s, lowest)
        if len(lowest) < len(left):
            push(s, choose_place, blocks, places, chooser)
            return
        places = put_at(places, free_places(blocks, places)[0], chooser)
    s.order = list(places)
    tell(s, "turn_order", order=places)


def free_places(blocks: tuple[tuple[int, ...], ...], places: tuple[int, ...]) -> list[int]:
    """The places of the first block that are not taken yet."""
    first = len(places) - sum(map(len, blocks))
    return [i for i in range(first, first + len(blocks[0])) if places[i] < 0]


def put_at(places: tuple[int, ...], i: int, faction: Faction) -> tuple[int, ...]:
    """The places with one more taken."""
    return (*places[:i], faction, *places[i + 1 :])


@step("choose_place")
def choose_place(
    s: State, blocks: tuple[tuple[int, ...], ...], places: tuple[int, ...], chooser: Faction
) -> None:
    """Ask which of the free places it takes."""
    legal = number_actions(mask_of(free_places(blocks, places)))
    ask(s, place_chosen, (blocks, places, chooser), chooser, "turn_place", legal)


@answer("choose_place")
def place_chosen(
    s: State, action: Action, blocks: tuple[tuple[int, ...], ...], places: tuple[int, ...], chooser: Faction
) -> None:
    """Take the place chosen."""
    push(s, fill_places, blocks, put_at(places, number_of(action), chooser))


@step("turn_order_cards")
def turn_order_cards(s: State, faction: Faction) -> None:
    """Offer cards kept for this step (Oracle at Delphi)."""
    cards = s.hand[faction] & s.world.deck.turn_order
    if cards:
        ask(s, turn_order_card, (faction,), faction, "turn_order_card", card_actions(cards) | STOP_BIT)


@answer("turn_order_cards")
def turn_order_card(s: State, action: Action, faction: Faction) -> None:
    """Play it, or keep it."""
    if action != STOP:
        play_card(s, faction, card_of(action), "turn_order")


# ---------------------------------------------------------------------------- Sudden End


@step("sudden_end")
def sudden_end(s: State) -> None:
    """Turn 1: no check; the last turn: the Epoch ends; between: a card decides (EVA-10 to 14)."""
    if _checked_before(s) and s.turn < s.world.scenario.clock.turns:
        push(s, draw_step)  # not even Time Marches On ends it: an Epoch has 2 turns (DEF-04)
        return
    ends = epoch_ends(s)
    if ends is None:
        turn_up(s, "sudden end", sudden_end_check)
        return
    if ends and s.turn < s.world.scenario.clock.turns:
        tell(s, "sudden_end", ends=True)
    push(s, end_of_epoch if ends else draw_step)


def epoch_ends(s: Seen) -> bool | None:
    """Whether the Epoch ends with this turn; None: a card turned up decides (EVA-10 to 14)."""
    clock = s.world.scenario.clock
    if s.turn >= clock.turns:
        return True
    if s.turn not in clock.sudden_end:
        return False
    if _checked_before(s):
        return None
    if anybody(s.world.on.no_check, s):
        return False
    return True if s.end_epoch else None


def _checked_before(s: Seen) -> bool:
    return anybody(s.world.on.checked_before, s)


@step("sudden_end_check")
def sudden_end_check(s: State, card: Card) -> None:
    """The Epoch ends if the card says so."""
    ends = stops_the_clock(s, card)
    tell(s, "sudden_end", card=card, ends=ends)
    push(s, end_of_epoch if ends else draw_step)


def stops_the_clock(s: Seen, card: Card) -> bool:
    """Whether the card ends the Epoch after this turn: by its digits, or because it is odd or even."""
    return bool(card) and ends_epoch(s.world.scenario.clock.sudden_end.get(s.turn, ""), card)


def ends_epoch(given: str, card: Card) -> bool:
    """Whether a card has one of the digits given, or is odd or even if that is given."""
    return card % 2 == PARITY[given] if given in PARITY else has_digit(card, given)


# ---------------------------------------------------------------------------------- Draw


@step("draw_step")
def draw_step(s: State) -> None:
    """Each civilization draws in turn order, then display abilities, then the next turn."""
    push(s, next_turn)
    for join_in in s.world.on.draw_over:
        join_in(s)
    for faction in reversed(s.order):
        if has_ability(s, faction, "draw_end"):
            push(s, draw_end, faction)
    for faction in reversed(s.order):
        push(s, draw_turn, faction)


@step("draw_turn")
def draw_turn(s: State, faction: Faction) -> None:
    """What draws cards by itself, then talents, then the cards; talents gained on the way come too late."""
    extra = bonus_cards(s, faction)  # before cards come back that are among those drawn (DAR-05b)
    for join_in in s.world.on.draw_starts:
        join_in(s, faction)
    push(s, draw_talents, faction, s.treasury[faction], extra)
    if s.world.knobs[faction].exact_draw is None:
        push(s, offer_uses, faction, "draw")
    for join_in in s.world.on.before_draw:
        join_in(s, faction)


def bonus_cards(s: Seen, faction: Faction) -> int:
    """Cards for one who can neither draw nor buy more than the base; talents kept back buy (ROME1-06c)."""
    own = knobs(s, faction)
    if own.exact_draw is not None:
        return 0
    if not own.bonus_draw or s.treasury[faction] or usable(s, faction, "draw"):
        return 0
    return own.bonus_draw if draw_count(s, faction) <= own.base_draw else 0


@step("draw_talents")
def draw_talents(s: State, faction: Faction, held: int = N_NUMBERS - 1, extra: int = 0) -> None:
    """Ask how many talents `held` when its Draw began to spend, before cards are drawn (EVA-16, EVA-17).

    `extra`: bonus cards.
    """
    most = min(s.treasury[faction], held, N_NUMBERS - 1)
    numbers = (1 << most + 1) - 1
    if s.world.knobs[faction].exact_draw is not None:
        numbers = 1 << min(1, most)  # exactly one, if it has one (HANN-04d)
    ask(s, draw_cards, (faction, extra), faction, "talents_to_spend", number_actions(numbers))


@answer("draw_talents")
def draw_cards(s: State, action: Action, faction: Faction, extra: int = 0) -> None:
    """1 card more per talent spent (EVA-15), all at once (EVA-18)."""
    n = draw_count(s, faction) + extra + lose_talents(s, faction, number_of(action), "cards")
    n = max(0, n)
    s.draw_less[faction] = 0
    push(s, hand_limit, faction)
    if not anybody(s.world.on.draws, s, faction, n):
        push(s, draw, faction, n, False, "draw step")


def draw_count(s: Seen, faction: Faction) -> int:
    """3 cards and 1 per 4 Cities (EVA-15), more in a capital (CAES-06), fewer after a crisis (EPO-24)."""
    own = knobs(s, faction)
    n = own.exact_draw
    if n is None:
        n = own.base_draw + cities(s, faction).bit_count() // CITIES_PER_CARD
        for more in s.world.on.draw:
            n += more(s, faction)
    return n - s.draw_less[faction]


@step("draw_end")
def draw_end(s: State, faction: Faction) -> None:
    """Phoenicia's Alphabet, after everybody has drawn (CIV-28, CIV-29)."""
    if anybody(s.world.on.draw_ends, s, faction):
        return
    if abilities(s, faction, "draw_end") and s.hand[faction]:
        ask(s, draw_end_ability, (faction,), faction, "ability", ABILITY_BIT | STOP_BIT)


@answer("draw_end")
def draw_end_ability(s: State, action: Action, faction: Faction) -> None:
    """Use it or not."""
    if action != STOP:
        use_abilities(s, faction, "draw_end")


@step("next_turn")
def next_turn(s: State) -> None:
    """The turn marker advances (EVA-19)."""
    if limit_reached(s):
        push(s, game_end)
    else:
        s.turn += 1
        s.forbidden = 0  # the turn is over
        push(s, turn)
        for join_in in s.world.on.turn_ends:
            join_in(s)
