"""Conquest: Control of certain areas at the end of a Competition Phase wins the game (PUNIC-03, PUN2-03)."""

from __future__ import annotations

from ..kernel.bits import mask_of
from ..kernel.log import tell
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Faction
from ..table.ending import end_game
from ..table.terms import controlled

CONQUEST = Variant(
    "conquest",
    applies=lambda world: bool(world.scenario.victory.control or world.scenario.victory.own_and_another_home),
)


def decisive(s: Seen, faction: Faction) -> list[int]:
    """Sets of areas of which Control of one wins the game for the faction."""
    victory = s.world.scenario.victory
    if s.epoch < victory.from_epoch:
        return []
    own = s.home[faction]
    if victory.own_and_another_home and own:
        return [own | s.home[f] for f in s.order if s.home[f] & ~own]
    return [mask_of(map(s.world.board.find, victory.control))] if victory.control else []


@CONQUEST.at("won_at_once")
def conquest(s: State) -> None:
    """End the game if somebody Controls the areas that decide the scenario (PUNIC-03, PUN2-03)."""
    conquerors = []
    for faction in range(s.world.n_factions):
        lands = controlled(s, faction)
        if any(not areas & ~lands for areas in decisive(s, faction)):
            conquerors.append(faction)
            tell(s, "conquest", faction)
    if conquerors:
        end_game(s, {s.world.side[faction] for faction in conquerors})
