"""Rules that players agree on before the game."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, deck_with, moment, position

from acis_rules import Game
from acis_rules.errors import DataError


def final(*top: int, **given: Any) -> Table:
    """The end of the final Epoch with the Final Epoch Event, these cards on top of the deck."""
    given.setdefault("options", {"final_epoch_event": True})
    given.setdefault("deck", deck_with(*top))
    return position(phase="epoch", epoch=4, turn=4, **given)


@pytest.mark.rule("OPT-01")
@pytest.mark.parametrize(("agreed", "vp"), [(True, 9 - 2 + 1), (False, 9 + 1)])
def test_an_event_also_ends_the_final_epoch_if_agreed(agreed, vp):
    """Irrationalism costs two Cities' VP; most Cities score one in any case."""
    t = final(
        7,
        egypt={"discs": {"egypt": 3, "kush": 3}, "vp": 9},
        troy={},
        options={"final_epoch_event": agreed},
    )
    assert t.game.over
    assert bool(t.events("epoch_change")) == agreed
    assert t.s.vp == [vp, 0]


@pytest.mark.rule("OPT-01")
def test_it_comes_before_the_epoch_vp():
    """Urban decay takes the talents that would have scored."""
    t = final(34, egypt={"discs": {"egypt": 3}, "vp": 9, "treasury": 6}, troy={"treasury": 3})
    assert t.s.vp == [10, 1]
    kinds = [event.kind for event in t.events() if event.kind in ("epoch_change", "vp")]
    assert kinds[0] == "epoch_change"


@pytest.mark.rule("OPT-01")
def test_hands_are_not_discarded_before_it_so_cards_can_save_discs():
    t = final(55, egypt={"discs": {"egypt": 1}, "hand": [7]}, troy={}, deck=[
        card for card in deck_with(55) if card != 7])  # fmt: skip
    assert t.asked("loss", "egypt")
    assert t.options == {"lose_disc", "Land Improvement"}
    t.do("#7")
    assert t.discs("egypt", "egypt") == 1
    assert t.game.over


@pytest.mark.rule("OPT-02")
def test_reveal_until_an_id_below_69_and_resolve_no_event():
    t = final(
        102, 98, 69, 103, 97, 68,
        egypt={"discs": {"egypt": 3, "egyptian_sea": 1}, "hand": []},
        troy={"discs": {"troy": 3}},
    )  # fmt: skip
    revealed = [event.card for event in t.events("revealed")]
    assert revealed == [102, 98, 69, 103, 97, 68]
    assert not t.events("event")
    assert [event.row for event in t.events("epoch_change")] == ["Temperate climate"]
    assert not t.s.discs[t.s.world.barbarians][t.area("eastern_mediterranean")]


@pytest.mark.rule("OPT-02")
def test_temperate_climate_repeats_the_same_procedure():
    t = final(65, 70, 98, 9, egypt={"discs": {"egypt": 3}, "vp": 4}, troy={})
    assert [event.card for event in t.events("revealed")] == [65, 70, 98, 9]
    assert [event.card for event in t.events("epoch_change")] == [65, 9]
    assert not t.events("event")
    assert t.s.vp == [4, 0]  # one lost for the City, one won for most Cities


@pytest.mark.rule("OPT-02")
def test_time_marches_on_selects_its_row_and_nothing_else():
    t = final(62, 9, egypt={"discs": {"egypt": 3}, "vp": 4}, troy={})
    assert not t.events("event")
    assert not t.events("time_marches")
    assert [event.card for event in t.events("epoch_change")] == [62, 9]


@pytest.mark.rule("OPT-01")
def test_other_epochs_are_not_changed_by_the_option():
    t = position(
        egypt={"epoch_draw": 5},
        troy={"epoch_draw": 5, "vp": 1},
        epoch=1,
        **moment("epoch change"),
        deck=deck_with(76),
        options={"final_epoch_event": True},
    )
    assert [event.card for event in t.events("epoch_change")] == [76]


@pytest.mark.rule("OPT-03")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_unused_colour_joins_the_barbarians(players):
    plain = Game.new(f"basic_{players}p").state
    hordes = Game.new(f"basic_{players}p", options={"barbarian_hordes": True}).state
    assert plain.supply[plain.world.barbarians] == 50
    assert hordes.supply[hordes.world.barbarians] == 100


@pytest.mark.rule("OPT-03")
def test_with_six_civilizations_no_colour_is_unused():
    with pytest.raises(DataError, match="barbarian_hordes"):
        Game.new("basic_6p", options={"barbarian_hordes": True})


@pytest.mark.rule("OPT-03")
def test_the_added_discs_are_barbarians_like_the_others():
    t = position(
        egypt={"discs": {"egypt": 3}},
        troy={"discs": {"troy": 2}, "vp": 5},
        barbarians={"discs": {"macedon": 49}},
        **moment("aeneas step", 0),
        options={"barbarian_hordes": True},
    )
    t.do("yes")
    assert t.discs("barbarians", "egypt") == 3  # no shortage
    assert t.s.supply[t.s.world.barbarians] == 48


@pytest.mark.rule("OPT-12")
@pytest.mark.parametrize(
    ("uses", "used", "allowed"), [(1, 1, False), (2, 1, True), (2, 2, False), (3, 2, True)]
)
def test_several_invocations_of_aeneas_if_agreed(uses, used, allowed):
    t = position(
        egypt={"aeneas_used": used},
        troy={"discs": {"troy": 2}},
        **moment("aeneas step", 0),
        options={"aeneas_uses": uses},
    )
    assert bool(t.s.question) == allowed
    if allowed:
        t.do("yes", "egypt", "egypt", "stop")
        assert t.s.aeneas_used == [used + 1, 0]


@pytest.mark.rule("OPT-12")
def test_more_invocations_do_not_lift_the_ban_of_the_final_epoch():
    t = position(
        egypt={},
        troy={"discs": {"troy": 2}},
        epoch=4,
        **moment("aeneas step", 0),
        options={"aeneas_uses": 3},
    )
    assert t.s.question is None
