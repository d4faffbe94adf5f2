"""Playing a network against a named player: paired games in the arena, in this process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from acis_env.players import Player, make_player
from acis_rules.box.world import World
from agents.arena.intervals import estimate
from agents.arena.play import play_games
from agents.arena.results import Result
from agents.arena.schedule import Settings, schedule
from agents.learned.networks import Network
from agents.learned.policy import Policy, PolicyPlayer

from .games import TRAINING_SEEDS

NETWORK = "network"  # its name among the players


@dataclass
class Score:
    """Win rate (draws shared) and VP margin with 95% intervals, over paired games."""

    games: int
    win_rate: float
    low: float
    high: float
    margin: float
    margin_low: float
    margin_high: float

    def __str__(self) -> str:
        return (
            f"{100 * self.win_rate:.1f}% [{100 * self.low:.1f}, {100 * self.high:.1f}], "
            f"VP margin {self.margin:+.1f} [{self.margin_low:+.1f}, {self.margin_high:+.1f}], "
            f"{self.games} games"
        )


def evaluate(
    network: Network,
    scenario: str,
    opponent: str,
    games: int,
    seed: int = 0,
    deterministic: bool = False,
    options: dict[str, Any] | None = None,
) -> Score:
    """Play at least so many games, every deal once from each seat, on deals never trained on."""
    mind = Policy(network)

    def make(name: str, seed: int) -> Player:
        return PolicyPlayer("", seed, mind, deterministic) if name == NETWORK else make_player(name, seed)

    options = options or {}
    others = World(scenario, options).n_seats - 1
    first_deal = TRAINING_SEEDS + seed * 1_000_003
    settings = Settings((NETWORK, *[opponent] * others), scenario, first_deal, options=options)
    threads = torch.get_num_threads()
    results = list(play_games(schedule(settings, games), make))
    torch.set_num_threads(threads)  # a policy among the opponents may have changed it
    mine = [(one, one.players.index(NETWORK)) for one in results]
    win_rate, margin = estimate(mine, Result.share, True), estimate(mine, Result.margin, False)
    return Score(len(results), *win_rate[:3], *margin[:3])
