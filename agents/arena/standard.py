"""The standard table: each player alone against NPCs (or others) in every scenario, on fixed deals.

One cell is a player in a scenario: every deal is played once from each seat, all other seats are the
opponent's. A cell says how often it won, compared with what chance gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from acis_rules.box.scenario import load_scenario
from acis_rules.box.world import World

from .intervals import Estimate, estimate
from .results import Result
from .schedule import Settings

DEALS = 2**62 + 2**40  # the first deal: training never sees seeds from 2**62 on
GROUPS = {  # a heading for each kind of scenario
    "basic": "Basic games",
    "gaming": "Gaming situations",
    "created": "Created games",
    "historical": "Historical scenarios",
}


class Part(msgspec.Struct):
    """How a player did in one seat or with one civilization."""

    name: str
    games: int
    win_rate: Estimate
    vp: float


class Cell(msgspec.Struct):
    """A player in a scenario, against one opponent in all other seats."""

    player: str
    scenario: str
    opponent: str
    games: int
    chance: float  # the win rate of equals
    win_rate: Estimate
    margin: Estimate  # VP ahead of the best rival
    seats: list[Part]
    civilizations: list[Part]

    @property
    def times_chance(self) -> float:
        """The win rate in units of chance."""
        return self.win_rate.mean / self.chance


class Summary(NamedTuple):
    """A player over all scenarios of a group."""

    group: str
    players: int  # of the scenarios in it
    mean: float  # win rate
    chance: float
    worst: str  # the scenario with the lowest win rate for its chance
    worst_times: float


def settings_of(player: str, scenario: str, opponent: str) -> Settings:
    """The games of a cell."""
    others = World(scenario, {}).n_seats - 1
    return Settings((player, *[opponent] * others), scenario, DEALS)


def cell_of(player: str, scenario: str, opponent: str, results: list[Result]) -> Cell:
    """What the games of a cell came to; entrant 0 is the player."""
    mine = [(one, one.entrants.index(0)) for one in results]
    return Cell(
        player=player,
        scenario=scenario,
        opponent=opponent,
        games=len(results),
        chance=1 / len(results[0].players),
        win_rate=estimate(mine, Result.share, True),
        margin=estimate(mine, Result.margin, False),
        seats=_parts((f"seat {seat}", one, seat) for one, seat in mine),
        civilizations=_parts((one.civilizations[seat], one, seat) for one, seat in mine),
    )


def _parts(named: Iterable[tuple[str, Result, int]]) -> list[Part]:
    groups: dict[str, list[tuple[Result, int]]] = {}
    for name, one, seat in named:
        groups.setdefault(name, []).append((one, seat))
    return [
        Part(
            name, len(cells), estimate(cells, Result.share, True), sum(r.vp[s] for r, s in cells) / len(cells)
        )
        for name, cells in sorted(groups.items())
    ]


def group_of(scenario: str) -> str:
    """The kind of a scenario."""
    return load_scenario(scenario).kind


def summaries(cells: list[Cell]) -> list[Summary]:
    """One player's cells, group by group and by number of seats."""
    groups: dict[tuple[str, int], list[Cell]] = {}
    for cell in cells:
        groups.setdefault((group_of(cell.scenario), round(1 / cell.chance)), []).append(cell)
    out = []
    for (kind, players), own in sorted(
        groups.items(), key=lambda item: ([*GROUPS].index(item[0][0]), item[0][1])
    ):
        worst = min(own, key=lambda cell: cell.times_chance)
        mean = sum(cell.win_rate.mean for cell in own) / len(own)
        out.append(Summary(kind, players, mean, own[0].chance, worst.scenario, worst.times_chance))
    return out


# ------------------------------------------------------------------------------------- as text


def markdown(cells: list[Cell]) -> str:
    """The table: a row for each scenario, a column for each player; then the summary of each player."""
    players = list(dict.fromkeys(cell.player for cell in cells))
    opponents = list(dict.fromkeys(cell.opponent for cell in cells))
    lines = []
    for opponent in opponents:
        found = {(cell.player, cell.scenario): cell for cell in cells if cell.opponent == opponent}
        scenarios = list(dict.fromkeys(scenario for _, scenario in found))
        lines += [f"## Against {opponent} in all other seats", ""]
        for kind, title in GROUPS.items():
            rows = [scenario for scenario in scenarios if group_of(scenario) == kind]
            if not rows:
                continue
            lines += [f"### {title}", "", _row("scenario", "chance", "games", *players)]
            lines.append(_row("---", *["---:"] * (2 + len(players))))
            for scenario in rows:
                own = [found.get((player, scenario)) for player in players]
                some = next(cell for cell in own if cell is not None)
                lines.append(
                    _row(f"`{scenario}`", f"{100 * some.chance:.0f}%", str(some.games), *map(_rate, own))
                )
            lines.append("")
        lines += [
            "### In short",
            "",
            _row("player", "scenarios", "seats", "mean win rate", "chance", "weakest"),
        ]
        lines.append(_row("---", "---", "---:", "---:", "---:", "---"))
        for player in players:
            for one in summaries([cell for (name, _), cell in found.items() if name == player]):
                weakest = f"`{one.worst}`, {one.worst_times:.2f} times chance"
                rates = f"{100 * one.mean:.1f}%", f"{100 * one.chance:.0f}%"
                lines.append(_row(player, GROUPS[one.group].lower(), str(one.players), *rates, weakest))
        lines.append("")
    return "\n".join(lines)


def _row(*columns: str) -> str:
    return f"| {' | '.join(columns)} |"


def _rate(cell: Cell | None) -> str:
    if cell is None:
        return ""
    mean, low, high, _ = cell.win_rate
    return f"{100 * mean:.1f}% [{100 * low:.1f}, {100 * high:.1f}]"
