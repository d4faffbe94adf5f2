"""Blocks of scenario files for what happens in Hannibal's war: a march, minor states, consuls, walls."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ..effects.base import Count, Positive
from .deck import CardId


class StageBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One area of a march: a card up to this id replaces a disc, any other adds a Barbarian and ends it."""

    area: str
    up_to: CardId
    replaces: str = "barbarians"  # whose disc
    failure: str = ""  # where the Barbarian comes, if not here


class MarchBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A march before the cards are dealt: card by card a faction gets a disc further on (HANN-M1)."""

    who: str
    stages: Annotated[tuple[StageBlock, ...], msgspec.Meta(min_length=1)]


class CupBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Discs in a cup, by colour."""

    white: Count
    black: Count
    yellow: Count


class MinorStatesBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ally that may be restrained, and a client that may revolt (HANN-03a to 05d)."""

    cup: CupBlock
    payer: str  # whose enemy the ally and whose client the client is
    ally: str
    base: tuple[str, ...]  # where the ally places also when it is restrained
    client: str
    refuge: tuple[str, ...]  # areas of the client that others may not enter
    rebels_join: str


class ConsulBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the consul table: up to this id, what he hinders (HANN-08c3)."""

    name: str
    up_to: CardId
    lays: Literal["nowhere", "one near", "near", "everywhere"] = "everywhere"  # Competition cards
    pays: Literal["at home", "near", "everywhere"] = "everywhere"  # to save discs
    grows: bool = True  # where it is already
    redraws: bool = False  # Competition cards after its draw (HANN-08c4)
    ally: bool = False  # 1 white disc in a land competition of the turn


class ConsulsBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Consuls of a faction: a card at the start of its Growth says who leads it (HANN-08c1)."""

    of: str
    home: str
    near: Positive  # so many areas from home
    client_areas: tuple[str, ...]  # count as near for Competition cards of an average consul
    rows: Annotated[tuple[ConsulBlock, ...], msgspec.Meta(min_length=1)]
    active: bool = False  # an optional rule makes it so
    two_cards: Count = 0  # in so many turns two are revealed
    best_from: Count = 0  # from this turn on the last row holds without a card; 0: never (HANN-08c2)
    both: bool = False  # of two cards both rows hold, not only the worse one
    holds: bool = False  # who does not grow where it is already may grow nowhere else instead


class WallsBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Walls of a city: rounds without losses, and no siege (HANN-08b1 to 08b4)."""

    area: str
    of: str
    rounds: Count = 0
    cities: Count = 0  # of its own next to it: so many keep the enemies' cards from making it Contested
    enemies: tuple[str, ...] = ()
    cards: tuple[CardId, ...] = ()  # nobody uses them against it there
