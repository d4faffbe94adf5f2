"""Styles of play: simple habits that lead into corners which sensible and random play never see.

A style is made with a random generator and answers decisions: `style(game, legal) -> action`.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from random_play import Taste

from acis_env.players import make_player
from acis_rules import Game
from acis_rules.kernel.actions import LOSE_DISC, N_ACTIONS, PAY_TALENT, STOP, block_of
from acis_rules.table.terms import occupied_by_others
from acis_rules.tools.demo_player import choose

Style = Callable[[Game, list[int]], int]


def _block(action: int) -> str:
    try:
        return block_of(action)[0]
    except ValueError:  # the spare numbers at the end
        return ""


BLOCK = [_block(action) for action in range(N_ACTIONS)]


def at_random(rng: random.Random) -> Style:
    """Any legal action."""
    return lambda game, legal: legal[int(rng.random() * len(legal))]


def first(rng: random.Random) -> Style:
    """Always the first legal action: stops where it can."""
    return lambda game, legal: legal[0]


def last(rng: random.Random) -> Style:
    """Always the last legal action."""
    return lambda game, legal: legal[-1]


def always_stop(rng: random.Random) -> Style:
    """Declines everything."""
    return lambda game, legal: STOP if legal[0] == STOP else rng.choice(legal)


def never_stop(rng: random.Random) -> Style:
    """Does everything that can be done."""
    return lambda game, legal: rng.choice(legal[1:] if legal[0] == STOP else legal)


def preferring(*blocks: str) -> Callable[[random.Random], Style]:
    """Takes these things first, in this order; stops last."""

    def make(rng: random.Random) -> Style:
        def style(game: Game, legal: list[int]) -> int:
            for block in blocks:
                found = [action for action in legal if BLOCK[action] == block]
                if found:
                    return rng.choice(found)
            return rng.choice(legal[1:] if legal[0] == STOP else legal)

        return style

    return make


def hoarder(rng: random.Random) -> Style:
    """Keeps cards and talents: plays and commits nothing, spends nothing, loses discs."""

    def style(game: Game, legal: list[int]) -> int:
        q = game.state.question
        assert q is not None
        if LOSE_DISC in legal:
            return LOSE_DISC
        if q.kind in ("card_action", "commit", "use", "negate", "peace_offer") and legal[0] == STOP:
            return STOP
        return legal[0] if q.kind == "talents_to_spend" else rng.choice(legal)

    return style


def fighter(rng: random.Random) -> Style:
    """Goes where others are, commits all it has and pays for every disc: long competitions."""

    def style(game: Game, legal: list[int]) -> int:
        s = game.state
        q = s.question
        assert q is not None
        if q.kind == "loss":
            return PAY_TALENT if PAY_TALENT in legal else legal[0] if legal[0] != LOSE_DISC else legal[-1]
        if q.kind == "card_action":
            return STOP  # cards are for competitions
        others = occupied_by_others(s, q.faction)
        fights = [a for a in legal if BLOCK[a] == "area" and others >> block_of(a)[1] & 1]
        return rng.choice(fights or (legal[1:] if legal[0] == STOP else legal))

    return style


def tasteful(rng: random.Random) -> Style:
    """Random with preferences that last a whole game."""
    taste = Taste(rng)
    return lambda game, legal: taste.choose(game)


def sensible(rng: random.Random) -> Style:
    """The players of the demonstration."""
    return lambda game, legal: choose(game, rng)


def fickle(rng: random.Random) -> Style:
    """Another habit at every decision."""
    habits = [make(rng) for make in (at_random, first, last, never_stop, always_stop, hoarder, fighter)]
    return lambda game, legal: rng.choice(habits)(game, legal)


def player(name: str) -> Callable[[random.Random], Style]:
    """A player of the arena, who sees only the view of its seat."""

    def make(rng: random.Random) -> Style:
        one = make_player(name, seed=rng.getrandbits(32))
        return lambda game, legal: one.act(game.view(game.seat), game.decision, legal)

    return make


STYLES: dict[str, tuple[Callable[[random.Random], Style], float]] = {  # how often, by its cost
    "random": (at_random, 1.0),
    "first": (first, 1.0),
    "last": (last, 1.0),
    "always stop": (always_stop, 0.5),
    "never stop": (never_stop, 1.0),
    "cards first": (preferring("card", "mode"), 1.0),
    "areas first": (preferring("area"), 1.0),
    "Wonders first": (preferring("wonder", "card", "area"), 1.0),
    "abilities first": (preferring("ability", "wonder", "faction", "civilization"), 1.0),
    "hoarder": (hoarder, 1.0),
    "fighter": (fighter, 1.0),
    "taste": (tasteful, 1.0),
    "sense": (sensible, 0.5),
    "fickle": (fickle, 1.0),
    "npc": (player("npc"), 0.3),
    "greedy": (player("greedy"), 0.05),
}
