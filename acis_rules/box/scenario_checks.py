"""What must hold in a scenario file beyond the types of its fields."""

from __future__ import annotations

from ..effects.discs import Barbarians
from ..effects.reinforce import Reinforce
from ..errors import DataError
from ..kernel.actions import N_CARDS
from ..kernel.bits import set_of
from ..table.terms import limit_in
from .board import Board, area_in_play, load_board, sides
from .civilizations import load_civilizations
from .deck import load_deck
from .deck_checks import check_asks_nothing, check_operations
from .displays import check_display
from .epoch_rows import load_table
from .hannibal_checks import check_war
from .npc_checks import check_npc
from .scenario_blocks import (
    BARBARIANS,
    CHOSEN,
    DISCS_PER_COLOUR,
    DRAWN,
    NO_CIVILIZATION,
    ClockBlock,
    EntryBlock,
    FactionBlock,
    Scenario,
)
from .setup_checks import check_start
from .victory_checks import check_victory

MOST_BOXED = N_CARDS // 2  # cards; Epoch Change and draws need others to turn up


def check_scenario(scenario: Scenario, name: str) -> None:
    """Raise an error that names the file, the block and the field."""
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
    if scenario.capital is not None:
        area_in_play(board, scenario.capital.area, f"{name}: capital.area")
        _check_civilization(scenario.capital.display, f"{name}: capital.display")
    _check_bans(scenario, board, name)
    for empire, block in scenario.empires.items():
        for faction, where in ((empire, "empires"), (block.foe, f"empires.{empire}.foe")):
            if faction and not scenario.find_factions([faction]):
                raise DataError(f"{name}: {where}: {faction}: not a civilization of this scenario")
    if scenario.cards_abroad != "free" and not scenario.empires:
        raise DataError(f"{name}: cards_abroad: empires are missing")
    check_npc(scenario, board, name)
    check_victory(scenario, board, name)
    _check_sides(scenario, name)
    _check_gold(scenario, board, name)
    _check_deck(scenario, name)
    check_start(scenario, board, name)
    _check_reserve(scenario, board, name)
    _check_unions(scenario, name)
    _check_replaced(scenario, name)
    check_war(scenario, board, name, lambda area, where: area_in_play(board, area, where))
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
            raise DataError(f"{where}.colour: {faction.colour} stands more than once")
        colours.add(faction.colour)
        if faction.civilization not in (CHOSEN, DRAWN, NO_CIVILIZATION):
            _check_civilization(faction.civilization, f"{where}.civilization")
        if faction.key not in (CHOSEN, DRAWN):
            if faction.key in names:
                field = "id" if faction.id else "civilization"
                raise DataError(f"{where}.{field}: {faction.key} stands more than once")
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
        scenario.knobs_of(faction, f"{where}.knobs")
    for i, faction in enumerate(scenario.factions):
        if faction.patron and faction.patron not in names - {faction.key}:
            raise DataError(f"{name}: factions[{i}].patron: {faction.patron} is no other faction of the file")
        if faction.player >= scenario.players:
            raise DataError(
                f"{name}: factions[{i}].player: {faction.player}, but there are {scenario.players} players: "
                "their numbers begin with 0 and leave no gap"
            )


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
        _check_civilization(civilization, where)
        if civilization in scenario.choice[:i]:
            raise DataError(f"{where}: {civilization} stands more than once")
        if civilization in given:
            raise DataError(
                f"{where}: {civilization} is not free: factions[{given.index(civilization)}] is it"
            )
    for i, civilization in enumerate(scenario.npc_choice or ()):
        _check_civilization(civilization, f"{name}: npc_choice[{i}]")
    n = _picks(scenario)
    if n > len(scenario.choice):
        raise DataError(f"{name}: choice: {n} civilizations are to be chosen, {len(scenario.choice)} given")


def _picks(scenario: Scenario) -> int:
    """How many are chosen or drawn of `choice`."""
    of_choice = (CHOSEN,) if scenario.npc_choice is not None else (CHOSEN, DRAWN)
    return sum(faction.civilization in of_choice for faction in scenario.factions)


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
    for n in range(_picks(scenario)):
        for civilizations in sorted(taken, key=sorted):
            if not scenario.free(civilizations):
                chosen = ", ".join(sorted(civilizations))
                raise DataError(f"{name}: limits: after the choice of {chosen} nobody can be the next")
        taken = {civilizations | {c} for civilizations in taken for c in scenario.free(civilizations)}
        assert all(len(civilizations) == n + 1 for civilizations in taken)


def _check_barbarians(scenario: Scenario, board: Board, name: str) -> None:
    """Barbarians on the map: in play, and no more than there are."""
    for area in scenario.setup.barbarians:
        area_in_play(board, area, f"{name}: setup.barbarians")
    n = sum(scenario.setup.barbarians.values())
    if n > scenario.knobs.barbarians:
        raise DataError(f"{name}: setup.barbarians: {n} discs; there are {scenario.knobs.barbarians}")


def _check_setup(scenario: Scenario, board: Board, name: str) -> None:
    """Discs on the map: within the stacking limits, and no more than there are."""
    in_use = {faction.key for faction in scenario.factions} | set(scenario.choice)
    for i, faction in enumerate(scenario.factions):
        n = scenario.setup.placement if faction.placement is None else faction.placement
        if faction.pool < n + faction.markers:
            raise DataError(f"{name}: setup.placement: {n}; factions[{i}] has fewer discs")
    if scenario.setup.placement:
        played = {faction.civilization for faction in scenario.factions} | set(scenario.choice)
        for known in load_civilizations():
            if known.id in played:
                area_in_play(board, known.home, f"{name}: setup.placement: the home of {known.id}")
    for civilization, discs in scenario.setup.discs.items():
        where = f"{name}: setup.discs.{civilization}"
        if civilization not in in_use:
            _check_civilization(civilization, where)
            raise DataError(f"{where}: not a civilization of this scenario")
        seen = 0
        for text, n in discs.items():
            area = area_in_play(board, text, where)
            if seen >> area & 1:
                raise DataError(f"{where}: {text}: stands more than once")
            seen |= 1 << area
            most = limit_in(board, area, "setup")
            if not 1 <= n <= most:
                possible = f"1 to {most} are" if most > 1 else "1 is"
                raise DataError(f"{where}: {text}: {n} discs; {possible} possible (STK-02)")
        for i, faction in enumerate(scenario.factions):
            needed = sum(discs.values()) + faction.markers
            if faction.key in (civilization, CHOSEN, DRAWN) and faction.pool < needed:
                raise DataError(
                    f"{name}: factions[{i}].pool: {faction.pool}; {civilization} needs {needed} discs"
                )


def _check_gold(scenario: Scenario, board: Board, name: str) -> None:
    """Gold lies under discs of its owner; its yellow discs are nobody's colour."""
    setup = scenario.setup
    if not setup.gold:
        return
    homes: dict[str, tuple[str, ...]] = {known.id: (known.home,) for known in load_civilizations()}
    homes |= {
        faction.key: faction.home if faction.home is not None else homes.get(faction.civilization, ())
        for faction in scenario.factions
    }
    in_use = {faction.key for faction in scenario.factions} | set(scenario.choice)
    seen = 0
    for text, gold in setup.gold.items():
        where = f"{name}: setup.gold.{text}"
        area = area_in_play(board, text, where)
        if seen >> area & 1:
            raise DataError(f"{where}: stands more than once")
        seen |= 1 << area
        if gold.owner not in {*in_use, BARBARIANS}:
            _check_civilization(gold.owner, f"{where}.owner")
        under = [*(setup.barbarians if gold.owner == BARBARIANS else setup.discs.get(gold.owner, {}))]
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
    if block.set_aside is None and block.opening_hand > block.set_aside_per_civilization:
        most = block.set_aside_per_civilization
        raise DataError(
            f"{name}: deck.opening_hand: {block.opening_hand}; only {most} cards are set aside for it"
        )
    knobs = [scenario.knobs_of(f, f"{name}: factions[{i}].knobs") for i, f in enumerate(scenario.factions)]
    scenario.check_hands(knobs, f"{name}: deck.set_aside")
    apart = {*block.boxed, *(card for hand in scenario.setup.hands.values() for card in hand)}
    apart |= {entry.card for entry in scenario.reserve}
    left = N_CARDS - (load_deck().events | set_of(apart)).bit_count()
    needed = scenario.set_aside
    if needed > left:
        field = "set_aside_per_civilization" if block.set_aside is None else "set_aside"
        raise DataError(f"{name}: deck.{field}: {needed} cards are needed, {left} are there")


def _check_replaced(scenario: Scenario, name: str) -> None:
    """Events that do something else: their operations fit each other and speak of factions in the game."""
    for card, block in scenario.deck.replaced.items():
        where = f"{name}: deck.replaced.{card}"
        if not load_deck().events >> card & 1:
            raise DataError(f"{where}: only an Event can be replaced")
        check_operations(block.does, where, "does")
        for operation in block.does:
            if isinstance(operation, Reinforce):
                for faction in filter(None, (operation.who, operation.instead)):
                    if scenario.find_factions([faction]).bit_count() != 1:
                        raise DataError(f"{where}: does: {faction}: not a faction of this scenario")
        if block.decides and scenario.find_factions([block.decides]).bit_count() != 1:
            raise DataError(f"{where}.decides: {block.decides}: not a faction of this scenario")


def _check_unions(scenario: Scenario, name: str) -> None:
    """Two different factions of the scenario each, and nobody in two unions."""
    seen: set[str] = set()
    for i, union in enumerate(scenario.unions):
        for faction in union.factions:
            where = f"{name}: unions[{i}].factions: {faction}"
            if scenario.find_factions([faction]).bit_count() != 1:
                raise DataError(f"{where}: not a faction of this scenario")
            if faction in seen:
                raise DataError(f"{where}: stands more than once")
            seen.add(faction)


def _check_reserve(scenario: Scenario, board: Board, name: str) -> None:
    """Cards before their owners: each once, with an owner in the game and things that can be."""
    cards = [entry.card for entry in scenario.reserve]
    deck = load_deck()
    for i, entry in enumerate(scenario.reserve):
        where = f"{name}: reserve[{i}]"
        if cards.count(entry.card) > 1 or entry.card in scenario.deck.boxed:
            raise DataError(f"{where}.card: {entry.card} stands more than once, or in deck.boxed")
        if deck.events >> entry.card & 1:
            raise DataError(f"{where}.card: {entry.card} is an Event")
        if scenario.find_factions([entry.owner]).bit_count() != 1:
            raise DataError(f"{where}.owner: {entry.owner}: not a faction of this scenario")
        for area in (*entry.areas, *filter(None, [entry.stays])):
            area_in_play(board, area, f"{where}.{'stays' if area == entry.stays else 'areas'}")
        investment = deck.cards[entry.card].source.investment
        if entry.stays and (investment is None or entry.discs > investment.discs):
            raise DataError(f"{where}.stays: only an Investment with its discs can stay without them")


def _check_civilization(civilization: str, where: str) -> None:
    known = [known.id for known in load_civilizations()]
    if civilization not in known:
        raise DataError(f"{where}: unknown civilization {civilization!r}; there are: {', '.join(known)}")
