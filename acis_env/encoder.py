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

from acis_rules.actions import AREA, N_ACTIONS, N_AREAS, N_CARDS, N_CIVILIZATIONS, N_WONDERS
from acis_rules.bits import members, set_of
from acis_rules.board import Board
from acis_rules.decisions import KINDS
from acis_rules.state import Question
from acis_rules.uses import ABILITY_USED
from acis_rules.views import View

from .schema import (
    AREA_FLAGS,
    BLOCKS,
    CARD_SETS,
    FLAG_BLOCKS,
    N_NUMBERS,
    OBSERVATION_SIZE,
    PHASES,
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
_WONDER_BITS = (1 << N_WONDERS) - 1
_KIND = {kind: i for i, kind in enumerate(KINDS)}
_PHASE = {phase: i for i, phase in enumerate(PHASES)}
_NO_AREAS = bytes(N_AREAS)
_NO_ALLIES = bytes(2 * N_AREAS)

SCALE: Floats = np.concatenate(
    [np.full(block.size, 1 / block.scale, np.float32) for block in BLOCKS]
)  # fmt: skip

# Flags travel as bits: sets of areas and of cards in whole bytes each, the rest in one piece.
_AREA_BYTES = (N_AREAS + 7) // 8
_CARD_BYTES = (N_CARDS + 7) // 8
_AREA_ROWS = len(AREA_FLAGS)
_CARD_ROWS = len(CARD_SETS) + SLOTS - 1
_AREAS_END = N_NUMBERS + _AREA_ROWS * N_AREAS
_CARDS_END = _AREAS_END + _CARD_ROWS * N_CARDS
_AREA_BITS_END = _AREA_ROWS * _AREA_BYTES * 8
_CARD_BITS_END = _AREA_BITS_END + _CARD_ROWS * _CARD_BYTES * 8
_REST_SIZE = OBSERVATION_SIZE - _CARDS_END
_REST_BYTES = (_REST_SIZE + 7) // 8
_ONE_AREA = [(1 << area).to_bytes(_AREA_BYTES, "little") for area in range(N_AREAS)] + [bytes(_AREA_BYTES)]
_ONE_CARD = [(1 << card >> 1).to_bytes(_CARD_BYTES, "little") for card in range(N_CARDS + 1)]


def _rest_starts() -> dict[str, int]:
    out, start = {}, 0
    for block in FLAG_BLOCKS[3:]:  # after area_flags, card_sets and known
        out[block.name] = start
        start += block.size
    return out


_REST = _rest_starts()
_SLOT_FLAGS, _WONDER_OWNER, _WONDER_BURIED = (
    _REST["slot_flags"], _REST["wonder_owner"], _REST["wonder_buried"],
)  # fmt: skip
_WONDER_USED, _EPOCH, _TURN, _PHASE_AT = _REST["wonder_used"], _REST["epoch"], _REST["turn"], _REST["phase"]
_END_EPOCH, _FINAL_EPOCH = _REST["end_epoch"], _REST["final_epoch"]
_DECISION_KIND, _DECISION_BY = _REST["decision_kind"], _REST["decision_by"]


# ------------------------------------------------------------------------- whole observations


class Memory:
    """What the observations of one seat in one game keep from the last one: parts that seldom change."""

    __slots__ = ("cards", "steady")

    def __init__(self) -> None:
        self.cards: Cards | None = None
        self.steady: Steady | None = None


def encode(view: View, out: Bytes, memory: Memory | None = None) -> None:
    """Write the raw observation of the view's seat into `out` (OBSERVATION_SIZE bytes).

    `memory` saves work between the positions of one game.
    """
    unpack([pack(view, seating_of(view), memory or Memory())], out[None])


def pack(view: View, seating: Seating, memory: Memory) -> tuple[bytes, bytes]:
    """The observation of the view's seat as bytes for the numbers and bits for the flags."""
    q = view.question
    sizes = view.laid_sizes
    cards = _cards(view, seating, sizes, memory)
    steady = _steady(view, seating, memory)
    areas, rest = _flags(view, seating, q, steady)
    card = q.card if q is not None else 0
    bits = b"".join((areas, cards.own_and_open, _ONE_CARD[card], cards.known, rest))
    return _numbers(view, seating, q, sizes, steady), bits


def unpack(packed: Sequence[tuple[bytes, bytes]], out: Bytes) -> None:
    """Write packed observations into the rows of `out`."""
    n = len(packed)
    out[:, :N_NUMBERS] = np.frombuffer(b"".join([p[0] for p in packed]), np.uint8).reshape(n, -1)
    bits = np.frombuffer(b"".join([p[1] for p in packed]), np.uint8).reshape(n, -1)
    flags = np.unpackbits(bits, axis=1, bitorder="little")
    out[:, N_NUMBERS:_AREAS_END].reshape(n, _AREA_ROWS, N_AREAS)[:] = (
        flags[:, :_AREA_BITS_END].reshape(n, _AREA_ROWS, -1)[:, :, :N_AREAS]
    )  # fmt: skip
    out[:, _AREAS_END:_CARDS_END].reshape(n, _CARD_ROWS, N_CARDS)[:] = flags[
        :, _AREA_BITS_END:_CARD_BITS_END
    ].reshape(n, _CARD_ROWS, -1)[:, :, :N_CARDS]
    out[:, _CARDS_END:] = flags[:, _CARD_BITS_END : _CARD_BITS_END + _REST_SIZE]


def scaled(raw: Bytes, out: Floats | None = None) -> Floats:
    """Raw observations (one or a batch) as float32, each block divided by its scale."""
    return np.multiply(raw, SCALE, out=out)


def write_masks(legal: Sequence[int], out: Mask) -> None:
    """Legal actions (bits, one set for each row of `out`) as arrays of 0 and 1."""
    bits = b"".join([mask.to_bytes(_MASK_BYTES, "little") for mask in legal])
    out.reshape(-1)[:] = np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")


# --------------------------------------------------------------------- what changes all the time

_DISPLAY = attrgetter(*DISPLAY_LISTS)


def _numbers(view: View, seating: Seating, q: Question | None, laid: list[int], steady: Steady) -> bytes:
    """All numbers as bytes, in the order of the schema."""
    factions, n = seating.factions, seating.n
    board = view.world.board
    land, coastal = board.land, board.coastal
    discs, allies = view.discs, view.allies
    counts: list[int] = []
    for one, two, three, _ in zip(*view.at_least, strict=True):
        city = (three & land).bit_count()
        counts += (city, (two & land).bit_count() - city, (one & coastal).bit_count())
    display = seating.pick((*chain.from_iterable(_DISPLAY(view)), *laid, *counts, *range(n + 1)))
    return b"".join((
        *[discs[f] for f in factions],
        _NO_AREAS * (SLOTS - n),
        discs[n],
        _allies(allies, factions[0]) if allies else _NO_ALLIES,
        _as_bytes(display),
        steady.numbers,
        _as_bytes((view.deck_size, n, q.n if q is not None else 0)),
    ))  # fmt: skip


def _as_bytes(numbers: tuple[Any, ...]) -> bytes:
    """Numbers as bytes; cut at 255, and to whole ones (VP can be halves)."""
    try:
        return bytes(numbers)
    except (TypeError, ValueError):
        return bytes([min(255, int(k)) for k in numbers])


def _flags(view: View, seating: Seating, q: Question | None, steady: Steady) -> tuple[bytes, bytes]:
    """The area flags and all flags after the card sets, as bits."""
    me, *others = seating.factions
    n = seating.n
    land = view.world.board.land
    one, two, three, _ = view.at_least
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
    for key in view.allies:
        contested |= shared & 1 << (key >> 4)
    rest = steady.rest
    legal_areas, decision_area = 0, -1
    if q is not None:
        _, kind, legal, _, decision_area, by, _ = q
        legal_areas = legal >> AREA & _AREA_BITS
        rest |= 1 << _DECISION_KIND + _KIND[kind]
        if by >= 0:
            rest |= 1 << _DECISION_BY + seating.slot[by]
    areas = b"".join((
        (mine & ~shared).to_bytes(_AREA_BYTES, "little"),
        (once & ~shared & ~mine).to_bytes(_AREA_BYTES, "little"),
        contested.to_bytes(_AREA_BYTES, "little"),
        (my_cities & land).to_bytes(_AREA_BYTES, "little"),
        (cities & land).to_bytes(_AREA_BYTES, "little"),
        (my_pairs & ~my_cities).to_bytes(_AREA_BYTES, "little"),
        settled.to_bytes(_AREA_BYTES, "little"),
        steady.areas,
        _ONE_AREA[view.competition_area],
        _ONE_AREA[decision_area],
        legal_areas.to_bytes(_AREA_BYTES, "little"),
    ))  # fmt: skip
    return areas, rest.to_bytes(_REST_BYTES, "little")


# ----------------------------------------------------------------------------- what seldom changes


class Steady(NamedTuple):
    """Homes, Wonders, Investments, displays and the clock."""

    made_from: tuple[object, ...]
    seating: Seating
    numbers: bytes  # discs on Wonders and Investments
    areas: bytes  # area flags from own_home to forbidden
    rest: int  # all flags after the card sets except those of the decision


_STEADY = attrgetter(
    "civilization", "home", "wonders", "investments", "forbidden", "passed", "built_this_turn", "used",
    "omens", "looted", "no_talents", "epoch", "turn", "phase", "end_epoch",
)  # fmt: skip


def _steady(view: View, seating: Seating, memory: Memory) -> Steady:
    shown = _STEADY(view)
    found = memory.steady
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    (
        civilization, home, wonders, investments, forbidden, passed, built, used,
        omens, looted, no_talents, epoch, turn, phase, end_epoch,
    ) = shown  # fmt: skip
    me, *others = seating.factions
    homes = 0
    for f in others:
        homes |= home[f]
    own_wonders = other_wonders = buried_areas = buried = owners = 0
    for i, (owner, area, _, is_buried) in enumerate(wonders):
        if owner >= 0:
            owners |= 1 << seating.slot[owner] * N_WONDERS + i
            if is_buried:
                buried |= 1 << i
                buried_areas |= 1 << area
            elif owner == me:
                own_wonders |= 1 << area
            else:
                other_wonders |= 1 << area
    gold = 0
    areas = (home[me], homes, own_wonders, other_wonders, buried_areas, gold, forbidden)
    civilizations = 0
    for slot, f in enumerate(seating.factions):
        if civilization[f] >= 0:
            civilizations |= 1 << slot * N_CIVILIZATIONS + civilization[f]
    slot_flags = everybody = (1 << seating.n) - 1
    for row, factions in enumerate((passed, built, used >> ABILITY_USED, looted, no_talents), 1):
        slot_flags |= seating.in_slots[factions & everybody] << row * SLOTS
    rest = (
        civilizations
        | slot_flags << _SLOT_FLAGS
        | owners << _WONDER_OWNER
        | buried << _WONDER_BURIED
        | ((used | omens) & _WONDER_BITS) << _WONDER_USED
        | 1 << _EPOCH + epoch - 1
        | 1 << _TURN + min(turn, TURNS) - 1
        | 1 << _PHASE_AT + _PHASE[phase]
        | end_epoch << _END_EPOCH
        | (epoch >= view.world.scenario.clock.last_epoch) << _FINAL_EPOCH
    )
    memory.steady = Steady(
        (civilization.copy(), home.copy(), wonders.copy(), investments.copy(), *shown[4:]),
        seating,
        bytes([wonder.discs for wonder in wonders]) + _investments(investments, me),
        b"".join([mask.to_bytes(_AREA_BYTES, "little") for mask in areas]),
        rest,
    )
    return memory.steady


class Cards(NamedTuple):
    """The card sets as bits, without that of the open decision."""

    made_from: tuple[object, ...]
    seating: Seating
    own_and_open: bytes
    known: bytes


_SHOWN_CARDS = attrgetter("hand", "known", "drawn", "discard", "aside", "table", "investments", "phase")


def _cards(view: View, seating: Seating, laid_sizes: list[int], memory: Memory) -> Cards:
    laid = view.laid if any(laid_sizes) else None
    shown = (laid, *_SHOWN_CARDS(view))
    found = memory.cards
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    me, *others = seating.factions
    _, hand, known, drawn, discard, aside, table, investments, phase = shown
    own_and_open = (
        hand[me], laid[me] if laid else 0, drawn[me], view.unseen,
        set_of(discard), set_of(aside), set_of(table),
    )  # fmt: skip
    held = (*[known[f] for f in others], *(0,) * (SLOTS - seating.n))
    memory.cards = Cards(
        (laid, hand, known, drawn, discard.copy(), aside.copy(), table.copy(), investments.copy(), phase),
        seating, _card_bits(own_and_open), _card_bits(held),
    )  # fmt: skip
    return memory.cards


def _card_bits(sets: Sequence[int]) -> bytes:
    return b"".join([(cards >> 1).to_bytes(_CARD_BYTES, "little") for cards in sets])


def _allies(allies: dict[int, int], me: int) -> bytes:
    own, others = bytearray(N_AREAS), bytearray(N_AREAS)
    for key, k in allies.items():
        row = own if key & 15 == me else others
        row[key >> 4] = min(255, row[key >> 4] + k)
    return bytes(own + others)


def _investments(investments: dict[int, tuple[int, int]], me: int) -> bytes:
    own, others = bytearray(N_CARDS), bytearray(N_CARDS)
    for card, (owner, discs) in investments.items():
        (own if owner == me else others)[card - 1] = discs
    return bytes(own + others)


# ---------------------------------------------------------------------------- graph form

_OFFSETS = offsets()


def block(observation: Floats, name: str) -> Floats:
    """One block of a flat observation, in its shape (a view, not a copy)."""
    shape = next(b.shape for b in BLOCKS if b.name == name)
    return observation[..., _OFFSETS[name]].reshape(*observation.shape[:-1], *shape)


AREA_BLOCKS = ("discs", "allies", "area_flags")


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

    `areas` is (106, 26 + 10): the area blocks of the schema as columns, then the static ones.
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
