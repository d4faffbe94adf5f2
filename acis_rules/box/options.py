"""What players agree on before the game, and how it changes the scenario they play."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from ..effects.base import Count
from ..errors import DataError, shown
from .created import CreatedOptions, create
from .scenario_blocks import CHOSEN, DISCS_PER_COLOUR, DRAWN, FactionBlock, Scenario
from .victory_blocks import Epoch

MOST_WITH_TWO_COLOURS = 3  # civilizations
TIME_MARCHES_ON = 62
VpLimit = Annotated[int, msgspec.Meta(ge=1, le=9999)]
StartingWonders = Annotated[int, msgspec.Meta(ge=0, le=2)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What players agree on before the game (OPT rules, and two open readings of the rules).

    Each field has its meaning below it, with the numbers of its rules: `acis options` prints them.
    """

    deck: str | None = None
    """A deck file to play with instead of the game's own."""

    civilizations: tuple[str, ...] | None = None
    """The civilization of each faction, such as [egypt, troy]; none: chosen in turn order."""

    turn_order: tuple[int, ...] | None = None
    """The factions by number, first to last, such as [1, 0]; none: random."""

    players: tuple[int, ...] | None = None
    """The seat that runs each faction, such as [0, 1, 0, 1] for two civilizations each; none: as the
    scenario has it (MULTI-01)."""

    single: int | None = None
    """A faction that plays alone against a player with the two others (ONE2-01)."""

    divisor: Literal[3, 4, 5] = 4
    """With `single`: the score of the player with two civilizations is their sum divided by this
    (ONE2-13, ONE2-15)."""

    teams: tuple[tuple[int, ...], ...] = ()
    """Seats that play together, such as [[0, 2], [1, 3]]: teams of the same size (TEAM-01)."""

    single_winner: bool = False
    """With `teams`: of the best team only its best civilization wins (TEAM-09)."""

    team_hands: bool = False
    """With `teams`: partners see each other's cards (TEAM-03)."""

    handicaps: tuple[dict[str, int], ...] = ()
    """For each faction the numbers of the scenario that differ for it, such as [{base_draw: 4}, {}]
    (OPT-05, OPT-06, OPT-09, OPT-10, DIFF-02, DIFF-03, DIFF-06, DIFF-07)."""

    epochs: tuple[Epoch, Epoch] | None = None
    """The first and the last Epoch played, such as [2, 3]; none: those of the scenario (GAME-03)."""

    full_last_epoch: bool = False
    """No Sudden End in the last Epoch (EXP-16)."""

    vp_limit: VpLimit | None = None
    """The game ends with the turn in which a civilization has so many VP: 25 for a short game, 50, 75 or
    100 (EXP-17)."""

    double_discs: bool = False
    """A second colour for everybody, with up to three civilizations (DBL-01)."""

    starting_wonders: StartingWonders = 0
    """Wonders each civilization begins with, in scenarios that begin after Epoch I (WSTART-01)."""

    final_epoch_event: bool = False
    """An Epoch Change event at the end of the final Epoch, too (OPT-01)."""

    barbarian_hordes: bool = False
    """The discs of a colour that nobody uses are added to the Barbarians (OPT-03)."""

    aeneas_uses: Count = 1
    """How often a civilization may invoke Aeneas; 0: never (OPT-11, OPT-12, DIFF-08, DIFF-09)."""

    final_aeneas: bool = False
    """Aeneas may be invoked in the final Epoch, too (OPT-11, DIFF-08)."""

    variants: tuple[str, ...] = ()
    """Variants of the scenario, laid over it one after the other; `acis scenarios NAME` lists them."""

    rules: tuple[str, ...] = ()
    """Optional rules that the scenario offers, see `acis scenarios NAME`; gold: the Gold rules in any
    scenario (GOLD-01)."""

    minimum_growth_counts: Literal["everything", "base"] = "everything"
    """What the minimum of 3 discs is compared with; base: special discs come on top (GRO-11)."""

    npcs: tuple[int, ...] = ()
    """Seats run by the game system, such as [1, 2]: the solitaire rules hold. Give these seats to the
    player `npc` (NPC-01)."""

    npc_civilizations: Literal["chosen", "drawn"] = "chosen"
    """What NPCs play; drawn: at random, after the players have chosen (GAME-01)."""

    unknown: tuple[int, ...] = ()
    """In a gaming situation: seats of NPCs that appear in the course of the game (GAME-02)."""

    created: CreatedOptions | None = None
    """What a created game is made of, such as {map: western, players: [rome], npcs: 2}; none: as the
    scenario has it (EXP-02)."""

    npc_bonus_vp: Count | None = None
    """VP for each NPC in every Victory Count; none: 2, but 0 in Historical scenarios (OPT-04, NPC-125)."""

    invader_growth: Literal[-4, -2, 0, 2, 4] = 0
    """Discs more or fewer in the minimum growth of Invaders (OPT-07, OPT-08, DIFF-04, DIFF-05)."""

    invader_cards: Literal[0, 1, 2] | None = None
    """Bonus cards of Invaders who get any in the Draw step; none: as the scenario has it (OPT-07, OPT-08,
    DIFF-04, DIFF-05)."""

    npc_ties: Literal["A", "B"] = "A"
    """How NPCs choose between equals (NPC-04)."""

    npc_hostility: bool | None = None
    """NPCs are nobody's enemies at first; peace and war are determined. none: so everywhere but in
    Historical scenarios (HOS-01)."""


def adapted(scenario: Scenario, options: Options) -> Scenario:
    """The scenario as the options change it."""
    if options.created is not None:
        scenario = create(scenario, options.created)
    scenario = _with_npcs(scenario, options)
    if options.players is not None:
        _check_shares(scenario, options.players)
        scenario = replace(scenario, factions=_run_by(scenario.factions, options.players))
    if options.epochs is not None:
        first, last = options.epochs
        if first > last:
            raise DataError(
                f"options: epochs: [{first}, {last}]; possible: the last one not before the first"
            )
        scenario = replace(scenario, clock=replace(scenario.clock, first_epoch=first, last_epoch=last))
    if options.single is not None:
        scenario = _one_against_two(scenario, options)
    if options.final_aeneas:
        knobs = {"final_aeneas": 1}
        factions = tuple(replace(f, knobs=f.knobs | knobs) for f in scenario.factions)
        scenario = replace(scenario, factions=factions)
    if options.invader_growth or options.invader_cards is not None:
        scenario = replace(scenario, factions=_invaders(scenario, options))
    if options.handicaps:
        scenario = replace(scenario, factions=_handicapped(scenario.factions, options.handicaps))
    if options.double_discs:
        n = len(scenario.factions)
        if n > MOST_WITH_TWO_COLOURS:
            raise DataError(
                f"options: double_discs: true; possible with {MOST_WITH_TWO_COLOURS} civilizations at most, "
                f"here are {n}"
            )
        pool = 2 * DISCS_PER_COLOUR
        scenario = replace(scenario, factions=tuple(replace(f, pool=pool) for f in scenario.factions))
    if options.starting_wonders and scenario.clock.first_epoch == 1:
        raise DataError(
            f"options: starting_wonders: {options.starting_wonders}; possible only in scenarios that begin "
            "after Epoch I"
        )
    return scenario


def _with_npcs(scenario: Scenario, options: Options) -> Scenario:
    """NPCs whose civilizations are drawn, and those that nobody knows yet (GAME-01, GAME-02)."""
    npcs = options.npcs or scenario.npcs
    unknown = options.unknown
    if not unknown and options.npc_civilizations == CHOSEN:
        return scenario
    if unknown and scenario.kind != "gaming":
        raise DataError(f"options: unknown: {scenario.id} is no gaming situation (GAME-02)")
    if unknown and any(faction.colour == "yellow" for faction in scenario.factions):
        raise DataError(
            f"options: unknown: {scenario.id} needs the yellow discs, which go into the bag (EXP-07)"
        )
    if len(set(unknown)) != len(unknown) or not set(unknown) <= set(npcs):
        raise DataError("options: unknown: must list seats of npcs, each once")
    if unknown and all(faction.player in unknown for faction in scenario.factions):
        raise DataError("options: unknown: somebody has to be there to explore")
    drawn = npcs if options.npc_civilizations == DRAWN else unknown
    factions = tuple(
        replace(
            faction,
            civilization=DRAWN
            if faction.player in drawn and faction.civilization == CHOSEN
            else faction.civilization,
            dormant=faction.dormant or faction.player in unknown,
            npc=faction.npc or faction.player in unknown,
        )
        for faction in scenario.factions
    )
    return replace(scenario, factions=factions)


def _run_by(factions: tuple[FactionBlock, ...], players: tuple[int, ...]) -> tuple[FactionBlock, ...]:
    if len(players) != len(factions) or sorted(set(players)) != list(range(len(set(players)))):
        raise DataError(
            f"options: players: {shown(list(players))}; possible: {len(factions)} numbers, one for each "
            "civilization, which begin with 0 and leave no gap"
        )
    return tuple(replace(f, player=player) for f, player in zip(factions, players, strict=True))


def _check_shares(scenario: Scenario, players: tuple[int, ...]) -> None:
    """Who has half the VP of two civilizations has just these two (ROME1-V2)."""
    seats = tuple(faction.player for faction in scenario.factions)
    if players != seats and any(faction.divisor != 1 for faction in scenario.factions):
        raise DataError(
            f"options: players: {shown(list(players))}; possible: {list(seats)}, since {scenario.id} divides "
            "the VP of a player"
        )


def _handicapped(
    factions: tuple[FactionBlock, ...], handicaps: tuple[dict[str, int], ...]
) -> tuple[FactionBlock, ...]:
    if len(handicaps) != len(factions):
        raise DataError(
            f"options: handicaps: {len(handicaps)} given; possible: {len(factions)}, one for each "
            "civilization"
        )
    return tuple(
        replace(
            faction,
            knobs=faction.knobs | own,
            npc_knobs={name: n for name, n in faction.npc_knobs.items() if name not in own},
        )
        for faction, own in zip(factions, handicaps, strict=True)
    )


def _invaders(scenario: Scenario, options: Options) -> tuple[FactionBlock, ...]:
    """Invaders stronger or weaker than the scenario has them (OPT-07, OPT-08)."""
    if not any(faction.invader for faction in scenario.factions):
        field = "invader_growth" if options.invader_growth else "invader_cards"
        raise DataError(f"options: {field}: possible only in scenarios with Invaders")
    return tuple(
        _as_strong(scenario, faction, options) if faction.invader else faction
        for faction in scenario.factions
    )


def _as_strong(scenario: Scenario, faction: FactionBlock, options: Options) -> FactionBlock:
    """The Invader with other numbers, whether a player or the game system runs it."""

    def least(minimum: int) -> int:
        return max(0, minimum + options.invader_growth)

    def numbers(npc: bool) -> dict[str, int]:
        knobs = scenario.knobs_of(faction, "options", npc)
        cards = knobs.bonus_draw
        if cards and options.invader_cards is not None:
            cards = options.invader_cards
        return {"minimum_growth": least(knobs.minimum_growth), "bonus_draw": cards}

    return replace(
        faction,
        knobs=faction.knobs | numbers(npc=False),
        npc_knobs=faction.npc_knobs | numbers(npc=True),
        growth_by_epoch={epoch: least(n) for epoch, n in faction.growth_by_epoch.items()},
    )


def _one_against_two(scenario: Scenario, options: Options) -> Scenario:
    """One civilization, with more of everything, against two of one player, over two Epochs (ONE2 rules)."""
    n = len(scenario.factions)
    if scenario.kind == "created":
        raise DataError("options: single: not in a created game")
    if n != 3 or not scenario.setup.placement:
        raise DataError(
            f"options: single: {options.single}; possible only in scenarios of three civilizations with the "
            "default setup"
        )
    if options.single not in range(n) or options.players is not None:
        raise DataError(f"options: single: {options.single}; possible: 0 to {n - 1}, without players")
    clock = scenario.clock
    if options.epochs is None:
        clock = replace(clock, last_epoch=clock.first_epoch + 1)
    elif clock.last_epoch != clock.first_epoch + 1:
        raise DataError(
            f"options: epochs: {list(options.epochs)}; possible: two of them, for one against two (ONE2-11)"
        )
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
