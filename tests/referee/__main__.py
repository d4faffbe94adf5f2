"""Watch games from the command line: from the folder tests, `python -m referee --games 200 --seed 7`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # tests/agents must not hide agents

from .game import judged
from .play import STYLES, watch_games


def main() -> int:
    """Play, report disputes and what was judged; 1 if there was a dispute."""
    parser = argparse.ArgumentParser(prog="python -m referee", description=__doc__)
    parser.add_argument(
        "--games", type=int, default=None, help="how many games (default: until the time is up)"
    )
    parser.add_argument(
        "--seconds", type=float, default=None, help="for how long (default: 60 without --games)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the others count up")
    parser.add_argument("--scenario", action="append", default=[], help="only these scenarios")
    parser.add_argument("--style", action="append", default=[], choices=STYLES, help="only these players")
    given = parser.parse_args()
    seconds = 60.0 if given.games is None and given.seconds is None else given.seconds
    tally: Counter[tuple[str, str]] = Counter()
    disputes = games = 0
    start = time.monotonic()
    for played in watch_games(
        given.seed, given.games, seconds, tuple(given.scenario), tuple(given.style) or STYLES
    ):
        games += 1
        tally += played.tally
        if played.dispute is not None:
            disputes += 1
            print(f"{played.name}\n    {played.dispute}", flush=True)
    print(f"{games} games in {time.monotonic() - start:.0f} s, {disputes} disputes")
    for kind in sorted({what for what, _ in tally}):
        print(f"  {judged(tally, kind)}")
    return int(disputes > 0)


if __name__ == "__main__":
    sys.exit(main())
