"""The cards of positions from outside: each in one place, and who knows of those in a hand."""

from __future__ import annotations

from ..errors import PositionError
from ..kernel.actions import N_CARDS
from ..kernel.bits import mask_of, members
from ..kernel.chance import shuffle
from ..kernel.state import State
from ..kernel.types import Card
from .fields import Reader, civilization_in


def cards_in(s: State, top: Reader) -> None:
    """Every Fate card must be in exactly one place once they are dealt; Events are never in a hand."""
    world = s.world
    seen: dict[int, str] = {}

    def note(card: Card, place: str) -> None:
        if card in seen:
            raise PositionError(f"position: card {card} is in {seen[card]} and in {place}")
        seen[card] = place

    for f in range(world.n_factions):
        own = {"hand": members(s.hand[f]), "laid": s.laid[f], "drawn": members(s.drawn[f])}
        for place, cards in own.items():
            where = f"factions[{f}].{place}"
            for card in cards:
                if world.deck.events >> card & 1:
                    raise PositionError(f"position.{where}: card {card} is an Event, never in a hand")
                if place == "laid" and not world.deck.competition >> card & 1:
                    raise PositionError(f"position.{where}: card {card} is no Competition card")
                note(card, where)
    for place in ("discard", "aside", "table"):
        for card in getattr(s, place):
            note(card, place)
    _known(s, top)
    if not {*s.peeked} <= {*s.discard}:
        raise PositionError("position.peeked: the cards looked at lie in the discard pile")
    for card in s.investments:
        note(card, "investments")
    for card in s.reserve:
        note(card, "reserve")
    if s.phase == "setup":
        if seen or top.items("deck"):
            raise PositionError("position: no card is anywhere before they are dealt")
        return
    for card in world.scenario.deck.boxed:
        note(card, "the box")
    rest = [card for card in range(1, N_CARDS + 1) if card not in seen]
    if "deck" in top.data:
        s.deck = top.cards("deck")
        for card in s.deck:
            note(card, "deck")
        missing = [card for card in rest if card not in seen]
        if missing:
            raise PositionError(f"position.deck: card {missing[0]} is nowhere")
    else:
        s.deck = rest
        shuffle(s, s.deck)


def _known(s: State, top: Reader) -> None:
    """Whoever knows a card in a hand is right."""
    n = s.world.n_factions
    for reader in top.entries("known"):
        try:
            viewer, holder = (civilization_in(s, reader.get(key, None), key) for key in ("viewer", "holder"))
            cards = mask_of(reader.cards("cards"))
        except PositionError as error:
            raise PositionError(f"position: known has the wrong form: {error}") from None
        if viewer == holder or s.known[viewer * n + holder]:
            raise PositionError(f"{reader.where}: one entry for each pair of civilizations")
        if cards & ~(s.hand[holder] | mask_of(s.laid[holder])):
            raise PositionError(f"{reader.where}: its holder does not hold these cards")
        s.known[viewer * n + holder] = cards
