"""Positions as data: what is written of each thing on the table, and what holds if nothing is said of it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from helpers import Table, position

from acis_rules import Game, PositionError
from acis_rules import position as positions
from acis_rules.box.civilizations import load_civilizations
from acis_rules.box.scenario import load_scenario
from acis_rules.errors import AcisError

PHILOSOPHER = 93  # can always be played: the Card Phase waits for whoever holds it


def written(t: Table, field: str) -> Any:
    return t.game.to_dict()[field]


@pytest.mark.parametrize("civilization", [one.id for one in load_civilizations()])
def test_every_civilization_is_written_by_name(civilization: str) -> None:
    t = position("basic_6p", phase="cards", **{civilization: {"hand": [PHILOSOPHER]}})
    content = t.game.to_dict()
    assert content["factions"][t.faction(civilization)]["civilization"] == civilization
    assert Game.from_dict(content).state.civilization == t.s.civilization


def test_before_the_choice_nobody_has_a_civilization() -> None:
    game = Game.new("basic_3p")
    assert game.decision.kind == "civilization"
    content = game.to_dict()
    assert [faction["civilization"] for faction in content["factions"]] == [None] * 3
    assert Game.from_dict(content).to_dict() == content


RICH: dict[str, Any] = {
    "egypt": {
        "discs": {"egypt": 4, "kush": 1, "sinai": 2, "red_sea": 1},
        "hand": [PHILOSOPHER, 39],
        "vp": "7/2",
    },
    "troy": {"discs": {"troy": 1}, "hand": [7, 55], "vp": 3},
    "barbarians": {"discs": {"lydia": 5}},
    "wonders": [{"wonder": "Colossus", "owner": "egypt", "area": "sinai", "discs": 2, "buried": True}],
    "investments": [{"card": 79, "owner": "troy", "discs": 1}],
    "known": [{"viewer": 0, "holder": 1, "cards": [55]}],
    "gold": [{"area": "kush", "owner": "egypt", "discs": 2}],
    "used": [3, 89],
    "phase": "cards",
}


def test_what_lies_on_the_table_is_written_as_it_lies_there() -> None:
    t = position(**RICH)
    content = t.game.to_dict()
    egypt, troy = content["factions"]
    assert egypt["discs"] == {"egypt": 4, "kush": 1, "sinai": 2, "red_sea": 1} and troy["discs"] == {
        "troy": 1
    }
    assert (egypt["vp"], troy["vp"]) == ("7/2", 3)
    assert content["barbarians"] == {"discs": {"lydia": 5}, "supply": 45}
    assert content["wonders"] == [
        {"wonder": "Colossus", "owner": 0, "area": "sinai", "discs": 2, "buried": True}
    ]
    assert content["investments"] == [{"card": 79, "owner": 1, "discs": 1}]
    assert content["known"] == [{"viewer": 0, "holder": 1, "cards": [55]}]
    assert content["gold"] == [{"area": "kush", "owner": 0, "discs": 2}]
    assert content["used"] == [3, 89] and content["order"] == [0, 1]
    assert content["question"]["kind"] == "card_action" and content["asker"] is not None
    assert t.s.vp == [Fraction(7, 2), 3]


def test_what_is_written_is_read_again() -> None:
    content = position(**RICH).game.to_dict()
    assert Game.from_dict(content).to_dict() == content


def test_who_knows_which_card_of_whom() -> None:
    """Of three: the one who looks and the one who holds are told apart."""
    known = [{"viewer": 1, "holder": 2, "cards": [39, 55]}, {"viewer": 2, "holder": 0, "cards": [7]}]
    first, second, third = load_scenario("basic_3p").choice[:3]
    hands = {first: {"hand": [7, PHILOSOPHER]}, second: {}, third: {"hand": [39, 55]}}
    t = position("basic_3p", phase="cards", known=known, **hands)
    assert written(t, "known") == known
    assert t.game.view(2).known[0] == 1 << 7 and not any(t.game.view(0).known)


def test_white_discs_are_written_with_the_side_they_help() -> None:
    """Egypt, first, may still commit a card before the Trojan ally falls."""
    allies = [{"area": "tyre", "faction": 1, "n": 2}]
    egypt = {"discs": {"tyre": 2}, "hand": [63, 64]}
    t = position(phase="competition", egypt=egypt, troy={"discs": {"tyre": 2}}, allies=allies)
    assert t.asked("commit", "egypt") and written(t, "allies") == allies
    assert Game.from_dict(t.game.to_dict()).state.allies == t.s.allies == {(t.area("tyre"), 1): 2}


# ---------------------------------------------------------------------- what need not be said


def test_a_position_begins_where_a_game_would() -> None:
    given: dict[str, Any] = {"factions": [{"civilization": "egypt"}, {"civilization": "troy"}]}
    game = Game.from_dict(given)
    s = game.state
    assert s.world.scenario_name == "basic_2p" and (s.epoch, s.turn, s.phase) == (1, 1, "growth")
    assert s.order == [0, 1] and not s.world.options.rules
    full = {"acis_position": 2, "scenario": "basic_2p", "options": {}, "rng": 0, "epoch": 1, "turn": 1}
    assert Game.from_dict(given | full | {"phase": "growth"}).to_dict() == game.to_dict()


def test_the_first_epoch_is_that_of_the_scenario() -> None:
    given = {"scenario": "second_punic_war", "phase": "cards"}
    content = Game.new("second_punic_war").to_dict()
    factions = [{"civilization": one["civilization"]} for one in content["factions"]]
    assert Game.from_dict(given | {"factions": factions}).state.epoch == content["epoch"] == 2


@pytest.mark.parametrize(
    ("field", "value"), [("epoch", 0), ("epoch", 5), ("turn", 0), ("turn", 5), ("rng", -1), ("rng", 2**64)]
)
def test_numbers_that_no_position_has(field: str, value: int) -> None:
    with pytest.raises(PositionError, match=rf"position\.{field}: {value}"):
        Game.from_dict({"factions": [{"civilization": "egypt"}, {"civilization": "troy"}], field: value})


@pytest.mark.parametrize(
    ("field", "value"), [("epoch", 1), ("epoch", 4), ("turn", 1), ("turn", 4), ("rng", 0), ("rng", 2**64 - 1)]
)
def test_the_least_and_the_most(field: str, value: int) -> None:
    content = position(phase="cards", egypt={"hand": [PHILOSOPHER]}, troy={}).game.to_dict()
    assert getattr(Game.from_dict(content | {field: value}).state, field) == value


@pytest.mark.parametrize(
    ("top", "words"),
    [
        ({"acis_position": 1}, "position: version 1, this program reads 2"),
        ({"acis_position": "2"}, "position: version '2', this program reads 2"),
        ({"acis_position": True}, "position: version True, this program reads 2"),
        ({"scenario": 2}, "position.scenario: 2 is not the name of one"),
        ({"scenario": ["basic_2p"]}, "position.scenario: ['basic_2p'] is not the name of one"),
        ({"options": [1]}, "position.options: must be a mapping, not list"),
        ({"options": {"luck": 1}}, "position: options: luck: no such option"),
        ({"phase": "lunch"}, "position.phase: unknown phase 'lunch'; there are: "),
        ({"order": 0}, "position.order: 0 is not a list"),
        ({"order": "egypt"}, "position.order: 'egypt' is not a list"),
        ({"order": [0]}, "position.order: [0] must name every civilization once, but none that is out"),
        ({"order": [0, 1, 1]}, "position.order: [0, 1, 1] must name every civilization once"),
    ],
)  # fmt: skip
def test_what_is_wrong_at_the_top_is_said(top: dict[str, Any], words: str) -> None:
    given = {"factions": [{"civilization": "egypt"}, {"civilization": "troy"}]}
    with pytest.raises(PositionError) as error:
        Game.from_dict(given | top)
    assert str(error.value).startswith(words)


def test_the_order_may_be_given_by_name_or_number() -> None:
    given: dict[str, Any] = {"factions": [{"civilization": "egypt"}, {"civilization": "troy"}]}
    for order in (["troy", "egypt"], [1, 0], ("troy", 0)):
        assert Game.from_dict(given | {"order": order}).state.order == [1, 0]


def test_a_file_is_named_and_of_a_reasonable_size(tmp_path: Path) -> None:
    file = tmp_path / "here.yaml"
    file.write_text("factions: [{civilization: egypt}, {civilization: atlantis}]", encoding="utf-8")
    with pytest.raises(PositionError, match=r"here\.yaml: .*unknown civilization 'atlantis'"):
        positions.load(file)
    file.write_text("factions: [{civilization: egypt}, {civilization: troy}]", encoding="utf-8")
    assert positions.load(file).civilization == Game.load(file).state.civilization
    with pytest.raises(AcisError, match="larger than 16,777,216 bytes"):
        positions.load("/dev/zero")
