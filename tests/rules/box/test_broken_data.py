"""What is said when a data file is broken: the file, the entry, the field."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml
from spoilt import Break, complaint, data_file

from acis_rules import DataError, Game
from acis_rules.box.board import MAP_FILE, parse_map
from acis_rules.box.civilizations import parse_civilizations
from acis_rules.box.data_files import CIVILIZATIONS_FILE
from acis_rules.box.deck import DECK_FILE, load_deck, parse_deck
from acis_rules.box.scenario import load_scenario, parse_scenario

DATA = resources.files("acis_rules") / "data"
DECK = load_deck()


# ------------------------------------------------------------------- broken files: the deck


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    return tmp_path / "broken.yaml"


@pytest.fixture(scope="module")
def deck_file() -> dict[str, Any]:
    return data_file(DECK_FILE)


def card(content: dict[str, Any], number: int) -> dict[str, Any]:
    found: dict[str, Any] = content["cards"][number - 1]
    assert found["id"] == number
    return found


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda d: card(d, 7).pop("text"), "card 7 (Land Improvement): Object missing required field `text`"),
        (
            lambda d: card(d, 7).update(colour="red"),
            "card 7 (Land Improvement): Object contains unknown field `colour`",
        ),
        (
            lambda d: card(d, 7).update(great_person=3),
            "card 7 (Land Improvement): Expected `bool`, got `int` - at `great_person`",
        ),
        (
            lambda d: card(d, 7)["does"][0].update(op="explode"),
            "card 7 (Land Improvement): Invalid value 'explode' - at `does[0].op`",
        ),
        (
            lambda d: card(d, 7)["does"][0].update(number=2),
            "card 7 (Land Improvement): Object contains unknown field `number` - at `does[0]`",
        ),
        (
            lambda d: card(d, 7)["does"][0]["where"].update(kind="lake"),
            "card 7 (Land Improvement): Invalid enum value 'lake' - at `does[0].where.kind`",
        ),
        (
            lambda d: card(d, 7).update(flags=["N"]),
            "card 7 (Land Improvement): negates: must be given exactly if flags has N",
        ),
        (
            lambda d: card(d, 7).update(either=[card(d, 7)["does"]]),
            "card 7 (Land Improvement): either: not together with does",
        ),
        (lambda d: card(d, 7).update(does=[]), "card 7 (Land Improvement): does: the card does nothing"),
        (
            lambda d: card(d, 54).update(either=card(d, 54)["either"] * 3),
            "card 54 (Gold Mine): Expected `array` of length <= 4 - at `either`",
        ),
        (
            lambda d: card(d, 1)["does"].pop(0),
            "card 1 (Earthquake): does[0] (remove): speaks of a named area",
        ),
        (
            lambda d: card(d, 17)["does"].pop(0),
            "card 17 (Gods Demand Sacrifice): does[0] (discard): speaks of a named civilization",
        ),
        (
            lambda d: card(d, 86)["does"].pop(0),
            "card 86 (Iconoclasts): does[0] (bury): speaks of a named built Wonder",
        ),
        (
            lambda d: card(d, 79)["investment"].update(discs=0),
            "card 79 (Irrigation Works): Expected `int` >= 1 - at `investment.discs`",
        ),
        (
            lambda d: card(d, 79)["investment"].update(when="dawn"),
            "card 79 (Irrigation Works): Invalid enum value 'dawn' - at `investment.when`",
        ),
        (lambda d: d["cards"].pop(49), "card 50: is missing (ids 1 to 103, each once)"),
        (
            lambda d: card(d, 50).update(id=49),
            "card 49 (Tribune's Veto): id: Treaty has it already",
        ),
        (
            lambda d: d["cards"].append({**card(d, 7), "id": 104}),
            "card 104 (Land Improvement): Expected `int` <= 103 - at `id`",
        ),
        (
            lambda d: card(d, 7).update(id=0),
            "card 0 (Land Improvement): Expected `int` >= 1 - at `id`",
        ),
        (lambda d: d.update(card=[]), "card: unknown field; there are: cards, wonders"),
        (lambda d: d["cards"].insert(3, "Plague"), "card 'Plague': Expected `object`, got `str`"),
        (lambda d: d.update(cards={}), "cards: a list is needed"),
        (lambda d: d.pop("wonders"), "wonders: a list is needed"),
        (lambda d: d["wonders"].pop(), "wonders: 7 are needed, found 6"),
        (
            lambda d: d["wonders"][0].update(when="dawn"),
            "wonder Great Pyramid: Invalid enum value 'dawn' - at `when`",
        ),
        (
            lambda d: d["wonders"][1].update(name="Great Pyramid"),
            "wonder Great Pyramid: name: Great Pyramid has it already",
        ),
        (lambda d: d["wonders"][0].update(does=[]), "wonder Great Pyramid: does: does nothing"),
        (lambda d: d["wonders"][0].update(discs=0), "wonder Great Pyramid: Expected `int` >= 1 - at `discs`"),
        (
            lambda d: card(d, 7).update(flags=["I", "E"]),
            "card 7 (Land Improvement): Expected `array` of length <= 1 - at `flags`",
        ),
        (
            lambda d: card(d, 7).update(invasion=True),
            "card 7 (Land Improvement): invasion: only an Event (flag E) can be one",
        ),
        (
            lambda d: card(d, 45).update(competition={"kind": "any"}),
            "card 45 (Traitor): phase_start: not together with competition",
        ),
        (
            lambda d: card(d, 6).update(turn_order=[{"op": "take_place"}]),
            "card 6 (Strategos): turn_order: only on a card of the Card Phase (no flags)",
        ),
        (
            lambda d: card(d, 79)["investment"].update(either=[]),
            "card 79 (Irrigation Works): Expected `array` of length >= 1 - at `investment.either`",
        ),
        (
            lambda d: card(d, 79)["investment"].update(either=[[]]),
            "card 79 (Irrigation Works): investment.either[0]: does nothing",
        ),
        (
            lambda d: card(d, 19).update(negates={"card_phase_only": True}),
            "card 19 (Bad Omens): negates: it could answer nothing",
        ),
        (
            lambda d: card(d, 19).update(does=[{"op": "place", "n": 1}]),
            "card 19 (Bad Omens): does[0] (place): a Negation card leaves its user no choice here",
        ),
        (
            lambda d: card(d, 19).update(does=[{"op": "lose", "talents": 1, "short": "city disc"}]),
            "card 19 (Bad Omens): does[0] (lose): a Negation card leaves its user no choice here",
        ),
        (
            lambda d: card(d, 19).update(does=[{"op": "allies", "areas": 1}]),
            "card 19 (Bad Omens): does[0] (allies): a Negation card leaves its user no choice here",
        ),
        (
            lambda d: card(d, 54)["either"].append([{"op": "discard"}]),
            "card 54 (Gold Mine): either[2][0] (discard): speaks of a named civilization",
        ),
        (
            lambda d: card(d, 19).update(either=[[{"op": "gain", "vp": 1}], [{"op": "draw", "n": 1}]]),
            "card 19 (Bad Omens): either: a Negation card has no alternatives",
        ),
    ],
)
def test_a_broken_deck_names_file_card_and_field(
    spoil: Break, message: str, deck_file: dict[str, Any], tmp_path: Path
) -> None:
    assert message in complaint(parse_deck, copy.deepcopy(deck_file), spoil, tmp_path)


@pytest.mark.parametrize("does", [{"op": "lose", "talents": 1}, {"op": "allies", "n": 2}])
def test_a_negation_card_may_do_what_asks_nothing(
    does: dict[str, Any], deck_file: dict[str, Any], broken: Path
) -> None:
    content = copy.deepcopy(deck_file)
    card(content, 19)["does"] = [does]
    broken.write_text(json.dumps(content))
    assert [operation.__struct_config__.tag for operation in parse_deck(broken).cards[19].modes[0]] == [
        does["op"]
    ]


@pytest.mark.parametrize(
    ("operations", "message"),
    [
        ("{op: name_civilization}, {op: down_to, n: 1}", "does[1] (down_to): speaks of a named area"),
        ("{op: name_area}, {op: down_to, n: 1}", "does[1] (down_to): speaks of a named civilization"),
        (
            "{op: name_civilization}, {op: penalty, one_of: [vp]}",
            "does[1] (penalty): speaks of a named area",
        ),
        ("{op: penalty, one_of: [vp], per_city: true}", "does[0] (penalty): speaks of a named civilization"),
        (
            "{op: name_city}, {op: penalty, one_of: []}",
            "Expected `array` of length >= 1 - at `does[1].one_of`",
        ),
        (
            "{op: name_civilization, having: discs in named area}, {op: take, how: random}",
            "does[0] (name_civilization): speaks of a named area",
        ),
        (
            "{op: name_civilization}, {op: swap_places}",
            "does[1] (swap_places): needs exactly 2 civilizations named before it",
        ),
        (
            "{op: name_civilization, n: 2, up_to: true}, {op: swap_places}",
            "does[1] (swap_places): needs exactly 2 civilizations named before it",
        ),
        (
            "{op: name_civilization, n: 2}, {op: name_city}, {op: swap_places}",
            "does[1] (name_city): names civilization again, and only the last one named would count",
        ),
        ("{op: shield, rounds: 1}", "does[0] (shield): works only in a competition"),
        ("{op: forbid_talents}", "does[0] (forbid_talents): works only in a competition"),
        (
            "{op: name_area}, {op: buy_allies, at_most: 2}",
            "does[1] (buy_allies): works only in a competition",
        ),
        ("{op: buy_allies, at_most: 20}", "Expected `int` <= 19 - at `does[0].at_most`"),
        (
            "{op: gain, plus: {every: 0, count: own wonders, good: vp}}",
            "`int` >= 1 - at `does[0].plus.every`",
        ),
        ("{op: gain, vp: 1, where: {own_discs: 5}}", "Expected `int` <= 4 - at `does[0].where.own_discs`"),
        ("{op: gain, vp: -1}", "Expected `int` >= 0 - at `does[0].vp`"),
        ("{op: gain, vp: 1, who: named}", "does[0] (gain): speaks of a named civilization"),
        ("{op: place, n: -1}", "Expected `int` >= 0 - at `does[0].n`"),
        ("{op: draw, n: 0}", "Expected `int` >= 1 - at `does[0].n`"),
        ("{op: remove, each: 0}", "Expected `int` >= 1 - at `does[0].each`"),
        (
            "{op: remove, where: {adjacent_to: named}, of: named}",
            "does[0] (remove): speaks of a named area",
        ),
        (
            "{op: name_area}, {op: place, where: {city: named}, n: 1}",
            "does[1] (place): speaks of a named civilization",
        ),
        (
            "{op: name_wonder, state: buried}, {op: wonder_discs, n: -1}",
            "does[1] (wonder_discs): speaks of a named built Wonder",
        ),
        (
            "{op: name_wonder, state: available, near: true}",
            "does[0] (name_wonder): an available Wonder has no owner and no place",
        ),
        (
            "{op: name_wonder, resources: 3}",
            "does[0] (name_wonder): resources: only an available Wonder can be built",
        ),
        (
            "{op: name_wonder, state: available, resources: 4}, {op: build, resources: 3, discs: 0}",
            "does[1] (build): resources and discs: must be those of name_wonder",
        ),
    ],
)
@pytest.mark.parametrize("field", ["does", "turn_order"])
def test_an_operation_says_what_it_misses(
    field: str, operations: str, message: str, deck_file: dict[str, Any], broken: Path
) -> None:
    content = copy.deepcopy(deck_file)
    card(content, 7)[field] = yaml.safe_load(f"[{operations}]")
    broken.write_text(json.dumps(content))
    with pytest.raises(DataError) as error:
        parse_deck(broken)
    assert str(error.value).startswith(f"{broken}: card 7 (Land Improvement): ")
    assert message.replace("does[", f"{field}[") in str(error.value)


def test_a_corrected_deck_is_played_with(deck_file: dict[str, Any], broken: Path) -> None:
    content = copy.deepcopy(deck_file)
    card(content, 93)["does"] = [{"op": "draw", "n": 3}]
    broken.write_text(json.dumps(content))
    game = Game.new("basic_2p", options={"deck": str(broken)})
    assert game.state.world.deck.cards[93].modes == parse_deck(broken).cards[93].modes != DECK.cards[93].modes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cards: [", "not valid YAML"),
        ("- 1", "must be a mapping, not list"),
        ("", "must be a mapping, not NoneType"),
    ],
)
@pytest.mark.parametrize("parse", [parse_deck, parse_scenario])
def test_a_file_that_is_no_data_file(
    parse: Callable[[Path], object], text: str, message: str, broken: Path
) -> None:
    broken.write_text(text)
    with pytest.raises(DataError) as error:
        parse(broken)
    assert str(error.value).startswith(f"{broken}: {message}")


@pytest.mark.parametrize("parse", [parse_deck, parse_scenario])
def test_a_file_that_cannot_be_read(parse: Callable[[Path], object], broken: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        parse(broken)
    broken.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(DataError, match="cannot be read"):
        parse(broken)


# ---------------------------------------------------------- broken files: scenarios and map


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda d: d.pop("setup"), "Object missing required field `setup`"),
        (lambda d: d.update(weather="fine"), "Object contains unknown field `weather`"),
        (
            lambda d: d["factions"][0].update(colour="black"),
            "Invalid enum value 'black' - at `factions[0].colour`",
        ),
        (
            lambda d: d["factions"][1].update(civilization="persia"),
            "factions[1].civilization: unknown civilization 'persia'",
        ),
        (lambda d: d.update(choice=["egypt"]), "choice: 2 civilizations are to be chosen, 1 given"),
        (lambda d: d.update(choice=["egypt", "persia"]), "choice[1]: unknown civilization 'persia'"),
        (lambda d: d.update(choice=["egypt", "troy", "egypt"]), "choice[2]: egypt appears more than once"),
        (
            lambda d: d["factions"][0].update(civilization="troy"),
            "choice[1]: troy is not free: factions[0] is it",
        ),
        (
            lambda d: [faction.update(civilization="troy") for faction in d["factions"]],
            "factions[1].civilization: troy appears more than once",
        ),
        (lambda d: d.update(factions=[]), "Expected `array` of length >= 1 - at `factions`"),
        (lambda d: d["factions"][1].update(colour="red"), "factions[1].colour: red appears more than once"),
        (
            lambda d: d["factions"][1].update(player=2),
            "factions[1].player: 2, but there are 2 players: their numbers begin with 0 and leave no gap",
        ),
        (lambda d: d["factions"][1].update(player=-1), "Expected `int` >= 0 - at `factions[1].player`"),
        (lambda d: d["factions"][0].update(home=["atlantis"]), "factions[0].home: unknown area 'atlantis'"),
        (
            lambda d: d["factions"][0].update(home=["rome"]),
            "factions[0].home: rome: not in play on this board",
        ),
        (lambda d: d["factions"][0].update(pool=13), "factions[0].pool: 13; egypt needs 14 discs"),
        (
            lambda d: d.update(board={"cut_line": "southern"}),
            "board.cut_line: unknown cut line 'southern'; the map has: alexander_darius",
        ),
        (
            lambda d: d["setup"]["discs"].update(persia={"tyre": 1}),
            "setup.discs.persia: unknown civilization 'persia'; there are: rome, carthage",
        ),
        (
            lambda d: d["setup"]["discs"].update(phoenicia={"tyre": 1}),
            "setup.discs.phoenicia: not a civilization of this scenario",
        ),
        (
            lambda d: d["setup"]["discs"]["egypt"].update(atlantis=1),
            "setup.discs.egypt: unknown area 'atlantis'",
        ),
        (
            lambda d: d["setup"]["discs"]["egypt"].update(rome=1),
            "setup.discs.egypt: rome: not in play on this board",
        ),
        (
            lambda d: d["setup"]["discs"]["egypt"].update(kush=5),
            "setup.discs.egypt: kush: 5 discs; 1 to 4 are possible (STK-02)",
        ),
        (
            lambda d: d["setup"]["discs"]["egypt"].update(red_sea=3),
            "setup.discs.egypt: red_sea: 3 discs; 1 to 2 are possible (STK-02)",
        ),
        (
            lambda d: d["setup"]["discs"]["egypt"].update(eastern_mediterranean=2),
            "setup.discs.egypt: eastern_mediterranean: 2 discs; 1 is possible (STK-02)",
        ),
        (
            lambda d: d["setup"]["discs"]["egypt"].update(Kush=2),
            "setup.discs.egypt: Kush: appears more than once",
        ),
        (lambda d: d.update(deck={"boxed": [62, 104]}), "Expected `int` <= 103 - at `deck.boxed[1]`"),
        (lambda d: d.update(deck={"boxed": [62, 62]}), "deck.boxed: a card appears more than once"),
        (
            lambda d: d.update(deck={"opening_hand": 6}),
            "deck.opening_hand: 6; only 5 cards are set aside for it",
        ),
        (
            lambda d: d.update(deck={"set_aside_per_civilization": 49}),
            "deck.set_aside_per_civilization: 98 cards are needed, 96 are there",
        ),
        (
            lambda d: d.update(clock={"first_epoch": 3, "last_epoch": 2}),
            "clock.first_epoch: 3 is after 2, the last",
        ),
        (lambda d: d.update(clock={"last_epoch": 5}), "Expected `int` <= 4 - at `clock.last_epoch`"),
        (lambda d: d.update(clock={"turns": 2}), "clock.sudden_end: turn 2; 1 to 1 are possible"),
        (
            lambda d: d.update(knobs={"base_draw": "three"}),
            "Expected `int`, got `str` - at `knobs.base_draw`",
        ),
    ],
)
def test_a_broken_scenario_names_file_block_and_field(spoil: Break, message: str, tmp_path: Path) -> None:
    assert message in complaint(parse_scenario, data_file("scenarios/basic_2p.yaml"), spoil, tmp_path)


def test_a_civilization_may_play_alone(broken: Path) -> None:
    content = data_file("scenarios/basic_2p.yaml")
    content["factions"].pop()
    broken.write_text(json.dumps(content))
    game = Game.new(str(broken))
    while not game.over:
        game.apply(game.legal_actions()[-1])
    assert game.winners == [0]


def test_an_unknown_scenario_is_answered_with_those_there_are() -> None:
    with pytest.raises(DataError, match=r"unknown scenario 'basic_7p'; there are: .*basic_2p, basic_3p"):
        load_scenario("basic_7p")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (
            lambda d: d["areas"][0].update(kind="lake"),
            "areas: celt_iberia: kind: 'lake' is not land, coastal or open",
        ),
        (
            lambda d: d["areas"][0].update(edges=["Q"]),
            "areas: celt_iberia: edges: ['Q'] is not of N, E, S, W",
        ),
        (lambda d: d["areas"][5].update(x="far"), "Expected `float`, got `str` - at `areas[5].x`"),
        (lambda d: d["areas"][0].update(id="rome"), "areas: an id appears twice"),
        (
            lambda d: d["adjacency"].append(["rome", "atlantis", "documented", ""]),
            "adjacency: rome - atlantis: unknown area 'atlantis'",
        ),
        (
            lambda d: d["meta"]["cut_lines"]["eastern"]["areas"].append("atlantis"),
            "meta.cut_lines: eastern: unknown area 'atlantis'",
        ),
        (
            lambda d: d["meta"]["cut_lines"]["eastern"].update(keep="north"),
            "meta.cut_lines: eastern: keep: 'north' is not west or east",
        ),
        (
            lambda d: d["meta"]["aliases"].update(Ys="atlantis"),
            "meta.aliases: Ys: unknown area 'atlantis'",
        ),
        (
            lambda d: d["meta"]["corner_contacts"].append(["rome", "atlantis"]),
            "meta.corner_contacts: rome - atlantis: unknown area 'atlantis'",
        ),
        (
            lambda d: d["adjacency"].append(["rome", "rome", "documented", ""]),
            "adjacency: rome - rome: an area has no border with itself",
        ),
        (
            lambda d: d["adjacency"].append([*reversed(d["adjacency"][0][:2]), "documented", ""]),
            "adjacency: tarraconensis - celt_iberia: appears twice",
        ),
        (
            lambda d: d["areas"][1].update(home_of="persia"),
            "areas: tarraconensis: home_of: unknown civilization 'persia'",
        ),
        (
            lambda d: d["areas"][1].update(home_of="celt_iberia"),
            "areas: tarraconensis: home_of: the home of celt_iberia is celt_iberia",
        ),
        (lambda d: d["areas"].pop(), "areas: 106 are needed, found 105"),
        (
            lambda d: d["meta"]["competition_sequence"].pop(),
            "meta.competition_sequence: does not list every area once",
        ),
    ],
)
def test_a_broken_map_names_file_entry_and_field(spoil: Break, message: str) -> None:
    content = json.loads((DATA / MAP_FILE).read_bytes())
    spoil(content)
    with pytest.raises(DataError) as error:
        parse_map(json.dumps(content).encode(), "broken.json")
    assert str(error.value) == f"broken.json: {message}"


def test_a_map_that_is_no_json() -> None:
    with pytest.raises(DataError, match=r"broken\.json: "):
        parse_map(b"{", "broken.json")


# ------------------------------------------------------------- broken files: civilizations


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda d: d.update(civilisations=[]), "civilisations: unknown field; there are: civilizations"),
        (lambda d: d["civilizations"].pop(), "civilizations: 10 are needed, found 9"),
        (lambda d: d["civilizations"].append("Persia"), "'Persia': Expected `object`, got `str`"),
        (lambda d: d["civilizations"][1].update(id="rome"), "rome (Carthage): id: Rome has it already"),
        (
            lambda d: d["civilizations"][1].update(home="byrsa"),
            "carthage (Carthage): home: unknown area 'byrsa'",
        ),
        (
            lambda d: d["civilizations"][1]["abilities"][0].update(home="byrsa"),
            "carthage (Carthage): abilities[0].home: unknown area 'byrsa'",
        ),
        (lambda d: d["civilizations"][6].update(walls=-1), "troy (Troy): Expected `int` >= 0 - at `walls`"),
        (
            lambda d: d["civilizations"][1]["abilities"][0].update(
                either=[[{"op": "buy_allies", "at_most": 1}]]
            ),
            "carthage (Carthage): abilities[0].either[0][0] (buy_allies): speaks of a named area",
        ),
        (
            lambda d: d["civilizations"][2]["abilities"][0].update(either=[[{"op": "exchange"}]]),
            "celt_iberia (Celt-Iberia): abilities[0].either[0][0] (exchange): "
            "an ability of the moment acquisition leaves its user no choice here",
        ),
        (
            lambda d: d["civilizations"][2]["abilities"][0].update(either=[[{"op": "gain", "vp": 1}]] * 2),
            "celt_iberia (Celt-Iberia): abilities[0].either: no alternatives at this moment",
        ),
    ],
)
def test_broken_civilizations_name_file_entry_and_field(spoil: Break, message: str, tmp_path: Path) -> None:
    content = data_file(CIVILIZATIONS_FILE)
    assert complaint(parse_civilizations, content, spoil, tmp_path).startswith(message)
