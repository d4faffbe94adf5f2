"""The End of Epoch Phase: the six steps, Epoch VP, new hands, the markers."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, at, deck_with, moment, position

from acis_rules.kernel.bits import mask_of
from acis_rules.kernel.machine import do_step
from acis_rules.table.terms import room

REST_OF_THE_PHASE = ("epoch vp", "lose talents", "new hands", "next epoch")


def changing(*top: int, **given: Any) -> Table:
    """From the Epoch Change event on, with these cards on top of the rebuilt deck."""
    for name in ("egypt", "troy"):
        given[name] = {"epoch_draw": 5, **given.get(name, {})}
    return at("epoch change", then=REST_OF_THE_PHASE, deck=deck_with(*top), **given)


def points(t: Table) -> list[tuple[int, int, str]]:
    """VP gained: who, how many, what for."""
    return [(event.faction, event.n, event.cause) for event in t.events("vp")]


@pytest.mark.rule("EPO-01", "EPO-27")
def test_areas_closed_for_a_turn_are_open_again_at_the_end_of_the_epoch() -> None:
    discs = {"illyria": 1, "tyre": 1, "gulf_of_sidon": 1}  # illyria is the first area of the map
    t = at("card phase", egypt={"discs": discs}, troy={}, epoch=2)
    areas = mask_of(map(t.area, discs))
    t.s.forbidden = areas
    assert not room(t.s, 0) & areas
    do_step(t.s, ("end_of_epoch",))
    t.s.stack.clear()
    assert room(t.s, 0) & areas == areas


# ------------------------------------------------------------------------------ Epoch VP


@pytest.mark.rule("EPO-03")
@pytest.mark.parametrize(
    ("egypt", "troy", "vp"),
    [
        ({"egypt": 3}, {"troy": 2, "ionia": 2}, [1, 0]),
        ({"egypt": 3}, {"troy": 3, "ionia": 3}, [0, 1]),
        ({"egypt": 3}, {"troy": 3}, [0, 0]),
        ({"egypt": 2}, {"troy": 1}, [0, 0]),
    ],
)
def test_one_vp_for_most_cities_and_none_on_a_tie(egypt, troy, vp):
    t = at("epoch vp", egypt={"discs": egypt}, troy={"discs": troy})
    assert t.s.vp == vp


@pytest.mark.rule("EPO-03")
def test_a_tie_for_most_cities_gives_nothing_to_the_third_either():
    t = position(
        "basic_4p",
        gaul={},
        carthage={"discs": {"carthage": 3, "thapsus": 3}},
        troy={"discs": {"troy": 3, "ionia": 3}},
        egypt={"discs": {"egypt": 3}},
        **moment("epoch vp"),
    )
    assert t.s.vp == [0, 0, 0, 0]


def wonder(name: str, owner: str, area: str, **more: Any) -> dict[str, Any]:
    return {"wonder": name, "owner": owner, "area": area, **more}


@pytest.mark.rule("EPO-04")
@pytest.mark.parametrize(
    ("wonders", "vp"),
    [
        ([wonder("Colossus", "egypt", "egypt")], [1, 0]),
        ([wonder("Colossus", "egypt", "egypt"), wonder("Lighthouse", "troy", "troy")], [0, 0]),
        ([wonder("Colossus", "egypt", "egypt", buried=True), wonder("Lighthouse", "troy", "troy")], [0, 1]),
        ([wonder("Colossus", "egypt", "tyre")], [0, 0]),  # built, but not occupied
        ([wonder("Colossus", "troy", "egypt")], [0, 0]),  # occupied, but not its own
        ([], [0, 0]),
    ],
)
def test_one_vp_for_most_own_wonders_in_areas_it_occupies(wonders, vp):
    t = at("epoch vp", egypt={"discs": {"egypt": 1}}, troy={"discs": {"troy": 1}}, wonders=wonders)
    assert t.s.vp == vp


TROJAN_SEAS = {"troy": 1, "ionia": 1, "lydia": 1, "trojan_sea": 1, "icarian_sea": 1}
SIX_SEAS = {
    **TROJAN_SEAS, "macedon": 1, "thessaly": 1, "thracian_sea": 1, "mycenae": 1, "aegean_sea": 1,
    "tyre": 1, "phoenicia": 1, "gulf_of_sidon": 1, "illyria": 1, "laconia": 1, "ionian_sea": 1,
}  # fmt: skip


@pytest.mark.rule("EPO-05")
@pytest.mark.parametrize(
    ("discs", "vp"),
    [
        (TROJAN_SEAS, 0),
        ({**TROJAN_SEAS, "macedon": 1, "thessaly": 1, "thracian_sea": 1}, 1),
        ({area: n for area, n in SIX_SEAS.items() if area != "ionian_sea"}, 1),
        (SIX_SEAS, 2),
    ],
)
def test_one_vp_per_three_dominated_seas(discs, vp):
    t = at("epoch vp", egypt={}, troy={"discs": discs})
    assert t.s.vp == [0, vp]


@pytest.mark.rule("EPO-05")
def test_a_sea_with_an_opponent_in_it_is_not_dominated():
    seas = {**TROJAN_SEAS, "macedon": 1, "thessaly": 1, "thracian_sea": 1}
    t = at("epoch vp", egypt={"discs": {"trojan_sea": 1}}, troy={"discs": seas})
    assert t.s.vp == [0, 0]
    t = at("epoch vp", egypt={}, troy={"discs": seas}, barbarians={"discs": {"thracian_sea": 1}})
    assert t.s.vp == [0, 0]


@pytest.mark.rule("EPO-05")
@pytest.mark.parametrize(("answer", "vp"), [("lose", 1), ("talent", 0)])
def test_an_opponent_that_paid_to_stay_spoils_the_third_sea(answer, vp):
    t = position(
        egypt={"discs": {"trojan_sea": 1}, "treasury": 1},
        troy={"discs": {**TROJAN_SEAS, "macedon": 1, "thessaly": 1, "thracian_sea": 1}},
        phase="evaluation",
        epoch=4,
        turn=4,
    )
    assert t.asked("loss", "egypt")
    t.do(answer)
    assert t.game.over
    assert t.s.vp == [0, vp]


@pytest.mark.rule("EPO-05")
def test_an_island_counts_as_a_whole_for_domination():
    seas = {**TROJAN_SEAS, "minos": 1, "minoan_sea": 1}
    assert at("epoch vp", egypt={}, troy={"discs": seas}).s.vp == [0, 0]
    assert at("epoch vp", egypt={}, troy={"discs": {**seas, "kydonia": 1}}).s.vp == [0, 1]


@pytest.mark.rule("EPO-06")
@pytest.mark.parametrize(("talents", "vp"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (11, 3)])
def test_one_vp_per_three_talents(talents, vp):
    t = at("epoch vp", egypt={"treasury": talents}, troy={})
    assert t.s.vp == [vp, 0]


# ---------------------------------------------------------------------------- final Epoch


@pytest.mark.rule("EPO-02")
def test_the_final_epoch_ends_the_game_after_its_vp():
    t = at(
        "end of epoch",
        epoch=4,
        egypt={"discs": {"egypt": 3}, "treasury": 4, "hand": [7]},
        troy={"vp": 1},
        wonders=[wonder("Colossus", "egypt", "egypt")],
    )
    assert t.game.over
    assert t.s.vp == [3, 1]
    assert t.game.winners == [0]
    assert not t.events("epoch_change")
    assert not t.events("hand_discarded")
    assert t.game.legal_actions() == []


@pytest.mark.rule("EPO-01", "EPO-02")
@pytest.mark.parametrize(("turn", "top"), [(2, 2), (3, 3), (4, 5)])
def test_the_last_epoch_ends_by_turn_4_or_suddenly(turn, top):
    t = position(egypt={}, troy={}, phase="evaluation", epoch=4, turn=turn, deck=deck_with(top))
    assert t.game.over
    assert t.s.epoch == 4


@pytest.mark.rule("EPO-01")
@pytest.mark.parametrize(("turn", "top", "ends"), [(1, 2, False), (2, 2, True), (2, 3, False), (3, 3, True)])
def test_only_a_positive_check_ends_an_epoch_before_turn_4(turn, top, ends):
    t = position(
        egypt={"discs": {"egypt": 1}},
        troy={"discs": {"troy": 1}},
        phase="evaluation",
        turn=turn,
        deck=deck_with(top),
    )
    phases = [event.phase for event in t.events("phase")]
    assert phases[:2] == ["evaluation", "epoch" if ends else "growth"]


# ------------------------------------------------------------------------ the six steps


@pytest.mark.rule("EPO-07")
def test_the_six_steps_come_in_order():
    kinds = ("hand_discarded", "revealed", "epoch_change", "vp", "talents", "drew", "turn")
    for seed in range(500):
        t = position(
            egypt={"discs": {"egypt": 3}, "treasury": 4, "hand": [7, 18]},
            troy={"hand": [27]},
            phase="epoch",
            rng=seed,
        )
        story = [event.kind for event in t.events() if event.kind in kinds]
        calm = [event.row for event in t.events("epoch_change")] == ["A sigh of relief"]
        if calm and not t.events("event"):
            break
    assert story[: story.index("turn") + 1] == [
        "hand_discarded", "hand_discarded", "revealed", "epoch_change", "vp", "vp", "talents",
        "drew", "drew", "turn",
    ]  # fmt: skip


@pytest.mark.rule("EPO-08")
def test_all_hands_are_discarded():
    t = at("rebuild deck", egypt={"hand": [7, 18, 39]}, troy={"hand": [38]})
    assert t.s.hand == [0, 0]
    assert {7, 18, 38, 39} < set(t.s.deck)


@pytest.mark.rule("EPO-09")
def test_discards_and_cards_set_aside_come_back_but_investments_stay():
    t = at(
        "rebuild deck",
        egypt={"hand": [7]},
        troy={},
        discard=[1, 2, 62, 101],
        aside=[22, 34, 44],
        investments=[{"card": 85, "owner": "egypt", "discs": 2}],
    )
    assert sorted(t.s.deck) == [card for card in range(1, 104) if card != 85]
    assert t.s.discard == t.s.aside == []
    assert t.s.investments == {85: (0, 2)}


@pytest.mark.rule("EPO-09")
def test_the_deck_is_shuffled():
    tops = {
        at("rebuild deck", egypt={}, troy={}, deck=deck_with(1), rng=seed).s.deck[-1] for seed in range(30)
    }
    assert len(tops) > 15


@pytest.mark.rule("EPO-10", "EPO-11", "EPO-13", "EPO-14")
def test_the_top_card_selects_a_row_and_goes_back_into_the_deck():
    places = set()
    for seed in range(20):
        t = at("epoch change", egypt={"discs": {"egypt": 3}, "vp": 9}, troy={}, deck=deck_with(9), rng=seed)
        assert [event.card for event in t.events("revealed")] == [9]
        assert [event.row for event in t.events("epoch_change")] == ["Irrationalism causes mass delusion"]
        assert t.s.vp == [8, 0]
        assert 9 not in t.s.discard
        places.add(t.s.deck.index(9))
    assert len(places) > 10


@pytest.mark.rule("EPO-12", "EPO-14")
@pytest.mark.parametrize(("card", "area"), [(98, "red_sea"), (99, "macedon"), (100, "petra"), (101, "libya")])
def test_a_revealed_invasion_happens_and_is_discarded(card, area):
    t = at("epoch change", egypt={"vp": 2}, troy={"vp": 1}, deck=deck_with(card))
    assert t.asks == "troy"
    assert not t.events("epoch_change")  # the row comes afterwards
    t.do(area)
    assert t.discs("barbarians", area) == 4
    assert card in t.s.discard
    assert [event.row for event in t.events("epoch_change")] == ["Barbarians at the frontier"]


@pytest.mark.rule("EPO-12", "EPO-14")
@pytest.mark.parametrize("card", [62, 102, 103])
def test_other_events_are_not_resolved_and_go_back(card):
    t = at(
        "epoch change",
        egypt={"discs": {"egyptian_sea": 1}, "vp": 1},
        troy={"vp": 2},
        deck=deck_with(card),
    )
    while t.s.question is not None:
        t.game.apply(t.game.legal_actions()[0])
    assert card not in [event.card for event in t.events("event")]
    assert card in t.s.deck
    assert not t.s.end_epoch
    assert t.of("treasury", "egypt") == 0
    assert not t.events("hand_discarded")


@pytest.mark.rule("EPO-15")
def test_talents_score_and_are_then_lost():
    t = changing(76, egypt={"treasury": 7}, troy={"treasury": 2, "vp": 1})
    assert points(t) == [(0, 2, "wealth")]
    assert t.s.treasury == [0, 0]


@pytest.mark.rule("EPO-15")
def test_discs_dominating_seas_score_between_epochs_too():
    t = changing(76, egypt={"discs": {"egypt": 3}}, troy={"discs": SIX_SEAS}, epoch=2)
    assert points(t) == [(0, 1, "most cities"), (1, 2, "dominated seas")]


@pytest.mark.rule("EPO-16")
def test_everybody_draws_five_cards_in_turn_order():
    top = [83, *range(1, 11)]
    for seed in range(10):
        t = changing(*top, egypt={}, troy={}, order=["troy", "egypt"], rng=seed)
        if 83 not in t.hand("egypt") | t.hand("troy"):
            break
    assert t.hand("troy") == {1, 2, 3, 4, 5}
    assert t.hand("egypt") == {6, 7, 8, 9, 10}


@pytest.mark.rule("EPO-16")
def test_events_drawn_are_resolved_and_replaced():
    t = position(
        egypt={"epoch_draw": 5, "discs": {"egyptian_sea": 1}},
        troy={"epoch_draw": 5},
        **moment("new hands"),
        deck=deck_with(1, 2, 102, 4, 5, 6),
    )
    assert t.hand("egypt") == {1, 2, 4, 5, 6}
    assert t.of("treasury", "egypt") == 2  # talents of the new Epoch are kept
    assert len(t.hand("troy")) == 5


@pytest.mark.rule("EPO-17")
@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_the_markers_advance_to_turn_1_of_the_next_epoch(epoch):
    t = changing(76, egypt={"discs": "setup"}, troy={"discs": "setup", "vp": 1}, epoch=epoch, turn=3)
    assert (t.s.epoch, t.s.turn, t.s.phase) == (epoch + 1, 1, "growth")
    assert t.asked("retire", "egypt")
