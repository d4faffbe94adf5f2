"""Who is in the game, in positions from outside: dormant, out for good, reborn, without a marker yet."""

from __future__ import annotations

from ..errors import PositionError
from ..kernel.bits import mask_of, members
from ..kernel.state import State
from ..kernel.types import Factions
from ..table.terms import scorers


def out_for_good(s: State) -> Factions:
    """NPCs that have left the game: they would have begun anew too often (NPC-80)."""
    most, knobs = s.world.options.aeneas_uses, s.world.knobs
    return mask_of(f for f in members(s.world.npcs) if knobs[f].aeneas and s.aeneas_used[f] > most)


def check_presence(s: State, out: Factions) -> None:
    """Only what the scenario can lead to; `out`: NPCs that have left the game (NPC-80)."""
    world = s.world
    if s.absent & ~(world.dormant | out) and not world.historical:
        raise PositionError("position.absent: nobody leaves the game in this scenario, nor comes to it later")
    if not scorers(s) and s.phase != "over":
        raise PositionError("position.absent: nobody with VP is left")
    for f in members(s.absent):
        if s.hand[f] or s.laid[f] or s.drawn[f] or s.treasury[f] or s.loot[f]:
            raise PositionError(f"position.factions[{f}]: has cards or talents, but is not in the game")
    if s.owes_marker & ~world.owes_marker:
        raise PositionError("position.owes_marker: names somebody with all its markers")
    _check_reborn(s)


def _check_reborn(s: State) -> None:
    """Who has begun anew where the scenario knows the Huns; they are one faction (ROME1-08c)."""
    if s.reborn and s.world.scenario.huns is None:
        raise PositionError("position.reborn: there are no Huns in this scenario")
    for f in members(s.reborn):
        if not s.aeneas_used[f]:
            raise PositionError(f"position.reborn: {f} has not begun anew: aeneas_used is 0")
    if sum(s.civilization[f] < 0 for f in members(s.reborn)) > 1:
        raise PositionError("position.reborn: the Huns are there twice")
