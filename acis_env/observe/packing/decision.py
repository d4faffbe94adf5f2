"""The open decision, what is being played and what has been chosen for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from acis_rules.kernel.actions import (
    ABILITY,
    BLOCKS,
    N_AREAS,
    area_of,
    areas_in,
    block_of,
    faction_of,
    is_area,
    is_faction,
    is_wonder,
    wonder_of,
)
from acis_rules.kernel.decisions import KINDS
from acis_rules.views import View, reader

from ..names import OFFER_KINDS
from ..schema import ANSWERED, DECLARED, PLAY_KINDS, PLAYS
from .displays import card_owner
from .places import AREAS, AT, CARDS

if TYPE_CHECKING:
    from acis_rules.effects import Play

    from ..seating import Seating

_KIND = {kind: 1 << AT["decision_kind"] + i for i, kind in enumerate(KINDS)}
_OFFER = {kind: 1 << AT["offer"] + i for i, kind in enumerate(OFFER_KINDS)}
_PLAY_KIND = {kind: 1 << AT["play_kind"] + i for i, kind in enumerate(PLAY_KINDS)}
_DECISION_AREA, _LEGAL_AREA, _DECISION_CARD = (
    AREAS["decision_area"],
    AREAS["legal_area"],
    CARDS["decision_card"],
)
_DECISION_BY = AT["decision_by"]
_PLAY_BY, _PLAY_MODE, _PLAY_WONDER, _PLAY_SLOTS = (
    AT[name] for name in ("play_by", "play_mode", "play_wonder", "play_slots")
)  # fmt: skip
_ASKED = reader("question", "play", "resolving")
_NO_AREAS = bytes(N_AREAS)
_NO_PLAY = bytes(1 + PLAYS * 5 + DECLARED * 4 + ANSWERED * 2)  # from `declaring` on
_BLOCK = {name: i + 1 for i, (name, _, _) in enumerate(BLOCKS)}
_AREA, _FACTION, _WONDER = _BLOCK["area"], _BLOCK["faction"], _BLOCK["wonder"]
_TOKEN = [(_BLOCK[name], n) for name, n in map(block_of, range(ABILITY + 1))]  # by action


class Asked(NamedTuple):
    """The part of an observation about the open decision."""

    areas: int
    cards: int
    rest: int
    named: bytes  # by area
    numbers: bytes


def _left(n: int) -> bytes:
    """The numbers of a decision about no play."""
    return bytes((min(255, n), 0)) + _NO_PLAY


_LEFT = [_left(n) for n in range(50)]
_new = tuple.__new__  # a named tuple made this way costs half
_OF_CARDS = ("card", "investment", "turn_order")
NOT_ASKED = Asked(0, 0, 0, _NO_AREAS, _LEFT[0])


def decision(view: View, seating: Seating) -> Asked:
    """The open decision, if it is this seat's, and what takes effect now."""
    q, play, resolving = _ASKED(view)
    cards = 0
    for one in resolving:
        if one.by >= 0 and one.kind in _OF_CARDS:
            cards |= card_owner(seating.slot[one.by], one.id)
    if q is None:
        if not resolving:
            return NOT_ASKED
        return NOT_ASKED._replace(cards=cards, numbers=bytes(3) + _plays((None, *resolving[::-1]), seating))
    _, kind, legal, card, area, by, n = q
    areas, rest, named = areas_in(legal) << _LEGAL_AREA, _KIND[kind], _NO_AREAS
    if area >= 0:
        areas |= 1 << _DECISION_AREA + area
    if card:
        cards |= 1 << _DECISION_CARD + card
    if by >= 0:
        rest |= 1 << _DECISION_BY + seating.slot[by]
    if kind == "offer":
        rest |= _OFFER[view.offer]
    if play is None:
        if not resolving:
            return _new(Asked, (areas, cards, rest, named, _LEFT[n] if n < len(_LEFT) else _left(n)))
        numbers = bytes((min(255, n), 0, 0)) + _plays((None, *resolving[::-1]), seating)
        return Asked(areas, cards, rest, named, numbers)
    chain, picked = view.chain, view.picked
    named, told = _play(play, picked[1], seating)
    for faction, number in ((play.by, play.card), *chain[1:]):
        if faction >= 0 and number:
            cards |= card_owner(seating.slot[faction], number)
    numbers = bytes((min(255, n), max(0, len(chain) - 1), picked[0]))
    numbers += _plays((play, *resolving[::-1]), seating, picked, chain)
    return Asked(areas, cards, rest | told, named, numbers)


def _play(play: Play, picked: tuple[int, ...], seating: Seating) -> tuple[bytes, int]:
    """Areas named so far, and flags, of what the open decision is about."""
    named = bytearray(N_AREAS)
    slots = 0
    wonder = play.id if play.kind == "wonder" else play.wonder
    for picks in (*play.picks, picked):
        for action in picks:
            if is_area(action):
                named[area_of(action)] += 1
            elif is_faction(action):
                slots |= 1 << seating.slot[faction_of(action)]
            elif is_wonder(action):
                wonder = wonder_of(action)
    for area in play.areas:
        named[area] = max(1, named[area])
    for faction in play.factions:
        slots |= 1 << seating.slot[faction]
    flags = _PLAY_KIND[play.kind] | slots << _PLAY_SLOTS | 1 << _PLAY_MODE + play.mode
    if play.by >= 0:
        flags |= 1 << _PLAY_BY + seating.slot[play.by]
    if wonder >= 0:
        flags |= 1 << _PLAY_WONDER + wonder
    return bytes(named), flags


# ------------------------------------------------------------------------ plays, choices, answers

_NUMBER = {kind: i + 1 for i, kind in enumerate(PLAY_KINDS)}
_FROM_ZERO = ("wonder", "ability")  # kinds whose numbers begin with 0
_PLAYS, _DECLARED, _ANSWERED = PLAYS * 5, DECLARED * 4, ANSWERED * 2


def _plays(
    several: tuple[Play | None, ...],
    seating: Seating,
    picked: tuple[int, tuple[int, ...]] = (0, ()),
    chain: tuple[tuple[int, int], ...] = (),
) -> bytes:
    """The blocks `plays`, `declared` and `chain`."""
    plays: list[int] = []
    declared: list[int] = []
    for row, play in enumerate(several[:PLAYS], 1):
        if play is None:
            plays += (0, 0, 0, 0, 0)
            continue
        by, kind, number, mode, areas, factions, wonder, picks, unnamed = play
        slot = seating.slot[by] + 1 if by >= 0 else 0
        plays += (_NUMBER[kind], slot, number + (kind in _FROM_ZERO), mode + 1, unnamed)
        for area in areas:
            declared += (row, 0, _AREA, area)
        for faction in factions:
            declared += (row, 0, _FACTION, seating.slot[faction])
        if wonder >= 0:
            declared += (row, 0, _WONDER, wonder)
        for operation, chosen in enumerate(picks, 1):
            if chosen:
                _tell(declared, row, operation, chosen, seating)
        if row == 1 and picked[1]:
            _tell(declared, 1, picked[0] + 1, picked[1], seating)
    numbers = bytes(plays).ljust(_PLAYS, b"\0") + bytes(declared[:_DECLARED]).ljust(_DECLARED, b"\0")
    answers: list[int] = []
    for faction, card in chain:
        answers += (seating.slot[faction] + 1 if faction >= 0 else 0, card)
    return numbers + bytes(answers[:_ANSWERED]).ljust(_ANSWERED, b"\0")


def _tell(declared: list[int], row: int, operation: int, actions: tuple[int, ...], seating: Seating) -> None:
    """Add what was chosen for one operation."""
    for action in actions:
        block, n = _TOKEN[action]
        declared += (row, operation, block, seating.slot[n] if block == _FACTION else n)
