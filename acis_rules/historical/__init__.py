"""Odd rules of one historical scenario, each in its own module; they register their own moments."""

from . import bribes, consuls, delenda, empires, march, minor_states, roman_seas, white_discs

__all__ = ["bribes", "consuls", "delenda", "empires", "march", "minor_states", "roman_seas", "white_discs"]
