"""What was agreed for a game, in words for people."""

from __future__ import annotations

from typing import Any

import pytest

from agents.live.titles import agreed
from agents.serve.lobby import scenario_list


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, ""),
        ({"vp_limit": 25}, "VP limit 25"),
        ({"epochs": [1, 1]}, "Epoch I"),
        ({"epochs": [2, 4], "full_last_epoch": True}, "Epochs II to IV, full last epoch"),
        ({"civilizations": ["egypt", "troy"], "npcs": [1]}, "civilizations egypt, troy, NPCs 1"),
    ],
)
def test_options_have_no_signs_of_a_program(options: dict[str, Any], words: str) -> None:
    assert agreed(options) == words


def test_every_scenario_says_which_part_of_the_map_is_in_play() -> None:
    maps = {one["id"]: one["map"] for one in scenario_list()}
    assert maps["basic_2p"] == "eastern map" and maps["basic_4p"] == "full map"
    assert maps["alexander"] == "map east of the Alexander Darius line"
