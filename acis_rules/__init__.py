"""Ancient Civilizations of the Inner Sea: the rules, and nothing but the rules."""

from .box.scenario import scenarios
from .errors import AcisError, DataError, IllegalAction, PositionError, ReplayError
from .game import Decision, Game

__all__ = [
    "AcisError", "DataError", "Decision", "Game", "IllegalAction", "PositionError", "ReplayError",
    "scenarios",
]  # fmt: skip
