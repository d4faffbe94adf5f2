"""Cards as goods: discarded, taken, drawn, looked at and recovered; hands dealt anew; the end of an Epoch."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import EVENTS, Table, position

from acis_rules.effects import Operation, Play
from acis_rules.effects.fate import (
    Discard,
    Draw,
    EndEpoch,
    Exchange,
    Look,
    NewHands,
    Recover,
    Reshuffle,
    Take,
)
from acis_rules.kernel.actions import card_action
from acis_rules.kernel.bits import members
from acis_rules.kernel.machine import push, run
from acis_rules.phases.evaluation import sudden_end

EGYPT, TROY = 0, 1
CARD = 27
TOP = (11, 12, 13, 14)  # of the deck


def play(*factions: int) -> Play:
    return Play(EGYPT, "card", CARD, factions=factions or (TROY,))


def table(egypt: tuple[int, ...] = (93, 1), troy: tuple[int, ...] = (3, 5, 7), **given: Any) -> Table:
    """Nothing is pending; the deck is given from the top, with all Events below."""
    deck = given.pop("deck", [*TOP, *EVENTS])
    used = {*deck, *egypt, *troy, *given.get("discard", ())}
    aside = [card for card in range(1, 104) if card not in used]
    t = position(
        phase=given.pop("phase", "cards"), egypt={"hand": [*egypt], "discs": {"kush": 1}}, deck=deck[::-1],
        troy={"hand": [*troy], "discs": {"troy": 1}}, aside=aside, **given,
    )  # fmt: skip
    t.s.question = None
    t.s.stack.clear()
    return t


def done(operation: Operation, *picked: int, factions: tuple[int, ...] = (TROY,), **given: Any) -> Table:
    t = table(**given)
    operation.resolve(t.s, play(*factions), picked)
    run(t.s)
    return t


# -------------------------------------------------------------------------------- discards


@pytest.mark.rule("CLR-05")
def test_the_victim_chooses_what_to_discard() -> None:
    t = done(Discard(n=2))
    assert t.asked("discard", "troy") and len(t.options) == 3
    assert t.game.decision.context == {"n": 2, "by": EGYPT}
    t.do("#5")
    assert t.asked("discard", "troy") and t.game.decision.context["n"] == 1
    t.do("#3")
    assert t.hand("troy") == {7} and t.s.discard == [5, 3] and t.s.question is None
    assert {(e.faction, e.card, e.cause) for e in t.events("discarded")} == {
        (TROY, 5, "card 27"), (TROY, 3, "card 27"),
    }  # fmt: skip


@pytest.mark.parametrize(("hand", "left"), [((3, 5), 0), ((3,), 0), ((), 0)])
def test_who_has_fewer_discards_all(hand: tuple[int, ...], left: int) -> None:
    for how in ("choice", "random"):
        t = done(Discard(n=3, how=how), troy=hand)
        while t.s.question is not None:
            t.game.apply(t.game.legal_actions()[0])
        assert len(t.hand("troy")) == left and {*t.s.discard} == {*hand}


@pytest.mark.rule("CLR-05")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_random_discard_asks_nobody(n: int) -> None:
    t = done(Discard(n=n, how="random"))
    assert t.s.question is None and len(t.s.discard) == n and len(t.hand("troy")) == 3 - n
    firsts = set()
    for seed in range(12):
        again = table()
        again.s.rng = seed
        Discard(how="random").resolve(again.s, play(), ())
        firsts.add(again.s.discard[0])
    assert firsts == {3, 5, 7}


def test_an_exchange_is_a_card_of_ones_own() -> None:
    one = table()
    assert members(Exchange().options(one.s, play(), ())) == [card_action(1), card_action(93)]
    assert Exchange().options(one.s, play(), (card_action(1),)) == 0
    t = done(Exchange(), card_action(1))
    assert t.hand("egypt") == {93} and t.s.discard == [1]
    assert done(Exchange()).hand("egypt") == {1, 93}, "without a card nothing is exchanged"


# ----------------------------------------------------------------------------- taking cards


@pytest.mark.rule("CLR-12")
def test_a_hand_is_looked_at_before_a_card_is_taken() -> None:
    t = done(Take(how="look"))
    assert t.asked("take", "egypt") and len(t.options) == 3 and t.game.decision.context == {"by": TROY}
    assert members(t.game.view(EGYPT).known[TROY]) == [3, 5, 7]
    t.do("#5")
    assert t.hand("egypt") == {93, 1, 5} and t.hand("troy") == {3, 7}
    assert [(e.faction, e.other, e.n) for e in t.events("hand_seen")] == [(EGYPT, TROY, 3)]


@pytest.mark.rule("CLR-12")
def test_a_random_card_is_taken_unseen() -> None:
    t = done(Take(how="random"))
    assert t.s.question is None and len(t.hand("egypt")) == 3 and len(t.hand("troy")) == 2
    assert members(t.game.view(EGYPT).known[TROY]) == [] and not t.events("hand_seen")
    assert done(Take(how="random"), troy=()).hand("egypt") == {1, 93}
    assert done(Take(how="look"), troy=()).s.question is None


def test_taking_may_lead_above_the_hand_limit() -> None:
    t = done(Take(how="random"), egypt=(93, 1, 2, 4, 6, 8))
    assert t.asked("hand_limit", "egypt") and t.game.decision.context["n"] == 1


@pytest.mark.parametrize(
    ("operation", "troy", "costs"),
    [
        (Discard(), (7,), True), (Discard(), (), False), (Take(how="look"), (7,), True),
        (Take(how="random"), (), False), (NewHands(), (7,), False),
    ],
)  # fmt: skip
def test_what_would_cost_troy_a_card_now(operation: Operation, troy: tuple[int, ...], costs: bool) -> None:
    assert operation.costs(table(troy=troy).s, play()) == costs


# ------------------------------------------------------------------------------ drawing cards


@pytest.mark.parametrize("n", [1, 3])
def test_cards_are_drawn_into_the_hand(n: int) -> None:
    t = done(Draw(n=n))
    assert t.hand("egypt") == {93, 1, *TOP[:n]} and t.s.drawn == [0, 0]
    assert [(e.n, e.cause) for e in t.events("drew")] == [(n, "card 27")]


def test_drawing_too_many_leads_to_discards() -> None:
    t = done(Draw(n=3), egypt=(93, 1, 2, 4))
    assert t.asked("hand_limit", "egypt") and t.game.decision.context["n"] == 1


@pytest.mark.rule("EGY-02d")
def test_a_limit_that_holds_at_the_end_of_the_draw_only_is_not_checked_here() -> None:
    t = position("god_king", phase="cards", egypt={"hand": [93, 1, 2, 4, 6, 8]}, hittites={"hand": [7]})
    for operation, size in ((Draw(n=2), 8), (Take(how="random"), 7)):
        s = t.s.copy()
        s.question = None
        s.stack.clear()
        operation.resolve(s, Play(0, "card", CARD, factions=(1,)), ())
        run(s)
        assert s.question is None and s.hand[0].bit_count() == size


@pytest.mark.rule("CLR-13")
def test_of_cards_looked_at_one_is_kept() -> None:
    t = done(Look(n=3))
    assert t.asked("keep", "egypt") and len(t.options) == 3 and t.hand("egypt") == {93, 1}
    t.do("#12")
    assert t.hand("egypt") == {93, 1, 12} and {*t.s.discard} == {11, 13} and t.s.drawn == [0, 0]


def test_after_one_is_kept_the_limit_holds() -> None:
    t = done(Look(n=2), egypt=(93, 1, 2, 4, 6, 8)).do("#11")
    assert t.asked("hand_limit", "egypt")


@pytest.mark.rule("CLR-13")
def test_a_card_of_the_pile_is_taken_into_the_hand() -> None:
    pile = [21, 22, 23, 24, 62]
    t = done(Recover(n=5), discard=pile, deck=[*TOP, 98])
    assert t.asked("recover", "egypt") and {*t.s.peeked} == {*pile}
    assert t.game.legal_actions() == [card_action(card) for card in (21, 22, 23, 24)], "no Event (DEF-51)"
    t.do("#22")
    assert t.hand("egypt") == {93, 1, 22} and {*t.s.discard} == {21, 23, 24, 62} and t.s.peeked == ()


def test_from_a_pile_of_events_nothing_is_taken() -> None:
    t = done(Recover(n=2), discard=[62, 98], deck=[*TOP])
    assert t.s.question is None and t.s.peeked == () and {*t.s.discard} == {62, 98}
    assert not Recover(n=1).possible(table().s, play())
    assert Recover(n=1).possible(table(discard=[7], troy=()).s, play())


def test_recovering_too_many_leads_to_discards() -> None:
    t = done(Recover(n=2), egypt=(93, 1, 2, 4, 6, 8), discard=[21, 22], deck=[*TOP, *EVENTS]).do("#21")
    assert t.asked("hand_limit", "egypt")


# ------------------------------------------------------------------------------ all hands, the deck


def test_everybody_discards_and_draws_as_many_cards() -> None:
    t = done(NewHands())
    assert (len(t.hand("egypt")), len(t.hand("troy"))) == (2, 3) and t.s.discard == []
    assert [(e.faction, e.n) for e in t.events("hand_discarded")] == [(EGYPT, 2), (TROY, 3)]
    everything = t.hand("egypt") | t.hand("troy") | {*t.s.deck}
    assert everything == {93, 1, 3, 5, 7, *TOP, *EVENTS} and not t.events("event")


def test_the_pile_is_shuffled_into_the_deck() -> None:
    t = done(Reshuffle(), discard=[21, 22])
    assert t.s.discard == [] and {*t.s.deck} == {*TOP, *EVENTS, 21, 22}
    assert [e.cause for e in t.events("reshuffled")] == ["card 27"]


@pytest.mark.parametrize("operation", [Draw(n=1), Look(n=1), NewHands(), Reshuffle()])
def test_what_can_always_be_done(operation: Operation) -> None:
    assert operation.possible(table(egypt=(93,), troy=()).s, play())


@pytest.mark.parametrize("operation", [Discard(), Take(how="look"), Exchange(), EndEpoch()])
def test_an_operation_that_asks_for_nothing_is_no_reason_to_play_a_card(operation: Operation) -> None:
    assert operation.possible(table().s, play()) == isinstance(operation, Exchange)


# -------------------------------------------------------------------------- the end of an Epoch


def marches(scenario: str = "basic_2p", phase: str = "cards", turn: int = 2, checked: bool = False) -> bool:
    """Whether Time Marches On ends the Epoch at the next check."""
    first = {"greeks_persians": "greece", "hannibal": "carthage"}.get(scenario, "egypt")
    t = position(scenario, phase="cards", turn=turn, **{first: {"hand": [93]}})
    s = t.s.copy()
    s.question = None
    s.stack.clear()
    s.phase = phase
    if not checked:
        push(s, sudden_end)
    EndEpoch().resolve(s, Play(0, "card", 62), ())
    told = [event.cause for event in s.log if event.kind == "time_marches"]
    assert told == (["card 62"] if s.end_epoch else [])
    return s.end_epoch


@pytest.mark.parametrize("phase", ["growth", "cards", "competition", "evaluation", "epoch"])
@pytest.mark.parametrize("turn", [1, 4])
def test_the_next_check_ends_the_epoch(phase: str, turn: int) -> None:
    assert marches(phase=phase, turn=turn)


@pytest.mark.rule("GREEK-01b")
@pytest.mark.parametrize(
    ("phase", "turn", "checked", "ends"),
    [
        ("cards", 1, False, False), ("cards", 2, False, False), ("cards", 3, False, True),
        ("evaluation", 2, False, False),  # this turn's check is still to come
        ("evaluation", 2, True, True),  # the next is that of turn 3
        ("evaluation", 1, True, False),
        ("cards", 2, True, False),
        ("epoch", 4, True, False),  # turn 1 of the next Epoch
    ],
)  # fmt: skip
def test_before_some_turn_no_card_ends_an_epoch(phase: str, turn: int, checked: bool, ends: bool) -> None:
    """With the Greeks and Persians, not before turn 3."""
    assert marches("greeks_persians", phase, turn, checked) == ends


@pytest.mark.rule("HANN-01b")
@pytest.mark.parametrize("turn", [1, 5, 6])
def test_in_hannibals_war_none_ever_does(turn: int) -> None:
    assert not marches("hannibal", "cards", turn)
