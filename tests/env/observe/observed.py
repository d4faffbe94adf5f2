"""What a seat is shown of a position, block by block."""

from __future__ import annotations

from typing import Any

import numpy as np
from helpers import Table as Position
from helpers import position

from acis_env.observe.encoder import Bytes, block, encode
from acis_env.observe.packing import Memory
from acis_env.observe.schema import (
    CARD_FLAGS,
    GAME_FLAGS,
    OBSERVATION_SIZE,
    OWN_CARDS,
    SLOT_FLAGS,
)
from acis_rules import Game


def raw(game: Game, seat: int, memory: Memory | None = None) -> Bytes:
    out = np.full(OBSERVATION_SIZE, 99, np.uint8)
    encode(game.view(seat), out, memory)
    return out


def seen(t: Position, civilization: str, name: str) -> Any:
    """A block of the raw observation of a civilization's seat, in its shape."""
    return block(raw(t.game, t.faction(civilization)), name)  # type: ignore[arg-type]


def areas_of(t: Position, civilization: str, name: str) -> list[set[str]]:
    """A block of areas by slot: the areas of each slot, by name."""
    areas = t.s.world.board.areas
    return [{areas[i].id for i in np.flatnonzero(row)} for row in seen(t, civilization, name)]


def card_set(t: Position, civilization: str, name: str) -> set[int]:
    own = [flag for flag, _ in OWN_CARDS]
    rows = own if name in own else [flag for flag, _ in CARD_FLAGS]
    shown = seen(t, civilization, "own_cards" if name in own else "card_flags")
    return {int(i) + 1 for i in np.flatnonzero(shown[rows.index(name)])}


def game_flag(t: Position, civilization: str, name: str) -> int:
    row = [flag for flag, _ in GAME_FLAGS].index(name)
    return int(seen(t, civilization, "game_flags")[row])


def slot_flag(t: Position, civilization: str, name: str) -> list[int]:
    row = [flag for flag, _ in SLOT_FLAGS].index(name)
    return list(seen(t, civilization, "slot_flags")[row])


def cards_position(**changes: Any) -> Position:
    given: dict[str, Any] = {
        "phase": "cards", "epoch": 2, "turn": 3,
        "gaul": {"discs": {"gallia": 3}, "hand": [34, 40], "vp": 7, "treasury": 4},
        "carthage": {"discs": {"carthage": 2}, "hand": [7, 39, 22], "vp": 11, "treasury": 1},
        "troy": {"discs": {"troy": 2}, "hand": [50]},
        "egypt": {"discs": {"egypt": 2}},
        "discard": [1, 2, 3],
    }  # fmt: skip
    return position("basic_4p", **{**given, **changes})
