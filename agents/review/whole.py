"""A whole review: the curve of everybody's chances, the costly decisions, and the page about them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from acis_env.players import Player, make_player
from acis_rules.box.scenario import load_scenario
from acis_rules.replay import Replay
from acis_rules.words.names import EPOCHS
from acis_rules.words.winning import result

from ..live.seats import PERSON
from ..live.titles import agreed
from .chances import Chances, has_an_idea, judged_by
from .costly import Decided, advice, costly
from .page import Point, page, seats_of

ADVISERS = ("npc", "greedy")
EVERY = 5  # actions between two points of the curve


class Review(NamedTuple):
    """The page, and the decisions it is about."""

    page: str
    found: list[Decided]


def review(
    replay: Replay, names: Sequence[str], seats: Collection[int], policy: str = "", also: Sequence[str] = ()
) -> Review:
    """Look back on the decisions of some seats; a policy is asked too, and judges everybody's chances."""
    advisers: dict[str, Player] = {name: make_player(name, replay.seed) for name in (*ADVISERS, *also)}
    judge: Player | None = None
    if policy:
        judge = advisers[policy] = make_player(policy, replay.seed)
    curve = _curve(replay, judged_by(judge))
    found = costly(replay, seats)
    told = [(one, advice(one, advisers)) for one in found]
    believed = judge is not None and has_an_idea(judge, next(replay.play()))
    who = policy if believed else "what positions are worth to greedy"
    last = replay.final()
    title = load_scenario(replay.scenario).title
    below = [f"{result(last.state)}."] if last.over else []
    below.append(", ".join(filter(None, (f"Seed {replay.seed}", agreed(replay.options)))) + ".")
    return Review(page(title, " ".join(below), who, seats_of(last, names), curve, told), found)


def people_or_all(names: Sequence[str], n: int) -> set[int]:
    """Whose decisions are looked at if nobody says so: people's; without people, everybody's."""
    people = {seat for seat, name in enumerate(names) if name == PERSON}
    return people or set(range(n))


def _curve(replay: Replay, chances: Chances) -> list[Point]:
    """The chances every few actions, at the beginning of each turn, and at the end."""
    curve: list[Point] = []
    turn = (0, 0)
    for number, game in enumerate(replay.play()):
        s = game.state
        now = (s.epoch, s.turn)
        new = now != turn and s.phase != "setup"
        if new or number % EVERY == 0 or number == len(replay.actions):
            label = f"{EPOCHS[s.epoch]}.{s.turn}" if new and not game.over else ""
            curve.append(Point(number, chances(game), label))
        turn = now if new else turn
    return curve
