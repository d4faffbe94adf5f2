"""`acis learn`: a guided first Epoch at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from acis_rules.words.terminal import heading, paragraph, print_list, scores

from ..live.game import LiveGame
from ..live.kept import games_folder, new_file
from ..live.lessons import FIRST, load_course
from ..terminal.session import Session
from .play_command import goes_on


def learn(
    games: Annotated[Path | None, typer.Option(help="The folder where games are saved.")] = None,
) -> None:
    """Learn the game by playing: a guided first Epoch, fifteen minutes long."""
    course = load_course()
    live = LiveGame.guided(FIRST, new_file(games or games_folder(), FIRST, course.seed))
    heading(course.title)
    again = goes_on(live, games)
    paragraph(Text(f"`help` lists what can be typed; `quit` leaves, and {again}."))
    finished = Session(live).play()
    print_list(scores(live.game.state))
    if not finished:
        paragraph(Text(f"{again} with the lesson."))
