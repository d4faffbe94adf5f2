"""Discs, cards, talents, VP and Wonders change only through the doors of the room `table`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3] / "acis_rules"
# Fields of `State` that hold pieces
PIECES = {
    "allies", "aside", "at_least", "deck", "discard", "discs", "drawn", "hand", "investments", "known",
    "laid", "loot", "ready", "ready_land", "reserve", "supply", "table", "treasury", "vp", "wonders",
}  # fmt: skip
MUTATORS = {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "update"}
NO_STATES = {"self", "tags"}
# They make a state rather than change a game: the setup, positions, what a seat sees, cards dealt anew
MAKERS = {
    "kernel/state.py", "phases/setup.py", "position.py", "saved/cards.py", "saved/factions.py",
    "saved/holdings.py", "screens.py", "views.py",
}  # fmt: skip
MODULES = [
    path for path in sorted(ROOT.rglob("*.py"))
    if path.parent.name not in ("table", "box") and path.relative_to(ROOT).as_posix() not in MAKERS
]  # fmt: skip


def changed(tree: ast.AST) -> Iterator[tuple[int, ast.expr]]:
    """Everything that is assigned to, deleted, changed in place or shuffled, with its line."""
    for node in ast.walk(tree):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign | ast.Delete):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For):
            targets = [node.target]
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
                targets = [node.func.value]
            elif isinstance(node.func, ast.Name) and node.func.id == "shuffle":
                targets = node.args[1:]
        while targets:
            target = targets.pop()
            if isinstance(target, ast.Tuple | ast.List):
                targets += target.elts
            else:
                yield target.lineno, target


def pieces(target: ast.expr) -> str:
    """The field of a state that holds pieces, if it is one or a part of one."""
    while isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        return target.attr if target.attr in PIECES and target.value.id not in NO_STATES else ""
    return ""


def broken_in(text: str) -> list[str]:
    """Where a text goes past the doors."""
    found = ((line, pieces(target)) for line, target in changed(ast.parse(text)))
    return [f"{line}: {field}" for line, field in found if field]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pieces_change_only_through_the_doors(path: Path) -> None:
    assert broken_in(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        "s.vp[faction] += 1", "s.deck = []", "del s.investments[card]", "s.discs[f][area] = 2",
        "s.discard.append(card)", "shuffle(s, s.deck)", "s.ready[f] = s.supply[f] = 0",
        "after.hand[f] |= bit", "s.table, x = [], 1",
    ],
)  # fmt: skip
def test_going_past_a_door_is_seen(text: str) -> None:
    assert len(broken_in(text)) == 1 + ("supply" in text)
