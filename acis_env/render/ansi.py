"""The board in the terminal: the standing, then every occupied area by region, then the news."""

from __future__ import annotations

import io

from rich.console import Console, Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from acis_rules.box.board import load_board
from acis_rules.words.names import EPOCHS, PHASES

from . import palette
from .snapshot import Appearance, Holding, Marks, Pieces, Snapshot

WIDTH = 120
COLUMNS = 4  # of regions
NEWS = 5  # sentences

# The map file lists the areas region by region; each region is named by its first area.
REGIONS = {
    "celt_iberia": "Iberia", "aquitania": "Gaul", "etruria": "Italy", "noricum": "Illyria and Greece",
    "corsica": "Western islands", "tingitana": "Africa", "nile_delta": "Egypt and the Levant",
    "troy": "Asia Minor", "minos": "Crete and Cyprus", "atlantic": "Western seas",
    "gulf_of_leptis": "Central seas", "libyan_sea": "Eastern seas",
}  # fmt: skip


def ansi(snapshot: Snapshot) -> str:
    """The position as text with colours, at most 120 columns wide."""
    out = io.StringIO()
    console = Console(file=out, width=WIDTH, force_terminal=True, color_system="truecolor", highlight=False)
    console.print(_clock(snapshot))
    console.print(_standings(snapshot))
    console.print(_areas(snapshot))
    for sentence in snapshot.news[-NEWS:]:
        console.print(Text(f"- {sentence}"), no_wrap=True, overflow="ellipsis")
    return out.getvalue()


def _clock(snapshot: Snapshot) -> Text:
    order = " ".join(faction.mark for faction in snapshot.order)
    when = f"Epoch {EPOCHS[snapshot.epoch]}, turn {snapshot.turn}, {PHASES[snapshot.phase]}"
    rest = f"order {order or '-'}, deck {snapshot.deck}, discard pile {snapshot.discard}"
    return Text.assemble((when, "bold"), f"   {rest}, Barbarians left {snapshot.barbarians}")


def _standings(snapshot: Snapshot) -> RichTable:
    table = RichTable(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("", "VP", "Cities", "Ready", "Supply", "Talents", "Hand", "Wonders and Investments"):
        table.add_column(column)
    for one in snapshot.standings:
        holdings = ", ".join(map(_holding, (*one.wonders, *one.investments)))
        name = Text(f"{one.faction.mark} {one.faction.name}", style=f"bold {_readable(one.faction)}")
        numbers = (one.vp, one.cities, one.ready, one.supply, one.talents + one.loot, one.hand)
        table.add_row(name + (" (winner)" if one.won else ""), *map(str, numbers), holdings)
    return table


def _holding(holding: Holding) -> str:
    return f"{holding.name} ({'buried' if holding.buried else holding.discs})"


def _readable(faction: Appearance) -> str:
    return "grey62" if faction.mark == "B" else faction.colour


def _areas(snapshot: Snapshot) -> RenderableType:
    areas = load_board().areas
    marks = {one.area: one for one in snapshot.marks}
    regions: dict[str, list[Text]] = {name: [] for name in REGIONS.values()}
    pieces = {one.area: one for one in snapshot.pieces}
    region = ""
    for number, area in enumerate(areas):
        region = REGIONS.get(area.id, region)
        if number in pieces:
            regions[region].append(_area(area.name, pieces[number], marks.get(number, Marks(number))))
    columns: list[list[RenderableType]] = [[] for _ in range(COLUMNS)]
    for name, lines in regions.items():
        if lines:
            shortest = min(columns, key=len)
            shortest += [Text(name, style="bold underline"), *lines]
    grid = RichTable.grid(padding=(0, 2))
    grid.add_row(*(Group(*column) for column in columns))
    legend = Text(
        "* City   ! Contested   + white discs   [ ] Wonder   o Gold   x no discs may be placed", style="dim"
    )
    return Group(grid, legend)


def _area(name: str, pieces: Pieces, marks: Marks) -> Text:
    line = Text(no_wrap=True, overflow="ellipsis")
    line.append("!" if marks.contested else "x" if marks.forbidden else " ", style="bold red")
    line.append(f"{name} ", style="bold" if marks.competition else "")
    for faction, n, city in pieces.discs:
        line.append(f"{faction.mark}{n}{'*' if city else ''} ", style=f"bold {_readable(faction)}")
    for faction, n in pieces.allies:
        line.append(f"+{faction.mark}{n} ", style=_readable(faction))
    if pieces.gold is not None:
        line.append(f"o{pieces.gold[1]} ", style=f"bold {palette.GOLD}")
    if pieces.wonder is not None:
        line.append(f"[{pieces.wonder[1].name}]", style="dim" if pieces.wonder[1].buried else "")
    return line
