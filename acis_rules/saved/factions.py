"""The civilizations of positions from outside: homes, VP, enemies, and where their 50 discs are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..box.scenario_blocks import NO_CIVILIZATION
from ..errors import PositionError, shown
from ..kernel.bits import mask_of, members
from ..kernel.state import LEVELS, State
from ..kernel.types import Faction
from ..table.changes import take_display
from ..table.terms import LAND_LIMIT, NO_LIMIT, discs_in_game, limit
from .events import MOST_VP, points
from .fields import Reader, area_in, areas_in, civilization_in, fields_of_each_in
from .frames import MOST, number

if TYPE_CHECKING:
    from ..kernel.state import Points

_NO_RELATIONS: dict[str, Any] = {"enemies": None, "latest_enemy": -1, "primary_enemy": -1, "harmed_by": []}


def factions_in(s: State, top: Reader) -> None:
    """Every civilization with its home, VP, discs and enemies."""
    world = s.world
    given = top.get("factions", None)
    if not isinstance(given, list | tuple) or len(given) != world.n_factions:
        raise PositionError(f"position.factions: a list of {world.n_factions} is needed")
    relations: list[dict[str, Any]] = []
    for f, data in enumerate(given):
        reader = Reader(data, f"position.factions[{f}]")
        pool = world.pool[f]
        name = reader.get("civilization", None)
        if name is not None:
            if not isinstance(name, str) or name not in world.civilization_number:
                raise PositionError(f"{reader.where}.civilization: unknown civilization {shown(name)}")
            if world.civilization_number[name] in s.civilization and not world.scenario.factions[f].id:
                raise PositionError(f"{reader.where}.civilization: {name} is there twice")
            take_display(s, f, world.civilization_number[name])
        elif world.scenario.factions[f].civilization == NO_CIVILIZATION:
            take_display(s, f, -1)
        if reader.data.get("home") is not None:
            s.home[f] = areas_in(s, reader.items("home"), f"{reader.where}.home")
        s.vp[f] = _vp_in(reader)
        _put_discs(s, f, reader.get("discs", {}), f"{reader.where}.discs")
        s.supply[f] = reader.number("supply", -1, pool, -1)
        fields_of_each_in(s, f, reader, {
            "loot": MOST if s.phase == "competition" else 0,
            "in_bag": pool if world.unknown >> f & 1 else 0,
            "aeneas_used": world.options.aeneas_uses + bool(world.npcs >> f & 1),  # out of the game: NPC-80
        })  # fmt: skip
        if s.ready_land[f] > s.ready[f]:
            raise PositionError(
                f"{reader.where}.ready_land: {s.ready_land[f]} is not a number up to {s.ready[f]}"
            )
        relations.append({name: reader.get(name, none) for name, none in _NO_RELATIONS.items()})
        reader.get("home", None)
        reader.done()
    _relations(s, relations)


def _vp_in(reader: Reader) -> Points:
    value = reader.get("vp", 0)
    vp = points(value)
    if vp is None or not 0 <= vp <= MOST_VP:
        raise PositionError(f"{reader.where}.vp: {shown(value)} is not a number of 0 or more, to {MOST_VP}")
    return vp


def _put_discs(s: State, faction: Faction, discs: Any, where: str) -> None:
    if not isinstance(discs, dict):
        raise PositionError(f"{where}: must be a mapping of areas to numbers")
    for name, n in discs.items():
        area = area_in(s, name, where)
        if not number(n, 0, s.world.pool[faction]):
            raise PositionError(f"{where}: {name}: {shown(n)} is not a number of discs")
        if s.discs[faction][area]:
            raise PositionError(f"{where}: {name} appears twice")
        s.discs[faction][area] = n
        for level in range(min(n, LEVELS)):
            s.at_least[level][faction] |= 1 << area


def _relations(s: State, given: list[dict[str, Any]]) -> None:
    """Who is whose enemy: if one side says so, both are enemies."""

    def others(f: int, name: str, values: Any) -> list[int]:
        where = f"position.factions[{f}].{name}"
        if not isinstance(values, list | tuple):
            raise PositionError(f"{where}: must be a list of civilizations")
        found = [civilization_in(s, value, where) for value in values]
        if f in found:
            raise PositionError(f"{where}: must name other civilizations")
        return found

    def other(f: int, name: str) -> int:
        value = given[f][name]
        return -1 if type(value) is int and value == -1 else others(f, name, [value])[0]

    everybody = range(s.world.n_factions)
    if any(relations["enemies"] is not None for relations in given):
        s.enemies = [0] * s.world.n_factions
        for f in everybody:
            for enemy in others(f, "enemies", given[f]["enemies"] or []):
                s.enemies[f] |= 1 << enemy
                s.enemies[enemy] |= 1 << f
    s.latest_enemy = tuple(other(f, "latest_enemy") for f in everybody)
    s.primary_enemy = tuple(other(f, "primary_enemy") for f in everybody)
    s.harmed_by = tuple(mask_of(others(f, "harmed_by", given[f]["harmed_by"])) for f in everybody)


def barbarians_in(s: State, top: Reader) -> None:
    """The black discs."""
    reader = Reader(top.get("barbarians", {}), "position.barbarians")
    black = s.world.barbarians
    _put_discs(s, black, reader.get("discs", {}), "position.barbarians.discs")
    s.supply[black] = reader.number("supply", -1, s.world.pool[black], -1)
    reader.done()


def fill_supplies(s: State) -> None:
    """Every disc of a colour must be somewhere: 50, less the markers of a civilization."""
    for f, pool in enumerate(s.world.pool):
        name = s.world.civilization(s, f).name if f < s.world.n_factions else "the Barbarians"
        elsewhere = sum(s.discs[f])
        if f < s.world.n_factions:
            pool = discs_in_game(s, f)
            elsewhere += s.ready[f] + sum(w.discs for w in s.wonders if w.owner == f)
            on_cards = (*s.investments.values(), *s.reserve.values())
            elsewhere += sum(discs for owner, discs in on_cards if owner == f)
        if s.supply[f] == -1:
            s.supply[f] = pool - elsewhere
        if s.supply[f] < 0 or s.supply[f] + elsewhere != pool:
            raise PositionError(
                f"position: discs of {name}: {elsewhere} in use and {s.supply[f]} in supply, "
                f"but there are {pool}"
            )


def check_stacks(s: State, in_the_middle: bool) -> None:
    """Stacking limits of the phase; only discs that Events brought and untrimmed stacks may exceed them."""
    for f in range(s.world.n_factions):
        for area in members(s.at_least[0][f]):
            most = limit(s, area)
            if s.phase in ("evaluation", "epoch") and not in_the_middle:
                most = LAND_LIMIT if s.world.board.land >> area & 1 else NO_LIMIT
            if s.world.reinforced >> f & 1 and not s.world.board.open_sea >> area & 1:
                most = NO_LIMIT
            if s.discs[f][area] > most:
                raise PositionError(
                    f"position.factions[{f}].discs: {s.discs[f][area]} in {s.world.board.names[area]}; "
                    f"the limit is {most} in this phase"
                )
