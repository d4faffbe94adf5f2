"""The referee judges games of scenario files whose clocks, setups and entries are unusual."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from referee.play import watch_game

NORTH = {"op": "barbarians", "n": 3, "where": {"kind": "land", "edge": "N"}}
FIVE = ["carchemish", "hamath", "palmyra", "canaan", "petra"]
FILES: dict[str, dict[str, Any]] = {
    "stop": {
        "clock": {
            "first_epoch": 4,
            "turns": 6,
            "stop_after": "competition",
            "sudden_end": {4: "123", 5: "12345"},
        }
    },
    "parity": {
        "clock": {"last_epoch": 2, "turns": 6, "sudden_end": {4: "odd", 5: "even"}, "no_early_end": 4}
    },
    "change": {"clock": {"last_epoch": 3, "epoch_change": {1: [NORTH, "devaluation"], 2: ["urban_decay"]}}},
    "setup": {
        "setup": {
            "turn_order": {"troy": 1, "egypt": 2},
            "ready": {"troy": 3},
            "hands": {"egypt": [37, 7]},
            "wonders": {"Great Pyramid": {"owner": "egypt", "area": "egypt"}},
        },
        "deck": {"set_aside": 14},
    },
    "entry": {"entry": {"first": FIVE, "by": "digit"}},
    "parity_entry": {"entry": {"first": ["petra", "canaan"], "by": "parity", "ready": 9}},
    "chosen_entry": {"entry": {"first": ["petra"]}},
}


def scenario(folder: Path, name: str) -> str:
    """Egypt and Troy, or invaders in its place."""
    content = dict(FILES[name])
    entry = content.pop("entry", None)
    troy: dict[str, Any] = {"player": 1, "colour": "green", "civilization": "troy"}
    discs = {"egypt": {"egypt": 2, "canaan": 2, "kush": 2}}
    if entry is None:
        discs["troy"] = {"troy": 2, "phrygia": 2}
    else:
        troy |= {"home": [], "entry": entry}
    file = folder / f"{name}.yaml"
    base = {
        "id": name,
        "title": name,
        "kind": "gaming",
        "board": {"cut_line": "eastern"},
        "factions": [{"player": 0, "colour": "red", "civilization": "egypt"}, troy],
    }
    setup = {"discs": discs} | content.pop("setup", {})
    file.write_text(yaml.safe_dump(base | {"setup": setup} | content))
    return str(file)


@pytest.mark.parametrize("name", FILES)
def test_games_of_unusual_files_are_played_by_the_rules(name: str, tmp_path: Path) -> None:
    file = scenario(tmp_path, name)
    for seed in range(4):
        played = watch_game(file, seed, "random" if seed else "mixed")
        assert played.dispute is None, f"{played.name}: {played.dispute}"
