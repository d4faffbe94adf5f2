"""Teams: which seats play together (TEAM rules)."""

from __future__ import annotations

from ..errors import DataError, shown
from ..kernel.bits import mask_of
from ..kernel.types import Factions
from .bans import Ban
from .board import Board
from .options import Options


def teams_of(options: Options, player: tuple[int, ...]) -> tuple[Factions, ...]:
    """The teams of a game, as factions; `player` says who runs each of them."""
    teams = options.teams
    if not teams:
        for name in ("single_winner", "team_hands"):
            if getattr(options, name):
                raise DataError(f"options: {name}: true; possible only with teams")
        return ()
    seats = sorted(seat for team in teams for seat in team)
    given = f"options: teams: {shown([list(team) for team in teams])}; possible"
    if seats != sorted(set(player)):
        raise DataError(f"{given}: 0 to {max(player)}, each once")
    if len(teams) < 2 or len({len(team) for team in teams}) > 1 or len(teams[0]) < 2:
        raise DataError(f"{given}: teams of the same size, of two seats or more")
    if len(set(player)) < len(player):
        raise DataError(f"{given} only if each player has one civilization (TEAM-01)")
    return tuple(mask_of(f for f, seat in enumerate(player) if seat in team) for team in teams)


def bans_of_teams(teams: tuple[Factions, ...], board: Board) -> tuple[Ban, ...]:
    """No discs in a partner's home, nor so that an area with a partner is Contested (TEAM-05, TEAM-06)."""
    out: list[Ban] = []
    for team in teams:
        out.append(Ban(team, board.in_play, others=team, home=True, lasting=True))
        out.append(Ban(team, board.in_play, others=team, contest=True, lasting=True))
    return tuple(out)
