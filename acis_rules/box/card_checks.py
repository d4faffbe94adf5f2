"""What must hold for the cards of a scenario file: its deck, cards that do something else, a reserve."""

from __future__ import annotations

from ..effects.reinforce import Reinforce
from ..errors import DataError
from ..kernel.actions import N_CARDS
from ..kernel.bits import set_of
from .board import Board, area_in_play
from .deck import load_deck
from .deck_checks import check_operations
from .scenario_blocks import Scenario

MOST_BOXED = N_CARDS // 2  # cards; Epoch Change and draws need others to turn up


def check_cards(scenario: Scenario, board: Board, name: str) -> None:
    """Raise an error that names the file, the block and the field."""
    _check_deck(scenario, name)
    _check_reserve(scenario, board, name)
    _check_replaced(scenario, name)


def _check_deck(scenario: Scenario, name: str) -> None:
    """Opening hands hold no Events (SET-13), so other cards must be there for them."""
    block = scenario.deck
    if len(set(block.boxed)) != len(block.boxed):
        raise DataError(f"{name}: deck.boxed: a card appears more than once")
    if len(block.boxed) > MOST_BOXED:
        raise DataError(f"{name}: deck.boxed: {len(block.boxed)} cards; {MOST_BOXED} at most")
    if block.set_aside is None and block.opening_hand > block.set_aside_per_civilization:
        most = block.set_aside_per_civilization
        raise DataError(
            f"{name}: deck.opening_hand: {block.opening_hand}; only {most} cards are set aside for it"
        )
    knobs = [scenario.knobs_of(faction, name, npc=False) for faction in scenario.factions]
    scenario.check_hands(knobs, f"{name}: deck.set_aside")
    apart = {*block.boxed, *(card for hand in scenario.setup.hands.values() for card in hand)}
    apart |= {entry.card for entry in scenario.reserve}
    left = N_CARDS - (load_deck().events | set_of(apart)).bit_count()
    needed = scenario.set_aside
    if needed > left:
        field = "set_aside_per_civilization" if block.set_aside is None else "set_aside"
        raise DataError(f"{name}: deck.{field}: {needed} cards are needed, {left} are there")


def _check_reserve(scenario: Scenario, board: Board, name: str) -> None:
    """Cards before their owners: each once, with an owner in the game and things that can be."""
    cards = [entry.card for entry in scenario.reserve]
    deck = load_deck()
    for i, entry in enumerate(scenario.reserve):
        where = f"{name}: reserve[{i}]"
        if cards.count(entry.card) > 1 or entry.card in scenario.deck.boxed:
            raise DataError(f"{where}.card: {entry.card} appears more than once, or in deck.boxed")
        if deck.events >> entry.card & 1:
            raise DataError(f"{where}.card: {entry.card} is an Event")
        if scenario.find_factions([entry.owner]).bit_count() != 1:
            raise DataError(f"{where}.owner: {entry.owner}: not a faction of this scenario")
        for area in (*entry.areas, *filter(None, [entry.stays])):
            area_in_play(board, area, f"{where}.{'stays' if area == entry.stays else 'areas'}")
        investment = deck.cards[entry.card].source.investment
        if entry.stays and (investment is None or entry.discs > investment.discs):
            raise DataError(f"{where}.stays: only an Investment with its discs can stay without them")


def _check_replaced(scenario: Scenario, name: str) -> None:
    """Events that do something else: their operations fit each other and speak of factions in the game."""
    for card, block in scenario.deck.replaced.items():
        where = f"{name}: deck.replaced.{card}"
        if not load_deck().events >> card & 1:
            raise DataError(f"{where}: only an Event can be replaced")
        check_operations(block.does, where, "does")
        for operation in block.does:
            if isinstance(operation, Reinforce):
                for faction in filter(None, (operation.who, operation.instead)):
                    if scenario.find_factions([faction]).bit_count() != 1:
                        raise DataError(f"{where}: does: {faction}: not a faction of this scenario")
        if block.decides and scenario.find_factions([block.decides]).bit_count() != 1:
            raise DataError(f"{where}.decides: {block.decides}: not a faction of this scenario")
