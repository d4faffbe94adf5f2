"""What is said when a data file is broken: the file, the entry, the field."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from spoilt import Break, complaint, data_file

from acis_rules import DataError, Game
from acis_rules.box import epoch_rows
from acis_rules.box.board import MAP_FILE, parse_map
from acis_rules.box.civilizations import parse_civilizations
from acis_rules.box.data_files import CIVILIZATIONS_FILE, read_yaml
from acis_rules.box.deck import load_deck, parse_deck
from acis_rules.box.scenario import load_scenario, parse_scenario

DATA = resources.files("acis_rules") / "data"
DECK = load_deck()


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    return tmp_path / "broken.yaml"


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


# ------------------------------------------------------------------ a broken Epoch Change table


@pytest.mark.rule("EPO-18")
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda d: d["rows"][1].pop("name"), "row 2: Object missing required field `name`"),
        (lambda d: d["rows"][1].update(first=8), "rows: must cover the ids 1 to 103 in order, each once"),
        (lambda d: d["rows"].pop(), "rows: must cover the ids 1 to 103 in order, each once"),
    ],
)
def test_a_broken_epoch_change_table_names_the_row(
    spoil: Break, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(file: Path) -> object:
        monkeypatch.setattr(epoch_rows, "read_yaml", lambda path, name: read_yaml(file, name))
        return epoch_rows.load_table.__wrapped__()

    assert complaint(read, data_file(epoch_rows.EPOCH_TABLE_FILE), spoil, tmp_path) == message
