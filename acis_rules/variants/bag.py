"""The bag of discs that decides about NPCs: peace, war, and in Exploration what is found (EXP-12 to 14)."""

from __future__ import annotations

from ..cards.oracle import BLACK, CUP_COLOURS, WHITE, YELLOW, draw_from
from ..kernel.state import Seen, State
from ..kernel.types import Area, Faction

BAG = (WHITE,) * 6 + (BLACK,) * 4  # EXP-12


def colour_of(s: Seen, faction: Faction) -> int:
    """The colour of a civilization's discs."""
    return CUP_COLOURS.index(s.world.scenario.factions[faction].colour)


def contents(s: Seen) -> list[int]:
    """The discs in the bag: in Exploration also a yellow one and those of NPCs (EXP-13)."""
    bag = list(BAG)
    if s.world.unknown:
        bag.append(YELLOW)
        for faction, n in enumerate(s.in_bag):
            bag += [colour_of(s, faction)] * n if n else ()
    return bag


def draw_disc(s: State, faction: Faction, what: str, area: Area = -1) -> int:
    """Draw one disc and put it back; `what` it is drawn for."""
    return draw_from(s, contents(s), 1, what, faction, area=area)[0]
