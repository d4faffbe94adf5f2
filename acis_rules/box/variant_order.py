"""The order in which variants join in where several do so at the same moment.

It is said here and nowhere else: in which order modules are imported does not matter. A variant that is not
named comes after all others.
"""

from __future__ import annotations

VARIANTS = (
    "bans", "capital", "conquest", "drawn civilizations", "entry", "exploration", "foresight",
    "gold", "gold wins", "hostility", "last turn", "monitors", "no discs left", "npc base", "one against two",
    "reserve", "city VP", "no VP for seas", "VP in the Victory Count", "goods with a new hand",
    "VP at the end of an Epoch", "VP at the end of the game",
    "solitaire", "historical solitaire",  # the bonus of NPCs after all that a scenario counts (NPC-125)
    "teams", "unions", "colours by area",
    "final Epoch event", "full last Epoch", "special discs on top", "single winner",
    # Of one historical scenario
    "minor states", "alliances",
    "cards near foreigners", "cards against the foe", "no barbarian cards", "barbarian cards go",
    "cooperation", "bribes", "pope", "consuls", "crossings", "carthago delenda est", "Huns",
    "reborn civilizations", "arrival of the Huns", "march", "persians", "returning", "roman seas",
    "walls of cities", "leaders", "promised allies",
)  # fmt: skip
