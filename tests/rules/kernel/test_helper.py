"""Which helper is in use: none if it is turned off, missing or older than its sources."""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from acis_rules.kernel import compiled


@pytest.fixture
def helper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A helper that is as old as its only source."""
    source = tmp_path / "acis_rules" / "compiled" / "sets.c"
    source.parent.mkdir(parents=True)
    source.touch()
    found = ModuleType("acis_rules._compiled")
    found.__file__ = str(tmp_path / "helper.so")
    Path(found.__file__).touch()
    for path in (source, Path(found.__file__)):
        os.utime(path, (1000, 1000))
    monkeypatch.setattr(compiled, "_ROOT", tmp_path)
    monkeypatch.setattr(compiled, "import_module", lambda name: found)
    monkeypatch.delenv("ACIS_PURE", raising=False)
    return found


@pytest.mark.parametrize(("age", "used"), [(999, True), (1000, True), (1001, False)])
def test_a_helper_older_than_its_sources_is_not_used(
    age: int, used: bool, helper: ModuleType, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    os.utime(tmp_path / "acis_rules" / "compiled" / "sets.c", (age, age))
    assert compiled._load() is (helper if used else None)
    assert [str(warning.message).split(" and")[0] for warning in recwarn] == (
        [] if used else ["the compiled helper is older than its sources"]
    )


@pytest.mark.parametrize(("pure", "used"), [("", True), ("0", True), ("1", False), ("yes", False)])
def test_the_helper_can_be_turned_off(
    pure: str, used: bool, helper: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACIS_PURE", pure)
    assert compiled._load() is (helper if used else None)


def test_without_a_compiler_there_is_none(helper: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> ModuleType:
        raise ImportError(name)

    monkeypatch.setattr(compiled, "import_module", missing)
    assert compiled._load() is None


def test_which_one_is_at_work_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for helper, words in ((None, "pure Python"), (ModuleType("helper"), "with the compiled helper")):
        monkeypatch.setattr(compiled, "HELPER", helper)
        assert compiled.in_use() == words


def test_a_function_is_replaced_and_the_reference_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(n: int) -> int:
        """Two times n."""
        return 2 * n

    class Helper:
        @staticmethod
        def replacement(function: Any, words: str) -> Any:
            return lambda n: (function(n), words)

    monkeypatch.setattr(compiled, "PYTHON", {})
    monkeypatch.setattr(compiled, "HELPER", None)
    assert compiled.compiled(twice) is twice
    monkeypatch.setattr(compiled, "HELPER", Helper)
    replaced: Any = compiled.compiled(twice)
    result, words = replaced(3)
    assert result == 6 and words.startswith("twice(n") and words.endswith("Two times n.")
    assert {"twice": twice} == compiled.PYTHON
