"""Trees of positions: a network names promising answers and judges where they lead (PUCT, max^n).

A tree grows in one dealt game, so all positions in it are certain. Every seat chooses what is best for
itself: values are one number per seat, the chances of winning.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple, Protocol

from acis_rules import Game
from acis_rules.kernel.types import Action

EXPLORE = 1.0  # how long the network's favourites are preferred to what has turned out well


class Opinion(NamedTuple):
    """What a mind thinks of a position."""

    actions: list[Action]  # the legal ones
    priors: list[float]  # how likely it would take each
    chances: list[float]  # of winning, by seat


class Judge(Protocol):
    """Judges many positions in one go."""

    def judge(self, games: list[Game]) -> list[Opinion]:
        """One opinion of each game, as the seat that decides sees it."""
        ...


class Node:
    """A position and what has come of its answers so far."""

    __slots__ = ("actions", "chances", "children", "game", "priors", "seat", "sums", "visits")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seat = game.seat
        self.actions: list[Action] = []
        self.priors: list[float] = []
        self.chances: list[float] = []  # of the position itself; empty until it is judged
        self.children: dict[int, Node] = {}  # by place in `actions`
        self.visits: list[int] = []
        self.sums: list[float] = []  # of the deciding seat's chances

    def expand(self, opinion: Opinion) -> None:
        """Take in what the network says."""
        self.actions, self.priors, self.chances = opinion
        self.visits = [0] * len(self.actions)
        self.sums = [0.0] * len(self.actions)

    def best(self) -> int:
        """The place of the most promising answer: what has come of it, and what is expected of it."""
        push = EXPLORE * sqrt(1 + sum(self.visits))
        unknown = self.chances[self.seat]
        found, best = 0, -1.0
        for i, (prior, n) in enumerate(zip(self.priors, self.visits, strict=True)):
            score = (self.sums[i] / n if n else unknown) + push * prior / (1 + n)
            if score > best:
                found, best = i, score
        return found


Path = list[tuple[Node, int]]


def descend(root: Node) -> tuple[Path, Node]:
    """Down the most promising answers to a position that is not judged yet, or where the game is over."""
    path: Path = []
    node = root
    while node.chances and not node.game.over:
        i = node.best()
        path.append((node, i))
        child = node.children.get(i)
        if child is None:
            game = node.game.clone()
            game.apply(node.actions[i])
            child = node.children[i] = Node(game)
        node = child
    return path, node


def back_up(path: Path, chances: list[float]) -> None:
    """Every position on the way learns what its seat has come to."""
    for node, i in path:
        node.visits[i] += 1
        node.sums[i] += chances[node.seat]


def outcome(game: Game) -> list[float]:
    """The chances of winning when the game is over: all for the winner, equal shares in a draw."""
    winners = game.winners
    return [(seat in winners) / len(winners) for seat in range(game.state.world.n_seats)]
