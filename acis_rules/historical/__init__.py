"""Odd rules of one historical scenario, each in its own module; they register their own moments."""

from . import consuls, delenda, march, minor_states, roman_seas, white_discs

__all__ = ["consuls", "delenda", "march", "minor_states", "roman_seas", "white_discs"]
