"""Fate cards 53 to 69: what each does, what it does not, and what can negate it."""

from __future__ import annotations

from typing import Any

import pytest
from card_table import (
    ALL_48,
    ANY,
    GREAT_PERSON,
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
)
from helpers import EVENTS, Table, deck_with, moment, position

from acis_rules.box.deck import load_deck


def drawn(event: int, hand: tuple[int, ...] = (), drawer: str = "egypt", **top: Any) -> Table:
    """Egypt (or Troy) draws an Event; Troy (or Egypt) holds cards."""
    other = "troy" if drawer == "egypt" else "egypt"
    hands: dict[str, Any] = {drawer: {}, other: {"hand": list(hand)}}
    return position(
        **hands, **moment("draw", 0, 1, then=[("hand limit", 0), *top.pop("after", [])]),
        deck=deck_with(event, without=(*hand, *top.get("discard", ()))), **top,
    )  # fmt: skip


# ------------------------------------------------------------------------- what negates it

NEGATED_BY = {
    53: IN_CARD_PHASE,  # gives 1 disc at most
    54: IN_CARD_PHASE | {66},
    55: IN_CARD_PHASE,
    56: IN_CARD_PHASE,
    57: IN_CARD_PHASE | {66},
    58: IN_CARD_PHASE,
    59: ANY | {49},
    60: ANY,
    61: ANY | {66},
    62: {44, 51},
    63: ANY | {66},
    64: ANY | {49},  # 1 white disc only
    65: ANY | {49},
    66: IN_CARD_PHASE | GREAT_PERSON,
    67: ANY | {49},
    68: ANY,
    69: ANY | {49},
}


def announced(card: int, negation: int) -> Table:
    """The card is played and declared; the opponent holds one Negation card."""
    if card in EVENTS:
        return drawn(card, (negation,))
    if card == 66:  # Troy answers Egypt's Hippodrome with it; now Egypt may answer
        t = card_phase({"discs": {"sinai": 1}, "hand": [57, negation]}, {"hand": [66]})
        return t.do("#57", "sinai", "tyre", "#66")
    if "C" in load_deck().cards[card].source.flags:
        t = contest(card, more={"discs": {"gulf_of_sidon": 1}}, trojans={"hand": [negation]})
        return lay(t, card)
    t = card_phase({"discs": {"sinai": 1, "petra": 1}, "hand": [card]}, {"hand": [negation]}).do(f"#{card}")
    return declare(t)


@pytest.mark.rule("CRD-09", "CMP-18")
@pytest.mark.parametrize(
    ("card", "negation"), [(c, n) for c in NEGATED_BY for n in NEGATIONS if (c, n) != (66, 66)]
)
def test_what_negates_it(card: int, negation: int) -> None:
    assert (asked(announced(card, negation)) == "negate") == (negation in NEGATED_BY[card])


CAN_DO = {  # discs to one civilization, and what else it can do
    53: (1, {"gives_talents"}), 54: (4, {"gives_talents"}), 55: (0, {"gives_talents"}),
    56: (0, {"gives_talents"}), 57: (2, set()), 58: (0, {"gives_talents"}), 59: (0, {"removes"}),
    60: (0, set()), 61: (3, set()), 62: (0, set()), 63: (4, set()), 64: (1, {"removes"}),
    65: (0, {"removes"}), 66: (0, set()), 67: (0, {"removes"}), 68: (0, set()),
    69: (0, {"removes", "gives_talents"}),
}  # fmt: skip


@pytest.mark.parametrize("card", CAN_DO)
def test_what_it_can_do(card: int) -> None:
    assert can_do(card) == CAN_DO[card]


def test_treaty_needs_a_disc_of_ones_own_at_stake() -> None:
    """Troy is not in the competition that War Chariots is laid in."""
    t = position(
        egypt={"discs": {"tyre": 2}, "hand": [59]}, troy={"discs": {"troy": 2}, "hand": [49]},
        barbarians={"discs": {"tyre": 2}}, **moment("competition phase"),
    )  # fmt: skip
    assert removed(lay(t, 59), 59) == [("barbarians", "tyre")]


def test_treaty_does_not_answer_siege_without_a_city_of_ones_own() -> None:
    t = position(
        "basic_3p", carthage={"discs": {"rome": 2}, "hand": [67]}, mycenae={"discs": {"rome": 3}},
        celt_iberia={"discs": {"rome": 1}, "hand": [49]}, **moment("competition phase"),
    )  # fmt: skip
    assert removed(lay(t, 67), 67) == [("mycenae", "rome")]


# ----------------------------------------------------------------------------- Sunken City


@pytest.mark.rule("CLR-24")
def test_sunken_city_gives_only_a_talent_to_those_barred_from_open_seas() -> None:
    t = card_phase({"discs": {"egyptian_sea": 1}, "hand": [53]}).do("#53")
    assert asked(t) != "mode"
    assert t.of("treasury", "egypt") == 1
    assert t.discs("egypt", "eastern_mediterranean") == 0


@pytest.mark.rule("CLR-24", "CRD-20")
def test_sunken_city_lets_minos_into_an_open_sea_in_any_epoch() -> None:
    t = position(
        "basic_2p", minos={"discs": {"petra": 1}, "hand": [53]}, troy={}, **moment("card phase"),
    ).do("#53", "first")  # fmt: skip
    if asked(t) == "place":
        t.do("eastern_mediterranean")
    assert t.discs("minos", "eastern_mediterranean") == 1  # needs no disc nearby
    assert t.of("treasury", "minos") == 2


def test_sunken_city_gives_2_talents_only_for_a_disc_placed() -> None:
    t = position("basic_4p", egypt={"hand": [53]}, troy={}, epoch=4, **moment("card phase"))
    t.do("#53", "first")
    assert t.options == {"central_mediterranean", "eastern_mediterranean"}  # no way out
    t.do("central_mediterranean")
    assert t.of("treasury", "egypt") == 2


@pytest.mark.rule("CLR-24")
@pytest.mark.parametrize(
    "egypt",
    [{"discs": {"eastern_mediterranean": 1}}, {"discs": {"sinai": 1}, "ready": ALL_48 - 1}],
    ids=["sea-full", "supply-empty"],
)
def test_sunken_city_without_room_or_disc_gives_1_talent(egypt: dict[str, Any]) -> None:
    t = card_phase({**egypt, "hand": [53]}, epoch=4).do("#53")
    assert asked(t) != "mode"
    assert t.of("treasury", "egypt") == 1


def test_sunken_city_second_use() -> None:
    t = card_phase({"hand": [53]}, epoch=4).do("#53", "second")
    assert t.of("treasury", "egypt") == 1
    assert t.discs("egypt", "eastern_mediterranean") == 0


# ------------------------------------------------------------------ Gold Mine and Hippodrome


@pytest.mark.parametrize(("card", "n"), [(54, 4), (57, 2)])
def test_discs_near_you_may_lead_on_from_disc_to_disc(card: int, n: int) -> None:
    t = card_phase({"discs": {"sinai": 1}, "hand": [card]}).do(f"#{card}")
    if card == 54:
        t.do("first")
    assert t.options == {
        "sinai", "nile_delta", "tyre", "petra", "egyptian_sea", "red_sea", "stop",
    }  # fmt: skip
    for area in ["tyre", "palmyra", "hamath", "carchemish"][:n]:
        t.do(area)
    assert sum(t.s.discs[0]) == 1 + n
    assert t.discs("egypt", "palmyra") == 1
    assert t.of("treasury", "egypt") == 0


@pytest.mark.rule("STK-02")
def test_gold_mine_stops_at_stacking_limits() -> None:
    t = card_phase({"discs": {"sinai": 3, "egyptian_sea": 1}, "hand": [54]}).do("#54", "first", "sinai")
    assert not t.can("sinai")
    t.do("egyptian_sea")
    assert not t.can("egyptian_sea")
    t.do("libya", "libya")
    assert t.discs("egypt", "libya") == 2


@pytest.mark.rule("DEF-38")
@pytest.mark.parametrize(("epoch", "allowed"), [(3, False), (4, True)])
def test_hippodrome_enters_an_open_sea_only_in_epoch_4(epoch: int, allowed: bool) -> None:
    t = card_phase({"discs": {"egyptian_sea": 1}, "hand": [57]}, epoch=epoch).do("#57")
    assert t.can("eastern_mediterranean") == allowed


@pytest.mark.parametrize("card", [54, 57])
def test_placing_fewer_or_having_fewer(card: int) -> None:
    mode = ["first"] if card == 54 else []
    t = card_phase({"discs": {"sinai": 1}, "hand": [card]}).do(f"#{card}", *mode, "sinai", "stop")
    assert t.discs("egypt", "sinai") == 2
    t = card_phase({"discs": {"sinai": 1}, "ready": ALL_48 - 2, "hand": [card]})
    t.do(f"#{card}", *mode, "sinai")
    assert asked(t) != "place"
    assert t.of("supply", "egypt") == 0


@pytest.mark.parametrize(
    "egypt", [{"discs": {}}, {"discs": {"sinai": 1}, "ready": ALL_48 - 1}], ids=["no-disc", "no-supply"]
)
def test_without_a_disc_gold_mine_is_2_talents_and_hippodrome_unplayable(egypt: dict[str, Any]) -> None:
    t = card_phase({**egypt, "hand": [54, 57]})
    assert t.options >= {"Gold Mine"}
    assert not t.can("#57")
    assert t.do("#54").of("treasury", "egypt") == 2


@pytest.mark.parametrize(("card", "n"), [(54, 4), (57, 2)])
def test_all_discs_may_go_to_one_area(card: int, n: int) -> None:
    t = card_phase({"discs": {"sinai": 1}, "hand": [card]}).do(f"#{card}")
    t.do(*["first"][: card == 54], *["tyre"] * n)
    assert t.discs("egypt", "tyre") == n


def test_gold_mine_second_use() -> None:
    t = card_phase({"discs": {"sinai": 1}, "hand": [54]}).do("#54", "second")
    assert (t.of("treasury", "egypt"), sum(t.s.discs[0])) == (2, 1)


# -------------------------------------------------------------------- trade at the map edges


@pytest.mark.rule("EX-15")
@pytest.mark.parametrize(
    ("card", "mine", "egypt", "theirs", "troy"),
    [
        (55, "petra", 3, "hamath", 1), (55, "sinai", 2, "kush", 1), (55, "red_sea", 2, "phoenicia", 0),
        (56, "macedon", 3, "phrygia", 1), (56, "trojan_sea", 2, "troy", 1), (56, "lydia", 2, "ionia", 0),
        (58, "libya", 3, "egypt", 1), (58, "sinai", 2, "cyrenaica", 1), (58, "nile_delta", 2, "petra", 0),
    ],
)  # fmt: skip
def test_2_talents_and_1_for_each_civilization_on_the_land_of_that_edge(
    card: int, mine: str, egypt: int, theirs: str, troy: int
) -> None:
    t = card_phase({"discs": {mine: 2}, "hand": [card]}, {"discs": {theirs: 1}}).do(f"#{card}")
    assert (t.of("treasury", "egypt"), t.of("treasury", "troy")) == (egypt, troy)


def test_several_areas_on_the_edge_give_1_talent_all_the_same() -> None:
    t = card_phase({"discs": {"petra": 2, "canaan": 1, "hamath": 1}, "hand": [55]}).do("#55")
    assert t.of("treasury", "egypt") == 3


# ---------------------------------------------------------------------------- War Chariots


@pytest.mark.rule("CLR-02")
def test_war_chariots_remove_1_disc_of_each_opposing_faction() -> None:
    t = lay(contest(59, egypt=3, troy=2, black=2), 59)
    assert sorted(removed(t, 59)) == [("barbarians", "tyre"), ("troy", "tyre")]


@pytest.mark.rule("CMP-07", "CRD-22")
@pytest.mark.parametrize(("trojans", "payment"), [({"treasury": 1}, "talent"), ({"hand": [7]}, "#7")])
def test_war_chariots_disc_is_saved_by_a_talent_or_a_card(trojans: dict[str, Any], payment: str) -> None:
    t = lay(contest(59, egypt=2, troy=3, trojans=trojans), 59)
    assert t.asked("loss", "troy")
    t.do(payment)
    assert removed(t, 59) == []


@pytest.mark.rule("CMP-15")
def test_war_chariots_can_end_a_competition() -> None:
    t = lay(contest(59, egypt=1, troy=2), 59)
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (1, 1)


@pytest.mark.parametrize("card", [59, 60, 61, 63, 64, 65, 67])
def test_land_cards_cannot_be_laid_at_sea(card: int) -> None:
    assert not can_lay(contest(card, 69, area="gulf_of_sidon", egypt=2, troy=2), card)
    assert can_lay(contest(card, 69, egypt=2, troy=3), card)


@pytest.mark.parametrize("card", [59, 64, 65, 67, 69])
def test_discs_are_removed_only_in_this_competition(card: int) -> None:
    mine, theirs = {"discs": {"cyrenaica": 3}}, {"discs": {"libya": 3, "hamath": 3}}
    t = lay(contest(card, egypt=3, troy=4, more=mine, trojans=theirs), card)
    assert {area for _, area in removed(t, card)} == {"tyre"}


@pytest.mark.rule("CRD-24")
def test_competition_and_negation_cards_are_not_played_in_the_card_phase() -> None:
    t = card_phase({"discs": {"tyre": 2}, "hand": [57, 59, 61, 66, 69]}, {"discs": {"tyre": 3}})
    assert t.options == {"Hippodrome", "stop"}


# ---------------------------------------------------------------------------- Composite Bow


@pytest.mark.rule("CLR-03")
def test_composite_bow_spares_its_user_the_first_round() -> None:
    t = lay(contest(60, egypt=1, troy=3), 60)
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (0, 2)  # without it Troy keeps 3
    t = lay(contest(60, egypt=2, troy=3, black=1), 60)  # 2-3-1, then 2-2-0, then 1-1
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre"), t.discs("barbarians", "tyre")) == (1, 1, 0)


# ------------------------------------------------------------------------- Armored Infantry


@pytest.mark.rule("CMP-11", "CMP-12")
def test_armored_infantry_adds_3_white_discs() -> None:
    t = lay(contest(61, egypt=1, troy=3), 61)
    assert allies(t, "card 61") == {("egypt", "tyre"): 3}
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (1, 0)  # 4-3 ends 2-0: 1 white left
    assert t.s.allies == {}


@pytest.mark.parametrize(("card", "n"), [(61, 3), (64, 1)])
def test_allies_for_one_competition_stay_there(card: int, n: int) -> None:
    wars = {"discs": {"petra": 2}}  # the next competition
    assert allies(lay(contest(card, more=wars, trojans=wars), card), f"card {card}") == {("egypt", "tyre"): n}


# ------------------------------------------------------------------------- Time Marches On


def test_time_marches_on_shuffles_the_discard_pile_into_the_deck() -> None:
    t = drawn(62, discard=[1, 2, 3, 4])
    assert t.s.discard == [62]
    assert {1, 2, 3, 4} <= set(t.s.deck) | t.hand("egypt")
    assert len(t.hand("egypt")) == 1  # a replacement was drawn


@pytest.mark.rule("EVA-11", "EVA-13")
@pytest.mark.parametrize("turn", [2, 3])
def test_time_marches_on_ends_the_epoch_in_the_next_sudden_end_step(turn: int) -> None:
    t = drawn(62, turn=turn, after=["sudden end"])
    assert not [e for e in t.events("revealed") if e.cause == "sudden end"]
    assert [e for e in t.events("phase") if e.phase == "epoch"]
    assert not t.s.end_epoch  # only the next one


def test_time_marches_on_negated_leaves_the_clock_alone() -> None:
    t = drawn(62, (51,), discard=[1, 2, 3, 4]).do("#51")
    assert not t.s.end_epoch
    assert t.s.discard == [1, 2, 3, 4, 62, 51] or t.s.discard == [1, 2, 3, 4, 51, 62]


@pytest.mark.rule("EVA-12")
def test_time_marches_on_revealed_in_the_sudden_end_step_ends_the_epoch_even_if_negated() -> None:
    t = position(
        egypt={}, troy={"hand": [44]}, turn=2, deck=deck_with(62, without=(44,)),
        **moment("sudden end"),
    )  # fmt: skip
    t.do("#44")
    assert [e for e in t.events("phase") if e.phase == "epoch"]  # its id has a 2


# --------------------------------------------------------------------- Metal Forging: Armor

SIX_WARS = {"hamath": 2, "tyre": 2, "petra": 2, "canaan": 2, "palmyra": 2, "gulf_of_sidon": 2}


def forging(**top: Any) -> Table:
    return position(
        egypt={"discs": SIX_WARS, "hand": [63]}, barbarians={"discs": {"citium": 1}},
        troy={"discs": {**dict.fromkeys(SIX_WARS, 1), "citium": 2}}, **moment("competition phase"), **top,
    )  # fmt: skip


def test_metal_forging_armor_spreads_over_land_competitions_you_are_in() -> None:
    t = lay(forging(), 63)  # in Hamath, which comes first
    assert t.asked("allies", "egypt")
    assert t.options == {"tyre", "petra", "canaan", "palmyra", "stop"}
    t.do("tyre", "petra", "canaan")
    assert allies(t, "card 63") == {("egypt", area): 1 for area in ("hamath", "tyre", "petra", "canaan")}


def test_metal_forging_armor_may_be_used_in_part() -> None:
    assert allies(lay(forging(), 63).do("stop"), "card 63") == {("egypt", "hamath"): 1}
    assert allies(lay(contest(63), 63), "card 63") == {("egypt", "tyre"): 1}  # no other competition


# --------------------------------------------------------------- Iron Blades, Siege Engines


def test_iron_blades_add_a_white_disc_and_remove_a_disc_of_your_choice() -> None:
    t = lay(contest(64, egypt=2, troy=2, black=2), 64)
    assert t.options == {"troy", "barbarians"}
    t.do("barbarians")
    assert removed(t, 64) == [("barbarians", "tyre")]
    assert allies(t, "card 64") == {("egypt", "tyre"): 1}


@pytest.mark.rule("CMP-15")
def test_iron_blades_white_disc_keeps_the_competition_going() -> None:
    t = lay(contest(64, egypt=1, troy=2), 64)  # 1 and a white one against 1
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (1, 0)


@pytest.mark.rule("CLR-23")
@pytest.mark.parametrize("picks", [("troy", "troy"), ("troy", "barbarians"), ("barbarians", "barbarians")])
def test_siege_engines_remove_2_discs_of_one_or_two_factions(picks: tuple[str, str]) -> None:
    t = lay(contest(65, egypt=2, troy=3, black=3), 65).do(*picks)
    assert sorted(removed(t, 65)) == sorted((who, "tyre") for who in picks)


@pytest.mark.rule("EX-03", "CMP-15")
def test_siege_engines_end_a_competition_without_rounds_or_loot() -> None:
    t = lay(contest(65, egypt=1, troy=3), 65)
    assert (t.discs("egypt", "tyre"), t.discs("troy", "tyre")) == (1, 1)
    assert t.events("looted") == []


def test_siege_engines_take_what_is_there() -> None:
    assert removed(lay(contest(65, egypt=2, troy=1), 65), 65) == [("troy", "tyre")]


@pytest.mark.rule("CMP-07")
def test_siege_engines_discs_are_saved_one_by_one() -> None:
    t = lay(contest(65, egypt=2, troy=3, trojans={"treasury": 1}), 65).do("talent")
    assert removed(t, 65) == [("troy", "tyre")]


# ---------------------------------------------------------------------------- False Prophet


@pytest.mark.rule("CRD-10")
def test_false_prophet_undoes_hippodrome() -> None:
    t = card_phase({"discs": {"sinai": 1}, "hand": [57]}, {"hand": [66]}).do("#57", "tyre", "tyre", "#66")
    assert t.discs("egypt", "tyre") == 0
    assert sorted(t.s.discard) == [57, 66]


def test_false_prophet_looks_at_the_text_not_at_what_it_gives_now() -> None:
    t = card_phase({"discs": {"sinai": 1}, "ready": ALL_48 - 2, "hand": [57]}, {"hand": [66]})
    assert t.do("#57", "sinai").asked("negate", "troy")  # 1 disc in supply
    t = card_phase({"discs": {"sinai": 1}, "hand": [54]}, {"hand": [66]})
    assert t.do("#54", "second").asked("negate", "troy")  # the talents of Gold Mine


@pytest.mark.rule("EX-23")
def test_false_prophet_stops_the_white_discs_of_a_competition_card() -> None:
    t = lay(contest(63, egypt=2, troy=3, trojans={"hand": [66]}), 63).do("#66")
    assert allies(t, "card 63") == {}
    assert sorted(t.s.discard) == [63, 66]


# ------------------------------------------------------------------------ Siege and Blockade


@pytest.mark.rule("DEF-10")
@pytest.mark.parametrize(
    ("troy", "black", "layable"), [(3, 0, True), (2, 0, False), (1, 4, False)], ids=["city", "none", "black"]
)
def test_siege_needs_an_opposing_city(troy: int, black: int, layable: bool) -> None:
    assert can_lay(contest(67, 69, egypt=3, troy=troy, black=black), 67) == layable


@pytest.mark.parametrize(("egypt", "hit"), [(2, ["troy"]), (3, ["egypt", "troy"])])
def test_siege_hits_every_city_there_your_own_too(egypt: int, hit: list[str]) -> None:
    t = lay(contest(67, egypt=egypt, troy=4, black=3), 67)
    assert sorted(removed(t, 67)) == [(who, "tyre") for who in hit]


def test_siege_discs_are_saved_with_talents_but_not_with_cards() -> None:
    t = lay(contest(67, troy=3, trojans={"hand": [7, 8], "treasury": 1}), 67)
    assert t.asked("loss", "troy")
    assert t.options == {"lose_disc", "pay_talent"}
    t.do("lose")
    assert t.asked("loss", "troy")  # a round of losses: cards help again
    assert t.can("#7")


@pytest.mark.parametrize(
    ("area", "mine", "layable"),
    [
        ("gulf_of_sidon", {}, True), ("tyre", {"gulf_of_sidon": 1}, True), ("tyre", {}, False),
        ("tyre", {"red_sea": 1}, False), ("canaan", {"gulf_of_sidon": 1}, False),
    ],
)  # fmt: skip
def test_blockade_needs_the_sea(area: str, mine: dict[str, int], layable: bool) -> None:
    assert can_lay(contest(68, 69, area=area, troy=2, more={"discs": mine}), 68) == layable


def test_blockade_bars_opposing_talents_there() -> None:
    t = lay(contest(68, area="gulf_of_sidon", egypt=2, troy=1, trojans={"treasury": 5, "hand": [7]}), 68)
    assert t.asked("loss", "troy")
    assert t.options == {"lose_disc", "Land Improvement"}


def test_blockade_bars_neither_ones_own_talents_nor_those_of_the_next_competition() -> None:
    t = lay(contest(68, area="gulf_of_sidon", egypt=1, troy=2, more={"treasury": 1}), 68)
    assert t.asked("loss", "egypt")
    assert t.can("talent")
    wars = {"gulf_of_sidon": 2, "tyre": 2}
    t = contest(68, area="gulf_of_sidon", more={"discs": wars}, troy=1,
                trojans={"discs": {"tyre": 1}, "treasury": 2})  # fmt: skip
    lay(t, 68)
    assert t.discs("troy", "gulf_of_sidon") == 0
    assert t.asked("loss", "troy")
    assert t.game.decision.context["area"] == t.area("tyre")


# ------------------------------------------------------------------------- Obsidian Quarry


@pytest.mark.rule("CLR-16")
@pytest.mark.parametrize("area", ["tyre", "gulf_of_sidon"])
def test_obsidian_quarry_removes_any_opposing_disc_and_gives_a_talent(area: str) -> None:
    t = lay(contest(69, area=area, egypt=2, troy=2, black=1), 69)
    assert t.options == {"troy", "barbarians"}
    t.do("barbarians")
    assert removed(t, 69) == [("barbarians", area)]
    assert [(e.faction, e.n) for e in t.events("talents")] == [(0, 1)]


def test_obsidian_quarry_talent_comes_even_if_the_disc_is_saved() -> None:
    t = lay(contest(69, egypt=2, troy=2, trojans={"treasury": 1}), 69).do("talent")
    assert removed(t, 69) == []
    assert t.events("talents")[-1].faction == 0
