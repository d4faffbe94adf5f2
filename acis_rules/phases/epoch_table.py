"""The rows of the Epoch Change table (EPO-18 to EPO-33); which ids select which is data."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..box.epoch_rows import Row, load_table
from ..cards.drawing import event
from ..kernel.actions import STOP, STOP_BIT, area_actions, area_of, wonder_actions, wonder_of
from ..kernel.bits import mask_of, members, union
from ..kernel.machine import answer, ask, later, push, step
from ..kernel.state import State
from ..kernel.types import Action, Card, Faction
from ..table.card_changes import reveal, shuffle_back
from ..table.changes import gain_talents, lose_talents, lose_vp, place
from ..table.holdings import turn_wonder, wonder_disc_to_supply, wonder_discs_from_supply
from ..table.losses import Loss, inflict
from ..table.terms import (
    all_cities,
    camps,
    cities,
    city_counts,
    occupied,
    occupied_by_anybody,
    present,
    room,
    scorers,
)

FINAL_EVENT_BELOW = 69  # OPT-02
CLIMATE_DISCS = 5  # EPO-27
FULL_WONDER = 5  # EPO-31


# They run a row of the table, so they cannot be imported here: see epoch.py
epoch_change, final_epoch_event = later("epoch_change"), later("final_epoch_event")


def row_of(card: Card) -> Row:
    """The row that a card id selects."""
    return next(row for row in load_table() if row.first <= card <= row.last)


def row_named(effect: str) -> Row:
    """The row with this effect."""
    return next(row for row in load_table() if row.effect == effect)


def run_row(s: State, row: Row) -> None:
    """Carry out a row."""
    _EFFECTS[row.effect](s)


_EFFECTS: dict[str, Callable[[State], None]] = {}


def effect(function: Callable[[State], None]) -> Callable[[State], None]:
    """Register a row's effect under the function's name."""
    _EFFECTS[function.__name__] = function
    return function


def with_most(s: State, values: list[int] | list[int | Fraction]) -> list[int]:
    """All civilizations with the highest value, in turn order; only those with VP are compared."""
    compared = scorers(s)
    top = max(values[faction] for faction in compared)
    return [faction for faction in compared if values[faction] == top]


def with_most_cities(s: State) -> list[int]:
    """All with most Cities, in turn order: nobody, if there is no City."""
    counts = city_counts(s)
    return [faction for faction in with_most(s, counts) if counts[faction]]


@effect
def black_death(s: State) -> None:
    """2 discs of every City adjacent to an occupied sea area (EPO-18)."""
    seas = occupied_by_anybody(s) & s.world.board.sea
    losses: list[Loss] = []
    for area in members(all_cities(s) & s.world.board.around(seas)):
        for faction in range(s.world.n_factions):
            if cities(s, faction) >> area & 1:
                losses += [(faction, area, -1)] * 2
    inflict(s, losses, "epoch change")


@effect
def irrationalism(s: State) -> None:
    """1 VP per own City (EPO-19)."""
    for faction in s.order:
        lose_vp(s, faction, cities(s, faction).bit_count(), "epoch change")


@effect
def tsunami(s: State) -> None:
    """1 disc of every colour in each sea area (EPO-20)."""
    losses: list[Loss] = [
        (faction, area, -1)
        for faction in range(s.world.n_factions + 1)
        for area in members(occupied(s, faction) & s.world.board.sea)
    ]
    inflict(s, losses, "epoch change")


@effect
def traditionalists(s: State) -> None:
    """3 VP from those with most VP, 3 from those with most Cities, 5 from one in both (EPO-21)."""
    leaders = with_most(s, s.vp)
    builders = with_most_cities(s)
    for faction in leaders:
        lose_vp(s, faction, 3, "epoch change")
    for faction in builders:
        lose_vp(s, faction, 2 if faction in leaders else 3, "epoch change")


@effect
def wrath_of_the_gods(s: State) -> None:
    """Those with most VP lose 1 VP per 2 Cities (EPO-22)."""
    for faction in with_most(s, s.vp):
        lose_vp(s, faction, cities(s, faction).bit_count() // 2, "epoch change")


@effect
def urban_decay(s: State) -> None:
    """Those with most Cities lose all talents and 1 VP per 2 Cities (EPO-23)."""
    for faction in with_most_cities(s):
        lose_talents(s, faction, s.treasury[faction], "epoch change")
        lose_vp(s, faction, cities(s, faction).bit_count() // 2, "epoch change")


@effect
def dynastic_crisis(s: State) -> None:
    """Those with most VP lose a tenth of them and draw 1 card fewer next time (EPO-24)."""
    for faction in with_most(s, s.vp):
        lose_vp(s, faction, int(s.vp[faction]) // 10, "epoch change")
        s.draw_less[faction] = 1


@effect
def deforestation(s: State) -> None:
    """Those with most discs at sea lose 1 VP per 3 of them (EPO-25)."""
    afloat = [
        sum(s.discs[faction][area] for area in members(occupied(s, faction) & s.world.board.sea))
        for faction in range(s.world.n_factions)
    ]
    for faction in with_most(s, afloat):
        lose_vp(s, faction, afloat[faction] // 3, "epoch change")


@effect
def drought(s: State) -> None:
    """All discs leave every land area that holds a Camp (EPO-26)."""
    dry = union(camps(s, f) for f in range(s.world.n_factions + 1)) & s.world.board.land
    losses: list[Loss] = [
        (faction, area, -1)
        for area in members(dry)
        for faction in range(s.world.n_factions + 1)
        for _ in range(s.discs[faction][area])
    ]
    inflict(s, losses, "epoch change")


@effect
def temperate_climate(s: State) -> None:
    """Everybody may place up to 5 discs where it is; then another event (EPO-27)."""
    final = s.epoch >= s.world.scenario.clock.last_epoch
    this = row_named("temperate_climate")
    cards = [card for card in (*s.deck, *s.discard) if not final or card < FINAL_EVENT_BELOW]
    if any(row_of(card) is not this for card in cards):  # else it would come for ever
        push(s, final_epoch_event if final else epoch_change)
    for faction in reversed(present(s)):
        push(s, climate, faction, CLIMATE_DISCS, 0)


@step("climate")
def climate(s: State, faction: Faction, n: int, first: int) -> None:
    """Ask for the next disc, areas in ascending order."""
    areas = occupied(s, faction) & room(s, faction)
    areas = areas >> first << first
    if n and areas and s.supply[faction]:
        ask(s, climate_disc, (faction, n), faction, "climate", area_actions(areas) | STOP_BIT, n=n)


@answer("climate")
def climate_disc(s: State, action: Action, faction: Faction, n: int) -> None:
    """Place it and go on, or stop."""
    if action != STOP:
        place(s, faction, area_of(action), "epoch change")
        push(s, climate, faction, n - 1, area_of(action))


@effect
def devaluation(s: State) -> None:
    """The richer in VP, the fewer cards in this phase's draw; VP count as they are then (EPO-28)."""
    s.devalued = True


def devalued_hand(s: State, faction: Faction) -> int:
    """2, 3 or 4 cards instead of 5, two ranks at a time."""
    if not s.world.scorers >> faction & 1:
        return s.epoch_draw[faction]
    ranks = sorted({s.vp[other] for other in scorers(s)}, reverse=True)
    return 2 + ranks.index(s.vp[faction]) // 2


@effect
def sigh_of_relief(s: State) -> None:
    """Everybody draws one card more in this phase's draw (EPO-29)."""
    s.epoch_draw = [n + 1 for n in s.epoch_draw]


@effect
def vibrant_economies(s: State) -> None:
    """1 talent per 2 Cities, rounded up (EPO-30)."""
    for faction in s.order:
        gain_talents(s, faction, (cities(s, faction).bit_count() + 1) // 2, "epoch change")


@effect
def gods_smile(s: State) -> None:
    """Everybody refreshes one own Wonder; if nobody can, Wrath of the Gods (EPO-31, EPO-32)."""
    if not any(smiled_upon(s, faction) for faction in s.order):
        wrath_of_the_gods(s)
        return
    for faction in reversed(s.order):
        push(s, choose_wonder, faction)


def smiled_upon(s: State, faction: Faction) -> int:
    """Own Wonders, built or buried, with fewer than 5 discs."""
    return mask_of(
        number
        for number, wonder in enumerate(s.wonders)
        if wonder.owner == faction and wonder.discs < FULL_WONDER
    )


@step("gods_smile")
def choose_wonder(s: State, faction: Faction) -> None:
    """Ask which Wonder."""
    wonders = smiled_upon(s, faction)
    if wonders:
        ask(s, refresh, (faction,), faction, "gods_smile", wonder_actions(wonders))


@answer("gods_smile")
def refresh(s: State, action: Action, faction: Faction) -> None:
    """Turn it face up if it was buried, and put discs on it as if just built."""
    number = wonder_of(action)
    if s.wonders[number].buried:
        turn_wonder(s, number, False, "epoch change")
    else:
        wonder_disc_to_supply(s, number, s.wonders[number].discs)
    wonder_discs_from_supply(s, number, s.world.deck.wonders[number].discs, "epoch change")


@effect
def barbarians_at_the_frontier(s: State) -> None:
    """Reveal until two invasion Events have come, resolve those, shuffle all back (EPO-33)."""
    revealed: list[int] = []
    invasions: list[int] = []
    while s.deck and len(invasions) < 2:
        card = reveal(s, "epoch change")
        revealed.append(card)
        if s.world.deck.cards[card].invasion:
            invasions.append(card)
    for card in revealed:
        if card not in invasions:
            shuffle_back(s, card)
    push(s, back_into_deck, tuple(invasions))
    for card in sorted(invasions, reverse=True):
        push(s, event, -1, card)


@step("back_into_deck")
def back_into_deck(s: State, cards: tuple[int, ...]) -> None:
    """The resolved invasions return from the discard pile to the deck."""
    for card in cards:
        if card in s.discard:
            shuffle_back(s, card)
