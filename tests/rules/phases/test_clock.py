"""The clock of a scenario: what ends an Epoch or the game, and what happens at the end of an Epoch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import EVENTS, Table, moment
from invariants import check_all
from random_play import random_game

from acis_rules import DataError, Game


def scenario(folder: Path, **clock: Any) -> str:
    """Egypt and Troy by another clock."""
    file = folder / f"clock_{len(list(folder.iterdir()))}.yaml"
    file.write_text(yaml.safe_dump({"id": "clock", "title": "Clock", "extends": "basic_2p", "clock": clock}))
    return str(file)


def at(folder: Path, name: str, *about: Any, top: tuple[int, ...] = (), clock: Any, **given: Any) -> Table:
    """A moment in a game by another clock, with these cards on top of the deck."""
    rest = [card for card in range(1, 104) if card not in (*EVENTS, *top)]
    events = [card for card in EVENTS if card not in top]
    factions = [
        {"civilization": "egypt", "discs": {"egypt": 1}, **given.pop("egypt", {})},
        {"civilization": "troy", "discs": {"troy": 1}, "vp": 1, **given.pop("troy", {})},
    ]
    position = {
        "scenario": scenario(folder, **clock),
        "factions": factions,
        "deck": [*events, *rest, *reversed(top)],
        **moment(name, *about, then=given.pop("then", ())),
        **given,
    }
    return Table(Game.from_dict(position))


# ------------------------------------------------------------------------------------- sudden end


@pytest.mark.parametrize(("given", "ends"), [("odd", 1), ("even", 0)])
@pytest.mark.parametrize("card", [1, 4, 22, 33, 90, 97])
def test_odd_or_even_cards_end_the_epoch(given: str, ends: int, card: int, tmp_path: Path) -> None:
    clock = {"turns": 6, "sudden_end": {4: given, 5: given}}
    t = at(tmp_path, "sudden end", top=(card,), clock=clock, turn=4)
    assert t.events("sudden_end")[0].ends == (card % 2 == ends)


def test_the_last_turn_ends_the_epoch_without_a_card(tmp_path: Path) -> None:
    t = at(tmp_path, "sudden end", clock={"turns": 6, "sudden_end": {4: "odd"}}, turn=6)
    assert not t.events("sudden_end") and any(e.phase == "epoch" for e in t.events("phase"))


# ------------------------------------------------------------------------------------- stop_after

STOP = {"first_epoch": 4, "stop_after": "competition", "sudden_end": {}}


def test_the_game_ends_after_the_competition_phase(tmp_path: Path) -> None:
    city: dict[str, Any] = {"egypt": {"discs": {"egypt": 4}, "vp": 3}}
    t = at(tmp_path, "competition phase", then=["evaluation"], clock=STOP, turn=4, epoch=4, **city)
    assert t.game.over and t.game.vp == [3, 1]  # no VP for the City
    assert t.game.winners == [0]
    t = at(tmp_path, "competition phase", then=["evaluation"], clock=STOP, turn=3, epoch=4, **city)
    assert not t.game.over and t.s.vp[0] == 4


def test_earlier_epochs_end_as_usual(tmp_path: Path) -> None:
    clock = STOP | {"first_epoch": 3}
    t = at(tmp_path, "competition phase", then=["evaluation"], clock=clock, turn=4, epoch=3)
    assert not t.game.over and any(e.phase == "evaluation" for e in t.events("phase"))


@pytest.mark.parametrize(("card", "over"), [(13, True), (45, False)])
def test_a_card_after_the_competition_phase_may_bring_another_turn(
    card: int, over: bool, tmp_path: Path
) -> None:
    clock = STOP | {"turns": 6, "sudden_end": {4: "123", 5: "12345"}}
    t = at(tmp_path, "competition phase", then=["evaluation"], clock=clock, turn=4, epoch=4, top=(card,),
           egypt={"treasury": 1})  # fmt: skip
    assert t.game.over == over
    assert [(e.card, e.ends) for e in t.events("sudden_end")] == [(card, over)]
    if not over:  # the turn goes on with its Evaluation Phase, without a second check, to the draw
        assert [e.phase for e in t.events("phase")][:2] == ["competition", "evaluation"]
        t.skip_until("talents_to_spend")
        assert len(t.events("revealed")) == 1


def test_no_card_says_more_than_the_last_turn(tmp_path: Path) -> None:
    clock = STOP | {"turns": 6, "sudden_end": {4: "123", 5: "12345"}}
    t = at(tmp_path, "competition phase", then=["evaluation"], clock=clock, turn=6, epoch=4)
    assert t.game.over and not t.events("revealed")


def test_an_event_after_the_competition_phase_is_resolved_first(tmp_path: Path) -> None:
    clock = STOP | {"turns": 6, "sudden_end": {4: "123"}}
    t = at(tmp_path, "competition phase", then=["evaluation"], clock=clock, turn=4, epoch=4, top=(101,))
    assert t.events("event") and not t.game.over  # Egypt is asked where the raiders come
    again = Game.from_dict(json.loads(json.dumps(t.game.to_dict())))
    for game in (t.game, again):
        while not game.over and not [e for e in game.events if e.kind == "sudden_end"]:
            game.apply(game.legal_actions()[0])
        assert game.over
    assert again.to_dict() == t.game.to_dict()


# ----------------------------------------------------------------------------------- no_early_end


ON_THE_TABLE: dict[str, Any] = {"table": [62], "deck": [card for card in range(1, 104) if card != 62]}


@pytest.mark.parametrize(("turn", "holds"), [(1, False), (2, False), (3, True)])
def test_cards_do_not_end_an_epoch_before_a_turn(turn: int, holds: bool, tmp_path: Path) -> None:
    """Time Marches On is void before turn 3, not put off."""
    clock = {"no_early_end": 3, "sudden_end": {3: "23"}}
    t = at(tmp_path, "event", 0, 62, top=(), clock=clock, turn=turn, phase="cards", **ON_THE_TABLE)
    assert t.s.end_epoch == holds
    free = at(
        tmp_path, "event", 0, 62, clock={"sudden_end": {3: "23"}}, turn=turn, phase="cards", **ON_THE_TABLE
    )
    assert free.s.end_epoch


def test_drawn_after_the_check_it_speaks_of_the_next_turn(tmp_path: Path) -> None:
    clock = {"no_early_end": 3, "sudden_end": {3: "23"}}
    for turn, holds in ((1, False), (2, True)):
        t = at(tmp_path, "draw step", top=(62,), clock=clock, turn=turn, then=["next turn"])
        assert t.s.end_epoch == holds and t.events("event")[0].card == 62


def test_in_the_draw_at_the_end_of_an_epoch_it_is_void_too(tmp_path: Path) -> None:
    clock = {"no_early_end": 3, "sudden_end": {3: "23"}}
    t = at(tmp_path, "new hands", top=(62,), clock=clock, turn=4, egypt={"epoch_draw": 5})
    assert t.events("event")[0].card == 62 and not t.s.end_epoch


# ----------------------------------------------------------------------------------- epoch_change


def test_the_scenario_says_what_happens_at_the_end_of_an_epoch(tmp_path: Path) -> None:
    clock = {"epoch_change": {2: ["devaluation"]}}
    t = at(tmp_path, "epoch change", clock=clock, epoch=2, then=["new hands"], egypt={"vp": 5})
    assert not t.events("revealed")
    assert [e.row for e in t.events("epoch_change")] == ["Devaluation of currency"]
    hands = [len(t.hand(name)) for name in ("egypt", "troy")]
    assert hands == [2, 2]
    other = at(tmp_path, "epoch change", top=(7,), clock=clock, epoch=1)
    assert [e.card for e in other.events("epoch_change")] == [7]


def test_operations_happen_in_their_order(tmp_path: Path) -> None:
    north = {"op": "barbarians", "n": 3, "where": {"kind": "land", "edge": "N"}}
    clock = {"epoch_change": {1: [north, "devaluation"]}}
    t = at(tmp_path, "epoch change", clock=clock, epoch=1)
    areas = [t.s.world.board.areas[a].id for a, n in enumerate(t.s.discs[t.s.world.barbarians]) if n == 3]
    edge = t.s.world.board.edge["N"] & t.s.world.board.land & t.s.world.board.in_play
    assert len(areas) == edge.bit_count() > 1 and "carchemish" in areas
    kinds = [e.kind for e in t.events() if e.kind in ("barbarians", "epoch_change")]
    assert kinds[-1] == "epoch_change" and t.s.devalued
    assert {e.cause for e in t.events("barbarians")} <= {"epoch change"}


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ({"sudden_end": {4: "odd"}}, "clock.sudden_end: turn 4"),
        ({"sudden_end": {2: "prime"}}, "sudden_end"),
        ({"stop_after": "growth"}, "stop_after"),
        ({"epoch_change": {4: ["devaluation"]}}, "clock.epoch_change.4: no Epoch follows"),
        (
            {"epoch_change": {1: ["nothing"]}},
            "clock.epoch_change.1[0]: unknown row nothing; there are: black",
        ),
        ({"epoch_change": {1: [{"op": "place", "n": 1}]}}, "clock.epoch_change.1"),
        ({"epoch_change": {1: [{"op": "barbarians", "n": 1, "areas": 1}]}}, "leaves its user no choice"),
    ],
)
def test_clocks_that_cannot_be(clock: dict[str, Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        Game.new(scenario(tmp_path, **clock))
    assert words in str(error.value)


@pytest.mark.parametrize(
    "clock",
    [
        STOP | {"turns": 6, "sudden_end": {4: "123", 5: "12345"}},
        {"last_epoch": 2, "turns": 6, "sudden_end": {4: "odd", 5: "odd"}, "no_early_end": 6},
        {"last_epoch": 3, "epoch_change": {1: ["barbarians_at_the_frontier", "gods_smile", "devaluation"]}},
    ],
)
def test_whole_games(clock: dict[str, Any], tmp_path: Path) -> None:
    for seed in range(3):
        *_, game = random_game(scenario(tmp_path, **clock), seed)
        check_all(game)
        assert game.over
