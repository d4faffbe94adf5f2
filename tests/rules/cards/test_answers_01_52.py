"""Which Negation cards answer the Fate cards 1 to 52, and what those cards can do at most."""

from __future__ import annotations

from typing import Any

import pytest
from card_table import ANY, AT_SEA, GREAT_PERSON, IN_CARD_PHASE, NEGATIONS, PHILOSOPHER, lay, standing, table
from helpers import Table, moment, position

from acis_rules.box.deck import load_deck

TREATY, VETO, DIVINE_FAVOR, FALSE_PROPHET = 49, 50, 51, 66
DECLARING = {
    "name_area", "name_city", "name_civilization", "name_wonder", "remove", "place", "put_barbarians",
    "target", "wonder_payment", "wonder_site",
}  # fmt: skip

EGYPT = {"discs": {"sinai": 2, "tyre": 1, "egyptian_sea": 1, "gulf_of_sidon": 1}}
TROY = {
    "discs": {"phoenicia": 3, "palmyra": 2, "cilicia": 3, "levantine_sea": 1}, "treasury": 1, "vp": 3,
}  # fmt: skip
WONDER = [standing("Great Pyramid", "troy", "palmyra", 1)]

# What Egypt names, and what answers the card besides those that answer any card in the Card Phase
ANSWERS: dict[int, tuple[tuple[str, ...], set[int]]] = {
    1: (("phoenicia", "palmyra"), {TREATY}),
    2: (("phoenicia",), {TREATY}),
    3: (("phoenicia",), {TREATY}),
    4: (("palmyra", "palmyra"), {TREATY}),
    5: (("phoenicia",), {TREATY, VETO}),
    7: ((), {FALSE_PROPHET}),
    8: (("phoenicia",), {TREATY, VETO}),
    9: (("palmyra",), {TREATY}),
    10: (("levantine_sea",), {TREATY}),
    11: (("phoenicia",), {TREATY}),
    12: (("levantine_sea", "levantine_sea"), {TREATY}),
    13: (("phoenicia",), {TREATY}),
    14: (("egypt", "sinai"), {FALSE_PROPHET}),
    15: (("levantine_sea",), {TREATY}),
    16: (("egypt", "sinai"), {FALSE_PROPHET}),
    17: ((), {VETO}),
    18: ((), {FALSE_PROPHET}),
    20: (("phoenicia",), {TREATY, DIVINE_FAVOR}),
    21: ((), {TREATY, VETO}),
    22: ((), GREAT_PERSON | {TREATY}),
    23: (("phoenicia",), {TREATY, DIVINE_FAVOR}),
    24: ((), {TREATY, VETO}),  # Troy has one talent of two
    25: ((), {FALSE_PROPHET}),  # 2 Ready discs
    26: (("levantine_sea",), {TREATY}),
    27: ((), {FALSE_PROPHET}),
    28: (("levantine_sea",), {TREATY, FALSE_PROPHET}),
    29: (("phoenicia",), {TREATY}),
    30: (("hamath",), {DIVINE_FAVOR}),
    31: (("hamath",), {DIVINE_FAVOR}),
    32: ((), GREAT_PERSON | {FALSE_PROPHET}),
    33: (("tyre",), set()),
    34: ((), GREAT_PERSON | {VETO}),
    35: ((), {FALSE_PROPHET}),
    36: ((), GREAT_PERSON | {VETO}),
    37: (("egypt",), GREAT_PERSON),
    38: ((), set()),
    39: (("phoenicia",), GREAT_PERSON | {TREATY, FALSE_PROPHET}),
    40: ((), GREAT_PERSON | {FALSE_PROPHET}),
    41: (("Colossus",), GREAT_PERSON),
    52: ((), {VETO}),
}
IN_COMPETITION = {6: ANY | GREAT_PERSON | {FALSE_PROPHET}, 42: ANY | GREAT_PERSON | {FALSE_PROPHET}}
# A Negation card, what it is played against, and what answers it in turn
CHAINS: dict[int, tuple[int, set[int]]] = {
    43: (39, IN_CARD_PHASE | GREAT_PERSON),
    44: (39, IN_CARD_PHASE | GREAT_PERSON),
    46: (39, IN_CARD_PHASE | GREAT_PERSON),
    47: (39, IN_CARD_PHASE),
    48: (39, IN_CARD_PHASE | GREAT_PERSON | {VETO}),
    49: (39, IN_CARD_PHASE),
    50: (52, IN_CARD_PHASE),
    51: (30, IN_CARD_PHASE),
    66: (39, IN_CARD_PHASE | GREAT_PERSON),
}


def played(card: int, egypt: list[int], troy: list[int]) -> Table:
    """Egypt has played the card and declared all it must; it keeps the cards `egypt`."""
    t = position(
        phase="cards", egypt={**EGYPT, "hand": [card, *egypt]}, troy={**TROY, "hand": troy}, wonders=WONDER,
    )  # fmt: skip
    t.do(f"#{card}", *ANSWERS[card][0])
    while t.kind in DECLARING and t.asks == "egypt":
        t.game.apply(t.game.legal_actions()[0])
    return t


@pytest.mark.rule("CRD-09", "CRD-14")
@pytest.mark.parametrize("negation", NEGATIONS)
@pytest.mark.parametrize("card", ANSWERS)
def test_what_answers_a_card_of_the_card_phase(card: int, negation: int) -> None:
    t = played(card, [PHILOSOPHER], [negation])
    assert t.asked("negate", "troy") == (negation in IN_CARD_PHASE | ANSWERS[card][1])


@pytest.mark.rule("CRD-10")
@pytest.mark.parametrize("card", ANSWERS)
def test_negated_it_is_discarded_without_effect(card: int) -> None:
    t = played(card, [PHILOSOPHER], [44])
    t.do("High Priest")
    assert t.s.discard == [card] and t.s.aside == [44] and not t.s.investments and t.s.order == [0, 1]
    changes = ("removed", "placed", "barbarians", "talents", "vp", "cards_taken", "wonder_discs", "forbidden")
    assert not any(t.events(kind) for kind in changes)


@pytest.mark.rule("CMP-18")
@pytest.mark.parametrize("negation", NEGATIONS)
@pytest.mark.parametrize("card", IN_COMPETITION)
def test_what_answers_a_competition_card(card: int, negation: int) -> None:
    t = position(
        phase="competition", egypt={"discs": {"tyre": 3}, "hand": [card]},
        troy={"discs": {"tyre": 2}, "hand": [negation]},
    )  # fmt: skip
    lay(t, card)
    assert t.asked("negate", "troy") == (negation in IN_COMPETITION[card])


@pytest.mark.parametrize("negation", NEGATIONS)
def test_what_answers_the_traitor(negation: int) -> None:
    t = position(
        phase="competition", egypt={"discs": {"tyre": 3}, "hand": [45]},
        troy={"discs": {"tyre": 2}, "hand": [negation]},
    )  # fmt: skip
    t.do("Traitor")
    assert t.asked("negate", "troy") == (negation in {43, 44, 47, 48, TREATY})


@pytest.mark.rule("CRD-11")
@pytest.mark.parametrize(("card", "negation"), [(c, n) for c in CHAINS for n in NEGATIONS if n != c])
def test_what_answers_a_negation_card(card: int, negation: int) -> None:
    first, answers = CHAINS[card]
    t = played(first, [negation, PHILOSOPHER], [card])
    t.do(f"#{card}")
    assert t.asked("negate", "egypt") == (negation in answers)


# ------------------------------------------------------------------------- the words "your" and "would"


@pytest.mark.parametrize("card", [2, 5, 8, 13])
def test_treaty_saves_only_discs_of_its_own_player(card: int) -> None:
    for area, answered in (("phoenicia", False), ("nora", True)):
        t = table(
            card, EGYPT, "basic_4p", troy={"discs": {"phoenicia": 3}},
            carthage={"discs": {"nora": 3}, "hand": [TREATY]},
        )  # fmt: skip
        assert t.do(f"#{card}", area).asked("negate", "carthage") == answered


def test_treaty_helps_the_owner_of_a_city_the_plague_spreads_to() -> None:
    t = table(
        2, EGYPT, "basic_4p", troy={"discs": {"phoenicia": 3}},
        carthage={"discs": {"hamath": 3}, "hand": [TREATY]},
    )  # fmt: skip
    assert t.do("Plague", "phoenicia").asked("negate", "carthage")


def quiet(card: int, words: tuple[str, ...], troy: dict[str, Any], **given: Any) -> bool:
    """Whether nobody is asked for an answer."""
    t = table(card, EGYPT, troy=troy, **given)
    return not t.do(f"#{card}", *words).asked("negate")


def test_treaty_is_no_answer_when_no_disc_of_its_player_falls() -> None:
    troy = {**TROY, "hand": [TREATY]}
    assert quiet(1, ("canaan", "petra"), troy, barbarians={"discs": {"canaan": 2}})
    assert quiet(28, ("gulf_of_sidon", "stop"), troy, barbarians={"discs": {"gulf_of_sidon": 1}})
    assert quiet(24, (), {**troy, "treasury": 2})  # both talents are there


@pytest.mark.rule("CIV-35")
def test_treaty_is_no_answer_when_walls_hold() -> None:
    troy = {"discs": {"troy": 2}, "hand": [TREATY]}
    assert quiet(1, ("ionia", "troy"), troy, barbarians={"discs": {"ionia": 1}})


def test_veto_is_no_answer_to_a_fire_that_costs_nobody_a_talent() -> None:
    assert quiet(5, (), {"discs": {"phoenicia": 3}, "hand": [VETO]})


# ------------------------------------------------------------------------- 43 to 51 Negation cards


def negated(negation: int, card: int, *words: str, egypt: dict[str, Any], **troy: Any) -> Table:
    """Troy answers Egypt's card; it is its turn then."""
    t = table(card, egypt, troy={"discs": {"phoenicia": 3}, **troy, "hand": [negation, 27]})
    return t.do(f"#{card}", *words, f"#{negation}")


@pytest.mark.rule("CRD-09", "CRD-13")
def test_high_priestess_negates_and_gains_a_talent_without_using_its_action() -> None:
    t = negated(43, 22, egypt=AT_SEA)
    assert t.of("treasury", "troy") == 1 and t.discs("troy", "phoenicia") == 3
    assert t.s.discard == [43, 22] and t.asked("card_action", "troy")


@pytest.mark.rule("CRD-11", "EX-01")
def test_high_priestess_negated_gains_nothing_and_the_first_card_works() -> None:
    t = table(22, {**AT_SEA, "hand": [22, 47]}, troy={"discs": {"phoenicia": 3}, "hand": [43]})
    t.do("Demagogue", "High Priestess", "Bribery")
    assert t.of("treasury", "troy") == 0 and t.discs("troy", "phoenicia") == 0
    assert set(t.s.discard) >= {43, 47} and 22 in t.s.aside


def test_high_priest_is_set_aside_when_it_negates() -> None:
    t = negated(44, 22, egypt=AT_SEA)
    assert t.s.aside == [44] and t.s.discard == [22] and t.of("treasury", "troy") == 0


def test_high_priest_negated_is_discarded() -> None:
    t = table(22, {**AT_SEA, "hand": [22, 47]}, troy={"discs": {"phoenicia": 3}, "hand": [44]})
    t.do("Demagogue", "High Priest", "Bribery")
    assert 44 in t.s.discard and t.s.aside == [22]


@pytest.mark.parametrize("event", [98, 102, 103])
@pytest.mark.parametrize("negation", NEGATIONS)
def test_only_high_priest_and_divine_favor_answer_events(negation: int, event: int) -> None:
    t = position(
        **moment("event", 0, event, then=["growth phase"]), table=[event],
        egypt={"discs": {"kush": 1}},
        troy={"discs": {"red_sea": 1, "phoenicia": 1}, "hand": [negation], "vp": 9},
    )  # fmt: skip
    while t.kind == "name_area":
        t.do("red_sea")
    assert t.asked("negate", "troy") == (negation in {44, 51})
    if t.asked("negate"):
        t.do(f"#{negation}")
        assert t.discs("barbarians", "red_sea") == 0 and event in t.s.discard


@pytest.mark.rule("CRD-04")
def test_pontiff_answers_in_the_card_phase_even_after_passing() -> None:
    t = table(22, AT_SEA, troy={"discs": {"phoenicia": 3}, "hand": [46, 27]}, order=["troy", "egypt"])
    t.do("pass", "Demagogue", "Pontiff")
    assert t.discs("troy", "phoenicia") == 3 and t.hand("troy") == {27} and t.asked("card_action", "egypt")


def test_bribery_negates_a_great_person() -> None:
    t = negated(47, 34, egypt=AT_SEA)
    assert t.s.discard == [47, 34] and t.hand("egypt") == {PHILOSOPHER}


def test_assassin_costs_the_player_one_more_card_at_random() -> None:
    t = negated(48, 22, egypt={**AT_SEA, "hand": [22, 7, 8, PHILOSOPHER]})
    assert len(t.hand("egypt") & {7, 8, PHILOSOPHER}) == 2 and t.discs("troy", "phoenicia") == 3
    assert len(t.s.discard) == 3
    t = negated(48, 22, egypt={**AT_SEA, "hand": [22]})
    assert set(t.s.discard) >= {22, 48}  # nothing left to discard


@pytest.mark.rule("CRD-11")
def test_assassin_against_a_negation_card_makes_the_negator_discard() -> None:
    egypt = {**AT_SEA, "hand": [22, 48, PHILOSOPHER]}
    t = table(22, egypt, troy={"discs": {"phoenicia": 4}, "hand": [43, 27]})
    t.do("Demagogue", "High Priestess", "Assassin")
    assert t.hand("troy") == set() and t.of("treasury", "troy") == 0 and t.discs("troy", "phoenicia") == 1


def test_treaty_saves_its_players_discs() -> None:
    t = negated(49, 20, egypt=AT_SEA)
    assert t.discs("troy", "phoenicia") == 3 and t.discs("barbarians", "phoenicia") == 0
    assert t.s.discard == [49, 20]


def test_tribunes_veto_saves_goods_of_anybody() -> None:
    t = table(52, AT_SEA, "basic_4p", troy={"discs": {"ionia": 1}, "vp": 4}, carthage={"hand": [50]})
    t.do("Golden Fleece")
    assert t.asked("negate", "carthage")
    t.do("#50")
    assert t.of("vp", "troy") == 4 and t.of("vp", "egypt") == 0 and t.s.discard == [50, 52]


def test_divine_favor_stops_barbarians() -> None:
    t = negated(51, 30, "ionia", "stop", egypt=AT_SEA)
    assert t.discs("barbarians", "ionia") == 0 and t.s.discard == [51, 30]


@pytest.mark.parametrize("card", [19, 43, 44, 46, 47, 48, 49, 50, 51])
def test_negation_cards_are_no_action_of_the_card_phase(card: int) -> None:
    t = table(card, {"discs": {"kush": 3}}, troy={"discs": {"ionia": 3}})
    assert t.asked("card_action", "egypt") and not t.can(f"#{card}")


# ------------------------------------------------------------------------------------ what they can do

MANY = 9  # one in each area around: no Negation card asks for more
CAN_DO: dict[int, dict[str, int]] = {
    **{card: {"removes": 1} for card in (1, 2, 3, 4, 9, 10, 11, 12, 13, 15, 22, 26, 29, 45)},
    **{card: {} for card in (19, 44, 46, 47, 49, 50, 51)},
    5: {"removes": 1, "costs_talents": 1},
    6: {"discs": 4, "allies": 1},
    7: {"discs": 2},
    8: {"removes": 1, "costs_cards": 1},
    14: {"discs": MANY},
    16: {"discs": 2, "gives_talents": 1},
    17: {"costs_cards": 1, "costs_talents": 1},
    18: {"discs": 2, "gives_talents": 1},
    20: {"removes": 1, "barbarians": 1},
    21: {"removes": 1, "costs_vp": 1, "costs_talents": 1, "costs_cards": 1},
    23: {"removes": 1, "barbarians": 1},
    24: {"removes": 1, "costs_talents": 1},
    25: {"discs": 2, "gives_talents": 1, "gives_vp": 1},
    27: {"discs": 3, "gives_talents": 1},
    28: {"removes": 1, "discs": 2},
    30: {"barbarians": 1},
    31: {"barbarians": 1},
    32: {"discs": 2},
    33: {"forbids": 1},
    34: {"costs_cards": 1, "gives_cards": 1},
    35: {"discs": 3},
    36: {"costs_cards": 1, "gives_cards": 1},
    37: {"order": 1},
    38: {"helps_wonder": 1, "order": 1},
    39: {"removes": 1, "discs": 3},
    40: {"discs": 2, "gives_talents": 1},
    41: {"builds_wonder": 1, "helps_wonder": 1},
    42: {"discs": 2, "allies": 1},  # the third white disc is for somebody else
    43: {"gives_talents": 1},
    48: {"costs_cards": 1},
    52: {"costs_vp": 1, "gives_vp": 1},
}


@pytest.mark.parametrize("card", range(1, 53))
def test_what_the_card_can_do_at_most(card: int) -> None:
    tags = load_deck().cards[card].tags
    found = {name: int(getattr(tags, name)) for name in tags.__struct_fields__}
    assert {name: n for name, n in found.items() if n} == CAN_DO[card]
