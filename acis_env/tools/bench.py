"""How fast the environment is: random legal play with observation and mask on one core.

`python -m acis_env.tools.bench` runs games of PettingZoo in the same process, as a yardstick for the
machine. Every game is played several times over with the same moves and timed in short windows;
each window counts with its fastest time, so that other work on the machine matters little.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import random
import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable

from .. import acis_v0
from ..envs.batched import BatchedGames

SCENARIOS = ("basic_2p", "basic_4p", "basic_6p")
PEERS = ("connect_four_v3", "texas_holdem_v4")
WINDOW = 0.002  # seconds, about
ROWS = 16  # games side by side

Play = Callable[[], Iterator[int]]  # yields the number of decisions made, again and again


def fastest(play: Play, decisions: int, passes: int) -> float:
    """Decisions per second over the first so many decisions, the fastest windows of all passes."""
    per_window = _steps_per_window(play)
    best: list[tuple[float, int]] = []
    for _ in range(passes):
        steps = play()
        times: list[tuple[float, int]] = []
        made = 0
        while made < decisions:
            start = time.perf_counter()
            done = sum(islice(steps, per_window))
            times.append((time.perf_counter() - start, done))
            if not done:
                break
            made += done
        best = times if not best else [min(pair) for pair in zip(best, times, strict=True)]
    return sum(done for _, done in best) / sum(seconds for seconds, _ in best)


def _steps_per_window(play: Play) -> int:
    steps = play()
    sum(islice(steps, 20))
    start = time.perf_counter()
    sum(islice(steps, 20))
    return max(1, round(20 * WINDOW / (time.perf_counter() - start)))


def aec(make: Callable[[], Any]) -> Play:
    """Random play of an AEC environment."""
    env = make()

    def play() -> Iterator[int]:
        choice = random.Random(1).choice
        seed = 0
        while True:
            seed += 1
            env.reset(seed=seed)
            agent = env.agent_selection
            while not (env.terminations[agent] or env.truncations[agent]):
                mask = env.observe(agent)["action_mask"]
                env.step(int(choice(mask.nonzero()[0])))
                agent = env.agent_selection
                yield 1

    return play


def batched(scenario: str) -> Play:
    """Random play of many games side by side."""

    def play() -> Iterator[int]:
        choice = random.Random(1).choice
        games = BatchedGames(ROWS, scenario, seed=1)
        games.reset()
        while True:
            games.step([choice(mask.nonzero()[0]) for mask in games.masks])
            yield ROWS

    return play


def peer(name: str, wrapped: bool) -> Callable[[], Any] | None:
    """A function that makes a game of PettingZoo, None if it is not installed."""
    try:
        module = importlib.import_module(f"pettingzoo.classic.{name}")
        make: Callable[[], Any] = module.env if wrapped else module.raw_env
        make()
    except ImportError:
        return None
    return make


def memory_per_game(scenario: str, decisions: int = 400) -> float:
    """Bytes that one of many running games takes."""
    sum(islice(batched(scenario)(), 2))  # data files are read
    tracemalloc.start()
    choice = random.Random(1).choice
    games = BatchedGames(ROWS, scenario, seed=1)
    games.reset()
    for _ in range(decisions):
        games.step([choice(mask.nonzero()[0]) for mask in games.masks])
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / ROWS


def measure(decisions: int, passes: int, show: Callable[[str, str, float], None]) -> None:
    """All measurements, told one by one: what, how, decisions per second."""
    for name in PEERS:
        for wrapped in (False, True):
            make = peer(name, wrapped)
            if make is not None:
                way = "env" if wrapped else "raw_env"
                show(name, way, fastest(aec(make), decisions, passes))
    for scenario in SCENARIOS:
        show(
            scenario, "raw_env", fastest(aec(partial(acis_v0.raw_env, scenario=scenario)), decisions, passes)
        )
        show(scenario, "env", fastest(aec(partial(acis_v0.env, scenario=scenario)), decisions, passes))
        show(scenario, "BatchedGames", fastest(batched(scenario), 4 * decisions, passes))


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m acis_env.tools.bench", description=__doc__)
    parser.add_argument("--decisions", type=int, default=2000, help="decisions of each pass (default 2000)")
    parser.add_argument("--passes", type=int, default=5, help="passes over the same games (default 5)")
    arguments = parser.parse_args()
    console = Console()
    table = RichTable(title="Decisions per second on one core, random legal play with observation and mask")
    for column in ("game", "through", "decisions/s"):
        table.add_column(column, justify="right" if column == "decisions/s" else "left")

    def show(game: str, way: str, per_second: float) -> None:
        table.add_row(game, way, f"{per_second:,.0f}", style="dim" if game in PEERS else "")

    with console.status("measuring"):
        measure(arguments.decisions, arguments.passes, show)
        memory = memory_per_game("basic_6p")
    console.print(f"Python {platform.python_version()}, {platform.machine()}")
    console.print(table)
    console.print(f"Memory of one of {ROWS} running 6-player games in BatchedGames: {memory / 1000:,.0f} kB")


if __name__ == "__main__":
    main()
