"""`search:PATH:N`: looks ahead from the open decision with a learned policy, N positions per decision.

All that is hidden is dealt anew a few times (`View.sample`); every answer is tried in the same deals, so
that luck is the same for all of them. The most promising answers share the positions out among them, and
after each round the worse half is left out (sequential halving). From each answer a tree grows in each
deal (`tree`). What the policy would do is mixed with the one-step judgement of `greedy`, since a policy
can be too sure of itself to try anything else.
"""

from __future__ import annotations

from collections.abc import Generator
from math import ceil, exp, log, log2
from random import Random

from acis_env.players import UnknownPlayer
from acis_rules import Decision, Game
from acis_rules.kernel.types import Action
from acis_rules.views import View

from ..greedy.player import judged, worth_trying
from .tree import Judge, Node, Opinion, back_up, descend, outcome

SIMULATIONS = 64
DEALS = 8  # at most: one for every 8 positions
WIDTH = 16  # answers that are tried at most: one for every 4 positions
GREEDY_SHARE = 0.25  # of greedy's judgement in the prior of the root
GREEDY_SPREAD = 0.7  # VP: how much better an answer has to be to be e times as likely
WORTH = 30.0  # a chance of winning that is 1/WORTH higher counts as much as being e times as likely
DOUBT = 4  # positions of a mean answer that every answer is given when chances are compared
FLOOR = 0.01  # an answer that the policy finds less likely than this may still turn out to be right

Looking = Generator[list[Game], list[Opinion], "list[Branch]"]  # gives positions, is given opinions


class Branch:
    """One answer to the open decision and the trees that grow from it, one in each deal."""

    def __init__(self, action: Action, own: float, prior: float, deals: list[Game]) -> None:
        self.action = action
        self.own = own  # how likely the policy would take it
        self.prior = prior  # mixed with what greedy thinks
        self.trees = [_after(game, action) for game in deals]
        self.visits = 0
        self.sum = 0.0  # of the own seat's chances

    @property
    def chance(self) -> float:
        """The own seat's mean chance of winning so far."""
        return self.sum / self.visits

    @property
    def score(self) -> float:
        """What has come of it, and what was expected of it."""
        return log(self.prior + 1e-9) + WORTH * self.chance


def _after(game: Game, action: Action) -> Node:
    after = game.clone()
    after.apply(action)
    return Node(after)


class Search:
    """Looks ahead with the policy of a file."""

    def __init__(self, argument: str = "", seed: int = 0, judge: Judge | None = None) -> None:
        path, _, number = argument.rpartition(":")
        if not number.isdigit():
            path, number = argument, str(SIMULATIONS)
        if int(number) < 2:
            raise UnknownPlayer(f"search:{argument}: the number of positions per decision must be 2 or more")
        self.simulations = int(number)
        if judge is None:
            from .judge import shared_judge  # torch is needed for networks only

            if not path:
                raise UnknownPlayer("search: a policy is needed, as in search:general:64")
            judge = shared_judge(path)
        self.judge = judge
        self._random = Random(seed)

    def act(self, view: View, decision: Decision, legal: list[Action]) -> Action:
        """The answer from which the own seat has the best prospects."""
        if len(legal) == 1:
            return legal[0]
        return together([look_ahead(view, self.simulations, self._random)], self.judge)[0][0].action


def look_ahead(view: View, simulations: int, rng: Random) -> Looking:
    """Look into the open decision of a view: positions to be judged come out, opinions go in.

    In the end the answers that were tried, the best first.
    """
    deals = [view.sample(rng) for _ in range(max(2, min(DEALS, simulations // 8)))]
    [known] = yield deals[:1]
    branches = _branches(view.seat, deals, known, simulations, rng)
    left_out: list[Branch] = []
    rounds = max(1, ceil(log2(len(branches))))
    for left in range(rounds, 0, -1):
        for _ in range(max(1, simulations // (rounds * len(branches)))):
            yield from _grow(branches, view.seat)
        branches.sort(key=lambda branch: -branch.score)
        if left > 1:
            stay = max(2, (len(branches) + 1) // 2)
            branches, left_out = branches[:stay], branches[stay:] + left_out
    return branches + left_out


def _branches(seat: int, deals: list[Game], known: Opinion, simulations: int, rng: Random) -> list[Branch]:
    """The most promising answers, the best first."""
    own = dict(zip(known.actions, known.priors, strict=True))
    tried = worth_trying(deals[0], known.actions, rng)
    values = judged(deals[0], seat, tried, rng)
    best = max(values)
    shares = [exp((value - best) / GREEDY_SPREAD) for value in values]
    total = sum(shares)
    priors = {action: prior * (1 - GREEDY_SHARE) for action, prior in own.items()}
    for action, share in zip(tried, shares, strict=True):
        priors[action] += GREEDY_SHARE * share / total
    ranked = sorted(priors, key=lambda action: (-priors[action], action))
    width = max(2, min(WIDTH, simulations // 4))
    return [Branch(action, own[action], priors[action], deals) for action in ranked[:width]]


def _grow(branches: list[Branch], seat: int) -> Generator[list[Game], list[Opinion], None]:
    """One more position for every branch, all branches in the same deals."""
    leaves = []
    for branch in branches:
        tree = branch.trees[branch.visits % len(branch.trees)]
        branch.visits += 1
        leaves.append((branch, *descend(tree)))
    unknown = [leaf for _, _, leaf in leaves if not leaf.game.over]
    opinions = yield [leaf.game for leaf in unknown]
    for leaf, opinion in zip(unknown, opinions, strict=True):
        leaf.expand(opinion)
    for branch, path, leaf in leaves:
        chances = outcome(leaf.game) if leaf.game.over else leaf.chances
        back_up(path, chances)
        branch.sum += chances[seat]


def advised(branches: list[Branch]) -> list[float]:
    """How likely a policy should take each answer, that has found so much out about all of them.

    Their own chances, moved towards what has turned out well; answers that were looked at for a moment
    only are taken to be much like the others.
    """
    mean = sum(branch.sum for branch in branches) / sum(branch.visits for branch in branches)
    scores = [
        log(max(branch.own, FLOOR)) + WORTH * (branch.sum + DOUBT * mean) / (branch.visits + DOUBT)
        for branch in branches
    ]
    best = max(scores)
    weights = [exp(score - best) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]


def together(lookings: list[Looking], judge: Judge) -> list[list[Branch]]:
    """Look into several decisions at once, all their positions judged in one pass after another."""
    out: list[list[Branch]] = [[] for _ in lookings]
    asked = {i: next(looking) for i, looking in enumerate(lookings)}
    while asked:
        opinions = iter(judge.judge([game for games in asked.values() for game in games]))
        going_on = {}
        for i, games in asked.items():
            try:
                going_on[i] = lookings[i].send([next(opinions) for _ in games])
            except StopIteration as end:
                out[i] = end.value
        asked = going_on
    return out
