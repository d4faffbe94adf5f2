"""Whole games in teams, checked all along; and the referee sees where discs may not go."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from referee.play import watch_game
from soak import Plan, Soaked

from acis_env.observe.encoder import encode
from acis_env.observe.schema import OBSERVATION_SIZE
from acis_rules import Game
from acis_rules.variants import bans

THREES, PAIRS = [[0, 2, 4], [1, 3, 5]], [[0, 3], [1, 4], [2, 5]]
SHOWN = {"team_hands": True}
GAMES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("basic_4p", {"teams": [[0, 2], [1, 3]]}, ["random"] * 4),
    ("basic_4p", {"teams": [[0, 1], [2, 3]], "npcs": [1, 2], "epochs": [2, 2]}, ["random", "npc"] * 2),
    ("basic_6p", {"teams": PAIRS, "single_winner": True, "epochs": [1, 2]}, ["random"] * 6),
    ("six_civs", {"teams": THREES, "epochs": [3, 3]} | SHOWN, ["npc"] * 6),
    ("four_east", {"teams": [[0, 3], [1, 2]], "npcs": [0, 3], "epochs": [4, 4]} | SHOWN, ["npc"] * 4),
]


@pytest.mark.rule("TEAM-01", "TEAM-03", "TEAM-04", "TEAM-06")
@pytest.mark.parametrize(("scenario", "options", "styles"), GAMES)
def test_a_game_in_teams(scenario: str, options: dict[str, Any], styles: list[str]) -> None:
    soaked = Soaked(Plan(1, 7, scenario, options, styles, random.Random(7)))
    soaked.play()
    soaked.look_closely()
    soaked.play_again()
    world = soaked.game.state.world
    won = {world.side[world.factions_of(seat).bit_length() - 1] for seat in soaked.game.winners}
    assert len(won) == 1


def observed(game: Game, seat: int) -> bytes:
    out = np.zeros(OBSERVATION_SIZE, np.uint8)
    encode(game.view(seat), out)
    return out.tobytes()


@pytest.mark.rule("TEAM-03")
def test_an_observation_shows_partners_hands_only_if_they_are_shown() -> None:
    seen = {}
    for shown in (False, True):
        game = Game.new("basic_4p", seed=3, options={"teams": [[0, 2], [1, 3]], "team_hands": shown})
        rng = random.Random(3)
        while game.decision.kind != "card_action":
            game.apply(rng.choice(game.legal_actions()))
        seat = game.seat
        (partner,) = [f for f in range(4) if game.state.world.teammates(seat) >> f & 1]
        before = observed(game, seat)
        hand, deck = game.state.hand[partner], game.state.deck
        card = next(c for c in deck if not game.state.world.deck.events >> c & 1)
        own = next(c for c in range(104) if hand >> c & 1)
        deck[deck.index(card)] = own
        game.state.hand[partner] = hand & ~(1 << own) | 1 << card
        seen[shown] = observed(game, seat) != before
    assert seen == {False: False, True: True}


@pytest.mark.rule("TEAM-05", "TEAM-06")
def test_the_referee_sees_discs_among_partners(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"teams": [[0, 2], [1, 3]]}
    assert watch_game("basic_4p", 2, "random", options).dispute is None
    monkeypatch.setattr(bans, "banned_areas", lambda *_: 0)
    dispute = watch_game("basic_4p", 2, "random", options).dispute
    assert dispute is not None and dispute.rule in ("TEAM-05", "TEAM-06")
