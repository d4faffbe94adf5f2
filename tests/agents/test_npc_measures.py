"""What an NPC measures: the worth of an area between equals, distances, positions, the size of an effect."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from helpers import Table, position
from npc_tables import Fixed, look

from acis_rules import Game
from acis_rules.effects import Play
from acis_rules.kernel.bits import mask_of, members
from agents.npc.distance import FAR, farthest, nearest, nearest_by_passage, rings, steps
from agents.npc.effects import Effects, Tally, wonder_rank
from agents.npc.placement import worth_of
from agents.npc.ties import Ties, benefit

BOARD = Game.new("basic_6p").state.world.board


def six(**given: Any) -> Table:
    return position("basic_6p", phase=given.pop("phase", "growth"), **given)


def bits(*names: str) -> int:
    return mask_of(BOARD.find(name) for name in names)


def names(areas: int) -> set[str]:
    return {BOARD.areas[area].id for area in members(areas)}


# ------------------------------------------------------------------------------ method A

EMPTY = 0.1  # for each empty area around it


def measured(area: str, n: int = 1, **given: Any) -> float:
    """The measure of an area for n discs of Gaul; around Corsica lie two seas, far from everything."""
    table = six(gaul={"discs": given.pop("own", {})}, **given)
    return round(benefit(look(table, "gaul"), table.area(area), n), 3)


@pytest.mark.rule("NPC-05")
def test_the_measure_of_land_and_sea() -> None:
    assert measured("corsica") == 1 + 2 * EMPTY
    assert measured("corsica", 2) == 3 + 2 * EMPTY  # a Settlement
    assert measured("corsica", 3) == 5 + 2 * EMPTY  # a City
    assert measured("corsica", 1, own={"corsica": 1}) == 3 + 2 * EMPTY
    assert measured("corsica", 1, own={"corsica": 2}) == 5 + 2 * EMPTY
    assert measured("corsica", 1, own={"corsica": 3}) == 1 + 2 * EMPTY
    assert measured("corsica", 2, own={"corsica": 1}) == 5 + 2 * EMPTY
    assert measured("red_sea") == 1.5 + 5 * EMPTY
    assert measured("red_sea", own={"red_sea": 1}) == 5 * EMPTY


@pytest.mark.rule("NPC-05")
def test_the_measure_of_what_is_around() -> None:
    base = measured("corsica")
    assert measured("corsica", own={"ligurian_sea": 1}) == round(base + 0.25 - EMPTY, 3)
    assert measured("corsica", barbarians={"discs": {"ligurian_sea": 1}}) == round(base - 0.25 - EMPTY, 3)
    assert measured("liguria") == round(1 + 1 + 4 * EMPTY, 3)  # next to its home
    assert measured("gallia") == round(1 + 1 + 4 * EMPTY, 3)


@pytest.mark.rule("NPC-05")
def test_the_measure_of_the_leader() -> None:
    rome, egypt = {"discs": {"corsica": 2}, "vp": 3}, {"discs": {"corsica": 3}, "vp": 1}
    assert measured("corsica", rome=rome) == 3 + 2 * EMPTY
    assert measured("corsica", rome=rome, egypt=egypt) == 3 + 2 * EMPTY  # only the leader's
    rome["vp"], egypt["vp"] = 1, 3
    assert measured("corsica", rome=rome, egypt=egypt) == 4 + 2 * EMPTY
    city = {"discs": {"umbria": 3}, "vp": 3}
    assert measured("apulia", rome=city) == round(1 + 0.5 + 4 * EMPTY, 3)
    camp = {"discs": {"umbria": 2}, "vp": 3}
    assert measured("apulia", rome=camp) == round(1 + 4 * EMPTY, 3)


@pytest.mark.rule("NPC-04", "NPC-05", "NPC-06")
def test_equals_by_measure_then_from_the_north_east_or_by_cards() -> None:
    table = six(gaul={"discs": {"gallia": 3}})
    pos = look(table, "gaul")
    equal = bits("corsica", "melite", "citium", "salamis")
    first = min(members(bits("citium", "salamis")), key=BOARD.competition_rank.__getitem__)
    assert Ties("A", Fixed()).area(pos, bits("citium", "salamis")) == first
    assert Ties("A", Fixed()).area(pos, bits("corsica")) == BOARD.find("corsica")
    order = sorted(members(equal), key=BOARD.competition_rank.__getitem__)
    assert Ties("B", Fixed(3, 9, 80, 7)).area(pos, equal) == order[2]
    city = Ties("A", Fixed()).area(pos, equal, lambda area: 3 if area == BOARD.find("melite") else 1)
    assert city == BOARD.find("melite")


# -------------------------------------------------------------------------------- distances


def test_steps_between_areas() -> None:
    rome = BOARD.find("rome")
    assert steps(BOARD, rome, bits("rome")) == 0
    assert steps(BOARD, rome, bits("umbria")) == 1
    assert steps(BOARD, rome, bits("liguria", "gallia")) == 2
    assert steps(BOARD, rome, 0) == FAR
    ring = rings(BOARD)[rome]
    assert names(ring[0]) == {"rome"} and names(ring[1]) >= {"umbria", "bay_of_capua"}
    assert ring[-1] == BOARD.in_play and all(a & b == a for a, b in pairwise(ring))


def test_nearest_and_farthest_areas() -> None:
    areas = bits("etruria", "liguria", "gallia", "samnium")
    assert names(nearest(BOARD, areas, bits("rome"))) == {"etruria", "samnium"}
    assert names(nearest(BOARD, areas, bits("gallia"))) == {"gallia"}
    assert nearest(BOARD, areas, 0) == areas
    assert names(farthest(BOARD, areas, bits("rome"))) == {"gallia"}
    assert names(farthest(BOARD, areas, bits("aquitania"))) == {"samnium"}
    assert farthest(BOARD, areas, 0) == areas


@pytest.mark.rule("NPC-111")
def test_nearest_by_a_way_that_can_be_gone() -> None:
    areas, goal = bits("gallia", "massilia"), bits("rome")
    assert nearest_by_passage(BOARD, areas, goal, BOARD.in_play) == areas
    by_sea = BOARD.in_play & ~bits("liguria")
    assert names(nearest_by_passage(BOARD, areas, goal, by_sea)) == {"massilia"}
    by_land = BOARD.land & ~bits("massilia")
    assert names(nearest_by_passage(BOARD, areas, goal, by_land)) == {"gallia"}
    assert nearest_by_passage(BOARD, areas, goal, bits("umbria")) == 0
    assert names(nearest_by_passage(BOARD, areas | goal, goal, 0)) == {"rome"}


# --------------------------------------------------------------------------------- positions


def test_discs_put_down_in_thought_are_taken_off_again() -> None:
    table = six(gaul={"discs": {"gallia": 2}})
    pos = look(table, "gaul")
    gallia = BOARD.find("gallia")
    assert (pos.room(gallia), pos.cities, pos.occupied) == (2, 0, bits("gallia"))
    pos.put(gallia)
    assert (pos.room(gallia), names(pos.cities)) == (1, {"gallia"})
    pos.put(gallia)
    pos.put(gallia)  # a fifth
    assert pos.room(gallia) == -1 and names(pos.levels[3]) == {"gallia"}
    for _ in range(5):
        pos.lift(gallia)
    assert pos.occupied == pos.cities == 0 and pos.own[gallia] == 0


def test_what_others_have_in_an_area() -> None:
    table = six(
        gaul={"discs": {"gallia": 1}}, rome={"discs": {"gallia": 2, "umbria": 3, "african_sea": 2}},
        egypt={"discs": {"gallia": 3}}, barbarians={"discs": {"gallia": 4, "umbria": 1}},
    )  # fmt: skip
    pos = look(table, "gaul", enemies=("rome",))
    assert pos.largest(BOARD.find("gallia")) == 4 and pos.largest(BOARD.find("kush")) == 0
    assert pos.enemy_discs(BOARD.find("gallia")) == 6  # Romans and Barbarians
    assert names(pos.cities_of(table.faction("rome"))) == {"umbria"}
    assert pos.city_count(table.faction("egypt")) == 1 and pos.total(table.faction("rome")) == 7
    assert names(pos.enemy_areas) == {"gallia", "umbria", "african_sea"}
    assert names(pos.opposed) == {"gallia", "umbria", "african_sea"}
    assert names(pos.occupied_by([table.faction("egypt"), pos.black])) == {"gallia", "umbria"}
    assert pos.name(BOARD.find("gallia")) == "Gallia" and pos.names(bits("rome", "gallia")) == "Gallia, Rome"


@pytest.mark.rule("DEF-20")
@pytest.mark.parametrize(
    "gaul, rome, egypt, contested",
    [(0, 0, 0, 0), (1, 0, 0, 0), (4, 0, 0, 0), (0, 4, 0, 0), (1, 1, 0, 0), (2, 1, 0, 1), (1, 2, 0, 1),
     (0, 1, 1, 0), (0, 2, 1, 1), (0, 2, 2, 1), (1, 1, 1, 0)],
)  # fmt: skip
def test_a_contested_area(gaul: int, rome: int, egypt: int, contested: int) -> None:
    given = {"gaul": gaul, "rome": rome, "egypt": egypt}
    table = six(**{name: {"discs": {"liguria": n} if n else {}} for name, n in given.items()})
    assert look(table, "gaul").contested(BOARD.find("liguria")) == contested


@pytest.mark.rule("NPC-05", "NPC-14", "NPC-47")
def test_the_order_in_which_others_are_hit() -> None:
    table = six(
        gaul={},
        rome={"vp": 1},
        egypt={"vp": 5},
        troy={"vp": 1, "discs": {"troy": 3}},
        carthage={},
        mauretania={},
    )

    def ranks(*enemies: str) -> list[list[str]]:
        pos = look(table, "gaul", enemies=enemies)
        civilization = table.s.world.civilization
        out = [
            ["black" if f == pos.black else civilization(table.s, f).id for f in group] for group in pos.ranks
        ]
        assert [f for group in pos.ranks for f in group] == pos.rank
        assert [f for f in pos.rank if f != pos.black] == pos.rivals
        return out

    by_vp = ["egypt", "troy", "rome", "carthage", "mauretania"]  # then Cities, then turn order
    assert ranks() == [["black"], *([name] for name in by_vp)]
    assert ranks("rome") == [["rome"], ["black"], ["egypt", "troy", "carthage", "mauretania"]]
    assert ranks("rome", "egypt", "troy") == [
        ["rome"], ["egypt", "troy"], ["black"], ["carthage", "mauretania"],
    ]  # fmt: skip


def test_buried_wonders_and_those_of_nobody_are_no_prizes() -> None:
    table = six(
        gaul={}, wonders=[{"wonder": "Colossus", "owner": "gaul", "area": "gallia", "discs": 1},
                          {"wonder": "Mausoleum", "owner": "gaul", "area": "rome", "discs": 1},
                          {"wonder": "Lighthouse", "owner": "rome", "area": "umbria", "buried": True}],
    )  # fmt: skip
    pos = look(table, "gaul", gold={"gallia": "gaul", "massilia": "gaul", "umbria": "rome"})
    assert {owner: names(areas) for owner, areas in pos.wonders.items()} == {pos.me: {"gallia", "rome"}}
    assert names(pos.gold[pos.me]) == {"gallia", "massilia"}


@pytest.mark.rule("NPC-49")
def test_the_priority_under_which_discs_stand() -> None:
    table = six(
        gaul={"discs": {"massilia": 3, "corsica": 2}},
        rome={"discs": {"rome": 3, "noricum": 2, "dalmatia": 1, "red_sea": 1}},
        wonders=[{"wonder": "Colossus", "owner": "gaul", "area": "sardinia", "discs": 1},
                 {"wonder": "Mausoleum", "owner": "rome", "area": "gades", "discs": 1}],
    )  # fmt: skip
    pos = look(table, "gaul", enemies=("rome",), gold={"nora": "gaul", "baetica": "rome"})
    expected = {
        "gallia": 1, "sardinia": 2, "nora": 3, "massilia": 4, "liguria": 8, "baetica": 12, "gades": 13,
        "rome": 16, "umbria": 18, "bay_of_capua": 18, "noricum": 19, "dalmatia": 20, "red_sea": 20,
        "corsica": 21, "kush": 22, "aegean_sea": 24,
    }  # fmt: skip
    assert {area: worth_of(pos, BOARD.find(area)) for area in expected} == expected


# ------------------------------------------------------------------------ the size of effects


def effect(
    card: int, mode: int = 0, scenario: str = "basic_2p", enemies: tuple[str, ...] = ("troy",), **given: Any
) -> Tally:
    """What a card of Egypt does at most."""
    given = {"egypt": {}, "troy": {}} | given
    given["egypt"] = {"hand": [93]} | given["egypt"]
    table = position(scenario, phase="cards", **given)
    effects = Effects(look(table, "egypt", enemies=enemies))
    return effects.tally(Play(effects.pos.me, "card", card, mode), table.s.world.deck.cards[card].modes[mode])


@pytest.mark.rule("NPC-43")
def test_gains_are_counted() -> None:
    assert effect(27, egypt={"discs": {"kush": 1}}).talents == 1  # Improved Plow
    assert effect(27, egypt={"discs": {"kush": 1}}).placed == 3
    short = position("basic_2p", phase="cards", egypt={"discs": {"kush": 1}}, troy={})
    short.s.supply[short.faction("egypt")] = 2
    effects = Effects(look(short, "egypt"))
    assert effects.tally(Play(effects.pos.me, "card", 27), short.s.world.deck.cards[27].modes[0]).placed == 2
    assert effect(54, 1).talents == 2  # Gold Mine
    assert effect(54, 1).gain == effect(54, 1).size == 2 and effect(54, 1).harm == 0


@pytest.mark.rule("NPC-43", "NPC-36", "NPC-37", "NPC-38")
def test_losses_of_others_are_counted_as_far_as_they_have_something() -> None:
    fleece = effect(52, troy={"vp": 5})
    assert (fleece.their_vp, fleece.vp, fleece.size) == (2, 2, 4)
    assert effect(52, troy={"vp": 1}).their_vp == 1
    sacrifice = effect(17, troy={"hand": [7, 18], "treasury": 3})
    assert (sacrifice.their_cards, sacrifice.their_talents, sacrifice.harm) == (1, 1, 2)
    assert effect(17, troy={"treasury": 1}).their_cards == 0
    revolt = effect(
        24, troy={"treasury": 1, "discs": {"troy": 3}}
    )  # Tax Revolt: 2 talents or discs of Cities
    assert (revolt.their_talents, revolt.enemy_discs) == (1, 1)
    assert effect(24, troy={"treasury": 2, "discs": {"troy": 3}}).enemy_discs == 0
    assert effect(24, troy={"treasury": 1, "discs": {"troy": 2}}).enemy_discs == 0
    circuses = effect(21, troy={"discs": {"troy": 3, "ionia": 3, "lydia": 2}})
    assert circuses.their_cards == 2  # one for each City
    demagogue = effect(22, troy={"discs": {"troy": 2}})
    assert demagogue.enemy_discs == 2 and effect(22, troy={"discs": {"troy": 4}}).enemy_discs == 3


@pytest.mark.rule("NPC-43", "GOLD-03")
def test_a_fire_takes_a_city_down_to_two_discs() -> None:
    assert effect(5, troy={"discs": {"ionia": 4}}).enemy_discs == 2
    fire = effect(5, troy={"discs": {"ionia": 3}, "treasury": 2})
    assert (fire.enemy_discs, fire.their_talents) == (1, 1)


@pytest.mark.rule("NPC-32", "NPC-33")
def test_wonders_helped_and_harmed() -> None:
    theirs = [{"wonder": "Mausoleum", "owner": "troy", "area": "sinai", "discs": 3}]
    own = [{"wonder": "Colossus", "owner": "egypt", "area": "egypt", "discs": 1}]
    given: dict[str, Any] = {
        "egypt": {"discs": {"egypt": 3, "nile_delta": 1}},
        "troy": {"discs": {"sinai": 3}},
    }
    iconoclasts = effect(86, wonders=own + theirs, **given)
    assert iconoclasts.wonder_harm > 0 and iconoclasts.harm == iconoclasts.wonder_harm
    table = position("basic_2p", phase="cards", wonders=own + theirs, **given)
    pos = look(table, "egypt", enemies=("troy",))
    ranks = {table.s.world.deck.wonders[n].name: wonder_rank(pos, n)[0] for n in range(7)}
    assert ranks["Great Library"] == 1  # cards
    assert min(ranks.values()) == 1 and max(ranks.values()) <= 12


@pytest.mark.rule("NPC-50", "NPC-43")
def test_a_tally_adds_up() -> None:
    tally = Tally()
    tally.cards, tally.vp, tally.talents, tally.placed, tally.wonder = 1, 2, 3, 4, 5
    tally.their_cards, tally.their_vp, tally.their_talents, tally.wonder_harm = 10, 20, 30, 40
    tally.enemy_discs, tally.other_discs, tally.barbarians, tally.other = 100, 200, -7, 1000
    assert (tally.gain, tally.harm, tally.size) == (15, 400, 1415)
    tally.barbarians = 7
    assert tally.harm == 407


@pytest.mark.rule("NPC-45")
@pytest.mark.parametrize(
    "own, enemy, rest, forbidden, other, hurts",
    [(0, 0, 0, 0, 0, 0), (1, 1, 0, 0, 0, 1), (1, 0, 1, 0, 0, 1), (1, 1, 1, 0, 0, 0), (2, 1, 0, 0, 0, 1),
     (0, 1, 0, 1, 0, 1), (0, 1, 0, 0, -1, 1)],
)  # fmt: skip
def test_what_hurts(own: int, enemy: int, rest: int, forbidden: int, other: int, hurts: int) -> None:
    tally = Tally()
    tally.own_discs, tally.enemy_discs, tally.other_discs = own, enemy, rest
    tally.forbidden, tally.other = forbidden, other
    assert tally.hurts == hurts


@pytest.mark.rule("NPC-14")
def test_a_place_in_the_turn_order_is_taken_from_the_first() -> None:
    given: dict[str, Any] = {"scenario": "basic_4p", "enemies": ()}
    order = ["troy", "gaul", "egypt", "carthage"]
    swaps = [card for card in Game.new("basic_4p").state.world.deck.cards[1:] if card.name == "Orator"]
    for card in swaps:
        found = effect(card.id, order=order, gaul={}, carthage={}, **given)
        assert found.other == 2
