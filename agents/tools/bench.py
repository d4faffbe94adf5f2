"""How fast the players decide: `python -m agents.tools.bench`, in the 4-player game on one core."""

from __future__ import annotations

import argparse
import time

from rich.console import Console
from rich.table import Table as RichTable

from acis_env.players import UnknownPlayer, make_player
from acis_rules import Game

SCENARIO = "basic_4p"
PLAYERS = ("random", "greedy", "npc", "policy:general", "search:general:64")


def pace(spec: str, seconds: float) -> tuple[int, float]:
    """Decisions of a player in all seats, and the seconds it thought about them, in so long a time."""
    decisions, spent, seed = 0, 0.0, 0
    end = time.perf_counter() + seconds
    start = 0.0
    while start < end:
        game = Game.new(SCENARIO, seed)
        players = [make_player(spec, 10 * seed + seat) for seat in range(4)]
        seed += 1
        while not game.over and start < end:
            view, decision, legal = game.view(game.seat), game.decision, game.legal_actions()
            start = time.perf_counter()
            thinking = time.process_time()  # other work on the machine matters little
            action = players[game.seat].act(view, decision, legal)
            spent += time.process_time() - thinking
            decisions += 1
            game.apply(action)
    return decisions, spent


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(prog="python -m agents.tools.bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="time for each player (default 10)")
    seconds = parser.parse_args().seconds
    table = RichTable(title=f"Players in {SCENARIO}: time of one decision, the same player in all seats")
    for column in ("player", "decisions/s", "microseconds per decision", "decisions"):
        table.add_column(column, justify="left" if column == "player" else "right")
    console = Console()
    with console.status("measuring"):
        for spec in PLAYERS:
            try:
                make_player(spec)
            except UnknownPlayer:
                continue
            decisions, spent = pace(spec, seconds)
            table.add_row(
                spec, f"{decisions / spent:,.0f}", f"{1e6 * spent / decisions:,.0f}", f"{decisions:,}"
            )
    console.print(table)


if __name__ == "__main__":
    main()
