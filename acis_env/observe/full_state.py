"""The whole position for centralised critics: the public part once, and everybody's cards."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from acis_rules.kernel.actions import N_CARDS
from acis_rules.kernel.bits import members
from acis_rules.kernel.state import State

from .schema import HAND_BLOCKS, PRIVATE_BLOCKS, SLOTS, STATE_SIZE, offsets
from .seating import Seating

Floats = npt.NDArray[np.float32]
_PUBLIC = np.ones(offsets()["play_slots"].stop, bool)
for _name in PRIVATE_BLOCKS:
    _PUBLIC[offsets()[_name]] = False
_HANDS = STATE_SIZE - sum(block.size for block in HAND_BLOCKS)


def full_state(s: State, seating: Seating, observation: Floats) -> Floats:
    """The observation of the seat that decides, with all cards instead of those the seat knows of.

    The order of the deck is known to nobody.
    """
    out: Floats = np.zeros(STATE_SIZE, np.float32)
    out[:_HANDS] = observation[_PUBLIC]
    cards = out[_HANDS:].reshape(len(HAND_BLOCKS), SLOTS, N_CARDS)
    for slot, faction in enumerate(seating.factions):
        for row, held in enumerate((members(s.hand[faction]), s.laid[faction], members(s.drawn[faction]))):
            cards[row, slot, [card - 1 for card in held]] = 1
    return out
