"""Areas in words, as scenario files name them: "next to carthage & sea", "gold of greece".

An area, `home`, `land`, `sea`, `anywhere`, or `THINGS of WHOM`; `next to` or `around` (with the area itself)
before it; several joined by & must hold together. WHOM is a faction of the scenario or one of `WHOM`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import NamedTuple

from ..errors import DataError

PLAIN = ("home", "land", "sea", "anywhere")
THINGS = ("gold", "wonders", "discs", "camps", "settlements", "cities", "home")
ITSELF, ENEMIES, OTHERS, ANYBODY, BARBARIANS = WHOM = ("itself", "enemies", "others", "anybody", "barbarians")
REACHES = ("next to ", "around ")
_THINGS = re.compile(rf"(?:(\d+) )?({'|'.join(THINGS)}) of (.+)")


class Part(NamedTuple):
    """One condition: what must be there, whose it is, how many discs, and how near."""

    what: str  # one of PLAIN or THINGS, or "area"
    who: str = ""  # a faction, or the name of the area
    n: int = 1
    reach: str = ""  # one of REACHES, or right there


@functools.lru_cache(maxsize=1024)
def parse(words: str) -> tuple[Part, ...]:
    """The conditions in some words; an unknown name is not noticed here."""
    return tuple(_part(part.strip()) for part in words.split("&"))


def _part(words: str) -> Part:
    reach = next((prefix for prefix in REACHES if words.startswith(prefix)), "")
    words = words.removeprefix(reach)
    found = _THINGS.fullmatch(words)
    if found is not None:
        n, what, who = found.groups()
        return Part(what, who, int(n or 1), reach)
    if words in PLAIN:
        return Part(words, ITSELF, 1, reach)
    return Part("area", words, 1, reach)


def check_words(
    words: tuple[str, ...], where: str, check_area: Callable[[str, str], object], factions: tuple[str, ...]
) -> None:
    """All areas and factions in these words are known."""
    for text in words:
        for part in parse(text):
            if part.what == "area":
                check_area(part.who, where)
            else:
                check_whom(part.who, where, factions)


def check_whom(who: str, where: str, factions: tuple[str, ...]) -> None:
    """It is a faction of the scenario, or a word for some of them."""
    if who not in (*WHOM, *factions):
        raise DataError(f"{where}: {who}: nobody; there are: {', '.join((*factions, *WHOM))}")
