"""What must hold in the block `npc` of a scenario file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..errors import DataError
from .area_words import check_whom, check_words
from .board import Board, area_in_play
from .npc_blocks import AnswersBlock, NpcBlock, OrderBlock, ShunBlock
from .scenario_blocks import Scenario
from .victory_blocks import EVERYBODY


def check_npc(scenario: Scenario, board: Board, name: str) -> None:
    """Its words name factions and areas of the scenario, and every order says how many discs."""
    factions = tuple(faction.id or faction.civilization for faction in scenario.factions)
    for who, rules in scenario.npc.items():
        where = f"{name}: npc.{who}"
        if who not in (*factions, EVERYBODY):
            raise DataError(f"{where}: nobody; there are: {', '.join((*factions, EVERYBODY))}")
        _check_rules(rules, where, board, factions)


def _check_rules(rules: NpcBlock, where: str, board: Board, factions: tuple[str, ...]) -> None:
    check = partial(check_words, check_area=partial(area_in_play, board), factions=factions)
    for i, order in enumerate(rules.first):
        at = f"{where}.first[{i}]"
        _check_order(order, at)
        for field in ("areas", "when", "nearest", "best"):
            check(getattr(order, field), f"{at}.{field}")
        for words in order.but.values():
            check(words, f"{at}.but")
        for who in order.of:
            check_whom(who, f"{at}.of", factions)
    for field in ("never", "shun"):
        shuns: tuple[ShunBlock, ...] = getattr(rules, field)
        for i, shun in enumerate(shuns):
            at = f"{where}.{field}[{i}]"
            for words_field in ("areas", "unless", "unless_closer"):
                check(getattr(shun, words_field), f"{at}.{words_field}")
            for who in shun.counting:
                check_whom(who, f"{at}.counting", factions)
    for i, words in enumerate(rules.near):
        check(words, f"{where}.near[{i}]")
    check(rules.home, f"{where}.home")
    _check_answers(rules.answers, f"{where}.answers", check, factions)


def _check_answers(
    answers: AnswersBlock,
    where: str,
    check: Callable[[tuple[str, ...], str], None],
    factions: tuple[str, ...],
) -> None:
    """Whom they name are factions of the scenario."""
    named: list[tuple[str, tuple[str, ...]]] = [
        (f"name[{i}].order", name.order) for i, name in enumerate(answers.name)
    ]
    for field, answer in (("discards", answers.discards), ("victims", answers.victims)):
        if answer is not None:
            named.append((f"{field}.order", answer.order))
    if answers.negate is not None:
        for field in ("own", "other", "partner"):
            named.append((f"negate.{field}", getattr(answers.negate, field)))
    for field, names in named:
        for who in names:
            check_whom(who, f"{where}.{field}", factions)
    if answers.commit is not None:
        check(answers.commit.where, f"{where}.commit.where")


def _check_order(order: OrderBlock, where: str) -> None:
    if (order.to is None) == (order.exceed is None):
        raise DataError(f"{where}: one of to, exceed is needed")
    if order.but and order.to is None:
        raise DataError(f"{where}.but: only with to")
