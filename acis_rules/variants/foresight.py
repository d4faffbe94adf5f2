"""Foresight: what a card would do, seen before it is declared, for rules that forbid cards by their effect.

Such a rule joins in at two moments: `spared` says whom the cards of a faction may not harm at will, `lawful`
judges a card that is declared in full by a trial of it. A trial resolves the card on a copy in which nobody
pays, negates or draws: it counts what is meant, and knows nothing that its player does not know.

A choice is offered if some way to go on with it ends in a lawful card. Ways that spare those to be spared are
tried first; after so many trials in vain a choice counts as unlawful: nobody is ever led into a dead end.

What is certain without a trial (`reach.py`) is not tried: that all ways are lawful, or that none is. It
counts as the trials it stands for, so that the same choices are offered.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from typing import NamedTuple

from ..box.world import World
from ..cards.plays import next_choice, resolve
from ..effects import Play
from ..effects.discs import Place
from ..kernel.actions import LOSE_DISC, N_ACTIONS, STOP, area_action, area_of, faction_action, is_area
from ..kernel.bits import lowest, mask_of, members, union
from ..kernel.log import Event, EventLog
from ..kernel.machine import answer_question, push, run
from ..kernel.moments import Variant, anybody
from ..kernel.state import Seen, State
from ..kernel.types import Action, Actions, Area, Faction, Factions
from ..table.card_changes import take_deck_away
from .reach import Reach, named_areas, takes_untouchable


def _needed(world: World) -> bool:
    """Whether some rule of the game judges cards by what they would do."""
    return any(
        moment == "lawful" and variant.applies(world)
        for variant in Variant.declared
        for moment, _ in variant.functions
    )


FORESIGHT = Variant("foresight", applies=_needed)
MOST_TRIALS = 300  # for one choice
HAND_LIMIT = "hand limit"  # cards that are lost because of it are nobody's harm


class Trial(NamedTuple):
    """What a card would do: the table afterwards, and all that would happen."""

    after: State
    events: list[Event]

    def losses(self) -> Counter[tuple[Faction, Area, str]]:
        """Discs, cards, talents, VP and Wonders that would be lost, by faction, area (-1: none) and kind."""
        out: Counter[tuple[Faction, Area, str]] = Counter()
        for event in self.events:
            n = int(event.n)
            if event.kind == "removed":
                out[event.faction, event.area, "disc"] += n
            elif event.kind == "wonder_discs" and n < 0:
                out[event.faction, event.area, "disc"] -= n
            elif event.kind == "buried":
                out[event.faction, event.area, "wonder"] += 1
            elif event.kind == "talents" and n < 0:
                out[event.faction, -1, "talent"] -= n
            elif event.kind == "vp" and n < 0:
                out[event.faction, -1, "vp"] -= n
            elif event.kind == "discarded" and event.cause != HAND_LIMIT:
                out[event.faction, -1, "card"] += n
            elif event.kind == "cards_taken":
                out[event.other, -1, "card"] += n
        return out

    def lost_by(self, factions: int) -> list[int]:
        """How much each faction would lose in all, Barbarians last."""
        out = [0] * (factions + 1)
        for (faction, _, _), n in self.losses().items():
            out[faction] += n
        return out


def trial(s: State, play: Play) -> Trial:
    """Resolve a play that is declared in full on a copy: nobody pays, answers or draws a card."""
    after = s.copy()
    after.log = EventLog()
    after.stack, after.question = [], None
    take_deck_away(after)
    after.resolving = (*s.resolving, play)
    push(after, resolve, play, 0)
    run(after)
    while after.question is not None:
        answer_question(after, LOSE_DISC if after.question.kind == "loss" else lowest(after.question.legal))
        run(after)
    return Trial(after, list(after.log))


@FORESIGHT.at("may_play")
def has_lawful_end(s: State, play: Play) -> bool:
    """Whether a card can be declared in a way that is lawful."""
    if not _bound(s, play) or is_harmless(s, play, len(play.picks)):
        return True
    return _Search(s, play.by).ends(play, len(play.picks), ())


@FORESIGHT.at("choices")
def lawful_choices(s: State, play: Play, i: int, picked: tuple[Action, ...], legal: Actions) -> Actions:
    """The choices that can end in a lawful card; all, if none does, since the card is on the table."""
    if not _bound(s, play) or is_harmless(s, play, i):
        return legal
    ways = [one for one in members(legal) if not is_hopeless(s, play, i, (*picked, one))]
    search = _Search(s, play.by)
    return mask_of(one for one in ways if search.anew().ends(play, i, (*picked, one))) or legal


def is_harmless(s: Seen, play: Play, i: int) -> bool:
    """Whether no trial is needed: what is declared up to operation `i` cannot go on to anything unlawful."""
    on = s.world.on
    if len(on.harmless) < len(on.lawful):
        return False  # a rule that trials alone can tell
    reach = Reach(s, play, i)
    for harmless in on.harmless:
        if not harmless(s, play, reach):
            return False
    return True


def is_hopeless(s: State, play: Play, i: int, picked: tuple[Action, ...]) -> bool:
    """Whether it is certain that these choices end in nothing lawful, however the declaration goes on."""
    on = s.world.on
    if on.closed and _places_where_closed(s, play, i, picked):
        return True
    return bool(on.untouchable) and any(
        takes_untouchable(s, play, area) for area in named_areas(s, play, i, picked)
    )


def _places_where_closed(s: State, play: Play, i: int, picked: tuple[Action, ...]) -> bool:
    """Whether the last disc chosen comes where none may be placed; those chosen after it change nothing."""
    operations = s.world.operations(s, play)
    operation, action = operations[i], picked[-1]
    if not isinstance(operation, Place) or operation.all or i + 1 < len(operations) or not is_area(action):
        return False
    area = area_of(action)
    if not any(closed(s, play.by) >> area & 1 for closed in s.world.on.closed):
        return False
    events = trial(s, operation.declare(play, picked)).events
    return any(event.kind == "placed" and event.area == area for event in events)


def _bound(s: State, play: Play) -> bool:
    """Rules about cards that are played do not hold for Events, Wonders, Investments and abilities."""
    if play.kind != "card" or s.world.deck.events >> play.id & 1:
        return False
    return anybody(s.world.on.spared, s, play.by)


class _Search:
    """A search for a lawful end of one declaration, gentle ways first."""

    def __init__(self, s: State, by: Faction) -> None:
        self.s = s
        self.left = MOST_TRIALS
        self.spared: Factions = union(spared(s, by) for spared in s.world.on.spared)

    def anew(self) -> _Search:
        """The same with all its trials left, for another choice."""
        self.left = MOST_TRIALS
        return self

    def ends(self, play: Play, i: int, picked: tuple[Action, ...]) -> bool:
        """Whether these choices can be completed to a lawful card."""
        before = i
        play, i, picked, legal = next_choice(self.s, play, i, picked)
        if i > before and is_harmless(self.s, play, i):
            self.left -= 1
            return True
        if not legal:
            self.left -= 1
            outcome = trial(self.s, play)
            return all(lawful(self.s, play, outcome) for lawful in self.s.world.on.lawful)
        for action in self._gentlest_first(legal):
            if self.ends(play, i, (*picked, action)):
                return True
            if self.left <= 0:
                return False
        return False

    def _gentlest_first(self, legal: Actions) -> list[Action]:
        ways = members(legal)
        return sorted(ways, key=self._harms.__getitem__) if len(ways) > 1 else ways

    @cached_property
    def _harms(self) -> list[int]:
        """How much each choice seems to hurt those to be spared; little if it hurts others more."""
        return _harms_by_action(tuple(map(bytes, self.s.discs)), self.spared)


@lru_cache(maxsize=64)  # the discs lie still while one card after the other is looked at
def _harms_by_action(discs: tuple[bytes, ...], spared: Factions) -> list[int]:
    """How much each action seems to hurt those to be spared, where the discs lie like this."""
    out = [0] * N_ACTIONS
    out[STOP] = -1
    for faction in members(spared):
        out[faction_action(faction)] = 1
    nobody = bytes(len(discs[0]))
    theirs = [row for faction, row in enumerate(discs) if spared >> faction & 1]
    others = [row for faction, row in enumerate(discs) if not spared >> faction & 1]
    hurt, most = map(sum, zip(nobody, *theirs, strict=True)), map(max, nobody, nobody, *others)
    for area, (n, other) in enumerate(zip(hurt, most, strict=True)):
        out[area_action(area)] = 2 * n - other
    return out
