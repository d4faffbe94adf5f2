"""The worked examples of the solitaire rules, played by an NPC disc by disc."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml
from helpers import Table, moment, position
from npc_tables import Fixed, play_on

from acis_rules import Game
from agents.npc.player import NPC

AT_WAR = {"npc_hostility": False}  # the player is always the enemy, as in Historical scenarios
AT_HOME = {"carthage": 3, "thapsus": 3}  # Cities at home and beside it: the first priorities are met


def deployed(table: Table, npc: NPC, rule: str = "") -> Counter[str]:
    """Where an NPC puts its Ready discs (by this rule), and how many."""
    made = play_on(table, npc, until="card_action")
    return Counter(area for kind, area, why in made if kind == "deploy" and why.startswith(rule))


def carthage(ready: int, discs: dict[str, int], **given: object) -> Table:
    """Carthage, the NPC, deploys so many discs; Rome has a City in Bruttium, with 2 Barbarians."""
    return position(
        "basic_6p", options=AT_WAR | {"npcs": [0]}, **moment("deployment", 0, then=["card phase"]),
        carthage={"discs": AT_HOME | discs, "ready": ready}, **given,
    )  # fmt: skip


@pytest.mark.rule("NPC-06", "EX-05")
def test_the_disc_goes_to_the_third_of_three_equal_areas() -> None:
    table = carthage(1, {"tripolitania": 1, "saldae": 1, "numidia": 1})
    npc = NPC("B+peaceful")
    npc._reveals = npc._ties._reveals = Fixed(12, 7, 88)
    assert deployed(table, npc)["numidia"] == 1  # from north-east to south-west


@pytest.mark.rule("NPC-89", "EX-06")
@pytest.mark.parametrize("ready, there", [(2, 0), (3, 3), (4, 4), (5, 4)])
def test_into_bruttium_go_three_discs_or_more_or_none(ready: int, there: int) -> None:
    table = carthage(
        ready, {"sea_of_sicily": 1}, rome={"discs": {"brutium": 3}, "hand": [93]},
        barbarians={"discs": {"brutium": 2}},
    )  # fmt: skip
    assert deployed(table, NPC())["brutium"] == there


@pytest.mark.rule("NPC-90", "EX-07")
@pytest.mark.parametrize("ready, there", [(1, 0), (2, 2), (3, 3), (6, 3)])
def test_mycenae_meets_two_romans_with_three_discs(ready: int, there: int) -> None:
    table = position(
        "basic_6p", options=AT_WAR | {"npcs": [1]}, **moment("deployment", 1, then=["card phase"]),
        mycenae={"discs": {"thessaly": 3, "illyria": 1}, "ready": ready},
        rome={"discs": {"mycenae": 2}, "hand": [93]},
    )  # fmt: skip
    assert deployed(table, NPC(), "NPC-94")["mycenae"] == there  # in one group: an enemy is in its home area


@pytest.mark.rule("EX-35")
def test_two_known_npcs_on_the_western_map(tmp_path: Path) -> None:
    scenario = {
        "id": "west", "title": "Rome against Carthage and Celt-Iberia", "kind": "created",
        "board": {"cut_line": "western"}, "clock": {"last_epoch": 1},
        "factions": [
            {"player": 0, "colour": "red", "civilization": "rome"},
            {"player": 1, "colour": "blue", "civilization": "carthage"},
            {"player": 2, "colour": "green", "civilization": "celt_iberia"},
        ],
        "setup": {"discs": {
            "rome": {"rome": 2, "etruria": 2, "umbria": 2},
            "carthage": {"carthage": 2, "thapsus": 2, "saldae": 2},
            "celt_iberia": {"celt_iberia": 2, "lusitania": 2, "idubeda": 2},
        }},
    }  # fmt: skip
    file = tmp_path / "west.yaml"
    file.write_text(yaml.safe_dump(scenario), encoding="utf-8")
    game = Game.new(str(file), seed=3, options={"npcs": [1, 2]})
    players = [NPC("", seat) for seat in range(3)]
    for seat in (1, 2):
        assert players[seat].position(game.view(seat), seat).enemies == ()
    while not game.over:
        decision = game.decision
        game.apply(players[decision.seat].act(game.view(decision.seat), decision, game.legal_actions()))
    assert game.winners
