"""The data files and their pages: what they must hold."""

from __future__ import annotations

import re
from collections import Counter
from math import ceil
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from acis_rules import Game, scenarios
from acis_rules.box.civilizations import load_civilizations
from acis_rules.box.deck import Investment, Negates, PrintedCard, PrintedWonder, load_deck
from acis_rules.box.epoch_rows import load_table
from acis_rules.box.scenario import load_scenario
from acis_rules.effects import AnyOperation, Where
from acis_rules.phases.epoch_table import row_of

DECK = load_deck()
CARDS = DECK.cards[1:]
COLOURS = ("red", "green", "blue", "purple", "brown", "yellow")


# -------------------------------------------------------------------------------- the deck


@pytest.mark.rule("DEF-44", "DEF-58")
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
    assert Counter(card.source.id_basis for card in CARDS) == {
        "documented": 21, "inferred": 5, "assigned": 77,
    }  # fmt: skip
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


@pytest.mark.rule("DEF-02", "DEF-58")
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


@pytest.mark.rule("DEF-58")
@pytest.mark.parametrize("name", scenarios())
def test_the_discs_of_the_box_suffice(name: str) -> None:
    """50 of each colour: six for civilizations, black ones for the Barbarians, white ones."""
    scenario = load_scenario(name)
    colours = [faction.colour for faction in scenario.factions]
    assert len({*colours}) == len(colours) and {*colours} <= {*COLOURS}
    assert sum(ceil(faction.pool / 50) for faction in scenario.factions) <= len(COLOURS)
    assert Game.new(name).state.world.pool[-1] <= 50


@pytest.mark.rule("DEF-65")
@pytest.mark.parametrize("name", scenarios())
def test_npcs_can_run_any_side_of_a_scenario_or_all(name: str) -> None:
    seats = range(load_scenario(name).players)
    for npcs in (*([seat] for seat in seats), [*seats]):
        world = Game.new(name, options={"npcs": npcs}).state.world
        assert {*npcs} <= {*world.npc_seats}


# --------------------------------------------------------------------------------- the pages

DOCS = Path(__file__).parents[3] / "docs"


def test_the_page_about_positions_names_every_field() -> None:
    page = (DOCS / "positions.md").read_text(encoding="utf-8")
    written = Game.new("basic_2p").to_dict()
    for field in (*written, *written["factions"][0]):
        assert f"`{field}`" in page, field


def test_the_example_on_the_page_about_positions_can_be_played() -> None:
    page = (DOCS / "positions.md").read_text(encoding="utf-8")
    example = re.search(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert example is not None
    game = Game.from_dict(yaml.safe_load(example[1]))
    s = game.state
    assert (s.epoch, s.turn, s.phase, s.order) == (2, 3, "competition", [1, 0])
    assert s.world.board.areas[s.competition_area].id == "tyre"
    assert game.legal_actions() and Game.from_dict(game.to_dict()).to_dict() == game.to_dict()


def test_the_page_about_cards_describes_every_operation_with_all_its_fields() -> None:
    page = (DOCS / "cards.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^### `(\w+)`$(.*?)(?=^##)", page, re.MULTILINE | re.DOTALL))
    operations = {operation.__struct_config__.tag: operation for operation in get_args(AnyOperation)}
    assert sections.keys() == operations.keys()
    for tag, operation in operations.items():
        first_cells = re.findall(r"^\| (`.*?) \|", sections[tag], re.MULTILINE)
        described = re.findall(r"`(\w+)`", " ".join(first_cells))
        assert sorted(described) == sorted(operation.__struct_fields__), tag
    for record in (Where, PrintedCard, Negates, Investment, PrintedWonder):
        for field in record.__struct_fields__:
            assert f"`{field}`" in page, f"{record.__name__}: {field}"
