"""A warm start: watch a player, learn to do the same, and to foresee what comes of it.

Both can be broken off and taken up again: the games watched are kept as the actions taken in them, from
which the lessons are made anew, and learning goes on after its last whole epoch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypedDict

import msgspec
import numpy as np
import numpy.typing as npt
import torch

from acis_env.envs.rewards import leads, outcome
from acis_env.envs.running_game import RunningGame, write_rows
from acis_env.observe.encoder import Bytes, Floats, Mask
from acis_env.observe.schema import OBSERVATION_SIZE
from acis_env.observe.seating import seating_of
from acis_env.players import make_player
from acis_rules import Game
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import N_ACTIONS
from agents.learned.networks import Network, masked

from .checkpoint import Moments, Weights, copied, give_moments, moments
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


class Epoch(TypedDict):
    """How well the network does after an epoch, on decisions held back."""

    loss: float
    agreement: float  # with the teacher
    value_error: float


class WarmStart(msgspec.Struct, forbid_unknown_fields=True):
    """How far a warm start has come."""

    watched: list[list[int]] = []  # the teacher's games, each as the actions taken
    story: list[Epoch] = []
    network: Weights = {}  # before learning, or after the last whole epoch
    optimizer: Moments = {}


def watch(
    config: ImitationConfig,
    scenarios: list[str],
    reward: RewardConfig,
    gamma: float,
    seed: int,
    watched: list[list[int]],
    tick: Tick = lambda done, total: None,
    options: dict[str, Any] | None = None,
) -> Lessons:
    """Let the teacher play all seats until enough decisions are there; games go to `watched` as they end.

    Those that are in `watched` already are played as they were, without asking the teacher.
    """
    n = config.decisions
    rng = np.random.default_rng(seed)
    obs: Bytes = np.empty((n, OBSERVATION_SIZE), np.uint8)
    masks: Mask = np.empty((n, N_ACTIONS), np.int8)
    actions = np.zeros(n, np.int64)
    returns: Floats = np.zeros(n, np.float32)
    used = game_number = 0
    while used < n:
        scenario = scenarios[game_number % len(scenarios)]
        running = RunningGame.new(scenario, int(rng.integers(TRAINING_SEEDS)), options)
        game = running.game
        seats = game.state.world.n_seats
        seeds = [int(rng.integers(2**31)) for _ in range(seats)]
        if game_number < len(watched):
            answers = _again(game, watched[game_number])
        else:
            answers = _answers(game, config.teacher, seeds)
        taken: list[int] = []
        lead: list[list[float]] = [[] for _ in range(seats)]
        index: list[list[int]] = [[] for _ in range(seats)]
        while not game.over:
            seat = game.seat
            action = next(answers)
            if used < n:
                row = slice(used, used + 1)
                write_rows([running], [seat], obs[row], masks[row])
                actions[used] = seating_of(game.view(seat)).to_relative(1 << action).bit_length() - 1
                index[seat].append(used)
                lead[seat].append(leads(game)[seat])
                used += 1
            running.apply(action)
            taken.append(action)
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
        if game_number == len(watched):
            watched.append(taken)
        game_number += 1
        tick(used, n)
    return Lessons(obs, masks, actions, returns)


def _answers(game: Game, teacher: str, seeds: list[int]) -> Iterator[int]:
    """What the teacher does at each decision of a game, a player of its own at every seat."""
    players = [make_player(teacher, seed) for seed in seeds]
    while True:
        seat = game.seat
        yield players[seat].act(game.view(seat), game.decision, game.legal_actions())


def _again(game: Game, taken: list[int]) -> Iterator[int]:
    """What was done in a game watched before."""
    for action in taken:
        if not 0 <= action < N_ACTIONS or not game.legal_mask >> action & 1:
            break
        yield action
    raise AcisError("warm start: a game watched cannot be played again; the rules must be the same as then")


def learn(
    network: Network,
    lessons: Lessons,
    config: ImitationConfig,
    seed: int,
    warm_start: WarmStart,
    tick: Tick = lambda done, total: None,
    keep: Callable[[], None] = lambda: None,
) -> None:
    """Fit the network to the lessons, from where the warm start is; `keep` is called after each epoch."""
    generator = np.random.default_rng(seed)
    optimizer = torch.optim.Adam(network.parameters(), lr=config.learning_rate)
    give_moments(optimizer, network, warm_start.optimizer)
    n, batch = len(lessons.actions), 1024
    held_out = max(1, n // 50)
    for _ in warm_start.story:
        generator.permutation(n - held_out)
    network.train()
    for epoch in range(len(warm_start.story), config.epochs):
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
        warm_start.story.append(_test(network, lessons, held_out))
        warm_start.network = copied(network)
        warm_start.optimizer = moments(optimizer, network)
        keep()
    network.eval()


@torch.no_grad()
def _test(network: Network, lessons: Lessons, n: int) -> Epoch:
    logits, values = network(torch.from_numpy(lessons.observations[-n:]))
    logprobs = masked(logits, torch.from_numpy(lessons.masks[-n:]))
    wanted = torch.from_numpy(lessons.actions[-n:])
    return {
        "loss": float(-logprobs.gather(1, wanted[:, None]).mean()),
        "agreement": float((logprobs.argmax(1) == wanted).float().mean()),
        "value_error": float((values - torch.from_numpy(lessons.returns[-n:])).square().mean()),
    }
