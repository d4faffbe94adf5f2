"""Ancient Civilizations of the Inner Sea: the rules, and nothing but the rules."""

from .errors import AcisError, DataError, IllegalAction, PositionError, ReplayError
from .game import Decision, Game
from .scenario import scenarios

__all__ = [
    "AcisError", "DataError", "Decision", "Game", "IllegalAction", "PositionError", "ReplayError",
    "scenarios",
]  # fmt: skip
