"""The catalogue of numbered rules, and which of them the tests name."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import msgspec

from ..box.data_files import convert, entries, read_yaml
from ..errors import DataError

RULES_FILE = "rules.yaml"
EXCEPTIONS = "rule_exceptions"  # a YAML file of the tests, or a folder of them: rule id -> reason


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule; `ruling` says how it is read where the text leaves a doubt."""

    id: str
    kind: str
    text: str
    ruling: str = ""

    @property
    def chapter(self) -> str:
        """The letters before the number."""
        return self.id.partition("-")[0]


@functools.cache
def load_rules() -> dict[str, Rule]:
    """All rules by id, in the order of the catalogue."""
    name, content = read_yaml(None, RULES_FILE)
    rules = [
        convert(raw, Rule, f"{name}: entry {i + 1}") for i, raw in enumerate(entries(content, "rules", name))
    ]
    return {rule.id: rule for rule in rules}


class Coverage(msgspec.Struct):
    """Which rules tests name, which are excepted and why, and which are missing."""

    named: dict[str, list[str]]  # rule id -> test files
    excepted: dict[str, str]
    missing: list[Rule]


def coverage(tests: Path) -> Coverage:
    """Compare the catalogue with the marks in a tests folder."""
    rules = load_rules()
    named = rules_named(tests)
    excepted: dict[str, str] = {}
    for file in (*tests.glob(f"{EXCEPTIONS}.yaml"), *sorted((tests / EXCEPTIONS).glob("*.yaml"))):
        name, content = read_yaml(file, "")
        excepted |= convert(content, dict[str, str], name)
    for where, given in (("the tests", set(named)), (EXCEPTIONS, set(excepted))):
        unknown = sorted(given - set(rules))
        if unknown:
            raise DataError(f"{where}: the catalogue has no rule {', '.join(unknown)}")
    return Coverage(
        named,
        {rule: why for rule, why in excepted.items() if rule not in named},
        [rule for rule in rules.values() if rule.id not in named and rule.id not in excepted],
    )


def rules_named(tests: Path) -> dict[str, list[str]]:
    """Rule ids in `pytest.mark.rule(...)` anywhere in the test files -> the files that name them."""
    named: dict[str, list[str]] = {}
    for file in sorted(tests.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
            if isinstance(node, ast.Call) and _is_rule_mark(node.func):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        files = named.setdefault(argument.value, [])
                        if file.name not in files:
                            files.append(file.name)
    return named


def _is_rule_mark(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "rule"
        and isinstance(function.value, ast.Attribute)
        and function.value.attr == "mark"
    )


def tests_folder() -> Path:
    """The tests of the checkout this package lies in."""
    checkout = Path(__file__).resolve().parents[2]
    if not (checkout / "pyproject.toml").is_file() or not (checkout / "tests").is_dir():
        raise DataError("the tests are not installed: this needs a checkout of the project")
    return checkout / "tests"
