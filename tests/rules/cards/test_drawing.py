"""Drawing: Events that turn up, in which order, who decides for them, and when nothing is left to draw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import EVENTS, Table, at

from acis_rules import Game
from acis_rules.cards.drawing import fewest_vp

TIME_MARCHES_ON, HORDES = 62, 99
EGYPT, TROY = 0, 1


def drawing(n: int, deck: list[int], discard: tuple[int, ...] = (), **given: Any) -> Table:
    """Egypt draws n cards; the deck is given from the top, and all other cards are out of the game."""
    held = {card for data in given.values() for card in data.get("hand", ())}
    aside = [card for card in range(1, 104) if card not in {*deck, *discard, *held}]
    given = {"egypt": {}, "troy": {}} | given
    return at("draw", EGYPT, n, deck=deck[::-1], discard=[*discard], aside=aside, **given)


# ---------------------------------------------------------------------------- cards and Events


@pytest.mark.rule("CRD-06", "CRD-08")
def test_events_come_in_ascending_order_and_are_replaced() -> None:
    """Atlantis (102) lies above Time Marches On (62); 3 cards were due."""
    t = drawing(3, [102, 7, 62, 39, 55, 1])
    assert [event.card for event in t.events("event")] == [62, 102]
    assert [(event.n, event.cause) for event in t.events("drew")] == [(1, "draw step"), (2, "replacement")]
    assert len(t.hand("egypt")) == 3 and {62, 102} <= {*t.s.discard, *t.s.deck}


@pytest.mark.rule("CRD-08")
def test_an_event_among_the_replacements_is_replaced_too() -> None:
    t = drawing(2, [102, 7, HORDES, 39, 55])
    assert t.asked("name_area", "egypt") and t.hand("egypt") == {7}
    t.game.apply(t.game.legal_actions()[0])
    assert [event.card for event in t.events("event")] == [102, HORDES]
    assert t.hand("egypt") == {7, 39}


@pytest.mark.rule("CRD-06")
def test_the_discard_pile_is_drawn_from_when_the_deck_is_used_up() -> None:
    t = drawing(3, [7], discard=(39, 55, 1))
    assert len(t.hand("egypt")) == 3 and 7 in t.hand("egypt") and len(t.s.deck) == 1 and not t.s.discard


@pytest.mark.parametrize("n", [1, 3])
def test_with_nothing_left_nothing_is_drawn(n: int) -> None:
    assert drawing(n, []).hand("egypt") == set()
    assert drawing(3, [7]).hand("egypt") == {7}


@pytest.mark.parametrize(
    ("deck", "discard"), [(EVENTS, ()), ((), EVENTS), (EVENTS[:3], EVENTS[3:]), (EVENTS[:1], ())]
)
def test_events_alone_are_not_drawn(deck: tuple[int, ...], discard: tuple[int, ...]) -> None:
    """They would replace each other for ever."""
    t = drawing(2, [*deck], discard)
    assert not t.events("event") and t.hand("egypt") == set()


def test_a_card_among_no_more_than_seven_is_found() -> None:
    """Fewer cards than there are Events, but one of them is none."""
    assert drawing(1, [102, TIME_MARCHES_ON, 7]).hand("egypt") == {7}
    assert drawing(1, [102], discard=(7,)).hand("egypt") == {7}


# ------------------------------------------------------------------------- who decides for them


def event(card: int, drawer: int, scenario: str = "basic_2p", **given: Any) -> Table:
    if scenario == "basic_2p":
        given = {"egypt": {}, "troy": {}} | given
    return at("event", drawer, card, scenario=scenario, table=[card], then=["next turn"], **given)


@pytest.mark.rule("CRD-08")
@pytest.mark.parametrize("drawer", [EGYPT, TROY])
@pytest.mark.parametrize(
    ("egypt", "troy", "order", "decides"),
    [
        (2, 5, ["egypt", "troy"], "egypt"),
        (5, 2, ["egypt", "troy"], "troy"),
        (4, 4, ["egypt", "troy"], "egypt"),
        (4, 4, ["troy", "egypt"], "troy"),
    ],
)
def test_who_has_fewest_vp_leads_an_invasion(
    egypt: int, troy: int, order: list[str], decides: str, drawer: int
) -> None:
    """Of two with as many, who is earlier in turn order; it does not matter who drew it."""
    t = event(HORDES, drawer, egypt={"vp": egypt}, troy={"vp": troy}, order=order)
    assert t.asked("name_area", decides)
    assert [e.faction for e in t.events("event")] == [drawer]


@pytest.mark.rule("CRD-08")
@pytest.mark.parametrize("drawer", [EGYPT, TROY])
@pytest.mark.parametrize("poorer", [EGYPT, TROY])
def test_any_other_event_is_of_who_drew_it(drawer: int, poorer: int) -> None:
    vp = [{"vp": 2 if f == poorer else 9} for f in (EGYPT, TROY)]
    t = event(TIME_MARCHES_ON, drawer, egypt=vp[0], troy=vp[1])
    assert [e.faction for e in t.events("time_marches")] == [drawer]


@pytest.mark.rule("CRD-08")
@pytest.mark.parametrize("poorer", [EGYPT, TROY])
def test_an_event_that_nobody_drew_is_of_who_has_fewest_vp(poorer: int) -> None:
    vp = [{"vp": 2 if f == poorer else 9} for f in (EGYPT, TROY)]
    t = event(TIME_MARCHES_ON, -1, egypt=vp[0], troy=vp[1])
    assert [e.faction for e in t.events("time_marches")] == [poorer]


FILE = """
id: decided
title: Decided by Egypt
kind: historical
board: {cut_line: eastern}
factions:
  - {id: first, player: 0, colour: brown, civilization: egypt}
  - {id: second, player: 1, colour: red, civilization: troy}
setup:
  discs: {first: {egypt: 2}, second: {troy: 2}}
deck:
  replaced:
    99: {text: "-", decides: %s, does: [{op: name_area, where: {kind: land}}, {op: barbarians, n: 1}]}
"""


@pytest.mark.parametrize("decides", [EGYPT, TROY])
@pytest.mark.parametrize("poorer", [EGYPT, TROY])
def test_a_scenario_can_say_who_decides(decides: int, poorer: int, tmp_path: Path) -> None:
    file = tmp_path / "decided.yaml"
    file.write_text(FILE % ("first", "second")[decides], encoding="utf-8")
    vp = [{"vp": 2 if f == poorer else 9} for f in (EGYPT, TROY)]
    t = event(HORDES, TROY, scenario=str(file), **dict(zip(("first", "second"), vp, strict=True)))
    assert t.kind == "name_area" and t.game.decision.faction == decides


@pytest.mark.rule("EXP-54")
@pytest.mark.parametrize("unmet", [0, 1])
def test_before_the_first_npc_appears_events_happen_as_if_it_were_there(unmet: int) -> None:
    game = Game.new("two_civs_a", options={"npcs": [unmet], "unknown": [unmet]})
    assert game.state.absent == 1 << unmet and fewest_vp(game.state) == unmet


# -------------------------------------------------------------------------- keeping, the limit


@pytest.mark.rule("DEF-50")
@pytest.mark.parametrize(("cards", "surplus"), [(5, 0), (6, 0), (7, 1), (8, 2)])
def test_down_to_the_hand_limit(cards: int, surplus: int) -> None:
    hand = [card for card in range(1, 20) if card != 19][:cards]
    t = at("hand limit", EGYPT, then=["next turn"], egypt={"hand": hand}, troy={})
    for left in range(surplus, 0, -1):
        assert t.asked("hand_limit", "egypt") and t.game.decision.context["n"] == left
        assert t.game.legal_actions() == [t.action(f"#{card}") for card in hand]
        t.do(f"#{hand.pop(0)}")
    assert t.s.question is None or t.kind != "hand_limit"
    assert len([e for e in t.events("discarded") if e.cause == "hand limit"]) == surplus
