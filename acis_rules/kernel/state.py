"""Everything a game is, as plain data: ints, lists, dicts and tuples.

No generators, callbacks or objects with behaviour live here, so a state can be copied in
microseconds, compared, written to JSON and read back in the middle of anything.
Factions are numbered 0..n-1 in seat order; the Barbarians are the last one, `world.barbarians`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .log import EventLog

if TYPE_CHECKING:
    from fractions import Fraction

    from ..box.world import World

    Points = int | Fraction

# A frame of pending work: its name, then its arguments; nested tuples of plain data.
Frame = tuple[Any, ...]


class Question(NamedTuple):
    """The open decision: who is asked what, and the legal answers as bits."""

    faction: int
    kind: str
    legal: int
    card: int = 0  # the Fate card it is about
    area: int = -1  # the area it is about
    by: int = -1  # the faction that caused it
    n: int = 0  # how many are left to choose


class WonderState(NamedTuple):
    """Where a Wonder is: available (no owner), built, or buried."""

    owner: int = -1
    area: int = -1
    discs: int = 0
    buried: bool = False


LEVELS = 4  # masks of areas with at least 1, 2, 3, 4 discs are kept up to date


class State:
    """One position, complete. Change it only through `changes` and the phase modules."""

    __slots__ = (
        "aeneas_used", "allies", "announced", "aside", "asker", "at_least", "built_this_turn",
        "civilization", "competition_area", "deck", "devalued", "discard", "discs", "draw_less", "drawn",
        "end_epoch", "enemies", "epoch", "epoch_draw", "fallen", "forbidden", "gold", "hand",
        "harmed_by", "home", "investments", "known", "laid", "latest_enemy", "log", "loot",
        "looted", "negated", "no_talents", "omens", "order", "over", "passed", "peeked",
        "phase", "primary_enemy", "question", "ready", "ready_land", "rng", "shield", "special",
        "stack", "supply", "table", "treasury", "turn", "used", "vp", "winners", "wonders",
        "world",
    )  # fmt: skip

    def __init__(self, world: World, seed: int) -> None:
        n = world.n_factions
        self.world: World = world
        self.rng = seed & 0xFFFFFFFFFFFFFFFF
        self.epoch = world.scenario.clock.first_epoch
        self.turn = 1
        self.phase = "setup"
        self.order: list[int] = []
        # Civilizations on the map and on their displays
        self.civilization = [-1] * n  # display in use
        self.home: list[int] = [0] * n  # home areas as a mask: none, one or several
        self.discs = [bytearray(len(world.board.areas)) for _ in range(n + 1)]
        self.at_least = [[0] * (n + 1) for _ in range(LEVELS)]
        self.supply = [0] * (n + 1)
        self.ready = [0] * n
        self.ready_land = [0] * n  # the part of Ready that must be placed on land
        self.treasury = [0] * n
        self.loot = [0] * n
        self.vp: list[Points] = [0] * n
        self.aeneas_used = [0] * n
        self.draw_less = [0] * n  # cards fewer in the next Draw step (EPO-24)
        self.enemies = list(world.first_enemies)  # by faction: its enemies as a set, always mutual
        self.latest_enemy = (-1,) * n  # by faction: who became its enemy last, at peace now or not
        self.primary_enemy = (-1,) * n  # by NPC: this turn's, once there are several (NPC-15)
        self.harmed_by = (0,) * n  # by NPC: who has harmed it with a card this turn (HOS-17)
        self.gold: dict[int, tuple[int, int]] = {}  # area -> (owner, Gold discs)
        # Cards
        self.deck: list[int] = []  # the top is the end of the list
        self.discard: list[int] = []
        self.aside: list[int] = []  # out until the end of the Epoch
        self.table: list[int] = []  # being played right now
        self.hand = [0] * n  # sets of card ids
        self.laid: list[tuple[int, ...]] = [()] * n  # face down in this competition
        self.drawn = [0] * n  # just drawn: looked at, not yet in hand
        self.peeked: tuple[int, ...] = ()  # cards of the discard pile looked at (Mausoleum)
        self.known = [0] * (n * n)  # viewer * n + holder: cards the viewer knows to be held
        self.investments: dict[int, tuple[int, int]] = {}  # card -> (owner, discs on it)
        self.wonders = [WonderState()] * len(world.deck.wonders)
        # This turn, this competition
        self.passed = 0
        self.built_this_turn = 0
        self.used = 0  # once-per-turn abilities of civilizations, Wonders and Investments
        self.omens = 0  # Wonders stopped by Bad Omens for the turn
        self.looted = 0
        self.forbidden = 0  # areas in which no civilization may place discs this turn
        self.special = -1  # discs from abilities and Wonders in the Acquisition under way, else -1
        self.end_epoch = False
        self.devalued = False  # the draw at the end of this Epoch goes by rank in VP (EPO-28)
        self.epoch_draw = [0] * n  # cards drawn at the end of this Epoch
        self.allies: dict[tuple[int, int], int] = {}  # (area, faction) -> white discs
        self.announced: tuple[tuple[int, str, int], ...] = ()  # (faction, kind, id) to be resolved
        self.competition_area = -1
        self.fallen = [0] * n  # discs lost in the current competition
        self.shield = [0] * n  # rounds without loss in the current competition
        self.no_talents = 0  # factions that may not pay talents in it
        self.negated = False  # the verdict of the response window that closed last
        # The machine
        self.stack: list[Frame] = []
        self.question: Question | None = None
        self.asker: tuple[int, Frame] | None = None  # depth and frame that asked it, to ask anew
        self.log = EventLog()
        self.over = False
        self.winners: list[int] = []

    @property
    def hand_sizes(self) -> list[int]:
        """Number of cards in each hand: public, and so in every view."""
        return [hand.bit_count() for hand in self.hand]

    def copy(self) -> State:
        """An independent copy; frames, questions and log chunks are immutable and shared."""
        new = State.__new__(State)
        new.world = self.world
        new.rng = self.rng
        new.epoch = self.epoch
        new.turn = self.turn
        new.phase = self.phase
        new.order = self.order.copy()
        new.civilization = self.civilization.copy()
        new.home = self.home.copy()
        new.discs = [row.copy() for row in self.discs]
        new.at_least = [row.copy() for row in self.at_least]
        new.supply = self.supply.copy()
        new.ready = self.ready.copy()
        new.ready_land = self.ready_land.copy()
        new.treasury = self.treasury.copy()
        new.loot = self.loot.copy()
        new.vp = self.vp.copy()
        new.aeneas_used = self.aeneas_used.copy()
        new.draw_less = self.draw_less.copy()
        new.enemies = self.enemies.copy()
        new.latest_enemy = self.latest_enemy
        new.primary_enemy = self.primary_enemy
        new.harmed_by = self.harmed_by
        new.gold = self.gold.copy()
        new.deck = self.deck.copy()
        new.discard = self.discard.copy()
        new.aside = self.aside.copy()
        new.table = self.table.copy()
        new.hand = self.hand.copy()
        new.laid = self.laid.copy()
        new.drawn = self.drawn.copy()
        new.peeked = self.peeked
        new.known = self.known.copy()
        new.investments = self.investments.copy()
        new.wonders = self.wonders.copy()
        new.passed = self.passed
        new.built_this_turn = self.built_this_turn
        new.used = self.used
        new.omens = self.omens
        new.looted = self.looted
        new.forbidden = self.forbidden
        new.special = self.special
        new.end_epoch = self.end_epoch
        new.devalued = self.devalued
        new.epoch_draw = self.epoch_draw.copy()
        new.allies = self.allies.copy()
        new.announced = self.announced
        new.competition_area = self.competition_area
        new.fallen = self.fallen.copy()
        new.shield = self.shield.copy()
        new.no_talents = self.no_talents
        new.negated = self.negated
        new.stack = self.stack.copy()
        new.question = self.question
        new.asker = self.asker
        new.log = self.log.copy()
        new.over = self.over
        new.winners = self.winners.copy()
        return new
