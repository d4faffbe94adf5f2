"""Commands of the players: `acis evaluate`, `acis tournament`, `acis verify`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from acis_env.players import make_player
from acis_rules.kernel.files import FileError, require_writable
from acis_rules.records import BadRecord, lines
from acis_rules.tools.game_options import Set, agreed
from acis_rules.words.names import count
from acis_rules.words.terminal import console

from ..arena.guard import can_limit
from ..arena.plots import PICTURES, plot
from ..arena.report import make_report, print_report, write_json
from ..arena.results import Record, Result, write_csv
from ..arena.run import Stopped, cores, failures_folder, run, waiting
from ..arena.schedule import BadArena, Schedule, Settings
from ..arena.verify import differences

STOPPED = 128  # exit code after a signal: this and its number

Players = Annotated[
    str, typer.Option(help="Who plays, separated by commas: greedy,npc,policy:general,module:Class")
]
Seed = Annotated[int, typer.Option(help="The seed of the first deal.")]
Workers = Annotated[int, typer.Option(help="Processes; 0 for one per core.", min=0)]
MoveSeconds = Annotated[
    float, typer.Option(help="Seconds per decision; a late one is drawn at random. 0: no limit.", min=0)
]
Choose = Annotated[
    bool, typer.Option("--choose", help="Players choose civilizations; otherwise they rotate with the seats.")
]


def evaluate(
    players: Players,
    scenario: Annotated[str, typer.Option(help="A scenario id or file.")] = "basic_2p",
    games: Annotated[int, typer.Option(help="Games, rounded up to whole deals.")] = 100,
    seed: Seed = 0,
    workers: Workers = 0,
    choose: Choose = False,
    settings: Set = None,
    move_seconds: MoveSeconds = 0.0,
    record: Annotated[
        Path | None, typer.Option(help="Keep finished games in this .jsonl file, and continue from it.")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the report as JSON.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write one row per game and seat.")] = None,
    plot_to: Annotated[Path | None, typer.Option("--plot", help="Write a picture: .png, .svg, .pdf")] = None,
) -> None:
    """Compare players in paired games: everybody plays every seat of the same deals. Win rates, ratings."""
    options = agreed(settings, scenario)
    _own_code()
    arena = [Settings(_names(players), scenario, seed, choose, options, move_seconds)]
    _check(arena, plot_to, record, json, csv)
    results = _run(arena, games, workers, record)
    _report(results, arena, json, csv, plot_to)


def tournament(
    players: Players,
    out: Annotated[Path, typer.Option(help="Folder for games.jsonl and the report.")],
    scenarios: Annotated[str, typer.Option(help="Scenario ids or files, separated by commas.")] = "basic_2p",
    games: Annotated[int, typer.Option(help="Games per scenario, rounded up to whole deals.")] = 100,
    seed: Seed = 0,
    workers: Workers = 0,
    choose: Choose = False,
    settings: Set = None,
    move_seconds: MoveSeconds = 0.0,
) -> None:
    """Let every group of players that fills a table meet, in every scenario; continues if it was stopped."""
    options = agreed(settings, *_names(scenarios))
    _own_code()
    names = _names(players)
    all_settings = [
        Settings(names, scenario, seed, choose, options, move_seconds) for scenario in _names(scenarios)
    ]
    record, json, csv, picture = (
        out / name for name in ("games.jsonl", "report.json", "games.csv", "report.png")
    )
    _check(all_settings, picture, record, json, csv)
    results = _run(all_settings, games, workers, record)
    _report(results, all_settings, json, csv, picture)


def verify(record: Annotated[Path, typer.Argument(help="A record of the arena (.jsonl).")]) -> None:
    """Replay all games of a record from their actions, and check everything that it says."""
    wrong: list[str] = []
    games = actions = 0
    with waiting(record.name, sum(1 for _ in lines(record))) as progress:
        for kept, difference in differences(record):
            games += 1
            actions += sum(kept.result.decisions)
            if difference:
                wrong.append(f"{record}: line {kept.line}: game {kept.result.game}: {difference}")
            progress.advance(progress.task_ids[0])
    for line in wrong[1:]:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if wrong:
        raise BadRecord(f"{wrong[0]} ({len(wrong)} of {count(games, 'game')} differ)")
    console.print(
        f"{record}: {count(games, 'game')} of {actions:,} actions played again, all as recorded",
        markup=False, highlight=False, soft_wrap=True,
    )  # fmt: skip


# --------------------------------------------------------------------------------------- parts


def _own_code() -> None:
    """`module:Class` may name a file in the current folder."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    if "" in names:
        raise BadArena(f"{text!r}: a name is missing between commas")
    return names


def _check(all_settings: list[Settings], picture: Path | None, *others: Path | None) -> None:
    """Every error that can be known before the first game; what will be written is tried."""
    for settings in all_settings:
        for name in settings.players:
            make_player(name)
        Schedule(settings)
        if settings.move_seconds and not can_limit():
            raise BadArena("move-seconds: this system cannot interrupt a player")
    if picture is not None and picture.suffix not in PICTURES:
        raise BadArena(f"{picture}: unknown kind of picture; there are: {', '.join(PICTURES)}")
    taken: dict[Path, Path] = {}
    for path in (*others, picture):
        if path is not None:
            if path.resolve() in taken:
                raise BadArena(f"{path}: is to be written twice; each output needs a file of its own")
            taken[path.resolve()] = path
            require_writable(path)


def _run(all_settings: list[Settings], games: int, workers: int, record: Path | None) -> list[Result]:
    """Play what is missing; on Ctrl-C and the like report what there is."""
    results: list[Result] = []
    kept = Record(record) if record is not None else None
    try:
        for settings in all_settings:
            results += run(settings, games, workers or cores(), kept, failures_folder(record))
    except Stopped as stopped:
        results += stopped.results
        again = "; the same command goes on" if record is not None else ""
        console.print(f"stopped after {count(len(results), 'game')}{again}")
        if results:
            print_report(make_report(results))
        raise typer.Exit(STOPPED + stopped.signal) from None
    return results


def _report(
    results: list[Result], settings: list[Settings], json: Path | None, csv: Path | None, picture: Path | None
) -> None:
    report = make_report(results)
    print_report(report)
    failures: list[FileError] = []
    files: tuple[tuple[Path | None, Callable[[Path], None]], ...] = (
        (json, lambda path: write_json(path, report, msgspec.to_builtins(settings))),
        (csv, lambda path: write_csv(path, results)),
        (picture, lambda path: plot(path, report)),
    )
    for path, write in files:
        if path is not None:
            try:
                write(path)
            except FileError as error:  # the others may fit
                failures.append(error)
    if failures:
        raise failures[0]
