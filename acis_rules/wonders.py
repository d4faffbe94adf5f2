"""Building Wonders: pay resources, put discs on the card, choose a site (WON rules)."""

from __future__ import annotations

from .actions import AREA, CARD, PAY_TALENT, PAY_TALENT_BIT
from .bits import members
from .changes import discard, lose_talents, remove, wonder_discs_from_supply
from .gold import gold_of, last_discs
from .machine import answer, ask, push, step
from .state import State, WonderState
from .terms import occupied, wonder_sites


def buildable(s: State, faction: int) -> int:
    """Wonders the faction can build as its action now (WON-01)."""
    if s.built_this_turn >> faction & 1:
        return 0
    knobs = s.world.scenario.knobs
    possible: dict[int, bool] = {}  # Wonders that take equally many discs are equally possible
    out = 0
    for number, wonder in enumerate(s.wonders):
        if wonder.owner < 0:
            discs = s.world.deck.wonders[number].discs
            if discs not in possible:
                possible[discs] = can_build(s, faction, number, knobs.wonder_resources, knobs.wonder_discs)
            out |= possible[discs] << number
    return out


def can_build(s: State, faction: int, wonder: int, resources: int, discs: int, without: int = 0) -> bool:
    """Whether resources, supply and a site suffice (WON-02, 03, 06, 08).

    `without` is a card that cannot be paid because it is the one being played.
    """
    return _can_go_on(s, faction, wonder, resources, discs, 0, without)


def _can_go_on(
    s: State, faction: int, wonder: int, resources: int, discs: int, first: int, without: int = 0
) -> bool:
    """Whether the build can be completed paying only with actions from `first` on.

    Discs are paid in ascending order of areas, then cards, then talents. One disc must stay in
    a Controlled land area without a Wonder; it can be any disc there, so a single one suffices.
    """
    sites = wonder_sites(s, faction)
    if not sites:
        return False
    lowest = max(0, first - AREA)
    row = s.discs[faction]
    payable = sum(row[lowest:]) if first < CARD else 0
    staying = (1 << lowest) - 1
    if payable and s.gold:  # the last disc on own Gold stays (GOLD-04)
        on_gold = gold_of(s, faction) & occupied(s, faction) & ~staying
        payable -= on_gold.bit_count()
        staying |= on_gold
    if payable and not sites & staying:
        payable -= 1  # all sites lie among the discs still payable: one disc stays
    discs = max(discs, s.world.deck.wonders[wonder].discs - s.supply[faction])
    cards = (s.hand[faction] & ~(1 << without)) >> max(0, first - CARD)
    return payable >= discs and payable + cards.bit_count() + s.treasury[faction] >= resources >= discs


@step("build")
def build(s: State, faction: int, wonder: int, resources: int, discs: int, first: int = 0) -> None:
    """Ask for the next resource, or for the site when all is paid."""
    if not resources:
        ask(s, ("wonder_site", faction, wonder), faction, "wonder_site",
            wonder_sites(s, faction) << AREA, n=wonder)  # fmt: skip
        return
    legal = payments(s, faction, wonder, resources, discs, first)
    if legal:  # otherwise the build is void (WON-06, WON-08)
        ask(s, ("build", faction, wonder, resources, discs), faction, "wonder_payment", legal, n=resources)


def payments(s: State, faction: int, wonder: int, resources: int, discs: int, first: int) -> int:
    """What can be paid next so that the build can still be completed, as action bits."""
    legal = 0
    areas = occupied(s, faction)
    if s.gold:
        areas &= ~last_discs(s, faction)
    for area in members(areas):
        if area + AREA >= first and _after(s, faction, wonder, resources, discs, area):
            legal |= 1 << AREA + area
    for card in members(s.hand[faction]):
        if card + CARD >= first and _can_go_on(s, faction, wonder, resources, discs, CARD + card):
            legal |= 1 << CARD + card
    if s.treasury[faction] >= resources and _can_go_on(s, faction, wonder, resources, discs, PAY_TALENT):
        legal |= PAY_TALENT_BIT
    return legal


def _after(s: State, faction: int, wonder: int, resources: int, discs: int, area: int) -> bool:
    """Whether the build can be completed after paying a disc of this area."""
    row = s.discs[faction]
    before = s.at_least[0][faction]
    row[area] -= 1
    if not row[area]:
        s.at_least[0][faction] &= ~(1 << area)
    s.supply[faction] += 1
    possible = _can_go_on(s, faction, wonder, resources - 1, max(0, discs - 1), AREA + area)
    s.supply[faction] -= 1
    row[area] += 1
    s.at_least[0][faction] = before
    return possible


@answer("build")
def paid(s: State, action: int, faction: int, wonder: int, resources: int, discs: int) -> None:
    """Pay one resource."""
    pay(s, faction, action)
    if action < CARD:
        discs = max(0, discs - 1)
    push(s, "build", faction, wonder, resources - 1, discs, action)


def pay(s: State, faction: int, action: int) -> None:
    """Pay the resource that an action names: a talent, a card or a disc from the map."""
    if action >= PAY_TALENT:
        lose_talents(s, faction, 1, "Wonder")
    elif action > CARD:
        discard(s, faction, action - CARD, "Wonder")
    else:
        remove(s, faction, action - AREA, "Wonder")


def can_pay(s: State, faction: int, action: int) -> bool:
    """Whether the resource is there."""
    if action >= PAY_TALENT:
        return s.treasury[faction] > 0
    if action > CARD:
        return bool(s.hand[faction] >> action - CARD & 1)
    return s.discs[faction][action - AREA] > 0


@answer("wonder_site")
def site_chosen(s: State, action: int, faction: int, wonder: int) -> None:
    """The site is chosen when all is paid."""
    finish(s, faction, wonder, action - AREA)


def finish(s: State, faction: int, wonder: int, area: int) -> None:
    """The Wonder stands and is active at once (WON-04 to 09)."""
    s.wonders[wonder] = WonderState(faction, area)
    s.log.append(("built", faction, area, 0, 0, wonder))
    wonder_discs_from_supply(s, wonder, s.world.deck.wonders[wonder].discs, "built")
