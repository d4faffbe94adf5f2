"""The cards as a seat knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acis_rules.kernel.actions import N_CARDS
from acis_rules.kernel.bits import members, set_of
from acis_rules.views import View, reader

from .places import AT, CARDS, OWN, KnownCards, Memory, OpenCards

if TYPE_CHECKING:
    from ..seating import Seating

_OPEN_CARDS = reader("discard", "aside", "table", "investments", "reserve")
_HAND, _LAID, _DRAWN, _UNSEEN = (OWN[name] for name in ("hand", "laid", "drawn", "unseen"))
_DISCARD, _ASIDE, _TABLE = (CARDS[name] for name in ("discard", "aside", "table"))
_KNOWN, _SEEN_BY = (AT[name] - N_CARDS for name in ("known", "seen_by"))  # slots count from 1


def _open_cards(view: View, memory: Memory) -> OpenCards:
    shown = _OPEN_CARDS(view)
    found = memory.open_cards
    if found is None or found.made_from != shown:
        discard, aside, table, investments, reserve = map(set_of, shown)
        memory.open_cards = found = OpenCards(
            tuple([cards.copy() for cards in shown]),
            discard | aside | table | investments | reserve,
            discard << _DISCARD | aside << _ASIDE | table << _TABLE,
        )
    return found


def cards(view: View, seating: Seating, memory: Memory) -> KnownCards:
    """All sets of cards, and the unseen cards by themselves."""
    lying = _open_cards(view, memory)
    me = seating.factions[0]
    shown = view.knows_cards_by(me)
    found = memory.cards.get(me)
    if found is not None and found.made_from == shown and found.lying is lying and found.seating is seating:
        return found
    known, seen = view.known, view.seen_by
    if view.factions != 1 << me:
        for faction in members(view.factions ^ 1 << me):  # the seat's other civilizations
            known[faction] = sum(view.cards_of(faction))
    hand, laid, drawn = view.cards_of(me)
    unseen = view.unseen_beside(lying.all, known)
    sets: int = lying.sets | hand << _HAND | unseen << _UNSEEN
    if laid:
        sets |= laid << _LAID
    if drawn:
        sets |= drawn << _DRAWN
    if any(known):
        sets |= _by_slot(known, seating) << _KNOWN
    if any(seen):
        sets |= _by_slot(seen, seating) << _SEEN_BY
    memory.cards[me] = found = KnownCards((*shown[:-1], shown[-1].copy()), lying, seating, sets, unseen)
    return found


def _by_slot(sets: list[int], seating: Seating) -> int:
    out = 0
    for slot, faction in enumerate(seating.factions):
        if sets[faction]:
            out |= sets[faction] << slot * N_CARDS
    return out
