"""Imports between packages and between rooms go one way only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# From the bottom to the top: a room may import what stands before it. Modules of a package that are in no
# room are named where they belong; the rest are its public face and come last.
PACKAGES = ("acis_rules", "acis_env", "agents", "training")
ROOMS = {
    "acis_rules": ("errors", "kernel", "table", "effects", "box", "cards", "phases", "variants",
                   "historical", "words", "views", "saved", "face", "tools"),
    "acis_env": ("players", "observe", "render", "envs", "face", "tools"),
    "agents": ("npc", "greedy", "learned", "search", "live", "terminal", "human", "review", "arena", "serve",
               "face", "tools"),
}  # fmt: skip


# A view hands out a game to look ahead in; games make views.
EXCEPTION = ("acis_rules.views", "acis_rules.game")


def imports(module: Path) -> set[str]:
    """Full names of the project's modules that a module imports, when it is loaded or later."""
    package = module.relative_to(ROOT).parent.parts
    out: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(module.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            name = ".".join((*base, *(node.module or "").split("."))).strip(".")
            out |= {name, *(f"{name}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            out |= {alias.name for alias in node.names}
        waiting += ast.iter_child_nodes(node)
    return {name for name in out if name.partition(".")[0] in PACKAGES}


def room(name: str) -> str:
    """The room of a module, or "face"."""
    package, *rest = name.split(".")
    return rest[0] if rest and rest[0] in ROOMS[package] else "face"


MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_downwards(path: Path) -> None:
    own = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    package = own.partition(".")[0]
    for other in imports(path):
        if own == EXCEPTION[0] and other.startswith(EXCEPTION[1]):
            continue
        theirs = other.partition(".")[0]
        assert PACKAGES.index(theirs) <= PACKAGES.index(package), f"{own} imports {other}"
        if theirs == package and package in ROOMS and other != package:
            order = ROOMS[package]
            assert order.index(room(other)) <= order.index(room(own)), f"{own} imports {other}"


def test_every_folder_is_a_room() -> None:
    for package, rooms in ROOMS.items():
        folders = {path.name for path in (ROOT / package).iterdir() if (path / "__init__.py").exists()}
        assert folders <= set(rooms), f"{package}: {folders - set(rooms)}"
