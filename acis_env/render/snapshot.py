"""What a spectator sees of a position: all that lies open on the table, no hand, no deck.

Every picture is drawn from a snapshot and from nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from acis_rules import Game
from acis_rules.box.board import Board
from acis_rules.kernel.bits import members
from acis_rules.kernel.log import Event
from acis_rules.kernel.state import State
from acis_rules.table.terms import cities, contested, settlements
from acis_rules.words.events import DISCS_MOVE, sentence
from acis_rules.words.names import capitalized, card_name, count, faction_name, joined

from .palette import BARBARIAN_MARK, BARBARIANS, DISC, MARKS, ON_BARBARIANS, ON_DISC, UNKNOWN_MARK

RECENT_EVENTS = 60  # enough for a few sentences


class Appearance(NamedTuple):
    """A civilization, or the Barbarians, as a picture shows it."""

    name: str
    mark: str
    colour: str
    ink: str  # on its discs


class Holding(NamedTuple):
    """A Wonder or an Investment and the discs on it."""

    name: str
    discs: int
    buried: bool = False


class Standing(NamedTuple):
    """One civilization's display."""

    faction: Appearance
    seat: int
    npc: bool
    vp: str
    cities: int
    settlements: int
    ready: int
    supply: int
    talents: int
    loot: int
    hand: int
    wonders: tuple[Holding, ...]
    investments: tuple[Holding, ...]
    won: bool


class Pieces(NamedTuple):
    """Everything that lies in one area; hashable, so that its drawing can be kept."""

    area: int
    discs: tuple[tuple[Appearance, int, bool], ...] = ()  # faction, how many, whether a City
    allies: tuple[tuple[Appearance, int], ...] = ()  # white discs by their side
    wonder: tuple[Appearance, Holding] | None = None
    gold: tuple[Appearance, int] | None = None  # owner, how many


class Marks(NamedTuple):
    """What an area itself shows."""

    area: int
    contested: bool = False
    competition: bool = False
    forbidden: bool = False
    home_of: tuple[Appearance, ...] = ()


@dataclass(frozen=True)
class Snapshot:
    """The public side of one position."""

    board: Board
    title: str
    epoch: int
    epochs: tuple[int, ...]
    turn: int
    turns: int
    phase: str
    over: bool
    deck: int
    discard: int
    barbarians: int  # in supply
    order: tuple[Appearance, ...]
    standings: tuple[Standing, ...]  # in seat order
    pieces: tuple[Pieces, ...]  # of areas with any
    marks: tuple[Marks, ...]  # of areas with any
    news: tuple[str, ...]  # what happened last, newest last
    vp: tuple[float, ...]


def factions_of(s: State) -> list[Appearance]:
    """All factions, the Barbarians last."""
    out = []
    for i, block in enumerate(s.world.scenario.factions):
        civilization = s.world.civilization(s, i)
        given = "" if s.reborn >> i & 1 else block.name
        mark = given[:1] or MARKS.get(civilization.id, civilization.name[:1] or UNKNOWN_MARK)
        out.append(
            Appearance(capitalized(faction_name(s, i)), mark, DISC[block.colour], ON_DISC[block.colour])
        )
    return [*out, Appearance("Barbarians", BARBARIAN_MARK, BARBARIANS, ON_BARBARIANS)]


def take(game: Game, since: int | None = None) -> Snapshot:
    """The snapshot of a position. The news are the last events, or all since there were `since` of them."""
    s = game.state
    factions = factions_of(s)
    clock = s.world.scenario.clock
    return Snapshot(
        board=s.world.board,
        title=s.world.scenario.title,
        epoch=s.epoch,
        epochs=tuple(range(clock.first_epoch, clock.last_epoch + 1)),
        turn=s.turn,
        turns=clock.turns,
        phase=s.phase,
        over=s.over,
        deck=len(s.deck),
        discard=len(s.discard),
        barbarians=s.supply[s.world.barbarians],
        order=tuple(factions[f] for f in s.order),
        standings=tuple(_standing(s, f, factions[f]) for f in range(s.world.n_factions)),
        pieces=tuple(_pieces(s, factions)),
        marks=tuple(_marks(s, factions)),
        news=tuple(recent_news(s, since)),
        vp=tuple(float(vp) for vp in s.vp),
    )


def _standing(s: State, f: int, faction: Appearance) -> Standing:
    deck = s.world.deck
    return Standing(
        faction=faction,
        seat=s.world.player[f],
        npc=bool(s.world.npcs >> f & 1),
        vp=count(s.vp[f], "VP").removesuffix(" VP"),
        cities=cities(s, f).bit_count(),
        settlements=settlements(s, f).bit_count(),
        ready=s.ready[f],
        supply=s.supply[f],
        talents=s.treasury[f],
        loot=s.loot[f],
        hand=s.hand[f].bit_count(),
        wonders=tuple(
            Holding(deck.wonders[i].name, wonder.discs, wonder.buried)
            for i, wonder in enumerate(s.wonders)
            if wonder.owner == f
        ),
        investments=tuple(
            Holding(card_name(s, card), discs) for card, (owner, discs) in s.investments.items() if owner == f
        ),
        won=s.over and f in s.winners,
    )


def _pieces(s: State, factions: list[Appearance]) -> list[Pieces]:
    wonders = {
        wonder.area: (
            factions[wonder.owner],
            Holding(s.world.deck.wonders[i].name, wonder.discs, wonder.buried),
        )
        for i, wonder in enumerate(s.wonders)
        if wonder.owner >= 0
    }
    allies: dict[int, list[tuple[Appearance, int]]] = {}
    for (area, side), n in sorted(s.allies.items()):
        if n:
            allies.setdefault(area, []).append((factions[side], n))
    gold = {area: (factions[owner], n) for area, (owner, n) in s.gold.items()}
    everywhere = 0
    for mask in s.at_least[0]:
        everywhere |= mask
    for area in (*wonders, *allies, *gold):
        everywhere |= 1 << area
    city_areas = [cities(s, f) for f in range(len(factions))]
    out = []
    for area in members(everywhere):
        discs = tuple(
            (factions[f], row[area], bool(city_areas[f] >> area & 1))
            for f, row in enumerate(s.discs)
            if row[area]
        )
        white = tuple(allies.get(area, ()))
        out.append(Pieces(area, discs, white, wonders.get(area), gold.get(area)))
    return out


def _marks(s: State, factions: list[Appearance]) -> list[Marks]:
    fights = contested(s)
    homes = 0
    for mask in s.home:
        homes |= mask
    here = 1 << s.competition_area if s.competition_area >= 0 else 0
    return [
        Marks(
            area,
            bool(fights >> area & 1),
            bool(here >> area & 1),
            bool(s.forbidden >> area & 1),
            tuple(factions[f] for f, home in enumerate(s.home) if home >> area & 1),
        )
        for area in members(fights | homes | here | s.forbidden)
    ]


# ---------------------------------------------------------------------------------- news

# What pictures show anyway, or what only repeats the line before
_SILENT = {"turn", "phase", "competition", "negated", "hand_discarded", "won"}


def recent_news(s: State, since: int | None) -> list[str]:
    """What happened as everybody saw it, alike events in one sentence."""
    start = max(0, len(s.log) - RECENT_EVENTS) if since is None else since
    groups: list[list[Event]] = []
    last: tuple[object, ...] = ()
    for event in islice(s.log, start, None):
        event = event.for_seat(0)  # no faction: what everybody sees
        if event.kind in _SILENT:
            last = ()
        elif event.alike == last and event.kind in DISCS_MOVE:
            groups[-1].append(event)
        else:
            groups.append([event])
            last = event.alike
    news = [sentence(s, group) for group in groups]
    if s.over:
        winners = joined([faction_name(s, f) for f in s.winners])
        news.append(f"{winners} {'wins' if len(s.winners) == 1 else 'share the victory'}")
    return news
