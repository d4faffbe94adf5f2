"""A scenario in words: where and how long it is played, what lies on the table, how it is won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from ..box.board import sides
from ..box.civilizations import load_civilizations
from ..box.scenario import load_scenario
from ..box.scenario_blocks import (
    BARBARIANS,
    CHOSEN,
    DRAWN,
    NO_CIVILIZATION,
    ClockBlock,
    FactionBlock,
    Scenario,
)
from ..box.world import World
from ..errors import DataError
from ..game import Game
from ..kernel.bits import members
from ..kernel.machine import run
from ..kernel.state import State
from ..phases.setup import new_state
from ..words.names import EPOCHS, area_name, card_name, count, faction_name, is_plural, joined, wonder_name
from .rule_catalogue import Rule, load_rules
from .victory_words import areas_named, name_of

MAPS = {  # by cut line
    None: "full", "western": "western", "extended_western": "western, extended", "eastern": "eastern",
    "extended_eastern": "eastern, extended",
}  # fmt: skip


def laid_out(
    scenario: str, options: dict[str, Any], choose: Callable[[Game], int] | None = None, seed: int = 0
) -> Game:
    """A game as it stands after the setup, before its first turn.

    Without somebody to choose it stops where the first player has a choice; but where all civilizations
    are taken anyway they are given.
    """
    state = new_state(World(scenario, _all_taken(load_scenario(scenario)) | options), seed)
    del state.stack[0]  # the first turn
    run(state)
    game = Game(state)
    while choose is not None and state.question is not None:
        game.apply(choose(game))
    return game


def _all_taken(scenario: Scenario) -> dict[str, Any]:
    """The option that gives everybody a civilization where there are no more than players."""
    chosen = [faction for faction in scenario.factions if faction.civilization == CHOSEN]
    all_taken = len(chosen) == len(scenario.factions) == len(scenario.choice)
    return {"civilizations": list(scenario.choice)} if all_taken else {}


# ------------------------------------------------------------------------------------ at a glance


def npcs_among(scenario: Scenario) -> str:
    """How many of the players are NPCs: ` (1 NPC)`, or nothing."""
    seats = {*scenario.npcs, *(faction.player for faction in scenario.factions if faction.npc)}
    return f" ({count(len(seats), 'NPC')})" if seats else ""


def map_in_words(scenario: Scenario) -> str:
    """The part of the map in play."""
    line = scenario.board.cut_line
    if line is None or line in MAPS:
        return MAPS[line]
    kept = next(iter(sides(line)))
    return f"{kept} of the {line.replace('_', ' ').title()} line"


def epochs_in_words(clock: ClockBlock) -> str:
    """The Epochs played: II to IV."""
    first, last = EPOCHS[clock.first_epoch], EPOCHS[clock.last_epoch]
    return first if first == last else f"{first} to {last}"


def length(clock: ClockBlock) -> str:
    """How long the game is, and when an Epoch ends early."""
    ends = [f"turn {turn} ({_test(cards)})" for turn, cards in sorted(clock.sudden_end.items())]
    one = clock.first_epoch == clock.last_epoch
    epochs = (
        f"Epoch{'' if one else 's'} {epochs_in_words(clock)}, {clock.turns} turns{'' if one else ' each'}"
    )
    if ends:
        early = f"{'it' if one else 'an Epoch'} can end early after {joined(ends)}"
    else:
        early = "it does not end early" if one else "no Epoch ends early"
    stop = "; the last Competition Phase ends the game" if clock.stop_after == "competition" else ""
    return f"{epochs}; {early}{stop}."


def _test(cards: str) -> str:
    """The cards that end an Epoch: those with a digit, odd or even ones."""
    return (
        f"a card with {joined(cards).replace(' and ', ' or ')}" if cards.isdecimal() else f"an {cards} card"
    )


# ------------------------------------------------------------------------------------------ setup


class Setup(NamedTuple):
    """What a faction begins with."""

    faction: str
    colour: str
    seat: str
    display: str
    discs: str
    gold: str
    pool: str
    hand: str
    also: str


def setups(s: State) -> list[Setup]:
    """What each faction begins with, in the order of the file."""
    return [_setup(s, f, block) for f, block in enumerate(s.world.scenario.factions)]


def _setup(s: State, f: int, block: FactionBlock) -> Setup:
    world = s.world
    placed = world.scenario.setup.placement if block.placement is None else block.placement
    nameless = s.civilization[f] < 0 and block.civilization in (CHOSEN, DRAWN)
    return Setup(
        faction=block.civilization if nameless else faction_name(s, f),
        colour=block.colour,
        seat=f"{block.player}{' (NPC)' if world.npcs >> f & 1 else ''}",
        display=_display(world, s, f, block),
        discs=_discs(s, f, block, placed),
        gold=", ".join(
            f"{_name(world, area)} {gold.n}"
            for area, gold in world.scenario.setup.gold.items()
            if gold.owner == block.key
        ),
        pool=str(block.pool),
        hand=_hand(s, f, block),
        also="; ".join(_also(s, f, block)),
    )


def _display(world: World, s: State, f: int, block: FactionBlock) -> str:
    if block.civilization == NO_CIVILIZATION:
        return "none"
    if s.civilization[f] < 0:
        return block.civilization
    own = world.civilizations[s.civilization[f]]
    homes = [area_name(s, area) for area in members(s.home[f])]
    if homes == [_name(world, own.home)]:
        return own.name
    return f"{own.name}, at home in {joined(homes)}" if homes else f"{own.name}, without a home"


def _discs(s: State, f: int, block: FactionBlock, placed: int) -> str:
    if block.dormant:
        return "none yet"
    if placed:
        side = f", {block.side} of the {s.world.scenario.setup.line} line" if block.side else ""
        return f"{placed} by the default setup{side}"
    if s.civilization[f] < 0 and not block.id:
        return "those of the one chosen"
    discs = s.world.scenario.setup.discs.get(s.world.called(s, f), {})
    return _by_area(s, discs) or "none"


def _by_area(s: State, numbers: dict[str, int]) -> str:
    """Discs as the file has them, not as chance moves them in the setup: Rome 2, Umbria 1."""
    return ", ".join(f"{_name(s.world, area)} {n}" for area, n in numbers.items())


def _hand(s: State, f: int, block: FactionBlock) -> str:
    if not block.turn or block.dormant:
        return "0"
    if s.question is None:
        return str(s.hand[f].bit_count())
    given = s.world.knobs[f].opening_hand
    return str(s.world.scenario.deck.opening_hand if given is None else given)


def _also(s: State, f: int, block: FactionBlock) -> Iterator[str]:
    """What else there is, or is not."""
    if block.dormant:
        yield "still to come"
    if not block.turn:
        yield "no turn"
    if not block.scores:
        yield "no VP"
    if block.patron:
        yield f"{name_of(s, block.patron)} pays for its discs"
    if s.vp[f]:
        yield count(s.vp[f], "VP")
    if s.ready[f]:
        yield f"{s.ready[f]} Ready"
    if s.treasury[f]:
        yield count(s.treasury[f], "talent")
    for number, wonder in enumerate(s.wonders):
        if wonder.owner == f:
            yield f"{wonder_name(s, number)} in {area_name(s, wonder.area)}"
    for card, (owner, discs) in (*s.investments.items(), *s.reserve.items()):
        if owner == f:
            yield f"{card_name(s, card)} (#{card})" + (f" with {count(discs, 'disc')}" if discs else "")
    if block.entry is not None:
        first = areas_named(s, block.entry.first).replace(" and ", " or ")
        yield f"comes with {block.entry.ready} discs, the first in {first}"


def _name(world: World, area: str) -> str:
    return world.board.names[world.board.find(area)]


def on_the_table(s: State) -> Iterator[str]:
    """What lies there beside the discs of the factions, in sentences."""
    file = s.world.scenario
    if file.setup.barbarians:
        yield f"Barbarians: {_by_area(s, file.setup.barbarians)}."
    gold = [
        f"{_name(s.world, area)} {gold.n}"
        for area, gold in file.setup.gold.items()
        if gold.owner == BARBARIANS
    ]
    if gold:
        yield f"Gold of the Barbarians: {', '.join(gold)}."
    if file.setup.turn_order:
        order = sorted(file.setup.turn_order, key=file.setup.turn_order.__getitem__)
        yield f"Turn order: {', '.join(name_of(s, key) for key in order)}."
    for key, cards in file.setup.hands.items():
        yield f"In the hand of {name_of(s, key)}: {_cards(s, cards)}."
    if file.choice:
        names = {known.id: known.name for known in load_civilizations()}
        of = ", ".join(names[one] for one in file.choice)
        example = "; the seats above are an example" if "civilizations" in _all_taken(file) else ""
        yield f"In turn order players choose one of {of}{example}."
        for limit in file.limits:
            yield f"At most {limit.at_most} of {', '.join(names[one] for one in limit.of)}."
    if file.deck.boxed:
        yield f"In the box: {_cards(s, file.deck.boxed)}."
    for card, replaced in file.deck.replaced.items():
        yield f"{card_name(s, card)} (#{card}) says instead: {replaced.text}"


def _cards(s: State, cards: Iterable[int]) -> str:
    return ", ".join(f"{card_name(s, card)} (#{card})" for card in cards)


# ------------------------------------------------------------------------------------------ rules


def npcs(s: State) -> Iterator[str]:
    """Who is run by the game system, and what holds for them."""
    world = s.world
    if not world.npcs:
        return
    seats = joined([_seat(s, seat) for seat in world.npc_seats])
    if len(world.npc_seats) > 1:
        yield f"Seats {seats} are NPCs: the player `npc` runs them."
    else:
        yield f"Seat {seats} is an NPC: the player `npc` runs it."
    if world.hostility:
        yield "NPCs are nobody's enemies at first (HOS-01)."
    else:
        for f in members(world.npcs):
            foes = joined([faction_name(s, other) for other in members(world.first_enemies[f])])
            verb = "are" if is_plural(s, f) else "is"
            yield f"{faction_name(s, f)} {verb} at war with {foes or 'nobody'} (NPC-08)."
    if world.npc_bonus_vp:
        yield f"{count(world.npc_bonus_vp, 'VP')} for each NPC in every Victory Count (OPT-04)."


def _seat(s: State, seat: int) -> str:
    """A seat, counted from 0, and the factions that are known to sit there."""
    blocks = s.world.scenario.factions
    known = [f for f in members(s.world.factions_of(seat)) if s.civilization[f] >= 0 or blocks[f].name]
    return f"{seat} ({joined([faction_name(s, f) for f in known])})" if known else str(seat)


def special_rules(scenario: Scenario) -> list[Rule]:
    """The rules that hold in it beyond those of the base game, in the order in which it names them."""
    rules = load_rules()
    found: dict[str, Rule] = {}
    for pattern in scenario.special:
        fitting = {number: rule for number, rule in rules.items() if fnmatchcase(number, pattern)}
        if not fitting:
            raise DataError(f"{scenario.id}: special: {pattern}: the catalogue has no such rule")
        found |= fitting
    return [rule for rule in found.values() if rule.kind != "example"]
