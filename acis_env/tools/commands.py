"""Commands of the environment: `acis watch` makes pictures of games, `acis obs` prints the spaces."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from acis_rules import Game
from acis_rules.box.scenario import load_scenario
from acis_rules.box.world import World
from acis_rules.kernel import files
from acis_rules.kernel.actions import BLOCKS as ACTION_BLOCKS
from acis_rules.kernel.actions import LAYOUT_VERSION, N_ACTIONS
from acis_rules.replay import load
from acis_rules.tools.demo_player import choose
from acis_rules.tools.game_options import Set, agreed, require_same
from acis_rules.words.names import count, joined
from acis_rules.words.terminal import console, print_list, table_of

from ..observe.action_names import NEVER, action_names
from ..observe.history import FIELDS
from ..observe.names import EVENT_KINDS
from ..observe.schema import (
    BLOCKS,
    FLAG_BLOCKS,
    HAND_BLOCKS,
    OBSERVATION_SIZE,
    PRIVATE_BLOCKS,
    SCHEMA_VERSION,
    STATE_BLOCKS,
    STATE_SIZE,
    STATIC_AREA_FLAGS,
    STATIC_CARD_FEATURES,
    Rows,
    offsets,
)
from ..players import make_player
from .setup_picture import BadPicture, png, written

SIMPLE = "simple"  # the players of `acis demo`


class Every(StrEnum):
    """How often a frame is taken."""

    decision = "decision"
    phase = "phase"
    turn = "turn"


# ----------------------------------------------------------------------------------- watch

ENDINGS = (".html", ".gif", ".svg", ".png")


def watch(
    scenario: Annotated[str, typer.Option(help="A scenario id or file.")] = "basic_4p",
    seed: Annotated[int, typer.Option(help="Another number, another game.")] = 7,
    players: Annotated[
        str, typer.Option(help="Who plays: one name for all seats, or one per seat, separated by commas.")
    ] = SIMPLE,
    replay: Annotated[
        Path | None, typer.Option(help="Show a replay file instead, or a game from an arena record.")
    ] = None,
    game: Annotated[int | None, typer.Option(help="The game of the record, by its number.")] = None,
    line: Annotated[int | None, typer.Option(help="The game of the record, by its line.")] = None,
    settings: Set = None,
    out: Annotated[
        Path, typer.Option(help="What to write: .html or .gif (the game), .svg or .png (its end).")
    ] = Path("game.html"),
    every: Annotated[
        Every | None,
        typer.Option(
            help="How often to take a frame; by default each decision for .html, each phase for .gif."
        ),
    ] = None,
) -> None:
    """Draw a whole game: as a page to step through, as an animation, or its last position."""
    ending = out.suffix.lower()
    if ending not in ENDINGS:
        raise BadPicture(f"{out}: unknown kind of picture; there are: {', '.join(ENDINGS)}")
    if replay is None and (game is not None or line is not None):
        raise BadPicture("--game and --line choose a game of a record: name it with --replay")
    if replay is not None:
        record = load(replay, game, line)
        require_same(settings, record.options, replay)
        files.require_writable(out)
        games, title = record.play(), load_scenario(record.scenario).title
    else:
        options = agreed(settings, scenario)
        files.require_writable(out)
        names = _seats(players, World(scenario, options).n_seats)
        games, title = _played(scenario, seed, options, names), load_scenario(scenario).title
        title += "" if set(names) == {SIMPLE} else f": {', '.join(names)}"
    _write(out, ending, games, title, every)


def _seats(players: str, seats: int) -> list[str]:
    names = [name.strip() for name in players.split(",")]
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise BadPicture(f"--players: {count(seats, 'seat')} in this scenario, {len(names)} players given")
    return names


def _played(scenario: str, seed: int, options: dict[str, Any], names: list[str]) -> Iterator[Game]:
    """The game before the first decision and after each one."""
    game = Game.new(scenario, seed, options)
    rng = random.Random(seed)
    others = {seat: make_player(name, seed + 1 + seat) for seat, name in enumerate(names) if name != SIMPLE}
    yield game
    while not game.over:
        player = others.get(game.seat)
        if player is None:
            game.apply(choose(game, rng))
        else:
            game.apply(player.act(game.view(game.seat), game.decision, game.legal_actions()))
        yield game


def _write(out: Path, ending: str, games: Iterator[Game], title: str, every: Every | None) -> None:
    from .. import render
    from ..render.film import Film
    from ..render.page import Page

    frames = 1
    if ending == ".html":
        page = Page(title)
        shown = 0
        for game in _frames(games, every or Every.decision):
            page.add(game, render.take(game, since=shown))
            shown = len(game.state.log)
        page.finish(game)
        frames = page.frames
        content = page.html().encode()
    elif ending == ".gif":
        film = Film()
        for game in _frames(games, every or Every.phase):
            film.add(render.take(game))
        content = film.gif()
        frames = film.frames
    else:
        for game in games:  # noqa: B007  (only the last position is wanted)
            pass
        if ending == ".svg":
            content = render.svg(render.take(game)).encode()
        else:
            content = png(render.image(render.take(game)))
    written(out, content, f", {count(frames, 'frame')}")


def _frames(games: Iterator[Game], every: Every) -> Iterator[Game]:
    """The positions to show: the first, the last, and those in between where something was seen.

    A decision of which nobody else sees anything gives no frame: that it was asked is a secret.
    """
    told = -1
    clock: tuple[object, ...] = ()
    for game in games:
        s = game.state
        now = {Every.turn: (s.epoch, s.turn), Every.phase: (s.epoch, s.turn, s.phase)}.get(every, ())
        seen = len(s.log)
        if told < 0 or s.over or (seen > told if every is Every.decision else now != clock):
            yield game
        told, clock = seen, now


# ------------------------------------------------------------------------------------- obs


def obs(
    schema: Annotated[bool, typer.Option("--schema", help="The blocks of the observation.")] = False,
    actions: Annotated[
        bool, typer.Option("--actions", help="The table of actions, with every name.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
) -> None:
    """Print the observation and action spaces in words; they are the same for every scenario."""
    both = not schema and not actions
    content: dict[str, Any] = {}
    if schema or both:
        content["observation"] = observation_table()
    if actions or both:
        content["actions"] = action_table()
    if as_json:
        typer.echo(json.dumps(content, indent=1, ensure_ascii=False))
        return
    if "observation" in content:
        _print_observation(content["observation"])
    if "actions" in content:
        _print_actions(content["actions"])


def observation_table() -> dict[str, Any]:
    """The blocks of the observation as plain data."""
    flags = {block.name for block in FLAG_BLOCKS}
    where = offsets()
    blocks = []
    for block in BLOCKS:
        entry: dict[str, Any] = {
            "name": block.name,
            "start": where[block.name].start,
            "stop": where[block.name].stop,
            "shape": list(block.shape),
            "range": [0, 1] if block.name in flags else [0, 255],
            "scale": block.scale,
            "of": block.of,
            "meaning": block.meaning,
        }
        if block.rows:
            entry["rows"] = _features(block.rows)
        blocks.append(entry)
    return {
        "version": SCHEMA_VERSION,
        "size": OBSERVATION_SIZE,
        "blocks": blocks,
        "state": {"size": STATE_SIZE, "blocks": [block.name for block in STATE_BLOCKS]},
        "static_areas": _features(STATIC_AREA_FLAGS),
        "static_cards": _features(STATIC_CARD_FEATURES),
        "history": {
            "fields": [{"name": f.name, "most": f.most, "meaning": f.meaning} for f in FIELDS],
            "kinds": list(EVENT_KINDS),
        },
    }


def _features(rows: Rows) -> list[dict[str, str]]:
    return [{"name": name, "meaning": meaning} for name, meaning in rows]


def action_table() -> dict[str, Any]:
    """The action space as plain data: blocks with their range, and every action's name."""
    names = action_names()
    blocks = [
        {"name": name, "start": start, "stop": start + size, "names": names[start : start + size]}
        for name, start, size in ACTION_BLOCKS
    ]
    never = [action for action, name in enumerate(names) if name == NEVER]
    return {"version": LAYOUT_VERSION, "size": N_ACTIONS, "blocks": blocks, "never_legal": never}


def _print_observation(content: dict[str, Any]) -> None:
    table = table_of("Block", "From", "To", "Shape", "Range", "Scale", "Meaning")
    for block in content["blocks"]:
        low, high = block["range"]
        rows = block.get("rows", [])
        shape = " x ".join(map(str, block["shape"]))
        meaning = f"{block['meaning']}:" if rows else block["meaning"]
        numbers = (block["start"], block["stop"] - 1, shape, f"{low}-{high}", f"{block['scale']:g}", meaning)
        table.add_row(f"[bold]{block['name']}[/]", *map(str, numbers))
        step = 1 if len(block["shape"]) == 1 else block["shape"][-1]
        for i, row in enumerate(rows):
            start = block["start"] + i * step
            table.add_row(
                f"  {row['name']}", str(start), str(start + step - 1), str(step), "", "", row["meaning"]
            )
    console.print(f"Observation, version {content['version']}: {content['size']} numbers")
    print_list(table)
    console.print(
        f"state(): {content['state']['size']} numbers, these without {joined(list(PRIVATE_BLOCKS))}; then "
        f"{joined([f'{block.name} ({block.meaning})' for block in HAND_BLOCKS])}"
    )
    for title, rows in (
        ("Static features of areas", content["static_areas"]),
        ("Static features of cards", content["static_cards"]),
        ("History, one row for each event", content["history"]["fields"]),
    ):
        features = table_of(title, "Meaning")
        for row in rows:
            features.add_row(row["name"], row["meaning"])
        print_list(features)


def _print_actions(content: dict[str, Any]) -> None:
    console.print(f"Actions, version {content['version']}: Discrete({content['size']})")
    table = table_of("Action", "Block", "Name")
    for block in content["blocks"]:
        for i, name in enumerate(block["names"]):
            table.add_row(
                str(block["start"] + i), f"[bold]{block['name']}[/]" if i == 0 else "", escape(name)
            )
    print_list(table)
    runs = [
        [action for _, action in run]
        for _, run in groupby(enumerate(content["never_legal"]), key=lambda one: one[1] - one[0])
    ]
    never = joined([f"{run[0]} to {run[-1]}" for run in runs])
    console.print(f"{never} are never legal. The open decision gives an action its meaning.")
