"""The oracle: a card turned up and read, or a disc drawn from a cup, decides what nobody else does.

`turn_up` resolves an Event before the answer counts. What a card means is read with the small functions
below; 0 stands for no card at all, which means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..kernel.chance import random_below
from ..kernel.log import tell
from ..kernel.machine import push
from ..kernel.state import State
from ..kernel.types import Area, Card, Faction
from ..table.card_changes import leave_table, reveal, shuffle_back
from .drawing import event

# Of discs in cups; events give their numbers
CUP_COLOURS = ("white", "black", "yellow", "red", "green", "blue", "purple", "brown")
WHITE, BLACK, YELLOW = range(3)


def turn_up(s: State, cause: str, then: Callable[..., None], *arguments: Any, back: bool = True) -> Card:
    """Turn up a card, resolve it if it is an Event (CRD-07), then go on with `then(s, *arguments, card)`.

    Any other card is shuffled back, or discarded. Returned is the card, 0 if there was none.
    """
    card = reveal(s, cause)
    push(s, then, *arguments, card)
    if s.world.deck.events >> card & 1:
        push(s, event, -1, card)
    elif card and back:
        shuffle_back(s, card)
    elif card:
        leave_table(s, card)
    return card


# ------------------------------------------------------------------------------------ what it says


def even(card: Card) -> bool:
    """Whether its id is even."""
    return card > 0 and card % 2 == 0


def odd(card: Card) -> bool:
    """Whether its id is odd."""
    return card % 2 == 1


def has_digit(card: Card, digits: str) -> bool:
    """Whether its id has one of these digits."""
    return card > 0 and bool(set(str(card)) & set(digits))


def first_digit(card: Card) -> int:
    """The first digit of its id."""
    return int(str(card)[0])


def row(card: Card, last: Sequence[int]) -> int:
    """Which row of a table it is: the first whose last id is not smaller."""
    return next(i for i, most in enumerate(last) if card <= most)


# --------------------------------------------------------------------------------------------- cups


def draw_from(
    s: State,
    cup: Sequence[int],
    n: int,
    cause: str,
    faction: Faction = -1,
    other: Faction = -1,
    area: Area = -1,
) -> tuple[int, ...]:
    """Draw n discs at random, look at them and put them back; what they are drawn for is the cause."""
    discs = list(cup)
    drawn = tuple(discs.pop(random_below(s, len(discs))) for _ in range(n))
    tell(s, "discs_drawn", faction, area=area, n=n, other=other, cause=cause, colours=drawn)
    return drawn
