"""Commands that other packages offer: the one asked for is loaded, the overview only reads what they say."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path

import typer

from ..errors import DataError

COMMANDS = "acis.commands"  # the entry-point group in which other packages offer commands


def add_commands(app: typer.Typer, entries: Iterable[EntryPoint], asked: str | None) -> None:
    """Add the command asked for; without one all of them, for the overview, with nothing behind them."""
    app.registered_commands = [one for one in app.registered_commands if one.callback is not _unused]
    own = {command.name for command in app.registered_commands}
    own |= {group.name for group in app.registered_groups}
    for entry in entries:
        if entry.name in own:
            continue
        if asked is None:
            app.command(entry.name, help=summary(entry))(_unused)
        elif asked == entry.name:
            _load(app, entry)


def _unused() -> None:
    """Stands in the overview, where no command is run."""


def _load(app: typer.Typer, entry: EntryPoint) -> None:
    try:
        command = entry.load()
    except ImportError as error:
        raise DataError(f"{entry.name} cannot be used: {error}{install_hint(entry)}") from None
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=entry.name)
    else:
        app.command(entry.name)(command)


def missing_package(entries: Iterable[EntryPoint], asked: str | None, error: ImportError) -> DataError | None:
    """The sentence for a command that finds only at work that something is not installed.

    None if it is not about a package of others: then it is a mistake of ours, to be seen in full.
    """
    offers = list(entries)
    ours = {"acis_rules", *(entry.module.partition(".")[0] for entry in offers)}
    for entry in offers:
        if (
            entry.name == asked
            and entry.extras
            and (error.name or "acis_rules").partition(".")[0] not in ours
        ):
            return DataError(f"{entry.name} cannot be used: {error}{install_hint(entry)}")
    return None


def install_hint(entry: EntryPoint) -> str:
    """How to get what an entry needs, if the package says so."""
    extras = ",".join(entry.extras)
    return f" (pip install 'acis[{extras}]')" if extras else ""


def summary(entry: EntryPoint) -> str:
    """What the docstring of a command says, read from its file: loading all packages takes far longer."""
    package, *path = entry.module.split(".")
    spec = find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        file = Path(folder, *path).with_suffix(".py")
        if file.is_file():
            for node in ast.parse(file.read_bytes()).body:
                if isinstance(node, ast.FunctionDef) and node.name == entry.attr:
                    return ast.get_docstring(node) or ""
    return ""
