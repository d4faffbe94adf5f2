"""Running a schedule: finished games are kept, what is missing is played, with a bar for the wait."""

from __future__ import annotations

import os
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .play import play_all
from .results import Record, Result
from .schedule import Settings, schedule


class Stopped(Exception):
    """Stopped by Ctrl-C; `results` are the games finished so far."""

    def __init__(self, results: list[Result]) -> None:
        super().__init__("stopped")
        self.results = results


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    settings: Settings,
    games: int,
    workers: int = 1,
    record: Record | None = None,
    failures: str = ".",
) -> list[Result]:
    """All results of these settings, by game; those in the record are not played again."""
    matches = schedule(settings, games)
    wanted = {match.game for match in matches}
    key = settings.key
    done = record.finished(key) if record is not None else {}
    done = {game: result for game, result in done.items() if game in wanted}
    terminal = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=terminal, transient=True, disable=not terminal.is_terminal,
    )  # fmt: skip
    with progress:
        task = progress.add_task(settings.scenario, total=len(matches), completed=len(done))
        try:
            for result in play_all([m for m in matches if m.game not in done], workers, failures):
                done[result.game] = result
                if record is not None:
                    record.add(key, result)
                progress.advance(task)
        except KeyboardInterrupt:
            raise Stopped([done[game] for game in sorted(done)]) from None
    return [done[game] for game in sorted(done)]


def failures_folder(record: Path | None) -> str:
    """Where games of failed players go: beside the record, else here."""
    return str(record.parent) if record is not None else "."
