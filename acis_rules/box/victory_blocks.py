"""The blocks of a scenario file about friends and enemies, VP, sides, Gold and how the game is won."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ..effects.base import Count, Positive

EVERYBODY = "all"
Epoch = Annotated[int, msgspec.Meta(ge=1, le=4)]
Names = tuple[str, ...]


class RelationsBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Groups of friends, who are never enemies, and groups of enemies, who are always.

    All others are enemies or not as the rules of NPCs say (NPC-08), unless they are neutral to each other.
    """

    friends: tuple[Names, ...] = ()
    enemies: tuple[Names, ...] = ()
    neutral: tuple[Names, ...] = ()


class SideBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Factions that win or lose together: their VP are added up and divided."""

    factions: Annotated[Names, msgspec.Meta(min_length=1)]
    divisor: Positive = 1
    round_down: bool = False
    average: bool = False  # divided by as many as have VP, instead


class CityVpBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cities that are worth a part of 1 VP: all but those in some areas, or on Gold of somebody."""

    divisor: Positive
    but_in: Names = ()
    but_on_gold_of: Names = ()


class SourceBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Goods for each area that fits, and for each Gold disc in such areas.

    An area fits if one of `discs_of` (who scores, unless stated) has a disc there or Controls it.
    """

    at: Literal["count", "epoch", "new_hand", "final"]  # every Victory Count, every end of an Epoch (its VP,
    # its draw), the end of the game
    who: Names = (EVERYBODY,)
    discs_of: Names = ()
    areas: Names = ()  # only these; empty: any
    control: bool = False  # it must be Controlled
    gold_of: Names = ()  # Gold of one of these must be there; `all`: anybody's
    once: bool = False  # however many areas fit
    vp: Count = 0
    talents: Count = 0
    gold_vp: Count = 0  # for each Gold disc
    gold_talents: Count = 0
    gold_cards: Count = 0  # at the draw


class ScoringBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where VP come from, beside or instead of those of the base game."""

    cities: CityVpBlock | None = None
    sources: tuple[SourceBlock, ...] = ()
    sea_vp: bool = True  # False: none for Dominated seas (EPO-05)


class MonitorBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What wins the game at once for a faction's side; all that it asks for must hold."""

    wins: str
    also: Names = ()  # sides that have won with it: VP decide between them
    control: dict[str, Names] = {}  # by faction: areas it Controls
    no_gold: Names = ()  # none of these has a disc on Gold of its own (SGOLD-06)
    no_discs: Names = ()  # none of these has a disc on the map
    wonder_areas: dict[str, Positive] = {}  # by faction: so many areas with a Wonder that it occupies


class FinalBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wins a game that runs to its end, whatever the VP, and what it needs for that."""

    side: str
    lead: bool = False  # as many VP as every other side, at least
    gold: bool = False  # Control of an area with Gold of its own
    otherwise: str = ""  # who wins if it lacks that


class TieBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wins a tie in VP, before the usual tie-breaks: a side of NPCs first, then one of the others."""

    control: str = ""  # who Controls this area
    first: Names = ()  # these sides
    npc: bool = False  # a side of NPCs


class GradeBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a victory is called if the VP of both sides, undivided, compare so."""

    side: str
    grade: Literal["minor", "decisive"]
    fewer_than: str = ""
    more_than: str = ""


class VictoryBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game is won, if not by most VP.

    `control` and `own_and_another_home` win at once at the end of a Competition Phase for anybody,
    `monitors` for one side.
    """

    control: Names = ()
    own_and_another_home: bool = False
    from_epoch: Epoch = 1
    monitors: tuple[MonitorBlock, ...] = ()
    final: FinalBlock | None = None
    tie: TieBlock = TieBlock()
    grades: tuple[GradeBlock, ...] = ()
    players_only: bool = False  # a side of NPCs does not win by VP (EGYM-2P1)
    single_winner: bool = False  # of the best side the best civilization wins alone (TEAM-09)


class HunsBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who begins anew is no longer the civilization that other blocks speak of; the first are the Huns."""

    entry: Annotated[Names, msgspec.Meta(min_length=1)]  # areas of their first disc
    minimum_growth: Count  # of the Huns (GRO-11)


class GoldRulesBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who loots Gold beside NPCs and Barbarians, what for, and where discs on it are safe from cards."""

    looters: Names = ()  # factions that loot the Gold of all but friends, even if a player runs them
    barbarians: bool = False  # they loot the Gold of NPCs, too
    loot: dict[str, Count] = {}  # by faction: VP for a Gold disc, if not 4
    as_loot: Names = ()  # to these it is loot like a City: the first of a turn gives more (EGYC-04)
    immune: dict[str, Positive] = {}  # by area: with any Gold no card takes discs of its owner and friends
    # there; with so many not even the Traitor
