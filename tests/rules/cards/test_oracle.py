"""The oracle: cards turned up and read, discs drawn from a cup."""

from __future__ import annotations

import pytest
from helpers import position

from acis_rules.cards.oracle import (
    BLACK,
    WHITE,
    YELLOW,
    draw_from,
    even,
    first_digit,
    has_digit,
    odd,
    row,
)


def test_without_any_card_nothing_is_said() -> None:
    assert not even(0) and not odd(0) and not has_digit(0, "0")


@pytest.mark.rule("ROME1-10.1a")
def test_digits_anywhere_in_the_id() -> None:
    assert [card for card in range(30, 46) if has_digit(card, "123")] == [
        30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 41, 42, 43,
    ]  # fmt: skip


@pytest.mark.rule("ROME2-06a3")
def test_the_first_digit() -> None:
    assert [first_digit(card) for card in (1, 9, 10, 29, 99, 100, 103)] == [1, 9, 1, 2, 9, 1, 1]


@pytest.mark.rule("HANN-08c3")
def test_a_table_by_ranges() -> None:
    assert [row(card, (20, 40, 70, 90, 103)) for card in (1, 20, 21, 70, 71, 91, 103)] == [
        0, 0, 1, 2, 3, 4, 4,
    ]  # fmt: skip


@pytest.mark.rule("HANN-P1", "HANN-03b4")
def test_a_cup_is_full_again_after_each_draw() -> None:
    at = position("basic_2p", egypt={}, troy={})
    cup = (WHITE, BLACK, BLACK, YELLOW, YELLOW)
    seen = {draw_from(at.s, cup, 1, "cup")[0] for _ in range(60)}
    assert seen == {WHITE, BLACK, YELLOW}
    assert sorted(draw_from(at.s, cup, 5, "cup")) == [WHITE, BLACK, BLACK, YELLOW, YELLOW]
    assert at.events()[-1].colours and at.events()[-1].kind == "discs_drawn"
