"""The command line: `acis deck`, `map`, `scenarios`, `rules`, `options`, `demo`, `replay`, and more."""

from __future__ import annotations

import difflib
import random
import sys
from collections.abc import Iterator
from importlib import resources
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from ..box.board import MAP_FILE, SIDES, MapArea, load_board, parse_map
from ..errors import AcisError, DataError
from ..game import Game
from ..kernel.bits import members
from ..kernel.files import require_new
from ..replay import Recorder, load, save
from ..words.names import count, joined
from ..words.terminal import chronicle, heading, paragraph, print_list, table_of
from . import offered
from .deck_command import show_deck
from .demo_player import choose
from .game_options import Set, agreed, show_options, titled
from .rules_command import show_rules
from .scenario_command import show_scenarios
from .version import show_version

app = typer.Typer(
    help="Ancient Civilizations of the Inner Sea.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main(arguments: list[str] | None = None) -> None:
    """Run a command; bad input ends with one line on stderr and exit code 1."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        add_commands(given[0] if given and not given[0].startswith("-") else None)
        app(args=given, prog_name="acis")
    except ModuleNotFoundError as error:
        sentence = offered.missing_package(entry_points(group=offered.COMMANDS), given[0], error)
        if sentence is None:
            raise
        typer.echo(f"acis: {sentence}", err=True)
        sys.exit(1)
    except AcisError as error:
        typer.echo(f"acis: {' '.join(str(error).split())}", err=True)
        sys.exit(1)


def add_commands(asked: str | None) -> None:
    """Add what other packages offer: the command asked for, or all of them for the overview."""
    offered.add_commands(app, entry_points(group=offered.COMMANDS), asked)


@app.callback()
def overview(
    version: Annotated[
        bool, typer.Option("--version", help="Show what is installed.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """Ancient Civilizations of the Inner Sea."""


app.command("deck")(show_deck)


# ------------------------------------------------------------------------------------- map

KINDS = {"land": "land", "coastal": "coastal sea", "open": "open sea"}


@app.command("map")
def show_map(area: Annotated[str | None, typer.Argument(help="One area, by id or name.")] = None) -> None:
    """List the areas of the map and their borders."""
    board = load_board()
    if area is not None:
        _print_area(board.areas[_find_area(area)])
        return
    table = table_of("Area", "Kind", "Edges", "Home of", "Island", "Neighbours")
    for number, place in enumerate(board.areas):
        around = ", ".join(board.names[i] for i in members(board.neighbours[number]))
        table.add_row(
            place.name,
            KINDS[place.kind],
            "".join(place.edges),
            place.home_of or "",
            place.island or "",
            around,
        )
    print_list(table)


def _find_area(name: str) -> int:
    board = load_board()
    try:
        return board.find(name)
    except DataError as error:
        close = difflib.get_close_matches(name.title(), board.names, 1)
        raise DataError(f"{error}; did you mean {close[0]!r}?" if close else str(error)) from None


def _print_area(area: MapArea) -> None:
    sides = dict(zip(SIDES, ("northern", "eastern", "southern", "western"), strict=True))
    facts = [KINDS[area.kind]]
    facts += [f"home of {area.home_of}"] if area.home_of else []
    facts += [f"on the island {area.island}"] if area.island else []
    facts += [f"on the {joined([sides[side] for side in area.edges])} edge"] if area.edges else []
    facts += ["on the Nile"] if area.nile else []
    paragraph(Text.assemble((area.name, "bold"), f" ({area.id}): {', '.join(facts)}"))
    table = table_of("Borders on", "Kind", "Border", "Why")
    board = load_board()
    for a, b, basis, why in parse_map(_map_bytes(), MAP_FILE).adjacency:
        if area.id in (a, b):
            other = board.areas[board.find(b if a == area.id else a)]
            table.add_row(other.name, KINDS[other.kind], basis, why)
    print_list(table)


def _map_bytes() -> bytes:
    return (resources.files("acis_rules") / "data" / MAP_FILE).read_bytes()


# ------------------------------------------------------------ scenarios, options and rules

app.command("scenarios")(show_scenarios)
app.command("options")(show_options)
app.command("rules")(show_rules)


# --------------------------------------------------------------------------- demo and replay


@app.command()
def demo(
    scenario: Annotated[str, typer.Option(help="A scenario id or file.")] = "basic_4p",
    seed: Annotated[int, typer.Option(help="Another number, another game.")] = 7,
    save_to: Annotated[
        Path | None, typer.Option("--save", help="Write a replay file; an existing one is kept.")
    ] = None,
    settings: Set = None,
) -> None:
    """Let simple players play a whole game, and tell its story turn by turn."""
    options = agreed(settings, scenario)
    if save_to is not None:
        require_new(save_to)
    recorder = Recorder(scenario, seed, options)
    heading(titled(scenario, seed, options))
    chronicle(_played(recorder, random.Random(seed)))
    if save_to is not None:
        save(save_to, recorder)
        paragraph(Text(f"saved to {save_to}: {count(len(recorder.replay.actions), 'action')}"))


def _played(recorder: Recorder, rng: random.Random) -> Iterator[Game]:
    game = recorder.game
    yield game
    while not game.over:
        recorder.apply(choose(game, rng))
        yield game


@app.command("replay")
def show_replay(
    file: Annotated[Path, typer.Argument(help="A replay file, or a record of the arena.")],
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Show every decision and its answer.")
    ] = False,
    until: Annotated[int | None, typer.Option(help="Stop after this many actions.")] = None,
    game: Annotated[int | None, typer.Option(help="The game of a record, by its number.")] = None,
    line: Annotated[int | None, typer.Option(help="The game of a record, by its line.")] = None,
) -> None:
    """Tell the story of a recorded game, turn by turn."""
    replay = load(file, game, line)
    heading(titled(replay.scenario, replay.seed, replay.options))
    if until is not None:
        replay.actions = replay.actions[:until]
    chronicle(replay.play(), replay.actions if decisions else None)


if __name__ == "__main__":
    main()
