"""Factions that lack something: a turn, VP, a display, a marker, a place at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from clients import CARTHAGE, MACEDON, ROME, SYRACUSE, changed, scenario
from helpers import Table
from invariants import check_all

from acis_rules import DataError, Game, PositionError
from acis_rules.box.epoch_rows import load_table as epoch_rows
from acis_rules.box.scenario import parse_scenario
from acis_rules.cards.drawing import fewest_vp
from acis_rules.kernel.actions import card_action
from acis_rules.kernel.machine import run
from acis_rules.phases.aeneas import may_invoke
from acis_rules.phases.epoch import epoch_vp
from acis_rules.phases.epoch_table import devalued_hand, run_row, with_most
from acis_rules.phases.evaluation import fill_places
from acis_rules.table.changes import gain_loot, gain_talents, gain_vp, resettle, return_disc
from acis_rules.table.ending import leaders
from acis_rules.table.holdings import raise_wonder
from acis_rules.table.terms import city_counts, present, scorers
from acis_rules.table.wonders import buildable


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Game.new(scenario(tmp_path), seed=3))


@pytest.mark.rule("HANN-S05", "HANN-05a")
def test_a_client_has_no_display_no_turn_and_no_cards(table: Table) -> None:
    s = table.s
    assert s.civilization[SYRACUSE] == -1 and not s.home[SYRACUSE]
    assert table.discs("syracuse", "Syracuse") == 3
    assert sorted(s.order) == [ROME, CARTHAGE, MACEDON] and SYRACUSE in present(s)
    assert not s.hand[SYRACUSE] and s.hand[MACEDON]
    gain_talents(s, SYRACUSE, 2, "test")
    gain_loot(s, SYRACUSE, table.area("Syracuse"), 1)
    assert not s.treasury[SYRACUSE] and not s.loot[SYRACUSE]
    gain_talents(s, MACEDON, 2, "test")
    assert s.treasury[MACEDON] == 2
    check_all(table.game)


@pytest.mark.rule("ROME1-06e")
def test_nobody_without_vp_appears_in_any_comparison(table: Table) -> None:
    s = table.s
    for faction in range(4):
        gain_vp(s, faction, 4 + faction, "test")
    assert s.vp == [4, 0, 6, 0]  # nobody else gains any
    assert scorers(s) == [f for f in s.order if f in (ROME, CARTHAGE)]
    assert fewest_vp(s) == ROME  # not Macedon with 0 VP, nor Syracuse
    assert city_counts(s) == [1, 0, 0, 0]  # not the 2 Cities of Syracuse or Macedon
    assert with_most(s, [0, 9, 1, 9]) == [CARTHAGE]
    assert leaders(s) == [1]
    epoch_vp(s)
    assert s.vp[ROME] == 5  # most Cities
    s.vp[CARTHAGE] = 10
    assert may_invoke(s, ROME)  # 5 VP behind everybody: Macedon is nobody
    assert [devalued_hand(s, f) for f in (CARTHAGE, ROME)] == [2, 2]
    s.epoch_draw[MACEDON] = 5
    assert devalued_hand(s, MACEDON) == 5
    assert table.game.view(0).vp == [5, 0, 10, 0]


@pytest.mark.rule("EPO-04", "ROME1-06e")
def test_for_most_wonders_those_without_vp_have_none(table: Table) -> None:
    s = table.s
    raise_wonder(s, ROME, 0, table.area("rome"))
    for wonder, area in ((1, "noricum"), (2, "dalmatia")):
        raise_wonder(s, MACEDON, wonder, table.area(area))
    epoch_vp(s)
    assert [e.faction for e in table.events("vp") if e.cause == "most wonders"] == [ROME]


@pytest.mark.rule("EVA-08", "ROME1-06e")
@pytest.mark.parametrize(("rome", "carthage", "first"), [(1, 2, ROME), (2, 1, CARTHAGE)])
def test_who_has_no_vp_chooses_its_place_in_the_turn_order_last(
    table: Table, rome: int, carthage: int, first: int
) -> None:
    s = table.s
    s.vp[ROME], s.vp[CARTHAGE], s.question = rome, carthage, None
    s.stack.clear()
    fill_places(s, ((MACEDON, ROME, CARTHAGE),), (-1,) * 3)
    run(s)
    assert s.question is not None and s.question.faction == first
    table.do(2)
    assert s.question.faction == ROME + CARTHAGE - first
    table.do(1)
    assert s.order == [MACEDON, ROME + CARTHAGE - first, first]


@pytest.mark.rule("ROME1-06e")
@pytest.mark.parametrize("row", epoch_rows(), ids=lambda row: row.effect)
def test_no_row_of_the_epoch_table_takes_vp_from_who_has_none(table: Table, row: Any) -> None:
    s = table.s
    gain_vp(s, ROME, 9, "test")
    gain_vp(s, CARTHAGE, 9, "test")
    run_row(s, row)
    lost = {event.faction for event in table.events("vp") if event.n < 0}
    assert not lost & {SYRACUSE, MACEDON} and s.vp[SYRACUSE] == s.vp[MACEDON] == 0
    assert not s.draw_less[MACEDON]


@pytest.mark.rule("HANN-05b")
def test_the_patron_pays_for_the_discs_of_its_client(table: Table) -> None:
    position = table.game.to_dict()
    position["factions"][ROME]["treasury"] = 1
    del position["question"], position["asker"]
    area = "syracuse"
    carthage = position["factions"][CARTHAGE]
    carthage["discs"] |= {area: 3}
    carthage["supply"] -= 3
    position |= {"phase": "competition", "stack": [["competition_phase"]]}
    game = Table(Game.from_dict(position)).skip_until("loss", "rome")
    before = game.discs("syracuse", area)
    assert game.game.seat == 0 and {"talent", "lose"} <= {
        word for word in ("talent", "lose") if game.can(word)
    }
    hand = next(iter(game.hand("rome")))
    assert card_action(hand) in game.game.legal_actions()
    game.do("talent")
    assert game.discs("syracuse", area) == before and not game.of("treasury", "rome")


@pytest.mark.rule("HANN-S07")
def test_macedon_has_one_marker(table: Table) -> None:
    assert table.of("supply", "macedon") + table.of("ready", "macedon") == 20 - 1 - 6
    assert table.of("supply", "syracuse") == 50 - 8


@pytest.mark.rule("ROME1-03b", "ROME1-S11")
def test_the_first_disc_that_leaves_the_map_becomes_the_missing_marker(tmp_path: Path) -> None:
    table = Table(Game.new(scenario(tmp_path, changed(ROME, markers=1)), seed=3))
    s = table.s
    assert table.of("supply", "rome") == 49 - 5 and s.owes_marker == 1 << ROME
    copy = Table(Game.from_dict(table.game.to_dict()))
    for way in (return_disc, lambda s, f, area, _: resettle(s, f, area)):
        again = Table(copy.game.clone())
        way(again.s, ROME, again.area("rome"), "test")
        assert again.of("supply", "rome") == 44 and not again.of("ready", "rome")
        assert [event.faction for event in again.events("marker")] == [ROME] and not again.s.owes_marker
        return_disc(again.s, ROME, again.area("rome"), "test")
        assert again.of("supply", "rome") == 45 and len(again.events("marker")) == 1
        check_all(again.game)
        assert Game.from_dict(again.game.to_dict()).to_dict() == again.game.to_dict()


@pytest.mark.rule("ROME1-03b", "WON-06")
@pytest.mark.parametrize(("markers", "supply", "enough"), [(2, 1, True), (1, 1, False), (1, 2, True)])
def test_a_disc_that_becomes_the_marker_does_not_go_on_a_wonder(
    tmp_path: Path, markers: int, supply: int, enough: bool
) -> None:
    """Of its 5 discs on the map 4 can be paid."""
    s = Table(Game.new(scenario(tmp_path, changed(ROME, markers=markers)), seed=3)).s
    s.ready[ROME], s.supply[ROME] = s.supply[ROME] - supply, supply
    gain_talents(s, ROME, 3, "test")
    assert bool(buildable(s, ROME)) == enough


def test_who_is_dormant_is_not_in_the_game(tmp_path: Path) -> None:
    table = Table(Game.new(scenario(tmp_path, changed(MACEDON, dormant=True)), seed=3))
    s = table.s
    assert MACEDON not in s.order and MACEDON not in present(s) and not sum(s.discs[MACEDON])
    assert not table.of("supply", "macedon") and not s.hand[MACEDON]
    check_all(table.game)
    again = Game.from_dict(table.game.to_dict())
    assert again.state.absent == 1 << MACEDON and again.to_dict() == table.game.to_dict()


@pytest.mark.parametrize(
    ("faction", "fields", "message"),
    [
        (SYRACUSE, {"id": ""}, "factions[1].id: is needed without a civilization"),
        (SYRACUSE, {"id": "rome"}, "factions[1].id: rome appears more than once"),
        (SYRACUSE, {"id": "barbarians"}, "factions[1].id: barbarians means something else"),
        (SYRACUSE, {"patron": "gaul"}, "factions[1].patron: gaul is no other faction of the file"),
        (SYRACUSE, {"patron": "syracuse"}, "factions[1].patron: syracuse is no other faction of the file"),
        (SYRACUSE, {"markers": 1}, "factions[1].markers: 1; without a turn or VP 0 are enough"),
        (ROME, {"markers": 3}, "Expected `int` <= 2 - at `factions[0].markers`"),
        (ROME, {"pool": 1}, "factions[0].pool: 1; fewer than its markers"),
    ],
)
def test_a_broken_role_is_named(tmp_path: Path, faction: int, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError) as error:
        parse_scenario(scenario(tmp_path, changed(faction, **fields)))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"absent": [0]}, "position.absent: nobody leaves the game in this scenario"),
        ({"owes_marker": [1]}, "position.owes_marker: names somebody with all its markers"),
        ({"reborn": [0]}, "position.reborn: there are no Huns in this scenario"),
    ],
)
def test_a_position_in_which_nobody_can_be_is_refused(change: dict[str, Any], message: str) -> None:
    position = Game.new("basic_2p", 1, {"civilizations": ["egypt", "troy"]}).to_dict() | change
    with pytest.raises(PositionError, match=message.replace("[", "\\[")):
        Game.from_dict(
            position | {"order": [f for f in position["order"] if f not in change.get("absent", [])]}
        )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"absent": [0, 1, 2, 3], "order": []}, "nobody with VP is left"),
        ({"absent": [0], "order": [1, 2, 3]}, "has cards or talents, but is not in the game"),
        ({"reborn": [0]}, "has not begun anew"),
    ],
)
def test_nor_one_that_the_scenario_cannot_lead_to(change: dict[str, Any], message: str) -> None:
    position = Game.new("fall_of_rome_1_4p", 1).to_dict() | change
    for f in change.get("absent", []):
        position["factions"][f] |= {"ready": 0, "ready_land": 0, "supply": 0}
    with pytest.raises(PositionError, match=message):
        Game.from_dict(position)
