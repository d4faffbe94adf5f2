"""Competitions: projection, what the NPC commits, and when it pays (NPC-67 to 70, NPC-128)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from acis_rules.effects import Play, select
from acis_rules.effects.contest import Allies, BuyAllies, Shield
from acis_rules.effects.discs import Place, Remove, RemoveEvery
from acis_rules.kernel.actions import (
    ABILITY,
    LOSE_DISC,
    PAY_TALENT,
    STOP,
    card_action,
    card_of,
    is_card,
    is_wonder,
    wonder_of,
)
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Action, Actions, Area
from acis_rules.phases.competition import next_ability
from acis_rules.table.terms import allies, at_hand, strength

from .hand import discard_order
from .position import Position
from .told import commits

ENOUGH = 3  # discs left that make a use worth while (NPC-70)
ROUNDS = 40  # more than any competition lasts


class Field:
    """The groups in one competition, as they stand or as they would be."""

    __slots__ = ("discs", "groups", "me", "shields")

    def __init__(self, pos: Position, area: Area) -> None:
        self.me = pos.me
        self.discs = pos.rows[pos.me][area]  # own ones; white discs fall first
        factions = range(pos.world.n_factions + 1)
        self.groups = {f: n for f in factions if (n := strength(pos.s, f, area))}
        self.shields = dict(enumerate(pos.view.shield))

    def copy(self) -> Field:
        """The same field to think on."""
        new = Field.__new__(Field)
        new.me, new.discs = self.me, self.discs
        new.groups, new.shields = dict(self.groups), dict(self.shields)
        return new

    def outcome(self, lives: int = 0) -> int:
        """Own discs left after all rounds if `lives` losses are paid for and nobody else pays."""
        return min(self._after(lives).get(self.me, 0), self.discs)

    def wins(self, lives: int = 0) -> bool:
        """Whether it is alone there in the end."""
        groups = self._after(lives)
        return groups.get(self.me, 0) > 0 and not any(n > 0 for f, n in groups.items() if f != self.me)

    def _after(self, lives: int) -> dict[int, int]:
        """The groups after all rounds."""
        groups, me, shields = dict(self.groups), self.me, self.shields
        for number in range(1, ROUNDS):
            size = 0
            for n, faction in sorted([(n, f) for f, n in groups.items() if n > 0]):  # smallest groups first
                if n > size:
                    left = [n for n in groups.values() if n > 0]
                    if len(left) < 2 or max(left) < 2:
                        return groups
                    size = n
                if shields.get(faction, 0) >= number:
                    continue
                if faction == me and lives > 0:
                    lives -= 1
                else:
                    groups[faction] -= 1
        return groups


class Contest:
    """What an NPC does in the competition in an area."""

    def __init__(self, pos: Position, area: Area) -> None:
        self.pos = pos
        self.area = area
        self.field = Field(pos, area)

    @property
    def at_stake(self) -> bool:
        """Whether Gold, a Wonder or a City of an enemy (a player) is there (NPC-68)."""
        pos = self.pos
        for faction in {*pos.enemies, *(pos.players if pos.world.npcs else ())}:
            prizes = pos.gold.get(faction, 0) | pos.wonders.get(faction, 0) | pos.cities_of(faction)
            if prizes >> self.area & 1:
                return True
        return False

    # ------------------------------------------------------------------------------ commit

    def plan(self, legal: Actions) -> tuple[list[int], str]:
        """The abilities, Wonders, Investments and cards to commit, and why."""
        items = [action for action in members(legal) if action != STOP and not self._hurts(action)]
        items.sort(key=self._use_order)
        talents = self.pos.view.treasury[self.pos.me]
        together = self.field.copy()
        for action in items:
            self._apply(together, action)
        told = commits(self.pos, self.area)
        if told is not None and together.wins(talents):
            return self._as_told(items, talents), f"{told.rule}: its first cards, as far as they help it win"
        if self.at_stake:
            cards = self.pos.view.hand[self.pos.me].bit_count()
            cards -= sum(is_card(action) for action in items)
            if together.outcome(talents + max(0, cards)) > 0:
                return items, "NPC-68: a City, Wonder or Gold of an enemy is at stake, and it can win or draw"
            return [], "NPC-69: it can neither win nor draw"
        enough = min(ENOUGH, max(1, self.field.discs))
        left = self.field.outcome()
        chosen: list[int] = []
        field = self.field.copy()
        for action in items:
            if left >= enough and action != ABILITY:
                break
            self._apply(field, action)
            if left < enough or field.outcome() > left:  # an ability is free and may save a talent
                chosen.append(action)
                left = field.outcome()
        if left >= enough:
            return chosen, "NPC-70: enough discs will be left" if chosen else "NPC-70: it needs nothing more"
        if items and self.field.outcome(talents) == 0 < together.outcome(talents):
            return items, "NPC-69: with these it can win or draw"
        return [], "NPC-69: it can neither win nor draw"

    def _as_told(self, items: list[int], talents: int) -> list[int]:
        """As many of the items, in their order, as it takes to win."""
        field, chosen = self.field.copy(), []
        for action in items:
            if field.wins(talents):
                break
            self._apply(field, action)
            chosen.append(action)
        return chosen

    def _use_order(self, action: Action) -> tuple[int, int]:
        if action == ABILITY:
            return 0, 0
        if is_wonder(action) or card_of(action) in self.pos.view.investments:
            return 1, action
        told = commits(self.pos, self.area)
        if told is not None and card_of(action) in told.cards:
            return 2, told.cards.index(card_of(action))
        hand = members(at_hand(self.pos.s, self.pos.me, "competition"))
        return 3, discard_order(self.pos, hand).index(card_of(action))

    def _hurts(self, action: Action) -> bool:
        """Whether it costs the NPC a disc of its own (NPC-45)."""
        own_city = self.pos.cities >> self.area & 1
        return any(
            (isinstance(op, Remove) and op.of == "you")
            or (isinstance(op, RemoveEvery) and op.of == "city" and own_city)
            for op in self._operations(action)
        )

    @property
    def _ability(self) -> int:
        """The number of the ability that it can announce here."""
        ready = next_ability(self.pos.s, self.pos.me)
        assert ready is not None
        return ready[1]

    def _operations(self, action: Action) -> tuple[Any, ...]:
        pos = self.pos
        deck = pos.world.deck
        if action == ABILITY:
            return pos.world.civilization(pos.s, pos.me).abilities[self._ability].either[0]
        if is_wonder(action):
            return deck.wonders[wonder_of(action)].does
        investment = deck.cards[card_of(action)].source.investment
        if investment is not None and card_of(action) in pos.view.investments:
            return investment.either[0]
        return deck.cards[card_of(action)].modes[0]

    def _apply(self, field: Field, action: Action) -> None:
        """Count what a use does in this area."""
        play = Play(self.pos.me, "card", 0, areas=(self.area,))
        if action == ABILITY:
            play = Play(self.pos.me, "ability", self._ability)
        for op in self._operations(action):
            if isinstance(op, Allies):
                here = select(self.pos.s, play, op.where) >> self.area & 1
                if here and not op.elsewhere and op.whose == "you":
                    field.groups[field.me] = field.groups.get(field.me, 0) + op.n
                    if action == ABILITY:
                        return
            elif isinstance(op, BuyAllies):
                if self.at_stake:
                    field.groups[field.me] += min(op.at_most, self.pos.view.treasury[self.pos.me])
            elif isinstance(op, Place):
                field.groups[field.me] += 1
                field.discs += 1
            elif isinstance(op, Shield):
                field.shields[field.me] = max(field.shields.get(field.me, 0), op.rounds)
            elif isinstance(op, RemoveEvery):
                for faction, n in field.groups.items():
                    hit = op.of != "city" or self.pos.cities_of(faction) >> self.area & 1
                    if faction != field.me and n and hit:
                        field.groups[faction] = n - 1
            elif isinstance(op, Remove):
                self._remove(field, op)

    def _remove(self, field: Field, op: Remove) -> None:
        """Count discs of others removed here: from the largest group, or as far as it is ahead."""
        own = field.groups.get(field.me, 0)
        for i in range(op.each):
            largest = max(
                (f for f in field.groups if f != field.me), key=lambda f: field.groups[f], default=-1
            )
            n = field.groups.get(largest, 0)
            ahead = n + i - own  # before the card took any
            if not n or (op.of == "stronger" and ahead <= 0) or (op.by_margin and i and ahead < 2):
                break
            field.groups[largest] = n - 1

    # ---------------------------------------------------------------------------- payments

    def pay(self, legal: Actions, kept: Callable[[list[int]], int]) -> tuple[int, str]:
        """Pay for a disc about to be lost here, or lose it (NPC-68, NPC-69, NPC-128)."""
        talents = self.pos.view.treasury[self.pos.me] if legal >> PAY_TALENT & 1 else 0
        cards = [card_of(action) for action in members(legal) if is_card(action)]
        at_stake = self.at_stake
        lives = talents + (len(cards) if at_stake else 0)
        if self.field.outcome(lives or bool(cards)) == 0:
            return LOSE_DISC, "NPC-69: it can neither win nor draw"
        if self._lets_go_of_an_ally(lives):
            return LOSE_DISC, "NPC-128: a white disc is none of its own"
        if talents:
            return PAY_TALENT, "NPC-128: a talent rather than a disc"
        if cards and at_stake:
            why = "NPC-68: a City, Wonder or Gold of an enemy is at stake"
            return card_action(discard_order(self.pos, cards)[0]), why
        spare = kept(cards) if cards else 0
        if spare:
            return card_action(spare), "NPC-45, NPC-56: a card it does not play"
        return LOSE_DISC, "NPC-128: it has nothing to spare"

    def _lets_go_of_an_ally(self, lives: int) -> bool:
        """Whether a white disc would fall, and the NPC can still win or draw without it."""
        me = self.pos.me
        if not allies(self.pos.s, me, self.area):
            return False
        field = self.field.copy()
        field.groups[me] -= 1
        return field.outcome(lives) > 0

    def talents_for_allies(self, most: int) -> tuple[int, str]:
        """How many talents to pay for white discs: all if much is at stake, else as few as will do."""
        results = []
        for n in range(most + 1):
            field = self.field.copy()
            field.groups[field.me] = field.groups.get(field.me, 0) + n
            results.append(field.outcome())
        if self.at_stake and results[-1] > 0:
            return most, "NPC-68: as many white discs as possible"
        enough = min(ENOUGH, max(1, self.field.discs))
        for n, left in enumerate(results):
            if left >= enough:
                return n, "NPC-70: enough discs will be left"
        return 0, "NPC-69: no talents without hope"
