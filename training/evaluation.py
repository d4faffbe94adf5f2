"""Playing a network against named players: paired games, many at once, one batch per step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from acis_env.aec import MAX_DECISIONS
from acis_env.players import Player, make_player
from acis_env.schema import OBSERVATION_SIZE
from acis_env.table import Table, write_rows
from acis_rules.actions import N_ACTIONS
from acis_rules.scenario import load_scenario
from agents.networks import Network, choose, masked

from .games import TRAINING_SEEDS

WIDTH = 32  # games side by side


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
) -> Score:
    """Play `games` games; every deal is played once from each seat.

    The interval is a bootstrap over deals, because games of one deal are not independent.
    """
    seats = load_scenario(scenario).players
    deals = -(-games // seats)
    jobs = [(deal, seat) for deal in range(deals) for seat in range(seats)]
    wins = np.zeros((deals, seats))
    margins = np.zeros((deals, seats))
    generator = torch.Generator().manual_seed(seed)
    raw = np.zeros((WIDTH, OBSERVATION_SIZE), np.uint8)
    masks = np.zeros((WIDTH, N_ACTIONS), np.int8)
    running: list[tuple[Table, dict[int, Player], int, int]] = []
    while jobs or running:
        while jobs and len(running) < WIDTH:
            deal, seat = jobs.pop()
            running.append(_start(scenario, opponent, seats, seed, deal, seat))
        n = len(running)
        write_rows([job[0] for job in running], [job[3] for job in running], raw[:n], masks[:n])
        with torch.no_grad():
            logits, _ = network(torch.from_numpy(raw[:n]))
            actions = choose(masked(logits, torch.from_numpy(masks[:n])), deterministic, generator)
        still = []
        for (table, players, deal, seat), action in zip(running, actions.tolist(), strict=True):
            table.apply(table.absolute(action))
            table.play(players, MAX_DECISIONS)
            if table.game.over or table.decisions >= MAX_DECISIONS:
                winners = table.game.winners
                wins[deal, seat] = 1 / len(winners) if seat in winners else 0.0
                points = [float(p) for p in table.game.vp]
                others = [p for i, p in enumerate(points) if i != seat]
                margins[deal, seat] = points[seat] - max(others)
            else:
                still.append((table, players, deal, seat))
        running = still
    return _score(wins, margins, seed)


def _start(
    scenario: str, opponent: str, seats: int, seed: int, deal: int, seat: int
) -> tuple[Table, dict[int, Player], int, int]:
    # The civilizations are dealt, not chosen, so that every seat meets every civilization alike.
    choice = list(load_scenario(scenario).choice)
    rng = np.random.default_rng([seed, deal])
    rng.shuffle(choice)
    options = {"civilizations": choice[:seats]}
    table = Table.new(scenario, TRAINING_SEEDS + seed * 1_000_003 + deal, options)
    players = {i: make_player(opponent, seed * 7919 + deal * 31 + i) for i in range(seats) if i != seat}
    table.play(players)
    return table, players, deal, seat


def _score(wins: npt.NDArray[np.float64], margins: npt.NDArray[np.float64], seed: int) -> Score:
    rng = np.random.default_rng(seed)
    by_deal, margin_by_deal = wins.mean(1), margins.mean(1)
    picks = rng.integers(len(by_deal), size=(2000, len(by_deal)))
    low, high = np.quantile(by_deal[picks].mean(1), [0.025, 0.975])
    m_low, m_high = np.quantile(margin_by_deal[picks].mean(1), [0.025, 0.975])
    return Score(
        wins.size,
        float(wins.mean()),
        float(low),
        float(high),
        float(margins.mean()),
        float(m_low),
        float(m_high),
    )
