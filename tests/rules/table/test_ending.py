"""The end of the game: most VP, then the tie-breaks, each deciding alone."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, moment, position

from acis_rules.table.ending import end_game

COLOSSUS = {"wonder": "Colossus", "owner": "egypt", "area": "tyre"}


def end(scenario: str = "basic_2p", **given: Any) -> Table:
    """The game is over; who has won?"""
    return position(scenario, epoch=4, turn=4, **moment("game end"), **given)


def winners(t: Table) -> list[str]:
    return [t.s.world.civilization(t.s, faction).id for faction in t.s.winners]


@pytest.mark.rule("END-01")
def test_most_vp_win_whatever_stands_on_the_map():
    t = end(egypt={"vp": 11}, troy={"vp": 10, "discs": {"troy": 3, "ionia": 3}})
    assert t.game.over
    assert winners(t) == ["egypt"]
    assert t.game.winners == [0]


@pytest.mark.rule("END-01")
def test_the_vp_of_the_final_epoch_count():
    t = position(egypt={"vp": 10, "treasury": 6}, troy={"vp": 11}, epoch=4, **moment("end of epoch"))
    assert winners(t) == ["egypt"]


TIES: list[Any] = [
    pytest.param(
        {"tyre": 1}, {"troy": 3, "ionia": 3}, [COLOSSUS], marks=pytest.mark.rule("END-02"), id="wonders"
    ),
    pytest.param(
        {"tyre": 3}, {"troy": 2, "ionia": 2}, [], marks=pytest.mark.rule("END-03"), id="cities"
    ),
    pytest.param(
        {"tyre": 2, "red_sea": 2}, {"troy": 1, "ionia": 1, "lydia": 1}, [],
        marks=pytest.mark.rule("END-04"), id="discs",
    ),
    pytest.param(
        {"tyre": 1, "red_sea": 1}, {"troy": 2}, [], marks=pytest.mark.rule("END-05"), id="areas"
    ),
]  # fmt: skip


@pytest.mark.parametrize(("egypt", "troy", "wonders"), TIES)
@pytest.mark.parametrize("order", [["egypt", "troy"], ["troy", "egypt"]])
def test_each_tie_break_decides_against_all_later_ones(egypt, troy, wonders, order):
    t = end(egypt={"vp": 7, "discs": egypt}, troy={"vp": 7, "discs": troy}, wonders=wonders, order=order)
    assert winners(t) == ["egypt"]


@pytest.mark.rule("END-02")
@pytest.mark.parametrize(
    "change",
    [
        {"buried": True},
        {"area": "petra"},  # not occupied by its owner
        {"owner": "troy"},  # occupied, but another's Wonder
    ],
)
def test_only_own_built_wonders_in_occupied_areas_break_a_tie(change):
    t = end(
        egypt={"vp": 7, "discs": {"tyre": 1}},
        troy={"vp": 7, "discs": {"troy": 2}},
        wonders=[{**COLOSSUS, **change}],
    )
    assert winners(t) == ["troy"]


@pytest.mark.rule("END-03")
def test_equal_wonders_leave_it_to_the_cities():
    t = end(
        egypt={"vp": 7, "discs": {"tyre": 3}},
        troy={"vp": 7, "discs": {"troy": 2, "ionia": 2}},
        wonders=[COLOSSUS, {"wonder": "Lighthouse", "owner": "troy", "area": "troy"}],
    )
    assert winners(t) == ["egypt"]


@pytest.mark.rule("END-04")
def test_discs_on_cards_are_not_on_the_map():
    t = end(
        egypt={"vp": 7, "discs": {"tyre": 2}},
        troy={"vp": 7, "discs": {"troy": 1}},
        wonders=[{"wonder": "Lighthouse", "owner": "troy", "area": "lydia", "discs": 5}],
        investments=[{"card": 85, "owner": "troy", "discs": 3}],
    )
    assert winners(t) == ["egypt"]


@pytest.mark.rule("END-06")
def test_equal_in_everything_the_game_is_drawn():
    t = end(egypt={"vp": 7, "discs": {"tyre": 2}}, troy={"vp": 7, "discs": {"troy": 2}})
    assert winners(t) == ["egypt", "troy"]
    assert t.game.winners == [0, 1]


@pytest.mark.rule("END-06")
def test_a_draw_is_only_between_those_equal_at_the_top():
    t = end(
        "basic_4p",
        gaul={"vp": 9, "discs": {"gallia": 2}},
        carthage={"vp": 9, "discs": {"carthage": 1}},
        troy={"vp": 8, "discs": {"troy": 3}},
        egypt={"vp": 9, "discs": {"egypt": 2}},
    )
    assert winners(t) == ["gaul", "egypt"]
    assert t.game.winners == [0, 3]


@pytest.mark.rule("END-06")
def test_three_can_share_a_draw():
    t = end("basic_4p", gaul={"vp": 9}, carthage={"vp": 9}, troy={"vp": 9}, egypt={"vp": 8})
    assert winners(t) == ["gaul", "carthage", "troy"]


@pytest.mark.rule("END-02", "END-03")
def test_tie_breaks_compare_only_those_tied_in_vp():
    t = end(
        "basic_4p",
        carthage={"vp": 9, "discs": {"carthage": 2}},
        troy={"vp": 9, "discs": {"troy": 3}},
        egypt={"vp": 8, "discs": {"tyre": 3, "sinai": 3}},
        wonders=[COLOSSUS],
    )
    assert winners(t) == ["troy"]


@pytest.mark.rule("END-01")
def test_no_decision_is_left_when_the_game_is_over():
    t = end(egypt={"vp": 1}, troy={})
    assert t.game.legal_actions() == []
    assert t.game.seat == -1


@pytest.mark.rule("END-06")
@pytest.mark.parametrize("area", ["celt_iberia", "tyre"])
def test_a_game_that_ends_in_a_competition_leaves_nothing_of_it(area: str) -> None:
    t = position("basic_6p", **moment("card phase"))
    t.s.competition_area, t.s.loot = t.area(area), [0, 2, 0, 0, 0, 1]
    t.s.announced, t.s.allies = ((0, "card", 6),), {(t.area(area), 0): 1}
    end_game(t.s)
    assert t.game.over and t.s.competition_area == -1
    assert not t.s.announced and not t.s.allies and t.s.loot == [0] * 6


def test_a_game_that_ends_elsewhere_keeps_what_was_looted() -> None:
    t = position("basic_2p", **moment("card phase"))
    t.s.loot = [0, 2]
    end_game(t.s)
    assert t.s.loot == [0, 2]
