"""Errors a user can meet. Each says what is wrong and where."""

from __future__ import annotations


class AcisError(ValueError):
    """Base of all errors that bad input causes."""


class DataError(AcisError):
    """A data file (map, deck, civilizations, scenario) is broken."""


class PositionError(AcisError):
    """A position given as a dict is impossible."""


class IllegalAction(AcisError):
    """The action is not legal in the open decision."""


class ReplayError(AcisError):
    """A replay file cannot be played."""
