"""The answer of an NPC to every kind of decision, with its reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from acis_rules.kernel.actions import (
    ABILITY,
    LOSE_DISC,
    LOSE_VP,
    PAY_TALENT,
    STOP,
    STOP_BIT,
    area_action,
    areas_in,
    card_action,
    card_of,
    civilization_action,
    faction_action,
    is_card,
    is_wonder,
    number_action,
    number_of,
    wonder_action,
    wonder_of,
)
from acis_rules.kernel.bits import lowest, members
from acis_rules.kernel.types import Action
from acis_rules.variants.hostility import peace_conditions

from . import aeneas, negation, offers, targets, told, wonders
from .card_discs import plan_anywhere
from .categories import category
from .contest import Contest
from .decision import NO_GROUP, Answer, OpenDecision
from .distance import steps
from .hand import discard_order, expected_hand, take_order, talents_for_cards
from .placement import Placement
from .priorities import next_order
from .victims import barbarian_order
from .wonders import wonder_rank
from .worth import LAST_OWN, worth_of

ENOUGH_DISCS = 2  # in an offer of peace: one of two is white 13 times out of 15


# -------------------------------------------------------------------------------------------- Setup


def civilization(d: OpenDecision) -> Answer:
    """Any: the rules do not say which."""
    options = members(d.legal)
    return d.ties.pick(options, lambda action: -action), "NPC-04: the rules leave the choice open"


def starting_disc(d: OpenDecision) -> Answer:
    """One disc by the priorities of an NPC without enemies; it must be placed somewhere.

    On land they come in pairs: whatever has one gets its second first (EX-37).
    """
    areas = areas_in(d.legal)
    camps = areas & d.pos.levels[0] & ~d.pos.levels[1] & d.pos.board.land
    if camps:
        return area_action(d.ties.area(d.pos, camps)), "DSET-07b: two discs in each land area"
    order = next_order(Placement(d.pos, d.ties), areas, d.n)
    if order is not None:
        return area_action(order.area), order.reason
    return area_action(d.ties.area(d.pos, areas)), "NPC-04: no priority applies, so all are equal"


def explore(d: OpenDecision) -> Answer:
    """In a player's seat: what lies nearest to its home first."""
    areas = members(areas_in(d.legal))
    best = min(areas, key=lambda area: (steps(d.pos.board, area, d.pos.home), area))
    return area_action(best), "EXP-20: in any order"


# ------------------------------------------------------------------------------------------- Growth


def deploy(d: OpenDecision) -> Answer:
    """The next disc of the group under way, or the next group by the priorities."""
    key, area, expected, left, reason = d.memory.group
    now = (d.me, d.view.epoch, d.view.turn, d.kind == "deploy")
    if key == now and left and d.pos.own[area] == expected and d.legal >> area_action(area) & 1:
        d.memory.group = (key, area, expected + 1, left - 1, reason)
        return area_action(area), reason
    areas = areas_in(d.legal)
    order = next_order(Placement(d.pos, d.ties), areas, d.n, must=not d.legal & STOP_BIT)
    if order is None:
        d.memory.group = NO_GROUP
        if not d.legal & STOP_BIT:
            return area_action(d.ties.area(d.pos, areas)), "NPC-04: no priority applies, so all are equal"
        if d.legal >> ABILITY & 1:
            return ABILITY, "NPC-44: it uses what it may use"
        return STOP, "NPC-124: no priority applies, the discs are lost"
    d.memory.group = (now, order.area, d.pos.own[order.area] + 1, order.n - 1, order.reason)
    return area_action(order.area), order.reason


def climate(d: OpenDecision) -> Answer:
    """Discs where it is, by the priorities; areas are asked in ascending order."""
    orders = plan_anywhere(d.pos, d.ties, areas_in(d.legal), d.n)
    if not orders:
        return STOP, "NPC-124: no priority applies"
    first = min(orders, key=lambda order: order.area)
    return area_action(first.area), first.reason


def use(d: OpenDecision) -> Answer:
    """Everything it may use; cards only up to six (NPC-44, NPC-126, NPC-127)."""
    deck = d.view.world.deck
    uses = [action for action in members(d.legal) if action != STOP]
    limit = d.pos.knobs.hand_limit
    for action in sorted(uses, key=partial(_use_order, d)):
        if is_wonder(action):
            when = deck.wonders[wonder_of(action)].when
        else:
            investment = deck.cards[card_of(action)].source.investment
            when = investment.when if investment is not None else "draw"
        if when != "draw":
            return action, "NPC-44: it uses what it may use"
        if expected_hand(d.pos) < limit:
            return action, "NPC-127: effects that draw come before talents"
    return STOP, "NPC-126: never a seventh card"


def _use_order(d: OpenDecision, action: Action) -> tuple[int, int]:
    if is_wonder(action):
        return wonder_rank(d.pos, wonder_of(action))
    return category(d.view.world.deck.cards[card_of(action)]), action


# --------------------------------------------------------------------------------------- Card Phase


def play_or_build(d: OpenDecision) -> Answer:
    """The best of what it holds, by the categories."""
    return d.card_play.choose(d.legal)


def wonder_payment(d: OpenDecision) -> Answer:
    """The next resource for a Wonder."""
    paid = d.view.picked[1] if d.view.play is not None else ()
    return wonders.payment(d.pos, d.legal, d.n, paid)


def wonder_site(d: OpenDecision) -> Answer:
    """Where a Wonder stands."""
    return wonders.site(d.pos, d.legal)


def negate(d: OpenDecision) -> Answer:
    """Whether it answers, and with which card."""
    return negation.answer(d.pos, d.legal, d.play(), d.view.chain, d.reveals)


# --------------------------------------------------------------------------------- losses and cards


def loss(d: OpenDecision) -> Answer:
    """A talent rather than a disc (NPC-128), then a card it cannot or will not play (NPC-45, 56)."""
    area = d.context.get("area", -1)
    if d.view.phase == "competition" and area == d.view.competition_area:
        return Contest(d.pos, area).pay(d.legal, lambda cards: d.card_play.kept(cards))
    if d.legal >> PAY_TALENT & 1:
        return PAY_TALENT, "NPC-128: a talent rather than a disc"
    kept = d.card_play.kept(d.cards())
    if kept:
        return card_action(kept), "NPC-45, NPC-56: a card it does not play"
    return LOSE_DISC, "NPC-128: it has nothing to spare"


def penalty(d: OpenDecision) -> Answer:
    """What the scenario says, else what it needs least."""
    given = told.penalty(d.pos, d.legal)
    if given is not None:
        return given[0], f"{given[1]}: what it gives first"
    spare = d.card_play.kept(d.cards())
    why = "NPC-45, NPC-51, NPC-128: what it needs least"
    if spare:
        return card_action(spare), why
    if d.legal >> PAY_TALENT & 1:
        return PAY_TALENT, why
    if d.cards() and worth_of(d.pos, d.context.get("area", 0)) <= LAST_OWN:
        return card_action(discard_order(d.pos, d.cards())[0]), why
    for action in (LOSE_DISC, LOSE_VP):
        if d.legal >> action & 1:
            return action, why
    return card_action(discard_order(d.pos, d.cards())[0]), why


def remove_own(d: OpenDecision) -> Answer:
    """Its home last of all (NPC-49)."""
    pos = d.pos
    areas = members(areas_in(d.legal))
    top = max((worth_of(pos, a), -pos.own[a]) for a in areas)
    equal = [a for a in areas if (worth_of(pos, a), -pos.own[a]) == top]
    best = d.ties.pick(equal, lambda a: steps(pos.board, a, pos.home))
    return area_action(best), "NPC-49: reverse placement priority"


def discard(d: OpenDecision) -> Answer:
    """The card it needs least; none if it need not."""
    if d.legal >> STOP & 1:
        return STOP, "NPC-51: it discards no card of its own accord"
    for_terror = offers.card_for_terror(d)
    if for_terror is not None:
        return for_terror
    first = discard_order(d.pos, d.cards())[0]
    return card_action(first), "NPC-51: Competition first, Negation last"


def take(d: OpenDecision) -> Answer:
    """The card it needs most."""
    first = take_order(d.pos, d.cards())[0]
    return card_action(first), "NPC-52: Negation, Competition, play priority"


def take_back(d: OpenDecision) -> Answer:
    """What lies there is sure, the top of the deck is not."""
    first = take_order(d.pos, d.cards())[0]
    return card_action(first), "NPC-52: Negation, Competition, play priority"


def barbarian_shortage(d: OpenDecision) -> Answer:
    """Barbarians from elsewhere, unless they would come to itself."""
    pos = d.pos
    if pos.occupied >> d.context["area"] & 1:
        return STOP, "NPC-46: not against itself"
    areas = members(areas_in(d.legal))
    best = min(areas, key=lambda a: barbarian_order(pos, a))
    number = barbarian_order(pos, best)[0]
    return area_action(best), f"NPC-{70 + number}: Barbarians are removed by order {number}"


def talents(d: OpenDecision) -> Answer:
    """How many talents it spends, for cards or for white discs."""
    most = number_of(d.legal.bit_length() - 1)
    if d.view.play is not None and d.view.competition_area >= 0:
        n, why = Contest(d.pos, d.view.competition_area).talents_for_allies(most)
    else:
        n, why = talents_for_cards(d.pos, most)
    return number_action(n), why


# -------------------------------------------------------------------------------------- Competition


def phase_start_card(d: OpenDecision) -> Answer:
    """A card that harms an enemy."""
    for card in d.cards():
        if d.card_play.offer(card) is not None:
            return card_action(card), "NPC-46: against an enemy"
    return STOP, "NPC-45: it would not help"


def commit(d: OpenDecision) -> Answer:
    """Follow the commitment made at the first question of the competition."""
    area = d.context["area"]
    view = d.view
    key = (view.epoch, view.turn, area, d.me)
    fresh = not view.laid[d.me] and not any(entry[0] == d.me for entry in view.announced)
    if fresh or d.memory.commitment[0] != key:
        actions, reason = Contest(d.pos, area).plan(d.legal)
        d.memory.commitment = (key, actions, reason)
    _, actions, reason = d.memory.commitment
    for action in sorted(actions, key=lambda a: (is_card(a), a)):
        if d.legal >> action & 1:
            actions.remove(action)
            return action, reason
    return STOP, reason


def card_order(d: OpenDecision) -> Answer:
    """Its cards in a competition, by category."""
    deck = d.view.world.deck
    best = min(d.cards(), key=lambda card: (category(deck.cards[card]), card))
    return card_action(best), "NPC-43: in the order of its categories"


# ------------------------------------------------------------------------ Evaluation, Aeneas, peace


def turn_order_card(d: OpenDecision) -> Answer:
    """To be first."""
    if d.view.order[0] != d.me:
        return card_action(d.cards()[0]), "NPC-44: it uses what it may use"
    return STOP, "EVA-09: it is first already"


def turn_place(d: OpenDecision) -> Answer:
    """Places in the turn order are taken from the lowest number on."""
    return lowest(d.legal), "EVA-09: the lowest free place"


def begin_anew(d: OpenDecision) -> Answer:
    """Whether it begins anew."""
    return aeneas.invoke(d.pos, d.reveals)


def aeneas_start(d: OpenDecision) -> Answer:
    """Where it begins anew, and whose enemy it is from then on."""
    enmity = d.enmity
    card = aeneas.entry_card(d.pos, d.reveals)
    action, reason, enemy = aeneas.start(d.pos, d.legal, card, enmity.wronged, d.reveals)
    enmity.wronged = [enemy] if enemy >= 0 else []
    return action, reason


def aeneas_civilization(d: OpenDecision) -> Answer:
    """The same as before."""
    return civilization_action(d.view.civilization[d.me]), "NPC-82: it keeps its civilization"


def peace_offer(d: OpenDecision) -> Answer:
    """In a player's seat: to all enemies, the Primary one first."""
    for enemy in d.pos.enemies:
        if d.legal >> faction_action(enemy) & 1:
            return faction_action(enemy), "HOS-03: it offers peace to every enemy"
    return STOP, "HOS-03: no enemy is left"


def peace_gift(d: OpenDecision) -> Answer:
    """If it draws few discs without a gift: a card it does not play, else a talent."""
    if peace_conditions(d.pos.s, d.me, d.context["by"], gift=False) >= ENOUGH_DISCS:
        return STOP, "HOS-04: discs enough without a gift"
    spare = d.card_play.kept(d.cards())
    if spare:
        return card_action(spare), "HOS-05: a card it does not play"
    if d.legal >> PAY_TALENT & 1:
        return PAY_TALENT, "HOS-05: a talent"
    return STOP, "HOS-05: nothing to spare"


def gods_smile(d: OpenDecision) -> Answer:
    """The emptiest of its Wonders."""
    states = d.view.wonders
    numbers = [wonder_of(action) for action in members(d.legal)]
    best = min(numbers, key=lambda n: (states[n].discs, wonder_rank(d.pos, n)))
    return wonder_action(best), "NPC-29: the greatest benefit"


ALWAYS: dict[str, Answer] = {
    "retire": (STOP, "NPC-88: no Retirement"),
    "resettle": (STOP, "NPC-88: no Resettlement either"),
    "ability": (ABILITY, "NPC-44: it uses what it may use"),
    "choose_first": (STOP, "ONE2-02: it chooses last"),
    "give": (STOP, "NPC-45: it keeps what it can use"),
}

ANSWERS: dict[str, Callable[[OpenDecision], Answer]] = {
    "civilization": civilization, "use": use, "deploy": deploy,
    "card_action": play_or_build, "mode": targets.mode, "name_area": targets.name,
    "name_city": targets.name, "name_civilization": targets.name, "name_wonder": targets.name,
    "remove": targets.remove, "place": targets.place, "put_barbarians": targets.put_barbarians,
    "allies": targets.allies, "talents_to_spend": talents, "turn_place": turn_place,
    "discard": discard, "negate": negate, "loss": loss, "penalty": penalty,
    "remove_own": remove_own, "take": take, "keep": take, "recover": take,
    "hand_limit": discard, "barbarian_shortage": barbarian_shortage,
    "wonder_payment": wonder_payment, "wonder_site": wonder_site,
    "phase_start_card": phase_start_card, "commit": commit,
    "card_order": card_order, "turn_order_card": turn_order_card,
    "aeneas": begin_anew, "aeneas_civilization": aeneas_civilization,
    "aeneas_start": aeneas_start, "aeneas_place": deploy, "climate": climate,
    "starting_disc": starting_disc, "gods_smile": gods_smile,
    "peace_offer": peace_offer, "peace_gift": peace_gift, "take_back": take_back, "explore": explore,
    "offer": offers.offer,
}  # fmt: skip
