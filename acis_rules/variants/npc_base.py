"""Where an NPC is at home in a scenario with a capital (CAES-10, CAES-11)."""

from __future__ import annotations

from ..kernel.bits import members
from ..kernel.state import State
from ..table.terms import controlled, occupied


def move_base(s: State) -> None:
    """Discs came to the capital or left it: an NPC that captures it is at home there.

    It stays so while the capital is Contested, until its last disc there is lost.
    """
    capital = 1 << s.world.npc_base
    for npc in members(s.world.npcs):
        if controlled(s, npc) & capital:
            s.home[npc] = capital
        elif s.home[npc] == capital and not occupied(s, npc) & capital:
            s.home[npc] = s.world.home_of(npc, s.civilization[npc])
