"""Sets of small numbers as bits: what goes in comes out, few or many."""

from __future__ import annotations

import pytest

from acis_rules.kernel.bits import UnionTable, lowest, mask_of, members, set_of, union

SETS = [[], [0], [7], [8], [319], list(range(7)), list(range(8)), [0, 9, 63, 64, 65, 105, 200, 255, 319]]


@pytest.mark.parametrize("numbers", SETS)
def test_the_members_of_a_set(numbers: list[int]) -> None:
    mask = sum(2**number for number in numbers)
    assert mask_of(numbers) == set_of(numbers) == mask
    assert members(mask) == numbers
    assert not numbers or lowest(mask) == numbers[0]


def test_a_union_has_all_members_of_all_sets() -> None:
    assert union([]) == 0 and union([0b1, 0b110, 0b100]) == 0b111


@pytest.mark.parametrize("n", [1, 7, 8, 9, 16, 20])
def test_the_union_of_one_set_for_each_member(n: int) -> None:
    sets = [0b10 << 3 * number for number in range(n)]
    table = UnionTable(sets)
    assert table.union(0) == 0
    for a in range(n):
        for b in range(n):
            assert table.union(1 << a | 1 << b) == sets[a] | sets[b]
    assert table.union((1 << n) - 1) == sum(sets)
