"""Playing matches: games side by side in each process, so that players of one mind decide together."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path

from acis_env.aec import MAX_DECISIONS
from acis_env.players import Player, make_player
from acis_rules.ending import player_score, results
from acis_rules.errors import AcisError
from acis_rules.replay import Recorder, save

from ..minds import Asked, Mind
from .results import Result
from .schedule import Match

WIDTH = 32  # games side by side

Make = Callable[[str, int], Player]  # a player by its name and seed


class PlayerFailed(AcisError):
    """A player raised an error, answered with an action that is not legal or ended its process."""


class Running:
    """One game on its way to a result; if a player fails, the game so far is saved into a folder."""

    def __init__(self, match: Match, make: Make, failures: str) -> None:
        self.match = match
        self.failures = failures
        self.recorder = Recorder(match.scenario, match.seed, match.options)
        game = self.recorder.game
        seats = range(game.state.world.n_seats)
        self.views = [game.view(seat) for seat in seats]
        self.players = [make(match.players[seat], match.player_seed(seat)) for seat in seats]
        self.decisions = [0 for _ in seats]
        self.seconds = [0.0 for _ in seats]

    @property
    def over(self) -> bool:
        """The game has ended, or is cut off as one that never would."""
        return self.recorder.game.over or len(self.recorder.replay.actions) >= MAX_DECISIONS

    @property
    def mind(self) -> Mind | None:
        """The mind of the player who decides, if it shares one."""
        return getattr(self.players[self.recorder.game.seat], "mind", None)

    def asked(self) -> Asked:
        """The open decision."""
        game = self.recorder.game
        seat = game.seat
        return Asked(self.players[seat], self.views[seat], game.decision, game.legal_actions())

    def play_on(self) -> None:
        """Let players decide, one by one, until one is asked who shares a mind."""
        while not self.over and self.mind is None:
            player, view, decision, legal = self.asked()
            start = time.perf_counter()
            try:
                action = player.act(view, decision, legal)
            except Exception as error:
                raise self.failed(f"{type(error).__name__}: {error}") from error
            self.answer(action, time.perf_counter() - start)

    def answer(self, action: int, seconds: float) -> None:
        """Apply what the player chose in so much time."""
        seat = self.recorder.game.seat
        try:
            self.recorder.apply(action)
        except AcisError as error:
            raise self.failed(str(error)) from None
        self.decisions[seat] += 1
        self.seconds[seat] += seconds

    def failed(self, what: str) -> PlayerFailed:
        """Who failed, where, and the file with the game so far."""
        match, seat = self.match, self.recorder.game.seat
        name = f"failed-{match.scenario.replace('/', '_')}-{match.game}-{match.seed}.json"
        file = Path(self.failures) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        save(file, self.recorder)
        return PlayerFailed(
            f"player {match.players[seat]} (seat {seat}) failed in game {match.game}, seed {match.seed}, "
            f"after {len(self.recorder.replay.actions)} actions: {what}; the game so far is in {file}"
        )

    def result(self) -> Result:
        """How the game ended."""
        match, s = self.match, self.recorder.game.state
        world = s.world
        placed = results(s)
        names = [
            "+".join(world.civilization(s, f).id for f, seat in enumerate(world.player) if seat == mine)
            for mine in range(world.n_seats)
        ]
        started = match.options.get("civilizations")
        if started is not None and len(started) == world.n_seats:
            names = list(started)  # Aeneas may have changed it since
        return Result(
            game=match.game,
            block=match.block,
            scenario=match.scenario,
            seed=match.seed,
            players=list(match.players),
            entrants=list(match.entrants),
            civilizations=names,
            vp=[float(player_score(s, seat)) for seat in range(world.n_seats)],
            ranks=[sum(other > one for other in placed) for one in placed],
            decisions=self.decisions,
            seconds=[round(spent, 6) for spent in self.seconds],
        )


def play_games(
    matches: Iterable[Match], make: Make = make_player, failures: str = ".", width: int = WIDTH
) -> Iterator[Result]:
    """Results as games end; `width` games wait side by side for the minds of their players.

    A game without such players is played to its end before the next one begins.
    """
    coming = iter(matches)
    waiting: list[Running] = []
    while True:
        while len(waiting) < width and (match := next(coming, None)) is not None:
            game = Running(match, make, failures)
            game.play_on()
            if game.over:
                yield game.result()
            else:
                waiting.append(game)
        if not waiting:
            return
        _ask(waiting)
        for game in waiting:
            game.play_on()
            if game.over:
                yield game.result()
        waiting = [game for game in waiting if not game.over]


def _ask(waiting: list[Running]) -> None:
    """Put the open decisions of all games to the minds of those who decide."""
    by_mind: dict[int, list[Running]] = {}
    for game in waiting:
        by_mind.setdefault(id(game.mind), []).append(game)
    for games in by_mind.values():
        mind = games[0].mind
        assert mind is not None
        asked = [game.asked() for game in games]
        start = time.perf_counter()
        try:
            actions = mind.decide(asked)
        except Exception as error:
            raise games[0].failed(f"{type(error).__name__}: {error}") from error
        seconds = (time.perf_counter() - start) / len(games)
        for game, action in zip(games, actions, strict=True):
            game.answer(action, seconds)


def play_match(match: Match, failures: str = ".") -> Result:
    """Play one game."""
    return next(play_games([match], failures=failures))


def play_all(
    matches: list[Match], workers: int = 1, failures: str = ".", width: int = WIDTH
) -> Iterator[Result]:
    """Results as they come in; neither the number of processes nor `width` changes any of them."""
    workers = min(workers, len(matches))
    if workers <= 1:
        yield from play_games(matches, failures=failures, width=width)
        return
    context = multiprocessing.get_context("spawn")
    working = {}
    for first in range(workers):
        here, there = context.Pipe(duplex=False)
        share = matches[first::workers]
        process = context.Process(target=_play_share, args=(there, share, failures, width), daemon=True)
        process.start()
        there.close()  # ours; the pipe ends when the process does
        working[here] = process
    processes = list(working.values())
    try:
        while working:
            for pipe in wait(list(working)):
                assert isinstance(pipe, Connection)
                try:
                    answer = pipe.recv()
                except EOFError:
                    process = working.pop(pipe)
                    process.join()
                    if process.exitcode:
                        what = f"exit code {process.exitcode}"
                        raise PlayerFailed(f"a process that played games has died, {what}") from None
                    continue
                if isinstance(answer, Exception):
                    raise answer
                yield answer
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _play_share(pipe: Connection, matches: list[Match], failures: str, width: int) -> None:
    """What a process does: send each result when its game ends, or what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who keeps the results reacts to Ctrl-C, and stops us
    try:
        for result in play_games(matches, failures=failures, width=width):
            pipe.send(result)
    except Exception as error:
        pipe.send(error)
