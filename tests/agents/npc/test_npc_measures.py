"""What an NPC measures: the worth of an area between equals, distances, positions, the size of an effect."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from helpers import position
from npc_tables import Fixed, look, six

from acis_rules import Game
from acis_rules.effects import Play
from acis_rules.kernel.bits import mask_of, members
from agents.npc.distance import FAR, farthest, nearest, nearest_by_passage, rings, steps
from agents.npc.effects import Effects
from agents.npc.tally import Tally
from agents.npc.ties import Ties, benefit
from agents.npc.wonders import wonder_rank
from agents.npc.worth import LAST_OWN, worth_of

BOARD = Game.new("basic_6p").state.world.board


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
    npcs = {"npcs": list(range(6))}  # without players the leader of all
    assert measured("corsica", rome=rome, egypt=egypt, options=npcs) == 4 + 2 * EMPTY
    alone = {"npcs": [0, 2, 3, 4, 5]}  # Rome is the only player
    assert measured("corsica", rome=rome, egypt=egypt, options=alone) == 3 + 2 * EMPTY
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
    poor = look(six(gaul={}, rome={"discs": {"rome": 3}}), "gaul", enemies=("rome",))  # no Gold, no Wonder
    assert worth_of(poor, BOARD.find("celt_iberia")) == 22
    bare = look(six(gaul={}), "gaul")
    assert [area.id for i, area in enumerate(BOARD.areas) if worth_of(bare, i) <= LAST_OWN] == ["gallia"]


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
    assert iconoclasts.harm == iconoclasts.wonder_harm == 5  # it is buried
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


ORDER = ["troy", "gaul", "egypt", "carthage"]


@pytest.mark.rule("NPC-43")
def test_a_place_further_forward_in_the_turn_order_counts_by_places() -> None:
    def orator(order: list[str]) -> int:
        return effect(37, scenario="basic_4p", enemies=(), order=order, gaul={}, carthage={}).other

    assert orator(ORDER) == 2 and orator(["troy", "egypt", "gaul", "carthage"]) == 1
    assert orator(["egypt", "troy", "gaul", "carthage"]) == -1  # it is first: only another could gain by it
    table = position(
        "basic_4p", phase="cards", order=ORDER, egypt={"hand": [37]}, troy={"hand": [7]}, gaul={}, carthage={}
    )
    effects = Effects(look(table, "egypt"))
    operations = table.s.world.deck.cards[37].modes[0]
    play = effects.name(Play(effects.pos.me, "card", 37), operations[0], operations[1:])
    assert play is not None and set(play.factions) == {table.faction("egypt"), table.faction("troy")}
    delphi = table.s.world.deck.cards[38].source.turn_order
    assert delphi and effects.tally(Play(effects.pos.me, "card", 38), delphi).other == 2


@pytest.mark.rule("NPC-29", "NPC-43")
def test_talents_of_the_trade_routes_depend_on_where_it_is() -> None:
    east, south = 55, 58
    assert effect(east, egypt={"discs": {"kush": 2}}).talents in (2, 3)
    assert effect(east, egypt={"discs": {"ionia": 2}}).talents == 2
    assert effect(east, egypt={"discs": {"ionia": 2, "palmyra": 1}}).talents == 3
    assert effect(south, egypt={"discs": {"kush": 2}}).talents == 3
    assert effect(south, egypt={"discs": {"ionia": 2}}).talents == 2


@pytest.mark.rule("NPC-43")
def test_vp_of_the_lawgiver_and_talents_of_a_pilgrimage() -> None:
    cities = {"egypt": 3, "kush": 3}
    assert effect(92, egypt={"discs": cities}, troy={"discs": {"troy": 3}}).vp == 2
    assert effect(92, egypt={"discs": {"egypt": 3}}, troy={"discs": {"troy": 3}}).vp == 1  # as many
    assert effect(92, egypt={"discs": {"egypt": 3}}, troy={"discs": {"troy": 3, "ionia": 3}}).vp == 1
    sites = {"Colossus": "egypt", "Mausoleum": "kush", "Lighthouse": "libya"}
    own = [{"wonder": name, "owner": "egypt", "area": area, "discs": 1} for name, area in sites.items()]
    discs = {"egypt": 3, "kush": 3, "libya": 1}
    for n, talents in ((0, 1), (1, 2), (2, 3), (3, 3)):
        assert effect(97, egypt={"discs": discs}, wonders=own[:n]).talents == talents


@pytest.mark.rule("NPC-31", "NPC-36")
def test_cards_drawn_and_taken_are_counted() -> None:
    assert effect(93, egypt={"hand": [93]}).cards == 2  # Philosopher
    spy = effect(34, troy={"hand": [7, 18]})
    assert (spy.cards, spy.their_cards) == (1, 1)
    trade: dict[str, Any] = {"scenario": "basic_4p", "egypt": {"discs": {"red_sea": 1, "egyptian_sea": 1}},
                             "gaul": {"discs": {"nile_delta": 1}, "hand": [7]}, "carthage": {}}  # fmt: skip
    two = effect(36, troy={"discs": {"sinai": 1}, "hand": [18]}, **trade)
    assert (two.cards, two.their_cards) == (2, 2)
    one = effect(36, troy={"discs": {"sinai": 1}}, **trade)
    assert (one.cards, one.their_cards) == (1, 1)


@pytest.mark.rule("NPC-32", "NPC-33", "NPC-46")
def test_whose_wonder_is_helped_or_harmed() -> None:
    wonders = [
        {"wonder": "Colossus", "owner": "egypt", "area": "egypt", "discs": 1},
        {"wonder": "Mausoleum", "owner": "troy", "area": "ionia", "discs": 3},
        {"wonder": "Lighthouse", "owner": "troy", "area": "lydia", "discs": 1},
        {"wonder": "Great Library", "owner": "gaul", "area": "gallia", "discs": 4},
    ]  # fmt: skip
    given: dict[str, Any] = {
        "phase": "cards", "egypt": {"discs": {"egypt": 3}, "hand": [87, 38]},
        "troy": {"discs": {"ionia": 1, "lydia": 1}}, "gaul": {"discs": {"gallia": 1}}, "carthage": {},
        "wonders": wonders,
    }  # fmt: skip

    def named(card: int, *enemies: str) -> str:
        table = position("basic_4p", **given)
        effects = Effects(look(table, "egypt", enemies=enemies))
        operations = table.s.world.deck.cards[card].modes[0]
        play = effects.name(Play(effects.pos.me, "card", card), operations[0], operations[1:])
        assert play is not None
        return table.s.world.deck.wonders[play.wonder].name

    assert named(87, "troy", "gaul") == "Mausoleum"  # Tomb Robbers: the Primary enemy's fullest
    assert named(87, "gaul", "troy") == "Great Library"
    assert named(38, "troy") == "Colossus"  # Oracle at Delphi: its own
    robbed = effect(
        87, scenario="basic_4p", enemies=("troy",), **{k: v for k, v in given.items() if k != "phase"}
    )
    assert (robbed.wonder_harm, robbed.talents) == (2, 1)


@pytest.mark.rule("NPC-32")
def test_its_wonders_are_filled_and_restored() -> None:
    own: dict[str, Any] = {"egypt": {"discs": {"egypt": 3}}}
    built = [{"wonder": "Colossus", "owner": "egypt", "area": "egypt", "discs": 1}]
    buried = [{"wonder": "Colossus", "owner": "egypt", "area": "egypt", "buried": True}]
    assert effect(88, 0, wonders=built, **own).wonder == 2
    assert effect(88, 1, wonders=buried, **own).wonder == 4
    assert effect(88, 0, **own).size == 0


@pytest.mark.rule("NPC-32", "NPC-43")
def test_a_new_wonder_counts_more_than_one_turned_up_again() -> None:
    """Architect: a Wonder counts 5, like one lost; turned up, it counts 1 and the discs put on it."""
    egypt = {"discs": {"egypt": 4, "kush": 3}, "treasury": 3}
    assert effect(41, 0, egypt=egypt).wonder == 5
    buried = [{"wonder": "Colossus", "owner": "egypt", "area": "egypt", "buried": True}]
    assert effect(41, 1, egypt=egypt, wonders=buried).wonder == 3


@pytest.mark.rule("NPC-43")
def test_what_a_card_does_twice_counts_twice() -> None:
    """Discs for a Wonder: those put on it first are not forgotten."""
    built = [{"wonder": "Colossus", "owner": "egypt", "area": "egypt", "discs": 1}]
    table = position("basic_2p", phase="cards", egypt={"discs": {"egypt": 3}}, troy={}, wonders=built)
    effects = Effects(look(table, "egypt"))
    name, put = table.s.world.deck.cards[88].modes[0]
    assert effects.tally(Play(effects.pos.me, "card", 88), (name, put, put)).wonder == 4


@pytest.mark.rule("NPC-28", "NPC-47")
def test_a_gift_goes_to_whom_it_minds_least() -> None:
    """Olympic Games: another civilization gains a VP."""
    table = position(
        "basic_4p", phase="cards", egypt={"hand": [93]}, troy={"vp": 3}, gaul={"vp": 1}, carthage={"vp": 2}
    )
    effects = Effects(look(table, "egypt", enemies=("gaul",)))
    investment = table.s.world.deck.cards[80].source.investment
    assert investment is not None
    operations = investment.either[0]
    play = effects.name(Play(effects.pos.me, "investment", 80), operations[1], operations[2:])
    assert play is not None and play.factions == (table.faction("carthage"),)
    tally = effects.tally(Play(effects.pos.me, "investment", 80), operations)
    assert tally.vp == 2


@pytest.mark.rule("NPC-48", "GOLD-03")
def test_each_area_gives_as_many_discs_as_the_card_says() -> None:
    famine = effect(8, troy={"discs": {"ionia": 3}})
    assert (famine.enemy_discs, famine.their_cards) == (2, 1)
    heresy = effect(13, troy={"discs": {"ionia": 3, "lydia": 1, "phrygia": 1}})
    assert heresy.enemy_discs == 2  # the City and Lydia beside it
    storm = effect(12, troy={"discs": {"icarian_sea": 2, "minoan_sea": 2, "aegean_sea": 2}})
    assert storm.enemy_discs == 3
    drought = effect(9, troy={"discs": dict.fromkeys(("ionia", "lydia", "phrygia", "cilicia"), 2)})
    assert drought.enemy_discs == 3
    wave = effect(10, troy={"discs": {"icarian_sea": 2, "ionia": 2, "lydia": 1}})
    assert wave.enemy_discs == 3
    pirates = effect(
        26, troy={"discs": {"icarian_sea": 2, "minoan_sea": 2}}, barbarians={"discs": {"aegean_sea": 1}}
    )
    assert pirates.enemy_discs == 3
    cities = effect(15, troy={"discs": {"ionia": 3, "lydia": 3, "cilicia": 2}})
    assert cities.enemy_discs == 2  # Rolling Earthquakes: Cities around a sea
    revolt = effect(20, troy={"discs": {"ionia": 3}})
    assert (revolt.enemy_discs, revolt.barbarians) == (2, 2)
    others = effect(20, enemies=(), troy={"discs": {"ionia": 3}})
    assert (others.enemy_discs, others.other_discs) == (0, 2)


@pytest.mark.rule("NPC-46")
def test_of_two_cities_in_an_area_the_enemys_is_named() -> None:
    table = position(
        "basic_4p", phase="cards", egypt={"discs": {"kush": 1}, "hand": [8]}, troy={"discs": {"tyre": 3}},
        gaul={"discs": {"tyre": 3}}, carthage={},
    )  # fmt: skip
    for enemies in (("troy", "gaul"), ("gaul", "troy"), ("gaul",), ("troy",)):
        effects = Effects(look(table, "egypt", enemies=enemies))
        operations = table.s.world.deck.cards[8].modes[0]
        play = effects.name(Play(effects.pos.me, "card", 8), operations[0], operations[1:])
        assert play is not None and play.factions == (table.faction(enemies[0]),)


@pytest.mark.rule("NPC-46")
def test_white_discs_and_shields_are_of_some_use() -> None:
    assert effect(60, egypt={"discs": {"kush": 1}}).other == 1
