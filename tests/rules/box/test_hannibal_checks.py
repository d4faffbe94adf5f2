"""What the blocks of Hannibal's war must not say, and what is just allowed."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed_scenarios import STRANGER, Changes, H, Possible, Refusal, begins, refused

BUT_ONE = [{"up_to": 20, "name": "Poor"}, {"up_to": 102, "name": "Good"}]
TWICE = [{"up_to": 20, "name": "Poor"}, {"up_to": 20, "name": "Poor"}, {"up_to": 103, "name": "Good"}]

OF_HANNIBALS_WAR: list[Refusal] = [
    (H, {"march.who": "egypt"}, f"march.who: egypt: {STRANGER}"),
    (H, {"march.who": "all"}, f"march.who: all: {STRANGER}"),
    (H, {"march.stages.0.area": "kush"}, "march.stages[0]: kush: not in play on this board"),
    (H, {"march.stages.3.failure": "kush"}, "march.stages[3]: kush: not in play on this board"),
    (H, {"march.stages.3.replaces": "egypt"}, f"march.stages[3].replaces: egypt: {STRANGER}"),
    (H, {"march.stages.0.area": "massilia"}, "march.stages[0].replaces: barbarians: has no disc in massilia"),
    (H, {"march.stages.3.area": "gallia"}, "march.stages[3].replaces: rome: has no disc in gallia"),
    *(
        (H, {f"minor_states.{field}": "egypt"}, f"minor_states: egypt: {STRANGER}")
        for field in ("payer", "ally", "client", "rebels_join")
    ),
    (H, {"minor_states.base": ["kush"]}, "minor_states.base: kush: not in play on this board"),
    (H, {"minor_states.refuge": ["kush"]}, "minor_states.refuge: kush: not in play on this board"),
    (H, {"minor_states.cup": dict.fromkeys(("white", "black", "yellow"), 0)}, "minor_states.cup: no disc"),
    (H, {"consuls.of": "egypt"}, f"consuls.of: egypt: {STRANGER}"),
    (H, {"consuls.home": "kush"}, "consuls: kush: not in play on this board"),
    (H, {"consuls.client_areas": ["kush"]}, "consuls: kush: not in play on this board"),
    (H, {"consuls.rows": BUT_ONE}, "consuls.rows: up_to must rise to 103"),
    (H, {"consuls.rows": TWICE}, "consuls.rows: up_to must rise to 103"),
    (H, {"walls": [{"area": "rome", "of": "egypt"}]}, f"walls[0]: egypt: {STRANGER}"),
    (H, {"walls": [{"area": "rome", "of": "rome", "enemies": ["egypt"]}]}, f"walls[0]: egypt: {STRANGER}"),
    (H, {"walls": [{"area": "kush", "of": "rome"}]}, "walls[0].area: kush: not in play on this board"),
]

JUST_POSSIBLE: list[Possible] = [
    *(
        (H, {"minor_states.cup": {"white": white, "black": black, "yellow": yellow}})
        for white, black, yellow in ((0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1))
    ),
]


@pytest.mark.parametrize(("name", "changes", "message"), OF_HANNIBALS_WAR)
def test_a_scenario_file_is_refused(name: str, changes: Changes, message: str, tmp_path: Path) -> None:
    refused(tmp_path, name, changes, message)


@pytest.mark.parametrize(("name", "changes"), JUST_POSSIBLE)
def test_just_within_the_limits(name: str, changes: Changes, tmp_path: Path) -> None:
    begins(tmp_path, name, changes)
