"""Sets of small numbers as bits of an int: areas, cards, factions, actions.

A set of areas is one Python int, so union, intersection and difference are single
operations, and a whole legality mask is a handful of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .compiled import compiled

# One table per byte position: the set bits of every byte value, ready to be joined.
_MAX_BYTES = 40
_BYTE_BITS: list[list[tuple[int, ...]]] = [
    [tuple(8 * position + bit for bit in range(8) if value >> bit & 1) for value in range(256)]
    for position in range(_MAX_BYTES)
]
_BIT = [1 << n for n in range(8 * _MAX_BYTES)]


@compiled
def members(mask: int) -> list[int]:
    """The numbers in the set, ascending."""
    if mask < 256:  # factions, most often
        return [*_BYTE_BITS[0][mask]]
    out: list[int] = []
    if mask.bit_count() < 8:  # a few bits are found faster one by one, from the top
        while mask:
            number = mask.bit_length() - 1
            out.append(number)
            mask ^= _BIT[number]
        out.reverse()
    else:
        size = (mask.bit_length() + 7) >> 3
        for byte, table in zip(mask.to_bytes(size, "little"), _BYTE_BITS):
            if byte:
                out += table[byte]
    return out


@compiled
def mask_of(numbers: Iterable[int]) -> int:
    """The set of these numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def set_of(numbers: Iterable[int]) -> int:
    """The set of these numbers, which must be different: faster than `mask_of`."""
    return sum(map(_BIT.__getitem__, numbers))


@compiled
def union(sets: Iterable[int]) -> int:
    """All members of all these sets."""
    out = 0
    for one in sets:
        out |= one
    return out


@compiled
def lowest(mask: int) -> int:
    """The smallest number in a set that is not empty."""
    return (mask & -mask).bit_length() - 1


class UnionTable:
    """Union of one set per member, looked up a byte of members at a time."""

    def __init__(self, sets: Sequence[int]) -> None:
        self._size = (len(sets) + 7) >> 3
        self._tables: list[list[int]] = []
        for position in range(self._size):
            chunk = sets[8 * position : 8 * position + 8]
            table = [0] * 256
            for value in range(1, 256):
                low = lowest(value)
                table[value] = table[value & (value - 1)] | (chunk[low] if low < len(chunk) else 0)
            self._tables.append(table)

    def union(self, mask: int) -> int:
        """The union of the sets of all members of `mask`."""
        out = 0
        for byte, table in zip(mask.to_bytes(self._size, "little"), self._tables):
            if byte:
                out |= table[byte]
        return out
