"""What stays fixed during a game: who has which role in each scenario, and what options change of it."""

from __future__ import annotations

import functools
import pickle
from copy import deepcopy
from typing import Any

import pytest
from helpers import position

from acis_rules import DataError
from acis_rules.box.world import World
from acis_rules.kernel.bits import members

HANNIBAL, PERSIANS, DARIUS, GOD_KING = "hannibal", "greeks_persians", "darius", "god_king"
FALL, VISIGOTHS, SOLO = "fall_of_rome_1_4p", "fall_of_rome_1_2p_2", "caesar_pompey_solo"


@functools.cache
def of(scenario: str) -> World:
    return World(scenario)


# --------------------------------------------------------------------------------------- roles


@pytest.mark.parametrize(
    ("scenario", "role", "factions"),
    [
        (HANNIBAL, "takers", [0, 1, 2]),  # Syracuse has no turn
        (HANNIBAL, "scorers", [0, 1]),
        (HANNIBAL, "npcs", [2]),
        (HANNIBAL, "looters", [0, 1, 2]),
        ("hannibal_solo", "npcs", [0, 2]),
        (FALL, "takers", [0, 1, 2, 3]),
        (FALL, "decides_ties", [0, 2]),
        (FALL, "owes_marker", [1, 3]),
        (FALL, "looters", [0, 2]),
        (FALL, "npcs", []),
        (PERSIANS, "npcs", [1, 2]),
        (PERSIANS, "reinforced", [1, 2]),
        (DARIUS, "npcs", [0]),
        (GOD_KING, "npcs", [1, 2]),
        (GOD_KING, "takers", [0, 1, 2]),  # the tributaries play with Egypt
        (GOD_KING, "owes_marker", []),
        ("created_exploration", "dormant", [1, 2]),
        ("created_exploration", "unknown", [1, 2]),
        ("created_exploration", "begins", [0]),
        ("basic_2p", "begins", []),
        (HANNIBAL, "reinforced", []),
    ],
)
def test_who_has_which_role(scenario: str, role: str, factions: list[int]) -> None:
    assert members(getattr(of(scenario), role)) == factions


@pytest.mark.parametrize(
    ("scenario", "what", "value"),
    [
        (HANNIBAL, "ids", ("carthage", "rome", "macedon", "syracuse")),
        (HANNIBAL, "player", (0, 1, 2, 1)),
        (HANNIBAL, "pool", (50, 50, 26, 50, 50)),
        (HANNIBAL, "side", (0, 1, 0, 1)),
        (HANNIBAL, "seat_side", (0, 1, 0)),
        (HANNIBAL, "patron", (0, 1, 2, 1)),
        (HANNIBAL, "npc_seats", (2,)),
        (HANNIBAL, "n_seats", 3),
        (GOD_KING, "patron", (0, 1, 2, 0)),
        (GOD_KING, "joint_seas", ((0, 3),)),
        (GOD_KING, "partners", (0b1001, 0, 0, 0b1001)),
        (GOD_KING, "groups", ()),
        (PERSIANS, "groups", ((1, 2),)),
        (PERSIANS, "partners", (0, 0b110, 0b110)),
        (PERSIANS, "joint_seas", ()),
        (PERSIANS, "side", (0, 1, 1)),
        (DARIUS, "npc_seats", (1,)),
        (VISIGOTHS, "side", (1, 0, 0, 1)),
        (SOLO, "pool", (100, 100, 50)),
        ("basic_2p", "ids", ("", "")),
        ("basic_2p", "side", (0, 1)),
        ("basic_2p", "divisor", (1, 1)),
        ("three_west", "divisor", (1, 1, 1)),
    ],
)
def test_what_a_scenario_gives_everybody(scenario: str, what: str, value: Any) -> None:
    assert getattr(of(scenario), what) == value


@pytest.mark.rule("NPC-07", "NPC-08")
@pytest.mark.parametrize(
    ("scenario", "options", "enemies"),
    [
        ("basic_3p", {}, [[1, 2], [0, 2], [0, 1]]),
        ("basic_3p", {"npcs": [1, 2], "npc_hostility": False}, [[1, 2], [0], [0]]),
        ("basic_3p", {"npcs": [1, 2]}, [[], [], []]),  # strangers at first
        ("basic_3p", {"npcs": [2]}, [[1], [0], []]),
        ("four_civs_b", {"teams": [[0, 2], [1, 3]]}, [[1, 3], [0, 2], [1, 3], [0, 2]]),
        (HANNIBAL, {}, [[1], [0, 2], [1], []]),
        (GOD_KING, {}, [[1, 2], [0, 3], [0, 3], [1, 2]]),
        (FALL, {}, [[1, 2, 3], [0, 2], [0, 1, 3], [0, 2]]),
        (PERSIANS, {}, [[1, 2], [0], [0]]),
    ],
)
def test_who_is_whose_enemy_at_first(
    scenario: str, options: dict[str, Any], enemies: list[list[int]]
) -> None:
    assert [members(mask) for mask in World(scenario, options).first_enemies] == enemies


@pytest.mark.parametrize(
    ("scenario", "options", "bonus", "strangers", "by_category"),
    [
        ("basic_2p", {}, 2, False, False),
        ("basic_2p", {"npcs": [1]}, 2, True, False),
        ("basic_2p", {"npcs": [1], "npc_bonus_vp": 0, "npc_hostility": False}, 0, False, False),
        ("basic_2p", {"npcs": [1], "npc_bonus_vp": 5}, 5, True, False),
        (HANNIBAL, {}, 0, False, False),  # two players
        ("hannibal_solo", {}, 0, False, True),
        (SOLO, {}, 0, False, True),
        (SOLO, {"npc_bonus_vp": 3}, 3, False, True),
        ("caesar_pompey", {}, 0, False, False),
        (PERSIANS, {}, 0, False, True),
    ],
)
def test_how_npcs_are_treated(
    scenario: str, options: dict[str, Any], bonus: int, strangers: bool, by_category: bool
) -> None:
    world = World(scenario, options)
    assert (world.npc_bonus_vp, world.hostility, world.by_category) == (bonus, strangers, by_category)


@pytest.mark.rule("NPC-27", "TEAM-03")
@pytest.mark.parametrize(
    ("scenario", "options", "seen"),
    [
        ("basic_3p", {"npcs": [2]}, [[2], [2], [2]]),
        ("basic_3p", {}, [[], [], []]),
        ("four_civs_b", {"teams": [[0, 2], [1, 3]]}, [[], [], [], []]),
        ("four_civs_b", {"teams": [[0, 2], [1, 3]], "team_hands": True}, [[0, 2], [1, 3], [0, 2], [1, 3]]),
        ("four_civs_b", {"teams": [[0, 2], [1, 3]], "team_hands": True, "npcs": [1]},
         [[0, 1, 2], [1, 3], [0, 1, 2], [1, 3]]),
    ],
)  # fmt: skip
def test_whose_cards_a_seat_sees(scenario: str, options: dict[str, Any], seen: list[list[int]]) -> None:
    assert [members(mask) for mask in World(scenario, options).open_to] == seen


@pytest.mark.parametrize(
    ("scenario", "apart"),
    [(PERSIANS, {61, 91}), (GOD_KING, {41, 44}), (HANNIBAL, set()), ("basic_2p", set())],
)
def test_cards_before_their_owner_from_the_start(scenario: str, apart: set[int]) -> None:
    assert {*members(of(scenario).laid_out)} == apart


def test_cards_that_are_not_in_the_game() -> None:
    assert members(of(FALL).boxed) == [62] and of("basic_2p").boxed == 0


@pytest.mark.rule("EXP-16")
@pytest.mark.parametrize(
    ("scenario", "options", "full"),
    [
        ("basic_2p", {}, False),
        ("basic_2p", {"epochs": [1, 2]}, False),
        ("basic_2p", {"full_last_epoch": True}, True),
        ("created_standard", {}, False),
        ("created_standard", {"epochs": [1, 2]}, True),
    ],
)
def test_a_created_game_with_a_limit_in_epochs_ends_no_earlier(
    scenario: str, options: dict[str, Any], full: bool
) -> None:
    assert World(scenario, options).full_last_epoch == full


@pytest.mark.rule("ROME1-08h")
def test_the_numbers_of_a_faction_that_is_reborn() -> None:
    as_civilization, as_huns = of(FALL).reborn_knobs
    huns = of(FALL).scenario.huns
    assert huns is not None and huns.minimum_growth > 3
    assert (as_civilization.minimum_growth, as_huns.minimum_growth) == (3, huns.minimum_growth)
    assert of("basic_2p").reborn_knobs[0] == of("basic_2p").reborn_knobs[1]


# --------------------------------------------------------------------------- names, what options say


def test_a_faction_is_called_by_its_id_or_by_what_it_plays() -> None:
    t = position(HANNIBAL, phase="cards", carthage={"hand": [93]})
    world = t.s.world
    assert [world.called(t.s, f) for f in range(4)] == ["carthage", "rome", "macedon", "syracuse"]
    assert [world.named(t.s, name) for name in ("carthage", "syracuse", "persia", "")] == [0, 3, -1, -1]
    t = position(phase="cards", egypt={"hand": [93]}, troy={})
    assert [t.s.world.named(t.s, name) for name in ("egypt", "troy", "rome")] == [0, 1, -1]
    assert [t.s.world.called(t.s, f) for f in range(2)] == ["egypt", "troy"]


def test_the_first_civilization_of_the_file_is_found() -> None:
    t = position("basic_6p", phase="cards", gaul={"hand": [93]})
    assert t.s.world.civilizations[0].id == "rome"
    assert t.s.civilization[t.s.world.named(t.s, "rome")] == 0


@pytest.mark.parametrize(
    ("scenario", "options", "words"),
    [
        ("basic_3p", {"npcs": [3]}, "options: npcs: [3]; possible: seats of 0 to 2, each once"),
        ("basic_3p", {"npcs": [1, 1]}, "options: npcs: [1, 1]; possible: seats of 0 to 2, each once"),
        ("basic_3p", {"npcs": [-1]}, "options: npcs: [-1]; possible: seats of 0 to 2, each once"),
        ("basic_3p", {"npc_hostility": True},
         "options: npc_hostility: true; possible only with seats in npcs"),
        ("four_civs_b", {"npcs": [1], "npc_hostility": True, "teams": [[0, 2], [1, 3]]},
         "options: npc_hostility: true; possible only without teams"),
        ("basic_3p", {"turn_order": [0, 1]}, "options: turn_order: [0, 1]; possible: 0 to 2, each once"),
        ("basic_3p", {"turn_order": [0, 1, 1]},
         "options: turn_order: [0, 1, 1]; possible: 0 to 2, each once"),
        ("basic_3p", {"turn_order": [1, 2, 3]},
         "options: turn_order: [1, 2, 3]; possible: 0 to 2, each once"),
        ("basic_2p", {"civilizations": ["egypt"]},
         "options: civilizations: ['egypt']; possible: 2 different ones"),
        ("basic_2p", {"civilizations": ["egypt", "egypt"]},
         "options: civilizations: ['egypt', 'egypt']; possible: 2 different ones"),
        ("basic_2p", {"civilizations": ["egypt", "rome"]},
         "options: civilizations[1]: 'rome'; possible: troy"),
        ("created_exploration", {"civilizations": ["egypt", "troy", "rome", "gaul"]},
         "options: civilizations: some appear later; nobody knows yet what they are"),
        ("basic_6p", {"barbarian_hordes": True},
         "options: barbarian_hordes: true; possible only if there is a colour no civilization uses"),
        ("basic_2p", {"handicaps": [{}, {"opening_hand": 6}]},
         "options: handicaps[1]: opening_hand: 6; only 5 cards are set aside for it"),
        ("hannibal", {"handicaps": [{"opening_hand": 6}] * 3 + [{}]},
         "options: handicaps: 18 cards are dealt, 12 are set aside"),
        ("basic_2p", {"handicaps": [{"luck": 1}, {}]}, "options: handicaps[0]: "),
        ("basic_2p", {"handicaps": [{}, {"luck": 1}]}, "options: handicaps[1]: "),
    ],
)  # fmt: skip
def test_options_that_do_not_fit_the_scenario(scenario: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError) as error:
        World(scenario, options)
    assert str(error.value).startswith(words)


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("basic_3p", {"npcs": [0, 2]}),
        ("basic_3p", {"turn_order": [2, 0, 1]}),
        ("basic_2p", {"civilizations": ["troy", "egypt"]}),
        ("basic_5p", {"barbarian_hordes": True}),
        ("hannibal_solo", {"npc_hostility": True}),
    ],
)
def test_options_that_do(scenario: str, options: dict[str, Any]) -> None:
    world = World(scenario, options)
    for name, value in options.items():
        assert getattr(world.options, name) == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.rule("OPT-03")
def test_an_unused_colour_adds_50_barbarians() -> None:
    assert World("basic_5p", {"barbarian_hordes": True}).pool == (50,) * 5 + (100,)


def test_numbers_differ_for_players_and_npcs() -> None:
    world = World("basic_2p", {"handicaps": [{"base_draw": 5}, {}], "npcs": [1]})
    assert [knobs.base_draw for knobs in world.knobs] == [5, 3]


def test_a_world_is_shared_by_all_games_and_can_be_packed() -> None:
    world = World("basic_2p", {"npcs": [1]})
    assert deepcopy(world) is world
    again = pickle.loads(pickle.dumps(world))
    assert again.options == world.options and again.scenario_name == "basic_2p"
    with pytest.raises(TypeError, match="cannot be changed"):
        world.n_seats = 3
    with pytest.raises(TypeError, match="cannot be changed"):
        world.reserve[7] = None
    changed = World("basic_2p", {"double_discs": True})
    with pytest.raises(TypeError, match="cannot be changed"):
        changed.scenario.factions[0].knobs["base_draw"] = 9
