"""What games came to: win rates, VP margins and ratings with intervals, and how fair seats were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from rich.table import Table as RichTable
from rich.text import Text

from acis_rules.box.option_words import in_words
from acis_rules.kernel import files
from acis_rules.words.names import count
from acis_rules.words.terminal import console, heading, table_of

from .intervals import Estimate, estimate
from .ratings import Rating, ratings_of
from .results import Result


class PlayerReport(msgspec.Struct):
    """One player over all games; a name that sits at a table twice counts twice."""

    player: str
    seats_taken: int
    win_rate: Estimate
    fair_share: float  # the win rate of equals
    margin: Estimate
    rank: float
    rating: Rating
    decisions: float  # per game and seat
    microseconds: float  # per decision
    late: int  # decisions drawn by lot, because the time was over


class Balance(msgspec.Struct):
    """How a seat or a civilization did, whoever played it."""

    name: str
    games: int
    win_rate: Estimate
    vp: float


class Report(msgspec.Struct):
    """All that is printed and written."""

    scenarios: list[str]
    options: dict[str, Any]  # on which all games agree; civilizations have a table of their own
    games: int
    deals: int
    players: list[PlayerReport]
    seats: list[Balance]
    civilizations: list[Balance]
    decisions: float  # per game
    seconds: float  # per game, spent by the players


Cells = list[tuple[Result, int]]  # games and seats


def make_report(results: list[Result]) -> Report:
    """The report of some finished games."""
    results = sorted(results, key=lambda one: (one.scenario, one.game))
    cells: Cells = [(one, seat) for one in results for seat in range(len(one.players))]
    ratings = ratings_of(results)
    players = [
        _player(name, [cell for cell in cells if cell[0].players[cell[1]] == name], ratings.get(name))
        for name in dict.fromkeys(one.players[seat] for one, seat in sorted(cells, key=_entrant))
    ]
    n = len(results)
    return Report(
        scenarios=list(dict.fromkeys(one.scenario for one in results)),
        options=_agreed(results),
        games=n,
        deals=len({one.deal for one in results}),
        players=players,
        seats=_balance(cells, lambda one, seat: f"seat {seat}"),
        civilizations=_balance(cells, lambda one, seat: one.civilizations[seat]),
        decisions=sum(sum(one.decisions) for one in results) / n,
        seconds=sum(sum(one.seconds) for one in results) / n,
    )


def _agreed(results: list[Result]) -> dict[str, Any]:
    first, *others = (one.options for one in results)
    return {
        name: value
        for name, value in first.items()
        if name != "civilizations" and all(name in one and one[name] == value for one in others)
    }


def _entrant(cell: tuple[Result, int]) -> int:
    return cell[0].entrants[cell[1]]


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _player(name: str, cells: Cells, rating: Rating | None) -> PlayerReport:
    decisions = sum(one.decisions[seat] for one, seat in cells)
    return PlayerReport(
        player=name,
        seats_taken=len(cells),
        win_rate=estimate(cells, Result.share, True),
        fair_share=_mean([1 / len(one.players) for one, _ in cells]),
        margin=estimate(cells, Result.margin, False),
        rank=_mean([one.rank(seat) for one, seat in cells]),
        rating=rating or Rating(25.0, 25 / 3),
        decisions=decisions / len(cells),
        microseconds=1e6 * sum(one.seconds[seat] for one, seat in cells) / max(1, decisions),
        late=sum(one.late[seat] for one, seat in cells),
    )


def _balance(cells: Cells, name: Callable[[Result, int], str]) -> list[Balance]:
    groups: dict[str, Cells] = {}
    for one, seat in cells:
        groups.setdefault(name(one, seat), []).append((one, seat))
    return [
        Balance(key, len(group), estimate(group, Result.share, True), _mean([r.vp[s] for r, s in group]))
        for key, group in sorted(groups.items())
    ]


# -------------------------------------------------------------------------- for people and files


def print_report(report: Report) -> None:
    """The tables in the terminal."""
    what = f"{count(report.games, 'game')} on {count(report.deals, 'deal')}"
    options = f", {in_words(report.options)}" if report.options else ""
    heading(f"{', '.join(report.scenarios)}{options}: {what}")
    table = table_of("Player", "Games", "Win rate %", "Even", "VP margin", "Rank", "Rating")
    pace = table_of("Player", "Decisions per game", "Time of one", "Too late")
    for one in report.players:
        low, high = one.rating.interval
        table.add_row(
            Text(one.player, style="bold"),
            str(one.seats_taken),
            _percent(one.win_rate),
            f"{100 * one.fair_share:.0f}",
            f"{one.margin.mean:+.1f} ({one.margin.low:+.1f} to {one.margin.high:+.1f})",
            f"{one.rank:.2f}",
            f"{one.rating.mu:.1f} ({low:.0f} to {high:.0f})",
        )
        pace.add_row(one.player, f"{one.decisions:.0f}", _time(one.microseconds), str(one.late))
    for shown in (table, _balance_table("Seat", report.seats),
                  _balance_table("Civilization", report.civilizations), pace):  # fmt: skip
        console.print(shown)
        console.print()
    methods = sorted({one.win_rate.method for one in report.players})
    console.print(
        f"{report.decisions:.0f} decisions and {report.seconds:.2f} s of thinking per game. "
        f"95% intervals: {', '.join(methods)}; ratings: what the model believes.",
        style="dim",
    )


def _balance_table(title: str, rows: list[Balance]) -> RichTable:
    table = table_of(title, "Games", "Win rate %", "Mean VP")
    for one in rows:
        table.add_row(one.name, str(one.games), _percent(one.win_rate), f"{one.vp:.1f}")
    return table


def _percent(estimate: Estimate) -> str:
    return f"{100 * estimate.mean:.1f} ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def _time(microseconds: float) -> str:
    return f"{microseconds / 1000:.1f} ms" if microseconds >= 1000 else f"{microseconds:.0f} us"


def report_json(report: Report, settings: list[dict[str, Any]]) -> bytes:
    """The report as JSON, with the settings it belongs to; intervals and ratings as objects."""
    content = msgspec.to_builtins(report)
    for row, one in zip(content["players"], report.players, strict=True):
        row["win_rate"], row["margin"] = one.win_rate._asdict(), one.margin._asdict()
        row["rating"] = one.rating._asdict()
    for group in ("seats", "civilizations"):
        for row, balance in zip(content[group], getattr(report, group), strict=True):
            row["win_rate"] = balance.win_rate._asdict()
    return msgspec.json.format(msgspec.json.encode({"settings": settings} | content), indent=2) + b"\n"


def write_json(path: Path, report: Report, settings: list[dict[str, Any]]) -> None:
    """Write the report as JSON."""
    files.write(path, report_json(report, settings))
