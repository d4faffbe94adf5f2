"""How far a card reaches at most: what is certain about it without a trial.

Most cards that are declared in a game of partners cost no partner anything. That follows from what their
operations can do and from what has been named, long before the last choice is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..box.world import World
from ..effects import Operation, Play, select
from ..effects.base import picked_areas
from ..effects.contest import Allies, BuyAllies
from ..effects.discs import DownTo, Place, Remove, RemoveEvery
from ..effects.goods import Gain
from ..effects.naming import NameArea
from ..kernel.actions import STOP
from ..kernel.bits import mask_of
from ..kernel.state import Seen
from ..kernel.types import Action, Area, Areas, Faction, Factions
from ..table.terms import held

Picks = tuple[Action, ...] | None  # what an operation lets one choose; None: not declared yet


class Reach(NamedTuple):
    """How far a play reaches whose operations up to `i` are declared, however the others will be."""

    s: Seen
    play: Play
    i: int

    @property
    def losers(self) -> Factions:
        """Whom it can cost anything, at most."""
        if _has_side_effects(self.s.world):
            return -1
        out = 0
        for operation, picks, is_sure in _deeds(*self):
            if operation.can.harm:
                out |= _losers(self.s, self.play, operation, picks) if is_sure else -1
        return out

    @property
    def areas(self) -> Areas:
        """Where discs can come or go, at most; white ones apart, and what Barbarians do of themselves."""
        if _has_side_effects(self.s.world):
            return -1
        out = 0
        for operation, picks, is_sure in _deeds(*self):
            if operation.can.move_discs:
                out |= _areas(self.s, self.play, operation, picks) if is_sure else -1
        return out


def _has_side_effects(world: World) -> bool:
    """Whether a disc that comes or goes can change others, too."""
    on = world.on
    return bool(world.groups or on.placed or on.lifted or on.supplied or on.colour)


def _deeds(s: Seen, play: Play, i: int) -> list[tuple[Operation, Picks, bool]]:
    """Operations that harm or move discs, what was chosen for them, and whether all follows from it."""
    operations = s.world.operations(s, play)
    deeds = [(n, operation) for n, operation in enumerate(operations) if operation.can.do_something]
    if not deeds:
        return []
    if any(later.names for later in operations[i:]):
        return [(operation, None, False) for _, operation in deeds]
    return [
        (operation, play.picks[n] if n < i else None, _is_foreseeable(operation, deeds[:before]))
        for before, (n, operation) in enumerate(deeds)
        if not (play.unnamed and play.lacks(operation.topics))
    ]


def _is_foreseeable(operation: Operation, before: Sequence[tuple[int, Operation]]) -> bool:
    """Whether nothing that is done before changes whom or what it can hit."""
    if isinstance(operation, Remove) or not before:
        return True
    return not (isinstance(operation, RemoveEvery) or any(isinstance(other, Place) for _, other in before))


def _losers(s: Seen, play: Play, operation: Operation, picks: Picks) -> Factions:
    can = operation.can
    if can.harm_wonders:
        return -1
    out = mask_of(play.factions) if can.cost else 0
    return out | operation.victims(s, play, picks)


def _areas(s: Seen, play: Play, operation: Operation, picks: Picks) -> Areas:
    if not operation.can.move_discs or isinstance(operation, Gain | Allies | BuyAllies):
        return 0
    if isinstance(operation, DownTo) or _in_named_areas(operation):
        return mask_of(play.areas)
    if isinstance(operation, Remove) and picks is not None:
        return mask_of(picked_areas(tuple(area for area in picks[::2] if area != STOP)))
    if isinstance(operation, Remove | RemoveEvery):
        return select(s, play, operation.where)
    if isinstance(operation, Place) and picks is not None and not operation.all:
        return mask_of(picked_areas(tuple(area for area in picks if area != STOP)))
    return -1


def _in_named_areas(operation: Operation) -> bool:
    """Whether it places discs in the areas named only."""
    return isinstance(operation, Place) and operation.where.within == "named" and not operation.chain


# ------------------------------------------------------------------------------- what is certain


def named_areas(s: Seen, play: Play, i: int, picked: tuple[Action, ...]) -> list[Area]:
    """The areas named so far, if the play begins with naming them and then takes a disc in each."""
    if i > 1 or play.unnamed or _has_side_effects(s.world) or s.world.deck.cards[play.id].competition:
        return []
    match s.world.operations(s, play):
        case NameArea(), Remove(of="any") as takes, *_ if takes.takes_all_named():
            return list(play.areas) if i else picked_areas(tuple(a for a in picked if a != STOP))
    return []


def takes_untouchable(s: Seen, play: Play, area: Area) -> bool:
    """Whether the first disc taken in an area named is one that no card may take, whichever it is."""
    takes = s.world.operations(s, play)[1]
    assert isinstance(takes, Remove)
    victims = takes.first_victims(s, play, area)
    return bool(victims) and all(
        any(untouchable(s, victim, play.by) >> area & 1 for untouchable in s.world.on.untouchable)
        and _can_be_lost(s, victim, area)
        for victim in victims
    )


def _can_be_lost(s: Seen, faction: Faction, area: Area) -> bool:
    """Whether a disc picked there goes, and no white one instead of it."""
    stays = held(s, faction) >> area & 1
    return s.discs[faction][area] > stays and (area, faction) not in s.allies
