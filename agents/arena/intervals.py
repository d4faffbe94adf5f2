"""95% intervals: Wilson's for shares of independent trials, the bootstrap for games that belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import sqrt
from typing import NamedTuple

import numpy as np

from .results import Result

Z = 1.959964  # 95%
RESAMPLES = 4000


class Estimate(NamedTuple):
    """A mean with its 95% interval and how the interval was made."""

    mean: float
    low: float
    high: float
    method: str


def wilson(share: float, n: int) -> tuple[float, float]:
    """Interval of a share in n independent trials; ties may count as parts of a success."""
    if not n:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def over_deals(sums: list[float], counts: list[int], is_share: bool, seed: int = 0) -> Estimate:
    """The mean of a quantity given as sum and number per deal: deals are independent, games are not.

    The bootstrap draws whole deals. Where all deals agree it knows no spread; a share then gets
    Wilson's interval with one trial per deal, which claims no more than that.
    """
    total, n = np.array(sums), np.array(counts)
    mean = float(total.sum() / n.sum())
    per_deal = total / n
    deals = len(sums)
    if is_share and (deals < 2 or np.ptp(per_deal) == 0):
        return Estimate(mean, *wilson(mean, deals), f"Wilson over {deals} deals")
    if deals < 2:
        return Estimate(mean, float("-inf"), float("inf"), "one deal: no interval")
    draws = np.random.default_rng(seed).integers(deals, size=(RESAMPLES, deals))
    means = total[draws].sum(axis=1) / n[draws].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return Estimate(mean, float(low), float(high), f"bootstrap over {deals} deals")


def estimate(
    cells: Iterable[tuple[Result, int]], quantity: Callable[[Result, int], float], is_share: bool
) -> Estimate:
    """The mean of a quantity over some games and seats, with an interval over their deals."""
    sums: dict[tuple[str, int], float] = {}
    counts: dict[tuple[str, int], int] = {}
    for one, seat in cells:
        sums[one.deal] = sums.get(one.deal, 0.0) + quantity(one, seat)
        counts[one.deal] = counts.get(one.deal, 0) + 1
    return over_deals(list(sums.values()), list(counts.values()), is_share)
