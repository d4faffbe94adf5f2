"""What the setup of a scenario file must not say, and what is just allowed."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed_scenarios import B, Changes, H, Possible, Refusal, begins, refused

IN_ROME = {"owner": "rome", "area": "rome"}

OF_THE_SETUP: list[Refusal] = [
    (B, {"setup.placement": 49}, "setup.placement: 49; factions[0] has fewer discs"),
    (
        B,
        {"factions.1.placement": 49},
        "setup.placement: 49; factions[1] has fewer discs",
    ),
    (H, {"factions.0.civilization": "egypt", "setup.placement": 1}, "setup.placement: the home of"),
    (H, {"setup.barbarians": {"gallia": 51}}, "setup.barbarians: 51 discs; there are 50"),
    (H, {"setup.barbarians.kush": 1}, "setup.barbarians: kush: not in play on this board"),
    (H, {"knobs.barbarians": 15}, "setup.barbarians: 16 discs; there are 15"),
    (
        H,
        {"setup.ready": {"syracuse": 1}},
        "setup.ready: syracuse: is not one of carthage, rome, mac",
    ),
    (H, {"setup.ready": {"macedon": 16}}, "factions[2].pool: 26; macedon needs 27 discs"),
    (H, {"setup.turn_order.macedon": 2}, "setup.turn_order: two have the same place"),
    (H, {"setup.turn_order": {"rome": 1}}, "setup.turn_order: carthage has no place"),
    (H, {"setup.turn_order.syracuse": 4}, "setup.turn_order: syracuse: is not one of"),
    (H, {"setup.line": "southern"}, "setup.line: unknown cut line"),
    (H, {"factions.0.side": "west"}, "factions[0].side: west of what? setup.line is missing"),
    (H, {"factions.1.side": "west"}, "factions[1].side: west of what? setup.line is missing"),
    (
        "antony_cleopatra",
        {"factions.0.side": "east", "factions.1.side": "west"},
        "is not east of the line",
    ),
    (H, {"setup.gold.kush": {"owner": "rome"}}, "setup.gold.kush: kush: not in play on this board"),
    (H, {"setup.gold.Rome": {"owner": "rome"}}, "appears more than once"),
    (H, {"setup.gold.etruria": {"owner": "carthage"}}, "setup.gold.etruria.owner: carthage has no"),
    (H, {"setup.gold.gallia": {"owner": "rome"}}, "setup.gold.gallia.owner: rome has no disc there"),
    (
        H,
        {"setup.discs.rome": {"samnium": 3}, "setup.gold": {"rome": {"owner": "rome"}}},
        "setup.gold.rome.owner: rome has no disc there",
    ),
    (H, {"setup.gold.rome.owner": "persia"}, "setup.gold.rome.owner: unknown civilization 'persia'"),
    (H, {"setup.gold.rome.n": 46}, "setup.gold: 51 discs; there are 50 yellow ones"),
    (
        H,
        {"factions.1.colour": "yellow"},
        "factions[1].colour: yellow discs are Gold in this scenario",
    ),
    (
        H,
        {"setup.wonders": {"Tower of Babel": {"owner": "rome", "area": "rome"}}},
        "setup.wonders: unknown Wonder 'Tower of Babel'; there are: ",
    ),
    (
        H,
        {"setup.wonders": {"Colossus": {"owner": "rome", "area": "gallia"}}},
        "setup.wonders.Colossus.area: gallia: a land area with discs of rome, one for each",
    ),
    (
        H,
        {"setup.wonders": {"Colossus": {"owner": "rome", "area": "ligurian_sea"}}},
        "setup.wonders.Colossus.area: ligurian_sea: a land area with discs of rome, one for each",
    ),
    (  # not even with a disc there, and land next to it
        H,
        {
            "setup.discs.rome": {"rome": 1, "ligurian_sea": 1},
            "setup.gold": {},
            "setup.wonders": {"Colossus": {"owner": "rome", "area": "ligurian_sea"}},
        },
        "setup.wonders.Colossus.area: ligurian_sea: a land area with discs of rome, one for each",
    ),
    (
        H,
        {"setup.wonders": {"Colossus": {"owner": "rome", "area": "atlantis"}}},
        "setup.wonders.Colossus.area: unknown area 'atlantis'",
    ),
    (
        H,
        {"setup.wonders": {w: dict(IN_ROME) for w in ("Colossus", "Lighthouse")}},
        "setup.wonders.Lighthouse.area: rome: a land area with discs of rome, one for each",
    ),
    (
        H,
        {"setup.wonders": {"Colossus": {"owner": "syracuse", "area": "syracuse"}}},
        "setup.wonders.Colossus.owner: syracuse: is not one of carthage, rome, macedon",
    ),
    (
        H,
        {"setup.wonders": {"Colossus": IN_ROME}, "factions.1.pool": 37},
        "factions[1].pool: 37; rome needs 38 discs",
    ),
    (
        H,
        {"setup.wonders": {"Colossus": IN_ROME | {"discs": 2}}, "factions.1.pool": 34},
        "factions[1].pool: 34; rome needs 35 discs",
    ),
    (
        H,
        {"reserve": [{"card": 79, "owner": "rome", "discs": 3}], "factions.1.pool": 35},
        "factions[1].pool: 35; rome needs 36 discs",
    ),
]

JUST_POSSIBLE: list[Possible] = [
    (H, {"factions.2.pool": 11}),
    (B, {"setup.discs": {}, "setup.placement": 48}),
    (B, {"setup.discs": {}, "factions.0.pool": 2}),
    (H, {"setup.barbarians.gallia": 36}),
    (H, {"knobs.barbarians": 16}),
    (H, {"setup.ready": {"macedon": 15}}),
    ("antony_cleopatra", {"factions.0.home": ["noricum"]}),  # the next to the line
    (H, {"setup.gold.rome.n": 45}),
    (H, {"setup.gold.gallia": {"owner": "barbarians"}}),
    (H, {"setup.wonders": {"Colossus": IN_ROME}, "factions.1.pool": 38}),
]


@pytest.mark.parametrize(("name", "changes", "message"), OF_THE_SETUP)
def test_a_scenario_file_is_refused(name: str, changes: Changes, message: str, tmp_path: Path) -> None:
    refused(tmp_path, name, changes, message)


@pytest.mark.parametrize(("name", "changes"), JUST_POSSIBLE)
def test_just_within_the_limits(name: str, changes: Changes, tmp_path: Path) -> None:
    begins(tmp_path, name, changes)
