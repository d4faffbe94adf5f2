"""What must hold in the setup block of a scenario file beyond the types of its fields."""

from __future__ import annotations

from collections import Counter

from ..errors import DataError
from .board import Board
from .deck import load_deck
from .scenario_blocks import CHOSEN, Scenario, WonderBlock


def check_start(scenario: Scenario, board: Board, name: str) -> None:
    """Turn order, Ready discs, cards in hand and Wonders are of factions of the file, with enough discs."""
    _check_turn_order(scenario, f"{name}: setup.turn_order")
    _check_hands(scenario, f"{name}: setup.hands")
    setup = scenario.setup
    more = Counter(setup.ready)  # discs of each that are not on the map
    for key in setup.ready:
        _check_taker(scenario, key, f"{name}: setup.ready")
    areas: set[int] = set()
    for wonder, block in setup.wonders.items():
        more[block.owner] += _check_wonder(scenario, board, wonder, block, areas, f"{name}: setup.wonders")
    for entry in scenario.reserve:
        more[entry.owner] += entry.discs
    for i, faction in enumerate(scenario.factions):
        n = sum(setup.discs.get(faction.key, {}).values()) + more[faction.key] + faction.markers
        if faction.key != CHOSEN and n > faction.pool:
            raise DataError(f"{name}: factions[{i}].pool: {faction.pool}; {faction.key} needs {n} discs")


def _check_taker(scenario: Scenario, faction: str, where: str) -> None:
    """It is a faction of the file that takes turns."""
    takers = [block.key for block in scenario.factions if block.turn and block.key != CHOSEN]
    if faction not in takers:
        raise DataError(f"{where}: {faction}: is not one of {', '.join(takers) or 'those given'}")


def _check_turn_order(scenario: Scenario, where: str) -> None:
    """Everybody has a place of its own."""
    order = scenario.setup.turn_order
    for faction in order:
        _check_taker(scenario, faction, where)
    if len(set(order.values())) < len(order):
        raise DataError(f"{where}: two have the same place")
    for block in scenario.factions:
        if order and block.turn and not block.dormant and block.key not in order:
            raise DataError(f"{where}: {block.key} has no place")


def _check_hands(scenario: Scenario, where: str) -> None:
    """Cards given are in the game, no Events, and in one hand each."""
    seen: set[int] = set()
    events = load_deck().events
    for faction, cards in scenario.setup.hands.items():
        _check_taker(scenario, faction, where)
        for card in cards:
            if card in seen:
                raise DataError(f"{where}.{faction}: card {card} stands more than once")
            if card in scenario.deck.boxed or events >> card & 1:
                what = "an Event" if events >> card & 1 else "boxed"
                raise DataError(f"{where}.{faction}: card {card} is {what}")
            seen.add(card)


def _check_wonder(
    scenario: Scenario, board: Board, wonder: str, block: WonderBlock, areas: set[int], where: str
) -> int:
    """It is one of the deck, in a land area where its owner begins; the discs it takes."""
    known = {found.name: found for found in load_deck().wonders}
    if wonder not in known:
        raise DataError(f"{where}: unknown Wonder {wonder!r}; there are: {', '.join(known)}")
    where = f"{where}.{wonder}"
    _check_taker(scenario, block.owner, f"{where}.owner")
    try:
        area = board.find(block.area)
    except DataError as error:
        raise DataError(f"{where}.area: {error}") from None
    under = map(board.find, scenario.setup.discs.get(block.owner, {}))
    if not (board.land & board.in_play) >> area & 1 or area in areas or area not in under:
        raise DataError(f"{where}.area: {block.area}: a land area with discs of {block.owner}, one for each")
    areas.add(area)
    return known[wonder].discs if block.discs is None else block.discs
