"""The blocks of a scenario file that bring rules of their own: a capital, bans, unions, Persians, Empires."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ..effects.base import Count, Positive
from .deck import CardId


class CapitalBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What Control of one area gives: a display's abilities, cards to draw, VP (CAES-05 to 07)."""

    area: str
    display: str
    draw: Count = 0
    epoch_vp: Count = 0
    final_vp: Count = 0  # at the end of the game, instead of epoch_vp


class BanBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where some factions may not place discs, or what they may not chain through, for a time.

    A ban names areas, or asks for others there: all that a ban says must hold for it to bind.
    """

    who: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    areas: tuple[str, ...] = ()  # only there; empty: everywhere
    elsewhere: bool = False  # everywhere but in these areas
    with_: tuple[str, ...] = msgspec.field(default=(), name="with")  # where these others have discs
    discs: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1  # so many discs of one of them
    contest: bool = False  # only where a disc would make the area Contested
    home: bool = False  # the homes of these others, instead of their discs
    gold: tuple[str, ...] = ()  # where Gold of these lies
    unoccupied: bool = False  # where they have no disc yet
    chain: bool = False  # nor may they place next to such an area because of their discs in it
    turns: tuple[Positive, ...] = ()  # only in these turns of the first Epoch
    phases: tuple[Literal["setup", "growth", "cards", "competition", "evaluation", "epoch"], ...] = ()


class UnionBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two factions whose discs count together.

    `group`: in an area they are one, in strength, Control and competition. The first is at home on land, the
    second at sea: the other's discs there are replaced, and lost first.
    `seas`: those of the second count as the first's for placing next to them and for Dominated seas.
    """

    factions: tuple[str, str]
    as_one: Literal["group", "seas"]
    by_area: bool = False  # discs of the first are the second's where it is, and nowhere else (EGY-04)


class LootedBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card turned up when Gold of a faction is looted: an odd id wins for a side (PERS-15)."""

    gold_of: str
    wins: str


class PersiansBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The odd rules of the scenarios with Persians."""

    eliminated: tuple[str, ...] = ()  # once they have no Gold under own discs (PERS-09a, PERS-09b)
    white_at_sea: str = ""  # gets a white disc in each sea competition (PERS-12)
    looted: LootedBlock | None = None
    bonus_card: str = ""  # draws a card before the rest of its Draw, if it holds fewer than 6 (DAR-05c)


class ReserveBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card with a place before its owner, neither in a hand nor in the discard pile.

    It lies there from the start unless `setup.hands` gives it to a hand.
    """

    card: CardId
    owner: str
    discs: Count = 0  # of its owner on it at the start
    goes: Literal["never", "may", "must"] = "never"  # there once it is played, stolen or forced out
    back: Literal["never", "free", "draw", "forced"] = "never"  # to hand in the Draw step
    use: tuple[Literal["cards", "competition", "pay"], ...] = ()  # as if in hand
    areas: tuple[str, ...] = ()  # of the competitions in which it can be used; empty: all
    stays: str = ""  # an Investment, also without discs: as long as Gold lies in this area
    claimed: bool = False  # an NPC that draws it gives it to its owner and draws another


class EmpireBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An Empire among Invaders: all factions with a turn that are no Empires (ROME1-03)."""

    foe: str = ""  # the Invader it has to do with; the other ones keep out of its areas
