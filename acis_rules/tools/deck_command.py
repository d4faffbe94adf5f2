"""`acis deck`: all cards and Wonders, some found by their words, or a check of a deck file."""

from __future__ import annotations

import difflib
from collections import Counter
from pathlib import Path
from typing import Annotated, get_args

import typer
from rich.markup import escape
from rich.text import Text

from ..box.deck import Basis, Deck, Fate, PrintedWonder, load_deck, parse_deck
from ..effects import Tags
from ..errors import DataError, clipped
from ..words.names import count, joined
from ..words.terminal import console, paragraph, print_list, table_of
from .finding import find_cards

FLAGS = {"C": "Competition", "N": "Negation", "I": "Investment", "E": "Event"}
TAGS = {
    "removes": "removes discs", "barbarians": "Barbarians", "costs_vp": "costs VP",
    "costs_talents": "costs talents", "costs_cards": "costs cards", "gives_vp": "gives VP",
    "gives_talents": "gives talents", "gives_cards": "gives cards", "builds_wonder": "builds a Wonder",
    "helps_wonder": "helps a Wonder", "harms_wonder": "harms a Wonder", "allies": "white discs",
    "order": "turn order", "forbids": "forbids placing", "shields": "protects",
}  # fmt: skip
MOMENTS = {
    "acquisition": "in Growth, when discs are made Ready", "deployment": "in Growth, when discs are deployed",
    "scoring": "when VP are scored", "draw": "when cards are drawn", "competition": "in a competition",
}  # fmt: skip


def show_deck(
    card: Annotated[str | None, typer.Option(help="Show cards, by id or by words: 39, poet, famine.")] = None,
    check: Annotated[Path | None, typer.Option(help="Check a deck file of your own.")] = None,
) -> None:
    """List the 103 Fate cards and the 7 Wonders, show some of them in full, or check a deck file."""
    if check is not None:
        console.print(f"ok: {_deck_counts(parse_deck(check))}")
    elif card is not None:
        for i, found in enumerate(_found(load_deck(), card)):
            if i:
                console.print()
            print_card(found)
    else:
        _print_all(load_deck())


def _found(deck: Deck, text: str) -> list[Fate | PrintedWonder]:
    found = find_cards(deck, text)
    if found:
        return found
    if text.strip().lstrip("-").isdecimal():
        raise DataError(f"there is no card {clipped(text)}; ids are 1 to {len(deck.cards) - 1}")
    names = [card.name for card in deck.cards[1:]] + [wonder.name for wonder in deck.wonders]
    close = difflib.get_close_matches(text.title(), names, 1)
    hint = f"; did you mean {close[0]!r}?" if close else "; `acis deck` lists all of them"
    raise DataError(f"no card or Wonder has the words {clipped(text)!r}{hint}")


def _print_all(deck: Deck) -> None:
    table = table_of("Card", "#", "Kind", "Then", "Basis", "Can", "Text")
    for fate in deck.cards[1:]:
        then = "aside" if fate.aside else "discard"
        facts = (fate.name, str(fate.id), kinds(fate), then, fate.source.basis, _tags(fate.tags), fate.text)
        table.add_row(*map(escape, facts))
    print_list(table)
    wonders = table_of("Wonder", "Discs", "When", "Basis", "Text")
    for wonder in deck.wonders:
        wonders.add_row(wonder.name, str(wonder.discs), wonder.when, wonder.basis, escape(wonder.text))
    print_list(wonders)


def print_card(card: Fate | PrintedWonder) -> None:
    """A card or a Wonder in full."""
    if isinstance(card, PrintedWonder):
        paragraph(Text.assemble((card.name, "bold"), " Wonder"))
        paragraph(Text(card.text))
        paragraph(Text(f"Used {MOMENTS[card.when]}, with up to {count(card.discs, 'disc')} on it."))
        paragraph(Text(f"Effect {card.basis}"))
        return
    paragraph(Text.assemble((card.name, "bold"), f" (#{card.id}) ", kinds(card)))
    paragraph(Text(card.text))
    paragraph(Text(f"Can: {_tags(card.tags) or 'nothing that other cards ask for'}"))
    paragraph(Text(f"After play: {'set aside until the end of the Epoch' if card.aside else 'discarded'}"))
    paragraph(Text(f"Effect {card.source.basis}, id {card.source.id_basis}"))


def kinds(fate: Fate) -> str:
    """What kinds of card it is: Competition, Negation, Great Person ..."""
    words = [FLAGS[flag] for flag in fate.source.flags]
    return ", ".join(words + ["Great Person"] * fate.great_person + ["invasion"] * fate.invasion)


def _tags(tags: Tags) -> str:
    discs = [f"up to {count(tags.discs, 'disc')}"] if tags.discs else []
    return ", ".join(discs + [words for field, words in TAGS.items() if getattr(tags, field)])


def _deck_counts(checked: Deck) -> str:
    cards = checked.cards[1:]
    bases = Counter(card.source.basis for card in cards)
    parts = joined([f"{bases[basis]} {basis}" for basis in get_args(Basis) if bases[basis]])
    return f"{len(cards)} cards ({parts}), {count(len(checked.wonders), 'Wonder')}"
