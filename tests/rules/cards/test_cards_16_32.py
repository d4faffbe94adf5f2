"""Fate cards 16 to 32: what each does, and its limits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from card_table import AT_SEA, NEGATIONS, playable, short_of, standing, table
from helpers import Table, moment, position

# ------------------------------------------------------------------------------- 16 Local Trade


@pytest.mark.rule("CLR-10")
def test_local_trade_of_another_colour_uses_its_supply() -> None:
    t = table(16, AT_SEA, troy={"discs": {"ionia": 1, "lydia": 1}})
    t.do("Local Trade", "ionia")
    assert t.discs("troy", "ionia") == 2 and t.discs("troy", "lydia") == 2
    assert t.of("supply", "troy") == 44 and t.of("supply", "egypt") == 47
    assert t.of("treasury", "egypt") == 1 and t.of("treasury", "troy") == 0


def test_local_trade_needs_2_adjacent_land_areas_of_one_colour() -> None:
    t = table(16, {"discs": {"sinai": 1, "red_sea": 1}}, troy={"discs": {"tyre": 1, "ionia": 1}})
    assert not playable(t, 16)
    t = table(16, {"discs": {"sinai": 1, "tyre": 1, "canaan": 1, "kush": 1, "red_sea": 1}}, troy={})
    t.do("Local Trade")
    assert t.options == {"sinai", "tyre", "canaan"}
    t.do("sinai")
    assert t.asked("card_action")  # Tyre is the only other area next to Sinai
    assert [t.discs("egypt", a) for a in ("sinai", "tyre", "canaan", "red_sea")] == [2, 2, 1, 1]


@pytest.mark.rule("CRD-17")
def test_local_trade_skips_a_full_area_and_still_pays() -> None:
    t = table(16, {"discs": {"sinai": 4, "tyre": 1}}, troy={"discs": {"ionia": 1}})
    t.do("Local Trade", "tyre")
    assert t.discs("egypt", "sinai") == 4 and t.discs("egypt", "tyre") == 2
    assert t.of("treasury", "egypt") == 1


def test_local_trade_with_one_disc_in_supply_asks_where() -> None:
    t = table(16, short_of(1, {"sinai": 1, "tyre": 1}), troy={"discs": {"ionia": 1}})
    t.do("Local Trade", "sinai")
    assert t.asked("place", "egypt") and t.options == {"sinai", "tyre"}
    t.do("tyre")
    assert t.discs("egypt", "tyre") == 2 and t.discs("egypt", "sinai") == 1


# --------------------------------------------------------------------- 17 Gods Demand Sacrifice


@pytest.mark.rule("CLR-05")
def test_gods_demand_a_card_of_the_victims_choice_and_a_talent() -> None:
    t = table(17, AT_SEA, troy={"discs": {"ionia": 1}, "hand": [7, 27], "treasury": 2})
    t.do("Gods Demand Sacrifice")
    assert t.asked("discard", "troy") and t.options == {"Land Improvement", "Improved Plow"}
    t.do("Land Improvement")
    assert t.hand("troy") == {27} and t.of("treasury", "troy") == 1 and t.s.discard == [7, 17]


@pytest.mark.parametrize(("hand", "treasury"), [([], 1), ([7], 0)])
def test_gods_take_what_there_is(hand: list[int], treasury: int) -> None:
    t = table(17, AT_SEA, troy={"discs": {"ionia": 1}, "hand": hand, "treasury": treasury})
    t.do("Gods Demand Sacrifice")
    assert t.hand("troy") == set() and t.of("treasury", "troy") == 0


def test_gods_need_a_civilization_with_something_to_give() -> None:
    assert not playable(table(17, {**AT_SEA, "treasury": 3}, troy={"discs": {"ionia": 1}}), 17)


# -------------------------------------------------------------------------------- 18 Golden Age


def test_golden_age_places_2_discs_next_to_occupied_areas_and_pays() -> None:
    t = table(18, {"discs": {"kush": 1}}, troy={"discs": {"egypt": 2}})
    t.do("Golden Age")
    assert t.options == {"stop", "egypt", "red_sea"}  # not Kush itself; Control does not matter
    t.do("egypt", "egypt")
    assert t.discs("egypt", "egypt") == 2 and t.of("treasury", "egypt") == 1 and t.asked("card_action")


def test_golden_age_discs_just_placed_open_no_new_areas() -> None:
    t = table(18, {"discs": {"kush": 1}}, troy={"discs": {"ionia": 1}})
    t.do("Golden Age", "egypt")
    assert t.options == {"stop", "egypt", "red_sea"}


@pytest.mark.rule("CRD-20")
def test_golden_age_keeps_to_stacking_limits_and_open_seas() -> None:
    t = table(18, {"discs": {"kydonia": 1, "minoan_sea": 1, "myrtoan_sea": 1}}, troy={"discs": {"ionia": 1}})
    t.do("Golden Age")
    assert "eastern_mediterranean" not in t.options
    t.do("minoan_sea")
    assert not t.can("minoan_sea")  # two are the limit at sea
    t.do("stop")
    assert t.of("treasury", "egypt") == 1


@pytest.mark.parametrize("egypt", [short_of(0, {"kush": 1}), {"discs": {}}])
def test_golden_age_without_discs_to_place_gives_the_talent(egypt: dict[str, Any]) -> None:
    t = table(18, egypt, troy={"discs": {"ionia": 1}})
    t.do("Golden Age")
    assert t.of("treasury", "egypt") == 1 and not t.events("placed")


# ---------------------------------------------------------------------------------- 19 Bad Omens

LIBRARY = [standing("Great Library", "egypt", "kush", 5)]


def library(egypt: list[int], troy: list[int]) -> Table:
    """Egypt uses the Great Library at the start of its Draw step."""
    t = position(
        **moment("draw step"), wonders=LIBRARY,
        egypt={"discs": {"kush": 1}, "hand": egypt}, troy={"discs": {"ionia": 1}, "hand": troy},
    )  # fmt: skip
    return t.do("Great Library")


@pytest.mark.parametrize("negation", NEGATIONS)
def test_only_bad_omens_answer_a_wonder(negation: int) -> None:
    assert library([], [negation]).asked("negate", "troy") == (negation == 19)


def test_bad_omens_void_the_wonder_and_its_disc_stays_spent() -> None:
    t = library([], [19])
    t.do("Bad Omens")
    assert t.s.wonders[1].discs == 4 and t.s.drawn[t.faction("egypt")] == 0
    assert 19 in t.s.discard and t.kind != "use" and not t.events("kept")


def test_bad_omens_may_be_declined() -> None:
    t = library([], [19])
    t.do("no")
    assert t.asked("keep", "egypt") and t.hand("troy") == {19}


@pytest.mark.rule("CRD-11")
@pytest.mark.parametrize("negation", [n for n in NEGATIONS if n != 19])
def test_bad_omens_can_be_answered_outside_the_card_phase(negation: int) -> None:
    t = library([negation], [19])
    t.do("Bad Omens")
    assert t.asked("negate", "egypt") == (negation in {43, 44})
    if t.asked("negate"):
        t.do(f"#{negation}")
        assert t.asked("keep", "egypt")  # the Library works after all


def test_bad_omens_last_for_the_turn() -> None:
    t = position(
        phase="competition", egypt={"discs": {"kush": 1, "phoenicia": 2, "tyre": 2}},
        troy={"discs": {"phoenicia": 2, "tyre": 2}, "hand": [19]},
        wonders=[standing("Colossus", "egypt", "kush", 5)],
    )  # fmt: skip
    t.do("Colossus", "Bad Omens")
    commits = set()
    while t.events("competition")[-1].area != t.area("tyre"):
        commits |= t.options if t.asks == "egypt" else set()
        t.game.apply(t.game.legal_actions()[0])
    while t.kind == "commit":
        commits |= t.options if t.asks == "egypt" else set()
        t.do("pass")
    assert "Colossus" not in commits and not t.events("allies")


def test_bad_omens_are_no_action_of_the_card_phase() -> None:
    assert not playable(table(19, AT_SEA, troy={"discs": {"ionia": 1}}, wonders=LIBRARY), 19)


# ------------------------------------------------------------------------------ 20 Slave Revolt


def test_slave_revolt_turns_2_discs_of_a_city_into_barbarians() -> None:
    t = table(20, AT_SEA, troy={"discs": {"ionia": 3, "lydia": 2}})
    t.do("Slave Revolt")
    assert t.discs("troy", "ionia") == 1 and t.discs("barbarians", "ionia") == 2
    assert t.discs("troy", "lydia") == 2 and t.s.supply[-1] == 48


@pytest.mark.rule("CMP-10")
def test_slave_revolt_brings_barbarians_even_if_discs_are_saved() -> None:
    t = table(20, AT_SEA, troy={"discs": {"ionia": 3}, "treasury": 1, "hand": [7]})
    t.do("Slave Revolt", "talent", "lose")
    assert t.discs("troy", "ionia") == 2 and t.discs("barbarians", "ionia") == 2


@pytest.mark.rule("STK-02")
def test_slave_revolt_keeps_barbarians_to_the_stacking_limit() -> None:
    t = table(20, AT_SEA, troy={"discs": {"ionia": 3}}, barbarians={"discs": {"ionia": 3}})
    t.do("Slave Revolt")
    assert t.discs("troy", "ionia") == 1 and t.discs("barbarians", "ionia") == 4


@pytest.mark.rule("CRD-23")
def test_slave_revolt_may_take_barbarians_from_elsewhere() -> None:
    t = table(20, AT_SEA, troy={"discs": {"ionia": 3}}, barbarians={"discs": {"illyria": 49}})
    t.do("Slave Revolt")
    assert t.asked("barbarian_shortage", "egypt") and t.options == {"stop", "illyria"}
    t.do("illyria")
    assert t.discs("barbarians", "ionia") == 2 and t.discs("barbarians", "illyria") == 48


def test_slave_revolt_needs_an_opposing_city() -> None:
    assert not playable(table(20, {"discs": {"kush": 3}}, troy={"discs": {"ionia": 2}}), 20)


# ------------------------------------------------------------------------ 21 Bread and Circuses


@pytest.mark.rule("CLR-01")
def test_bread_and_circuses_asks_for_a_penalty_for_each_city() -> None:
    cities = {"ionia": 3, "lydia": 3, "phrygia": 4, "cilicia": 3}
    t = table(21, AT_SEA, troy={"discs": {**cities, "tarsus": 2}, "hand": [7], "treasury": 1, "vp": 1})
    t.do("Bread and Circuses")
    assert t.asked("penalty", "troy")
    assert t.options == {"lose_disc", "pay_talent", "lose_vp", "Land Improvement"}
    t.do("vp")
    assert t.options == {"lose_disc", "pay_talent", "Land Improvement"}  # never below 0 VP
    t.do("Land Improvement", "talent")
    assert t.of("vp", "troy") == 0 and t.of("treasury", "troy") == 0 and t.hand("troy") == set()
    assert sum(t.discs("troy", a) for a in cities) == 12  # the fourth City has only discs to give
    assert t.discs("troy", "tarsus") == 2


def test_bread_and_circuses_may_cost_the_same_each_time() -> None:
    t = table(21, AT_SEA, troy={"discs": {"ionia": 3, "lydia": 3}, "vp": 5})
    t.do("Bread and Circuses", "vp", "vp")
    assert t.of("vp", "troy") == 3 and t.of("vp", "egypt") == 0


def test_bread_and_circuses_are_not_paid_for_with_half_a_point() -> None:
    t = table(21, AT_SEA, troy={"discs": {"ionia": 3, "lydia": 3}, "treasury": 2, "vp": 1})
    t.s.vp[1] = Fraction(1, 2)
    t.do("Bread and Circuses")
    assert t.options == {"lose_disc", "pay_talent"}


def test_bread_and_circuses_need_an_opposing_city() -> None:
    assert not playable(table(21, {"discs": {"kush": 3}}, troy={"discs": {"ionia": 2}, "vp": 3}), 21)


@pytest.mark.rule("CIV-35")
def test_bread_and_circuses_takes_no_disc_behind_walls() -> None:
    t = table(21, AT_SEA, troy={"discs": {"troy": 3}, "vp": 2, "treasury": 1})
    t.do("Bread and Circuses")
    assert t.options == {"lose_vp", "pay_talent"}


# --------------------------------------------------------------------------------- 22 Demagogue


@pytest.mark.rule("CLR-04")
def test_demagogue_makes_the_victim_choose_3_discs() -> None:
    t = table(22, AT_SEA, troy={"discs": {"ionia": 3, "icarian_sea": 1, "lydia": 1}})
    t.do("Demagogue")
    assert t.asked("remove_own", "troy") and t.options == {"ionia", "icarian_sea", "lydia"}
    t.do("ionia", "lydia", "ionia")
    assert [t.discs("troy", a) for a in ("ionia", "icarian_sea", "lydia")] == [1, 1, 0]


@pytest.mark.rule("CRD-22")
def test_demagogue_counts_discs_saved_by_payment() -> None:
    t = table(22, AT_SEA, troy={"discs": {"ionia": 3}, "treasury": 2})
    t.do("Demagogue", "talent", "talent")
    assert t.discs("troy", "ionia") == 2 and t.of("treasury", "troy") == 0


def test_demagogue_takes_what_there_is_and_needs_a_disc() -> None:
    t = table(22, AT_SEA, troy={"discs": {"ionia": 2}})
    assert t.do("Demagogue").discs("troy", "ionia") == 0
    assert not playable(table(22, AT_SEA, troy={}), 22)


@pytest.mark.rule("CIV-35")
def test_demagogue_takes_nothing_from_behind_the_walls_of_troy() -> None:
    t = table(22, AT_SEA, troy={"discs": {"troy": 2, "ionia": 1}})
    t.do("Demagogue")
    assert t.discs("troy", "troy") == 2 and t.discs("troy", "ionia") == 0


def test_demagogue_is_set_aside_unless_negated() -> None:
    t = table(22, AT_SEA, troy={"discs": {"ionia": 2}})
    t.do("Demagogue")
    assert t.s.aside == [22] and 22 not in t.s.discard
    t = table(22, AT_SEA, troy={"discs": {"ionia": 2}, "hand": [47]})
    t.do("Demagogue", "Bribery")
    assert t.s.aside == [] and t.s.discard == [47, 22]


# --------------------------------------------------------------------------------- 23 Civil War


def test_civil_war_hits_2_cities_with_a_barbarian_and_a_loss_each() -> None:
    t = table(23, AT_SEA, troy={"discs": {"ionia": 3, "lydia": 4, "phrygia": 3, "cilicia": 2}})
    t.do("Civil War")
    assert t.options == {"ionia", "lydia", "phrygia"}
    t.do("ionia", "lydia")
    assert [t.discs("troy", a) for a in ("ionia", "lydia", "phrygia")] == [1, 2, 3]
    assert [t.discs("barbarians", a) for a in ("ionia", "lydia", "phrygia")] == [1, 1, 0]


def test_civil_war_may_be_in_one_city_and_leaves_others_there_alone() -> None:
    t = table(23, {"discs": {"ionia": 2}}, troy={"discs": {"ionia": 3, "lydia": 3}})
    t.do("Civil War", "ionia", "stop")
    assert t.discs("egypt", "ionia") == 2 and t.discs("troy", "ionia") == 1 and t.discs("troy", "lydia") == 3


def test_civil_war_needs_an_opposing_city() -> None:
    assert not playable(table(23, {"discs": {"kush": 3}}, troy={"discs": {"ionia": 2}}), 23)


# --------------------------------------------------------------------------------- 24 Tax Revolt


@pytest.mark.parametrize(("treasury", "discs"), [(3, 0), (2, 0), (1, 1), (0, 2)])
def test_tax_revolt_takes_2_talents_or_city_discs_for_those_missing(treasury: int, discs: int) -> None:
    t = table(24, AT_SEA, troy={"discs": {"ionia": 4, "lydia": 4, "cilicia": 2}, "treasury": treasury})
    t.do("Tax Revolt", *["lydia"] * discs)
    assert t.of("treasury", "troy") == max(0, treasury - 2)
    assert t.discs("troy", "lydia") == 4 - discs and t.discs("troy", "ionia") == 4


def test_tax_revolt_lets_its_player_pick_different_cities_never_settlements() -> None:
    t = table(24, AT_SEA, troy={"discs": {"ionia": 3, "lydia": 3, "cilicia": 2}})
    t.do("Tax Revolt")
    assert t.asks == "egypt" and t.options == {"ionia", "lydia"}
    t.do("ionia", "lydia")
    assert t.discs("troy", "ionia") == 2 and t.discs("troy", "lydia") == 2


def test_tax_revolt_takes_no_disc_for_a_talent_that_its_victim_has_gained_by_an_answer() -> None:
    t = table(24, AT_SEA, "basic_4p", rome={"discs": {"rome": 1}, "hand": [44]},
              troy={"discs": {"ionia": 3, "lydia": 3}, "hand": [43]})  # fmt: skip
    t.do("Tax Revolt", "ionia", "lydia")  # two talents are missing
    t.skip_until("negate", "rome").do("High Priest").skip_until("negate", "troy").do("High Priestess")
    assert t.of("treasury", "troy") == 0  # the talent of the answer is lost
    assert t.discs("troy", "ionia") == 2 and t.discs("troy", "lydia") == 3


def test_tax_revolt_needs_talents_or_cities() -> None:
    assert not playable(table(24, {"discs": {"kush": 3}}, troy={"discs": {"ionia": 2}}), 24)
    t = table(24, AT_SEA, troy={"discs": {"ionia": 2}, "treasury": 1})
    t.do("Tax Revolt")
    assert t.of("treasury", "troy") == 0 and t.discs("troy", "ionia") == 2


# -------------------------------------------------------------------------------- 25 Heroic Saga


@pytest.mark.rule("CRD-15")
@pytest.mark.parametrize(("supply", "discs"), [(5, 2), (2, 2), (1, 1)])
def test_heroic_saga_lies_with_2_discs_or_what_there_is(supply: int, discs: int) -> None:
    t = table(25, short_of(supply, {"kush": 1}), troy={"discs": {"ionia": 1}})
    t.do("Heroic Saga")
    assert t.s.investments == {25: (0, discs)} and t.of("supply", "egypt") == supply - discs
    assert 25 not in t.s.discard


def test_heroic_saga_needs_supply() -> None:
    assert not playable(table(25, short_of(0, {"kush": 1}), troy={"discs": {"ionia": 1}}), 25)


def saga(discs: int) -> Table:
    """Egypt, with a Camp far from the Nile, comes to its Acquisition step."""
    return position(
        egypt={"discs": {"tyre": 1}}, troy={"discs": {"ionia": 1}},
        investments=[{"card": 25, "owner": "egypt", "discs": discs}],
    ).do("stop")  # fmt: skip


def test_heroic_saga_gives_2_more_ready_discs_once_a_turn() -> None:
    t = saga(2)
    assert t.asked("use", "egypt")
    t.do("Heroic Saga", "first")
    assert t.asked("deploy", "egypt") and t.of("ready", "egypt") == 3 + 2  # on top of the minimum
    assert t.s.investments == {25: (0, 1)}


@pytest.mark.rule("CRD-16")
def test_heroic_saga_gives_a_talent_and_a_vp_and_is_discarded_with_its_last_disc() -> None:
    t = saga(1)
    t.do("Heroic Saga", "second")
    assert t.of("treasury", "egypt") == 1 and t.of("vp", "egypt") == 1 and t.of("ready", "egypt") == 3
    assert t.s.investments == {} and t.s.discard == [25]


def test_heroic_saga_may_wait() -> None:
    t = saga(2)
    t.do("stop")
    assert t.asked("deploy") and t.s.investments == {25: (0, 2)} and t.of("ready", "egypt") == 3


# ------------------------------------------------------------------------------------ 26 Pirates


@pytest.mark.rule("CLR-20")
def test_pirates_take_1_disc_of_everybody_in_a_sea_and_around() -> None:
    t = table(
        26, {"discs": {"gulf_of_sidon": 1, "egyptian_sea": 1}},
        troy={"discs": {"gulf_of_sidon": 2, "levantine_sea": 1, "phoenicia": 2, "libyan_sea": 1}},
        barbarians={"discs": {"gulf_of_sidon": 1, "eastern_mediterranean": 1, "tyre": 1}},
    )  # fmt: skip
    t.do("Pirates", "gulf_of_sidon", "lose", "lose")
    assert t.discs("egypt", "gulf_of_sidon") == 0 and t.discs("egypt", "egyptian_sea") == 0
    assert t.discs("troy", "gulf_of_sidon") == 1 and t.discs("troy", "levantine_sea") == 0
    assert t.discs("barbarians", "gulf_of_sidon") == 0 and t.discs("barbarians", "eastern_mediterranean") == 0
    assert t.discs("troy", "phoenicia") == 2 and t.discs("barbarians", "tyre") == 1  # on land
    assert t.discs("troy", "libyan_sea") == 1  # two seas away


def test_pirates_name_a_coastal_sea() -> None:
    t = table(26, AT_SEA, troy={"discs": {"ionia": 1}}).do("Pirates")
    assert "eastern_mediterranean" not in t.options and "tyre" not in t.options


# ------------------------------------------------------------------------------ 27 Improved Plow


def test_improved_plow_places_in_3_occupied_land_areas_and_pays() -> None:
    t = table(
        27, {"discs": {"sinai": 1, "petra": 1, "kush": 1, "tyre": 1, "egypt": 4, "red_sea": 1}},
        troy={"discs": {"tyre": 2}},
    )  # fmt: skip
    t.do("Improved Plow")
    assert t.options == {"stop", "sinai", "petra", "kush", "tyre"}  # a shared area is occupied too
    t.do("kush", "sinai", "tyre")
    assert [t.discs("egypt", a) for a in ("kush", "sinai", "tyre", "petra")] == [2, 2, 2, 1]
    assert t.of("treasury", "egypt") == 1 and t.asked("card_action")


@pytest.mark.parametrize("egypt", [AT_SEA, short_of(0, {"kush": 1})])
def test_improved_plow_pays_even_if_nothing_can_be_placed(egypt: dict[str, Any]) -> None:
    t = table(27, egypt, troy={"discs": {"ionia": 1}}).do("Improved Plow")
    assert t.of("treasury", "egypt") == 1 and not t.events("placed")


# ------------------------------------------------------------------------------- 28 Pirate Raids


@pytest.mark.rule("CLR-19")
def test_pirate_raids_replace_2_discs_of_one_or_several_factions() -> None:
    seas: dict[str, Any] = {
        "troy": {"discs": {"levantine_sea": 2, "tyre": 1}},
        "barbarians": {"discs": {"gulf_of_sidon": 1}},
    }
    t = table(28, {"discs": {"phoenicia": 1}}, **seas).do("Pirate Raids")
    assert t.options == {"stop", "levantine_sea", "gulf_of_sidon"}
    t.do("levantine_sea", "levantine_sea")
    assert t.discs("troy", "levantine_sea") == 0 and t.discs("egypt", "levantine_sea") == 2
    t = table(28, {"discs": {"phoenicia": 1}}, **seas)
    t.do("Pirate Raids", "levantine_sea", "gulf_of_sidon")
    assert t.discs("troy", "levantine_sea") == 1 and t.discs("egypt", "levantine_sea") == 1
    assert t.discs("barbarians", "gulf_of_sidon") == 0 and t.discs("egypt", "gulf_of_sidon") == 1


@pytest.mark.rule("CMP-09")
def test_pirate_raids_remove_even_without_discs_to_replace() -> None:
    t = table(28, short_of(1, {"phoenicia": 1}), troy={"discs": {"levantine_sea": 2}})
    t.do("Pirate Raids", "levantine_sea", "levantine_sea")
    assert t.discs("troy", "levantine_sea") == 0 and t.discs("egypt", "levantine_sea") == 1


@pytest.mark.rule("CMP-10")
def test_pirate_raids_add_a_disc_where_the_victim_pays() -> None:
    t = table(28, {"discs": {"phoenicia": 1}}, troy={"discs": {"levantine_sea": 1}, "treasury": 1})
    t.do("Pirate Raids", "levantine_sea", "talent")
    assert t.discs("troy", "levantine_sea") == 1 and t.discs("egypt", "levantine_sea") == 1


def test_pirate_raids_respect_the_stacking_limit_and_stay_near() -> None:
    t = table(28, {"discs": {"levantine_sea": 2}}, troy={"discs": {"levantine_sea": 1, "icarian_sea": 1}})
    t.do("Pirate Raids")
    assert t.options == {"stop", "levantine_sea"}
    t.do("levantine_sea")
    assert t.discs("troy", "levantine_sea") == 0 and t.discs("egypt", "levantine_sea") == 2
    assert not playable(table(28, {"discs": {"kush": 1}}, troy={"discs": {"icarian_sea": 1}}), 28)


# ------------------------------------------------------------------------------------- 29 Schism


@pytest.mark.rule("CLR-22", "DEF-10")
def test_schism_takes_1_disc_of_every_civilization_but_no_barbarians() -> None:
    t = table(
        29, {"discs": {"tyre": 2, "phoenicia": 1}},
        troy={"discs": {"tyre": 2, "palmyra": 1, "gulf_of_sidon": 1, "ionia": 1}},
        barbarians={"discs": {"tyre": 2, "petra": 1}},
    )  # fmt: skip
    t.do("Schism")
    assert not {"gulf_of_sidon", "red_sea"} & t.options
    t.do("tyre", "lose", "lose")
    assert t.discs("egypt", "tyre") == 1 and t.discs("egypt", "phoenicia") == 0
    assert t.discs("troy", "tyre") == 1 and t.discs("troy", "palmyra") == 0
    assert t.discs("troy", "gulf_of_sidon") == 1 and t.discs("troy", "ionia") == 1
    assert t.discs("barbarians", "tyre") == 2 and t.discs("barbarians", "petra") == 1


@pytest.mark.rule("CMP-08")
def test_schism_asks_the_owners_in_turn_order() -> None:
    t = table(29, {"discs": {"tyre": 1}}, troy={"discs": {"tyre": 1}, "treasury": 1}, order=["troy", "egypt"])
    t.do("Schism", "tyre")
    assert t.asked("loss", "troy")
    t.do("talent")
    assert t.asked("loss", "egypt")


# ------------------------------------------------------------------------- 30 Barbarian Uprising


def test_barbarian_uprising_puts_3_discs_and_1_in_2_neighbours() -> None:
    t = table(30, {"discs": {"egypt": 3}}, troy={"discs": {"ionia": 3, "palmyra": 1}})
    t.do("Barbarian Uprising")
    assert not {"egypt", "ionia", "red_sea"} & t.options and "palmyra" in t.options
    t.do("petra")
    assert t.options == {"stop", "sinai", "tyre", "canaan"}  # land only
    t.do("sinai", "tyre")
    assert t.asked("card_action") and t.s.supply[-1] == 45
    assert [t.discs("barbarians", a) for a in ("petra", "sinai", "tyre", "canaan")] == [3, 1, 1, 0]


def test_barbarian_uprising_may_spare_the_neighbours_and_keeps_the_limit() -> None:
    t = table(30, AT_SEA, troy={"discs": {"ionia": 1}}, barbarians={"discs": {"palmyra": 2}})
    t.do("Barbarian Uprising", "palmyra", "stop")
    assert t.discs("barbarians", "palmyra") == 4 and t.s.supply[-1] == 46


@pytest.mark.rule("CRD-23")
def test_barbarian_uprising_with_an_empty_supply_may_place_fewer() -> None:
    t = table(30, AT_SEA, troy={"discs": {"ionia": 1}}, barbarians={"discs": {"illyria": 50}})
    t.do("Barbarian Uprising", "palmyra", "stop", "illyria", "stop")
    assert t.discs("barbarians", "palmyra") == 1 and t.discs("barbarians", "illyria") == 49


# ---------------------------------------------------------------------------- 31 Nomad Migration


def test_nomads_settle_in_2_adjacent_land_areas_one_on_the_edge() -> None:
    t = table(31, AT_SEA, troy={"discs": {"tyre": 3}})
    t.do("Nomad Migration")
    assert "palmyra" in t.options and not {"tyre", "sinai", "red_sea"} & t.options
    t.do("petra")
    assert t.options == {"sinai", "tyre", "canaan"}
    t.do("tyre")
    assert t.discs("barbarians", "petra") == t.discs("barbarians", "tyre") == 2 and t.s.supply[-1] == 46


# ------------------------------------------------------------------------------ 32 Captive Queen


def test_captive_queen_places_2_discs_beside_another_civilization_at_sea() -> None:
    t = table(
        32, {"discs": {"kush": 1}}, troy={"discs": {"icarian_sea": 1, "trojan_sea": 2, "ionia": 1}},
        barbarians={"discs": {"red_sea": 1}},
    )  # fmt: skip
    t.do("Captive Queen")
    assert t.options == {"icarian_sea", "trojan_sea"}  # no Barbarians, no land, near or far
    t.do("trojan_sea")
    while t.kind == "place":
        t.do("trojan_sea")
    assert t.discs("egypt", "trojan_sea") == 2 and t.discs("troy", "trojan_sea") == 2


@pytest.mark.rule("CRD-17")
def test_captive_queen_cannot_be_shy() -> None:
    t = table(32, {"discs": {"kush": 1}}, troy={"discs": {"icarian_sea": 1}})
    t.do("Captive Queen")
    assert t.asked("card_action") or not t.can("stop")


def test_captive_queen_keeps_to_limit_and_supply_and_needs_company() -> None:
    t = table(32, {"discs": {"icarian_sea": 1}}, troy={"discs": {"icarian_sea": 1}})
    t.do("Captive Queen")
    if t.kind == "place":
        t.do("icarian_sea")
    assert t.asked("card_action") and t.discs("egypt", "icarian_sea") == 2
    t = table(32, {"discs": {"kush": 1}}, troy={"discs": {"ionia": 1}}, barbarians={"discs": {"red_sea": 1}})
    assert not playable(t, 32)
