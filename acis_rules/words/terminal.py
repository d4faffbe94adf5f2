"""A game in the terminal: its chronicle in colour, the standing after each turn, the result."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as RichTable
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
TALL = 5  # lines of a cell, about: more of them are hard to read beside each other
GAP = 2  # blanks after each column of a table
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
            paragraph(Text(line, style="dim"), 6)
    assert game is not None
    _print_lines(game.state, story.go_on(game, to_the_end=True), standings)
    if game.over:
        _print_result(game.state)
    else:
        print_list(scores(game.state))
        paragraph(Text(f"The record ends here. {describe_decision(game.state)}"))


class Standings:
    """The standing at the end of each turn: when it is told, the next turn is under way."""

    def __init__(self) -> None:
        self._tables: list[RichTable | None] = []

    def watch(self, s: State) -> None:
        """From now on keep the standing whenever a turn of this game begins."""
        if s.log.hear is not None:
            return
        first = s.world.scenario.clock.first_epoch

        def hear(event: Event) -> None:
            if event.kind == "turn":
                self._tables.append(scores(s) if (event.epoch, event.turn) != (first, 1) else None)

        s.log.hear = hear

    def next(self) -> RichTable | None:
        """The standing before the next turn told, if there was one."""
        return self._tables.pop(0) if self._tables else None


def _print_lines(s: State, lines: list[Line], standings: Standings) -> None:
    for line in lines:
        if line.level == TURN:
            standing_then = standings.next()
            if standing_then is not None:
                print_list(standing_then)
            console.print()
            heading(line.text)
        elif line.level == PHASE:
            console.print(Text(line.text, style="bold underline"))
        elif line.level == CONSEQUENCE:
            item(" " * INDENTS[line.level] + "- ", _coloured(s, line))
        else:
            paragraph(_coloured(s, line), INDENTS[line.level])


def heading(text: str) -> None:
    """A line across the terminal with a title in it; a title that does not fit stands alone."""
    title = Text(text, style="bold")
    if title.cell_len + 4 > console.width:  # a blank and a piece of the line on both sides
        paragraph(title)
    else:
        console.print(Rule(title, style="dim"))


def _coloured(s: State, line: Line) -> Text:
    text = Text(line.text)
    if line.faction >= 0:
        name = faction_name(s, line.faction)
        if line.text.startswith(name):
            text.stylize(colour_of(s, line.faction), 0, len(name))
    return text


def colour_of(s: State, faction: Faction) -> str:
    """The style in which a faction's name is written."""
    if faction == s.world.barbarians:
        return "bold bright_black"
    return f"bold {COLOURS[s.world.scenario.factions[faction].colour]}"


def scores(s: State) -> RichTable:
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
    return Text(faction_name(s, faction), style=colour_of(s, faction))


def _print_result(s: State) -> None:
    print_list(scores(s))
    console.print()
    table = table_of("", "Civilization", "VP", "Areas with own Wonders", "Cities", "Discs on map", "Areas")
    everybody = range(s.world.n_factions)
    ranking = sorted(everybody, key=lambda f: (f in s.winners, standing(s, f)), reverse=True)
    for place, faction in enumerate(ranking):
        table.add_row(str(place + 1), _name(s, faction), *map(str, standing(s, faction)))
    heading("Final standing; ties are broken from left to right")
    print_list(table)
    winners = joined([faction_name(s, faction) for faction in s.winners])
    paragraph(Text(f"{winners} {'wins' if len(s.winners) == 1 else 'share the victory'}.", style="bold"))


def table_of(*columns: str) -> RichTable:
    """An empty table without lines."""
    table = RichTable(box=None, header_style="dim", pad_edge=False, padding=(0, GAP, 0, 0))
    for column in columns:
        table.add_column(column, vertical="top")
    return table


def paragraph(text: Text, indent: int = 0) -> None:
    """A text that is wrapped between words; in a pipe it stays one line, so that it can be searched."""
    if console.is_terminal:
        console.print(Padding(text, (0, 0, 0, indent), expand=False))
    else:
        console.print(Text(" " * indent) + text, soft_wrap=True)


def item(label: str, text: Text) -> None:
    """A text behind a label, below which it does not run on; in a pipe one line."""
    if not console.is_terminal:
        console.print(Text(label) + text, soft_wrap=True)
        return
    grid = RichTable.grid(expand=False)
    grid.add_column(width=len(label))
    grid.add_column()
    grid.add_row(Text(label), text)
    console.print(grid)


def columns(texts: list[Text], indent: int) -> None:
    """Short texts side by side, none of them broken; in a pipe one line."""
    if not console.is_terminal:
        paragraph(Text("; ").join(texts), indent)
        return
    side_by_side = Columns(texts, padding=(0, GAP, 0, 0), column_first=True)
    console.print(Padding(side_by_side, (0, 0, 0, indent), expand=False))


def print_list(table: RichTable) -> None:
    """A table in which no word is broken or cut, and what stands in the first column is never wrapped.

    In a pipe each row is one line, however long. Where a terminal is too narrow for all columns
    side by side, each row is a paragraph that names them.
    """
    if not console.is_terminal:
        whole = Console(file=io.StringIO(), width=PIPE_WIDTH, no_color=True)
        whole.print(table)
        lines = whole.file.getvalue().splitlines()  # type: ignore[attr-defined]
        console.print("\n".join(line.rstrip() for line in lines), markup=False, soft_wrap=True)
    elif widths := _widths(table):
        for column, width in zip(table.columns, widths, strict=True):
            column.width = width
        console.print(table)
    else:
        _print_rows(table)


def _widths(table: RichTable) -> list[int]:
    """How wide the columns can be so that all fit; empty if words would be broken, or cells become towers."""
    needed, wished = [], []
    for column in table.columns:
        cells = [_cell(cell) for cell in (column.header, *column.cells)]
        wished.append(max(cell.cell_len for cell in cells))
        needed.append(max(max(map(cell_len, cell.plain.split()), default=0) for cell in cells))
    needed[0] = wished[0]
    room = console.width - GAP * len(wished)
    if sum(needed) > room:
        return []
    widths = wished.copy()
    while sum(widths) > room:
        widest = max(range(len(widths)), key=lambda i: (widths[i] > needed[i], widths[i]))
        widths[widest] -= 1
    towers = any(wish > TALL * width for wish, width in zip(wished, widths, strict=True))
    return [] if towers else widths


def _cell(cell: RenderableType) -> Text:
    return cell if isinstance(cell, Text) else Text.from_markup(str(cell))


def _print_rows(table: RichTable) -> None:
    """Each row as a paragraph: what is in the first column, then the others with their names."""
    headers = [_cell(column.header).plain for column in table.columns]
    for row in zip(*(column.cells for column in table.columns), strict=True):
        first, *others = map(_cell, row)
        named = zip(headers[1:], others, strict=True)
        parts = [Text.assemble((f"{name}: ", "dim"), cell) for name, cell in named if cell.plain]
        console.print(first)
        console.print(Padding(Text("; ").join(parts), (0, 0, 0, 4), expand=False))
