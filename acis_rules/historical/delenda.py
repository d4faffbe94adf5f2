"""Carthago delenda est: as long as Carthage is rich and ahead, the war goes on (HANN-08g1)."""

from __future__ import annotations

from ..kernel.moments import Variant
from ..kernel.state import Seen
from .minor_states import the

DELENDA = Variant("carthago delenda est", applies=lambda world: "carthago_delenda_est" in world.rules)
CITY, RIVAL = "carthage", "rome"


@DELENDA.at("no_check")
def goes_on(s: Seen) -> bool:
    """No check while Gold lies in Carthage and Carthage has at least as many VP as Rome."""
    return s.world.board.find(CITY) in s.gold and s.vp[the(s, CITY)] >= s.vp[the(s, RIVAL)]
