"""Who drove an NPC out, told from the events of its last turn (NPC-86)."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position

from acis_rules.kernel.bits import members
from acis_rules.kernel.log import Event
from acis_rules.variants.downfall import drove_out

EGYPT, TROY, CARTHAGE, GAUL, BLACK = range(5)


def table(**discs: dict[str, int]) -> Table:
    """Four civilizations with these discs; Carthage is the NPC."""
    names = ("egypt", "troy", "carthage", "gaul", "barbarians")
    given: dict[str, Any] = {name: {"discs": discs.get(name, {})} for name in names}
    return position("basic_4p", phase="cards", order=["egypt", "troy", "carthage", "gaul"], **given)


def lost(t: Table, faction: int, area: str, cause: str) -> Event:
    return Event("removed", faction, area=t.area(area), n=1, cause=cause)


def blamed(t: Table, *story: Event) -> list[int]:
    return members(drove_out(t.s, CARTHAGE, story))


@pytest.mark.rule("NPC-86")
def test_whoever_played_a_card_that_cost_it_a_disc() -> None:
    t = table()
    famine, plague = Event("played", EGYPT, card=8), Event("played", TROY, card=2)
    assert blamed(t, famine, plague, lost(t, CARTHAGE, "thapsus", "card 8")) == [EGYPT]
    assert blamed(t, famine, plague, lost(t, GAUL, "thapsus", "card 8")) == []
    assert blamed(t, famine, lost(t, CARTHAGE, "thapsus", "card 2")) == []  # an Event of nobody
    own = Event("played", CARTHAGE, card=8)
    assert blamed(t, own, lost(t, CARTHAGE, "thapsus", "card 8")) == []


@pytest.mark.rule("NPC-86")
def test_whoever_fought_it_in_a_competition_and_nobody_who_fought_elsewhere() -> None:
    t = table(egypt={"thapsus": 2}, gaul={"leptis": 2}, barbarians={"thapsus": 1})
    here = lost(t, CARTHAGE, "thapsus", "competition")
    assert blamed(t, here) == [EGYPT]
    assert blamed(t, here, lost(t, TROY, "thapsus", "competition")) == [EGYPT, TROY]
    assert blamed(t, here, lost(t, TROY, "leptis", "competition")) == [EGYPT]
    assert blamed(t, lost(t, TROY, "thapsus", "competition")) == []  # it lost nothing


@pytest.mark.rule("NPC-86")
def test_whoever_dominates_the_sea_from_which_it_was_driven() -> None:
    coast = {"egypt": 2, "nile_delta": 2, "sinai": 2, "libya": 2, "egyptian_sea": 1}
    t = table(egypt=coast, troy={"troy": 2})
    assert blamed(t, lost(t, CARTHAGE, "egyptian_sea", "domination")) == [EGYPT]
    assert blamed(t, lost(t, CARTHAGE, "trojan_sea", "domination")) == []
    assert blamed(t, lost(t, GAUL, "egyptian_sea", "domination")) == []


@pytest.mark.rule("NPC-86")
def test_what_happened_in_an_earlier_turn_is_forgotten() -> None:
    t = table(gaul={"thapsus": 2})
    turn, famine = Event("turn", turn=2), Event("played", EGYPT, card=8)
    by_card = lost(t, CARTHAGE, "thapsus", "card 8")
    assert blamed(t, famine, by_card, lost(t, CARTHAGE, "thapsus", "competition"), turn) == []
    assert blamed(t, famine, turn, by_card) == []
    assert blamed(t, turn, famine, by_card) == [EGYPT]


@pytest.mark.rule("NPC-86")
def test_all_ways_to_lose_discs_count_together() -> None:
    coast = {"egypt": 2, "nile_delta": 2, "sinai": 2, "libya": 2, "egyptian_sea": 1}
    t = table(egypt=coast, gaul={"thapsus": 2})
    story = [
        Event("played", TROY, card=8), lost(t, CARTHAGE, "leptis", "card 8"),
        lost(t, CARTHAGE, "egyptian_sea", "domination"), lost(t, CARTHAGE, "thapsus", "competition"),
    ]  # fmt: skip
    assert blamed(t, *story) == [EGYPT, TROY, GAUL]
    assert blamed(t, *story[2:], *story[:2]) == [EGYPT, TROY, GAUL]
