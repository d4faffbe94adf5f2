"""`search:PATH:N`: looks ahead from the open decision with a learned policy, N positions per decision.

All that is hidden is dealt anew a few times (`View.sample`); every answer is tried in the same deals, so
that luck is the same for all of them. The most promising answers share the positions out among them, and
after each round the worse half is left out (sequential halving). From each answer a tree grows in each
deal (`tree`). What the policy would do is mixed with the one-step judgement of `greedy`, since a policy
can be too sure of itself to try anything else.
"""

from __future__ import annotations

from math import ceil, exp, log, log2
from random import Random

from acis_env.players import UnknownPlayer
from acis_rules import Decision, Game
from acis_rules.kernel.types import Action
from acis_rules.views import View

from ..greedy.player import judged, worth_trying
from .tree import Judge, Node, back_up, descend, outcome

SIMULATIONS = 64
DEALS = 8  # at most: one for every 8 positions
WIDTH = 16  # answers that are tried at most: one for every 4 positions
GREEDY_SHARE = 0.25  # of greedy's judgement in the prior of the root
GREEDY_SPREAD = 0.7  # VP: how much better an answer has to be to be e times as likely
WORTH = 30.0  # a chance of winning that is 1/WORTH higher counts as much as being e times as likely


class Branch:
    """One answer to the open decision and the trees that grow from it, one in each deal."""

    def __init__(self, action: Action, prior: float, deals: list[Game]) -> None:
        self.action = action
        self.prior = prior
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
        rng = self._random
        deals = [view.sample(rng) for _ in range(max(2, min(DEALS, self.simulations // 8)))]
        branches = self._branches(view.seat, deals)
        rounds = max(1, ceil(log2(len(branches))))
        for left in range(rounds, 0, -1):
            each = max(1, self.simulations // (rounds * len(branches)))
            self._grow(branches, view.seat, each)
            branches.sort(key=lambda branch: -branch.score)
            if left > 1:
                branches = branches[: max(2, (len(branches) + 1) // 2)]
        return branches[0].action

    def _branches(self, seat: int, deals: list[Game]) -> list[Branch]:
        """The most promising answers, the best first."""
        first = deals[0]
        known = self.judge.judge([first])[0]
        priors = dict(zip(known.actions, known.priors, strict=True))
        tried = worth_trying(first, known.actions, self._random)
        values = judged(first, seat, tried, self._random)
        best = max(values)
        shares = [exp((value - best) / GREEDY_SPREAD) for value in values]
        total = sum(shares)
        for action in priors:
            priors[action] *= 1 - GREEDY_SHARE
        for action, share in zip(tried, shares, strict=True):
            priors[action] += GREEDY_SHARE * share / total
        ranked = sorted(priors, key=lambda action: (-priors[action], action))
        width = max(2, min(WIDTH, self.simulations // 4))
        return [Branch(action, priors[action], deals) for action in ranked[:width]]

    def _grow(self, branches: list[Branch], seat: int, each: int) -> None:
        """So many more positions for every branch, all branches in the same deals, in batches."""
        for _ in range(each):
            leaves = []
            for branch in branches:
                tree = branch.trees[branch.visits % len(branch.trees)]
                branch.visits += 1
                leaves.append((branch, *descend(tree)))
            open_ = [leaf for _, _, leaf in leaves if not leaf.game.over]
            for leaf, opinion in zip(open_, self.judge.judge([n.game for n in open_]), strict=True):
                leaf.expand(opinion)
            for branch, path, leaf in leaves:
                chances = outcome(leaf.game) if leaf.game.over else leaf.chances
                back_up(path, chances)
                branch.sum += chances[seat]
