"""Civilizations that come later, leave early or change their colour; Gold that changes its owner."""

from __future__ import annotations

from pathlib import Path

import pytest
from clients import CARTHAGE, DISCS, MACEDON, ROME, SYRACUSE, changed, scenario
from helpers import Table
from invariants import check_all

from acis_rules import Game
from acis_rules.kernel.machine import run
from acis_rules.table.changes import gain_vp, return_disc
from acis_rules.variants.lifecycle import arrive, eliminate, recolour

GOLD = {"discs": DISCS, "gold": {"syracuse": {"owner": "syracuse"}}}


def again(table: Table) -> None:
    """The position can be written and read."""
    check_all(table.game)
    assert Game.from_dict(table.game.to_dict()).to_dict() == table.game.to_dict()


@pytest.mark.rule("ROME2-9.7b")
def test_a_dormant_civilization_arrives_last_with_its_discs_and_cards(tmp_path: Path) -> None:
    table = Table(Game.new(scenario(tmp_path, changed(MACEDON, dormant=True)), seed=3))
    s = table.s
    question, s.question = s.question, None
    top = s.stack.pop()
    arrive(s, MACEDON, cards=3)
    run(s)
    s.stack.append(top)
    s.question = question
    assert s.order[-1] == MACEDON and table.of("supply", "macedon") == 19
    assert s.hand[MACEDON].bit_count() == 3
    assert [event.faction for event in table.events("arrived")] == [MACEDON]
    check_all(table.game)


@pytest.mark.rule("PERS-09a", "PERS-09b")
def test_who_is_eliminated_keeps_its_vp_and_its_discs_leave_when_removed(tmp_path: Path) -> None:
    table = Table(Game.new(scenario(tmp_path), seed=3))
    s = table.s
    gain_vp(s, CARTHAGE, 5, "test")
    eliminate(s, CARTHAGE, "no gold")
    assert CARTHAGE not in s.order and not s.hand[CARTHAGE] and not table.of("supply", "carthage")
    assert table.discs("carthage", "carthage") == 2 and s.vp[CARTHAGE] == 5
    gain_vp(s, CARTHAGE, 5, "test")
    assert s.vp[CARTHAGE] == 5
    return_disc(s, CARTHAGE, table.area("carthage"), "test")
    assert table.discs("carthage", "carthage") == 1 and not table.of("supply", "carthage")


@pytest.mark.rule("HANN-02")
def test_all_discs_may_leave_at_once(tmp_path: Path) -> None:
    table = Table(Game.new(scenario(tmp_path), seed=3))
    eliminate(table.s, SYRACUSE, "gold", discs_stay=False)
    assert not sum(table.s.discs[SYRACUSE]) and not table.of("supply", "syracuse")
    again(table)


@pytest.mark.rule("HANN-03e2", "SGOLD-01")
@pytest.mark.parametrize("supply", [46, 5])
def test_a_revolt_changes_colour_as_far_as_discs_go(tmp_path: Path, supply: int) -> None:
    factions = changed(CARTHAGE, pool=4 + 2 + supply)
    table = Table(Game.new(scenario(tmp_path, factions, setup=GOLD), seed=3))
    recolour(table.s, SYRACUSE, CARTHAGE, "revolt")
    assert not sum(table.s.discs[SYRACUSE])
    assert sum(table.s.discs[CARTHAGE]) == 4 + min(8, supply)
    assert table.s.gold == {table.area("syracuse"): (CARTHAGE, 1)}
    again(table)
    assert table.s.enemies[ROME] >> CARTHAGE & 1
