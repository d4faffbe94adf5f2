"""The Fate deck and the Wonders, read from a data file and checked.

What a card can do (`tags`) is derived from its operations, so negation and the players that
weigh cards read the same facts as the rules do.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any, Literal

import msgspec

from .actions import N_CARDS, N_MODES, N_WONDERS
from .bits import mask_of
from .data_files import convert, entries, read_yaml
from .errors import DataError
from .operations import AnyOperation, Tags
from .operations.naming import NameArea, NameCity, NameCivilization, NameWonder

DECK_FILE = "deck.yaml"
Operations = tuple[AnyOperation, ...]
Moment = Literal["acquisition", "deployment", "scoring", "draw", "competition"]
Basis = Literal["documented", "completed", "reconstructed"]


class Negates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which plays a Negation card can answer; any of them will do."""

    cards: bool = False  # any card but an Event
    events: bool = False
    great_persons: bool = False
    giving_discs: int = 0  # cards that can give a civilization so many discs
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

    discs: int
    when: Moment
    either: tuple[Operations, ...]
    competition: Literal["any", "land", "sea"] = "any"
    once_per_turn: bool = False
    needs_coastal_sea: bool = False


class Card(msgspec.Struct, forbid_unknown_fields=True):
    """One Fate card."""

    id: int
    name: str
    text: str
    basis: Basis
    it: str = ""
    id_basis: Literal["documented", "assigned"] = "documented"
    flags: tuple[Literal["C", "N", "I", "E"], ...] = ()
    great_person: bool = False
    invasion: bool = False
    after: Literal["discard", "aside"] = "discard"
    does: Operations = ()
    either: tuple[Operations, ...] = ()
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


class Wonder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the seven Wonders."""

    name: str
    text: str
    basis: Basis
    discs: int
    when: Moment
    does: Operations
    it: str = ""


class Fate(msgspec.Struct):
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
    tags: Tags
    source: Card


class Deck:
    """All Fate cards by id (index 0 is unused) and all Wonders."""

    def __init__(self, name: str, cards: list[Card], wonders: list[Wonder]) -> None:
        self.name = name
        by_id = sorted(cards, key=lambda card: card.id)
        self.cards: list[Fate] = [_fate(by_id[0]), *(_fate(card) for card in by_id)]
        self.wonders = wonders
        self.events = mask_of(card.id for card in by_id if card.event)
        self.negations = mask_of(card.id for card in by_id if card.negates is not None)
        self.competition = mask_of(c.id for c in by_id if c.competition is not None)
        self.phase_start = mask_of(card.id for card in by_id if card.phase_start)
        self.turn_order = mask_of(card.id for card in by_id if card.turn_order)
        self.card_phase = mask_of(
            card.id for card in by_id if not card.event and "C" not in card.flags and "N" not in card.flags
        )


def _fate(card: Card) -> Fate:
    return Fate(
        card.id, card.name, card.text, card.event, "C" in card.flags, "N" in card.flags,
        card.great_person, card.invasion, card.after == "aside", card.modes, derive_tags(card), card,
    )  # fmt: skip


def derive_tags(card: Card) -> Tags:
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
    return out


def parse_deck(path: str | Path | None = None) -> Deck:
    """Read and check a deck file; an error names the file, the card and the field."""
    name, content = read_yaml(path, DECK_FILE)
    cards = []
    for raw in entries(content, "cards", name):
        where = f"{name}: card {_label(raw, 'id')}"
        card = convert(raw, Card, where)
        _check_card(card, where)
        cards.append(card)
    ids = [card.id for card in cards]
    for wanted in range(1, N_CARDS + 1):
        if ids.count(wanted) != 1:
            problem = "is missing" if wanted not in ids else "stands more than once"
            raise DataError(f"{name}: card {wanted}: {problem} (ids 1 to {N_CARDS}, each once)")
    if len(ids) != N_CARDS:
        raise DataError(f"{name}: cards: ids must be 1 to {N_CARDS}, found {max(ids)}")
    wonders = []
    for raw in entries(content, "wonders", name):
        where = f"{name}: wonder {_label(raw, 'name')}"
        wonder = convert(raw, Wonder, where)
        _check_operations(wonder.does, where, "does", wonder.when == "competition")
        wonders.append(wonder)
    if len(wonders) != N_WONDERS:
        raise DataError(f"{name}: wonders: {N_WONDERS} are needed, found {len(wonders)}")
    return Deck(name, cards, wonders)


def _label(raw: Any, key: str) -> str:
    if not isinstance(raw, dict):
        return repr(raw)
    return f"{raw.get(key)} ({raw['name']})" if "name" in raw and key != "name" else str(raw.get(key))


def _check_card(card: Card, where: str) -> None:
    """Flags and fields must tell the same story."""
    for flag, field, given in (
        ("N", "negates", card.negates is not None),
        ("I", "investment", card.investment is not None),
        ("C", "competition", card.competition is not None or card.phase_start),
    ):
        if (flag in card.flags) != given:
            raise DataError(f"{where}: {field}: must be given exactly if flags has {flag}")
    if card.does and card.either:
        raise DataError(f"{where}: either: not together with does")
    if not (card.does or card.either or card.negates or card.investment):
        raise DataError(f"{where}: does: the card does nothing")
    if len(card.either) > N_MODES:
        raise DataError(f"{where}: either: at most {N_MODES} alternatives")
    if card.investment is not None and card.investment.discs < 1:
        raise DataError(f"{where}: investment.discs: at least 1 is needed")
    if card.turn_order and "C" in card.flags:
        raise DataError(f"{where}: turn_order: not on a Competition card")
    in_competition = card.competition is not None
    for i, operations in enumerate(card.modes):
        field = f"either[{i}]" if card.either else "does"
        _check_operations(operations, where, field, in_competition, card.negates is not None)
    if card.investment is not None:
        announced = card.investment.when == "competition"
        for i, operations in enumerate(card.investment.either):
            _check_operations(operations, where, f"investment.either[{i}]", announced)


def _check_operations(
    operations: Operations, where: str, field: str, area_named: bool = False, faction_named: bool = False
) -> None:
    """An operation may speak of what is named only after something was named."""
    wonder_named = False
    for i, operation in enumerate(operations):
        text = msgspec.json.encode(operation).decode()
        place = f"{where}: {field}[{i}] ({msgspec.to_builtins(operation)['op']})"
        speaks_of_area = ('"named"' in text and '"within":"named' in text) or '"adjacent_to":"named"' in text
        if speaks_of_area and not area_named:
            raise DataError(f"{place}: speaks of a named area, but none is named before it")
        needs_faction = any(
            words in text
            for words in (
                '"whose":"named"', '"of":"named"', '"occupied":"named"', '"city":"named"',
                '"who":"named"', '"settlement_of_named":true', '"op":"lose"', '"op":"penalty"',
                '"op":"remove_own"', '"op":"down_to"', '"op":"take"', '"op":"swap_places"',
                '"op":"discard"',
            )
        )  # fmt: skip
        if needs_faction and not faction_named:
            raise DataError(f"{place}: speaks of a named civilization, but none is named before it")
        about_wonder = any(f'"op":"{op}"' in text for op in ("build", "bury", "restore", "wonder_discs"))
        if about_wonder and not wonder_named:
            raise DataError(f"{place}: speaks of a named Wonder, but none is named before it")
        area_named |= isinstance(operation, NameArea | NameCity)
        faction_named |= isinstance(operation, NameCivilization | NameCity)
        wonder_named |= isinstance(operation, NameWonder)


@functools.cache
def load_deck(path: str | None = None) -> Deck:
    """The deck of a file, or the one that comes with the game; read once."""
    return parse_deck(path)
