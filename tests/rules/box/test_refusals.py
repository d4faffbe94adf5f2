"""What a scenario file must not say, block by block: each refusal in its words, and what is just allowed."""

from __future__ import annotations

import copy
import functools
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml

from acis_rules import DataError, Game
from acis_rules.box.scenario import parse_scenario

DATA = resources.files("acis_rules") / "data"
Changes = dict[str, Any]  # by place: "march.stages.0.area"; None takes something away


@functools.cache
def _read(name: str) -> Any:
    return yaml.load((DATA / f"scenarios/{name}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def changed(folder: Path, name: str, changes: Changes) -> Path:
    """A scenario file of the game with something else in some places."""
    content = copy.deepcopy(_read(name))
    for place, value in changes.items():
        path: list[Any] = [int(key) if key.isdigit() else key for key in place.split(".")]
        last = path.pop()
        block = content
        for key in path:
            block = block[key] if isinstance(block, list) else block.setdefault(key, {})
        block[last] = value
    file = folder / f"{name}.yaml"
    file.write_text(yaml.safe_dump(content))
    return file


H, B = "hannibal", "basic_2p"
BUT_ONE = [{"up_to": 20, "name": "Poor"}, {"up_to": 102, "name": "Good"}]
TWICE = [{"up_to": 20, "name": "Poor"}, {"up_to": 20, "name": "Poor"}, {"up_to": 103, "name": "Good"}]
PARITY = {"by": "parity", "first": ["gallia", "liguria", "etruria"]}
DIGIT = {"by": "digit", "first": ["gallia", "liguria"]}
ANSWER = {"rule": "HANN-04a", "order": ["egypt"]}
NEGATE = {"rule": "HANN-04a", "own": ["itself"], "other": ["rome"]}
ORDER = {"rule": "HANN-04a", "areas": ["dalmatia"]}
CAPITAL = {"area": "rome", "display": "rome"}
EGYPT = {"factions.0.civilization": "egypt", "choice": ["troy"]}  # is given, not chosen
AN_END = {"text": "-", "does": [{"op": "end_epoch"}]}
LEVY = {"op": "reinforce", "who": "rome", "n": 2}
IN_ROME = {"owner": "rome", "area": "rome"}
NOBODY = "nobody; there are: carthage, rome, macedon, syracuse, itself, enemies, others, anybody, barbarians"
STRANGER = "not a faction of this scenario"
NOT_THERE = "not a civilization of this scenario"
NO_SIDE = "egypt: neither a side nor a civilization of this scenario"

OF_FACTIONS: list[tuple[str, Changes, str]] = [
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

OF_THE_SETUP: list[tuple[str, Changes, str]] = [
    (B, {"setup.placement": 49}, "setup.placement: 49; factions[0] has fewer discs"),
    (
        B,
        {"factions.1.placement": 49},
        "setup.placement: 49; factions[1] has fewer discs",
    ),
    (H, {"factions.0.civilization": "egypt", "setup.placement": 1}, "setup.placement: the home of"),
    (H, {"setup.barbarians": {"gallia": 51}}, "setup.barbarians: 51 discs; there are 50"),
    (H, {"setup.barbarians.kush": 1}, "setup.barbarians: kush: not in play on this board"),
    (H, {"knobs.barbarians": 15}, "setup.barbarians: 16 discs; there are 15"),
    (
        H,
        {"setup.ready": {"syracuse": 1}},
        "setup.ready: syracuse: is not one of carthage, rome, mac",
    ),
    (H, {"setup.ready": {"macedon": 16}}, "factions[2].pool: 26; macedon needs 27 discs"),
    (H, {"setup.turn_order.macedon": 2}, "setup.turn_order: two have the same place"),
    (H, {"setup.turn_order": {"rome": 1}}, "setup.turn_order: carthage has no place"),
    (H, {"setup.turn_order.syracuse": 4}, "setup.turn_order: syracuse: is not one of"),
    (H, {"setup.line": "southern"}, "setup.line: unknown cut line"),
    (H, {"factions.0.side": "west"}, "factions[0].side: west of what? setup.line is missing"),
    (H, {"factions.1.side": "west"}, "factions[1].side: west of what? setup.line is missing"),
    (
        "antony_cleopatra",
        {"factions.0.side": "east", "factions.1.side": "west"},
        "is not east of the line",
    ),
    (H, {"setup.gold.kush": {"owner": "rome"}}, "setup.gold.kush: kush: not in play on this board"),
    (H, {"setup.gold.Rome": {"owner": "rome"}}, "appears more than once"),
    (H, {"setup.gold.etruria": {"owner": "carthage"}}, "setup.gold.etruria.owner: carthage has no"),
    (H, {"setup.gold.gallia": {"owner": "rome"}}, "setup.gold.gallia.owner: rome has no disc there"),
    (
        H,
        {"setup.discs.rome": {"samnium": 3}, "setup.gold": {"rome": {"owner": "rome"}}},
        "setup.gold.rome.owner: rome has no disc there",
    ),
    (H, {"setup.gold.rome.owner": "persia"}, "setup.gold.rome.owner: unknown civilization 'persia'"),
    (H, {"setup.gold.rome.n": 46}, "setup.gold: 51 discs; there are 50 yellow ones"),
    (
        H,
        {"factions.1.colour": "yellow"},
        "factions[1].colour: yellow discs are Gold in this scenario",
    ),
    (
        H,
        {"setup.wonders": {"Tower of Babel": {"owner": "rome", "area": "rome"}}},
        "setup.wonders: unknown Wonder 'Tower of Babel'; there are: ",
    ),
    (
        H,
        {"setup.wonders": {"Colossus": {"owner": "rome", "area": "gallia"}}},
        "setup.wonders.Colossus.area: gallia: a land area with discs of rome, one for each",
    ),
    (
        H,
        {"setup.wonders": {"Colossus": {"owner": "rome", "area": "ligurian_sea"}}},
        "setup.wonders.Colossus.area: ligurian_sea: a land area with discs of rome, one for each",
    ),
    (
        H,
        {"setup.wonders": {"Colossus": {"owner": "rome", "area": "atlantis"}}},
        "setup.wonders.Colossus.area: unknown area 'atlantis'",
    ),
    (
        H,
        {"setup.wonders": {w: dict(IN_ROME) for w in ("Colossus", "Lighthouse")}},
        "setup.wonders.Lighthouse.area: rome: a land area with discs of rome, one for each",
    ),
    (
        H,
        {"setup.wonders": {"Colossus": {"owner": "syracuse", "area": "syracuse"}}},
        "setup.wonders.Colossus.owner: syracuse: is not one of carthage, rome, macedon",
    ),
    (
        H,
        {"setup.wonders": {"Colossus": IN_ROME}, "factions.1.pool": 37},
        "factions[1].pool: 37; rome needs 38 discs",
    ),
    (
        H,
        {"setup.wonders": {"Colossus": IN_ROME | {"discs": 2}}, "factions.1.pool": 34},
        "factions[1].pool: 34; rome needs 35 discs",
    ),
    (
        H,
        {"reserve": [{"card": 79, "owner": "rome", "discs": 3}], "factions.1.pool": 35},
        "factions[1].pool: 35; rome needs 36 discs",
    ),
]

OF_CARDS: list[tuple[str, Changes, str]] = [
    (B, {"deck.boxed": list(range(1, 53))}, "deck.boxed: 52 cards; 51 at most"),
    (B, {"deck.set_aside": 9}, "deck.set_aside: 10 cards are dealt, 9 are set aside"),
    (
        B,
        {"deck.set_aside": 9, "factions.0.npc_knobs": {"opening_hand": 4}},
        "deck.set_aside: 10 cards are dealt, 9 are set aside",
    ),
    (B, {"deck.set_aside": 97}, "deck.set_aside: 97 cards are needed, 96 are there"),
    (
        H,  # for three: Syracuse has no turn
        {"deck": {"set_aside_per_civilization": 33}},
        "deck.set_aside_per_civilization: 99 cards are needed, 96 are there",
    ),
    (B, {"deck.set_aside": 96, "deck.boxed": [7]}, "deck.set_aside: 96 cards are needed, 95 are there"),
    *(
        (B, EGYPT | {"deck.set_aside": 96} | apart, "deck.set_aside: 96 cards are needed, 95 are there")
        for apart in ({"setup.hands": {"egypt": [7]}}, {"reserve": [{"card": 7, "owner": "egypt"}]})
    ),
    (
        B,
        EGYPT | {"reserve": [{"card": 7, "owner": "egypt"}, {"card": 7, "owner": "egypt"}]},
        "reserve[0].card: 7 appears more than once, or in deck.boxed",
    ),
    (H, {"deck.boxed": [7], "reserve": [{"card": 7, "owner": "rome"}]}, "or in deck.boxed"),
    (H, {"reserve": [{"card": 62, "owner": "rome"}]}, "reserve[0].card: 62 is an Event"),
    (H, {"reserve": [{"card": 7, "owner": "egypt"}]}, f"reserve[0].owner: egypt: {STRANGER}"),
    (H, {"reserve": [{"card": 7, "owner": "all"}]}, f"reserve[0].owner: all: {STRANGER}"),
    (
        H,
        {"reserve": [{"card": 7, "owner": "rome", "areas": ["kush"]}]},
        "reserve[0].areas: kush: not in play on this board",
    ),
    (
        H,
        {"reserve": [{"card": 79, "owner": "rome", "stays": "kush"}]},
        "reserve[0].stays: kush: not in play on this board",
    ),
    (
        H,
        {"reserve": [{"card": 7, "owner": "rome", "stays": "rome"}]},
        "reserve[0].stays: only an Investment with its discs can stay without them",
    ),
    (H, {"setup.hands": {"rome": [7, 7]}}, "setup.hands.rome: card 7 appears more than once"),
    (H, {"setup.hands": {"rome": [62]}}, "setup.hands.rome: card 62 is an Event"),
    (H, {"setup.hands": {"rome": [7]}, "deck.boxed": [7]}, "setup.hands.rome: card 7 is boxed"),
    (H, {"setup.hands": {"syracuse": [7]}}, "setup.hands: syracuse: is not one of"),
    (H, {"deck.replaced": {7: {"text": "-", "does": []}}}, "only an Event can be replaced"),
    (H, {"deck.replaced": {62: {"text": "-", "does": []}}}, "deck.replaced.62: does: does nothing"),
    *(
        (
            H,
            {"deck.replaced": {62: AN_END | {"decides": who}}},
            f"deck.replaced.62.decides: {who}: {STRANGER}",
        )
        for who in ("egypt", "all")
    ),
    *(
        (
            H,
            {"deck.replaced": {62: {"text": "-", "does": [LEVY | {field: who}]}}},
            f"deck.replaced.62: does: {who}: {STRANGER}",
        )
        for field in ("who", "instead")
        for who in ("egypt", "all")
    ),
]

OF_VARIANTS: list[tuple[str, Changes, str]] = [
    (H, {"capital": CAPITAL | {"area": "kush"}}, "capital.area: kush: not in play on this board"),
    (H, {"capital": CAPITAL | {"display": "persia"}}, "capital.display: unknown civilization"),
    (H, {"bans.0.who": ["egypt"]}, f"bans[0].who: egypt: {NOT_THERE}"),
    (H, {"bans.0.with": ["egypt"]}, f"bans[0].with: egypt: {NOT_THERE}"),
    (H, {"bans.0.gold": ["egypt"]}, f"bans[0].gold: egypt: {NOT_THERE}"),
    (H, {"bans.0.areas": ["kush"]}, "bans[0].areas: kush: not in play on this board"),
    (H, {"bans.0.with": []}, "bans[0]: one of areas, with, gold, unoccupied is needed"),
    *(
        (
            H,
            {"bans.0": {"who": ["rome"], "areas": ["rome"]} | more},
            "home, contest and discs need somebody",
        )
        for more in ({"home": True}, {"contest": True}, {"discs": 2})
    ),
    (H, {"bans.0.turns": [7]}, "bans[0].turns: 7; there are 6"),
    (H, {"empires": {"egypt": {}}}, f"empires: egypt: {NOT_THERE}"),
    (H, {"empires": {"rome": {"foe": "egypt"}}}, f"empires.rome.foe: egypt: {NOT_THERE}"),
    (H, {"cards_abroad": "near"}, "cards_abroad: empires are missing"),
    (
        H,
        {"unions": [{"factions": ["rome", "egypt"], "as_one": "seas"}]},
        f"unions[0].factions: egypt: {STRANGER}",
    ),
    (
        H,
        {"unions": [{"factions": ["rome", "all"], "as_one": "seas"}]},
        f"unions[0].factions: all: {STRANGER}",
    ),
    (
        H,
        {"unions": [{"factions": ["rome", "rome"], "as_one": "seas"}]},
        "unions[0].factions: rome: appears more than once",
    ),
]

ASKS: list[Changes] = [
    {"control": {"egypt": []}},
    {"no_gold": ["egypt"]},
    {"no_discs": ["egypt"]},
    {"wonder_areas": {"egypt": 1}},
]
OF_VICTORY: list[tuple[str, Changes, str]] = [
    *(
        (H, {f"relations.{kind}.0": ["rome", "egypt"]}, f"relations.{kind}[0]: egypt: {NOT_THERE}")
        for kind in ("friends", "enemies", "neutral")
    ),
    (H, {"sides.rome.factions": ["rome", "egypt"]}, f"sides.rome.factions: egypt: {NOT_THERE}"),
    (H, {"sides.rome.factions": ["rome"]}, "sides: syracuse must be on one side"),
    (H, {"sides.rome.factions": ["rome", "rome", "syracuse"]}, "sides: rome must be on one side"),
    (H, {"factions.1.divisor": 2}, "sides: rome has a divisor of its own"),
    (
        H,
        {"scoring.cities": {"divisor": 2, "but_on_gold_of": ["egypt"]}},
        f"scoring.cities.but_on_gold_of: egypt: {NOT_THERE}",
    ),
    (
        H,
        {"scoring.cities": {"divisor": 2, "but_in": ["kush"]}},
        "scoring.cities.but_in: kush: not in play on this board",
    ),
    *(
        (H, {f"scoring.sources.0.{field}": ["egypt"]}, f"scoring.sources[0]: egypt: {NOT_THERE}")
        for field in ("who", "discs_of", "gold_of")
    ),
    (H, {"scoring.sources.0.areas": ["kush"]}, "scoring.sources[0].areas: kush: not in play"),
    (H, {"gold.looters": ["egypt"]}, f"gold.looters: egypt: {NOT_THERE}"),
    (H, {"gold.loot": {"egypt": 3}}, f"gold.loot: egypt: {NOT_THERE}"),
    (H, {"gold.immune": {"kush": 3}}, "gold.immune: kush: not in play on this board"),
    (H, {"victory.monitors.0": {"wins": "rome"}}, "victory.monitors[0]: asks for nothing"),
    *(
        (H, {"victory.monitors.0": {"wins": "rome", **asks}}, f"victory.monitors[0]: egypt: {NOT_THERE}")
        for asks in ASKS
    ),
    (H, {"victory.monitors.0.wins": "egypt"}, f"victory.monitors[0].wins: {NO_SIDE}"),
    (H, {"victory.monitors.1.control.carthage": ["kush"]}, "victory.monitors[1].control: kush: not in"),
    (H, {"victory.control": ["kush"]}, "victory.control: kush: not in play on this board"),
    (H, {"victory.tie": {"control": "kush"}}, "victory.tie.control: kush: not in play on this board"),
    (H, {"victory.tie": {"first": ["egypt"]}}, f"victory.tie.first: {NO_SIDE}"),
    (H, {"victory.final": {"side": "egypt"}}, f"victory.final: {NO_SIDE}"),
    (H, {"victory.final": {"side": "rome", "otherwise": "egypt"}}, f"victory.final: {NO_SIDE}"),
    *(
        (
            H,
            {"victory.final": {"side": "rome", need: True}},
            "victory.final.otherwise: who wins if it lacks that?",
        )
        for need in ("lead", "gold")
    ),
    *(
        (H, {"victory.grades": [{"side": "rome", "grade": "minor"} | named]}, f"victory.grades[0]: {NO_SIDE}")
        for named in ({"side": "egypt"}, {"fewer_than": "egypt"}, {"more_than": "egypt"})
    ),
    (H, {"huns": {"entry": ["kush"], "minimum_growth": 3}}, "huns.entry: kush: not in play"),
]

OF_NPCS: list[tuple[str, Changes, str]] = [
    (H, {"npc.egypt": {}}, "npc.egypt: nobody; there are: carthage, rome, macedon, syracuse, all"),
    (H, {"npc.macedon.first.0": ORDER}, "npc.macedon.first[0]: one of to, exceed is needed"),
    (H, {"npc.macedon.first.0": ORDER | {"to": 1, "exceed": 1}}, "one of to, exceed is needed"),
    (
        H,
        {"npc.macedon.first.0": ORDER | {"exceed": 1, "but": {2: ["home"]}}},
        "npc.macedon.first[0].but: only with to",
    ),
    (H, {"npc.macedon.first.0.but": {4: ["kush"]}}, "npc.macedon.first[0].but: kush: not in play"),
    (H, {"npc.macedon.first.1.of": ["egypt"]}, f"npc.macedon.first[1].of: egypt: {NOBODY}"),
    *(
        (H, {f"npc.macedon.first.1.{field}": ["next to kush"]}, f"npc.macedon.first[1].{field}: kush: not in")
        for field in ("areas", "when", "nearest", "best")
    ),
    *(
        (
            H,
            {f"npc.macedon.{kind}": [{"rule": "HANN-04a", field: ["cities of egypt"]}]},
            f"npc.macedon.{kind}[0].{field}: egypt: {NOBODY}",
        )
        for kind in ("never", "shun")
        for field in ("areas", "unless", "unless_closer")
    ),
    (
        H,
        {"npc.macedon.shun": [{"rule": "HANN-04a", "counting": ["egypt"]}]},
        f"npc.macedon.shun[0].counting: egypt: {NOBODY}",
    ),
    (H, {"npc.macedon.near": [["kush"]]}, "npc.macedon.near[0]: kush: not in play"),
    (H, {"npc.macedon.home": ["kush"]}, "npc.macedon.home: kush: not in play"),
    *(
        (H, {f"npc.macedon.answers.{kind}": ANSWER}, f"npc.macedon.answers.{kind}.order: egypt: {NOBODY}")
        for kind in ("discards", "victims")
    ),
    (
        H,
        {"npc.macedon.answers.name": [ANSWER | {"card": 17}]},
        f"npc.macedon.answers.name[0].order: egypt: {NOBODY}",
    ),
    *(
        (H, {"npc.macedon.answers.negate": NEGATE | {field: ["egypt"]}}, f"negate.{field}: egypt: {NOBODY}")
        for field in ("own", "other", "partner")
    ),
    (
        H,
        {"npc.macedon.answers.commit": {"rule": "HANN-04a", "cards": [61], "where": ["kush"]}},
        "npc.macedon.answers.commit.where: kush: not in play",
    ),
]

OF_HANNIBALS_WAR: list[tuple[str, Changes, str]] = [
    (H, {"march.who": "egypt"}, f"march.who: egypt: {STRANGER}"),
    (H, {"march.who": "all"}, f"march.who: all: {STRANGER}"),
    (H, {"march.stages.0.area": "kush"}, "march.stages[0]: kush: not in play on this board"),
    (H, {"march.stages.3.failure": "kush"}, "march.stages[3]: kush: not in play on this board"),
    (H, {"march.stages.3.replaces": "egypt"}, f"march.stages[3].replaces: egypt: {STRANGER}"),
    (H, {"march.stages.0.area": "massilia"}, "march.stages[0].replaces: barbarians: has no disc in massilia"),
    (H, {"march.stages.3.area": "gallia"}, "march.stages[3].replaces: rome: has no disc in gallia"),
    *(
        (H, {f"minor_states.{field}": "egypt"}, f"minor_states: egypt: {STRANGER}")
        for field in ("payer", "ally", "client", "rebels_join")
    ),
    (H, {"minor_states.base": ["kush"]}, "minor_states.base: kush: not in play on this board"),
    (H, {"minor_states.refuge": ["kush"]}, "minor_states.refuge: kush: not in play on this board"),
    (H, {"minor_states.cup": dict.fromkeys(("white", "black", "yellow"), 0)}, "minor_states.cup: no disc"),
    (H, {"consuls.of": "egypt"}, f"consuls.of: egypt: {STRANGER}"),
    (H, {"consuls.home": "kush"}, "consuls: kush: not in play on this board"),
    (H, {"consuls.client_areas": ["kush"]}, "consuls: kush: not in play on this board"),
    (H, {"consuls.rows": BUT_ONE}, "consuls.rows: up_to must rise to 103"),
    (H, {"consuls.rows": TWICE}, "consuls.rows: up_to must rise to 103"),
    (H, {"walls": [{"area": "rome", "of": "egypt"}]}, f"walls[0]: egypt: {STRANGER}"),
    (H, {"walls": [{"area": "rome", "of": "rome", "enemies": ["egypt"]}]}, f"walls[0]: egypt: {STRANGER}"),
    (H, {"walls": [{"area": "kush", "of": "rome"}]}, "walls[0].area: kush: not in play on this board"),
]

OF_NUMBERS: list[tuple[str, Changes, str]] = [
    (B, {"knobs.base_draw": -1}, "Expected `int` >= 0 - at `knobs.base_draw`"),
    (B, {"knobs.base_draw": 201}, "Expected `int` <= 200 - at `knobs.base_draw`"),
    (B, {"clock.turns": 0}, "Expected `int` >= 1 - at `clock.turns`"),
    (B, {"clock.turns": 201}, "Expected `int` <= 200 - at `clock.turns`"),
    (B, {"clock.first_epoch": 0}, "Expected `int` >= 1 - at `clock.first_epoch`"),
    (B, {"clock.last_epoch": 5}, "Expected `int` <= 4 - at `clock.last_epoch`"),
    (B, {"deck.boxed": [0]}, "Expected `int` >= 1 - at `deck.boxed[0]`"),
    (B, {"deck.boxed": [104]}, "Expected `int` <= 103 - at `deck.boxed[0]`"),
]

OF_THE_CLOCK: list[tuple[str, Changes, str]] = [
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

REFUSED = [
    *OF_FACTIONS,
    *OF_THE_SETUP,
    *OF_CARDS,
    *OF_VARIANTS,
    *OF_VICTORY,
    *OF_NPCS,
    *OF_HANNIBALS_WAR,
    *OF_NUMBERS,
    *OF_THE_CLOCK,
]


@pytest.mark.parametrize(("name", "changes", "message"), REFUSED)
def test_a_scenario_file_is_refused(name: str, changes: Changes, message: str, tmp_path: Path) -> None:
    file = changed(tmp_path, name, changes)
    with pytest.raises(DataError) as error:
        parse_scenario(file)
    assert str(error.value).startswith(f"{file}: ")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        (H, {"factions.2.pool": 11}),
        (H, {"factions.0.entry": {"by": "parity", "first": ["gallia", "liguria"]}}),
        (H, {"factions.0.entry": {"first": ["gallia"]}}),
        (H, {"npcs": [2]}),
        (H, {"npcs": [0, 1]}),
        (B, {"setup.discs": {}, "setup.placement": 48}),
        (B, {"setup.discs": {}, "factions.0.pool": 2}),
        (H, {"setup.barbarians.gallia": 36}),
        (H, {"knobs.barbarians": 16}),
        (H, {"setup.ready": {"macedon": 15}}),
        ("antony_cleopatra", {"factions.0.home": ["noricum"]}),  # the next to the line
        (H, {"setup.gold.rome.n": 45}),
        (H, {"setup.gold.gallia": {"owner": "barbarians"}}),
        (H, {"setup.wonders": {"Colossus": IN_ROME}, "factions.1.pool": 38}),
        (
            B,
            {"factions.1.civilization": "drawn", "choice": ["egypt"], "setup.discs.troy": None}
            | {"npc_choice": ["troy"], "npcs": [1]},
        ),
        (B, {"deck.boxed": list(range(1, 52))}),
        (H, {"deck.replaced": {62: AN_END | {"decides": "rome"}}}),
        (H, {"deck.replaced": {62: {"text": "-", "does": [LEVY | {"instead": "carthage"}]}}}),
        (B, {"deck.set_aside": 10}),
        (B, {"factions.0.knobs": {"opening_hand": 5}}),
        (H, {"deck": {"set_aside_per_civilization": 32}}),
        (B, {"deck.set_aside": 96}),
        (H, {"reserve": [{"card": 79, "owner": "rome", "stays": "rome"}]}),
        (H, {"bans.0.turns": [1, 6]}),
        (H, {"bans.0": {"who": ["rome"], "unoccupied": True}}),
        (H, {"bans.0": {"who": ["rome"], "gold": ["carthage"]}}),
        (H, {"victory.final": {"side": "rome"}}),
        (H, {"victory.final": {"side": "rome", "lead": True, "otherwise": "carthage"}}),
        (H, {"npc.all": {}}),
        (H, {"npc.macedon.first.0": ORDER | {"exceed": 0}}),
        *(
            (H, {"minor_states.cup": {"white": white, "black": black, "yellow": yellow}})
            for white, black, yellow in ((0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1))
        ),
        (B, {"knobs.base_draw": 0, "clock": {"turns": 200, "first_epoch": 4}}),
        (B, {"knobs.base_draw": 200, "clock": {"turns": 1, "sudden_end": {}, "last_epoch": 1}}),
        (B, {"deck.boxed": [1, 103]}),
        (H, {"clock.sudden_end": {1: "1", 5: "odd"}}),
        (B, {"clock.epoch_change": {1: ["drought"], 3: ["drought"]}}),
        (B, {"limits": [{"at_most": 2, "of": ["egypt", "troy"]}]}),
    ],
)
def test_just_within_the_limits(name: str, changes: Changes, tmp_path: Path) -> None:
    """What the refusals leave possible: a game begins."""
    assert not Game.new(str(changed(tmp_path, name, changes)), 0).over
