"""The doors: every change to discs, talents and VP passes through here, with its cause.

A cause is a short text: "deploy", "card 45", "competition", "domination", "stacking" ...
Each door keeps the derived sets up to date and tells the story. The doors of cards are in
card_changes.py, those of Wonders and Investments in holdings.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel.bits import members
from ..kernel.compiled import compiled
from ..kernel.log import tell
from ..kernel.state import LEVELS, State
from ..kernel.types import Area, Faction
from .terms import STACKING, discs_in_game, room

if TYPE_CHECKING:
    from ..kernel.state import Points

# ---------------------------------------------------------------------------------- discs


@compiled
def place(s: State, faction: Faction, area: Area, cause: str, from_ready: bool = False) -> None:
    """Put one disc of the faction on the map (DEF-24), or another's that takes its place (EGY-04c)."""
    for colour in s.world.on.colour:
        other = colour(s, faction, area)
        if other != faction:
            if from_ready:
                s.ready[faction] -= 1
                s.supply[faction] += 1
                if s.ready_land[faction] and s.world.board.land >> area & 1:
                    s.ready_land[faction] -= 1
            faction, from_ready = other, False
    row = s.discs[faction]
    n = row[area] = row[area] + 1
    if n <= LEVELS:
        s.at_least[n - 1][faction] |= 1 << area
    if from_ready:
        s.ready[faction] -= 1
        if s.ready_land[faction] and s.world.board.land >> area & 1:
            s.ready_land[faction] -= 1
    else:
        s.supply[faction] -= 1
    tell(s, "placed", faction, area=area, n=1, cause=cause)
    for join_in in s.world.on.placed:
        join_in(s, faction, area, cause)


def place_if_able(s: State, faction: Faction, area: Area, cause: str, any_epoch: bool = False) -> bool:
    """Place a disc if supply, stacking and the open-sea rule allow it (CRD-17, CRD-20)."""
    if s.supply[faction] > 0 and room(s, faction, any_epoch) >> area & 1:
        place(s, faction, area, cause)
        return True
    return False


@compiled
def remove(s: State, faction: Faction, area: Area, cause: str) -> None:
    """Take one disc of the faction off the map, a white ally first (DEF-23, CMP-12, CMP-13)."""
    key = (area, faction)
    if key in s.allies:
        s.allies[key] -= 1
        if not s.allies[key]:
            del s.allies[key]
        tell(s, "ally_removed", faction, area=area, n=1, cause=cause)
        return
    return_disc(s, faction, area, cause)
    if area == s.competition_area and faction != s.world.barbarians:
        s.fallen[faction] += 1
    for join_in in s.world.on.lost:
        join_in(s, faction, "disc", cause)


@compiled
def return_disc(s: State, faction: Faction, area: Area, cause: str) -> None:
    """A disc goes from the map to its supply, which is no loss in the eyes of others."""
    if _send_home(s, faction, area, cause):
        for join_in in s.world.on.supplied:
            join_in(s, faction)


def change_colour(s: State, faction: Faction, into: Faction, area: Area, cause: str) -> None:
    """A disc of one faction is replaced by one of another's supply, in one go."""
    _send_home(s, faction, area, cause)
    row = s.discs[into]
    n = row[area] = row[area] + 1
    if n <= LEVELS:
        s.at_least[n - 1][into] |= 1 << area
    s.supply[into] -= 1
    tell(s, "placed", into, area=area, n=1, cause=cause)


def _send_home(s: State, faction: Faction, area: Area, cause: str) -> bool:
    """Take a disc off the map; whether it is in its supply now.

    Otherwise it became a missing marker (ROME1-03b), or left the game with its owner (NPC-80).
    """
    _lift(s, faction, area)
    tell(s, "removed", faction, area=area, n=1, cause=cause)
    if (s.owes_marker | s.absent) >> faction & 1:
        _not_home(s, faction, area)
        return False
    s.supply[faction] += 1
    return True


def _not_home(s: State, faction: Faction, area: Area) -> None:
    """The disc just removed becomes a missing marker, or leaves the game with its owner."""
    if s.owes_marker >> faction & 1 and not s.absent >> faction & 1:
        s.owes_marker ^= 1 << faction
        tell(s, "marker", faction, area=area, n=1)


def _lift(s: State, faction: Faction, area: Area) -> None:
    """Lift a disc off an area; the caller says where it goes."""
    row = s.discs[faction]
    n = row[area]
    row[area] = n - 1
    if n <= LEVELS:
        s.at_least[n - 1][faction] &= ~(1 << area)
    for join_in in s.world.on.lifted:
        join_in(s, area)


def resettle(s: State, faction: Faction, area: Area) -> None:
    """Move a City disc from the map to Ready (GRO-13), unless it has to be a marker (ROME1-03b)."""
    if s.owes_marker >> faction & 1:
        return_disc(s, faction, area, "resettlement")
        return
    _lift(s, faction, area)
    s.ready[faction] += 1
    tell(s, "resettled", faction, area=area, n=1)


def move_disc(s: State, faction: Faction, area: Area, to: Area, cause: str) -> None:
    """A disc goes from an area to another one, or (-1) to Ready (EXP-43)."""
    return_disc(s, faction, area, cause)
    if to >= 0:
        place(s, faction, to, cause)
    else:
        to_ready(s, faction, 1, cause)


def put_barbarians(s: State, area: Area, n: int, cause: str) -> None:
    """Put up to n black discs from their supply into an area (CRD-19)."""
    black = s.world.barbarians
    n = min(n, s.supply[black])
    if n <= 0:
        return
    row = s.discs[black]
    before = row[area]
    row[area] = before + n
    for level in range(before, min(before + n, LEVELS)):
        s.at_least[level][black] |= 1 << area
    s.supply[black] -= n
    tell(s, "barbarians", black, area=area, n=n, cause=cause)


def add_allies(s: State, faction: Faction, area: Area, n: int, cause: str) -> None:
    """Put white discs on the faction's side of an area (CMP-11)."""
    s.allies[area, faction] = s.allies.get((area, faction), 0) + n
    tell(s, "allies", faction, area=area, n=n, cause=cause)


def trim(s: State) -> None:
    """Return every disc above the limits of the phase to its supply, without alternative (STK-03, STK-06).

    Where two colours are one group, a disc that has gone can make others change theirs: then look again.
    """
    board = s.world.board
    again = True
    while again:
        again = False
        for areas, limit in zip((board.land, board.coastal, board.open_sea), STACKING[s.phase], strict=True):
            for faction, mask in enumerate(s.at_least[min(limit, LEVELS - 1)]):
                for area in members(mask & areas):
                    while s.discs[faction][area] > limit:
                        return_disc(s, faction, area, "stacking")
                        again = bool(s.world.groups)


def to_ready(s: State, faction: Faction, n: int, cause: str, land_only: bool = False) -> None:
    """Move up to n discs from supply to the Ready box (GRO-12)."""
    n = min(n, s.supply[faction])
    if n > 0:
        s.supply[faction] -= n
        s.ready[faction] += n
        if land_only:
            s.ready_land[faction] += n
        tell(s, "ready", faction, n=n, cause=cause)


def ready_to_supply(s: State, faction: Faction) -> None:
    """Discs left in Ready return to supply (GRO-14, AEN-08)."""
    s.supply[faction] += s.ready[faction]
    s.ready[faction] = s.ready_land[faction] = 0
    for join_in in s.world.on.supplied:
        join_in(s, faction)


def dismiss_allies(s: State) -> None:
    """White discs leave the map (CMP-13)."""
    s.allies.clear()


def leave_for_good(s: State, faction: Faction) -> None:
    """A faction is out of the game: its discs leave it, those on the map when they are removed (NPC-80)."""
    s.absent |= 1 << faction
    s.supply[faction] = s.ready[faction] = s.ready_land[faction] = s.loot[faction] = 0


def enter_game(s: State, faction: Faction) -> None:
    """A faction that nobody has seen yet comes into the game with all its discs (EXP-36)."""
    s.absent &= ~(1 << faction)
    s.supply[faction] = discs_in_game(s, faction)


def join_game(s: State, faction: Faction) -> None:
    """A faction that was not in the game enters it, last in turn order if it has a place."""
    enter_game(s, faction)
    if s.world.takers >> faction & 1:
        s.order.append(faction)


def put_in_bag(s: State, faction: Faction) -> None:
    """A disc of an NPC that nobody has seen yet goes into the bag (EXP-52, EXP-53)."""
    s.in_bag[faction] += 1
    tell(s, "bag", faction, n=1)


def take_out_of_bag(s: State, faction: Faction, n: int) -> None:
    """Discs of an NPC go from the bag to its supply, unless it has left the game (NPC-80)."""
    s.in_bag[faction] -= n
    if not s.absent >> faction & 1:
        s.supply[faction] += n
    tell(s, "bag", faction, n=-n)


def take_display(s: State, faction: Faction, civilization: int) -> None:
    """Use this display (-1: none); the home is its own unless the scenario gives the faction another."""
    s.civilization[faction] = civilization
    s.home[faction] = s.world.home_of(faction, civilization, bool(s.reborn >> faction & 1))


# ------------------------------------------------------------------------- talents and VP


def gain_talents(s: State, faction: Faction, n: int, cause: str) -> None:
    """Put talents into the Treasury; who takes no turn, or no longer, has none."""
    if n > 0 and (s.world.takers & ~s.absent) >> faction & 1:
        s.treasury[faction] += n
        tell(s, "talents", faction, n=n, cause=cause)


def lose_talents(s: State, faction: Faction, n: int, cause: str, area: Area = -1, by: Faction = -1) -> int:
    """Take up to n talents from the Treasury; returns how many.

    If they save a disc: `area` is where it lies, `by` whose card would have removed it.
    """
    n = min(n, s.treasury[faction])
    if n > 0:
        s.treasury[faction] -= n
        tell(s, "talents", faction, area=area, n=-n, other=by, cause=cause)
        for join_in in s.world.on.lost:
            join_in(s, faction, "talent", cause)
    return n


def give_talent(s: State, giver: Faction, taker: Faction) -> None:
    """A talent as a gift (HOS-05)."""
    s.treasury[giver] -= 1
    s.treasury[taker] += 1
    tell(s, "talent_given", giver, n=1, other=taker)


def gain_loot(s: State, faction: Faction, area: Area, n: int) -> None:
    """Put talents into the Loot box (CMP-26); who takes no turn, or no longer, has none."""
    if not (s.world.takers & ~s.absent) >> faction & 1:
        return
    s.loot[faction] += n
    tell(s, "looted", faction, area=area, n=n)


def loot_to_treasury(s: State) -> None:
    """Loot becomes spendable (CMP-28)."""
    for faction, n in enumerate(s.loot):
        s.treasury[faction] += n
        s.loot[faction] = 0


def whole(points: Points) -> Points:
    """The points, as a whole number if they are one."""
    return points if type(points) is int or points.denominator > 1 else int(points)


def gain_vp(s: State, faction: Faction, points: Points, cause: str) -> None:
    """Score victory points, if the faction has any; those of a faction out of the game stay."""
    if points > 0 and (s.world.scorers & ~s.absent) >> faction & 1:
        s.vp[faction] = whole(s.vp[faction] + points)
        tell(s, "vp", faction, n=points, cause=cause)


def lose_vp(s: State, faction: Faction, points: Points, cause: str) -> Points:
    """Lose victory points, never below zero (DEF-41); returns how many."""
    points = min(points, s.vp[faction])
    if points > 0:
        s.vp[faction] = whole(s.vp[faction] - points)
        tell(s, "vp", faction, n=-points, cause=cause)
        for join_in in s.world.on.lost:
            join_in(s, faction, "vp", cause)
    return points
