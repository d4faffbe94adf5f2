"""Negation cards: what they answer, chains, the order of asking, Events, competitions, Wonders."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from helpers import Table, position

from acis_rules.box.deck import load_deck
from acis_rules.cards.negation import could_answer
from acis_rules.kernel.actions import STOP

EGYPT = {"egypt": 2, "kush": 2, "libya": 2, "nile_delta": 2, "sinai": 2, "egyptian_sea": 1, "tarsus": 1}
TROY = {"troy": 2, "phrygia": 2, "ionia": 3, "lydia": 2, "cilicia": 2, "icarian_sea": 1}
DECLARING = {
    "mode",
    "name_area",
    "name_city",
    "name_civilization",
    "name_wonder",
    "place",
    "remove",
    "put_barbarians",
}

SILK_ROAD, GOLDEN_AGE, DEMAGOGUE = 55, 18, 22
HIGH_PRIESTESS, HIGH_PRIEST, PONTIFF, BRIBERY, ASSASSIN = 43, 44, 46, 47, 48
TREATY, VETO, DIVINE_FAVOR, FALSE_PROPHET, BAD_OMENS = 49, 50, 51, 66, 19


def duel(egypt: list[int], troy: list[int], **given: Any) -> Table:
    """Card Phase, Egypt to act, both well off."""
    return position(
        phase="cards", egypt={"discs": EGYPT, "hand": egypt, "vp": 3, "treasury": 2},
        troy={"discs": TROY, "hand": troy, "vp": 3, "treasury": 2}, **given,
    )  # fmt: skip


def announce(t: Table, card: int) -> Table:
    """Play a card and declare something for each of its choices."""
    t.do(f"#{card}")
    while t.asks == "egypt" and t.kind in DECLARING:
        t.game.apply(next(action for action in t.game.legal_actions() if action != STOP))
    return t


# ---------------------------------------------------------------- what can be answered with what


@pytest.mark.rule("CRD-09")
@pytest.mark.parametrize(
    ("negation", "answers", "not_these"),
    [
        (HIGH_PRIESTESS, [SILK_ROAD, DEMAGOGUE, 1, 79], []),
        (HIGH_PRIEST, [SILK_ROAD, DEMAGOGUE, 1, 79], []),
        (PONTIFF, [SILK_ROAD, DEMAGOGUE, 1, 34, 39], []),
        (BRIBERY, [DEMAGOGUE, 34, 39, 93], [SILK_ROAD, 1, 20]),
        (ASSASSIN, [DEMAGOGUE, 34, 39, 93], [SILK_ROAD, 1, 20]),
        (VETO, [17, 52, 34, 21, 5, 8], [SILK_ROAD, DEMAGOGUE, 1]),
        (DIVINE_FAVOR, [20, 23, 30, 31], [SILK_ROAD, DEMAGOGUE, 1]),
        (FALSE_PROPHET, [GOLDEN_AGE, 7, 39, 79], [SILK_ROAD, DEMAGOGUE, 1, 53]),
        (BAD_OMENS, [], [SILK_ROAD, DEMAGOGUE, 1]),
    ],
)
def test_a_negation_card_says_what_it_can_answer(
    negation: int, answers: list[int], not_these: list[int]
) -> None:
    for card in answers + not_these:
        t = announce(duel([card], [negation]), card)
        assert t.asked("negate", "troy") == (card in answers), f"card {card}"


@pytest.mark.rule("CRD-09", "CRD-10")
def test_negation_cancels_everything() -> None:
    """Golden Age: neither its discs nor its talent."""
    t = announce(duel([GOLDEN_AGE], [PONTIFF]), GOLDEN_AGE)
    t.do("Pontiff")
    assert t.of("treasury", "egypt") == 2
    assert sum(t.s.discs[t.faction("egypt")]) == sum(EGYPT.values())
    assert set(t.s.discard) == {GOLDEN_AGE, PONTIFF}
    assert t.hand("egypt") == t.hand("troy") == set()


@pytest.mark.rule("CRD-10")
def test_a_negated_card_is_discarded_whatever_its_legend_says() -> None:
    """Demagogue is set aside after use, not after it was negated; High Priest is then set aside."""
    t = announce(duel([DEMAGOGUE], [HIGH_PRIEST]), DEMAGOGUE)
    t.do("High Priest")
    assert t.s.discard == [DEMAGOGUE]
    assert t.s.aside == [HIGH_PRIEST]
    t = announce(duel([DEMAGOGUE], []), DEMAGOGUE)
    t.skip_until("card_action")
    assert t.s.aside == [DEMAGOGUE]


@pytest.mark.rule("CRD-10", "CRD-15")
def test_a_negated_investment_does_not_stay() -> None:
    t = duel([79], [PONTIFF])
    supply = t.of("supply", "egypt")
    t.do("Irrigation Works", "Pontiff")
    assert not t.s.investments
    assert set(t.s.discard) == {79, PONTIFF}
    assert t.of("supply", "egypt") == supply


@pytest.mark.rule("CRD-09")
def test_false_prophet_goes_by_what_a_card_can_give() -> None:
    """By the texts: 2 or more discs for a civilization, white ones and Ready ones counted."""
    give = {6, 7, 14, 16, 18, 25, 27, 28, 32, 35, 39, 40, 42, 54, 57, 61, 63, 71, 75, 77, 78, 79, 82,
            89, 90, 94, 95, 96}  # fmt: skip
    assert {card.id for card in load_deck().cards[1:] if card.tags.discs >= 2} == give


@pytest.mark.rule("CRD-09")
@pytest.mark.parametrize(("least", "asked"), [(1, True), (2, False)])
def test_a_deck_may_let_false_prophet_answer_a_single_disc(least: int, asked: bool, tmp_path: Path) -> None:
    """Sunken City gives one disc at most."""
    text = (resources.files("acis_rules") / "data/deck.yaml").read_text(encoding="utf-8")
    file = tmp_path / "deck.yaml"
    file.write_text(text.replace("giving_discs: 2", f"giving_discs: {least}"), encoding="utf-8")
    t = position(
        phase="cards", egypt={"discs": {"egypt": 2}, "hand": [53]}, options={"deck": str(file)},
        troy={"discs": TROY, "hand": [FALSE_PROPHET]},
    )  # fmt: skip
    t.do("Sunken City")
    assert t.asked("negate", "troy") == asked
    cards = t.s.world.deck.cards
    negates = cards[FALSE_PROPHET].source.negates
    assert negates is not None and could_answer(negates, cards[53]) == asked


@pytest.mark.rule("CRD-09")
def test_false_prophet_works_even_if_fewer_discs_are_given_now() -> None:
    """Land Improvement with a single disc in supply."""
    t = position(
        phase="cards", egypt={"discs": {"egypt": 2}, "ready": 45, "hand": [7]},
        troy={"discs": TROY, "hand": [FALSE_PROPHET]},
    )  # fmt: skip
    t.do("Land Improvement", "egypt")
    assert t.asked("negate", "troy")


@pytest.mark.rule("CRD-09")
@pytest.mark.parametrize(("victim", "asked"), [("troy", True), ("barbarians", False), ("egypt", False)])
def test_treaty_needs_a_disc_of_your_own_as_target(victim: str, asked: bool) -> None:
    """Locusts on one shared area."""
    t = position(
        phase="cards", egypt={"discs": {"kush": 2, "tyre": 1}, "hand": [11]},
        troy={"discs": {"tyre": 1, "lydia": 1}, "hand": [TREATY]}, barbarians={"discs": {"tyre": 1}},
    )  # fmt: skip
    t.do("Locusts", "tyre", "stop", victim)
    assert t.asked("negate", "troy") == asked


@pytest.mark.rule("CRD-09")
@pytest.mark.parametrize("card", [SILK_ROAD, GOLDEN_AGE, 17, 30, 37])
def test_treaty_does_not_answer_cards_that_remove_nothing(card: int) -> None:
    assert not announce(duel([card], [TREATY, 7]), card).asked("negate")


@pytest.mark.rule("CRD-09", "CRD-11")
def test_treaty_answers_no_negation_card() -> None:
    """Troy's Treaty saves its discs from Slave Revolt, Egypt's Treaty cannot stop it."""
    t = duel([20, TREATY], [PONTIFF, 7])
    t.do("Slave Revolt", "Pontiff")
    assert t.asked("card_action", "troy")
    assert t.hand("egypt") == {TREATY}


# ----------------------------------------------------------------------------------- chains


@pytest.mark.rule("CRD-11")
@pytest.mark.parametrize(
    ("chain", "stands", "talents"),
    [
        ([], True, 0),
        (["High Priestess"], False, 1),
        (["High Priestess", "Bribery"], True, 0),  # EX-01
        (["High Priestess", "Bribery", "Pontiff"], False, 1),
        (["High Priestess", "Bribery", "Pontiff", "High Priest"], True, 0),
    ],
)
def test_chains_are_resolved_last_in_first_out(chain: list[str], stands: bool, talents: int) -> None:
    """Demagogue against Troy; Troy answers first, then Egypt, and so on."""
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [DEMAGOGUE, BRIBERY, HIGH_PRIEST]},
        troy={"discs": {"ionia": 3, "lydia": 2}, "hand": [HIGH_PRIESTESS, PONTIFF]},
    )  # fmt: skip
    t.do("Demagogue")
    for i, card in enumerate(chain):
        assert t.asked("negate", "egypt" if i % 2 else "troy")
        t.do(card)
    while t.kind == "negate":
        t.do("no")
    assert t.asked("remove_own", "troy") == stands
    assert t.of("treasury", "troy") == talents
    if stands:
        t.skip_until("card_action")
        assert t.s.aside[-1] == DEMAGOGUE
        assert sum(t.s.discs[t.faction("troy")]) == 2
    else:
        assert DEMAGOGUE in t.s.discard
        assert sum(t.s.discs[t.faction("troy")]) == 5
    used = {t.card_id(name) for name in chain} - {HIGH_PRIEST}
    assert used <= set(t.s.discard)
    assert not t.s.table
    assert (HIGH_PRIEST in t.s.aside) == ("High Priest" in chain)


@pytest.mark.rule("CRD-10", "CRD-11")
def test_a_negated_negation_has_no_side_effect() -> None:
    """Assassin would cost Egypt a random card; Pontiff stops the Assassin."""
    t = duel([DEMAGOGUE, PONTIFF, 7, 8], [ASSASSIN])
    t.do("Demagogue", "Assassin", "Pontiff")
    assert t.hand("egypt") == {7, 8}
    t = duel([DEMAGOGUE, PONTIFF, 7, 8], [ASSASSIN])
    t.do("Demagogue", "Assassin", "no")
    assert len(t.hand("egypt")) == 2  # of Pontiff and the two others
    assert len(t.s.discard) == 3


@pytest.mark.rule("CRD-10")
def test_a_negated_high_priest_is_discarded_not_set_aside() -> None:
    t = duel([SILK_ROAD, BRIBERY], [HIGH_PRIEST])
    t.do("Opening of the Silk Road", "High Priest", "Bribery")
    assert t.s.aside == []
    assert set(t.s.discard) == {SILK_ROAD, BRIBERY, HIGH_PRIEST}
    assert t.of("treasury", "egypt") == 5  # 2 + 2, and 1 for Kush


# --------------------------------------------------------------------- who is asked, and when


def four(hands: dict[str, list[int]], **given: Any) -> Table:
    """Turn order Egypt, Troy, Gaul, Carthage; Egypt and Troy have passed, Gaul acts."""
    homes = {"egypt": "kush", "troy": "lydia", "gaul": "liguria", "carthage": "saldae"}
    realms = {name: {"discs": {area: 2}, "hand": hands.get(name, [])} for name, area in homes.items()}
    return position("basic_4p", phase="cards", passed=[0, 1], **realms, **given)


@pytest.mark.rule("CRD-12", "CRD-04")
def test_everybody_else_is_asked_once_in_turn_order_after_the_player() -> None:
    t = four(
        {
            "gaul": [SILK_ROAD, BRIBERY, 7],
            "egypt": [HIGH_PRIEST],
            "troy": [PONTIFF],
            "carthage": [HIGH_PRIESTESS],
        }
    )
    t.do("Opening of the Silk Road")
    asked = []
    while t.kind == "negate":
        asked.append(t.asks)
        t.do("no")
    assert asked == ["carthage", "egypt", "troy"]  # passed or not; never Gaul itself
    assert t.of("treasury", "gaul") == 2


@pytest.mark.rule("CRD-12")
def test_a_negation_opens_a_window_of_its_own_that_starts_after_its_player() -> None:
    t = four({
        "gaul": [SILK_ROAD, BRIBERY, 7], "egypt": [HIGH_PRIEST, PONTIFF], "troy": [ASSASSIN],
        "carthage": [HIGH_PRIESTESS],
    })  # fmt: skip
    t.do("Opening of the Silk Road", "no")  # Carthage
    t.do("Pontiff")  # Egypt
    asked = []
    while t.kind == "negate":
        asked.append(t.asks)
        assert t.game.decision.context["card"] == PONTIFF
        t.do("no")
    assert asked == ["troy", "gaul", "carthage"]  # not Egypt, though it holds High Priest
    assert t.of("treasury", "gaul") == 0


@pytest.mark.rule("CRD-12", "CRD-11")
def test_after_a_negated_negation_everybody_may_answer_the_card_again() -> None:
    """Carthage's Pontiff is bribed away by Gaul: then Egypt is asked about the Silk Road itself."""
    t = four({"gaul": [SILK_ROAD, BRIBERY, 7], "egypt": [HIGH_PRIEST], "carthage": [PONTIFF, HIGH_PRIESTESS]})
    t.do("Opening of the Silk Road", "Pontiff")
    assert t.asked("negate", "egypt")
    assert t.game.decision.context["card"] == PONTIFF
    t.do("no", "Bribery")
    # Bribery is no Great Person, but Carthage's High Priestess could answer it
    assert t.asked("negate", "carthage")
    assert t.game.decision.context["card"] == BRIBERY
    t.do("no")
    assert t.asked("negate", "egypt")
    assert t.game.decision.context["card"] == BRIBERY
    t.do("no")
    assert t.asked("negate", "carthage")  # the one whose Negation came to nothing, too
    assert t.game.decision.context["card"] == SILK_ROAD
    t.do("no")
    assert t.asked("negate", "egypt")
    assert t.game.decision.context["card"] == SILK_ROAD
    t.do("High Priest")
    while t.kind == "negate":
        t.do("no")
    assert t.of("treasury", "gaul") == 0
    assert set(t.s.discard) == {SILK_ROAD, BRIBERY, PONTIFF}
    assert t.hand("carthage") == {HIGH_PRIESTESS}


def bribed() -> Table:
    """Carthage lets the Silk Road pass, Egypt's Pontiff negates it, Gaul bribes him, and nobody minds."""
    t = four({"gaul": [SILK_ROAD, BRIBERY, 7], "egypt": [PONTIFF], "carthage": [HIGH_PRIESTESS]})
    t.do("Opening of the Silk Road", "no", "Pontiff", "Bribery")
    while t.game.decision.context["card"] == BRIBERY:
        t.do("no")
    return t


@pytest.mark.rule("CRD-12")
def test_who_declined_is_asked_again_when_the_negation_was_negated() -> None:
    t = bribed()
    assert t.asked("negate", "carthage") and t.game.decision.context["card"] == SILK_ROAD
    t.do("High Priestess")
    assert t.of("treasury", "gaul") == 0 and SILK_ROAD in t.s.discard
    assert t.of("treasury", "carthage") == 1  # what the High Priestess brings


@pytest.mark.rule("CRD-12")
def test_the_card_stands_when_all_decline_again() -> None:
    t = bribed().do("no")
    assert t.kind != "negate" and t.of("treasury", "gaul") == 2
    assert len(t.events("negates")) == 2 and len(t.events("negated")) == 1


@pytest.mark.rule("CRD-12")
def test_in_a_longer_chain_only_the_card_attacked_is_open_again() -> None:
    """The Silk Road, a Pontiff against it, Bribery against him, and one more against Bribery."""
    t = four({"gaul": [SILK_ROAD, BRIBERY, HIGH_PRIEST], "egypt": [PONTIFF], "carthage": [HIGH_PRIESTESS]})
    t.do("Opening of the Silk Road", "no", "Pontiff", "Bribery", "High Priestess")
    asked = []
    while t.kind == "negate":
        asked.append((t.asks, t.game.decision.context["card"]))
        t.do("no")
    # Gaul lets the High Priestess pass, is asked about the Pontiff anew and lets him stand
    assert asked == [("gaul", HIGH_PRIESTESS), ("gaul", PONTIFF)]
    assert [event.card for event in t.events("negated")] == [BRIBERY, SILK_ROAD]


@pytest.mark.rule("CRD-12")
def test_nobody_answers_its_own_card() -> None:
    t = duel([SILK_ROAD, PONTIFF, HIGH_PRIEST], [7])
    t.do("Opening of the Silk Road")
    assert t.asked("card_action", "troy")


@pytest.mark.rule("CRD-12")
def test_declining_leaves_no_trace() -> None:
    with_card = duel([SILK_ROAD], [PONTIFF, 7]).do("Opening of the Silk Road", "no")
    without = duel([SILK_ROAD], [8, 7]).do("Opening of the Silk Road")
    assert with_card.events() == without.events()


@pytest.mark.rule("CRD-14")
def test_targets_are_declared_before_anybody_answers() -> None:
    """Drought: three Settlements are picked; only then is Troy asked, and nothing is removed yet."""
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [9]},
        troy={"discs": {"phrygia": 2, "lydia": 2, "cilicia": 2, "ionia": 2}, "hand": [PONTIFF]},
    )  # fmt: skip
    t.do("Drought")
    for area in ("ionia", "lydia", "phrygia"):
        assert t.asked("remove", "egypt")
        t.do(area)
    assert t.asked("negate", "troy")
    assert not t.events("removed")
    t.do("no")
    for _ in range(3):
        assert t.asked("loss", "troy")
        t.do("lose")
    assert [t.discs("troy", area) for area in ("ionia", "lydia", "phrygia", "cilicia")] == [1, 1, 1, 2]


@pytest.mark.rule("CRD-14")
def test_what_the_card_leaves_to_the_victim_comes_after_the_answers() -> None:
    t = duel([21], [PONTIFF])
    t.do("Bread and Circuses")
    assert t.asked("negate", "troy")
    t.do("no")
    assert t.asked("penalty", "troy")
