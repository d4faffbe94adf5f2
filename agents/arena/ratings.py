"""Ratings from games of any number of players: openskill's full-pair Bradley-Terry model.

Every pair of a game is compared, and a tie between them counts half for each. Updates depend a
little on the order of games, so the ratings are means over several orders and their reverses.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from openskill.models import BradleyTerryFull

from .intervals import Z
from .results import Result

ORDERS = 8


Game = tuple[tuple[str, ...], tuple[int, ...]]  # names and ranks by seat; 0 is best, ties are equal


class Rating(NamedTuple):
    """A player's strength; two players 2 * beta (about 8.3) apart: the stronger wins most games."""

    mu: float
    sigma: float

    @property
    def interval(self) -> tuple[float, float]:
        """95% of what the model believes."""
        return self.mu - Z * self.sigma, self.mu + Z * self.sigma


def rate(games: Sequence[Game]) -> dict[str, Rating]:
    """Ratings by name; neither the order of games nor that of seats plays a part."""
    names = sorted({name for players, _ in games for name in players})
    sums = {name: [0.0, 0.0] for name in names}
    order = sorted(sorted(zip(*game, strict=True)) for game in games)
    rng = Random(0)
    for _ in range(ORDERS):
        for one in (order, order[::-1]):
            for name, (mu, sigma) in _in_order(one, names).items():
                sums[name][0] += mu / (2 * ORDERS)
                sums[name][1] += sigma / (2 * ORDERS)
        rng.shuffle(order)
    return {name: Rating(mu, sigma) for name, (mu, sigma) in sums.items()}


def _in_order(games: list[list[tuple[str, int]]], names: list[str]) -> dict[str, tuple[float, float]]:
    """Mean and deviation by name after these games, one after the other."""
    model = BradleyTerryFull()
    ratings = dict.fromkeys(names, (model.mu, model.sigma))
    for game in games:
        players = [name for name, _ in game]
        teams = [[model.rating(*ratings[name])] for name in players]
        after = model.rate(teams, ranks=[float(rank) for _, rank in game])
        for name in set(players):
            # A name that sits at the table more than once moves by the mean of its seats.
            new = [team[0] for player, team in zip(players, after, strict=True) if player == name]
            mu, sigma = sum(one.mu for one in new), sum(one.sigma for one in new)
            ratings[name] = (mu / len(new), sigma / len(new))
    return ratings


def ratings_of(results: list[Result]) -> dict[str, Rating]:
    """Ratings of all players of these games; games of one name only say nothing."""
    return rate([
        (tuple(one.players), tuple(one.ranks)) for one in results if len(set(one.players)) > 1
    ])  # fmt: skip
