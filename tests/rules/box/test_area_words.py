"""Areas in words, as scenario files name them: what each of them means, and who can be meant."""

from __future__ import annotations

import pytest

from acis_rules import DataError
from acis_rules.box.area_words import Part, check_words, parse

ONE = 1  # disc is enough where no number is given


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("carthage", [Part("area", "carthage", ONE, "")]),
        ("sea", [Part("sea", "itself", ONE, "")]),
        ("next to home", [Part("home", "itself", ONE, "next to ")]),
        ("around rome", [Part("area", "rome", ONE, "around ")]),
        ("gold of greece", [Part("gold", "greece", ONE, "")]),
        ("next to 3 discs of enemies", [Part("discs", "enemies", 3, "next to ")]),
        (
            "land & 2 camps of rome",
            [Part("land", "itself", ONE, ""), Part("camps", "rome", 2, "")],
        ),
    ],
)
def test_words_and_what_they_mean(words: str, parts: list[Part]) -> None:
    assert list(parse(words)) == parts


def test_what_is_not_said_of_a_part_is_one_disc_right_there() -> None:
    assert Part("sea") == Part("sea", "", ONE, "")


def checked(*words: str) -> list[tuple[str, str]]:
    """The areas that are looked up for words of a scenario with Rome and Carthage."""
    asked: list[tuple[str, str]] = []
    check_words(words, "npc.rome", lambda area, where: asked.append((area, where)), ("rome", "carthage"))
    return asked


def test_every_area_in_words_is_looked_up() -> None:
    words = ("land & next to gallia", "cities of carthage", "around corsica", "home of itself", "anywhere")
    assert checked(*words) == [("gallia", "npc.rome"), ("corsica", "npc.rome")]


@pytest.mark.parametrize("whom", ["rome", "carthage", "itself", "enemies", "others", "anybody", "barbarians"])
def test_whose_things_can_be_meant(whom: str) -> None:
    assert checked(f"discs of {whom}", f"next to gold of {whom}") == []


@pytest.mark.parametrize("words", ["discs of egypt", "land & gold of nobody", "sea & 2 discs of Rome"])
def test_somebody_else_is_refused(words: str) -> None:
    with pytest.raises(DataError, match=r"^npc\.rome: \w+: nobody; there are: rome, carthage, itself, "):
        checked(words)
