"""How fast learning goes: decisions of learning seats per second, and where the time is spent.

Beside it, in the same run, MaskablePPO of sb3-contrib with default settings on PettingZoo's connect_four.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from rich.console import Console
from rich.table import Table as RichTable
from sb3_contrib import MaskablePPO

from .config import Config, check
from .native_run import NativeRun

GRAPH = {"kind": "graph", "width": 48, "rounds": 3, "hidden": 256}
CASES: list[tuple[str, dict[str, Any], int]] = [  # scenario, network, actors
    ("basic_2p", {"kind": "mlp"}, 0),
    ("basic_4p", GRAPH, 0),
    ("basic_4p", GRAPH, 1),
]


class Speed(NamedTuple):
    """What was measured."""

    rate: float  # decisions per second
    playing: float  # share of the time that the process which learns plays, or waits for actors
    learning: float


def settings(scenario: str, network: dict[str, Any], actors: int, rollout: int) -> Config:
    """Self-play as the shipped configs have it."""
    return check({
        "name": "bench", "scenarios": [scenario], "decisions": 10**9, "games": 96, "actors": actors,
        "threads": 1 if actors else 2, "seed": 1, "network": network,
        "opponents": {"self_play": 1, "pool": 0, "npc": 0, "random": 0},
        "ppo": {"rollout": rollout, "batch_size": min(rollout, 2048), "epochs": 1},
    }, "bench")  # fmt: skip


def measure(config: Config, updates: int) -> Speed:
    """So many updates, after one to warm up."""
    with tempfile.TemporaryDirectory() as folder:
        run = NativeRun.start(config, Path(folder) / "run", Console(file=io.StringIO()))
        try:
            run._update()
            done, began = run.decisions, time.perf_counter()
            playing = learning = 0.0
            for _ in range(updates):
                run._update()
                playing, learning = playing + run.spent[0], learning + run.spent[1]
            total = time.perf_counter() - began
        finally:
            run.release()
        return Speed((run.decisions - done) / total, playing / total, learning / total)


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
    """Timesteps per second of MaskablePPO with default settings."""
    model = MaskablePPO("MlpPolicy", ConnectFour(), n_steps=2048, seed=0, device="cpu")
    started = time.perf_counter()
    model.learn(steps)
    return steps / (time.perf_counter() - started)


def main() -> None:
    """Print the table."""
    table = RichTable(title="Learning on two cores")
    for column in ("scenario", "network", "played by", "decisions/s", "playing", "learning"):
        table.add_column(column, justify="right" if column[-1] in "sg" else "left")
    updates, rollout = (1, 8192) if "--quick" in sys.argv else (3, 32768)
    for scenario, network, actors in CASES:
        speed = measure(settings(scenario, network, actors, rollout), updates)
        who = "one actor" if actors else "the learner"
        shares = (f"{speed.playing:.0%}", f"{speed.learning:.0%}")
        table.add_row(scenario, network["kind"], who, f"{speed.rate:,.0f}", *shares)
    table.add_row("connect_four", "MaskablePPO, default settings", "", f"{connect_four():,.0f}", "", "")
    Console().print(table)


if __name__ == "__main__":
    main()
