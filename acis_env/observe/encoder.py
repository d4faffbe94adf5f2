"""Observations from a seat's view: the flat vector, the graph form, the action mask."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from acis_rules.box.board import Board
from acis_rules.kernel.actions import N_ACTIONS, N_AREAS
from acis_rules.kernel.bits import members
from acis_rules.views import View

from .packing import Memory, pack
from .schema import BLOCKS, N_FLAGS, N_NUMBERS, OBSERVATION_SIZE, offsets
from .seating import seating_of

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.int8]

SCALE: Floats = np.concatenate(
    [np.full(block.size, 1 / block.scale, np.float32) for block in BLOCKS]
)  # fmt: skip

_MASK_BYTES = N_ACTIONS // 8
_NUMBER_SCALE = SCALE[:N_NUMBERS]  # flags are not scaled
_EIGHT_FLAGS: Floats = np.unpackbits(
    np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little"
).astype(np.float32)  # by byte


def encode(view: View, out: Bytes, memory: Memory | None = None) -> None:
    """Write the raw observation of the view's seat into `out` (OBSERVATION_SIZE bytes).

    `memory` saves work between the positions of one game.
    """
    unpack([pack(view, seating_of(view), memory or Memory())], out[None])


def unpack(packed: Sequence[tuple[bytes, bytes]], out: Bytes) -> None:
    """Write packed observations into the rows of `out`."""
    n = len(packed)
    out[:, :N_NUMBERS] = np.frombuffer(b"".join([p[0] for p in packed]), np.uint8).reshape(n, -1)
    bits = np.frombuffer(b"".join([p[1] for p in packed]), np.uint8).reshape(n, -1)
    out[:, N_NUMBERS:] = np.unpackbits(bits, axis=1, count=N_FLAGS, bitorder="little")


def unpack_scaled(numbers: bytes, flags: bytes) -> Floats:
    """One packed observation as float32: what `unpack` and `scaled` give together, faster."""
    out: Floats = np.empty(N_NUMBERS + 8 * len(flags), np.float32)
    out[:N_NUMBERS] = np.frombuffer(numbers, np.uint8)
    out[:N_NUMBERS] *= _NUMBER_SCALE
    _EIGHT_FLAGS.take(np.frombuffer(flags, np.uint8), 0, out[N_NUMBERS:].reshape(-1, 8), "clip")
    return out[:OBSERVATION_SIZE]


def scaled(raw: Bytes, out: Floats | None = None) -> Floats:
    """Raw observations (one or a batch) as float32, each block divided by its scale."""
    return np.multiply(raw, SCALE, out=out)


def mask_of_actions(legal: int) -> Mask:
    """Legal actions (bits) as an array of 0 and 1."""
    bits = np.frombuffer(legal.to_bytes(_MASK_BYTES, "little"), np.uint8)
    return np.unpackbits(bits, bitorder="little").view(np.int8)


def write_masks(legal: Sequence[int], out: Mask) -> None:
    """Legal actions (bits, one set for each row of `out`) as arrays of 0 and 1."""
    bits = b"".join([mask.to_bytes(_MASK_BYTES, "little") for mask in legal])
    out.reshape(-1)[:] = np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")


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
