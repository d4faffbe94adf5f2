"""The Epoch Change table from 69-75 on: hands, talents, Wonders and invasions."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, deck_with, moment, position

SIX = ["gaul", "mauretania", "rome", "carthage", "troy", "egypt"]
LANDS = ["egypt", "kush", "libya", "nile_delta", "sinai"]


def row(card: int, scenario: str = "basic_2p", **given: Any) -> Table:
    """The event of the row this card id selects, and nothing else."""
    return position(scenario, **moment("epoch row", card), **given)


def new_hands(card: int, vp: list[int]) -> list[int]:
    """Hand sizes after the row and the draw of this phase, with so many VP."""
    scenario = {2: "basic_2p", 6: "basic_6p"}[len(vp)]
    names = SIX if len(vp) == 6 else ["egypt", "troy"]
    given: dict[str, Any] = {name: {"vp": n, "epoch_draw": 5} for name, n in zip(names, vp, strict=True)}
    t = position(scenario, **moment("epoch row", card, then=["new hands"]), deck=deck_with(), **given)
    return [hand.bit_count() for hand in t.s.hand]


# --------------------------------------------------------------------------------- hands


@pytest.mark.rule("EPO-28")
@pytest.mark.parametrize(
    ("vp", "cards"),
    [
        ([60, 50, 40, 30, 20, 10], [2, 2, 3, 3, 4, 4]),
        ([10, 20, 30, 40, 50, 60], [4, 4, 3, 3, 2, 2]),
        ([9, 9, 7, 5, 5, 1], [2, 2, 2, 3, 3, 3]),  # the tied share a rank
        ([9, 9, 9, 9, 9, 9], [2, 2, 2, 2, 2, 2]),
        ([5, 4, 4, 4, 4, 3], [2, 2, 2, 2, 2, 3]),
        ([8, 1], [2, 2]),
    ],
)
def test_devaluation_gives_the_leaders_fewer_cards(vp, cards):
    assert new_hands(69, vp) == cards
    assert new_hands(75, vp) == cards


def end_of_epoch(**given: Any) -> Table:
    """Devaluation is revealed, then the Epoch's VP, then the draw."""
    rest = ("epoch vp", "lose talents", "new hands")
    return position("basic_4p", **moment("epoch row", 70, then=rest), deck=deck_with(), **given)


@pytest.mark.rule("EPO-28")
def test_devaluation_ranks_by_the_vp_at_the_draw():
    """Egypt is third when the row is revealed; with the VP for most Cities it is second."""
    t = end_of_epoch(
        troy={"vp": 9}, gaul={"vp": 8}, egypt={"vp": 7, "discs": {"egypt": 3}}, carthage={"vp": 6}
    )
    assert [t.of("vp", name) for name in ("troy", "gaul", "egypt", "carthage")] == [9, 8, 8, 6]
    assert [len(t.hand(name)) for name in ("troy", "gaul", "egypt", "carthage")] == [2, 2, 2, 3]


@pytest.mark.rule("EPO-28")
def test_devaluation_waits_for_the_talents_to_become_vp():
    t = end_of_epoch(troy={"vp": 9}, gaul={"vp": 8}, egypt={"vp": 7, "treasury": 9}, carthage={"vp": 6})
    assert t.of("vp", "egypt") == 10  # wealth has made Egypt the first
    assert [len(t.hand(name)) for name in ("troy", "gaul", "egypt", "carthage")] == [2, 3, 2, 3]


@pytest.mark.rule("EPO-16", "DIFF-03")
def test_a_handicap_changes_the_draw_of_one_civilization():
    t = position(phase="epoch", options={"handicaps": [{"epoch_draw": 3}, {}]}, egypt={}, troy={})
    assert [event.card for event in t.events("epoch_change")] == [19]  # the tsunami: no matter for the hands
    assert [event.n for event in t.events("drew") if event.cause == "new epoch"] == [3, 5]


@pytest.mark.rule("EPO-29")
@pytest.mark.parametrize("card", [76, 82])
def test_a_sigh_of_relief_gives_everybody_six_cards(card):
    assert new_hands(card, [7, 3]) == [6, 6]


@pytest.mark.rule("EPO-16")
def test_otherwise_everybody_gets_five():
    assert new_hands(9, [7, 3]) == [5, 5]


@pytest.mark.rule("EPO-28", "EPO-29")
def test_they_change_the_draw_of_this_phase_only():
    """In the turns after it the Draw step gives three cards again."""
    t = position(
        egypt={"epoch_draw": 5},
        troy={"epoch_draw": 5},
        **moment("epoch row", 70, then=["new hands", "draw step"]),
        deck=deck_with(),
    )
    draws = [event.n for event in t.events("drew") if event.cause == "draw step"]
    assert draws == [3, 3]


# ------------------------------------------------------------------------------- talents


@pytest.mark.rule("EPO-30")
@pytest.mark.parametrize(("cities", "talents"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_vibrant_economies_give_a_talent_per_two_cities_rounded_up(cities, talents):
    t = row(83, egypt={"discs": dict.fromkeys(LANDS[:cities], 3)}, troy={"discs": {"troy": 2}, "treasury": 1})
    assert t.s.treasury == [talents, 1]


@pytest.mark.rule("EPO-30")
def test_these_talents_can_become_epoch_vp():
    t = position(
        egypt={"discs": {"egypt": 3, "kush": 3, "libya": 3}, "treasury": 1},
        troy={},
        **moment("epoch row", 89, then=["epoch vp"]),
    )
    assert t.s.vp == [2, 0]  # most Cities, and 1 + 2 talents


# ------------------------------------------------------------------------------- Wonders


def wonder(name: str, owner: str, area: str, **more: Any) -> dict[str, Any]:
    return {"wonder": name, "owner": owner, "area": area, **more}


COLOSSUS, LIGHTHOUSE, ZEUS, PYRAMID = 3, 4, 5, 0


@pytest.mark.rule("EPO-31")
def test_the_gods_smile_on_one_wonder_of_each_in_turn_order():
    t = row(
        90,
        egypt={"discs": {"egypt": 1}},
        troy={"discs": {"troy": 1}},
        order=["troy", "egypt"],
        wonders=[
            wonder("Colossus", "egypt", "egypt", discs=2),
            wonder("Lighthouse", "egypt", "kush", buried=True),
            wonder("Great Pyramid", "egypt", "libya", discs=5),
            wonder("Statue of Zeus", "troy", "troy", discs=0),
            wonder("Mausoleum", "troy", "ionia", discs=4),
        ],
    )
    assert t.asked("gods_smile", "troy")
    assert t.options == {"Statue of Zeus", "Mausoleum"}
    t.do("Statue of Zeus")
    assert t.asked("gods_smile", "egypt")
    assert t.options == {"Colossus", "Lighthouse"}  # five discs are full; nobody may decline
    t.do("Lighthouse")
    assert t.s.wonders[ZEUS].discs == 5
    lighthouse = t.s.wonders[LIGHTHOUSE]
    assert (lighthouse.buried, lighthouse.discs, lighthouse.owner) == (False, 5, 0)
    assert t.s.wonders[COLOSSUS].discs == 2
    assert t.s.wonders[PYRAMID].discs == 5
    assert t.of("supply", "egypt") == 48 - 1 - 2 - 5 - 5


@pytest.mark.rule("EPO-31")
def test_an_active_wonder_is_filled_not_added_to():
    t = row(97, egypt={}, troy={}, wonders=[wonder("Colossus", "egypt", "egypt", discs=3)])
    assert t.s.wonders[COLOSSUS].discs == 5
    assert t.of("supply", "egypt") == 43


@pytest.mark.rule("EPO-31")
def test_a_short_supply_gives_what_there_is():
    t = row(
        93,
        egypt={"discs": {"egypt": 3}, "ready": 42},
        troy={},
        wonders=[wonder("Colossus", "egypt", "egypt", discs=1)],
    )
    assert t.s.wonders[COLOSSUS].discs == 3  # its own disc and the two in supply
    assert t.of("supply", "egypt") == 0


@pytest.mark.rule("EPO-31", "EPO-32")
def test_a_civilization_without_a_choice_is_passed_over():
    """Troy can choose, so nobody suffers Wrath of the Gods, not even the leader."""
    t = row(
        95,
        egypt={"discs": {"egypt": 3, "kush": 3}, "vp": 9},
        troy={},
        wonders=[wonder("Colossus", "troy", "troy", discs=1)],
    )
    assert t.s.vp == [9, 0]
    assert t.s.wonders[COLOSSUS].discs == 5


@pytest.mark.rule("EPO-32")
@pytest.mark.parametrize("wonders", [[], [wonder("Colossus", "egypt", "egypt", discs=5)]])
def test_if_nobody_can_choose_it_is_wrath_of_the_gods(wonders):
    t = row(
        90,
        egypt={"discs": {"egypt": 3, "kush": 3, "libya": 3}, "vp": 9},
        troy={"discs": {"troy": 3, "ionia": 3}, "vp": 8},
        wonders=wonders,
    )
    assert t.s.vp == [8, 8]


# ---------------------------------------------------------------------------- invasions


def resolved(t: Table) -> list[int]:
    return [event.card for event in t.events("event")]


def revealed(t: Table) -> list[int]:
    return [event.card for event in t.events("revealed")]


@pytest.mark.rule("EPO-33")
@pytest.mark.parametrize("trigger", [102, 103])
@pytest.mark.parametrize("top", [(5, 101, 62, 7, 98), (98, 62, 101)])
def test_reveal_until_two_invasions_resolve_them_ascending_and_shuffle_all_back(trigger, top):
    t = row(trigger, egypt={"vp": 1}, troy={"vp": 2}, deck=deck_with(*top, 99))
    assert revealed(t) == list(top)
    assert t.asks == "egypt"  # fewest VP
    t.do("red_sea", "libya")  # 98 goes to a coastal sea, 101 to the southern edge
    assert resolved(t) == [98, 101]
    assert t.discs("barbarians", "red_sea") == 4
    assert t.discs("barbarians", "libya") == 4
    assert sorted(t.s.deck) == list(range(1, 104))
    assert t.s.discard == t.s.table == []
    assert not t.s.end_epoch  # 62 was only revealed


@pytest.mark.rule("EPO-33")
def test_an_event_between_them_is_not_resolved():
    t = row(
        103, egypt={"discs": {"egyptian_sea": 1}, "vp": 1}, troy={"vp": 2}, deck=deck_with(102, 103, 99, 100)
    )
    t.do("macedon", "petra")
    assert resolved(t) == [99, 100]
    assert t.of("treasury", "egypt") == 0
    assert t.discs("barbarians", "eastern_mediterranean") == 0


@pytest.mark.rule("EPO-33", "EPO-12", "EPO-14")
def test_a_triggering_invasion_happens_besides_two_others_and_stays_discarded():
    t = position(egypt={"vp": 1}, troy={"vp": 2}, **moment("epoch change"), deck=deck_with(100, 99, 1, 101))
    t.do("petra")
    assert resolved(t) == [100, 99]
    t.do("macedon", "libya")
    assert resolved(t) == [100, 99, 101]
    assert revealed(t) == [100, 99, 1, 101]
    assert t.s.discard == [100]
    assert {1, 99, 101} < set(t.s.deck)
    assert len(t.s.deck) == 102


@pytest.mark.rule("EPO-33")
def test_with_one_invasion_left_the_whole_deck_is_revealed_and_that_one_happens():
    gone = (98, 99, 100)
    t = row(102, egypt={"vp": 1}, troy={"vp": 2}, discard=list(gone), deck=deck_with(without=gone))
    assert len(revealed(t)) == 100
    t.do("libya")
    assert resolved(t) == [101]
    assert len(t.s.deck) == 100
    assert sorted(t.s.discard) == [98, 99, 100]  # the discard pile is no part of the deck


@pytest.mark.rule("EPO-33")
def test_without_any_invasion_in_the_deck_nothing_happens():
    gone = (98, 99, 100, 101)
    t = row(103, egypt={}, troy={}, discard=list(gone), deck=deck_with(without=gone))
    assert resolved(t) == []
    assert len(revealed(t)) == len(t.s.deck) == 99
    assert sorted(t.s.discard) == list(gone)
    assert t.s.question is None


@pytest.mark.rule("EPO-33")
def test_all_revealed_cards_lose_their_place_in_the_deck():
    tops = set()
    for seed in range(10):
        t = row(102, egypt={"vp": 1}, troy={"vp": 2}, deck=deck_with(5, 6, 7, 98, 99), rng=seed)
        t.do("red_sea", "macedon")
        tops.add(tuple(t.s.deck.index(card) for card in (5, 6, 7, 98, 99)))
    assert len(tops) == 10
