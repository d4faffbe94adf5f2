"""What cards do: printed order, supplies, placing and removing, losses, Barbarian shortage (CRD)."""

from __future__ import annotations

import pytest
from helpers import deck_with, moment, position

from acis_rules import Game
from acis_rules.effects import Play

EGYPT = {"egypt": 2, "kush": 2, "libya": 2, "nile_delta": 2, "sinai": 2, "egyptian_sea": 1}
TROY = {"troy": 2, "phrygia": 2, "ionia": 2, "lydia": 2, "cilicia": 2, "icarian_sea": 1}


# -------------------------------------------------------------------------------- effects


@pytest.mark.rule("CRD-17")
def test_effects_come_in_printed_order() -> None:
    """Great Fire takes a talent first: it can no longer save a disc of the City."""
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [5]},
        troy={"discs": {"ionia": 4}, "treasury": 1, "hand": []},
    )  # fmt: skip
    t.do("Great Fire")
    assert t.of("treasury", "troy") == 0
    assert t.discs("troy", "ionia") == 2


@pytest.mark.rule("CRD-17")
def test_only_what_is_impossible_is_skipped() -> None:
    """Golden Age without a disc in supply still gives its talent."""
    egypt = {"discs": {"egypt": 2}, "hand": [18], "ready": 46}
    t = position(phase="cards", egypt=egypt, troy={"discs": TROY, "hand": [7]})
    t.do("Golden Age")
    assert t.of("treasury", "egypt") == 1
    assert sum(t.s.discs[t.faction("egypt")]) == 2


@pytest.mark.rule("CRD-17")
@pytest.mark.parametrize(
    ("card", "placed"),
    [(32, 2), (40, 2), (53, 1)],  # Captive Queen, Navigator, Sunken City (a): "place", not "up to"
)
def test_what_is_possible_and_not_optional_must_be_done(card: int, placed: int) -> None:
    egypt = {"discs": EGYPT, "hand": [card]}
    t = position(phase="cards", epoch=4, egypt=egypt, troy={"discs": TROY, "hand": [7]})
    t.do(f"#{card}")
    while t.asks == "egypt":
        assert not t.can("stop")
        t.game.apply(t.game.legal_actions()[0])
    assert sum(t.s.discs[t.faction("egypt")]) == sum(EGYPT.values()) + placed


@pytest.mark.rule("CRD-17", "CRD-20")
@pytest.mark.parametrize(("standing", "supply", "after"), [(0, 9, 2), (0, 1, 1), (1, 9, 2), (2, 9, 2)])
def test_a_short_supply_or_a_full_area_limits_a_card(standing: int, supply: int, after: int) -> None:
    """Captive Queen: place 2 discs in a coastal sea area; 2 is the limit there."""
    discs = {"egypt": 2, "icarian_sea": standing}
    egypt = {"discs": discs, "hand": [32, 55], "ready": 48 - supply - sum(discs.values())}
    t = position(phase="cards", egypt=egypt, troy={"discs": TROY, "hand": [7]})
    if t.can("Captive Queen"):
        t.do("Captive Queen")
    while t.kind == "place":
        t.do("icarian_sea")
    assert t.discs("egypt", "icarian_sea") == after


@pytest.mark.rule("CRD-18")
def test_discs_come_from_and_return_to_the_supply_of_their_owner() -> None:
    """Poet replaces a Trojan disc with an Egyptian one."""
    t = position(
        phase="cards", egypt={"discs": {"tyre": 1, "sinai": 1}, "hand": [39]},
        troy={"discs": {"phoenicia": 2}, "hand": []},
    )  # fmt: skip
    egypt, troy = t.of("supply", "egypt"), t.of("supply", "troy")
    t.do("Poet", "phoenicia")
    assert (t.of("supply", "egypt"), t.of("supply", "troy")) == (egypt - 1, troy + 1)


@pytest.mark.rule("CRD-19")
def test_barbarian_discs_have_a_supply_of_their_own() -> None:
    """Slave Revolt replaces 2 discs of a City with Barbarians; Earthquake takes them off again."""
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [20, 1]}, troy={"discs": {"tarsus": 3},
        "hand": [7, 55]},
    )  # fmt: skip
    troy, black = t.of("supply", "troy"), t.s.supply[t.s.world.barbarians]
    t.do("Slave Revolt", "lose", "lose")
    assert (t.discs("troy", "tarsus"), t.discs("barbarians", "tarsus")) == (1, 2)
    assert t.of("supply", "troy") == troy + 2
    assert t.s.supply[t.s.world.barbarians] == black - 2
    t.do("pass", "Earthquake", "kush", "tarsus", "barbarians", "barbarians")
    assert t.discs("barbarians", "tarsus") == 0
    assert t.s.supply[t.s.world.barbarians] == black


@pytest.mark.rule("CRD-19")
def test_white_discs_never_touch_the_supply_of_a_civilization() -> None:
    """Troy fights 2 against 1 with an Amazon ally: the ally falls first and goes nowhere near supply."""
    t = position(
        phase="competition", troy={"discs": {"tyre": 2}}, egypt={"discs": {"tyre": 2}},
    )  # fmt: skip
    supply = t.of("supply", "troy")
    t.do("ability")
    assert [event.n for event in t.events("allies")] == [1]
    assert len(t.events("ally_removed")) == 1
    assert t.of("supply", "troy") == supply + len([e for e in t.events("removed") if e.faction == 0])
    assert t.of("supply", "troy") + sum(t.s.discs[t.faction("troy")]) == 48


@pytest.mark.rule("CRD-20")
def test_placing_by_a_card_needs_no_adjacency() -> None:
    t = position(
        phase="cards", egypt={"discs": {"kush": 2}, "hand": [32]},
        troy={"discs": {"icarian_sea": 1, "thracian_sea": 1}, "hand": [7]},
    )  # fmt: skip
    t.do("Captive Queen")
    assert t.options == {"icarian_sea", "thracian_sea"}


@pytest.mark.rule("CRD-20")
@pytest.mark.parametrize("standing", [2, 3, 4])
def test_placing_by_a_card_respects_the_stacking_limit(standing: int) -> None:
    """Improved Plow: 1 disc in each of up to 3 land areas you occupy; 4 is the limit."""
    t = position(
        phase="cards", egypt={"discs": {"kush": standing, "sinai": 1}, "hand": [27]}, troy={"discs": TROY},
    )  # fmt: skip
    t.do("Improved Plow")
    assert t.can("kush") == (standing < 4)


@pytest.mark.rule("CRD-20")
def test_a_card_says_how_many_discs_are_left_to_place() -> None:
    discs = {"egypt": 1, "kush": 1, "sinai": 1, "libya": 1}
    t = position(phase="cards", egypt={"discs": discs, "hand": [27]}, troy={"discs": TROY})
    t.do("Improved Plow")
    for left in (3, 2, 1):
        assert t.s.question is not None and t.s.question.n == left
        t.game.apply(t.game.legal_actions()[1])


@pytest.mark.rule("CRD-21")
def test_removing_by_a_card_may_hit_any_faction_anywhere() -> None:
    t = position(
        phase="cards", egypt={"discs": {"kush": 2, "phrygia": 1}, "hand": [1]},
        troy={"discs": {"phrygia": 1, "tarsus": 1}}, barbarians={"discs": {"phrygia": 1, "macedon": 1}},
    )  # fmt: skip
    t.do("Earthquake")
    assert {"macedon", "kush", "phrygia", "tarsus"} == t.options
    t.do("phrygia", "tarsus")
    assert t.options == {"egypt", "troy", "barbarians"}


# --------------------------------------------------------------- losses: pay or lose a disc


@pytest.mark.rule("CRD-22")
@pytest.mark.parametrize(
    ("answers", "discs", "talents", "cards"),
    [
        (["lose", "lose"], 1, 1, {7}),
        (["talent", "lose"], 2, 0, {7}),
        (["lose", "Land Improvement"], 2, 1, set()),
        (["talent", "Land Improvement"], 3, 0, set()),
    ],
)
def test_each_disc_may_be_saved_for_a_talent_or_a_card(
    answers: list[str], discs: int, talents: int, cards: set[int]
) -> None:
    """Slave Revolt costs a City of 3 two discs, one decision each."""
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [20]},
        troy={"discs": {"ionia": 3}, "treasury": 1, "hand": [7]},
    )  # fmt: skip
    t.do("Slave Revolt")
    for answer in answers:
        assert t.asked("loss", "troy")
        t.do(answer)
    assert t.discs("troy", "ionia") == discs
    assert t.of("treasury", "troy") == talents
    assert t.hand("troy") == cards
    assert t.of("supply", "troy") == 48 - discs


@pytest.mark.rule("CRD-22")
def test_who_can_pay_nothing_is_not_asked() -> None:
    t = position(phase="cards", egypt={"discs": EGYPT, "hand": [20]}, troy={"discs": {"ionia": 3}})
    t.do("Slave Revolt")
    assert t.discs("troy", "ionia") == 1


@pytest.mark.rule("CRD-22")
def test_owners_decide_in_turn_order() -> None:
    """Schism hits three civilizations at once, the player of the card among them."""
    discs = {"tyre": 1, "petra": 1}
    t = position(
        "basic_4p", phase="cards", passed=[0, 1],
        gaul={"discs": discs, "treasury": 9}, troy={"discs": discs, "treasury": 9},
        egypt={"discs": discs, "treasury": 9, "hand": [29]}, carthage={"discs": {"carthage": 2},
        "treasury": 9},
    )  # fmt: skip
    t.do("Schism", "tyre")
    asked = []
    while t.kind == "loss":
        asked.append(t.asks)
        t.do("talent")
    assert asked == ["gaul", "gaul", "troy", "troy", "egypt", "egypt"]


@pytest.mark.rule("CRD-22")
def test_later_owners_have_seen_what_earlier_ones_paid() -> None:
    discs = {"tyre": 1, "petra": 1}
    t = position(
        phase="cards",
        egypt={"discs": discs, "treasury": 1, "hand": [29]},
        troy={"discs": discs, "treasury": 1},
    )
    t.do("Schism", "tyre", "talent")
    # the Egyptian disc in Petra is lost unasked: the only talent is gone; then Troy decides
    assert t.asked("loss", "troy")
    assert sum(t.s.discs[t.faction("egypt")]) == 1


@pytest.mark.rule("CRD-22")
def test_sea_domination_can_be_bought_off() -> None:
    lands = {"libya": 2, "nile_delta": 2, "sinai": 2, "egyptian_sea": 1}
    t = position(phase="evaluation", egypt={"discs": lands}, troy={"discs": {"egyptian_sea": 1}, "hand": [7]})
    assert t.asked("loss", "troy")
    t.do("Land Improvement")
    assert t.discs("troy", "egyptian_sea") == 1


@pytest.mark.rule("CRD-22")
def test_retirement_cannot_be_bought_off() -> None:
    t = position(phase="growth", egypt={"discs": EGYPT, "hand": [7], "treasury": 2}, troy={"discs": TROY})
    t.do("kush")
    assert t.kind == "retire"
    assert t.discs("egypt", "kush") == 1


@pytest.mark.rule("CRD-22")
def test_stacking_excess_cannot_be_bought_off() -> None:
    t = position(
        phase="evaluation", egypt={"discs": {"kush": 4}, "hand": [7], "treasury": 2}, troy={"discs": TROY}
    )
    assert t.discs("egypt", "kush") == 3
    assert not t.asked("loss")
    assert t.of("treasury", "egypt") == 2


@pytest.mark.rule("CRD-24")
def test_a_competition_card_can_save_a_disc_in_the_card_phase() -> None:
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [20]}, troy={"discs": {"ionia": 3}, "hand": [61]}
    )
    t.do("Slave Revolt", "Armored Infantry")
    assert 61 in t.s.discard
    assert not t.events("allies")


# ------------------------------------------------------------------------ Barbarian shortage

HORDES = {"macedon": 20, "illyria": 20, "thessaly": 8}


@pytest.mark.rule("CRD-23")
def test_missing_barbarians_may_be_taken_from_other_areas() -> None:
    """Barbarian Uprising wants 3 discs and finds 2: one more comes from the map, or not at all."""
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [30]}, troy={"discs": TROY, "hand": [7]},
        barbarians={"discs": HORDES},
    )  # fmt: skip
    t.do("Barbarian Uprising", "petra", "stop")
    assert t.asked("barbarian_shortage", "egypt")
    assert t.discs("barbarians", "petra") == 2
    assert t.options == {"macedon", "illyria", "thessaly", "stop"}
    t.do("macedon")
    assert t.discs("barbarians", "petra") == 3
    assert t.discs("barbarians", "macedon") == 19
    assert t.asked("card_action", "troy")


@pytest.mark.rule("CRD-23")
def test_the_player_may_place_only_what_is_there() -> None:
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [30]}, troy={"discs": TROY, "hand": [7]},
        barbarians={"discs": HORDES},
    )  # fmt: skip
    t.do("Barbarian Uprising", "petra", "stop", "stop")
    assert t.discs("barbarians", "petra") == 2
    assert t.s.supply[t.s.world.barbarians] == 0


@pytest.mark.rule("CRD-23")
def test_each_missing_barbarian_is_chosen_by_whoever_resolves_the_card() -> None:
    """Troy draws Southern Raiders, but Egypt has fewer VP and runs them: disc by disc."""
    t = position(
        **moment("draw", 1, 1), deck=deck_with(101, 7),
        egypt={"discs": EGYPT}, troy={"discs": TROY, "vp": 1}, barbarians={"discs": {**HORDES, "petra": 1}},
    )  # fmt: skip
    t.do("cyrenaica")
    for area in ("macedon", "macedon", "illyria"):  # 1 at hand, 3 missing
        assert t.asked("barbarian_shortage", "egypt")
        t.do(area)
    assert t.discs("barbarians", "cyrenaica") == 4
    assert (t.discs("barbarians", "macedon"), t.discs("barbarians", "illyria")) == (18, 19)
    assert t.game.decision.context["area"] == t.area("marmarica")  # the next area is short of 4
    assert t.game.decision.context["n"] == 4
    t.do("stop")
    assert t.hand("troy") == {7}


@pytest.mark.rule("CRD-17")
def test_what_speaks_of_a_wonder_lacks_it_until_one_is_named() -> None:
    """An operation about a Wonder that could not be named is skipped, not done to another one."""
    play = Play(0, "card", 87)
    about = Game.new("basic_2p").state.world.deck.cards[87].modes[0][1].speaks_of()
    assert play.lacks(about) and not play._replace(wonder=0).lacks(about)
    assert not play.lacks(set()) and play.lacks({"available Wonder"}) and play.lacks({"buried Wonder"})


# ------------------------------------------------------------------------------ several discards


@pytest.mark.rule("CLR-05")
@pytest.mark.parametrize(("n", "left"), [(1, {9, 57}), (2, {57}), (3, set()), (4, set())])
def test_whoever_must_discard_several_cards_chooses_one_after_the_other(n: int, left: set[int]) -> None:
    troy = {"hand": [7, 9, 57]}
    t = position(**moment("discard choice", 1, n, "card 8", 0, phase="cards"), egypt={}, troy=troy)
    for still, card in zip(range(n, 0, -1), (7, 9), strict=False):  # the last one leaves no choice
        assert t.asked("discard", "troy") and t.s.question is not None and t.s.question.n == still
        t.do(f"#{card}")
    assert t.hand("troy") == left and t.s.question is None
    assert all(event.cause == "card 8" for event in t.events("discarded"))
