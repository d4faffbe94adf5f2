"""What must hold in the blocks that bring rules of their own: a capital, bans, Empires, unions."""

from __future__ import annotations

from ..errors import DataError
from .board import Board, area_in_play
from .civilizations import check_known
from .scenario_blocks import Scenario


def check_variants(scenario: Scenario, board: Board, name: str) -> None:
    """Raise an error that names the file, the block and the field."""
    if scenario.capital is not None:
        area_in_play(board, scenario.capital.area, f"{name}: capital.area")
        check_known(scenario.capital.display, f"{name}: capital.display")
    _check_bans(scenario, board, name)
    _check_empires(scenario, name)
    _check_unions(scenario, name)


def _check_empires(scenario: Scenario, name: str) -> None:
    """Empires and their foes are factions of the scenario."""
    for empire, block in scenario.empires.items():
        for faction, where in ((empire, "empires"), (block.foe, f"empires.{empire}.foe")):
            if faction and not scenario.find_factions([faction]):
                raise DataError(f"{name}: {where}: {faction}: not a civilization of this scenario")
    if scenario.cards_abroad != "free" and not scenario.empires:
        raise DataError(f"{name}: cards_abroad: empires are missing")


def _check_bans(scenario: Scenario, board: Board, name: str) -> None:
    """Bans speak of factions and areas of the scenario, and say where they hold."""
    for i, ban in enumerate(scenario.bans):
        where = f"{name}: bans[{i}]"
        for field, names in (("who", ban.who), ("with", ban.with_), ("gold", ban.gold)):
            for faction in names:
                if not scenario.find_factions([faction]):
                    raise DataError(f"{where}.{field}: {faction}: not a civilization of this scenario")
        for area in ban.areas:
            area_in_play(board, area, f"{where}.areas")
        if not (ban.areas or ban.with_ or ban.gold or ban.unoccupied):
            raise DataError(f"{where}: one of areas, with, gold, unoccupied is needed")
        if (ban.home or ban.contest or ban.discs > 1) and not ban.with_:
            raise DataError(f"{where}.with: home, contest and discs need somebody here")
        for turn in ban.turns:
            if turn > scenario.clock.turns:
                raise DataError(f"{where}.turns: {turn}; there are {scenario.clock.turns}")


def _check_unions(scenario: Scenario, name: str) -> None:
    """Two different factions of the scenario each, and nobody in two unions."""
    seen: set[str] = set()
    for i, union in enumerate(scenario.unions):
        for faction in union.factions:
            where = f"{name}: unions[{i}].factions: {faction}"
            if scenario.find_factions([faction]).bit_count() != 1:
                raise DataError(f"{where}: not a faction of this scenario")
            if faction in seen:
                raise DataError(f"{where}: appears more than once")
            seen.add(faction)
