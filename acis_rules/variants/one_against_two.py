"""One civilization against two of one player: when it chooses, and who wins a tie (ONE2 rules).

What else differs is data: `options.adapted` changes the scenario.
"""

from __future__ import annotations

from ..kernel.actions import ABILITY_BIT, STOP, STOP_BIT
from ..kernel.machine import answer, ask, push
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Action
from ..phases.setup import choose_civilization

ONE_AGAINST_TWO = Variant("one against two", applies=lambda world: world.options.single is not None)


def _single(s: Seen) -> int:
    single = s.world.options.single
    assert single is not None
    return single


@ONE_AGAINST_TWO.at("choosing")
def choose_first(s: State) -> bool:
    """The single player chooses a civilization first or last (ONE2-02)."""
    ask(s, first_or_last, (_single(s),), _single(s), "choose_first", ABILITY_BIT | STOP_BIT)
    return True


@answer("choose_first")
def first_or_last(s: State, action: Action, single: int) -> None:
    """The others choose in turn order."""
    others = [faction for faction in s.order if faction != single]
    push(s, choose_civilization, *([*others, single] if action == STOP else [single, *others]))


@ONE_AGAINST_TWO.at("tie_break")
def wins_ties(s: Seen, player: int) -> int:
    """The single player wins a tie (ONE2-08)."""
    return int(s.world.player[_single(s)] == player)
