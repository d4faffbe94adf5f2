"""Playing matches in processes of their own: players harm nothing there, and nobody is left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from acis_rules.errors import AcisError

from .guard import PlayerFailed, overdue
from .play import WIDTH, play_games
from .results import Result
from .schedule import Match

LOOK = 0.5  # seconds after which a process looks whether its player is overdue
PATIENCE = 5.0  # seconds that a process has to end when it is asked to


def play_all(
    matches: list[Match], workers: int = 0, failures: str = ".", width: int = WIDTH
) -> Iterator[Result]:
    """Results as they come in; neither the number of processes nor `width` changes any of them.

    With no workers the games are played in this process; but players with a limited time always
    have one of their own, since its end is the only way to stop some of them.
    """
    if not matches:
        return
    if not workers and not matches[0].move_seconds:
        yield from play_games(matches, failures=failures, width=width)
        return
    working = [_Worker(matches[n :: max(1, workers)], failures, width) for n in range(max(1, workers))]
    working = [worker for worker in working if worker.matches]
    try:
        for worker in working:
            worker.process.start()
            worker.theirs.close()  # ours; the pipe ends when the process does
        yield from _gathered({worker.pipe: worker for worker in working})
    finally:
        for worker in working:
            worker.end()


def _gathered(working: dict[Connection, _Worker]) -> Iterator[Result]:
    """What the processes send, until they have ended; if one fails, what others have finished comes first."""
    failure: Exception | None = None
    while working:
        ready = wait(list(working), 0 if failure is not None else None)
        if not ready:
            break
        for pipe in ready:
            assert isinstance(pipe, Connection)
            try:
                answer = pipe.recv()
            except (EOFError, OSError):
                answer = working.pop(pipe).died()
            if isinstance(answer, Exception):
                failure = failure or answer
            elif answer is not None:
                working[pipe].left -= 1
                yield answer
    if failure is not None:
        raise failure


class _Worker:
    """A process that plays some of the matches."""

    def __init__(self, matches: list[Match], failures: str, width: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.matches = matches
        self.left = len(matches)  # games
        self.pipe, self.theirs = context.Pipe(duplex=False)
        self.running: Any = context.RawArray("q", (-1, -1))  # the game and the seat whose player runs
        self.process = context.Process(
            target=_play_share, args=(self.theirs, matches, failures, width, self.running), daemon=True
        )

    def died(self) -> PlayerFailed | None:
        """What to say of the process that has ended; nothing if it has done its work."""
        self.process.join()
        code = self.process.exitcode
        if not code and not self.left:
            return None
        game, seat = self.running
        match = next((one for one in self.matches if one.game == game), None)
        what = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        if match is None:
            return PlayerFailed(f"a process that played games has died, {what}")
        return PlayerFailed(
            f"player {match.players[seat]} (seat {seat}) ended its process in game {game}, "
            f"seed {match.seed}: {what}"
        )

    def end(self) -> None:
        """End the process, whatever its player does."""
        if self.process.pid is not None:
            self.process.terminate()
            self.process.join(PATIENCE)
            if self.process.is_alive():
                self.process.kill()
                self.process.join()
        self.pipe.close()


def _play_share(pipe: Connection, matches: list[Match], failures: str, width: int, running: Any) -> None:
    """What a process does: send each result when its game ends, or what went wrong."""
    for name in ("SIGINT", "SIGHUP"):  # who keeps the results reacts to them, and ends us
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    threading.Thread(target=_watch, args=(pipe, matches[0].move_seconds), daemon=True).start()

    def note(game: int, seat: int) -> None:
        running[0], running[1] = game, seat

    try:
        for result in play_games(matches, failures=failures, width=width, note=note):
            pipe.send(result)
    except AcisError as error:
        pipe.send(error)
    except Exception:
        pipe.send(RuntimeError(traceback.format_exc()))


def _watch(pipe: Connection, limit: float) -> None:
    """End this process when its parent is gone, in the middle of any thought; or when a player never ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    while not wait([parent.sentinel], LOOK if limit else None):
        failure = overdue()
        if failure is not None:
            pipe.send(failure)
            break
    os._exit(1)
