"""The blocks of a scenario file: map, factions, setup, deck, clock, numbers, victory.

Everything has the value of the base game unless the file says otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Any, Literal

import msgspec

from ..effects import AnyOperation
from ..effects.base import LARGEST, Count, Positive
from ..errors import DataError
from ..kernel.actions import N_CIVILIZATIONS
from ..kernel.bits import mask_of
from ..kernel.types import Faction, Factions
from .civilizations import Ability
from .data_files import convert
from .deck import CardId, Operations
from .hannibal_blocks import ConsulsBlock, MarchBlock, MinorStatesBlock, WallsBlock
from .npc_blocks import NpcBlock
from .variant_blocks import BanBlock, CapitalBlock, EmpireBlock, PersiansBlock, ReserveBlock, UnionBlock
from .victory_blocks import (
    EVERYBODY,
    Epoch,
    GoldRulesBlock,
    HunsBlock,
    RelationsBlock,
    ScoringBlock,
    SideBlock,
    VictoryBlock,
)

DISCS_PER_COLOUR = 50  # DEF-56
MARKERS = 2  # one disc on the VP track, one on the turn-order track (DEF-61)
CHOSEN = "chosen"  # by its player
NO_CIVILIZATION = "none"  # and hence no display
BARBARIANS = "barbarians"  # as an owner of Gold
DRAWN = "drawn"  # at random, for an NPC (EXP-06)
COLOURS = ("red", "green", "blue", "purple", "brown", "yellow")


class BoardBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the map in play."""

    cut_line: str | None = None


class EntryBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a faction without discs on the map comes there: Ready discs, and areas for the first one."""

    first: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    ready: Positive = 12
    by: Literal["choice", "parity", "digit"] = "choice"  # of its player, or a card: odd or even, first digit


class ReturnsBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an NPC begins anew, once, when it is about to act and weaker than others (EGY-09)."""

    first: str  # the area around which its discs are placed
    weaker_than: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]  # in discs and VP, together
    discs: Positive = 12


class FactionBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One civilization in play: who controls it, its colour, display and home.

    `civilization: chosen` lets its player pick one of the scenario's `choice` in turn order, `drawn` means
    at random after that, `none` that it has no display. Other blocks call it by its `id`, or by its
    civilization if it has none.
    A faction may be at home somewhere else than its display says.
    """

    player: Count
    colour: Literal["red", "green", "blue", "purple", "brown", "yellow"]
    civilization: str = CHOSEN
    home: tuple[str, ...] | None = None
    pool: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] = DISCS_PER_COLOUR
    markers: Annotated[int, msgspec.Meta(ge=0, le=MARKERS)] = MARKERS  # its discs on the tracks at the start
    turn: bool = True  # False: it is in no phase's turn order, has no cards and no talents (HANN-05a)
    scores: bool = True  # False: it has no VP and is in no comparison of VP
    dormant: bool = False  # not in the game until something brings it
    npc: bool = False  # the game system runs its seat in every game, whatever seats the options name
    npc_knobs: dict[str, int] = {}  # those that differ if the game system runs it
    patron: str = ""  # the faction that pays to save its discs (HANN-05b)
    decides_ties: bool = False  # runs Events before others with as few VP (ROME1-06e)
    knobs: dict[str, int] = {}  # those of KnobsBlock that differ for this faction
    placement: Count | None = None  # starting discs, if not setup.placement
    divisor: Positive = 1  # the VP of its player are divided by this in the end (ONE2-13)
    id: str = ""  # what other blocks of the file call it; if empty, by its civilization
    name: str = ""  # what it is called if not by its civilization
    side: Literal["west", "east"] | None = None  # of setup.line, for its starting discs (ANT-03)
    invader: bool = False  # as an NPC it goes for Gold, Wonders and Cities (NPC-111)
    entry: EntryBlock | None = None  # while it has no disc on the map (ROME1-06a1)
    abilities: tuple[str | Ability, ...] = ()  # besides those of its display: by name, or written out
    without: tuple[str, ...] = ()  # of its display: abilities by name, open_sea, walls, loot, or all
    returns: ReturnsBlock | None = None  # instead of the rules of Aeneas for NPCs (EGY-09)
    growth_by_epoch: dict[Epoch, Count] = {}  # its minimum growth in some Epochs (EGYA-04)
    display_home: str = ""  # the area that its abilities call home, if not its own

    @property
    def key(self) -> str:
        """What the blocks of the file call it."""
        return self.id or self.civilization


class GoldBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Gold in an area: under discs of this civilization (GOLD-02)."""

    owner: str
    n: Positive = 1


class LimitBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """At most so many of these civilizations may be chosen."""

    at_most: Positive
    of: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class WonderBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Wonder that stands from the start, with discs on it."""

    owner: str
    area: str
    discs: Count | None = None  # if not as many as it is built with


class SetupBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Discs on the map, by civilization and area; Gold by area; Barbarians by area.

    `placement`: so many discs each civilization places around its home (DSET-07).
    """

    discs: dict[str, dict[str, int]] = {}
    gold: dict[str, GoldBlock] = {}
    barbarians: dict[str, Positive] = {}
    placement: Count = 0
    turn_order: dict[str, Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]] = {}  # the lowest is first
    ready: dict[str, Positive] = {}  # discs in the Ready box
    hands: dict[str, tuple[CardId, ...]] = {}  # cards besides those that are dealt, for all to see
    wonders: dict[str, WonderBlock] = {}  # by name: those that stand already
    line: str | None = None  # a cut line that holds during the setup only


class ReplacedBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card does in this scenario instead of what is printed on it."""

    text: str
    does: Operations
    name: str = ""  # if it is called otherwise, too
    decides: str = ""  # the faction that chooses, if not who does so with the printed card
    after: Literal["discard", "aside"] = "discard"  # aside: out until the end of the Epoch


class DeckBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Fate deck: cards left in the box or changed, Event-free cards on top, opening hands."""

    boxed: tuple[CardId, ...] = ()
    replaced: dict[CardId, ReplacedBlock] = {}
    set_aside_per_civilization: Count = 5
    set_aside: Count | None = None  # in all, instead
    opening_hand: Count = 5


class ClockBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Epochs, turns, and the cards that end an Epoch after a turn (EVA-10 to 14): digits, odd or even."""

    first_epoch: Epoch = 1
    last_epoch: Epoch = 4
    turns: Positive = 4
    sudden_end: dict[int, Annotated[str, msgspec.Meta(pattern="^([0-9]+|odd|even)$")]] = msgspec.field(
        default_factory=lambda: {2: "2", 3: "23"}
    )
    stop_after: Literal["evaluation", "competition"] = (
        "evaluation"  # the phase that ends the game (ROME1-01c)
    )
    no_early_end: Count = 0  # cards do not end an Epoch before this turn (GREEK-01b, HANN-01b)
    epoch_change: dict[Epoch, tuple[str | AnyOperation, ...]] = {}  # by Epoch: rows of the table, or
    # operations, instead of one that a card selects (GREEK-04, EGYA-02)


class KnobsBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers that scenarios change."""

    minimum_growth: Count = 3  # GRO-11
    first_growth: Annotated[int, msgspec.Meta(ge=0, le=2)] = 2  # the first Growth Phase: 1 Deployment only
    # (PERS-13a), 0 none (DAR-06a)
    sea_growth: Annotated[int, msgspec.Meta(ge=0, le=1)] = 1  # 0: no discs for seas and trade (ROME1-02a)
    retire_per_area: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0  # 1: one disc (ROME1-03c); 0: any number
    growth_talents: Count = 0  # at the start of every Growth Phase (PERS-16)
    growth_discs: Count = 0  # from supply to Ready at the start of every Growth Phase (PERS-16)
    base_draw: Count = 3  # EVA-15
    bonus_draw: Count = 0  # cards more if it can neither draw nor buy more than the base (ROME1-06c)
    exact_draw: Count | None = None  # cards, whatever its Cities, and one more for one talent (HANN-04d)
    hand_limit: Count = 6  # DEF-50
    late_hand_limit: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0  # 1: only at the end of its draw (EGY-02d)
    epoch_draw: Count = 5  # EPO-16
    aeneas_discs: Count = 16  # AEN-07
    aeneas_percent: Count = 100  # of the discs it begins anew with (ONE2-06)
    aeneas: Annotated[int, msgspec.Meta(ge=0, le=1)] = 1  # 0: it cannot be invoked (PERS-10)
    aeneas_if_last: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0  # 1: only in the last place (ROME1-08b)
    final_aeneas: Count = 0  # 1: Aeneas may be invoked in the final Epoch, too (ONE2-07)
    opening_hand: Count | None = None  # if not deck.opening_hand (DIFF-07)
    extra_growth: Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)] = (
        0  # discs more or fewer in every Acquisition (DIFF-03)
    )
    talents: Count = 0  # at the start (DIFF-03)
    phase_talents: Count = 0  # at the start of every Card Phase (DIFF-03)
    wonders: Annotated[int, msgspec.Meta(ge=0, le=1)] = 1  # 0: it builds none (EGY-07)
    wonder_resources: Count = 5  # WON-02
    wonder_discs: Count = 2  # WON-03
    barbarians: Count = DISCS_PER_COLOUR  # DEF-57


class RuleBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An optional rule that the scenario offers: what it stands for, and what it changes in the file."""

    numbers: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]  # of the catalogue
    text: str
    not_with: tuple[str, ...] = ()  # other rules that exclude it
    changes: dict[str, Any] = {}  # blocks, merged as those of a file that extends this one


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One scenario file."""

    id: str
    title: str
    kind: Literal["basic", "gaming", "created", "historical"]
    factions: Annotated[tuple[FactionBlock, ...], msgspec.Meta(min_length=1)]
    setup: SetupBlock
    board: BoardBlock = BoardBlock()
    choice: tuple[str, ...] = ()
    npc_choice: tuple[str, ...] | None = None  # what NPCs are drawn from, if not choice (EXP-06)
    limits: Annotated[tuple[LimitBlock, ...], msgspec.Meta(max_length=N_CIVILIZATIONS)] = ()
    deck: DeckBlock = DeckBlock()
    clock: ClockBlock = ClockBlock()
    knobs: KnobsBlock = KnobsBlock()
    victory: VictoryBlock = VictoryBlock()
    sides: dict[str, SideBlock] = {}  # by name; without any, each player is one
    scoring: ScoringBlock = ScoringBlock()
    relations: RelationsBlock = RelationsBlock()
    gold: GoldRulesBlock = GoldRulesBlock()
    huns: HunsBlock | None = None
    capital: CapitalBlock | None = None
    march: MarchBlock | None = None
    minor_states: MinorStatesBlock | None = None
    consuls: ConsulsBlock | None = None
    walls: tuple[WallsBlock, ...] = ()
    bans: tuple[BanBlock, ...] = ()
    empires: dict[str, EmpireBlock] = {}
    cards_abroad: Literal["free", "near", "foe"] = "free"  # of an Empire and another one's foe (ROME1-06d)
    reserve: tuple[ReserveBlock, ...] = ()
    unions: tuple[UnionBlock, ...] = ()
    persians: PersiansBlock | None = None
    npcs: tuple[Count, ...] = ()  # seats run by the game system unless the options name others
    special: tuple[str, ...] = ()  # rules that hold beyond the base game: numbers of the catalogue, or EGY-*
    rules: dict[str, RuleBlock] = {}  # optional ones: the option `rules` names those that hold
    variants: tuple[str, ...] = ()  # laid over it
    npc: dict[str, NpcBlock] = {}  # what NPCs do differently, by faction; `all`: those not named

    @property
    def players(self) -> int:
        """Number of players."""
        return len({faction.player for faction in self.factions})

    def find_factions(self, names: Collection[str]) -> Factions:
        """The factions that other blocks call so: by their id, else by their civilization, or `all`."""
        if EVERYBODY in names:
            return (1 << len(self.factions)) - 1
        return mask_of(i for i, f in enumerate(self.factions) if f.key in names)

    def npc_rules(self, faction: FactionBlock) -> NpcBlock | None:
        """What the file tells an NPC that runs this faction."""
        return self.npc.get(faction.key, self.npc.get(EVERYBODY))

    def faction_of(self, name: str) -> Faction:
        """The one faction that other blocks call so; the checks have seen to it that there is one."""
        return self.find_factions([name]).bit_length() - 1

    def knobs_of(self, faction: FactionBlock, where: str, npc: bool) -> KnobsBlock:
        """The numbers that hold for a faction; `where` begins the error about those that cannot be."""
        own = faction.knobs | (faction.npc_knobs if npc else {})
        knobs = convert(msgspec.to_builtins(self.knobs) | own, KnobsBlock, where)
        most = self.deck.set_aside_per_civilization if self.deck.set_aside is None else self.deck.set_aside
        if knobs.opening_hand is not None and knobs.opening_hand > most:
            raise DataError(
                f"{where}: opening_hand: {knobs.opening_hand}; only {most} cards are set aside for it"
            )
        return knobs

    @property
    def set_aside(self) -> int:
        """Cards without Events on top of the deck."""
        if self.deck.set_aside is not None:
            return self.deck.set_aside
        takers = sum(faction.turn and not faction.dormant for faction in self.factions)
        return self.deck.set_aside_per_civilization * takers

    def opening_hand(self, knobs: KnobsBlock) -> int:
        """Cards that are dealt to somebody with these numbers."""
        return self.deck.opening_hand if knobs.opening_hand is None else knobs.opening_hand

    def check_hands(self, knobs: Sequence[KnobsBlock], where: str) -> None:
        """Opening hands hold no Events (SET-13): the cards set aside have to suffice."""
        dealt = [f.turn and not f.dormant for f in self.factions]
        n = sum(self.opening_hand(own) for own, takes in zip(knobs, dealt, strict=True) if takes)
        if n > self.set_aside:
            raise DataError(f"{where}: {n} cards are dealt, {self.set_aside} are set aside")

    def free(self, taken: Collection[str], npc: bool = False) -> list[str]:
        """The civilizations that may be chosen, or drawn for an NPC, when these have been taken."""
        choice = self.npc_choice if npc and self.npc_choice is not None else self.choice
        full = [limit.of for limit in self.limits if len(set(limit.of) & set(taken)) >= limit.at_most]
        return [c for c in choice if c not in taken and not any(c in group for group in full)]
