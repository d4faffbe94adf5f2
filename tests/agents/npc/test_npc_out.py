"""An NPC that is out of the game takes part in nothing any more (NPC-80)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from helpers import Table, position
from npc_tables import look

from acis_env.observe.seating import seating_of
from acis_rules import Game
from acis_rules.cards.drawing import fewest_vp
from acis_rules.errors import PositionError
from acis_rules.kernel.actions import area_action
from acis_rules.kernel.bits import mask_of, members
from acis_rules.phases.epoch_table import devalued_hand
from acis_rules.table.ending import leaders
from acis_rules.table.terms import in_game
from acis_rules.variants.conquest import decisive
from acis_rules.variants.enmity import enemy_at_entry
from acis_rules.variants.solitaire import leave_the_game
from acis_rules.words.decisions import describe_event
from agents.npc import aeneas
from agents.npc.chance import Reveals
from agents.npc.player import NPC

OUT = {"aeneas_used": 2}  # it would have begun anew a second time
ORATOR, ICONOCLASTS = 37, 86
COLOSSUS = 3  # its number
GAUL_AND_TROY = {"npcs": [2, 3]}


def without_troy(options: dict[str, Any] | None = None, **given: Any) -> Table:
    """Egypt and Carthage are players, Gaul is an NPC, and Troy one that has left the game."""
    factions: dict[str, Any] = {"egypt": {"discs": {"kush": 1}}, "carthage": {"discs": {"thapsus": 1}},
                "gaul": {"discs": {"gallia": 3, "aquitania": 3, "massilia": 3}}, "troy": {}}  # fmt: skip
    for name in factions:
        factions[name] |= given.pop(name, {})
    factions["troy"] |= OUT
    at_war = {"npc_hostility": False}
    return position("basic_4p", options={**GAUL_AND_TROY, **at_war, **(options or {})}, **factions, **given)


@pytest.mark.rule("NPC-80")
def test_it_takes_everything_with_it() -> None:
    table = position(
        "basic_4p", options=GAUL_AND_TROY, phase="cards", egypt={"hand": [93]}, carthage={}, gaul={},
        troy={"discs": {"ionia": 3}, "hand": [7], "vp": 9, "treasury": 2, "aeneas_used": 1},
        wonders=[{"wonder": "Colossus", "owner": "troy", "area": "ionia", "discs": 2}],
        investments=[{"card": 91, "owner": "troy", "discs": 2}],
    )  # fmt: skip
    troy = table.faction("troy")
    leave_the_game(table.s, troy)
    assert not in_game(table.s, troy) and len(table.s.order) == 3
    assert not any(table.s.discs[troy]) and not table.s.wonders[COLOSSUS].discs and not table.s.investments
    for field in ("vp", "treasury", "supply", "hand"):
        assert table.of(field, "troy") == 0, field
    assert {7, 91} <= set(table.s.discard)
    assert not any(table.s.enemies[f] >> troy & 1 for f in range(4)) and not table.s.enemies[troy]
    told = [describe_event(table.s, event) for event in table.events("left")]
    assert told == ["Troy leaves the game for good"]
    assert not table.game.over  # Gaul is still there


@pytest.mark.rule("NPC-80", "NPC-125")
def test_it_gains_no_bonus_and_no_place_in_the_turn_order() -> None:
    table = without_troy(phase="evaluation", turn=1)
    bonus = [event.faction for event in table.events("vp") if event.cause == "npc bonus"]
    assert set(bonus) == {table.faction("gaul")} and table.of("vp", "troy") == 0
    assert (
        table.events("turn_order") and table.faction("troy") not in table.s.order and len(table.s.order) == 3
    )


@pytest.mark.rule("NPC-80")
def test_it_is_never_asked_and_never_draws() -> None:
    table = without_troy(phase="evaluation", turn=1)
    troy, rng = table.faction("troy"), Random(5)
    while not table.game.over:
        assert table.game.decision.faction != troy
        table.game.apply(rng.choice(table.game.legal_actions()))
    assert not table.of("hand", "troy")
    about = {event.kind for event in table.events() if event.faction == troy}
    assert not about & {"drew", "vp", "talents", "placed", "ready", "hand_discarded", "passed"}
    assert table.game.winners and 3 not in table.game.winners


@pytest.mark.rule("NPC-57", "NPC-80")
def test_it_directs_no_invasion() -> None:
    """It has no VP, and nobody has fewer; Carthage has fewest of those that play."""
    table = without_troy(phase="cards", egypt={"vp": 3, "hand": [93]}, carthage={"vp": 2}, gaul={"vp": 4})
    assert fewest_vp(table.s) == table.faction("carthage")


@pytest.mark.rule("NPC-78", "NPC-80")
def test_it_is_not_the_lowest_in_vp() -> None:
    """Gaul, next to nothing on the map, has the lowest VP of those that play and begins anew."""
    table = without_troy(
        {"npc_bonus_vp": 0}, phase="evaluation", turn=1, egypt={"vp": 3}, carthage={"vp": 3},
        gaul={"discs": {"gallia": 2}, "vp": 2},
    )  # fmt: skip
    table.skip_until("aeneas_start")
    assert table.asks == "gaul" and not [e for e in table.events("revealed") if e.cause == "npc aeneas"]


@pytest.mark.rule("NPC-78", "NPC-80")
def test_nor_for_an_npc_in_the_seat_of_a_player() -> None:
    table = without_troy(phase="cards", egypt={"vp": 1, "hand": [93]}, carthage={"vp": 3}, gaul={"vp": 2})
    assert aeneas.invoke(look(table, "egypt"), Reveals(0))[1] == "NPC-78: 6 discs or fewer and the lowest VP"


@pytest.mark.rule("AEN-03", "NPC-80")
def test_a_player_5_vp_behind_all_others_in_the_game_may_begin_anew() -> None:
    table = without_troy(phase="evaluation", turn=1, egypt={"vp": 1}, carthage={"vp": 6}, gaul={"vp": 6})
    assert table.skip_until("aeneas").asks == "egypt"


@pytest.mark.rule("AEN-08", "NPC-80")
def test_its_home_is_no_home_of_an_active_civilization() -> None:
    table = without_troy(phase="evaluation", turn=1, egypt={"vp": 1}, carthage={"vp": 6}, gaul={"vp": 6})
    table.skip_until("aeneas").do("yes").skip_until("aeneas_start")
    assert table.can("troy") and not table.can("gallia")


@pytest.mark.rule("NPC-80", "CRD-14")
def test_it_cannot_be_named_by_a_card() -> None:
    """The Orator swaps the places of two civilizations in the turn order."""
    table = without_troy(
        phase="cards", order=["egypt", "carthage", "gaul"], egypt={"hand": [ORATOR, 93]}
    ).do("Orator")  # fmt: skip
    assert table.kind == "name_civilization"
    assert not table.can("troy") and table.can("gaul")


@pytest.mark.rule("NPC-80", "CRD-14")
def test_its_wonders_cannot_be_named_either() -> None:
    """Iconoclasts bury a Wonder, but not one that stands there without an owner."""
    wonders = [{"wonder": "Colossus", "owner": "troy", "area": "egypt", "discs": 0},
               {"wonder": "Lighthouse", "owner": "gaul", "area": "kush", "discs": 1}]  # fmt: skip
    order = ["egypt", "carthage", "gaul"]
    table = without_troy(phase="cards", order=order, egypt={"hand": [ICONOCLASTS, 93]}, wonders=wonders)
    assert table.can("Iconoclasts")
    table = without_troy(phase="cards", order=order, egypt={"hand": [ICONOCLASTS, 93]}, wonders=wonders[:1])
    assert not table.can("Iconoclasts")


@pytest.mark.rule("NPC-14", "NPC-80")
def test_it_is_nobodys_target() -> None:
    table = without_troy(phase="cards", egypt={"hand": [93]}, gaul={"vp": 0})
    pos = look(table, "gaul")
    assert table.faction("troy") not in (*pos.rivals, *pos.players, *pos.rank)
    seen = NPC().position(table.game.view(0), 0)  # in the seat of a player
    assert set(seen.enemies) == {table.faction("carthage"), table.faction("gaul")}


@pytest.mark.rule("NPC-09", "NPC-85", "NPC-80")
def test_whoever_hated_it_hates_it_no_longer() -> None:
    """A peaceful NPC keeps account itself of who has wronged it."""
    table = without_troy(phase="cards", egypt={"hand": [93]})
    egypt, gaul, troy = (table.faction(name) for name in ("egypt", "gaul", "troy"))
    npc = NPC("peaceful")
    npc.enmity(egypt)._seen = table.game.view(0).event_count
    npc.enmity(egypt).wronged = [gaul, troy]
    pos = npc.position(table.game.view(0), egypt)
    assert pos.enemies == (gaul,)
    legal = mask_of(area_action(area) for area in members(pos.board.land))
    assert aeneas.start(pos, legal, 60, [gaul, troy], Reveals(0))[2] == gaul


@pytest.mark.rule("EPO-28", "NPC-80")
def test_it_has_no_rank_in_the_devaluation() -> None:

    table = without_troy(phase="cards", egypt={"vp": 4, "hand": [93]}, carthage={"vp": 3}, gaul={"vp": 0})
    drawn = {name: devalued_hand(table.s, table.faction(name)) for name in ("egypt", "carthage", "gaul")}
    assert drawn == {"egypt": 2, "carthage": 2, "gaul": 3}


@pytest.mark.rule("NPC-85", "NPC-86", "NPC-80")
def test_who_begins_anew_becomes_nobodys_enemy_who_is_out() -> None:
    table = without_troy(
        {"npc_hostility": True}, phase="cards", egypt={"hand": [93], "vp": 5}, carthage={"vp": 1},
        gaul={"latest_enemy": "troy"},
    )  # fmt: skip
    gaul = table.faction("gaul")
    for card in (60, 90):
        assert enemy_at_entry(table.s, gaul, card) == table.faction("egypt"), card


@pytest.mark.rule("PUN2-03", "NPC-80")
def test_its_home_is_no_opposing_home() -> None:
    at = position("second_punic_war_solo", phase="cards", rome={"hand": [93]}, mycenae={}, carthage=OUT)
    rome, home = at.faction("rome"), at.s.home
    assert decisive(at.s, rome) == [home[rome] | home[at.faction("mycenae")]]


@pytest.mark.rule("NPC-80", "END-06")
def test_it_wins_nothing_even_if_nobody_has_anything() -> None:
    table = without_troy(phase="cards", egypt={"discs": {}, "hand": [93]}, carthage={"discs": {}},
                         gaul={"discs": {}})  # fmt: skip
    assert leaders(table.s) == [0, 1, 2]


@pytest.mark.rule("NPC-81")
def test_if_only_npcs_play_and_the_last_one_leaves_the_game_is_drawn() -> None:
    table = position("basic_2p", options={"npcs": [0, 1]}, phase="cards", egypt={"hand": [93]}, troy={})
    leave_the_game(table.s, 0)
    leave_the_game(table.s, 1)
    assert table.game.over and table.game.winners == [0, 1]


@pytest.mark.rule("NPC-80", "NPC-81")
def test_a_game_that_everybody_has_left_is_written_and_read() -> None:
    few = {"vp": 0, "aeneas_used": 1}
    table = position("basic_2p", options={"npcs": [0, 1], "npc_bonus_vp": 0}, phase="evaluation", turn=1,
                     egypt={"discs": {"kush": 2}, **few}, troy={"discs": {"ionia": 2}, **few})  # fmt: skip
    written = table.game.to_dict()
    assert written["over"] and not written["order"]
    assert Game.from_dict(written).to_dict() == written


def test_a_position_without_it_is_written_and_read() -> None:
    table = without_troy(phase="cards", egypt={"hand": [93]})
    written = table.game.to_dict()
    assert written["order"] == [0, 1, 2]
    assert Game.from_dict(written).to_dict() == written
    for order in ([0, 1, 2, 3], [0, 1], [0, 0, 1, 2]):
        with pytest.raises(PositionError, match=r"position\.order"):
            Game.from_dict(written | {"order": order})


@pytest.mark.rule("NPC-80")
def test_in_observations_it_sits_last_and_is_not_in_play() -> None:
    table = without_troy(phase="cards", order=["carthage", "gaul", "egypt"], egypt={"hand": [93]},
                         carthage={"hand": [18]})  # fmt: skip
    names = ("egypt", "carthage", "gaul", "troy")
    egypt, carthage, gaul, troy = map(table.faction, names)
    seen = seating_of(table.game.view(0))
    assert table.game.decision.faction == carthage
    assert seen.factions == (egypt, carthage, gaul, troy)
    assert (seen.turn_place[:4], seen.in_play) == (bytes([3, 1, 2, 0]), 0b0111)
    own = seating_of(table.game.view(3))  # its own seat can still look on
    assert own.factions == (troy, carthage, gaul, egypt) and own.turn_place[0] == 0
