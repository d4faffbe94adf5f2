"""How hard a game is: what players may agree on before it (OPT-04 to OPT-13, DIFF-01 to DIFF-09)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import EVENTS, Table, at, position
from invariants import check_all

from acis_rules import DataError, Game
from acis_rules.table.ending import end_game

DECK = [*EVENTS, *(card for card in range(1, 104) if card not in EVENTS)]
EGYPT, TROY = 0, 1


def drawn(t: Table, civilization: str) -> int:
    """Cards that a civilization has drawn in the Draw step."""
    return sum(e.n for e in t.events("drew") if e.faction == t.faction(civilization))


def draw_step(scenario: str = "basic_2p", **options: Any) -> Table:
    """The Draw step of two civilizations without Cities and talents."""
    return at(
        "draw step", scenario=scenario, egypt={}, troy={}, options=options, deck=DECK, then=["turn order"]
    )


# --------------------------------------------------------------------------------- NPCs and players


@pytest.mark.rule("OPT-04", "DIFF-01")
@pytest.mark.parametrize(
    ("scenario", "npcs", "given", "bonus"),
    [
        ("basic_3p", [1], {}, 2),
        ("basic_3p", [1, 2], {"npc_bonus_vp": 1}, 1),  # more NPCs, a smaller bonus
        ("basic_3p", [1], {"npc_bonus_vp": 0}, 0),
        ("punic_wars", [1], {}, 0),  # no bonus in Historical scenarios
        ("punic_wars", [1], {"npc_bonus_vp": 3}, 3),
    ],
)
def test_npcs_gain_a_bonus_in_every_victory_count(
    scenario: str, npcs: list[int], given: dict[str, int], bonus: int
) -> None:
    lands = {"rome": {"discs": {"rome": 1}}} if scenario == "punic_wars" else {}
    t = position(scenario, options={"npcs": npcs} | given, phase="evaluation", **lands)
    gained = {e.faction: e.n for e in t.events("vp") if e.cause == "npc bonus"}
    assert gained == (dict.fromkeys(npcs, bonus) if bonus else {})


@pytest.mark.rule("NPC-125", "ROME1-05a")
def test_the_bonus_comes_after_all_that_a_scenario_counts() -> None:
    west = {"discs": {"rome": 3}}
    t = position("fall_of_rome_2_v1", west=west, options={"npc_bonus_vp": 4}, phase="evaluation")
    assert list(dict.fromkeys(event.cause for event in t.events("vp"))) == ["cities", "scenario", "npc bonus"]


@pytest.mark.rule("OPT-05", "DIFF-02")
@pytest.mark.parametrize(("player", "npc"), [(4, 3), (3, 2), (4, 2), (2, 4)])
def test_a_card_more_for_the_player_and_a_card_fewer_for_the_npc(player: int, npc: int) -> None:
    t = draw_step(npcs=[TROY], handicaps=[{"base_draw": player}, {"base_draw": npc}])
    assert (drawn(t, "egypt"), drawn(t, "troy")) == (player, npc)


@pytest.mark.rule("OPT-06", "DIFF-03")
def test_talents_at_the_start_and_in_every_card_phase() -> None:
    options = {"handicaps": [{"talents": 2, "phase_talents": 1}, {}], "npcs": [EGYPT]}
    game = Game.new("basic_2p", 1, options | {"civilizations": ["egypt", "troy"]})
    talents = [(e.faction, e.n, e.cause) for e in game.events if e.kind == "talents"]
    assert talents[0] == (EGYPT, 2, "setup")
    t = at("card phase", egypt={}, troy={}, options=options)
    assert (t.of("treasury", "egypt"), t.of("treasury", "troy")) == (1, 0)


@pytest.mark.rule("OPT-06", "DIFF-03")
@pytest.mark.parametrize("change", [2, -2])
def test_growth_two_higher_or_lower(change: int) -> None:
    lands = dict.fromkeys(("egypt", "kush", "nile_delta", "sinai", "libya"), 2)
    usual = at("acquisition", EGYPT, egypt={"discs": lands}, troy={})
    t = at(
        "acquisition",
        EGYPT,
        egypt={"discs": lands},
        troy={},
        options={"handicaps": [{"extra_growth": change}, {}]},
    )
    assert t.of("ready", "egypt") == usual.of("ready", "egypt") + change


@pytest.mark.rule("OPT-09", "DIFF-06")
def test_a_stronger_player() -> None:
    strong: dict[str, Any] = {"handicaps": [{"minimum_growth": 4, "base_draw": 4}, {}]}
    t = at("acquisition", EGYPT, egypt={}, troy={}, options=strong)
    assert t.of("ready", "egypt") == 4
    t = draw_step(**strong)
    assert (drawn(t, "egypt"), drawn(t, "troy")) == (4, 3)


@pytest.mark.rule("OPT-10", "DIFF-07")
@pytest.mark.parametrize("n", [0, 1])
def test_a_weaker_player(n: int) -> None:
    game = Game.new(
        "basic_2p", 1, {"handicaps": [{"opening_hand": n}, {}], "civilizations": ["egypt", "troy"]}
    )
    assert [hand.bit_count() for hand in game.state.hand] == [n, 5]


# ----------------------------------------------------------------------------------------- Invaders


def invaders(folder: Path, **knobs: int) -> str:
    """A scenario in which Troy is an Invader with these numbers."""
    factions = [
        {"player": 0, "colour": "red", "civilization": "egypt"},
        {"player": 1, "colour": "green", "civilization": "troy", "invader": True, "knobs": knobs},
    ]
    content = {"id": "inv", "title": "Inv", "kind": "historical", "board": {"cut_line": "eastern"}}
    file = folder / f"inv_{len(list(folder.iterdir()))}.yaml"
    file.write_text(yaml.safe_dump(content | {"factions": factions, "setup": {"placement": 12}, "npcs": [1]}))
    return str(file)


def ready(scenario: str, **options: Any) -> int:
    """The discs that the Invader gets at least."""
    return at("acquisition", TROY, scenario=scenario, egypt={}, troy={}, options=options).of("ready", "troy")


@pytest.mark.rule("OPT-07", "OPT-08", "DIFF-04", "DIFF-05")
@pytest.mark.parametrize("change", [-4, -2, 2, 4])
def test_the_growth_of_stronger_and_weaker_invaders(change: int, tmp_path: Path) -> None:
    scenario = invaders(tmp_path, minimum_growth=8)
    assert ready(scenario) == 8 and ready(scenario, invader_growth=change) == 8 + change
    t = at("acquisition", EGYPT, scenario=scenario, egypt={}, troy={}, options={"invader_growth": change})
    assert t.of("ready", "egypt") == 3  # who is no Invader grows as usual


@pytest.mark.rule("OPT-07", "OPT-08", "DIFF-04", "DIFF-05")
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_the_bonus_cards_of_stronger_and_weaker_invaders(cards: int, tmp_path: Path) -> None:
    scenario = invaders(tmp_path, bonus_draw=1)
    assert drawn(draw_step(scenario), "troy") == 4
    t = draw_step(scenario, invader_cards=cards)
    assert (drawn(t, "egypt"), drawn(t, "troy")) == (3, 3 + cards)
    without = draw_step(invaders(tmp_path), invader_cards=cards)  # it gets none in the scenario
    assert drawn(without, "troy") == 3


@pytest.mark.rule("OPT-07", "OPT-08", "DIFF-04", "DIFF-05")
@pytest.mark.parametrize("change", [-4, -2, 2, 4])
def test_stronger_and_weaker_invaders_whom_the_scenario_helps_as_npcs(change: int) -> None:
    given = {"invader_growth": change, "invader_cards": 2, "variants": ["assyria"]}
    usual, other = (Game.new("god_king", 1, options).state.world for options in ({}, given))
    for faction in (1, 2):
        npc, changed = usual.knobs[faction], other.knobs[faction]
        assert (npc.minimum_growth, npc.bonus_draw) == (4, 1)
        assert (changed.minimum_growth, changed.bonus_draw) == (4 + change, 2)
    assert other.scenario.factions[1].growth_by_epoch == {3: 6 + change}  # the Assyrians, too
    run = Game.new("god_king_3p", 1, {"invader_growth": 2, "invader_cards": 2}).state.world.knobs[1]
    assert (run.minimum_growth, run.bonus_draw) == (5, 0)  # run by a player it has no bonus card


@pytest.mark.rule("OPT-05", "OPT-06", "DIFF-02", "DIFF-03")
def test_a_handicap_goes_before_what_the_scenario_gives_npcs() -> None:
    handicaps = [{}, {"minimum_growth": 5, "base_draw": 2}, {}, {}]
    hittites, sea_peoples = Game.new("god_king", 1, {"handicaps": handicaps}).state.world.knobs[1:3]
    assert (hittites.minimum_growth, hittites.base_draw, hittites.bonus_draw) == (5, 2, 1)
    assert (sea_peoples.minimum_growth, sea_peoples.base_draw) == (4, 3)


@pytest.mark.parametrize("given", [{"invader_growth": 2}, {"invader_cards": 0}])
def test_without_invaders_nobody_is_stronger_or_weaker(given: dict[str, int]) -> None:
    with pytest.raises(DataError, match=f"options: {next(iter(given))}: possible only in scenarios with Inv"):
        Game.new("basic_2p", 0, given)
    with pytest.raises(DataError, match="options: invader_growth"):
        Game.new("basic_2p", 0, {"invader_growth": 3})


# ------------------------------------------------------------------------------------------- Aeneas


@pytest.mark.rule("OPT-11", "DIFF-08")
@pytest.mark.parametrize(
    ("epoch", "given", "asked"),
    [
        (2, {}, True),
        (2, {"aeneas_uses": 0}, False),
        (3, {}, False),  # the final Epoch
        (3, {"final_aeneas": True}, True),
    ],
)
def test_aeneas_in_games_of_fewer_epochs(epoch: int, given: dict[str, Any], asked: bool) -> None:
    options = {"epochs": [2, 3]} | given
    t = at("aeneas step", 0, egypt={}, troy={"discs": {"troy": 2}}, epoch=epoch, options=options,
           then=["sudden end"])  # fmt: skip
    assert t.asked("aeneas", "egypt") == asked


@pytest.mark.rule("OPT-12", "DIFF-09")
def test_more_than_one_aeneas() -> None:
    for used, asked in ((0, True), (1, True), (2, True), (3, False)):
        t = at("aeneas step", 0, egypt={"aeneas_used": used}, troy={"discs": {"troy": 2}},
               options={"aeneas_uses": 3}, then=["sudden end"])  # fmt: skip
        assert t.asked("aeneas", "egypt") == asked


# ---------------------------------------------------------------------------------- one against two


@pytest.mark.rule("OPT-13")
@pytest.mark.parametrize(("divisor", "winner"), [(3, 1), (4, 1), (5, 0)])
def test_the_divisor_of_the_player_with_two(divisor: int, winner: int) -> None:
    game = Game.new("three_civs_a", 1, {"single": 1, "divisor": divisor})
    game.state.vp[:] = [21, 10, 20]
    end_game(game.state)
    assert game.winners == [winner]


def test_games_with_all_of_it(tmp_path: Path) -> None:
    game = Game.new(
        invaders(tmp_path, minimum_growth=8, bonus_draw=1),
        2,
        {"invader_growth": 4, "invader_cards": 2, "final_aeneas": True, "aeneas_uses": 2},
    )
    rng = random.Random(2)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
    check_all(game)
