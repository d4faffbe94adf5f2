"""Options in words: what each can be, how values are written, and what is said of one that cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import inspect as types

from acis_rules import DataError
from acis_rules.box.option_words import as_given, in_words, options_in_words, plain, possible, read_options


@pytest.mark.parametrize(
    ("option", "can_be", "usual"),
    [
        ("deck", "a name, or none", "none"),
        ("civilizations", "a list of names, or none", "none"),
        ("turn_order", "a list of whole numbers, or none", "none"),
        ("divisor", "3, 4 or 5", "4"),
        ("teams", "a list of lists of whole numbers", "[]"),
        ("team_hands", "true or false", "false"),
        ("handicaps", "a list of mappings of names to whole numbers", "[]"),
        ("epochs", "a list of 2 whole numbers from 1 to 4, or none", "none"),
        ("vp_limit", "a whole number from 1 to 9999, or none", "none"),
        ("npcs", "a list of whole numbers", "[]"),
        ("npc_ties", "A or B", "A"),
        ("invader_growth", "-4, -2, 0, 2 or 4", "0"),
        ("npc_hostility", "true or false, or none", "none"),
        ("created", "a mapping with map, players, npcs, unknown, pool, without, colours, or none", "none"),
    ],
)
def test_what_an_option_can_be(option: str, can_be: str, usual: str) -> None:
    words = options_in_words()[option]
    assert (words.name, words.possible, words.default) == (option, can_be, usual)


def kind(of: Any) -> types.Type:
    return types.type_info(of)


@pytest.mark.parametrize(
    ("of", "one", "several"),
    [
        (int, "a whole number", "whole numbers"),
        (str, "a name", "names"),
        (dict[str, str], "a mapping of names to names", "mappings of names to names"),
        (dict[str, int], "a mapping of names to whole numbers", "mappings of names to whole numbers"),
        (list[str], "a list of names", "lists of names"),
        (tuple[int, ...], "a list of whole numbers", "lists of whole numbers"),
        (tuple[str, str], "a list of 2 names", "lists of 2 names"),
        (list[list[str]], "a list of lists of names", "lists of lists of names"),
        (dict[str, dict[str, int]], "a mapping of names to mappings of names to whole numbers", None),
    ],
)
def test_a_kind_of_value_alone_or_in_a_list(of: Any, one: str, several: str | None) -> None:
    assert possible(kind(of)) == one
    if several is not None:
        assert possible(kind(of), several=True) == several


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ({"ge": 0, "le": 2}, "a whole number from 0 to 2"),
        ({"ge": 1}, "a whole number of at least 1"),
        ({"ge": 0}, "a whole number of at least 0"),
        ({}, "a whole number"),
    ],
)
def test_a_number_with_bounds(bounds: dict[str, int], words: str) -> None:
    assert possible(types.IntType(**bounds)) == words


@pytest.mark.parametrize(
    ("values", "words"), [(("A",), "A"), (("A", "B"), "A or B"), ((1, 2, 3), "1, 2 or 3")]
)
def test_one_of_several_words(values: tuple[Any, ...], words: str) -> None:
    assert possible(types.LiteralType(values=values)) == words


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, "none"), (True, "true"), (False, "false"), (3, "3"), ("western", "western"),
        ([1, 2], "[1, 2]"), ((), "[]"), ({"base_draw": 4}, "{base_draw: 4}"),
        ([{"base_draw": 4, "hand_limit": 5}, {}], "[{base_draw: 4, hand_limit: 5}, {}]"),
    ],
)  # fmt: skip
def test_values_as_one_writes_them(value: Any, written: str) -> None:
    assert as_given(value) == written


def test_several_options_on_one_line() -> None:
    assert (
        in_words({"npcs": [1], "vp_limit": 25, "double_discs": True})
        == "npcs=[1] vp_limit=25 double_discs=true"
    )
    assert in_words({}) == "none"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([1], "options: [1]; possible: names with values"),
        ({"vp_limt": 5}, "options: vp_limt: no such option; did you mean vp_limit?"),
        ({"weather": "fine"}, "options: weather: no such option; there are: deck, civilizations, "),
        ({"vp_limit": 0}, "options: vp_limit: 0; possible: a whole number from 1 to 9999, or none"),
        ({"vp_limit": 25, "npc_ties": "C"}, "options: npc_ties: 'C'; possible: A or B"),
        ({"created": 3}, "options: created: 3; possible: a mapping with map, players"),
        ({"created": {"map": "flat"}}, "options: created.map: 'flat'; possible: "),
        ({"created": {"mapp": "full"}}, "options: created.mapp: no such option; did you mean map?"),
        ({"handicaps": {"base_draw": 4}}, "options: handicaps: "),
        (
            {"epochs": [1, 2, 3]},
            "options: epochs: [1, 2, 3]; possible: a list of 2 whole numbers from 1 to 4",
        ),
    ],
)
def test_an_option_that_cannot_be_is_named(given: Any, words: str) -> None:
    with pytest.raises(DataError) as error:
        read_options(given)
    assert str(error.value).startswith(words)


def test_records_keep_what_is_not_usual() -> None:
    assert plain({"npcs": [1], "vp_limit": None, "divisor": 4, "double_discs": True}) == {
        "npcs": [1], "double_discs": True,
    }  # fmt: skip
