"""Invasions that an NPC directs: where they hurt the player most (NPC-57, NPC-58)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from helpers import Table, position
from npc_tables import look

from acis_rules import Game
from acis_rules.effects import Play
from acis_rules.kernel.actions import area_action
from acis_rules.kernel.bits import mask_of
from agents.npc.events import entry
from agents.npc.player import NPC

SEA_PEOPLES = 98


def lands(table: Table, *entries: str, **given: Any) -> str:
    """Of these seas the one Egypt, an NPC, chooses against Troy, the player."""
    legal = mask_of(area_action(table.area(area)) for area in entries)
    pos = look(table, "egypt", ("troy",), **given)
    action, reason = entry(pos, Play(pos.me, "card", SEA_PEOPLES), legal)
    assert reason == "NPC-57, NPC-58: most harm to Troy"
    return table.name(action)


def troy(discs: dict[str, int], egypt: dict[str, int] | None = None, **given: Any) -> Table:
    return position(
        "basic_6p", options={"npcs": [0]}, phase="cards", egypt={"discs": egypt or {"kush": 1}, "hand": [93]},
        troy={"discs": discs}, **given,
    )  # fmt: skip


def coast(table: Table, sea: str) -> list[str]:
    """The land areas next to a sea."""
    board = table.s.world.board
    near = board.land_neighbours[table.area(sea)]
    return [area.id for i, area in enumerate(board.areas) if near >> i & 1]


def two_coasts() -> tuple[str, str, list[str], list[str]]:
    """Two seas far from each other, with as many land areas around them."""
    table = troy({"troy": 1})
    board = table.s.world.board
    seas = [area.id for i, area in enumerate(board.areas) if board.coastal >> i & 1]
    for one, other in combinations(seas, 2):
        here, there = coast(table, one), coast(table, other)
        if len(here) == len(there) > 2 and not set(here) & set(there):
            return one, other, here, there
    raise AssertionError("no such seas")


ONE, OTHER, HERE, THERE = two_coasts()
PRIZES = ("gold", "wonder", "city", "settlement", "camp")


@pytest.mark.rule("NPC-57")
def test_an_area_with_the_players_discs_comes_first() -> None:
    table = troy({ONE: 1, THERE[0]: 3, THERE[1]: 3})
    assert lands(table, ONE, OTHER) == lands(table, OTHER, ONE) == ONE


@pytest.mark.rule("NPC-58")
@pytest.mark.parametrize("i", range(len(PRIZES) - 1))
def test_gold_then_wonders_cities_settlements_camps(i: int) -> None:
    """One prize of the better kind counts more than one of the next kind."""
    discs = {"gold": 1, "wonder": 1, "city": 3, "settlement": 2, "camp": 1}
    for near, far, sea in ((HERE, THERE, ONE), (THERE, HERE, OTHER)):
        better, worse = PRIZES[i], PRIZES[i + 1]
        places = {near[0]: better, far[0]: worse}
        wonders = [
            {"wonder": "Colossus", "owner": "troy", "area": area, "discs": 1}
            for area, prize in places.items()
            if prize == "wonder"
        ]
        gold = [{"area": area, "owner": "troy"} for area, prize in places.items() if prize == "gold"]
        table = troy({area: discs[prize] for area, prize in places.items()}, wonders=wonders, gold=gold)
        assert lands(table, ONE, OTHER) == sea, (better, worse)


@pytest.mark.rule("NPC-57")
def test_a_wonder_without_the_players_discs_is_nothing() -> None:
    wonders = [{"wonder": "Colossus", "owner": "troy", "area": HERE[0], "discs": 1}]
    assert lands(troy({THERE[0]: 1}, wonders=wonders), ONE, OTHER) == OTHER


@pytest.mark.rule("NPC-57")
def test_more_camps_are_more_harm() -> None:
    for near, far, sea in ((HERE, THERE, ONE), (THERE, HERE, OTHER)):
        table = troy({near[0]: 1, near[1]: 1, far[0]: 1})
        assert lands(table, ONE, OTHER) == sea


@pytest.mark.rule("NPC-57")
def test_where_nothing_is_reached_most_areas_count_then_the_nearest() -> None:
    """Nowhere near Troy: the sea with most land around it; of two alike the nearer one."""
    table = troy({"troy": 1})
    board = table.s.world.board
    near = board.land_neighbours
    seas = [i for i in range(len(board.areas)) if board.coastal >> i & 1 and board.in_play >> i & 1]
    idle = [i for i in seas if not near[i] >> table.area("troy") & 1]
    few = min(idle, key=lambda i: near[i].bit_count())
    many = max(idle, key=lambda i: near[i].bit_count())
    ids = [area.id for area in board.areas]
    assert near[few].bit_count() < near[many].bit_count()
    assert lands(table, ids[few], ids[many]) == ids[many]


@pytest.mark.rule("NPC-57")
def test_of_equal_harm_it_spares_itself() -> None:
    for near, far, sea in ((HERE, THERE, ONE), (THERE, HERE, OTHER)):
        table = troy({near[0]: 1, far[0]: 1}, egypt={far[1]: 1})
        assert lands(table, ONE, OTHER) == sea


@pytest.mark.rule("EXP-54")
@pytest.mark.parametrize(
    ("rome", "egypt", "first", "victim"),
    [
        ({"vp": 3}, {"vp": 2, "discs": {"egypt": 3}}, 1, "Rome"),
        ({"vp": 3, "discs": {"rome": 3}}, {"vp": 3, "discs": {"egypt": 3, "kush": 3}}, 0, "Egypt"),
        ({}, {}, 0, "Rome"),
        ({}, {}, 1, "Egypt"),
    ],
)
def test_before_any_npc_is_there_the_leader_of_the_players_is_invaded(
    rome: dict[str, Any], egypt: dict[str, Any], first: int, victim: str
) -> None:
    """Most VP, then most Cities, then the first in turn order."""
    two = [
        {"civilization": "rome", "discs": {"rome": 2}} | rome,
        {"civilization": "egypt", "discs": {"egypt": 2}} | egypt,
        {},
    ]
    game = Game.from_dict(
        {
            "scenario": "created_exploration",
            "options": {"created": {"players": ["rome", "egypt"], "npcs": 0, "unknown": 1}},
            "phase": "evaluation", "factions": two, "order": [first, 1 - first], "absent": [2],
            "stack": [["draw_step"], ["event", -1, SEA_PEOPLES]], "table": [SEA_PEOPLES],
        }
    )  # fmt: skip
    assert (game.decision.kind, game.seat) == ("name_area", 2)
    _, reason = NPC(seed=0).explain(game.view(2), game.decision, game.legal_actions())
    assert reason == f"NPC-57, NPC-58: most harm to {victim}"
