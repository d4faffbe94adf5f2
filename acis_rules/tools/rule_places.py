"""Where a rule lives: the lines of code and data that give its number, and the tests that show it."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .rule_catalogue import RULES_FILE, load_rules

ROOMS = (  # where rules live; those that carry them out first
    "acis_rules/phases", "acis_rules/cards", "acis_rules/table", "acis_rules/effects", "acis_rules/variants",
    "acis_rules/historical", "agents/npc", "acis_rules/box", "acis_rules/kernel", "acis_rules/data",
)  # fmt: skip
_NUMBER = r"[A-Z]?\d(?:[\da-z.]*[\da-z])?(?![\w*])"
_FIRST = re.compile(rf"\b([A-Z][A-Z0-9]+)-({_NUMBER})")
_NEXT = re.compile(rf"(, | and | to )(?:([A-Z][A-Z0-9]+)-)?({_NUMBER})")


class Place(NamedTuple):
    """A line that names a rule, alone or among so many."""

    room: int
    among: int
    file: str
    line: int


@functools.cache
def rule_places() -> dict[str, list[Place]]:
    """Rule id -> the lines that name it, the rooms in their order, lines that name few others first."""
    root = Path(__file__).resolve().parents[2]
    out: dict[str, list[Place]] = {}
    for room, folder in enumerate(ROOMS):
        for file in (root / folder).rglob("*"):
            if file.suffix not in (".py", ".yaml") or file.name == RULES_FILE:
                continue
            name = file.relative_to(root).as_posix()
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                named = rules_in(line)
                for rule in named:
                    out.setdefault(rule, []).append(Place(room, len(named), name, number))
    return {rule: sorted(places) for rule, places in out.items()}


def rules_in(text: str) -> list[str]:
    """The rules that a text names: `EVA-10 to 14`, `STK-02, 04, 05`, `PERS-05` for all its parts."""
    out: dict[str, None] = {}
    for first in _FIRST.finditer(text):
        chapter, number = first.groups()
        last = _parts(chapter, number)
        out |= dict.fromkeys(last)
        at = first.end()
        while more := _NEXT.match(text, at):
            between, other, number = more.groups()
            chapter = other or chapter
            parts = _parts(chapter, number)
            if between == " to " and last and parts:
                out |= dict.fromkeys(_from_to(last[-1], parts[-1]))
            out |= dict.fromkeys(parts)
            last = parts
            at = more.end()
    return list(out)


def _parts(chapter: str, number: str) -> list[str]:
    """The rule of this number, or those that are its parts: 05a and 05b of 05, 03d1 and 03d2 of 03d."""
    rule = f"{chapter}-{number}"
    rules = load_rules()
    if rule in rules:
        return [rule]
    return [
        other
        for other in rules
        if other.startswith(rule) and other[len(rule)].isdigit() != rule[-1].isdigit()
    ]


def _from_to(first: str, last: str) -> Iterator[str]:
    """The rules of the catalogue from one to another."""
    rules = list(load_rules())
    yield from rules[rules.index(first) : rules.index(last) + 1]
