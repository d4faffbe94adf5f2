"""Invaders that return: an NPC about to act begins anew when it is weaker than its foe (EGY-09).

A block `returns` of its faction says where, and whom it is compared with. The knob `aeneas: 0` of an NPC
takes away the usual rules (NPC-78 to NPC-82). Its discs are placed as in the default setup, around an area.
"""

from __future__ import annotations

from ..box.scenario_blocks import ReturnsBlock
from ..kernel.actions import area_actions, area_of
from ..kernel.bits import mask_of, members
from ..kernel.machine import answer, ask, push, step
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Action, Area, Faction
from ..phases.aeneas import give_up
from ..phases.placement import HOME_DISCS, LAND_DISCS, SEA_DISCS, allowed, areas_for_the_rest
from ..table.changes import place, ready_to_supply, to_ready
from ..table.terms import occupied, room, total_on_map

RETURNING = Variant("returning", applies=lambda world: any(f.returns for f in world.scenario.factions))


def _block(s: Seen, faction: Faction) -> ReturnsBlock:
    block = s.world.scenario.factions[faction].returns
    assert block is not None
    return block


def _can(s: Seen, faction: Faction) -> bool:
    return s.world.scenario.factions[faction].returns is not None


def _start(s: Seen, faction: Faction) -> Area:
    return s.world.board.find(_block(s, faction).first)


@RETURNING.at("growth_starts")
def about_to_act(s: State, faction: Faction) -> None:
    """Before its Growth."""
    if s.world.npcs >> faction & 1 and _can(s, faction):
        push(s, returns, faction)


def is_weaker(s: Seen, faction: Faction) -> bool:
    """Without discs, or with both fewer discs and fewer VP than its foes together (EGY-09a)."""
    if not occupied(s, faction):
        return True
    foes = members(s.world.scenario.find_factions(_block(s, faction).weaker_than))
    discs = sum(total_on_map(s, foe) for foe in foes)
    return total_on_map(s, faction) < discs and s.vp[faction] < sum(s.vp[foe] for foe in foes)


@step("returns", joins_in=True)
def returns(s: State, faction: Faction) -> None:
    """Once in a game, or as often as is agreed on, it begins anew before it goes on (OPT-12)."""
    if _can(s, faction) and s.aeneas_used[faction] < s.world.options.aeneas_uses and is_weaker(s, faction):
        push(s, return_first, faction)
        give_up(s, faction)


@step("return_first", joins_in=True)
def return_first(s: State, faction: Faction) -> None:
    """The first discs, then the areas around, then the rest (DSET-07)."""
    if not _can(s, faction):
        return
    to_ready(s, faction, max(0, _block(s, faction).discs - s.ready[faction]), "aeneas")
    start = _start(s, faction)
    for _ in range(HOME_DISCS):
        if s.ready[faction] and room(s, faction) >> start & 1:
            place(s, faction, start, "aeneas", from_ready=True)
    push(s, return_rest, faction, 0, 0)
    push(s, return_neighbours, faction, SEA_DISCS)
    push(s, return_neighbours, faction, LAND_DISCS)


@step("return_neighbours", joins_in=True)
def return_neighbours(s: State, faction: Faction, each: int) -> None:
    """Two discs in every land area around, one in every sea; if they do not suffice, the NPC chooses."""
    if not _can(s, faction):
        return
    board = s.world.board
    kind = board.land if each == LAND_DISCS else board.sea
    areas = board.around(1 << _start(s, faction)) & kind & allowed(s, faction) & room(s, faction)
    missing = {area: max(0, each - s.discs[faction][area]) for area in members(areas)}
    n = s.ready[faction]
    if sum(missing.values()) <= n:
        for area, k in missing.items():
            for _ in range(k):
                if (
                    room(s, faction) >> area & 1
                ):  # a second disc can be one too many beside a partner (TEAM-06)
                    place(s, faction, area, "aeneas", from_ready=True)
    elif n:
        legal = mask_of(area for area, k in missing.items() if k)
        ask(s, returned_beside, (faction, each), faction, "starting_disc", area_actions(legal), n=n)


@answer("return_neighbours")
def returned_beside(s: State, action: Action, faction: Faction, each: int) -> None:
    """Place the disc and ask for the next."""
    place(s, faction, area_of(action), "aeneas", from_ready=True)
    push(s, return_neighbours, faction, each)


@step("return_rest", joins_in=True)
def return_rest(s: State, faction: Faction, before: int, grown: int) -> None:
    """Empty areas next to own ones, land before sea; one more disc where some are (DSET-07d)."""
    before = before or occupied(s, faction)
    legal = areas_for_the_rest(s, faction, before, grown)
    if legal and s.ready[faction]:
        ask(s, returned, (faction, before, grown), faction, "starting_disc", area_actions(legal),
            n=s.ready[faction])  # fmt: skip
    else:
        ready_to_supply(s, faction)


@answer("return_rest")
def returned(s: State, action: Action, faction: Faction, before: int, grown: int) -> None:
    """Place the disc and ask for the next."""
    area = area_of(action)
    place(s, faction, area, "aeneas", from_ready=True)
    push(s, return_rest, faction, before, grown | 1 << area & before)
