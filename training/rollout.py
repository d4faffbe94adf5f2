"""Collecting decisions of all learning seats, each credited with its own reward.

A decision's reward is what its seat was paid until the same seat decides again (or the game
ends). Decisions of several seats of one game interleave; each seat is a stream of its own, and
advantages run along streams.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from acis_env.envs.aec import MAX_SEATS
from acis_env.observe.encoder import Bytes, Floats, Mask

from .games import LEARNER, SelfPlayGames

# (raw observations, masks) -> (actions, values, log-probabilities)
Act = Callable[[Bytes, Mask], tuple[npt.NDArray[np.int64], Floats, Floats]]


@dataclass
class Rollout:
    """Finished decisions, ready to learn from."""

    observations: Bytes
    masks: Mask
    actions: npt.NDArray[np.int64]
    values: Floats
    log_probs: Floats
    advantages: Floats
    returns: Floats
    games: int = 0  # games that ended
    streams: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))


class Collector:
    """Steps the games and keeps, for each stream, the decision that waits for its reward."""

    def __init__(self, games: SelfPlayGames, gamma: float, gae_lambda: float) -> None:
        self.games = games
        self.gamma = gamma
        self.gae_lambda = gae_lambda
        if not games.running:  # else they go on
            games.reset()

    def collect(self, n: int, act: Act, snapshots: list[Act]) -> Rollout:
        """Play on until about n decisions of learning seats have got their reward."""
        games = self.games
        rows = np.arange(games.n)
        size = n + games.n * (MAX_SEATS + 1)
        obs = np.empty((size, games.raw.shape[1]), np.uint8)
        masks = np.empty((size, games.masks.shape[1]), np.int8)
        actions = np.zeros(size, np.int64)
        values = np.zeros(size, np.float32)
        log_probs = np.zeros(size, np.float32)
        rewards = np.zeros(size, np.float32)
        following = np.full(size, -1, np.int64)  # the stream's next decision; -2: the game ended
        streams = np.zeros(size, np.int64)
        waiting = np.full((games.n, MAX_SEATS), -1, np.int64)
        used = finished = ended = 0
        while finished < n and used + games.n <= size:
            seats = games.seats.copy()
            who = games.controllers[rows, seats]
            chosen = np.zeros(games.n, np.int64)
            mine = np.flatnonzero(who == LEARNER)
            if len(mine):
                taken = slice(used, used + len(mine))
                obs[taken] = games.raw[mine]
                masks[taken] = games.masks[mine]
                actions[taken], values[taken], log_probs[taken] = act(obs[taken], masks[taken])
                chosen[mine] = actions[taken]
                streams[taken] = mine * MAX_SEATS + seats[mine]
                before = waiting[mine, seats[mine]]
                new = np.arange(used, used + len(mine))
                following[before[before >= 0]] = new[before >= 0]
                finished += int((before >= 0).sum())
                waiting[mine, seats[mine]] = new
                used += len(mine)
            for k, snapshot in enumerate(snapshots):
                theirs = np.flatnonzero(who == k + 1)
                if len(theirs):
                    chosen[theirs] = snapshot(games.raw[theirs], games.masks[theirs])[0]
            games.step(chosen)
            live = waiting >= 0
            np.add.at(rewards, waiting[live], games.rewards[live])
            for row in np.flatnonzero(games.dones):
                last = waiting[row][waiting[row] >= 0]
                following[last] = -2
                finished += len(last)
                waiting[row] = -1
                ended += 1
        advantages = self._advantages(rewards[:used], values[:used], following[:used])
        done = following[:used] != -1  # the others wait for a reward that comes later: left out
        return Rollout(
            obs[:used][done], masks[:used][done], actions[:used][done], values[:used][done],
            log_probs[:used][done], advantages[done], advantages[done] + values[:used][done],
            ended, streams[:used][done],
        )  # fmt: skip

    def _advantages(self, rewards: Floats, values: Floats, following: npt.NDArray[np.int64]) -> Floats:
        """Generalised advantages along each stream, backwards."""
        out = np.zeros(len(rewards), np.float32)
        reward, value, next_of = rewards.tolist(), values.tolist(), following.tolist()
        advantage = [0.0] * len(reward)
        gamma, decay = self.gamma, self.gamma * self.gae_lambda
        for i in range(len(reward) - 1, -1, -1):
            j = next_of[i]
            if j == -1:
                continue
            if j == -2:
                advantage[i] = reward[i] - value[i]
            else:
                delta = reward[i] + gamma * value[j] - value[i]
                advantage[i] = delta + decay * advantage[j]
        out[:] = advantage
        return out
