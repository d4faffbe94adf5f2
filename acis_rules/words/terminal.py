"""A game in the terminal: its chronicle in colour, the standing after each turn, the result."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ..kernel.log import Event
from ..kernel.state import State
from ..kernel.types import Faction
from ..table.ending import standing
from ..table.terms import cities, settlements, total_on_map
from .decisions import describe_action, describe_decision
from .names import count, faction_name, joined
from .story import CONSEQUENCE, PHASE, TURN, Line, Story

if TYPE_CHECKING:
    from ..game import Game

console = Console(highlight=False)
COLOURS = {
    "red": "red", "green": "green", "blue": "bright_blue", "purple": "magenta", "brown": "dark_orange3",
    "yellow": "yellow",
}  # fmt: skip
INDENTS = (0, 0, 2, 4)
NARROW = 60  # columns of a terminal that tables with names do not fit into
PIPE_WIDTH = 100_000


def chronicle(games: Iterable[Game], answers: list[int] | None = None) -> None:
    """Tell a game as it goes on, with the standing after each turn; `answers` shows decisions too."""
    story = Story()
    standings = Standings()
    clock: tuple[object, ...] = ()
    game = None
    for i, game in enumerate(games):
        s = game.state
        standings.watch(s)
        now = (s.epoch, s.turn, s.phase)
        renamed = s.question is not None and s.question.kind.startswith("aeneas")
        if now != clock or renamed or answers is not None:
            _print_lines(s, story.go_on(game, to_the_end=answers is not None), standings)
            clock = now
        if answers is not None and i < len(answers) and not s.over:
            line = f"{describe_decision(s)} → {describe_action(s, answers[i])}"
            console.print(Padding(Text(line, style="dim"), (0, 0, 0, 6), expand=False))
    assert game is not None
    _print_lines(game.state, story.go_on(game, to_the_end=True), standings)
    if game.over:
        _print_result(game.state)
    else:
        console.print(scores(game.state))
        console.print(f"The record ends here. {describe_decision(game.state)}")


class Standings:
    """The standing at the end of each turn: when it is told, the next turn is under way."""

    def __init__(self) -> None:
        self._tables: list[Table | None] = []

    def watch(self, s: State) -> None:
        """From now on keep the standing whenever a turn of this game begins."""
        if s.log.hear is not None:
            return
        first = s.world.scenario.clock.first_epoch

        def hear(event: Event) -> None:
            if event.kind == "turn":
                self._tables.append(scores(s) if (event.epoch, event.turn) != (first, 1) else None)

        s.log.hear = hear

    def next(self) -> Table | None:
        """The standing before the next turn told, if there was one."""
        return self._tables.pop(0) if self._tables else None


def _print_lines(s: State, lines: list[Line], standings: Standings) -> None:
    for line in lines:
        if line.level == TURN:
            standing_then = standings.next()
            if standing_then is not None:
                console.print(standing_then)
            console.print()
            heading(line.text)
        elif line.level == PHASE:
            console.print(Text(line.text, style="bold underline"))
        else:
            console.print(Padding(_coloured(s, line), (0, 0, 0, INDENTS[line.level]), expand=False))


def heading(text: str) -> None:
    """A line across the terminal with a title in it."""
    console.print(Rule(Text(text, style="bold"), style="dim"))


def _coloured(s: State, line: Line) -> Text:
    text = Text(("- " if line.level == CONSEQUENCE else "") + line.text)
    if line.faction >= 0:
        name = faction_name(s, line.faction)
        start = text.plain.find(name)
        if 0 <= start <= 2:
            text.stylize(_colour(s, line.faction), start, start + len(name))
    return text


def _colour(s: State, faction: Faction) -> str:
    if faction == s.world.barbarians:
        return "bold bright_black"
    return f"bold {COLOURS[s.world.scenario.factions[faction].colour]}"


def scores(s: State) -> Table:
    """The standing of all civilizations in turn order."""
    table = table_of("", "VP", "Cities", "Settlements", "On map", "Supply", "Talents", "Hand", "Wonders")
    for faction in s.order:
        wonders = [
            s.world.deck.wonders[number].name + (" (buried)" if wonder.buried else "")
            for number, wonder in enumerate(s.wonders)
            if wonder.owner == faction
        ]
        numbers: tuple[object, ...] = (
            count(s.vp[faction], "VP").removesuffix(" VP"),
            cities(s, faction).bit_count(),
            settlements(s, faction).bit_count(),
            total_on_map(s, faction),
            s.supply[faction] + s.ready[faction],
            s.treasury[faction],
            s.hand[faction].bit_count(),
        )
        table.add_row(_name(s, faction), *map(str, numbers), ", ".join(wonders))
    return table


def _name(s: State, faction: Faction) -> Text:
    return Text(faction_name(s, faction), style=_colour(s, faction))


def _print_result(s: State) -> None:
    console.print(scores(s))
    console.print()
    table = table_of("", "Civilization", "VP", "Areas with own Wonders", "Cities", "Discs on map", "Areas")
    everybody = range(s.world.n_factions)
    ranking = sorted(everybody, key=lambda f: (f in s.winners, standing(s, f)), reverse=True)
    for place, faction in enumerate(ranking):
        table.add_row(str(place + 1), _name(s, faction), *map(str, standing(s, faction)))
    heading("Final standing; ties are broken from left to right")
    console.print(table)
    winners = joined([faction_name(s, faction) for faction in s.winners])
    console.print(f"[bold]{winners} {'wins' if len(s.winners) == 1 else 'share the victory'}.[/]")


def table_of(*columns: str) -> Table:
    """An empty table without lines."""
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column, vertical="top")
    return table


def print_list(table: Table) -> None:
    """A table whose first column holds names to copy: never cut, nor broken.

    In a pipe, or a narrow terminal, each row is one line, however long, in plain columns.
    """
    table.columns[0].no_wrap = True
    if console.is_terminal and console.width >= NARROW:
        console.print(table)
        return
    whole = Console(file=io.StringIO(), width=PIPE_WIDTH, no_color=True)
    whole.print(table)
    lines = whole.file.getvalue().splitlines()  # type: ignore[attr-defined]
    console.print("\n".join(line.rstrip() for line in lines), markup=False, soft_wrap=True)
