"""`acis scenarios`: all of them, or one explained; another package draws it."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.text import Text

from ..box.option_words import in_words
from ..box.scenario import load_scenario, scenarios
from ..box.scenario_blocks import Scenario
from ..box.scenario_files import variants_of
from ..errors import DataError
from ..kernel.state import State
from ..words.names import capitalized, count
from ..words.terminal import console, heading, paragraph, print_list, table_of
from . import scenario_words as words
from .game_options import Set, agreed
from .rule_catalogue import Rule
from .victory_words import how_won

PICTURES = "acis.pictures"  # the entry-point group in which another package offers to draw a setup


def show_scenarios(
    name: Annotated[str | None, typer.Argument(help="The scenario to explain: an id or a file.")] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw its setup on the map: FILE.png or FILE.svg.")
    ] = None,
    settings: Set = None,
) -> None:
    """List the scenarios that come with the game, or explain one: setup, rules, and how it is won."""
    if name is not None:
        options = agreed(settings, name)
        if picture is not None:
            _draw(name, options, picture)
        else:
            _explain(name, options)
        return
    if picture is not None or settings:
        raise DataError("scenarios: --picture and --set need the name of a scenario")
    table = table_of("Id", "Title", "Players", "Map", "Epochs")
    for one, title in scenarios().items():
        scenario = load_scenario(one)
        epochs = words.epochs_in_words(scenario.clock)
        players = f"{scenario.players}{words.npcs_among(scenario)}"
        facts = (title, players, words.map_in_words(scenario), epochs)
        table.add_row(one, *map(escape, facts))
    print_list(table)


def _draw(name: str, options: dict[str, Any], picture: Path) -> None:
    """Let the package that knows how to draw do it."""
    for entry in entry_points(group=PICTURES, name="setup"):
        entry.load()(name, options, picture)
        return
    raise DataError(f"{picture}: nothing is installed that draws pictures")


# ---------------------------------------------------------------------------------- explaining one


def _explain(name: str, options: dict[str, Any]) -> None:
    s = words.laid_out(name, options).state
    scenario = s.world.scenario
    special = words.special_rules(scenario)
    heading(scenario.title)
    players = f"{count(scenario.players, 'player')}{words.npcs_among(scenario)}"
    part = words.map_in_words(scenario)
    board = f"{part} map" if part in words.MAPS.values() else f"map {part}"
    _sentences([f"{capitalized(scenario.kind)} scenario {scenario.id}: {players}, {board}."])
    _sentences([f"With {in_words(options)}."] if options else [])
    _sentences([words.length(scenario.clock)])
    _section("Setup")
    _print_setup(s)
    _sentences(words.on_the_table(s))
    _section("How it is won")
    _sentences(how_won(s))
    _section("NPCs", words.npcs(s))
    _print_rules("Rules beyond those of the base game", special)
    _print_offers(name, scenario)


def _print_setup(s: State) -> None:
    columns = {field: field.capitalize() for field in words.Setup._fields} | {"seat": "Seat (from 0)"}
    rows = words.setups(s)
    used = [field for field in columns if any(getattr(row, field) for row in rows)]
    table = table_of(*(columns[field] for field in used))
    for row in rows:
        table.add_row(*(escape(getattr(row, field)) for field in used))
    print_list(table)


def _print_rules(title: str, rules: Iterable[Rule]) -> None:
    texts = [Text.assemble((rule.id, "bold"), f" {rule.text}") for rule in rules]
    if texts:
        _section(title)
    for text in texts:
        paragraph(text, 2)


def _print_offers(name: str, scenario: Scenario) -> None:
    """Optional rules and variants, with the words that choose them."""
    if scenario.rules:
        _section("Optional rules (--set rules=[NAME])")
        table = table_of("Name", "Rules", "What")
        for one, rule in scenario.rules.items():
            table.add_row(one, ", ".join(rule.numbers), escape(rule.text))
        print_list(table)
    variants = {} if name.endswith((".yaml", ".yml")) else variants_of(name)
    if variants:
        _section("Variants (--set variants=[NAME])")
        table = table_of("Name", "Title")
        for one, title in variants.items():
            table.add_row(one, escape(title))
        print_list(table)


def _section(title: str, sentences: Iterable[str] | None = None) -> None:
    """A heading; with sentences, only if there are some."""
    texts = [] if sentences is None else list(sentences)
    if texts or sentences is None:
        console.print()
        console.print(Text(title, style="bold underline"))
    _sentences(texts)


def _sentences(texts: Iterable[str]) -> None:
    for text in texts:
        paragraph(Text(text))
