"""`ismcts:N`: information-set Monte Carlo tree search with N simulations per decision.

Each simulation deals all hidden things anew (`View.sample`), walks down one common tree as far as
it fits this deal, adds a node, plays on by instinct for a while and judges the position. Rewards
are one number per seat (max^n): every seat chooses what is best for itself. A choice is compared
with its rivals by how often it was available, since not every deal offers it (Cowling, Powley and
Whitehouse 2012). At the root the one-step judgement of `greedy` counts as a few visits, and
choices are taken up one after the other as visits grow, the best-judged first.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random

from acis_env.players import UnknownPlayer
from acis_rules import Decision, Game
from acis_rules.views import View

from ..greedy import instinct
from ..greedy.player import UNDER_WAY, judged, worth_trying
from ..greedy.value import lead, seat_worths

SIMULATIONS = 200
EXPLORE = 1.5  # VP
WIDENING = 1.2  # choices taken up per square root of visits
TRUST = 4.0  # visits that the first judgement counts for
ROLLOUT = 32  # answers by instinct, at least; what is under way is finished

Key = tuple[int, str, int]  # faction and kind of the question, action


class Node:
    """What is known of a choice: visits, how often it was there to be taken, rewards by seat."""

    __slots__ = ("available", "children", "order", "rewards", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0.0
        self.available = 0
        self.rewards = [0.0] * seats
        self.children: dict[Key, Node] = {}
        self.order: dict[int, int] = {}  # actions of the root, the best-judged first


class Ismcts:
    """Searches the games that its seat holds possible."""

    def __init__(self, simulations: str | int = SIMULATIONS, seed: int = 0) -> None:
        try:
            self.simulations = int(simulations)
        except ValueError:
            self.simulations = 0
        if self.simulations < 1:
            raise UnknownPlayer(f"ismcts:{simulations}: the number of simulations must be 1 or more")
        self._random = Random(seed)

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        """The action that was visited most."""
        rng = self._random
        if decision.kind == "civilization":
            return rng.choice(legal)
        root = self._root(view, decision, legal)
        for _ in range(self.simulations):
            simulate(root, view.sample(rng), rng)
        best = max(root.children.items(), key=lambda item: (item[1].visits, item[1].rewards[view.seat]))
        return best[0][2]

    def _root(self, view: View, decision: Decision, legal: list[int]) -> Node:
        """A tree in which each choice worth trying begins with its one-step judgement."""
        rng = self._random
        seats = view.world.n_seats
        game = view.sample(rng)
        legal = worth_trying(game, legal, rng)
        values = judged(game, view.seat, legal, rng)
        ranking = sorted(range(len(legal)), key=lambda i: -values[i])
        root = Node(seats)
        root.order = {legal[i]: place for place, i in enumerate(ranking)}
        for i in ranking:
            child = root.children[decision.faction, decision.kind, legal[i]] = Node(seats)
            child.visits = TRUST
            child.rewards[view.seat] = TRUST * values[i]
        return root


def simulate(root: Node, game: Game, rng: Random) -> None:
    """One walk down the tree, one new node, one rollout, and the rewards on the way back."""
    path = [root]
    node = root
    while not game.over:
        key, child = choose(node, game, rng)
        game.apply(key[2])
        new = child is None
        if child is None:
            child = node.children[key] = Node(game.state.world.n_seats)
        path.append(child)
        node = child
        if new:
            break
    roll_out(game, rng)
    by_seat = seat_worths(game.state)
    rewards = [lead(by_seat, seat) for seat in range(len(by_seat))]
    for node in path:
        node.visits += 1
        for seat, reward in enumerate(rewards):
            node.rewards[seat] += reward


def choose(node: Node, game: Game, rng: Random) -> tuple[Key, Node | None]:
    """A new choice while there are few for so many visits, else the most promising one."""
    q = game.state.question
    assert q is not None
    seat = game.seat
    legal = game.legal_actions()
    known = []
    for action in legal:
        key = (q.faction, q.kind, action)
        child = node.children.get(key)
        if child is not None:
            child.available += 1
            known.append((key, child))
    room = 1 + WIDENING * sqrt(node.visits)
    if node.order:
        known = [(key, child) for key, child in known if node.order[key[2]] < room]
    elif len(known) < min(room, len(legal)):
        return (q.faction, q.kind, _fresh(node, game, legal, rng)), None
    return max(known, key=lambda item: _promise(item[1], seat))


def _fresh(node: Node, game: Game, legal: list[int], rng: Random) -> int:
    """The instinctive answer first, then the others by chance."""
    q = game.state.question
    assert q is not None
    first = instinct.answer(game.state, rng)
    if (q.faction, q.kind, first) not in node.children:
        return first
    return rng.choice([action for action in legal if (q.faction, q.kind, action) not in node.children])


def _promise(node: Node, seat: int) -> float:
    """Mean reward, and more for what was often there and seldom tried."""
    return node.rewards[seat] / node.visits + EXPLORE * sqrt(log(node.available + 1) / node.visits)


def roll_out(game: Game, rng: Random) -> None:
    """Play on by instinct, and finish what is under way then."""
    for i in range(2 * ROLLOUT):
        q = game.state.question
        if q is None or (i >= ROLLOUT and q.kind not in UNDER_WAY):
            return
        game.apply(instinct.answer(game.state, rng))
