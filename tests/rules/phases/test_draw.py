"""The Draw step: how many cards, talents first, Events among them, the hand limit."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import EVENTS, Table, at, deck_with, moment, position

from acis_rules.kernel.actions import N_NUMBERS, number_action
from acis_rules.phases.evaluation import draw_count

LANDS = ["egypt", "kush", "libya", "nile_delta", "sinai", "petra", "tyre", "canaan", "palmyra"]


def draw(*top: int, **given: Any) -> Table:
    """A Draw step with these cards on top of the deck; Egypt draws first."""
    held = [card for name in ("egypt", "troy") for card in given.get(name, {}).get("hand", [])]
    held += [data["card"] for data in given.get("investments", [])] + given.get("discard", [])
    given.setdefault("egypt", {})
    given.setdefault("troy", {"vp": 1})
    given.setdefault("deck", deck_with(*top, without=tuple(held)))
    return position(**moment("draw step"), **given)


def drawn(t: Table, civilization: str, cause: str = "draw step") -> list[int]:
    """How many cards came at each of its draws."""
    faction = t.faction(civilization)
    return [event.n for event in t.events("drew") if event.faction == faction and event.cause == cause]


@pytest.mark.rule("EVA-15")
@pytest.mark.parametrize(("cities", "cards"), [(0, 3), (1, 3), (3, 3), (4, 4), (7, 4), (8, 5), (9, 5)])
def test_three_cards_and_one_per_four_cities(cities, cards):
    t = draw(egypt={"discs": dict.fromkeys(LANDS[:cities], 3)}, troy={"discs": {"troy": 2, "ionia": 2}})
    assert drawn(t, "egypt") == [cards]
    assert len(t.hand("egypt")) == cards
    assert drawn(t, "troy") == [3]


@pytest.mark.rule("EVA-15")
@pytest.mark.parametrize("talents", [0, 1, 2, 3])
def test_one_more_card_per_talent_spent(talents):
    t = draw(egypt={"treasury": 3}, troy={"vp": 1})
    assert t.asked("talents_to_spend", "egypt")
    assert t.options == {"number 0", "number 1", "number 2", "number 3"}
    t.do(talents)
    assert drawn(t, "egypt") == [3 + talents]
    assert t.of("treasury", "egypt") == 3 - talents


@pytest.mark.rule("EVA-15")
def test_cities_and_talents_add_up():
    t = draw(egypt={"discs": dict.fromkeys(LANDS[:4], 3), "treasury": 2}, troy={})
    t.do(2)
    assert drawn(t, "egypt") == [6]


@pytest.mark.rule("EVA-15")
def test_everybody_draws_in_turn_order():
    t = draw(1, 3, 4, 5, 6, 7, egypt={}, troy={}, order=["troy", "egypt"])
    assert t.hand("troy") == {1, 3, 4}
    assert t.hand("egypt") == {5, 6, 7}


@pytest.mark.rule("EVA-16")
def test_talents_are_paid_before_any_card_is_drawn():
    t = draw(1, 3, 4, 5, egypt={"treasury": 1}, troy={})
    assert t.asked("talents_to_spend", "egypt")
    assert not t.events("drew")
    t.do(1)
    kinds = [event.kind for event in t.events() if event.kind in ("talents", "drew")]
    assert kinds[:2] == ["talents", "drew"]
    assert t.hand("egypt") == {1, 3, 4, 5}


@pytest.mark.rule("EVA-16")
def test_talents_gained_by_an_event_buy_no_more_cards():
    t = draw(1, 102, 3, 4, egypt={"discs": {"egyptian_sea": 1}}, troy={"discs": {"troy": 1}})
    assert t.hand("egypt") == {1, 3, 4}
    assert t.of("treasury", "egypt") == 2
    assert drawn(t, "egypt") == [2]
    assert drawn(t, "egypt", "replacement") == [1]
    assert t.s.turn == 2  # nobody was asked for talents


@pytest.mark.rule("EVA-16")
def test_later_drawers_may_spend_talents_of_an_earlier_event():
    t = draw(1, 102, 3, 4, egypt={"discs": {"egypt": 1}}, troy={"discs": {"minoan_sea": 1}})
    assert t.asked("talents_to_spend", "troy")


@pytest.mark.rule("EVA-17")
def test_a_wonder_draws_first_then_talents_are_announced():
    t = draw(
        1, 3, 4, 5, 6, 7, 8,
        egypt={"discs": {"tyre": 1}, "treasury": 1},
        troy={},
        wonders=[{"wonder": "Great Library", "owner": "egypt", "area": "tyre", "discs": 5}],
    )  # fmt: skip
    assert t.asked("use", "egypt")
    t.do("Great Library")
    assert t.asked("keep", "egypt")
    assert t.options == {"Earthquake", "Volcanic Eruption", "Local Volcano"}
    t.do("#3")
    assert t.hand("egypt") == {3}
    assert t.s.discard == [1, 4]
    assert t.s.wonders[1].discs == 4
    assert t.asked("talents_to_spend", "egypt")
    t.do(1)
    assert t.hand("egypt") == {3, 5, 6, 7, 8}


@pytest.mark.rule("EVA-17")
def test_an_investment_draws_too_and_may_be_left_alone():
    given: dict[str, Any] = {"investments": [{"card": 91, "owner": "egypt", "discs": 3}]}
    t = draw(1, 3, 4, 5, 6, 7, egypt={}, troy={}, **given)
    t.do("#91", "#4")
    assert t.hand("egypt") == {4, 5, 6, 7}
    assert t.s.investments[91] == (0, 2)
    t = draw(1, 3, 4, 5, 6, 7, egypt={}, troy={}, **given)
    t.do("no")
    assert t.hand("egypt") == {1, 3, 4}
    assert t.s.investments[91] == (0, 3)


@pytest.mark.rule("EVA-17")
def test_a_wonder_whose_area_is_lost_draws_nothing():
    t = draw(
        egypt={"discs": {"egypt": 1}},
        troy={"discs": {"tyre": 1}},
        wonders=[{"wonder": "Great Library", "owner": "egypt", "area": "tyre", "discs": 5}],
    )
    assert t.s.turn == 2


@pytest.mark.rule("EVA-17")
def test_events_among_the_cards_looked_at_are_resolved_and_replaced():
    t = draw(
        1, 102, 3, 4,
        egypt={"discs": {"tyre": 1}},
        troy={},
        wonders=[{"wonder": "Great Library", "owner": "egypt", "area": "tyre", "discs": 5}],
    )  # fmt: skip
    t.do("Great Library")
    assert t.discs("barbarians", "eastern_mediterranean") == 1
    assert t.asked("keep", "egypt")
    assert t.options == {"Earthquake", "Volcanic Eruption", "Local Volcano"}


@pytest.mark.rule("EVA-17")
@pytest.mark.parametrize("before", [0, 1])
def test_talents_of_an_event_drawn_for_the_wonder_buy_no_cards(before):
    """Atlantis turns up among the three cards of the Great Library and brings Egypt 2 talents."""
    t = draw(
        1, 102, 3, 4, 5, 6, 7, 8,
        egypt={"discs": {"tyre": 1, "egyptian_sea": 1}, "treasury": before},
        troy={},
        wonders=[{"wonder": "Great Library", "owner": "egypt", "area": "tyre", "discs": 5}],
    )  # fmt: skip
    t.do("Great Library", "#1")
    assert t.of("treasury", "egypt") == before + 2
    if before:
        assert t.asked("talents_to_spend", "egypt")
        assert t.options == {"number 0", "number 1"}
        t.do(1)
    bought = [event.n for event in t.events("talents") if event.cause == "cards"]
    assert bought == [-1] * before
    assert len(t.hand("egypt")) == 1 + 3 + before


@pytest.mark.rule("EVA-17")
def test_talents_gained_in_the_draw_of_another_buy_cards_in_ones_own():
    t = draw(102, 1, 3, 4, 5, 6, 7, egypt={"vp": 1}, troy={"discs": {"egyptian_sea": 1}})
    assert t.asked("talents_to_spend", "troy")
    assert t.options == {"number 0", "number 1", "number 2"}


@pytest.mark.rule("EVA-17")
def test_the_alphabet_of_phoenicia_comes_after_everybody_has_drawn():
    t = position(
        phoenicia={"vp": 1},
        troy={"vp": 2},
        order=["phoenicia", "troy"],
        **moment("draw step"),
        deck=deck_with(1, 3, 4, 5, 6, 7, 8, 9),
    )
    assert t.asked("ability", "phoenicia")
    assert t.hand("phoenicia") == {1, 3, 4}
    assert t.hand("troy") == {5, 6, 7}
    t.do("yes", "#1")
    assert t.asked("keep", "phoenicia")
    t.do("#9")
    assert t.hand("phoenicia") == {3, 4, 9}
    assert t.s.discard == [1, 8]


@pytest.mark.rule("EVA-18")
@pytest.mark.parametrize("events", [(102, 98), (98, 102)])
def test_several_events_are_resolved_in_ascending_order_after_all_cards_are_drawn(events):
    t = draw(*events, 1, 3, 4, egypt={"vp": 0, "discs": {"egypt": 1}}, troy={"vp": 1})
    assert t.asks == "egypt"  # 98 first: the civilization with fewest VP chooses its area
    assert t.hand("egypt") == {1}
    assert not t.discs("barbarians", "eastern_mediterranean")
    t.do("red_sea")
    assert [event.card for event in t.events("event")] == [98, 102]
    assert t.discs("barbarians", "eastern_mediterranean") == 1
    assert t.hand("egypt") == {1, 3, 4}
    assert drawn(t, "egypt") == [1]
    assert drawn(t, "egypt", "replacement") == [2]
    assert t.s.discard == [98, 102]


@pytest.mark.rule("EVA-18")
def test_a_replacement_may_be_an_event_again():
    t = draw(102, 1, 3, 99, 4, egypt={}, troy={"vp": 1})
    assert t.discs("barbarians", "eastern_mediterranean") == 1
    assert t.asks == "egypt"
    t.do("macedon")
    assert t.hand("egypt") == {1, 3, 4}
    assert t.s.discard == [102, 99]


@pytest.mark.rule("EVA-18")
def test_a_drawn_invasion_is_run_by_the_civilization_with_fewest_vp():
    t = draw(101, egypt={"vp": 5}, troy={"vp": 4})
    assert t.asks == "troy"


@pytest.mark.rule("EVA-18")
def test_down_to_six_cards_of_the_owners_choice():
    t = draw(1, 3, 4, egypt={"hand": [7, 8, 9, 10, 11]}, troy={})
    assert t.asked("hand_limit", "egypt")
    assert len(t.options) == 8
    t.do("#1", "#9")
    assert t.hand("egypt") == {3, 4, 7, 8, 10, 11}
    assert t.s.discard == [1, 9]


@pytest.mark.rule("EVA-18")
def test_six_cards_are_not_too_many():
    t = draw(1, 3, 4, egypt={"hand": [7, 8, 9]}, troy={})
    assert t.hand("egypt") == {1, 3, 4, 7, 8, 9}
    assert t.s.turn == 2


@pytest.mark.rule("EVA-18")
def test_the_hand_limit_is_checked_after_events_and_replacements():
    t = draw(1, 101, 3, 4, egypt={"hand": [7, 8, 9, 10, 11], "vp": 0}, troy={"vp": 1})
    assert not t.asked("hand_limit")  # first the Event
    t.do("libya")
    assert t.asked("hand_limit", "egypt")
    assert len(t.options) == 8


@pytest.mark.rule("EVA-18")
def test_the_discard_pile_becomes_the_deck_when_it_runs_out():
    others = [card for card in range(1, 104) if card not in EVENTS and card not in (1, 3)]
    t = draw(egypt={}, troy={}, deck=[3, 1], discard=others[:-7], table=[], aside=others[-7:] + list(EVENTS))
    assert {1, 3} < t.hand("egypt")
    assert len(t.hand("egypt")) == len(t.hand("troy")) == 3
    assert not t.s.discard
    assert not t.hand("egypt") & set(others[-7:])  # cards set aside stay out


@pytest.mark.rule("EVA-19")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_then_the_next_turn_begins_with_growth(turn):
    t = draw(egypt={"discs": "setup"}, troy={"discs": "setup"}, turn=turn, epoch=2, passed=[0, 1])
    assert (t.s.epoch, t.s.turn, t.s.phase) == (2, turn + 1, "growth")
    assert t.asked("retire", "egypt")


@pytest.mark.rule("EVA-11")
def test_time_marches_on_shuffles_the_discards_in_and_dooms_the_epoch():
    out = [98, 99, 100, 101, 102, 103]
    t = draw(
        egypt={"discs": "setup"},
        troy={"discs": "setup"},
        turn=1,
        discard=[1, 3, 4],
        aside=out,
        deck=deck_with(62, without=(1, 3, 4, *out)),
    )
    assert t.s.turn == 2
    assert t.s.end_epoch
    assert t.s.discard == [62]
    assert [event.n for event in t.events("reshuffled")] == [94]  # 91 left in the deck and 3 discards
    assert len(t.hand("egypt")) == 3
    while not any(event.phase == "epoch" for event in t.events("phase")):
        t.game.apply(t.game.legal_actions()[0])
    assert (1, 3) not in [(event.epoch, event.turn) for event in t.events("turn")]  # no turn 3
    assert not any(event.cause == "sudden end" for event in t.events("revealed"))


@pytest.mark.rule("EVA-15", "EVA-16")
@pytest.mark.parametrize(
    ("treasury", "held", "most"), [(0, 9, 0), (3, 9, 3), (5, 3, 3), (30, 30, N_NUMBERS - 1), (4, 4, 4)]
)
def test_no_more_talents_are_spent_than_were_held_and_are_left(treasury, held, most):
    t = position(
        phase="evaluation", stack=[["draw_talents", 0, held, 0]], egypt={"treasury": treasury}, troy={}
    )  # fmt: skip
    legal = t.game.legal_actions() if t.s.question is not None else [number_action(0)]
    assert legal == [number_action(n) for n in range(most + 1)]


@pytest.mark.rule("EVA-15", "EPO-24")
@pytest.mark.parametrize(("cities", "less", "n"), [(0, 0, 3), (3, 0, 3), (4, 0, 4), (8, 1, 4), (0, 1, 2)])
def test_how_many_cards_without_talents(cities, less, n):
    lands = ["egypt", "kush", "libya", "sinai", "petra", "canaan", "tyre", "hamath"][:cities]
    t = at("turn order cards", 1, egypt={"discs": dict.fromkeys(lands, 3)}, troy={})
    t.s.draw_less[0] = less
    assert draw_count(t.s, 0) == n and draw_count(t.s, 1) == 3


@pytest.mark.rule("EVA-19")
def test_the_marker_advances_by_one():
    for turn in (1, 2, 3):
        t = position(**moment("next turn"), turn=turn, egypt={"discs": {"tyre": 2}}, troy={})
        assert t.s.turn == turn + 1 and [e.turn for e in t.events("turn")] == [turn + 1]
