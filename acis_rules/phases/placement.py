"""Starting discs of the default setup: around the home, then as the player likes (DSET-07 to 09)."""

from __future__ import annotations

from ..kernel.actions import area_actions, area_of
from ..kernel.bits import mask_of, members
from ..kernel.machine import answer, ask, push, step
from ..kernel.state import State
from ..kernel.types import Action, Areas, Faction
from ..table.changes import place
from ..table.terms import (
    barred,
    may_enter_open_sea,
    occupied,
    occupied_by_others,
    room,
    settlements,
    total_on_map,
)

HOME_DISCS, LAND_DISCS, SEA_DISCS = 2, 2, 1


@step("starting_discs")
def starting_discs(s: State, faction: Faction) -> None:
    """Two in the home area, then its neighbours, then the rest (DSET-07a)."""
    for area in members(s.home[faction]):
        for _ in range(min(HOME_DISCS - s.discs[faction][area], left(s, faction))):
            if not barred(s, faction) >> area & 1:  # a partner may have come before (TEAM-06)
                place(s, faction, area, "setup")
    push(s, starting_rest, faction, 0, 0)
    push(s, starting_neighbours, faction, SEA_DISCS)
    push(s, starting_neighbours, faction, LAND_DISCS)


def left(s: State, faction: Faction) -> int:
    """Starting discs still to be placed."""
    given = s.world.scenario.factions[faction].placement
    n = s.world.scenario.setup.placement if given is None else given
    return max(0, n - total_on_map(s, faction))


def allowed(s: State, faction: Faction) -> Areas:
    """Areas for starting discs: on its side of the line, not in or next to another home (DSET-08).

    Open sea only for seafarers.
    """
    board = s.world.board
    out = board.in_play & s.world.start_areas[faction] & ~barred(s, faction)
    for other, home in enumerate(s.home):
        if other != faction:
            out &= ~(home | board.around(home))
    return out if may_enter_open_sea(s, faction) else out & ~board.open_sea


@step("starting_neighbours")
def starting_neighbours(s: State, faction: Faction, each: int) -> None:
    """Two discs in every land area next to the home, or one in every sea (DSET-07b and c).

    If they do not suffice, their owner chooses where they go (DSET-09).
    """
    board = s.world.board
    kind = board.land if each == LAND_DISCS else board.sea
    areas = board.around(s.home[faction]) & kind & allowed(s, faction)
    missing = {area: max(0, each - s.discs[faction][area]) for area in members(areas)}
    n = left(s, faction)
    if sum(missing.values()) <= n:
        for area, k in missing.items():
            for _ in range(k):
                if allowed(s, faction) >> area & 1:
                    place(s, faction, area, "setup")
    elif n:
        legal = mask_of(area for area, k in missing.items() if k)
        ask(s, started_neighbour, (faction, each), faction, "starting_disc", area_actions(legal), n=n)


@answer("starting_neighbours")
def started_neighbour(s: State, action: Action, faction: Faction, each: int) -> None:
    """Place the disc and ask for the next."""
    place(s, faction, area_of(action), "setup")
    push(s, starting_neighbours, faction, each)


@step("starting_rest")
def starting_rest(s: State, faction: Faction, before: int, grown: int) -> None:
    """The rest: empty areas next to own ones, land before sea; one more disc where some are (DSET-07d).

    `before`: areas occupied when this began, 0 at first; `grown`: those that got one more disc.
    """
    n = left(s, faction)
    if not n:
        return
    before = before or occupied(s, faction)
    legal = areas_for_the_rest(s, faction, before, grown)
    if legal:
        ask(s, started_rest, (faction, before, grown), faction, "starting_disc", area_actions(legal), n=n)


@answer("starting_rest")
def started_rest(s: State, action: Action, faction: Faction, before: int, grown: int) -> None:
    """Place the disc and ask for the next."""
    area = area_of(action)
    place(s, faction, area, "setup")
    push(s, starting_rest, faction, before, grown | 1 << area & before)


def areas_for_the_rest(s: State, faction: Faction, before: Areas, grown: Areas) -> Areas:
    """Empty areas next to own ones, land before sea, and those from before that have not grown (DSET-07d)."""
    board = s.world.board
    here = occupied(s, faction)
    new = here & ~before
    empty = board.around(here) & ~here & ~occupied_by_others(s, faction) & allowed(s, faction)
    legal = before & ~grown | empty & board.sea
    if not new & board.sea:
        legal |= (empty | new & ~settlements(s, faction)) & board.land
    return legal & room(s, faction)
