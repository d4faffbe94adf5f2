"""The Card Phase: play a card, build a Wonder or pass, in rotation (CRD-01 to 04)."""

from __future__ import annotations

from ..cards.plays import play_card, playable
from ..kernel.actions import STOP, STOP_BIT, card_actions, card_of, is_card, wonder_actions, wonder_of
from ..kernel.bits import members
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.state import State
from ..kernel.types import Action, Faction
from ..table.changes import gain_talents
from ..table.terms import at_hand
from ..table.wonders import build, buildable


@step("card_phase")
def card_phase(s: State) -> None:
    """Start the first rotation."""
    s.phase = "cards"
    tell(s, "phase", phase="cards")
    for join_in in s.world.on.phase_starts:
        join_in(s)
    for faction in s.order:
        gain_talents(s, faction, s.world.knobs[faction].phase_talents, "handicap")
    push(s, card_action, 0)


@step("card_action")
def card_action(s: State, acted: int) -> None:
    """Ask the first in turn order that has neither passed nor acted in this rotation.

    Who acted is noted rather than a place in the order: the Orator may change the order in the
    middle of a rotation, and everybody acts once in it all the same (CRD-01).
    """
    done = acted | s.passed
    for faction in s.order:
        if not done >> faction & 1:
            break
    else:
        if s.passed.bit_count() < len(s.order):
            push(s, card_action, 0)
        return
    cards = 0
    for card in members(at_hand(s, faction, "cards") & s.world.deck.card_phase):
        if playable(s, faction, card):
            cards |= 1 << card
    legal = STOP_BIT | card_actions(cards) | wonder_actions(buildable(s, faction))
    ask(s, act, (acted, faction), faction, "card_action", legal)


@answer("card_action")
def act(s: State, action: Action, acted: int, faction: Faction) -> None:
    """Pass for the rest of the phase, play a card, or build a Wonder."""
    push(s, card_action, acted | 1 << faction)
    if action == STOP:
        s.passed |= 1 << faction
        tell(s, "passed", faction)
    elif is_card(action):
        play_card(s, faction, card_of(action))
    else:
        knobs = s.world.knobs[faction]
        s.built_this_turn |= 1 << faction
        push(s, build, faction, wonder_of(action), knobs.wonder_resources, knobs.wonder_discs)
