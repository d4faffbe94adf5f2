"""Golden playthroughs: recorded games go as they went when they were recorded."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice
from pathlib import Path

import golden
import pytest

from acis_rules import scenarios

SHOWN = 60  # lines of a difference


@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_a_recorded_game_goes_as_it_went(scenario: str) -> None:
    """If the change is meant, `make golden` renews the files: look at their difference before keeping it."""
    file = golden.FOLDER / f"{scenario}.txt"
    then, now = file.read_text(encoding="utf-8"), golden.read(file).text()
    if then != now:
        lines = unified_diff(then.splitlines(), now.splitlines(), "recorded", "now", n=3, lineterm="")
        shown = "\n".join(islice(lines, SHOWN))
        pytest.fail(f"{scenario} goes otherwise; `make golden` renews it:\n{shown}", pytrace=False)


def test_there_is_one_for_every_scenario() -> None:
    assert {file.stem for file in golden.FOLDER.iterdir()} == set(scenarios())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = golden.FOLDER / "punic_wars_solo.txt"
    (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    return tmp_path


def renew(folder: Path, *changes: tuple[str, str]) -> tuple[str, golden.Golden, str]:
    """What the command does with the file after these changes, and the text as it was."""
    file = folder / "punic_wars_solo.txt"
    before = text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")
    return *golden.renewed("punic_wars_solo", anew=False), before


def test_renewing_keeps_the_actions(folder: Path) -> None:
    how, game, before = renew(folder, ("  | deck ", "  | decks "))
    assert how == "told anew"
    assert game.text() == before


def test_actions_that_are_no_longer_legal_are_recorded_anew(folder: Path) -> None:
    how, game, _ = renew(folder, ("[action ", "[action 27"))
    assert how.startswith("recorded anew, since 1. ")
    assert how.endswith("is not legal")
    assert game.text().endswith("won.\n")


def test_a_game_without_a_file_is_recorded(folder: Path) -> None:
    (folder / "punic_wars_solo.txt").unlink()
    how, game = golden.renewed("punic_wars_solo", anew=False)
    assert how == "recorded"
    assert len(game.actions) <= golden.MOST
