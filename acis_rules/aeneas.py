"""The Aeneas step: a civilization far behind, or without discs, begins anew (AEN rules)."""

from __future__ import annotations

from .actions import ABILITY_BIT, AREA, CIVILIZATION, STOP, STOP_BIT
from .bits import mask_of, members
from .changes import place, take_off, to_ready, wonder_disc_to_supply
from .machine import answer, ask, push, step
from .setup import take_display
from .state import State
from .terms import occupied, placements, room

BEHIND = 5  # VP behind every other civilization (AEN-03)
DISCS_PER_EPOCH = 2  # AEN-07


@step("aeneas_step")
def aeneas_step(s: State, i: int) -> None:
    """Ask each civilization that may, in the new turn order (AEN-01)."""
    if i < len(s.order):
        push(s, "aeneas_step", i + 1)
        faction = s.order[i]
        if may_invoke(s, faction):
            ask(s, ("aeneas", faction), faction, "aeneas", ABILITY_BIT | STOP_BIT)


def may_invoke(s: State, faction: int) -> bool:
    """Not too often or too late; 5 VP behind everybody, or without discs on the map (AEN-02, AEN-03)."""
    if s.aeneas_used[faction] >= s.world.options.aeneas_uses:
        return False
    if s.epoch >= s.world.scenario.clock.last_epoch and not s.world.knobs[faction].final_aeneas:
        return False
    others = [vp for f, vp in enumerate(s.vp) if f != faction]
    return not occupied(s, faction) or all(s.vp[faction] + BEHIND <= vp for vp in others)


@answer("aeneas")
def invoke(s: State, action: int, faction: int) -> None:
    """Give up cards and land (AEN-04, AEN-05), then choose a civilization (AEN-06)."""
    if action == STOP:
        return
    s.aeneas_used[faction] += 1
    s.log.append(("aeneas", faction))
    for number, wonder in enumerate(s.wonders):
        if wonder.owner == faction:
            wonder_disc_to_supply(s, number, wonder.discs)
    for card, (owner, discs) in list(s.investments.items()):
        if owner == faction:
            del s.investments[card]
            s.supply[faction] += discs
            s.discard.append(card)
            s.log.append(("discarded", faction, -1, card, 1, -1, "aeneas"))
    push(s, "aeneas_civilization", faction)
    for area in reversed(members(occupied(s, faction))):
        push(s, "aeneas_convert", faction, area)


@step("aeneas_convert")
def convert(s: State, faction: int, area: int) -> None:
    """Own discs become Barbarians, within the stacking limit."""
    n = s.discs[faction][area]
    for _ in range(n):
        take_off(s, faction, area)
        s.log.append(("removed", faction, area, 0, 1, -1, "aeneas"))
    s.supply[faction] += n
    push(s, "put_barbarians", faction, area, n, "aeneas", False)


@step("aeneas_civilization")
def choose_civilization(s: State, faction: int) -> None:
    """Keep the civilization, or take an inactive one whose home is on the map."""
    world = s.world
    numbers = [
        number
        for number, civilization in enumerate(world.civilizations)
        if number == s.civilization[faction]
        or (number not in s.civilization and civilization.id in world.board.homes)
    ]
    ask(s, ("aeneas_civilization", faction), faction, "aeneas_civilization",
        mask_of(numbers) << CIVILIZATION)  # fmt: skip


@answer("aeneas_civilization")
def civilization_chosen(s: State, action: int, faction: int) -> None:
    """Swap displays; 16 discs and 2 per completed Epoch become Ready (AEN-07)."""
    number = action - CIVILIZATION
    if number != s.civilization[faction]:
        take_display(s, faction, number)
        s.log.append(("civilization", faction, -1, 0, number))
    completed = s.epoch - s.world.scenario.clock.first_epoch
    knobs = s.world.knobs[faction]
    n = (knobs.aeneas_discs + DISCS_PER_EPOCH * completed) * knobs.aeneas_percent // 100
    to_ready(s, faction, n, "aeneas")
    push(s, "aeneas_start", faction)


@step("aeneas_start")
def choose_start(s: State, faction: int) -> None:
    """Ask for the starting area: land that is nobody else's home (AEN-08)."""
    homes = 0
    for other in range(s.world.n_factions):
        if other != faction:
            homes |= s.home[other]
    areas = s.world.board.land & ~homes & room(s, faction)
    if not areas or not s.ready[faction]:
        leftovers_to_supply(s, faction)
        return
    ask(s, ("aeneas_start", faction), faction, "aeneas_start", areas << AREA)


@answer("aeneas_start")
def start_chosen(s: State, action: int, faction: int) -> None:
    """The first disc goes to the starting area (AEN-09)."""
    area = action - AREA
    place(s, faction, area, "aeneas", from_ready=True)
    push(s, "aeneas_deploy", faction, area)


@step("aeneas_deploy")
def deploy(s: State, faction: int, start: int) -> None:
    """Further discs: the starting area, or by Control and presence (AEN-10 to 13)."""
    areas = (placements(s, faction) | 1 << start) & room(s, faction)
    if s.ready[faction] and areas:
        ask(s, ("aeneas_deploy", faction, start), faction, "aeneas_place",
            areas << AREA | STOP_BIT, n=s.ready[faction])  # fmt: skip
    else:
        leftovers_to_supply(s, faction)


@answer("aeneas_deploy")
def deployed(s: State, action: int, faction: int, start: int) -> None:
    """Place a disc and go on, or stop."""
    if action == STOP:
        leftovers_to_supply(s, faction)
    else:
        place(s, faction, action - AREA, "aeneas", from_ready=True)
        push(s, "aeneas_deploy", faction, start)


def leftovers_to_supply(s: State, faction: int) -> None:
    """Discs not placed return to supply."""
    s.supply[faction] += s.ready[faction]
    s.ready[faction] = 0
