"""What players agree on before the game, and how it changes the scenario they play."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from ..effects.base import LARGEST
from ..errors import DataError
from .scenario_blocks import DISCS_PER_COLOUR, FactionBlock, Scenario

MOST_WITH_TWO_COLOURS = 3  # civilizations
MOST_STARTING_WONDERS = 2
TIME_MARCHES_ON = 62
MOST_VP = 9999


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What players agree on before the game (OPT rules, and two open readings of the rules)."""

    deck: str | None = None  # a deck file to play with
    civilizations: tuple[str, ...] | None = None  # by faction; otherwise chosen in turn order
    turn_order: tuple[int, ...] | None = None  # factions, first to last; otherwise random
    players: tuple[int, ...] | None = None  # by faction: who runs it; several each are possible (MULTI-01)
    single: int | None = None  # this faction alone against a player with the two others (ONE2-01)
    divisor: Literal[3, 4, 5] = 4  # of the score of the player with two (ONE2-13, ONE2-15)
    handicaps: tuple[dict[str, int], ...] = ()  # by faction: knobs of the scenario that differ (DIFF rules)
    epochs: tuple[int, int] | None = None  # the first and the last one played (GAME-03)
    full_last_epoch: bool = False  # no Sudden End in the last one (EXP-16)
    vp_limit: Annotated[int, msgspec.Meta(le=MOST_VP)] | None = (
        None  # the game ends with the turn in which somebody has so many VP (EXP-17)
    )
    double_discs: bool = False  # a second colour for everybody, up to three civilizations (DBL-01)
    starting_wonders: int = 0  # Wonders each civilization begins with, 0 to 2 (WSTART-01)
    final_epoch_event: bool = False  # OPT-01
    barbarian_hordes: bool = False  # OPT-03
    aeneas_uses: Annotated[int, msgspec.Meta(le=LARGEST)] = 1  # OPT-12
    variants: tuple[str, ...] = ()  # of the scenario, laid over it one after the other
    rules: tuple[str, ...] = ()  # optional ones that the scenario offers; "gold": the Gold rules anywhere
    minimum_growth_counts: Literal["everything", "base"] = "everything"  # GRO-11
    npcs: tuple[int, ...] = ()  # seats run by the game system: the solitaire rules hold (NPC-01)
    npc_bonus_vp: Annotated[int, msgspec.Meta(le=LARGEST)] | None = None  # for each in every Victory Count;
    # none: 2 or 0 (OPT-04)
    npc_ties: Literal["A", "B"] = "A"  # how they choose between equals (NPC-04)
    npc_hostility: bool | None = None  # nobody's enemies at first; peace and war are determined (HOS-01)


def adapted(scenario: Scenario, options: Options) -> Scenario:
    """The scenario as the options change it."""
    if options.players is not None:
        scenario = replace(scenario, factions=_run_by(scenario.factions, options.players))
    if options.epochs is not None:
        first, last = options.epochs
        if not 1 <= first <= last <= 4:
            raise DataError(f"options: epochs: {first} to {last}; 1 to 4 are possible")
        scenario = replace(scenario, clock=replace(scenario.clock, first_epoch=first, last_epoch=last))
    if options.vp_limit is not None and options.vp_limit < 1:
        raise DataError(f"options: vp_limit: {options.vp_limit}; at least 1 is needed")
    if options.single is not None:
        scenario = _one_against_two(scenario, options)
    if options.handicaps:
        scenario = replace(scenario, factions=_handicapped(scenario.factions, options.handicaps))
    if options.double_discs:
        n = len(scenario.factions)
        if n > MOST_WITH_TWO_COLOURS:
            raise DataError(f"options: double_discs: {n} civilizations; {MOST_WITH_TWO_COLOURS} at most")
        pool = 2 * DISCS_PER_COLOUR
        scenario = replace(scenario, factions=tuple(replace(f, pool=pool) for f in scenario.factions))
    if not 0 <= options.starting_wonders <= MOST_STARTING_WONDERS:
        raise DataError(f"options: starting_wonders: 0 to {MOST_STARTING_WONDERS} are possible")
    if options.starting_wonders and scenario.clock.first_epoch == 1:
        raise DataError("options: starting_wonders: only in scenarios that begin after Epoch I")
    return scenario


def _run_by(factions: tuple[FactionBlock, ...], players: tuple[int, ...]) -> tuple[FactionBlock, ...]:
    if len(players) != len(factions) or sorted(set(players)) != list(range(len(set(players)))):
        raise DataError(
            f"options: players: {len(factions)} numbers are needed, one for each civilization; "
            "they begin with 0 and leave no gap"
        )
    return tuple(replace(f, player=player) for f, player in zip(factions, players, strict=True))


def _handicapped(
    factions: tuple[FactionBlock, ...], handicaps: tuple[dict[str, int], ...]
) -> tuple[FactionBlock, ...]:
    if len(handicaps) != len(factions):
        raise DataError(f"options: handicaps: {len(factions)} are needed, one for each civilization")
    return tuple(
        replace(faction, knobs=faction.knobs | own) for faction, own in zip(factions, handicaps, strict=True)
    )


def _one_against_two(scenario: Scenario, options: Options) -> Scenario:
    """One civilization, with more of everything, against two of one player, over two Epochs (ONE2 rules)."""
    n = len(scenario.factions)
    if n != 3 or not scenario.setup.placement:
        raise DataError("options: single: needs a scenario of three civilizations with the default setup")
    if options.single not in range(n) or options.players is not None:
        raise DataError(f"options: single: one of 0 to {n - 1}, and without players")
    clock = scenario.clock
    if options.epochs is None:
        clock = replace(clock, last_epoch=clock.first_epoch + 1)
    elif clock.last_epoch != clock.first_epoch + 1:
        raise DataError("options: epochs: one against two play two of them (ONE2-11)")
    alone = {"minimum_growth": 6, "base_draw": 4, "aeneas_percent": 150, "final_aeneas": 1}
    each = {"hand_limit": 4, "opening_hand": 4}
    factions = tuple(
        replace(faction, player=0, knobs=alone, placement=16)
        if i == options.single
        else replace(faction, player=1, knobs=each, divisor=options.divisor)
        for i, faction in enumerate(scenario.factions)
    )
    deck = replace(scenario.deck, boxed=(*scenario.deck.boxed, TIME_MARCHES_ON))
    return replace(scenario, factions=factions, deck=deck, clock=clock)
