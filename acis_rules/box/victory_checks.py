"""What must hold in the blocks about relations, sides, scoring, Gold and victory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import DataError
from .board import Board, area_in_play
from .scenario_blocks import Scenario
from .victory_blocks import EVERYBODY


def check_victory(scenario: Scenario, board: Board, name: str) -> None:
    """Raise an error that names the file, the block and the field."""
    known = {faction.key for faction in scenario.factions} | set(scenario.choice)
    for where, names in _factions_named(scenario, name):
        for one in names:
            if one not in known | {EVERYBODY}:
                raise DataError(f"{name}: {where}: {one}: not a civilization of this scenario")
    for where, names in _sides_named(scenario):
        for one in names:
            if one not in known | set(scenario.sides):
                raise DataError(f"{name}: {where}: {one}: neither a side nor a civilization of this scenario")
    for where, areas in _areas_named(scenario):
        for area in areas:
            area_in_play(board, area, f"{name}: {where}")
    _check_sides(scenario, name)
    final = scenario.victory.final
    if final is not None and (final.lead or final.gold) and not final.otherwise:
        raise DataError(f"{name}: victory.final.otherwise: who wins if it lacks that?")


def _factions_named(scenario: Scenario, name: str) -> Iterator[tuple[str, Iterable[str]]]:
    """Places at which factions stand, and which."""
    for i, group in enumerate(scenario.relations.friends):
        yield f"relations.friends[{i}]", group
    for i, group in enumerate(scenario.relations.enemies):
        yield f"relations.enemies[{i}]", group
    for i, group in enumerate(scenario.relations.neutral):
        yield f"relations.neutral[{i}]", group
    for side, block in scenario.sides.items():
        yield f"sides.{side}.factions", block.factions
    scoring = scenario.scoring
    if scoring.cities is not None:
        yield "scoring.cities.but_on_gold_of", scoring.cities.but_on_gold_of
    for i, source in enumerate(scoring.sources):
        yield f"scoring.sources[{i}]", (*source.who, *source.discs_of, *source.gold_of)
    yield "gold.looters", scenario.gold.looters
    yield "gold.loot", scenario.gold.loot
    for i, monitor in enumerate(scenario.victory.monitors):
        named = (*monitor.control, *monitor.no_gold, *monitor.no_discs, *monitor.wonder_areas)
        if not named:
            raise DataError(f"{name}: victory.monitors[{i}]: asks for nothing")
        yield f"victory.monitors[{i}]", named


def _sides_named(scenario: Scenario) -> Iterator[tuple[str, Iterable[str]]]:
    """Places at which sides or factions stand."""
    victory = scenario.victory
    for i, monitor in enumerate(victory.monitors):
        yield f"victory.monitors[{i}].wins", (monitor.wins,)
    if victory.final is not None:
        yield "victory.final", filter(None, (victory.final.side, victory.final.otherwise))
    yield "victory.tie.first", victory.tie.first
    for i, grade in enumerate(victory.grades):
        yield f"victory.grades[{i}]", filter(None, (grade.side, grade.fewer_than, grade.more_than))


def _areas_named(scenario: Scenario) -> Iterator[tuple[str, Iterable[str]]]:
    """Places at which areas stand."""
    scoring, victory = scenario.scoring, scenario.victory
    yield "victory.control", victory.control
    if scoring.cities is not None:
        yield "scoring.cities.but_in", scoring.cities.but_in
    for i, source in enumerate(scoring.sources):
        yield f"scoring.sources[{i}].areas", source.areas
    for i, monitor in enumerate(victory.monitors):
        for areas in monitor.control.values():
            yield f"victory.monitors[{i}].control", areas
    yield "victory.tie.control", filter(None, (victory.tie.control,))
    yield "gold.immune", scenario.gold.immune
    yield "huns.entry", () if scenario.huns is None else scenario.huns.entry


def _check_sides(scenario: Scenario, name: str) -> None:
    """With sides every faction is on one of them."""
    if not scenario.sides:
        return
    named = [one for block in scenario.sides.values() for one in block.factions]
    for faction in scenario.factions:
        if named.count(faction.key) != 1:
            raise DataError(f"{name}: sides: {faction.key} must be on one side")
    for faction in scenario.factions:
        if faction.divisor != 1:
            raise DataError(f"{name}: sides: {faction.key} has a divisor of its own")
