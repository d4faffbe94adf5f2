"""Hannibal: whole games with its optional rules, written, read again and dealt anew."""

from __future__ import annotations

import json
import random

import pytest
from hannibal_tables import new_war
from invariants import check_all

from acis_env.players import make_player
from acis_rules import Game
from acis_rules.views import determinize
from acis_rules.words.decisions import describe_action, describe_decision
from acis_rules.words.events import describe_event

EVERYTHING = (
    "hannibal", "walls", "consuls", "roman_seas", "alternative_events", "no_wonders", "carthago_delenda_est",
)  # fmt: skip


@pytest.mark.parametrize(
    ("scenario", "rules", "players"),
    [
        ("hannibal", EVERYTHING, ("random", "random", "npc")),
        ("hannibal", ("both_consuls", "alternative_events"), ("greedy", "random", "npc")),
        ("hannibal_solo", ("scipio", "steady_consuls", "walls"), ("npc", "greedy", "npc")),
    ],
)
def test_games_with_optional_rules(scenario: str, rules: tuple[str, ...], players: tuple[str, ...]) -> None:
    table = new_war(3, scenario, rules=rules)
    game, rng = table.game, random.Random(3)
    bots = [make_player(name, seed=seat) for seat, name in enumerate(players)]
    count = 0
    while not game.over:
        decision = game.decision
        if count % 5 == 0:
            check_all(game)
            written = json.dumps(game.to_dict())
            assert json.dumps(Game.from_dict(json.loads(written)).to_dict()) == written
            assert determinize(game.state, count % 3, rng).question is not None
            assert describe_decision(game.state)
            assert all(describe_action(game.state, action) for action in game.legal_actions())
        count += 1
        assert count < 2000
        game.apply(bots[decision.seat].act(game.view(decision.seat), decision, game.legal_actions()))
    assert all(describe_event(game.state, event) for event in game.events)
