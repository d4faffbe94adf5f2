"""What must hold in the blocks of Hannibal's war: known factions, areas in play, tables without gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..errors import DataError
from ..kernel.actions import N_CARDS
from .board import Board, area_in_play
from .hannibal_blocks import ConsulsBlock, MarchBlock, MinorStatesBlock
from .scenario_blocks import BARBARIANS, Scenario


def check_war(scenario: Scenario, board: Board, name: str) -> None:
    """Raise an error that names the file, the block and the field."""

    def factions(given: Iterable[str], where: str) -> None:
        for faction in given:
            if scenario.find_factions([faction]).bit_count() != 1:
                raise DataError(f"{name}: {where}: {faction}: not a faction of this scenario")

    def areas(given: Iterable[str], where: str) -> None:
        for area in given:
            area_in_play(board, area, f"{name}: {where}")

    if scenario.march is not None:
        _check_march(scenario, scenario.march, name, factions, areas)
    if scenario.minor_states is not None:
        _check_minor_states(scenario.minor_states, name, factions, areas)
    if scenario.consuls is not None:
        _check_consuls(scenario.consuls, name, factions, areas)
    for i, walls in enumerate(scenario.walls):
        factions((walls.of, *walls.enemies), f"walls[{i}]")
        areas([walls.area], f"walls[{i}].area")


_Names = Callable[[Iterable[str], str], None]


def _check_march(scenario: Scenario, march: MarchBlock, name: str, factions: _Names, areas: _Names) -> None:
    factions([march.who], "march.who")
    for i, stage in enumerate(march.stages):
        where = f"march.stages[{i}]"
        areas([stage.area, stage.failure or stage.area], where)
        discs = scenario.setup.barbarians
        if stage.replaces != BARBARIANS:
            factions([stage.replaces], f"{where}.replaces")
            discs = scenario.setup.discs.get(stage.replaces, {})
        if stage.area not in discs:
            raise DataError(f"{name}: {where}.replaces: {stage.replaces}: has no disc in {stage.area}")


def _check_minor_states(states: MinorStatesBlock, name: str, factions: _Names, areas: _Names) -> None:
    factions((states.payer, states.ally, states.client, states.rebels_join), "minor_states")
    areas(states.base, "minor_states.base")
    areas(states.refuge, "minor_states.refuge")
    if not states.cup.white + states.cup.black + states.cup.yellow:
        raise DataError(f"{name}: minor_states.cup: no disc in it")


def _check_consuls(consuls: ConsulsBlock, name: str, factions: _Names, areas: _Names) -> None:
    factions([consuls.of], "consuls.of")
    areas([consuls.home, *consuls.client_areas], "consuls")
    last = [row.up_to for row in consuls.rows]
    if last != sorted(set(last)) or last[-1] != N_CARDS:
        raise DataError(f"{name}: consuls.rows: up_to must rise to {N_CARDS}")
