"""What must hold in a scenario file beyond the types of its fields."""

from __future__ import annotations

from ..effects.discs import Barbarians
from ..errors import DataError
from .board import Board, area_in_play, load_board
from .card_checks import check_cards
from .civilizations import check_known
from .deck_checks import check_asks_nothing, check_operations
from .displays import check_display
from .epoch_rows import load_table
from .hannibal_checks import check_war
from .npc_checks import check_npc
from .scenario_blocks import (
    BARBARIANS,
    CHOSEN,
    DRAWN,
    NO_CIVILIZATION,
    ClockBlock,
    EntryBlock,
    FactionBlock,
    Scenario,
)
from .setup_checks import check_setup
from .variant_checks import check_variants
from .victory_checks import check_victory


def check_scenario(scenario: Scenario, name: str) -> None:
    """Raise an error that names the file, the block and the field."""
    try:
        board = load_board(scenario.board.cut_line)
    except DataError as error:
        raise DataError(f"{name}: board.cut_line: {error}") from None
    _check_factions(scenario, board, name)
    _check_choice(scenario, name)
    _check_limits(scenario, name)
    check_setup(scenario, board, name)
    for seat in scenario.npcs:
        if seat >= scenario.players or scenario.npcs.count(seat) > 1:
            raise DataError(f"{name}: npcs: must list seats of 0 to {scenario.players - 1}, each once")
    check_variants(scenario, board, name)
    check_npc(scenario, board, name)
    check_victory(scenario, board, name)
    check_cards(scenario, board, name)
    check_war(scenario, board, name)
    clock = scenario.clock
    if clock.first_epoch > clock.last_epoch:
        raise DataError(
            f"{name}: clock.first_epoch: {clock.first_epoch} is after {clock.last_epoch}, the last"
        )
    _check_clock(clock, name)


def _check_clock(clock: ClockBlock, name: str) -> None:
    """Cards end an Epoch before its last turn; what ends it is known and asks nothing."""
    for turn in clock.sudden_end:
        if not 1 <= turn < clock.turns:
            raise DataError(f"{name}: clock.sudden_end: turn {turn}; 1 to {clock.turns - 1} are possible")
    rows = [row.effect for row in load_table()]
    for epoch, changes in clock.epoch_change.items():
        where = f"{name}: clock.epoch_change.{epoch}"
        if not clock.first_epoch <= epoch < clock.last_epoch:
            raise DataError(f"{where}: no Epoch follows")
        for i, change in enumerate(changes):
            if isinstance(change, str):
                if change not in rows:
                    raise DataError(f"{where}[{i}]: unknown row {change}; there are: {', '.join(rows)}")
            elif not isinstance(change, Barbarians) or change.areas:
                check_operations((change,), name, f"clock.epoch_change.{epoch}[{i}]", ())
                check_asks_nothing((change,), name, f"clock.epoch_change.{epoch}", "the end of an Epoch")


def _check_factions(scenario: Scenario, board: Board, name: str) -> None:
    """Everybody has a colour and a civilization of its own, and homes on the map."""
    colours: set[str] = set()
    names: set[str] = set()
    for i, faction in enumerate(scenario.factions):
        where = f"{name}: factions[{i}]"
        if faction.colour in colours:
            raise DataError(f"{where}.colour: {faction.colour} appears more than once")
        colours.add(faction.colour)
        if faction.civilization not in (CHOSEN, DRAWN, NO_CIVILIZATION):
            check_known(faction.civilization, f"{where}.civilization")
        if faction.key not in (CHOSEN, DRAWN):
            if faction.key in names:
                field = "id" if faction.id else "civilization"
                raise DataError(f"{where}.{field}: {faction.key} appears more than once")
            names.add(faction.key)
        _check_role(faction, where)
        for area in faction.home or ():
            area_in_play(board, area, f"{where}.home")
        if faction.entry is not None:
            _check_entry(faction.entry, board, f"{where}.entry")
        check_display(faction, where)
        if faction.returns is not None:
            area_in_play(board, faction.returns.first, f"{where}.returns.first")
            for other in faction.returns.weaker_than:
                if not scenario.find_factions([other]):
                    raise DataError(
                        f"{where}.returns.weaker_than: {other}: not a civilization of this scenario"
                    )
        if faction.display_home:
            area_in_play(board, faction.display_home, f"{where}.display_home")
        scenario.knobs_of(faction, f"{where}.knobs", npc=False)
        scenario.knobs_of(faction, f"{where}.npc_knobs", npc=True)
    for i, faction in enumerate(scenario.factions):
        if faction.patron and faction.patron not in names - {faction.key}:
            raise DataError(f"{name}: factions[{i}].patron: {faction.patron} is no other faction of the file")
        if faction.player >= scenario.players:
            raise DataError(
                f"{name}: factions[{i}].player: {faction.player}, but there are {scenario.players} players: "
                "their numbers begin with 0 and leave no gap"
            )


def _check_role(faction: FactionBlock, where: str) -> None:
    """A name that is nobody else's, and markers for tracks it is on."""
    if faction.civilization == NO_CIVILIZATION and not faction.id:
        raise DataError(f"{where}.id: is needed without a civilization")
    if faction.id in (CHOSEN, DRAWN, NO_CIVILIZATION, BARBARIANS):
        raise DataError(f"{where}.id: {faction.id} means something else")
    needed = faction.turn + faction.scores
    if faction.markers > needed:
        raise DataError(f"{where}.markers: {faction.markers}; without a turn or VP {needed} are enough")
    if faction.pool < faction.markers:
        raise DataError(f"{where}.pool: {faction.pool}; fewer than its markers")


def _check_entry(entry: EntryBlock, board: Board, where: str) -> None:
    """Areas in play, as many as the cards tell apart."""
    for area in entry.first:
        area_in_play(board, area, f"{where}.first")
    needed = {"parity": 2, "digit": 5}.get(entry.by)
    if needed and len(entry.first) != needed:
        raise DataError(f"{where}.first: {len(entry.first)} areas; by {entry.by} {needed} are needed")


def _check_choice(scenario: Scenario, name: str) -> None:
    """Civilizations to choose from: known, different, not given to somebody, and enough."""
    given = [faction.civilization for faction in scenario.factions]
    for i, civilization in enumerate(scenario.choice):
        where = f"{name}: choice[{i}]"
        check_known(civilization, where)
        if civilization in scenario.choice[:i]:
            raise DataError(f"{where}: {civilization} appears more than once")
        if civilization in given:
            raise DataError(
                f"{where}: {civilization} is not free: factions[{given.index(civilization)}] is it"
            )
    for i, civilization in enumerate(scenario.npc_choice or ()):
        check_known(civilization, f"{name}: npc_choice[{i}]")
    n = _picks(scenario)
    if n > len(scenario.choice):
        raise DataError(f"{name}: choice: {n} civilizations are to be chosen, {len(scenario.choice)} given")


def _picks(scenario: Scenario) -> int:
    """How many are chosen or drawn of `choice`."""
    of_choice = (CHOSEN,) if scenario.npc_choice is not None else (CHOSEN, DRAWN)
    return sum(faction.civilization in of_choice for faction in scenario.factions)


def _check_limits(scenario: Scenario, name: str) -> None:
    """Limits speak of civilizations to choose from, and nobody is ever left without a choice."""
    for i, limit in enumerate(scenario.limits):
        for civilization in limit.of:
            if civilization not in scenario.choice:
                raise DataError(f"{name}: limits[{i}].of: {civilization} is not one of the choice")
    taken: set[frozenset[str]] = {frozenset()}
    for n in range(_picks(scenario)):
        for civilizations in sorted(taken, key=sorted):
            if not scenario.free(civilizations):
                chosen = ", ".join(sorted(civilizations))
                raise DataError(f"{name}: limits: after the choice of {chosen} nobody can be the next")
        taken = {civilizations | {c} for civilizations in taken for c in scenario.free(civilizations)}
        assert all(len(civilizations) == n + 1 for civilizations in taken)
