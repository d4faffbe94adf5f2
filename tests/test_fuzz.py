"""Files from outside: those that are broken are refused with one sentence, and nothing is taken for it."""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from fuzz import CORPUS, KINDS, changed, corpus, fuzz, sentence, trial

from acis_rules import AcisError, Game
from acis_rules.box.deck import parse_deck

COUNT = {"position": 450, "steps": 600, "options": 150}  # files tried in every run of the tests
FEWER = 40


@pytest.mark.parametrize(("kind", "path"), corpus(), ids=lambda value: getattr(value, "stem", value))
def test_what_was_broken_once_is_refused_with_a_sentence(kind: str, path: Path) -> None:
    said = sentence(KINDS[kind], path)
    assert said is not None and said.startswith(path.with_suffix(".txt").read_text().rstrip("\n"))


def test_every_kind_is_in_the_corpus() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} == KINDS.keys() - {"steps"}


@pytest.mark.parametrize("kind", KINDS)
def test_files_changed_at_random_are_read_or_refused(kind: str) -> None:
    outcomes, failures = fuzz([kind], seed=1, count=COUNT.get(kind, FEWER))
    assert not failures, "\n".join(failures[:3])
    assert outcomes[kind, "refused"] and outcomes[kind, "read"], "changes neither all fatal nor all harmless"


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_changed_is_read(kind: str, tmp_path: Path) -> None:
    for number in range(6 if kind != "steps" else 0):
        path = tmp_path / f"{number}{KINDS[kind].suffix}"
        path.write_bytes(KINDS[kind].valid(Random(number)))
        assert trial(KINDS[kind], path, Random(number)) == "read"


def test_the_same_seed_changes_a_file_the_same_way() -> None:
    content = KINDS["options"].valid(Random(3))
    assert changed(content, ".json", Random(5)) == changed(content, ".json", Random(5))


# --------------------------------------------------------------------- sizes: made here, not kept


def refused(read: Callable[[Path], object], path: Path) -> str:
    """What is said about a file, which takes neither time nor memory."""
    memory, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    with pytest.raises(AcisError) as error:
        read(path)
    assert time.process_time() - began < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 200 * 1024
    return str(error.value)


@pytest.mark.parametrize("kind", ["position", "replay", "deck", "scenario", "civilizations"])
def test_a_device_without_end_is_not_read_to_its_end(kind: str) -> None:
    assert "/dev/zero: larger than" in refused(KINDS[kind].read, Path("/dev/zero"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("opening", ["[", '{"a":', "- ", "? "])
def test_nesting_without_end_is_refused(kind: str, opening: str, tmp_path: Path) -> None:
    path = tmp_path / f"deep{KINDS[kind].suffix}"
    path.write_text(opening * 100_000)
    said = refused(KINDS[kind].read, path)
    words = ("nested", "not valid", "JSON", "not a line", "checksum")
    assert any(word in said for word in words), said


@pytest.mark.parametrize("levels", [9, 30])
def test_aliases_that_multiply_are_refused(levels: int, tmp_path: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, levels)]
    path = tmp_path / "laughs.yaml"
    path.write_text("\n".join(lines))
    assert "line 2: aliases (*a0) are not read" in refused(parse_deck, path)


def test_folders_and_missing_files_are_named(tmp_path: Path) -> None:
    for kind in ("position", "replay", "deck", "scenario"):
        assert "cannot be read: Is a directory" in refused(KINDS[kind].read, tmp_path)
        missing = tmp_path / "missing.json"
        assert f"{missing}: cannot be read: No such file" in refused(KINDS[kind].read, missing)


def test_a_position_in_a_file_may_be_json_or_yaml(tmp_path: Path) -> None:
    game = Game.new("basic_3p", seed=4)
    (tmp_path / "position.json").write_text(json.dumps(game.to_dict()))
    (tmp_path / "position.yaml").write_text(json.dumps(game.to_dict()))
    for name in ("position.json", "position.yaml"):
        assert Game.load(tmp_path / name).to_dict() == game.to_dict()
