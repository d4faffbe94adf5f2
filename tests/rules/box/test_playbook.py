"""The playbook from cover to cover: each entry can be played, as a scenario or as a way to play one."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table

from acis_rules import Game, scenarios
from acis_rules.box.scenario import load_scenario

LISTED = """
    basic_2p basic_3p basic_4p basic_5p basic_6p
    punic_wars punic_wars_solo second_punic_war second_punic_war_solo
    caesar_pompey caesar_pompey_solo antony_cleopatra antony_cleopatra_solo
    six_civs five_civs four_civs_a four_civs_b four_civs_c four_civs_d
    three_civs_a three_civs_b three_civs_c two_civs_a two_civs_b two_civs_c
    four_west four_east three_west three_east two_west two_east_border two_east_sea_war
    fall_of_rome_1_4p fall_of_rome_1_3p_1 fall_of_rome_1_3p_2
    fall_of_rome_1_2p_1 fall_of_rome_1_2p_2 fall_of_rome_1_2p_3 fall_of_rome_1_2p_4
    fall_of_rome_2_v1 fall_of_rome_2_v2 fall_of_rome_2_v3 hannibal hannibal_solo
    greeks_persians greeks_persians_2p alexander alexander_2p darius darius_2p
    god_king god_king_2p_1 god_king_2p_2 god_king_3p
    god_king_phoenicia_egypt god_king_phoenicia_independent
    god_king_mycenae_egypt god_king_mycenae_independent god_king_mycenae_phoenician god_king_assyria
    created_standard created_exploration
"""
SCENARIOS = LISTED.split()

# Its other twelve entries are no scenarios: the default setup, parts of the map, modes and options of play
WAYS: dict[str, tuple[str, dict[str, Any]]] = {
    "the default setup": ("three_west", {}),
    "the full map": ("created_standard", {"created": {"map": "full"}}),
    "the western map": ("created_standard", {"created": {"map": "western"}}),
    "the extended western map": ("created_standard", {"created": {"map": "extended_western"}}),
    "the eastern map": ("created_standard", {"created": {"map": "eastern"}}),
    "the extended eastern map": ("created_standard", {"created": {"map": "extended_eastern"}}),
    "several civilizations each": ("four_civs_d", {"players": [0, 1, 0, 1]}),
    "one against two": ("three_civs_a", {"single": 1}),
    "teams, combined VP": ("basic_4p", {"teams": [[0, 2], [1, 3]]}),
    "teams, a single winner": ("basic_4p", {"teams": [[0, 2], [1, 3]], "single_winner": True}),
    "two colours each": ("three_civs_b", {"double_discs": True}),
    "Wonders from the start": ("punic_wars", {"starting_wonders": 2}),
}


def test_all_74_entries_of_the_playbook_are_there() -> None:
    assert set(SCENARIOS) == set(scenarios())
    assert len(SCENARIOS) + len(WAYS) == 74


@pytest.mark.parametrize("way", WAYS)
def test_a_way_to_play(way: str) -> None:
    scenario, options = WAYS[way]
    game = Game.new(scenario, 1, options)
    while game.state.phase == "setup":
        game.apply(game.legal_actions()[0])
    assert game.state.phase == "growth"


VARIANTS = {
    "phoenicia_egypt": ("phoenicia_egypt",),
    "phoenicia_independent": ("phoenicia_independent",),
    "mycenae_egypt": ("mycenae_egypt",),
    "mycenae_independent": ("mycenae_independent",),
    "mycenae_phoenician": ("phoenicia_independent", "mycenae_phoenician"),
    "assyria": ("assyria",),
}
PLAYERS = {"egypt": 24, "hittites": 15, "sea_peoples": 12}
CITY_STATES, PHOENICIA, MYCENAE = {"tributaries": 14}, {"phoenicia": 16}, {"mycenae": 12}


@pytest.mark.rule("EGY-S04", "EGY-S07", "EGY-S08", "EGY-S09", "EGY-S10", "EGY-S11", "EGYP-01", "EGYC-03")
@pytest.mark.parametrize(
    ("name", "used", "barbarians", "set_aside"),
    [
        ("god_king", PLAYERS | CITY_STATES, 13, 9),
        ("god_king_phoenicia_egypt", PLAYERS | PHOENICIA, 13, 12),
        ("god_king_phoenicia_independent", PLAYERS | PHOENICIA, 13, 12),
        ("god_king_mycenae_egypt", PLAYERS | CITY_STATES | MYCENAE, 16, 12),
        ("god_king_mycenae_independent", PLAYERS | CITY_STATES | MYCENAE, 16, 12),
        ("god_king_mycenae_phoenician", PLAYERS | PHOENICIA | MYCENAE, 16, 15),
        ("god_king_assyria", PLAYERS | CITY_STATES, 13, 9),
    ],
)
def test_the_sums_of_god_king(name: str, used: dict[str, int], barbarians: int, set_aside: int) -> None:
    """Discs on the map, on the Pyramid, on cards and on the tracks; cards of the first hands; Gold."""
    t = Table(Game.new(name, 1))
    assert {who: 50 - t.of("supply", who) for who in t.s.world.ids} == used
    assert 50 - t.of("supply", "barbarians") == barbarians
    assert t.s.world.scenario.set_aside == sum(hand.bit_count() for hand in t.s.hand) == set_aside
    assert len(t.s.deck) == 103 - 2 - set_aside and sum(n for _, n in t.s.gold.values()) == 6


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_by_its_own_name_is_the_variant_of_the_solitaire_game(name: str) -> None:
    named, laid = load_scenario(f"god_king_{name}"), load_scenario("god_king", VARIANTS[name])
    assert named.variants == VARIANTS[name]
    assert (named.factions, named.setup, named.sides) == (laid.factions, laid.setup, laid.sides)
    more = Game.new(f"god_king_{name}", 1, {"variants": [] if name == "assyria" else ["assyria"]})
    assert "assyria" in more.state.world.scenario.variants
