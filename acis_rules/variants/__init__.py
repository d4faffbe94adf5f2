"""Rules that hold in some games only; each registers its own moments."""

from . import (
    bans,
    capital,
    conquest,
    gold,
    hostility,
    npc_base,
    one_against_two,
    reserve,
    solitaire,
)

__all__ = [
    "bans",
    "capital",
    "conquest",
    "gold",
    "hostility",
    "npc_base",
    "one_against_two",
    "reserve",
    "solitaire",
]
