"""`acis rules`: a rule by its number, a chapter, or the rules with certain words."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer
from rich.text import Text

from ..errors import DataError, clipped
from ..words.names import count
from ..words.terminal import console, paragraph
from .finding import find_rules
from .rule_catalogue import Rule, coverage, load_rules, rules_named, tests_folder
from .rule_places import rule_places

USAGE = (
    "`acis rules GRO` prints a chapter, `acis rules GRO-19` one entry, `acis rules wonder` what has the word."
)
PLACES = 5  # of a rule that are shown
NOT_NAMED = "no line names it; docs/architecture.md says where its chapter is"


def show_rules(
    words: Annotated[
        list[str] | None, typer.Argument(help="A rule (GRO-19), a chapter (GRO), or words (build wonder).")
    ] = None,
    code: Annotated[
        bool, typer.Option("--code", help="Also say where the code and the tests have it.")
    ] = False,
    show_coverage: Annotated[
        bool, typer.Option("--coverage", help="List the rules that no test names.")
    ] = False,
) -> None:
    """Look up rules by number or by words, see where the code has them, and which ones tests name."""
    if show_coverage:
        _print_coverage()
        return
    if not words:
        chapters = Counter(entry.chapter for entry in load_rules().values())
        for chapter, n in chapters.items():
            console.print(f"{chapter:5} {n:4} entries")
        paragraph(Text(USAGE))
        return
    text = " ".join(words)
    found = find_rules(text)
    if not found:
        raise DataError(
            f"no rule, chapter or text of a rule has {clipped(text)!r}; `acis rules` lists the chapters"
        )
    shown_in = rules_named(tests_folder()) if code else {}
    for entry in found:
        print_rule(entry)
        if code:
            _print_places(entry, shown_in.get(entry.id, []))
    if len(found) > 1:
        console.print(count(len(found), "entry"))


def print_rule(rule: Rule) -> None:
    """A rule with its number and its ruling."""
    console.print(Text.assemble((rule.id, "bold"), (f" {rule.kind}", "dim")))
    paragraph(Text(rule.text), 2)
    if rule.ruling:
        paragraph(Text(f"Ruling: {rule.ruling}", style="italic"), 2)


def _print_places(rule: Rule, tests: list[str]) -> None:
    """The lines that name a rule, and the files of its tests."""
    places = rule_places().get(rule.id, [])
    lines = [f"{place.file}:{place.line}" for place in places[:PLACES]] or [NOT_NAMED]
    if tests:
        lines.append(f"tests: {', '.join(tests)}")
    for line in lines:
        console.print(Text(f"  {line}", style="cyan"), soft_wrap=True)


def _print_coverage() -> None:
    found = coverage(tests_folder())
    for rule in found.missing:
        console.print(Text(f"{rule.id:7} {rule.text}"), no_wrap=True, overflow="ellipsis")
    named, excepted, missing = len(found.named), len(found.excepted), len(found.missing)
    total = named + excepted + missing
    console.print(f"{named} of {total} rules named by tests, {excepted} excepted, {missing} missing")
    if found.missing:
        raise typer.Exit(1)
