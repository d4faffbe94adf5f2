"""Wonders, Investments and abilities: when they can be used, what a use costs, and how often."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, at, position

from acis_rules.cards.uses import abilities, has_ability, usable
from acis_rules.kernel.actions import card_action, wonder_action
from acis_rules.kernel.bits import members

EGYPT, TROY = 0, 1
LIBRARY, MAUSOLEUM, COLOSSUS, LIGHTHOUSE, ZEUS = 1, 2, 3, 4, 5
MINT, MERCHANT_MARINE, ACADEMY, ARMY, IRRIGATION = 81, 84, 91, 82, 79


def with_wonder(owner: str = "egypt", area: str = "kush", discs: int = 3, **more: Any) -> Table:
    """The Great Library, used before a draw."""
    wonder = {"wonder": "Great Library", "owner": owner, "area": area, "discs": discs}
    wonder["buried"] = more.pop("buried", False)
    return position(
        phase="cards", wonders=[wonder], egypt={"discs": {"kush": 2, "sinai": 1}, "hand": [93]},
        troy={"discs": {"troy": 2}}, **more,
    )  # fmt: skip


# ----------------------------------------------------------------------------------- Wonders


@pytest.mark.rule("WON-09")
@pytest.mark.parametrize(
    ("change", "can"),
    [
        ({}, True),
        ({"area": "sinai"}, True),
        ({"area": "libya"}, False),  # no disc of the owner stands there
        ({"area": "troy"}, False),
        ({"discs": 0}, False),
        ({"discs": 1}, True),
        ({"buried": True}, False),
        ({"used": [LIBRARY]}, False),
        ({"used": [MAUSOLEUM]}, True),
        ({"omens": [LIBRARY]}, False),
        ({"omens": [MAUSOLEUM]}, True),
    ],
)
def test_a_wonder_can_be_used_where_it_stands_once_a_turn(change: dict[str, Any], can: bool) -> None:
    t = with_wonder(**change)
    assert usable(t.s, EGYPT, "draw") == (1 << wonder_action(LIBRARY) if can else 0)
    assert usable(t.s, EGYPT, "scoring") == usable(t.s, TROY, "draw") == 0


@pytest.mark.rule("WON-09")
def test_only_the_owner_uses_it() -> None:
    t = with_wonder(owner="troy", area="troy")
    assert usable(t.s, TROY, "draw") == 1 << wonder_action(LIBRARY) and usable(t.s, EGYPT, "draw") == 0


@pytest.mark.rule("WON-09")
def test_several_wonders_and_cards_can_be_used_at_one_moment() -> None:
    wonders = [
        {"wonder": name, "owner": "egypt", "area": area, "discs": 2}
        for name, area in (("Great Library", "kush"), ("Mausoleum", "sinai"))
    ]
    t = position(
        phase="cards", wonders=wonders, discard=[7],
        egypt={"discs": {"kush": 2, "sinai": 1}, "hand": [93]}, troy={},
        investments=[{"card": ACADEMY, "owner": "egypt", "discs": 1}],
    )  # fmt: skip
    assert members(usable(t.s, EGYPT, "draw")) == [
        card_action(ACADEMY), wonder_action(LIBRARY), wonder_action(MAUSOLEUM),
    ]  # fmt: skip


@pytest.mark.rule("WON-09")
def test_without_a_discard_pile_the_mausoleum_does_nothing() -> None:
    wonder = {"wonder": "Mausoleum", "owner": "egypt", "area": "kush", "discs": 2}
    for discard, can in (([], False), ([7], True)):
        egypt = {"discs": {"kush": 2}, "hand": [93]}
        t = position(phase="cards", wonders=[wonder], discard=discard, egypt=egypt, troy={})
        assert bool(usable(t.s, EGYPT, "draw")) == can


@pytest.mark.rule("WON-09")
def test_a_use_costs_a_disc_and_is_told() -> None:
    wonder = {"wonder": "Great Library", "owner": "egypt", "area": "kush", "discs": 3}
    t = at("draw uses", EGYPT, then=["next turn"], wonders=[wonder], egypt={"discs": {"kush": 2}}, troy={})
    supply = t.of("supply", "egypt")
    t.do("Great Library")
    assert t.s.wonders[LIBRARY].discs == 2 and t.of("supply", "egypt") == supply + 1
    assert [(e.faction, e.area, e.wonder) for e in t.events("wonder_used")] == [
        (EGYPT, t.area("kush"), LIBRARY)
    ]
    assert t.s.used == 1 << LIBRARY


@pytest.mark.rule("WON-09")
def test_what_is_offered_can_be_declined_and_the_rest_is_offered_again() -> None:
    wonders = [
        {"wonder": name, "owner": "egypt", "area": area, "discs": 2}
        for name, area in (("Great Library", "kush"), ("Mausoleum", "sinai"))
    ]
    egypt = {"discs": {"kush": 2, "sinai": 2}}
    t = at("draw uses", EGYPT, then=["next turn"], wonders=wonders, discard=[7, 8], egypt=egypt, troy={})
    assert t.options == {"Great Library", "Mausoleum", "stop"}
    t.do("Mausoleum").skip_until("use", "egypt")
    assert t.options == {"Great Library", "stop"}
    t.do("stop")
    assert t.s.wonders[LIBRARY].discs == 2 and t.s.wonders[MAUSOLEUM].discs == 1


# ------------------------------------------------------------------------------- Investments


def invested(card: int, discs: int = 2, owner: str = "egypt", **more: Any) -> Table:
    egypt = {"discs": more.pop("discs_of", {"kush": 2, "red_sea": 1}), "hand": [93]}
    return position(
        phase="cards", investments=[{"card": card, "owner": owner, "discs": discs}], egypt=egypt,
        troy={"discs": {"troy": 2}}, **more,
    )  # fmt: skip


@pytest.mark.rule("CRD-16")
@pytest.mark.parametrize(
    ("card", "moment", "change", "can"),
    [
        (MINT, "acquisition", {}, True),
        (MINT, "draw", {}, False),
        (MINT, "acquisition", {"owner": "troy"}, False),
        (MINT, "acquisition", {"used": [10 + MINT]}, False),
        (MINT, "acquisition", {"used": [10 + IRRIGATION]}, True),
        (MINT, "acquisition", {"discs_of": {"kush": 2}}, True),
        (MERCHANT_MARINE, "acquisition", {}, True),
        (MERCHANT_MARINE, "acquisition", {"discs_of": {"kush": 2}}, False),  # without a sea
        (MERCHANT_MARINE, "acquisition", {"discs_of": {"kush": 2, "eastern_mediterranean": 1}}, False),
        (ACADEMY, "draw", {}, True),
    ],
)
def test_when_an_investment_can_be_used(card: int, moment: str, change: dict[str, Any], can: bool) -> None:
    t = invested(card, **change)
    assert usable(t.s, EGYPT, moment) == (1 << card_action(card) if can else 0)


@pytest.mark.rule("CRD-16")
@pytest.mark.parametrize(("kind", "can"), [("land", True), ("sea", False), ("any", False)])
def test_an_investment_for_competitions_on_land(kind: str, can: bool) -> None:
    t = invested(ARMY)
    assert bool(usable(t.s, EGYPT, "competition", kind)) == can
    assert bool(usable(invested(MINT).s, EGYPT, "acquisition", kind))


@pytest.mark.rule("CRD-16")
def test_one_that_cannot_be_used_does_not_stand_before_the_next() -> None:
    cards = (ACADEMY, MERCHANT_MARINE, MINT, IRRIGATION)
    t = position(
        phase="cards", investments=[{"card": card, "owner": "egypt", "discs": 1} for card in cards],
        egypt={"discs": {"kush": 2}, "hand": [93]}, troy={},
    )  # fmt: skip
    assert members(usable(t.s, EGYPT, "acquisition")) == [card_action(IRRIGATION), card_action(MINT)]


@pytest.mark.rule("CRD-16")
def test_the_use_of_an_investment_costs_a_disc_and_cannot_be_answered() -> None:
    t = at(
        "draw uses", EGYPT, then=["next turn"], investments=[{"card": ACADEMY, "owner": "egypt", "discs": 2}],
        egypt={"discs": {"kush": 2}}, troy={"hand": [43, 44]},
    )  # fmt: skip
    supply = t.of("supply", "egypt")
    t.do("#91")
    assert t.asked("keep", "egypt") and t.s.investments[ACADEMY] == (EGYPT, 1)
    assert t.of("supply", "egypt") == supply + 1 and t.s.used == 1 << 10 + ACADEMY
    assert [(e.faction, e.card) for e in t.events("investment_used")] == [(EGYPT, ACADEMY)]


# --------------------------------------------------------------------------------- abilities


def rome(epoch: int = 1, **discs: int) -> Table:
    """Rome has an ability with a City at home or next to it, and another without one."""
    return position("basic_6p", phase="cards", epoch=epoch, rome={"discs": discs, "hand": [93]}, egypt={})


@pytest.mark.parametrize(
    ("discs", "works"),
    [({"rome": 3}, [0]), ({"etruria": 3}, [0]), ({"rome": 2}, [1]), ({}, [1]), ({"corsica": 3}, [1])],
)
def test_an_ability_that_needs_a_city_and_one_without(discs: dict[str, int], works: list[int]) -> None:
    t = rome(**discs)
    assert abilities(t.s, t.faction("rome"), "deployment_start") == works


@pytest.mark.parametrize("epoch", [1, 2, 3, 4])
def test_an_ability_of_some_epochs(epoch: int) -> None:
    t = rome(epoch, rome=2)
    faction = t.faction("rome")
    assert abilities(t.s, faction, "competition") == ([2] if epoch < 4 else [])
    assert abilities(t.s, faction, "first_competition") == ([3] if epoch == 4 else [])


def test_a_display_has_abilities_for_some_moments() -> None:
    t = rome(rome=2)
    rome_, egypt = t.faction("rome"), t.faction("egypt")
    assert has_ability(t.s, rome_, "competition") and not has_ability(t.s, egypt, "competition")
    assert has_ability(t.s, egypt, "acquisition") and not has_ability(t.s, rome_, "acquisition")
    assert abilities(t.s, egypt, "competition") == [] and abilities(t.s, egypt, "acquisition") == [0]
