"""Reward choices, apart from the score: what each seat is paid, and when.

| name      | paid           | what                                                            | zero-sum |
|-----------|----------------|-----------------------------------------------------------------|----------|
| outcome   | at the end     | winners share +1, the others share -1 (2 players: +1 / -1)      | yes      |
| rank      | at the end     | from +1 (first) to -1 (last), ties share the mean of their ranks | yes      |
| margin    | at the end     | (own VP - mean of the others' VP) / 50, cut at -1 and +1        | 2 players|
| vp        | every decision | change of (own VP - mean of the others' VP) / 50 since the last | yes      |

`outcome` and `rank` follow the tie-breaks of the rules; a game truncated by the decision limit
is judged by its standing at that moment. In a game of one player all of them are 0: there is
nobody to compare with.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from acis_rules import Game
from acis_rules.table.ending import leaders, player_score, results

VP_SCALE = 50

Rewards = list[float]


def seat_points(game: Game) -> list[int | Fraction]:
    """The score by seat: the VP of all its civilizations together."""
    return [player_score(game.state, seat) for seat in range(game.state.world.n_seats)]


def leads(game: Game) -> Rewards:
    """Own VP less the mean of the others', by seat, in units of VP_SCALE; the sum is zero."""
    points = [float(p) for p in seat_points(game)]
    total, n = sum(points), len(points)
    if n == 1:
        return [0.0]
    return [(p - (total - p) / (n - 1)) / VP_SCALE for p in points]


def outcome(game: Game) -> Rewards:
    """Winners share +1, the others share -1."""
    n = game.state.world.n_seats
    winners = leaders(game.state)
    if len(winners) == n:
        return [0.0] * n
    return [1 / len(winners) if seat in winners else -1 / (n - len(winners)) for seat in range(n)]


def rank(game: Game) -> Rewards:
    """+1 for the first to -1 for the last, evenly spaced; ties share."""
    placed = results(game.state)
    n = len(placed)
    if n == 1:
        return [0.0]
    out = []
    for result in placed:
        better = sum(other > result for other in placed)
        equal = placed.count(result)
        place = better + (equal - 1) / 2
        out.append(1 - 2 * place / (n - 1))
    return out


def margin(game: Game) -> Rewards:
    """The lead in VP at the end, cut at -1 and +1."""
    return [max(-1.0, min(1.0, lead)) for lead in leads(game)]


AT_THE_END: dict[str, Callable[[Game], Rewards]] = {"outcome": outcome, "rank": rank, "margin": margin}
REWARDS = (*AT_THE_END, "vp")


class Payer:
    """Pays the seats of one game by one of the REWARDS."""

    __slots__ = ("_leads", "always", "reward")

    def __init__(self, reward: str, seats: int) -> None:
        self.reward = reward
        self.always = reward not in AT_THE_END  # there is something to pay after every decision
        self._leads = [0.0] * seats  # for which they have been paid

    def due(self, game: Game, ended: bool) -> Rewards | None:
        """What each seat is paid now, for what has happened since the last time; None: nothing yet."""
        if not self.always:
            return AT_THE_END[self.reward](game) if ended else None
        now = leads(game)
        paid = [lead - before for lead, before in zip(now, self._leads, strict=True)]
        self._leads = now
        return paid


def check_reward(name: str) -> str:
    """The name, or an error that lists what there is."""
    if name not in REWARDS:
        raise ValueError(f"unknown reward {name!r}; there are: {', '.join(REWARDS)}")
    return name
