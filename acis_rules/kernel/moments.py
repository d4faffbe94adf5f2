"""Moments: the named points at which variants and scenarios join in.

The phases and doors know no variant. At each moment they call whoever has registered for it; in the base
game nobody has. `World.on` holds, per moment, the functions that its game needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, TypeVarTuple

from .fixed import Fixed

if TYPE_CHECKING:
    from ..box.civilizations import Civilization
    from ..box.world import World
    from ..effects import Play
    from ..variants.foresight import Trial
    from ..variants.reach import Reach
    from .state import Points, Seen, State
    from .types import Action, Actions, Area, Areas, Card, Cards, Cause, Faction, Factions

Given = TypeVarTuple("Given")
Function = TypeVar("Function", bound=Callable[..., Any])
NO_CAP = 99


class Moments(Fixed):
    """By moment: the functions that join in, in the order of their variants (`box/variant_order.py`).

    Where several join in, all are called. What they return is added up, joined or narrowed, as said below.
    """

    # The course of the game. To put a step before what comes next, push it.
    settled: tuple[Callable[[State, Faction], None], ...] = ()  # a faction's starting discs are on the map
    before_deal: tuple[Callable[[State], None], ...] = ()  # all discs are on the map, no card is dealt
    dealt: tuple[Callable[[State], None], ...] = ()  # the opening hands
    turn_starts: tuple[Callable[[State], None], ...] = ()
    growth_starts: tuple[Callable[[State, Faction], None], ...] = ()  # of one faction
    deploying: tuple[Callable[[State, Faction], None], ...] = ()  # the Deployment of one faction begins
    phase_starts: tuple[Callable[[State], None], ...] = ()  # the Card and the Competition Phase
    competitions_start: tuple[Callable[[State], None], ...] = ()  # nobody has done anything in the phase
    competition_starts: tuple[Callable[[State, Area], None], ...] = ()  # one competition
    fought: tuple[Callable[[State, Area], None], ...] = ()  # one competition is over
    competition_ends: tuple[Callable[[State], None], ...] = ()  # the Competition Phase is over
    won_at_once: tuple[Callable[[State], None], ...] = ()  # after that: has somebody won?
    scoring: tuple[Callable[[State], None], ...] = ()  # Cities and Wonders have scored
    scored: tuple[Callable[[State], None], ...] = ()  # the Victory Count step is over
    city_vp: tuple[Callable[[Seen, Faction, Points], Points], ...] = ()  # of one faction's Cities, changed
    final_epoch: tuple[Callable[[State], None], ...] = ()  # it is over; what is pushed comes before its VP
    sea_vp: tuple[Callable[[Seen, Faction, int], int], ...] = ()  # of the seas one Dominates, changed
    epoch_scoring: tuple[Callable[[State, Faction], None], ...] = ()  # Epoch VP of one faction
    game_ends: tuple[Callable[[State], None], ...] = ()  # it has run to its end: VP that come last
    before_draw: tuple[Callable[[State, Faction], None], ...] = ()  # of one; what is pushed comes first
    draw_over: tuple[Callable[[State], None], ...] = ()  # everybody has drawn; what is pushed comes then
    draw_starts: tuple[Callable[[State, Faction], None], ...] = ()  # of one; what is pushed comes after it
    turn_ends: tuple[Callable[[State], None], ...] = ()  # another turn follows

    # Changes, told by the doors
    placed: tuple[Callable[[State, Faction, Area, Cause], None], ...] = ()
    lifted: tuple[Callable[[State, Area], None], ...] = ()  # a disc has left an area
    position_read: tuple[Callable[[State], None], ...] = ()  # from outside: what follows from the discs
    supplied: tuple[Callable[[State, Faction], None], ...] = ()  # discs have come to its supply
    card_laid: tuple[Callable[[State, Faction, Card, Area], None], ...] = ()  # a Competition card
    gold_looted: tuple[Callable[[State, Faction, Area, Faction], None], ...] = ()  # looter, area, owner
    lost: tuple[Callable[[State, Faction, str, Cause], None], ...] = ()  # a disc, talent, card, vp, wonder
    drawn: tuple[Callable[[State, Faction, list[Card]], None], ...] = ()  # cards from the deck

    # Who does something else instead: True if that is all that happens
    choosing: tuple[Callable[[State], bool], ...] = ()  # of civilizations
    acquiring: tuple[Callable[[State, Faction], bool], ...] = ()  # a faction's Acquisition
    begins_anew: tuple[Callable[[State, Faction], bool], ...] = ()  # choice of a civilization with Aeneas
    aeneas: tuple[Callable[[State, Faction], bool], ...] = ()  # a faction's turn in the Aeneas step
    draw_ends: tuple[Callable[[State, Faction], bool], ...] = ()  # a faction's abilities after the draw
    no_check: tuple[Callable[[Seen], bool], ...] = ()  # no Sudden End check: another turn follows
    checked_before: tuple[Callable[[Seen], bool], ...] = ()  # that check comes before the Evaluation Phase
    draws: tuple[Callable[[State, Faction, int], bool], ...] = ()  # so many cards in the Draw step
    card_goes: tuple[  # one played, discarded by force, or stolen by the last one named (-1: nobody)
        Callable[[State, Faction, Card, Faction], bool], ...
    ] = ()

    # Who, instead of whom it would be; -1: nobody else
    decider: tuple[Callable[[Seen], Faction], ...] = ()  # runs an Event, not the one with fewest VP

    # Numbers and sets that become larger or smaller
    minimum_growth: tuple[Callable[[State, Faction], int], ...] = ()  # discs more than usual, at least
    draw: tuple[Callable[[Seen, Faction], int], ...] = ()  # cards more in the Draw step
    start_areas: tuple[Callable[[Seen, Faction, Areas], Areas], ...] = ()  # of one that begins anew
    off_limits: tuple[Callable[[Seen, Play], Areas], ...] = ()  # areas that a card cannot name
    new_hand: tuple[Callable[[Seen, Faction], int], ...] = ()  # cards more at the End of an Epoch
    colour: tuple[Callable[[Seen, Faction, Area], Faction], ...] = ()  # whose disc is placed there instead
    landing: tuple[Callable[[Seen, Faction], Areas], ...] = ()  # instead of home, for one without discs
    held: tuple[Callable[[Seen, Faction], Areas], ...] = ()  # areas in which one disc of the faction stays
    sheltered: tuple[Callable[[Seen, Faction, Area], int], ...] = ()  # rounds without loss, before any card's
    may_lay: tuple[Callable[[State, Faction, Card, Area], bool], ...] = ()  # this Competition card there
    may_play: tuple[Callable[[State, Play], bool], ...] = ()  # a card, in the alternative it says
    choices: tuple[  # of what the operation i of a play lets its player choose next
        Callable[[State, Play, int, tuple[Action, ...], Actions], Actions], ...
    ] = ()
    spared: tuple[Callable[[Seen, Faction], Factions], ...] = ()  # whom its cards may not harm at will
    out_of_reach: tuple[Callable[[Seen, Faction, Faction], Areas], ...] = ()  # of its cards; victim, by
    untouchable: tuple[  # victim, by: areas in which a card that takes a disc of the victim is never lawful
        Callable[[Seen, Faction, Faction], Areas], ...
    ] = ()
    closed: tuple[Callable[[Seen, Faction], Areas], ...] = ()  # nor one that places a disc here
    lawful: tuple[Callable[[Seen, Play, Trial], bool], ...] = ()  # a card that would do what the trial tells
    harmless: tuple[  # a card that reaches no further than this is sure to be lawful; joins in with `lawful`
        Callable[[Seen, Play, Reach], bool], ...
    ] = ()
    lays_more: tuple[  # this card too, besides those laid in this competition and the turn before
        Callable[[State, Faction, Card, Area], bool], ...
    ] = ()
    may_pay: tuple[Callable[[Seen, Faction, Area], bool], ...] = ()  # to save a disc there
    replacing: tuple[Callable[[Seen, Faction, Faction, Faction], Faction], ...] = ()  # victim, new, by
    barred: tuple[  # areas in which the faction may get no disc; it has said to place one in each of a set
        Callable[[Seen, Faction, Areas], Areas], ...
    ] = ()
    bases: tuple[  # (areas to place in, areas to place next to), to be changed
        Callable[[Seen, Faction, tuple[Areas, Areas]], tuple[Areas, Areas]], ...
    ] = ()
    at_hand: tuple[  # cards used as if in hand: to be played in a phase, or to "pay" for a disc
        Callable[[Seen, Faction, str], Cards], ...
    ] = ()
    stays: tuple[Callable[[Seen, Card], bool], ...] = ()  # an Investment even without discs
    irreplaceable: tuple[  # by, victim, area: its disc there cannot be replaced by one of the other
        Callable[[Seen, Faction, Faction, Area], bool], ...
    ] = ()
    no_chain: tuple[Callable[[Seen, Faction, Areas], Areas], ...] = ()  # cards place nothing next to these
    card_cap: tuple[Callable[[Seen, Faction, Area], int], ...] = ()  # discs one card can take there
    competition_order: tuple[Callable[[Seen, Areas], Areas], ...] = ()  # which of the areas come first
    commit_order: tuple[Callable[[Seen, list[Faction]], list[Faction]], ...] = ()  # who commits first
    display: tuple[Callable[[Seen, Faction, Civilization], Civilization], ...] = ()  # in use now
    tie_break: tuple[Callable[[Seen, int], int], ...] = ()  # between players of equal VP
    contenders: tuple[Callable[[Seen, set[int]], set[int]], ...] = ()  # sides that can win by VP
    crowned: tuple[Callable[[Seen, list[Faction]], list[Faction]], ...] = ()  # of the best side, who wins
    may_win: tuple[Callable[[Seen, int], bool], ...] = ()  # a side that wins whatever the VP: has it all else


def anybody(joining: tuple[Callable[[*Given], object], ...], *given: *Given) -> bool:
    """Whether one of those who join in says so; nobody is asked after that."""
    for join_in in joining:
        if join_in(*given):
            return True
    return False


class Variant:
    """Rules that hold in some games only: what it is called, and in which games it joins in."""

    declared: ClassVar[list[Variant]] = []

    def __init__(self, name: str, applies: Callable[[World], bool]) -> None:
        self.name = name
        self.applies = applies
        self.functions: list[tuple[str, Callable[..., Any]]] = []
        Variant.declared.append(self)

    def at(self, moment: str) -> Callable[[Function], Function]:
        """Register a function for a moment."""
        if moment not in Moments.__annotations__:
            raise AttributeError(f"variant {self.name}: there is no moment {moment!r}")

        def register(function: Function) -> Function:
            self.functions.append((moment, function))
            return function

        return register


def moments_of(world: World, order: Sequence[str]) -> Moments:
    """What joins in in this game: variants in this order, then those that it does not name."""
    places = {name: place for place, name in enumerate(order)}
    on = Moments()
    for moment in Moments.__annotations__:  # each its own, which Python finds faster than those of the class
        setattr(on, moment, ())
    for variant in sorted(Variant.declared, key=lambda variant: places.get(variant.name, len(places))):
        if variant.functions and variant.applies(world):
            for moment, function in variant.functions:
                setattr(on, moment, (*getattr(on, moment), function))
    on._finish()
    return on
