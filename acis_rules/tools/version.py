"""`acis --version`: what is installed."""

from __future__ import annotations

import platform
from importlib.metadata import version

import typer
from rich.text import Text

from ..kernel.compiled import in_use
from ..words.terminal import paragraph


def show_version(asked: bool) -> None:
    """Say which acis this is, and end."""
    if asked:
        paragraph(Text(f"acis {version('acis')}, Python {platform.python_version()}, {in_use()}"))
        raise typer.Exit
