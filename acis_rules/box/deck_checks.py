"""What a card, a Wonder or an ability in a data file must not say, though every field is well formed.

Errors name the file, the entry and the field, so that nothing breaks in the middle of a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ..effects import Operation
from ..effects.contest import Allies
from ..effects.goods import Lose
from ..effects.naming import NameWonder
from ..effects.wonder import Build
from ..errors import DataError

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..effects.base import Topic
    from .deck import Operations, PrintedCard, PrintedWonder

HERE: tuple[Topic, ...] = ("area", "competition")  # what cards of a competition speak of


def check_card(card: PrintedCard, where: str) -> None:
    """Flags and fields must tell the same story, and operations speak of what is named."""
    _check_flags(card, where)
    if card.does and card.either:
        raise DataError(f"{where}: either: not together with does")
    if not (card.does or card.either or card.negates or card.investment):
        raise DataError(f"{where}: does: the card does nothing")
    named: tuple[Topic, ...] = ("civilization",) if card.negates is not None else ()
    named += HERE if card.competition is not None else ()
    for i, operations in enumerate(card.either):
        check_operations(operations, where, f"either[{i}]", named)
    if card.does:
        check_operations(card.does, where, "does", named)
    if card.turn_order:
        check_operations(card.turn_order, where, "turn_order")
    if card.negates is not None:
        check_asks_nothing(card.does, where, "does", "a Negation card")
    if card.investment is not None:
        named = HERE if card.investment.when == "competition" else ()
        for i, operations in enumerate(card.investment.either):
            check_operations(operations, where, f"investment.either[{i}]", named)


def check_wonder(wonder: PrintedWonder, where: str) -> None:
    """The operations of a Wonder."""
    check_operations(wonder.does, where, "does", HERE if wonder.when == "competition" else ())


def _check_flags(card: PrintedCard, where: str) -> None:
    for flag, field, given in (
        ("N", "negates", card.negates is not None),
        ("I", "investment", card.investment is not None),
        ("C", "competition", card.competition is not None or card.phase_start),
    ):
        if (flag in card.flags) != given:
            raise DataError(f"{where}: {field}: must be given exactly if flags has {flag}")
    if card.phase_start and card.competition is not None:
        raise DataError(f"{where}: phase_start: not together with competition")
    if card.invasion and not card.event:
        raise DataError(f"{where}: invasion: only an Event (flag E) can be one")
    if card.turn_order and card.flags:
        raise DataError(f"{where}: turn_order: only on a card of the Card Phase (no flags)")
    if card.negates is not None:
        if card.either:
            raise DataError(f"{where}: either: a Negation card has no alternatives")
        if msgspec.structs.replace(card.negates, card_phase_only=False) == type(card.negates)():
            raise DataError(f"{where}: negates: it could answer nothing")


def check_operations(operations: Operations, where: str, field: str, named: Collection[Topic] = ()) -> None:
    """An operation may speak of what is named only after something was named."""
    if not operations:
        raise DataError(f"{where}: {field}: does nothing")
    known = set(named)
    introduced: set[Topic] = set()
    for i, operation in enumerate(operations):
        place = f"{where}: {field}[{i}] ({operation.__struct_config__.tag})"
        for topic in sorted(operation.speaks_of() - known):
            if topic == "competition":
                raise DataError(f"{place}: works only in a competition")
            if topic == "2 civilizations":
                raise DataError(f"{place}: needs exactly 2 civilizations named before it")
            raise DataError(f"{place}: speaks of a named {topic}, but none is named before it")
        for topic in sorted(operation.introduces() & introduced):
            raise DataError(f"{place}: names {topic} again, and only the last one named would count")
        introduced |= operation.introduces()
        known |= introduced
    _check_wonder_words(operations, where, field)


def _check_wonder_words(operations: Operations, where: str, field: str) -> None:
    """An available Wonder can be built and has no owner yet; it costs what it was named for."""
    named = NameWonder()
    for i, operation in enumerate(operations):
        place = f"{where}: {field}[{i}] ({operation.__struct_config__.tag})"
        if isinstance(operation, NameWonder):
            named = operation
            if named.state == "available" and (named.who != "any" or named.near or named.owner_supply):
                raise DataError(f"{place}: an available Wonder has no owner and no place")
            if named.state != "available" and (named.resources or named.discs):
                raise DataError(f"{place}: resources: only an available Wonder can be built")
        elif isinstance(operation, Build):
            price = (operation.resources, operation.discs)
            if price != (named.resources, named.discs):
                raise DataError(f"{place}: resources and discs: must be those of name_wonder")


def check_asks_nothing(operations: Operations, where: str, field: str, what: str) -> None:
    """Some effects come at once: their user is asked nothing."""
    for i, operation in enumerate(operations):
        if _asks(operation):
            tag = operation.__struct_config__.tag
            raise DataError(f"{where}: {field}[{i}] ({tag}): {what} leaves its user no choice here")


def _asks(operation: Operation) -> bool:
    if isinstance(operation, Lose):
        return operation.short != "nothing"
    if isinstance(operation, Allies):
        return operation.areas > 0
    return operation.question != Operation.question
