"""Civilizations that come later, leave early, or change their colour.

`State.absent` says who is not in the game: its discs are in nobody's supply, and those still on the map leave
the game when they are removed.
"""

from __future__ import annotations

from ..cards.drawing import draw, hand_limit
from ..kernel.bits import members
from ..kernel.log import tell
from ..kernel.machine import push
from ..kernel.state import State
from ..kernel.types import Faction
from ..table.card_changes import discard
from ..table.changes import join_game, leave_for_good, lose_talents, place_if_able, return_disc
from ..table.holdings import give_up_holdings
from ..table.terms import occupied
from .gold import gold_of, hand_over


def arrive(s: State, faction: Faction, cards: int = 0) -> None:
    """A dormant civilization joins the game, last in turn order, and draws so many cards."""
    join_game(s, faction)
    tell(s, "arrived", faction)
    if cards:
        push(s, hand_limit, faction)
        push(s, draw, faction, cards, False, "draw step")


def eliminate(s: State, faction: Faction, cause: str, discs_stay: bool = True) -> None:
    """A civilization is out: hand, talents and supply go, its VP stay as they are (PERS-09a).

    Its discs on the map stay until they are removed, or leave with it (HANN-02).
    """
    tell(s, "left", faction, cause=cause)
    give_up_holdings(s, faction, cause)
    for card in members(s.hand[faction]):
        discard(s, faction, card, cause)
    lose_talents(s, faction, s.treasury[faction], cause)
    s.order = [other for other in s.order if other != faction]
    s.passed &= ~(1 << faction)
    leave_for_good(s, faction)
    if not discs_stay:
        for area in members(occupied(s, faction)):
            for _ in range(s.discs[faction][area]):
                return_disc(s, faction, area, cause)


def recolour(s: State, faction: Faction, into: Faction, cause: str) -> None:
    """All discs of a civilization become those of another, as far as its supply goes; so does its Gold."""
    for area in members(occupied(s, faction)):
        for _ in range(s.discs[faction][area]):
            return_disc(s, faction, area, cause)
            place_if_able(s, into, area, cause)
    for area in members(gold_of(s, faction)):
        hand_over(s, area, into)
