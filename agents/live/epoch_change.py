"""What the rows of the Epoch Change table do, in words."""

from __future__ import annotations

import functools

from acis_rules.tools.rule_catalogue import load_rules
from acis_rules.words.names import capitalized


@functools.cache
def row_words(row: str) -> str:
    """The rule that has the name of a row: "EPO-26: Remove all discs from ..."."""
    rules = ((rule.id, rule.text.partition(f", {row}: ")[2]) for rule in load_rules().values())
    return next(f"{number}: {capitalized(text)}" for number, text in rules if text)
