"""An answer to any question in a few microseconds: preferences without look-ahead.

The look-ahead players use it to carry a play through (name, declare, resolve) before they judge
the outcome, and to play on beyond their horizon. It reads the position it is given, which is one
that a seat holds possible, never the real one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from acis_rules.kernel.actions import (
    ABILITY_BIT,
    AREA_BITS,
    CARD_BITS,
    FACTION_BITS,
    LOSE_DISC_BIT,
    PAY_TALENT_BIT,
    STOP,
    STOP_BIT,
    area_actions,
    areas_in,
    faction_action,
    number_action,
)
from acis_rules.kernel.bits import members
from acis_rules.kernel.state import Question, State
from acis_rules.table.terms import cities, contested, occupied_by_others

PLACING = frozenset(("deploy", "place", "aeneas_place", "aeneas_start", "climate", "starting_disc"))
GIVING_UP = frozenset(("discard", "hand_limit", "wonder_payment", "penalty", "remove_own"))
DECLINED = frozenset(("retire", "resettle", "negate", "commit", "turn_order_card", "phase_start_card",
                      "peace_gift", "give"))  # fmt: skip
USED = frozenset(("use", "ability", "take", "recover", "keep"))


def answer(s: State, rng: Random) -> int:
    """A legal answer to the open question."""
    q = s.question
    assert q is not None
    kind = q.kind
    if kind in DECLINED:
        return STOP if q.legal & STOP_BIT else _one_of(q.legal, rng)
    wanted = _WANTED.get(kind, _named)(s, q)
    return _one_of(wanted & q.legal or q.legal, rng)


def _one_of(mask: int, rng: Random) -> int:
    if not mask & (mask - 1):
        return mask.bit_length() - 1
    actions = members(mask)
    return actions[int(rng.random() * len(actions))]


def _places(s: State, q: Question) -> int:
    return area_actions(_placing(s, q.faction, areas_in(q.legal)))


def _placing(s: State, me: int, areas: int) -> int:
    """Settlements become Cities, Camps Settlements, then new land and seas; no hopeless fights."""
    first, second, third, _ = s.at_least
    one, two, three = first[me], second[me], third[me]
    others = occupied_by_others(s, me)
    land = s.world.board.land & areas
    towns = two & ~three & land
    return (
        towns & ~others
        or towns & contested(s)
        or one & ~two & land & ~others
        or land & ~one & ~others
        or three & land & others
        or areas & s.world.board.coastal & ~one
        or areas & ~others
        or areas
    )


def _loss(s: State, q: Question) -> int:
    """A City is worth a talent or a card, other discs are not."""
    if cities(s, q.faction) >> q.area & 1 and s.discs[q.faction][q.area] == 3:
        return q.legal & PAY_TALENT_BIT or q.legal & CARD_BITS
    return LOSE_DISC_BIT


def _giving_up(s: State, q: Question) -> int:
    """Cards first, then talents, then lonely discs; Cities last."""
    areas = areas_in(q.legal)
    me = q.faction
    spare = areas & ~s.at_least[1][me] or areas & ~cities(s, me) or areas & s.at_least[3][me] or areas
    return q.legal & CARD_BITS or q.legal & PAY_TALENT_BIT or area_actions(spare) or q.legal


def _for_oneself(s: State, q: Question) -> bool:
    """Whether what is being declared gives its user discs and takes nobody's."""
    if not q.card:
        return q.kind == "allies"
    tags = s.world.deck.cards[q.card].tags
    return q.kind == "allies" or bool(tags.discs and not tags.removes and not tags.barbarians)


def _leader(s: State, me: int) -> int:
    """The rival with most VP."""
    vp, leader = s.vp, -1
    for f in s.order:
        if f != me and (leader < 0 or vp[f] > vp[leader]):
            leader = f
    return leader if leader >= 0 else me


def _target(s: State, q: Question, areas: int) -> int:
    """Rivals' Cities, the leader's first; or a good place for oneself."""
    me = q.faction
    if _for_oneself(s, q):
        return _placing(s, me, areas)
    first, _, third, _ = s.at_least
    leader = _leader(s, me)
    free = areas & ~first[me]
    return (
        free & third[leader]
        or free & third[-1]
        or free & first[leader]
        or free & occupied_by_others(s, me)
        or (0 if q.legal & STOP_BIT else free)
        or (0 if q.legal & STOP_BIT else areas)
    )


def _whom(s: State, q: Question) -> int:
    """Oneself for what gives discs, the leader for everything else."""
    me = q.faction
    if _for_oneself(s, q):
        return 1 << faction_action(me)
    return q.legal & 1 << faction_action(_leader(s, me)) or q.legal & ~(1 << faction_action(me)) & ~STOP_BIT


def _named(s: State, q: Question) -> int:
    """Whatever is named or picked."""
    if q.legal & AREA_BITS:
        return area_actions(_target(s, q, areas_in(q.legal)))
    if q.legal & FACTION_BITS:
        return _whom(s, q)
    return q.legal & ~STOP_BIT


def _anew(s: State, q: Question) -> int:
    """It begins anew if it has nothing left."""
    return STOP_BIT if s.at_least[0][q.faction] else ABILITY_BIT


_WANTED: dict[str, Callable[[State, Question], int]] = {
    **dict.fromkeys(PLACING, _places),
    **dict.fromkeys(USED, lambda s, q: q.legal & ~STOP_BIT),
    **dict.fromkeys(GIVING_UP, _giving_up),
    "loss": _loss,
    "card_action": lambda s, q: q.legal & CARD_BITS,
    "aeneas": _anew,
    "talents_to_spend": lambda s, q: 1 << number_action(0),
    "wonder_site": lambda s, q: area_actions(cities(s, q.faction)),
}
