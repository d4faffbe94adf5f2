"""The creation of an NPC that has been met: discs, home, display, VP, cards (EXP-36 to 49)."""

from __future__ import annotations

from ..cards.oracle import BLACK, WHITE
from ..kernel.bits import mask_of, members, union
from ..kernel.chance import one_of, random_below
from ..kernel.log import tell
from ..kernel.state import Seen, State
from ..kernel.types import Area, Areas, Faction
from ..table.card_changes import hand_without_events
from ..table.changes import (
    enter_game,
    gain_vp,
    move_disc,
    place,
    return_disc,
    take_display,
    take_out_of_bag,
    to_ready,
)
from ..table.distance import farthest, nearest
from ..table.terms import (
    CITY,
    cities,
    in_turn_order,
    near,
    occupied,
    occupied_by_anybody,
    occupied_by_civilizations,
    room,
)
from .bag import draw_disc

CAUSE = "exploration"
SIZE = {WHITE: 8, BLACK: 10}  # more discs, by the colour drawn (EXP-39)
LARGEST_SIZE = 12
DISCS_PER_TURN = 2  # that is completed in the Epoch
HOME_DISCS = 3
SEAFARERS = ("minos", "phoenicia")
SEAFARING_MAPS = (None, "eastern", "extended_eastern")
EGYPT = "egypt"


# ---------------------------------------------------------------------------- who and where


def explorers(s: Seen) -> list[Faction]:
    """The players' civilizations in turn order; all, if there are only NPCs."""
    return in_turn_order(s, ~s.world.npcs) or s.order


def unmet(s: Seen) -> list[Faction]:
    """The NPCs that are still to be met."""
    return [f for f in members(s.world.unknown) if s.civilization[f] < 0]


def empty(s: Seen) -> Areas:
    """Areas without any disc, white ones of this phase counted."""
    return s.world.board.in_play & ~occupied_by_anybody(s) & ~s.white


def _players_discs(s: Seen) -> Areas:
    return union(occupied(s, f) for f in explorers(s))


def _played(s: Seen) -> list[str]:
    """The civilizations in the game."""
    return [s.world.civilizations[number].id for number in s.civilization if number >= 0]


def _inactive_homes(s: Seen) -> Areas:
    """Homes on the map of civilizations that nobody plays, if they are not somebody's home."""
    homes = s.world.board.homes
    played = _played(s)
    return mask_of(area for name, area in homes.items() if name not in played) & ~union(s.home)


def _available(s: Seen) -> list[str]:
    """Displays for a new NPC: those agreed on; when these are all taken, any other."""
    played = _played(s)
    agreed = s.world.scenario.free(played, npc=True)
    return agreed or [c.id for c in s.world.civilizations if c.id not in played]


def _random(s: State, areas: Areas) -> Area:
    return one_of(s, members(areas))


def _best(s: State, areas: Areas) -> Area:
    """An inactive home, farthest from the players' discs, on land, at random (EXP-37)."""
    areas = areas & _inactive_homes(s) or areas
    areas = farthest(s.world.board, areas, _players_discs(s))
    return _random(s, areas & s.world.board.land or areas)


def _farthest(s: State, areas: Areas) -> Area:
    return _random(s, farthest(s.world.board, areas, _players_discs(s)))


# -------------------------------------------------------------------------------- steps 1 to 8


def appear(s: State, npc: Faction, area: Area) -> None:
    """The disc drawn goes to the explored area, and a civilization grows from it."""
    tell(s, "appeared", npc, area=area)
    enter_game(s, npc)
    take_out_of_bag(s, npc, 1)
    s.arrived |= 1 << npc
    place(s, npc, area, CAUSE)
    for _ in range(2):  # steps 1 and 2 (EXP-37, EXP-38)
        around = s.world.board.neighbours[area] & empty(s)
        if not around:
            break
        area = _best(s, around)
        place(s, npc, area, CAUSE)
    size = SIZE.get(draw_disc(s, npc, "size"), LARGEST_SIZE) + DISCS_PER_TURN * (s.turn - 1)
    _deploy(s, npc, area, min(size, s.supply[npc]))
    find_home(s, npc)
    s.order.insert(0, npc)  # EXP-47
    tell(s, "turn_order", order=tuple(s.order))
    gain_vp(s, npc, max(s.vp[f] for f in explorers(s) if f != npc), CAUSE)  # EXP-48
    n = s.world.scenario.opening_hand(s.world.knobs[npc])  # five, unless it was agreed otherwise
    hand_without_events(s, npc, n, CAUSE)  # EXP-49


def _deploy(s: State, npc: Faction, start: Area, n: int) -> None:
    """Step 4: around the last disc and outwards, land before sea; then Cities, then Ready (EXP-40)."""
    board = s.world.board
    around = board.neighbours[start]
    n = _settle(s, npc, around & board.land, 2, n)
    n = _settle(s, npc, around & board.sea, 1, n)
    for kind, each in ((board.land, 2), (board.sea, 1)):
        while n and (areas := board.around(occupied(s, npc)) & kind & _open(s, npc)):
            n = _settle(s, npc, areas, each, n)
    for limit in (CITY, CITY + 1):
        n = _raise(s, npc, board.land, limit, n)
    n = _raise(s, npc, board.coastal, 2, n)
    to_ready(s, npc, n, CAUSE)


def _open(s: Seen, npc: Faction) -> Areas:
    """Empty areas not in or next to the home of another civilization (DSET-08)."""
    homes = union(home for f, home in enumerate(s.home) if f != npc)
    return empty(s) & ~homes & ~s.world.board.around(homes)


def _settle(s: State, npc: Faction, areas: Areas, each: int, n: int) -> int:
    """So many discs in each of the empty areas, the best ones first; how many are left."""
    areas &= _open(s, npc)
    while areas and n:
        area = _best(s, areas)
        areas &= ~(1 << area)
        for _ in range(min(each, n)):
            place(s, npc, area, CAUSE)
            n -= 1
    return n


def _raise(s: State, npc: Faction, kind: Areas, limit: int, n: int) -> int:
    """Own areas up to a number of discs, the farthest from the players first; how many are left."""
    while n and (areas := occupied(s, npc) & kind & ~s.at_least[limit - 1][npc]):
        area = _farthest(s, areas)
        for _ in range(min(n, limit - s.discs[npc][area])):
            place(s, npc, area, CAUSE)
            n -= 1
    return n


# ------------------------------------------------------------------ step 5: home and display


def find_home(s: State, npc: Faction) -> None:
    """A seafaring civilization, that of an inactive home, or one with a home of its own (EXP-41 to 45)."""
    name = _seafarer(s, npc)
    if name:
        area = s.world.board.homes[name]
        _clear(s, area)
    else:
        leave_open_seas(s, npc)
        name, area = _settled_home(s, npc)
    take_display(s, npc, s.world.civilization_number[name])
    tell(s, "civilization", npc, display=s.civilization[npc])
    if area < 0:  # all its discs are Ready
        return
    if s.home[npc] != 1 << area:
        s.home[npc] = 1 << area
        tell(s, "home", npc, area=area)
    for _ in range(HOME_DISCS):
        if s.supply[npc] and room(s, npc, any_epoch=True) >> area & 1:
            place(s, npc, area, CAUSE)
    if name == EGYPT and not s.home[npc] & s.world.board.nile:
        _second_cylinder(s, npc, area)


def _seafarer(s: State, npc: Faction) -> str:
    """Minos or Phoenicia, if a disc lies in an open sea and one of them can be it (EXP-41, EXP-42)."""
    board = s.world.board
    if board.cut_line not in SEAFARING_MAPS or not occupied(s, npc) & board.open_sea:
        return ""
    homes = mask_of(board.homes[name] for name in SEAFARERS if name in _available(s))
    homes &= _inactive_homes(s)
    beside = homes & near(s, npc)
    unsettled = farthest(board, homes & ~occupied_by_civilizations(s), _players_discs(s))
    if not beside and not unsettled:
        return ""
    area = _random(s, beside or unsettled)
    return next(name for name in SEAFARERS if board.homes[name] == area)


def _clear(s: State, area: Area) -> None:
    """All discs leave an area (EXP-42)."""
    for faction, row in enumerate(s.discs):
        for _ in range(row[area]):
            return_disc(s, faction, area, CAUSE)
    s.white &= ~(1 << area)


def leave_open_seas(s: State, npc: Faction) -> None:
    """Discs go from open seas to Cities, Settlements, coastal seas, or Ready (EXP-43)."""
    board = s.world.board
    while adrift := occupied(s, npc) & board.open_sea:
        short = occupied(s, npc) & board.land & ~cities(s, npc)
        coasts = board.around(occupied(s, npc) & ~board.open_sea) & board.coastal & empty(s)
        goal = short & s.at_least[1][npc] or short or coasts
        move_disc(s, npc, members(adrift)[0], _farthest(s, goal) if goal else -1, CAUSE)


def _settled_home(s: State, npc: Faction) -> tuple[str, Area]:
    """The inactive home it stands in (EXP-44), or its land farthest from the players (EXP-45)."""
    board = s.world.board
    names = {area: name for name, area in board.homes.items()}
    available = _available(s)
    homes = occupied(s, npc) & _inactive_homes(s)
    agreed = homes & mask_of(area for area, name in names.items() if name in available)
    if agreed:
        area = _random(s, agreed)
        return names[area], area
    drawn = available[random_below(s, len(available))]
    if homes:  # a display that was agreed on, at home here (EX-44)
        return drawn, _random(s, homes)
    here = occupied(s, npc) & board.land or occupied(s, npc)
    if not here:
        return drawn, -1
    area = _farthest(s, here)
    of_others = mask_of(board.homes[name] for name in available if name in board.homes)
    if of_others:
        drawn = names[_random(s, nearest(board, of_others, 1 << area))]
    return drawn, area


def _second_cylinder(s: State, npc: Faction, area: Area) -> None:
    """A land area next to Egypt's home is its Nile, too (EXP-46): one of its own, far from the players."""
    around = s.world.board.land_neighbours[area]
    if around:
        second = _farthest(s, around & occupied(s, npc) or around)
        s.nile[npc] = 1 << area | 1 << second
        tell(s, "nile", npc, area=second)
