"""The Fate deck and the Wonders, read from a data file and checked.

What a card can do (`tags`) is derived from its operations, so negation and the players that
weigh cards read the same facts as the rules do.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec

from ..effects import AnyOperation, Tags
from ..effects.base import Count, Positive
from ..errors import DataError
from ..kernel.actions import N_CARDS, N_MODES, N_WONDERS
from ..kernel.bits import mask_of
from ..kernel.fixed import Fixed, FixedDict
from .data_files import checked_entries, known_keys, read_yaml
from .deck_checks import check_card, check_wonder

DECK_FILE = "deck.yaml"
CardId = Annotated[int, msgspec.Meta(ge=1, le=N_CARDS)]
Operations = Annotated[tuple[AnyOperation, ...], msgspec.Meta(max_length=20)]
Alternatives = Annotated[tuple[Operations, ...], msgspec.Meta(min_length=1, max_length=N_MODES)]
Moment = Literal["acquisition", "deployment", "scoring", "draw", "competition"]
Basis = Literal["documented", "completed", "reconstructed"]


class Negates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which plays a Negation card can answer; any of them will do."""

    cards: bool = False  # any card but an Event
    events: bool = False
    great_persons: bool = False
    giving_discs: Count = 0  # cards that can give a civilization so many discs
    removing_yours: bool = False  # cards (no Events) that would remove one of your discs
    costing: bool = False  # cards (no Events) that cost somebody VP, talents or cards
    barbarians: bool = False  # cards that put Barbarians on the map
    wonders: bool = False  # the use of a Wonder
    card_phase_only: bool = False


class InCompetition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In which competitions a Competition card can be laid."""

    kind: Literal["any", "land", "sea"]
    needs: Literal["nothing", "opposing city", "outnumbered", "sea at hand"] = "nothing"


class Investment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an Investment card works once it lies on the table."""

    discs: Positive
    when: Moment
    either: Alternatives
    competition: Literal["any", "land", "sea"] = "any"
    once_per_turn: bool = False
    needs_coastal_sea: bool = False


class PrintedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One Fate card."""

    id: CardId
    name: str
    text: str
    basis: Basis
    it: str = ""
    id_basis: Literal["documented", "inferred", "assigned"] = "documented"
    flags: Annotated[tuple[Literal["C", "N", "I", "E"], ...], msgspec.Meta(max_length=1)] = ()  # DEF-45
    great_person: bool = False
    invasion: bool = False
    after: Literal["discard", "aside"] = "discard"
    does: Operations = ()
    either: Annotated[tuple[Operations, ...], msgspec.Meta(max_length=N_MODES)] = ()
    turn_order: Operations = ()
    negates: Negates | None = None
    competition: InCompetition | None = None
    phase_start: bool = False
    investment: Investment | None = None

    @property
    def event(self) -> bool:
        """Whether it is an Event card."""
        return "E" in self.flags

    @property
    def modes(self) -> tuple[Operations, ...]:
        """The alternatives printed on it."""
        return self.either or (self.does,)


class PrintedWonder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the seven Wonders."""

    name: str
    text: str
    basis: Basis
    discs: Positive
    when: Moment
    does: Operations
    it: str = ""


class CardTags(Tags, frozen=True):  # type: ignore[misc]  # a rule of dataclasses, not of msgspec
    """The tags of a card, once they are all there."""


class Fate(msgspec.Struct, frozen=True):
    """A card made ready for play: the flags as fields, the tags derived."""

    id: int
    name: str
    text: str
    event: bool
    competition: bool
    negation: bool
    great_person: bool
    invasion: bool
    aside: bool
    modes: tuple[Operations, ...]
    tags: CardTags
    source: PrintedCard


class Deck(Fixed):
    """All Fate cards by id (index 0 is unused) and all Wonders."""

    def __init__(self, name: str, cards: list[PrintedCard], wonders: list[PrintedWonder]) -> None:
        self.name = name
        by_id = sorted(cards, key=lambda card: card.id)
        self.cards: tuple[Fate, ...] = (_fate(by_id[0]), *(_fate(card) for card in by_id))
        self.wonders: tuple[PrintedWonder, ...] = tuple(wonders)
        self.wonders_at = FixedDict({
            moment: tuple(i for i, wonder in enumerate(wonders) if wonder.when == moment)
            for moment in get_args(Moment)
        })  # fmt: skip
        self.events = mask_of(card.id for card in by_id if card.event)
        self.negations = mask_of(card.id for card in by_id if card.negates is not None)
        self.competition = mask_of(c.id for c in by_id if c.competition is not None)
        self.phase_start = mask_of(card.id for card in by_id if card.phase_start)
        self.turn_order = mask_of(card.id for card in by_id if card.turn_order)
        self.card_phase = mask_of(  # CRD-24
            card.id for card in by_id if not card.event and "C" not in card.flags and "N" not in card.flags
        )
        self._finish()


def _fate(card: PrintedCard) -> Fate:
    return Fate(
        card.id, card.name, card.text, card.event, "C" in card.flags, "N" in card.flags,
        card.great_person, card.invasion, card.after == "aside", card.modes, derive_tags(card), card,
    )  # fmt: skip


def derive_tags(card: PrintedCard) -> CardTags:
    """What the card can do at most: the union over its alternatives and later uses."""
    out = Tags()
    modes = [*card.modes, card.turn_order]
    if card.investment is not None:
        modes += card.investment.either
    for operations in modes:
        tags = Tags()
        for operation in operations:
            operation.tag(tags)
        out.discs = max(out.discs, tags.discs)
        for field in Tags.__struct_fields__[1:]:
            setattr(out, field, getattr(out, field) or getattr(tags, field))
    return CardTags(*msgspec.structs.astuple(out))


def parse_deck(path: str | Path | None = None) -> Deck:
    """Read and check a deck file; an error names the file, the card and the field."""
    name, content = read_yaml(path, DECK_FILE)
    known_keys(content, ("cards", "wonders"), name)
    cards = checked_entries(content, "cards", PrintedCard, "id", name, check_card, "card ")
    for wanted in range(1, N_CARDS + 1):
        if wanted not in cards:
            raise DataError(f"{name}: card {wanted}: is missing (ids 1 to {N_CARDS}, each once)")
    wonders = checked_entries(content, "wonders", PrintedWonder, "name", name, check_wonder, "wonder ")
    if len(wonders) != N_WONDERS:
        raise DataError(f"{name}: wonders: {N_WONDERS} are needed, found {len(wonders)}")
    return Deck(name, list(cards.values()), list(wonders.values()))


@functools.cache
def load_deck(path: str | None = None) -> Deck:
    """The deck of a file, or the one that comes with the game; read once."""
    return parse_deck(path)
