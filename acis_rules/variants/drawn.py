"""NPCs whose civilizations are drawn: after the players have chosen, before all place discs (EXP-06)."""

from __future__ import annotations

from ..box.scenario_blocks import DRAWN
from ..box.world import World
from ..kernel.actions import civilization_actions, civilization_of
from ..kernel.chance import random_below
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.moments import Variant
from ..kernel.state import State
from ..kernel.types import Action, Faction, Factions
from ..phases.setup import choose_civilization, free, taken
from ..table.changes import take_display


def _drawn(world: World, faction: Faction) -> bool:
    return world.scenario.factions[faction].civilization == DRAWN


DRAWN_CIVILIZATIONS = Variant(
    "drawn civilizations", applies=lambda world: any(_drawn(world, f) for f in range(world.n_factions))
)


@DRAWN_CIVILIZATIONS.at("choosing")
def players_first(s: State) -> bool:
    """Players choose in turn order, NPCs are drawn; then all place their discs in turn order (EXP-11)."""
    push(s, choose_civilization, *s.order)
    push(s, draw_civilizations)
    push(s, pick_civilization, *(f for f in s.order if s.civilization[f] < 0 and not _drawn(s.world, f)))
    return True


@step("pick_civilization", joins_in=True)
def pick_civilization(s: State, *factions: Factions) -> None:
    """One player after the other takes a display."""
    if factions:
        legal = civilization_actions(free(s))
        ask(s, civilization_picked, factions, factions[0], "civilization", legal)


@answer("pick_civilization")
def civilization_picked(s: State, action: Action, *factions: Factions) -> None:
    """Take it and go on."""
    _take(s, factions[0], civilization_of(action))
    push(s, pick_civilization, *factions[1:])


@step("draw_civilizations", joins_in=True)
def draw_civilizations(s: State) -> None:
    """For each known NPC at random, of those that are at home on the map."""
    for faction in s.order:
        if s.civilization[faction] < 0:
            homes = s.world.board.homes
            left = [name for name in s.world.scenario.free(taken(s), npc=True) if name in homes]
            name = left[random_below(s, len(left))]
            _take(s, faction, s.world.civilization_number[name])


def _take(s: State, faction: Faction, civilization: int) -> None:
    take_display(s, faction, civilization)
    tell(s, "picked", faction, display=civilization)
