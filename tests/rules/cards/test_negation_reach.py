"""What Negation cards reach: cards still in a hand by their texts, and what the story says of an answer."""

from __future__ import annotations

import pytest
from helpers import Table, at, position

from acis_rules.box.deck import load_deck
from acis_rules.cards.negation import could_answer

BAD_OMENS, HIGH_PRIESTESS, HIGH_PRIEST, PONTIFF, BRIBERY, ASSASSIN = 19, 43, 44, 46, 47, 48
TREATY, VETO, DIVINE_FAVOR, FALSE_PROPHET = 49, 50, 51, 66
SILK_ROAD, DEMAGOGUE = 55, 22
EVENTS = {62, 98, 99, 100, 101, 102, 103}
ANY = set(range(1, 104)) - EVENTS
GREAT_PERSONS = {6, 22, 32, 34, 36, 37, 39, 40, 41, 42, 43, 44, 45, 46, 48, 66, 92, 93, 94, 95}
TAKING_DISCS = {1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 15, 20, 21, 22, 23, 24, 26, 28, 29, 39, 45, 59, 64, 65,
                67, 69, 70, 73, 74, 76, 96}  # fmt: skip
COSTING = {5, 8, 17, 21, 24, 34, 36, 48, 52}  # VP, talents or cards
WITH_BARBARIANS = {20, 23, 30, 31}
TWO_DISCS = {6, 7, 14, 16, 18, 25, 27, 28, 32, 35, 39, 40, 42, 54, 57, 61, 63, 71, 75, 77, 78, 79, 82,
             89, 90, 94, 95, 96}  # fmt: skip


@pytest.mark.rule("CRD-09")
@pytest.mark.parametrize(
    ("negation", "cards"),
    [
        (BAD_OMENS, set()), (HIGH_PRIESTESS, ANY), (HIGH_PRIEST, ANY), (PONTIFF, ANY),
        (BRIBERY, GREAT_PERSONS), (ASSASSIN, GREAT_PERSONS), (TREATY, TAKING_DISCS), (VETO, COSTING),
        (DIVINE_FAVOR, WITH_BARBARIANS), (FALSE_PROPHET, TWO_DISCS),
    ],
)  # fmt: skip
def test_cards_of_a_hand_that_could_be_answered(negation: int, cards: set[int]) -> None:
    deck = load_deck().cards
    negates = deck[negation].source.negates
    assert negates is not None
    assert {card for card in ANY if could_answer(negates, deck[card])} == cards


# ------------------------------------------------------------------------------- what is told


def told(t: Table, kind: str) -> list[tuple[int, str, int, int, int]]:
    """Who, where, with which card, against which, and whose that is."""
    areas = t.s.world.board.areas
    return [
        (e.faction, areas[e.area].id if e.area >= 0 else "", e.card, e.target, e.other)
        for e in t.events(kind)
    ]


@pytest.mark.rule("CRD-09", "CRD-11")
def test_a_chain_of_cards_is_told_link_by_link() -> None:
    """Egypt's Demagogue, Troy's High Priestess, Egypt's Bribery: cards have no place."""
    t = position(
        phase="cards", egypt={"discs": {"kush": 2}, "hand": [DEMAGOGUE, BRIBERY]},
        troy={"discs": {"lydia": 2, "ionia": 2}, "hand": [HIGH_PRIESTESS]},
    )  # fmt: skip
    t.do("Demagogue", "High Priestess", "Bribery")
    assert told(t, "negates") == [(1, "", HIGH_PRIESTESS, DEMAGOGUE, 0), (0, "", BRIBERY, HIGH_PRIESTESS, 1)]
    assert told(t, "negated") == [(1, "", HIGH_PRIESTESS, 0, 0)]


@pytest.mark.rule("CRD-09")
def test_of_two_in_a_chain_the_card_itself_is_negated() -> None:
    t = position(
        phase="cards", egypt={"discs": {"kush": 2}, "hand": [SILK_ROAD, 93]},
        troy={"discs": {"lydia": 2}, "hand": [HIGH_PRIEST]},
    )  # fmt: skip
    t.do("#55", "High Priest")
    assert told(t, "negated") == [(0, "", SILK_ROAD, 0, 1)]
    assert t.of("treasury", "egypt") == 0


def library(*troy: int, egypt: tuple[int, ...] = ()) -> Table:
    """Egypt may use the Great Library at Kush before it draws."""
    wonder = {"wonder": "Great Library", "owner": "egypt", "area": "kush", "discs": 4}
    return at(
        "draw uses", 0, then=["next turn"], wonders=[wonder],
        egypt={"discs": {"kush": 2}, "hand": [*egypt]}, troy={"discs": {"troy": 2}, "hand": [*troy]},
    )  # fmt: skip


@pytest.mark.rule("CRD-09", "WON-09")
def test_the_use_of_a_wonder_is_answered_where_it_stands() -> None:
    t = library(BAD_OMENS)
    t.do("Great Library")
    assert t.asked("negate", "troy") and t.options == {"Bad Omens", "stop"}
    t.do("Bad Omens")
    assert told(t, "negates") == [(1, "kush", BAD_OMENS, 0, 0)]
    assert told(t, "negated") == [(0, "kush", 0, 0, 1)]
    assert not t.events("drew")


@pytest.mark.rule("CRD-10", "CRD-11")
def test_who_answers_bad_omens_answers_a_card() -> None:
    """The Wonder works after all."""
    t = library(BAD_OMENS, egypt=(HIGH_PRIEST,))
    t.do("Great Library", "Bad Omens", "High Priest")
    assert told(t, "negates") == [(1, "kush", BAD_OMENS, 0, 0), (0, "", HIGH_PRIEST, BAD_OMENS, 1)]
    assert told(t, "negated") == [(1, "", BAD_OMENS, 0, 0)]
    assert t.events("drew")


# ------------------------------------------------------------- what it would cost whom, just now


@pytest.mark.rule("CRD-09")
@pytest.mark.parametrize(("held", "asked"), [((7,), True), ((), False)])
def test_the_assassin_costs_a_card_only_whoever_has_one(held: tuple[int, ...], asked: bool) -> None:
    """Egypt's High Priestess is answered with Assassin: the third, with a Veto, may step in."""
    first, second, third = "celt_iberia", "carthage", "mycenae"
    hands = {first: [93, DEMAGOGUE, *held], second: [ASSASSIN], third: [VETO]}
    areas = dict(zip((first, second, third), ("lusitania", "carthage", "mycenae"), strict=True))
    given = {name: {"hand": hand, "discs": {areas[name]: 2}} for name, hand in hands.items()}
    if not asked:
        given[first]["hand"] = [DEMAGOGUE]
    t = position("basic_3p", phase="cards", **given).do("Demagogue", third)
    t.do("Assassin")
    assert t.asked("negate", third) == asked
