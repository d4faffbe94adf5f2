"""Simple players for the demonstration: a little sense, some chance, public knowledge only."""

from __future__ import annotations

import random

from ..game import Game
from ..kernel.actions import ABILITY, LOSE_DISC, PAY_TALENT, STOP, block_of
from ..kernel.state import State
from ..table.terms import CITY, cities, occupied_by_others, strength

SELDOM = 0.05
RICH = 6  # talents and cards


def choose(game: Game, rng: random.Random) -> int:
    """A legal action for the open decision."""
    legal = game.legal_actions()
    s = game.state
    q = s.question
    assert q is not None
    if q.kind in ("retire", "resettle", "aeneas") and rng.random() > SELDOM:
        return STOP
    if q.kind == "loss":
        return _lose_or_pay(s, legal, rng)
    if q.kind == "negate":
        wanted = 0.7 if s.vp[q.by] == max(s.vp) else 0.3
        return rng.choice(legal[1:]) if rng.random() < wanted else STOP
    worth = {action: _worth(s, action) + rng.random() for action in legal}
    return max(legal, key=worth.__getitem__)


def _lose_or_pay(s: State, legal: list[int], rng: random.Random) -> int:
    """Save the third disc of a City, with a talent rather than with a card."""
    q = s.question
    assert q is not None
    saves_city = bool(cities(s, q.faction) >> q.area & 1) and s.discs[q.faction][q.area] == CITY
    if not saves_city:
        return LOSE_DISC if LOSE_DISC in legal else rng.choice(legal)
    return PAY_TALENT if PAY_TALENT in legal else rng.choice(legal)


def _worth(s: State, action: int) -> float:
    """How good an answer looks; chance decides between those less than 1 apart."""
    q = s.question
    assert q is not None
    me, kind = q.faction, q.kind
    block, n = block_of(action)
    if block == "area" and kind in ("allies", "barbarian_shortage"):
        return 2.0 + (s.discs[me][n] > 0)
    if block == "area":
        return max(_growth(s, me, n), float(kind == "place")) if kind in _PLACING else _target(s, me, n, kind)
    if block == "faction":
        return _civilization(s, me, n)
    if block == "card":
        return _card(s, me, n, kind)
    if block == "wonder":
        rich = s.treasury[me] + s.hand[me].bit_count() >= RICH
        return 2.5 if kind != "card_action" or rich else 0.0
    if block == "number":  # a talent or two for cards, the first places in the turn order
        return float(n if n <= 2 else 2 - n) if kind == "talents_to_spend" else -0.5 * n
    return {STOP: 0.5, ABILITY: 2.0, PAY_TALENT: 1.5, LOSE_DISC: 1.0}.get(action, 1.0)


_PLACING = ("deploy", "place", "aeneas_place", "aeneas_start", "climate", "wonder_site", "starting_disc")


def _growth(s: State, me: int, area: int) -> float:
    """Settlements become Cities, Camps Settlements; attack where one can be the stronger."""
    board = s.world.board
    own = s.discs[me][area]
    others = sum(row[area] for row in s.discs) - own
    worth = 1.0 if (s.home[me] | board.around(s.home[me])) >> area & 1 else 0.5
    if board.land >> area & 1:
        worth += (1.6, 2.0, 2.6, 0.2, 0.0)[min(own, 4)]
    else:
        worth += 1.4 if not own else -0.5
    if others < own or not others:
        return worth
    return worth + 0.8 if own + s.ready[me] > others else worth - 0.8 * others


def _target(s: State, me: int, area: int, kind: str) -> float:
    """Areas of rivals, best of the leader; one's own are not named."""
    worth = -3.0 if s.discs[me][area] and kind != "remove" else 1.0
    for other in range(s.world.n_factions):
        if other != me and s.discs[other][area]:
            worth += 1.0 + (s.vp[other] == max(s.vp)) + (s.discs[other][area] >= CITY)
    return float(worth)


def _civilization(s: State, me: int, faction: int) -> float:
    """A card that gives discs is for oneself, any other is for the leader."""
    q = s.question
    assert q is not None
    tags = s.world.deck.cards[q.card].tags if q.card else None
    if tags is not None and tags.discs and not tags.removes:
        return 3.0 if faction == me else 0.0
    if faction == me:
        return -3.0
    return 1.0 if faction == s.world.barbarians else 2.0 + float(s.vp[faction] == max(s.vp))


def _card(s: State, me: int, card: int, kind: str) -> float:
    """Play what gives something; pay and discard with what cannot be played; commit when it is close."""
    tags = s.world.deck.cards[card].tags
    value = min(tags.discs, 3) + 2.0 * tags.gives_vp + tags.gives_talents + tags.gives_cards + tags.allies
    if kind in ("discard", "hand_limit", "wonder_payment", "penalty", "peace_gift"):
        return 1.0 - 0.3 * value
    if kind == "commit" and card not in s.investments:
        q = s.question
        assert q is not None
        opposing = max(strength(s, f, q.area) for f in range(s.world.n_factions + 1) if f != me)
        return 1.5 if opposing + 1 >= strength(s, me, q.area) and not s.laid[me] else 0.0
    harmful = tags.removes or tags.costs_vp or tags.costs_talents or tags.costs_cards or tags.barbarians
    if harmful and not value:
        return 0.9 if occupied_by_others(s, me) else 0.0
    return value
