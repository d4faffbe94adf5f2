"""The rules at hand: rules, cards, Wonders, areas and civilizations, found by words."""

from __future__ import annotations

import functools
from typing import Any

from acis_rules.box.board import load_board
from acis_rules.box.civilizations import load_civilizations
from acis_rules.box.deck import load_deck
from acis_rules.kernel.bits import members
from acis_rules.tools.rule_catalogue import load_rules

from ..live.displays import abilities, with_moment

MOST = 40  # entries found
CHAPTERS = {
    "DEF": "Terms", "SET": "Setup", "GRO": "Growth", "CRD": "Cards", "CMP": "Competition",
    "EVA": "Evaluation", "AEN": "Aeneas", "EPO": "End of Epoch", "END": "The end", "WON": "Wonders",
    "STK": "Stacking", "CIV": "Civilizations", "CLR": "Cards explained", "NPC": "Solitaire",
    "HOS": "Hostility", "GOLD": "Gold",
}  # fmt: skip


@functools.cache
def entries() -> list[dict[str, Any]]:
    """Everything that can be looked up; the base rules first."""
    found: list[dict[str, Any]] = []
    for rule in load_rules().values():
        chapter = CHAPTERS.get(rule.chapter, rule.chapter)
        kind = "glossary" if rule.kind == "definition" else "rule"
        entry = {"kind": kind, "id": rule.id, "title": f"{rule.id} ({chapter})", "text": rule.text}
        found.append(entry | ({"ruling": rule.ruling} if rule.ruling else {}))
    found.sort(key=lambda entry: entry["id"].partition("-")[0] not in CHAPTERS)
    deck, board = load_deck(), load_board()
    for card in deck.cards[1:]:
        found.append({"kind": "card", "id": f"card {card.id}", "title": card.name, "text": card.text})
    for wonder in deck.wonders:
        text = f"{with_moment(wonder)} Holds {wonder.discs} discs."
        found.append({"kind": "Wonder", "id": wonder.name, "title": wonder.name, "text": text})
    for display in load_civilizations():
        text = " ".join(f"{one['name']}: {one['text']}" for one in abilities(display))
        found.append({"kind": "civilization", "id": display.id, "title": display.name, "text": text})
    for number, area in enumerate(board.areas):
        around = ", ".join(board.names[i] for i in members(board.neighbours[number]))
        text = f"{'Land area' if area.kind == 'land' else f'{area.kind.capitalize()} sea'}, next to {around}."
        found.append({"kind": "area", "id": area.id, "title": area.name, "text": text})
    return found


def search(words: str) -> list[dict[str, Any]]:
    """Entries with all of the words, those with a word in their title first."""
    wanted = words.lower().split()[:8]
    if not wanted:
        return []
    found = []
    for i, entry in enumerate(entries()):
        title, text = entry["title"].lower(), f"{entry['title']} {entry['text']}".lower()
        if all(word in text for word in wanted):
            best = 0 if title == " ".join(wanted) or entry["id"].lower() == wanted[0] else 2
            found.append((best if best == 0 else 2 - any(word in title for word in wanted), i, entry))
    return [entry for _, _, entry in sorted(found, key=lambda one: one[:2])[:MOST]]


@functools.cache
def _rules() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in entries() if entry["kind"] in ("rule", "glossary")}


def rule(number: str) -> dict[str, Any] | None:
    """One rule by its number; a letter after it names a part of it."""
    return _rules().get(number) or _rules().get(number.rstrip("abcdefgh"))
