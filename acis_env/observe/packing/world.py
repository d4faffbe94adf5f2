"""What is fixed, or nearly so: the scenario, its rules and numbers, who plays with whom."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from acis_rules.kernel.actions import N_CARDS
from acis_rules.kernel.bits import mask_of
from acis_rules.phases.evaluation import ends_epoch
from acis_rules.table.terms import knobs
from acis_rules.views import View, reader

from ..names import KNOBS, RULES, SCENARIOS, USUAL
from ..schema import KNOB_ROOM, SLOTS, TURNS
from .places import AREAS, AT, CARDS, GAME, SLOT, Kept, Memory

if TYPE_CHECKING:
    from acis_rules.box.scenario_blocks import KnobsBlock
    from acis_rules.box.world import World

    from ..seating import Seating

MOST_SEATINGS = 1024  # that are kept
_GAME = reader("world", "reborn")
_FACTION, _SEAT, _SIDE, _FRIENDS = AT["faction"], AT["seat"], AT["side"], AT["friends"]


def game(view: View, seating: Seating, memory: Memory) -> Kept:
    """The blocks that a game keeps; only who is reborn has other numbers from then on."""
    made_from = world, _ = _GAME(view)
    found = memory.game.get(seating)
    if found is not None and found.made_from == made_from:
        return found
    board, scenario = world.board, world.scenario
    areas = board.in_play << AREAS["in_play"]
    if scenario.capital is not None:
        areas |= 1 << AREAS["capital"] + board.find(scenario.capital.area)
    numbers = (seating.knobs(_knobs(view, memory)) + _clock(world) + _limits(world),)
    cards = world.boxed << CARDS["boxed"]
    if len(memory.game) >= MOST_SEATINGS:
        memory.game.clear()
        memory.game_bits.clear()
    memory.game[seating] = found = Kept(made_from, seating, areas, cards, _flags(view, seating), numbers)
    return found


def _flags(view: View, seating: Seating) -> int:
    world = view.world
    clock = world.scenario.clock
    in_slots = seating.in_slots
    side = world.sides[world.seat_side[view.seat]].factions
    invaders = mask_of(f for f, faction in enumerate(world.scenario.factions) if faction.invader)
    rest: int = (
        (1 << seating.n) - 1 << SLOT["seated"]
        | in_slots[view.factions] << SLOT["own"]
        | in_slots[side & ~view.factions] << SLOT["partner"]
        | in_slots[world.npcs] << SLOT["npc"]
        | in_slots[world.takers] << SLOT["takes_turns"]
        | in_slots[world.scorers] << SLOT["scores"]
        | in_slots[invaders] << SLOT["invader"]
        | 1 << AT["first_epoch"] + clock.first_epoch - 1
        | 1 << AT["last_epoch"] + clock.last_epoch - 1
        | _game_flags(world)
    )
    number = seat = side_of = friends = 0
    for slot, f in enumerate(seating.factions):
        number |= 1 << f * SLOTS + slot
        seat |= 1 << world.player[f] * SLOTS + slot
        side_of |= 1 << world.side[f] * SLOTS + slot
        friends |= in_slots[world.friends[f]] << slot * SLOTS  # mutual: rows are columns
    rest |= number << _FACTION | seat << _SEAT | side_of << _SIDE | friends << _FRIENDS
    return rest


@functools.lru_cache(maxsize=256)
def _game_flags(world: World) -> int:
    scenario, options = world.scenario, world.options
    holds = {
        scenario.kind: True,
        "control_wins": bool(scenario.victory.control),
        "homes_win": scenario.victory.own_and_another_home,
        "hostility": world.hostility,
        "teams": bool(world.teams),
        "team_hands": options.team_hands,
        "single_winner": options.single_winner or scenario.victory.single_winner,
        "full_last_epoch": world.full_last_epoch,
        "ends_after_competition": scenario.clock.stop_after == "competition",
        "final_epoch_event": options.final_epoch_event,
        "special_discs_on_top": options.minimum_growth_counts == "base",
        "npc_ties_b": options.npc_ties == "B",
        "by_category": world.by_category,
    }
    rest: int = sum(GAME[name] for name, yes in holds.items() if yes)
    if scenario.id in SCENARIOS:
        rest |= 1 << AT["scenario"] + SCENARIOS.index(scenario.id)
    for name in {*world.rules, *scenario.variants, *options.variants}:
        if name in RULES:
            rest |= 1 << AT["rules"] + RULES.index(name)
    return rest


# ------------------------------------------------------------------------------------------ numbers


def _knobs(view: View, memory: Memory) -> bytes:
    """By faction: divisors of sides, and the numbers of the rules that differ from those of the base game."""
    world = view.world
    made_from = world, view.reborn
    if memory.knobs is not None and memory.knobs[0] == made_from:
        return memory.knobs[1]
    n = world.n_factions
    divisors, more, fewer = bytearray(n), bytearray(KNOB_ROOM * n), bytearray(KNOB_ROOM * n)
    for f in range(n):
        divisors[f] = min(255, world.sides[world.side[f]].divisor)
        own = knobs(view, f)
        for row, name in enumerate(KNOBS):
            more_or_fewer = _number(world, own, name) - _number(world, USUAL, name)
            (more if more_or_fewer > 0 else fewer)[row * n + f] = min(255, abs(more_or_fewer))
    found = bytes(divisors + more + fewer)
    memory.knobs = made_from, found
    return found


def _number(world: World, own: KnobsBlock, name: str) -> int:
    if name == "opening_hand":
        return 5 if own is USUAL else world.scenario.opening_hand(own)
    n: int | None = getattr(own, name)
    return 0 if n is None else n + (name == "exact_draw")


@functools.lru_cache(maxsize=256)
def _clock(world: World) -> bytes:
    """Factions, turns, and the chances that a card ends the Epoch after each turn."""
    clock = world.scenario.clock
    cards = [card for card in range(1, N_CARDS + 1) if not world.boxed >> card & 1]
    chances = bytearray(TURNS)
    for turn in range(1, min(clock.turns, TURNS) + 1):
        given = clock.sudden_end.get(turn, "")
        n = sum(ends_epoch(given, card) for card in cards) if given else 0
        chances[turn - 1] = 255 if turn == clock.turns else 255 * n // len(cards)
    return bytes([world.n_factions, min(255, clock.turns)]) + chances


@functools.lru_cache(maxsize=256)
def _limits(world: World) -> bytes:
    """VP that end the game, VP of NPCs, uses of Aeneas."""
    options = world.options
    limit = options.vp_limit or 0
    whole, rest = divmod(limit, 256) if limit > 255 else (0, 0)
    return bytes([min(255, limit), whole, rest, min(255, world.npc_bonus_vp), min(255, options.aeneas_uses)])
