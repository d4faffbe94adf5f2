"""Fate cards 1 to 15: what each does, and its limits."""

from __future__ import annotations

from typing import Any

import pytest
from card_table import AT_SEA, lay, playable, short_of, table
from helpers import Table, position

# ------------------------------------------------------------------------------- 1 Earthquake


def test_earthquake_takes_2_discs_from_each_of_2_areas_colours_by_choice() -> None:
    t = table(
        1, {"discs": {"tyre": 1}}, troy={"discs": {"tyre": 2, "phoenicia": 3}},
        barbarians={"discs": {"tyre": 1}},
    )  # fmt: skip
    t.do("Earthquake", "phoenicia", "tyre")
    assert t.options == {"egypt", "troy", "barbarians"}  # whose disc goes first in Tyre
    t.do("barbarians", "troy")
    assert t.discs("barbarians", "tyre") == 0 and t.discs("troy", "tyre") == 1
    assert t.discs("egypt", "tyre") == 1 and t.discs("troy", "phoenicia") == 1
    assert 1 in t.s.discard


def test_earthquake_may_name_an_empty_second_area_anywhere_on_land() -> None:
    t = table(1, AT_SEA, troy={"discs": {"ionia": 1}})
    t.do("Earthquake")
    assert {"troy", "lydia", "phrygia", "kush"} <= t.options and not t.options & {"ionia", "icarian_sea"}
    t.do("lydia")
    assert t.discs("troy", "ionia") == 0 and t.of("supply", "troy") == 48


def test_earthquake_needs_a_disc_on_land() -> None:
    assert not playable(table(1, AT_SEA, troy={"discs": {"icarian_sea": 1}}), 1)


@pytest.mark.rule("CRD-22")
def test_earthquake_discs_are_saved_one_by_one() -> None:
    t = table(1, AT_SEA, troy={"discs": {"ionia": 2}, "treasury": 1, "hand": [7]})
    t.do("Earthquake", "lydia", "talent")
    assert t.options == {"lose_disc", "Land Improvement"}
    t.do("Land Improvement")
    assert t.discs("troy", "ionia") == 2 and t.of("treasury", "troy") == 0 and t.hand("troy") == set()


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize(("discs", "left"), [(3, 3), (2, 2), (1, 0)])
def test_earthquake_stops_at_the_walls_of_troy(discs: int, left: int) -> None:
    t = table(1, AT_SEA, troy={"discs": {"troy": discs, "ionia": 2}})
    t.do("Earthquake", "ionia", "troy")
    assert t.discs("troy", "troy") == left and t.discs("troy", "ionia") == 0


# ----------------------------------------------------------------------------------- 2 Plague


def test_plague_takes_2_discs_and_1_from_each_neighbouring_city() -> None:
    t = table(
        2, {"discs": {"tyre": 4, "petra": 2}},
        troy={"discs": {"phoenicia": 3, "palmyra": 3, "al_mina": 2, "tyre": 3, "cilicia": 3}},
        barbarians={"discs": {"al_mina": 3}},
    )  # fmt: skip
    t.do("Plague", "phoenicia", "lose")  # Egypt's own City in Tyre is hit too
    assert t.discs("troy", "phoenicia") == 1 and t.discs("troy", "palmyra") == 2
    assert t.discs("troy", "tyre") == 2 and t.discs("egypt", "tyre") == 3  # two Cities in one area
    assert t.discs("troy", "al_mina") == 2 and t.discs("barbarians", "al_mina") == 3  # no Cities
    assert t.discs("troy", "cilicia") == 3  # not adjacent


def test_plague_leaves_a_second_city_in_the_named_area_alone() -> None:
    t = table(2, {"discs": {"tyre": 3}}, troy={"discs": {"tyre": 4}})
    t.do("Plague", "troy")
    assert t.discs("troy", "tyre") == 2 and t.discs("egypt", "tyre") == 3


@pytest.mark.rule("DEF-10", "DEF-16")
def test_plague_needs_a_city_and_barbarians_have_none() -> None:
    t = table(2, {"discs": {"sinai": 2}}, troy={"discs": {"red_sea": 2}}, barbarians={"discs": {"ionia": 4}})
    assert not playable(t, 2)


# ------------------------------------------------------------------------ 3 Volcanic Eruption


def test_volcanic_eruption_takes_2_discs_and_1_from_up_to_2_neighbours() -> None:
    discs = {"lydia": 3, "ionia": 3, "phrygia": 3, "cilicia": 3, "minoan_sea": 1}
    t = table(3, AT_SEA, troy={"discs": discs})
    t.do("Volcanic Eruption", "lydia")
    assert t.options == {"stop", "ionia", "phrygia", "cilicia"}  # land only
    t.do("ionia", "phrygia")
    assert t.asked("card_action")
    assert [t.discs("troy", a) for a in ("lydia", "ionia", "phrygia", "cilicia")] == [1, 2, 2, 3]


def test_volcanic_eruption_may_leave_the_neighbours_alone_and_may_name_a_home() -> None:
    t = table(3, {"discs": {"egypt": 3, "kush": 2}}, troy={"discs": {"icarian_sea": 1}})
    t.do("Volcanic Eruption", "egypt", "stop", "lose", "lose")
    assert t.discs("egypt", "egypt") == 1 and t.discs("egypt", "kush") == 2


def test_volcanic_eruption_may_name_an_empty_area_to_reach_its_neighbours() -> None:
    t = table(3, AT_SEA, troy={"discs": {"ionia": 2, "phrygia": 2}})
    t.do("Volcanic Eruption")
    assert "lydia" in t.options
    t.do("lydia", "ionia", "phrygia")
    assert t.discs("troy", "ionia") == 1 and t.discs("troy", "phrygia") == 1


def test_volcanic_eruption_names_no_sea() -> None:
    t = table(3, AT_SEA, troy={"discs": {"lydia": 1, "ionia": 1, "icarian_sea": 2}})
    t.do("Volcanic Eruption")
    assert "icarian_sea" not in t.options and "red_sea" not in t.options


# ----------------------------------------------------------------------------- 4 Local Volcano


@pytest.mark.rule("CLR-11")
def test_local_volcano_starts_outside_homes_and_may_reach_into_one() -> None:
    discs = {"icarian_sea": 2, "troy": 1, "ionia": 2, "lydia": 2, "trojan_sea": 1}
    t = table(4, AT_SEA, troy={"discs": discs})
    t.do("Local Volcano")
    assert not {"troy", "egypt"} & t.options and {"mycenae", "icarian_sea", "ionia"} <= t.options
    t.do("icarian_sea", "icarian_sea", "icarian_sea")
    assert t.options == {"stop", "troy", "ionia", "lydia", "trojan_sea"}
    t.do("troy", "ionia", "lydia")
    assert t.asked("card_action")
    assert [t.discs("troy", a) for a in discs] == [0, 0, 1, 1, 1]


def test_local_volcano_takes_no_third_disc_where_it_starts() -> None:
    t = table(4, AT_SEA, troy={"discs": {"ionia": 4, "lydia": 2}})
    t.do("Local Volcano", "ionia", "ionia", "ionia")
    assert t.options == {"stop", "lydia"}


def test_local_volcano_may_take_fewer() -> None:
    t = table(4, AT_SEA, troy={"discs": {"ionia": 2, "lydia": 2}})
    t.do("Local Volcano", "ionia", "ionia", "stop", "stop")
    assert t.discs("troy", "ionia") == 1 and t.discs("troy", "lydia") == 2


@pytest.mark.rule("CRD-21")
def test_local_volcano_takes_barbarians_and_own_discs_too() -> None:
    t = table(4, {"discs": {"tyre": 1}}, troy={"discs": {"ionia": 1}}, barbarians={"discs": {"tyre": 1}})
    t.do("Local Volcano", "tyre", "tyre", "egypt", "tyre", "lose")
    assert t.discs("egypt", "tyre") == 0 and t.discs("barbarians", "tyre") == 0


# -------------------------------------------------------------------------------- 5 Great Fire


@pytest.mark.parametrize("discs", [3, 4])
def test_great_fire_costs_a_talent_and_leaves_2_discs(discs: int) -> None:
    t = table(5, AT_SEA, troy={"discs": {"ionia": discs, "lydia": 3}, "treasury": 1})
    t.do("Great Fire", "ionia")
    assert t.of("treasury", "troy") == 0
    assert t.discs("troy", "ionia") == 2 and t.discs("troy", "lydia") == 3


def test_great_fire_without_a_talent_still_burns_and_the_rest_of_the_talents_save() -> None:
    t = table(5, AT_SEA, troy={"discs": {"ionia": 3}})
    assert t.do("Great Fire").discs("troy", "ionia") == 2
    t = table(5, AT_SEA, troy={"discs": {"ionia": 3}, "treasury": 2})
    t.do("Great Fire", "talent")
    assert t.of("treasury", "troy") == 0 and t.discs("troy", "ionia") == 3


def test_great_fire_may_hit_the_own_city_and_needs_one() -> None:
    t = table(5, {"discs": {"tyre": 3}}, troy={"discs": {"ionia": 2}})
    t.do("Great Fire", "lose")
    assert t.discs("egypt", "tyre") == 2
    assert not playable(table(5, AT_SEA, troy={"discs": {"ionia": 2}}), 5)


# --------------------------------------------------------------------------------- 6 Strategos


def strategos(egypt: dict[str, int], troy: dict[str, Any], **given: Any) -> Table:
    """Egypt lays Strategos in the first competition, nobody anything else."""
    t = position(phase="competition", egypt={"discs": egypt, "hand": [6]}, troy=troy, **given)
    return lay(t, 6)


@pytest.mark.rule("CMP-11")
def test_strategos_sends_1_white_disc_into_each_of_4_competitions() -> None:
    five = {"hamath": 2, "phoenicia": 2, "tyre": 2, "sinai": 2, "gulf_of_sidon": 2}
    t = strategos(dict.fromkeys(five, 1), {"discs": five})
    assert t.asked("allies", "egypt") and t.options == {"stop", *five}
    t.do("sinai", "tyre", "phoenicia", "hamath")
    assert t.kind != "allies"
    allies = [(e.area, e.n) for e in t.events("allies")]
    assert allies == [(t.area(a), 1) for a in ("sinai", "tyre", "phoenicia", "hamath")]


def test_strategos_goes_only_where_its_player_competes() -> None:
    t = strategos(
        {"tyre": 2, "sinai": 1, "kush": 1},
        {"discs": {"tyre": 2, "sinai": 1, "libya": 1}}, barbarians={"discs": {"libya": 3}},
    )  # fmt: skip
    assert t.options == {"stop", "tyre"}  # 1-1 in Sinai is not Contested, Libya is not Egypt's
    t.do("tyre")
    assert [(e.n, e.area) for e in t.events("allies")] == [(1, t.area("tyre"))]
    assert t.discs("egypt", "tyre") == 2 and t.discs("troy", "tyre") == 0  # 3 against 2
    assert 6 in t.s.discard


def test_strategos_is_no_card_for_the_card_phase() -> None:
    assert not playable(table(6, {"discs": {"tyre": 2}}, troy={"discs": {"tyre": 2}}), 6)


# -------------------------------------------------------------------------- 7 Land Improvement


@pytest.mark.rule("CLR-08")
def test_land_improvement_places_in_2_controlled_land_areas() -> None:
    t = table(
        7, {"discs": {"sinai": 1, "petra": 2, "kush": 3, "tyre": 2, "egypt": 4, "red_sea": 1}},
        troy={"discs": {"tyre": 1}},
    )  # fmt: skip
    t.do("Land Improvement")
    assert t.options == {"stop", "sinai", "petra", "kush"}  # Tyre is shared, Egypt full, a sea no land
    t.do("kush", "sinai")
    assert t.discs("egypt", "kush") == 4 and t.discs("egypt", "sinai") == 2 and t.asked("card_action")


def test_land_improvement_gives_one_disc_an_area_and_may_give_fewer() -> None:
    t = table(7, {"discs": {"sinai": 1, "kush": 1}}, troy={"discs": {"ionia": 1}})
    t.do("Land Improvement", "kush")
    assert not t.can("kush") and t.can("sinai")
    t.do("stop")
    assert t.discs("egypt", "kush") == 2 and t.discs("egypt", "sinai") == 1


def test_land_improvement_needs_supply_and_a_controlled_area() -> None:
    assert not playable(table(7, short_of(0, {"kush": 1}), troy={"discs": {"ionia": 1}}), 7)
    assert not playable(table(7, AT_SEA, troy={"discs": {"ionia": 1}}), 7)
    t = table(7, short_of(1, {"kush": 1, "sinai": 1}), troy={"discs": {"ionia": 1}})
    t.do("Land Improvement", "kush")
    assert t.asked("card_action") and t.of("supply", "egypt") == 0


# ------------------------------------------------------------------------------ 8 Local Famine


@pytest.mark.rule("CLR-09")
def test_local_famine_takes_2_discs_then_a_card_or_a_disc() -> None:
    t = table(
        8, {"discs": {"ionia": 1}}, troy={"discs": {"ionia": 4, "lydia": 2}, "hand": [7, 27], "treasury": 2},
        barbarians={"discs": {"ionia": 1}},
    )  # fmt: skip
    t.do("Local Famine", "lose", "lose")
    assert t.asked("penalty", "troy")
    assert t.options == {"lose_disc", "Land Improvement", "Improved Plow"}
    t.do("Improved Plow")
    assert t.discs("troy", "ionia") == 2 and t.hand("troy") == {7} and t.of("treasury", "troy") == 2
    assert t.discs("troy", "lydia") == 2 and t.discs("egypt", "ionia") == t.discs("barbarians", "ionia") == 1


@pytest.mark.rule("CLR-09")
def test_local_famine_disc_may_be_saved_by_a_talent() -> None:
    t = table(8, AT_SEA, troy={"discs": {"ionia": 4}, "hand": [7], "treasury": 1})
    t.do("Local Famine", "lose", "lose", "lose", "talent")
    assert t.discs("troy", "ionia") == 2 and t.of("treasury", "troy") == 0 and t.hand("troy") == {7}


def test_local_famine_without_cards_takes_a_third_disc() -> None:
    t = table(8, AT_SEA, troy={"discs": {"ionia": 3}})
    assert t.do("Local Famine").discs("troy", "ionia") == 0


def test_local_famine_names_no_own_city() -> None:
    assert not playable(table(8, {"discs": {"kush": 3}}, troy={"discs": {"ionia": 2}}), 8)


@pytest.mark.rule("CIV-35")
def test_local_famine_does_not_pass_the_walls_of_troy() -> None:
    assert not playable(table(8, AT_SEA, troy={"discs": {"troy": 3}}), 8)


# ----------------------------------------------------------------------------------- 9 Drought


def test_drought_takes_1_disc_from_up_to_3_settlements_on_land() -> None:
    settlements = {"ionia": 2, "lydia": 2, "phrygia": 2, "cilicia": 2}
    t = table(9, AT_SEA, troy={"discs": {**settlements, "tarsus": 3, "al_mina": 1, "icarian_sea": 2}})
    t.do("Drought")
    assert t.options == {"stop", *settlements}
    t.do("ionia", "lydia", "phrygia")
    assert [t.discs("troy", a) for a in settlements] == [1, 1, 1, 2]


def test_drought_may_take_fewer_and_needs_a_settlement() -> None:
    t = table(9, AT_SEA, troy={"discs": {"ionia": 2, "lydia": 2}})
    t.do("Drought", "lydia")
    assert t.asked("card_action") and t.discs("troy", "ionia") == 2
    t = table(9, {"discs": {"kush": 2}}, troy={"discs": {"ionia": 3, "icarian_sea": 2}})
    assert not playable(t, 9)


def test_drought_leaves_other_factions_alone() -> None:
    t = table(
        9, AT_SEA, "basic_4p", troy={"discs": {"ionia": 2}}, carthage={"discs": {"ionia": 2, "nora": 2}},
        barbarians={"discs": {"ionia": 2}},
    )  # fmt: skip
    t.do("Drought")
    assert t.options == {"troy", "carthage"}
    t.do("carthage", "ionia", "stop")
    assert [t.discs(f, "ionia") for f in ("troy", "carthage", "barbarians")] == [2, 1, 2]


# -------------------------------------------------------------------------------- 10 Tidal Wave


def test_tidal_wave_hits_everybody_at_sea_and_1_disc_ashore() -> None:
    t = table(
        10, {"discs": {"icarian_sea": 1, "ionia": 1}},
        troy={"discs": {"icarian_sea": 2, "ionia": 2, "lydia": 2, "minoan_sea": 1, "tarsus": 1}},
        barbarians={"discs": {"icarian_sea": 1}},
    )  # fmt: skip
    t.do("Tidal Wave", "icarian_sea")
    assert t.options == {"egypt", "troy"}  # whose disc in Ionia
    t.do("egypt", "lose", "lose")
    assert [t.discs(f, "icarian_sea") for f in ("egypt", "troy", "barbarians")] == [0, 1, 0]
    assert t.discs("egypt", "ionia") == 0 and t.discs("troy", "ionia") == 2
    assert t.discs("troy", "lydia") == 1 and t.discs("troy", "minoan_sea") == 1
    assert t.discs("troy", "tarsus") == 1


def test_tidal_wave_names_a_coastal_sea() -> None:
    t = table(10, AT_SEA, troy={"discs": {"ionia": 1}}).do("Tidal Wave")
    assert "eastern_mediterranean" not in t.options and "ionia" not in t.options


# ----------------------------------------------------------------------------------- 11 Locusts


def test_locusts_eat_along_a_chain_of_3_land_areas() -> None:
    t = table(11, AT_SEA, troy={"discs": {"ionia": 2, "lydia": 2, "cilicia": 2}})
    t.do("Locusts", "ionia")
    assert t.options == {"stop", "troy", "lydia"}
    t.do("lydia", "cilicia")
    assert [t.discs("troy", a) for a in ("ionia", "lydia", "cilicia")] == [1, 1, 1]


def test_locusts_may_stop_early_and_need_a_disc_on_land() -> None:
    t = table(11, AT_SEA, troy={"discs": {"ionia": 2, "lydia": 2}})
    t.do("Locusts", "ionia", "stop")
    assert t.discs("troy", "ionia") == 1 and t.discs("troy", "lydia") == 2
    assert not playable(table(11, AT_SEA, troy={"discs": {"icarian_sea": 1}}), 11)


def test_locusts_eat_barbarians_too() -> None:
    t = table(11, AT_SEA, troy={"discs": {"ionia": 1}}, barbarians={"discs": {"ionia": 1}})
    t.do("Locusts", "stop", "barbarians")
    assert t.discs("barbarians", "ionia") == 0 and t.discs("troy", "ionia") == 1


# ------------------------------------------------------------------------------ 12 Storm at Sea


def test_storm_takes_3_discs_from_a_sea_and_its_neighbours() -> None:
    t = table(
        12, {"discs": {"levantine_sea": 1}}, epoch=4,
        troy={"discs": {"levantine_sea": 2, "eastern_mediterranean": 1, "gulf_of_sidon": 1, "phoenicia": 2,
                        "egyptian_sea": 1}},
    )  # fmt: skip
    t.do("Storm at Sea", "levantine_sea")
    assert t.options == {"stop", "levantine_sea", "eastern_mediterranean", "gulf_of_sidon"}
    t.do("eastern_mediterranean", "levantine_sea", "troy", "levantine_sea", "troy")
    assert t.asked("card_action")  # three discs are all
    assert t.discs("troy", "levantine_sea") == 0 and t.discs("troy", "eastern_mediterranean") == 0
    assert t.discs("egypt", "levantine_sea") == 1 and t.discs("troy", "gulf_of_sidon") == 1


def test_storm_may_take_all_3_from_one_sea() -> None:
    t = table(12, AT_SEA, troy={"discs": {"ionia": 1}}, barbarians={"discs": {"levantine_sea": 4}})
    t.do("Storm at Sea", "levantine_sea", "levantine_sea", "levantine_sea", "levantine_sea")
    assert t.asked("card_action") and t.discs("barbarians", "levantine_sea") == 1


def test_storm_may_take_none_and_names_a_coastal_sea() -> None:
    t = table(12, AT_SEA, troy={"discs": {"levantine_sea": 2}})
    t.do("Storm at Sea")
    assert "eastern_mediterranean" not in t.options
    t.do("levantine_sea", "stop")
    assert t.discs("troy", "levantine_sea") == 2 and 12 in t.s.discard


# ------------------------------------------------------------------------------------ 13 Heresy


@pytest.mark.rule("CLR-07")
def test_heresy_takes_1_disc_of_the_city_and_1_of_any_civilization_around() -> None:
    t = table(
        13, {"discs": {"tyre": 1, "palmyra": 1}},
        troy={"discs": {"phoenicia": 3, "palmyra": 1, "hamath": 1, "ionia": 2, "gulf_of_sidon": 1}},
        barbarians={"discs": {"phoenicia": 1, "hamath": 1, "al_mina": 2}},
    )  # fmt: skip
    t.do("Heresy")
    assert t.options == {"egypt", "troy"}  # in Palmyra; in Tyre only Egypt can lose one
    t.do("troy", "lose")
    assert t.discs("troy", "phoenicia") == 2 and t.discs("troy", "palmyra") == 0
    assert t.discs("egypt", "tyre") == 0 and t.discs("troy", "hamath") == 0
    assert t.discs("barbarians", "hamath") == 1 and t.discs("barbarians", "al_mina") == 2
    assert t.discs("troy", "ionia") == 2 and t.discs("troy", "gulf_of_sidon") == 1


def test_heresy_needs_a_city_own_ones_count() -> None:
    assert not playable(table(13, AT_SEA, troy={"discs": {"ionia": 2}}), 13)
    t = table(13, {"discs": {"kush": 3}}, troy={"discs": {"ionia": 2}})
    t.do("Heresy", "lose")
    assert t.discs("egypt", "kush") == 2


# -------------------------------------------------------------------------- 14 Religious Fervor


def test_religious_fervor_places_in_an_area_and_all_land_around() -> None:
    t = table(14, {"discs": {"kush": 1, "red_sea": 1}}, troy={"discs": {"ionia": 1, "lydia": 4}})
    t.do("Religious Fervor", "egypt")  # only Kush can be named
    assert t.discs("egypt", "kush") == 2 and t.discs("egypt", "egypt") == 1
    assert t.discs("egypt", "red_sea") == 1 and t.of("supply", "egypt") == 44


@pytest.mark.rule("CRD-18")
def test_religious_fervor_of_another_civilization_uses_its_supply_and_the_stacking_limit() -> None:
    t = table(14, {"discs": {"kush": 1}}, troy={"discs": {"ionia": 1, "lydia": 4}})
    t.do("Religious Fervor", "troy", "ionia")
    assert [t.discs("troy", a) for a in ("ionia", "troy", "lydia")] == [2, 1, 4]
    assert t.of("supply", "egypt") == 47 and t.of("supply", "troy") == 41


@pytest.mark.parametrize("pair", [("troy", "ionia"), ("lydia", "phrygia"), ("phrygia", "cilicia")])
def test_religious_fervor_with_a_short_supply_goes_where_its_player_wants(pair: tuple[str, str]) -> None:
    t = table(14, AT_SEA, troy=short_of(2, {"lydia": 1}))
    t.do("Religious Fervor")
    assert t.options == {"troy", "ionia", "lydia", "phrygia", "cilicia"}
    for area in pair:
        if t.kind == "place":
            t.do(area)
    before = {"lydia": 1}
    assert {t.name(1 + e.area) for e in t.events("placed")} == set(pair)
    assert all(t.discs("troy", a) == before.get(a, 0) + 1 for a in pair) and t.of("supply", "troy") == 0


def test_religious_fervor_needs_a_civilization_with_supply_and_land() -> None:
    assert not playable(table(14, AT_SEA, troy=short_of(0, {"ionia": 1})), 14)


# ----------------------------------------------------------------------- 15 Rolling Earthquakes


@pytest.mark.rule("CLR-14")
def test_rolling_earthquakes_hit_every_city_on_the_coast_own_ones_too() -> None:
    t = table(
        15, {"discs": {"tyre": 3}},
        troy={"discs": {"phoenicia": 4, "tyre": 2, "gulf_of_sidon": 2, "cilicia": 3}},
        barbarians={"discs": {"tyre": 3}},
    )  # fmt: skip
    t.do("Rolling Earthquakes", "gulf_of_sidon", "lose")
    assert t.discs("egypt", "tyre") == 2 and t.discs("troy", "phoenicia") == 3
    assert t.discs("troy", "tyre") == 2 and t.discs("barbarians", "tyre") == 3
    assert t.discs("troy", "gulf_of_sidon") == 2 and t.discs("troy", "cilicia") == 3


def test_rolling_earthquakes_may_name_an_open_sea_but_no_land() -> None:
    t = table(15, AT_SEA, troy={"discs": {"minos": 3, "kydonia": 3}})
    t.do("Rolling Earthquakes")
    assert "minos" not in t.options
    t.do("eastern_mediterranean")
    assert t.discs("troy", "minos") == 2 and t.discs("troy", "kydonia") == 2
