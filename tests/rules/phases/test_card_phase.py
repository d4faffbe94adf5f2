"""The Card Phase: rotation, Events, Investments, effects, losses, Barbarian shortage (CRD)."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, deck_with, moment, position

from acis_rules.box.deck import load_deck
from acis_rules.errors import IllegalAction

EGYPT = {"egypt": 2, "kush": 2, "libya": 2, "nile_delta": 2, "sinai": 2, "egyptian_sea": 1}
TROY = {"troy": 2, "phrygia": 2, "ionia": 2, "lydia": 2, "cilicia": 2, "icarian_sea": 1}


def four(**given: Any) -> Table:
    """Egypt, Troy, Gaul, Carthage in this turn order, each too small to build a Wonder."""
    realms = {
        "egypt": {"discs": {"kush": 2}},
        "troy": {"discs": {"lydia": 2}},
        "gaul": {"discs": {"liguria": 2}},
        "carthage": {"discs": {"saldae": 2}},
    }
    for name, data in realms.items():
        data.update(given.pop(name, {}))
    return position("basic_4p", phase="cards", **realms, **given)


# ------------------------------------------------------------------------------- rotation


@pytest.mark.rule("CRD-01", "CRD-24")
def test_the_action_is_a_card_or_a_wonder_or_to_pass() -> None:
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [7, 61, 46], "treasury": 3}, troy={"discs": TROY}
    )
    wonders = {wonder.name for wonder in t.s.world.deck.wonders}
    assert t.asked("card_action", "egypt")
    assert t.options == {"Land Improvement", "stop"} | wonders  # no Competition card, no bare Negation
    with pytest.raises(IllegalAction):
        t.do("Armored Infantry")


@pytest.mark.rule("CRD-01", "CRD-02")
def test_one_action_each_in_turn_order_until_all_have_passed() -> None:
    t = four(egypt={"hand": [55, 56]}, troy={"hand": [58]}, gaul={"hand": [92]}, carthage={"hand": [83]})
    seen = []
    for word in ("Opening of the Silk Road", "Saharan Caravans", "Lawgiver", "pass"):
        assert t.kind == "card_action"
        seen.append(t.asks)
        t.do(word)
    assert seen == ["egypt", "troy", "gaul", "carthage"]
    # Troy and Gaul hold nothing more and can build nothing: they pass; the second round is Egypt's
    assert t.asked("card_action", "egypt")
    t.do("Trade with the Barbarians")
    assert [event.phase for event in t.events("phase")][:2] == ["cards", "competition"]
    assert sorted(event.faction for event in t.events("passed")) == [0, 1, 2, 3]


@pytest.mark.rule("CRD-02")
def test_the_phase_goes_on_while_one_civilization_still_acts() -> None:
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [7]}, troy={"discs": TROY, "hand": [55, 56, 58]}
    )
    t.do("pass", "Opening of the Silk Road")
    assert t.asked("card_action", "troy")
    t.do("Trade with the Barbarians")
    assert t.asked("card_action", "troy")


@pytest.mark.rule("CRD-03")
def test_who_has_passed_is_not_asked_again() -> None:
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [7, 55]}, troy={"discs": TROY, "hand": [56, 58]}
    )
    t.do("pass", "Trade with the Barbarians")
    assert t.asked("card_action", "troy")  # not Egypt, though it holds playable cards
    t.do("pass")
    assert t.hand("egypt") == {7, 55}
    assert "competition" in [event.phase for event in t.events("phase")]


@pytest.mark.rule("CRD-03")
def test_who_can_do_nothing_must_pass() -> None:
    t = position(
        phase="cards", egypt={"discs": {"egypt": 2}, "hand": [61, 47]}, troy={"discs": TROY, "hand": [7, 55]}
    )
    assert t.asked("card_action", "troy")
    assert t.s.passed == 1 << t.faction("egypt")
    t.do("Opening of the Silk Road")
    assert t.asked("card_action", "troy")


@pytest.mark.rule("CRD-04", "CRD-13")
def test_a_negation_card_may_be_played_after_passing_and_is_no_action() -> None:
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [46, 7]}, troy={"discs": TROY, "hand": [55, 43, 56]}
    )
    t.do("pass", "Opening of the Silk Road")
    assert t.asked("negate", "egypt")
    t.do("Pontiff", "High Priestess")  # Troy answers the answer ...
    assert t.of("treasury", "troy") == 3
    assert t.asked("card_action", "troy")  # ... and acts again, for Egypt stays out
    t.do("Trade with the Barbarians")
    assert t.of("treasury", "troy") == 6


@pytest.mark.rule("CRD-13")
def test_who_negates_still_has_its_own_action() -> None:
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [55, 7]}, troy={"discs": TROY, "hand": [46, 56]}
    )
    t.do("Opening of the Silk Road", "Pontiff")
    assert t.asked("card_action", "troy")
    t.do("Trade with the Barbarians")
    assert t.asked("card_action", "egypt")


@pytest.mark.rule("CRD-01", "CRD-02")
@pytest.mark.parametrize(
    ("holder", "swapped", "not_acted"),
    [
        ("egypt", ("troy", "carthage"), ["carthage", "gaul", "troy"]),
        ("egypt", ("egypt", "troy"), ["troy", "gaul", "carthage"]),
        ("egypt", ("egypt", "carthage"), ["carthage", "troy", "gaul"]),
        ("gaul", ("egypt", "troy"), ["carthage"]),
        ("gaul", ("egypt", "carthage"), ["carthage"]),
        ("gaul", ("gaul", "carthage"), ["carthage"]),
    ],
)
def test_orator_in_the_middle_of_a_rotation(
    holder: str, swapped: tuple[str, str], not_acted: list[str]
) -> None:
    """The new order holds at once; still everybody acts exactly once before anybody acts again."""
    plays = {"egypt": [55, 7], "troy": [56, 27], "gaul": [58, 92], "carthage": [83, 97]}
    hands = {name: {"hand": cards} for name, cards in plays.items()}
    hands[holder] = {"hand": [*plays[holder], 37]}
    t = four(**hands)
    while t.asks != holder:
        t.do(f"#{plays[t.asks][0]}")
    t.do("Orator", *swapped)
    asked = []
    for _ in not_acted:
        assert t.kind == "card_action"
        asked.append(t.asks)
        t.do(f"#{plays[t.asks][0]}")
    assert sorted(asked) == sorted(not_acted)
    assert t.asks == t.s.world.civilization(t.s, t.s.order[0]).id  # the next round: the new first one


# --------------------------------------------------------------------------------- Events


@pytest.mark.rule("CRD-05")
def test_there_are_seven_events() -> None:
    events = {card.id: card.name for card in load_deck().cards[1:] if card.event}
    assert events == {
        62: "Time Marches On", 98: "Sea Peoples Invade", 99: "Northern Hordes",
        100: "Mesopotamian Empire", 101: "Southern Raiders", 102: "Atlantis Rises", 103: "Breath of God",
    }  # fmt: skip


@pytest.mark.rule("CRD-06")
def test_a_drawn_event_is_played_at_once_and_replaced() -> None:
    """Philosopher: draw 2 cards."""
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [93]}, troy={"discs": TROY, "hand": [8]},
        deck=deck_with(102, 7, 9, without=(93, 8)),
    )  # fmt: skip
    t.do("Philosopher")
    assert t.discs("barbarians", "eastern_mediterranean") == 1
    assert t.of("treasury", "egypt") == 2  # Egyptian Sea
    assert t.hand("egypt") == {7, 9}
    assert set(t.s.discard) == {93, 102}


@pytest.mark.rule("CRD-06")
def test_the_replacement_may_be_an_event_again() -> None:
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [93]}, troy={"discs": TROY, "hand": [8], "vp": 1},
        deck=deck_with(102, 7, 101, 9, without=(93, 8)),
    )  # fmt: skip
    t.do("Philosopher")
    assert t.asked("name_area", "egypt")
    t.do("marmarica")
    assert t.hand("egypt") == {7, 9}
    assert {101, 102} <= set(t.s.discard)


@pytest.mark.rule("CRD-07")
def test_a_revealed_event_is_resolved_before_the_activity() -> None:
    """Southern Raiders turn up for the Sudden End check of turn 2; 101 has no 2 in it."""
    t = position(
        turn=2, **moment("sudden end"), deck=deck_with(101),
        egypt={"discs": EGYPT}, troy={"discs": TROY, "vp": 1},
    )  # fmt: skip
    assert t.asked("name_area", "egypt")
    assert not t.events("sudden_end")
    t.do("marmarica")
    assert t.discs("barbarians", "marmarica") == 4
    assert [event.ends for event in t.events("sudden_end")] == [False]
    assert 101 in t.s.discard


@pytest.mark.rule("CRD-07")
def test_a_revealed_event_still_decides_the_check() -> None:
    """Atlantis Rises, 102, has a 2: its talents come first, then the Epoch ends."""
    t = position(
        turn=2, **moment("sudden end"), deck=deck_with(102),
        egypt={"discs": EGYPT}, troy={"discs": TROY},
    )  # fmt: skip
    kinds = [event.kind for event in t.events() if event.kind in ("barbarians", "talents", "sudden_end")]
    assert kinds[:3] == ["barbarians", "talents", "sudden_end"]
    assert t.events("sudden_end")[0].ends


@pytest.mark.rule("CRD-08")
def test_several_events_are_resolved_in_ascending_order() -> None:
    """Drawn 101 first, then 99, then a third card: all are drawn before any Event is resolved."""
    t = position(
        **moment("draw", 0, 3), deck=deck_with(101, 99, 7, 9, 10),
        egypt={"discs": EGYPT}, troy={"discs": TROY, "vp": 1},
    )  # fmt: skip
    assert t.game.decision.context["card"] == 99
    assert t.hand("egypt") == {7}
    t.do("troy")
    assert t.game.decision.context["card"] == 101
    assert t.hand("egypt") == {7}  # replacements come after all Events
    t.do("marmarica")
    assert t.hand("egypt") == {7, 9, 10}
    assert [event.card for event in t.events("event")] == [99, 101]


# ---------------------------------------------------------------------------- Investments


@pytest.mark.rule("CRD-15")
@pytest.mark.parametrize(("supply", "on_card"), [(20, 3), (3, 3), (2, 2), (1, 1)])
def test_an_investment_takes_its_discs_from_supply(supply: int, on_card: int) -> None:
    egypt = {"discs": {"egypt": 2}, "hand": [79], "ready": 46 - supply}
    t = position(phase="cards", egypt=egypt, troy={"discs": TROY, "hand": [7]})
    assert t.of("supply", "egypt") == supply
    t.do("Irrigation Works")
    assert t.s.investments == {79: (t.faction("egypt"), on_card)}
    assert t.of("supply", "egypt") == supply - on_card
    assert 79 not in t.s.discard
    assert 79 not in t.s.table


@pytest.mark.rule("CRD-16")
def test_without_discs_in_supply_an_investment_cannot_be_played() -> None:
    egypt = {"discs": {"egypt": 2}, "hand": [79, 55], "ready": 46}
    t = position(phase="cards", egypt=egypt, troy={"discs": TROY, "hand": [7]})
    assert t.of("supply", "egypt") == 0
    assert t.options == {"Opening of the Silk Road", "stop"}


@pytest.mark.rule("CRD-16")
@pytest.mark.parametrize("discs", [2, 1])
def test_an_investment_pays_at_its_moment_and_goes_with_its_last_disc(discs: int) -> None:
    """Irrigation Works: in your Acquisition step remove 1 disc for 2 more Ready discs."""
    t = position(
        phase="growth", egypt={"discs": {"kush": 2}}, troy={"discs": TROY},
        investments=[{"card": 79, "owner": "egypt", "discs": discs}],
    )  # fmt: skip
    t.skip_until("use", "egypt")
    supply = t.of("supply", "egypt")
    t.do("Irrigation Works")
    assert (79 in t.s.discard) == (discs == 1)
    assert (79 in t.s.investments) == (discs == 2)
    # the disc returns to supply; 3 discs of Growth (the minimum) and 2 of the card become Ready
    assert t.of("ready", "egypt") == 5
    assert t.of("supply", "egypt") == supply + 1 - 5


@pytest.mark.rule("CRD-16")
def test_an_investment_cannot_be_used_at_another_moment() -> None:
    t = position(
        phase="cards", egypt={"discs": EGYPT, "hand": [7]}, troy={"discs": TROY},
        investments=[{"card": 79, "owner": "egypt", "discs": 2}],
    )  # fmt: skip
    assert not t.can("Irrigation Works")
