"""What a game with NPCs changes at the table: open hands, order of competitions, bonus VP, Aeneas."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from helpers import Table, moment, position

from acis_rules import Game
from acis_rules.errors import DataError
from acis_rules.kernel.bits import mask_of, members
from acis_rules.variants.solitaire import first_in_category, players_first

EGYPT_PLAYS = {"npcs": [1]}  # the second seat is the NPC


def solo(options: dict[str, Any] | None = None, **given: Any) -> Table:
    """Egypt is the player, Troy the NPC."""
    return position("basic_2p", options=options or EGYPT_PLAYS, order=["egypt", "troy"], **given)


def test_wrong_seats_are_refused() -> None:
    with pytest.raises(DataError, match="npcs"):
        Game.new("basic_2p", options={"npcs": [2]})
    with pytest.raises(DataError, match="npc_bonus_vp"):
        Game.new("basic_2p", options={"npcs": [1], "npc_bonus_vp": -1})


@pytest.mark.rule("NPC-27")
def test_the_hand_of_an_npc_lies_open() -> None:
    table = solo(phase="cards", egypt={"hand": [93, 18]}, troy={"hand": [7, 43]})
    egypt, troy = table.faction("egypt"), table.faction("troy")
    assert table.game.view(0).known[troy] == 1 << 7 | 1 << 43
    assert table.game.view(1).known[egypt] == 0
    assert table.game.view(1).seen_by[egypt] == 1 << 7 | 1 << 43
    assert not table.game.view(0).unseen >> 7 & 1
    for seed in range(5):
        dealt = table.game.determinize(0, Random(seed)).state
        assert dealt.hand[troy] == 1 << 7 | 1 << 43
    hands = {table.game.determinize(1, Random(seed)).state.hand[egypt] for seed in range(5)}
    assert len(hands) > 1


@pytest.mark.rule("NPC-59", "NPC-60", "NPC-61", "NPC-62", "NPC-63", "NPC-64", "NPC-65", "NPC-66")
def test_competitions_go_by_category() -> None:
    table = position(
        "basic_6p", options={"npcs": [1, 2, 3, 4, 5]}, phase="cards",
        egypt={"discs": {"gades": 3}, "hand": [93]}, troy={"discs": {"lydia": 3}},
        gold=[{"area": "phrygia", "owner": "troy"}, {"area": "thapsus", "owner": "egypt"}],
        wonders=[{"wonder": "Colossus", "owner": "troy", "area": "ionia", "discs": 1},
                 {"wonder": "Mausoleum", "owner": "egypt", "area": "umbria", "discs": 1}],
    )  # fmt: skip
    categories = [
        "troy",  # NPC-60: the home area of an NPC
        "phrygia", "ionia", "lydia",  # NPC-61: its Gold, Wonder, City
        "egypt",  # NPC-62: the player's home area
        "thapsus", "umbria", "gades",  # NPC-63: the player's Gold, Wonder, City
        "kush",  # NPC-64: next to the player's home area
        "tripolitania", "etruria", "baetica",  # NPC-65: next to its Gold, Wonder, City
        "palmyra",  # NPC-66: any other
    ]  # fmt: skip
    for i, area in enumerate(categories):
        left = mask_of(table.area(other) for other in categories[i:])
        assert members(first_in_category(table.s, left)) == [table.area(area)], area


@pytest.mark.rule("NPC-59", "NPC-65", "NPC-66")
def test_the_competition_phase_follows_the_categories() -> None:
    """From north-east to south-west Tarsus would come first; Petra lies next to Gold.

    That counts in Historical solitaire scenarios only.
    """
    fight = dict.fromkeys(("tarsus", "petra"), 2)
    for scenario, npc, fought in (
        ("antony_cleopatra_solo", "rome", ["petra", "tarsus"]),
        ("basic_2p", "troy", ["tarsus", "petra"]),
    ):
        table = position(
            scenario, options={"npcs": [0]}, **moment("competition phase"),
            gold=[{"area": "canaan", "owner": "egypt"}], **{npc: {"discs": fight}, "egypt": {"discs": fight}},
        )  # fmt: skip
        while table.s.question is not None and table.s.phase == "competition":
            table.do("stop" if table.can("stop") else "lose")
        assert [table.s.world.board.areas[e.area].id for e in table.events("competition")] == fought


@pytest.mark.rule("NPC-67")
def test_the_player_lays_its_cards_first_and_the_npc_sees_them() -> None:
    table = solo(
        {"npcs": [0]}, phase="competition",
        egypt={"discs": {"tyre": 3}, "hand": [61]}, troy={"discs": {"tyre": 3}, "hand": [65]},
    )  # fmt: skip
    assert players_first(table.s, table.s.order) == [table.faction("troy"), table.faction("egypt")]
    assert table.asked("commit", "troy")
    table.do("#65", "stop")
    assert table.asked("commit", "egypt")
    assert table.game.view(0).known[table.faction("troy")] >> 65 & 1


@pytest.mark.rule("NPC-125", "OPT-04")
@pytest.mark.parametrize(("given", "bonus"), [({}, 2), ({"npc_bonus_vp": 0}, 0), ({"npc_bonus_vp": 3}, 3)])
def test_bonus_vp(given: dict[str, int], bonus: int) -> None:
    table = solo({"npcs": [1], **given}, phase="evaluation", egypt={"discs": {"kush": 1}},
                 troy={"discs": {"ionia": 1}})  # fmt: skip
    assert (table.of("vp", "egypt"), table.of("vp", "troy")) == (0, bonus)


@pytest.mark.rule("NPC-125", "OPT-04")
@pytest.mark.parametrize(("given", "bonus"), [({}, 0), ({"npc_bonus_vp": 1}, 1)])
def test_in_historical_scenarios_there_is_a_bonus_only_if_it_is_agreed_on(
    given: dict[str, int], bonus: int
) -> None:
    table = position(
        "punic_wars_solo", options=given, phase="evaluation", rome={"discs": {"umbria": 1}},
        carthage={"discs": {"thapsus": 1}},
    )  # fmt: skip
    assert (table.of("vp", "rome"), table.of("vp", "carthage")) == (0, bonus)


@pytest.mark.rule("OPT-04")
def test_without_npcs_there_is_no_bonus() -> None:
    table = position("basic_2p", phase="evaluation", egypt={"discs": {"kush": 1}},
                     troy={"discs": {"ionia": 1}})  # fmt: skip
    assert (table.of("vp", "egypt"), table.of("vp", "troy")) == (0, 0)


@pytest.mark.rule("CIV-29")
def test_the_alphabet_gives_talents() -> None:
    table = position(
        "basic_5p", options={"npcs": [4]}, phase="evaluation", turn=1,
        phoenicia={"discs": {"phoenicia": 2}, "hand": [7]}, troy={"discs": {"troy": 2}},
    )  # fmt: skip
    table.skip_until("deploy")
    assert table.of("treasury", "phoenicia") == 2


@pytest.mark.rule("NPC-78", "NPC-82")
def test_an_npc_with_few_discs_begins_anew_in_the_last_place() -> None:
    table = position(
        "basic_2p", options={"npcs": [0]}, phase="evaluation", turn=1, order=["egypt", "troy"],
        egypt={"discs": {"kush": 3}, "vp": 0}, troy={"discs": {"troy": 2}, "vp": 1},
    )  # fmt: skip
    table.skip_until("aeneas_start", "egypt")
    assert table.s.order[-1] == table.faction("egypt")
    assert any(event.kind == "revealed" and event.cause == "npc entry" for event in table.events())


@pytest.mark.rule("NPC-80", "NPC-81")
def test_the_second_time_it_is_out_and_the_player_wins() -> None:
    table = solo(
        {"npcs": [1], "npc_bonus_vp": 0}, phase="evaluation", turn=1,
        egypt={"discs": {"kush": 2}, "vp": 1, "hand": [93]},
        troy={"discs": {"ionia": 2}, "vp": 0, "aeneas_used": 1, "hand": [7], "treasury": 2},
    )  # fmt: skip
    table.do(0)  # its place in the turn order
    assert table.game.over and table.game.winners == [0]
    assert table.of("vp", "troy") == table.of("supply", "troy") == 0
    assert not any(table.s.discs[table.faction("troy")])


@pytest.mark.rule("NPC-79")
def test_not_last_in_vp_a_card_decides() -> None:
    results = set()
    for rng in range(12):
        table = solo(
            {"npcs": [1], "npc_bonus_vp": 0}, phase="evaluation", turn=1, rng=rng,
            egypt={"discs": {"kush": 2}, "vp": 1, "treasury": 1},
            troy={"discs": {"ionia": 2}, "vp": 5},
        )  # fmt: skip
        table.do(0)  # its place in the turn order
        results.add(table.s.aeneas_used[table.faction("troy")])
    assert results == {0, 1}


def test_without_npcs_nothing_changes() -> None:
    def story(options: dict[str, Any]) -> list[Any]:
        game, rng = Game.new("basic_3p", seed=9, options=options), Random(2)
        while not game.over:
            game.apply(rng.choice(game.legal_actions()))
        return game.events

    assert story({}) == story({"npcs": [], "npc_bonus_vp": 3})
