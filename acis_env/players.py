"""Players that take seats inside an environment, named by a spec string.

A spec is a name of the entry-point group "acis.players" (`npc`, `greedy`, ...), with arguments
after a colon (`ismcts:200`), or `module:Class` of your own code. `random` is always there.
A player sees only its seat's view.
"""

from __future__ import annotations

import functools
import importlib
import random
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol

from acis_rules import Decision
from acis_rules.errors import AcisError
from acis_rules.views import View


class UnknownPlayer(AcisError):
    """No player of that name."""


class Player(Protocol):
    """Who decides for a seat. Made with a seed, so that whole games can be repeated."""

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        """One of the legal actions."""
        ...


class RandomPlayer:
    """Chooses uniformly among the legal actions."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        """A random legal action."""
        return legal[int(self._random.random() * len(legal))]


@functools.cache
def _named() -> dict[str, EntryPoint]:
    """Players of installed packages; looked up once, since it takes milliseconds."""
    return {entry.name: entry for entry in entry_points(group="acis.players")}


def make_player(spec: str | Player, seed: int = 0) -> Player:
    """The player that a spec names, seeded; a player object is returned as it is."""
    if not isinstance(spec, str):
        return spec
    if spec == "random":
        return RandomPlayer(seed)
    name, _, argument = spec.partition(":")
    known = _named()
    if name in known:
        factory: Any = known[name].load()
        return factory(argument, seed) if argument else factory(seed=seed)
    if argument:
        try:
            factory = getattr(importlib.import_module(name), argument)
        except (ImportError, AttributeError) as error:
            raise UnknownPlayer(f"unknown player {spec!r}: {error}") from None
        return factory(seed=seed)
    names = ", ".join(sorted({"random", *known}))
    raise UnknownPlayer(f"unknown player {spec!r}; there are: {names}, or module:Class of your own")
