"""Which cards the NPC plays, and in which order (NPC-26 to 45), and which Wonder it builds."""

from __future__ import annotations

from typing import NamedTuple

from acis_rules.effects import Play
from acis_rules.effects.discs import Place
from acis_rules.effects.naming import NameWonder
from acis_rules.effects.wonder import Build
from acis_rules.kernel.actions import STOP, card_action, card_of, is_wonder, mode_of, wonder_action, wonder_of
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Action, Actions, Card

from .card_discs import plan_discs
from .categories import CATEGORIES, FIRST_RULE, category
from .effects import Effects
from .hand import discard_order
from .position import Position
from .tally import Tally
from .ties import Ties
from .told import answers, must_play
from .wonders import can_afford, wonder_rank

BUILDS = 2  # the category of cards that build Wonders (NPC-32)
GIVES_TALENTS = 5  # (NPC-35)
LARGE = 99  # more than any effect


class Offer(NamedTuple):
    """Something to do in the Card Phase, the best one the smallest."""

    category: int
    less: int  # the smaller, the greater the effect
    action: int
    why: str
    told: str = ""  # a rule of the scenario that has a say

    @property
    def reason(self) -> str:
        """The rule in words."""
        rule = f"{self.told}NPC-{FIRST_RULE + self.category}"
        return f"{rule}: order {self.category} ({CATEGORIES[self.category - 1]}), {self.why}"


class CardPlay:
    """The Card Phase of an NPC at one position."""

    def __init__(self, pos: Position, effects: Effects, ties: Ties) -> None:
        self.pos = pos
        self.effects = effects
        self.ties = ties
        self._affordable: dict[tuple[int, int], bool] = {}  # by resources and the discs among them

    def kept(self, cards: list[int]) -> int:
        """The first card it cannot or will not play, 0 if none: kept to save discs (NPC-45, NPC-56)."""
        deck = self.pos.world.deck
        phase = deck.card_phase & ~deck.turn_order
        held = [card for card in discard_order(self.pos, cards) if phase >> card & 1]
        return next((card for card in held if self.offer(card) is None), 0)

    def choose(self, legal: Actions) -> tuple[int, str]:
        """What to play, build, or STOP; and why."""
        by_category: dict[float, list[int]] = {}
        for action in members(legal & ~1):
            number = BUILDS if is_wonder(action) else self._turn(card_of(action))
            by_category.setdefault(number, []).append(action)
        for number in sorted(by_category):
            offers = [offer for action in by_category[number] if (offer := self._offer(action)) is not None]
            if offers:
                least = min(offer.less for offer in offers)
                equal = [offer for offer in offers if offer.less == least]
                best = self.ties.pick(equal, lambda offer: -offer.action)
                return best.action, best.reason
        return STOP, "NPC-45, NPC-56: nothing to play that helps it; cards are kept to save discs"

    def _turn(self, card: Card) -> float:
        """When a card is looked at: in the order of its category, unless the scenario says otherwise."""
        fate = self.pos.world.deck.cards[card]
        if self._discs_first and fate.tags.discs > 0:
            return min(category(fate), GIVES_TALENTS - 0.5)
        return category(fate)

    @property
    def _discs_first(self) -> str | None:
        """The rule by which cards that place its discs come before those that give talents."""
        return answers(self.pos).discs_first

    def _offer(self, action: Action) -> Offer | None:
        return self.wonder(wonder_of(action)) if is_wonder(action) else self.offer(card_of(action))

    def wonder(self, number: int) -> Offer | None:
        """Building a Wonder as an action, when it can be paid with what the NPC does not need."""
        knobs = self.pos.knobs
        if not self._affords(knobs.wonder_resources, knobs.wonder_discs):
            return None
        rank, _ = wonder_rank(self.pos, number)
        name = self.pos.world.deck.wonders[number].name
        return Offer(BUILDS, rank, wonder_action(number), f"builds {name}")

    def offer(self, card: Card) -> Offer | None:
        """A card in its category with the size of its effect; None if the NPC does not play it."""
        fate = self.pos.world.deck.cards[card]
        number = category(fate)
        told = must_play(self.pos, card)
        if told is not None:
            must, rule = told
            return Offer(number, -1, card_action(card), f"plays {fate.name}", f"{rule}, ") if must else None
        investment = fate.source.investment
        if investment is not None:
            return Offer(number, -investment.discs, card_action(card), f"invests in {fate.name}")
        tallies = [self.worth(card, mode) for mode in range(len(fate.modes))]
        size = max((tally.size for tally in tallies if tally is not None), default=0)
        if not size:
            return None
        rule = f"{self._discs_first}, " if self._discs_first and fate.tags.discs > 0 else ""
        return Offer(number, -size, card_action(card), f"{fate.name} (effect {size})", rule)

    def worth(self, card: Card, mode: int) -> Tally | None:
        """The tally of an alternative on a card, None if the NPC does not use it (NPC-45)."""
        pos = self.pos
        operations = pos.world.deck.cards[card].modes[mode]
        if not self._is_for_it(card, mode):
            return None
        tally = self.effects.tally(Play(pos.me, "card", card, mode), operations)
        if tally.hurts or tally.size <= 0:
            return None
        if tally.cards and pos.view.hand[pos.me].bit_count() - 1 + tally.cards > pos.knobs.hand_limit:
            return None  # NPC-126
        builds = [operation for operation in operations if isinstance(operation, Build)]
        if any(not self._affords(build.resources, build.discs) for build in builds):
            return None
        if tally.placed and tally.placed == tally.size and not self._places(card, mode):
            return None
        return tally

    def _affords(self, resources: int, discs: int) -> bool:
        """Whether it can pay for a Wonder; the same for all that cost as much."""
        found = self._affordable.get((resources, discs))
        if found is None:
            found = self._affordable[resources, discs] = can_afford(self.pos, resources, discs)
        return found

    def _is_for_it(self, card: Card, mode: int) -> bool:
        """Whether an alternative that names a Wonder helps one of its own, or harms somebody else's."""
        fate = self.pos.world.deck.cards[card]
        first = fate.modes[mode][0]
        if not isinstance(first, NameWonder) or first.state != "built" or fate.tags.harms_wonder:
            return True
        legal = first.options(self.pos.s, Play(self.pos.me, "card", card, mode), ())
        return any(self.pos.view.wonders[wonder_of(w)].owner == self.pos.me for w in members(legal))

    def _places(self, card: Card, mode: int) -> bool:
        """Whether a card that only places discs has a place for one by the priorities (NPC-30)."""
        play = Play(self.pos.me, "card", card, mode)
        operations = self.pos.world.deck.cards[card].modes[mode]
        first = operations[0]
        if not isinstance(first, Place):
            return True
        return bool(plan_discs(self.pos, self.ties, play, first, ())[0])

    def mode(self, play: Play, legal: Actions) -> int:
        """The alternative with the greatest effect, or the higher category if equal."""

        def worth(action: Action) -> tuple[int, int]:
            used = play._replace(mode=mode_of(action))
            tally = self.effects.tally(used, self.pos.world.operations(self.pos.s, used))
            if self.pos.view.hand[self.pos.me].bit_count() + tally.cards > self.pos.knobs.hand_limit:
                tally.cards = 0  # NPC-126
            if self._discs_first and tally.placed:
                return LARGE, tally.placed
            return tally.size, _rank(tally)

        return max(members(legal), key=worth)


def _rank(tally: Tally) -> int:
    """The better the category of what is gained, the higher."""
    kinds = (tally.cards, tally.wonder, tally.wonder_harm, tally.vp, tally.talents)
    return next((len(kinds) - i for i, n in enumerate(kinds) if n), 0)
