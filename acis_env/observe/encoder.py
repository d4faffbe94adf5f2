"""Observations from a seat's view: the flat vector, blocks by name, the graph form, the action mask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from acis_rules.box.board import Board
from acis_rules.box.deck import Deck
from acis_rules.kernel.actions import N_ACTIONS, N_AREAS, N_CARDS, N_WONDERS
from acis_rules.kernel.compiled import compiled
from acis_rules.views import View

from .packing import Memory, pack
from .schema import (
    AREA_BLOCKS,
    AREA_FLAGS,
    BLOCKS,
    CARD_BLOCKS,
    GLOBAL_BLOCKS,
    N_FLAGS,
    N_NUMBERS,
    OBSERVATION_SIZE,
    SLOT_BLOCKS,
    SLOTS,
    WONDER_BLOCKS,
    offsets,
)
from .seating import seating_of
from .statics import adjacency, static_areas, static_cards

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.int8]

SCALE: Floats = np.concatenate(
    [np.full(block.size, 1 / block.scale, np.float32) for block in BLOCKS]
)  # fmt: skip

_MASK_BYTES = N_ACTIONS // 8
_NUMBER_SCALE = SCALE[:N_NUMBERS]  # flags are not scaled
_EIGHT_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")  # by byte
_EIGHT_FLAGS: Floats = _EIGHT_BITS.astype(np.float32)
_EIGHT_ACTIONS = _EIGHT_BITS.view(np.uint64).reshape(-1)


def encode(view: View, out: Bytes, memory: Memory | None = None) -> None:
    """Write the raw observation of the view's seat into `out` (OBSERVATION_SIZE bytes).

    `memory` saves work between the positions of one game.
    """
    unpack([pack(view, seating_of(view), memory or Memory())], out[None])


@compiled
def unpack(packed: Sequence[tuple[bytes, bytes]], out: Bytes) -> None:
    """Write packed observations into the rows of `out`."""
    n = len(packed)
    out[:, :N_NUMBERS] = np.frombuffer(b"".join([p[0] for p in packed]), np.uint8).reshape(n, -1)
    bits = np.frombuffer(b"".join([p[1] for p in packed]), np.uint8).reshape(n, -1)
    out[:, N_NUMBERS:] = np.unpackbits(bits, axis=1, count=N_FLAGS, bitorder="little")


@compiled
def unpack_scaled(numbers: bytes, flags: bytes) -> Floats:
    """One packed observation as float32: what `unpack` and `scaled` give together, faster."""
    out: Floats = np.empty(N_NUMBERS + 8 * len(flags), np.float32)
    scaled_numbers = out[:N_NUMBERS]
    scaled_numbers[:] = np.frombuffer(numbers, np.uint8)
    scaled_numbers *= _NUMBER_SCALE
    _EIGHT_FLAGS.take(np.frombuffer(flags, np.uint8), 0, out[N_NUMBERS:].reshape(-1, 8), "clip")
    return out[:OBSERVATION_SIZE]


def scaled(raw: Bytes, out: Floats | None = None) -> Floats:
    """Raw observations (one or a batch) as float32, each block divided by its scale."""
    return np.multiply(raw, SCALE, out=out)


@compiled
def mask_of_actions(legal: int) -> Mask:
    """Legal actions (bits) as an array of 0 and 1."""
    return _EIGHT_ACTIONS.take(np.frombuffer(legal.to_bytes(_MASK_BYTES, "little"), np.uint8)).view(np.int8)


@compiled
def write_masks(legal: Sequence[int], out: Mask) -> None:
    """Legal actions (bits, one set for each row of `out`) as arrays of 0 and 1."""
    bits = b"".join([mask.to_bytes(_MASK_BYTES, "little") for mask in legal])
    out.reshape(-1)[:] = np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")


# ---------------------------------------------------------------------------------- other forms

_OFFSETS = offsets()
_SHAPES = {one.name: one.shape for one in BLOCKS}
_IN_PLAY = [name for name, _ in AREA_FLAGS].index("in_play")
_GLOBAL = np.concatenate([np.arange(_OFFSETS[name].start, _OFFSETS[name].stop) for name in GLOBAL_BLOCKS])


def block(observation: Floats, name: str) -> Floats:
    """One block of a flat observation (or of a batch), in its shape (a view, not a copy)."""
    return observation[..., _OFFSETS[name]].reshape(*observation.shape[:-1], *_SHAPES[name])


def blocks(observation: Floats) -> dict[str, Floats]:
    """A flat observation (or a batch) as all its blocks by name (views, not copies)."""
    return {name: block(observation, name) for name in _OFFSETS}


def rows(observation: Floats, names: tuple[str, ...], n: int) -> Floats:
    """Blocks of one number per area (card, slot, Wonder) as one row of features for each of the n of them."""
    flat = [observation[_OFFSETS[name]].reshape(-1, n) for name in names]
    return np.concatenate(flat).T


def graph(observation: Floats, board: Board, deck: Deck | None = None) -> dict[str, Any]:
    """A flat observation as a graph: rows of features of areas, cards, slots and Wonders, and globals.

    To the rows of areas, and to those of cards if a deck is given, their static features are added.
    `in_play` says which areas are; to and from the others there are no borders in `adjacency`.
    """
    areas = rows(observation, AREA_BLOCKS, N_AREAS)
    cards = rows(observation, CARD_BLOCKS, N_CARDS)
    return {
        "areas": np.concatenate([areas, static_areas(board)], axis=1),
        "in_play": block(observation, "area_flags")[_IN_PLAY] > 0,
        "adjacency": adjacency(board),
        "cards": cards if deck is None else np.concatenate([cards, static_cards(deck)], axis=1),
        "slots": rows(observation, SLOT_BLOCKS, SLOTS),
        "wonders": rows(observation, WONDER_BLOCKS, N_WONDERS),
        "globals": observation[_GLOBAL],
    }
