"""Civilizations and what belongs to them: displays, homes, relations, Gold; Wonders and Investments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acis_rules.kernel.actions import N_AREAS, N_CARDS, N_WONDERS
from acis_rules.kernel.bits import members, set_of, union
from acis_rules.table.ending import find_side
from acis_rules.views import View, reader

from ..schema import SLOTS
from .places import AREAS, AT, CARD_OWNER, CARDS, SLOT, Kept, Memory

if TYPE_CHECKING:
    from ..seating import Seating

_DISPLAYS = reader(
    "civilization", "home", "enemies", "nile", "gold", "latest_enemy", "primary_enemy", "harmed_by", "absent",
    "reborn", "owes_marker", "arrived",
)  # fmt: skip
_SETS_OF_FACTIONS = ("absent", "reborn", "owes_marker", "arrived")  # the last of them
_LISTS = 5  # of them: those that change where they are
_NO_AREAS = bytes(N_AREAS)
_CIVILIZATION, _ENEMIES, _HOME, _GOLD_OWNER = AT["civilization"], AT["enemies"], AT["home"], AT["gold_owner"]


def displays(view: View, seating: Seating, memory: Memory) -> Kept:
    """Civilizations, homes, decisive areas, relations and Gold."""
    me = seating.factions[0]
    shown = _DISPLAYS(view)
    found = memory.displays.get(me)
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    civilization, home, enemies, nile, gold, latest, primary, harmed, *sets_of_factions = shown
    in_slots, slots = seating.in_slots, seating.slot
    areas = rest = 0
    board_nile = view.world.board.nile
    for slot, f in enumerate(seating.factions):
        if civilization[f] >= 0:
            rest |= 1 << _CIVILIZATION + civilization[f] * SLOTS + slot
        rest |= in_slots[enemies[f]] << _ENEMIES + slot * SLOTS  # mutual: rows are columns
        areas |= home[f] << _HOME + slot * N_AREAS
        if latest[f] >= 0:
            rest |= 1 << AT["latest_enemy"] + slots[latest[f]] * SLOTS + slot
        if primary[f] >= 0:
            rest |= 1 << AT["primary_enemy"] + slots[primary[f]] * SLOTS + slot
        if harmed[f]:
            for other in members(harmed[f]):
                rest |= 1 << AT["harmed_by"] + slots[other] * SLOTS + slot
        if nile[f] != board_nile:
            rest |= 1 << SLOT["new_nile"] + slot
            areas |= nile[f] << AREAS["new_nile"]
    if any(sets_of_factions):
        for name, factions in zip(_SETS_OF_FACTIONS, sets_of_factions, strict=True):
            rest |= in_slots[factions] << SLOT[name]
    if view.world.on.won_at_once:
        decisive, others = _decisive(view)
        areas |= decisive << AREAS["own_decisive"] | others << AREAS["other_decisive"]
    amounts = _NO_AREAS
    if gold:
        amount = bytearray(N_AREAS)
        for area, (owner, n) in gold.items():
            areas |= 1 << _GOLD_OWNER + slots[owner] * N_AREAS + area
            amount[area] = min(255, n)
        amounts = bytes(amount)
    copies = [part.copy() for part in shown[:_LISTS]]
    found = Kept((*copies, *shown[_LISTS:]), seating, areas, 0, rest, (amounts,))
    memory.displays[me] = found
    return found


def _decisive(view: View) -> tuple[int, int]:
    """Areas whose Control wins the game at once: for the own side, for others."""
    world = view.world
    victory = world.scenario.victory
    find = world.board.find
    own = 0
    for area in victory.control:
        own |= 1 << find(area)
    if victory.own_and_another_home:
        own |= union(view.home)
    others = own
    for monitor in victory.monitors:
        needed = union(1 << find(area) for names in monitor.control.values() for area in names)
        if find_side(view, monitor.wins) == world.seat_side[view.seat]:
            own |= needed
        else:
            others |= needed
    return own, others


# ----------------------------------------------------------------------- Wonders, cards before somebody

_THINGS = reader("wonders", "investments", "reserve", "announced")
_OWN_WONDER, _OTHER_WONDER, _BURIED_WONDER = (
    AREAS[name] for name in ("own_wonder", "other_wonder", "buried_wonder")
)  # fmt: skip
_INVESTMENT, _RESERVE = CARDS["investment"], CARDS["reserve"]
_WONDER_OWNER, _WONDER_BURIED, _WONDER_HERE = AT["wonder_owner"], AT["wonder_buried"], AT["wonder_here"]


def things(view: View, seating: Seating, memory: Memory) -> Kept:
    """Wonders, Investments, other cards before somebody, announcements."""
    me, slots = seating.factions[0], seating.slot
    shown = _THINGS(view)
    found = memory.things.get(me)
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    wonders, investments, reserve, announced = shown
    areas = cards = rest = 0
    mine = theirs = underground = here = 0  # areas of own, others', buried Wonders; those of each Wonder
    for i, (owner, area, _, buried) in enumerate(wonders):
        if owner >= 0:
            rest |= 1 << _WONDER_OWNER + slots[owner] * N_WONDERS + i
            here |= 1 << i * N_AREAS + area
            if buried:
                rest |= 1 << _WONDER_BURIED + i
                underground |= 1 << area
            elif owner == me:
                mine |= 1 << area
            else:
                theirs |= 1 << area
    if here:
        areas = mine << _OWN_WONDER | theirs << _OTHER_WONDER | underground << _BURIED_WONDER
        areas |= here << _WONDER_HERE
    own, others = bytearray(N_CARDS), bytearray(N_CARDS)
    owned = 0  # by slot
    for lying in (investments, reserve):
        for card, (owner, n) in lying.items():
            (own if owner == me else others)[card - 1] = n
            owned |= 1 << slots[owner] * N_CARDS + card
    if owned:
        cards = owned << CARD_OWNER | set_of(investments) << _INVESTMENT | set_of(reserve) << _RESERVE
    waiting = bytearray(2 * SLOTS)  # things announced; abilities among them
    for faction, kind, number in announced:
        slot = slots[faction]
        waiting[slot] += 1
        if kind == "ability":
            waiting[SLOTS + slot] |= 1 << number
        elif kind == "wonder":
            rest |= 1 << AT["wonder_announced"] + number
        else:
            cards |= 1 << CARDS["announced"] + number | 1 << CARD_OWNER + slot * N_CARDS + number
    made_from = (wonders.copy(), investments.copy(), reserve.copy(), announced)
    numbers = b"".join((own, others, bytes([discs for _, _, discs, _ in wonders]), waiting))
    found = Kept(made_from, seating, areas, cards, rest, (numbers,))
    memory.things[me] = found
    return found


def card_owner(slot: int, card: int) -> int:
    """The flag that a card is of somebody; the Barbarians have none."""
    return 1 << CARD_OWNER + slot * N_CARDS + card if slot < SLOTS else 0
