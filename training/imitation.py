"""A warm start: watch players, learn to do much the same, and to foresee what comes of it.

The targets are soft: most of the weight is on what the teacher did, the rest (`smoothing`) is spread over all
legal actions, so that no sensible move begins with a chance near zero and is never tried.

Both parts can be broken off and taken up again: the games watched are kept as the actions taken in them, from
which the lessons are made anew, and learning goes on after its last whole epoch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypedDict

import msgspec
import numpy as np
import torch
from torch import Tensor

from acis_env.envs.aec import MAX_DECISIONS, MAX_SEATS
from acis_env.envs.running_game import RunningGame
from acis_env.observe.schema import SLOTS
from acis_env.players import make_player
from acis_rules import Game
from acis_rules.box.scenario import load_scenario
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import N_ACTIONS
from agents.learned.networks import POINTS, Network, masked

from .checkpoint import Moments, Weights, copied, give_moments, moments
from .config import ImitationConfig
from .games import TRAINING_SEEDS, Ending
from .native import CHUNK, PACKED, Array, Indices, parts, slots, unpacked

BATCH = 1024
SLOWEST = 0.1  # the learning rate falls to this part of it
MAX_GRADIENT = 1.0
CHANCES, VP = 0.5, 0.25  # what forecasts count beside the moves
UNLIKELY = 0.01  # a move with less than this chance is hardly ever tried
Tick = Callable[[int, int], None]

LESSON = np.dtype([
    ("seen", np.uint8, PACKED),  # the observation
    ("legal", np.uint8, N_ACTIONS // 8),  # the mask, bit by bit
    ("action", np.int64),
    ("taught", np.bool_),  # the move is to be learned, not only what came of the game
    ("seats", np.int8, SLOTS),  # who sits in each slot, -1: nobody
    ("chances", np.float32, SLOTS),  # share of the victory in the end
    ("points", np.float32, SLOTS),  # VP in the end, in units of POINTS
])  # fmt: skip


class Epoch(TypedDict):
    """How well the network does after an epoch, on decisions held back."""

    loss: float  # cross entropy of the teacher's moves
    agreement: float  # the teacher's move is its likeliest one
    unlikely: float  # it has next to no chance
    win_loss: float
    vp_loss: float


class WarmStart(msgspec.Struct, forbid_unknown_fields=True):
    """How far a warm start has come."""

    watched: list[list[int]] = []  # the games, each as the actions taken
    story: list[Epoch] = []
    network: Weights = {}  # before learning, or after the last whole epoch
    optimizer: Moments = {}


# ------------------------------------------------------------------------------------------ watch


def watch(
    config: ImitationConfig,
    scenarios: list[str],
    weights: dict[str, float],
    seed: int,
    watched: list[list[int]],
    tick: Tick = lambda done, total: None,
    options: dict[str, Any] | None = None,
) -> Array:
    """Let the teachers play until enough decisions are there; games go to `watched` as they end.

    Those that are in `watched` already are played as they were, without asking anybody. Scenarios are drawn
    by weight, 1 for those without one.
    """
    rng = np.random.default_rng(seed)
    shares = np.array([weights.get(name, 1.0) for name in scenarios])
    lessons = np.zeros(config.decisions, LESSON)
    used = number = 0
    while used < len(lessons):
        scenario = scenarios[int(rng.choice(len(scenarios), p=shares / shares.sum()))]
        running = RunningGame.new(scenario, int(rng.integers(TRAINING_SEEDS)), options)
        names, taught = seated(config, scenario, running.seats, rng)
        seeds = [int(rng.integers(2**31)) for _ in names]
        if number < len(watched):
            answers = _again(running.game, watched[number])
        else:
            answers = _answers(running.game, names, seeds)
        seen = taught if config.taught_at(scenario) else [True] * running.seats
        of_game, taken = _watch_game(running, answers, taught, seen, lessons[used:])
        if number == len(watched):
            watched.append(taken)
        used += len(of_game)
        number += 1
        tick(used, len(lessons))
    return lessons


def seated(
    config: ImitationConfig, scenario: str, seats: int, rng: np.random.Generator
) -> tuple[list[str], list[bool]]:
    """Who plays each seat, and whose moves are to be learned: those of the first of the teachers.

    If the first one has no seat, everybody's moves are. Where every seat has a teacher of its own, one of
    them plays among NPCs.
    """
    if alone := config.taught_at(scenario):
        seat = int(rng.integers(seats))
        names = ["npc"] * seats
        names[seat] = alone[seat]
        return names, [number == seat for number in range(seats)]
    shares = config.teachers(load_scenario(scenario).kind)
    weights = np.array(list(shares.values()))
    drawn = rng.choice(len(weights), size=seats, p=weights / weights.sum())
    names = [list(shares)[number] for number in drawn]
    first = [number == 0 for number in drawn]
    return names, first if any(first) else [True] * seats


def _watch_game(
    running: RunningGame, answers: Iterator[int], taught: list[bool], seen: list[bool], lessons: Array,
    limit: int = MAX_DECISIONS,
) -> tuple[Array, list[int]]:  # fmt: skip
    """Play a game to its end, or its limit: lessons as far as there is room, and all actions taken.

    A lesson is what a seat has `seen` that decides; not every lesson is about its move.
    """
    game, used = running.game, 0
    player = game.state.world.player
    taken: list[int] = []
    while not game.over and not running.is_cut(limit):
        action = next(answers)
        seat = running.seat
        if seen[seat] and used < len(lessons):
            lesson = lessons[used]
            lesson["seen"] = np.frombuffer(b"".join(running.packed(seat)), np.uint8)
            lesson["legal"] = np.frombuffer(running.legal.to_bytes(N_ACTIONS // 8, "little"), np.uint8)
            lesson["action"] = running.seating.to_relative(1 << action).bit_length() - 1
            lesson["taught"] = taught[seat]
            lesson["seats"] = slots([player[faction] for faction in running.seating.factions])
            used += 1
        running.apply(action)
        taken.append(action)
    lessons, ending = lessons[:used], Ending.of(game, running.decisions)
    for name, by_seat, unit in (("chances", ending.shares, 1), ("points", ending.points, POINTS)):
        values = np.zeros((used, MAX_SEATS), np.float32)
        values[:, : len(by_seat)] = np.array(by_seat, np.float32) / unit
        lessons[name] = parts(values, lessons["seats"])
    return lessons, taken


def _answers(game: Game, names: list[str], seeds: list[int]) -> Iterator[int]:
    """What is done at each decision of a game, with a player of its own at every seat."""
    players = [make_player(name, seed) for name, seed in zip(names, seeds, strict=True)]
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


# ------------------------------------------------------------------------------------------ learn


def learn(
    network: Network,
    lessons: Array,
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
    held_out = max(1, len(lessons) // 50)
    n = len(lessons) - held_out
    for _ in warm_start.story:
        generator.permutation(n)
    for epoch in range(len(warm_start.story), config.epochs):
        network.train()
        order = generator.permutation(n)
        for start in range(0, n, BATCH):
            done = (epoch + start / n) / config.epochs
            for group in optimizer.param_groups:
                group["lr"] = config.learning_rate * (1 - (1 - SLOWEST) * done)
            _step(network, optimizer, lessons, np.sort(order[start : start + BATCH]), config.smoothing)
            tick(epoch * n + start, config.epochs * n)
        network.eval()
        warm_start.story.append(_test(network, lessons[-held_out:]))
        warm_start.network = copied(network)
        warm_start.optimizer = moments(optimizer, network)
        keep()
    network.eval()


def _step(
    network: Network, optimizer: torch.optim.Optimizer, lessons: Array, batch: Indices, smoothing: float
) -> None:
    """One step of the optimiser."""
    optimizer.zero_grad()
    taught = max(1, int(lessons["taught"][batch].sum()))
    for start in range(0, len(batch), CHUNK):
        part = lessons[batch[start : start + CHUNK]]
        logprobs, legal, win, vp = _judged(network, part)
        moves = soft_loss(logprobs, legal, torch.from_numpy(part["action"].copy()), smoothing)
        moves = (moves * torch.from_numpy(part["taught"].copy())).sum() / taught
        loss = moves + (CHANCES * win + VP * vp).sum() / len(batch)
        torch.autograd.backward(loss)
    torch.nn.utils.clip_grad_norm_(network.parameters(), MAX_GRADIENT)
    optimizer.step()


def _judged(network: Network, lessons: Array) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Log-probabilities, what is legal, and how far its forecasts of chances and VP are off."""
    raw, masks = unpacked(lessons)
    judged = network(raw)
    win = -(torch.from_numpy(lessons["chances"].copy()) * judged.chances.clamp(min=-50)).sum(1)
    vp = (judged.points - torch.from_numpy(lessons["points"].copy())).square().sum(1)
    return masked(judged.logits, masks), masks > 0, win, vp


def soft_loss(logprobs: Tensor, legal: Tensor, actions: Tensor, smoothing: float) -> Tensor:
    """(n,): cross entropy with what was done, and by `smoothing` with all legal actions alike."""
    done = logprobs.gather(1, actions[:, None]).squeeze(1)
    alike = (logprobs * legal).sum(1) / legal.sum(1)
    return -(1 - smoothing) * done - smoothing * alike


@torch.no_grad()
def _test(network: Network, lessons: Array) -> Epoch:
    """How it does on lessons that it has not learned from."""
    found: list[tuple[Tensor, Tensor, Tensor, Tensor]] = []
    for start in range(0, len(lessons), CHUNK):
        part = lessons[start : start + CHUNK]
        logprobs, _, win, vp = _judged(network, part)
        actions = torch.from_numpy(part["action"].copy())
        done = logprobs.gather(1, actions[:, None]).squeeze(1)
        found.append((done, (logprobs.argmax(1) == actions).float(), win, vp))
    done, agreed, win, vp = map(torch.cat, zip(*found, strict=True))
    taught = torch.from_numpy(lessons["taught"].copy())
    if taught.any():
        done, agreed = done[taught], agreed[taught]
    return {
        "loss": float(-done.mean()),
        "agreement": float(agreed.mean()),
        "unlikely": float((done.exp() < UNLIKELY).float().mean()),
        "win_loss": float(win.mean()),
        "vp_loss": float(vp.mean()),
    }


def greedy_lessons(scenario: str, n: int, seed: int, options: dict[str, Any]) -> Array:
    """The first moves of a game among greedy players."""
    running = RunningGame.new(scenario, seed, options)
    answers = _answers(running.game, ["greedy"] * running.seats, list(range(running.seats)))
    everybody = [True] * running.seats
    return _watch_game(running, answers, everybody, everybody, np.zeros(n, LESSON), n)[0]


def overlooked(network: Network, lessons: Array) -> float:
    """The share of lessons in which what the teacher did has next to no chance."""
    return _test(network, lessons)["unlikely"]
