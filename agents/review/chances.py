"""Everybody's chances in a position: by a player who has an idea of them, else by greedy's value."""

from __future__ import annotations

from collections.abc import Callable
from math import exp

from acis_env.players import Player
from acis_rules import Game

from ..greedy.value import clock, seat_worths
from ..live.thoughts import weighed

# So many VP ahead make e : 1 chances: few in the last turn, more for each Victory Count to come.
# Fitted to 60 games of NPCs, for two and for three.
LAST_TURN = 1.5
PER_COUNT = 3.0

Chances = Callable[[Game], list[float]]


def by_value(game: Game) -> list[float]:
    """Chances by seat, from what the positions are worth and how long the game still goes on."""
    seats = game.state.world.n_seats
    if game.over:
        winners = game.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
    worths = seat_worths(game.state)
    scale = LAST_TURN + PER_COUNT * clock(game.state).counts
    powers = [exp((worth - max(worths)) / scale) for worth in worths]
    return [power / sum(powers) for power in powers]


def judged_by(player: Player | None) -> Chances:
    """The chances as a player sees them who has such thoughts; greedy's value where there are none."""

    def chances(game: Game) -> list[float]:
        return (_idea(player, game) if player is not None else []) or by_value(game)

    return chances


def has_an_idea(player: Player, game: Game) -> bool:
    """Whether a player says something about the chances in a position."""
    return bool(_idea(player, game))


def _idea(player: Player, game: Game) -> list[float]:
    if game.over:
        return []
    return list(weighed(player, game.view(game.seat), game.decision, game.legal_actions()).chances)
