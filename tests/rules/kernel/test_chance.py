"""Chance: the numbers of splitmix64, whose whole state is one number of the position."""

from __future__ import annotations

import pytest

from acis_rules import Game
from acis_rules.kernel.chance import MOST_CHANCE, one_of, random_below, shuffle
from acis_rules.kernel.state import State

# As its author's program gives them
OF_SEED = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431],
}
GAMMA = 0x9E3779B97F4A7C15  # by which the state goes on


@pytest.fixture
def s() -> State:
    return Game.new("basic_2p").state.copy()


@pytest.mark.parametrize("seed", OF_SEED)
def test_the_numbers_are_those_of_splitmix64(seed: int, s: State) -> None:
    s.rng = seed
    assert [random_below(s, 2**64) for _ in OF_SEED[seed]] == OF_SEED[seed]
    assert s.rng == (seed + len(OF_SEED[seed]) * GAMMA) % 2**64


@pytest.mark.parametrize("n", [1, 2, 6, 103])
def test_a_number_below_another_is_the_same_part_of_it(n: int, s: State) -> None:
    for seed, numbers in OF_SEED.items():
        s.rng = seed
        assert [random_below(s, n) for _ in numbers] == [number * n // 2**64 for number in numbers]


def test_one_of_several_is_chosen_by_one_number_and_a_single_one_without(s: State) -> None:
    for seed, numbers in OF_SEED.items():
        s.rng = seed
        assert [one_of(s, "abc") for _ in numbers] == ["abc"[number * 3 // 2**64] for number in numbers]
        s.rng = seed
        assert one_of(s, "a") == "a" and s.rng == seed


def test_the_state_stays_a_number_of_64_bits(s: State) -> None:
    s.rng = MOST_CHANCE
    random_below(s, 2)
    assert s.rng == GAMMA - 1 and MOST_CHANCE == 2**64 - 1


@pytest.mark.parametrize("n", [0, 1, 2, 3, 8])
def test_a_shuffle_takes_one_number_for_each_place_but_the_first(n: int, s: State) -> None:
    s.rng = 5
    items = list(range(n))
    shuffle(s, items)
    assert sorted(items) == list(range(n)) and s.rng == (5 + max(0, n - 1) * GAMMA) % 2**64


def test_from_the_last_place_down_each_item_changes_places_with_one_before_it(s: State) -> None:
    for seed, numbers in OF_SEED.items():
        s.rng = seed
        items, expected = list("abcde"), list("abcde")
        shuffle(s, items)
        for place, number in zip((4, 3, 2, 1), numbers, strict=True):
            other = number * (place + 1) // 2**64
            expected[place], expected[other] = expected[other], expected[place]
        assert items == expected


def test_every_order_of_three_comes_as_often(s: State) -> None:
    s.rng = 1
    found: dict[str, int] = {}
    for _ in range(600):
        items = list("abc")
        shuffle(s, items)
        found["".join(items)] = found.get("".join(items), 0) + 1
    assert len(found) == 6 and 70 < min(found.values()) <= max(found.values()) < 130
