"""What a scenario file must not tell its NPCs, and what is just allowed."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed_scenarios import Changes, H, Possible, Refusal, begins, refused

ANSWER = {"rule": "HANN-04a", "order": ["egypt"]}
NEGATE = {"rule": "HANN-04a", "own": ["itself"], "other": ["rome"]}
ORDER = {"rule": "HANN-04a", "areas": ["dalmatia"]}
NOBODY = "nobody; there are: carthage, rome, macedon, syracuse, itself, enemies, others, anybody, barbarians"

OF_NPCS: list[Refusal] = [
    (H, {"npc.egypt": {}}, "npc.egypt: nobody; there are: carthage, rome, macedon, syracuse, all"),
    (H, {"npc.macedon.first.0": ORDER}, "npc.macedon.first[0]: one of to, exceed is needed"),
    (H, {"npc.macedon.first.0": ORDER | {"to": 1, "exceed": 1}}, "one of to, exceed is needed"),
    (
        H,
        {"npc.macedon.first.0": ORDER | {"exceed": 1, "but": {2: ["home"]}}},
        "npc.macedon.first[0].but: only with to",
    ),
    (H, {"npc.macedon.first.0.but": {4: ["kush"]}}, "npc.macedon.first[0].but: kush: not in play"),
    (H, {"npc.macedon.first.1.of": ["egypt"]}, f"npc.macedon.first[1].of: egypt: {NOBODY}"),
    *(
        (H, {f"npc.macedon.first.1.{field}": ["next to kush"]}, f"npc.macedon.first[1].{field}: kush: not in")
        for field in ("areas", "when", "nearest", "best")
    ),
    *(
        (
            H,
            {f"npc.macedon.{kind}": [{"rule": "HANN-04a", field: ["cities of egypt"]}]},
            f"npc.macedon.{kind}[0].{field}: egypt: {NOBODY}",
        )
        for kind in ("never", "shun")
        for field in ("areas", "unless", "unless_closer")
    ),
    (
        H,
        {"npc.macedon.shun": [{"rule": "HANN-04a", "counting": ["egypt"]}]},
        f"npc.macedon.shun[0].counting: egypt: {NOBODY}",
    ),
    (H, {"npc.macedon.near": [["kush"]]}, "npc.macedon.near[0]: kush: not in play"),
    (H, {"npc.macedon.home": ["kush"]}, "npc.macedon.home: kush: not in play"),
    *(
        (H, {f"npc.macedon.answers.{kind}": ANSWER}, f"npc.macedon.answers.{kind}.order: egypt: {NOBODY}")
        for kind in ("discards", "victims")
    ),
    (
        H,
        {"npc.macedon.answers.name": [ANSWER | {"card": 17}]},
        f"npc.macedon.answers.name[0].order: egypt: {NOBODY}",
    ),
    *(
        (H, {"npc.macedon.answers.negate": NEGATE | {field: ["egypt"]}}, f"negate.{field}: egypt: {NOBODY}")
        for field in ("own", "other", "partner")
    ),
    (
        H,
        {"npc.macedon.answers.commit": {"rule": "HANN-04a", "cards": [61], "where": ["kush"]}},
        "npc.macedon.answers.commit.where: kush: not in play",
    ),
]

JUST_POSSIBLE: list[Possible] = [
    (H, {"npc.all": {}}),
    (H, {"npc.macedon.first.0": ORDER | {"exceed": 0}}),
]


@pytest.mark.parametrize(("name", "changes", "message"), OF_NPCS)
def test_a_scenario_file_is_refused(name: str, changes: Changes, message: str, tmp_path: Path) -> None:
    refused(tmp_path, name, changes, message)


@pytest.mark.parametrize(("name", "changes"), JUST_POSSIBLE)
def test_just_within_the_limits(name: str, changes: Changes, tmp_path: Path) -> None:
    begins(tmp_path, name, changes)
