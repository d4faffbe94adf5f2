"""The soak: games of all scenarios, mixes of options and styles of play, checked all along.

    python tests/soak.py --minutes 60        or  --games 100000
    python tests/soak.py --seed 1 --only 4711      one of them again

A game is given by the seed of the soak and its number, so any of them can be played again. What fails is
written into runs/soak, as a replay and as a sentence, and the soak goes on; the exit code says so.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing.connection
import os
import random
import re
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # tests/agents must not hide agents

from invariants import check_all, check_events, check_quickly
from random_play import some_options
from referee import Referee
from styles import STYLES, Style

from acis_rules import Game, scenarios
from acis_rules.errors import DataError
from acis_rules.kernel.files import write
from acis_rules.replay import Replay, save
from acis_rules.views import View
from acis_rules.words.decisions import describe_decision
from acis_rules.words.story import Story

FOLDER = Path("runs") / "soak"
BATCH = 20  # games a process plays before it reports
MOST_DECISIONS = 20_000
SLOW = 120  # seconds, after which a game counts as one that never ends
FULLY = 8  # one game in so many is looked at after every decision,
EVERY = 10  # the others after every tenth: what is broken stays broken
DEEP = 1 / 400  # decisions with every check
AGAIN = 1 / 20  # games told in words and played again from their actions
REFEREED = 1 / 5  # games followed by the referee
SHORT = 0.75  # games of one or two Epochs
TELL = 60  # seconds
FURTHER = 12  # decisions that copies go on
_NAMED = re.compile(r"options: (\w+)")  # the option that an error is about


class TooSlow(Exception):
    """A game takes so long that it will never end."""


@dataclass
class Plan:
    """A game of the soak, as its number determines it."""

    number: int
    seed: int
    scenario: str
    options: dict[str, Any]
    styles: list[str]  # by seat
    rng: random.Random

    @property
    def style(self) -> str:
        """One name for all seats."""
        return self.styles[0] if len(set(self.styles)) == 1 else "mixed"


def plan(soak: int, number: int) -> Plan:
    """The game with this number: a scenario, options that go together, styles of play."""
    rng = random.Random(soak << 40 | number)
    names = sorted(scenarios())
    scenario = names[number % len(names)]
    options = some_options(rng, scenario, rng.choice((0.0, 0.1, 0.2)))
    if rng.random() < SHORT:
        epoch = rng.randint(1, 4)
        options["epochs"] = [epoch, min(4, epoch + (rng.random() < 0.3))]
    game = first_that_goes(scenario, number, options, rng)
    seats = game.state.world.n_seats
    weights = [often for _, often in STYLES.values()]
    mixed = rng.random() < 0.5
    styles = (
        rng.choices(list(STYLES), weights, k=seats) if mixed else rng.choices(list(STYLES), weights) * seats
    )
    return Plan(number, rng.getrandbits(63), scenario, options, styles, rng)


def first_that_goes(scenario: str, seed: int, options: dict[str, Any], rng: random.Random) -> Game:
    """A game with these options; what does not go with the others is left out, one by one."""
    while True:
        try:
            return Game.new(scenario, seed, options)
        except DataError as error:
            named = _NAMED.match(str(error))
            assert named and options, error
            del options[named[1] if named[1] in options else rng.choice(sorted(options))]


@dataclass
class Report:
    """What a batch of games came to."""

    games: int = 0
    decisions: int = 0
    deep: int = 0
    refereed: int = 0
    scenarios: Counter[str] = field(default_factory=Counter)
    styles: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Take in another one."""
        self.games += other.games
        self.decisions += other.decisions
        self.deep += other.deep
        self.refereed += other.refereed
        self.scenarios += other.scenarios
        self.styles += other.styles
        self.failures += other.failures


class Soaked:
    """One game, played and checked."""

    def __init__(self, planned: Plan) -> None:
        self.plan = planned
        self.rng = planned.rng
        self.actions: list[int] = []
        self.game = Game.new(planned.scenario, planned.seed, planned.options)
        self.report = Report(games=1)
        self.report.scenarios[planned.scenario] = self.report.styles[planned.style] = 1
        self.players: list[Style] = [STYLES[name][0](self.rng) for name in planned.styles]

    def play(self) -> None:
        """To the end; an AssertionError, or any error, is what the soak is for."""
        game, rng = self.game, self.rng
        referee = Referee(game) if rng.random() < REFEREED else None
        self.report.refereed += referee is not None
        every = 1 if self.plan.number % FULLY == 0 else EVERY
        check_all(game)
        while not game.over:
            legal = game.legal_actions()
            action = self.players[game.seat](game, legal)
            assert action in legal, f"{self.plan.styles[game.seat]}: {action} is not legal"
            self.actions.append(action)
            game.apply(action)
            if len(self.actions) % every == 0:
                check_quickly(game)
            if referee is not None:
                referee.follow()
            if rng.random() < DEEP:
                self.look_closely()
            assert len(self.actions) < MOST_DECISIONS, f"no end after {MOST_DECISIONS} decisions"
        check_all(game)
        assert game.winners, "nobody won"
        if rng.random() < AGAIN:
            self.look_closely()
            self.play_again()

    def look_closely(self) -> None:
        """All that can be asked of a position."""
        game, rng = self.game, self.rng
        self.report.deep += 1
        check_all(game)
        position = game.to_dict()
        read_back = Game.from_dict(json.loads(json.dumps(position)))
        assert read_back.to_dict() == position, "a position read back is another one"
        describe_decision(game.state)
        for action in game.legal_actions():
            assert game.describe(action), f"no words for {action}"
        for seat in range(game.state.world.n_seats):
            _read(game.view(seat))
            possible = game.determinize(seat, rng)
            assert possible.over or possible.legal_actions(), (
                f"seat {seat} holds a game possible that has no end"
            )
            self._go_on([possible])
        self._go_on([game.clone(), read_back])
        assert game.to_dict() == position, "looking has changed the position"

    def _go_on(self, copies: list[Game]) -> None:
        """Copies go on alike, and break nothing."""
        leader, *others = copies
        for _ in range(FURTHER):
            if leader.over:
                break
            action = self.rng.choice(leader.legal_actions())
            for copy in copies:
                copy.apply(action)
            assert all(copy.state.question == leader.state.question for copy in others), (
                "copies go different ways"
            )
        assert all(copy.to_dict() == leader.to_dict() for copy in others), "copies end up differently"

    def play_again(self) -> None:
        """The same actions tell the same story, in words too."""
        check_events(self.game)
        Story().go_on(self.game, to_the_end=True)
        final = self.replay().final()
        assert final.events == self.game.events, "a replay tells another story"
        assert final.to_dict() == self.game.to_dict(), "a replay ends otherwise"

    def replay(self) -> Replay:
        """The game so far as a replay."""
        planned = self.plan
        return Replay(
            scenario=planned.scenario, seed=planned.seed, options=planned.options, actions=self.actions
        )


def _read(view: View) -> None:
    """Everything a view offers."""
    for name in dir(view):
        if not name.startswith("_"):
            getattr(view, name)


# ---------------------------------------------------------------------------------- the command


def soak(seed: int, numbers: list[int], folder: Path) -> Report:
    """Play these games; what fails is written into the folder."""
    signal.signal(signal.SIGALRM, _too_slow)
    report = Report()
    for number in numbers:
        soaked = None
        signal.alarm(SLOW)
        try:
            soaked = Soaked(plan(seed, number))
            soaked.play()
        except Exception as error:
            report.failures.append(_failed(seed, number, soaked, error, folder))
        finally:
            signal.alarm(0)
        if soaked is not None:
            soaked.report.decisions = len(soaked.actions)
            report.add(soaked.report)
    return report


def _too_slow(signal: int, frame: FrameType | None) -> None:
    raise TooSlow(f"not over after {SLOW} seconds")


def _failed(seed: int, number: int, soaked: Soaked | None, error: Exception, folder: Path) -> str:
    """Write the game and what was wrong; the sentence."""
    what = str(error).splitlines()[0] if str(error) else traceback.format_exc().splitlines()[-3].strip()
    sentence = f"game {number}: {type(error).__name__}: {what}"
    name = f"{seed}-{number}"
    if soaked is not None:
        planned = soaked.plan
        where = f"{planned.scenario} {json.dumps(planned.options)}, {', '.join(planned.styles)}"
        sentence += f" ({where}, after {len(soaked.actions)} decisions)"
        folder.mkdir(parents=True, exist_ok=True)
        save(folder / f"{name}.json", soaked.replay())
    again = f"again: python tests/soak.py --seed {seed} --only {number}"
    write(folder / f"{name}.txt", f"{sentence}\n\n{again}\n\n{traceback.format_exc()}")
    return sentence


def batches(games: int | None) -> Iterator[list[int]]:
    """The numbers of the games, a batch at a time; for ever if there is no limit."""
    for start in count(0, BATCH):
        end = start + BATCH if games is None else min(start + BATCH, games)
        if start >= end:
            return
        yield list(range(start, end))


def soak_on_all_cores(seed: int, games: int | None, minutes: float | None, jobs: int, folder: Path) -> Report:
    """Batches side by side until all games are played, the time is over or somebody presses Ctrl-C."""
    end = None if minutes is None else time.monotonic() + 60 * minutes
    total = Report()
    work = batches(games)
    told = time.monotonic()
    running: set[Future[Report]] = set()
    with ProcessPoolExecutor(jobs, initializer=_end_with_parent) as pool:
        try:
            while True:
                while len(running) < 2 * jobs and (end is None or time.monotonic() < end):
                    batch = next(work, None)
                    if batch is None:
                        break
                    running.add(pool.submit(soak, seed, batch, folder))
                if not running:
                    return total
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    _add(total, future.result())
                if time.monotonic() - told > TELL:
                    told = time.monotonic()
                    print(f"{total.games:,} games, {total.decisions:,} decisions", flush=True)
        except KeyboardInterrupt:
            print("stopping after the games under way", flush=True)
            pool.shutdown(cancel_futures=True)
            for future in running:
                if not future.cancelled():
                    _add(total, future.result())
    return total


def _add(total: Report, report: Report) -> None:
    for failure in report.failures:
        print(failure, flush=True)
    total.add(report)


def _end_with_parent() -> None:
    """In a process of the pool: Ctrl-C is the parent's matter, and without it there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    """Play, and say what was played and what failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", type=int, nargs="*", help="numbers of games to play again, here")
    given = parser.parse_args()
    if given.games is None and given.minutes is None:
        given.games = 1000
    start = time.monotonic()
    if given.only:
        total = soak(given.seed, given.only, FOLDER)
        print("\n".join(total.failures))
    else:
        total = soak_on_all_cores(given.seed, given.games, given.minutes, given.jobs, FOLDER)
    seconds = time.monotonic() - start
    print(
        f"{total.games:,} games, {total.decisions:,} decisions in {seconds:,.0f} s, "
        f"{total.games / seconds:.1f} games/s; {total.deep:,} positions looked at closely, "
        f"{total.refereed:,} games refereed"
    )
    for name, counted in (("scenario", total.scenarios), ("style", total.styles)):
        print(f"by {name}: " + ", ".join(f"{key} {n:,}" for key, n in sorted(counted.items())))
    print(f"{len(total.failures)} failed" + (f": see {FOLDER}" if total.failures else ""))
    sys.exit(bool(total.failures))


if __name__ == "__main__":
    main()
