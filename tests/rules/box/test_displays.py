"""Displays that a scenario changes for a faction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import Table, moment
from invariants import check_all
from random_play import random_game

from acis_rules import DataError, Game

WHITE_DISC = {
    "name": "Terror",
    "text": "A white disc in a Contested area.",
    "when": "phase_start",
    "either": [[{"op": "allies", "where": {"contested": True}, "areas": 1}]],
}


def scenario(folder: Path, first: dict[str, Any], second: dict[str, Any] | None = None) -> str:
    """Two factions in the East."""
    content = {
        "id": "displays",
        "title": "Displays",
        "kind": "historical",
        "board": {"cut_line": "eastern"},
        "clock": {"first_epoch": 4},
        "factions": [
            {"player": 0, "colour": "red", "civilization": "troy"} | first,
            {"player": 1, "colour": "green", "civilization": "egypt"} | (second or {}),
        ],
        "setup": {"discs": {first.get("id", "troy"): {"troy": 2}, "egypt": {"egypt": 2}}},
    }
    file = folder / f"displays_{len(list(folder.iterdir()))}.yaml"
    file.write_text(yaml.safe_dump(content))
    return str(file)


def names(file: str, faction: int = 0) -> list[str]:
    """The abilities of a faction."""
    state = Game.new(file).state
    return [ability.name for ability in state.world.civilization(state, faction).abilities]


def test_an_ability_of_another_display(tmp_path: Path) -> None:
    file = scenario(tmp_path, {"abilities": ["Imperial Rome"]})
    assert names(file) == ["Amazon Allies", "Amazon Allies", "Imperial Rome"]
    assert names(file, 1) == ["Gift of the Nile"]
    discs = {"troy": 2, "thessaly": 1, "mycenae": 1, "phrygia": 1}
    t = Table(
        Game.from_dict({
            "scenario": file,
            "factions": [
                {"civilization": "troy", "discs": discs},
                {"civilization": "egypt", "discs": {"troy": 1, "phrygia": 1, "mycenae": 1}},
            ],
            **moment("competition phase"),
            "epoch": 4,
        })
    )  # fmt: skip
    assert t.can("troy") and t.can("phrygia") and not t.can("mycenae")  # in Troy, its home, or next to it


@pytest.mark.rule("CIV-19", "CIV-25", "CIV-35")
@pytest.mark.parametrize(
    ("civilization", "feature", "printed", "lacking"),
    [("mycenae", "loot", 2, 1), ("troy", "walls", 2, 0), ("phoenicia", "open_sea", True, False)],
)
@pytest.mark.parametrize("whole", [False, True])
def test_a_display_without_what_is_printed_besides_abilities(
    civilization: str, feature: str, printed: object, lacking: object, whole: bool, tmp_path: Path
) -> None:
    block = {"civilization": civilization, "id": "first"}
    without = {"without": ["all" if whole else feature]}
    for more, expected in (({}, printed), (without, lacking)):
        state = Game.new(scenario(tmp_path, block | more)).state
        assert getattr(state.world.civilization(state, 0), feature) == expected


def test_a_display_that_lacks_something(tmp_path: Path) -> None:
    phoenicia = {"civilization": "phoenicia", "id": "sea_persians"}
    full = Game.new(scenario(tmp_path, phoenicia)).state
    assert full.world.civilization(full, 0).open_sea and len(full.world.civilization(full, 0).abilities) == 3
    bare = Game.new(scenario(tmp_path, phoenicia | {"without": ["all"]})).state
    display = bare.world.civilization(bare, 0)
    assert not display.open_sea and not display.abilities and display.name == "Phoenicia"
    some = Game.new(scenario(tmp_path, phoenicia | {"without": ["Alphabet", "open_sea"]})).state
    display = some.world.civilization(some, 0)
    assert not display.open_sea and [a.name for a in display.abilities] == ["Navigation", "Commerce"]
    troy = Game.new(scenario(tmp_path, {"without": ["walls"]})).state
    assert troy.world.civilization(troy, 0).walls == 0


def test_an_ability_written_out_for_one_without_a_display(tmp_path: Path) -> None:
    horde = {"id": "horde", "civilization": "none", "abilities": [WHITE_DISC]}
    file = scenario(tmp_path, horde)
    assert names(file) == ["Terror"]
    for seed in range(3):
        *_, game = random_game(file, seed)
        check_all(game)
        assert game.over


def test_abilities_that_speak_of_another_home(tmp_path: Path) -> None:
    file = scenario(tmp_path, {"home": [], "display_home": "lydia"})
    state = Game.new(file).state
    assert not state.home[0]
    assert {ability.home for ability in state.world.civilization(state, 0).abilities} == {"lydia"}
    t = Table(
        Game.from_dict({
            "scenario": file,
            "factions": [
                {"civilization": "troy", "discs": {"ionia": 3, "lydia": 1}},
                {"civilization": "egypt", "discs": {"egypt": 1}},
            ],
            **moment("acquisition", 0),
        })
    )  # fmt: skip
    assert t.of("treasury", "troy") == 1  # a City next to Lydia


def test_after_aeneas_the_new_display_is_as_printed(tmp_path: Path) -> None:
    state = Game.new(scenario(tmp_path, {"abilities": ["Imperial Rome"]})).state
    state.civilization[0] = state.world.civilization_number["minos"]
    assert [a.name for a in state.world.civilization(state, 0).abilities] == ["Naval Power", "Naval Power"]


@pytest.mark.parametrize(
    ("faction", "words"),
    [
        ({"abilities": ["Magic"]}, "factions[0].abilities[0]: unknown 'Magic'; there are: Alphabet, Amazon"),
        ({"without": ["Alphabet"]}, "factions[0].without: unknown 'Alphabet'; there are: all, open_sea"),
        ({"display_home": "rome"}, "factions[0].display_home: rome: not in play"),
        ({"abilities": [WHITE_DISC | {"when": "scoring"}]}, "factions[0]: abilities[0].either[0]"),
        ({"abilities": [{"name": "x"}]}, "factions[0].abilities[0]"),
        ({"civilization": "chosen", "without": ["all"]}, "factions[0].abilities: only of a civilization"),
    ],
)
def test_displays_that_cannot_be(faction: dict[str, Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        Game.new(scenario(tmp_path, faction))
    assert words in str(error.value)
