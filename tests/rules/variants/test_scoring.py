"""Goods from what a scenario says: for areas, for Gold in them, at the Victory Count or with a new hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import Table, moment, position
from term_table import scenario_file

from acis_rules.variants.scoring import cards_with_a_new_hand, score

EGYPT, TROY = 0, 1
GOLD = [
    {"area": "tyre", "owner": "egypt", "discs": 2}, {"area": "sinai", "owner": "troy", "discs": 1},
    {"area": "troy", "owner": "troy", "discs": 4},
]  # fmt: skip


def with_sources(folder: Path, *sources: dict[str, Any]) -> Table:
    """Egypt alone in Tyre and Kush, beside Troy in Sinai; these sources."""
    file = scenario_file(folder, scoring={"sources": list(sources)})
    return position(
        file, **moment("card phase"), gold=GOLD, egypt={"discs": {"tyre": 1, "sinai": 2, "kush": 1}},
        troy={"discs": {"troy": 2, "sinai": 1}},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("source", "vp"),
    [
        ({"vp": 1}, 3),
        ({"vp": 2, "once": True}, 2),
        ({"vp": 1, "control": True}, 2),
        ({"vp": 1, "areas": ["tyre", "sinai", "troy"]}, 2),
        ({"vp": 1, "areas": ["troy"], "once": True}, 0),
        ({"vp": 1, "gold_of": ["all"]}, 2),
        ({"gold_vp": 1, "gold_of": ["all"]}, 3),
        ({"vp": 1, "gold_vp": 1, "gold_of": ["all"]}, 5),
        ({"gold_vp": 2, "gold_of": ["all"], "areas": ["tyre"]}, 4),
        ({"gold_vp": 1}, 3),
        ({"gold_vp": 1, "gold_of": ["all"], "control": True}, 2),
    ],
)
def test_what_an_area_and_its_gold_are_worth(tmp_path: Path, source: dict[str, Any], vp: int) -> None:
    talents = {key.replace("vp", "talents"): value for key, value in source.items() if "vp" in key}
    t = with_sources(tmp_path, {"at": "count", **source, **talents})
    score(t.s, t.s.world.scenario.scoring.sources[0], EGYPT)
    assert (t.s.vp, t.s.treasury) == ([vp, 0], [vp, 0])


@pytest.mark.rule("EGY-02c")
def test_cards_with_a_new_hand_from_several_sources_add_up(tmp_path: Path) -> None:
    one = {"at": "new_hand", "gold_of": ["all"], "gold_cards": 1, "talents": 1}
    other = {"at": "new_hand", "areas": ["sinai"], "gold_cards": 2}
    t = with_sources(tmp_path, one, other, {"at": "count", "vp": 1, "gold_cards": 5})
    assert cards_with_a_new_hand(t.s, EGYPT) == 3 + 2
    assert t.s.treasury == [2, 0] and t.s.vp == [0, 0]
    assert cards_with_a_new_hand(t.s, TROY) == 5 + 2
    view = t.game.view(0)
    assert cards_with_a_new_hand(view, EGYPT) == 5 and t.s.treasury == [2, 2]  # to look at it changes nothing
