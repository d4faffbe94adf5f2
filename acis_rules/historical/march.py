"""A march before the cards are dealt: Hannibal on his way to Italy (HANN-M1 to M5)."""

from __future__ import annotations

from ..kernel.chance import shuffle
from ..kernel.log import tell
from ..kernel.moments import Variant
from ..kernel.state import State
from ..table.changes import place, put_barbarians, return_disc

MARCH = Variant("march", applies=lambda world: world.scenario.march is not None)
CAUSE = "march"


@MARCH.at("before_deal")
def march(s: State) -> None:
    """Area by area a card of the complete deck decides; Events among them have no effect (HANN-M1).

    All cards are dealt after this, so those revealed need no place of their own.
    """
    world = s.world
    block = world.scenario.march
    assert block is not None
    cards = [card.id for card in world.deck.cards[1:] if not world.boxed >> card.id & 1]
    shuffle(s, cards)
    marching = world.ids.index(block.who)
    for stage in block.stages:
        card = cards.pop()
        tell(s, "revealed", card=card, cause=CAUSE)
        if card > stage.up_to:
            put_barbarians(s, world.board.find(stage.failure or stage.area), 1, CAUSE)
            return
        area = world.board.find(stage.area)
        victim = (*world.ids, "barbarians").index(stage.replaces)
        return_disc(s, victim, area, CAUSE)
        place(s, marching, area, CAUSE)
