"""The compiled helper: some functions again in C, if there was a compiler when acis was installed.

`@compiled` marks a function that the helper has too. The results are the same to the bit; the Python is the
reference, does whatever is unusual, and is all there is where the helper is missing or `ACIS_PURE=1` is set.
"""

from __future__ import annotations

import inspect
import os
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

PURE = "ACIS_PURE"  # set to 1 in the environment: without the helper
_SOURCES = (
    "acis_rules/compiled/*.[ch]",
    "acis_env/observe/packing/*.c",
    "acis_env/envs/*.c",
    "agents/greedy/*.c",
)
_ROOT = Path(__file__).parents[2]


def _stale(helper: ModuleType) -> bool:
    """Whether its sources, where they are at hand, have changed since it was built."""
    built = Path(str(helper.__file__)).stat().st_mtime
    return any(path.stat().st_mtime > built for pattern in _SOURCES for path in _ROOT.glob(pattern))


def _load() -> ModuleType | None:
    if os.environ.get(PURE, "0") not in ("", "0"):
        return None
    try:
        helper = import_module("acis_rules._compiled")
    except ImportError:
        return None
    if _stale(helper):
        warnings.warn(
            "the compiled helper is older than its sources and not used; `pip install -e .` builds it anew",
            RuntimeWarning,
            stacklevel=2,
        )
        return None
    return helper


HELPER = _load()
PYTHON: dict[str, Callable[..., Any]] = {}  # the reference, by the name of the function


def compiled(function: F) -> F:
    """The function of the same name in C, if the helper is in use."""
    PYTHON[function.__name__] = function
    if HELPER is None:
        return function
    replaced: F = HELPER.replacement(function, _documented(function))
    return replaced


def _documented(function: Callable[..., Any]) -> str:
    """Signature and docstring in the form that built-in functions have them."""
    parameters = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in inspect.signature(function).parameters.values()
    ]
    return f"{function.__name__}{inspect.Signature(parameters)}\n--\n\n{function.__doc__}"


def in_use() -> str:
    """Which one is at work, in words."""
    return "pure Python" if HELPER is None else "with the compiled helper"
