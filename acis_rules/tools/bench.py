"""How fast the rules are: random legal play on one core, copies, JSON, start-up.

`python -m acis_rules.tools.bench` also runs PettingZoo's connect_four in the same process, as a
yardstick for the machine.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.table import Table as RichTable

from ..game import Game

SCENARIOS = ("basic_2p", "basic_4p", "basic_6p")
REPETITIONS = 5
SAMPLE_EVERY = 97  # decisions between two positions sampled
FRESH_GAME = """
from random import Random
from acis_rules import Game
rng = Random(0)
game = Game.new("basic_4p", seed=0)
while not game.over:
    game.apply(rng.choice(game.legal_actions()))
"""


class Pace(NamedTuple):
    """What one repetition of random play came to."""

    seconds: float
    decisions: int
    games: int


class Spread(NamedTuple):
    """Median and range of several measurements."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: list[float]) -> Spread:
        """The spread of these values."""
        return cls(statistics.median(values), min(values), max(values))


def play_one(scenario: str, seed: int) -> int:
    """Play a game with random legal actions; the number of decisions."""
    choice = Random(seed).choice
    game = Game.new(scenario, seed=seed)
    decisions = 0
    while not game.over:
        game.apply(choice(game.legal_actions()))
        decisions += 1
    return decisions


def connect_four() -> Callable[[int], int]:
    """A function that plays PettingZoo's connect_four likewise, observing at every move."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.raw_env()

    def play(seed: int) -> int:
        choice = Random(seed).choice
        env.reset(seed=seed)
        decisions = 0
        while not any(env.terminations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(choice([action for action, legal in enumerate(mask) if legal]))
            decisions += 1
        return decisions

    return play


def measure(play: Callable[[int], int], seconds: float) -> list[Pace]:
    """Play whole games with seeds 0, 1, 2 ... for so long, several times over."""
    play(0)  # data files are read, caches filled
    out = []
    seed = 0
    for _ in range(REPETITIONS):
        decisions = games = 0
        start = time.perf_counter()
        while (elapsed := time.perf_counter() - start) < seconds or not games:
            seed += 1
            decisions += play(seed)
            games += 1
        out.append(Pace(elapsed, decisions, games))
    return out


def positions(scenario: str, n: int) -> list[Game]:
    """Positions from all stages of random games."""
    out: list[Game] = []
    seed = 0
    while len(out) < n:
        seed += 1
        choice = Random(seed).choice
        game = Game.new(scenario, seed=seed)
        decisions = 0
        while not game.over:
            if decisions % SAMPLE_EVERY == 0:
                out.append(game.clone())
            game.apply(choice(game.legal_actions()))
            decisions += 1
    return out[:n]


def microseconds(action: Callable[[Game], object], games: list[Game], calls: int) -> Spread:
    """Time per call in microseconds, position by position."""
    out = []
    for game in games:
        start = time.perf_counter()
        for _ in range(calls):
            action(game)
        out.append((time.perf_counter() - start) / calls * 1e6)
    return Spread.of(out)


def json_round_trip(game: Game) -> Game:
    """To JSON text and back."""
    return Game.from_dict(json.loads(json.dumps(game.to_dict())))


def fresh_start() -> Spread:
    """Seconds from starting Python to the end of a first 4-player game."""
    out = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", FRESH_GAME], check=True)
        out.append(time.perf_counter() - start)
    return Spread.of(out)


def _number(value: float, digits: int = 0) -> str:
    return f"{value:,.{digits}f}"


def _shown(spread: Spread, digits: int = 0) -> str:
    low, high = _number(spread.low, digits), _number(spread.high, digits)
    return f"{_number(spread.median, digits)}  ({low} - {high})"


def pace_row(paces: list[Pace]) -> tuple[str, str, str]:
    """Decisions per second, games per second, decisions per game."""
    per_second = Spread.of([pace.decisions / pace.seconds for pace in paces])
    games = sum(pace.games for pace in paces)
    decisions = sum(pace.decisions for pace in paces)
    games_per_second = games / sum(pace.seconds for pace in paces)
    return (
        _shown(per_second),
        _number(games_per_second, 2 if games_per_second < 100 else 0),
        _number(decisions / games),
    )


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m acis_rules.tools.bench", description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=3.0, help="length of a repetition (default 3; there are 5 of each)"
    )
    seconds = parser.parse_args().seconds
    console = Console()

    play = RichTable(title="Random legal play on one core, legal_actions() at every decision")
    for column in ("game", "decisions/s (range)", "games/s", "decisions/game"):
        play.add_column(column, justify="left" if column == "game" else "right")
    copy = RichTable(title="Microseconds per position: median (range)")
    for column in ("game", "clone()", "JSON round trip"):
        copy.add_column(column, justify="left" if column == "game" else "right")
    sampled = max(10, int(60 * min(1.0, seconds)))
    with console.status("measuring"):
        for scenario in SCENARIOS:
            play.add_row(scenario, *pace_row(measure(partial(play_one, scenario), seconds)))
            games = positions(scenario, sampled)
            copy.add_row(
                scenario,
                _shown(microseconds(Game.clone, games, 200), 1),
                _shown(microseconds(json_round_trip, games, 3)),
            )
        play.add_row("connect_four", *pace_row(measure(connect_four(), seconds)), style="dim")
        start = fresh_start()
    console.print(f"Python {platform.python_version()}, {platform.machine()}")
    console.print(play)
    console.print("connect_four is PettingZoo's raw_env with observation and mask, for scale.\n")
    console.print(copy)
    console.print(f"Import and first 4-player game in a fresh process: {_shown(start, 2)} s")


if __name__ == "__main__":
    main()
