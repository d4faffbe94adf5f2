"""Setting up a game: turn order, civilizations, discs, deck, opening hands (SET rules)."""

from __future__ import annotations

from ..box.scenario_blocks import CHOSEN, DRAWN, NO_CIVILIZATION
from ..box.world import World
from ..kernel.actions import area_actions, civilization_actions, civilization_of
from ..kernel.bits import mask_of, members
from ..kernel.chance import random_below, shuffle
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.moments import anybody
from ..kernel.state import Seen, State
from ..kernel.types import Action, Faction, Factions, Wonder
from ..table.card_changes import deal_hand, give_opening_card
from ..table.changes import gain_talents, place, put_barbarians, take_display, to_ready
from ..table.holdings import raise_wonder
from ..table.terms import discs_in_game, occupied, present
from ..table.wonders import site_chosen
from .placement import starting_discs
from .turn import turn


def new_state(world: World, seed: int) -> State:
    """A state at the very beginning, with the setup as pending work."""
    s = State(world, seed)
    s.supply = [discs_in_game(s, f) for f in range(world.n_factions)] + [world.pool[-1]]
    s.order = members(world.takers & ~s.absent)
    if world.options.turn_order is not None:
        s.order = [f for f in world.options.turn_order if f in s.order]
    elif world.scenario.setup.turn_order:
        places = world.scenario.setup.turn_order
        s.order.sort(key=lambda f: places[world.ids[f]])
    else:
        shuffle(s, s.order)
        s.order.sort(key=lambda f: not world.begins >> f & 1)
    for faction in range(world.n_factions):
        fixed = given_display(world, faction)
        if fixed is not None:
            take_display(s, faction, fixed)
    push(s, turn)
    push(s, deal)
    for _ in range(world.options.starting_wonders):
        for faction in reversed(s.order):
            push(s, starting_wonder, faction)
    push(s, choose_civilizations)
    push(s, first_barbarians)
    return s


def given_display(world: World, faction: Faction) -> int | None:
    """The display of a faction if scenario or options give it one, -1 if it has none."""
    fixed = world.scenario.factions[faction].civilization
    if fixed == NO_CIVILIZATION:
        return -1
    if fixed in (CHOSEN, DRAWN):
        if world.options.civilizations is None:
            return None
        fixed = world.options.civilizations[faction]
    return world.civilization_number[fixed]


@step("first_barbarians")
def first_barbarians(s: State) -> None:
    """Barbarians that are on the map before anybody else (PUNIC-01)."""
    for area, n in s.world.scenario.setup.barbarians.items():
        put_barbarians(s, s.world.board.find(area), n, "setup")


@step("choose_civilizations")
def choose_civilizations(s: State) -> None:
    """In turn order, unless somebody may choose when to choose."""
    if not anybody(s.world.on.choosing, s):
        push(s, choose_civilization, *present(s))


@step("choose_civilization")
def choose_civilization(s: State, *factions: Factions) -> None:
    """One after the other each player takes a civilization of the scenario's list (SET-09, 20, ...)."""
    if not factions:
        return
    faction = factions[0]
    push(s, choose_civilization, *factions[1:])
    fixed = s.civilization[faction] if s.civilization[faction] >= 0 else given_display(s.world, faction)
    if fixed is not None:  # given, or drawn before
        settle(s, faction, fixed)
        return
    ask(s, civilization_chosen, (faction,), faction, "civilization", civilization_actions(free(s)))


def free(s: Seen) -> int:
    """The displays that the next player can choose, as a set."""
    world = s.world
    return mask_of(world.civilization_number[name] for name in world.scenario.free(taken(s)))


def taken(s: Seen) -> list[str]:
    """The civilizations that somebody plays."""
    return [s.world.civilizations[number].id for number in s.civilization if number >= 0]


@answer("choose_civilization")
def civilization_chosen(s: State, action: Action, faction: Faction) -> None:
    """Take the display and put the discs of its setup on the map."""
    settle(s, faction, civilization_of(action))


def settle(s: State, faction: Faction, civilization: int) -> None:
    """Give a faction its display and home, and place its starting discs and Gold."""
    world = s.world
    take_display(s, faction, civilization)
    if civilization >= 0:
        tell(s, "civilization", faction, display=civilization)
    for area, n in world.scenario.setup.discs.get(world.called(s, faction), {}).items():
        for _ in range(n):
            place(s, faction, world.board.find(area), "setup")
    equip(s, faction)
    for join_in in world.on.settled:
        join_in(s, faction)
    gain_talents(s, faction, world.knobs[faction].talents, "setup")
    if world.scenario.setup.placement:
        push(s, starting_discs, faction)


def equip(s: State, faction: Faction) -> None:
    """Discs in the Ready box and Wonders that a scenario begins with."""
    setup = s.world.scenario.setup
    name = s.world.called(s, faction)
    to_ready(s, faction, setup.ready.get(name, 0), "setup")
    for number, wonder in enumerate(s.world.deck.wonders):
        block = setup.wonders.get(wonder.name)
        if block is not None and block.owner == name:
            raise_wonder(s, faction, number, s.world.board.find(block.area), block.discs)


@step("starting_wonder")
def starting_wonder(s: State, faction: Faction) -> None:
    """Draw a Wonder and put it in any land area that the faction occupies (WSTART-02)."""
    free = [number for number, wonder in enumerate(s.wonders) if wonder.owner < 0]
    if free and s.world.knobs[faction].wonders and starting_sites(s, faction):
        push(s, starting_site, faction, free[random_below(s, len(free))])


def starting_sites(s: State, faction: Faction) -> int:
    """Land areas without a Wonder that the faction occupies."""
    built = mask_of(wonder.area for wonder in s.wonders if wonder.owner >= 0)
    return occupied(s, faction) & s.world.board.land & ~built


@step("starting_site")
def starting_site(s: State, faction: Faction, wonder: Wonder) -> None:
    """Ask where the Wonder drawn stands."""
    sites = starting_sites(s, faction)
    ask(s, site_chosen, (faction, wonder), faction, "wonder_site", area_actions(sites), n=wonder)


@step("deal")
def deal(s: State) -> None:
    """Shuffle the deck so that the first hands hold no Events, and deal (SET-13, SET-14)."""
    for join_in in s.world.on.before_deal:
        join_in(s)
    events = s.world.deck.events
    apart = s.world.boxed | s.world.laid_out | s.world.in_hand
    cards = [card.id for card in s.world.deck.cards[1:] if not apart >> card.id & 1]
    rest = [card for card in cards if not events >> card & 1]
    shuffle(s, rest)
    top = s.world.scenario.set_aside
    set_aside, rest = rest[:top], rest[top:]
    rest += [card for card in cards if events >> card & 1]
    shuffle(s, rest)
    s.deck = rest + set_aside
    for faction in s.order:
        for card in s.world.scenario.setup.hands.get(s.world.called(s, faction), ()):
            give_opening_card(s, faction, card)
        deal_hand(s, faction, s.world.scenario.opening_hand(s.world.knobs[faction]), "setup")
    for join_in in s.world.on.dealt:
        join_in(s)
