"""The Sudden End step: which cards end an Epoch, what happens to them, Time Marches On."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, at, deck_with, moment, position


def check(turn: int, *top: int, **given: Any) -> Table:
    """The Sudden End step of this turn with these cards on top of the deck."""
    given.setdefault("egypt", {"discs": {"egypt": 1}})
    given.setdefault("troy", {"discs": {"troy": 1}, "vp": 1})
    t = at("sudden end", turn=turn, deck=deck_with(*top), **given)
    while not t.events("sudden_end"):
        t.game.apply(t.game.legal_actions()[0])  # decisions of an Event
    return t


def epoch_ended(t: Table) -> bool:
    return any(event.phase == "epoch" for event in t.events("phase"))


def drew(t: Table) -> bool:
    return any(event.cause == "draw step" for event in t.events("drew"))


@pytest.mark.rule("EVA-10")
def test_turn_1_goes_to_the_draw_without_a_check():
    t = at("sudden end", turn=1, egypt={}, troy={}, deck=deck_with(2))
    assert not t.events("revealed")
    assert drew(t)
    assert not epoch_ended(t)
    assert 2 in t.hand("egypt")


@pytest.mark.rule("EVA-11", "EVA-13")
@pytest.mark.parametrize(("turn", "digits", "hits"), [(2, "2", 20), (3, "23", 38)])
def test_the_digits_of_the_revealed_id_end_the_epoch(turn, digits, hits):
    ended = []
    for card in range(1, 104):
        t = check(turn, card)
        expected = any(digit in digits for digit in str(card))
        assert [event.card for event in t.events("revealed")][:1] == [card]
        assert t.events("sudden_end")[0].ends == expected, card
        assert epoch_ended(t) == expected, card
        assert drew(t) != expected, card  # the Draw step is skipped if the Epoch ends
        ended.append(expected)
    assert sum(ended) == hits


@pytest.mark.rule("EVA-12")
@pytest.mark.parametrize("turn", [2, 3])
def test_a_revealed_card_is_shuffled_back(turn):
    places = set()
    for seed in range(40):
        t = check(turn, 78, 1, 4, 5, 6, 7, 8, 9, rng=seed)
        assert 78 not in t.s.discard
        if 78 in t.s.deck:
            places.add(t.s.deck.index(78))
        else:
            assert 78 in t.hand("egypt") | t.hand("troy")
    assert len(places) > 20


@pytest.mark.rule("EVA-12")
def test_a_revealed_event_happens_first_and_is_discarded():
    t = at(
        "sudden end",
        turn=2,
        egypt={"discs": {"egypt": 1}, "vp": 3},
        troy={"discs": {"troy": 1}, "vp": 2},
        deck=deck_with(98),
    )
    assert t.asks == "troy"  # the civilization with fewest VP runs the invasion
    assert not t.events("sudden_end")
    t.do("trojan_sea")
    assert t.discs("barbarians", "trojan_sea") == 4
    assert t.discs("barbarians", "troy") == 4
    assert 98 in t.s.discard
    assert drew(t)


@pytest.mark.rule("EVA-12")
def test_the_id_of_an_event_is_checked_after_it_was_resolved():
    t = check(2, 102, egypt={"discs": {"egyptian_sea": 1}}, troy={"discs": {"troy": 1}})
    kinds = [event.kind for event in t.events() if event.kind in ("barbarians", "talents", "sudden_end")]
    assert kinds[:3] == ["barbarians", "talents", "sudden_end"]
    assert epoch_ended(t)


@pytest.mark.rule("EVA-12")
@pytest.mark.parametrize(("turn", "ends"), [(2, False), (3, True)])
def test_breath_of_god_ends_the_epoch_only_on_turn_3(turn, ends):
    assert epoch_ended(check(turn, 103)) == ends


@pytest.mark.rule("EVA-11")
def test_an_empty_deck_is_rebuilt_from_the_discard_pile_for_the_check():
    t = at("sudden end", turn=2, egypt={}, troy={"vp": 1}, deck=[], discard=list(range(1, 104)))
    assert t.events("reshuffled")
    assert t.events("revealed")


@pytest.mark.rule("EVA-14", "EPO-01")
def test_turn_4_ends_the_epoch_without_a_card_or_a_draw():
    t = at("sudden end", turn=4, egypt={}, troy={"vp": 1}, deck=deck_with(1))
    assert epoch_ended(t)
    assert not drew(t)
    assert not any(event.cause == "sudden end" for event in t.events("revealed"))


@pytest.mark.rule("EVA-11", "EVA-13")
@pytest.mark.parametrize("turn", [2, 3])
def test_time_marches_on_ends_the_epoch_without_a_card(turn):
    t = at("sudden end", turn=turn, egypt={}, troy={"vp": 1}, deck=deck_with(1), end_epoch=True)
    assert epoch_ended(t)
    assert not drew(t)
    assert not any(event.cause == "sudden end" for event in t.events("revealed"))
    assert not t.s.end_epoch  # it is used up


@pytest.mark.rule("DEF-04", "EVA-10")
def test_time_marches_on_waits_for_turn_2_since_turn_1_has_no_check():
    t = at("sudden end", turn=1, egypt={}, troy={"vp": 1}, deck=deck_with(1), end_epoch=True)
    assert not epoch_ended(t) and t.s.end_epoch


def test_time_marches_on_drawn_with_the_new_hands_dooms_the_new_epoch():
    others = (98, 99, 100, 101, 102, 103)
    t = position(
        egypt={"epoch_draw": 5, "discs": {"egypt": 1}},
        troy={"epoch_draw": 5},
        **moment("new hands", then=["next epoch"]),
        aside=list(others),
        deck=deck_with(62, without=others),
    )
    assert (t.s.epoch, t.s.turn) == (2, 1)
    assert t.s.end_epoch
