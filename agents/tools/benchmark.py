"""`acis benchmark`: the standard table of strength, which anybody can play again."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from acis_env.players import make_player
from acis_rules import scenarios as all_scenarios
from acis_rules.box.scenario import load_scenario
from acis_rules.kernel import files
from acis_rules.words.names import count
from acis_rules.words.terminal import console

from ..arena.results import Record
from ..arena.run import Stopped, cores, failures_folder, run
from ..arena.schedule import BadArena
from ..arena.standard import GROUPS, Cell, cell_of, group_of, markdown, settings_of

STOPPED = 128  # exit code after a signal: this and its number
FILES = ("games.jsonl", "table.md", "table.json", "table.png")


def benchmark(
    players: Annotated[
        str, typer.Option(help="The players to measure, separated by commas.")
    ] = "policy:general:greedy,greedy",
    opponents: Annotated[str, typer.Option(help="Who sits in all other seats, separated by commas.")] = "npc",
    scenarios: Annotated[
        str, typer.Option(help=f"Ids, separated by commas, or groups: all, {', '.join(GROUPS)}.")
    ] = "all",
    games: Annotated[int, typer.Option(help="Games per cell, rounded up to whole deals.", min=1)] = 100,
    out: Annotated[Path, typer.Option(help="Folder for the games and the table.")] = Path("runs/benchmark"),
    workers: Annotated[int, typer.Option(help="Processes; 0 for one per core.", min=0)] = 0,
) -> None:
    """Play each player alone against NPCs in every scenario, on fixed deals; continues if it was stopped."""
    who, others = _names(players), _names(opponents)
    where = chosen_scenarios(_names(scenarios))
    for name in (*who, *others):
        make_player(name)
    record, text, data, picture = (out / name for name in FILES)
    for path in (record, text, data, picture):
        files.require_writable(path)
    cells: list[Cell] = []
    for opponent in others:
        for scenario in where:
            for player in who:
                settings = settings_of(player, scenario, opponent)
                try:
                    results = run(
                        settings, games, workers or cores(), Record(record), failures_folder(record)
                    )
                except Stopped as stopped:
                    console.print(f"stopped after {count(len(cells), 'cell')}; the same command goes on")
                    raise typer.Exit(STOPPED + stopped.signal) from None
                cells.append(cell_of(player, scenario, opponent, results))
                console.print(_line(cells[-1]), highlight=False)
                files.write(text, markdown(cells))  # what there is, whenever it is stopped
                files.write(data, msgspec.json.format(msgspec.json.encode(cells), indent=1) + b"\n")
    files.write(picture, draw(cells))
    console.print(f"table: {text}, {data}, {picture}")


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if "" in names:
        raise BadArena(f"{text!r}: a name is missing between commas")
    return list(dict.fromkeys(names))


def chosen_scenarios(names: list[str]) -> list[str]:
    """Scenario ids; a group stands for its scenarios."""
    out: list[str] = []
    for name in names:
        if name == "all" or name in GROUPS:
            out += [one for one in all_scenarios() if name in ("all", group_of(one))]
        else:
            load_scenario(name)
            out.append(name)
    return list(dict.fromkeys(out))


def _line(cell: Cell) -> str:
    mean, low, high, _ = cell.win_rate
    return (
        f"{cell.scenario}: {cell.player} wins {100 * mean:.1f}% [{100 * low:.1f}, {100 * high:.1f}] "
        f"against {cell.opponent} (chance {100 * cell.chance:.0f}%), {count(cell.games, 'game')}"
    )


def draw(cells: list[Cell]) -> bytes:
    """The table as a picture: win rates in units of chance, scenario by scenario."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    rows = list(dict.fromkeys((cell.opponent, cell.scenario) for cell in cells))[::-1]
    players = list(dict.fromkeys(cell.player for cell in cells))
    figure = Figure(figsize=(9, 1.5 + 0.24 * len(rows) * max(1, len(players) / 2)), layout="constrained")
    FigureCanvasAgg(figure)
    axis = figure.subplots()
    for number, player in enumerate(players):
        colour = f"C{number}"
        for cell in cells:
            if cell.player == player:
                y = rows.index((cell.opponent, cell.scenario)) - 0.6 * (number / len(players) - 0.3)
                low, high = cell.win_rate.low / cell.chance, cell.win_rate.high / cell.chance
                axis.plot([low, high], [y, y], color=colour, linewidth=1.5)
                axis.plot(cell.times_chance, y, "o", color=colour, markersize=4)
        axis.plot([], [], "o-", color=colour, label=player)
    axis.axvline(1, color="black", linewidth=0.8)
    several = len({opponent for opponent, _ in rows}) > 1
    axis.set_yticks(range(len(rows)), [f"{s} ({o})" if several else s for o, s in rows], fontsize=8)
    axis.set_xlabel("win rate in units of chance, 95% intervals over deals")
    axis.grid(axis="x", alpha=0.3)
    axis.legend(loc="lower right", fontsize=8)
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110)
    return content.getvalue()
