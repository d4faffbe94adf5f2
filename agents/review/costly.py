"""The most costly decisions of a game: where another answer would have left the seat further ahead.

All decisions are looked at as `greedy` does: by the position right after each answer, in one game that the
seat held possible. Those that seem worst are played on by instinct until VP are counted, in several of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import NamedTuple

from acis_env.players import Player
from acis_rules import Game
from acis_rules.replay import Replay
from acis_rules.words.decisions import describe_decision, in_short

from ..greedy import instinct
from ..greedy.player import judged, worth_trying
from ..greedy.value import lead, seat_worths
from ..live.thoughts import answered

CLOSER = 40  # decisions that are looked at again
RIVALS = 5  # answers that the one given is then compared with
SAMPLES = 10  # games that the seat held possible
WORTH_TELLING = 0.05  # VP
PASSING_OVER = ("civilization", "choose_first")  # nobody can judge these


class Decided(NamedTuple):
    """A decision of a game: its number, the position, the answer, and how far it fell short (VP)."""

    number: int
    game: Game
    action: int
    cost: float
    best: int

    @property
    def moment(self) -> tuple[int, ...]:
        """Choices of one civilization in one phase belong together."""
        s, decision = self.game.state, self.game.decision
        return s.epoch, s.turn, decision.faction, hash(s.phase)


class Advice(NamedTuple):
    """What another player would have done, and why if it says so."""

    who: str
    words: str
    reason: str
    same: bool  # as was done


def positions(replay: Replay) -> Iterator[tuple[int, Game, int]]:
    """Each decision of a recorded game: its number, the position, the answer."""
    for number, game in enumerate(replay.play()):
        if number < len(replay.actions):
            yield number, game, replay.actions[number]


def costly(replay: Replay, seats: Collection[int], n: int = 3, seed: int = 0) -> list[Decided]:
    """The `n` most costly decisions of these seats, one of each moment, the worst first."""
    rng = Random(seed)
    found = []
    for number, game, action in positions(replay):
        if game.seat in seats and game.decision.kind not in PASSING_OVER:
            tried, values = _at_first_sight(game, action, rng)
            cost = max(values) - values[tried.index(action)]
            if cost > WORTH_TELLING:
                best = sorted(tried, key=lambda one: -values[tried.index(one)])[:RIVALS]
                found.append((cost, number, game.clone(), action, sorted({action, *best})))
    found.sort(key=lambda one: -one[0])
    closer = [_closer(number, game, action, tried, rng) for _, number, game, action, tried in found[:CLOSER]]
    out: dict[tuple[int, ...], Decided] = {}
    for one in sorted(closer, key=lambda one: -one.cost):
        if one.cost > WORTH_TELLING:
            out.setdefault(one.moment, one)
    return list(out.values())[:n]


def _at_first_sight(game: Game, action: int, rng: Random) -> tuple[list[int], list[float]]:
    """The answers worth trying and how good the position is right after each."""
    sample = game.view(game.seat).sample(rng)
    tried = sorted({action, *worth_trying(sample, game.legal_actions(), rng)})
    return tried, judged(sample, game.seat, tried, rng)


def _closer(number: int, game: Game, action: int, tried: list[int], rng: Random) -> Decided:
    """How much better the best answer turns out than the one given, when VP are counted next."""
    sums = dict.fromkeys(tried, 0.0)
    for _ in range(SAMPLES):
        sample, luck = game.view(game.seat).sample(rng), rng.random()
        for one in tried:
            after = sample.clone()
            after.apply(one)
            until_counted(after, sample, Random(luck))
            sums[one] += lead(seat_worths(after.state), game.seat)
    best = max(tried, key=lambda one: sums[one])
    return Decided(number, game, action, (sums[best] - sums[action]) / SAMPLES, best)


def until_counted(game: Game, since: Game, rng: Random) -> None:
    """Play on by instinct until VP have been counted once more: all answers are compared at that moment."""
    s, before = game.state, since.state
    turns = 0
    now = (before.epoch, before.turn)
    while not game.over:
        if (s.epoch, s.turn) != now:
            now = (s.epoch, s.turn)
            turns += 1
        if turns > before.counted or (s.counted and turns >= before.counted):
            return
        game.apply(instinct.answer(s, rng))


def advice(decided: Decided, players: dict[str, Player]) -> list[Advice]:
    """What each of these players would have done, from what the seat could see."""
    game = decided.game
    out = []
    for name, player in players.items():
        view = game.view(game.seat)
        action, note = answered(player, view, game.decision, game.legal_actions())
        words = in_short(game.state, action)
        out.append(Advice(name, words, note.reason, action == decided.action))
    return out


def asked(game: Game) -> str:
    """The open decision in words."""
    return describe_decision(game.state)
