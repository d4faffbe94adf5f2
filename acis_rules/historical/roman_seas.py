"""Roman control of the seas: no chain of discs out of a sea in which others are stronger (HANN-08d2)."""

from __future__ import annotations

from ..kernel.bits import mask_of, members
from ..kernel.moments import Variant
from ..kernel.state import Seen
from ..kernel.types import Areas, Faction
from ..table.terms import occupied
from .minor_states import the

ROMAN_SEAS = Variant("roman seas", applies=lambda world: "roman_seas" in world.rules)
WEAKER = "carthage"


@ROMAN_SEAS.at("no_chain")
def lost_seas(s: Seen, faction: Faction, declared: Areas) -> Areas:
    """Seas in which others have a larger group; of discs declared one in each counts."""
    if faction != the(s, WEAKER):
        return 0
    seas = members((occupied(s, faction) | declared) & s.world.board.sea)
    own = s.discs[faction]
    others = [row for other, row in enumerate(s.discs) if other != faction]
    return mask_of(sea for sea in seas if max(row[sea] for row in others) > own[sea] + (declared >> sea & 1))
