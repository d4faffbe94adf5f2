"""Odd rules of one historical scenario, each in its own module; they register their own moments."""

from . import (
    alliances,
    bribes,
    consuls,
    crossings,
    delenda,
    empires,
    fall_of_rome,
    hun_arrival,
    march,
    minor_states,
    persians,
    returning,
    roman_seas,
    walls,
    white_discs,
)

__all__ = [
    "alliances",
    "bribes",
    "consuls",
    "crossings",
    "delenda",
    "empires",
    "fall_of_rome",
    "hun_arrival",
    "march",
    "minor_states",
    "persians",
    "returning",
    "roman_seas",
    "walls",
    "white_discs",
]
