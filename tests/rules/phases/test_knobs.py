"""Knobs: numbers of the rules that scenarios and handicaps change."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, at, deck_with

from acis_rules import DataError, Game

EGYPT, TROY = 0, 1


def knobs(**egypt: int) -> dict[str, Any]:
    """Options in which Egypt plays by other numbers."""
    return {"handicaps": [egypt, {}]}


def drawn(t: Table, civilization: str) -> int:
    """Cards that a civilization has drawn in the Draw step."""
    return sum(e.n for e in t.events("drew") if e.faction == t.faction(civilization))


# ----------------------------------------------------------------------------------------- growth


@pytest.mark.parametrize(("sea_growth", "ready"), [(1, 6), (0, 4)])
def test_no_growth_from_seas_and_trade(sea_growth: int, ready: int) -> None:
    lands = {"egypt": 2, "kush": 2, "nile_delta": 2}
    t = at(
        "acquisition",
        EGYPT,
        egypt={"discs": lands | {"egyptian_sea": 1, "levantine_sea": 1}},  # 1 for the seas, 1 for trade
        troy={"discs": {"egyptian_sea": 1}},
        options=knobs(sea_growth=sea_growth, minimum_growth=0),
    )
    assert t.of("ready", "egypt") == ready  # 3 Settlements and the Gift of the Nile


def test_one_disc_of_each_area_in_retirement() -> None:
    discs = {"egypt": 2, "kush": 2}
    t = at("retirement", EGYPT, egypt={"discs": discs}, troy={}, options=knobs(retire_per_area=1))
    t.do("egypt")
    assert not t.can("egypt") and t.can("kush")
    free = at("retirement", EGYPT, egypt={"discs": discs}, troy={})
    assert free.do("egypt").can("egypt")


def test_gifts_at_the_start_of_every_growth_phase() -> None:
    for turn in (1, 3):
        t = at(
            "growth phase",
            egypt={"discs": {"egypt": 2}},
            troy={},
            turn=turn,
            options=knobs(growth_talents=1, growth_discs=2),
        )
        assert t.asked("retire", "egypt")
        assert t.of("treasury", "egypt") == 1 and t.of("ready", "egypt") == 2
        assert t.of("treasury", "troy") == 0
        t.do("stop")
        assert t.of("ready", "egypt") == 5  # with the minimum


@pytest.mark.parametrize(("turn", "epoch", "first"), [(1, 1, True), (2, 1, False), (1, 2, False)])
def test_the_first_growth_phase_can_be_skipped(turn: int, epoch: int, first: bool) -> None:
    t = at(
        "growth phase",
        egypt={"discs": {"egypt": 2}},
        troy={"discs": {"troy": 2}},
        turn=turn,
        epoch=epoch,
        options=knobs(first_growth=0, growth_talents=1),
    )
    assert t.asked("retire", "troy" if first else "egypt")
    assert t.of("treasury", "egypt") == (0 if first else 1)


def test_the_first_growth_phase_can_be_deployment_alone() -> None:
    t = at(
        "growth phase",
        egypt={"discs": {"egypt": 3}, "ready": 3},
        troy={"discs": {"troy": 2}},
        options=knobs(first_growth=1),
    )
    assert t.asked("deploy", "egypt") and t.of("ready", "egypt") == 3  # no Acquisition, no Resettlement
    later = at("growth phase", egypt={"discs": {"egypt": 3}}, troy={}, turn=2, options=knobs(first_growth=1))
    assert later.asked("resettle", "egypt")


# ------------------------------------------------------------------------------------------- cards


@pytest.mark.parametrize(
    ("egypt", "n"),
    [
        ({"discs": {"egypt": 1}}, 5),  # 3 and the bonus of 2
        ({"discs": {"egypt": 1}, "treasury": 1}, 3),  # the talent could have bought one: kept back
        ({"discs": dict.fromkeys(("egypt", "kush", "nile_delta", "sinai"), 3)}, 4),  # four Cities
        ({"discs": {"egypt": 1}, "draw_less": 1}, 4),  # after a crisis: 2, and the bonus
    ],
)
def test_bonus_cards_for_one_who_cannot_draw_more(egypt: dict[str, Any], n: int) -> None:
    t = at(
        "draw step", egypt=egypt, troy={}, options=knobs(bonus_draw=2), deck=deck_with(), then=["turn order"]
    )
    while t.game.decision.kind == "talents_to_spend":
        t.do(0)
    assert drawn(t, "egypt") == n and drawn(t, "troy") == 3


def test_no_bonus_card_beside_an_investment_that_draws() -> None:
    t = at(
        "draw step",
        egypt={"discs": {"egypt": 1}},
        troy={},
        investments=[{"card": 91, "owner": EGYPT, "discs": 1}],
        options=knobs(bonus_draw=1),
        deck=deck_with(without=(91,)),
        then=["turn order"],
    )
    t.do("stop")  # even if it is not used
    assert drawn(t, "egypt") == 3


@pytest.mark.parametrize(("talents", "n"), [(0, 2), (1, 3), (4, 3)])
def test_exactly_two_cards_and_one_for_a_talent(talents: int, n: int) -> None:
    cities = dict.fromkeys(("egypt", "kush", "nile_delta", "sinai"), 3)
    t = at(
        "draw step",
        egypt={"discs": cities, "treasury": talents},
        troy={},
        options=knobs(exact_draw=2),
        deck=deck_with(),
        then=["turn order"],
    )
    assert drawn(t, "egypt") == n
    spent = [-e.n for e in t.events("talents") if e.faction == EGYPT and e.cause == "cards"]
    assert sum(spent) == min(1, talents)


@pytest.mark.rule("EPO-24")
def test_exactly_two_cards_are_fewer_after_a_crisis() -> None:
    t = at("draw step", egypt={"draw_less": 1}, troy={}, options=knobs(exact_draw=2), deck=deck_with(),
           then=["turn order"])  # fmt: skip
    assert drawn(t, "egypt") == 1


def test_a_hand_limit_that_holds_only_at_the_end_of_the_draw() -> None:
    philosopher = 93
    for late in (0, 1):
        t = at(
            "turn",
            egypt={"hand": [philosopher, 1, 3, 4, 5, 6]},
            troy={"discs": {"troy": 2}},
            deck=deck_with(without=(93, 1, 3, 4, 5, 6)),
            options=knobs(late_hand_limit=late),
        )
        t.skip_until("card_action", "egypt").do("Philosopher")
        assert t.kind == ("card_action" if late else "hand_limit")
        assert len(t.hand("egypt")) == 7
        again = Game.from_dict(t.game.to_dict())
        assert again.decision == t.game.decision and again.to_dict() == t.game.to_dict()


def test_after_its_own_draw_a_late_hand_limit_holds() -> None:
    t = at(
        "draw step",
        egypt={"discs": {"egypt": 2}, "hand": [1, 2, 3, 4, 5, 6]},
        troy={},
        options=knobs(late_hand_limit=1),
        deck=deck_with(without=(1, 2, 3, 4, 5, 6)),
        then=["turn order"],
    )
    assert t.asked("hand_limit", "egypt")


# --------------------------------------------------------------------------------- Wonders, Aeneas


@pytest.mark.parametrize("wonders", [1, 0])
def test_who_builds_no_wonders(wonders: int) -> None:
    rich = {"discs": {"egypt": 3, "kush": 3, "nile_delta": 3}, "treasury": 5, "hand": [41]}
    t = at("card phase", egypt=rich, troy={}, options=knobs(wonders=wonders))
    assert t.can("Great Pyramid") == bool(wonders)
    assert t.can("Architect") == bool(wonders)
    late = {"epochs": [2, 4], "starting_wonders": 1, "turn_order": [EGYPT, TROY]} | knobs(wonders=wonders)
    t = Table(Game.new("basic_2p", 0, late | {"civilizations": ["egypt", "troy"]}))
    assert (t.kind == "wonder_site" and t.asks == "egypt") == bool(wonders)


@pytest.mark.parametrize(("given", "asked"), [({}, True), ({"aeneas": 0}, False)])
def test_aeneas_can_be_forbidden(given: dict[str, int], asked: bool) -> None:
    t = at(
        "aeneas step", 0, egypt={}, troy={"discs": {"troy": 2}}, options=knobs(**given), then=["sudden end"]
    )
    assert t.asked("aeneas", "egypt") == asked


@pytest.mark.parametrize(("troy", "asked"), [(1, True), (0, False)])
def test_aeneas_only_for_the_last(troy: int, asked: bool) -> None:
    t = at(
        "aeneas step",
        0,
        egypt={},
        troy={"discs": {"troy": 2}, "vp": troy},  # nobody is last in a tie
        options=knobs(aeneas_if_last=1),
        then=["sudden end"],
    )
    assert t.asked("aeneas", "egypt") == asked


def test_an_npc_without_aeneas_stays_as_it_is() -> None:
    for aeneas in (1, 0):
        t = at(
            "aeneas step",
            0,
            egypt={"discs": {"egypt": 1}},
            troy={"discs": {"troy": 2}, "vp": 9},
            options=knobs(aeneas=aeneas) | {"npcs": [EGYPT]},
            then=["sudden end"],
        )
        assert bool(t.s.aeneas_used[EGYPT]) == bool(aeneas)


@pytest.mark.parametrize(
    ("bad", "words"),
    [({"sea_growth": 2}, "sea_growth"), ({"first_growth": 3}, "first_growth"), ({"wonders": -1}, "wonders")],
)
def test_numbers_that_cannot_be(bad: dict[str, int], words: str) -> None:
    with pytest.raises(DataError, match=rf"options: handicaps\[0\].*{words}"):
        Game.new("basic_2p", 0, {"handicaps": [bad, {}]})
