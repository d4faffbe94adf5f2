"""What every environment checks when it is made, so that no game fails later."""

from __future__ import annotations

import copy
from typing import Any

from acis_rules.box.world import World

from ..players import PlayerSpec

Opponents = PlayerSpec | list[PlayerSpec] | tuple[PlayerSpec, ...]


def check_game(scenario: str, options: dict[str, Any] | None, max_decisions: int) -> World:
    """The world that games of this scenario with these options share; refuses what cannot be played."""
    if not isinstance(scenario, str):
        raise ValueError(f"scenario: an id or a file is needed, {scenario!r} given")
    if options is not None and not isinstance(options, dict):
        raise ValueError(f"options: names and values in a dict are needed, {options!r} given")
    check_at_least_one("max_decisions", max_decisions)
    return World(scenario, options)


class LastWorld:
    """The world of the last game, for the next one if that is alike: worlds never change, and take time."""

    def __init__(self) -> None:
        self._given: object = None
        self._world: World | None = None

    def of(self, scenario: str, options: dict[str, Any] | None, max_decisions: int) -> World:
        """As `check_game`."""
        given = scenario, options or {}, max_decisions
        if self._world is None or given != self._given:
            self._world = check_game(scenario, options, max_decisions)
            self._given = copy.deepcopy(given)
        return self._world

    def __deepcopy__(self, memo: dict[int, Any]) -> LastWorld:
        return LastWorld()

    def __reduce__(self) -> tuple[Any, ...]:
        return LastWorld, ()


def check_at_least_one(what: str, n: int) -> int:
    """The number, or an error if it is not a whole one of at least 1."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise ValueError(f"{what}: a whole number of at least 1 is needed, {n!r} given")
    return n


def check_history(n: int) -> int:
    """How many of the last events an observation tells, or an error if there cannot be so many."""
    return n if n == 0 and not isinstance(n, bool) else check_at_least_one("history", n)


def check_seat(what: str, seat: int, worlds: list[World]) -> None:
    """Refuse a seat that none of these worlds has."""
    most = max(world.n_seats for world in worlds)
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < most:
        names = ", ".join(world.scenario_name for world in worlds)
        raise ValueError(f"{what} {seat!r}: {names}: there are seats 0 to {most - 1}")


def spec_list(opponents: Opponents) -> list[PlayerSpec]:
    """One opponent or several, as a list."""
    specs = list(opponents) if isinstance(opponents, list | tuple) else [opponents]
    if not specs:
        raise ValueError("opponents: an empty list; at least one is needed")
    return specs


def game_of_reset(
    options: dict[str, Any] | None, scenario: str, game_options: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Scenario and game options of one game: those `reset` was given, else the environment's own."""
    given = dict(options or {})
    chosen = given.pop("scenario", scenario), given.pop("game_options", game_options)
    if given:
        raise ValueError(f"reset: unknown options {sorted(given)}; there are: game_options, scenario")
    return chosen
