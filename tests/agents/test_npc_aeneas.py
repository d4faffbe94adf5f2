"""The NPC and Aeneas: when it begins anew, and the entry table."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import Fixed, answer, look

from acis_rules.actions import AREA
from acis_rules.bits import mask_of, members
from agents.npc.aeneas import start
from agents.npc.player import NPC


def behind(discs: dict[str, int], **given: Any) -> Table:
    table = position(
        "basic_2p", phase="evaluation", turn=1,
        egypt={"discs": discs, "vp": 0}, troy={"discs": {"troy": 2}, "vp": 20}, **given,
    )  # fmt: skip
    return table.skip_until("aeneas", "egypt")


@pytest.mark.rule("NPC-78")
def test_with_few_discs_and_the_lowest_vp_it_begins_anew() -> None:
    assert answer(behind({"kush": 2, "egypt": 2, "libya": 2}))[0] == "ability"
    assert answer(behind({"kush": 2, "egypt": 2, "libya": 2, "sinai": 1}))[0] == "stop"


@pytest.mark.rule("NPC-79")
@pytest.mark.parametrize("card, name", [(44, "ability"), (45, "stop")])
def test_not_last_in_vp_an_even_card_decides(card: int, name: str) -> None:
    table = position(
        "basic_3p", phase="evaluation", turn=1,
        **{civilization: {"discs": discs, "vp": vp} for civilization, discs, vp in _three()},
    )  # fmt: skip
    first = _three()[0][0]
    table.skip_until("aeneas", first)
    table.s.vp[table.faction(_three()[1][0])] = -1
    npc = NPC()
    npc._reveals = Fixed(card)
    assert answer(table, npc)[0] == name


def _three() -> list[tuple[str, dict[str, int], int]]:
    from acis_rules.scenario import load_scenario

    names = load_scenario("basic_3p").choice
    homes = load_scenario("basic_3p").setup.discs
    return [(names[0], {}, 0), (names[1], homes[names[1]], 20), (names[2], homes[names[2]], 20)]


def entry(card: int, wronged: list[str]) -> tuple[str, str, str]:
    table = position(
        "basic_4p", phase="cards", carthage={"hand": [93]}, egypt={"discs": {"egypt": 3}, "vp": 2},
        troy={"discs": {"troy": 3}, "vp": 9}, gaul={"discs": {"gallia": 3}, "vp": 5},
    )  # fmt: skip
    pos = look(table, "carthage")
    legal = mask_of(area + AREA for area in members(pos.board.land))
    former = [table.faction(name) for name in wronged]
    action, reason, enemy = start(pos, legal, card, former, Fixed(*range(1, 60)))
    area = pos.board.areas[action - AREA]
    whose = table.s.world.civilization(table.s, enemy).id if enemy >= 0 else "nobody"
    assert pos.board.land >> action - AREA & 1
    return area.id, reason.split(":")[0], whose


@pytest.mark.rule("NPC-82", "NPC-83")
def test_low_cards_lead_to_the_emptiest_edge_and_no_enemy() -> None:
    assert entry(20, [])[1:] == ("NPC-83", "nobody")


@pytest.mark.rule("NPC-84")
def test_21_to_50_lead_to_the_leader() -> None:
    assert entry(21, ["egypt"])[1:] == ("NPC-84", "troy")
    assert entry(50, [])[1:] == ("NPC-84", "troy")


@pytest.mark.rule("NPC-85")
def test_51_to_80_lead_to_the_latest_enemy() -> None:
    assert entry(51, ["gaul", "egypt"])[1:] == ("NPC-85", "egypt")
    assert entry(80, [])[1:] == ("NPC-84", "troy")


@pytest.mark.rule("NPC-86")
def test_81_and_more_lead_to_the_one_with_most_vp_if_the_cause_is_unclear() -> None:
    assert entry(81, ["egypt"])[1:] == ("NPC-86", "troy")
