"""Colours and marks. A colour is never the only sign: every civilization has a letter too."""

from __future__ import annotations

# The colours of Okabe and Ito, which people with any kind of colour vision can tell apart.
DISC = {
    "red": "#d55e00", "green": "#009e73", "blue": "#0072b2", "purple": "#cc79a7", "brown": "#e69f00",
    "yellow": "#f0e442",
}  # fmt: skip
ON_DISC = dict.fromkeys(DISC, "#ffffff") | {"brown": "#2b2620", "yellow": "#2b2620", "purple": "#2b2620"}
BARBARIANS, ON_BARBARIANS = "#1d1b19", "#f4efe4"
WHITE_DISC = "#ffffff"

# A letter each; the first one where it is free.
MARKS = {
    "rome": "R", "carthage": "C", "celt_iberia": "I", "gaul": "G", "mauretania": "U", "mycenae": "Y",
    "troy": "T", "phoenicia": "P", "minos": "M", "egypt": "E",
}  # fmt: skip
BARBARIAN_MARK = "B"
UNKNOWN_MARK = "?"

PAPER = "#faf6ec"
INK = "#2e2a25"
SOFT_INK = "#7c7263"
RULE = "#d8cdb6"

LAND, LAND_BORDER, COAST = "#efe4c8", "#c4ae82", "#8a7650"
COASTAL_SEA, OPEN_SEA, SEA_BORDER = "#c6dfe8", "#98c0d6", "#86aec4"
LAND_NAME, SEA_NAME = "#5b4a2c", "#2c607f"
SMALL_NAME_HALO = "#f6f4eca0"  # small names may cross a border
OUT_LAND, OUT_SEA, OUT_BORDER, OUT_NAME = "#e9e6df", "#dfe5e7", "#d0ccc3", "#b5b0a6"

CONTESTED = "#b3122a"
COMPETITION = "#ffd54a"
CITY_RING = "#2b2620"
FORBIDDEN = "#6b2b2b"
GOLD, GOLD_RIM = "#f2c230", "#8a6a10"
WONDER, WONDER_INK, BURIED, BURIED_INK = "#fffaf0", "#3a2f1c", "#8d8577", "#4d463c"


def darker(colour: str, factor: float = 0.7) -> str:
    """A darker shade of a colour."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{int(part * factor):02x}" for part in parts)
