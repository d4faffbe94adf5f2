"""The mistakes of mutation testing: those of mutmut that make a wrong rule, not a crash; a call left out."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation import mutators

ROOT = Path(__file__).resolve().parents[1]
# Those that put None or another text somewhere make a crash, which is no test of the tests
OPERATORS: mutators.OPERATORS_TYPE = (
    (cst.BaseNumber, mutators.operator_number),
    (cst.Name, mutators.operator_name),
    (cst.AugAssign, mutators.operator_augmented_assignment),
    (cst.UnaryOperation, mutators.operator_remove_unary_ops),
    (cst.CSTNode, mutators.operator_keywords),
    (cst.CSTNode, mutators.operator_swap_op),
    (cst.IfExp, mutators.operator_if_exp),
)


@dataclass
class Mutant:
    """One mistake in one module."""

    path: Path
    line: int
    before: str
    after: str
    source: Callable[[], str]

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.before}  ->  {self.after}"


class Mistakes(cst.CSTVisitor):
    """All mistakes that can be made in a module."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, path: Path, module: cst.Module) -> None:
        self.path, self.module = path, module
        self.found: list[Mutant] = []
        self.keywords: set[int] = set()  # of classes: `frozen=True` makes no difference to a game

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Note the mistakes that can be made here; go on inside."""
        if isinstance(node, cst.ClassDef):
            self.keywords |= set(map(id, node.keywords))
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
            return False
        if id(node) in self.keywords or _says_strict(node):
            return False
        for kind, operator in OPERATORS:
            if isinstance(node, kind):
                for wrong in operator(node):
                    self._note(node, wrong)
        if isinstance(node, cst.Expr) and isinstance(node.value, cst.Call):
            self._note(node, cst.Pass())
        return True

    def _note(self, node: cst.CSTNode, wrong: cst.CSTNode) -> None:
        module = self.module
        self.found.append(
            Mutant(
                self.path,
                self.get_metadata(PositionProvider, node).start.line,
                _one_line(module.code_for_node(node)),
                _one_line(module.code_for_node(wrong)),
                functools.cache(lambda: module.deep_replace(node, wrong).code),  # type: ignore[attr-defined]
            )
        )


def _says_strict(node: cst.CSTNode) -> bool:
    """`strict=True` of a zip: what it checks never happens, so without it nothing is different."""
    return isinstance(node, cst.Arg) and node.keyword is not None and node.keyword.value == "strict"


def _one_line(code: str) -> str:
    return re.sub(r"\s+", " ", code).strip()


def mistakes(path: Path) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    wrapper = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
    visitor = Mistakes(path, wrapper.module)
    wrapper.visit(visitor)
    return visitor.found
