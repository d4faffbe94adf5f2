"""Scenario files, read and checked."""

from __future__ import annotations

import functools
from pathlib import Path

from ..errors import DataError, shown
from ..kernel.fixed import fixed
from .data_files import convert
from .scenario_blocks import Scenario
from .scenario_checks import check_scenario
from .scenario_files import builtin_files, put_together


def parse_scenario(
    path: str | Path | None, builtin: str = "", variants: tuple[str, ...] = (), rules: tuple[str, ...] = ()
) -> Scenario:
    """Read and check a scenario file; an error names the file, the block and the field."""
    name, content = put_together(path, builtin, variants, rules)
    scenario = fixed(convert(content, Scenario, name))
    check_scenario(scenario, name)
    return scenario


@functools.cache
def scenarios() -> dict[str, str]:
    """All scenarios that come with the game: id -> title."""
    return {name: load_scenario(name).title for name in builtin_files("scenarios")}


@functools.cache
def load_scenario(name: str, variants: tuple[str, ...] = (), rules: tuple[str, ...] = ()) -> Scenario:
    """A scenario by its id, or from a file if `name` ends in .yaml; with variants and optional rules."""
    if name.endswith((".yaml", ".yml")):
        return parse_scenario(name, "", variants, rules)
    known = builtin_files("scenarios")
    if name not in known:
        raise DataError(f"unknown scenario {shown(name)}; there are: {', '.join(known)}")
    return parse_scenario(None, f"scenarios/{name}.yaml", variants, rules)
