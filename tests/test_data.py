"""The data files: what they must hold, and what is said when one is broken."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from acis_rules import DataError, Game, scenarios
from acis_rules.board import MAP_FILE, parse_map
from acis_rules.civilizations import load_civilizations
from acis_rules.deck import DECK_FILE, Card, Investment, Negates, Wonder, load_deck, parse_deck
from acis_rules.epoch_table import load_table, row_of
from acis_rules.operations import AnyOperation, Where
from acis_rules.scenario import load_scenario, parse_scenario

DATA = resources.files("acis_rules") / "data"
DECK = load_deck()
CARDS = DECK.cards[1:]

Break = Callable[[dict[str, Any]], object]


# -------------------------------------------------------------------------------- the deck


@pytest.mark.rule("DEF-44")
def test_103_fate_cards_and_7_wonders() -> None:
    assert [card.id for card in CARDS] == list(range(1, 104))
    assert len(DECK.wonders) == 7
    assert len({card.name for card in CARDS}) == 103
    assert len({wonder.name for wonder in DECK.wonders}) == 7


def test_seven_events_of_which_four_are_invasions() -> None:
    assert [card.id for card in CARDS if card.event] == [62, 98, 99, 100, 101, 102, 103]
    assert [card.id for card in CARDS if card.invasion] == [98, 99, 100, 101]


@pytest.mark.rule("DEF-45")
def test_a_card_has_at_most_one_type_and_the_fields_that_go_with_it() -> None:
    for card in CARDS:
        source = card.source
        assert len(source.flags) <= 1, card.name
        assert ("N" in source.flags) == (source.negates is not None) == card.negation
        assert ("I" in source.flags) == (source.investment is not None)
        assert ("C" in source.flags) == (source.competition is not None or source.phase_start)
        assert card.name and card.text
    types = Counter(card.source.flags[0] if card.source.flags else "" for card in CARDS)
    assert types == {"": 56, "C": 21, "E": 7, "I": 9, "N": 10}


def test_every_card_is_offered_in_exactly_one_kind_of_moment() -> None:
    offered = [
        DECK.events, DECK.negations, DECK.competition, DECK.phase_start, DECK.card_phase,
    ]  # fmt: skip
    assert sum(offered) == (1 << 104) - 2, "every id from 1 to 103 once"
    assert DECK.turn_order & ~DECK.card_phase == 0, "a card kept for the Turn Order step has a second use"


def test_how_sure_we_are_of_each_card() -> None:
    """docs/reconstruction.md gives these numbers."""
    assert Counter(card.source.basis for card in CARDS) == {
        "documented": 26, "completed": 37, "reconstructed": 40,
    }  # fmt: skip
    assert Counter(card.source.id_basis for card in CARDS) == {"documented": 26, "assigned": 77}
    assert Counter(wonder.basis for wonder in DECK.wonders) == {
        "documented": 2, "completed": 1, "reconstructed": 4,
    }  # fmt: skip
    assert all(card.source.id_basis == "assigned" for card in CARDS if card.source.basis == "reconstructed")


@pytest.mark.parametrize(
    ("name", "tags"),
    [
        ("Earthquake", {"removes": True}),
        ("Gold Mine", {"discs": 4, "gives_talents": True}),
        ("Golden Fleece", {"costs_vp": True, "gives_vp": True}),
        ("Slave Revolt", {"removes": True, "barbarians": True}),
        ("Poet", {"removes": True, "discs": 3}),
        (
            "Bread and Circuses",
            {"removes": True, "costs_vp": True, "costs_talents": True, "costs_cards": True},
        ),
        ("Warrior Queen", {"discs": 2, "allies": True}),
        ("Irrigation Works", {"discs": 2}),
        ("Architect", {"builds_wonder": True, "helps_wonder": True}),
        ("Iconoclasts", {"harms_wonder": True}),
        ("Oracle at Delphi", {"helps_wonder": True, "order": True}),
        ("Surge of Superstition", {"forbids": True}),
        ("Phalanx", {"shields": True}),
        ("Northern Hordes", {"barbarians": True}),
    ],
)
def test_what_a_card_can_do_is_read_from_its_operations(name: str, tags: dict[str, Any]) -> None:
    card = next(card for card in CARDS if card.name == name)
    found = {field: getattr(card.tags, field) for field in card.tags.__struct_fields__}
    assert {field: value for field, value in found.items() if value} == tags


# -------------------------------------------------------- civilizations and the Epoch table


@pytest.mark.rule("DEF-02")
def test_ten_civilizations() -> None:
    assert [civilization.id for civilization in load_civilizations()] == [
        "rome", "carthage", "celt_iberia", "gaul", "mauretania",
        "mycenae", "troy", "phoenicia", "minos", "egypt",
    ]  # fmt: skip


@pytest.mark.rule("EPO-13")
def test_every_card_id_selects_the_row_of_the_epoch_table_that_is_printed() -> None:
    assert [(row.last, row.effect) for row in load_table()] == [
        (6, "black_death"),
        (12, "irrationalism"),
        (19, "tsunami"),
        (26, "traditionalists"),
        (33, "wrath_of_the_gods"),
        (40, "urban_decay"),
        (47, "dynastic_crisis"),
        (54, "deforestation"),
        (61, "drought"),
        (68, "temperate_climate"),
        (75, "devaluation"),
        (82, "sigh_of_relief"),
        (89, "vibrant_economies"),
        (97, "gods_smile"),
        (103, "barbarians_at_the_frontier"),
    ]
    for card in range(1, 104):
        assert row_of(card).first <= card <= row_of(card).last


# ------------------------------------------------------------------------------- scenarios


def test_the_basic_scenarios_offer_the_civilizations_of_the_rulebook() -> None:
    assert {name: load_scenario(name).choice for name in scenarios() if name.startswith("basic_")} == {
        "basic_2p": ("egypt", "troy"),
        "basic_3p": ("celt_iberia", "carthage", "mycenae"),
        "basic_4p": ("gaul", "carthage", "troy", "egypt"),
        "basic_5p": ("gaul", "mauretania", "rome", "troy", "egypt"),
        "basic_6p": ("gaul", "mauretania", "rome", "carthage", "troy", "egypt"),
    }


@pytest.mark.parametrize("name", [f"basic_{n}p" for n in range(2, 7)])
def test_nobody_starts_in_or_next_to_the_home_of_another(name: str) -> None:
    game = Game.new(name, options={"civilizations": load_scenario(name).choice})
    s = game.state
    for faction, home in enumerate(s.home):
        for other in range(s.world.n_factions):
            if other != faction:
                assert not s.at_least[0][other] & (home | s.world.board.around(home))


def test_every_scenario_that_comes_with_the_game_can_be_started() -> None:
    for name, title in scenarios().items():
        game = Game.new(name)
        assert title and not game.over and game.legal_actions()


# ------------------------------------------------------------------- broken files: the deck


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    return tmp_path / "broken.yaml"


def read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = yaml.load((DATA / name).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return content


@pytest.fixture(scope="module")
def deck_file() -> dict[str, Any]:
    return read(DECK_FILE)


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
            "card 54 (Gold Mine): either: at most 4 alternatives",
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
            "card 86 (Iconoclasts): does[0] (bury): speaks of a named Wonder",
        ),
        (
            lambda d: card(d, 79)["investment"].update(discs=0),
            "card 79 (Irrigation Works): investment.discs: at least 1 is needed",
        ),
        (
            lambda d: card(d, 79)["investment"].update(when="dawn"),
            "card 79 (Irrigation Works): Invalid enum value 'dawn' - at `investment.when`",
        ),
        (lambda d: d["cards"].pop(49), "card 50: is missing (ids 1 to 103, each once)"),
        (
            lambda d: d["cards"].append(card(d, 50)),
            "card 50: stands more than once (ids 1 to 103, each once)",
        ),
        (lambda d: d["cards"].append({**card(d, 7), "id": 104}), "ids must be 1 to 103"),
        (lambda d: d["cards"].insert(3, "Plague"), "card 'Plague': Expected `object`, got `str`"),
        (lambda d: d.update(cards={}), "cards: a list is needed"),
        (lambda d: d.pop("wonders"), "wonders: a list is needed"),
        (lambda d: d["wonders"].pop(), "wonders: 7 are needed, found 6"),
        (
            lambda d: d["wonders"][0].update(when="dawn"),
            "wonder Great Pyramid: Invalid enum value 'dawn' - at `when`",
        ),
    ],
)
def test_a_broken_deck_names_file_card_and_field(
    spoil: Break, message: str, deck_file: dict[str, Any], broken: Path
) -> None:
    content = copy.deepcopy(deck_file)
    spoil(content)
    broken.write_text(json.dumps(content))  # JSON is YAML, and quicker to write
    with pytest.raises(DataError) as error:
        parse_deck(broken)
    assert str(error.value).startswith(f"{broken}: ")
    assert message in str(error.value)


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
        (lambda d: d.update(choice=["egypt", "persia"]), "unknown civilization 'persia'"),
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
            "setup.discs.egypt: kush: 5 discs; 1 to 4 are possible",
        ),
        (
            lambda d: d.update(knobs={"base_draw": "three"}),
            "Expected `int`, got `str` - at `knobs.base_draw`",
        ),
    ],
)
def test_a_broken_scenario_names_file_block_and_field(spoil: Break, message: str, broken: Path) -> None:
    content = read("scenarios/basic_2p.yaml")
    spoil(content)
    broken.write_text(json.dumps(content))
    with pytest.raises(DataError) as error:
        parse_scenario(broken)
    assert str(error.value).startswith(f"{broken}: ")
    assert message in str(error.value)


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
        (lambda d: d["areas"][5].update(x="far"), "Expected `float`, got `str` - at `$.areas[5].x`"),
        (lambda d: d["areas"][0].update(id="rome"), "areas: an id stands twice"),
        (
            lambda d: d["adjacency"].append(["rome", "atlantis", "documented", ""]),
            "adjacency: rome - atlantis: unknown area 'atlantis'",
        ),
        (
            lambda d: d["meta"]["cut_lines"]["eastern"]["areas"].append("atlantis"),
            "meta.cut_lines: eastern: unknown area 'atlantis'",
        ),
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


# ------------------------------------------------------------------------ the page about cards


def test_the_page_about_cards_describes_every_operation_with_all_its_fields() -> None:
    page = (Path(__file__).parent.parent / "docs" / "cards.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^### `(\w+)`$(.*?)(?=^##)", page, re.MULTILINE | re.DOTALL))
    operations = {operation.__struct_config__.tag: operation for operation in get_args(AnyOperation)}
    assert sections.keys() == operations.keys()
    for tag, operation in operations.items():
        first_cells = re.findall(r"^\| (`.*?) \|", sections[tag], re.MULTILINE)
        described = re.findall(r"`(\w+)`", " ".join(first_cells))
        assert sorted(described) == sorted(operation.__struct_fields__), tag
    for record in (Where, Card, Negates, Investment, Wonder):
        for field in record.__struct_fields__:
            assert f"`{field}`" in page, f"{record.__name__}: {field}"
