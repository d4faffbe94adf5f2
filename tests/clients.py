"""A scenario of Rome with a client, Carthage, and Macedon without VP: factions that lack something."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

ROME, SYRACUSE, CARTHAGE, MACEDON = range(4)
FACTIONS: list[dict[str, Any]] = [
    {"player": 0, "colour": "red", "civilization": "rome"},
    {
        "player": 0, "colour": "brown", "civilization": "none", "id": "syracuse", "markers": 0,
        "turn": False, "scores": False, "patron": "rome",
    },
    {"player": 1, "colour": "blue", "civilization": "carthage"},
    {"player": 2, "colour": "purple", "civilization": "mycenae", "id": "macedon", "markers": 1, "pool": 20,
     "scores": False, "home": []},
]  # fmt: skip
DISCS = {
    "rome": {"rome": 3, "umbria": 2},
    "syracuse": {"syracuse": 3, "sicily": 3, "sea_of_sicily": 2},
    "carthage": {"carthage": 2, "thapsus": 2},
    "macedon": {"noricum": 3, "dalmatia": 3},
}


def scenario(folder: Path, factions: list[dict[str, Any]] = FACTIONS, **more: Any) -> str:
    """A file with Rome and its client, Carthage, and Macedon, who keeps no VP."""
    content = {
        "id": "clients", "title": "Clients", "kind": "historical", "board": {"cut_line": "western"},
        "factions": factions, "setup": {"discs": DISCS}, **more,
    }  # fmt: skip
    file = folder / f"clients_{len([*folder.iterdir()])}.yaml"  # files are read once
    file.write_text(yaml.safe_dump(content), encoding="utf-8")
    return str(file)


def changed(faction: int, **fields: Any) -> list[dict[str, Any]]:
    """The factions with one of them changed."""
    return [{**block, **fields} if f == faction else block for f, block in enumerate(FACTIONS)]
