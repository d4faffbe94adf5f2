"""What a scenario file must not say of its factions, its numbers and its clock, and what is just allowed."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed_scenarios import NOT_THERE, B, Changes, H, Possible, Refusal, begins, refused

PARITY = {"by": "parity", "first": ["gallia", "liguria", "etruria"]}
DIGIT = {"by": "digit", "first": ["gallia", "liguria"]}

OF_FACTIONS: list[Refusal] = [
    (H, {"factions.2.markers": 2}, "factions[2].markers: 2; without a turn or VP 1 are enough"),
    (H, {"factions.3.markers": 1}, "factions[3].markers: 1; without a turn or VP 0 are enough"),
    (H, {"factions.2.pool": 0}, "factions[2].pool: 0; fewer than its markers"),
    (H, {"factions.2.pool": 10}, "factions[2].pool: 10; macedon needs 11 discs"),
    (H, {"factions.3.id": ""}, "factions[3].id: is needed without a civilization"),
    (H, {"factions.2.id": "barbarians"}, "factions[2].id: barbarians means something else"),
    (H, {"factions.2.id": "rome"}, "factions[2].id: rome appears more than once"),
    (H, {"factions.3.patron": "egypt"}, "factions[3].patron: egypt is no other faction of the file"),
    (H, {"factions.3.patron": "syracuse"}, "factions[3].patron: syracuse is no other faction"),
    (H, {"factions.0.entry": PARITY}, "factions[0].entry.first: 3 areas; by parity 2 are needed"),
    (H, {"factions.0.entry": DIGIT}, "factions[0].entry.first: 2 areas; by digit 5 are needed"),
    (H, {"factions.0.entry": {"first": ["kush"]}}, "factions[0].entry.first: kush: not in play"),
    (H, {"factions.0.display_home": "kush"}, "factions[0].display_home: kush: not in play"),
    (
        H,
        {"factions.0.returns": {"first": "kush", "weaker_than": ["rome"]}},
        "factions[0].returns.first: kush: not in play",
    ),
    (
        H,
        {"factions.0.returns": {"first": "gallia", "weaker_than": ["egypt"]}},
        f"factions[0].returns.weaker_than: egypt: {NOT_THERE}",
    ),
    (B, {"factions.0.without": ["all"]}, "factions[0].abilities: only of a civilization that is"),
    (B, {"factions.0.abilities": ["Senate"]}, "factions[0].abilities"),
    (B, {"factions.0.display_home": "memphis"}, "factions[0].abilities: only of a civilization"),
    (H, {"factions.0.knobs": {"luck": 1}}, "factions[0].knobs: Object contains unknown field `luck`"),
    (H, {"factions.0.npc_knobs": {"luck": 1}}, "factions[0].npc_knobs: Object contains unknown field `luck`"),
    (
        B,
        {"factions.0.knobs": {"opening_hand": 6}},
        "factions[0].knobs: opening_hand: 6; only 5 cards are set aside for it",
    ),
    (
        H,
        {"factions.0.knobs": {"opening_hand": 13}},
        "factions[0].knobs: opening_hand: 13; only 12 cards are set aside for it",
    ),
    (H, {"npcs": [3]}, "npcs: must list seats of 0 to 2, each once"),
    (H, {"npcs": [1, 1]}, "npcs: must list seats of 0 to 2, each once"),
    (
        B,
        {"factions.1.civilization": "drawn", "choice": ["egypt"], "setup.discs.troy": None},
        "choice: 2 civilizations are to be chosen, 1 given",
    ),
    (B, {"npc_choice": ["persia"]}, "npc_choice[0]: unknown civilization 'persia'"),
    (
        B,
        {"limits": [{"at_most": 1, "of": ["rome"]}]},
        "limits[0].of: rome is not one of the choice",
    ),
    (
        B,
        {"limits": [{"at_most": 1, "of": ["egypt", "troy"]}]},
        "limits: after the choice of egypt nobody can be the next",
    ),
]

OF_NUMBERS: list[Refusal] = [
    (B, {"knobs.base_draw": -1}, "Expected `int` >= 0 - at `knobs.base_draw`"),
    (B, {"knobs.base_draw": 201}, "Expected `int` <= 200 - at `knobs.base_draw`"),
    (B, {"clock.turns": 0}, "Expected `int` >= 1 - at `clock.turns`"),
    (B, {"clock.turns": 201}, "Expected `int` <= 200 - at `clock.turns`"),
    (B, {"clock.first_epoch": 0}, "Expected `int` >= 1 - at `clock.first_epoch`"),
    (B, {"clock.last_epoch": 5}, "Expected `int` <= 4 - at `clock.last_epoch`"),
    (B, {"deck.boxed": [0]}, "Expected `int` >= 1 - at `deck.boxed[0]`"),
    (B, {"deck.boxed": [104]}, "Expected `int` <= 103 - at `deck.boxed[0]`"),
]

OF_THE_CLOCK: list[Refusal] = [
    (H, {"clock.sudden_end": {6: "1"}}, "clock.sudden_end: turn 6; 1 to 5 are possible"),
    (H, {"clock.sudden_end": {0: "1"}}, "clock.sudden_end: turn 0; 1 to 5 are possible"),
    (B, {"clock.epoch_change": {4: ["drought"]}}, "clock.epoch_change.4: no Epoch follows"),
    (
        B,
        {"clock": {"first_epoch": 2, "epoch_change": {1: ["drought"]}}},
        "clock.epoch_change.1: no Epoch follows",
    ),
    (
        B,
        {"clock.epoch_change": {1: ["deluge"]}},
        "clock.epoch_change.1[0]: unknown row deluge; there",
    ),
    (
        B,
        {"clock.epoch_change": {1: [{"op": "name_area"}]}},
        "clock.epoch_change.1[0] (name_area): the end of an Epoch leaves its user no choice here",
    ),
    (
        B,
        {"clock.epoch_change": {1: [{"op": "gain", "vp": 1, "who": "named"}]}},
        "clock.epoch_change.1[0][0] (gain): speaks of a named civilization",
    ),
]

JUST_POSSIBLE: list[Possible] = [
    (H, {"factions.0.entry": {"by": "parity", "first": ["gallia", "liguria"]}}),
    (H, {"factions.0.entry": {"first": ["gallia"]}}),
    (H, {"npcs": [2]}),
    (H, {"npcs": [0, 1]}),
    (
        B,
        {"factions.1.civilization": "drawn", "choice": ["egypt"], "setup.discs.troy": None}
        | {"npc_choice": ["troy"], "npcs": [1]},
    ),
    (B, {"knobs.base_draw": 0, "clock": {"turns": 200, "first_epoch": 4}}),
    (B, {"knobs.base_draw": 200, "clock": {"turns": 1, "sudden_end": {}, "last_epoch": 1}}),
    (B, {"deck.boxed": [1, 103]}),
    (H, {"clock.sudden_end": {1: "1", 5: "odd"}}),
    (B, {"clock.epoch_change": {1: ["drought"], 3: ["drought"]}}),
    (B, {"limits": [{"at_most": 2, "of": ["egypt", "troy"]}]}),
]


@pytest.mark.parametrize(("name", "changes", "message"), [*OF_FACTIONS, *OF_NUMBERS, *OF_THE_CLOCK])
def test_a_scenario_file_is_refused(name: str, changes: Changes, message: str, tmp_path: Path) -> None:
    refused(tmp_path, name, changes, message)


@pytest.mark.parametrize(("name", "changes"), JUST_POSSIBLE)
def test_just_within_the_limits(name: str, changes: Changes, tmp_path: Path) -> None:
    begins(tmp_path, name, changes)
