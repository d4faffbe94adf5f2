"""`acis play`: a game with people at the terminal."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from acis_rules.box.world import World
from acis_rules.errors import AcisError
from acis_rules.kernel.files import FileError, require_new
from acis_rules.replay import save
from acis_rules.tools.game_options import Set, agreed, titled
from acis_rules.words.names import count, joined
from acis_rules.words.terminal import heading, paragraph, print_list, scores

from ..live.game import LiveGame
from ..live.kept import games_folder, latest, new_file
from ..terminal.looking import civilizations_of
from ..terminal.places import seated
from ..terminal.session import Session

SCENARIO = "basic_2p"
SEEDS = 1_000_000  # fresh ones are short enough to be typed
WELCOME = (
    "`help` lists what can be typed: map, hand, card NAME, area NAME, rule NUMBER, hint, why, undo, quit."
)


class BadPlay(AcisError):
    """The game cannot be played as it was asked for."""


def play(
    players: Annotated[
        str | None,
        typer.Option(
            help="By seat, with commas; the last one fills the seats left. Without it: human,greedy, "
            "or human,npc in a scenario with NPCs."
        ),
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Where the first person sits, from 0.")] = None,
    scenario: Annotated[str | None, typer.Option(help="A scenario id or file; without it basic_2p.")] = None,
    seed: Annotated[int | None, typer.Option(help="The deal; without it a fresh one.")] = None,
    settings: Set = None,
    file: Annotated[Path | None, typer.Option(help="Where the game is kept from action to action.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the game played last, or with that of --file.")
    ] = False,
    games: Annotated[
        Path | None, typer.Option(help="The folder in which games are kept, those of `acis serve` too.")
    ] = None,
    save_to: Annotated[
        Path | None, typer.Option("--save", help="Write a replay file, too; an existing one is kept.")
    ] = None,
) -> None:
    """Play at the terminal: answers by name or number, the map at hand, hints, undo; always saved."""
    _own_code()
    if save_to is not None:
        require_new(save_to)
    folder = games or games_folder()
    if resume:
        if (players, seat, scenario, seed, settings) != (None,) * 5:
            raise BadPlay(
                "--resume goes on with a game as it is: only --file or --games can be said about it"
            )
        live = LiveGame.load(file) if file is not None else latest(folder)
    else:
        live = _begun(players, seat, scenario or SCENARIO, seed, settings, file, folder)
    saved = live.saved
    heading(titled(saved.scenario, saved.seed, saved.options))
    again = goes_on(live, games, file)
    for line in (_who(live), f"Kept in {live.path}; {again} with it.", WELCOME):
        paragraph(Text(line))
    try:
        finished = Session(live).play()
    finally:  # whatever a player did, and whoever left
        if save_to is not None:
            save(save_to, saved.replay())
            paragraph(Text(f"saved to {save_to}: {count(len(live.steps), 'action')}"))
    print_list(scores(live.game.state))
    if finished:
        winners = joined([_winner(live, seat) for seat in live.game.winners])
        paragraph(Text(f"{winners} won.", style="bold"))
        paragraph(Text(f"`acis review {live.path}` shows where the game was decided."))
    else:
        paragraph(Text(f"{again} with this game."))


def goes_on(live: LiveGame, games: Path | None, file: Path | None = None) -> str:
    """What to type to go on with a game that is left."""
    where = f" --file {live.path}" if file is not None else f" --games {games}" if games is not None else ""
    return f"`acis play --resume{where}` goes on"


def _begun(
    players: str | None, seat: int | None, scenario: str, seed: int | None, settings: list[str] | None,
    file: Path | None, folder: Path,
) -> LiveGame:  # fmt: skip
    """A new game in a file that did not exist before."""
    options = agreed(settings, scenario)
    if file is not None and file.exists():
        raise FileError(f"{file}: exists already; --resume goes on with it, another name begins a new game")
    against = "npc" if World(scenario, options).npc_seats else "greedy"
    names, options = seated(scenario, options, _names(players or f"human,{against}"), seat)
    deal = secrets.randbelow(SEEDS) if seed is None else seed
    return LiveGame.new(scenario, deal, names, options, file or new_file(folder, scenario, deal))


def _who(live: LiveGame) -> str:
    """Who sits where, with their civilizations as far as they are known."""
    parts = []
    for seat, name in enumerate(live.saved.seats):
        known = civilizations_of(live.game.state, seat)
        parts.append(f"seat {seat}: {name}" + (f" ({', '.join(known)})" if known else ""))
    return "; ".join(parts)


def _winner(live: LiveGame, seat: int) -> str:
    return f"{joined(civilizations_of(live.game.state, seat))} (seat {seat}, {live.saved.seats[seat]})"


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    if "" in names:
        raise BadPlay(f"{text!r}: a name is missing between commas")
    return names


def _own_code() -> None:
    """`module:Class` may name a file in the current folder."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
