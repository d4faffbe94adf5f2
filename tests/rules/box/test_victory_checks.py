"""What a scenario file must not say of sides, VP and victory, and what is just allowed."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed_scenarios import NOT_THERE, Changes, H, Possible, Refusal, begins, refused

NO_SIDE = "egypt: neither a side nor a civilization of this scenario"

ASKS: list[Changes] = [
    {"control": {"egypt": []}},
    {"no_gold": ["egypt"]},
    {"no_discs": ["egypt"]},
    {"wonder_areas": {"egypt": 1}},
]
OF_VICTORY: list[Refusal] = [
    *(
        (H, {f"relations.{kind}.0": ["rome", "egypt"]}, f"relations.{kind}[0]: egypt: {NOT_THERE}")
        for kind in ("friends", "enemies", "neutral")
    ),
    (H, {"sides.rome.factions": ["rome", "egypt"]}, f"sides.rome.factions: egypt: {NOT_THERE}"),
    (H, {"sides.rome.factions": ["rome"]}, "sides: syracuse must be on one side"),
    (H, {"sides.rome.factions": ["rome", "rome", "syracuse"]}, "sides: rome must be on one side"),
    (H, {"factions.1.divisor": 2}, "sides: rome has a divisor of its own"),
    (
        H,
        {"scoring.cities": {"divisor": 2, "but_on_gold_of": ["egypt"]}},
        f"scoring.cities.but_on_gold_of: egypt: {NOT_THERE}",
    ),
    (
        H,
        {"scoring.cities": {"divisor": 2, "but_in": ["kush"]}},
        "scoring.cities.but_in: kush: not in play on this board",
    ),
    *(
        (H, {f"scoring.sources.0.{field}": ["egypt"]}, f"scoring.sources[0]: egypt: {NOT_THERE}")
        for field in ("who", "discs_of", "gold_of")
    ),
    (H, {"scoring.sources.0.areas": ["kush"]}, "scoring.sources[0].areas: kush: not in play"),
    (H, {"gold.looters": ["egypt"]}, f"gold.looters: egypt: {NOT_THERE}"),
    (H, {"gold.loot": {"egypt": 3}}, f"gold.loot: egypt: {NOT_THERE}"),
    (H, {"gold.immune": {"kush": 3}}, "gold.immune: kush: not in play on this board"),
    (H, {"victory.monitors.0": {"wins": "rome"}}, "victory.monitors[0]: asks for nothing"),
    *(
        (H, {"victory.monitors.0": {"wins": "rome", **asks}}, f"victory.monitors[0]: egypt: {NOT_THERE}")
        for asks in ASKS
    ),
    (H, {"victory.monitors.0.wins": "egypt"}, f"victory.monitors[0].wins: {NO_SIDE}"),
    (H, {"victory.monitors.1.control.carthage": ["kush"]}, "victory.monitors[1].control: kush: not in"),
    (H, {"victory.control": ["kush"]}, "victory.control: kush: not in play on this board"),
    (H, {"victory.tie": {"control": "kush"}}, "victory.tie.control: kush: not in play on this board"),
    (H, {"victory.tie": {"first": ["egypt"]}}, f"victory.tie.first: {NO_SIDE}"),
    (H, {"victory.final": {"side": "egypt"}}, f"victory.final: {NO_SIDE}"),
    (H, {"victory.final": {"side": "rome", "otherwise": "egypt"}}, f"victory.final: {NO_SIDE}"),
    *(
        (
            H,
            {"victory.final": {"side": "rome", need: True}},
            "victory.final.otherwise: who wins if it lacks that?",
        )
        for need in ("lead", "gold")
    ),
    *(
        (H, {"victory.grades": [{"side": "rome", "grade": "minor"} | named]}, f"victory.grades[0]: {NO_SIDE}")
        for named in ({"side": "egypt"}, {"fewer_than": "egypt"}, {"more_than": "egypt"})
    ),
    (H, {"huns": {"entry": ["kush"], "minimum_growth": 3}}, "huns.entry: kush: not in play"),
]

JUST_POSSIBLE: list[Possible] = [
    (H, {"victory.final": {"side": "rome"}}),
    (H, {"victory.final": {"side": "rome", "lead": True, "otherwise": "carthage"}}),
]


@pytest.mark.parametrize(("name", "changes", "message"), OF_VICTORY)
def test_a_scenario_file_is_refused(name: str, changes: Changes, message: str, tmp_path: Path) -> None:
    refused(tmp_path, name, changes, message)


@pytest.mark.parametrize(("name", "changes"), JUST_POSSIBLE)
def test_just_within_the_limits(name: str, changes: Changes, tmp_path: Path) -> None:
    begins(tmp_path, name, changes)
