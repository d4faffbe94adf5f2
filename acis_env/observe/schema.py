"""The observation as named blocks: name, shape, scale, meaning.

Everything is seen from one seat: slot 0 is the faction that decides (or the seat's first one), the other
factions follow in turn order, those without a turn come last, slot 6 are the Barbarians. The layout is the
same for every scenario and number of players; slots and areas not in play are zero.

The raw form is one uint8 per number. Numbers come first, then flags, which are 0 or 1. The float32 form
divides each number by the scale of its block, so that most values lie between 0 and 1.

A block says what it describes: every area, card, slot or Wonder, which is then its last dimension, so that
`block.reshape(-1, n).T` of all of them side by side is one row of features for each; or the game, or the
open decision.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from acis_rules.kernel.actions import N_AREAS, N_CARDS, N_CIVILIZATIONS, N_MODES, N_WONDERS
from acis_rules.kernel.decisions import KINDS

from .names import KNOBS, MARKS, OFFER_KINDS, RULES, SCENARIOS

SCHEMA_VERSION = 3

SLOTS = 6  # civilizations
ALL_SLOTS = 7  # and the Barbarians
EPOCHS = 4
TURNS = 8  # scenarios may have up to 8 turns in an Epoch
PHASES = ("setup", "exploration", "growth", "cards", "competition", "evaluation", "epoch", "over")
PLAY_KINDS = ("card", "wonder", "investment", "ability", "turn_order", "epoch")
PARTS_OF_VP = 240  # in one VP: halves, thirds, quarters, fifths ... are whole numbers of them

# Room for what scenarios to come may bring
KIND_ROOM = 64
OFFER_ROOM = 16
SCENARIO_ROOM = 80
RULE_ROOM = 48
KNOB_ROOM = 32
MARK_ROOM = 24
GAME_FLAG_ROOM = 32
PLAYS = 4  # at a time: the one being declared and those that take effect
DECLARED = 24  # choices made for them
ANSWERED = 8  # cards that answer one another

Rows = tuple[tuple[str, str], ...]  # names and meanings


class Block(NamedTuple):
    """One named part of the observation."""

    name: str
    shape: tuple[int, ...]
    scale: float  # the number is divided by this in the float32 form
    meaning: str
    of: Literal["area", "card", "slot", "wonder", "game", "decision"] = "game"
    rows: Rows = ()  # of the first dimension, where each has a name

    @property
    def size(self) -> int:
        """Numbers in the block."""
        n = 1
        for side in self.shape:
            n *= side
        return n


def _named(names: tuple[str, ...]) -> Rows:
    return tuple((name, "") for name in names)


# ------------------------------------------------------------------------------------------ numbers

# One number for each slot. What follows from the discs on the map:
MAP_BLOCKS = (
    Block("cities", (SLOTS,), 10, "number of Cities", "slot"),
    Block("settlements", (SLOTS,), 10, "number of Settlements on land", "slot"),
    Block("seas", (SLOTS,), 10, "number of coastal sea areas occupied", "slot"),
)
# As the view has them, by faction:
DISPLAY_BLOCKS = (
    Block("vp", (SLOTS,), 100, "victory points: whole ones, cut at 255", "slot"),
    Block("supply", (SLOTS,), 50, "discs in supply", "slot"),
    Block("ready", (SLOTS,), 10, "discs in the Ready box", "slot"),
    Block("ready_land", (SLOTS,), 10, "Ready discs that must go to land", "slot"),
    Block("treasury", (SLOTS,), 10, "talents in the Treasury", "slot"),
    Block("loot", (SLOTS,), 4, "talents in the Loot box", "slot"),
    Block("fallen", (SLOTS,), 4, "discs lost in this competition", "slot"),
    Block("shield", (SLOTS,), 2, "rounds without loss in this competition", "slot"),
    Block("aeneas_used", (SLOTS,), 1, "how often Aeneas was invoked", "slot"),
    Block("draw_less", (SLOTS,), 1, "cards fewer in the next Draw step", "slot"),
    Block("in_bag", (SLOTS,), 4, "discs of an NPC in the bag (Exploration)", "slot"),
    Block("hand_size", (SLOTS,), 6, "cards in hand", "slot"),
    Block("laid_size", (SLOTS,), 4, "cards laid face down in this competition", "slot"),
    Block("drawn_size", (SLOTS,), 4, "cards being looked at", "slot"),
)
# VP that are no whole number below 256:
VP_BLOCKS = (
    Block("vp_part", (SLOTS,), PARTS_OF_VP, f"part of a VP beyond whole ones, in {PARTS_OF_VP}ths", "slot"),
    Block("vp_256", (SLOTS,), 1, "victory points above 255: whole 256s", "slot"),
    Block("vp_rest", (SLOTS,), 255, "victory points above 255: beyond whole 256s", "slot"),
)
# On Wonders and cards, and announced in the competition under way:
THING_BLOCKS = (
    Block("own_card_discs", (1, N_CARDS), 3, "discs on own Investments and other cards before one", "card"),
    Block("other_card_discs", (1, N_CARDS), 3, "discs on others' Investments and other cards before them",
          "card"),
    Block("wonder_discs", (N_WONDERS,), 5, "discs on it", "wonder"),
    Block("announced", (SLOTS,), 4, "things announced in this competition, to be resolved", "slot"),
    Block("announced_ability", (SLOTS,), 1, "abilities among them: 1 for the first, 2 for the second, 4 ...",
          "slot"),
)  # fmt: skip
# Fixed, or nearly so:
KNOB_BLOCKS = (
    Block("divisor", (SLOTS,), 4, "what the VP of its side are divided by in the end", "slot"),
    Block("knobs_more", (KNOB_ROOM, SLOTS), 10, "numbers of the rules that are larger than usual, by how "
          "much (exact_draw: 1 more than the number)", "slot", _named(KNOBS)),
    Block("knobs_fewer", (KNOB_ROOM, SLOTS), 10, "numbers of the rules that are smaller than usual, by how "
          "much", "slot", _named(KNOBS)),
)  # fmt: skip
GAME_BLOCKS = (
    *KNOB_BLOCKS,
    Block("players", (1,), 6, "factions in the game, without the Barbarians"),
    Block("turns", (1,), 8, "turns in an Epoch, at most"),
    Block("end_chances", (TURNS,), 255, "chance that a card ends the Epoch after each of its turns, if the "
          "whole deck were there, in 255ths; the last turn: 255"),
    Block("vp_limit", (3,), 100, "VP that end the game, 0 = no limit: cut at 255; whole 256s; beyond these"),
    Block("npc_bonus_vp", (1,), 4, "VP of each NPC in every Victory Count"),
    Block("aeneas_uses", (1,), 4, "how often Aeneas may be invoked"),
)  # fmt: skip
# Single numbers of the moment:
MOMENT_BLOCKS = (
    Block("barbarian_supply", (1,), 50, "Barbarian discs in supply"),
    Block("deck_size", (1,), 103, "cards in the draw deck"),
    Block("end_chance", (1,), 255, "chance that the Epoch ends with this turn, as far as this seat can tell, "
          "in 255ths"),
)  # fmt: skip

# All numbers; the order of this list is the order in the flat vector.
NUMBER_BLOCKS = (
    Block("discs", (ALL_SLOTS, N_AREAS), 4, "discs of each slot in each area", "area"),
    Block("allies", (SLOTS, N_AREAS), 4, "white discs on the side of each slot", "area"),
    Block("gold", (1, N_AREAS), 4, "Gold discs; `gold_owner` says whose", "area"),
    Block("named", (1, N_AREAS), 2, "how often the area was chosen so far for what is being played", "area"),
    *MAP_BLOCKS,
    Block("turn_place", (SLOTS,), 6, "place in the turn order, 1 = first, 0 = none", "slot"),
    *DISPLAY_BLOCKS,
    *VP_BLOCKS,
    *THING_BLOCKS,
    *GAME_BLOCKS,
    *MOMENT_BLOCKS,
    Block("marks", (MARK_ROOM,), 4, "what the rules of one scenario remember", "game", _named(MARKS)),
    Block("decision_n", (1,), 10, "how many are left to choose in the open decision", "decision"),
    Block("answers", (1,), 4, "Negation cards played against one another over what is being played",
          "decision"),
    Block("declaring", (1,), 4, "the operation being declared, from 0", "decision"),
    Block("plays", (PLAYS, 5), 10, "what is being played: first that of the open decision, then what takes "
          "effect, the innermost first. Columns: kind from 1 (as in play_kind); slot from 1; card, Wonder, "
          "ability or Epoch from 1; use from 1; 1 if there was nothing to name", "decision"),
    Block("declared", (DECLARED, 4), 100, "choices made for these plays. Columns: row of `plays` from 1; "
          "operation from 1, 0 = named; block of the action space from 1; number in it (factions: the slot)",
          "decision"),
    Block("chain", (ANSWERED, 2), 50, "what is being played and its answers, the first first. Columns: slot "
          "from 1; card (in the first row the number of whatever is played)", "decision"),
)  # fmt: skip

# -------------------------------------------------------------------------------- flags, yes or no

AREA_FLAGS: Rows = (
    ("contested", "Contested"),
    ("own_settlement", "you have a Settlement there"),
    ("other_settlement", "another faction has a Settlement there"),
    ("own_wonder", "your built Wonder stands there"),
    ("other_wonder", "another's built Wonder stands there"),
    ("buried_wonder", "a buried Wonder lies there"),
    ("forbidden", "civilizations may not place discs there this turn"),
    ("competition", "the current competition is there"),
    ("in_play", "in play in this scenario"),
    ("own_decisive", "Control of it is part of what wins the game at once for your side"),
    ("other_decisive", "Control of it is part of what wins the game at once for another side"),
    ("capital", "Control of it gives a capital's advantages"),
    ("explored", "explored and found empty in this Exploration Phase"),
    ("new_nile", "Nile to the civilization with the slot flag new_nile, beside what the map says"),
    ("decision_area", "the open decision is about this area"),
    ("legal_area", "naming this area is a legal action"),
)
OWN_CARDS: Rows = (
    ("hand", "own hand"),
    ("laid", "own cards laid face down"),
    ("drawn", "own cards being looked at"),
    ("unseen", "cards that can be in the deck or in any other hand"),
)
CARD_FLAGS: Rows = (
    ("discard", "discard pile"),
    ("aside", "out of play until the end of the Epoch"),
    ("table", "being played or revealed now"),
    ("boxed", "not in the game"),
    ("investment", "an Investment before its owner"),
    ("reserve", "lies before its owner, neither Investment nor in hand"),
    ("investment_used", "used this turn or in this competition"),
    ("announced", "announced in this competition and still to be resolved"),
    ("decision_card", "the card the open decision is about"),
)
SLOT_FLAGS: Rows = (
    ("seated", "there is a faction in this slot"),
    ("in_play", "it is in the turn order"),
    ("absent", "not in the game yet, or no longer"),
    ("own", "your seat runs it"),
    ("partner", "another seat of your side runs it"),
    ("npc", "the game system runs it"),
    ("takes_turns", "it has a turn, cards and talents"),
    ("scores", "it has VP"),
    ("invader", "an Invader"),
    ("passed", "passed in this Card Phase"),
    ("built", "built a Wonder this turn"),
    ("ability_used", "used its once-per-turn ability"),
    ("looted", "looted this turn"),
    ("no_talents", "may not pay talents in this competition"),
    ("reborn", "began anew as another people (The Fall of Rome)"),
    ("owes_marker", "its next disc that comes home is a marker"),
    ("arrived", "an NPC that has appeared"),
    ("new_nile", "the areas of its Nile are not those of the map"),
    ("won", "has won the game"),
)
GAME_FLAGS: Rows = (
    ("end_epoch", "the next Sudden End step ends the Epoch"),
    ("final_epoch", "this is the final Epoch"),
    ("counted", "the Victory Count of this turn has taken place"),
    ("devalued", "the draw at the end of this Epoch goes by rank in VP"),
    ("coloured", "the colour of an NPC was drawn in this Exploration Phase"),
    ("basic", "a basic setup"),
    ("gaming", "a gaming situation"),
    ("created", "a created game"),
    ("historical", "a historical scenario"),
    ("control_wins", "whoever Controls all decisive areas wins at once"),
    ("homes_win", "whoever Controls its own and another's home wins at once"),
    ("hostility", "NPCs are nobody's enemies at first"),
    ("teams", "play in teams"),
    ("team_hands", "partners see each other's cards"),
    ("single_winner", "of the best team its best civilization wins alone"),
    ("full_last_epoch", "no Sudden End in the last Epoch"),
    ("ends_after_competition", "the last turn of the game has no Evaluation Phase"),
    ("final_epoch_event", "an Epoch Change event at the end of the final Epoch, too"),
    ("special_discs_on_top", "the minimum growth is compared without special discs"),
    ("npc_ties_b", "NPCs choose between equals by method B"),
    ("by_category", "competitions go by the NPCs' order"),
)

# The sets of areas and of cards are long, so they come first and are put together apart from the other flags.
SET_BLOCKS = (
    Block("control", (ALL_SLOTS, N_AREAS), 1, "areas that each slot Controls", "area"),
    Block("city", (SLOTS, N_AREAS), 1, "Cities of each slot", "area"),
    Block("area_flags", (len(AREA_FLAGS), N_AREAS), 1, "yes or no of every area", "area", AREA_FLAGS),
    Block("home", (SLOTS, N_AREAS), 1, "home areas of each slot", "area"),
    Block("gold_owner", (ALL_SLOTS, N_AREAS), 1, "whose Gold lies there", "area"),
    Block("wonder_here", (N_WONDERS, N_AREAS), 1, "where each Wonder stands or lies buried", "area"),
    Block("own_cards", (len(OWN_CARDS), N_CARDS), 1, "yes or no of every card", "card", OWN_CARDS),
    Block("known", (SLOTS - 1, N_CARDS), 1, "cards known to be held by each other slot", "card"),
    Block("seen_by", (SLOTS - 1, N_CARDS), 1, "own cards that each other slot knows you to hold", "card"),
    Block("card_owner", (SLOTS, N_CARDS), 1, "whose it is: Investments, cards before somebody, announced, "
          "being played", "card"),
    Block("card_flags", (len(CARD_FLAGS), N_CARDS), 1, "yes or no of every card", "card", CARD_FLAGS),
)  # fmt: skip
FLAG_BLOCKS = (
    *SET_BLOCKS,
    Block("civilization", (N_CIVILIZATIONS, SLOTS), 1, "display in use", "slot"),
    Block("faction", (SLOTS, SLOTS), 1, "row: its number, which stays the same all game", "slot"),
    Block("seat", (SLOTS, SLOTS), 1, "row: the seat that runs it, which stays the same all game", "slot"),
    Block("side", (SLOTS, SLOTS), 1, "row: the side with which it wins or loses", "slot"),
    Block("enemies", (SLOTS, SLOTS), 1, "row: its enemies", "slot"),
    Block("friends", (SLOTS, SLOTS), 1, "row: its friends, who are never enemies", "slot"),
    Block("latest_enemy", (SLOTS, SLOTS), 1, "row: who became its enemy last, at peace now or not", "slot"),
    Block("primary_enemy", (SLOTS, SLOTS), 1, "row: an NPC's Primary enemy of this turn", "slot"),
    Block("harmed_by", (SLOTS, SLOTS), 1, "row: who has harmed an NPC with a card this turn", "slot"),
    Block("bribed", (SLOTS, SLOTS), 1, "row: the Empire that has bought peace from it this turn", "slot"),
    Block("slot_flags", (len(SLOT_FLAGS), SLOTS), 1, "yes or no of every slot", "slot", SLOT_FLAGS),
    Block("wonder_owner", (SLOTS, N_WONDERS), 1, "owner of each Wonder", "wonder"),
    Block("wonder_buried", (N_WONDERS,), 1, "buried", "wonder"),
    Block("wonder_used", (N_WONDERS,), 1, "used this turn or in this competition", "wonder"),
    Block("wonder_omens", (N_WONDERS,), 1, "stopped by Bad Omens for the turn", "wonder"),
    Block("wonder_announced", (N_WONDERS,), 1, "announced in this competition, to be resolved", "wonder"),
    Block("epoch", (EPOCHS,), 1, "current Epoch"),
    Block("first_epoch", (EPOCHS,), 1, "the Epoch in which the game began"),
    Block("last_epoch", (EPOCHS,), 1, "the Epoch with which the game ends"),
    Block("turn", (TURNS,), 1, "current turn of the Epoch"),
    Block("phase", (len(PHASES),), 1, "; ".join(PHASES)),
    Block("end_digits", (12,), 1, "what ends the Epoch on the card turned up after this turn: a digit 0 "
          "to 9, an odd number, an even number"),
    Block("game_flags", (GAME_FLAG_ROOM,), 1, "yes or no of the game", "game", GAME_FLAGS),
    Block("scenario", (SCENARIO_ROOM,), 1, "the scenario, if it is one of the playbook's", "game",
          _named(SCENARIOS)),
    Block("rules", (RULE_ROOM,), 1, "optional rules and variants of the scenario in force", "game",
          _named(RULES)),
    Block("decision_kind", (KIND_ROOM,), 1, "kind of the open decision", "decision", _named(tuple(KINDS))),
    Block("offer", (OFFER_ROOM,), 1, "what an offer is about", "decision", _named(OFFER_KINDS)),
    Block("decision_by", (ALL_SLOTS,), 1, "the slot that caused the open decision", "decision"),
    Block("play_kind", (len(PLAY_KINDS),), 1, "what is being played: " + "; ".join(PLAY_KINDS), "decision"),
    Block("play_by", (ALL_SLOTS,), 1, "the slot that plays it", "decision"),
    Block("play_mode", (N_MODES,), 1, "which of the uses printed on it", "decision"),
    Block("play_wonder", (N_WONDERS,), 1, "the Wonder in use, or named", "decision"),
    Block("play_slots", (ALL_SLOTS,), 1, "factions named or chosen for it so far", "decision"),
)  # fmt: skip

BLOCKS = NUMBER_BLOCKS + FLAG_BLOCKS
N_NUMBERS = sum(block.size for block in NUMBER_BLOCKS)
N_FLAGS = sum(block.size for block in FLAG_BLOCKS)
OBSERVATION_SIZE = N_NUMBERS + N_FLAGS


def _names(*of: str) -> tuple[str, ...]:
    return tuple(block.name for block in BLOCKS if block.of in of)


# For networks: what can be made into one row of features per area, card, slot or Wonder, and the rest.
AREA_BLOCKS = _names("area")
CARD_BLOCKS = _names("card")
SLOT_BLOCKS = _names("slot")
WONDER_BLOCKS = _names("wonder")
GLOBAL_BLOCKS = _names("game", "decision")


def offsets(blocks: tuple[Block, ...] = BLOCKS) -> dict[str, slice]:
    """Where each block lies in the flat vector, or when these blocks alone lie one after another."""
    out = {}
    start = 0
    for block in blocks:
        out[block.name] = slice(start, start + block.size)
        start += block.size
    return out


# The state of a game for centralised critics: as the deciding seat sees it, but with everybody's cards.
PRIVATE_BLOCKS = ("own_cards", "known", "seen_by")
HAND_BLOCKS = (
    Block("hands", (SLOTS, N_CARDS), 1, "hand of each slot", "card"),
    Block("all_laid", (SLOTS, N_CARDS), 1, "cards laid face down by each slot", "card"),
    Block("all_drawn", (SLOTS, N_CARDS), 1, "cards each slot is looking at", "card"),
)
STATE_BLOCKS = (*(block for block in BLOCKS if block.name not in PRIVATE_BLOCKS), *HAND_BLOCKS)
STATE_SIZE = sum(block.size for block in STATE_BLOCKS)


# ------------------------------------------------------------------- tables that never change in a game

# Features of areas and cards for networks (`statics`), so that no area and no card is a mere number.
STATIC_AREA_FLAGS: Rows = (
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
STATIC_CARD_FEATURES: Rows = (
    ("event", "an Event"),
    ("competition", "a Competition card"),
    ("negation", "a Negation card"),
    ("investment", "an Investment"),
    ("great_person", "a Great Person"),
    ("invasion", "an invasion"),
    ("aside", "out of play until the end of the Epoch once it is played"),
    ("phase_start", "played at the start of the Competition Phase"),
    ("turn_order", "can be played in the Turn Order step"),
    ("land_competition", "a Competition card for land"),
    ("sea_competition", "a Competition card for seas"),
    ("uses", "uses printed on it, in fourths"),
    ("investment_discs", "discs on it as an Investment, in fourths"),
    ("discs", "discs a civilization can get from it, in fourths"),
    ("removes", "removes or replaces discs"),
    ("barbarians", "puts Barbarians on the map"),
    ("costs_vp", "costs VP"),
    ("costs_talents", "costs talents"),
    ("costs_cards", "costs cards"),
    ("gives_vp", "gives VP"),
    ("gives_talents", "gives talents"),
    ("gives_cards", "gives cards"),
    ("builds_wonder", "builds a Wonder"),
    ("helps_wonder", "helps Wonders"),
    ("harms_wonder", "harms Wonders"),
    ("allies", "gives white discs"),
    ("order", "changes the turn order"),
    ("forbids", "forbids placing discs"),
    ("shields", "rounds without losses"),
    *((f"digit_{digit}", f"its number has the digit {digit}") for digit in range(10)),
    ("odd", "its number is odd"),
)
