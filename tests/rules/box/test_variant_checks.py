"""What the variants of a scenario file must not say, and what is just allowed."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed_scenarios import NOT_THERE, STRANGER, Changes, H, Possible, Refusal, begins, refused

CAPITAL = {"area": "rome", "display": "rome"}

OF_VARIANTS: list[Refusal] = [
    (H, {"capital": CAPITAL | {"area": "kush"}}, "capital.area: kush: not in play on this board"),
    (H, {"capital": CAPITAL | {"display": "persia"}}, "capital.display: unknown civilization"),
    (H, {"bans.0.who": ["egypt"]}, f"bans[0].who: egypt: {NOT_THERE}"),
    (H, {"bans.0.with": ["egypt"]}, f"bans[0].with: egypt: {NOT_THERE}"),
    (H, {"bans.0.gold": ["egypt"]}, f"bans[0].gold: egypt: {NOT_THERE}"),
    (H, {"bans.0.areas": ["kush"]}, "bans[0].areas: kush: not in play on this board"),
    (H, {"bans.0.with": []}, "bans[0]: one of areas, with, gold, unoccupied is needed"),
    *(
        (
            H,
            {"bans.0": {"who": ["rome"], "areas": ["rome"]} | more},
            "home, contest and discs need somebody",
        )
        for more in ({"home": True}, {"contest": True}, {"discs": 2})
    ),
    (H, {"bans.0.turns": [7]}, "bans[0].turns: 7; there are 6"),
    (H, {"empires": {"egypt": {}}}, f"empires: egypt: {NOT_THERE}"),
    (H, {"empires": {"rome": {"foe": "egypt"}}}, f"empires.rome.foe: egypt: {NOT_THERE}"),
    (H, {"cards_abroad": "near"}, "cards_abroad: empires are missing"),
    (
        H,
        {"unions": [{"factions": ["rome", "egypt"], "as_one": "seas"}]},
        f"unions[0].factions: egypt: {STRANGER}",
    ),
    (
        H,
        {"unions": [{"factions": ["rome", "all"], "as_one": "seas"}]},
        f"unions[0].factions: all: {STRANGER}",
    ),
    (
        H,
        {"unions": [{"factions": ["rome", "rome"], "as_one": "seas"}]},
        "unions[0].factions: rome: appears more than once",
    ),
]

JUST_POSSIBLE: list[Possible] = [
    (H, {"bans.0.turns": [1, 6]}),
    (H, {"bans.0": {"who": ["rome"], "unoccupied": True}}),
    (H, {"bans.0": {"who": ["rome"], "gold": ["carthage"]}}),
]


@pytest.mark.parametrize(("name", "changes", "message"), OF_VARIANTS)
def test_a_scenario_file_is_refused(name: str, changes: Changes, message: str, tmp_path: Path) -> None:
    refused(tmp_path, name, changes, message)


@pytest.mark.parametrize(("name", "changes"), JUST_POSSIBLE)
def test_just_within_the_limits(name: str, changes: Changes, tmp_path: Path) -> None:
    begins(tmp_path, name, changes)
