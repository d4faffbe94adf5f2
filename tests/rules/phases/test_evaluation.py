"""The Evaluation Phase up to the Turn Order: Domination, Victory Count, Turn Order; the six steps."""

from __future__ import annotations

from itertools import pairwise

import pytest
from helpers import Table, at, deck_with, position

from acis_rules.kernel.machine import do_step

# ------------------------------------------------------------------------ Sea Domination


@pytest.mark.rule("EVA-02")
def test_all_opposing_discs_leave_a_dominated_sea():
    t = at(
        "sea domination",
        troy={"discs": {"troy": 1, "trojan_sea": 1}},
        egypt={"discs": {"trojan_sea": 2, "aegean_sea": 1}},
        barbarians={"discs": {"trojan_sea": 2}},
    )
    assert t.discs("troy", "trojan_sea") == 1
    assert t.discs("egypt", "trojan_sea") == 0
    assert t.discs("barbarians", "trojan_sea") == 0
    assert t.discs("egypt", "aegean_sea") == 1


@pytest.mark.rule("EVA-02")
@pytest.mark.parametrize(
    ("troy", "egypt", "barbarians"),
    [
        ({"troy": 3}, {"trojan_sea": 1}, {}),  # does not occupy the sea
        ({"trojan_sea": 2}, {"trojan_sea": 1}, {}),  # the land is empty
        ({"troy": 3, "trojan_sea": 2}, {"trojan_sea": 1, "troy": 1}, {}),  # the land is shared
        ({"troy": 3, "trojan_sea": 2}, {"trojan_sea": 1}, {"troy": 1}),  # with Barbarians
    ],
)
def test_without_occupation_or_control_of_the_coast_nobody_leaves(troy, egypt, barbarians):
    t = at("sea domination", troy={"discs": troy}, egypt={"discs": egypt}, barbarians={"discs": barbarians})
    assert t.discs("egypt", "trojan_sea") == 1


@pytest.mark.rule("EVA-02")
def test_every_land_area_of_the_coast_must_be_controlled():
    coast = {"troy": 1, "ionia": 1, "icarian_sea": 1}
    t = at("sea domination", troy={"discs": coast}, egypt={"discs": {"icarian_sea": 1}})
    assert t.discs("egypt", "icarian_sea") == 1
    t = at("sea domination", troy={"discs": {**coast, "lydia": 1}}, egypt={"discs": {"icarian_sea": 1}})
    assert t.discs("egypt", "icarian_sea") == 0


@pytest.mark.rule("EVA-02")
def test_open_seas_are_never_dominated():
    t = at(
        "sea domination",
        minos={"discs": {"minos": 1, "kydonia": 1, "eastern_mediterranean": 1}},
        barbarians={"discs": {"eastern_mediterranean": 1}},
    )
    assert t.discs("barbarians", "eastern_mediterranean") == 1


@pytest.mark.rule("EVA-02")
def test_barbarians_dominate_nothing():
    t = at(
        "sea domination",
        egypt={"discs": {"trojan_sea": 1}},
        barbarians={"discs": {"troy": 3, "trojan_sea": 2}},
    )
    assert t.discs("egypt", "trojan_sea") == 1


@pytest.mark.rule("EVA-03")
def test_an_island_counts_with_all_its_land_areas():
    coast = {"phoenicia": 1, "cilicia": 1, "citium": 1, "levantine_sea": 1}
    t = at("sea domination", troy={"discs": coast}, egypt={"discs": {"levantine_sea": 1}})
    assert t.discs("egypt", "levantine_sea") == 1
    coast["salamis"] = 1
    t = at("sea domination", troy={"discs": coast}, egypt={"discs": {"levantine_sea": 1}})
    assert t.discs("egypt", "levantine_sea") == 0


@pytest.mark.rule("EVA-03")
def test_an_opponent_anywhere_on_the_island_prevents_domination():
    coast = {"phoenicia": 1, "cilicia": 1, "citium": 1, "salamis": 1, "levantine_sea": 1}
    t = at("sea domination", troy={"discs": coast}, egypt={"discs": {"levantine_sea": 1, "citium": 1}})
    assert t.discs("egypt", "levantine_sea") == 1


@pytest.mark.rule("EVA-02")
def test_the_victim_may_pay_disc_by_disc():
    t = at(
        "sea domination",
        troy={"discs": {"troy": 1, "trojan_sea": 1}},
        egypt={"discs": {"trojan_sea": 2}, "treasury": 1, "hand": [7, 18]},
    )
    assert t.asked("loss", "egypt")
    assert t.options == {"lose_disc", "pay_talent", "Land Improvement", "Golden Age"}
    t.do("#7")
    assert t.discs("egypt", "trojan_sea") == 2
    t.do("talent")
    assert t.discs("egypt", "trojan_sea") == 2
    assert t.hand("egypt") == {18}
    assert t.of("treasury", "egypt") == 0


@pytest.mark.rule("EVA-02")
def test_victims_decide_in_turn_order():
    t = at(
        "sea domination",
        scenario="basic_4p",
        gaul={"discs": {"trojan_sea": 1}, "treasury": 1},
        carthage={},
        troy={"discs": {"troy": 1, "trojan_sea": 1}},
        egypt={"discs": {"trojan_sea": 1}, "treasury": 1},
        order=["egypt", "troy", "gaul", "carthage"],
    )
    assert t.asked("loss", "egypt")
    t.do("lose")
    assert t.asked("loss", "gaul")
    t.do("talent")
    assert t.discs("gaul", "trojan_sea") == 1
    assert t.discs("egypt", "trojan_sea") == 0


# ------------------------------------------------------------------------- Victory Count


@pytest.mark.rule("EVA-04")
def test_one_vp_per_city():
    t = at(
        "victory count",
        egypt={"discs": {"egypt": 3, "kush": 3, "libya": 2, "sinai": 1}, "vp": 4},
        troy={"discs": {"troy": 2}, "vp": 1},
        barbarians={"discs": {"tyre": 3}},
    )
    assert t.s.vp == [6, 1]


@pytest.mark.rule("EVA-04")
def test_a_city_in_a_shared_area_scores_for_each_owner():
    t = at("victory count", egypt={"discs": {"tyre": 3}}, troy={"discs": {"tyre": 3, "troy": 3}})
    assert t.s.vp == [1, 2]


@pytest.mark.rule("EVA-05")
@pytest.mark.parametrize(
    ("wonder", "discs", "points"),
    [
        ({"discs": 5}, {"tyre": 1}, 1),
        ({"discs": 0}, {"tyre": 1}, 1),  # discs on the card do not matter
        ({"discs": 5}, {"petra": 1}, 0),  # not in its area
        ({"buried": True}, {"tyre": 1}, 0),
        ({"discs": 5, "owner": "troy"}, {"tyre": 1}, 0),  # not its own
    ],
)
def test_one_vp_per_own_wonder_that_shares_its_area_with_an_own_disc(wonder, discs, points):
    t = at(
        "victory count",
        egypt={"discs": discs},
        troy={},
        wonders=[{"wonder": "Colossus", "owner": "egypt", "area": "tyre", **wonder}],
    )
    assert t.s.vp == [points, 0]


@pytest.mark.rule("EVA-05")
def test_an_opponent_in_the_area_does_not_stop_a_wonder_from_scoring():
    t = at(
        "victory count",
        egypt={"discs": {"tyre": 1, "sinai": 1}},
        troy={"discs": {"tyre": 3}},
        wonders=[
            {"wonder": "Colossus", "owner": "egypt", "area": "tyre", "discs": 5},
            {"wonder": "Lighthouse", "owner": "egypt", "area": "sinai", "discs": 5},
        ],
    )
    assert t.s.vp == [2, 1]


@pytest.mark.rule("EVA-06")
@pytest.mark.parametrize(("seas", "points"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_minos_scores_a_third_of_the_coastal_seas_it_controls(seas, points):
    names = ["minoan_sea", "myrtoan_sea", "aegean_sea", "icarian_sea", "ionian_sea", "libyan_sea"]
    t = at(
        "victory count",
        minos={"discs": {**dict.fromkeys(names[:seas], 1), "eastern_mediterranean": 1, "trojan_sea": 1}},
        troy={"discs": {"trojan_sea": 1}},  # occupied by Minos, not Controlled
    )
    assert t.of("vp", "minos") == points


@pytest.mark.rule("EVA-06")
@pytest.mark.parametrize(("seas", "points"), [(3, 0), (4, 1), (7, 1), (8, 2)])
def test_phoenicia_scores_a_quarter_of_the_coastal_seas_it_occupies(seas, points):
    names = [
        "gulf_of_sidon", "levantine_sea", "strait_of_al_mina", "cilician_strait",
        "egyptian_sea", "red_sea", "libyan_sea", "minoan_sea",
    ]  # fmt: skip
    t = at(
        "victory count",
        phoenicia={"discs": {**dict.fromkeys(names[:seas], 1), "eastern_mediterranean": 1}},
        troy={"discs": {"gulf_of_sidon": 2}},
    )
    assert t.of("vp", "phoenicia") == points


@pytest.mark.rule("EVA-06")
def test_displays_score_after_everybody_has_scored_cities_and_uses():
    t = at(
        "victory count",
        minos={"discs": {"minoan_sea": 1, "myrtoan_sea": 1, "aegean_sea": 1}},
        troy={"discs": {"troy": 3}},
        investments=[{"card": 85, "owner": "troy", "discs": 3}],
    )
    assert t.asked("use", "troy")
    assert (t.of("vp", "minos"), t.of("vp", "troy")) == (0, 1)
    t.do("#85")
    assert (t.of("vp", "minos"), t.of("vp", "troy")) == (1, 2)
    scorers = [event.faction for event in t.events("vp")]
    assert scorers == [t.faction("troy"), t.faction("troy"), t.faction("minos")]


# ---------------------------------------------------------------------------- Turn Order


def civs(t: Table) -> list[str]:
    return [t.s.world.civilization(t.s, f).id for f in t.s.order]


@pytest.mark.rule("EVA-07")
def test_most_cities_first_whatever_the_vp():
    t = at(
        "turn order",
        scenario="basic_4p",
        gaul={"discs": {"gallia": 3}, "vp": 30},
        carthage={"vp": 20},
        troy={"discs": {"troy": 3, "ionia": 3, "lydia": 3}, "vp": 0},
        egypt={"discs": {"egypt": 3, "kush": 3, "libya": 2, "sinai": 2}, "vp": 10},
    )
    assert civs(t) == ["troy", "egypt", "gaul", "carthage"]


@pytest.mark.rule("EVA-08")
@pytest.mark.parametrize(("place", "order"), [(0, ["troy", "egypt"]), (1, ["egypt", "troy"])])
def test_tied_in_cities_the_one_with_fewest_vp_chooses_its_place(place, order):
    t = at("turn order", egypt={"discs": {"egypt": 3}, "vp": 4}, troy={"discs": {"troy": 3}, "vp": 3})
    assert t.asked("turn_place", "troy")
    assert t.options == {"number 0", "number 1"}
    t.do(place)
    assert civs(t) == order


@pytest.mark.rule("EVA-08")
def test_the_next_fewest_chooses_among_the_places_left():
    t = at(
        "turn order", scenario="basic_4p", gaul={"vp": 7}, carthage={"vp": 5}, troy={"vp": 3}, egypt={"vp": 1}
    )
    assert t.asked("turn_place", "egypt")
    t.do(1)
    assert t.asked("turn_place", "troy")
    assert t.options == {"number 0", "number 2", "number 3"}
    t.do(3)
    assert t.asked("turn_place", "carthage")
    assert t.options == {"number 0", "number 2"}
    t.do(2)
    assert civs(t) == ["gaul", "egypt", "carthage", "troy"]


@pytest.mark.rule("EVA-08")
def test_the_choice_is_only_among_the_places_of_the_tied():
    t = at(
        "turn order",
        scenario="basic_4p",
        gaul={"discs": {"gallia": 3, "aquitania": 3}, "vp": 9},
        carthage={"discs": {"carthage": 3}, "vp": 2},
        troy={"discs": {"troy": 3}, "vp": 8},
        egypt={"vp": 0},
    )
    assert t.asked("turn_place", "carthage")
    assert t.options == {"number 1", "number 2"}
    t.do(2)
    assert civs(t) == ["gaul", "troy", "carthage", "egypt"]


@pytest.mark.rule("EVA-08")
def test_vp_of_this_turns_victory_count_decide_who_chooses():
    t = position(
        egypt={"discs": {"egypt": 3}, "vp": 4},
        troy={"discs": {"troy": 3}, "vp": 4},
        wonders=[{"wonder": "Lighthouse", "owner": "egypt", "area": "egypt", "discs": 5}],
        phase="evaluation",
    )
    assert t.asked("turn_place", "troy")


@pytest.mark.rule("EVA-09")
def test_equal_in_cities_and_vp_the_order_is_random():
    seen = set()
    for seed in range(60):
        t = at(
            "turn order", scenario="basic_3p", rng=seed,
            carthage={"vp": 3}, celt_iberia={"vp": 3}, mycenae={"vp": 3},
        )  # fmt: skip
        seen.add(tuple(civs(t)))
    assert len(seen) == 6


@pytest.mark.rule("EVA-08", "EVA-09")
def test_a_tie_above_the_fewest_is_broken_at_random_after_the_choice():
    seen = set()
    for seed in range(30):
        t = at(
            "turn order", scenario="basic_3p", rng=seed,
            carthage={"vp": 3}, celt_iberia={"vp": 3}, mycenae={"vp": 1},
        )  # fmt: skip
        assert t.asked("turn_place", "mycenae")
        seen.add(tuple(civs(t.do(1))))
    assert seen == {("carthage", "mycenae", "celt_iberia"), ("celt_iberia", "mycenae", "carthage")}


@pytest.mark.rule("EVA-09")
def test_tied_for_the_fewest_chance_decides_between_them_before_the_others():
    first = set()
    for seed in range(30):
        t = at(
            "turn order", scenario="basic_3p", rng=seed,
            carthage={"vp": 1}, celt_iberia={"vp": 1}, mycenae={"vp": 3},
        )  # fmt: skip
        chooser = t.asks
        first.add(chooser)
        t.do(2)
        other = ({"carthage", "celt_iberia"} - {chooser}).pop()
        assert t.asked("turn_place", other)
        t.do(1)
        assert civs(t) == ["mycenae", other, chooser]
    assert first == {"carthage", "celt_iberia"}


@pytest.mark.rule("EVA-07", "EVA-08", "EVA-09")
def test_several_tied_blocks_are_settled_from_the_front():
    choosers = set()
    for seed in range(20):
        t = at(
            "turn order",
            scenario="basic_6p",
            rng=seed,
            egypt={"vp": 0},
            troy={"discs": {"troy": 3}, "vp": 9},
            carthage={"discs": {"carthage": 3}, "vp": 4},
            rome={"discs": {"rome": 3}, "vp": 4},
            mauretania={"discs": {"mauretania": 3, "numidia": 3}, "vp": 3},
            gaul={"discs": {"gallia": 3, "aquitania": 3}, "vp": 5},
        )
        assert t.asked("turn_place", "mauretania")
        assert t.options == {"number 0", "number 1"}
        t.do(1)
        assert t.options == {"number 2", "number 3", "number 4"}
        choosers.add(t.asks)
        t.do(4)
        assert t.options == {"number 2", "number 3"}
        t.do(3)
        assert civs(t)[:3] == ["gaul", "mauretania", "troy"]
        assert civs(t)[5] == "egypt"
    assert choosers == {"rome", "carthage"}


def test_oracle_at_delphi_takes_any_place_of_the_new_order():
    t = at(
        "turn order",
        scenario="basic_4p",
        gaul={"discs": {"gallia": 3, "aquitania": 3}},
        carthage={"discs": {"carthage": 3}},
        troy={"hand": [38]},
        egypt={"discs": {"egypt": 3, "kush": 3, "libya": 3}},
    )
    assert t.asked("turn_order_card", "troy")
    assert civs(t) == ["egypt", "gaul", "carthage", "troy"]
    t.do("#38")
    assert t.options == {"number 0", "number 1", "number 2", "number 3"}
    t.do(1)
    assert civs(t) == ["egypt", "troy", "gaul", "carthage"]
    assert t.s.discard == [38]
    assert t.hand("troy") == set()


def test_oracle_at_delphi_may_be_kept():
    t = at("turn order", egypt={"discs": {"egypt": 3}}, troy={"hand": [38, 7]})
    assert t.options == {"stop", "Oracle at Delphi"}
    t.do("no")
    assert civs(t) == ["egypt", "troy"]
    assert t.hand("troy") == {7, 38}


def test_oracle_at_delphi_can_be_negated_in_the_turn_order_step():
    t = at("turn order", egypt={"discs": {"egypt": 3}, "hand": [43]}, troy={"hand": [38]})
    t.do("#38", 0)
    assert t.asked("negate", "egypt")
    t.do("#43")
    assert civs(t) == ["egypt", "troy"]
    assert set(t.s.discard) == {38, 43}


# ------------------------------------------------------------------------- the whole phase


@pytest.mark.rule("EVA-01")
def test_the_six_steps_come_in_order_each_for_everybody():
    t = position(
        egypt={"discs": {"egypt": 3, "trojan_sea": 1}, "vp": 9},
        troy={"discs": {"troy": 3, "trojan_sea": 1, "ionia": 3}, "vp": 1},
        phase="evaluation",
        turn=2,
        deck=deck_with(1),
    )
    assert t.asked("aeneas", "troy")
    t.do("no")
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for i, event in enumerate(t.events()):
        first.setdefault(event.kind, i)
        last[event.kind] = i
    steps = ["removed", "vp", "turn_order", "revealed", "drew", "turn"]
    for one, two in pairwise(steps):
        assert last[one] < first[two], (one, two)


@pytest.mark.rule("EVA-01")
def test_domination_comes_before_the_count():
    """The opponent leaves, Minos Controls the third sea, and scores for three."""
    t = position(
        minos={
            "discs": {
                "minos": 1, "kydonia": 1, "lydia": 1, "minoan_sea": 1, "aegean_sea": 1, "red_sea": 1,
            }
        },
        troy={"discs": {"minoan_sea": 1, "troy": 1}},
        phase="evaluation",
    )  # fmt: skip
    assert [event.cause for event in t.events("removed")] == ["domination"]
    assert t.of("vp", "minos") == 1


@pytest.mark.rule("EVA-01", "AEN-01")
def test_aeneas_comes_after_the_turn_order_and_before_the_check():
    t = position(
        "basic_4p",
        gaul={"vp": 20},
        carthage={"discs": {"carthage": 2}, "vp": 20},
        troy={"discs": {"troy": 3}, "vp": 0},
        egypt={"discs": {"egypt": 2}, "vp": 20},
        phase="evaluation",
        turn=2,
    )
    assert t.asked("aeneas", "troy")  # first in the new order, third in the old
    assert not t.events("revealed")
    t.do("no")
    assert t.asked("aeneas", "gaul")
    t.do("no")
    assert t.events("revealed")


@pytest.mark.rule("EVA-04")
def test_it_is_noted_that_the_victory_count_has_been():
    """Until the next turn begins: observations tell it."""
    t = at("victory count", then=["turn order"], egypt={"discs": {"egypt": 3}}, troy={"discs": {"troy": 2}})
    assert t.s.counted
    do_step(t.s, ("turn",))
    assert not t.s.counted


@pytest.mark.rule("EVA-08", "EVA-09")
@pytest.mark.parametrize(("vp", "by_chance"), [((1, 2), False), ((2, 1), False), ((1, 1), True)])
def test_chance_arranges_only_those_with_equal_vp(vp, by_chance):
    t = at("turn order cards", 0, egypt={"vp": vp[0]}, troy={"vp": vp[1]})
    before = t.s.rng
    do_step(t.s, ("fill_places", ((0, 1),), (-1, -1)))
    assert (t.s.rng != before) == by_chance
    if not by_chance:
        assert t.s.stack[-1][0] == "choose_place" and t.s.stack[-1][-1] == vp.index(1)
