"""Created games: what is decided before the game makes a scenario of it (EXP-01 to 11)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from ..errors import DataError
from .board import load_board
from .civilizations import check_known, load_civilizations
from .scenario_blocks import CHOSEN, DRAWN, BoardBlock, FactionBlock, Scenario

Map = Literal["full", "western", "extended_western", "eastern", "extended_eastern"]
Colour = Literal["purple", "red", "green", "blue", "brown"]  # yellow discs are for the bag (EXP-07)
COLOURS: tuple[Colour, ...] = ("purple", "red", "green", "blue", "brown")
MOST_NPCS = 4
COMPANIONS = {"minos": "phoenicia", "phoenicia": "minos"}  # one needs the other (EXP-08)


class CreatedOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The decisions that make a created game (EXP-02). What is not given is as the scenario has it."""

    map: Map = "full"
    players: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)] = (CHOSEN,)  # their civilizations
    npcs: Annotated[int, msgspec.Meta(ge=0)] | tuple[str, ...] | None = None  # known ones: number or names
    unknown: Annotated[int, msgspec.Meta(ge=0)] | None = None  # that appear in the course of the game
    pool: tuple[str, ...] | None = None  # what NPCs are drawn from; none: all that are at home on the map
    without: tuple[str, ...] = ()  # never drawn (EX-36)
    colours: tuple[Colour, ...] = ()  # by civilization


def create(scenario: Scenario, options: CreatedOptions) -> Scenario:
    """The created game that these decisions make."""
    if scenario.kind != "created":
        raise DataError(f"options: created: {scenario.id} is no created game")
    board = BoardBlock(None if options.map == "full" else options.map)
    at_home = [c.id for c in load_civilizations() if c.id in load_board(board.cut_line).homes]
    players = options.players
    npcs = _with_companions(players, _known(scenario, options), at_home)
    unknown = _unknown(scenario, options)
    _check_number(players, npcs, unknown)
    given = _given(players, npcs, at_home)
    alone = [c for c in COMPANIONS if COMPANIONS[c] not in given]  # nobody chooses one without the other
    choice = [c for c in at_home if c not in (*given, *alone)]
    pool = [c for c in _pool(options, at_home) if c not in given]
    _check_left(players, npcs, choice, [c for c in pool if c in at_home])
    colours = _colours(options.colours, len(players) + len(npcs) + unknown)
    roles = [*((c, False) for c in (*players, *npcs)), *[(DRAWN, True)] * unknown]
    return replace(
        scenario,
        board=board,
        factions=tuple(
            FactionBlock(player=i, colour=colour, civilization=civilization, dormant=later, npc=later)
            for i, (colour, (civilization, later)) in enumerate(zip(colours, roles, strict=True))
        ),
        choice=tuple(choice),
        npc_choice=tuple(pool),
        npcs=tuple(range(len(players), len(roles))),
    )


def _known(scenario: Scenario, options: CreatedOptions) -> tuple[str, ...]:
    """The NPCs known from the start, by name or `drawn`."""
    if isinstance(options.npcs, tuple):
        return options.npcs
    n = options.npcs
    if n is None:
        n = len([seat for seat in scenario.npcs if not scenario.factions[seat].dormant])
    return (DRAWN,) * n


def _unknown(scenario: Scenario, options: CreatedOptions) -> int:
    """How many NPCs appear later: none in a standard game, at least one in Exploration (EXP-01)."""
    usual = len([faction for faction in scenario.factions if faction.dormant])
    n = usual if options.unknown is None else options.unknown
    if bool(n) != bool(usual):
        why = "at least one NPC is unknown" if usual else "all NPCs are known; see created_exploration"
        raise DataError(f"options: created.unknown: {n}; in {scenario.id} {why}")
    return n


def _with_companions(players: tuple[str, ...], npcs: tuple[str, ...], at_home: list[str]) -> tuple[str, ...]:
    """Whoever plays Minos or Phoenicia meets the other one as a further known NPC (EXP-08)."""
    for civilization, other in COMPANIONS.items():
        if civilization in players and other not in (*players, *npcs):
            if other not in at_home:
                raise DataError(
                    f"options: created.players: {civilization} needs {other}, which has no home on this map"
                )
            npcs = (*npcs, other)
    return npcs


def _check_number(players: tuple[str, ...], npcs: tuple[str, ...], unknown: int) -> None:
    """Four NPCs at most, not counting companions, and a colour for everybody."""
    n = len(npcs) + unknown
    companions = sum(COMPANIONS.get(civilization, "") in npcs for civilization in players)
    if n - companions > MOST_NPCS:
        raise DataError(f"options: created.npcs: {n} NPCs; {MOST_NPCS} at most")
    if len(players) + n > len(COLOURS):
        raise DataError(
            f"options: created: {len(players) + n} civilizations; there are {len(COLOURS)} colours for them"
        )
    if len(players) + n < 2:
        raise DataError("options: created.npcs: 0; a single player needs somebody to play against")


def _given(players: tuple[str, ...], npcs: tuple[str, ...], at_home: list[str]) -> list[str]:
    """The civilizations named, each once and at home on the map (EXP-04)."""
    given: list[str] = []
    for field, names, open_ in (("players", players, CHOSEN), ("npcs", npcs, DRAWN)):
        for name in names:
            if name == open_:
                continue
            check_known(name, f"options: created.{field}")
            if name not in at_home:
                raise DataError(f"options: created.{field}: {name} has no home on this map")
            if name in given:
                raise DataError(f"options: created.{field}: {name} appears more than once")
            given.append(name)
    return given


def _check_left(players: tuple[str, ...], npcs: tuple[str, ...], choice: list[str], pool: list[str]) -> None:
    """Whatever players choose, enough is left for them and for the NPCs that are drawn after them."""
    choosing, drawn = players.count(CHOSEN), npcs.count(DRAWN)
    if choosing > len(choice):
        raise DataError(f"options: created.players: {choosing} choose, {len(choice)} civilizations are left")
    least = len(pool) - min(choosing, len({*choice} & {*pool}))
    if drawn > least:
        raise DataError(f"options: created.npcs: {drawn} are drawn, {least} civilizations may be left")


def _pool(options: CreatedOptions, at_home: list[str]) -> list[str]:
    """What can be drawn for NPCs: all at home on the map, or those asked for, at home or not (EX-36)."""
    for field, names in (("pool", options.pool or ()), ("without", options.without)):
        for name in names:
            check_known(name, f"options: created.{field}")
    pool = at_home if options.pool is None else list(dict.fromkeys(options.pool))
    return [name for name in pool if name not in options.without]


def _colours(given: tuple[Colour, ...], n: int) -> list[Colour]:
    if len(set(given)) != len(given) or len(given) > n:
        raise DataError(f"options: created.colours: at most {n}, each once")
    return [*given, *(colour for colour in COLOURS if colour not in given)][:n]
