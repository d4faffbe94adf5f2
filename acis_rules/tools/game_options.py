"""Options on the command line: `--set NAME=VALUE` of every command that plays, and `acis options`."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.text import Text

from ..box.data_files import parse_yaml
from ..box.option_words import OptionWords, in_words, options_in_words, plain, read_options
from ..box.scenario import load_scenario
from ..box.world import World
from ..errors import DataError, clipped
from ..words.terminal import paragraph, print_list, table_of
from .rule_catalogue import load_rules

Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="An option of the game, e.g. vp_limit=25; see `acis options`."
    ),
]


def given_options(texts: list[str] | None) -> dict[str, Any]:
    """What `--set` says, each value read as YAML, in the form in which games are recorded."""
    found: dict[str, Any] = {}
    for text in texts or []:
        name, sign, value = text.partition("=")
        if not sign:
            raise DataError(f"--set {clipped(text)}: write it as NAME=VALUE, such as vp_limit=25")
        if name in found:
            raise DataError(f"--set {clipped(text)}: {name} is set twice")
        found[name] = None if value == "none" else parse_yaml(value, f"--set {clipped(name)}")
    return plain(found)


def agreed(texts: list[str] | None, *scenarios: str) -> dict[str, Any]:
    """The options of `--set` for games of these scenarios; an error if one cannot be played with them."""
    options = given_options(texts)
    for scenario in scenarios:
        try:
            World(scenario, options)
        except DataError as error:
            raise DataError(f"{scenario}: {error}" if len(scenarios) > 1 else str(error)) from None
    return options


def require_same(texts: list[str] | None, recorded: dict[str, Any], where: object) -> None:
    """Refuse what `--set` says if a game was recorded with other options."""
    ours, theirs = given_options(texts), plain(recorded)
    if texts and ours != theirs:
        raise DataError(f"{where}: played with the options {in_words(theirs)}, not {in_words(ours)}")


def titled(scenario: str, seed: int, options: dict[str, Any]) -> str:
    """A game as headings name it, with its options if it has any."""
    words = f", {in_words(options)}" if options else ""
    return f"{load_scenario(scenario).title}, seed {seed}{words}"


def show_options(
    name: Annotated[str | None, typer.Argument(help="One option, by its name.")] = None,
) -> None:
    """List what players can agree on before a game: the options, their values and their rules."""
    options = options_in_words()
    if name is None:
        table = table_of("Option", "Default", "Possible", "Meaning")
        for one in options.values():
            words = (one.default, one.possible, one.meaning)
            table.add_row(Text(one.name, style="bold"), *map(escape, words))
        print_list(table)
        paragraph(Text("`--set NAME=VALUE`, such as --set vp_limit=25, sets one in any command that plays."))
        return
    if name not in options:
        read_options({name: None})  # says which there are
    _print_option(options[name])


def _print_option(option: OptionWords) -> None:
    paragraph(Text(option.name, style="bold"))
    paragraph(Text(option.meaning))
    paragraph(Text(f"Possible: {option.possible}. Default: {option.default}."))
    rules = load_rules()
    for rule in option.rules:
        paragraph(Text.assemble((rule, "bold"), f" {rules[rule].text}"))
