"""`acis review`: a page about a game that was played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from acis_env.players import make_player
from acis_rules import Game
from acis_rules.errors import AcisError
from acis_rules.kernel import files
from acis_rules.replay import Replay, load
from acis_rules.tools.game_options import titled
from acis_rules.words.decisions import in_short
from acis_rules.words.terminal import paragraph

from ..learned import ready_to_play
from ..live.saved import is_saved, read
from ..review import whole
from ..review.costly import asked


class BadReview(AcisError):
    """The game cannot be looked back on as asked for."""


def review(
    game: Annotated[Path, typer.Argument(help="A saved game, a replay file, or a record of the arena.")],
    out: Annotated[Path, typer.Option(help="The page to write.")] = Path("review.html"),
    seat: Annotated[
        int | None, typer.Option(help="Whose decisions to judge, from 0; by default those of people, or all.")
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            help="A learned policy to ask, which judges chances too; by default `general` is asked, if "
            "PyTorch is installed."
        ),
    ] = None,
    number: Annotated[int | None, typer.Option("--game", help="The game of a record, by its number.")] = None,
) -> None:
    """Look back on a game: everybody's chances, and the costliest decisions with what others would do."""
    files.require_writable(out)
    replay, names = _loaded(game, number)
    seats = _seats(replay.final(), names, seat)
    if policy is not None:
        policy = policy if policy.startswith("policy:") else f"policy:{policy}"
        make_player(policy, replay.seed)  # an unknown one is an error now and not later
    title = titled(replay.scenario, replay.seed, replay.options)
    paragraph(Text(f"{title}: {len(replay.actions)} actions; looking at all of them takes a while."))
    also = ready_to_play() if policy is None else [policy.replace("policy:", "search:", 1)]
    page, found = whole.review(replay, names, seats, policy or "", also)
    files.write(out, page)
    for one in found:
        done, best = (in_short(one.game.state, action) for action in (one.action, one.best))
        words = f"- {asked(one.game)}: {done}; better: {best} (about {one.cost:.1f} VP)"
        paragraph(Text(words))
    paragraph(Text(f"The page is in {out}."))


def _loaded(path: Path, number: int | None) -> tuple[Replay, list[str]]:
    """The game of a file and who sat where, if the file says so."""
    if is_saved(path):
        saved = read(path)
        return saved.replay(str(path)), list(saved.seats)
    return load(path, number), []


def _seats(last: Game, names: list[str], seat: int | None) -> set[int]:
    """Whose decisions are looked at."""
    n = last.state.world.n_seats
    if seat is not None and not 0 <= seat < n:
        raise BadReview(f"seat {seat}: this game has seats 0 to {n - 1}")
    return {seat} if seat is not None else whole.people_or_all(names, n)
