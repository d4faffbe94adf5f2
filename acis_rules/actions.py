"""The one action space of every scenario: an action names the thing chosen.

The open decision gives the action its meaning: area 47 may be where a disc is placed, where
one is retired or where a Wonder stands. A set of legal actions is one int, bit by bit.
"""

from __future__ import annotations

LAYOUT_VERSION = 1

STOP = 0  # decline, pass, no more
AREA = 1  # 106 areas in the order of the map file
CARD = 106  # Fate card with id n is CARD + n, n = 1..103
WONDER = 210  # 7 Wonders in the order of the deck file
CIVILIZATION = 217  # 10 civilization displays
FACTION = 227  # up to 10 factions of a game
NUMBER = 237  # 0..19: talents to spend, a place in the turn order (0 = first)
LOSE_DISC = 257  # accept the loss
PAY_TALENT = 258
LOSE_VP = 259
MODE = 260  # the first, second, ... use printed on a card: 4 of them
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
    ("area", AREA, N_AREAS),
    ("card", CARD + 1, N_CARDS),
    ("wonder", WONDER, N_WONDERS),
    ("civilization", CIVILIZATION, N_CIVILIZATIONS),
    ("faction", FACTION, N_FACTIONS),
    ("number", NUMBER, N_NUMBERS),
    ("lose_disc", LOSE_DISC, 1),
    ("pay_talent", PAY_TALENT, 1),
    ("lose_vp", LOSE_VP, 1),
    ("mode", MODE, N_MODES),
    ("ability", ABILITY, 1),
)

STOP_BIT = 1 << STOP
LOSE_DISC_BIT = 1 << LOSE_DISC
PAY_TALENT_BIT = 1 << PAY_TALENT
LOSE_VP_BIT = 1 << LOSE_VP
ABILITY_BIT = 1 << ABILITY


def block_of(action: int) -> tuple[str, int]:
    """The block an action belongs to and its offset there (cards: the id)."""
    for name, start, size in BLOCKS:
        if start <= action < start + size:
            return name, action - (CARD if name == "card" else start)
    raise ValueError(f"action {action} is outside the action space of {N_ACTIONS}")
