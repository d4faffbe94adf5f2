"""Playing cards, Wonders, Investments and abilities; answering them; drawing."""

from . import drawing, negation, plays, uses

__all__ = ["drawing", "negation", "plays", "uses"]
