"""The NPC and Aeneas: when it begins anew, and the entry table."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import Fixed, answer, look

from acis_rules.box.board import SIDES, Board
from acis_rules.kernel.actions import area_action, area_of
from acis_rules.kernel.bits import mask_of, members
from acis_rules.kernel.log import tell
from acis_rules.variants.downfall import drove_out
from acis_rules.variants.enmity import enemy_at_entry
from acis_rules.variants.solitaire import ENTRY
from agents.npc.aeneas import entry_card, start
from agents.npc.distance import steps
from agents.npc.player import NPC


def behind(discs: dict[str, int], **given: Any) -> Table:
    table = position(
        "basic_2p", phase="evaluation", turn=1,
        egypt={"discs": discs, "vp": 0}, troy={"discs": {"troy": 2}, "vp": 20}, **given,
    )  # fmt: skip
    return table.skip_until("aeneas", "egypt")


@pytest.mark.rule("NPC-78")
def test_with_few_discs_and_the_lowest_vp_it_begins_anew() -> None:
    assert answer(behind({"kush": 2, "egypt": 2, "libya": 2}))[0] == "ability"
    assert answer(behind({"kush": 2, "egypt": 2, "libya": 2, "sinai": 1}))[0] == "stop"


@pytest.mark.rule("NPC-79")
@pytest.mark.parametrize("card, name", [(44, "ability"), (45, "stop")])
def test_not_last_in_vp_an_even_card_decides(card: int, name: str) -> None:
    table = position(
        "basic_3p", phase="evaluation", turn=1,
        **{civilization: {"discs": discs, "vp": vp} for civilization, discs, vp in _three()},
    )  # fmt: skip
    first = _three()[0][0]
    table.skip_until("aeneas", first)
    table.s.vp[table.faction(_three()[1][0])] = -1
    npc = NPC()
    npc._reveals = Fixed(card)
    assert answer(table, npc)[0] == name


def _three() -> list[tuple[str, dict[str, int], int]]:
    from acis_rules.box.scenario import load_scenario

    names = load_scenario("basic_3p").choice
    homes = load_scenario("basic_3p").setup.discs
    return [(names[0], {}, 0), (names[1], homes[names[1]], 20), (names[2], homes[names[2]], 20)]


def four(phase: str, **discs: dict[str, int]) -> Table:
    """Carthage is to begin anew; Egypt has 2 VP, Gaul 5, Troy 9, and Egypt may play Schism or Famine."""
    lands = {"carthage": {}, "egypt": {"egypt": 2}, "troy": {"troy": 2}, "gaul": {"gallia": 2}} | discs
    return position(
        "basic_4p", phase=phase, order=["egypt", "gaul", "troy", "carthage"], turn=1,
        carthage={"discs": lands["carthage"]}, egypt={"discs": lands["egypt"], "vp": 2, "hand": [8, 29]},
        troy={"discs": lands["troy"], "vp": 9}, gaul={"discs": lands["gaul"], "vp": 5, "hand": [93]},
        barbarians={"discs": lands.get("barbarians", {})},
    )  # fmt: skip


def entry(card: int, wronged: list[str], table: Table | None = None) -> tuple[str, str, str]:
    table = table or four("cards")
    pos = look(table, "carthage")
    legal = mask_of(area_action(area) for area in members(pos.board.land))
    former = [table.faction(name) for name in wronged]
    action, reason, enemy = start(pos, legal, card, former, Fixed(*range(1, 60)))
    area = pos.board.areas[area_of(action)]
    whose = table.s.world.civilization(table.s, enemy).id if enemy >= 0 else "nobody"
    assert pos.board.land >> area_of(action) & 1
    return area.id, reason.split(":")[0], whose


@pytest.mark.rule("NPC-82", "NPC-83")
def test_low_cards_lead_to_the_emptiest_edge_and_no_enemy() -> None:
    assert entry(20, [])[1:] == ("NPC-83", "nobody")


@pytest.mark.rule("NPC-84")
def test_21_to_50_lead_to_the_leader() -> None:
    assert entry(21, ["egypt"])[1:] == ("NPC-84", "troy")
    assert entry(50, ["egypt"])[1:] == ("NPC-84", "troy")


@pytest.mark.rule("NPC-85")
def test_51_to_80_lead_to_the_latest_enemy() -> None:
    assert entry(51, ["gaul", "egypt"])[1:] == ("NPC-85", "egypt")
    assert entry(80, ["egypt"])[1:] == ("NPC-85", "egypt")
    assert entry(80, [])[1:] == ("NPC-84", "troy")


def blamed(table: Table) -> str:
    """Who drove Carthage out, in the eyes of the NPC and by the rules of hostility."""
    carthage = table.faction("carthage")
    _, rule, whose = entry(81, [], table)
    assert rule == "NPC-86" and enemy_at_entry(table.s, carthage, 103) == table.faction(whose)
    return whose


@pytest.mark.rule("NPC-86")
def test_81_and_more_lead_to_the_one_with_most_vp_if_the_cause_is_unclear() -> None:
    assert entry(81, ["egypt"])[1:] == ("NPC-86", "troy")
    sacked = four("competition", carthage={"thapsus": 2}, barbarians={"thapsus": 4}).skip_until("turn_place")
    assert sacked.discs("carthage", "thapsus") == 0
    assert blamed(sacked) == "troy"  # Barbarians are no civilization


@pytest.mark.rule("NPC-86")
def test_the_player_of_a_card_that_cost_it_discs_drove_it_out() -> None:
    table = four("cards", carthage={"thapsus": 3})
    assert blamed(table) == "troy"
    table.do("Local Famine")
    assert table.discs("carthage", "thapsus") < 3
    assert blamed(table) == "egypt"
    tell(table.s, "turn", turn=2, epoch=1)
    assert blamed(table) == "troy"  # that was last turn


@pytest.mark.rule("NPC-86")
def test_whoever_fought_it_in_a_competition_drove_it_out() -> None:
    table = four("competition", carthage={"thapsus": 1}, gaul={"thapsus": 3, "gallia": 2})
    table.skip_until("turn_place")
    assert table.discs("carthage", "thapsus") == 0
    assert blamed(table) == "gaul"
    both = four("competition", carthage={"thapsus": 3}, gaul={"thapsus": 2}).skip_until("turn_place")
    assert both.discs("carthage", "thapsus") == 2 and both.discs("gaul", "thapsus") == 0
    assert blamed(both) == "gaul"  # though it fell there itself


@pytest.mark.rule("NPC-86")
def test_of_several_the_one_with_most_vp_is_blamed() -> None:
    table = four("cards", carthage={"thapsus": 3, "leptis": 2}, gaul={"leptis": 4, "gallia": 2})
    table.do("Local Famine", "thapsus").skip_until("turn_place")
    assert blamed(table) == "gaul"  # Egypt played the card; Troy, with most VP of all, did nothing


@pytest.mark.rule("NPC-86")
def test_whoever_dominates_the_sea_drove_it_out() -> None:
    coast = {"egypt": 2, "nile_delta": 2, "sinai": 2, "libya": 2, "egyptian_sea": 1}
    table = four("evaluation", carthage={"egyptian_sea": 1}, egypt=coast)
    assert table.discs("carthage", "egyptian_sea") == 0
    assert blamed(table) == "egypt"


@pytest.mark.rule("NPC-86")
def test_its_own_cards_are_nobodys_fault() -> None:
    table = four("cards", egypt={"egypt": 1, "kush": 1}).do("Schism", "egypt")
    table.skip_until("card_action")
    assert table.discs("egypt", "egypt") == 0
    assert not drove_out(table.s, table.faction("egypt"), table.s.log)


@pytest.mark.rule("NPC-82")
def test_the_entry_follows_the_card_that_was_turned_up_for_it_last() -> None:
    table = position("basic_2p", options={"npcs": [1]}, phase="cards", egypt={"hand": [93]}, troy={})
    for kind, card, cause in (
        ("revealed", 12, ENTRY), ("revealed", 33, ENTRY), ("revealed", 60, "sudden end"),
        ("discarded", 90, ENTRY),
    ):  # fmt: skip
        tell(table.s, kind, card=card, cause=cause)
    assert entry_card(look(table, "troy"), Fixed(7)) == 33
    assert entry_card(look(table, "egypt"), Fixed(7)) == 7  # a player turns it up in thought


def on_the_edge(board: Board) -> int:
    out = 0
    for side in SIDES:
        out |= board.edge[side]
    return out & board.land


def emptiest(*areas: str, cards: tuple[int, ...] = (), **given: Any) -> str:
    """Of these areas the one in which Egypt begins anew by a low card; Troy stands as given."""
    table = position("basic_2p", phase="cards", egypt={"hand": [93]}, troy={}, **given)
    pos = look(table, "egypt")
    legal = mask_of(area_action(table.area(area)) for area in areas)
    action, _, enemy = start(pos, legal, 20, [], Fixed(*cards))
    assert enemy == -1
    return table.s.world.board.areas[area_of(action)].id


@pytest.mark.rule("NPC-83")
def test_a_low_card_leads_to_the_edge_with_most_empty_land_around_it() -> None:
    """The borders are those of the map: the count is made anew here."""
    table = position("basic_2p", phase="cards", egypt={"hand": [93]}, troy={})
    board = table.s.world.board
    edge = on_the_edge(board)
    lands = {a: (board.neighbours[a] & board.land).bit_count() for a in members(edge)}
    seas = {a: (board.neighbours[a] & board.sea).bit_count() for a in members(edge)}
    ranked = sorted(lands, key=lambda a: (lands[a], seas[a]))
    few, many = ranked[0], ranked[-1]
    ids = [area.id for area in board.areas]
    assert emptiest(ids[few], ids[many]) == emptiest(ids[many], ids[few]) == ids[many]
    barbarians = {ids[a]: 1 for a in members(board.neighbours[many] & board.land)}
    assert emptiest(ids[few], ids[many], barbarians={"discs": barbarians}) == ids[few]
    assert emptiest(ids[few], ids[many], barbarians={"discs": {ids[many]: 1}}) == ids[few]  # not empty
    twins = [(a, b) for a in lands for b in lands if lands[a] == lands[b] and seas[a] < seas[b]]
    less, more = twins[0]
    assert emptiest(ids[less], ids[more]) == ids[more]
    inland = next(a for a in members(board.land & ~edge))
    assert emptiest(ids[inland], ids[few]) == ids[few]  # only the edge of the map


@pytest.mark.rule("NPC-83", "NPC-06")
def test_between_equal_edges_the_highest_card_decides() -> None:
    table = position("basic_2p", phase="cards", egypt={"hand": [93]}, troy={})
    board = table.s.world.board
    edge = on_the_edge(board)

    def around(area: int) -> tuple[int, int]:
        near = board.neighbours[area]
        return (near & board.land).bit_count(), (near & board.sea).bit_count()

    one, other = next(
        (a, b) for a in members(edge) for b in members(edge) if a < b and around(a) == around(b)
    )
    ids = [area.id for area in board.areas]
    assert emptiest(ids[one], ids[other], cards=(5, 9)) == ids[other]
    assert emptiest(ids[one], ids[other], cards=(9, 5)) == ids[one]


@pytest.mark.rule("NPC-84")
def test_it_enters_at_the_edge_nearest_the_home_of_the_leader() -> None:
    table = four("cards")
    area, _, _ = entry(30, [], table)
    board = table.s.world.board
    home = table.s.home[table.faction("troy")]
    edge = on_the_edge(board)
    away = {a: steps(board, a, home) for a in members(edge)}
    assert away[board.find(area)] == min(away.values())
    first = min((a for a in away if away[a] == min(away.values())), key=board.competition_rank.__getitem__)
    assert board.find(area) == first  # north-east first


@pytest.mark.rule("NPC-85")
def test_a_former_enemy_counts_before_a_present_one() -> None:
    table = four("cards")
    pos = look(table, "carthage", enemies=("gaul", "egypt"))
    legal = mask_of(area_action(area) for area in members(pos.board.land))
    assert start(pos, legal, 60, [table.faction("egypt")], Fixed(1))[2] == table.faction("egypt")
    assert start(pos, legal, 60, [], Fixed(1))[2] == table.faction("gaul")  # the Primary one
