"""The bans of a scenario, with factions and areas by number."""

from __future__ import annotations

from typing import NamedTuple

from ..kernel.bits import mask_of
from ..kernel.types import Areas, Factions
from .board import Board
from .scenario_blocks import Scenario


class Ban(NamedTuple):
    """Where some factions may not place discs; see `BanBlock`."""

    who: Factions
    areas: Areas  # at most there
    others: Factions = 0  # whose discs, or homes, make the ban hold in an area
    discs: int = 1
    contest: bool = False
    home: bool = False
    gold: Factions = 0
    unoccupied: bool = False
    chain: bool = False
    turns: int = 0  # of the first Epoch, as bits; 0: always
    phases: frozenset[str] = frozenset()  # empty: in all
    lasting: bool = False  # it speaks of those who are reborn, too


def resolved(scenario: Scenario, board: Board) -> tuple[Ban, ...]:
    """The bans of a scenario file."""
    out = []
    for ban in scenario.bans:
        areas = mask_of(map(board.find, ban.areas))
        out.append(
            Ban(
                who=scenario.find_factions(ban.who),
                areas=board.in_play & ~areas if ban.elsewhere or not areas else areas,
                others=scenario.find_factions(ban.with_),
                discs=ban.discs,
                contest=ban.contest,
                home=ban.home,
                gold=scenario.find_factions(ban.gold),
                unoccupied=ban.unoccupied,
                chain=ban.chain,
                turns=mask_of(ban.turns),
                phases=frozenset(ban.phases),
            )
        )
    return tuple(out)
