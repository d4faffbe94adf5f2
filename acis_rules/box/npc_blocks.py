"""What a scenario file tells its NPCs: orders before their normal priorities, areas they keep out of, ties.

Areas are written in words (`area_words.py`); each entry carries the number of its rule, which the NPC gives
as its reason. They bind NPCs only: what nobody may do is no matter of this block.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ..effects.base import Count, Positive
from .deck import CardId

Rule = Annotated[str, msgspec.Meta(pattern=r"^[A-Z0-9]+-[0-9A-Za-z.]+$")]
Words = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]  # of areas: any of these


class OrderBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Discs for areas: `to` so many there, or so many more than the largest group of others (`exceed`)."""

    rule: Rule
    areas: Words
    to: Positive | None = None
    but: dict[int, Words] = {}  # so many instead where this holds
    exceed: Count | None = None  # 0: as many as they have
    of: tuple[str, ...] = ("others",)  # whose groups are exceeded
    when: tuple[str, ...] = ()  # only if there is such an area
    nearest: tuple[str, ...] = ()  # of several areas those nearest to these
    best: tuple[str, ...] = ()  # and of these one of those, if there is any
    epochs: tuple[Positive, ...] = ()  # only in these

    @property
    def words(self) -> str:
        """The order in words."""
        areas = " or ".join(self.areas)
        if self.to is not None:
            return f"up to {self.to} discs in {areas}"
        whose = " and ".join(self.of)
        return f"{f'{self.exceed} more than' if self.exceed else 'as many as'} {whose} in {areas}"


class ShunBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Areas in which it places no discs, or none beyond a number."""

    rule: Rule
    areas: Words = ("anywhere",)
    unless: tuple[str, ...] = ()  # such areas are open to it
    unless_closer: tuple[str, ...] = ()  # and those from which it is closer to one of these than before
    beyond: Count = 0  # so many discs may be there
    counting: tuple[str, ...] = ("itself",)  # whose discs make that number
    growth_only: bool = False  # cards may place there


class PenaltyAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What it gives when it must choose: the first of these that it has."""

    rule: Rule
    order: Annotated[tuple[Literal["talent", "card", "disc", "vp"], ...], msgspec.Meta(min_length=1)]
    freely: bool = False  # only where it could give nothing


class NameAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom it names with a card: the first of these that may be named."""

    rule: Rule
    card: CardId
    order: Words


class DiscardAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that make others discard: played against the first of these that holds a card, else kept."""

    rule: Rule
    order: Words


class VictimsAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose discs its cards remove: first the discs of these, in this order."""

    rule: Rule
    order: Words


class CommitAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Competition cards that it lays first in such areas, and no more of them than it takes to win."""

    rule: Rule
    cards: Annotated[tuple[CardId, ...], msgspec.Meta(min_length=1)]
    where: Words


class NegateAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards of `other` it negates only for its discs, cards and talents, while `own` holds no target.

    What `partner` could negate for itself it leaves to the partner.
    """

    rule: Rule
    own: Words
    other: Words
    partner: tuple[str, ...] = ()
    partner_rule: Rule | None = None  # of the last sentence, if it has another number


class AnswersBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Its answers to questions, where they differ from the solitaire rules."""

    penalty: PenaltyAnswer | None = None
    name: tuple[NameAnswer, ...] = ()
    discards: DiscardAnswer | None = None
    victims: VictimsAnswer | None = None
    commit: CommitAnswer | None = None
    negate: NegateAnswer | None = None
    discs_first: Rule | None = None  # cards that place its discs come before those that give talents


class NpcBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one faction differs from the normal NPC (NPC-87)."""

    first: tuple[OrderBlock, ...] = ()  # before priority 1, in this order
    never: tuple[ShunBlock, ...] = ()  # holds always, for `first` too
    shun: tuple[ShunBlock, ...] = ()  # holds for the normal priorities
    near: tuple[Words, ...] = ()  # between equals: nearest to the first of these, then to the next,
    prefer: Literal["land", "sea"] | None = None  # then this kind of area,
    ties: Literal["A", "B"] | None = None  # then this method (NPC-05, NPC-06)
    exceeds: bool = True  # False: enemy civilizations need only be matched (against NPC-90)
    as_one: bool = False  # where it places, its enemies are one: none of them is the Primary enemy (NPC-14)
    home: tuple[str, ...] = ()  # areas as dear as its home area, when cards remove discs (NPC-48, NPC-49)
    answers: AnswersBlock = AnswersBlock()
