"""The lobby: what can be played, with whom and with which options, and the games on the shelf."""

from __future__ import annotations

import functools
import random
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from acis_env.render.snapshot import take
from acis_rules.box.data_files import convert, parse_yaml
from acis_rules.box.option_words import options_in_words, plain
from acis_rules.box.scenario import load_scenario, scenarios
from acis_rules.box.scenario_blocks import Scenario
from acis_rules.box.scenario_files import variants_of
from acis_rules.box.world import World
from acis_rules.errors import AcisError, DataError, clipped
from acis_rules.tools import scenario_words as words
from acis_rules.tools.demo_player import choose
from acis_rules.tools.victory_words import how_won
from acis_rules.words.names import capitalized, count

from ..live.game import LiveGame
from ..live.lessons import COURSES, load_course
from ..live.saved import Saved
from ..live.seats import NPC, PERSON, check_seats, player_name
from ..live.titles import agreed, option_title
from .board import board_groups, board_svg
from .shelf import OpenGame, Shelf

NOT_FROM_A_PAGE = ("deck", "created")  # a file of the machine; what takes a form of its own
TICKED = ("rules", "variants")  # the scenario says which there are
MOST_RULES = 60


class BadWish(AcisError):
    """What the lobby is asked for cannot be had."""


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """A game that somebody wants to begin."""

    scenario: str
    seats: list[str]
    seed: int | None = None
    options: dict[str, str] = {}  # as after `--set`
    fair: bool = False


@functools.cache
def scenario_list() -> list[dict[str, Any]]:
    """All scenarios at a glance."""
    out = []
    for name, title in scenarios().items():
        scenario = load_scenario(name)
        world = World(name)
        out.append({
            "id": name,
            "title": title,
            "players": f"{count(scenario.players, 'player')}{words.npcs_among(scenario)}",
            "seats": [NPC if seat in world.npc_seats else PERSON for seat in range(world.n_seats)],
            "map": _map(words.map_in_words(scenario)),
            "epochs": words.epochs_in_words(scenario.clock),
        })  # fmt: skip
    return out


def _map(part: str) -> str:
    """The part of the map in play, in a list: "eastern map", "map east of the God King line"."""
    return f"map {part}" if " of the " in part else f"{part} map"


@functools.lru_cache(maxsize=64)
def explained(name: str) -> dict[str, Any]:
    """A scenario in words and as a picture."""
    if name not in scenarios():
        raise BadWish("there is no such scenario")
    s = words.laid_out(name, {}).state
    scenario = s.world.scenario
    rng = random.Random(0)
    snapshot = take(words.laid_out(name, {}, lambda game: choose(game, rng)), since=0)
    special = words.special_rules(scenario)
    return {
        "id": name,
        "title": scenario.title,
        "length": words.length(scenario.clock),
        "setup": [_setup_words(one) for one in words.setups(s)],
        "table": list(words.on_the_table(s)),
        "won": list(how_won(s)),
        "npcs": [capitalized(one) for one in words.npcs(s)],
        "offers": _offers(name, scenario),
        "rules": [{"id": rule.id, "text": rule.text} for rule in special[:MOST_RULES]],
        "more_rules": max(0, len(special) - MOST_RULES),
        "board": board_svg(s.world.board),
        "groups": board_groups(snapshot),
    }


def _offers(name: str, scenario: Scenario) -> list[dict[str, str]]:
    """The optional rules and variants of a scenario, each to be taken or not."""
    rules = [
        {"option": "rules", "name": one, "text": f"{rule.text} ({', '.join(rule.numbers)})"}
        for one, rule in scenario.rules.items()
    ]
    return rules + [
        {"option": "variants", "name": one, "text": f"Variant: {title}"}
        for one, title in variants_of(name).items()
    ]


def _setup_words(one: words.Setup) -> str:
    also = f"; {one.also}" if one.also else ""
    return f"{capitalized(one.faction)} ({one.colour}): {one.discs}; {one.hand} cards{also}"


def option_list() -> list[dict[str, str]]:
    """The options of a game, as the page offers them."""
    return [
        {
            "name": one.name,
            "title": option_title(one.name),
            "possible": one.possible,
            "default": one.default,
            "meaning": one.meaning,
        }
        for one in options_in_words().values()
        if one.name not in NOT_FROM_A_PAGE and one.name not in TICKED
    ]


def begin(shelf: Shelf, body: bytes, players: Sequence[str]) -> tuple[str, OpenGame]:
    """Begin the game that somebody wishes for; players are those that the server offers."""
    try:
        wish = convert(msgspec.json.decode(body), Wish, "the game")
    except (msgspec.DecodeError, DataError, RecursionError) as error:
        raise BadWish(clipped(str(error), 300)) from None
    if wish.scenario not in scenarios():
        raise BadWish(f"there is no scenario {clipped(wish.scenario, 40)}")
    for seat, spec in enumerate(wish.seats):
        if spec not in players:
            raise BadWish(f"seat {seat}: {clipped(spec, 60)} is not offered here")
    options: dict[str, Any] = {}
    for name, value in wish.options.items():
        if name in NOT_FROM_A_PAGE:
            raise BadWish(f"the option {name} cannot be set from a page")
        options[name] = None if value == "none" else parse_yaml(value[:400], clipped(name, 40))
    seed = wish.seed if wish.seed is not None else secrets.randbelow(10**9)
    settings = plain(options)
    seats = _seated(wish.scenario, settings, wish.seats)
    return shelf.add(lambda path: LiveGame.new(wish.scenario, seed, seats, settings, path, wish.fair))


def _seated(scenario: str, options: dict[str, Any], seats: list[str]) -> list[str]:
    """The seats; those that an option adds to the scenario are the NPC's."""
    world = World(scenario, options)
    added = max(0, world.n_seats - len(seats)) if len(seats) == World(scenario).n_seats else 0
    out = [*seats, *[NPC] * added]
    check_seats(world, out)
    return out


def learn(shelf: Shelf) -> tuple[str, OpenGame]:
    """Begin the guided game."""
    return shelf.add(lambda path: LiveGame.guided(path=path))


def game_list(shelf: Shelf) -> list[dict[str, Any]]:
    """The games on the shelf, with the links to their seats: for the host alone."""
    return [_game(name, saved) for name, saved in shelf.list()]


def _game(name: str, saved: Saved | str) -> dict[str, Any]:
    if isinstance(saved, str):
        return {"id": name, "trouble": saved}
    title = scenarios().get(saved.scenario, saved.scenario)
    if saved.course in COURSES:
        title = f"{load_course(saved.course).title}: the guided game"
    return {
        "id": name,
        "title": title,
        "agreed": agreed(saved.options) if not saved.course else "",
        "about": saved.about,
        "over": saved.over,
        "seats": [player_name(spec) for spec in saved.seats],
        "keys": saved.keys,
        "seed": saved.seed,
    }
