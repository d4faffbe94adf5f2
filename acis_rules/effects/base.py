"""What all operations share: the play they belong to, choices, and sets of areas in words."""

from __future__ import annotations

import functools
from collections.abc import Set as AbstractSet
from typing import Annotated, ClassVar, Literal, NamedTuple

import msgspec

from ..kernel.actions import area_of, faction_actions
from ..kernel.bits import mask_of, members, union
from ..kernel.compiled import compiled
from ..kernel.state import LEVELS, Seen, State
from ..kernel.types import Actions, Area, Areas, Faction
from ..table.losses import exposed
from ..table.terms import (
    CITY,
    all_cities,
    cities,
    competitions,
    controlled,
    near,
    occupied,
    occupied_by_anybody,
    occupied_by_civilizations,
    room,
    settlements,
    strength,
)

_new = tuple.__new__  # a named tuple made this way costs half


class Play(NamedTuple):
    """A card, Wonder, Investment or ability being used, with all that was declared."""

    by: int  # the faction that uses it
    kind: str  # card, wonder, investment, ability; epoch: a change that the scenario brings
    id: int  # card id, Wonder number, ability number of the civilization, or Epoch
    mode: int = 0  # which of the alternatives printed on it
    areas: tuple[int, ...] = ()  # areas named
    factions: tuple[int, ...] = ()  # civilizations named
    wonder: int = -1  # Wonder named
    picks: tuple[tuple[int, ...], ...] = ()  # actions chosen, operation by operation
    unnamed: bool = False  # there was nothing to name: what speaks of it is skipped (CRD-17)

    @property
    def cause(self) -> str:
        """The cause of what it does, for the story and for protection rules."""
        return _cause(self.kind, self.id)

    def at(self, area: Area) -> Play:
        """The play with this area named, and no other."""
        by, kind, number, mode, _, factions, wonder, picks, unnamed = self
        return _new(Play, (by, kind, number, mode, (area,), factions, wonder, picks, unnamed))

    def choosing(
        self,
        picked: tuple[int, ...],
        areas: tuple[int, ...] = (),
        factions: tuple[int, ...] = (),
        wonder: int = -1,
    ) -> Play:
        """The play with the choices of the next operation noted, and what they name."""
        by, kind, number, mode, old_areas, old_factions, old_wonder, picks, unnamed = self
        named = areas or old_areas, factions or old_factions, wonder if wonder >= 0 else old_wonder
        return _new(Play, (by, kind, number, mode, *named, (*picks, picked), unnamed))

    def lacks(self, topics: AbstractSet[Topic]) -> bool:
        """Whether one of these has not been named."""
        return (
            ("civilization" in topics and not self.factions)
            or ("area" in topics and not self.areas)
            or (self.wonder < 0 and bool(topics & WONDERS))
        )

    @property
    def card(self) -> int:
        """The Fate card in use, 0 if it is no card."""
        return self.id if self.kind in ("card", "investment") else 0


@functools.cache
def _cause(kind: str, number: int) -> str:
    return "epoch change" if kind == "epoch" else f"{kind} {number}"


@functools.cache
def fresh_play(by: Faction, kind: str, number: int) -> Play:
    """The use of a card, Wonder, Investment or ability of which nothing is declared yet."""
    return Play(by, kind, number)


class Tags(msgspec.Struct):
    """What a card can do at most, derived from its operations (never listed by hand)."""

    discs: int = 0  # discs one civilization can get from it, white ones counted
    removes: bool = False  # removes or replaces discs
    barbarians: bool = False
    costs_vp: bool = False
    costs_talents: bool = False
    costs_cards: bool = False
    gives_vp: bool = False
    gives_talents: bool = False
    gives_cards: bool = False
    builds_wonder: bool = False
    helps_wonder: bool = False
    harms_wonder: bool = False
    allies: bool = False
    order: bool = False
    forbids: bool = False
    shields: bool = False


class Powers(NamedTuple):
    """What one operation can do, in short."""

    remove: bool  # discs, or replace them
    cost: bool  # VP, talents or cards
    harm_wonders: bool
    harm: bool  # any of these: it can cost anybody something, besides what its player pays
    move_discs: bool  # on the map, or to and from it
    do_something: bool  # any of all these


MANY_DISCS = 9  # "one in each adjacent area": more than any limit asks for

LARGEST = 200  # of all numbers in data files: more than any number in the game
Count = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
Kind = Literal["any", "land", "sea", "coastal", "open"]
# What an operation can speak of, because an earlier one named it or because of the moment
Topic = Literal[
    "area", "civilization", "2 civilizations", "available Wonder", "built Wonder", "buried Wonder",
    "competition",
]  # fmt: skip


WONDERS: frozenset[Topic] = frozenset({"available Wonder", "built Wonder", "buried Wonder"})


class Where(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A set of areas in words; all conditions given must hold."""

    kind: Kind = "any"
    near: bool = False  # you occupy it or an area adjacent to it
    occupied: Literal["no matter", "you", "named", "other civilization", "anybody"] = "no matter"
    controlled: bool = False  # by you
    within: Literal[
        "everywhere", "named", "named or adjacent", "home", "home or adjacent", "own seas or adjacent"
    ] = "everywhere"
    adjacent_to: Literal[
        "anything", "named", "occupied", "controlled", "controlled land", "home", "open sea"
    ] = "anything"
    city: Literal["no matter", "any", "opposing", "named", "none"] = "no matter"
    settlement_of_named: bool = False
    edge: Literal["no matter", "any", "N", "E", "S", "W"] = "no matter"
    empty: bool = False
    not_active_home: bool = False
    home_allowed: str = ""  # the civilization whose home is excepted from `not_active_home`
    contested: bool = False
    own_discs: Annotated[int, msgspec.Meta(ge=0, le=LEVELS)] = 0  # at least so many of yours
    nile: bool = False
    around: str = ""  # this area of the map, or adjacent to it
    beyond_home: bool = False  # not adjacent to your home
    room: bool = False  # you can place a disc there now

    def speaks_of(self) -> set[Topic]:
        """What must be named before these words have a meaning."""
        out: set[Topic] = set()
        if "named" in self.within or self.adjacent_to == "named":
            out.add("area")
        if "named" in (self.occupied, self.city) or self.settlement_of_named:
            out.add("civilization")
        return out


@compiled
def select(s: Seen, play: Play, where: Where, placed: int = 0) -> int:
    """The areas in play that fit `where`; `placed` are areas that count as occupied too."""
    board = s.world.board
    out = board.in_play if where.kind == "any" else board.kinds[where.kind]
    by = play.by
    if where.near:
        out &= near(s, by) | placed | board.around(placed)
    if where.occupied != "no matter":
        out &= _occupied(s, play, where.occupied)
    if where.controlled:
        out &= controlled(s, by)
    if where.within != "everywhere":
        out &= _within(s, play, where.within)
    if where.adjacent_to != "anything":
        out &= _adjacent(s, play, where.adjacent_to)
    if where.city != "no matter":
        out &= with_city(s, play, where.city)
    if where.settlement_of_named:
        out &= settlements(s, play.factions[0])
    if where.edge != "no matter":
        edge = board.edge
        out &= edge["N"] | edge["E"] | edge["S"] | edge["W"] if where.edge == "any" else edge[where.edge]
    if where.empty:
        out &= ~occupied_by_anybody(s)
    if where.not_active_home:
        out &= ~_active_homes(s, where.home_allowed)
    if where.contested:
        out &= competitions(s)
    if where.nile:
        out &= s.nile[by]
    if where.around:
        middle = 1 << board.find(where.around)
        out &= middle | board.around(middle)
    if where.beyond_home:
        out &= ~board.around(_home(s, play))
    if where.room:
        out &= room(s, by) if s.supply[by] else 0
    if where.own_discs:
        out &= s.at_least[where.own_discs - 1][by]
    return out


def _occupied(s: Seen, play: Play, who: str) -> int:
    if who == "you":
        return occupied(s, play.by)
    if who == "named":
        return occupied(s, play.factions[0])
    if who == "anybody":
        return occupied_by_anybody(s)
    return occupied_by_civilizations(s, play.by)


def _within(s: Seen, play: Play, within: str) -> int:
    board = s.world.board
    named = mask_of(play.areas)
    if within == "named":
        return named
    if within == "named or adjacent":
        return named | board.around(named)
    if within == "own seas or adjacent":
        seas = occupied(s, play.by) & board.sea
        return seas | board.around(seas)
    home = _home(s, play)
    return home | board.around(home) if within == "home or adjacent" else home


def _home(s: Seen, play: Play) -> int:
    """The home of whoever plays, or the area that an ability calls so."""
    if play.kind == "ability":
        area = s.world.civilization(s, play.by).abilities[play.id].home
        if area:
            return 1 << s.world.board.find(area)
    return s.home[play.by]


def _adjacent(s: Seen, play: Play, to: str) -> int:
    board = s.world.board
    if to == "named":
        named = mask_of(play.areas)
        return board.around(named) & ~named
    if to == "occupied":
        return board.around(occupied(s, play.by))
    if to == "controlled land":
        return board.around(controlled(s, play.by) & board.land)
    if to == "controlled":
        return board.around(controlled(s, play.by))
    if to == "open sea":
        return board.around(board.open_sea)
    return board.around(_home(s, play))


def with_city(s: Seen, play: Play, whose: str) -> Areas:
    """Areas with a City of anybody, of others, of the one named, or without any."""
    if whose == "named":
        return cities(s, play.factions[0])
    if whose == "opposing":
        rows = s.at_least[CITY - 1]
        return union([*rows[: play.by], *rows[play.by + 1 : -1]]) & s.world.board.land
    everywhere = all_cities(s)
    return everywhere if whose == "any" else ~everywhere


def _active_homes(s: Seen, excepted: str) -> int:
    return union(s.home[f] for f in s.order if s.world.civilization(s, f).id != excepted)


Whose = Literal[
    "any", "opposing", "civilization", "opposing civilization", "named", "you",
    "largest opposing", "stronger",
]  # fmt: skip


@compiled
def whose_discs(s: Seen, play: Play, whose: Whose, area: Area) -> list[int]:
    """Factions with a disc in the area that the words allow; protected discs are left out."""
    black, by = s.world.barbarians, play.by
    present = [f for f, areas in enumerate(s.at_least[0]) if areas >> area & 1]
    if not present:
        return present
    if play.kind == "card" and not s.world.deck.cards[play.id].competition:
        present = [f for f in present if exposed(s, f, area)]
    if whose == "any":
        return present
    if whose == "named":
        return [f for f in present if f in play.factions[:1]]
    if whose == "you":
        return [f for f in present if f == by]
    if whose == "civilization":
        return [f for f in present if f != black]
    present = [f for f in present if f != by]
    if whose == "opposing civilization":
        return [f for f in present if f != black]
    if whose == "stronger":
        return [f for f in present if strength(s, f, area) > strength(s, by, area)]
    if whose == "largest opposing" and present:
        top = max(strength(s, f, area) for f in present)
        return [f for f in present if strength(s, f, area) == top]
    return present


class Operation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", dict=True):
    """One step of an effect: choices first (declared), then the deed (resolved)."""

    question: ClassVar[str] = "target"
    names: ClassVar[bool] = False  # a naming operation: without a target the card is unplayable
    needs: ClassVar[frozenset[Topic]] = frozenset()  # what it always speaks of

    def speaks_of(self) -> set[Topic]:
        """What must be named before it, by its kind and its fields."""
        out = set(self.needs)
        for field in self.__struct_fields__:
            value = getattr(self, field)
            if isinstance(value, Where):
                out |= value.speaks_of()
            elif value == "named":  # whose, of, who
                out.add("civilization")
        return out

    @functools.cached_property
    def topics(self) -> frozenset[Topic]:
        """The same, found once."""
        return frozenset(self.speaks_of())

    def introduces(self) -> set[Topic]:
        """What operations after it may speak of."""
        return set()

    def options(self, s: Seen, play: Play, picked: tuple[int, ...]) -> Actions:
        """Legal next choices as action bits; 0 when nothing (more) is to be chosen."""
        return 0

    def asks(self, picked: tuple[int, ...]) -> str:
        """The kind of the next decision."""
        return self.question

    def left(self, picked: tuple[int, ...]) -> int:
        """How many are left to choose, where there is such a number."""
        return 0

    def declare(self, play: Play, picked: tuple[int, ...]) -> Play:
        """The play with these choices noted."""
        return play.choosing(picked)

    def resolve(self, s: State, play: Play, picked: tuple[int, ...]) -> None:
        """Do it, or push the frames that do it."""

    def possible(self, s: Seen, play: Play) -> bool:
        """Whether it would do anything now."""
        return bool(self.options(s, play, ()))

    def tag(self, tags: Tags) -> None:
        """Note what it can do."""

    @functools.cached_property
    def can(self) -> Powers:
        """The same in short, found once."""
        tags = Tags()
        self.tag(tags)
        cost = tags.costs_vp or tags.costs_talents or tags.costs_cards
        harm = tags.removes or cost or tags.harms_wonder
        moves = tags.removes or tags.barbarians or tags.discs > 0 or tags.builds_wonder
        return Powers(tags.removes, cost, tags.harms_wonder, harm, moves, harm or moves)

    def costs(self, s: Seen, play: Play) -> bool:
        """Whether it would make a civilization lose VP, talents or cards now."""
        return False

    def victims(self, s: Seen, play: Play, picked: tuple[int, ...] | None) -> int:
        """Factions that would lose a disc (bits); `picked` is None while undeclared."""
        return 0


def faction_bits(factions: list[int]) -> Actions:
    """Factions as action bits."""
    return faction_actions(mask_of(factions))


def picked_areas(picked: tuple[int, ...]) -> list[int]:
    """The areas among the actions chosen."""
    return [area_of(action) for action in picked] if picked else []


def ascending(areas: Areas, picked: tuple[int, ...]) -> Areas:
    """Areas not before the last one picked: an order that does not matter is asked once."""
    if not picked:
        return areas
    first = area_of(picked[-1])
    return areas >> first << first


__all__ = [
    "LARGEST", "MANY_DISCS", "Count", "Operation", "Play", "Positive", "Tags", "Topic", "Where", "Whose",
    "ascending", "faction_bits", "fresh_play", "members", "picked_areas", "select",
    "whose_discs", "with_city",
]  # fmt: skip
