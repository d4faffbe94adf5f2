"""The Epoch Change table: which id selects which row, and the rows up to 62-68."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, deck_with, moment, position


def row(card: int, scenario: str = "basic_2p", **given: Any) -> Table:
    """The event of the row this card id selects, and nothing else."""
    return position(scenario, **moment("epoch row", card), **given)


def four(card: int, *vp: int, **discs: dict[str, int]) -> Table:
    """The same with Gaul, Carthage, Troy and Egypt, in this turn order."""
    names = ["gaul", "carthage", "troy", "egypt"]
    given = {name: {"vp": n, "discs": discs.get(name, {})} for name, n in zip(names, vp, strict=True)}
    return row(card, "basic_4p", **given)


CITIES = {
    "gaul": ["gallia", "aquitania", "tarraco", "massilia", "liguria"],
    "carthage": ["carthage", "saldae", "thapsus", "tripolitania", "leptis"],
    "troy": ["troy", "phrygia", "ionia", "lydia", "cilicia"],
    "egypt": ["egypt", "kush", "libya", "nile_delta", "sinai"],
}


def cities(**numbers: int) -> dict[str, dict[str, int]]:
    """So many Cities for each civilization."""
    return {name: dict.fromkeys(CITIES[name][:n], 3) for name, n in numbers.items()}


# -------------------------------------------------------------------------- which row

ROWS = [
    (1, 6, "EPO-18", "Black Death along the sea routes"),
    (7, 12, "EPO-19", "Irrationalism causes mass delusion"),
    (13, 19, "EPO-20", "Volcanic eruption and tsunami"),
    (20, 26, "EPO-21", "Traditionalists resist change"),
    (27, 33, "EPO-22", "Wrath of the Gods"),
    (34, 40, "EPO-23", "Urban decay"),
    (41, 47, "EPO-24", "Dynastic crisis"),
    (48, 54, "EPO-25", "Deforestation"),
    (55, 61, "EPO-26", "Apocalyptic drought"),
    (62, 68, "EPO-27", "Temperate climate"),
    (69, 75, "EPO-28", "Devaluation of currency"),
    (76, 82, "EPO-29", "A sigh of relief"),
    (83, 89, "EPO-30", "Vibrant economies"),
    (90, 97, "EPO-31", "The Gods smile"),
    (98, 103, "EPO-33", "Barbarians at the frontier"),
]


@pytest.mark.parametrize(
    ("first", "last", "name"),
    [
        pytest.param(first, last, name, marks=pytest.mark.rule(rule, "EPO-13"))
        for first, last, rule, name in ROWS
    ],
)
def test_ids_select_their_row(first, last, name):
    for card in range(first, last + 1):
        t = row(card, egypt={}, troy={})
        assert t.events("epoch_change")[0].row == name, card


# ------------------------------------------------------------------------- 1-6 Black Death


@pytest.mark.rule("EPO-18")
def test_black_death_takes_two_discs_of_cities_at_occupied_seas():
    t = row(
        1,
        egypt={"discs": {"egypt": 3, "petra": 3, "canaan": 3, "tyre": 3, "kush": 2}},
        troy={"discs": {"red_sea": 1, "ionia": 3}},
    )
    assert t.discs("egypt", "egypt") == 1
    assert t.discs("egypt", "petra") == 1
    assert t.discs("egypt", "canaan") == 3  # far from the sea
    assert t.discs("egypt", "tyre") == 3  # its sea is empty
    assert t.discs("egypt", "kush") == 2  # no City
    assert t.discs("troy", "ionia") == 3
    assert t.discs("troy", "red_sea") == 1


@pytest.mark.rule("EPO-18")
def test_barbarians_and_open_seas_spread_the_black_death_too():
    t = row(
        6,
        egypt={"discs": {"minos": 3, "kydonia": 3}},
        troy={},
        barbarians={"discs": {"eastern_mediterranean": 1}},
    )
    assert t.discs("egypt", "minos") == t.discs("egypt", "kydonia") == 1


@pytest.mark.rule("EPO-18")
def test_black_death_strikes_each_city_once_however_many_seas_touch_it():
    t = row(3, egypt={"discs": {"sinai": 3}}, troy={"discs": {"red_sea": 2, "egyptian_sea": 2}})
    assert t.discs("egypt", "sinai") == 1


@pytest.mark.rule("EPO-18")
def test_every_city_of_a_shared_area_is_struck():
    t = row(2, egypt={"discs": {"tyre": 3, "gulf_of_sidon": 1}}, troy={"discs": {"tyre": 3}})
    assert t.discs("egypt", "tyre") == t.discs("troy", "tyre") == 1


@pytest.mark.rule("EPO-18")
@pytest.mark.parametrize("owner", ["egypt", "troy"])
def test_discs_that_share_the_area_of_a_city_are_spared(owner):
    other = "troy" if owner == "egypt" else "egypt"
    given = {owner: {"discs": {"tyre": 3, "gulf_of_sidon": 1}}, other: {"discs": {"tyre": 2}}}
    t = row(2, **given, barbarians={"discs": {"tyre": 3}})
    assert [t.discs(name, "tyre") for name in (owner, other, "barbarians")] == [1, 2, 3]


@pytest.mark.rule("EPO-18")
def test_talents_save_single_discs_in_turn_order():
    t = row(
        4,
        egypt={"discs": {"egypt": 3, "red_sea": 1}, "treasury": 1},
        troy={"discs": {"petra": 3}, "treasury": 2},
        order=["troy", "egypt"],
    )
    assert t.asked("loss", "troy")
    assert t.options == {"lose_disc", "pay_talent"}
    t.do("lose", "talent")
    assert t.asked("loss", "egypt")
    t.do("talent")
    assert t.discs("troy", "petra") == 2
    assert t.discs("egypt", "egypt") == 2  # the second talent is missing
    assert t.s.treasury == [0, 1]


@pytest.mark.rule("EPO-18", "EPO-08")
def test_no_card_can_save_a_disc_since_hands_are_gone():
    """The whole phase, with seeds until row 1-6 comes up."""
    for seed in range(300):
        t = position(
            egypt={"discs": {"egypt": 3, "red_sea": 1}, "treasury": 2, "hand": [7, 18, 39]},
            troy={},
            phase="epoch",
            rng=seed,
        )
        if t.events("epoch_change") and t.events("epoch_change")[0].row.startswith("Black Death"):
            break
    assert t.asked("loss", "egypt")
    assert t.options == {"lose_disc", "pay_talent"}


@pytest.mark.rule("EPO-18")
def test_the_walls_of_troy_do_not_stop_the_epoch_change():
    t = row(5, egypt={}, troy={"discs": {"troy": 3, "trojan_sea": 1}})
    assert t.discs("troy", "troy") == 1


# ---------------------------------------------------------- 7-12, 20-54: VP and talents


@pytest.mark.rule("EPO-19")
def test_irrationalism_costs_one_vp_per_city_never_below_zero():
    t = four(7, 9, 9, 1, 9, **cities(gaul=3, troy=2, egypt=1))
    assert t.s.vp == [6, 9, 0, 8]


@pytest.mark.rule("EPO-21")
@pytest.mark.parametrize(
    ("vp", "built", "after"),
    [
        ((9, 8, 7, 6), {"egypt": 1}, [6, 8, 7, 3]),  # two different ones
        ((9, 8, 7, 6), {"gaul": 2, "egypt": 1}, [4, 8, 7, 6]),  # one in both groups: 5, not 6
        ((9, 9, 7, 6), {"troy": 1, "egypt": 1}, [6, 6, 4, 3]),  # ties in both groups
        ((9, 9, 7, 6), {"gaul": 1, "egypt": 1}, [4, 6, 7, 3]),
        ((4, 2, 1, 0), {"gaul": 1}, [0, 2, 1, 0]),  # never below zero
        ((9, 2, 2, 2), {"egypt": 1}, [6, 2, 2, 0]),
        ((9, 8, 7, 6), {}, [6, 8, 7, 6]),  # nobody has most of no Cities
    ],
)
def test_traditionalists_strike_most_vp_then_most_cities(vp, built, after):
    t = four(20, *vp, **cities(**built))
    assert t.s.vp == after


@pytest.mark.rule("EPO-22")
@pytest.mark.parametrize(
    ("vp", "built", "after"),
    [
        ((9, 8, 7, 6), {"gaul": 5, "egypt": 4}, [7, 8, 7, 6]),
        ((9, 9, 9, 6), {"gaul": 3, "carthage": 1, "troy": 4, "egypt": 5}, [8, 9, 7, 6]),
        ((1, 0, 0, 0), {"gaul": 5}, [0, 0, 0, 0]),
    ],
)
def test_wrath_of_the_gods_strikes_the_cities_of_those_with_most_vp(vp, built, after):
    t = four(27, *vp, **cities(**built))
    assert t.s.vp == after


@pytest.mark.rule("EPO-23")
def test_urban_decay_takes_talents_and_vp_of_all_with_most_cities():
    built = cities(gaul=3, carthage=3, troy=2)
    t = row(
        34,
        "basic_4p",
        gaul={"vp": 5, "discs": built["gaul"], "treasury": 4},
        carthage={"vp": 0, "discs": built["carthage"], "treasury": 0},
        troy={"vp": 9, "discs": built["troy"], "treasury": 6},
        egypt={"vp": 9, "treasury": 2},
    )
    assert t.s.treasury == [0, 0, 6, 2]
    assert t.s.vp == [4, 0, 9, 9]


@pytest.mark.rule("EPO-23")
def test_urban_decay_spares_everybody_where_there_is_no_city():
    t = row(34, egypt={"vp": 5, "discs": {"egypt": 2}, "treasury": 4}, troy={"vp": 3, "treasury": 1})
    assert t.s.treasury == [4, 1] and t.s.vp == [5, 3]


@pytest.mark.rule("EPO-23")
def test_talents_lost_to_urban_decay_do_not_score():
    t = position(
        egypt={"discs": {"egypt": 3, "kush": 3}, "treasury": 6, "vp": 4},
        troy={"treasury": 3, "vp": 4},
        **moment("epoch row", 40, then=["epoch vp"]),
    )
    assert t.s.vp == [4 - 1 + 1, 5]  # one for two Cities, one back for most Cities


@pytest.mark.rule("EPO-24")
@pytest.mark.parametrize(("before", "after"), [(9, 9), (10, 9), (19, 18), (20, 18), (47, 43)])
def test_dynastic_crisis_takes_a_tenth_rounded_down(before, after):
    t = row(41, egypt={"vp": before}, troy={"vp": 8})
    assert t.s.vp == [after, 8]


@pytest.mark.rule("EPO-24")
def test_dynastic_crisis_strikes_all_with_most_vp():
    t = four(47, 30, 30, 29, 0)
    assert t.s.vp == [27, 27, 29, 0]
    assert t.s.draw_less == [1, 1, 0, 0]


@pytest.mark.rule("EPO-24")
def test_dynastic_crisis_costs_a_card_in_the_next_draw_step_only():
    t = position(
        egypt={"vp": 30, "epoch_draw": 5, "discs": {"egypt": 1}},
        troy={"vp": 8, "epoch_draw": 5, "discs": {"troy": 1}},
        **moment("epoch row", 44, then=["new hands", "draw step", "next turn"]),
        deck=deck_with(),
    )
    t.skip_until("retire", "egypt")
    numbers = [(event.faction, event.n, event.cause) for event in t.events("drew")]
    assert numbers == [
        (0, 5, "new epoch"), (1, 5, "new epoch"), (0, 2, "draw step"), (1, 3, "draw step"),
    ]  # fmt: skip
    assert t.s.draw_less == [0, 0]


@pytest.mark.rule("EPO-25")
@pytest.mark.parametrize(
    ("gaul", "troy", "after"),
    [
        ({"ligurian_sea": 2, "gulf_of_tarraco": 2, "bay_of_capua": 1}, {"trojan_sea": 2}, [8, 9, 9, 9]),
        ({"ligurian_sea": 2, "gulf_of_tarraco": 1}, {"trojan_sea": 2, "icarian_sea": 1}, [8, 9, 8, 9]),
        ({"ligurian_sea": 2}, {"trojan_sea": 1, "troy": 3}, [9, 9, 9, 9]),
        ({"ligurian_sea": 2, "central_mediterranean": 1}, {"trojan_sea": 2}, [8, 9, 9, 9]),  # open seas too
    ],
)
def test_deforestation_strikes_most_discs_at_sea(gaul, troy, after):
    t = four(48, 9, 9, 9, 9, gaul=gaul, troy=troy)
    assert t.s.vp == after


# ---------------------------------------------------------------------- 13-19 the tsunami


@pytest.mark.rule("EPO-20")
def test_tsunami_takes_one_disc_of_every_colour_in_every_sea():
    t = row(
        13,
        minos={"discs": {"minoan_sea": 2, "eastern_mediterranean": 1, "minos": 3}},
        troy={"discs": {"minoan_sea": 2, "trojan_sea": 1, "troy": 1}},
        barbarians={"discs": {"minoan_sea": 3, "eastern_mediterranean": 1, "kydonia": 2}},
    )
    assert t.discs("minos", "minoan_sea") == t.discs("troy", "minoan_sea") == 1
    assert t.discs("barbarians", "minoan_sea") == 2
    assert t.discs("minos", "eastern_mediterranean") == 0
    assert t.discs("barbarians", "eastern_mediterranean") == 0
    assert t.discs("troy", "trojan_sea") == 0
    assert (t.discs("minos", "minos"), t.discs("troy", "troy"), t.discs("barbarians", "kydonia")) == (3, 1, 2)


@pytest.mark.rule("EPO-20")
def test_talents_save_discs_from_the_tsunami_in_turn_order():
    t = row(
        19,
        egypt={"discs": {"red_sea": 1, "egyptian_sea": 2}, "treasury": 1},
        troy={"discs": {"trojan_sea": 1}, "treasury": 1},
        order=["troy", "egypt"],
    )
    assert t.asked("loss", "troy")
    t.do("talent")
    assert t.asked("loss", "egypt")
    t.do("talent")
    assert t.discs("troy", "trojan_sea") == 1
    assert t.discs("egypt", "red_sea") + t.discs("egypt", "egyptian_sea") == 2


# -------------------------------------------------------------------- 55-61 the drought


@pytest.mark.rule("EPO-26")
def test_drought_empties_every_land_area_with_a_camp():
    t = row(
        55,
        egypt={"discs": {"tyre": 3, "egypt": 2, "kush": 1, "red_sea": 1}},
        troy={"discs": {"tyre": 1, "troy": 3}},
        barbarians={"discs": {"tyre": 2, "hamath": 1, "petra": 2}},
    )
    assert t.discs("egypt", "tyre") == t.discs("troy", "tyre") == t.discs("barbarians", "tyre") == 0
    assert t.discs("egypt", "kush") == 0
    assert t.discs("barbarians", "hamath") == 0
    assert t.discs("egypt", "egypt") == 2
    assert t.discs("troy", "troy") == 3
    assert t.discs("barbarians", "petra") == 2
    assert t.discs("egypt", "red_sea") == 1  # Camps at sea do not matter


@pytest.mark.rule("EPO-26")
def test_a_camp_of_barbarians_dries_an_area_out_too():
    t = row(61, egypt={"discs": {"egypt": 3}}, troy={}, barbarians={"discs": {"egypt": 1}})
    assert t.discs("egypt", "egypt") == 0


@pytest.mark.rule("EPO-26")
def test_talents_save_discs_from_the_drought_and_the_areas_are_found_first():
    """Egypt keeps its Settlement; that the Camp is gone by then changes nothing for Troy."""
    t = row(
        58,
        egypt={"discs": {"tyre": 2}, "treasury": 2},
        troy={"discs": {"tyre": 1, "troy": 2}},
        order=["troy", "egypt"],
    )
    assert t.discs("troy", "tyre") == 0
    assert t.asked("loss", "egypt")
    t.do("talent", "lose")
    assert t.discs("egypt", "tyre") == 1
    assert t.discs("troy", "troy") == 2


# ------------------------------------------------------------- 62-68 temperate climate


@pytest.mark.rule("EPO-27")
def test_climate_gives_up_to_five_discs_where_one_is_in_turn_order():
    t = row(
        62,
        egypt={"discs": {"egypt": 1, "kush": 2, "red_sea": 1, "libya": 3}},
        troy={"discs": {"troy": 1}},
        order=["troy", "egypt"],
        deck=deck_with(76),
    )
    assert t.asked("climate", "troy")
    assert t.options == {"troy", "stop"}
    t.do("troy", "stop")
    assert t.asked("climate", "egypt")
    assert t.options == {"egypt", "kush", "red_sea", "stop"}  # Libya is full
    t.do("egypt", "egypt", "kush", "red_sea")
    assert t.discs("egypt", "egypt") == 3
    assert t.discs("egypt", "kush") == 3
    assert t.discs("egypt", "red_sea") == 2
    assert t.discs("troy", "troy") == 2


@pytest.mark.rule("EPO-27")
def test_climate_ends_after_five_discs():
    t = row(63, egypt={"discs": {"egypt": 1, "kush": 1, "sinai": 1}}, troy={}, deck=deck_with(76))
    t.do("egypt", "egypt", "kush", "kush")
    assert t.asked("climate", "egypt")
    t.do("sinai")
    assert t.s.question is None
    assert t.discs("egypt", "sinai") == 2


@pytest.mark.rule("EPO-27")
def test_climate_needs_discs_in_supply():
    t = row(68, egypt={"discs": {"egypt": 1, "kush": 1}, "ready": 45}, troy={}, deck=deck_with(76))
    assert t.of("supply", "egypt") == 1
    t.do("egypt")
    assert t.s.question is None


@pytest.mark.rule("EPO-27")
def test_open_seas_hold_one_disc_in_a_temperate_climate():
    t = row(68, minos={"discs": {"eastern_mediterranean": 1, "minos": 1}}, troy={}, deck=deck_with(76))
    assert t.options == {"minos", "stop"}


@pytest.mark.rule("EPO-27")
def test_then_another_event_follows():
    t = row(64, egypt={"discs": {"egypt": 1}, "vp": 10}, troy={}, deck=deck_with(41))
    t.do("stop")
    assert [event.card for event in t.events("revealed")] == [41]
    assert [event.card for event in t.events("epoch_change")] == [64, 41]
    assert t.s.vp == [9, 0]


@pytest.mark.rule("EPO-27")
def test_a_second_temperate_climate_gives_five_discs_again():
    t = row(64, egypt={"discs": dict.fromkeys(CITIES["egypt"], 1)}, troy={}, deck=deck_with(65))
    t.do("egypt", "egypt", "kush", "kush")
    assert t.game.decision.context["n"] == 1
    t.do("sinai")
    assert t.asked("climate", "egypt")
    assert t.game.decision.context["n"] == 5
    assert [event.card for event in t.events("epoch_change")] == [64, 65]


@pytest.mark.rule("EPO-27", "EPO-01")
def test_what_was_forbidden_for_the_turn_is_allowed_when_the_epoch_ends():
    """A Surge of Superstition ends with the turn, before a temperate climate lets everybody place discs."""
    for rng in range(60):
        t = position(
            phase="epoch", rng=rng, forbidden=["kush"], egypt={"discs": {"kush": 1, "tyre": 1}}, troy={}
        )
        if t.kind == "climate":
            assert t.options == {"kush", "tyre", "stop"}
            return
    raise AssertionError("no temperate climate")


@pytest.mark.rule("EPO-27", "OPT-01")
@pytest.mark.parametrize(("name", "epoch"), [("final epoch event", 4), ("epoch change", 3)])
def test_temperate_climate_does_not_follow_itself_for_ever(name, epoch):
    """If every other card is aside, no other event can come."""
    deck = [63, 64, 65]
    given = {"deck": deck, "aside": [card for card in range(1, 104) if card not in deck], "epoch": epoch}
    t = position(
        options={"final_epoch_event": True}, **moment(name, phase="epoch"), egypt={}, troy={}, **given
    )
    assert [e.row for e in t.events("epoch_change")] == ["Temperate climate"]
    given["aside"].remove(20)
    t = position(options={"final_epoch_event": True}, **moment(name, phase="epoch"), egypt={}, troy={},
                 **given | {"deck": [20, 63]}, discard=[64, 65])  # fmt: skip
    assert t.events("epoch_change")[-1].row == "Traditionalists resist change"


@pytest.mark.rule("OPT-01", "OPT-02")
@pytest.mark.parametrize(("card", "happens"), [(1, True), (2, True), (68, True), (69, False), (103, False)])
def test_in_the_final_epoch_the_first_card_below_69_happens(card, happens):
    t = position(
        options={"final_epoch_event": True}, **moment("final epoch event", phase="epoch"), egypt={}, troy={},
        epoch=4, deck=[card], aside=[other for other in range(1, 104) if other != card],
    )  # fmt: skip
    assert [e.card for e in t.events("epoch_change")] == [card] * happens


@pytest.mark.rule("EPO-27", "OPT-02")
@pytest.mark.parametrize(
    ("name", "epoch", "other", "follows"),
    [
        ("epoch change", 3, 88, True), ("epoch change", 3, 69, True), ("epoch change", 3, 20, True),
        ("final epoch event", 4, 20, True), ("final epoch event", 4, 69, False),
        ("final epoch event", 4, 88, False),
    ],
)  # fmt: skip
def test_after_a_temperate_climate_comes_another_event_if_one_can(name, epoch, other, follows):
    deck = [other, 64]
    t = position(
        options={"final_epoch_event": True}, **moment(name, phase="epoch"), egypt={}, troy={}, epoch=epoch,
        deck=deck, aside=[card for card in range(1, 104) if card not in deck],
    )  # fmt: skip
    first, *then = [e.row for e in t.events("epoch_change")]
    assert first == "Temperate climate" and bool(then) == follows
