"""Drawing up to the hand limit, never beyond it; with the numbers of the NPC's own civilization."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import answer, look

from acis_rules.kernel.bits import members
from agents.npc.cards import CardPlay
from agents.npc.chance import Reveals
from agents.npc.effects import Effects
from agents.npc.hand import discard_order, expected_hand, take_order, unplayable
from agents.npc.ties import Ties
from agents.npc.wonders import spare_discs

GREAT_LIBRARY = "Great Library"
LAND_IMPROVEMENT, PONTIFF, BRIBERY, EXPLORER = 7, 46, 47, 95
SETTLED = {"egypt": 2, "kush": 2, "sinai": 2, "tyre": 1}


def draws(hand: int, talents: int, knobs: dict[str, int] | None = None, **given: Any) -> Table:
    """Egypt in its Draw step, with so many cards in hand and talents."""
    table = position(
        "basic_2p", phase="evaluation", turn=1, order=["egypt", "troy"],
        options={"handicaps": [knobs or {}, {}]},
        egypt={"discs": SETTLED, "hand": [7, 8, 9, 10, 12, 13][:hand], "treasury": talents, "vp": 9,
               **given.pop("egypt", {})},
        troy={"discs": {"troy": 2}}, **given,
    )  # fmt: skip
    return table


@pytest.mark.rule("NPC-126", "EVA-15")
@pytest.mark.parametrize(
    ("hand", "talents", "spent"),
    [(0, 9, 3), (1, 9, 2), (2, 9, 1), (3, 9, 0), (5, 9, 0), (0, 2, 2)],
)
def test_talents_bring_the_hand_up_to_six_cards(hand: int, talents: int, spent: int) -> None:
    table = draws(hand, talents).skip_until("talents_to_spend", "egypt")
    assert answer(table) == (f"number {spent}", "NPC-126: draws up to six cards, never a seventh")


@pytest.mark.rule("NPC-126", "EVA-15")
def test_cities_draw_cards_too() -> None:
    cities = {"egypt": 3, "kush": 3, "sinai": 3, "tyre": 3}
    table = draws(1, 9, egypt={"discs": cities}).skip_until("talents_to_spend", "egypt")
    assert answer(table)[0] == "number 1"


@pytest.mark.rule("NPC-126", "EPO-24")
def test_cards_it_draws_less_are_bought() -> None:
    table = draws(1, 9, egypt={"draw_less": 1}).skip_until("talents_to_spend", "egypt")
    assert answer(table)[0] == "number 3"


@pytest.mark.rule("NPC-126", "DIFF-01", "ONE2-10")
@pytest.mark.parametrize(
    ("knobs", "spent"),
    [({"hand_limit": 4}, 0), ({"hand_limit": 5}, 1), ({"base_draw": 1}, 4), ({"base_draw": 5}, 0)],
)
def test_the_numbers_are_those_of_its_own_civilization(knobs: dict[str, int], spent: int) -> None:
    table = draws(1, 9, knobs).skip_until("talents_to_spend", "egypt")
    assert answer(table)[0] == f"number {spent}"


@pytest.mark.rule("NPC-126", "NPC-127")
@pytest.mark.parametrize(
    ("hand", "knobs", "used"),
    [(2, {}, True), (3, {}, False), (2, {"hand_limit": 5}, False), (3, {"base_draw": 2}, True)],
)
def test_effects_that_draw_come_before_talents_but_never_bring_a_seventh_card(
    hand: int, knobs: dict[str, int], used: bool
) -> None:
    library = [{"wonder": GREAT_LIBRARY, "owner": "egypt", "area": "egypt", "discs": 2}]
    table = draws(hand, 3, knobs, wonders=library).skip_until("use", "egypt")
    name, reason = answer(table)
    assert name == (GREAT_LIBRARY if used else "stop")
    assert reason.startswith("NPC-127" if used else "NPC-126")


@pytest.mark.rule("NPC-126")
def test_the_hand_expected_is_never_smaller_than_the_one_held() -> None:
    table = draws(2, 1, {"base_draw": 0}, egypt={"draw_less": 1})
    table.s.draw_less[0] = 1
    assert expected_hand(look(table, "egypt")) == 2


def card_phase(hand: list[int], knobs: dict[str, int] | None = None, **egypt: Any) -> Table:
    return position(
        "basic_2p", phase="cards", options={"handicaps": [knobs or {}, {}]}, order=["egypt", "troy"],
        egypt={"discs": SETTLED, "hand": hand, **egypt}, troy={"discs": {"troy": 2, "ionia": 1}},
    )  # fmt: skip


@pytest.mark.rule("NPC-126")
@pytest.mark.parametrize(
    ("held", "knobs", "plays"), [(5, {}, True), (6, {}, False), (4, {"hand_limit": 4}, False)]
)
def test_a_card_that_draws_is_not_played_for_a_seventh_card(
    held: int, knobs: dict[str, int], plays: bool
) -> None:
    """The Philosopher gives two cards and costs itself."""
    table = card_phase([93, *range(7, 6 + held)], knobs)
    pos = look(table, "egypt", ("troy",))
    offer = CardPlay(pos, Effects(pos), Ties("A", Reveals(0))).offer(93)
    assert (offer is not None) == plays


@pytest.mark.rule("WON-02", "WON-03", "NPC-32")
@pytest.mark.parametrize(
    ("knobs", "talents", "builds"),
    [({}, 3, True), ({}, 2, False), ({"wonder_resources": 4}, 2, True), ({"wonder_discs": 1}, 3, False)],
)
def test_a_wonder_costs_what_its_own_civilization_pays(
    knobs: dict[str, int], talents: int, builds: bool
) -> None:
    """Resources but the discs from the map are paid with talents and cards it cannot play."""
    table = card_phase([15], knobs, treasury=talents)
    pos = look(table, "egypt", ("troy",))
    assert spare_discs(pos) == 5  # all but those at home
    assert (CardPlay(pos, Effects(pos), Ties("A", Reveals(0))).wonder(0) is not None) == builds


@pytest.mark.rule("NPC-51")
@pytest.mark.parametrize(
    ("held", "first"),
    [
        ([61, 43, 7], 61),  # a Competition card before all others
        ([43, 7], 7),  # a Negation card last of all
        ([93, 7], 7),  # by reverse play priority: discs (11) go before cards (1)
        ([54, 7], 7),  # talents (5) stay longer than discs
        ([88, 92], 92),  # VP (4) go before Wonders (2)
    ],
)
def test_the_order_in_which_cards_are_discarded(held: list[int], first: int) -> None:
    pos = look(card_phase([15]), "egypt")
    assert discard_order(pos, held)[0] == discard_order(pos, held[::-1])[0] == first


@pytest.mark.rule("NPC-51", "NPC-52")
def test_among_cards_of_one_category_the_one_with_more_discs_is_kept_or_taken() -> None:
    pos = look(card_phase([15]), "egypt")
    few, many = LAND_IMPROVEMENT, EXPLORER  # 2 discs, up to 4 discs
    assert discard_order(pos, [many, few]) == [few, many]
    assert take_order(pos, [few, many]) == [many, few]


@pytest.mark.rule("NPC-51", "NPC-52")
def test_equal_cards_go_by_their_numbers() -> None:
    pos = look(card_phase([15]), "egypt")
    assert discard_order(pos, [PONTIFF, BRIBERY]) == [BRIBERY, PONTIFF]
    assert take_order(pos, [BRIBERY, PONTIFF]) == [PONTIFF, BRIBERY]


@pytest.mark.rule("NPC-52")
@pytest.mark.parametrize(
    ("offered", "taken"),
    [([93, 61, 43], 43), ([69, 47], 47), ([93, 61], 61), ([7, 93], 93), ([7, 92, 88], 88)],
)
def test_the_order_in_which_cards_are_taken(offered: list[int], taken: int) -> None:
    pos = look(card_phase([15]), "egypt")
    assert take_order(pos, offered)[0] == take_order(pos, offered[::-1])[0] == taken


@pytest.mark.rule("NPC-56")
def test_cards_that_cannot_be_played_now() -> None:
    """No Wonder to bury, no cards to take; competitions, answers and Investments have their time."""
    hand = [86, 61, 43, 91, 36, 93]
    table = card_phase(hand)
    names = {table.s.world.deck.cards[card].name for card in members(unplayable(look(table, "egypt")))}
    assert names == {"Iconoclasts", "Trader"}
