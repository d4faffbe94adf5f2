"""Observations from a seat's view: the flat vector, the graph form, the action mask.

Speed decides the form of this code: numbers are gathered as bytes, yes/no features as bits, and
NumPy sees each of the two once.
"""

from __future__ import annotations

import functools
from operator import itemgetter
from typing import Any

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
)
from acis_rules.bits import members, set_of
from acis_rules.board import Board
from acis_rules.decisions import KINDS
from acis_rules.uses import ABILITY_USED
from acis_rules.views import View

from .schema import (
    ALL_SLOTS,
    AREA_FLAGS,
    BLOCKS,
    CARD_SETS,
    FLAG_BLOCKS,
    KIND_SLOTS,
    N_NUMBERS,
    OBSERVATION_SIZE,
    PHASES,
    SLOTS,
    TURNS,
    offsets,
)

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.int8]

_MASK_BYTES = N_ACTIONS // 8
_FACTION_BITS = ((1 << N_FACTIONS) - 1) << FACTION
_AREA_BITS = (1 << N_AREAS) - 1
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
_REST_BYTES = (OBSERVATION_SIZE - _CARDS_END + 7) // 8


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


def slots(view: View, faction: int = -1) -> list[int]:
    """The factions of slots 0, 1, 2, ...: own first, then the others in turn order."""
    if faction < 0:
        q = view.question
        faction = q.faction if q is not None else (view.factions & -view.factions).bit_length() - 1
    i = view.order.index(faction)
    return [*view.order[i:], *view.order[:i]]


def to_relative(mask: int, seating: list[int], barbarians: int) -> int:
    """Legal actions with factions named by slot instead of by number."""
    named = mask & _FACTION_BITS
    if not named:
        return mask
    out = mask ^ named
    for slot, faction in enumerate(seating):
        if named >> FACTION + faction & 1:
            out |= 1 << FACTION + slot
    if named >> FACTION + barbarians & 1:
        out |= 1 << FACTION + SLOTS
    return out


def to_absolute(action: int, seating: list[int], barbarians: int) -> int:
    """An action of the environment as an action of the rules."""
    if not FACTION <= action < FACTION + N_FACTIONS:
        return action
    slot = action - FACTION
    if slot == SLOTS:
        return FACTION + barbarians
    return FACTION + seating[slot] if slot < len(seating) else N_ACTIONS


def write_mask(legal: int, out: Mask) -> None:
    """Legal actions (bits) as an array of 0 and 1."""
    out[:] = np.unpackbits(np.frombuffer(legal.to_bytes(_MASK_BYTES, "little"), np.uint8), bitorder="little")


# What a caller may keep for one running game: by seat, the card part and what it was made from.
CardCache = dict[int, tuple[tuple[object, ...], bytes]]


def encode(view: View, out: Bytes, legal: int | None = None, cache: CardCache | None = None) -> None:
    """Write the raw observation of the view's seat into `out` (OBSERVATION_SIZE bytes).

    `legal` are the legal actions if the caller has them at hand; `cache` saves work between the
    positions of one game.
    """
    seating = slots(view)
    numbers = _numbers(view, seating)
    areas, rest = _flags(view, seating, legal)
    bits = areas + _cards(view, seating, cache) + rest
    out[:N_NUMBERS] = np.frombuffer(numbers, np.uint8)
    unpacked = np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")
    out[N_NUMBERS:_AREAS_END].reshape(_AREA_ROWS, N_AREAS)[:] = (
        unpacked[:_AREA_BITS_END].reshape(_AREA_ROWS, -1)[:, :N_AREAS]
    )  # fmt: skip
    out[_AREAS_END:_CARDS_END].reshape(_CARD_ROWS, N_CARDS)[:] = (
        unpacked[_AREA_BITS_END:_CARD_BITS_END].reshape(_CARD_ROWS, -1)[:, :N_CARDS]
    )
    out[_CARDS_END:] = unpacked[_CARD_BITS_END : _CARD_BITS_END + OBSERVATION_SIZE - _CARDS_END]


def scaled(raw: Bytes, out: Floats | None = None) -> Floats:
    """Raw observations (one or a batch) as float32, each block divided by its scale."""
    return np.multiply(raw, SCALE, out=out)


def _numbers(view: View, seating: list[int]) -> bytes:
    """All numbers as bytes, in the order of the schema."""
    me, n = seating[0], len(seating)
    world = view.world
    black = world.barbarians
    land, coastal = world.board.land, world.board.coastal
    discs, supply, order = view.discs, view.supply, view.order
    one, two, three, _ = view.at_least
    q = view.question
    pick = itemgetter(*seating)
    none = (0,) * (SLOTS - n)
    cities = [(mask & land).bit_count() for mask in pick(three)]
    pairs = [(mask & land).bit_count() for mask in pick(two)]
    vp = [int(points) for points in pick(view.vp)]
    talents = pick(view.treasury)
    if max(vp) > 255 or max(talents) > 255:
        vp = [min(255, k) for k in vp]
        talents = tuple(min(255, k) for k in talents)
    own_investments = other_investments = _NO_CARDS
    if view.investments:
        own_investments, other_investments = _investments(view, me)
    allies = view.allies
    return b"".join((
        *pick(discs),
        *(_NO_AREAS,) * (SLOTS - n),
        discs[black],
        _allies(allies, me) if allies else _NO_ALLIES,
        bytes((
            *vp, *none,
            *cities, *none,
            *[k - c for k, c in zip(pairs, cities, strict=True)], *none,
            *[(mask & coastal).bit_count() for mask in pick(one)], *none,
            *pick(supply), *none, supply[black],
            *pick(view.ready), *none,
            *pick(view.ready_land), *none,
            *talents, *none,
            *pick(view.loot), *none,
            *pick(view.hand_sizes), *none,
            *pick(view.laid_sizes), *none,
            *pick(view.drawn_sizes), *none,
            *[order.index(f) + 1 for f in seating], *none,
            *pick(view.fallen), *none,
            *pick(view.shield), *none,
            *pick(view.aeneas_used), *none,
            *pick(view.draw_less), *none,
            *[w.discs for w in view.wonders],
        )),
        own_investments,
        other_investments,
        bytes((view.deck_size, n, min(255, q.n) if q is not None else 0)),
    ))  # fmt: skip


def _flags(view: View, seating: list[int], legal: int | None) -> tuple[bytes, bytes]:
    """The area flags and all flags after the card sets, as bits."""
    me, n = seating[0], len(seating)
    land = view.world.board.land
    one, two, three, _ = view.at_least
    once = shared = twos = cities = settled = 0
    for f, mask in enumerate(one):
        shared |= once & mask
        once |= mask
        pair, city = two[f], three[f]
        twos |= pair
        if f != me:
            settled |= pair & ~city
            if f < len(seating):
                cities |= city
    contested = shared & twos
    for key in view.allies:
        contested |= shared & 1 << (key >> 4)
    mine = one[me]
    alone = once & ~shared
    homes = 0
    for f in seating[1:]:
        homes |= view.home[f]
    own_wonders = other_wonders = buried_areas = buried = owners = 0
    for i, w in enumerate(view.wonders):
        if w.owner >= 0:
            slot = seating.index(w.owner)
            owners |= 1 << slot * N_WONDERS + i
            if w.buried:
                buried |= 1 << i
                buried_areas |= 1 << w.area
            elif slot:
                other_wonders |= 1 << w.area
            else:
                own_wonders |= 1 << w.area
    competition = 1 << view.competition_area if view.competition_area >= 0 else 0
    decision_area = legal_area = kind = by = 0
    q = view.question
    if q is not None:
        kind = 1 << _KIND[q.kind]
        legal_area = (q.legal if legal is None else legal) >> AREA & _AREA_BITS
        if q.area >= 0:
            decision_area = 1 << q.area
        if q.by >= 0:
            by = 1 << (SLOTS if q.by == len(seating) else seating.index(q.by))
    gold = 0
    areas = b"".join([mask.to_bytes(_AREA_BYTES, "little") for mask in (
        mine & alone, alone & ~mine, contested, three[me] & land, cities & land,
        two[me] & ~three[me], settled, view.home[me], homes, own_wonders, other_wonders,
        buried_areas, gold, view.forbidden, competition, decision_area, legal_area,
    )])  # fmt: skip

    civilizations = 0
    civilization = view.civilization
    for slot, f in enumerate(seating):
        if civilization[f] >= 0:
            civilizations |= 1 << slot * N_CIVILIZATIONS + civilization[f]
    passed, built, used = view.passed, view.built_this_turn, view.used
    looted, no_talents = view.looted, view.no_talents
    slot_flags = (1 << n) - 1
    if passed or built or used or looted or no_talents:
        for slot, f in enumerate(seating):
            slot_flags |= (
                (passed >> f & 1) << SLOTS
                | (built >> f & 1) << 2 * SLOTS
                | (used >> ABILITY_USED + f & 1) << 3 * SLOTS
                | (looted >> f & 1) << 4 * SLOTS
                | (no_talents >> f & 1) << 5 * SLOTS
            ) << slot
    epoch = view.epoch
    rest = (
        civilizations
        | slot_flags << _SLOT_FLAGS
        | owners << _WONDER_OWNER
        | buried << _WONDER_BURIED
        | ((used | view.omens) & (1 << N_WONDERS) - 1) << _WONDER_USED
        | 1 << _EPOCH + epoch - 1
        | 1 << _TURN + min(view.turn, TURNS) - 1
        | 1 << _PHASE_AT + _PHASE[view.phase]
        | view.end_epoch << _END_EPOCH
        | (epoch >= view.world.scenario.clock.last_epoch) << _FINAL_EPOCH
        | kind << _DECISION_KIND
        | by << _DECISION_BY
    )
    return areas, rest.to_bytes(_REST_BYTES, "little")


def _cards(view: View, seating: list[int], cache: CardCache | None) -> bytes:
    """The card sets as bits; made anew only if something they show has changed."""
    me = seating[0]
    q = view.question
    card = q.card if q is not None else 0
    hand, known, drawn = view.hand, view.known, view.drawn
    laid = view.laid if any(view.laid_sizes) else None
    made_from = (
        tuple(seating), card, tuple(hand), tuple(known), tuple(drawn), laid and tuple(laid),
        bytes(view.discard), bytes(view.aside), bytes(view.table), bytes(view.investments),
    )  # fmt: skip
    if cache is not None:
        found = cache.get(view.seat)
        if found is not None and found[0] == made_from:
            return found[1]
    out = b"".join([(mask >> 1).to_bytes(_CARD_BYTES, "little") for mask in (
        hand[me], laid[me] if laid else 0, drawn[me], view.unseen, set_of(view.discard),
        set_of(view.aside), set_of(view.table), 1 << card if card else 0,
        *[known[f] for f in seating[1:]], *(0,) * (SLOTS - len(seating)),
    )])  # fmt: skip
    if cache is not None:
        cache[view.seat] = (made_from, out)
    return out


_NO_CARDS = bytes(N_CARDS)


def _allies(allies: dict[int, int], me: int) -> bytes:
    own, others = bytearray(N_AREAS), bytearray(N_AREAS)
    for key, k in allies.items():
        row = own if key & 15 == me else others
        row[key >> 4] = min(255, row[key >> 4] + k)
    return bytes(own + others)


def _investments(view: View, me: int) -> tuple[bytes, bytes]:
    own, others = bytearray(N_CARDS), bytearray(N_CARDS)
    for card, (owner, discs) in view.investments.items():
        (own if owner == me else others)[card - 1] = discs
    return bytes(own), bytes(others)


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


__all__ = [
    "ALL_SLOTS", "KIND_SLOTS", "adjacency", "block", "encode", "graph", "slots", "static_areas",
    "to_absolute", "to_relative", "write_mask",
]  # fmt: skip
