"""Data with one thing wrong, and what is said of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml

from acis_rules import DataError

Break = Callable[[dict[str, Any]], object]


def data_file(name: str) -> dict[str, Any]:
    """The content of a data file of the game, to be changed."""
    file = resources.files("acis_rules") / "data" / name
    content: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return content


def complaint(read: Callable[[Path], object], content: dict[str, Any], spoil: Break, folder: Path) -> str:
    """What the reader of a file says of this content once it is spoilt; it names the file first."""
    spoil(content)
    file = folder / "broken.yaml"
    file.write_text(json.dumps(content))  # JSON is YAML, and quicker to write
    with pytest.raises(DataError) as error:
        read(file)
    said = str(error.value)
    assert said.startswith(f"{file}: ")
    return said.removeprefix(f"{file}: ")


def change(content: Any, path: str, value: Any, between: str = "/") -> None:
    """Put another value to a place named by its keys."""
    *keys, last = [int(key) if key.isdigit() else key for key in path.split(between)]
    for key in keys:
        content = content[key]
    content[last] = value
