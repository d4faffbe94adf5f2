"""The action space: what an action names, and that nobody guesses it from a block's number."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from acis_rules.box.board import load_board
from acis_rules.box.deck import load_deck
from acis_rules.kernel import actions
from acis_rules.kernel.actions import BLOCKS, N_ACTIONS, actions_of, block_of

ROOT = Path(__file__).parents[3]
FIRST_NUMBERS = {number for name, _, _ in BLOCKS for number in (name.upper(), f"_{name.upper()}")}
NAMING = ["area", "card", "wonder", "civilization", "faction", "number", "mode"]


@pytest.mark.parametrize("block", NAMING)
def test_every_action_of_a_block_is_known_for_what_it_names(block: str) -> None:
    number_of = getattr(actions, f"{block}_of")
    action = getattr(actions, f"{block}_action")
    as_actions = getattr(actions, f"{block}_actions")
    for a in actions_of(block):
        n = number_of(a)
        assert block_of(a) == (block, n) and action(n) == a and as_actions(1 << n) == 1 << a


@pytest.mark.parametrize("block", ["area", "card", "wonder", "faction"])
def test_an_action_is_never_taken_for_one_of_the_block_beside_it(block: str) -> None:
    is_one = getattr(actions, f"is_{block}")
    assert [a for a in range(N_ACTIONS) if is_one(a)] == [*actions_of(block)]


@pytest.mark.parametrize("block", ["area", "card", "faction"])
def test_a_set_of_actions_gives_back_what_it_names(block: str) -> None:
    everything = (1 << N_ACTIONS) - 1
    named = getattr(actions, f"{block}s_in")(everything)
    assert getattr(actions, f"{block}_actions")(named) == sum(1 << a for a in actions_of(block))


def test_the_layout_that_learned_policies_know() -> None:
    ends = {name: (start, start + size - 1) for name, start, size in BLOCKS}
    assert actions.LAYOUT_VERSION == 1
    assert ends == {
        "stop": (0, 0), "area": (1, 106), "card": (107, 209), "wonder": (210, 216),
        "civilization": (217, 226), "faction": (227, 236), "number": (237, 256), "lose_disc": (257, 257),
        "pay_talent": (258, 258), "lose_vp": (259, 259), "mode": (260, 263), "ability": (264, 264),
    }  # fmt: skip
    assert load_board().areas[actions.area_of(106)].id == "trojan_sea"
    assert load_deck().cards[actions.card_of(107)].id == 1


def _numbers_compared(source: str) -> Iterator[int]:
    """Lines that order something by the first number of a block."""
    tree = ast.parse(source)
    imported = {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[-1] == "actions"
        for name in node.names
    } & FIRST_NUMBERS
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(
            isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in node.ops
        ):
            for side in (node.left, *node.comparators):
                parts = (side.left, side.right) if isinstance(side, ast.BinOp) else (side,)
                fixed = all(isinstance(p, ast.Constant) or getattr(p, "id", "").isupper() for p in parts)
                if fixed and any(getattr(p, "id", "") in imported for p in parts):
                    yield node.lineno


@pytest.mark.parametrize("package", ["acis_rules", "acis_env", "agents", "training", "tests"])
def test_nobody_compares_an_action_with_the_first_number_of_a_block(package: str) -> None:
    """The Trojan Sea is action 106, which is the number that ids of cards are added to."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / package).rglob("*.py"))
        if path != Path(actions.__file__)
        for line in _numbers_compared(path.read_text())
    ]
    assert not found


def test_such_a_comparison_would_be_found() -> None:
    head = "from acis_rules.kernel.actions import _AREA, _CARD, ABILITY\n"
    wrong = (
        "action < _CARD",
        "_CARD < action <= ABILITY",
        "action >= _AREA + 105",
        "PAY <= action > ABILITY",
    )
    right = ("action == ABILITY", "is_area(action)", "_AREA + area >= low", "cards > CARDS")
    assert all({*_numbers_compared(head + line)} == {2} for line in wrong)
    assert not any([*_numbers_compared(head + line)] for line in right)
