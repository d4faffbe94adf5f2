"""Scenario files, read and checked."""

from __future__ import annotations

import functools
from importlib import resources
from pathlib import Path

from ..errors import DataError, shown
from ..kernel.fixed import fixed
from .data_files import convert, read_yaml
from .scenario_blocks import Scenario
from .scenario_checks import check_scenario


def parse_scenario(path: str | Path | None, builtin: str = "") -> Scenario:
    """Read and check a scenario file; an error names the file, the block and the field."""
    name, content = read_yaml(path, builtin)
    scenario = fixed(convert(content, Scenario, name))
    check_scenario(scenario, name)
    return scenario


@functools.cache
def scenarios() -> dict[str, str]:
    """All scenarios that come with the game: id -> title."""
    folder = resources.files("acis_rules") / "data" / "scenarios"
    found = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".yaml"):
            found[file.name.removesuffix(".yaml")] = load_scenario(file.name.removesuffix(".yaml")).title
    return found


@functools.cache
def load_scenario(name: str) -> Scenario:
    """A scenario by its id, or from a file if `name` ends in .yaml."""
    if name.endswith((".yaml", ".yml")):
        return parse_scenario(name)
    folder = resources.files("acis_rules") / "data" / "scenarios"
    known = sorted(f.name.removesuffix(".yaml") for f in folder.iterdir() if f.name.endswith(".yaml"))
    if name not in known:
        raise DataError(f"unknown scenario {shown(name)}; there are: {', '.join(known)}")
    return parse_scenario(None, f"scenarios/{name}.yaml")
