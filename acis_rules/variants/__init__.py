"""Rules that hold in some games only; each registers its own moments."""

from . import (
    bans,
    capital,
    conquest,
    entry,
    foresight,
    gold,
    hostility,
    last_turn,
    npc_base,
    one_against_two,
    reserve,
    solitaire,
    teams,
    unions,
)

__all__ = [
    "bans",
    "capital",
    "conquest",
    "entry",
    "foresight",
    "gold",
    "hostility",
    "last_turn",
    "npc_base",
    "one_against_two",
    "reserve",
    "solitaire",
    "teams",
    "unions",
]
