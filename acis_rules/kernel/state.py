"""Everything a game is, as plain data: ints, lists, dicts and tuples.

No generators, callbacks or objects with behaviour live here, so a state can be copied in
microseconds, compared, written to JSON and read back in the middle of anything.
Factions are numbered 0..n-1 in seat order; the Barbarians are the last one, `world.barbarians`.

A field is declared once, in `Seen` or in `Hidden`: its type, its value at the start of a game, its meaning.
The constructor, `copy`, the fields of views and the plain fields of positions follow from that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from .compiled import HELPER
from .log import EventLog

if TYPE_CHECKING:
    from fractions import Fraction

    from ..box.world import World
    from ..effects import Play
    from .types import Actions, Area, Areas, Card, Cards, Faction, Factions, Wonders

    Points = int | Fraction

T = TypeVar("T")

# A frame of pending work: its name, then its arguments; nested tuples of plain data.
Frame = tuple[Any, ...]


class Question(NamedTuple):
    """The open decision: who is asked what, and the legal answers as bits."""

    faction: Faction
    kind: str
    legal: Actions
    card: Card = 0  # the Fate card it is about
    area: Area = -1  # the area it is about
    by: Faction = -1  # the faction that caused it
    n: int = 0  # how many are left to choose


class WonderState(NamedTuple):
    """Where a Wonder is: available (no owner), built, or buried."""

    owner: Faction = -1
    area: Area = -1
    discs: int = 0
    buried: bool = False


LEVELS = 4  # masks of areas with at least 1, 2, 3, 4 discs are kept up to date


def made(start: Callable[[World], T]) -> T:
    """A value made for each game anew."""
    return cast(T, start)


def each(value: T) -> list[T]:
    """A list with this value for each civilization."""
    return made(lambda world: [value] * world.n_factions)


class Seen(Protocol):
    """A position as far as its reader may see it: `State`, or the `View` of a seat.

    All that only reads takes one of these. The fields lie open on the table.
    """

    __slots__ = ()

    world: World = made(lambda world: world)
    epoch: int = made(lambda world: world.scenario.clock.first_epoch)  # 1 to 4
    turn: int = 1  # of the Epoch
    phase: str = "setup"
    order: list[Faction] = made(lambda _: [])  # the turn order
    absent: Factions = made(lambda world: world.dormant)  # not in the game yet, or no longer
    owes_marker: Factions = made(lambda world: world.owes_marker)  # their next disc home is one (ROME1-03b)
    # Civilizations on the map and on their displays
    civilization: list[int] = each(-1)  # display in use
    home: list[Areas] = each(0)  # none, one or several
    nile: list[Areas] = made(lambda world: [world.board.nile] * world.n_factions)  # to each civilization
    discs: list[bytearray] = made(  # by faction (Barbarians last) and area
        lambda world: [bytearray(len(world.board.areas)) for _ in range(world.n_factions + 1)]
    )
    at_least: list[list[Areas]] = made(  # areas with at least 1, 2, 3, 4 discs, by faction
        lambda world: [[0] * (world.n_factions + 1) for _ in range(LEVELS)]
    )
    supply: list[int] = made(lambda world: [0] * (world.n_factions + 1))  # Barbarians last
    ready: list[int] = each(0)
    ready_land: list[int] = each(0)  # the part of Ready that must be placed on land
    treasury: list[int] = each(0)
    loot: list[int] = each(0)
    vp: list[Points] = each(0)
    aeneas_used: list[int] = each(0)
    reborn: Factions = 0  # no longer those that the scenario speaks of (ROME1-08)
    draw_less: list[int] = each(0)  # cards fewer in the next Draw step (EPO-24)
    enemies: list[Factions] = made(lambda world: list(world.first_enemies))  # always mutual (NPC-07)
    latest_enemy: tuple[Faction, ...] = made(  # who became a faction's enemy last, at peace now or not
        lambda world: (-1,) * world.n_factions
    )
    primary_enemy: tuple[Faction, ...] = made(  # an NPC's of this turn, once there are several (NPC-15)
        lambda world: (-1,) * world.n_factions
    )
    harmed_by: tuple[Factions, ...] = made(  # who has harmed an NPC with a card this turn (HOS-17)
        lambda world: (0,) * world.n_factions
    )
    in_bag: list[int] = made(  # discs of an NPC in the bag (EXP-13)
        lambda world: [world.unknown >> f & 1 for f in range(world.n_factions)]
    )
    gold: dict[Area, tuple[Faction, int]] = made(lambda _: {})  # owner and Gold discs
    # Cards
    discard: list[Card] = made(lambda _: [])
    aside: list[Card] = made(lambda _: [])  # out until the end of the Epoch
    table: list[Card] = made(lambda _: [])  # being played or revealed
    investments: dict[Card, tuple[Faction, int]] = made(lambda _: {})  # owner and discs on it
    reserve: dict[Card, tuple[Faction, int]] = made(lambda _: {})  # before their owner; discs on it
    wonders: list[WonderState] = made(lambda world: [WonderState()] * len(world.deck.wonders))
    resolving: tuple[Play, ...] = ()  # what takes effect now, the innermost last
    # This turn
    passed: Factions = 0
    built_this_turn: Factions = 0
    used: int = 0  # once-per-turn abilities of civilizations, Wonders and Investments (see uses.py)
    omens: Wonders = 0  # stopped by Bad Omens for the turn
    looted: Factions = 0
    forbidden: Areas = 0  # no civilization may place discs there this turn
    white: Areas = 0  # explored and found empty, in this Exploration Phase (EXP-22)
    arrived: Factions = 0  # NPCs that have appeared (EXP-34)
    coloured: bool = False  # the colour of an NPC was drawn in this Exploration Phase (EXP-33)
    counted: bool = False  # the Victory Count has taken place
    end_epoch: bool = False  # the next Sudden End step ends the Epoch
    devalued: bool = False  # the draw at the end of this Epoch goes by rank in VP (EPO-28)
    # This competition
    allies: dict[tuple[Area, Faction], int] = made(lambda _: {})  # white discs by side
    announced: tuple[tuple[Faction, str, int], ...] = ()  # (faction, kind, id) to be resolved
    competition_area: Area = -1
    fallen: list[int] = each(0)  # discs lost
    shield: list[int] = each(0)  # rounds without loss
    no_talents: Factions = 0  # may not pay talents
    marks: dict[str, int] = made(lambda _: {})  # what the rules of one scenario remember (see marks.py)
    # The end
    over: bool = False
    winners: list[Faction] = made(lambda _: [])

    @property
    def hand(self) -> list[Cards]:
        """Hands; those that the reader may not see are empty."""

    @property
    def hand_sizes(self) -> list[int]:
        """Number of cards in each hand."""


class Hidden:
    """What no seat sees, or each only its own part."""

    __slots__ = ()

    rng: int = 0  # chance
    deck: list[Card] = made(lambda _: [])  # the top is the end of the list
    hand: list[Cards] = each(0)
    laid: list[tuple[Card, ...]] = each(())  # face down in this competition
    drawn: list[Cards] = each(0)  # just drawn: looked at, not yet in hand
    peeked: tuple[Card, ...] = ()  # cards of the discard pile looked at (Mausoleum)
    known: list[Cards] = made(  # viewer * n + holder: cards the viewer knows to be held
        lambda world: [0] * world.n_factions**2
    )
    special: int = -1  # discs from abilities and Wonders in the Acquisition under way, else -1
    epoch_draw: list[int] = each(0)  # cards drawn at the end of this Epoch
    negated: bool = False  # the verdict of the response window that closed last
    # The machine
    stack: list[Frame] = made(lambda _: [])
    question: Question | None = None
    asker: tuple[int, Frame] | None = None  # depth and frame that asked it, to ask anew
    log: EventLog = made(lambda _: EventLog())


# The fields and their types, as they are written above
PUBLIC: dict[str, str] = Seen.__annotations__
FIELDS: dict[str, str] = PUBLIC | Hidden.__annotations__


def _depth(kind: str) -> int:
    """How a field of this type is copied: 0 not at all, as it cannot change; 1 by itself; 2 row by row."""
    if kind.startswith(("list[list", "list[bytearray")):
        return 2
    return 1 if kind.startswith(("list", "dict", "EventLog")) else 0


def _copy_function() -> Callable[[State], State]:
    """Copies field by field, written out: much faster than a loop."""
    lines = ["def copy(self):", "new = State.__new__(State)"]
    for name, kind in FIELDS.items():
        value = (f"self.{name}", f"self.{name}.copy()", f"[row.copy() for row in self.{name}]")
        lines.append(f"new.{name} = {value[_depth(kind)]}")
    written: dict[str, Callable[[State], State]] = {}
    exec("\n    ".join([*lines, "return new"]), globals(), written)
    return written["copy"]


class State(Hidden, Seen):
    """One position, complete. Change it only through `changes` and the phase modules."""

    __slots__ = tuple(FIELDS)

    def __init__(self, world: World, seed: int) -> None:
        for name in FIELDS:
            start = getattr(Seen if name in PUBLIC else Hidden, name)
            setattr(self, name, start(world) if callable(start) else start)
        self.rng = seed & 0xFFFFFFFFFFFFFFFF

    @property
    def hand_sizes(self) -> list[int]:
        """Number of cards in each hand."""
        return list(map(int.bit_count, self.hand))

    copy = _copy_function()  # an independent copy; what cannot change is shared


if HELPER is not None:
    HELPER.know_state(State)
    State.copy = HELPER.make_copy(State, [(name, _depth(kind)) for name, kind in FIELDS.items()])
