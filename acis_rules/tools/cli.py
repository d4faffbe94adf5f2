"""The command line: `acis deck`, `map`, `scenarios`, `rules`, `options`, `demo`, `replay`, and more."""

from __future__ import annotations

import difflib
import random
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Annotated, get_args

import typer
from rich.padding import Padding
from rich.text import Text

from ..box.board import MAP_FILE, SIDES, Area, load_board, parse_map
from ..box.deck import Basis, Deck, Fate, load_deck, parse_deck
from ..effects import Tags
from ..errors import AcisError, DataError
from ..game import Game
from ..kernel.bits import members
from ..kernel.files import require_writable
from ..replay import Recorder, load, save
from ..words.names import count, joined
from ..words.terminal import chronicle, console, heading, table_of
from .demo_player import choose
from .game_options import Set, agreed, show_options, titled
from .rule_catalogue import Rule, coverage, load_rules, tests_folder
from .scenario_command import show_scenarios

COMMANDS = "acis.commands"  # the entry-point group in which other packages offer commands

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
    except AcisError as error:
        typer.echo(f"acis: {' '.join(str(error).split())}", err=True)
        sys.exit(1)


def add_commands(asked: str | None) -> None:
    """Add the commands of other packages: the one asked for, or all of them for the overview."""
    own = {command.name for command in app.registered_commands}
    own |= {group.name for group in app.registered_groups}
    for entry in entry_points(group=COMMANDS):
        if entry.name not in own and asked in (None, entry.name):
            try:
                _add(entry)
            except ImportError as error:
                if asked is not None:
                    raise DataError(f"{entry.name} cannot be used: {error}{_hint(entry)}") from None


def _add(entry: EntryPoint) -> None:
    command = entry.load()
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=entry.name)
    else:
        app.command(entry.name)(command)


def _hint(entry: EntryPoint) -> str:
    extras = ",".join(entry.extras)
    return f" (pip install 'acis[{extras}]')" if extras else ""


# ------------------------------------------------------------------------------------ deck

FLAGS = {"C": "Competition", "N": "Negation", "I": "Investment", "E": "Event"}
TAGS = {
    "removes": "removes discs", "barbarians": "Barbarians", "costs_vp": "costs VP",
    "costs_talents": "costs talents", "costs_cards": "costs cards", "gives_vp": "gives VP",
    "gives_talents": "gives talents", "gives_cards": "gives cards", "builds_wonder": "builds a Wonder",
    "helps_wonder": "helps a Wonder", "harms_wonder": "harms a Wonder", "allies": "white discs",
    "order": "turn order", "forbids": "forbids placing", "shields": "protects",
}  # fmt: skip


@app.command()
def deck(
    card: Annotated[int | None, typer.Option(help="Show one card, by its id.")] = None,
    check: Annotated[Path | None, typer.Option(help="Check a deck file of your own.")] = None,
) -> None:
    """The 103 Fate cards and the 7 Wonders, or a check of a deck file."""
    if check is not None:
        console.print(f"ok: {_deck_counts(parse_deck(check))}")
        return
    fates = load_deck().cards[1:]
    if card is not None:
        if not 1 <= card <= len(fates):
            raise DataError(f"there is no card {card}; ids are 1 to {len(fates)}")
        _print_card(fates[card - 1])
        return
    table = table_of("#", "Card", "Kind", "Then", "Basis", "Can", "Text")
    for fate in fates:
        then = "aside" if fate.aside else "discard"
        table.add_row(
            str(fate.id), fate.name, _kinds(fate), then, fate.source.basis, _tags(fate.tags), fate.text
        )
    console.print(table)
    wonders = table_of("Wonder", "Discs", "When", "Basis", "Text")
    for wonder in load_deck().wonders:
        wonders.add_row(wonder.name, str(wonder.discs), wonder.when, wonder.basis, wonder.text)
    console.print(wonders)


def _print_card(fate: Fate) -> None:
    console.print(f"[bold]{fate.name}[/] (#{fate.id})", _kinds(fate))
    console.print(fate.text)
    console.print(f"Can: {_tags(fate.tags) or 'nothing that other cards ask for'}")
    console.print(f"After play: {'set aside until the end of the Epoch' if fate.aside else 'discarded'}")
    console.print(f"Effect {fate.source.basis}, id {fate.source.id_basis}")


def _kinds(fate: Fate) -> str:
    kinds = [FLAGS[flag] for flag in fate.source.flags]
    return ", ".join(kinds + ["Great Person"] * fate.great_person + ["invasion"] * fate.invasion)


def _tags(tags: Tags) -> str:
    discs = [f"up to {count(tags.discs, 'disc')}"] if tags.discs else []
    return ", ".join(discs + [words for field, words in TAGS.items() if getattr(tags, field)])


def _deck_counts(checked: Deck) -> str:
    cards = checked.cards[1:]
    bases = Counter(card.source.basis for card in cards)
    parts = joined([f"{bases[basis]} {basis}" for basis in get_args(Basis) if bases[basis]])
    return f"{len(cards)} cards ({parts}), {count(len(checked.wonders), 'Wonder')}"


# ------------------------------------------------------------------------------------- map

KINDS = {"land": "land", "coastal": "coastal sea", "open": "open sea"}


@app.command("map")
def show_map(area: Annotated[str | None, typer.Argument(help="An area, by id or name.")] = None) -> None:
    """The areas of the map and their borders."""
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
    console.print(table)


def _find_area(name: str) -> int:
    board = load_board()
    try:
        return board.find(name)
    except DataError as error:
        close = difflib.get_close_matches(name.title(), board.names, 1)
        raise DataError(f"{error}; did you mean {close[0]!r}?" if close else str(error)) from None


def _print_area(area: Area) -> None:
    sides = dict(zip(SIDES, ("northern", "eastern", "southern", "western"), strict=True))
    facts = [KINDS[area.kind]]
    facts += [f"home of {area.home_of}"] if area.home_of else []
    facts += [f"on the island {area.island}"] if area.island else []
    facts += [f"on the {joined([sides[side] for side in area.edges])} edge"] if area.edges else []
    facts += ["on the Nile"] if area.nile else []
    console.print(f"[bold]{area.name}[/] ({area.id}): {', '.join(facts)}")
    table = table_of("Borders on", "Kind", "Border", "Why")
    board = load_board()
    for a, b, basis, why in parse_map(_map_bytes(), MAP_FILE).adjacency:
        if area.id in (a, b):
            other = board.areas[board.find(b if a == area.id else a)]
            table.add_row(other.name, KINDS[other.kind], basis, why)
    console.print(table)


def _map_bytes() -> bytes:
    return (resources.files("acis_rules") / "data" / MAP_FILE).read_bytes()


# ------------------------------------------------------------------- scenarios and options

app.command("scenarios")(show_scenarios)
app.command("options")(show_options)


# ----------------------------------------------------------------------------------- rules


@app.command("rules")
def show_rules(
    rule: Annotated[str | None, typer.Argument(help="A rule (GRO-19) or a chapter (GRO).")] = None,
    show_coverage: Annotated[bool, typer.Option("--coverage", help="List rules no test names.")] = False,
) -> None:
    """The rules in numbered entries, and which of them the tests name."""
    if show_coverage:
        _print_coverage()
        return
    rules = load_rules()
    if rule is None:
        chapters = Counter(entry.chapter for entry in rules.values())
        for chapter, n in chapters.items():
            console.print(f"{chapter:5} {n:4} entries")
        console.print("`acis rules GRO` prints a chapter, `acis rules GRO-19` one entry.")
        return
    wanted = rule.upper()
    found = [entry for entry in rules.values() if wanted in (entry.id.upper(), entry.chapter)]
    if not found:
        raise DataError(f"there is no rule or chapter {rule!r}; `acis rules` lists the chapters")
    for entry in found:
        _print_rule(entry)


def _print_rule(rule: Rule) -> None:
    console.print(Text.assemble((rule.id, "bold"), (f" {rule.kind}", "dim")))
    console.print(Padding(Text(rule.text), (0, 0, 0, 2), expand=False))
    if rule.ruling:
        console.print(Padding(Text(f"Ruling: {rule.ruling}", style="italic"), (0, 0, 0, 2), expand=False))


def _print_coverage() -> None:
    found = coverage(tests_folder())
    for rule in found.missing:
        console.print(Text(f"{rule.id:7} {rule.text}"), no_wrap=True, overflow="ellipsis")
    named, excepted, missing = len(found.named), len(found.excepted), len(found.missing)
    total = named + excepted + missing
    console.print(f"{named} of {total} rules named by tests, {excepted} excepted, {missing} missing")
    if found.missing:
        raise typer.Exit(1)


# --------------------------------------------------------------------------- demo and replay


@app.command()
def demo(
    scenario: Annotated[str, typer.Option(help="A scenario id or file.")] = "basic_4p",
    seed: Annotated[int, typer.Option(help="Another number, another game.")] = 7,
    save_to: Annotated[Path | None, typer.Option("--save", help="Write a replay file.")] = None,
    settings: Set = None,
) -> None:
    """Simple players play a whole game; its story, turn by turn."""
    options = agreed(settings, scenario)
    if save_to is not None:
        require_writable(save_to)
    recorder = Recorder(scenario, seed, options)
    heading(titled(scenario, seed, options))
    chronicle(_played(recorder, random.Random(seed)))
    if save_to is not None:
        save(save_to, recorder)
        console.print(f"saved to {save_to}: {count(len(recorder.replay.actions), 'action')}")


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
    until: Annotated[int | None, typer.Option(help="Stop after so many actions.")] = None,
    game: Annotated[int | None, typer.Option(help="The game of a record, by its number.")] = None,
    line: Annotated[int | None, typer.Option(help="The game of a record, by its line.")] = None,
) -> None:
    """The story of a recorded game, turn by turn."""
    replay = load(file, game, line)
    heading(titled(replay.scenario, replay.seed, replay.options))
    if until is not None:
        replay.actions = replay.actions[:until]
    chronicle(replay.play(), replay.actions if decisions else None)


if __name__ == "__main__":
    main()
