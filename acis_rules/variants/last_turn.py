"""Games that end with the Competition Phase of their last turn, without Evaluation (ROME1-01c).

Where a card can bring more turns, it is turned up then, too: if play goes on, the turn has its Evaluation
Phase as usual (ROME1-10.1a).
"""

from __future__ import annotations

from ..cards.oracle import turn_up
from ..kernel.log import tell
from ..kernel.machine import push, step
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Card
from ..phases.epoch import game_end
from ..phases.evaluation import stops_the_clock

LAST_TURN = Variant("last turn", applies=lambda world: world.scenario.clock.stop_after == "competition")


@LAST_TURN.at("checked_before")
def last_epoch(s: Seen) -> bool:
    """The end comes, if it comes, after the Competition Phase (ROME1-01c)."""
    return s.epoch >= s.world.scenario.clock.last_epoch


@LAST_TURN.at("won_at_once")
def stop(s: State) -> None:
    """End the game after the last turn, or turn up a card that says whether this was the last."""
    if s.over or not last_epoch(s):
        return
    clock = s.world.scenario.clock
    if s.turn >= clock.turns:
        push(s, game_end)
    elif s.turn in clock.sudden_end:
        push(s, last_card)


@step("last_card", joins_in=True)
def last_card(s: State) -> None:
    """Turn it up; an Event is resolved first."""
    turn_up(s, "sudden end", last_card_check)


@step("last_card_check", joins_in=True)
def last_card_check(s: State, card: Card) -> None:
    """The game ends if the card says so."""
    ends = stops_the_clock(s, card)
    tell(s, "sudden_end", card=card, ends=ends)
    if ends:
        push(s, game_end)
