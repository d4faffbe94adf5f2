"""Observations from a seat's view: the flat vector, the graph form, the action mask.

Speed decides the form of this code: numbers are gathered as bytes, yes/no features as bits, and
NumPy unpacks them once, for one game or for many.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from acis_rules.actions import (
    AREA,
    FACTION,
    N_ACTIONS,
    N_AREAS,
    N_CARDS,
    N_CIVILIZATIONS,
    N_FACTIONS,
    N_WONDERS,
    WONDER,
)
from acis_rules.bits import members, set_of
from acis_rules.board import Board
from acis_rules.decisions import KINDS
from acis_rules.operations import Play
from acis_rules.uses import ABILITY_USED, CARD_USED
from acis_rules.views import View

from .schema import (
    AREA_FLAGS,
    BLOCKS,
    CARD_SETS,
    FLAG_BLOCKS,
    N_FLAGS,
    N_NUMBERS,
    OBSERVATION_SIZE,
    PHASES,
    PLAY_KINDS,
    SLOT_FLAGS,
    SLOTS,
    TURNS,
    offsets,
)
from .seating import DISPLAY_LISTS, Seating, seating_of

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.int8]

_MASK_BYTES = N_ACTIONS // 8
_AREA_BITS = (1 << N_AREAS) - 1
_CARD_BITS = (2 << N_CARDS) - 1
_WONDER_BITS = (1 << N_WONDERS) - 1
_FLAG_BYTES = (N_FLAGS + 7) // 8
_NO_AREAS = bytes(N_AREAS)
_NO_ALLIES = bytes(2 * N_AREAS)

SCALE: Floats = np.concatenate(
    [np.full(block.size, 1 / block.scale, np.float32) for block in BLOCKS]
)  # fmt: skip

# All flags of an observation travel as one int: bit i is flag i. The sets of areas and cards come
# first and are long; the others are gathered in a short int of their own and put on top of them.
_SETS = ("area_flags", "card_sets", "known")
_REST = sum(block.size for block in FLAG_BLOCKS[: len(_SETS)])
_AT = {name: where.start - N_NUMBERS - (0 if name in _SETS else _REST) for name, where in offsets().items()}
_AREAS = {name: _AT["area_flags"] + row * N_AREAS for row, (name, _) in enumerate(AREA_FLAGS)}
_CARDS = {name: _AT["card_sets"] + row * N_CARDS - 1 for row, (name, _) in enumerate(CARD_SETS)}  # ids from 1
_SLOTS = {name: _AT["slot_flags"] + row * SLOTS for row, (name, _) in enumerate(SLOT_FLAGS)}
_KIND = {kind: 1 << _AT["decision_kind"] + i for i, kind in enumerate(KINDS)}
_PHASE = {phase: 1 << _AT["phase"] + i for i, phase in enumerate(PHASES)}
_PLAY_KIND = {kind: 1 << _AT["play_kind"] + i for i, kind in enumerate(PLAY_KINDS)}
_PLAY_KIND["turn_order"] = _PLAY_KIND["card"]
_IN_PLAY, _PASSED, _EPOCH, _TURN = _SLOTS["in_play"], _SLOTS["passed"], _AT["epoch"], _AT["turn"]
_COMPETITION, _DECISION_AREA, _LEGAL_AREA = (
    _AREAS["competition"], _AREAS["decision_area"], _AREAS["legal_area"],
)  # fmt: skip
_DECISION_BY, _DECISION_CARD = _AT["decision_by"], _CARDS["decision_card"]


# ------------------------------------------------------------------------- whole observations


class Memory:
    """What the observations of one game keep from the last ones: parts that seldom change."""

    __slots__ = ("cards", "displays", "map", "open_cards")

    def __init__(self) -> None:
        self.open_cards: OpenCards | None = None
        self.cards: dict[int, Cards] = {}  # by seat
        self.map: dict[int, Map] = {}
        self.displays: dict[int, Displays] = {}


def encode(view: View, out: Bytes, memory: Memory | None = None) -> None:
    """Write the raw observation of the view's seat into `out` (OBSERVATION_SIZE bytes).

    `memory` saves work between the positions of one game.
    """
    unpack([pack(view, seating_of(view), memory or Memory())], out[None])


def pack(view: View, seating: Seating, memory: Memory) -> tuple[bytes, bytes]:
    """The observation of the view's seat as bytes for the numbers and bits for the flags."""
    q = view.question
    laid_sizes = view.laid_sizes
    board = _map(view, seating, memory)
    cards = _cards(view, seating, laid_sizes, memory)
    displays = _displays(view, seating, memory)
    sets, rest = _turn(view, seating)
    sets |= board.flags | cards.flags | displays.sets
    rest |= displays.rest
    named, answers, n = _NO_AREAS, 0, 0
    if q is not None:
        _, kind, legal, card, area, by, n = q
        rest |= _KIND[kind]
        areas = legal >> AREA & _AREA_BITS
        if areas:
            sets |= areas << _LEGAL_AREA
        if area >= 0:
            sets |= 1 << _DECISION_AREA + area
        if card:
            sets |= 1 << _DECISION_CARD + card
        if by >= 0:
            rest |= 1 << _DECISION_BY + seating.slot[by]
        play = view.play
        if play is not None:
            named, told, answers = _play(view, play, seating)
            rest |= told
    discs = view.discs
    numbers = b"".join((
        *[discs[f] for f in seating.factions],
        seating.nobody,
        discs[-1],
        board.allies,
        named,
        board.counts,
        seating.turn_place,
        _as_bytes(seating.pick((*chain.from_iterable(_DISPLAY(view)), *laid_sizes, 0))),
        displays.numbers,
        _as_bytes((view.deck_size, seating.n, n, answers)),
    ))  # fmt: skip
    return numbers, (sets | rest << _REST).to_bytes(_FLAG_BYTES, "little")


def unpack(packed: Sequence[tuple[bytes, bytes]], out: Bytes) -> None:
    """Write packed observations into the rows of `out`."""
    n = len(packed)
    out[:, :N_NUMBERS] = np.frombuffer(b"".join([p[0] for p in packed]), np.uint8).reshape(n, -1)
    bits = np.frombuffer(b"".join([p[1] for p in packed]), np.uint8).reshape(n, -1)
    out[:, N_NUMBERS:] = np.unpackbits(bits, axis=1, count=N_FLAGS, bitorder="little")


def scaled(raw: Bytes, out: Floats | None = None) -> Floats:
    """Raw observations (one or a batch) as float32, each block divided by its scale."""
    return np.multiply(raw, SCALE, out=out)


def write_masks(legal: Sequence[int], out: Mask) -> None:
    """Legal actions (bits, one set for each row of `out`) as arrays of 0 and 1."""
    bits = b"".join([mask.to_bytes(_MASK_BYTES, "little") for mask in legal])
    out.reshape(-1)[:] = np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")


_DISPLAY = attrgetter(*DISPLAY_LISTS)


def _as_bytes(numbers: tuple[Any, ...]) -> bytes:
    """Numbers as bytes; cut at 255, and to whole ones (VP can be halves)."""
    try:
        return bytes(numbers)
    except (TypeError, ValueError):
        return bytes([min(255, int(k)) for k in numbers])


# --------------------------------------------------------------------------- what is being played


def _play(view: View, play: Play, seating: Seating) -> tuple[bytes, int, int]:
    """Areas named so far, flags and the number of answers to what the open decision is about."""
    named = bytearray(N_AREAS)
    slots = 0
    wonder = play.id if play.kind == "wonder" else play.wonder
    for picks in (*play.picks, view.picked[1]):
        for action in picks:
            if AREA <= action < AREA + N_AREAS:
                named[action - AREA] += 1
            elif FACTION <= action < FACTION + N_FACTIONS:
                slots |= 1 << seating.slot[action - FACTION]
            elif WONDER <= action < WONDER + N_WONDERS:
                wonder = action - WONDER
    for area in play.areas:
        named[area] = max(1, named[area])
    for faction in play.factions:
        slots |= 1 << seating.slot[faction]
    flags = _PLAY_KIND[play.kind] | slots << _AT["play_slots"] | 1 << _AT["play_mode"] + play.mode
    if play.by >= 0:
        flags |= 1 << _AT["play_by"] + seating.slot[play.by]
    if wonder >= 0:
        flags |= 1 << _AT["play_wonder"] + wonder
    return bytes(named), flags, max(0, len(view.chain) - 1)


# ------------------------------------------------------------------------------------ the map


class Map(NamedTuple):
    """What follows from the discs on the map."""

    made_from: tuple[object, ...]
    seating: Seating
    allies: bytes
    counts: bytes  # Cities, Settlements and seas by slot
    flags: int


def _map(view: View, seating: Seating, memory: Memory) -> Map:
    levels, allies = view.at_least, view.allies
    found = memory.map.get(view.seat)
    if found is not None and found.made_from == (levels, allies) and found.seating is seating:
        return found
    me, *others = seating.factions
    n = seating.n
    board = view.world.board
    land, coastal = board.land, board.coastal
    one, two, three, _ = levels
    counts = bytearray(3 * SLOTS)
    for slot, f in enumerate(seating.factions):
        counts[slot] = city = (three[f] & land).bit_count()
        counts[SLOTS + slot] = (two[f] & land).bit_count() - city
        counts[2 * SLOTS + slot] = (one[f] & coastal).bit_count()
    mine, my_pairs, my_cities = one[me], two[me], three[me]
    once, pairs = mine, my_pairs
    shared = cities = settled = 0
    for f in others:
        mask, pair, city = one[f], two[f], three[f]
        shared |= once & mask
        once |= mask
        pairs |= pair
        cities |= city
        settled |= pair & ~city
    black, black_pairs = one[n], two[n]
    shared |= once & black
    once |= black
    settled |= black_pairs & ~three[n]
    contested = shared & (pairs | black_pairs)
    for key in allies:
        contested |= shared & 1 << (key >> 4)
    flags = (
        (mine & ~shared) << _AREAS["own_control"]
        | (once & ~shared & ~mine) << _AREAS["other_control"]
        | contested << _AREAS["contested"]
        | (my_cities & land) << _AREAS["own_city"]
        | (cities & land) << _AREAS["other_city"]
        | (my_pairs & ~my_cities) << _AREAS["own_settlement"]
        | settled << _AREAS["other_settlement"]
    )
    memory.map[view.seat] = found = Map(
        ([row.copy() for row in levels], allies.copy()), seating,
        _allies(allies, me) if allies else _NO_ALLIES, bytes(counts), flags,
    )  # fmt: skip
    return found


def _allies(allies: dict[int, int], me: int) -> bytes:
    own, others = bytearray(N_AREAS), bytearray(N_AREAS)
    for key, k in allies.items():
        row = own if key & 15 == me else others
        row[key >> 4] = min(255, row[key >> 4] + k)
    return bytes(own + others)


# ------------------------------------------------------------------- the clock, the turn so far

_THIS_TURN = attrgetter(
    "epoch", "turn", "phase", "end_epoch", "passed", "built_this_turn", "used", "omens", "looted",
    "no_talents", "forbidden", "competition_area",
)  # fmt: skip


def _turn(view: View, seating: Seating) -> tuple[int, int]:
    """The clock and what has been done this turn: sets of areas and cards, other flags."""
    (
        epoch, turn, phase, end_epoch, passed, built, used, omens, looted, no_talents, forbidden, area,
    ) = _THIS_TURN(view)  # fmt: skip
    in_slots = seating.in_slots
    sets: int = 1 << _COMPETITION + area if area >= 0 else 0
    rest: int = (
        _PHASE[phase]
        | seating.in_play << _IN_PLAY
        | in_slots[passed] << _PASSED
        | 1 << _EPOCH + epoch - 1
        | 1 << _TURN + min(turn, TURNS) - 1
    )
    if epoch >= view.world.scenario.clock.last_epoch:
        rest |= 1 << _AT["final_epoch"]
    if end_epoch:
        rest |= 1 << _AT["end_epoch"]
    if built | looted | no_talents:
        rest |= (
            in_slots[built] << _SLOTS["built"]
            | in_slots[looted] << _SLOTS["looted"]
            | in_slots[no_talents] << _SLOTS["no_talents"]
        )
    if used | omens:
        sets |= (used >> CARD_USED & _CARD_BITS) << _CARDS["investment_used"]
        rest |= in_slots[used >> ABILITY_USED & seating.in_play] << _SLOTS["ability_used"]
        rest |= ((used | omens) & _WONDER_BITS) << _AT["wonder_used"]
    if forbidden:
        sets |= forbidden << _AREAS["forbidden"]
    return sets, rest


# ------------------------------------------------------------------ displays and what lies there


class Displays(NamedTuple):
    """Civilizations, homes, Wonders, Investments, Gold, enemies and announcements."""

    made_from: tuple[object, ...]
    seating: Seating
    numbers: bytes  # from wonder_discs to announced
    sets: int
    rest: int


_SHOWN = attrgetter("civilization", "home", "wonders", "investments", "gold", "enemies", "announced")


def _displays(view: View, seating: Seating, memory: Memory) -> Displays:
    shown = _SHOWN(view)
    found = memory.displays.get(view.seat)
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    civilization, home, wonders, investments, gold, enemies, announced = shown
    me, *others = seating.factions
    rest = 0
    for slot, f in enumerate(seating.factions):
        if civilization[f] >= 0:
            rest |= 1 << _AT["civilization"] + slot * N_CIVILIZATIONS + civilization[f]
        rest |= seating.in_slots[enemies[f]] << _AT["enemies"] + slot * SLOTS
    sets: int = home[me] << _AREAS["own_home"]
    for f in others:
        sets |= home[f] << _AREAS["other_home"]
    for i, (owner, area, _, buried) in enumerate(wonders):
        if owner >= 0:
            rest |= 1 << _AT["wonder_owner"] + seating.slot[owner] * N_WONDERS + i
            if buried:
                rest |= 1 << _AT["wonder_buried"] + i
            state = "buried_wonder" if buried else "own_wonder" if owner == me else "other_wonder"
            sets |= 1 << _AREAS[state] + area
    for area, (owner, _) in gold.items():
        sets |= 1 << _AREAS["own_gold" if owner == me else "other_gold"] + area
    waiting = bytearray(SLOTS)
    for faction, kind, number in announced:
        slot = seating.slot[faction]
        waiting[slot] += 1
        if kind == "ability":
            rest |= 1 << _SLOTS["ability_announced"] + slot
        elif kind == "wonder":
            rest |= 1 << _AT["wonder_announced"] + number
        else:
            sets |= 1 << _CARDS["announced"] + number
    numbers = bytes([wonder.discs for wonder in wonders]) + _investments(investments, me) + waiting
    made_from = (*(part.copy() for part in shown[:-1]), announced)
    memory.displays[view.seat] = found = Displays(made_from, seating, numbers, sets, rest)
    return found


def _investments(investments: dict[int, tuple[int, int]], me: int) -> bytes:
    own, others = bytearray(N_CARDS), bytearray(N_CARDS)
    for card, (owner, discs) in investments.items():
        (own if owner == me else others)[card - 1] = discs
    return bytes(own + others)


# ---------------------------------------------------------------------------------- the cards


class OpenCards(NamedTuple):
    """Cards that lie open, the same for every seat."""

    made_from: tuple[object, ...]
    all: int
    flags: int


class Cards(NamedTuple):
    """The cards as one seat knows them."""

    made_from: tuple[object, ...]
    seating: Seating
    flags: int


_OPEN_CARDS = attrgetter("discard", "aside", "table", "investments")
_OWN_CARDS = attrgetter("hand", "known", "drawn")


def _open_cards(view: View, memory: Memory) -> OpenCards:
    shown = _OPEN_CARDS(view)
    found = memory.open_cards
    if found is None or found.made_from != shown:
        discard, aside, table, investments = map(set_of, shown)
        memory.open_cards = found = OpenCards(
            tuple(cards.copy() for cards in shown),
            discard | aside | table | investments,
            discard << _CARDS["discard"] | aside << _CARDS["aside"] | table << _CARDS["table"],
        )
    return found


def _cards(view: View, seating: Seating, laid_sizes: list[int], memory: Memory) -> Cards:
    me, *others = seating.factions
    lying = _open_cards(view, memory)
    hand, known, drawn = _OWN_CARDS(view)
    laid = view.laid[me] if any(laid_sizes) else 0
    shown = (lying, hand, known, drawn, laid, view.phase == "setup")
    found = memory.cards.get(view.seat)
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    flags = (
        lying.flags
        | hand[me] << _CARDS["hand"]
        | drawn[me] << _CARDS["drawn"]
        | laid << _CARDS["laid"]
        | view.unseen_beside(lying.all) << _CARDS["unseen"]
    )
    for slot, faction in enumerate(others):
        if known[faction]:
            flags |= known[faction] << _AT["known"] + slot * N_CARDS - 1
    memory.cards[view.seat] = found = Cards(shown, seating, flags)
    return found


# ---------------------------------------------------------------------------- graph form

_OFFSETS = offsets()


def block(observation: Floats, name: str) -> Floats:
    """One block of a flat observation, in its shape (a view, not a copy)."""
    shape = next(b.shape for b in BLOCKS if b.name == name)
    return observation[..., _OFFSETS[name]].reshape(*observation.shape[:-1], *shape)


AREA_BLOCKS = ("discs", "allies", "named", "area_flags")


@functools.cache
def static_areas(board: Board) -> Floats:
    """(106, 10): features of areas that never change (schema.STATIC_AREA_FLAGS)."""
    edge = board.edge
    masks = [board.in_play, board.land, board.coastal, board.open_sea,
             edge["N"], edge["E"], edge["S"], edge["W"]]  # fmt: skip
    columns = [[mask >> i & 1 for i in range(N_AREAS)] for mask in masks]
    columns.append([int(area.island is not None) for area in board.areas])
    columns.append([int(area.nile) for area in board.areas])
    return np.array(columns, np.float32).T.copy()


@functools.cache
def adjacency(board: Board) -> npt.NDArray[np.int8]:
    """(106, 106): which areas in play are adjacent."""
    out = np.zeros((N_AREAS, N_AREAS), np.int8)
    for i, mask in enumerate(board.neighbours):
        out[i, members(mask)] = 1
    return out


def graph(observation: Floats, board: Board) -> dict[str, Any]:
    """A flat observation as a graph: area matrix, adjacency, globals.

    `areas` is (106, 28 + 10): the area blocks of the schema as columns, then the static ones.
    `globals` are all other blocks, flat.
    """
    columns = [block(observation, name).T for name in AREA_BLOCKS]
    rest = np.ones(OBSERVATION_SIZE, bool)
    for name in AREA_BLOCKS:
        rest[_OFFSETS[name]] = False
    return {
        "areas": np.concatenate([*columns, static_areas(board)], axis=1),
        "adjacency": adjacency(board),
        "globals": observation[rest],
    }
