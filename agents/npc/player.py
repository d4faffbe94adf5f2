"""The NPC as a player: one answer for every kind of decision, from the view alone, with its reason."""

from __future__ import annotations

from collections.abc import Callable

from acis_rules import Decision
from acis_rules.effects import Play
from acis_rules.effects.contest import Allies
from acis_rules.effects.discs import Barbarians, Place, Remove
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import (
    ABILITY,
    LOSE_DISC,
    LOSE_VP,
    PAY_TALENT,
    STOP,
    area_action,
    areas_in,
    card_action,
    card_of,
    civilization_action,
    faction_action,
    faction_of,
    is_card,
    is_wonder,
    number_action,
    number_of,
    wonder_action,
    wonder_of,
)
from acis_rules.kernel.bits import mask_of, members
from acis_rules.kernel.types import Action, Actions, Area, Faction
from acis_rules.variants.hostility import peace_conditions
from acis_rules.views import View

from . import aeneas, events, negation, wonders
from .card_discs import next_pick, plan_anywhere, plan_discs
from .cards import CardPlay
from .categories import category
from .chance import Reveals
from .contest import Contest
from .distance import steps
from .effects import Effects, barbarian_order, wonder_rank
from .enemies import Enmity
from .hand import discard_order, expected_hand, take_order, talents_for_cards
from .placement import LAST_OWN, Placement, worth_of
from .position import Position
from .ties import Ties

Answer = tuple[int, str]
METHODS = ("A", "B")
PEACEFUL = "peaceful"
ENOUGH_DISCS = 2  # in an offer of peace: one of two is white 13 times out of 15
NO_GROUP = ((), -1, 0, 0, "")  # step, area, discs there, discs to come, reason


class BadNPC(AcisError):
    """The words after `npc:` are not understood."""


class NPC:
    """A civilization run by the solitaire rules.

    `argument` holds words joined by +: A or B (how it chooses between equals; by default as the
    options of the game say) and `peaceful` (nobody's enemy until it is wronged, NPC-08).
    """

    def __init__(self, argument: str = "", seed: int = 0) -> None:
        words = [word.strip() for word in argument.split("+") if word.strip()]
        for word in words:
            if word not in (*METHODS, PEACEFUL):
                raise BadNPC(f"npc:{argument}: {word!r} is unknown; there are: A, B, {PEACEFUL}")
        self.reason = ""  # the rule behind the last answer
        self._method = next((word for word in words if word in METHODS), "")
        self._peaceful = PEACEFUL in words
        self._reveals = Reveals(seed)
        self._ties = Ties(self._method, self._reveals)
        self._enmity: dict[int, Enmity] = {}
        self._latest = 0  # events it has seen: fewer means another game
        self._group: tuple[tuple[int, ...], int, int, int, str] = NO_GROUP
        self._plan: tuple[tuple[int, ...], tuple[int, ...], str] = ((), (), "")  # key, picks, reason
        self._commitment: tuple[tuple[int, ...], list[int], str] = ((), [], "")  # key, actions, reason

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        """One of the legal actions."""
        count = view.event_count
        if count < self._latest:
            self._forget()
        self._latest = count
        self._ties.method = self._method or view.world.options.npc_ties
        table = _Table(self, view, decision, mask_of(legal))
        action, self.reason = table.answer()
        if action not in legal:
            action, self.reason = legal[0], "no rule applies: the first of what is possible"
        return action

    def explain(self, view: View, decision: Decision, legal: list[int]) -> tuple[int, str]:
        """The answer and the rule that leads to it."""
        action = self.act(view, decision, legal)
        return action, self.reason

    def _forget(self) -> None:
        self._enmity.clear()
        self._group = NO_GROUP
        self._plan = ((), (), "")
        self._commitment = ((), [], "")

    def position(self, view: View, faction: Faction) -> Position:
        """The position as this NPC sees it, its enemies in order."""
        self._reveals.at(view)
        enmity = self.enmity(faction)
        setup = view.phase == "setup"  # the Primary enemy is determined in Growth, not before (NPC-15)
        enemies = [] if setup else enmity.enemies(view, faction)
        pos = Position(view, faction, tuple(enemies))
        pos.enemies = enmity.ordered(pos, enemies)
        return pos

    def enmity(self, faction: Faction) -> Enmity:
        """Whose enemy one of its factions is."""
        found = self._enmity.get(faction)
        if found is None:
            found = self._enmity[faction] = Enmity(self._peaceful, self._reveals)
        return found


class _Table:
    """One decision of an NPC."""

    def __init__(self, npc: NPC, view: View, decision: Decision, legal: Actions) -> None:
        self.npc = npc
        self.view = view
        self.me = decision.faction
        self.kind = decision.kind
        self.context = decision.context
        self.legal = legal
        self.ties = npc._ties
        self.reveals = npc._reveals

    def answer(self) -> Answer:
        """The action and the reason."""
        simple = _SIMPLE.get(self.kind)
        if simple is not None:
            return simple
        self.pos = self.npc.position(self.view, self.me)
        return _ANSWERS[self.kind](self)

    @property
    def effects(self) -> Effects:
        return Effects(self.pos, self.ties)

    @property
    def card_play(self) -> CardPlay:
        return CardPlay(self.pos, self.effects, self.ties)

    @property
    def n(self) -> int:
        return self.context.get("n", 0)

    def cards(self) -> list[int]:
        return [card_of(action) for action in members(self.legal) if is_card(action)]

    def play(self) -> Play:
        play = self.view.play
        assert play is not None
        return play

    # ------------------------------------------------------------------------------- Setup

    def civilization(self) -> Answer:
        options = members(self.legal)
        return self.ties.pick(options, lambda action: -action), "NPC-04: nothing is said, so all are equal"

    def starting_disc(self) -> Answer:
        """One disc by the priorities of an NPC without enemies; it must be placed somewhere.

        On land they come in pairs: whatever has one gets its second first (EX-37).
        """
        areas = areas_in(self.legal)
        camps = areas & self.pos.levels[0] & ~self.pos.levels[1] & self.pos.board.land
        if camps:
            return area_action(self.ties.area(self.pos, camps)), "DSET-07b: two discs in each land area"
        order = Placement(self.pos, self.ties).next(areas, self.n)
        if order is not None:
            return area_action(order.area), order.reason
        return area_action(self.ties.area(self.pos, areas)), "NPC-04: no priority applies, so all are equal"

    # ------------------------------------------------------------------------------ Growth

    def deploy(self) -> Answer:
        """The next disc of the group under way, or the next group by the priorities."""
        key, area, expected, left, reason = self.npc._group
        now = (self.me, self.view.epoch, self.view.turn, self.kind == "deploy")
        if key == now and left and self.pos.own[area] == expected and self.legal >> area_action(area) & 1:
            self.npc._group = (key, area, expected + 1, left - 1, reason)
            return area_action(area), reason
        order = Placement(self.pos, self.ties).next(areas_in(self.legal), self.n)
        if order is None:
            self.npc._group = NO_GROUP
            if self.legal >> ABILITY & 1:
                return ABILITY, "NPC-44: it uses what it may use"
            return STOP, "NPC-124: no priority applies, the discs are lost"
        self.npc._group = (now, order.area, self.pos.own[order.area] + 1, order.n - 1, order.reason)
        return area_action(order.area), order.reason

    def climate(self) -> Answer:
        """Discs where it is, by the priorities; areas are asked in ascending order."""
        orders = plan_anywhere(self.pos, self.ties, areas_in(self.legal), self.n)
        if not orders:
            return STOP, "NPC-124: no priority applies"
        first = min(orders, key=lambda order: order.area)
        return area_action(first.area), first.reason

    def use(self) -> Answer:
        """Everything it may use; cards only up to six (NPC-44, NPC-126, NPC-127)."""
        deck = self.view.world.deck
        uses = [action for action in members(self.legal) if action != STOP]
        limit = self.pos.knobs.hand_limit
        for action in sorted(uses, key=self._use_order):
            if is_wonder(action):
                when = deck.wonders[wonder_of(action)].when
            else:
                investment = deck.cards[card_of(action)].source.investment
                when = investment.when if investment is not None else "draw"
            if when != "draw":
                return action, "NPC-44: it uses what it may use"
            if expected_hand(self.pos) < limit:
                return action, "NPC-127: effects that draw come before talents"
        return STOP, "NPC-126: never a seventh card"

    def _use_order(self, action: Action) -> tuple[int, int]:
        if is_wonder(action):
            return wonder_rank(self.pos, wonder_of(action))
        return category(self.view.world.deck.cards[card_of(action)]), action

    # --------------------------------------------------------------------------- Card Phase

    def card_action(self) -> Answer:
        return self.card_play.choose(self.legal)

    def mode(self) -> Answer:
        return self.card_play.mode(self.play(), self.legal), "NPC-29, NPC-43: the greater effect"

    def name(self) -> Answer:
        """Targets of a card: as its effect is greatest, the Primary enemy first."""
        play = self.play()
        fate = self.view.world.deck.cards[play.id] if play.kind == "card" else None
        if fate is not None and fate.invasion:
            return events.entry(self.pos, play, self.legal)
        i, picked = self.view.picked
        operations = self.view.world.operations(self.pos.s, play)
        action = self.effects.best(play, operations[i], picked, self.legal, operations[i + 1 :])
        return action, _NAMING[self.kind]

    def planned(self, make: Callable[[], tuple[tuple[int, ...], str]]) -> Answer:
        """Follow the plan of all picks for one operation, made at its first question."""
        play = self.play()
        i, picked = self.view.picked
        key = (self.view.event_count, self.me, play.id, play.mode, i)
        plan = self.npc._plan
        action = next_pick(plan[1], picked, self.legal) if plan[0] == key else None
        if action is None:
            picks, reason = make()
            self.npc._plan = plan = (key, (*picked, *picks), reason)
            action = picks[0] if picks else STOP
            if not self.legal >> action & 1:
                action = self._fallback()
        return action, plan[2]

    def _fallback(self) -> int:
        """Something must be chosen although no rule asks for it: what hurts least."""
        if self.legal & 1:
            return STOP
        areas = areas_in(self.legal)
        if areas:
            return area_action(max(members(areas), key=lambda a: (worth_of(self.pos, a), -self.pos.own[a])))
        return self.legal.bit_length() - 1

    def _operation(self) -> object:
        return self.view.world.operations(self.pos.s, self.play())[self.view.picked[0]]

    def place(self) -> Answer:
        operation = self._operation()
        assert isinstance(operation, Place)

        def make() -> tuple[tuple[int, ...], str]:
            _, picked = self.view.picked
            picks, orders = plan_discs(self.pos, self.ties, self.play(), operation, picked)
            reason = "; ".join(order.reason for order in orders) or "NPC-124: no priority applies"
            return picks[len(picked) :] if picks[: len(picked)] == picked else picks, reason

        if operation.whose == "named" and self.me not in self.play().factions:
            return self._fallback(), "NPC-28: discs of the civilization named"
        return self.planned(make)

    def remove(self) -> Answer:
        """Discs in the order of the placement priorities (NPC-48); its own in reverse (NPC-49)."""
        operation = self._operation()
        effects = self.effects
        if not isinstance(operation, Remove):  # Tax Revolt: a City that falls, if there is one
            rank = self.pos.rows
            victim = self.play().factions[0]
            areas = members(areas_in(self.legal))
            best = min(areas, key=lambda a: (rank[victim][a] != 3, worth_of(self.pos, a)))
            return area_action(best), "NPC-48: as the placement priorities go"

        def make() -> tuple[tuple[int, ...], str]:
            _, picked = self.view.picked
            if len(picked) % 2:
                factions = [faction_of(action) for action in members(self.legal)]
                best = min(factions, key=effects.rank_of)
                return (faction_action(best),), "NPC-14: the Primary enemy first"
            pairs = sorted(effects.removals(self.play(), operation))
            low = picked[-2] if picked else 0
            named = [(area_action(area), faction_action(f)) for area, f in pairs]
            picks = [action for pair in named if pair[0] >= low for action in pair]
            return tuple(picks), "NPC-48: as the placement priorities go"

        return self.planned(make)

    def put_barbarians(self) -> Answer:
        """Where rivals are and the NPC is not."""

        def make() -> tuple[tuple[int, ...], str]:
            operation = self._operation()
            assert isinstance(operation, Barbarians)
            areas = self.effects.raids(areas_in(self.legal), operation.areas)
            return tuple(area_action(a) for a in sorted(areas)), "NPC-14, NPC-46: against its enemies"

        return self.planned(make)

    def wonder_payment(self) -> Answer:
        paid = self.view.picked[1] if self.view.play is not None else ()
        return wonders.payment(self.pos, self.legal, self.n, paid)

    def wonder_site(self) -> Answer:
        return wonders.site(self.pos, self.legal)

    def negate(self) -> Answer:
        return negation.answer(self.pos, self.legal, self.play(), self.view.chain, self.reveals)

    # --------------------------------------------------------------------- losses and cards

    def loss(self) -> Answer:
        """A talent rather than a disc (NPC-128), then a card it cannot or will not play (NPC-45, 56)."""
        area = self.context.get("area", -1)
        if self.view.phase == "competition" and area == self.view.competition_area:
            return Contest(self.pos, area).pay(self.legal, self.card_play.kept)
        if self.legal >> PAY_TALENT & 1:
            return PAY_TALENT, "NPC-128: a talent rather than a disc"
        kept = self.card_play.kept(self.cards())
        if kept:
            return card_action(kept), "NPC-45, NPC-56: a card it does not play"
        return LOSE_DISC, "NPC-128: it has nothing to spare"

    def penalty(self) -> Answer:
        spare = self.card_play.kept(self.cards())
        why = "NPC-45, NPC-51, NPC-128: what it needs least"
        if spare:
            return card_action(spare), why
        if self.legal >> PAY_TALENT & 1:
            return PAY_TALENT, why
        if self.cards() and worth_of(self.pos, self.context.get("area", 0)) <= LAST_OWN:
            return card_action(discard_order(self.pos, self.cards())[0]), why
        for action in (LOSE_DISC, LOSE_VP):
            if self.legal >> action & 1:
                return action, why
        return card_action(discard_order(self.pos, self.cards())[0]), why

    def remove_own(self) -> Answer:
        """Its home last of all (NPC-49)."""
        pos = self.pos
        areas = members(areas_in(self.legal))
        top = max((worth_of(pos, a), -pos.own[a]) for a in areas)
        equal = [a for a in areas if (worth_of(pos, a), -pos.own[a]) == top]
        best = self.ties.pick(equal, lambda a: steps(pos.board, a, pos.home))
        return area_action(best), "NPC-49: reverse placement priority"

    def discard(self) -> Answer:
        first = discard_order(self.pos, self.cards())[0]
        return card_action(first), "NPC-51: Competition first, Negation last"

    def take(self) -> Answer:
        first = take_order(self.pos, self.cards())[0]
        return card_action(first), "NPC-52: Negation, Competition, play priority"

    def barbarian_shortage(self) -> Answer:
        pos = self.pos
        if pos.occupied >> self.context["area"] & 1:
            return STOP, "NPC-46: not against itself"
        areas = members(areas_in(self.legal))
        best = min(areas, key=lambda a: barbarian_order(pos, a))
        number = barbarian_order(pos, best)[0]
        return area_action(best), f"NPC-{70 + number}: Barbarians are removed by order {number}"

    def talents(self) -> Answer:
        most = number_of(self.legal.bit_length() - 1)
        if self.view.play is not None and self.view.competition_area >= 0:
            n, why = Contest(self.pos, self.view.competition_area).talents_for_allies(most)
        else:
            n, why = talents_for_cards(self.pos, most)
        return number_action(n), why

    # ---------------------------------------------------------------------------- Competition

    def phase_start_card(self) -> Answer:
        for card in self.cards():
            if self.card_play.offer(card) is not None:
                return card_action(card), "NPC-46: against an enemy"
        return STOP, "NPC-45: it would not help"

    def commit(self) -> Answer:
        """Follow the commitment made at the first question of the competition."""
        area = self.context["area"]
        view = self.view
        key = (view.epoch, view.turn, area, self.me)
        fresh = not view.laid[self.me] and not any(entry[0] == self.me for entry in view.announced)
        if fresh or self.npc._commitment[0] != key:
            actions, reason = Contest(self.pos, area).plan(self.legal)
            self.npc._commitment = (key, actions, reason)
        _, actions, reason = self.npc._commitment
        for action in sorted(actions, key=lambda a: (is_card(a), a)):
            if self.legal >> action & 1:
                actions.remove(action)
                return action, reason
        return STOP, reason

    def card_order(self) -> Answer:
        deck = self.view.world.deck
        best = min(self.cards(), key=lambda card: (category(deck.cards[card]), card))
        return card_action(best), "NPC-43: in the order of its categories"

    def allies(self) -> Answer:
        """White discs where they help most: this competition, then against enemies, near its home."""
        operation = self._operation()
        assert isinstance(operation, Allies)
        pos = self.pos
        contested = areas_in(self.legal) & pos.opposed & (pos.levels[1] | _pairs(pos))

        def helps(area: Area) -> tuple[int, ...]:
            enemy = any(pos.here[f] >> area & 1 for f in pos.enemies)
            barbarians = pos.here[pos.black] >> area & 1
            return (area != self.view.competition_area, worth_of(pos, area) > LAST_OWN, not enemy,
                    not barbarians, steps(pos.board, area, pos.home))  # fmt: skip

        def make() -> tuple[tuple[int, ...], str]:
            if operation.whose == "named":
                areas = members(areas_in(self.legal))
                best = min(areas, key=lambda a: (pos.occupied >> a & 1, -worth_of(pos, a)))
                return (area_action(best),), "NPC-45: where it does the NPC least harm"
            areas = sorted(members(contested), key=helps)[: max(1, operation.areas)]
            if not areas and operation.must:
                areas = members(areas_in(self.legal))[:1]
            return tuple(area_action(a) for a in sorted(areas)), "NPC-68, CIV-22: where white discs help most"

        return self.planned(make)

    # ----------------------------------------------------------------------------- Evaluation

    def turn_order_card(self) -> Answer:
        if self.view.order[0] != self.me:
            return card_action(self.cards()[0]), "NPC-44: it uses what it may use"
        return STOP, "EVA-09: it is first already"

    def aeneas(self) -> Answer:
        return aeneas.invoke(self.pos, self.reveals)

    def aeneas_start(self) -> Answer:
        enmity = self.npc.enmity(self.me)
        card = aeneas.entry_card(self.pos, self.reveals)
        action, reason, enemy = aeneas.start(self.pos, self.legal, card, enmity.wronged, self.reveals)
        enmity.wronged = [enemy] if enemy >= 0 else []
        return action, reason

    def aeneas_civilization(self) -> Answer:
        return civilization_action(self.view.civilization[self.me]), "NPC-82: it keeps its civilization"

    def peace_offer(self) -> Answer:
        """In a player's seat: to all enemies, the Primary one first."""
        for enemy in self.pos.enemies:
            if self.legal >> faction_action(enemy) & 1:
                return faction_action(enemy), "HOS-03: it offers peace to every enemy"
        return STOP, "HOS-03: no enemy is left"

    def peace_gift(self) -> Answer:
        """If it draws few discs without a gift: a card it does not play, else a talent."""
        if peace_conditions(self.pos.s, self.me, self.context["by"], gift=False) >= ENOUGH_DISCS:
            return STOP, "HOS-04: discs enough without a gift"
        spare = self.card_play.kept(self.cards())
        if spare:
            return card_action(spare), "HOS-05: a card it does not play"
        if self.legal >> PAY_TALENT & 1:
            return PAY_TALENT, "HOS-05: a talent"
        return STOP, "HOS-05: nothing to spare"

    def gods_smile(self) -> Answer:
        states = self.view.wonders
        numbers = [wonder_of(action) for action in members(self.legal)]
        best = min(numbers, key=lambda n: (states[n].discs, wonder_rank(self.pos, n)))
        return wonder_action(best), "NPC-29: the greatest benefit"


def _pairs(pos: Position) -> int:
    """Areas in which an opponent has 2 discs or more."""
    out = 0
    for faction, areas in enumerate(pos.view.at_least[1]):
        if faction != pos.me:
            out |= areas
    return out


def _first(table: _Table) -> Answer:
    """Places in the turn order are taken from the lowest number on."""
    return (table.legal & -table.legal).bit_length() - 1, "EVA-09: the lowest free place"


_SIMPLE: dict[str, Answer] = {
    "retire": (STOP, "NPC-88: no Retirement"),
    "resettle": (STOP, "NPC-88: no Resettlement either"),
    "ability": (ABILITY, "NPC-44: it uses what it may use"),
    "choose_first": (STOP, "ONE2-02: it chooses last"),
}

_NAMING = {
    "name_area": "NPC-46, NPC-50: most enemy discs, then most opposing ones, fewest of its own",
    "name_city": "NPC-46, NPC-50: most enemy discs, then most opposing ones, fewest of its own",
    "name_civilization": "NPC-46, NPC-47: the Primary enemy, then other enemies, then the leader",
    "name_wonder": "NPC-29, NPC-46: its own to gain, the Primary enemy's to harm",
}

_ANSWERS: dict[str, Callable[[_Table], Answer]] = {
    "civilization": _Table.civilization, "use": _Table.use, "deploy": _Table.deploy,
    "card_action": _Table.card_action, "mode": _Table.mode, "name_area": _Table.name,
    "name_city": _Table.name, "name_civilization": _Table.name, "name_wonder": _Table.name,
    "remove": _Table.remove, "place": _Table.place, "put_barbarians": _Table.put_barbarians,
    "allies": _Table.allies, "talents_to_spend": _Table.talents, "turn_place": _first,
    "discard": _Table.discard, "negate": _Table.negate, "loss": _Table.loss, "penalty": _Table.penalty,
    "remove_own": _Table.remove_own, "take": _Table.take, "keep": _Table.take, "recover": _Table.take,
    "hand_limit": _Table.discard, "barbarian_shortage": _Table.barbarian_shortage,
    "wonder_payment": _Table.wonder_payment, "wonder_site": _Table.wonder_site,
    "phase_start_card": _Table.phase_start_card, "commit": _Table.commit,
    "card_order": _Table.card_order, "turn_order_card": _Table.turn_order_card,
    "aeneas": _Table.aeneas, "aeneas_civilization": _Table.aeneas_civilization,
    "aeneas_start": _Table.aeneas_start, "aeneas_place": _Table.deploy, "climate": _Table.climate,
    "starting_disc": _Table.starting_disc, "gods_smile": _Table.gods_smile,
    "peace_offer": _Table.peace_offer, "peace_gift": _Table.peace_gift,
}  # fmt: skip
