"""What an int stands for. Things are numbers; a set of things is one int too, bit by bit (see bits.py)."""

from __future__ import annotations

from typing import TypeAlias

Area: TypeAlias = int  # place in the map file, 0 to 105; -1: none
Card: TypeAlias = int  # id of a Fate card, 1 to 103; 0: none
Faction: TypeAlias = int  # in seat order; the Barbarians come last; -1: nobody
Wonder: TypeAlias = int  # place in the deck file; -1: none
Action: TypeAlias = int  # of the one action space (see actions.py)

Areas: TypeAlias = int
Cards: TypeAlias = int
Factions: TypeAlias = int
Wonders: TypeAlias = int
Actions: TypeAlias = int

Cause: TypeAlias = str  # why something changes: "deploy", "card 45", "competition", "domination" ...
