"""Players that take seats inside an environment, named by a spec.

A spec is a name of the entry-point group "acis.players" (`npc`, `greedy`, ...), with arguments
after a colon (`search:general:64`), or `module:Class` of your own code. `random` is always there.
Instead of a name it may be a class or function to be called with `seed=...`, or a player object.
A player sees only its seat's view.
"""

from __future__ import annotations

import copy
import functools
import importlib
import random
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol

from acis_rules import Decision
from acis_rules.errors import AcisError
from acis_rules.views import View


class UnknownPlayer(AcisError):
    """No player of that name."""


class PlayerFailed(AcisError):
    """A player inside an environment raised an error or answered with an action that is not legal."""


class Player(Protocol):
    """Who decides for a seat. Made with a seed, so that whole games can be repeated."""

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        """One of the legal actions."""
        ...


PlayerSpec = str | Player | Callable[..., Player]


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


def make_player(spec: PlayerSpec, seed: int = 0) -> Player:
    """A player for one game: the one that a spec names, or what a class or function makes, seeded.

    A player object is copied, so that it begins every game as it was given.
    """
    if isinstance(spec, str):
        factory, arguments = _factory(spec)
    elif not isinstance(spec, type) and _can_act(spec):
        return _copied(spec)
    elif callable(spec):
        factory, arguments = spec, ()
    else:
        raise UnknownPlayer(f"unknown player {spec!r}: it has no act(view, decision, legal)")
    try:
        player: Player = factory(*arguments, seed=seed)
    except AcisError:
        raise
    except ModuleNotFoundError as error:  # it looks for what it needs only now
        raise _lacks(str(spec), error) from None
    except TypeError as error:  # most of all: it takes no such arguments
        raise UnknownPlayer(f"unknown player {spec!r}: {error}") from error
    except (Exception, SystemExit) as error:
        raise UnknownPlayer(f"player {spec!r} cannot be made: {_in_words(error)}") from error
    if not _can_act(player):
        raise UnknownPlayer(f"unknown player {spec!r}: {player!r} has no act(view, decision, legal)")
    return player


def _factory(spec: str) -> tuple[Callable[..., Any], tuple[str, ...]]:
    """What makes the player that a spec names, and the arguments for it besides the seed."""
    if spec == "random":
        return RandomPlayer, ()
    name, _, argument = spec.partition(":")
    known = _named()
    if name in known:
        return _loaded(known[name]), (argument,) if argument else ()
    if argument:
        try:
            return getattr(importlib.import_module(name), argument), ()
        except (ImportError, AttributeError, ValueError, TypeError) as error:
            raise UnknownPlayer(f"unknown player {spec!r}: {error}") from None
        except (Exception, SystemExit) as error:  # its code is run
            raise UnknownPlayer(f"player {spec!r} cannot be loaded: {_in_words(error)}") from error
    names = ", ".join(sorted({"random", *known}))
    raise UnknownPlayer(f"unknown player {spec!r}; there are: {names}, or module:Class of your own")


def _loaded(entry: EntryPoint) -> Callable[..., Any]:
    """The class behind an installed name; one clear sentence if something it needs is not installed."""
    try:
        factory: Callable[..., Any] = entry.load()
    except ImportError as error:
        raise _lacks(entry.name, error) from None
    return factory


def _lacks(spec: str, error: ImportError) -> UnknownPlayer:
    """What a player needs is not installed; if its package offers it as an extra, how to get it."""
    entry = _named().get(spec.partition(":")[0])
    hint = f" (pip install 'acis[{','.join(entry.extras)}]')" if entry is not None and entry.extras else ""
    return UnknownPlayer(f"player {spec!r} cannot be used: {error}{hint}")


def _in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _can_act(player: object) -> bool:
    return callable(getattr(player, "act", None))


def _copied(player: Any) -> Player:
    try:
        own: Player = copy.deepcopy(player)
    except Exception as error:
        raise UnknownPlayer(
            f"player {player!r} cannot be copied for each game ({error}): give its class instead"
        ) from error
    return own
