"""The Card Phase: play a card, build a Wonder or pass, in rotation (CRD-01 to 04)."""

from __future__ import annotations

from .actions import CARD, STOP, STOP_BIT, WONDER
from .bits import members
from .machine import answer, ask, push, step
from .plays import play_card, playable
from .state import State
from .wonders import buildable


@step("card_phase")
def card_phase(s: State) -> None:
    """Start the rotation with the first place in the turn order."""
    s.phase = "cards"
    s.log.append(("phase", -1, -1, 0, 0, -1, "cards"))
    push(s, "card_action", 0)


@step("card_action")
def card_action(s: State, place: int) -> None:
    """Ask the civilization at this place of the turn order, unless it has passed."""
    n = len(s.order)
    for i in range(n):
        faction = s.order[(place + i) % n]
        if not s.passed >> faction & 1:
            legal = STOP_BIT | buildable(s, faction) << WONDER
            for card in members(s.hand[faction] & s.world.deck.card_phase):
                if playable(s, faction, card):
                    legal |= 1 << CARD + card
            ask(s, ("card_action", (place + i) % n, faction), faction, "card_action", legal)
            return


@answer("card_action")
def acted(s: State, action: int, place: int, faction: int) -> None:
    """Pass for the rest of the phase, play a card, or build a Wonder."""
    push(s, "card_action", place + 1)
    if action == STOP:
        s.passed |= 1 << faction
        s.log.append(("passed", faction))
    elif action >= WONDER:
        knobs = s.world.scenario.knobs
        s.built_this_turn |= 1 << faction
        push(s, "build", faction, action - WONDER, knobs.wonder_resources, knobs.wonder_discs)
    else:
        play_card(s, faction, action - CARD)
