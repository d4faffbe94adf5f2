"""How data files are read: how deep they may be nested, which keys they may repeat."""

from __future__ import annotations

from pathlib import Path

import pytest

from acis_rules import DataError
from acis_rules.box.data_files import read_data

DEEPEST = 40
LARGE = 10_000  # bytes


def read(folder: Path, text: str) -> object:
    file = folder / "data.yaml"
    file.write_text(text, encoding="utf-8")
    return read_data(file, LARGE)


@pytest.mark.parametrize(("levels", "allowed"), [(DEEPEST - 1, True), (DEEPEST, True), (DEEPEST + 1, False)])
def test_how_deep_a_file_may_be_nested(levels: int, allowed: bool, tmp_path: Path) -> None:
    """The mapping around it is the first level."""
    text = "a:\n  " + "[" * (levels - 1) + "]" * (levels - 1)
    if allowed:
        assert read(tmp_path, text)
        return
    with pytest.raises(DataError, match=rf"data\.yaml: line 2: nested more than {DEEPEST} levels deep"):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "line"),
    [("a: 1\nb: 2\na: 3", 3), ("a: {b: 1, b: 2}", 1), ("x: [1, {b: 1}, 1]\ny: {c: [1], d: 1, c: 2}", 2)],
)
def test_a_key_that_appears_twice(text: str, line: int, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=rf"data\.yaml: line {line}: \w: the key appears twice"):
        read(tmp_path, text)


@pytest.mark.parametrize("text", ["a: a\nb: a", "a: {b: 1}\nb: {b: 1}", "a: [b, b]\nb: b", "a: {b: {b: b}}"])
def test_the_same_word_elsewhere_is_no_key(text: str, tmp_path: Path) -> None:
    assert read(tmp_path, text)


def test_aliases_are_not_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"line 2: aliases \(\*one\) are not read; write it out"):
        read(tmp_path, "a: &one [1]\nb: *one")
