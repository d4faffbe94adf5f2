"""The referee finds nothing to dispute, and says how much it judges."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from referee.play import options_for, watch_game
from referee.watch import BOUNDED, EXACT

from acis_rules import scenarios

ONLY_DATA = {
    "acis_rules", "acis_rules.box.board", "acis_rules.kernel.log", "acis_rules.box.scenario",
    "acis_rules.box.scenario_blocks", "acis_rules.box.victory_blocks", "acis_rules.box.variant_blocks",
    "acis_rules.box.hannibal_blocks",
    "agents.greedy.player", "agents.npc.player",
}  # fmt: skip


@pytest.mark.parametrize("scenario", scenarios())
@pytest.mark.parametrize("style", ["random", "npc", "mixed"])
def test_games_of_every_scenario_are_played_by_the_rules(scenario: str, style: str) -> None:
    games = 4 if style == "random" else 1
    for seed in range(games):
        options = options_for(scenario, random.Random(seed)) if seed else {}
        played = watch_game(scenario, seed, style, options)
        assert played.dispute is None, f"{played.name}: {played.dispute}"


@pytest.mark.parametrize("scenario", ["basic_2p", "basic_4p"])
def test_greedy_games_are_played_by_the_rules(scenario: str) -> None:
    played = watch_game(scenario, 1, "greedy")
    assert played.dispute is None, f"{played.name}: {played.dispute}"


# At least so much of what happens is judged, the rest (nothing, of most kinds) is only mirrored.
JUDGED = {
    "removed": 1.0, "placed": 1.0, "barbarians": 1.0, "ready": 1.0, "vp": 1.0, "talents": 1.0, "looted": 1.0,
    "drew": 1.0, "discarded": 1.0, "built": 1.0, "turn_order": 1.0, "sudden_end": 1.0, "competition": 1.0,
}  # fmt: skip
# ... and so much of it exactly, not only within the words of a card
EXACTLY = {"removed": 0.9, "placed": 0.95, "vp": 0.95, "talents": 0.95, "ready": 1.0, "drew": 1.0}


def test_what_is_judged_is_a_figure() -> None:
    tally: Counter[tuple[str, str]] = Counter()
    for seed in range(20):
        tally += watch_game("basic_4p", seed).tally
    assert not tally["text not known", "unjudged"]
    for kind, least in JUDGED.items():
        total = sum(n for (what, _), n in tally.items() if what == kind)
        assert tally[kind, EXACT] + tally[kind, BOUNDED] >= least * total > 0, kind
        assert tally[kind, EXACT] >= EXACTLY.get(kind, 0) * total, kind


def test_the_referee_asks_no_rule_of_the_engine() -> None:
    folder = Path(__file__).parent / "referee"
    for file in folder.rglob("*.py"):
        for line in file.read_text().splitlines():
            words = line.split()
            if words[:1] in (["from"], ["import"]) and words[1].split(".")[0] in ("acis_rules", "agents"):
                assert words[1] in ONLY_DATA, f"{file.name}: {line}"
