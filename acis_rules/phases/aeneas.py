"""The Aeneas step: a civilization far behind, or without discs, begins anew (AEN rules)."""

from __future__ import annotations

from ..kernel.actions import (
    ABILITY_BIT,
    STOP,
    STOP_BIT,
    area_actions,
    area_of,
    civilization_actions,
    civilization_of,
)
from ..kernel.bits import mask_of, members, union
from ..kernel.log import tell
from ..kernel.machine import answer, ask, pending, push, step
from ..kernel.moments import anybody
from ..kernel.state import Seen, State
from ..kernel.types import Action, Area, Faction
from ..table.barbarians import barbarians_come
from ..table.changes import place, ready_to_supply, return_disc, take_display, to_ready
from ..table.ending import player_vp
from ..table.holdings import give_up_holdings
from ..table.terms import in_turn_order, occupied, placements, present, room, scorers

BEHIND = 5  # VP behind every other civilization (AEN-03)
DISCS_PER_EPOCH = 2  # AEN-07


@step("aeneas_step")
def aeneas_step(s: State, done: int) -> None:
    """Ask each civilization that may, in the new turn order (AEN-01)."""
    waiting = in_turn_order(s, ~done)
    if not waiting:
        return
    faction = waiting[0]
    push(s, aeneas_step, done | 1 << faction)
    if anybody(s.world.on.aeneas, s, faction):
        return
    if may_invoke(s, faction):
        ask(s, invoke, (faction,), faction, "aeneas", ABILITY_BIT | STOP_BIT)


def may_invoke(s: State, faction: Faction) -> bool:
    """Not too often or too late; 5 VP behind everybody, or without discs on the map (AEN-02, AEN-03)."""
    if s.aeneas_used[faction] >= s.world.options.aeneas_uses:
        return False
    knobs = s.world.knobs[faction]
    if not knobs.aeneas or too_late(s, faction) or (knobs.aeneas_if_last and not is_last(s, faction)):
        return False
    others = [s.vp[f] for f in scorers(s) if f != faction]
    return not occupied(s, faction) or (bool(others) and s.vp[faction] + BEHIND <= min(others))


def is_last(s: Seen, faction: Faction) -> bool:
    """Its player and it itself have fewer VP than all others (ROME1-08b)."""
    player = s.world.player[faction]
    score = player_vp(s, player)
    players = {s.world.player[f] for f in scorers(s)} - {player}
    return all(score < player_vp(s, other) for other in players) and all(
        s.vp[faction] < s.vp[f] for f in scorers(s) if f != faction
    )


def too_late(s: State, faction: Faction) -> bool:
    """Not in the final Epoch (AEN-02), unless the numbers of the faction allow it (ONE2-07)."""
    return s.epoch >= s.world.scenario.clock.last_epoch and not s.world.knobs[faction].final_aeneas


def begins_anew(s: State) -> bool:
    """Whether somebody is in the middle of it."""
    return pending(s, convert, choose_civilization, npc_keeps_civilization, choose_start, deploy)


@answer("aeneas")
def invoke(s: State, action: Action, faction: Faction) -> None:
    """Give up cards and land (AEN-04, AEN-05), then choose a civilization (AEN-06)."""
    if action != STOP:
        push(s, choose_civilization, faction)
        give_up(s, faction)


def give_up(s: State, faction: Faction) -> None:
    """Wonders' discs and Investments go, the land becomes the Barbarians'; all else stays (AEN-14)."""
    s.aeneas_used[faction] += 1
    tell(s, "aeneas", faction)
    give_up_holdings(s, faction, "aeneas")
    for area in reversed(members(occupied(s, faction))):
        push(s, convert, faction, area)


@step("aeneas_convert")
def convert(s: State, faction: Faction, area: Area) -> None:
    """Own discs become Barbarians, within the stacking limit."""
    n = s.discs[faction][area]
    for _ in range(n):
        return_disc(s, faction, area, "aeneas")
    push(s, barbarians_come, faction, area, n, "aeneas", False)


@step("aeneas_civilization")
def choose_civilization(s: State, faction: Faction) -> None:
    """Keep the civilization, or take an inactive one whose home is on the map."""
    if anybody(s.world.on.begins_anew, s, faction):
        return
    world = s.world
    numbers = [
        number
        for number, civilization in enumerate(world.civilizations)
        if number == s.civilization[faction]
        or (number not in s.civilization and civilization.id in world.board.homes)
    ]
    ask(s, civilization_chosen, (faction,), faction, "aeneas_civilization",
        civilization_actions(mask_of(numbers)))  # fmt: skip


@answer("aeneas_civilization")
def civilization_chosen(s: State, action: Action, faction: Faction) -> None:
    """Swap displays and start (AEN-07)."""
    number = civilization_of(action)
    if number != s.civilization[faction]:
        take_display(s, faction, number)
        tell(s, "civilization", faction, display=number)
    start_anew(s, faction)


@step("npc_keeps_civilization")
def npc_keeps_civilization(s: State, faction: Faction) -> None:
    """Nothing says that an NPC changes its display (NPC-82)."""
    if not anybody(s.world.on.begins_anew, s, faction):
        start_anew(s, faction)


def start_anew(s: State, faction: Faction) -> None:
    """16 discs and 2 per completed Epoch become Ready (AEN-07); the first goes to the starting area."""
    completed = s.epoch - s.world.scenario.clock.first_epoch
    knobs = s.world.knobs[faction]
    n = (knobs.aeneas_discs + DISCS_PER_EPOCH * completed) * knobs.aeneas_percent // 100
    to_ready(s, faction, n, "aeneas")
    push(s, choose_start, faction)


@step("aeneas_start")
def choose_start(s: State, faction: Faction) -> None:
    """Ask for the starting area: land that is nobody else's home (AEN-08)."""
    homes = union(s.home[other] for other in present(s) if other != faction)
    areas = s.world.board.land & ~homes & room(s, faction)
    for narrow in s.world.on.start_areas:
        areas = narrow(s, faction, areas)
    if not areas or not s.ready[faction]:
        ready_to_supply(s, faction)
        return
    ask(s, start_chosen, (faction,), faction, "aeneas_start", area_actions(areas))


@answer("aeneas_start")
def start_chosen(s: State, action: Action, faction: Faction) -> None:
    """The first disc goes to the starting area (AEN-09)."""
    area = area_of(action)
    place(s, faction, area, "aeneas", from_ready=True)
    push(s, deploy, faction, area)


@step("aeneas_deploy")
def deploy(s: State, faction: Faction, start: int) -> None:
    """Further discs: the starting area, or by Control and presence (AEN-10 to 13)."""
    areas = (placements(s, faction) | 1 << start) & room(s, faction)
    if s.ready[faction] and areas:
        ask(s, deployed, (faction, start), faction, "aeneas_place",
            area_actions(areas) | STOP_BIT, n=s.ready[faction])  # fmt: skip
    else:
        ready_to_supply(s, faction)


@answer("aeneas_deploy")
def deployed(s: State, action: Action, faction: Faction, start: int) -> None:
    """Place a disc and go on, or stop."""
    if action == STOP:
        ready_to_supply(s, faction)
    else:
        place(s, faction, area_of(action), "aeneas", from_ready=True)
        push(s, deploy, faction, start)
