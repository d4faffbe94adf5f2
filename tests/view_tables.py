"""Positions to look at from several seats."""

from __future__ import annotations

from typing import Any

from helpers import Table, at, position

from acis_rules.kernel.bits import mask_of

EGYPT, TROY = 0, 1
PHILOSOPHER, HIGH_PRIESTESS, BRIBERY, DEMAGOGUE, POET, IRRIGATION = 93, 43, 47, 22, 39, 79
EVENTS = {62, 98, 99, 100, 101, 102, 103}
IBERIA, CARTHAGE, MYCENAE = range(3)  # of three; in `shared` one player has Iberia and Mycenae
NAMES = ("celt_iberia", "carthage", "mycenae")


def cards(*ids: int) -> int:
    return mask_of(ids)


def duel(**top: Any) -> Table:
    """Egypt holds two cards, Troy three; one of these Egypt knows."""
    return position(
        phase="cards", known=[{"viewer": EGYPT, "holder": TROY, "cards": [3]}],
        egypt={"discs": {"kush": 2}, "hand": [PHILOSOPHER, POET]},
        troy={"discs": {"troy": 2}, "hand": [1, 3, 5]}, **top,
    )  # fmt: skip


def shared(**top: Any) -> Table:
    """Three civilizations of two players; all three hold a card or two and know something."""
    hands = zip(NAMES, ([1, PHILOSOPHER], [3, 5, 7], [9, 10]), strict=True)
    known = [
        {"viewer": IBERIA, "holder": CARTHAGE, "cards": [3]},
        {"viewer": MYCENAE, "holder": CARTHAGE, "cards": [5]},
        {"viewer": IBERIA, "holder": MYCENAE, "cards": [9]},
        {"viewer": CARTHAGE, "holder": IBERIA, "cards": [1]},
        {"viewer": CARTHAGE, "holder": MYCENAE, "cards": [10]},
    ]
    given: dict[str, Any] = {name: {"hand": hand} for name, hand in hands}
    return position("basic_3p", phase="cards", known=known, options={"players": [0, 1, 0]}, **given, **top)


def competing(*hand: int, then: tuple[str, ...] = ()) -> Table:
    """Egypt, first, lays cards in Tyre, then Troy."""
    t = position(
        phase="competition", egypt={"discs": {"tyre": 2}, "hand": [63, 64, POET]},
        troy={"discs": {"tyre": 2}, "hand": [61, 65, 1]},
    )  # fmt: skip
    return t.do(*(f"#{card}" for card in hand), *then)


def library(**top: Any) -> Table:
    """Egypt looks at three cards with the Great Library; one of them it keeps."""
    wonder = {"wonder": "Great Library", "owner": "egypt", "area": "kush", "discs": 4}
    aside = [card for card in range(1, 104) if card not in {7, 8, 9, 10, POET, *EVENTS}]
    t = at(
        "draw uses", EGYPT, then=["next turn"], wonders=[wonder], deck=[*sorted(EVENTS), 10, 9, 8, 7],
        aside=aside, egypt={"discs": {"kush": 2}, "hand": [POET]}, troy={"discs": {"troy": 2}}, **top,
    )  # fmt: skip
    return t.do("Great Library")
