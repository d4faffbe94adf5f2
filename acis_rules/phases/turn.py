"""A turn: four phases, one after the other (DEF-04)."""

from __future__ import annotations

from ..kernel.log import tell
from ..kernel.machine import push, step
from ..kernel.state import State
from .card_phase import card_phase
from .competition import competition_phase
from .evaluation import evaluation
from .growth import growth_phase


@step("turn")
def turn(s: State) -> None:
    """A turn is Growth, Cards, Competition, Evaluation, in this order (DEF-04)."""
    s.passed = s.built_this_turn = s.used = s.omens = s.looted = s.forbidden = 0
    s.counted = False
    tell(s, "turn", turn=s.turn, epoch=s.epoch)
    push(s, evaluation)
    push(s, competition_phase)
    push(s, card_phase)
    push(s, growth_phase)
    for join_in in s.world.on.turn_starts:
        join_in(s)
