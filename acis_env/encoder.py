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
from acis_rules.bits import mask_of, members, set_of
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
    N_NUMBERS,
    OBSERVATION_SIZE,
    PHASES,
    PLAY_KINDS,
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
_KIND = {kind: i for i, kind in enumerate(KINDS)}
_PHASE = {phase: i for i, phase in enumerate(PHASES)}
_PLAY_KIND = {**{kind: i for i, kind in enumerate(PLAY_KINDS)}, "turn_order": PLAY_KINDS.index("card")}
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
_DECISION_KIND, _DECISION_BY = _REST["decision_kind"], _REST["decision_by"]


# ------------------------------------------------------------------------- whole observations


class Memory:
    """What the observations of one game keep from the last ones: parts that seldom change."""

    __slots__ = ("cards", "map", "open_cards", "steady")

    def __init__(self) -> None:
        self.open_cards: OpenCards | None = None
        self.cards: dict[int, Cards] = {}  # by seat
        self.map: dict[int, Map] = {}
        self.steady: dict[int, Steady] = {}


def encode(view: View, out: Bytes, memory: Memory | None = None) -> None:
    """Write the raw observation of the view's seat into `out` (OBSERVATION_SIZE bytes).

    `memory` saves work between the positions of one game.
    """
    unpack([pack(view, seating_of(view), memory or Memory())], out[None])


def pack(view: View, seating: Seating, memory: Memory) -> tuple[bytes, bytes]:
    """The observation of the view's seat as bytes for the numbers and bits for the flags."""
    q = view.question
    sizes = view.laid_sizes
    board = _map(view, seating, memory)
    cards = _cards(view, seating, sizes, memory)
    steady = _steady(view, seating, memory)
    rest = steady.rest
    named, answers = _NO_AREAS, 0
    card, area, n, legal_areas = 0, -1, 0, 0
    if q is not None:
        _, kind, legal, card, area, by, n = q
        legal_areas = legal >> AREA & _AREA_BITS
        rest |= 1 << _DECISION_KIND + _KIND[kind]
        if by >= 0:
            rest |= 1 << _DECISION_BY + seating.slot[by]
        play = view.play
        if play is not None:
            named, flags, answers = _play(view, play, seating)
            rest |= flags
    discs = view.discs
    numbers = b"".join((
        *[discs[f] for f in seating.factions],
        seating.nobody,
        discs[-1],
        board.allies,
        named,
        board.counts,
        seating.turn_place,
        _as_bytes(seating.pick((*chain.from_iterable(_DISPLAY(view)), *sizes, 0))),
        steady.numbers,
        _as_bytes((view.deck_size, seating.n, n, answers)),
    ))  # fmt: skip
    bits = b"".join((
        board.flags,
        steady.areas,
        _ONE_AREA[view.competition_area],
        _ONE_AREA[area],
        legal_areas.to_bytes(_AREA_BYTES, "little"),
        cards.own_and_open,
        steady.cards,
        _ONE_CARD[card],
        cards.known,
        rest.to_bytes(_REST_BYTES, "little"),
    ))  # fmt: skip
    return numbers, bits


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
    flags = slots << _REST["play_slots"] | 1 << _REST["play_mode"] + play.mode
    flags |= 1 << _REST["play_kind"] + _PLAY_KIND[play.kind]
    if play.by >= 0:
        flags |= 1 << _REST["play_by"] + seating.slot[play.by]
    if wonder >= 0:
        flags |= 1 << _REST["play_wonder"] + wonder
    return bytes(named), flags, max(0, len(view.chain) - 1)


# ------------------------------------------------------------------------------------ the map


class Map(NamedTuple):
    """What follows from the discs on the map."""

    made_from: tuple[object, ...]
    seating: Seating
    allies: bytes
    counts: bytes  # Cities, Settlements and seas by slot
    flags: bytes  # area flags from own_control to other_settlement


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
    flags = _area_bits((
        mine & ~shared, once & ~shared & ~mine, contested, my_cities & land, cities & land,
        my_pairs & ~my_cities, settled,
    ))  # fmt: skip
    memory.map[view.seat] = found = Map(
        ([row.copy() for row in levels], allies.copy()), seating,
        _allies(allies, me) if allies else _NO_ALLIES, bytes(counts), flags,
    )  # fmt: skip
    return found


def _area_bits(sets: Sequence[int]) -> bytes:
    return b"".join([areas.to_bytes(_AREA_BYTES, "little") for areas in sets])


def _allies(allies: dict[int, int], me: int) -> bytes:
    own, others = bytearray(N_AREAS), bytearray(N_AREAS)
    for key, k in allies.items():
        row = own if key & 15 == me else others
        row[key >> 4] = min(255, row[key >> 4] + k)
    return bytes(own + others)


# ----------------------------------------------------------------------------- what seldom changes


class Steady(NamedTuple):
    """Homes, Wonders, Investments, displays, announcements and the clock."""

    made_from: tuple[object, ...]
    seating: Seating
    numbers: bytes  # from wonder_discs to announced
    areas: bytes  # area flags from own_home to forbidden
    cards: bytes  # Investments used, cards announced
    rest: int  # all flags after the card sets except those of the decision


_STEADY = attrgetter(
    "civilization", "home", "wonders", "investments", "gold", "enemies", "forbidden", "passed",
    "built_this_turn", "used", "omens", "looted", "no_talents", "announced", "epoch", "turn", "phase",
    "end_epoch",
)  # fmt: skip
_LISTS = 6  # the first of these can change in place


def _steady(view: View, seating: Seating, memory: Memory) -> Steady:
    shown = _STEADY(view)
    found = memory.steady.get(view.seat)
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    (
        civilization, home, wonders, investments, gold, enemies, forbidden, passed, built, used, omens,
        looted, no_talents, announced, epoch, turn, phase, end_epoch,
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
    own_gold = mask_of(area for area, (owner, _) in gold.items() if owner == me)
    other_gold = mask_of(gold) & ~own_gold
    areas = (
        home[me], homes, own_wonders, other_wonders, buried_areas, own_gold, other_gold, forbidden,
    )  # fmt: skip
    rest = {
        "wonder_owner": owners,
        "wonder_buried": buried,
        "wonder_used": (used | omens) & _WONDER_BITS,
        "wonder_announced": mask_of(number for _, kind, number in announced if kind == "wonder"),
        "epoch": 1 << epoch - 1,
        "turn": 1 << min(turn, TURNS) - 1,
        "phase": 1 << _PHASE[phase],
        "end_epoch": end_epoch,
        "final_epoch": epoch >= view.world.scenario.clock.last_epoch,
    }
    civilizations = feuds = 0
    for slot, f in enumerate(seating.factions):
        if civilization[f] >= 0:
            civilizations |= 1 << slot * N_CIVILIZATIONS + civilization[f]
        feuds |= seating.in_slots[enemies[f]] << slot * SLOTS
    rest["civilization"], rest["enemies"] = civilizations, feuds
    abilities = mask_of(faction for faction, kind, _ in announced if kind == "ability")
    slot_flags = everybody = (1 << seating.n) - 1
    sets = (passed, built, used >> ABILITY_USED, looted, no_talents, abilities)
    for row, factions in enumerate(sets, 1):
        slot_flags |= seating.in_slots[factions & everybody] << row * SLOTS
    rest["slot_flags"] = slot_flags
    waiting = [0] * SLOTS
    for faction, _, _ in announced:
        waiting[seating.slot[faction]] += 1
    cards = (
        used >> CARD_USED & _CARD_BITS,
        mask_of(card for _, kind, card in announced if kind in ("card", "investment")),
    )
    memory.steady[view.seat] = found = Steady(
        (*(part.copy() for part in shown[:_LISTS]), *shown[_LISTS:]),
        seating,
        bytes([wonder.discs for wonder in wonders]) + _investments(investments, me) + bytes(waiting),
        _area_bits(areas),
        _card_bits(cards),
        sum(flags << _REST[name] for name, flags in rest.items()),
    )
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
    bits: bytes  # discard pile, aside, on the table


class Cards(NamedTuple):
    """The card sets as bits that depend on the seat."""

    made_from: tuple[object, ...]
    seating: Seating
    own_and_open: bytes
    known: bytes


_OPEN_CARDS = attrgetter("discard", "aside", "table", "investments")
_OWN_CARDS = attrgetter("hand", "known", "drawn", "phase")


def _open_cards(view: View, memory: Memory) -> OpenCards:
    shown = _OPEN_CARDS(view)
    found = memory.open_cards
    if found is None or found.made_from != shown:
        discard, aside, table, investments = map(set_of, shown)
        memory.open_cards = found = OpenCards(
            tuple(cards.copy() for cards in shown),
            discard | aside | table | investments,
            _card_bits((discard, aside, table)),
        )
    return found


def _cards(view: View, seating: Seating, laid_sizes: list[int], memory: Memory) -> Cards:
    lying = _open_cards(view, memory)
    laid = view.laid if any(laid_sizes) else None
    shown = (lying, laid, *_OWN_CARDS(view))
    found = memory.cards.get(view.seat)
    if found is not None and found.made_from == shown and found.seating is seating:
        return found
    me, *others = seating.factions
    _, _, hand, known, drawn, _ = shown
    own = (hand[me], laid[me] if laid else 0, drawn[me], view.unseen_beside(lying.all))
    held = (*[known[f] for f in others], *(0,) * (SLOTS - seating.n))
    memory.cards[view.seat] = found = Cards(
        shown, seating, _card_bits(own) + lying.bits, _card_bits(held)
    )  # fmt: skip
    return found


def _card_bits(sets: Sequence[int]) -> bytes:
    return b"".join([(cards >> 1).to_bytes(_CARD_BYTES, "little") for cards in sets])


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
