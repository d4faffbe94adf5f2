"""Views for players nobody has to trust: of a copy, in which cards that the seat does not know have no faces.

A plain `View` reads the running game and is the fastest; but whoever has it can reach the game
through it. What a screen shows is the same to the letter, and nothing in it belongs to the game.
"""

from __future__ import annotations

from fractions import Fraction

from .kernel.actions import cards_in
from .kernel.bits import mask_of, members, set_of
from .kernel.log import EventLog
from .kernel.state import Question, State
from .kernel.types import Cards
from .views import Told, View


class Screen:
    """What one seat of a running game is shown, from decision to decision."""

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._view = View(state, seat)
        own = state.world.factions_of(seat)
        world = state.world
        self._own = own
        self._open = own | world.open_to[seat]  # whose cards it sees
        everybody = range(world.n_factions)
        self._hidden = [f for f in everybody if not self._open >> f & 1]
        self._sees_laid = bool(own & world.sees_laid)
        self._forgotten = [
            viewer * len(everybody) + holder
            for viewer in everybody
            for holder in everybody
            if not (own >> viewer | own >> holder) & 1
        ]
        self._log = EventLog()  # the story as the seat saw it
        self._deck: list[int] = []  # as it was
        self._backs: list[int] = []  # and as it looks from outside

    def view(self) -> View:
        """The position as the seat sees it now, when it has to decide."""
        state = self._state
        question = state.question
        assert question is not None and self._own >> question.faction & 1
        s = state.copy()
        s.rng = 0
        for f in self._hidden:
            s.hand[f] = _faceless(s.hand[f].bit_count())
            s.drawn[f] = _faceless(s.drawn[f].bit_count())
            if not self._sees_laid:
                s.laid[f] = (0,) * len(s.laid[f])
        if s.deck != self._deck:
            self._deck = state.deck.copy()
            events = members(set_of(s.deck) & s.world.deck.events)  # all that are not to be seen elsewhere
            self._backs = [0] * (len(s.deck) - len(events)) + events
        s.deck = self._backs.copy()
        for place in self._forgotten:
            s.known[place] = 0
        s.vp = [vp if type(vp) is int else Fraction(vp) for vp in s.vp]
        self._log.follow(state.log, self._open)
        s.log = self._log.copy()
        return self._view.of(s, self._told(question) if self._own & s.world.told_truly else None)

    def _told(self, question: Question) -> Told:
        """By civilization: the Negation cards for which its hand holds another target.

        Only of whoever plays (NPC-54), and of those whose cards the scenario makes it save them for.
        """
        if question.kind != "negate":
            return {}
        world = self._state.world
        rules = world.npc_rules[question.faction]
        saves = rules.answers.negate if rules is not None else None
        holders = {question.by, *members(world.scenario.find_factions(saves.own) if saves is not None else 0)}
        answers = members(cards_in(question.legal))
        return {
            holder: mask_of(card for card in answers if self._view.may_hold_another(holder, card))
            for holder in holders
        }


def _faceless(cards: Cards) -> int:
    """A set of so many cards that tells nothing else."""
    return (1 << cards) - 1
