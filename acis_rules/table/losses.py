"""Losing discs: every involuntary removal, disc by disc, with the alternative to pay (CRD-22, CMP-07).

A loss is (faction, area, replaced_by): `replaced_by` is the faction whose disc takes the place,
or -1. Losses that fall at the same moment are decided in turn order (CMP-08).
"""

from __future__ import annotations

from ..kernel.actions import LOSE_DISC, LOSE_DISC_BIT, PAY_TALENT, PAY_TALENT_BIT, card_actions, card_of
from ..kernel.bits import union
from ..kernel.compiled import compiled
from ..kernel.machine import answer, ask, push, step
from ..kernel.moments import NO_CAP
from ..kernel.state import Seen, State
from ..kernel.types import Action, Area, Areas, Faction
from .barbarians import barbarians_come
from .card_changes import discard
from .changes import lose_talents, place_if_able, remove
from .groups import first_to_lose
from .terms import at_hand, held, last_discs, strength

Loss = tuple[int, int, int]

# What protects the discs, and how the owner may answer
CARD_EFFECT = 1  # of a card other than a Competition card: walls and Gold protect (CIV-35, GOLD-03)
NO_CARDS = 2  # discs may not be saved with cards


def walls_hold(s: Seen, faction: Faction, area: Area) -> bool:
    """Whether the faction's City Walls protect its discs in this area (CIV-35)."""
    if faction == s.world.barbarians or not s.home[faction] >> area & 1:
        return False
    walls = s.world.civilization(s, faction).walls
    return 0 < walls <= s.discs[faction][area]


def exposed(s: Seen, faction: Faction, area: Area) -> int:
    """How many of its discs there a card other than a Competition card can remove: none behind walls."""
    if walls_hold(s, faction, area):
        return 0
    n = s.discs[faction][area]
    return min(n, card_cap(s, faction, area)) if s.world.on.card_cap else n


def card_cap(s: Seen, faction: Faction, area: Area) -> int:
    """How many of its discs there such a card can remove at most, however many there are."""
    cap = NO_CAP
    for limit in s.world.on.card_cap:
        cap = min(cap, limit(s, faction, area))
    return cap


def reachable(s: Seen, faction: Faction, areas: Areas, by: Faction) -> Areas:
    """Those of the areas in which cards of `by` can take discs of the faction."""
    for away in s.world.on.out_of_reach:
        areas &= ~away(s, faction, by)
    return areas


def sheltered(s: Seen, faction: Faction, area: Area) -> int:
    """In how many rounds of a competition there it loses no disc, whatever it lays."""
    return sum(rounds(s, faction, area) for rounds in s.world.on.sheltered)


def _may_pay(s: Seen, faction: Faction, area: Area) -> bool:
    return all(may(s, faction, area) for may in s.world.on.may_pay)


@compiled
def walled_homes(s: Seen) -> int:
    """Home areas in which walls can stand."""
    return union(home for f, home in enumerate(s.home) if home and s.world.civilization(s, f).walls)


def inflict(s: State, losses: list[Loss], cause: str, flags: int = 0, by: Faction = -1) -> None:
    """Put these losses on the stack, owners in turn order, Barbarians last."""
    on = s.world.on
    if on.card_cap and flags & CARD_EFFECT:
        losses = _within_caps(s, losses)
    if on.held and s.phase != "competition":
        losses = _but_the_last(s, losses)
    for instead in on.replacing:
        losses = [(f, area, new if new < 0 else instead(s, f, new, by)) for f, area, new in losses]
    if losses:
        if len(losses) > 1:
            place = {faction: i for i, faction in enumerate(s.order)}
            losses.sort(key=lambda loss: place.get(loss[0], len(place) + loss[0]))
        push(s, take_losses, tuple(losses), cause, flags, by)


def _within_caps(s: Seen, losses: list[Loss]) -> list[Loss]:
    """The losses without those that are too many in one area."""
    out: list[Loss] = []
    for loss in losses:
        faction, area, _ = loss
        before = sum(other[:2] == (faction, area) for other in out)
        if before < card_cap(s, faction, area):
            out.append(loss)
    return out


def _but_the_last(s: Seen, losses: list[Loss]) -> list[Loss]:
    """The losses without those of a disc that has to stay: whoever pays for another one keeps both."""
    out: list[Loss] = []
    for loss in losses:
        faction, area, _ = loss
        before = sum(other[:2] == (faction, area) for other in out)
        if not held(s, faction) >> area & 1 or before < s.discs[faction][area] - 1:
            out.append(loss)
    return out


@step("losses")
def take_losses(s: State, losses: tuple[Loss, ...], cause: str, flags: int, by: Faction) -> None:
    """Remove one disc after the other; ask owners that can pay."""
    faction, area, replaced_by = losses[0]
    world = s.world
    if len(losses) > 1:
        push(s, take_losses, losses[1:], cause, flags, by)
    if world.groups:
        faction = _whose_disc(s, losses[0], flags, by)
        if faction < 0:
            return
    if not strength(s, faction, area) or (flags & CARD_EFFECT and not exposed(s, faction, area)):
        return
    if world.on.held and s.phase != "competition" and last_discs(s, faction) >> area & 1:
        return
    if faction != world.barbarians and (not world.on.may_pay or _may_pay(s, faction, area)):
        payer = world.patron[faction]
        legal = LOSE_DISC_BIT
        if s.treasury[payer] and not (area == s.competition_area and s.no_talents >> payer & 1):
            legal |= PAY_TALENT_BIT
        if not flags & NO_CARDS:
            legal |= card_actions(at_hand(s, payer, "pay"))
        if legal != LOSE_DISC_BIT:
            ask(s, lose_or_pay, (faction, area, replaced_by, cause, by), payer, "loss", legal,
                area=area, by=by, n=len(losses))  # fmt: skip
            return
    remove(s, faction, area, cause)
    if replaced_by >= 0:
        replace(s, replaced_by, area, cause, by)


def _whose_disc(s: Seen, loss: Loss, flags: int, by: Faction) -> Faction:
    """Which colour of a group takes a loss; -1 if what was opposing has the player's own colour by now."""
    named, area, replaced_by = loss
    first = first_to_lose(s, named, area)
    own = first == by != named
    if own and not s.discs[named][area]:
        return -1  # PERS-05
    protected = flags & CARD_EFFECT and not exposed(s, first, area)
    if protected or (own and replaced_by == by):  # nor does its own disc become its own
        return named
    return first


@answer("loss")
def lose_or_pay(
    s: State, action: Action, faction: Faction, area: Area, replaced_by: int, cause: str, by: Faction
) -> None:
    """Lose the disc, or pay a talent or a card and keep it; a replacement comes anyway (CMP-10)."""
    payer = s.world.patron[faction]
    if action == LOSE_DISC:
        remove(s, faction, area, cause)
    elif action == PAY_TALENT:
        lose_talents(s, payer, 1, "saves a disc", area, by)
    else:
        discard(s, payer, card_of(action), "saves a disc", area, by)
    if replaced_by >= 0:
        replace(s, replaced_by, area, cause, by)


def replace(s: State, faction: Faction, area: Area, cause: str, by: Faction) -> None:
    """Put the replacing disc down, as far as supply and stacking allow (CMP-09)."""
    if faction == s.world.barbarians:
        push(s, barbarians_come, by, area, 1, cause, False)
    else:
        place_if_able(s, faction, area, cause)
