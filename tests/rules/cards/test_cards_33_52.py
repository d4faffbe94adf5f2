"""Fate cards 33 to 52 other than Negation cards: what each does, and its limits."""

from __future__ import annotations

from typing import Any

import pytest
from card_table import AT_SEA, NEGATIONS, PHILOSOPHER, lay, playable, short_of, standing, table
from helpers import Table, moment, position

IONIA = {"discs": {"ionia": 1}}


def whites(t: Table) -> list[tuple[str, str, int]]:
    """White discs put down: for whom, where, how many."""
    names = [t.s.world.civilization(t.s, f).id for f in range(t.s.world.n_factions)]
    return [(names[e.faction], t.s.world.board.areas[e.area].id, e.n) for e in t.events("allies")]


# ----------------------------------------------------------------------- 33 Surge of Superstition


def test_surge_of_superstition_closes_an_area_and_the_land_around_it() -> None:
    discs = {"sinai": 1, "kush": 1, "tyre": 1, "egyptian_sea": 1}
    t = table(33, {"discs": discs, "hand": [33, 27, 18]}, troy=IONIA)
    t.do("Surge of Superstition", "sinai", "Improved Plow")
    assert t.options == {"stop", "kush"}  # Sinai and Tyre are closed
    t.do("stop", "Golden Age")
    assert {"egyptian_sea", "gulf_of_sidon", "egypt"} <= t.options  # seas stay open
    assert not {"sinai", "tyre", "petra", "nile_delta"} & t.options


@pytest.mark.rule("CLR-25")
def test_surge_of_superstition_lets_barbarians_in() -> None:
    t = table(33, {"discs": {"kush": 1}, "hand": [33, 30]}, troy=IONIA)
    t.do("Surge of Superstition", "sinai", "Barbarian Uprising", "sinai", "stop")
    assert t.discs("barbarians", "sinai") == 3


def test_surge_of_superstition_stops_a_replacing_disc() -> None:
    t = table(33, {"discs": {"sinai": 1}, "hand": [33, 39]}, troy={"discs": {"tyre": 1}})
    t.do("Surge of Superstition", "tyre", "Poet", "tyre")
    assert t.discs("troy", "tyre") == 0 and t.discs("egypt", "tyre") == 0


def test_surge_of_superstition_ends_with_the_turn() -> None:
    t = position(
        **moment("next turn"), forbidden=["kush", "egypt"],
        egypt={"discs": {"kush": 1}}, troy=IONIA,
    )  # fmt: skip
    t.do("stop")
    assert t.asked("deploy", "egypt") and t.can("kush") and t.can("egypt")


def test_surge_of_superstition_names_land() -> None:
    t = table(33, AT_SEA, troy=IONIA).do("Surge of Superstition")
    assert "red_sea" not in t.options and "cyrenaica" in t.options


# ----------------------------------------------------------------------------------- 34 Master Spy


@pytest.mark.rule("CLR-12")
def test_master_spy_sees_a_hand_and_takes_a_card_nobody_else_learns() -> None:
    t = table(34, AT_SEA, "basic_4p", troy={**IONIA, "hand": [7, 27, 39]}, carthage={"hand": [1]})
    t.do("Master Spy")
    assert t.options == {"troy", "carthage"}  # Gaul holds no cards
    t.do("troy")
    assert t.asked("take", "egypt") and t.options == {"Land Improvement", "Improved Plow", "Poet"}
    t.do("Poet")
    assert t.hand("troy") == {7, 27} and t.hand("egypt") == {39, PHILOSOPHER}
    taken = t.events("cards_taken")[0]
    assert taken.for_seat(1 << t.faction("egypt")).cards == (39,)
    assert taken.for_seat(1 << t.faction("carthage")).cards == ()
    n, egypt, troy = t.s.world.n_factions, t.faction("egypt"), t.faction("troy")
    assert t.s.known[egypt * n + troy] == 1 << 7 | 1 << 27
    assert t.s.known[t.faction("carthage") * n + troy] == 0


def test_master_spy_needs_a_hand_to_see_and_is_set_aside() -> None:
    assert not playable(table(34, AT_SEA, troy=IONIA), 34)
    t = table(34, AT_SEA, troy={**IONIA, "hand": [7]})
    t.do("Master Spy")
    assert t.hand("egypt") == {7, PHILOSOPHER} and t.s.aside == [34]


# ---------------------------------------------------------------------------------- 35 Trade Fleet


def test_trade_fleet_sails_a_chain_of_3_coastal_seas() -> None:
    t = table(35, {"discs": {"libya": 1}}, troy=IONIA)
    t.do("Trade Fleet")
    assert t.options == {"stop", "libyan_sea", "egyptian_sea"}
    t.do("egyptian_sea")
    assert t.options == {"stop", "libyan_sea", "gulf_of_sidon"}  # no open sea
    t.do("gulf_of_sidon", "levantine_sea")
    assert t.asked("card_action")
    assert all(t.discs("egypt", a) == 1 for a in ("egyptian_sea", "gulf_of_sidon", "levantine_sea"))


def test_trade_fleet_may_stop_skips_full_seas_and_needs_supply() -> None:
    t = table(35, {"discs": {"libya": 1, "libyan_sea": 2}}, troy=IONIA)
    t.do("Trade Fleet")
    assert t.options == {"stop", "egyptian_sea"}
    t.do("egyptian_sea", "stop")
    assert t.discs("egypt", "egyptian_sea") == 1
    assert not playable(table(35, short_of(0, {"libya": 1}), troy=IONIA), 35)
    assert not playable(table(35, {"discs": {"canaan": 1}}, troy=IONIA), 35)


# --------------------------------------------------------------------------------------- 36 Trader


@pytest.mark.rule("CLR-26")
def test_trader_takes_a_card_from_2_civilizations_at_its_seas() -> None:
    t = table(
        36, {"discs": {"levantine_sea": 1}}, "basic_4p", troy={"discs": {"phoenicia": 1}, "hand": [7]},
        carthage={"discs": {"levantine_sea": 1}, "hand": [27]}, gaul={"discs": {"gallia": 1}, "hand": [39]},
    )  # fmt: skip
    t.do("Trader")
    assert t.options == {"troy", "carthage"}  # Gaul is far away
    t.do("carthage", "troy")
    assert t.hand("egypt") == {7, 27, PHILOSOPHER} and t.hand("troy") == t.hand("carthage") == set()
    for event in t.events("cards_taken"):
        assert event.for_seat(1 << t.faction("gaul")).cards == ()


def test_trader_may_visit_only_one_and_obeys_the_hand_limit() -> None:
    egypt = {"discs": {"levantine_sea": 1}, "hand": [36, 1, 2, 3, 4, 5]}
    others: dict[str, Any] = {
        "troy": {"discs": {"phoenicia": 1}, "hand": [7]},
        "carthage": {"discs": {"citium": 1}, "hand": [27]},
    }
    t = table(36, egypt, "basic_4p", **others)
    t.do("Trader", "troy", "stop")
    assert t.hand("carthage") == {27} and t.hand("egypt") == {1, 2, 3, 4, 5, 7}
    t = table(36, egypt, "basic_4p", **others)
    t.do("Trader", "troy", "carthage")
    assert t.asked("hand_limit", "egypt")
    t.do("#1")
    assert t.hand("egypt") == {2, 3, 4, 5, 7, 27}


def test_trader_visits_no_third() -> None:
    near = {"discs": {"phoenicia": 1}}
    t = table(
        36, {"discs": {"levantine_sea": 1}}, "basic_4p", troy={**near, "hand": [7]},
        carthage={**near, "hand": [27]}, gaul={**near, "hand": [39]},
    )  # fmt: skip
    t.do("Trader", "troy", "gaul")
    assert t.kind != "name_civilization" and t.hand("carthage") == {27}


def test_trader_needs_a_coastal_sea_a_neighbour_and_cards() -> None:
    troy = {"discs": {"phoenicia": 1}, "hand": [7]}
    assert playable(table(36, {"discs": {"levantine_sea": 1}}, troy=troy), 36)
    assert not playable(table(36, {"discs": {"tyre": 1}}, troy=troy), 36)
    assert not playable(table(36, {"discs": {"levantine_sea": 1}}, troy={**troy, "hand": []}), 36)
    sea = {"eastern_mediterranean": 1}
    assert not playable(table(36, {"discs": sea}, epoch=4, troy={"discs": sea, "hand": [7]}), 36)


# --------------------------------------------------------------------------------------- 37 Orator


@pytest.mark.rule("CLR-18")
def test_orator_swaps_two_opponents_or_its_own_place() -> None:
    t = table(37, AT_SEA, "basic_4p", troy=IONIA, carthage={}, gaul={})
    egypt, troy, carthage, gaul = range(4)
    t.do("Orator", "troy", "gaul")
    assert t.s.order == [egypt, gaul, carthage, troy]
    assert [(e.faction, e.other, e.cause) for e in t.events("swapped")] == [(troy, gaul, "card 37")]
    t = table(37, AT_SEA, "basic_4p", troy=IONIA, carthage={}, gaul={})
    t.do("Orator", "egypt", "carthage")
    assert t.s.order == [carthage, troy, egypt, gaul]


@pytest.mark.rule("CRD-01", "CRD-02")
def test_orator_does_not_act_twice_before_the_others_have_acted() -> None:
    t = table(37, AT_SEA, troy={**IONIA, "hand": [27]})
    t.do("Orator", "egypt")
    assert t.s.order == [t.faction("troy"), t.faction("egypt")]
    assert t.asked("card_action", "troy")


# ----------------------------------------------------------------------------- 38 Oracle at Delphi

PYRAMID = {"wonder": "Great Pyramid", "area": "ionia", "discs": 2}


@pytest.mark.rule("CLR-17")
def test_oracle_puts_a_disc_of_the_owner_on_any_built_wonder() -> None:
    t = table(38, AT_SEA, troy=IONIA, wonders=[{**PYRAMID, "owner": "troy"}])
    t.do("Oracle at Delphi")
    assert t.s.wonders[0].discs == 3 and t.of("supply", "troy") == 44 and t.of("supply", "egypt") == 47


@pytest.mark.parametrize("buried", [True, False])
def test_oracle_needs_a_built_wonder_whose_owner_has_supply(buried: bool) -> None:
    wonders = [{**PYRAMID, "owner": "troy", "discs": 0, "buried": buried}]
    troy = IONIA if buried else short_of(0, {"ionia": 1})
    assert not playable(table(38, AT_SEA, troy=troy, wonders=wonders), 38)
    assert not playable(table(38, AT_SEA, troy=IONIA), 38)


def oracle(**troy: Any) -> Table:
    """The Turn Order step: Troy has more Cities; Egypt holds the Oracle."""
    return position(
        **moment("turn order", then=["draw step"]),
        egypt={**AT_SEA, "hand": [38]}, troy={"discs": {"ionia": 3}, "treasury": 1, **troy},
    )  # fmt: skip


def test_oracle_takes_any_place_in_the_new_turn_order() -> None:
    t = oracle()
    assert t.s.order == [1, 0] and t.asked("turn_order_card", "egypt")
    t.do("Oracle at Delphi", 0)
    assert t.s.order == [0, 1] and 38 in t.s.discard
    assert [(e.faction, e.order, e.cause) for e in t.events("turn_place")] == [(0, (0, 1), "turn_order 38")]
    assert oracle().do("Oracle at Delphi", 1).s.order == [1, 0]


def test_oracle_may_be_kept() -> None:
    t = oracle().do("no")
    assert t.s.order == [1, 0] and 38 in t.hand("egypt")


@pytest.mark.parametrize("negation", NEGATIONS)
def test_oracle_in_the_turn_order_step_is_outside_the_card_phase(negation: int) -> None:
    t = oracle(hand=[negation]).do("Oracle at Delphi", 0)
    assert t.asked("negate", "troy") == (negation in {43, 44})
    if t.asked("negate"):
        assert t.do(f"#{negation}").s.order == [1, 0]


# ----------------------------------------------------------------------------------------- 39 Poet


@pytest.mark.rule("CLR-21")
def test_poet_replaces_1_disc_in_each_of_3_areas_near() -> None:
    t = table(
        39, {"discs": {"tyre": 1}},
        troy={"discs": {"tyre": 2, "phoenicia": 1, "gulf_of_sidon": 1, "hamath": 1}},
        barbarians={"discs": {"sinai": 1, "phoenicia": 1}},
    )  # fmt: skip
    t.do("Poet")
    assert t.options == {"stop", "sinai", "tyre", "phoenicia", "gulf_of_sidon"}
    t.do("sinai", "tyre")
    assert not t.can("tyre")  # one in each
    t.do("phoenicia", "troy")
    assert t.asked("card_action")
    assert t.discs("egypt", "sinai") == 1 and t.discs("barbarians", "sinai") == 0
    assert t.discs("egypt", "tyre") == 2 and t.discs("troy", "tyre") == 1
    assert t.discs("egypt", "phoenicia") == 1 and t.discs("troy", "phoenicia") == 0
    assert t.discs("barbarians", "phoenicia") == 1 and t.discs("troy", "gulf_of_sidon") == 1


@pytest.mark.rule("CMP-09", "STK-02")
@pytest.mark.parametrize("egypt", [{"discs": {"tyre": 4}}, short_of(0, {"tyre": 4})])
def test_poet_removes_where_no_disc_can_follow(egypt: dict[str, Any]) -> None:
    t = table(39, egypt, troy={"discs": {"tyre": 1}})
    t.do("Poet", "tyre")
    assert t.discs("troy", "tyre") == 0 and t.discs("egypt", "tyre") == 4


@pytest.mark.rule("CMP-10")
def test_poet_adds_a_disc_where_the_victim_pays() -> None:
    t = table(39, {"discs": {"tyre": 1}}, troy={"discs": {"phoenicia": 1}, "hand": [27, 7]})
    t.do("Poet", "phoenicia", "Improved Plow")
    assert t.discs("troy", "phoenicia") == 1 and t.discs("egypt", "phoenicia") == 1


@pytest.mark.rule("DEF-38")
def test_poet_does_not_carry_its_disc_into_an_open_sea() -> None:
    sea = "eastern_mediterranean"
    t = table(39, {"discs": {"gulf_of_sidon": 1}}, troy=IONIA, barbarians={"discs": {sea: 1}})
    t.do("Poet", sea)
    assert t.discs("barbarians", sea) == 0 and t.discs("egypt", sea) == 0


def test_poet_needs_an_opposing_disc_near() -> None:
    assert not playable(table(39, {"discs": {"kush": 2}}, troy=IONIA), 39)


# ------------------------------------------------------------------------------------ 40 Navigator

OPEN_SEA = "eastern_mediterranean"


def navigator(**egypt: Any) -> Table:
    """Egypt plays the Navigator and comes to the coastal sea."""
    t = table(40, {"discs": {"kush": 1}, **egypt}, troy=IONIA).do("Navigator")
    if t.kind == "place" and t.can(OPEN_SEA):
        t.do(OPEN_SEA)
    return t


@pytest.mark.rule("CLR-15", "DEF-38")
def test_navigator_sails_an_open_sea_in_any_epoch_and_a_coast_next_to_it() -> None:
    t = navigator()
    coasts = {"libyan_sea", "egyptian_sea", "levantine_sea", "gulf_of_sidon", "minoan_sea"}
    assert t.options - {"stop"} == coasts
    t.do("minoan_sea")
    assert t.discs("egypt", OPEN_SEA) == 1 and t.discs("egypt", "minoan_sea") == 1
    assert t.of("treasury", "egypt") == 1 and t.s.epoch == 1


@pytest.mark.rule("CRD-17")
def test_navigator_places_what_it_can() -> None:
    t = table(40, {"discs": {"kush": 1}}, troy=IONIA).do("Navigator")
    assert not t.can("stop")


@pytest.mark.rule("CRD-17")
def test_navigator_with_a_disc_there_already_goes_on_with_the_rest() -> None:
    t = navigator(discs={OPEN_SEA: 1, "egyptian_sea": 2})
    assert not t.can("egyptian_sea")
    t.do("libyan_sea")
    assert t.discs("egypt", OPEN_SEA) == 1 and t.discs("egypt", "libyan_sea") == 1
    assert t.of("treasury", "egypt") == 1


# ------------------------------------------------------------------------------------ 41 Architect


def test_architect_builds_for_3_resources_with_a_disc_among_them() -> None:
    t = table(41, {"discs": {"kush": 1, "sinai": 1, "tyre": 1}, "treasury": 3}, troy=IONIA)
    t.do("Architect", "Colossus")
    assert t.asked("wonder_payment", "egypt") and not t.can("talent")  # first the disc
    t.do("sinai", "talent")  # talents come last: the third resource is one too
    assert t.asked("wonder_site", "egypt") and t.options == {"kush", "tyre"}
    t.do("kush")
    wonder = t.s.wonders[3]
    assert (wonder.owner, wonder.area, wonder.discs) == (0, t.area("kush"), 5)
    assert t.of("treasury", "egypt") == 1 and t.discs("egypt", "sinai") == 0
    assert t.s.built_this_turn == 0  # the Wonder of the turn is still to come


def test_architect_needs_no_fourth_resource() -> None:
    t = table(41, {"discs": {"kush": 1, "sinai": 1}, "treasury": 2, "hand": [41]}, troy=IONIA)
    assert playable(t, 41)


def test_architect_may_pay_with_cards_but_not_with_itself() -> None:
    t = table(41, {"discs": {"kush": 1, "sinai": 1}, "hand": [41, 7, 27, PHILOSOPHER]}, troy=IONIA)
    t.do("Architect", "Colossus", "sinai", "Land Improvement", "Improved Plow")
    assert t.s.wonders[3].owner == 0 and t.s.discard == [7, 27, 41]
    assert not playable(table(41, {"discs": {"kush": 1, "sinai": 1}}, troy=IONIA), 41)  # one card is missing


def test_architect_restores_a_buried_wonder_with_2_discs() -> None:
    buried = [standing("Great Pyramid", "egypt", "kush", 0, buried=True)]
    t = table(41, AT_SEA, troy=IONIA, wonders=buried)
    t.do("Architect")
    assert not t.s.wonders[0].buried and t.s.wonders[0].discs == 2 and t.of("supply", "egypt") == 45


def test_architect_leaves_buried_wonders_of_others_and_needs_something_to_do() -> None:
    buried = [standing("Great Pyramid", "troy", "kush", 0, buried=True)]
    assert not playable(table(41, {**AT_SEA, "treasury": 9}, troy=IONIA, wonders=buried), 41)


@pytest.mark.rule("CRD-14")
def test_architect_declares_payment_and_site_before_answers() -> None:
    t = table(41, {"discs": {"kush": 1, "sinai": 1}, "treasury": 2}, troy={**IONIA, "hand": [44]})
    t.do("Architect", "Colossus")
    assert t.asks == "egypt"


@pytest.mark.rule("CRD-10")
def test_architect_negated_costs_nothing() -> None:
    t = table(41, {"discs": {"kush": 1, "sinai": 1}, "treasury": 2}, troy={**IONIA, "hand": [44]})
    t.do("Architect", "Colossus")
    while t.kind in ("wonder_payment", "wonder_site"):
        t.game.apply(t.game.legal_actions()[-1])
    t.do("High Priest")
    assert t.of("treasury", "egypt") == 2 and sum(t.s.discs[0]) == 2 and t.s.wonders[3].owner == -1


# -------------------------------------------------------------------------------------- 42 Captain


def captain(troy: dict[str, int], barbarians: dict[str, int]) -> Table:
    """Egypt lays the Captain in Tyre; it has another competition to come in Cyrenaica."""
    t = position(
        phase="competition", egypt={"discs": {"tyre": 2, "cyrenaica": 1}, "hand": [42]},
        troy={"discs": troy}, barbarians={"discs": {"cyrenaica": 2, **barbarians}},
    )  # fmt: skip
    return lay(t, 42)


@pytest.mark.rule("CMP-11")
def test_captain_brings_2_white_discs_and_1_for_an_opponent() -> None:
    t = captain({"tyre": 2, "libya": 2}, {"libya": 1})
    assert t.asked("allies", "egypt") and t.options == {"tyre", "libya"}
    t.do("libya")
    assert whites(t) == [("egypt", "tyre", 2), ("troy", "libya", 1)]
    assert t.discs("egypt", "tyre") == 2 and t.discs("troy", "tyre") == 0 and 42 in t.s.discard


def test_captain_without_an_opponent_in_a_competition_helps_nobody_else() -> None:
    t = captain({"ionia": 1}, {"tyre": 3})
    assert whites(t) == [("egypt", "tyre", 2)]


# -------------------------------------------------------------------------------------- 45 Traitor


def traitor(scenario: str = "basic_2p", **given: Any) -> Table:
    """The start of the Competition Phase, Egypt holds the Traitor."""
    egypt = {"hand": [45], **given.pop("egypt")}
    return position(scenario, phase="competition", egypt=egypt, **given)


@pytest.mark.rule("CLR-27", "CMP-06")
def test_traitor_removes_all_discs_of_a_civilization_from_a_contested_area() -> None:
    t = traitor(egypt={"discs": {"tyre": 2}}, troy={"discs": {"tyre": 3, "ionia": 1}})
    assert t.asked("phase_start_card", "egypt")
    t.do("Traitor")
    assert t.discs("troy", "tyre") == 0 and t.discs("egypt", "tyre") == 2 and t.s.aside == [45]
    assert not t.events("looted")


@pytest.mark.rule("CRD-22")
def test_traitor_discs_are_saved_one_by_one() -> None:
    t = traitor(egypt={"discs": {"tyre": 2}}, troy={"discs": {"tyre": 3}, "treasury": 1, "hand": [27]})
    t.do("Traitor", "lose", "talent", "Improved Plow")
    assert t.discs("troy", "tyre") == 2


@pytest.mark.rule("CLR-27")
def test_traitor_removes_no_barbarians_and_needs_a_contested_area() -> None:
    t = traitor(
        egypt={"discs": {"tyre": 2, "sinai": 1}}, troy={"discs": {"sinai": 1}},
        barbarians={"discs": {"tyre": 2}},
    )  # fmt: skip
    assert not t.events("played") and t.kind != "phase_start_card"


def test_traitor_spares_homes_of_active_civilizations_but_not_troy() -> None:
    t = traitor(
        egypt={"discs": {"troy": 2, "egypt": 2, "phoenicia": 2}},
        troy={"discs": {"troy": 3, "egypt": 2, "phoenicia": 2}},
    )  # fmt: skip
    t.do("Traitor")
    assert t.options == {"troy", "phoenicia"}
    t.do("troy")
    assert t.discs("troy", "troy") == 0  # no walls against a traitor


def test_traitor_works_where_its_player_is_not() -> None:
    others = {"troy": {"discs": {"nora": 2}}, "carthage": {"discs": {"nora": 3}}}
    t = traitor("basic_4p", egypt={"discs": {"kush": 1}}, **others)
    t.do("Traitor")
    assert t.options == {"troy", "carthage"}
    t.do("carthage")
    assert t.discs("carthage", "nora") == 0 and t.discs("troy", "nora") == 2


@pytest.mark.rule("CLR-27", "CRD-24")
def test_traitor_is_played_neither_in_the_card_phase_nor_in_a_competition() -> None:
    t = table(45, {"discs": {"tyre": 2}}, troy={"discs": {"tyre": 3}})
    assert not playable(t, 45)
    t = traitor(egypt={"discs": {"tyre": 2}, "hand": [45, 6]}, troy={"discs": {"tyre": 3}})
    t.do("no")
    assert t.asked("commit", "egypt") and t.can("Strategos") and not t.can("Traitor")


# -------------------------------------------------------------------------------- 52 Golden Fleece


@pytest.mark.rule("CLR-06", "DEF-41")
@pytest.mark.parametrize(("vp", "taken"), [(5, 2), (2, 2), (1, 1)])
def test_golden_fleece_takes_up_to_2_vp(vp: int, taken: int) -> None:
    t = table(52, {**AT_SEA, "vp": 3}, troy={**IONIA, "vp": vp})
    t.do("Golden Fleece")
    assert t.of("vp", "troy") == vp - taken and t.of("vp", "egypt") == 3 + taken and t.s.aside == [52]


def test_golden_fleece_needs_a_civilization_with_vp() -> None:
    assert not playable(table(52, {**AT_SEA, "vp": 3}, troy=IONIA), 52)


# ---------------------------------------------------------------------------------- cards set aside


@pytest.mark.rule("EPO-09")
@pytest.mark.parametrize("card", [22, 34, 44, 45, 52])
def test_set_aside_cards_come_back_at_the_end_of_the_epoch(card: int) -> None:
    t = position(
        **moment("rebuild deck", then=["growth phase"]), aside=[card], egypt=AT_SEA, troy=IONIA,
    )  # fmt: skip
    assert t.s.aside == [] and card in t.s.deck


@pytest.mark.rule("DEF-47")
@pytest.mark.parametrize("card", [22, 34, 44, 45, 52])
def test_set_aside_cards_are_not_reshuffled_within_an_epoch(card: int) -> None:
    rest = [c for c in range(1, 104) if c not in (card, 27, PHILOSOPHER, 62, *range(98, 104))]
    events = [62, *range(98, 104)]
    t = position(
        phase="cards", egypt={**AT_SEA, "hand": [PHILOSOPHER]}, troy={**IONIA, "hand": [27]},
        aside=[card, *events], deck=[], discard=rest,
    )  # fmt: skip
    t.do("Philosopher")
    assert t.events("reshuffled") and card in t.s.aside and card not in t.s.deck
