"""Building Wonders: pay resources, put discs on the card, choose a site (WON rules)."""

from __future__ import annotations

from ..kernel.actions import (
    PAY_TALENT,
    PAY_TALENT_BIT,
    area_actions,
    area_of,
    card_actions,
    card_of,
    is_area,
    is_card,
)
from ..kernel.bits import mask_of, members
from ..kernel.compiled import compiled
from ..kernel.machine import answer, ask, push, step
from ..kernel.state import Seen, State
from ..kernel.types import Action, Actions, Areas, Faction, Wonder
from .card_changes import discard
from .changes import lose_talents, remove
from .groups import out_of_place
from .holdings import raise_wonder
from .terms import held, occupied, wonder_sites


def buildable(s: Seen, faction: Faction) -> int:
    """Wonders the faction can build as its action now (WON-01)."""
    if s.built_this_turn >> faction & 1:
        return 0
    knobs = s.world.knobs[faction]
    return affordable(s, faction, knobs.wonder_resources, knobs.wonder_discs)


@compiled
def affordable(s: Seen, faction: Faction, resources: int, discs: int, without: int = 0) -> int:
    """Available Wonders for which resources, supply and a site suffice (WON-02, 03, 06, 08).

    `without` is a card that cannot be paid because it is the one being played.
    """
    sites = wonder_sites(s, faction)
    if not sites or not s.world.knobs[faction].wonders:
        return 0
    payable = sum(s.discs[faction])
    staying_discs = held(s, faction)
    payable -= staying_discs.bit_count()
    if payable and not sites & staying_discs:
        payable -= 1  # one disc stays at the site
    cards = s.hand[faction] & ~(1 << without)
    if payable + cards.bit_count() + s.treasury[faction] < resources:
        return 0
    most = min(payable, resources)  # discs from the map at most
    available = [n for n, wonder in enumerate(s.wonders) if wonder.owner < 0]
    return mask_of([n for n in available if max(discs, lacking(s, faction, n)) <= most])


def lacking(s: Seen, faction: Faction, wonder: Wonder) -> int:
    """Discs from the map without which the supply is too small for the Wonder (WON-06).

    Some of them do not get there: the first may have to be a marker, others replace those of a partner.
    """
    n = s.world.deck.wonders[wonder].discs - s.supply[faction]
    if n <= 0:
        return 0
    return n + (s.owes_marker >> faction & 1) + out_of_place(s, faction)


@step("build")
def build(s: State, faction: Faction, wonder: Wonder, resources: int, discs: int, first: int = 0) -> None:
    """Ask for the next resource, or for the site when all is paid."""
    if not resources:
        ask(s, site_chosen, (faction, wonder), faction, "wonder_site",
            area_actions(wonder_sites(s, faction)), n=wonder)  # fmt: skip
        return
    legal = payments(s, faction, wonder, resources, discs, first)
    if legal:  # otherwise the build is void (WON-06, WON-08)
        ask(s, paid, (faction, wonder, resources, discs), faction, "wonder_payment", legal, n=resources)


def payments(s: Seen, faction: Faction, wonder: Wonder, resources: int, discs: int, first: int) -> Actions:
    """What can be paid next so that the build can still be completed, as action bits.

    Discs are paid in ascending order of areas, then cards, then talents. Cards come in any order: one
    by their ids would tell others about the rest of a hand. One disc must stay in a Controlled land
    area without a Wonder; it can be any disc there, so a single one suffices.
    """
    sites = wonder_sites(s, faction)
    discs = max(discs, lacking(s, faction, wonder))
    if not sites or resources < discs:
        return 0
    hand, talents = s.hand[faction], s.treasury[faction]
    legal = 0
    if not first or is_area(first):
        in_all = resources - hand.bit_count() - talents
        lowest = area_of(first) if first else 0
        legal = area_actions(_discs_to_pay(s, faction, sites, discs, in_all, lowest))
    if not discs:
        if first != PAY_TALENT and hand.bit_count() + talents >= resources:
            legal |= card_actions(hand)
        if talents >= resources:
            legal |= PAY_TALENT_BIT
    return legal


def _discs_to_pay(s: Seen, faction: Faction, sites: int, discs: int, in_all: int, lowest: int) -> Areas:
    """Areas from which a disc can be paid next, if `discs` must be paid and `in_all` with what is left."""
    out = 0
    row = s.discs[faction]
    staying_discs = held(s, faction)
    from_here = sum(row[lowest:])
    for area in members(occupied(s, faction) >> lowest << lowest):
        n = row[area]
        left = from_here - 1 - (staying_discs >> area).bit_count()
        from_here -= n
        if n == 1 and staying_discs >> area & 1:
            continue
        staying = sites if n > 1 else sites & ~(1 << area)
        if left and not staying & ((1 << area) - 1 | staying_discs):
            left -= 1  # all sites lie among the discs still payable: one disc stays
        if staying and left + 1 >= discs and left + 1 >= in_all:
            out |= 1 << area
    return out


@answer("build")
def paid(s: State, action: Action, faction: Faction, wonder: Wonder, resources: int, discs: int) -> None:
    """Pay one resource."""
    pay(s, faction, action)
    if is_area(action):
        discs = max(0, discs - 1)
    push(s, build, faction, wonder, resources - 1, discs, action)


def pay(s: State, faction: Faction, action: Action) -> None:
    """Pay the resource that an action names: a talent, a card or a disc from the map."""
    if action == PAY_TALENT:
        lose_talents(s, faction, 1, "Wonder")
    elif is_card(action):
        discard(s, faction, card_of(action), "Wonder")
    else:
        remove(s, faction, area_of(action), "Wonder")


def can_pay(s: Seen, faction: Faction, action: Action) -> bool:
    """Whether the resource is there."""
    if action == PAY_TALENT:
        return s.treasury[faction] > 0
    if is_card(action):
        return bool(s.hand[faction] >> card_of(action) & 1)
    return s.discs[faction][area_of(action)] > 0


@answer("wonder_site")
def site_chosen(s: State, action: Action, faction: Faction, wonder: Wonder) -> None:
    """The site is chosen when all is paid."""
    raise_wonder(s, faction, wonder, area_of(action))
