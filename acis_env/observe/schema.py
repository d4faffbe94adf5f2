"""The observation as named blocks: name, shape, range, meaning.

Everything is seen from one seat: slot 0 is the faction that decides (or the seat's first one),
the other civilizations follow in turn order, slot 6 are the Barbarians. The layout is the same
for every scenario and number of players; slots and areas not in play are zero.

The raw form is one uint8 per number (values above 255 are cut). The float32 form divides each
number by the scale of its block, so that most values lie between 0 and 1.
"""

from __future__ import annotations

from typing import NamedTuple

from acis_rules.kernel.actions import N_AREAS, N_CARDS, N_CIVILIZATIONS, N_MODES, N_WONDERS
from acis_rules.kernel.decisions import KINDS

SCHEMA_VERSION = 2

SLOTS = 6  # civilizations
ALL_SLOTS = 7  # and the Barbarians
PHASES = ("setup", "growth", "cards", "competition", "evaluation", "epoch", "over")
EPOCHS = 4
TURNS = 8  # scenarios may have up to 8 turns in an Epoch
KIND_SLOTS = 48  # room for kinds of decisions that scenarios add
PLAY_KINDS = ("card", "wonder", "investment", "ability")


class Block(NamedTuple):
    """One named part of the observation."""

    name: str
    shape: tuple[int, ...]
    scale: float  # the number is divided by this in the float32 form
    meaning: str

    @property
    def size(self) -> int:
        """Numbers in the block."""
        n = 1
        for side in self.shape:
            n *= side
        return n


# Blocks that one function of `packing` fills together. Of the civilizations, one number for each slot:
MAP_BLOCKS = (
    Block("cities", (SLOTS,), 10, "number of Cities"),
    Block("settlements", (SLOTS,), 10, "number of Settlements on land"),
    Block("seas", (SLOTS,), 10, "number of coastal sea areas occupied"),
)
# As the view has them, by faction.
DISPLAY_BLOCKS = (
    Block("vp", (SLOTS,), 100, "victory points (halves cut)"),
    Block("supply", (ALL_SLOTS,), 50, "discs in supply"),
    Block("ready", (SLOTS,), 10, "discs in the Ready box"),
    Block("ready_land", (SLOTS,), 10, "Ready discs that must go to land"),
    Block("treasury", (SLOTS,), 10, "talents in the Treasury"),
    Block("loot", (SLOTS,), 4, "talents in the Loot box"),
    Block("hand_size", (SLOTS,), 6, "cards in hand"),
    Block("laid_size", (SLOTS,), 4, "cards laid face down in this competition"),
    Block("drawn_size", (SLOTS,), 4, "cards being looked at"),
    Block("fallen", (SLOTS,), 4, "discs lost in this competition"),
    Block("shield", (SLOTS,), 2, "rounds without loss in this competition"),
    Block("aeneas_used", (SLOTS,), 1, "how often Aeneas was invoked"),
    Block("draw_less", (SLOTS,), 1, "cards fewer in the next Draw step"),
)
# On Wonders and cards.
THING_BLOCKS = (
    Block("wonder_discs", (N_WONDERS,), 5, "discs on each Wonder"),
    Block("own_investments", (N_CARDS,), 3, "discs on own Investment cards, by card"),
    Block("other_investments", (N_CARDS,), 3, "discs on others' Investment cards, by card"),
    Block("announced", (SLOTS,), 4, "things announced in this competition and still to be resolved"),
)
# All numbers; the order of this list is the order in the flat vector.
NUMBER_BLOCKS = (
    Block("discs", (ALL_SLOTS, N_AREAS), 4, "discs of each slot in each area"),
    Block("allies", (2, N_AREAS), 4, "white discs: own, all others'"),
    Block("named", (1, N_AREAS), 2, "how often the area was chosen so far for what is being played"),
    *MAP_BLOCKS,
    Block("turn_place", (SLOTS,), 6, "place in the turn order, 1 = first, 0 = not in play"),
    *DISPLAY_BLOCKS,
    *THING_BLOCKS,
    Block("deck_size", (1,), 103, "cards in the draw deck"),
    Block("players", (1,), 6, "civilizations in the game"),
    Block("decision_n", (1,), 10, "how many are left to choose in the open decision"),
    Block("answers", (1,), 4, "Negation cards played against one another over what is being played"),
)

# Yes or no, 0 or 1.
AREA_FLAGS = (
    ("own_control", "you Control it"),
    ("other_control", "another faction Controls it"),
    ("contested", "Contested"),
    ("own_city", "you have a City there"),
    ("other_city", "another civilization has a City there"),
    ("own_settlement", "you have a Settlement there"),
    ("other_settlement", "another faction has a Settlement there"),
    ("own_home", "your home"),
    ("other_home", "the home of another civilization in play"),
    ("own_wonder", "your built Wonder stands there"),
    ("other_wonder", "another's built Wonder stands there"),
    ("buried_wonder", "a buried Wonder lies there"),
    ("own_gold", "your Gold lies there (scenarios)"),
    ("other_gold", "another's Gold lies there"),
    ("forbidden", "civilizations may not place discs there this turn"),
    ("competition", "the current competition is there"),
    ("decision_area", "the open decision is about this area"),
    ("legal_area", "naming this area is a legal action"),
)
CARD_SETS = (
    ("hand", "own hand"),
    ("laid", "own cards laid face down"),
    ("drawn", "own cards being looked at"),
    ("unseen", "cards that can be in the deck or in any other hand"),
    ("discard", "discard pile"),
    ("aside", "out of play until the end of the Epoch"),
    ("table", "being played or revealed now"),
    ("investment_used", "Investments used this turn or in this competition"),
    ("announced", "announced in this competition and still to be resolved"),
    ("decision_card", "the card the open decision is about"),
)
SLOT_FLAGS = (
    ("in_play", "the slot is in the game"),
    ("passed", "passed in this Card Phase"),
    ("built", "built a Wonder this turn"),
    ("ability_used", "used its once-per-turn ability"),
    ("looted", "looted this turn"),
    ("no_talents", "may not pay talents in this competition"),
    ("ability_announced", "announced its ability in this competition, still to be resolved"),
)
# Sets of areas and of cards: long, so they come first and are put together apart from the other flags.
SET_BLOCKS = (
    Block("area_flags", (len(AREA_FLAGS), N_AREAS), 1, "; ".join(name for name, _ in AREA_FLAGS)),
    Block("card_sets", (len(CARD_SETS), N_CARDS), 1, "; ".join(name for name, _ in CARD_SETS)),
    Block("known", (SLOTS - 1, N_CARDS), 1, "cards known to be held by each other civilization"),
)
FLAG_BLOCKS = (
    *SET_BLOCKS,
    Block("civilization", (SLOTS, N_CIVILIZATIONS), 1, "display in use"),
    Block("slot_flags", (len(SLOT_FLAGS), SLOTS), 1, "; ".join(name for name, _ in SLOT_FLAGS)),
    Block("wonder_owner", (SLOTS, N_WONDERS), 1, "owner of each Wonder"),
    Block("wonder_buried", (N_WONDERS,), 1, "buried Wonders"),
    Block("wonder_used", (N_WONDERS,), 1, "Wonders used or stopped this turn"),
    Block("wonder_announced", (N_WONDERS,), 1, "Wonders announced in this competition, to be resolved"),
    Block("enemies", (SLOTS, SLOTS), 1, "row: civilization, column: its enemies"),
    Block("epoch", (EPOCHS,), 1, "current Epoch"),
    Block("turn", (TURNS,), 1, "current turn of the Epoch"),
    Block("phase", (len(PHASES),), 1, "; ".join(PHASES)),
    Block("end_epoch", (1,), 1, "the next Sudden End step ends the Epoch"),
    Block("final_epoch", (1,), 1, "this is the final Epoch"),
    Block("decision_kind", (KIND_SLOTS,), 1, "; ".join(KINDS)),
    Block("decision_by", (ALL_SLOTS,), 1, "the slot that caused the open decision"),
    Block("play_kind", (len(PLAY_KINDS),), 1, "what is being played: " + "; ".join(PLAY_KINDS)),
    Block("play_by", (ALL_SLOTS,), 1, "the slot that plays it"),
    Block("play_mode", (N_MODES,), 1, "which of the uses printed on it"),
    Block("play_wonder", (N_WONDERS,), 1, "the Wonder in use, or named"),
    Block("play_slots", (ALL_SLOTS,), 1, "factions named or chosen for it so far"),
)

BLOCKS = NUMBER_BLOCKS + FLAG_BLOCKS
N_NUMBERS = sum(block.size for block in NUMBER_BLOCKS)
N_FLAGS = sum(block.size for block in FLAG_BLOCKS)
OBSERVATION_SIZE = N_NUMBERS + N_FLAGS


def offsets(blocks: tuple[Block, ...] = BLOCKS) -> dict[str, slice]:
    """Where each block lies in the flat vector, or when these blocks alone lie one after another."""
    out = {}
    start = 0
    for block in blocks:
        out[block.name] = slice(start, start + block.size)
        start += block.size
    return out


# Features of areas that never change during a game; part of the graph form only.
STATIC_AREA_FLAGS = (
    ("in_play", "in play in this scenario"),
    ("land", "land area"),
    ("coastal", "coastal sea area"),
    ("open", "open sea area"),
    ("edge_north", "on the northern map edge"),
    ("edge_east", "on the eastern map edge"),
    ("edge_south", "on the southern map edge"),
    ("edge_west", "on the western map edge"),
    ("island", "part of an island"),
    ("nile", "Nile area"),
)
