"""Finding cards, Wonders, areas and rules by words: the beginnings of words are enough."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from ..box.deck import Deck, Fate, PrintedWonder
from .rule_catalogue import Rule, load_rules

T = TypeVar("T")


def folded(text: str) -> list[str]:
    """The words of a text as they are compared."""
    return re.findall(r"[^\W_]+", text.casefold().replace("'", ""))


def has_words(text: str, wanted: list[str]) -> bool:
    """Whether each wanted word begins a word of the text, and twice the same word two of them."""
    words = folded(text)
    for one in wanted:
        found = next((word for word in words if word.startswith(one)), None)
        if found is None:
            return False
        words.remove(found)
    return True


def best_named(things: Iterable[T], name: Callable[[T], str], text: str) -> list[T]:
    """The things of exactly this name, else those whose names begin so, else with these words in them."""
    wanted = folded(text)
    if not wanted:
        return []
    named = [(thing, folded(name(thing))) for thing in things]
    tests: tuple[Callable[[list[str]], bool], ...] = (
        lambda words: words == wanted,
        lambda words: _begins(words, wanted),
        lambda words: has_words(" ".join(words), wanted),
    )
    for test in tests:
        found = [thing for thing, words in named if test(words)]
        if found:
            return found
    return []


def _begins(words: list[str], wanted: list[str]) -> bool:
    """Whether the first words begin with the wanted ones, one by one."""
    return len(words) >= len(wanted) and all(
        word.startswith(one) for word, one in zip(words, wanted, strict=False)
    )


def find_cards(deck: Deck, text: str) -> list[Fate | PrintedWonder]:
    """Fate cards and Wonders by id, name, or else by words of their texts."""
    cards: list[Fate | PrintedWonder] = [*deck.cards[1:], *deck.wonders]
    number = text.strip().removeprefix("#")
    if number.isdecimal():
        return [card for card in cards if isinstance(card, Fate) and card.id == int(number)]
    found = best_named(cards, lambda card: card.name, text)
    wanted = folded(text)
    return found or [card for card in cards if wanted and has_words(card.text, wanted)]


def find_rules(text: str) -> list[Rule]:
    """A rule by its number, a chapter by its letters, or the rules that have all these words."""
    rules = list(load_rules().values())
    wanted = text.strip().upper()
    found = [rule for rule in rules if wanted in (rule.id.upper(), rule.chapter)]
    words = folded(text)
    return found or [rule for rule in rules if words and has_words(f"{rule.text} {rule.ruling}", words)]
