"""`greedy`: tries every legal action in one possible game and takes the one that is judged best.

An action that only begins something (a card to play, an area to name) is carried through by
instinct until it has taken effect, so that effects are judged and not intentions.
"""

from __future__ import annotations

from random import Random

from acis_rules import Decision, Game
from acis_rules.kernel.actions import area_of, is_area
from acis_rules.kernel.machine import act
from acis_rules.kernel.state import State
from acis_rules.views import View

from . import instinct
from .instinct import PLACING
from .value import Scales

# Questions inside a play that is under way: what happens is known only after them
UNDER_WAY = frozenset((
    "mode", "name_area", "name_city", "name_civilization", "name_wonder", "place", "put_barbarians",
    "allies", "remove", "remove_own", "loss", "penalty", "discard", "take", "keep", "recover",
    "wonder_payment", "wonder_site", "negate", "card_order", "barbarian_shortage", "gods_smile",
    "aeneas_civilization", "aeneas_start", "aeneas_place", "commit",
    "peace_gift",
))  # fmt: skip
FAR_ENOUGH = 24  # answers by instinct
FEW = 6  # actions
ALIKE = 3  # areas with the same discs in them that are tried
NAMING = frozenset(("name_area", "name_city", "put_barbarians", "barbarian_shortage"))
SETTLED = frozenset(
    ("loss", "deploy", "aeneas_place", "starting_disc", "retire", "resettle", "talents_to_spend")
)


def carry_through(s: State, rng: Random) -> None:
    """Answer by instinct until what is under way has taken effect; nobody negates or commits more."""
    for _ in range(FAR_ENOUGH):
        q = s.question
        if q is None or q.kind not in UNDER_WAY:
            return
        act(s, instinct.answer(s, rng))


def judged(game: Game, seat: int, legal: list[int], rng: Random) -> list[float]:
    """For each action how far ahead the seat is after it."""
    s = game.state
    assert s.question is not None
    carried = s.question.kind not in SETTLED
    scales = Scales(s.world, seat)
    out = []
    for action in legal:
        after = s.copy()
        if not act(after, action):
            raise game.illegal(action)
        if carried:
            carry_through(after, rng)
        out.append(scales.lead(after))
    return out


def worth_trying(game: Game, legal: list[int], rng: Random) -> list[int]:
    """The actions without those that are as good as others: of like areas only some, by chance."""
    q = game.state.question
    assert q is not None
    if len(legal) <= FEW or q.kind not in PLACING | NAMING:
        return legal
    discs = list(zip(*game.state.discs, strict=True))  # by area
    groups: dict[tuple[int, ...], list[int]] = {}
    for action in legal:
        alike = discs[area_of(action)] if is_area(action) else (action,)
        groups.setdefault(alike, []).append(action)
    out: list[int] = []
    for group in groups.values():
        out += group if len(group) <= ALIKE else rng.sample(group, ALIKE)
    return out


class Greedy:
    """One-step look-ahead with the value of `agents.greedy.value`."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        """The action with the best outcome; between equals chance decides."""
        rng = self._random
        if decision.kind == "civilization":
            return rng.choice(legal)
        game = view.sample(rng)
        tried = worth_trying(game, legal, rng)
        values = judged(game, view.seat, tried, rng)
        best = max(values)
        return rng.choice([action for action, value in zip(tried, values, strict=True) if value == best])
