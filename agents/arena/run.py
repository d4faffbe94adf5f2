"""Running a schedule: finished games are kept, what is missing is played, with a bar for the wait."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .results import Record, Result
from .schedule import Settings, schedule
from .stopping import Stop, stoppable
from .workers import play_all


class Stopped(Exception):
    """Stopped by Ctrl-C or another signal; `results` are the games finished so far."""

    def __init__(self, results: list[Result], signal: int) -> None:
        super().__init__("stopped")
        self.results = results
        self.signal = signal


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def waiting(what: str, total: int, done: int = 0) -> Progress:
    """A bar of games for people at a terminal, with one task."""
    terminal = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=terminal, transient=True, disable=not terminal.is_terminal,
    )  # fmt: skip
    progress.add_task(what, total=total, completed=done)
    return progress


def run(
    settings: Settings,
    games: int,
    workers: int = 0,
    record: Record | None = None,
    failures: str = ".",
) -> list[Result]:
    """All results of these settings, by game; those in the record are not played again.

    With workers, games are played in so many processes of their own, else in this one.
    """
    matches = schedule(settings, games)
    with record.kept() if record is not None else nullcontext():
        done = record.finished(settings, matches) if record is not None else {}
        missing = [match for match in matches if match.game not in done]
        with waiting(settings.scenario, len(matches), len(done)) as progress:
            task = progress.task_ids[0]
            try:
                with stoppable():
                    for result in play_all(missing, workers, failures):
                        if record is not None:
                            record.add(settings, result)
                        done[result.game] = result
                        progress.advance(task)
            except Stop as stop:
                raise Stopped([done[game] for game in sorted(done)], stop.number) from None
    return [done[game] for game in sorted(done)]


def failures_folder(record: Path | None) -> str:
    """Where games of failed players go: beside the record, else here."""
    return str(record.parent) if record is not None else "."
