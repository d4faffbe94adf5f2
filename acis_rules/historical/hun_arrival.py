"""The Huns as a third Invader, who come when a card says so (ROME2-9.7a to 9.7c)."""

from __future__ import annotations

from ..box.world import World
from ..cards.oracle import even, turn_up
from ..kernel.machine import push, step
from ..kernel.moments import Variant
from ..kernel.state import State
from ..kernel.types import Card, Faction
from ..variants.lifecycle import arrive

HUNS, EMPIRES = "huns", ("west", "east")
HAND = 3  # cards
CAUSE = "huns"


def _still_to_come(world: World) -> bool:
    """Whether there is a faction of the Huns that is not in the game from the start."""
    return any(faction.key == HUNS and faction.dormant for faction in world.scenario.factions)


HUN_ARRIVAL = Variant("arrival of the Huns", applies=_still_to_come)


@HUN_ARRIVAL.at("before_draw")
def look_out(s: State, faction: Faction) -> None:
    """At the start of each Empire's Draw step, while they are not in the game."""
    if s.world.ids[faction] in EMPIRES and s.absent >> s.world.ids.index(HUNS) & 1:
        push(s, hun_card)


@step("hun_card", joins_in=True)
def hun_card(s: State) -> None:
    """Turn up a card; an Event is resolved and counts all the same."""
    turn_up(s, CAUSE, huns_come)


@step("huns_come", joins_in=True)
def huns_come(s: State, card: Card) -> None:
    """An even one brings them: last in turn order, with cards, without discs on the map."""
    if even(card):
        arrive(s, s.world.ids.index(HUNS), HAND)
