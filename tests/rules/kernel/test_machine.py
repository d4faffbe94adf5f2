"""The machine: work waits on a stack, a question with one answer is answered, nothing else is."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, at, position

from acis_rules.cards.drawing import draw, hand_limit, keep, kept, over_limit
from acis_rules.kernel import machine
from acis_rules.kernel.actions import STOP, card_action
from acis_rules.kernel.machine import (
    act,
    answer,
    argument,
    arguments_of,
    ask,
    awaited,
    home_of,
    later,
    pending,
    push,
    run,
    step,
)
from acis_rules.kernel.state import Question
from acis_rules.phases.evaluation import sudden_end

EGYPT, TROY = 0, 1
PHILOSOPHER, SILK_ROAD = 93, 55  # can always be played


def idle(**egypt: Any) -> Table:
    """Nothing is left to do; Egypt holds some cards."""
    return at("event", -1, 102, table=[102], egypt=egypt, troy={})


def everything(t: Table) -> Any:
    return t.game.to_dict()


# --------------------------------------------------------------------------------- questions


def test_a_question_says_who_is_asked_for_what() -> None:
    t = idle(hand=[7, 8])
    s = t.s
    assert s.question is None and not s.stack
    ask(s, over_limit, (EGYPT,), EGYPT, "hand_limit", 0b11)
    assert s.question == Question(EGYPT, "hand_limit", 0b11, card=0, area=-1, by=-1, n=0)
    assert s.stack == [("hand_limit", EGYPT)]
    ask(s, kept, (EGYPT, "draw"), TROY, "keep", 0b111, card=5, area=6, by=TROY, n=2)
    assert s.question == Question(TROY, "keep", 0b111, 5, 6, TROY, 2)
    assert s.stack[-1] == ("keep", EGYPT, "draw") and awaited(s) is kept


def test_one_answer_is_no_question() -> None:
    t = idle(hand=[7, 8])
    ask(t.s, over_limit, (EGYPT,), EGYPT, "hand_limit", 1 << card_action(7))
    run(t.s)
    assert t.s.question is None and t.hand("egypt") == {8} and not t.s.stack and t.s.asker is None


@pytest.mark.parametrize("others", [0b10, 1 << card_action(8), 1 << STOP])
def test_two_are(others: int) -> None:
    t = idle(hand=[7, 8])
    ask(t.s, over_limit, (EGYPT,), EGYPT, "hand_limit", 1 << card_action(7) | others)
    run(t.s)
    assert t.s.question is not None and t.hand("egypt") == {7, 8} and len(t.s.stack) == 1


def test_who_asked_and_where_is_remembered() -> None:
    t = idle(hand=[1, 3, 4, 5, 7, 8])
    t.s.hand[EGYPT] |= 1 << 9
    t.s.deck.remove(9)
    push(t.s, draw, TROY, 0, False, "draw step")
    push(t.s, hand_limit, EGYPT)
    run(t.s)
    assert t.asked("hand_limit", "egypt") and t.s.asker == (1, ("hand_limit", EGYPT))
    assert t.s.stack == [("draw", TROY, 0, False, "draw step"), ("hand_limit", EGYPT)]


@pytest.mark.parametrize("action", [-1, -64, 5, 271, 10_000])
def test_no_answer_changes_nothing(action: int) -> None:
    t = position(phase="cards", egypt={"hand": [PHILOSOPHER]}, troy={"hand": [7]})
    before = everything(t)
    assert act(t.s, action) is False and everything(t) == before


def test_an_answer_goes_on_to_the_next_question() -> None:
    t = position(phase="cards", egypt={"hand": [PHILOSOPHER]}, troy={"hand": [SILK_ROAD]})
    assert t.asked("card_action", "egypt") and act(t.s, STOP) is True
    assert t.asked("card_action", "troy") and [event.faction for event in t.events("passed")] == [EGYPT]


def test_without_a_question_there_is_no_answer() -> None:
    t = idle()
    before = everything(t)
    assert act(t.s, STOP) is False and everything(t) == before


# ------------------------------------------------------------------------ work that is pending


def test_what_waits_is_found_as_a_step_or_as_the_answer_to_it() -> None:
    t = idle(hand=[7, 8])
    assert not pending(t.s, hand_limit, keep, sudden_end)
    push(t.s, keep, EGYPT, "draw")
    assert pending(t.s, keep) and pending(t.s, hand_limit, keep) and not pending(t.s, hand_limit)
    ask(t.s, over_limit, (EGYPT,), EGYPT, "hand_limit", 0b11)
    assert pending(t.s, hand_limit) and pending(t.s, over_limit) and not pending(t.s, draw)


def test_what_an_answer_will_be_given() -> None:
    t = idle(hand=[7, 8])
    assert awaited(t.s) is None and argument(t.s, "faction") is None
    ask(t.s, kept, (TROY, "wonder 1"), EGYPT, "keep", 0b11)
    assert awaited(t.s) is kept
    assert (argument(t.s, "faction"), argument(t.s, "cause")) == (TROY, "wonder 1")
    assert argument(t.s, "play") is None and argument(t.s, "s") is None and argument(t.s, "action") is None


def test_the_arguments_of_a_step() -> None:
    assert arguments_of("draw") == dict.fromkeys(("faction", "n", "to_look_at", "cause"), "needed")
    assert arguments_of("remove_own") == {
        **dict.fromkeys(("faction", "n", "cause", "by"), "needed"), "spared": "optional",
    }  # fmt: skip
    assert arguments_of("hand_limit") == {"faction": "needed"} and arguments_of("lunch") is None


def test_where_a_step_is_at_home() -> None:
    assert home_of("draw") == "acis_rules.cards.drawing" and home_of("sudden_end").endswith("evaluation")
    assert "draw" in machine.step_names() and "hand_limit" in machine.step_names()


@pytest.mark.parametrize("register", [step, answer])
def test_a_name_is_given_once(register: Any) -> None:
    with pytest.raises(AssertionError, match="hand_limit"):
        register("hand_limit")(lambda s: None)


def test_a_stand_in_is_only_pushed() -> None:
    stand_in = later("draw")
    t = idle()
    push(t.s, stand_in, EGYPT, 0, False, "draw step")
    assert t.s.stack == [("draw", EGYPT, 0, False, "draw step")] and pending(t.s, draw)
    with pytest.raises(AssertionError, match="draw"):
        stand_in(t.s)
