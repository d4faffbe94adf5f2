"""How fast learning goes: decisions of learning seats per second, and where the time is spent.

Beside it, in the same run, MaskablePPO of sb3-contrib as it comes on PettingZoo's connect_four.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from rich.console import Console
from rich.table import Table as RichTable
from sb3_contrib import MaskablePPO

from .config import NetworkConfig, OpponentsConfig, PPOConfig, RewardConfig
from .games import SelfPlayGames
from .ppo import SelfPlayPPO
from .rollout import Collector

CASES = [
    ("basic_2p", NetworkConfig(kind="mlp")),
    ("basic_4p", NetworkConfig(kind="mlp")),
    ("basic_2p", NetworkConfig(kind="graph", width=32, rounds=2, hidden=128)),
    ("basic_4p", NetworkConfig(kind="graph", width=32, rounds=2, hidden=128)),
]


def measure(scenario: str, network: NetworkConfig, updates: int = 3) -> tuple[float, float, float, float]:
    """(decisions per second, shares of stepping, inference, optimisation) in self-play."""
    ppo = PPOConfig()
    games = SelfPlayGames(
        48, [scenario], OpponentsConfig(self_play=1, pool=0, npc=0, random=0), RewardConfig(), seed=1
    )
    model = SelfPlayPPO.create(network.settings(), ppo, seed=1)
    model.snapshots = []
    model.collector = Collector(games, ppo.gamma, ppo.gae_lambda)
    spent = {"step": 0.0, "inference": 0.0, "optimise": 0.0}
    games.step = _timed(games.step, spent, "step")  # type: ignore[method-assign]
    model.network.forward = _timed(model.network.forward, spent, "inference")  # type: ignore[method-assign]
    model.learn(ppo.rollout)  # warm up
    for key in spent:
        spent[key] = 0.0
    done, started = model.num_timesteps, time.perf_counter()
    inference = 0.0
    for _ in range(updates):
        model.collect_rollouts(model.env, _NoCallback(), model.rollout_buffer, ppo.rollout)
        inference, before = spent["inference"], time.perf_counter()
        model.train()
        spent["optimise"] += time.perf_counter() - before
        spent["inference"] = inference  # forward passes of training belong to optimisation
    total = time.perf_counter() - started
    rate = (model.num_timesteps - done) / total
    return rate, spent["step"] / total, spent["inference"] / total, spent["optimise"] / total


class _NoCallback:
    def update_locals(self, _: Any) -> None:
        return

    def on_rollout_end(self) -> None:
        return

    def on_step(self) -> bool:
        return True


def _timed(function: Any, spent: dict[str, float], key: str) -> Any:
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        before = time.perf_counter()
        try:
            return function(*args, **kwargs)
        finally:
            spent[key] += time.perf_counter() - before

    return wrapper


class ConnectFour(gymnasium.Env[Any, Any]):
    """PettingZoo's connect_four for one learner against random moves: the yardstick."""

    def __init__(self) -> None:
        from pettingzoo.classic import connect_four_v3

        self.env = connect_four_v3.raw_env()
        self.observation_space = gymnasium.spaces.Box(0, 1, (84,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(7)
        self.rng = np.random.default_rng(0)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Start a game."""
        self.env.reset(seed=seed)
        return self._observation(), {}

    def _observation(self) -> Any:
        observation = self.env.observe(self.env.agent_selection)
        self.mask = observation["action_mask"]
        return observation["observation"].reshape(-1).astype(np.float32)

    def step(self, action: Any) -> Any:
        """Drop a piece, let the other side answer at random."""
        learner = self.env.agent_selection
        self.env.step(int(action))
        if not any(self.env.terminations.values()):
            self._observation()
            self.env.step(int(self.rng.choice(np.flatnonzero(self.mask))))
        over = any(self.env.terminations.values())
        reward = float(self.env.rewards[learner]) if over else 0.0
        return self._observation(), reward, over, False, {}

    def action_masks(self) -> Any:
        """Columns that are not full."""
        return self.mask


def connect_four(steps: int = 4096) -> float:
    """Timesteps per second of MaskablePPO as it comes."""
    model = MaskablePPO("MlpPolicy", ConnectFour(), n_steps=2048, seed=0, device="cpu")
    started = time.perf_counter()
    model.learn(steps)
    return steps / (time.perf_counter() - started)


def main() -> None:
    """Print the table."""
    torch.set_num_threads(2)
    table = RichTable(title="Learning on two threads")
    for column in ("scenario", "network", "decisions/s", "stepping", "inference", "optimisation"):
        table.add_column(column, justify="left" if column in ("scenario", "network") else "right")
    updates = 1 if "--quick" in sys.argv else 3
    for scenario, network in CASES:
        rate, step, inference, optimise = measure(scenario, network, updates)
        table.add_row(
            scenario, network.kind, f"{rate:,.0f}", f"{step:.0%}", f"{inference:.0%}", f"{optimise:.0%}"
        )
    table.add_row("connect_four", "MaskablePPO as it comes", f"{connect_four():,.0f}", "", "", "")
    Console().print(table)


if __name__ == "__main__":
    main()
