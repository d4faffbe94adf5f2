"""The rulebook's terms as questions about a position: occupy, Control, Contested, City ...

All answers about several areas are sets of areas (bits).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel.bits import mask_of, members, union
from ..kernel.compiled import compiled
from ..kernel.state import Seen
from ..kernel.types import Area, Areas, Cards, Faction, Factions
from .groups import first_to_lose, full_of_group, group_of, is_outnumbered, joined, occupied_by_strangers

if TYPE_CHECKING:
    from ..box.board import Board
    from ..box.scenario_blocks import KnobsBlock

LAND_LIMIT = 4  # STK-02
NO_LIMIT = 99  # STK-04
_TURN, _FIGHT, _AFTER = (LAND_LIMIT, 2, 1), (NO_LIMIT, NO_LIMIT, 1), (3, 2, 1)  # STK-02, STK-04, STK-05
STACKING = {  # by phase: discs of one faction in a land area, a coastal sea, an open sea (STK-01, STK-07)
    "setup": _TURN, "exploration": _TURN, "growth": _TURN, "cards": _TURN, "competition": _FIGHT,
    "evaluation": _AFTER, "epoch": _AFTER,
    "over": _FIGHT,  # a conquest ends the game before stacks are trimmed
}  # fmt: skip
CITY = 3  # discs of one civilization on land (DEF-16)
_CITY_LEVEL = CITY - 1
OPEN_SEA_EPOCH = 4  # DEF-38
HAND_LIMIT = 6  # DEF-50


@compiled
def occupied(s: Seen, faction: Faction) -> Areas:
    """Areas with at least one disc of the faction (DEF-30)."""
    return s.at_least[0][faction]


def occupied_by_anybody(s: Seen) -> Areas:
    """Areas with at least one disc of any faction."""
    return union(s.at_least[0])


@compiled
def occupied_by_others(s: Seen, faction: Faction) -> Areas:
    """Areas with a disc of any other faction, Barbarians included (DEF-07)."""
    out = 0
    for other, mask in enumerate(s.at_least[0]):
        if other != faction:
            out |= mask
    return out


@compiled
def occupied_by_civilizations(s: Seen, but: int = -1) -> Areas:
    """Areas with a disc of any civilization, except perhaps one."""
    out = 0
    for faction, mask in enumerate(s.at_least[0][:-1]):
        if faction != but:
            out |= mask
    return out


@compiled
def controlled(s: Seen, faction: Faction) -> Areas:
    """Areas the faction occupies exclusively (DEF-21)."""
    if s.world.groups:
        return s.at_least[0][faction] & ~occupied_by_strangers(s, faction)
    return s.at_least[0][faction] & ~occupied_by_others(s, faction)


@compiled
def shared(s: Seen) -> Areas:
    """Areas occupied by two or more factions (DEF-19)."""
    once = twice = 0
    for mask in joined(s)[0] if s.world.groups else s.at_least[0]:
        twice |= once & mask
        once |= mask
    return twice


@compiled
def contested(s: Seen) -> Areas:
    """Shared areas in which some faction has 2 or more discs, allies counted (DEF-20)."""
    pairs = 0
    for mask in joined(s)[1] if s.world.groups else s.at_least[1]:
        pairs |= mask
    both = shared(s)
    out = both & pairs
    for area, _ in s.allies:
        out |= both & 1 << area
    return out


@compiled
def is_contested(s: Seen, area: Area) -> bool:
    """Whether one area is Contested, allies counted (DEF-20)."""
    forces = strengths(s, area)
    return sum(forces) > max(forces) > 1


@compiled
def competitions(s: Seen) -> Areas:
    """Contested areas in which a competition can take place: never an open sea (DEF-39)."""
    return contested(s) & ~s.world.board.open_sea


@compiled
def cities(s: Seen, faction: Faction) -> Areas:
    """Land areas with 3 or more discs of a civilization; Barbarians have none (DEF-16)."""
    if faction == s.world.barbarians:
        return 0
    return s.at_least[_CITY_LEVEL][faction] & s.world.board.land


@compiled
def all_cities(s: Seen) -> Areas:
    """Land areas with a City of anybody."""
    return union(s.at_least[_CITY_LEVEL][:-1]) & s.world.board.land


@compiled
def settlements(s: Seen, faction: Faction) -> Areas:
    """Areas with exactly 2 discs of the faction (DEF-27)."""
    return s.at_least[1][faction] & ~s.at_least[2][faction]


@compiled
def camps(s: Seen, faction: Faction) -> Areas:
    """Areas with exactly 1 disc of the faction (DEF-11)."""
    return s.at_least[0][faction] & ~s.at_least[1][faction]


@compiled
def near(s: Seen, faction: Faction) -> Areas:
    """Areas the faction occupies and all areas adjacent to those."""
    here = s.at_least[0][faction]
    return here | s.world.board.around(here)


def allies(s: Seen, faction: Faction, area: Area) -> int:
    """White discs on the faction's side in an area."""
    return s.allies.get((area, faction), 0)


@compiled
def strength(s: Seen, faction: Faction, area: Area) -> int:
    """Discs of the faction in an area, its white allies counted (CMP-11)."""
    if s.world.groups:
        return sum(strengths(s, area)[f] for f in group_of(s, faction))
    n = s.discs[faction][area]
    return n + s.allies.get((area, faction), 0) if s.allies else n


@compiled
def strengths(s: Seen, area: Area) -> list[int]:
    """The strength of every faction in an area; in a group, whoever loses a disc first has it all."""
    out = [row[area] for row in s.discs]
    for (where, faction), n in s.allies.items():
        if where == area:
            out[faction] += n
    for land, sea in s.world.groups:
        if out[land] and out[sea]:
            n, out[land], out[sea] = out[land] + out[sea], 0, 0
            out[first_to_lose(s, land, area)] = n
    return out


def may_enter_open_sea(s: Seen, faction: Faction) -> bool:
    """Whether a civilization may have discs in open seas now (DEF-38, CIV-01)."""
    return s.epoch >= OPEN_SEA_EPOCH or s.world.civilization(s, faction).open_sea


@compiled
def full(s: Seen, faction: Faction) -> Areas:
    """Areas at the stacking limit of the current phase for the faction (STK-02, 04, 05)."""
    board = s.world.board
    land, coastal, _ = STACKING[s.phase]
    out = s.at_least[0][faction] & board.open_sea
    if s.world.groups:  # one colour replaces the other (PERS-05): the limit of either holds for both
        group = group_of(s, faction)
        out = union(s.at_least[0][f] for f in group) & board.open_sea
        if land == NO_LIMIT:
            return out | full_of_group(s, faction)
        out |= union(s.at_least[coastal - 1][f] for f in group) & board.coastal
        return out | union(s.at_least[land - 1][f] for f in group) & board.land
    if land == NO_LIMIT:
        return out
    return out | s.at_least[coastal - 1][faction] & board.coastal | s.at_least[land - 1][faction] & board.land


def barred(s: Seen, faction: Faction, declared: Areas = 0) -> Areas:
    """Areas in which a civilization may get no disc in this game, besides those it has declared."""
    return union([areas(s, faction, declared) for areas in s.world.on.barred])


@compiled
def room(s: Seen, faction: Faction, any_epoch: bool = False, declared: Areas = 0) -> Areas:
    """Areas in which a civilization may get one more disc now, whatever the way.

    `declared`: areas that get a disc before; stacking does not know of them.
    """
    board = s.world.board
    closed = full(s, faction) | s.forbidden
    if s.world.on.barred:
        closed |= barred(s, faction, declared)
    if not any_epoch and not may_enter_open_sea(s, faction):
        closed |= board.open_sea
    return board.in_play & ~closed


@compiled
def bases(s: Seen, faction: Faction) -> tuple[Areas, Areas]:
    """(areas to place in, areas to place next to), as this game has it."""
    out = bases_of(s, faction)
    for change in s.world.on.bases:
        out = change(s, faction, out)
    return out


def bases_of(s: Seen, faction: Faction) -> tuple[Areas, Areas]:
    """(areas to place in, areas to place next to) by Control and presence (GRO-15 to 17)."""
    here = s.at_least[0][faction]
    controls = controlled(s, faction)
    if controls == here:
        return here, here
    fights = contested(s) & here
    holds = controls
    if fights:
        if s.world.groups:
            holds |= mask_of(area for area in members(fights) if not is_outnumbered(s, faction, area))
            return controls | fights, holds
        rows = s.discs
        own = rows[faction]
        for area in members(fights):
            n = own[area]
            for row in rows:
                if row[area] > n:
                    break
            else:
                holds |= 1 << area
    return controls | fights, holds


@compiled
def placements(s: Seen, faction: Faction) -> Areas:
    """Areas a Ready disc may go to by adjacency and presence, before stacking (GRO-15 to 17)."""
    inside, base = bases(s, faction)
    return inside | s.world.board.around(base)


def total_on_map(s: Seen, faction: Faction) -> int:
    """Number of discs of the faction on the map."""
    return sum(s.discs[faction])


@compiled
def dominated(s: Seen, faction: Faction, by_occupation: bool = False) -> Areas:
    """Coastal seas the faction Dominates (DEF-25, EVA-03; EVA-02 asks only for occupation of the sea)."""
    board = s.world.board
    controls, here = controlled(s, faction), occupied(s, faction)
    for first, second in s.world.joint_seas:
        if faction == second:
            return 0  # they count for the other
        if faction == first:
            here |= occupied(s, second)
            both = (first, second)
            controls = here & ~union(row for f, row in enumerate(s.at_least[0]) if f not in both)
    lands = controls & board.land
    seas = (here if by_occupation else controls) & board.coastal
    out = 0
    for area in members(seas):
        coast = board.land_neighbours[area]
        if coast and not coast & ~lands:
            out |= 1 << area
    return out


def own_wonder_areas(s: Seen, faction: Faction) -> int:
    """Number of the faction's built Wonders whose area it occupies (EVA-05, EPO-04, WON-10)."""
    here = s.at_least[0][faction]
    n = 0
    for owner, area, _, buried in s.wonders:
        if owner == faction and not buried and here >> area & 1:
            n += 1
    return n


@compiled
def wonder_sites(s: Seen, faction: Faction) -> Areas:
    """Controlled land areas without any Wonder block (WON-07)."""
    out = controlled(s, faction) & s.world.board.land
    for owner, area, _, _ in s.wonders if out else ():
        if owner >= 0:
            out &= ~(1 << area)
    return out


def in_game(s: Seen, faction: Faction) -> bool:
    """Whether a civilization takes part: not one that is still to come, or out (NPC-80)."""
    return faction >= 0 and not s.absent >> faction & 1


@compiled
def knobs(s: Seen, faction: Faction) -> KnobsBlock:
    """The numbers that hold for a civilization now: one that is reborn has lost those of its own."""
    if s.reborn >> faction & 1:
        return s.world.reborn_knobs[s.civilization[faction] < 0]
    return s.world.knobs[faction]


def present(s: Seen) -> list[Faction]:
    """Civilizations in the game: in turn order, then those without a turn."""
    without = ((1 << s.world.n_factions) - 1) & ~(s.world.takers | s.absent)
    return s.order + members(without) if without else s.order


def scorers(s: Seen) -> list[Faction]:
    """Those in the turn order who have VP: nobody else is compared with anybody (ROME1-06e)."""
    return in_turn_order(s, s.world.scorers)


def city_counts(s: Seen) -> list[int]:
    """Number of Cities by faction, to be compared: without VP, or out of the game, they count none."""
    counted = s.world.scorers & ~s.absent
    return [cities(s, f).bit_count() if counted >> f & 1 else 0 for f in range(s.world.n_factions)]


def discs_in_game(s: Seen, faction: Faction) -> int:
    """How many discs of its colour a civilization has in all, apart from its markers (DEF-61)."""
    world = s.world
    if s.absent >> faction & 1:
        return sum(s.discs[faction])
    paid = (world.owes_marker & ~s.owes_marker) >> faction & 1
    return world.pool[faction] - world.markers[faction] - paid - s.in_bag[faction]


def in_turn_order(s: Seen, factions: Factions) -> list[int]:
    """The factions of a set, first in turn order first."""
    return [f for f in s.order if factions >> f & 1]


def at_hand(s: Seen, faction: Faction, use: str) -> Cards:
    """The hand, and what lies on the table to be used as if in it: played in this phase, or to "pay"."""
    cards = s.hand[faction]
    for more in s.world.on.at_hand:
        cards |= more(s, faction, use)
    return cards


def held(s: Seen, faction: Faction) -> Areas:
    """Areas in which one disc of the faction has to stay."""
    return union([areas(s, faction) for areas in s.world.on.held])


@compiled
def last_discs(s: Seen, faction: Faction) -> Areas:
    """Areas in which the only disc of the faction has to stay."""
    return held(s, faction) & camps(s, faction)


def most(values: list[int]) -> int:
    """The faction with strictly more than all others, or -1 on a tie or all zero."""
    top = max(values)
    return values.index(top) if top > 0 and values.count(top) == 1 else -1


def limit(s: Seen, area: Area) -> int:
    """How many discs one faction may have in an area in this phase (STK-02, 04, 05)."""
    return limit_in(s.world.board, area, s.phase)


def limit_in(board: Board, area: Area, phase: str) -> int:
    """The stacking limit of an area in a phase."""
    land, coastal, open_sea = STACKING[phase]
    return land if board.land >> area & 1 else coastal if board.coastal >> area & 1 else open_sea
