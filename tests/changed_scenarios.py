"""Scenario files of the game with something else in some places: what is said of them, or that they work."""

from __future__ import annotations

import copy
import functools
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml

from acis_rules import DataError, Game
from acis_rules.box.scenario import parse_scenario

DATA = resources.files("acis_rules") / "data"
Changes = dict[str, Any]  # by place: "march.stages.0.area"; None takes something away
Refusal = tuple[str, Changes, str]  # which scenario, what is changed, what is said
Possible = tuple[str, Changes]

H, B = "hannibal", "basic_2p"
STRANGER = "not a faction of this scenario"
NOT_THERE = "not a civilization of this scenario"


@functools.cache
def _read(name: str) -> Any:
    return yaml.load((DATA / f"scenarios/{name}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def changed(folder: Path, name: str, changes: Changes) -> Path:
    """A scenario file of the game with something else in some places."""
    content = copy.deepcopy(_read(name))
    for place, value in changes.items():
        path: list[Any] = [int(key) if key.isdigit() else key for key in place.split(".")]
        last = path.pop()
        block = content
        for key in path:
            block = block[key] if isinstance(block, list) else block.setdefault(key, {})
        block[last] = value
    file = folder / f"{name}.yaml"
    file.write_text(yaml.safe_dump(content))
    return file


def refused(folder: Path, name: str, changes: Changes, message: str) -> None:
    """The file is refused in these words, which begin with its name."""
    file = changed(folder, name, changes)
    with pytest.raises(DataError) as error:
        parse_scenario(file)
    assert str(error.value).startswith(f"{file}: ")
    assert message in str(error.value)


def begins(folder: Path, name: str, changes: Changes) -> None:
    """A game of the file begins."""
    assert not Game.new(str(changed(folder, name, changes)), 0).over
