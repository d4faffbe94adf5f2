"""Positions from outside: what is wrong with them is said, with the place."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from acis_rules import Game, IllegalAction, PositionError

GOOD: dict[str, Any] = {
    "scenario": "basic_2p",
    "phase": "cards",
    "factions": [
        {"civilization": "egypt", "discs": {"egypt": 3, "red_sea": 1}, "hand": [7, 39], "treasury": 2},
        {"civilization": "troy", "discs": {"Troy": 2}},
    ],
}  # fmt: skip


def changed(**top: Any) -> dict[str, Any]:
    rules = {"options": {"rules": ["gold"]}} if "gold" in top else {}
    return {**copy.deepcopy(GOOD), **rules, **top}


def egypt(**fields: Any) -> dict[str, Any]:
    data = copy.deepcopy(GOOD)
    data["factions"][0] |= fields
    return data


def test_a_position_written_by_hand_is_completed() -> None:
    game = Game.from_dict(GOOD)
    s = game.state
    assert s.supply[:2] == [48 - 4, 48 - 2] and s.supply[2] == 50
    assert len(s.deck) == 101 and game.decision.kind == "card_action"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (egypt(discs={"egypt": 5}), "the limit is 4"),
        (egypt(discs={"red_sea": 3}), "the limit is 2"),
        (egypt(discs={"rome": 1}), "rome is not in play"),
        (egypt(discs={"utopia": 1}), "unknown area 'utopia'"),
        (egypt(discs={"egypt": -1}), "-1 is not a number of discs"),
        (egypt(supply=50), "but there are 48"),
        (egypt(ready=60), "but there are 48"),
        (egypt(civilization="atlantis"), "unknown civilization 'atlantis'"),
        (egypt(civilization="troy"), "troy is there twice"),
        (egypt(hand=[62]), "card 62 is an Event"),
        (egypt(hand=[7, 200]), "card ids 1 to 103"),
        (egypt(vp=-3), "vp: -3"),
        (egypt(treasury="much"), "treasury: 'much'"),
        (egypt(gold=1), "unknown field 'gold'"),
        (changed(discard=[7]), "card 7 is in factions[0].hand and in discard"),
        (changed(deck=[1, 2, 3]), "card 4 is nowhere"),
        (changed(phase="lunch"), "unknown phase 'lunch'"),
        (changed(order=["egypt", "egypt"]), "must name every civilization once"),
        (changed(order=["rome"]), "no civilization 'rome'"),
        (changed(scenario="basic_9p"), "unknown scenario 'basic_9p'"),
        (changed(factions=[]), "a list of 2 is needed"),
        (changed(wonders=[{"wonder": "Tower"}]), "unknown Wonder 'Tower'"),
        (changed(wonders=[{"wonder": "Colossus", "owner": 0, "area": "red_sea"}]), "not a land area"),
        (changed(investments=[{"card": 1, "owner": 0, "discs": 1}]), "card 1 is no Investment"),
        (changed(gold=[{"area": "rome", "owner": "egypt"}]), "position.gold: rome is not in play"),
        (changed(gold=[{"area": "kush", "owner": "rome"}]), "position.gold (Kush): no civilization 'rome'"),
        (changed(gold=[{"area": "kush", "owner": 0, "discs": 0}]), "position.gold (Kush): no discs"),
        (changed(gold=[{"area": "kush", "owner": 0}] * 2), "position.gold (Kush): stands more than once"),
        (changed(gold=[{"area": "kush", "owner": 0, "n": 2}]), "position.gold (Kush): unknown field 'n'"),
        (changed(known=[{"viewer": 0}]), "known has the wrong form"),
        (changed(allies=[3]), "allies"),
        (changed(question={"kind": "deploy"}), "question"),
        (changed(acis_position=9), "version 9"),
        (changed(weather="fine"), "unknown field 'weather'"),
    ],
)
def test_an_impossible_position_is_refused(position: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as error:
        Game.from_dict(position)
    assert message in str(error.value)


def test_an_illegal_action_says_what_was_legal_and_changes_nothing() -> None:
    game = Game.from_dict(GOOD)
    before = game.to_dict()
    for action in (5, -1, 10_000):
        with pytest.raises(IllegalAction) as error:
            game.apply(action)
        assert f"action {action} is not legal" in str(error.value)
        assert "Egypt plays a card" in str(error.value) and "0 (pass)" in str(error.value)
    assert game.to_dict() == before


def test_a_finished_game_takes_no_action() -> None:
    game = Game.from_dict(changed(phase="epoch", epoch=4))
    assert game.over and game.legal_actions() == []
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply(0)
    with pytest.raises(IllegalAction, match="no decision is open"):
        _ = game.decision
