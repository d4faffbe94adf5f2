"""A warm start: watch a player, learn to do the same, and to foresee what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from acis_env.encoder import Bytes, Floats, Mask
from acis_env.players import make_player
from acis_env.rewards import leads, outcome
from acis_env.schema import OBSERVATION_SIZE
from acis_env.seating import seating_of
from acis_env.table import Table, write_rows
from acis_rules.actions import N_ACTIONS
from agents.networks import Network, masked

from .config import ImitationConfig, RewardConfig
from .games import TRAINING_SEEDS

Tick = Callable[[int, int], None]


@dataclass
class Lessons:
    """Decisions of the teacher: what it saw, could do, did, and what it got from there on."""

    observations: Bytes
    masks: Mask
    actions: npt.NDArray[np.int64]
    returns: Floats


def watch(
    config: ImitationConfig,
    scenarios: list[str],
    reward: RewardConfig,
    gamma: float,
    seed: int,
    tick: Tick = lambda done, total: None,
) -> Lessons:
    """Let the teacher play all seats until enough decisions are there."""
    n = config.decisions
    rng = np.random.default_rng(seed)
    obs: Bytes = np.empty((n, OBSERVATION_SIZE), np.uint8)
    masks: Mask = np.empty((n, N_ACTIONS), np.int8)
    actions = np.zeros(n, np.int64)
    returns: Floats = np.zeros(n, np.float32)
    used = game_number = 0
    while used < n:
        scenario = scenarios[game_number % len(scenarios)]
        game_number += 1
        table = Table.new(scenario, int(rng.integers(TRAINING_SEEDS)), None)
        game = table.game
        seats = game.state.world.n_seats
        players = [make_player(config.teacher, int(rng.integers(2**31))) for _ in range(seats)]
        lead: list[list[float]] = [[] for _ in range(seats)]
        index: list[list[int]] = [[] for _ in range(seats)]
        while not game.over:
            seat = game.seat
            view = game.view(seat)
            decision = game.decision
            action = players[seat].act(view, decision, game.legal_actions())
            if used < n:
                row = slice(used, used + 1)
                write_rows([table], [seat], obs[row], masks[row])
                actions[used] = seating_of(view).to_relative(1 << action).bit_length() - 1
                index[seat].append(used)
                lead[seat].append(leads(game)[seat])
                used += 1
            table.apply(action)
        final, result = leads(game), outcome(game)
        for seat in range(seats):
            following = reward.outcome * result[seat]
            after = final[seat]
            for i in range(len(index[seat]) - 1, -1, -1):
                following = reward.vp * (after - lead[seat][i]) + following * (
                    gamma if i < len(index[seat]) - 1 else 1.0
                )
                after = lead[seat][i]
                returns[index[seat][i]] = following
        tick(used, n)
    return Lessons(obs, masks, actions, returns)


def learn(
    network: Network, lessons: Lessons, config: ImitationConfig, seed: int, tick: Tick = lambda d, t: None
) -> list[dict[str, float]]:
    """Fit the network to the lessons; per epoch: loss, agreement with the teacher, value error."""
    generator = np.random.default_rng(seed)
    optimizer = torch.optim.Adam(network.parameters(), lr=config.learning_rate)
    n, batch = len(lessons.actions), 1024
    held_out = max(1, n // 50)
    story = []
    network.train()
    for epoch in range(config.epochs):
        order = generator.permutation(n - held_out)
        for start in range(0, len(order), batch):
            pick = order[start : start + batch]
            logits, values = network(torch.from_numpy(lessons.observations[pick]))
            logprobs = masked(logits, torch.from_numpy(lessons.masks[pick]))
            wanted = torch.from_numpy(lessons.actions[pick])
            loss = -logprobs.gather(1, wanted[:, None]).mean()
            error = (values - torch.from_numpy(lessons.returns[pick])).square().mean()
            optimizer.zero_grad()
            (loss + 0.5 * error).backward()
            optimizer.step()
            tick(epoch * len(order) + start, config.epochs * len(order))
        story.append(_test(network, lessons, held_out))
    network.eval()
    return story


@torch.no_grad()
def _test(network: Network, lessons: Lessons, n: int) -> dict[str, float]:
    logits, values = network(torch.from_numpy(lessons.observations[-n:]))
    logprobs = masked(logits, torch.from_numpy(lessons.masks[-n:]))
    wanted = torch.from_numpy(lessons.actions[-n:])
    return {
        "loss": float(-logprobs.gather(1, wanted[:, None]).mean()),
        "agreement": float((logprobs.argmax(1) == wanted).float().mean()),
        "value_error": float((values - torch.from_numpy(lessons.returns[-n:])).square().mean()),
    }
