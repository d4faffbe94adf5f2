"""Where the flags of the schema lie, by name, and what is kept from one position to the next.

All flags of an observation travel as one int: bit i is flag i. The sets of areas come first, then those of
cards, then the rest. Each of the three is gathered in an int of its own, since short ints are faster; cards
count from 1, so that the first bit of theirs is never used.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

from acis_rules.kernel.actions import N_AREAS, N_CARDS

from ..schema import (
    AREA_FLAGS,
    BLOCKS,
    CARD_FLAGS,
    DISPLAY_BLOCKS,
    GAME_BLOCKS,
    GAME_FLAGS,
    N_FLAGS,
    N_NUMBERS,
    OWN_CARDS,
    SET_BLOCKS,
    SLOT_FLAGS,
    SLOTS,
    offsets,
)

if TYPE_CHECKING:
    from acis_rules.box.world import World

    from ..seating import Seating

CARDS_FROM = sum(block.size for block in SET_BLOCKS if block.of == "area")
REST_FROM = sum(block.size for block in SET_BLOCKS)
_FROM = {block.name: CARDS_FROM if block.of == "card" else 0 for block in SET_BLOCKS}
AT = {name: where.start - N_NUMBERS - _FROM.get(name, REST_FROM) for name, where in offsets().items()}
AREAS = {name: AT["area_flags"] + row * N_AREAS for row, (name, _) in enumerate(AREA_FLAGS)}
OWN = {name: AT["own_cards"] + row * N_CARDS for row, (name, _) in enumerate(OWN_CARDS)}
CARDS = {name: AT["card_flags"] + row * N_CARDS for row, (name, _) in enumerate(CARD_FLAGS)}
CARD_OWNER = AT["card_owner"]
SLOT = {name: AT["slot_flags"] + row * SLOTS for row, (name, _) in enumerate(SLOT_FLAGS)}
GAME = {name: 1 << AT["game_flags"] + i for i, (name, _) in enumerate(GAME_FLAGS)}
BYTE = [bytes([n]) for n in range(256)]

# What has to be filled in, by block or by flag, so that the compiled helper can tell whether it knows it all.
# The numbers on displays and of the game need no names there: it copies them, however many they are.
_BY_FLAG = ("area_flags", "own_cards", "card_flags", "slot_flags", "game_flags")
TO_FILL = tuple(
    name
    for block in BLOCKS
    if block not in DISPLAY_BLOCKS + GAME_BLOCKS
    for name in ([f"{block.name}.{row}" for row, _ in block.rows] if block.name in _BY_FLAG else [block.name])
)


_FLAG_BYTES = (N_FLAGS + 7) // 8


def flags_of(areas: int, cards: int, rest: int) -> bytes:
    """All flags in the order of the schema, from the three sets."""
    return (areas | cards << CARDS_FROM - 1 | rest << REST_FROM).to_bytes(_FLAG_BYTES, "little")


class Kept(NamedTuple):
    """A part of an observation, or several, and what it was made from."""

    made_from: tuple[object, ...]
    seating: Seating
    areas: int
    cards: int
    rest: int
    numbers: tuple[bytes, ...] = ()


class Clock(NamedTuple):
    """The clock, the same for every seat."""

    made_from: tuple[object, ...]
    rest: int
    numbers: tuple[bytes, ...]  # `end_chance`, if that is sure
    flags: bytes  # `rest` as flags
    ending: int | None  # the cards that end the Epoch if one is turned up; None: there is more to it


class OpenCards(NamedTuple):
    """Cards that lie open, the same for every seat."""

    made_from: tuple[object, ...]
    all: int
    sets: int


class KnownCards(NamedTuple):
    """The cards as a seat knows them."""

    made_from: tuple[object, ...]
    lying: OpenCards
    seating: Seating
    sets: int
    unseen: int


Fixed = tuple[dict["Seating", Kept], dict["Seating", object], dict[tuple[object, ...], Clock]]


@functools.lru_cache(maxsize=16)
def _fixed_in(world: World) -> Fixed:
    """What `game`, `game_bits` and `clocks` of the games of a world keep together."""
    return {}, {}, {}


class Memory:
    """What the observations of one game keep from the last ones: parts that seldom change.

    By the faction in slot 0, which is never that of another seat; what is fixed, by seating; clocks, by what
    they show. With a world, what is fixed and clocks are kept for all its games.
    """

    __slots__ = (
        "bits",
        "cards",
        "clock",
        "clocks",
        "displays",
        "game",
        "game_bits",
        "knobs",
        "map",
        "open_cards",
        "still",
        "things",
        "turn",
    )

    def __init__(self, world: World | None = None) -> None:
        self.bits: dict[object, object] = {}  # of the compiled helper: the flags of what is kept
        self.clock: Clock | None = None
        self.open_cards: OpenCards | None = None
        fixed: Fixed = ({}, {}, {}) if world is None else _fixed_in(world)
        self.game, self.game_bits, self.clocks = fixed  # the second one as `bits`
        self.knobs: tuple[tuple[object, ...], bytes] | None = None
        self.cards: dict[int, KnownCards] = {}
        self.still: dict[int, Kept] = {}
        self.displays: dict[int, Kept] = {}
        self.map: dict[int, Kept] = {}
        self.things: dict[int, Kept] = {}
        self.turn: dict[int, Kept] = {}
