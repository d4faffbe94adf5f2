"""What must hold in the setup block of a scenario file beyond the types of its fields."""

from __future__ import annotations

from collections import Counter

from ..errors import DataError
from ..table.terms import limit_in
from .board import Board, area_in_play, load_board, sides
from .civilizations import check_known, load_civilizations
from .deck import load_deck
from .scenario_blocks import BARBARIANS, CHOSEN, DISCS_PER_COLOUR, DRAWN, Scenario, WonderBlock


def check_setup(scenario: Scenario, board: Board, name: str) -> None:
    """Raise an error that names the file, the block and the field."""
    _check_discs(scenario, board, name)
    _check_barbarians(scenario, board, name)
    _check_sides(scenario, name)
    _check_gold(scenario, board, name)
    _check_start(scenario, board, name)


def _check_start(scenario: Scenario, board: Board, name: str) -> None:
    """Turn order, Ready discs, cards in hand and Wonders are of factions of the file, with enough discs."""
    _check_turn_order(scenario, f"{name}: setup.turn_order")
    _check_hands(scenario, f"{name}: setup.hands")
    setup = scenario.setup
    more = Counter(setup.ready)  # discs of each that are not on the map
    for key in setup.ready:
        _check_taker(scenario, key, f"{name}: setup.ready")
    areas: set[int] = set()
    for wonder, block in setup.wonders.items():
        more[block.owner] += _check_wonder(scenario, board, wonder, block, areas, f"{name}: setup.wonders")
    for entry in scenario.reserve:
        more[entry.owner] += entry.discs
    for i, faction in enumerate(scenario.factions):
        n = sum(setup.discs.get(faction.key, {}).values()) + more[faction.key] + faction.markers
        if faction.key != CHOSEN and n > faction.pool:
            raise DataError(f"{name}: factions[{i}].pool: {faction.pool}; {faction.key} needs {n} discs")


def _check_taker(scenario: Scenario, faction: str, where: str) -> None:
    """It is a faction of the file that takes turns."""
    takers = [block.key for block in scenario.factions if block.turn and block.key != CHOSEN]
    if faction not in takers:
        raise DataError(f"{where}: {faction}: is not one of {', '.join(takers) or 'those given'}")


def _check_turn_order(scenario: Scenario, where: str) -> None:
    """Everybody has a place of its own."""
    order = scenario.setup.turn_order
    for faction in order:
        _check_taker(scenario, faction, where)
    if len(set(order.values())) < len(order):
        raise DataError(f"{where}: two have the same place")
    for block in scenario.factions:
        if order and block.turn and not block.dormant and block.key not in order:
            raise DataError(f"{where}: {block.key} has no place")


def _check_hands(scenario: Scenario, where: str) -> None:
    """Cards given are in the game, no Events, and in one hand each."""
    seen: set[int] = set()
    events = load_deck().events
    for faction, cards in scenario.setup.hands.items():
        _check_taker(scenario, faction, where)
        for card in cards:
            if card in seen:
                raise DataError(f"{where}.{faction}: card {card} appears more than once")
            if card in scenario.deck.boxed or events >> card & 1:
                what = "an Event" if events >> card & 1 else "boxed"
                raise DataError(f"{where}.{faction}: card {card} is {what}")
            seen.add(card)


def _check_wonder(
    scenario: Scenario, board: Board, wonder: str, block: WonderBlock, areas: set[int], where: str
) -> int:
    """It is one of the deck, in a land area where its owner begins; the discs it takes."""
    known = {found.name: found for found in load_deck().wonders}
    if wonder not in known:
        raise DataError(f"{where}: unknown Wonder {wonder!r}; there are: {', '.join(known)}")
    where = f"{where}.{wonder}"
    _check_taker(scenario, block.owner, f"{where}.owner")
    try:
        area = board.find(block.area)
    except DataError as error:
        raise DataError(f"{where}.area: {error}") from None
    under = map(board.find, scenario.setup.discs.get(block.owner, {}))
    if not board.land >> area & 1 or area in areas or area not in under:
        raise DataError(f"{where}.area: {block.area}: a land area with discs of {block.owner}, one for each")
    areas.add(area)
    return known[wonder].discs if block.discs is None else block.discs


def _check_discs(scenario: Scenario, board: Board, name: str) -> None:
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
            check_known(civilization, where)
            raise DataError(f"{where}: not a civilization of this scenario")
        seen: set[int] = set()
        for text, n in discs.items():
            area = area_in_play(board, text, where)
            if area in seen:
                raise DataError(f"{where}: {text}: appears more than once")
            seen.add(area)
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


def _check_barbarians(scenario: Scenario, board: Board, name: str) -> None:
    """Barbarians on the map: in play, and no more than there are."""
    for area in scenario.setup.barbarians:
        area_in_play(board, area, f"{name}: setup.barbarians")
    n = sum(scenario.setup.barbarians.values())
    if n > scenario.knobs.barbarians:
        raise DataError(f"{name}: setup.barbarians: {n} discs; there are {scenario.knobs.barbarians}")


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
    seen: set[int] = set()
    for text, gold in setup.gold.items():
        where = f"{name}: setup.gold.{text}"
        area = area_in_play(board, text, where)
        if area in seen:
            raise DataError(f"{where}: appears more than once")
        seen.add(area)
        if gold.owner not in {*in_use, BARBARIANS}:
            check_known(gold.owner, f"{where}.owner")
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
