"""What players are shown in the arena: all that their seat may know, and nothing that leads to the game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from helpers import seen
from random_play import SETUPS

from acis_rules import Game
from acis_rules.kernel.log import Event
from acis_rules.kernel.state import State
from acis_rules.screens import Screen
from acis_rules.views import View

SOLITAIRE = "caesar_pompey_solo"
MIXED: dict[str, dict[str, Any]] = {"four_civs_b": {"players": [0, 1, 0, 1]}, "three_west": {"single": 1}}


def played(scenario: str, seed: int, options: dict[str, Any] | None = None) -> Iterator[tuple[Game, Screen]]:
    """A random game, with the screen of the seat that has to decide."""
    game = Game.new(scenario, seed, options)
    rng = random.Random(seed)
    screens = [Screen(game.state, seat) for seat in range(game.state.world.n_seats)]
    while not game.over:
        yield game, screens[game.seat]
        game.apply(rng.choice(game.legal_actions()))


def parts(thing: Any) -> Iterator[tuple[str, Any]]:
    """What ordinary attribute access and indexing lead to, and its name."""
    if isinstance(thing, (int, str, float, Fraction, type(None))):
        return
    if isinstance(thing, (list, tuple, set, frozenset)):
        yield from ((f"[{i}]", one) for i, one in enumerate(thing))
    if isinstance(thing, dict):
        yield from ((f"[{key!r}]", one) for key, one in thing.items())
    for name in dir(thing):
        if not name.startswith("__") and name != "_field_defaults":  # words about a class
            try:
                value = getattr(thing, name)
            except (AttributeError, AssertionError):
                continue
            if not callable(value):
                yield f".{name}", value


def walk(
    thing: Any, path: str = "view", found: dict[int, tuple[str, Any]] | None = None
) -> dict[int, tuple[str, Any]]:
    """Everything that can be reached, by identity, with one way to it."""
    found = {} if found is None else found
    if id(thing) not in found:
        found[id(thing)] = path, thing
        for name, part in parts(thing):
            walk(part, path + name, found)
    return found


def can_change(thing: Any) -> bool:
    """Whether it can be changed by assignment, by item or by a method of its kind."""
    if isinstance(thing, (list, bytearray, set)):
        return True
    if isinstance(thing, dict):
        return changes(lambda: thing.update({"intruder": 1}))
    if isinstance(thing, (tuple, bytes, int, str, float, frozenset, type(None))):
        return isinstance(thing, Fraction)
    fields = (
        *getattr(thing, "__slots__", ()),
        *getattr(thing, "__struct_fields__", ()),
        *getattr(thing, "__dict__", ()),
    )
    return any(
        changes(lambda name=name: setattr(thing, name, getattr(thing, name)))  # type: ignore[misc]
        for name in ("intruder", *fields)
        if name == "intruder" or hasattr(thing, name)
    )


def changes(deed: Callable[[], object]) -> bool:
    try:
        deed()
    except (AttributeError, TypeError):
        return False
    return True


@pytest.mark.parametrize("scenario", [*SETUPS, SOLITAIRE, *MIXED])
def test_a_screen_shows_all_that_a_seat_may_know(scenario: str) -> None:
    """To the letter what the view of the game shows, and the games it holds possible are the same."""
    for i, (game, screen) in enumerate(played(scenario, 1, MIXED.get(scenario))):
        if i % 7:
            continue
        view, shown = game.view(game.seat), screen.view()
        assert seen_in(shown) == seen_in(view)
        again = [one.sample(random.Random(i)).to_dict() for one in (view, shown)]
        assert again[0] == again[1]


def seen_in(view: View) -> dict[str, object]:
    class Shown:
        def view(self, seat: int) -> View:
            return view

    return seen(Shown(), view.seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("scenario", ["basic_4p", SOLITAIRE, *MIXED])
def test_nothing_reached_through_a_screen_belongs_to_the_game(scenario: str) -> None:
    """All that can be reached and changed is the player's own copy."""
    for i, (game, screen) in enumerate(played(scenario, 5, MIXED.get(scenario))):
        if i % 60:
            continue
        of_game = walk(game.state, "game")
        of_player = walk(screen.view())
        assert any(path.startswith("view._s.world.deck") for path, _ in of_player.values())
        shared = [(path, thing) for key, (path, thing) in of_player.items() if key in of_game]
        assert [path for path, thing in shared if can_change(thing)] == []


@pytest.mark.parametrize("scenario", ["basic_4p", SOLITAIRE, *MIXED])
def test_nothing_hidden_is_reached_through_a_screen(scenario: str) -> None:
    """Whatever the others hold and the deck brings, every attribute down to the last is the same."""
    rng = random.Random(2)
    for i, (game, screen) in enumerate(played(scenario, 6, MIXED.get(scenario))):
        if i % 60:
            continue
        other = game.determinize(game.seat, rng)
        assert flat(screen.view()) == flat(Screen(other.state, game.seat).view())


def flat(view: View) -> dict[str, str]:
    """All that the view holds, as it is stored; the world is the same for all."""
    s = view._s
    found = {name: repr(getattr(s, name)) for name in State.__slots__ if name not in ("world", "log")}
    told = repr([Event(*event) for event in s.log._since(0)])
    return found | {"log": told, "hidden": repr(s.log._hidden), "view": repr((view._mine, view._open))}


def test_changing_everything_in_reach_changes_nothing() -> None:
    """A vandal at every decision; the game is the one it would have been."""
    for i, ((game, screen), (quiet, _)) in enumerate(
        zip(played("basic_2p", 4), played("basic_2p", 4), strict=True)
    ):
        view = screen.view()
        if i % 60 == 0:
            for _, thing in list(walk(view).values()):
                if isinstance(thing, (list, bytearray, dict)):
                    changes(thing.clear)
        changes(lambda view=view: setattr(view.world, "n_seats", 1))  # type: ignore[misc]
        view._s.over, view._s.question = True, None
        assert game.legal_mask == quiet.legal_mask
    assert game.to_dict() == quiet.to_dict() and game.events == quiet.events
