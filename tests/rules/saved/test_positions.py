"""Positions from outside: what is wrong with them is said, with the place."""

from __future__ import annotations

import copy
import json
import random
import re
from typing import Any

import pytest
from random_play import Taste

from acis_rules import Game, IllegalAction, PositionError, scenarios
from acis_rules.kernel.actions import block_of
from acis_rules.kernel.bits import members
from acis_rules.kernel.machine import JOINING, arguments_of, do_step, step_names
from acis_rules.saved import frames, pending

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
        (changed(gold=[{"area": "kush", "owner": 0}] * 2), "position.gold (Kush): appears more than once"),
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


@pytest.mark.parametrize(("n", "end"), [(12, "11 (pass)"), (13, "11 (pass) and 1 more")])
def test_of_many_legal_actions_twelve_are_named(n: int, end: str) -> None:
    assert str(Game.from_dict(GOOD).illegal(99, dict.fromkeys(range(n), 0))).endswith(end)


def test_a_finished_game_takes_no_action() -> None:
    game = Game.from_dict(changed(phase="epoch", epoch=4))
    assert game.over and game.legal_actions() == []
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply(0)
    with pytest.raises(IllegalAction, match="no decision is open"):
        _ = game.decision


# ------------------------------------------------------------------- positions of running games

NPCS = {"npcs": [1], "npc_hostility": True}


def decisions(scenario: str, seed: int, options: dict[str, Any] | None = None) -> list[Game]:
    """Some positions of a random game, rare decisions rather than frequent ones, and its end."""
    game = Game.new(scenario, seed, options)
    rng = random.Random(seed)
    taste = Taste(rng)
    seen: dict[str, int] = {}
    found = []
    while not game.over:
        kind = game.decision.kind
        seen[kind] = seen.get(kind, 0) + 1
        if rng.random() < 1 / seen[kind]:
            found.append(game.clone())
        game.apply(taste.choose(game))
    return [*found, game]


@pytest.mark.parametrize("options", [{}, NPCS], ids=["players", "npcs"])
@pytest.mark.parametrize("scenario", scenarios())
def test_what_a_game_has_written_is_read_again(scenario: str, options: dict[str, Any]) -> None:
    for game in decisions(scenario, 3, options):
        written = json.dumps(game.to_dict())
        assert json.dumps(Game.from_dict(json.loads(written)).to_dict()) == written


@pytest.mark.parametrize("scenario", ["basic_4p", "second_punic_war", "caesar_pompey_solo", "two_civs_b"])
def test_every_question_can_be_asked_again(scenario: str) -> None:
    """Its asker, done again on what was below it, asks the same of the same stack."""
    for game in decisions(scenario, 8)[:-1]:
        s = game.state
        assert s.asker is not None, s.question
        depth, frame = s.asker
        again = s.copy()
        again.question = None
        del again.stack[depth:]
        do_step(again, frame)
        assert (again.question, again.stack) == (s.question, s.stack)


@pytest.mark.parametrize("scenario", ["basic_3p", "basic_6p", "punic_wars"])
def test_a_game_dealt_anew_is_read_again(scenario: str) -> None:
    for game in decisions(scenario, 5)[:-1]:
        if game.decision.kind in ("wonder_payment", "wonder_site"):
            continue  # cards declared as payment may have been dealt to others
        for seat in range(game.state.world.n_seats):
            new = game.determinize(seat, random.Random(seat))
            assert json.dumps(Game.from_dict(new.to_dict()).to_dict()) == json.dumps(new.to_dict())


def test_a_question_with_other_answers_is_refused() -> None:
    rng = random.Random(6)
    for game in decisions("basic_4p", 6)[:-1]:
        position = game.to_dict()
        legal = position["question"]["legal"]
        for action in rng.sample(range(272), 6):
            if not legal >> action & 1 or block_of(action)[0] != "card":  # may be missing if dealt anew
                position["question"]["legal"] = legal ^ 1 << action
                with pytest.raises(PositionError, match="question"):
                    Game.from_dict(position)


def test_a_stack_without_its_lower_part_is_refused() -> None:
    """It would end in the middle of the game."""
    for game in decisions("basic_4p", 7)[:-1]:
        position = game.to_dict()
        if position["asker"][0]:
            position["stack"] = position["stack"][1:]
            position["asker"][0] -= 1
            with pytest.raises(PositionError, match=r"position\.stack"):
                Game.from_dict(position)


# ------------------------------------------------------------------------- nothing is forgotten


def test_every_step_has_its_place_and_every_argument_its_kind() -> None:
    words = " ".join(pending._STACKS.values()) + pending._PLAY
    named = set(re.findall("[a-z_]+", words))
    assert named <= {*step_names()}
    at_once = {*step_names()} - named - JOINING  # steps that are never on the stack while somebody is asked
    assert at_once == {
        "draw_step", "fill_places", "first_barbarians", "npc_begins_anew", "rebuild_deck", "sea_domination",
        "starting_discs",
    }  # fmt: skip
    for step in step_names():
        assert {*(arguments_of(step) or {})} <= frames._ARGUMENTS.keys(), step
    assert frames._FITS.keys() <= {*step_names()}


# ----------------------------------------------------------------------------- size and depth


def test_sizes_are_checked_before_memory_is_taken() -> None:
    for field in ("used", "omens", "passed", "built_this_turn", "looted", "no_talents", "deck", "winners"):
        with pytest.raises(PositionError, match=rf"position\.{field}"):
            Game.from_dict(changed(**{field: [2**33]}))
    with pytest.raises(PositionError, match=r"stack\[0\]"):
        Game.from_dict(changed(stack=[["retirement", 0, 2**33]]))
    with pytest.raises(PositionError, match="a number of 33,220 bits"):
        Game.from_dict(egypt(treasury=10**10_000))


@pytest.mark.parametrize(
    "field", ["stack", "question", "asker", "events", "factions", "order", "known", "deck"]
)
def test_nesting_without_end_is_refused(field: str) -> None:
    deep: Any = 1
    for _ in range(20_000):
        deep = [deep]
    with pytest.raises(PositionError, match=field):
        Game.from_dict(changed(**{field: deep}))


def test_messages_stay_short() -> None:
    for value in ("x" * 10**6, [0] * 10**6, {str(i): i for i in range(10**5)}):
        with pytest.raises(PositionError) as error:
            Game.from_dict(egypt(hand=value))
        assert len(str(error.value)) < 400


def test_a_hand_above_the_limit_is_there_only_to_be_discarded() -> None:
    hand = [card for card in range(1, 20) if card not in (39,)][:8]
    with pytest.raises(PositionError, match="8 cards; the limit is 6"):
        Game.from_dict(egypt(hand=hand))
    game = Game.from_dict({**egypt(hand=hand), "stack": [["hand_limit", 0]]})
    assert game.decision.kind == "hand_limit" and len(members(game.state.hand[0])) == 8


def test_an_ability_that_draws_may_shuffle_the_deck() -> None:
    """The deck is nobody's, so the event names no civilization; others by an ability do."""
    position = Game.new("basic_2p", seed=1).to_dict()
    shuffled = {"kind": "reshuffled", "n": 60, "cause": "ability 1"}
    assert Game.from_dict({**position, "events": [*position["events"], shuffled]}).events[-1].n == 60
    with pytest.raises(PositionError, match="talents: -1 cannot be its faction"):
        Game.from_dict({**position, "events": [*position["events"], {**shuffled, "kind": "talents"}]})
