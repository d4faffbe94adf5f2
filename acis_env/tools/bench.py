"""How fast it is: random legal play on one core, beside other games in the same run.

`python -m acis_env.tools.bench` plays PettingZoo's connect_four, texas_holdem and hanabi (the last one needs
shimmy and open_spiel), and what is installed of OpenSpiel and catanatron, as yardsticks for the machine.
Every game is played several times over with the same moves and timed in short windows of processor time, all
games in turn; each window counts with its fastest time, so that other work on the machine matters little.
What counts is the ratio to connect_four's raw_env.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import random
import time
import tracemalloc
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table as RichTable

from acis_rules import Game
from acis_rules.kernel.compiled import in_use

from .. import acis_v0
from ..envs.batched import BatchedGames
from ..envs.running_game import RunningGame
from .bench_peers import catanatron, open_spiel

SCENARIOS = ("basic_2p", "basic_4p", "basic_6p")
PEERS = ("connect_four_v3", "texas_holdem_v4", "hanabi_v5")
YARDSTICK = ("connect_four_v3", "raw_env")
OPEN_SPIEL = ("gin_rummy", "chess", "hanabi")
WINDOW = 0.002  # seconds, about
ROWS = 16  # games side by side

Play = Callable[[], Iterator[int]]  # yields the number of decisions made, again and again


class Contest(NamedTuple):
    """Something to be measured: a game, the way it is played, how many decisions a pass has."""

    game: str
    way: str
    play: Play
    decisions: int


class Stopwatch:
    """Times one contest; the fastest windows of all passes count."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self._per_window = _steps_per_window(contest.play)
        self._best: list[tuple[float, int]] = []

    def one_pass(self) -> None:
        """Play the same moves once more."""
        steps = self.contest.play()
        times: list[tuple[float, int]] = []
        made = 0
        while made < self.contest.decisions:
            start = time.process_time()
            done = sum(islice(steps, self._per_window))
            times.append((time.process_time() - start, done))
            if not done:
                break
            made += done
        self._best = [min(pair) for pair in zip(self._best, times, strict=True)] if self._best else times

    @property
    def per_second(self) -> float:
        """Decisions per second."""
        return sum(done for _, done in self._best) / sum(seconds for seconds, _ in self._best)


def _steps_per_window(play: Play) -> int:
    steps = play()
    sum(islice(steps, 20))
    start = time.process_time()
    sum(islice(steps, 20))
    return max(1, round(20 * WINDOW / (time.process_time() - start)))


def measured(contests: list[Contest], passes: int) -> dict[tuple[str, str], float]:
    """Decisions per second by game and way; the contests take turns, pass by pass."""
    watches = [Stopwatch(contest) for contest in contests]
    for _ in range(passes):
        for watch in watches:
            watch.one_pass()
    return {(watch.contest.game, watch.contest.way): watch.per_second for watch in watches}


# ------------------------------------------------------------------------------------ ways to play


def rules(scenario: str) -> Play:
    """Random play of the rules alone, asked for the legal actions at every decision."""

    def play() -> Iterator[int]:
        choice = random.Random(1).choice
        seed = 0
        while True:
            seed += 1
            game = Game.new(scenario, seed=seed)
            while not game.over:
                game.apply(choice(game.legal_actions()))
                yield 1

    return play


def aec(make: Callable[[], Any]) -> Play:
    """Random play of an AEC environment, observed at every decision."""
    env = make()

    def play() -> Iterator[int]:
        choice = random.Random(1).choice
        seed = 0
        while True:
            seed += 1
            env.reset(seed=seed)
            agent = env.agent_selection
            while not (env.terminations[agent] or env.truncations[agent]):
                seen = env.observe(agent)
                mask = seen["action_mask"] if "action_mask" in seen else env.infos[agent]["action_mask"]
                env.step(int(choice(mask.nonzero()[0])))
                agent = env.agent_selection
                yield 1

    return play


def batched(scenario: str, rows: int = ROWS) -> Play:
    """Random play of many games side by side."""

    def play() -> Iterator[int]:
        choice = random.Random(1).choice
        games = BatchedGames(rows, scenario, seed=1)
        games.reset()
        while True:
            games.step(np.array([choice(mask.nonzero()[0]) for mask in games.masks]))
            yield rows

    return play


def peer(name: str, wrapped: bool) -> Callable[[], Any] | None:
    """A function that makes a game of PettingZoo, None if it is not installed."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of its registry
            module = importlib.import_module(f"pettingzoo.classic.{name}")
            make: Callable[[], Any] = module.env if wrapped else module.raw_env
            make()
    except ImportError:
        return None
    return make


# ------------------------------------------------------------------------------------ what is measured


def all_contests(decisions: int) -> list[Contest]:
    """Ourselves beside others."""
    out = []
    for name in PEERS:
        for way in ("raw_env", "env"):
            make = peer(name, way == "env")
            if make is not None:
                out.append(Contest(name, way, aec(make), decisions))
    for name in OPEN_SPIEL:
        play = open_spiel(name)
        if play is not None:
            out.append(Contest(name, "OpenSpiel", play, decisions))
    if (play := catanatron()) is not None:
        out.append(Contest("catanatron", "engine", play, decisions))
    for scenario in SCENARIOS:
        out += [
            Contest(scenario, "rules", rules(scenario), decisions),
            Contest(scenario, "raw_env", aec(partial(acis_v0.raw_env, scenario=scenario)), decisions),
            Contest(scenario, "env", aec(partial(acis_v0.env, scenario=scenario)), decisions),
            Contest(scenario, "BatchedGames", batched(scenario), 4 * decisions),
        ]
    return out


def sizes(decisions: int) -> list[Contest]:
    """The same by number of players, and by number of games side by side."""
    players = [
        Contest(f"{n} players", "raw_env", aec(partial(acis_v0.raw_env, scenario=f"basic_{n}p")), decisions)
        for n in range(2, 7)
    ]
    rows = [  # as many decisions in each game: the first ones of a game are faster
        Contest(f"basic_4p, {n} side by side", "BatchedGames", batched("basic_4p", n), n * decisions // 4)
        for n in (1, 4, 16, 64)
    ]
    return players + rows


def by_epoch(scenario: str = "basic_4p", games: int = 3) -> dict[int, float]:
    """Microseconds of a decision with observation, by Epoch: whether long games become slower."""
    spent: dict[int, list[float]] = defaultdict(list)
    for seed in range(games):
        choice = random.Random(seed).choice
        running = RunningGame.new(scenario, seed, None)
        while not running.game.over:
            epoch = running.game.state.epoch
            action = choice(running.game.legal_actions())
            start = time.process_time()
            running.observation(running.seat)
            running.apply(action)
            spent[epoch].append(time.process_time() - start)
    return {epoch: 1e6 * sum(times) / len(times) for epoch, times in sorted(spent.items())}


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


# ---------------------------------------------------------------------------------------- the tables


def shown(title: str, paces: dict[tuple[str, str], float], yardstick: float | None) -> RichTable:
    """Decisions per second, and the ratio to connect_four."""
    table = RichTable(title=title)
    for column in ("game", "through", "decisions/s", "ratio"):
        table.add_column(column, justify="left" if column in ("game", "through") else "right")
    for (game, way), per_second in paces.items():
        ratio = f"{per_second / yardstick:.2f}" if yardstick else "-"
        ours = "basic" in game or "players" in game
        table.add_row(game, way, f"{per_second:,.0f}", ratio, style="" if ours else "dim")
    return table


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m acis_env.tools.bench", description=__doc__)
    parser.add_argument("--decisions", type=int, default=2000, help="decisions of each pass (default 2000)")
    parser.add_argument("--passes", type=int, default=5, help="passes over the same games (default 5)")
    arguments = parser.parse_args()
    console = Console()
    with console.status("measuring"):
        paces = measured(all_contests(arguments.decisions), arguments.passes)
        more = measured(sizes(arguments.decisions), arguments.passes)
        epochs = by_epoch()
        memory = {scenario: memory_per_game(scenario) for scenario in SCENARIOS}
    console.print(f"Python {platform.python_version()}, {platform.machine()}, acis {in_use()}")
    yardstick = paces.get(YARDSTICK)
    console.print(shown("Random legal play on one core; ratio to connect_four's raw_env", paces, yardstick))
    console.print(shown("By number of players and of games side by side", more, yardstick))
    console.print("Microseconds of a decision with observation in basic_4p, by Epoch: "
                  + ", ".join(f"{epoch}: {n:.1f}" for epoch, n in epochs.items()))  # fmt: skip
    console.print(f"Memory of one of {ROWS} running games in BatchedGames, in kB: "
                  + ", ".join(f"{name} {n / 1000:,.0f}" for name, n in memory.items()))  # fmt: skip


if __name__ == "__main__":
    main()
