"""Scenario files: which part of the map, who takes part, setup, deck, clock and numbers.

The blocks follow what scenarios can change: board, factions, setup, deck, clock, knobs.
Everything has the value of the base game unless the file says otherwise.
"""

from __future__ import annotations

import functools
from collections.abc import Collection
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from ..effects.base import LARGEST, Count, Positive
from ..errors import DataError, shown
from ..kernel.actions import N_CARDS, N_CIVILIZATIONS
from ..kernel.bits import mask_of
from ..kernel.fixed import fixed
from ..table.terms import limit_in
from .board import Board, load_board, sides
from .civilizations import load_civilizations
from .data_files import convert, read_yaml
from .deck import load_deck

DISCS_PER_COLOUR = 50  # DEF-56
MOST_BOXED = N_CARDS // 2  # cards; Epoch Change and draws need others to turn up
MARKERS = 2  # one disc on the VP track, one on the turn-order track (DEF-61)
COLOURS = ("red", "green", "blue", "purple", "brown", "yellow")
Epoch = Annotated[int, msgspec.Meta(ge=1, le=4)]
CardId = Annotated[int, msgspec.Meta(ge=1, le=N_CARDS)]


class BoardBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the map in play."""

    cut_line: str | None = None


class FactionBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One civilization in play: who controls it, its colour, display and home.

    `civilization: chosen` lets its player pick one of the scenario's `choice` in turn order.
    A faction may be at home somewhere else than its display says.
    """

    player: Count
    colour: Literal["red", "green", "blue", "purple", "brown", "yellow"]
    civilization: str = "chosen"
    home: tuple[str, ...] | None = None
    pool: Annotated[int, msgspec.Meta(ge=MARKERS, le=LARGEST)] = DISCS_PER_COLOUR
    knobs: dict[str, int] = {}  # those of KnobsBlock that differ for this faction
    placement: Count | None = None  # starting discs, if not setup.placement
    divisor: Positive = 1  # the VP of its player are divided by this in the end (ONE2-13)
    name: str = ""  # what it is called if not by its civilization
    side: Literal["west", "east"] | None = None  # of setup.line, for its starting discs (ANT-03)
    invader: bool = False  # as an NPC it goes for Gold, Wonders and Cities (NPC-111)
    loots_gold: bool = False  # of its enemies, also if a player runs it (GOLD-05)


class GoldBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Gold in an area: under discs of this civilization (GOLD-02)."""

    owner: str
    n: Positive = 1


class LimitBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """At most so many of these civilizations may be chosen."""

    at_most: Positive
    of: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class SetupBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Discs on the map, by civilization and area; Gold by area; Barbarians by area.

    `placement`: so many discs each civilization places around its home (DSET-07).
    """

    discs: dict[str, dict[str, int]] = {}
    gold: dict[str, GoldBlock] = {}
    barbarians: dict[str, Positive] = {}
    placement: Count = 0
    line: str | None = None  # a cut line that holds during the setup only


class VictoryBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What wins at once at the end of a Competition Phase: to Control all areas of one of these sets."""

    control: tuple[str, ...] = ()
    own_and_another_home: bool = False
    from_epoch: Epoch = 1


class CapitalBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What Control of one area gives: a display's abilities, cards to draw, VP (CAES-05 to 07)."""

    area: str
    display: str
    draw: Count = 0
    epoch_vp: Count = 0
    final_vp: Count = 0  # at the end of the game, instead of epoch_vp


class DeckBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Fate deck: cards left in the box, Event-free cards on top, opening hands."""

    boxed: tuple[CardId, ...] = ()
    set_aside_per_civilization: Count = 5
    opening_hand: Count = 5


class ClockBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Epochs, turns, and the digits that end an Epoch after a turn (EVA-10 to 14)."""

    first_epoch: Epoch = 1
    last_epoch: Epoch = 4
    turns: Positive = 4
    sudden_end: dict[int, Annotated[str, msgspec.Meta(pattern="^[0-9]+$")]] = msgspec.field(
        default_factory=lambda: {2: "2", 3: "23"}
    )


class KnobsBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers that scenarios change."""

    minimum_growth: Count = 3  # GRO-11
    base_draw: Count = 3  # EVA-15
    hand_limit: Count = 6  # DEF-50
    epoch_draw: Count = 5  # EPO-16
    aeneas_discs: Count = 16  # AEN-07
    aeneas_percent: Count = 100  # of the discs it begins anew with (ONE2-06)
    final_aeneas: Count = 0  # 1: Aeneas may be invoked in the final Epoch, too (ONE2-07)
    opening_hand: Count | None = None  # if not deck.opening_hand (DIFF-07)
    extra_growth: Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)] = (
        0  # discs more or fewer in every Acquisition (DIFF-03)
    )
    talents: Count = 0  # at the start (DIFF-03)
    phase_talents: Count = 0  # at the start of every Card Phase (DIFF-03)
    wonder_resources: Count = 5  # WON-02
    wonder_discs: Count = 2  # WON-03
    barbarians: Count = DISCS_PER_COLOUR  # DEF-57


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One scenario file."""

    id: str
    title: str
    kind: Literal["basic", "gaming", "created", "historical"]
    factions: Annotated[tuple[FactionBlock, ...], msgspec.Meta(min_length=1)]
    setup: SetupBlock
    board: BoardBlock = BoardBlock()
    choice: tuple[str, ...] = ()
    limits: Annotated[tuple[LimitBlock, ...], msgspec.Meta(max_length=N_CIVILIZATIONS)] = ()
    deck: DeckBlock = DeckBlock()
    clock: ClockBlock = ClockBlock()
    knobs: KnobsBlock = KnobsBlock()
    victory: VictoryBlock = VictoryBlock()
    capital: CapitalBlock | None = None
    npcs: tuple[Count, ...] = ()  # seats run by the game system unless the options name others
    npc_home_guard: bool = False  # they look after home before anything else (NPCBASE-01 and 02)

    @property
    def players(self) -> int:
        """Number of players."""
        return len({faction.player for faction in self.factions})

    def knobs_of(self, faction: FactionBlock, where: str) -> KnobsBlock:
        """The numbers that hold for a faction; `where` begins the error about those that cannot be."""
        knobs = convert(msgspec.to_builtins(self.knobs) | faction.knobs, KnobsBlock, where)
        most = self.deck.set_aside_per_civilization
        if knobs.opening_hand is not None and knobs.opening_hand > most:
            raise DataError(
                f"{where}: opening_hand: {knobs.opening_hand}; only {most} cards are set aside for it"
            )
        return knobs

    def free(self, taken: Collection[str]) -> list[str]:
        """The civilizations that may be chosen when these have been taken."""
        full = [limit.of for limit in self.limits if len(set(limit.of) & set(taken)) >= limit.at_most]
        return [c for c in self.choice if c not in taken and not any(c in group for group in full)]


def parse_scenario(path: str | Path | None, builtin: str = "") -> Scenario:
    """Read and check a scenario file; an error names the file, the block and the field."""
    name, content = read_yaml(path, builtin)
    scenario = fixed(convert(content, Scenario, name))
    try:
        board = load_board(scenario.board.cut_line)
    except DataError as error:
        raise DataError(f"{name}: board.cut_line: {error}") from None
    _check_factions(scenario, board, name)
    _check_choice(scenario, name)
    _check_limits(scenario, name)
    _check_setup(scenario, board, name)
    _check_barbarians(scenario, board, name)
    for seat in scenario.npcs:
        if seat >= scenario.players or scenario.npcs.count(seat) > 1:
            raise DataError(f"{name}: npcs: must list seats of 0 to {scenario.players - 1}, each once")
    for area in scenario.victory.control:
        _area_in_play(board, area, f"{name}: victory.control")
    if scenario.capital is not None:
        _area_in_play(board, scenario.capital.area, f"{name}: capital.area")
        _check_civilization(scenario.capital.display, f"{name}: capital.display")
    _check_sides(scenario, name)
    _check_gold(scenario, board, name)
    _check_deck(scenario, name)
    clock = scenario.clock
    if clock.first_epoch > clock.last_epoch:
        raise DataError(
            f"{name}: clock.first_epoch: {clock.first_epoch} is after {clock.last_epoch}, the last"
        )
    for turn in clock.sudden_end:
        if not 1 <= turn < clock.turns:
            raise DataError(f"{name}: clock.sudden_end: turn {turn}; 1 to {clock.turns - 1} are possible")
    return scenario


def _check_factions(scenario: Scenario, board: Board, name: str) -> None:
    """Everybody has a colour and a civilization of its own, and homes on the map."""
    colours: set[str] = set()
    civilizations: set[str] = set()
    for i, faction in enumerate(scenario.factions):
        where = f"{name}: factions[{i}]"
        if faction.colour in colours:
            raise DataError(f"{where}.colour: {faction.colour} stands more than once")
        colours.add(faction.colour)
        if faction.civilization != "chosen":
            _check_civilization(faction.civilization, f"{where}.civilization")
            if faction.civilization in civilizations:
                raise DataError(f"{where}.civilization: {faction.civilization} stands more than once")
            civilizations.add(faction.civilization)
        for area in faction.home or ():
            _area_in_play(board, area, f"{where}.home")
        scenario.knobs_of(faction, f"{where}.knobs")
    for i, faction in enumerate(scenario.factions):
        if faction.player >= scenario.players:
            raise DataError(
                f"{name}: factions[{i}].player: {faction.player}, but there are {scenario.players} players: "
                "their numbers begin with 0 and leave no gap"
            )


def _check_choice(scenario: Scenario, name: str) -> None:
    """Civilizations to choose from: known, different, not given to somebody, and enough."""
    given = [faction.civilization for faction in scenario.factions]
    for i, civilization in enumerate(scenario.choice):
        where = f"{name}: choice[{i}]"
        _check_civilization(civilization, where)
        if civilization in scenario.choice[:i]:
            raise DataError(f"{where}: {civilization} stands more than once")
        if civilization in given:
            raise DataError(
                f"{where}: {civilization} is not free: factions[{given.index(civilization)}] is it"
            )
    n = given.count("chosen")
    if n > len(scenario.choice):
        raise DataError(f"{name}: choice: {n} civilizations are to be chosen, {len(scenario.choice)} given")


def _check_sides(scenario: Scenario, name: str) -> None:
    """A line for the setup is one of the map's, and a side is the side of it on which the home is."""
    line = scenario.setup.line
    if line is not None:
        try:
            sides(line)
        except DataError as error:
            raise DataError(f"{name}: setup.line: {error}") from None
    homes: dict[str, tuple[str, ...]] = {known.id: (known.home,) for known in load_civilizations()}
    for i, faction in enumerate(scenario.factions):
        if faction.side is None:
            continue
        where = f"{name}: factions[{i}].side"
        if line is None:
            raise DataError(f"{where}: {faction.side} of what? setup.line is missing")
        for home in faction.home or homes.get(faction.civilization, ()):
            if not sides(line)[faction.side] >> load_board().find(home) & 1:
                raise DataError(f"{where}: {home}, a home, is not {faction.side} of the line {line}")


def _check_limits(scenario: Scenario, name: str) -> None:
    """Limits speak of civilizations to choose from, and nobody is ever left without a choice."""
    for i, limit in enumerate(scenario.limits):
        for civilization in limit.of:
            if civilization not in scenario.choice:
                raise DataError(f"{name}: limits[{i}].of: {civilization} is not one of the choice")
    taken: set[frozenset[str]] = {frozenset()}
    for n in range([faction.civilization for faction in scenario.factions].count("chosen")):
        for civilizations in sorted(taken, key=sorted):
            if not scenario.free(civilizations):
                chosen = ", ".join(sorted(civilizations))
                raise DataError(f"{name}: limits: after the choice of {chosen} nobody can be the next")
        taken = {civilizations | {c} for civilizations in taken for c in scenario.free(civilizations)}
        assert all(len(civilizations) == n + 1 for civilizations in taken)


def _check_barbarians(scenario: Scenario, board: Board, name: str) -> None:
    """Barbarians on the map: in play, and no more than there are."""
    for area in scenario.setup.barbarians:
        _area_in_play(board, area, f"{name}: setup.barbarians")
    n = sum(scenario.setup.barbarians.values())
    if n > scenario.knobs.barbarians:
        raise DataError(f"{name}: setup.barbarians: {n} discs; there are {scenario.knobs.barbarians}")


def _check_setup(scenario: Scenario, board: Board, name: str) -> None:
    """Discs on the map: within the stacking limits, and no more than there are."""
    in_use = {faction.civilization for faction in scenario.factions} | set(scenario.choice)
    for i, faction in enumerate(scenario.factions):
        n = scenario.setup.placement if faction.placement is None else faction.placement
        if faction.pool < n + MARKERS:
            raise DataError(f"{name}: setup.placement: {n}; factions[{i}] has fewer discs")
    if scenario.setup.placement:
        for known in load_civilizations():
            if known.id in in_use:
                _area_in_play(board, known.home, f"{name}: setup.placement: the home of {known.id}")
    for civilization, discs in scenario.setup.discs.items():
        where = f"{name}: setup.discs.{civilization}"
        _check_civilization(civilization, where)
        if civilization not in in_use:
            raise DataError(f"{where}: not a civilization of this scenario")
        seen = 0
        for text, n in discs.items():
            area = _area_in_play(board, text, where)
            if seen >> area & 1:
                raise DataError(f"{where}: {text}: stands more than once")
            seen |= 1 << area
            most = limit_in(board, area, "setup")
            if not 1 <= n <= most:
                possible = f"1 to {most} are" if most > 1 else "1 is"
                raise DataError(f"{where}: {text}: {n} discs; {possible} possible (STK-02)")
        for i, faction in enumerate(scenario.factions):
            needed = sum(discs.values()) + MARKERS
            if faction.civilization in (civilization, "chosen") and faction.pool < needed:
                raise DataError(
                    f"{name}: factions[{i}].pool: {faction.pool}; {civilization} needs {needed} discs"
                )


def _check_gold(scenario: Scenario, board: Board, name: str) -> None:
    """Gold lies under discs of its owner; its yellow discs are nobody's colour."""
    setup = scenario.setup
    if not setup.gold:
        return
    homes: dict[str, tuple[str, ...]] = {known.id: (known.home,) for known in load_civilizations()}
    homes |= {faction.civilization: faction.home for faction in scenario.factions if faction.home is not None}
    in_use = {faction.civilization for faction in scenario.factions} | set(scenario.choice)
    seen = 0
    for text, gold in setup.gold.items():
        where = f"{name}: setup.gold.{text}"
        area = _area_in_play(board, text, where)
        if seen >> area & 1:
            raise DataError(f"{where}: stands more than once")
        seen |= 1 << area
        _check_civilization(gold.owner, f"{where}.owner")
        under = [*setup.discs.get(gold.owner, {})]
        if setup.placement and gold.owner in in_use:
            under += homes[gold.owner]  # the placement begins there
        if area not in map(board.find, under):
            raise DataError(f"{where}.owner: {gold.owner} has no disc there (GOLD-02)")
    n = sum(gold.n for gold in setup.gold.values())
    if n > DISCS_PER_COLOUR:
        raise DataError(f"{name}: setup.gold: {n} discs; there are {DISCS_PER_COLOUR} yellow ones")
    for i, faction in enumerate(scenario.factions):
        if faction.colour == "yellow":
            raise DataError(f"{name}: factions[{i}].colour: yellow discs are Gold in this scenario")


def _check_deck(scenario: Scenario, name: str) -> None:
    """Opening hands hold no Events (SET-13), so other cards must be there for them."""
    block = scenario.deck
    if len(set(block.boxed)) != len(block.boxed):
        raise DataError(f"{name}: deck.boxed: a card stands more than once")
    if len(block.boxed) > MOST_BOXED:
        raise DataError(f"{name}: deck.boxed: {len(block.boxed)} cards; {MOST_BOXED} at most")
    if block.opening_hand > block.set_aside_per_civilization:
        most = block.set_aside_per_civilization
        raise DataError(
            f"{name}: deck.opening_hand: {block.opening_hand}; only {most} cards are set aside for it"
        )
    left = N_CARDS - (load_deck().events | mask_of(block.boxed)).bit_count()
    needed = block.set_aside_per_civilization * len(scenario.factions)
    if needed > left:
        raise DataError(
            f"{name}: deck.set_aside_per_civilization: {needed} cards are needed, {left} are there"
        )


def _check_civilization(civilization: str, where: str) -> None:
    known = [known.id for known in load_civilizations()]
    if civilization not in known:
        raise DataError(f"{where}: unknown civilization {civilization!r}; there are: {', '.join(known)}")


def _area_in_play(board: Board, area: str, where: str) -> int:
    try:
        number = board.find(area)
    except DataError as error:
        raise DataError(f"{where}: {error}") from None
    if not board.in_play >> number & 1:
        raise DataError(f"{where}: {area}: not in play on this board")
    return number


@functools.cache
def scenarios() -> dict[str, str]:
    """All scenarios that come with the game: id -> title."""
    folder = resources.files("acis_rules") / "data" / "scenarios"
    found = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".yaml"):
            found[file.name.removesuffix(".yaml")] = load_scenario(file.name.removesuffix(".yaml")).title
    return found


@functools.cache
def load_scenario(name: str) -> Scenario:
    """A scenario by its id, or from a file if `name` ends in .yaml."""
    if name.endswith((".yaml", ".yml")):
        return parse_scenario(name)
    folder = resources.files("acis_rules") / "data" / "scenarios"
    known = sorted(f.name.removesuffix(".yaml") for f in folder.iterdir() if f.name.endswith(".yaml"))
    if name not in known:
        raise DataError(f"unknown scenario {shown(name)}; there are: {', '.join(known)}")
    return parse_scenario(None, f"scenarios/{name}.yaml")
