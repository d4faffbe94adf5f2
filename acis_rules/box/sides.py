"""Who stands with whom: sides that win together, friends and enemies of the scenario."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import DataError
from ..kernel.bits import mask_of, members
from ..kernel.types import Factions
from .scenario_blocks import Scenario
from .victory_blocks import SideBlock


class Side(NamedTuple):
    """Factions whose VP are added up, divided, and compared with those of other sides."""

    name: str
    factions: Factions
    divisor: int = 1
    round_down: bool = False


def sides_of(scenario: Scenario, teams: tuple[Factions, ...] = ()) -> tuple[Side, ...]:
    """The teams that were agreed on, or the sides of the file; without any, every player is one."""
    if teams:
        return tuple(Side("", team) for team in teams)
    if scenario.sides:
        return tuple(
            Side(name, scenario.find_factions(block.factions), _divisor(scenario, block), block.round_down)
            for name, block in scenario.sides.items()
        )
    out = []
    for player in range(scenario.players):
        own = [f for f, faction in enumerate(scenario.factions) if faction.player == player]
        out.append(Side("", mask_of(own), scenario.factions[own[-1]].divisor))
    return tuple(out)


def seats_on_sides(sides: tuple[Side, ...], player: tuple[int, ...]) -> tuple[int, ...]:
    """By seat: the number of its side. A player with factions of two sides could not win or lose."""
    out = []
    for seat in range(len(set(player))):
        own = mask_of(f for f, owner in enumerate(player) if owner == seat)
        of = [number for number, side in enumerate(sides) if side.factions & own]
        if len(of) != 1:
            raise DataError(f"options: players: seat {seat} has factions of several sides")
        out += of
    return tuple(out)


def friends_of(scenario: Scenario) -> tuple[Factions, ...]:
    """By faction: its friends."""
    return _others(scenario, scenario.relations.friends)


def neutral_to(scenario: Scenario) -> tuple[Factions, ...]:
    """By faction: those who are neither its friends nor its enemies."""
    return _others(scenario, scenario.relations.neutral)


def always_enemies(scenario: Scenario) -> tuple[Factions, ...]:
    """By faction: those who are its enemies whatever the rules of NPCs say."""
    return _others(scenario, scenario.relations.enemies)


def _others(scenario: Scenario, groups: tuple[tuple[str, ...], ...]) -> tuple[Factions, ...]:
    out = [0] * len(scenario.factions)
    for names in groups:
        group = scenario.find_factions(names)
        for faction in members(group):
            out[faction] |= group & ~(1 << faction)
    return tuple(out)


def _divisor(scenario: Scenario, block: SideBlock) -> int:
    """What the VP of a side are divided by; an average counts those who have VP."""
    scoring = [f for f in scenario.factions if f.key in block.factions and f.scores]
    return max(1, len(scoring)) if block.average else block.divisor
