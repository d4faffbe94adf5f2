"""The Aeneas step: who may begin anew, what is given up, where the new discs go."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, moment, position

from acis_rules import Game

FAR = {"discs": {"egypt": 2}, "vp": 0}  # Egypt, five VP behind Troy
AHEAD = {"discs": {"troy": 2}, "vp": 5}


def aeneas(scenario: str = "basic_2p", **given: Any) -> Table:
    """The Aeneas step alone, as it comes in an Evaluation Phase."""
    given.setdefault("egypt", FAR)
    given.setdefault("troy", AHEAD)
    return position(scenario, **moment("aeneas step", 0), **given)


def started(area: str, **given: Any) -> Table:
    """Egypt has invoked the rule, kept its civilization and placed its first disc."""
    return aeneas(**given).do("yes", "egypt", area)


# ---------------------------------------------------------------------------- who and when


@pytest.mark.rule("AEN-01")
def test_all_that_may_are_asked_in_turn_order():
    t = aeneas(
        "basic_4p",
        gaul={},
        carthage={"discs": {"carthage": 1}},
        troy={},
        egypt={},
        order=["egypt", "gaul", "carthage", "troy"],
    )
    for name in ("egypt", "gaul", "troy"):
        assert t.asked("aeneas", name)
        t.do("no")
    assert t.game.state.question is None


@pytest.mark.rule("AEN-01")
def test_it_may_be_declined():
    t = aeneas()
    assert t.options == {"ability", "stop"}
    t.do("no")
    assert t.discs("egypt", "egypt") == 2
    assert t.s.aeneas_used == [0, 0]


@pytest.mark.rule("AEN-02")
@pytest.mark.parametrize(("epoch", "allowed"), [(1, True), (2, True), (3, True), (4, False)])
def test_not_in_the_final_epoch(epoch, allowed):
    t = aeneas(egypt={}, epoch=epoch)
    assert bool(t.s.question) == allowed


@pytest.mark.rule("AEN-02")
def test_only_once_per_game():
    t = aeneas(egypt={**FAR, "aeneas_used": 1})
    assert t.s.question is None


@pytest.mark.rule("AEN-02")
def test_a_new_civilization_does_not_renew_it():
    t = aeneas().do("yes", "minos", "minos", "stop")
    later = t.game.to_dict()
    later |= moment("aeneas step", 0)
    again = Table(Game.from_dict(later))
    assert again.of("vp", "minos") + 5 <= again.of("vp", "troy")
    assert again.s.question is None


@pytest.mark.rule("AEN-02")
def test_the_other_civilization_still_may():
    t = aeneas(egypt={"discs": {"egypt": 2}, "vp": 9, "aeneas_used": 1}, troy={"vp": 0})
    assert t.asked("aeneas", "troy")


@pytest.mark.rule("AEN-03")
@pytest.mark.parametrize(
    ("egypt", "others", "allowed"),
    [
        (0, (5, 5, 5), True),
        (0, (5, 5, 4), False),
        (0, (9, 9, 4), False),
        (7, (12, 30, 13), True),
        (7, (11, 30, 13), False),
        (0, (0, 20, 20), False),
    ],
)
def test_five_vp_behind_every_other_civilization(egypt, others, allowed):
    gaul, carthage, troy = others
    t = aeneas(
        "basic_4p",
        gaul={"discs": {"gallia": 1}, "vp": gaul},
        carthage={"discs": {"carthage": 1}, "vp": carthage},
        troy={"discs": {"troy": 1}, "vp": troy},
        egypt={"discs": {"egypt": 1}, "vp": egypt},
    )
    assert bool(t.s.question) == allowed
    if allowed:
        assert t.asked("aeneas", "egypt")


@pytest.mark.rule("AEN-03")
def test_without_discs_on_the_map_whatever_the_vp():
    t = aeneas(
        egypt={"vp": 30},
        troy={"discs": {"troy": 1}, "vp": 0, "aeneas_used": 1},
        wonders=[{"wonder": "Colossus", "owner": "egypt", "area": "egypt", "discs": 5}],
    )
    assert t.asked("aeneas", "egypt")


@pytest.mark.rule("AEN-03")
def test_one_disc_at_sea_is_a_disc_on_the_map():
    t = aeneas(egypt={"discs": {"red_sea": 1}, "vp": 30}, troy={"discs": {"troy": 1}, "vp": 29})
    assert t.s.question is None


# ------------------------------------------------------------------------- what is given up


@pytest.mark.rule("AEN-04")
def test_wonders_stay_without_discs_and_investments_are_discarded():
    t = aeneas(
        egypt=FAR,
        troy=AHEAD,
        wonders=[
            {"wonder": "Colossus", "owner": "egypt", "area": "egypt", "discs": 5},
            {"wonder": "Lighthouse", "owner": "egypt", "area": "tyre", "buried": True},
            {"wonder": "Mausoleum", "owner": "troy", "area": "troy", "discs": 4},
        ],
        investments=[
            {"card": 25, "owner": "egypt", "discs": 2},
            {"card": 81, "owner": "egypt", "discs": 1},
            {"card": 85, "owner": "troy", "discs": 3},
        ],
    )
    t.do("yes")
    colossus, lighthouse, mausoleum = (t.s.wonders[i] for i in (3, 4, 2))
    assert (colossus.owner, colossus.discs, colossus.buried) == (0, 0, False)
    assert (lighthouse.owner, lighthouse.buried) == (0, True)
    assert mausoleum.discs == 4
    assert set(t.s.discard) == {25, 81}
    assert t.s.investments == {85: (1, 3)}
    assert t.of("supply", "egypt") == 48


@pytest.mark.rule("AEN-05")
def test_all_discs_on_the_map_become_barbarians_and_none_can_be_saved():
    t = aeneas(
        egypt={
            "discs": {"egypt": 3, "kush": 1, "red_sea": 2, "tyre": 1},
            "treasury": 3,
            "hand": [7],
        },
        troy={"discs": {"tyre": 2}, "vp": 5},
    )
    t.do("yes")
    assert t.asked("aeneas_civilization", "egypt")
    assert sum(t.s.discs[t.faction("egypt")]) == 0
    black = {"egypt": 3, "kush": 1, "red_sea": 2, "tyre": 1}
    assert {area: t.discs("barbarians", area) for area in black} == black
    assert t.discs("troy", "tyre") == 2
    assert t.of("supply", "egypt") == 48
    assert t.s.supply[t.s.world.barbarians] == 43


@pytest.mark.rule("AEN-05")
def test_barbarian_groups_keep_the_limits_of_the_evaluation_phase():
    t = position(
        minos={"discs": {"minos": 2, "minoan_sea": 2, "eastern_mediterranean": 1, "kydonia": 1}, "vp": 0},
        troy=AHEAD,
        barbarians={"discs": {"minos": 2, "minoan_sea": 1, "eastern_mediterranean": 1}},
        **moment("aeneas step", 0),
    )
    t.do("yes")
    assert t.discs("barbarians", "minos") == 3
    assert t.discs("barbarians", "minoan_sea") == 2
    assert t.discs("barbarians", "eastern_mediterranean") == 1
    assert t.discs("barbarians", "kydonia") == 1
    assert t.of("supply", "minos") == 48


@pytest.mark.rule("AEN-05")
def test_short_of_black_discs_others_may_be_taken_from_the_map():
    t = aeneas(egypt={"discs": {"egypt": 3}}, troy=AHEAD, barbarians={"discs": {"hamath": 3, "macedon": 45}})
    t.do("yes")
    assert t.asked("barbarian_shortage", "egypt")
    assert t.discs("barbarians", "egypt") == 2
    assert t.options == {"hamath", "macedon", "stop"}
    t.do("hamath")
    assert t.discs("barbarians", "egypt") == 3
    assert t.discs("barbarians", "hamath") == 2
    assert t.asked("aeneas_civilization", "egypt")


@pytest.mark.rule("AEN-05")
def test_short_of_black_discs_the_rest_is_simply_removed():
    t = aeneas(egypt={"discs": {"egypt": 3}}, troy=AHEAD, barbarians={"discs": {"macedon": 49}})
    t.do("yes", "no")
    assert t.discs("barbarians", "egypt") == 1
    assert t.discs("egypt", "egypt") == 0
    assert t.of("supply", "egypt") == 48


@pytest.mark.rule("AEN-06")
def test_keep_the_civilization_or_take_an_inactive_one_at_home_on_this_map():
    t = aeneas().do("yes")
    assert t.asked("aeneas_civilization", "egypt")
    assert t.options == {"egypt", "minos", "mycenae", "phoenicia"}


@pytest.mark.rule("AEN-06")
def test_on_the_whole_map_every_inactive_civilization_is_free():
    t = aeneas(
        "basic_4p", gaul={"discs": {"gallia": 1}}, carthage={"discs": {"carthage": 1}}, troy=AHEAD, egypt={}
    )
    t.do("yes")
    assert t.options == {"egypt", "rome", "celt_iberia", "mauretania", "mycenae", "phoenicia", "minos"}


@pytest.mark.rule("AEN-06")
def test_the_new_display_is_in_use():
    t = aeneas().do("yes", "minos")
    assert t.s.world.civilization(t.s, 0).id == "minos"
    assert t.s.home[0] == 1 << t.area("minos")
    assert t.asked("aeneas_start", "minos")
    t.do("minos", "eastern_mediterranean")  # open seas are free to Minos
    assert t.discs("minos", "eastern_mediterranean") == 1


@pytest.mark.rule("AEN-07")
@pytest.mark.parametrize(("epoch", "discs"), [(1, 16), (2, 18), (3, 20)])
def test_sixteen_discs_and_two_per_completed_epoch(epoch, discs):
    t = aeneas(epoch=epoch).do("yes", "egypt")
    assert t.of("ready", "egypt") == discs
    assert t.of("supply", "egypt") == 48 - discs


@pytest.mark.rule("AEN-14")
@pytest.mark.parametrize("civilization", ["egypt", "phoenicia"])
def test_hand_talents_and_vp_are_kept(civilization):
    t = aeneas(
        egypt={"discs": {"egypt": 2}, "vp": 3, "treasury": 4, "hand": [7, 18]}, troy={**AHEAD, "vp": 8}
    )
    t.do("yes", civilization, "petra", "stop")
    assert t.hand(civilization) == {7, 18}
    assert t.of("treasury", civilization) == 4
    assert t.of("vp", civilization) == 3


# ------------------------------------------------------------------------- the starting area


@pytest.mark.rule("AEN-08")
def test_start_on_land_but_not_in_the_home_of_an_active_opponent():
    t = aeneas().do("yes", "egypt")
    board = t.s.world.board
    lands = {area.id for i, area in enumerate(board.areas) if board.land >> i & 1}
    assert t.options == lands - {"troy"}


@pytest.mark.rule("AEN-08")
def test_homes_of_inactive_civilizations_are_free_also_the_old_one():
    t = aeneas().do("yes", "phoenicia")
    assert t.can("egypt")
    assert t.can("minos")
    assert not t.can("troy")


@pytest.mark.rule("AEN-08")
def test_areas_with_opposing_discs_are_free_too():
    t = aeneas(troy={"discs": {"ionia": 3}, "vp": 5}).do("yes", "egypt")
    assert t.can("ionia")


@pytest.mark.rule("AEN-08")
def test_leftovers_return_to_supply():
    t = started("petra")
    assert t.of("ready", "egypt") == 15
    t.do("petra", "stop")
    assert t.of("ready", "egypt") == 0
    assert t.of("supply", "egypt") == 46


@pytest.mark.rule("AEN-08")
def test_all_discs_may_be_placed_and_then_it_is_over():
    t = started("petra")
    for area in ("petra", "petra", "red_sea", "red_sea", "sinai", "sinai", "sinai", "canaan", "canaan",
                 "canaan", "tyre", "tyre", "tyre", "palmyra", "palmyra"):  # fmt: skip
        assert t.asked("aeneas_place", "egypt")
        t.do(area)
    assert t.s.question is None
    assert sum(t.s.discs[0]) == 16


@pytest.mark.rule("AEN-08")
def test_stacking_limits_of_the_evaluation_phase_hold():
    t = started("petra").do("petra")
    assert t.can("petra")
    t.do("petra", "red_sea", "red_sea")
    assert t.discs("egypt", "petra") == 3
    assert not t.can("petra")
    assert not t.can("red_sea")


@pytest.mark.rule("AEN-08")
@pytest.mark.parametrize(("civilization", "discs"), [("egypt", 0), ("phoenicia", 1)])
def test_open_seas_take_one_disc_of_those_that_may_be_there(civilization, discs):
    t = aeneas().do("yes", civilization, "minos")
    assert t.can("minoan_sea")
    assert t.can("eastern_mediterranean") == bool(discs)
    if discs:
        t.do("eastern_mediterranean")
        assert not t.can("eastern_mediterranean")


@pytest.mark.rule("AEN-09")
def test_at_least_one_disc_goes_to_the_starting_area():
    t = aeneas().do("yes", "egypt")
    assert not t.can("stop")
    t.do("petra")
    assert t.discs("egypt", "petra") == 1
    assert t.can("stop")


@pytest.mark.rule("AEN-09")
def test_more_discs_may_go_to_the_starting_area_even_if_shared():
    t = started("petra", troy={"discs": {"petra": 1}, "vp": 5})
    assert t.options == {"petra", "stop"}  # shared 1-1: neither Controlled nor Contested
    t.do("petra", "petra")
    assert t.discs("egypt", "petra") == 3


# --------------------------------------------------------------------------- further discs


@pytest.mark.rule("AEN-10", "AEN-11")
def test_in_and_next_to_controlled_areas_in_a_chain():
    t = started("petra")
    assert t.options == {"petra", "sinai", "tyre", "canaan", "red_sea", "stop"}
    t.do("canaan")
    assert t.can("canaan")
    assert t.can("palmyra")  # next to Canaan, not to Petra
    assert not t.can("hamath")


@pytest.mark.rule("AEN-10")
def test_in_a_contested_area_it_occupies():
    t = started("petra", troy={"discs": {"canaan": 2, "palmyra": 1}, "vp": 5})
    t.do("canaan")
    assert t.can("canaan")  # Contested, 1 against 2
    t.do("stop")


@pytest.mark.rule("AEN-10")
def test_not_in_an_area_shared_one_to_one_away_from_controlled_areas():
    t = started("petra", troy={"discs": {"palmyra": 1, "tyre": 1, "phoenicia": 1}, "vp": 5})
    t.do("canaan", "palmyra")  # Canaan is Controlled, Palmyra now shared 1-1
    assert t.can("palmyra")  # by Canaan next to it
    assert not t.can("hamath")  # Palmyra is no base
    assert not t.can("phoenicia")


@pytest.mark.rule("AEN-12")
def test_next_to_a_contested_area_only_with_as_many_discs_as_each_opponent():
    t = started("palmyra", troy={"discs": {"palmyra": 2}, "vp": 5}, barbarians={"discs": {"palmyra": 3}})
    assert t.options == {"palmyra", "stop"}
    t.do("palmyra")
    assert t.options == {"palmyra", "stop"}  # as many as Troy, fewer than the Barbarians
    t.do("palmyra")
    assert t.options == {"tyre", "phoenicia", "canaan", "hamath", "stop"}


@pytest.mark.rule("AEN-12")
def test_equal_numbers_suffice():
    t = started("palmyra", troy={"discs": {"palmyra": 2}, "vp": 5})
    assert not t.can("hamath")
    t.do("palmyra")
    assert t.can("hamath")


@pytest.mark.rule("AEN-13")
def test_expansion_into_opposing_discs_and_opposing_homes_is_free():
    t = started("ionia", troy={"discs": {"troy": 3, "lydia": 2}, "vp": 5})
    assert {"troy", "lydia", "icarian_sea"} < t.options
    t.do("troy", "troy", "lydia")
    assert t.discs("egypt", "troy") == 2
    assert t.discs("egypt", "lydia") == 1


@pytest.mark.rule("AEN-08")
def test_own_barbarians_of_the_conversion_are_opponents_now():
    t = started("egypt", egypt={"discs": {"egypt": 2}, "vp": 0}, troy=AHEAD)
    assert t.discs("barbarians", "egypt") == 2
    assert t.options == {"egypt", "stop"}
    t.do("egypt")
    assert t.can("kush")
