"""Fate cards 70 to 90: what each does, what it does not, and what can negate it."""

from __future__ import annotations

from typing import Any

import pytest
from card_table import (
    ALL_48,
    ANY,
    IN_CARD_PHASE,
    NEGATIONS,
    allies,
    asked,
    can_do,
    can_lay,
    card_phase,
    contest,
    declare,
    lay,
    removed,
    standing,
    wonder,
)
from helpers import Table, moment, position

INVESTMENTS = {78: 3, 79: 3, 80: 2, 81: 3, 82: 3, 84: 3, 85: 3}  # discs on each
SIDON = "gulf_of_sidon"


def at_sea(*hand: int, **more: Any) -> Table:
    return contest(*hand, area=SIDON, **{"troy": 2, **more})


def left(t: Table, area: str = "tyre") -> tuple[int, int]:
    """Egyptian and Trojan discs in an area."""
    return t.discs("egypt", area), t.discs("troy", area)


# ------------------------------------------------------------------------- what negates it

NEGATED_BY = {
    70: ANY | {49}, 71: ANY | {66}, 72: ANY, 73: ANY | {49}, 74: ANY | {49}, 75: ANY | {66},
    76: ANY | {49}, 77: ANY | {66}, 78: IN_CARD_PHASE | {66}, 79: IN_CARD_PHASE | {66},
    80: IN_CARD_PHASE, 81: IN_CARD_PHASE, 82: IN_CARD_PHASE | {66}, 83: IN_CARD_PHASE,
    84: IN_CARD_PHASE, 85: IN_CARD_PHASE, 86: IN_CARD_PHASE, 87: IN_CARD_PHASE, 88: IN_CARD_PHASE,
    89: IN_CARD_PHASE | {66}, 90: IN_CARD_PHASE | {66},
}  # fmt: skip


def announced(card: int, negation: int) -> Table:
    """The card is played and declared; Troy holds one Negation card."""
    if card <= 77:
        t = (at_sea if card in (73, 74, 75) else contest)(card, trojans={"hand": [negation]})
        return lay(t, card)
    t = card_phase(
        {"discs": {"sinai": 2, "egyptian_sea": 1}, "hand": [card]}, {"hand": [negation]},
        wonders=[standing("Colossus", "troy", "tyre", 3), standing("Lighthouse", "egypt", "sinai", 3)],
    ).do(f"#{card}")  # fmt: skip
    return declare(t)


@pytest.mark.rule("CRD-09", "CMP-18")
@pytest.mark.parametrize(("card", "negation"), [(c, n) for c in NEGATED_BY for n in NEGATIONS])
def test_what_negates_it(card: int, negation: int) -> None:
    assert (asked(announced(card, negation)) == "negate") == (negation in NEGATED_BY[card])


CAN_DO = {  # discs to one civilization, and what else it can do
    70: (0, {"removes"}), 71: (4, set()), 72: (0, set()), 73: (1, {"removes"}), 74: (0, {"removes"}),
    75: (2, set()), 76: (0, {"removes"}), 77: (2, set()), 78: (2, set()), 79: (2, set()),
    80: (0, {"gives_vp"}), 81: (0, {"gives_talents"}), 82: (2, set()), 83: (0, {"gives_talents"}),
    84: (0, {"gives_talents"}), 85: (0, {"gives_vp"}), 86: (0, set()), 87: (0, {"gives_talents"}),
    88: (0, set()), 89: (3, set()), 90: (2, {"gives_talents"}),
}  # fmt: skip


@pytest.mark.parametrize("card", CAN_DO)
def test_what_it_can_do(card: int) -> None:
    assert can_do(card) == CAN_DO[card]


@pytest.mark.parametrize("card", [70, 76])
def test_treaty_does_not_help_a_small_faction_that_is_not_hit(card: int) -> None:
    t = position(
        "basic_3p", carthage={"discs": {"rome": 2}, "hand": [card]}, mycenae={"discs": {"rome": 3}},
        celt_iberia={"discs": {"rome": 1}, "hand": [49]}, **moment("competition phase"),
    )  # fmt: skip
    assert ("mycenae", "rome") in removed(lay(t, card), card)


# --------------------------------------------------------------------- cards of competitions


@pytest.mark.parametrize(
    ("card", "land", "sea"),
    [(70, True, False), (71, True, True), (72, True, False), (73, False, True), (74, False, True),
     (75, False, True), (76, True, False), (77, True, True)],
)  # fmt: skip
def test_on_land_or_at_sea(card: int, land: bool, sea: bool) -> None:
    assert can_lay(contest(card, 69, egypt=2, troy=3), card) == land
    assert can_lay(at_sea(card, 69, egypt=1, troy=2), card) == sea


@pytest.mark.parametrize(("card", "area", "n"), [(71, "tyre", 1), (73, SIDON, 1), (75, SIDON, 2)])
def test_allies_for_one_competition_stay_there(card: int, area: str, n: int) -> None:
    wars = {"discs": {"petra": 2, "egyptian_sea": 2}}  # later competitions
    t = lay(contest(card, area=area, more=wars, trojans=wars), card)
    assert allies(t, f"card {card}") == {("egypt", area): n}


@pytest.mark.parametrize(("card", "area"), [(70, "tyre"), (73, SIDON), (74, SIDON), (76, "tyre")])
def test_discs_are_removed_only_in_this_competition(card: int, area: str) -> None:
    mine, theirs = {"discs": {"cyrenaica": 3}}, {"discs": {"libya": 4, "hamath": 4}}
    t = lay(contest(card, area=area, egypt=3, troy=4, more=mine, trojans=theirs), card)
    assert {where for _, where in removed(t, card)} == {area}


def test_war_elephants_trample_the_largest_then_one_of_your_own() -> None:
    t = lay(contest(70, egypt=2, troy=4, black=3), 70)
    assert removed(t, 70) == [("troy", "tyre")] * 2 + [("egypt", "tyre")]


def test_war_elephants_your_choice_among_equals_both_discs_from_the_same() -> None:
    t = lay(contest(70, egypt=3, troy=3, black=3), 70)
    assert t.options == {"troy", "barbarians"}
    t.do("barbarians")
    assert removed(t, 70) == [("barbarians", "tyre")] * 2 + [("egypt", "tyre")]


@pytest.mark.rule("CRD-17", "CRD-22")
def test_war_elephants_take_what_is_there_and_your_own_disc_can_be_saved() -> None:
    t = lay(contest(70, egypt=2, troy=1, more={"treasury": 1}), 70)
    assert removed(t, 70) == [("troy", "tyre")]
    assert t.asked("loss", "egypt")
    t.do("talent")
    assert left(t) == (2, 0)


@pytest.mark.parametrize(("treasury", "most"), [(5, 3), (2, 2)])
def test_mercenaries_are_bought_for_up_to_3_talents(treasury: int, most: int) -> None:
    t = lay(contest(71, egypt=1, troy=4, more={"treasury": treasury}), 71)
    assert t.asked("talents_to_spend", "egypt")
    assert t.options == {f"number {n}" for n in range(most + 1)}
    t.do(most)
    assert allies(t, "card 71") == {("egypt", "tyre"): 1 + most}
    assert t.events("talents")[0][:5] == ("talents", t.faction("egypt"), -1, 0, -most)


def test_mercenaries_one_comes_without_pay() -> None:
    assert allies(lay(contest(71), 71), "card 71") == {("egypt", "tyre"): 1}
    t = lay(contest(71, more={"treasury": 2}), 71).do(0)
    assert allies(t, "card 71") == {("egypt", "tyre"): 1}


@pytest.mark.rule("CMP-15", "CMP-16")
def test_mercenaries_cannot_be_bought_for_a_competition_that_is_cancelled() -> None:
    t = position(
        troy={"discs": {"tyre": 1}, "hand": [59]}, egypt={"discs": {"tyre": 2}, "hand": [71], "treasury": 3},
        **moment("competition phase"),
    ).do("#59")  # fmt: skip
    if t.asked("commit", "troy"):
        t.do("stop")
    t.do("#71", "lose")  # War Chariots: 1 against 1 is no longer Contested
    assert asked(t) == ""
    assert allies(t, "card 71") == {}
    assert (t.of("treasury", "egypt"), *left(t)) == (3, 1, 1)


@pytest.mark.parametrize(("troy", "end"), [(2, (1, 1)), (3, (1, 1)), (4, (0, 2))])
def test_phalanx_loses_nothing_in_two_rounds(troy: int, end: tuple[int, int]) -> None:
    assert left(lay(contest(72, egypt=1, troy=troy), 72)) == end


def test_boarding_bridge_removes_a_disc_and_adds_a_white_one() -> None:
    t = lay(at_sea(73, egypt=2, troy=2, black=2), 73)
    assert t.options == {"troy", "barbarians"}
    t.do("troy")
    assert removed(t, 73) == [("troy", SIDON)]
    assert allies(t, "card 73") == {("egypt", SIDON): 1}


def test_fire_ships_burn_1_disc_of_each_opposing_faction() -> None:
    t = lay(at_sea(74, egypt=2, troy=2, black=2), 74)
    assert sorted(removed(t, 74)) == [("barbarians", SIDON), ("troy", SIDON)]
    t = lay(at_sea(74, egypt=2, troy=2, trojans={"treasury": 1}), 74).do("talent")
    assert removed(t, 74) == []


def test_triremes_add_2_white_discs_at_sea() -> None:
    t = lay(at_sea(75, egypt=1, troy=2), 75)
    assert allies(t, "card 75") == {("egypt", SIDON): 2}
    assert left(t, SIDON) == (1, 0)


@pytest.mark.parametrize(("troy", "n"), [(3, 1), (4, 2)])
def test_ambush_takes_1_disc_or_2_from_a_much_larger_faction(troy: int, n: int) -> None:
    assert removed(lay(contest(76, egypt=2, troy=troy), 76), 76) == [("troy", "tyre")] * n


@pytest.mark.parametrize(("pick", "n"), [("troy", 1), ("barbarians", 2)])
def test_ambush_both_discs_come_from_one_larger_faction(pick: str, n: int) -> None:
    t = lay(contest(76, egypt=2, troy=3, black=5), 76).do(pick)
    assert removed(t, 76) == [(pick, "tyre")] * n


def test_ambush_needs_a_larger_opposing_faction() -> None:
    assert not can_lay(contest(76, 69, egypt=2, troy=2), 76)
    assert can_lay(contest(76, 69, egypt=2, troy=1, black=3), 76)
    t = lay(contest(76, egypt=2, troy=1, black=3), 76)
    assert removed(t, 76) == [("barbarians", "tyre")]


WARS = {"hamath": 2, "tyre": 2, "gulf_of_sidon": 2}


def test_slingers_go_into_this_and_one_other_competition() -> None:
    t = contest(77, area="hamath", troy=1, more={"discs": WARS}, trojans={"discs": dict.fromkeys(WARS, 1)})
    assert lay(t, 77).options == {"tyre", "gulf_of_sidon"}  # not "up to": no way out
    t.do("gulf_of_sidon")
    assert allies(t, "card 77") == {("egypt", "hamath"): 1, ("egypt", SIDON): 1}


def test_slingers_with_no_other_competition_of_yours() -> None:
    t = contest(77, area="hamath", troy=1, trojans={"discs": {"tyre": 2}})
    assert allies(lay(t, 77), "card 77") == {("egypt", "hamath"): 1}


# ------------------------------------------------------------------------ Investment cards


def invested(card: int, step: tuple[Any, ...], discs: int = 0, egypt: dict[str, Any] | None = None,
             troy: dict[str, Any] | None = None) -> Table:  # fmt: skip
    """Egypt owns the Investment card; play goes on with this step, and no further."""
    return position(
        egypt={"discs": {"tyre": 1}, **(egypt or {})}, troy=troy or {"discs": {"troy": 2}},
        investments=[{"card": card, "owner": "egypt", "discs": discs or INVESTMENTS[card]}],
        **moment(*step, phase="growth"),
    )  # fmt: skip


STEP: dict[int, tuple[Any, ...]] = {
    78: ("deployment", 0), 79: ("acquisition", 0), 80: ("victory count",), 81: ("acquisition", 0),
    84: ("acquisition", 0), 85: ("victory count",),
}  # fmt: skip
SEA_AND_LAND = {"discs": {"tyre": 1, "red_sea": 1}}


@pytest.mark.rule("CRD-15")
@pytest.mark.parametrize("card", INVESTMENTS)
def test_an_investment_takes_its_discs_from_supply(card: int) -> None:
    t = card_phase({"discs": {"sinai": 1}, "hand": [card]}).do(f"#{card}")
    assert t.s.investments == {card: (0, INVESTMENTS[card])}
    assert t.of("supply", "egypt") == ALL_48 - 1 - INVESTMENTS[card]
    assert t.s.discard == []
    t = card_phase({"discs": {"sinai": 1}, "ready": ALL_48 - 2, "hand": [card]}).do(f"#{card}")
    assert t.s.investments == {card: (0, 1)}  # a short supply


@pytest.mark.rule("CRD-16")
@pytest.mark.parametrize("card", INVESTMENTS)
def test_an_investment_needs_a_disc_in_supply(card: int) -> None:
    t = card_phase({"discs": {"sinai": 1}, "ready": ALL_48 - 1, "hand": [card, 81 if card != 81 else 85]})
    assert asked(t) == ""


@pytest.mark.rule("CRD-16")
@pytest.mark.parametrize("card", STEP)
def test_an_investment_is_used_once_in_its_step_and_for_1_disc(card: int) -> None:
    t = invested(card, STEP[card], egypt=SEA_AND_LAND)
    assert t.asked("use", "egypt")
    t.do(f"#{card}")
    assert asked(t) != "use"
    assert t.s.investments[card] == (0, INVESTMENTS[card] - 1)


@pytest.mark.rule("CRD-16")
@pytest.mark.parametrize("card", STEP)
def test_an_investment_leaves_with_its_last_disc(card: int) -> None:
    t = invested(card, STEP[card], discs=1, egypt=SEA_AND_LAND).do(f"#{card}")
    assert t.s.investments == {}
    assert t.s.discard == [card]


@pytest.mark.parametrize("card", STEP)
def test_an_investment_need_not_be_used_and_only_by_its_owner_in_its_step(card: int) -> None:
    t = invested(card, STEP[card], egypt=SEA_AND_LAND).do("stop")
    assert t.s.investments[card] == (0, INVESTMENTS[card])
    assert (t.of("treasury", "egypt"), t.of("vp", "egypt")) == (0, 0)
    for step in (("deployment", 0), ("acquisition", 0), ("victory count",), ("draw uses", 0)):
        if step != STEP[card]:
            assert asked(invested(card, step, egypt=SEA_AND_LAND)) != "use"
    if len(STEP[card]) == 2:
        assert asked(invested(card, (STEP[card][0], 1), egypt=SEA_AND_LAND)) != "use"  # Troy's step


@pytest.mark.parametrize("card", STEP)
def test_nothing_answers_the_use_of_an_investment(card: int) -> None:
    t = invested(card, STEP[card], egypt=SEA_AND_LAND, troy={"hand": [19, 43, 44, 46, 66]}).do(f"#{card}")
    assert asked(t) != "negate"


def test_appian_way_discs_go_on_land_only() -> None:
    t = invested(78, STEP[78], egypt={"discs": {"sinai": 1}, "ready": 1}).do("#78")
    assert t.of("ready", "egypt") == 3
    t.do("red_sea")  # the disc that was Ready before
    assert "petra" in t.options
    assert not t.options & {"egyptian_sea", "red_sea"}


def test_appian_way_discs_placed_on_land_first_leave_the_other_free() -> None:
    t = invested(78, STEP[78], egypt={"discs": {"sinai": 1}, "ready": 1}).do("#78", "petra", "petra")
    assert t.can("red_sea")


def test_appian_way_unused_discs_go_home() -> None:
    t = invested(78, STEP[78]).do("#78", "stop")
    assert (t.of("ready", "egypt"), t.of("supply", "egypt")) == (0, ALL_48 - 1 - 2)


@pytest.mark.parametrize(("use", "ready"), [("#79", 5), ("stop", 3)])
def test_irrigation_works_give_2_more_ready_discs(use: str, ready: int) -> None:
    settled = {"discs": {"tyre": 2, "petra": 2, "sinai": 2}}
    assert invested(79, STEP[79], egypt=settled).do(use).of("ready", "egypt") == ready


def test_irrigation_works_with_a_short_supply() -> None:
    t = invested(79, STEP[79], egypt={"discs": {"tyre": 1}, "ready": ALL_48 - 4}).do("#79")
    assert t.of("supply", "egypt") == 0
    assert t.of("ready", "egypt") == ALL_48 - 3  # only the disc from the card came


def test_olympic_games_give_2_vp_and_1_to_another() -> None:
    t = invested(80, STEP[80]).do("#80")
    assert (t.of("vp", "egypt"), t.of("vp", "troy")) == (2, 1)


def test_olympic_games_winner_picks_the_second() -> None:
    t = position(
        "basic_3p", carthage={}, mycenae={}, celt_iberia={}, **moment("victory count"),
        investments=[{"card": 80, "owner": "carthage", "discs": 2}],
    ).do("#80")  # fmt: skip
    assert t.options == {"mycenae", "celt_iberia"}
    t.do("celt_iberia")
    assert t.s.vp == [2, 0, 1]


def test_royal_mint_and_code_of_laws() -> None:
    assert invested(81, STEP[81]).do("#81").of("treasury", "egypt") == 1
    assert invested(85, STEP[85]).do("#85").of("vp", "egypt") == 1


SEAS = ("red_sea", "egyptian_sea", "libyan_sea", "gulf_of_sidon", "levantine_sea", "icarian_sea")


@pytest.mark.parametrize(("n", "talents"), [(1, 1), (2, 1), (3, 1), (5, 1), (6, 2)])
def test_merchant_marine_pays_for_coastal_seas(n: int, talents: int) -> None:
    t = invested(84, STEP[84], egypt={"discs": {"eastern_mediterranean": 1, **dict.fromkeys(SEAS[:n], 1)}})
    assert t.do("#84").of("treasury", "egypt") == talents


def test_merchant_marine_pays_nothing_without_a_coastal_sea() -> None:
    t = invested(84, STEP[84], egypt={"discs": {"eastern_mediterranean": 1, "tyre": 1}})
    if asked(t) == "use":
        t.do("#84")
    assert t.of("treasury", "egypt") == 0


def army(discs: int = 3, used: bool = False, **wars: int) -> Table:
    return position(
        egypt={"discs": wars}, troy={"discs": dict.fromkeys(wars, 2)},
        investments=[{"card": 82, "owner": "egypt", "discs": discs}], **moment("competition phase"),
    )  # fmt: skip


def test_standing_army_marches_once_a_turn() -> None:
    t = army(hamath=1, tyre=1)
    assert can_lay(t, 82)
    t.do("#82")
    assert t.s.investments[82] == (0, 2)
    t.do("stop")  # Troy
    assert allies(t, "investment 82") == {("egypt", "hamath"): 2}
    assert left(t, "hamath") == (1, 0)
    assert not t.asked("commit", "egypt")  # in Tyre not again
    t.skip_until("commit", "troy")


def test_standing_army_may_wait_for_a_later_competition_and_ends_with_its_last_disc() -> None:
    t = army(1, hamath=1, tyre=1).do("stop", "stop")
    assert can_lay(t, 82)
    lay(t, 82)
    assert allies(t, "investment 82") == {("egypt", "tyre"): 2}
    assert t.s.discard == [82]


def test_standing_army_does_not_go_to_sea_nor_where_its_owner_is_not() -> None:
    assert not can_lay(army(gulf_of_sidon=1), 82)
    t = position(
        egypt={"discs": {"petra": 1}}, troy={"discs": {"tyre": 2}}, barbarians={"discs": {"tyre": 2}},
        investments=[{"card": 82, "owner": "egypt", "discs": 3}], **moment("competition phase"),
    )  # fmt: skip
    assert asked(t) == "" or t.asks == "troy"


# ------------------------------------------------------------------ Sea Route, New Harbor ...


@pytest.mark.parametrize(
    ("mine", "egypt", "theirs", "troy"), [("atlantic", 3, "lusitania", 0), ("tingitana", 2, "atlantic", 1)]
)
def test_sea_route_pays_at_the_western_edge(mine: str, egypt: int, theirs: str, troy: int) -> None:
    t = position(
        "basic_4p", egypt={"discs": {mine: 1}, "hand": [83]}, troy={"discs": {theirs: 1}},
        **moment("card phase"),
    ).do("#83")  # fmt: skip
    assert (t.of("treasury", "egypt"), t.of("treasury", "troy")) == (egypt, troy)


@pytest.mark.rule("SET-02")
def test_sea_route_a_cut_line_is_the_western_edge() -> None:
    t = card_phase({"discs": {"illyria": 1}, "hand": [83]}, {"discs": {"ionian_sea": 1}}).do("#83")
    assert (t.of("treasury", "egypt"), t.of("treasury", "troy")) == (3, 1)


def test_colonists_settle_empty_areas_from_one_to_the_next() -> None:
    t = card_phase({"discs": {"sinai": 1}, "hand": [89]}, barbarians={"discs": {"petra": 1}}).do("#89")
    assert t.options == {"nile_delta", "tyre", "egyptian_sea", "red_sea", "stop"}
    t.do("tyre", "phoenicia")
    assert not t.can("tyre")  # 1 disc in each
    t.do("levantine_sea")
    assert [t.discs("egypt", a) for a in ("tyre", "phoenicia", "levantine_sea")] == [1, 1, 1]


def test_colonists_fewer_and_none() -> None:
    t = card_phase({"discs": {"sinai": 1}, "hand": [89]}).do("#89", "tyre", "stop")
    assert sum(t.s.discs[0]) == 2
    t = card_phase({"discs": {"sinai": 1}, "ready": ALL_48 - 2, "hand": [89]}).do("#89", "tyre")
    assert asked(t) != "place"
    assert asked(card_phase({"discs": {}, "hand": [89]})) == ""  # nothing is near
    kush = {"egypt": 1, "red_sea": 1}
    assert asked(card_phase({"discs": {"kush": 1}, "hand": [89]}, {"discs": kush})) == ""  # nothing is empty


def test_new_harbor_goes_to_coasts_of_land_you_control() -> None:
    mine = {"sinai": 1, "tyre": 1, "levantine_sea": 1}
    t = card_phase({"discs": mine, "hand": [90]}, {"discs": {"tyre": 1}})
    assert t.do("#90").options == {"egyptian_sea", "red_sea", "stop"}  # Tyre is shared
    t.do("egyptian_sea")
    assert not t.can("egyptian_sea")
    t.do("red_sea")
    assert (t.discs("egypt", "egyptian_sea"), t.discs("egypt", "red_sea")) == (1, 1)
    assert t.of("treasury", "egypt") == 1


@pytest.mark.rule("CRD-17", "STK-02")
def test_new_harbor_gives_its_talent_without_discs() -> None:
    full = {"sinai": 1, "egyptian_sea": 2, "red_sea": 2}
    positions: list[dict[str, Any]] = [
        {"discs": {}}, {"discs": full}, {"discs": {"sinai": 1}, "ready": ALL_48 - 1},
    ]  # fmt: skip
    for egypt in positions:
        assert card_phase({**egypt, "hand": [90]}).do("#90").of("treasury", "egypt") == 1
    assert card_phase({"discs": {"sinai": 1}, "hand": [90]}).do("#90", "stop").of("treasury", "egypt") == 1


# ----------------------------------------------------------------------- cards about Wonders


def test_iconoclasts_bury_an_opposing_wonder_near_you() -> None:
    t = card_phase(
        {"discs": {"sinai": 1}, "hand": [86]}, {"discs": {"tyre": 1}},
        wonders=[standing("Colossus", "troy", "tyre", 4), standing("Mausoleum", "troy", "petra", 2)],
    ).do("#86", "Colossus")  # fmt: skip
    assert wonder(t, "Colossus") == (t.faction("troy"), t.area("tyre"), 0, True)
    assert t.of("supply", "troy") == ALL_48 - 1 - 2
    assert (t.s.aside, t.s.discard) == ([86], [])


@pytest.mark.parametrize(
    ("owner", "area", "buried"),
    [("troy", "hamath", False), ("egypt", "tyre", False), ("troy", "tyre", True)],
    ids=["far", "own", "buried"],
)  # fmt: skip
def test_iconoclasts_without_a_target(owner: str, area: str, buried: bool) -> None:
    stands = [standing("Colossus", owner, area, 0 if buried else 3, buried)]
    assert asked(card_phase({"discs": {"sinai": 1}, "hand": [86]}, wonders=stands)) == ""


@pytest.mark.rule("CRD-10")
def test_iconoclasts_negated_are_discarded_not_set_aside() -> None:
    t = announced(86, 43).do("#43")
    assert (sorted(t.s.discard), t.s.aside) == ([43, 86], [])
    assert wonder(t, "Colossus").discs == 3


@pytest.mark.rule("CRD-17")
@pytest.mark.parametrize(("discs", "rest"), [(5, 3), (2, 0), (1, 0), (0, 0)])
def test_tomb_robbers_take_2_discs_off_a_wonder_wherever_it_stands(discs: int, rest: int) -> None:
    stands = [standing("Colossus", "troy", "troy", discs)]
    t = card_phase({"discs": {"kush": 1}, "hand": [87]}, wonders=stands)
    assert asked(t) == "card_action"
    t.do("#87")
    assert wonder(t, "Colossus").discs == rest
    assert t.of("supply", "troy") == ALL_48 - rest
    assert t.of("treasury", "egypt") == 1


def test_tomb_robbers_need_a_built_wonder_of_another() -> None:
    own, buried = standing("Colossus", "egypt", "kush", 5), standing("Colossus", "troy", "troy", 0, True)
    for stands in ([], [own], [buried]):
        assert asked(card_phase({"discs": {"kush": 1}, "hand": [87]}, wonders=stands)) == ""


OWN = [standing("Colossus", "egypt", "tyre", 1), standing("Lighthouse", "egypt", "petra", 0, True)]


def test_master_builders_add_2_discs_or_restore_with_3() -> None:
    t = card_phase({"hand": [88]}, wonders=OWN).do("#88", "first")
    assert wonder(t, "Colossus").discs == 3
    assert wonder(t, "Lighthouse").buried
    t = card_phase({"hand": [88]}, wonders=OWN).do("#88", "second")
    assert wonder(t, "Lighthouse") == (0, t.area("petra"), 3, False)
    assert t.of("supply", "egypt") == ALL_48 - 1 - 3


@pytest.mark.rule("CRD-17")
def test_master_builders_with_a_short_supply() -> None:
    t = card_phase({"hand": [88], "ready": ALL_48 - 2}, wonders=OWN[:1]).do("#88")
    assert wonder(t, "Colossus").discs == 2
    t = card_phase({"hand": [88], "ready": ALL_48 - 1}, wonders=OWN[1:]).do("#88")
    assert wonder(t, "Lighthouse")[2:] == (1, False)


def test_master_builders_need_a_wonder_of_their_own() -> None:
    theirs = [standing("Colossus", "troy", "troy", 1), standing("Lighthouse", "troy", "petra", 0, True)]
    assert asked(card_phase({"hand": [88]}, wonders=theirs)) == ""
    assert asked(card_phase({"hand": [88], "ready": ALL_48 - 1}, wonders=OWN[:1])) == ""  # no disc to add
