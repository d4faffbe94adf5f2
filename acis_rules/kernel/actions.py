"""The one action space of every scenario: an action names the thing chosen.

The open decision gives the action its meaning: area 47 may be where a disc is placed, where
one is retired or where a Wonder stands. A set of legal actions is one int, bit by bit.

The numbers of the blocks stay in here; the predicates and converters below are for everybody. The last area,
the Trojan Sea, is action 106, and a Fate card is 106 + its id: compared with such a number, the one is taken
for the other.
"""

from __future__ import annotations

from .types import Action, Actions, Area, Areas, Card, Cards, Faction, Factions, Wonder

LAYOUT_VERSION = 1

STOP = 0  # decline, pass, no more
_AREA = 1  # 106 areas in the order of the map file
_CARD = 106  # Fate card with id n is _CARD + n, n = 1..103
_WONDER = 210  # 7 Wonders in the order of the deck file
_CIVILIZATION = 217  # 10 civilization displays
_FACTION = 227  # up to 10 factions of a game
_NUMBER = 237  # 0..19: talents to spend, a place in the turn order (0 = first)
LOSE_DISC = 257  # accept the loss
PAY_TALENT = 258
LOSE_VP = 259
_MODE = 260  # the first, second, ... use printed on a card: 4 of them
ABILITY = 264  # use the ability of one's civilization
N_ACTIONS = 272  # rounded up to whole bytes; 265..271 are never legal

N_AREAS = 106
N_CARDS = 103
N_WONDERS = 7
N_CIVILIZATIONS = 10
N_FACTIONS = 10
N_NUMBERS = 20
N_MODES = 4

BLOCKS = (
    ("stop", STOP, 1),
    ("area", _AREA, N_AREAS),
    ("card", _CARD + 1, N_CARDS),
    ("wonder", _WONDER, N_WONDERS),
    ("civilization", _CIVILIZATION, N_CIVILIZATIONS),
    ("faction", _FACTION, N_FACTIONS),
    ("number", _NUMBER, N_NUMBERS),
    ("lose_disc", LOSE_DISC, 1),
    ("pay_talent", PAY_TALENT, 1),
    ("lose_vp", LOSE_VP, 1),
    ("mode", _MODE, N_MODES),
    ("ability", ABILITY, 1),
)

STOP_BIT = 1 << STOP
LOSE_DISC_BIT = 1 << LOSE_DISC
PAY_TALENT_BIT = 1 << PAY_TALENT
LOSE_VP_BIT = 1 << LOSE_VP
ABILITY_BIT = 1 << ABILITY
AREA_BITS = ((1 << N_AREAS) - 1) << _AREA
CARD_BITS = ((1 << N_CARDS) - 1) << _CARD + 1
FACTION_BITS = ((1 << N_FACTIONS) - 1) << _FACTION


def block_of(action: Action) -> tuple[str, int]:
    """The block an action belongs to and its number there (cards: the id)."""
    for name, start, size in BLOCKS:
        if start <= action < start + size:
            return name, action - (_CARD if name == "card" else start)
    raise ValueError(f"action {action} is outside the action space of {N_ACTIONS}")


def actions_of(block: str) -> range:
    """All actions of a block."""
    return next(range(start, start + size) for name, start, size in BLOCKS if name == block)


# ------------------------------------------------------------------------------------------- areas


def is_area(action: Action) -> bool:
    """Whether an action names an area."""
    return _AREA <= action < _AREA + N_AREAS


def area_of(action: Action) -> int:
    """The area an action names."""
    return action - _AREA


def area_action(area: Area) -> int:
    """The action that names an area."""
    return _AREA + area


def area_actions(areas: Areas) -> Actions:
    """A set of areas as actions."""
    return areas << _AREA


def areas_in(actions: Actions) -> int:
    """The areas that a set of actions names."""
    return (actions & AREA_BITS) >> _AREA


# ------------------------------------------------------------------------------------------- cards


def is_card(action: Action) -> bool:
    """Whether an action names a Fate card."""
    return _CARD < action <= _CARD + N_CARDS


def card_of(action: Action) -> int:
    """The id of the card an action names."""
    return action - _CARD


def card_action(card: Card) -> int:
    """The action that names a card."""
    return _CARD + card


def card_actions(cards: Cards) -> Actions:
    """A set of cards as actions."""
    return cards << _CARD


def cards_in(actions: Actions) -> int:
    """The cards that a set of actions names."""
    return (actions & CARD_BITS) >> _CARD


# ----------------------------------------------------------------------------------------- wonders


def is_wonder(action: Action) -> bool:
    """Whether an action names a Wonder."""
    return _WONDER <= action < _WONDER + N_WONDERS


def wonder_of(action: Action) -> int:
    """The Wonder an action names."""
    return action - _WONDER


def wonder_action(wonder: Wonder) -> int:
    """The action that names a Wonder."""
    return _WONDER + wonder


def wonder_actions(wonders: int) -> Actions:
    """A set of Wonders as actions."""
    return wonders << _WONDER


# ----------------------------------------------------------------------------------- civilizations


def civilization_of(action: Action) -> int:
    """The display an action names."""
    return action - _CIVILIZATION


def civilization_action(civilization: int) -> int:
    """The action that names a display."""
    return _CIVILIZATION + civilization


def civilization_actions(civilizations: int) -> Actions:
    """A set of displays as actions."""
    return civilizations << _CIVILIZATION


# ---------------------------------------------------------------------------------------- factions


def is_faction(action: Action) -> bool:
    """Whether an action names a faction."""
    return _FACTION <= action < _FACTION + N_FACTIONS


def faction_of(action: Action) -> int:
    """The faction an action names."""
    return action - _FACTION


def faction_action(faction: Faction) -> int:
    """The action that names a faction."""
    return _FACTION + faction


def faction_actions(factions: Factions) -> Actions:
    """A set of factions as actions."""
    return factions << _FACTION


def factions_in(actions: Actions) -> int:
    """The factions that a set of actions names."""
    return (actions & FACTION_BITS) >> _FACTION


# ----------------------------------------------------------------------------------------- numbers


def number_of(action: Action) -> int:
    """The number an action names."""
    return action - _NUMBER


def number_action(number: int) -> int:
    """The action that names a number."""
    return _NUMBER + number


def number_actions(numbers: int) -> Actions:
    """A set of numbers as actions."""
    return numbers << _NUMBER


# ------------------------------------------------------------------------------------------- modes


def mode_of(action: Action) -> int:
    """Which of the uses printed on a card an action names, from 0."""
    return action - _MODE


def mode_action(mode: int) -> int:
    """The action that names a use."""
    return _MODE + mode


def mode_actions(modes: int) -> Actions:
    """A set of uses as actions."""
    return modes << _MODE
