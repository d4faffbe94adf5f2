"""The words that cards are made of: which areas and whose discs they mean, what must be named before them."""

from __future__ import annotations

import functools
from typing import Any, get_args

import pytest
from helpers import Table, position

from acis_rules.effects import (
    AnyOperation,
    Operation,
    Play,
    Where,
    contest,
    discs,
    fate,
    goods,
    marking,
    naming,
    order,
    reinforce,
    select,
    wonder,
)
from acis_rules.effects.base import Topic, Whose, ascending, fresh_play, picked_areas, whose_discs
from acis_rules.effects.contest import Allies, BuyAllies, ForbidTalents, Shield
from acis_rules.effects.discs import Barbarians, DownTo, Place, Remove, RemoveEvery, RemoveOwn
from acis_rules.effects.fate import Discard, Draw, Take
from acis_rules.effects.goods import Gain, Lose, Penalty
from acis_rules.effects.naming import NameArea, NameCity, NameCivilization, NameWonder
from acis_rules.effects.order import SwapPlaces, TakePlace
from acis_rules.effects.reinforce import Reinforce
from acis_rules.effects.wonder import Build, Bury, Restore, WonderDiscs
from acis_rules.kernel.actions import STOP, STOP_BIT, area_action, area_actions, faction_action
from acis_rules.kernel.bits import mask_of, members

EGYPT, TROY, BARBARIANS = range(3)
PLOW, ARMOR = 27, 63  # a card of the Card Phase, one of a competition
MODULES = (contest, discs, fate, goods, marking, naming, order, reinforce, wonder)


@functools.cache
def table() -> Table:
    """Cities, Settlements and Camps of both, Barbarians; Tyre and Lydia are Contested."""
    return position(
        phase="cards",
        egypt={"discs": {"egypt": 3, "kush": 1, "red_sea": 1, "tyre": 2, "sinai": 2}, "hand": [93]},
        troy={"discs": {"tyre": 3, "troy": 4, "trojan_sea": 1, "lydia": 1, "phrygia": 2}},
        barbarians={"discs": {"lydia": 2, "petra": 3}},
    )  # fmt: skip


def play(kind: str = "card", card: int = PLOW, **named: Any) -> Play:
    """A card of Egypt that names Tyre and Troy."""
    return Play(EGYPT, kind, card, areas=(table().area("tyre"),), factions=(TROY,), **named)


def named(t: Table, areas: int) -> set[str]:
    return {t.s.world.board.areas[area].id for area in members(areas)}


# ------------------------------------------------------------------------------ areas in words

AROUND_TYRE = {"sinai", "phoenicia", "petra", "canaan", "palmyra", "gulf_of_sidon"}
AROUND_EGYPT = {"libya", "nile_delta", "kush", "red_sea"}
OCCUPIED = {"egypt", "kush", "sinai", "tyre", "red_sea"}
OF_TROY = {"tyre", "troy", "lydia", "phrygia", "trojan_sea"}
REACHED = {"libya", "nile_delta", "egypt", "kush", "sinai", "tyre", "phoenicia", "petra", "canaan", "palmyra",
           "egyptian_sea", "red_sea", "gulf_of_sidon"}  # fmt: skip
NORTH = {"macedon", "carchemish", "troy", "phrygia", "thracian_sea", "trojan_sea"}
EAST = {"kush", "petra", "canaan", "palmyra", "hamath", "carchemish", "red_sea"}
SOUTH = {"cyrenaica", "marmarica", "libya", "egypt", "kush"}
WEST = {"illyria", "macedon", "cyrenaica", "minos", "kydonia", "ionian_sea", "eastern_mediterranean",
        "libyan_sea", "myrtoan_sea"}  # fmt: skip
ANYBODY: dict[str, Any] = {"occupied": "anybody"}


@pytest.mark.parametrize(
    ("words", "areas"),
    [
        ({"near": True}, REACHED),
        ({"near": True, "kind": "sea"}, {"egyptian_sea", "red_sea", "gulf_of_sidon"}),
        ({"near": True, "kind": "coastal"}, {"egyptian_sea", "red_sea", "gulf_of_sidon"}),
        ({"near": True, "empty": True}, {"libya", "nile_delta", "phoenicia", "canaan", "palmyra",
                                         "egyptian_sea", "gulf_of_sidon"}),
        ({"near": True, "kind": "land", "city": "none"}, {"libya", "nile_delta", "kush", "sinai", "phoenicia",
                                                          "petra", "canaan", "palmyra"}),
        ({"kind": "open"}, {"eastern_mediterranean"}),
        ({"occupied": "you"}, OCCUPIED),
        ({"occupied": "you", "kind": "land"}, OCCUPIED - {"red_sea"}),
        ({"occupied": "named"}, OF_TROY),
        ({"occupied": "other civilization"}, OF_TROY),
        (ANYBODY, OCCUPIED | OF_TROY | {"petra"}),
        ({"controlled": True}, OCCUPIED - {"tyre"}),
        ({"controlled": True, "kind": "sea"}, {"red_sea"}),
        ({"within": "named"}, {"tyre"}),
        ({"within": "named or adjacent"}, AROUND_TYRE | {"tyre"}),
        ({"within": "named or adjacent", "kind": "sea"}, {"gulf_of_sidon"}),
        ({"within": "home"}, {"egypt"}),
        ({"within": "home or adjacent"}, AROUND_EGYPT | {"egypt"}),
        ({"within": "own seas or adjacent"}, {"nile_delta", "egypt", "kush", "sinai", "petra", "red_sea"}),
        ({"adjacent_to": "named"}, AROUND_TYRE),
        ({"adjacent_to": "named", "kind": "land"}, AROUND_TYRE - {"gulf_of_sidon"}),
        ({"adjacent_to": "occupied"}, REACHED),
        ({"adjacent_to": "controlled"}, {"libya", "nile_delta", "egypt", "kush", "sinai", "tyre", "petra",
                                         "egyptian_sea", "red_sea"}),
        ({"adjacent_to": "controlled land"}, {"libya", "nile_delta", "egypt", "kush", "tyre", "petra",
                                              "egyptian_sea", "red_sea"}),
        ({"adjacent_to": "home"}, AROUND_EGYPT),
        ({"adjacent_to": "open sea"}, {"minos", "kydonia", "libyan_sea", "egyptian_sea", "levantine_sea",
                                       "gulf_of_sidon", "minoan_sea"}),
        ({"city": "any"}, {"egypt", "tyre", "troy"}),
        ({"city": "any", "occupied": "you"}, {"egypt", "tyre"}),
        ({"city": "opposing"}, {"tyre", "troy"}),
        ({"city": "named"}, {"tyre", "troy"}),
        ({"settlement_of_named": True}, {"phrygia"}),
        ({"settlement_of_named": True, "kind": "sea"}, set()),
        ({"edge": "N"}, NORTH), ({"edge": "E"}, EAST), ({"edge": "S"}, SOUTH), ({"edge": "W"}, WEST),
        ({"edge": "any"}, NORTH | EAST | SOUTH | WEST),
        ({"edge": "any", "occupied": "you"}, {"egypt", "kush", "red_sea"}),
        ({"not_active_home": True} | ANYBODY, (OCCUPIED | OF_TROY | {"petra"}) - {"egypt", "troy"}),
        ({"not_active_home": True, "home_allowed": "egypt"} | ANYBODY,
         (OCCUPIED | OF_TROY | {"petra"}) - {"troy"}),
        ({"contested": True}, {"tyre", "lydia"}),
        ({"contested": True, "occupied": "you"}, {"tyre"}),
        ({"nile": True}, {"nile_delta", "egypt", "kush"}),
        ({"nile": True, "occupied": "you"}, {"egypt", "kush"}),
        ({"around": "petra"}, {"sinai", "tyre", "petra", "canaan", "red_sea"}),
        ({"around": "petra", "kind": "sea"}, {"red_sea"}),
        ({"beyond_home": True} | ANYBODY, (OCCUPIED | OF_TROY | {"petra"}) - AROUND_EGYPT),
        ({"own_discs": 1}, OCCUPIED), ({"own_discs": 2}, {"egypt", "sinai", "tyre"}),
        ({"own_discs": 3}, {"egypt"}), ({"own_discs": 4}, set()),
        ({"own_discs": 2, "contested": True}, {"tyre"}),
        ({"room": True, "within": "named or adjacent"}, AROUND_TYRE | {"tyre"}),
    ],
)  # fmt: skip
def test_areas_in_words(words: dict[str, Any], areas: set[str]) -> None:
    t = table()
    assert named(t, select(t.s, play(), Where(**words))) == areas


def test_without_a_disc_in_supply_there_is_room_nowhere() -> None:
    t = position(phase="cards", egypt={"discs": {"egypt": 3}, "ready": 45, "hand": [93]}, troy={})
    assert select(t.s, fresh_play(EGYPT, "card", PLOW), Where(room=True)) == 0
    assert named(t, select(t.s, fresh_play(TROY, "card", PLOW), Where(room=True, kind="open"))) == set()


@pytest.mark.rule("DEF-31")
def test_areas_near_are_those_occupied_and_those_around() -> None:
    """On the whole map, far from Celt-Iberia, its first area; discs just placed can count."""
    t = position("basic_6p", phase="cards", troy={"discs": {"corsica": 1}, "hand": [93]})
    by_troy = fresh_play(t.faction("troy"), "card", PLOW)
    near = {"corsica", "ligurian_sea", "bay_of_capua"}
    assert named(t, select(t.s, by_troy, Where(near=True))) == near
    placed = 1 << t.area("petra")
    around_petra = {"sinai", "tyre", "petra", "canaan", "red_sea"}
    assert named(t, select(t.s, by_troy, Where(near=True), placed)) == near | around_petra


def test_the_home_of_an_ability_can_be_another_than_that_of_its_owner() -> None:
    t = position("basic_6p", phase="cards", egypt={"hand": [93]}, rome={})
    world = t.s.world
    homes = [
        (f, i, ability.home)
        for f in range(world.n_factions)
        for i, ability in enumerate(world.civilization(t.s, f).abilities)
        if ability.home
    ]
    for f, i, home in homes:
        assert named(t, select(t.s, fresh_play(f, "ability", i), Where(within="home"))) == {home}
    egypt = fresh_play(t.faction("egypt"), "ability", 0)
    assert named(t, select(t.s, egypt, Where(within="home"))) == {"egypt"}


# -------------------------------------------------------------------------------- whose discs

SEVEN: dict[Whose, dict[str, list[int]]] = {
    "any": {"tyre": [0, 1], "lydia": [1, 2], "egypt": [0], "petra": [2], "canaan": []},
    "opposing": {"tyre": [1], "lydia": [1, 2], "egypt": [], "petra": [2]},
    "civilization": {"tyre": [0, 1], "lydia": [1], "egypt": [0], "petra": []},
    "opposing civilization": {"tyre": [1], "lydia": [1], "egypt": [], "petra": []},
    "named": {"tyre": [1], "lydia": [1], "egypt": [], "petra": []},
    "you": {"tyre": [0], "lydia": [], "egypt": [0], "petra": []},
    "largest opposing": {"tyre": [1], "lydia": [2], "egypt": [], "petra": [2], "canaan": []},
    "stronger": {"tyre": [1], "lydia": [1, 2], "egypt": [], "petra": [2]},
}


@pytest.mark.parametrize(
    ("whose", "area", "factions"),
    [(w, area, f) for w, by_area in SEVEN.items() for area, f in by_area.items()],
)
def test_whose_discs_the_words_mean(whose: Whose, area: str, factions: list[int]) -> None:
    t = table()
    assert whose_discs(t.s, play(), whose, t.area(area)) == factions


@pytest.mark.rule("CIV-35")
@pytest.mark.parametrize(
    ("kind", "card", "factions"), [("card", PLOW, []), ("card", ARMOR, [TROY]), ("wonder", 2, [TROY])]
)
def test_the_walls_of_troy_hold_out_cards_but_not_those_of_a_competition(
    kind: str, card: int, factions: list[int]
) -> None:
    t = table()
    assert whose_discs(t.s, play(kind, card), "any", t.area("troy")) == factions


def test_of_several_named_the_first_is_meant() -> None:
    t = table()
    both = play()._replace(factions=(TROY, EGYPT))
    assert whose_discs(t.s, both, "named", t.area("tyre")) == [TROY]


def test_stronger_means_more_discs_than_ones_own() -> None:
    t = position(phase="cards", egypt={"discs": {"tyre": 2, "sinai": 2}, "hand": [93]},
                 troy={"discs": {"tyre": 2, "sinai": 1}}, barbarians={"discs": {"tyre": 3}})  # fmt: skip
    assert whose_discs(t.s, play(), "stronger", t.area("tyre")) == [BARBARIANS]
    assert whose_discs(t.s, play(), "stronger", t.area("sinai")) == []
    assert whose_discs(t.s, play(), "largest opposing", t.area("tyre")) == [BARBARIANS]


# ------------------------------------------------------------------- what must be named before

TOPICS: list[tuple[Operation, set[Topic], set[Topic]]] = [
    (NameArea(), set(), {"area"}),
    (NameArea(where=Where(within="named or adjacent")), {"area"}, {"area"}),
    (NameArea(then=Where(adjacent_to="named")), {"area"}, {"area"}),
    (NameCity(), set(), {"area", "civilization"}),
    (NameCivilization(), set(), {"civilization"}),
    (NameCivilization(n=2), set(), {"civilization", "2 civilizations"}),
    (NameCivilization(n=2, up_to=True), set(), {"civilization"}),
    (NameCivilization(n=3), set(), {"civilization"}),
    (NameCivilization(having="discs in named area"), {"area"}, {"civilization"}),
    (NameWonder(), set(), {"built Wonder"}),
    (NameWonder(state="buried"), set(), {"buried Wonder"}),
    (NameWonder(state="available"), set(), {"available Wonder"}),
    (Remove(), set(), set()),
    (Remove(of="named"), {"civilization"}, set()),
    (Remove(where=Where(within="named"), of="named"), {"area", "civilization"}, set()),
    (Remove(where=Where(adjacent_to="named")), {"area"}, set()),
    (Remove(where=Where(adjacent_to="controlled")), set(), set()),
    (Place(whose="named"), {"civilization"}, set()),
    (Place(where=Where(occupied="named")), {"civilization"}, set()),
    (Place(where=Where(city="named")), {"civilization"}, set()),
    (Place(where=Where(settlement_of_named=True)), {"civilization"}, set()),
    (Place(where=Where(occupied="you", city="none")), set(), set()),
    (DownTo(), {"area", "civilization"}, set()),
    (RemoveOwn(n=1), {"civilization"}, set()),
    (Lose(vp=1), {"civilization"}, set()),
    (Gain(vp=1), set(), set()),
    (Gain(vp=1, who="named"), {"civilization"}, set()),
    (Gain(where=Where(within="named"), city_where=Where(city="named")), {"area", "civilization"}, set()),
    (Penalty(one_of=("vp",)), {"area", "civilization"}, set()),
    (Penalty(one_of=("vp",), per_city=True), {"civilization"}, set()),
    (Discard(), {"civilization"}, set()),
    (Take(how="look"), {"civilization"}, set()),
    (SwapPlaces(), {"2 civilizations"}, set()),
    (Build(resources=3, discs=0), {"available Wonder"}, set()),
    (Bury(), {"built Wonder"}, set()),
    (Restore(n=1), {"buried Wonder"}, set()),
    (WonderDiscs(n=1), {"built Wonder"}, set()),
    (Shield(rounds=1), {"competition"}, set()),
    (ForbidTalents(), {"competition"}, set()),
    (BuyAllies(at_most=1), {"area", "competition"}, set()),
    (Allies(whose="named"), {"civilization"}, set()),
    (Reinforce(who="egypt", n=1), set(), set()),
    (Reinforce(who="egypt", n=1, to="areas"), {"area"}, set()),
    (Reinforce(who="egypt", n=1, to="areas", areas=("kush",)), set(), set()),
]  # fmt: skip


@pytest.mark.rule("CRD-17")
@pytest.mark.parametrize(("operation", "speaks_of", "introduces"), TOPICS)
def test_what_an_operation_speaks_of_and_what_it_names(
    operation: Operation, speaks_of: set[Topic], introduces: set[Topic]
) -> None:
    assert operation.speaks_of() == operation.topics == speaks_of
    assert operation.introduces() == introduces


@pytest.mark.rule("CRD-17")
@pytest.mark.parametrize(
    ("named_so_far", "lacking"),
    [
        ({}, {"area", "civilization", "built Wonder"}),
        ({"areas": (0,)}, {"civilization", "built Wonder"}),
        ({"factions": (0,)}, {"area", "built Wonder"}),
        ({"wonder": 0}, {"area", "civilization"}),
        ({"areas": (0,), "factions": (0,), "wonder": 0}, set()),
    ],
)
def test_a_play_lacks_what_has_not_been_named(named_so_far: dict[str, Any], lacking: set[Topic]) -> None:
    one = Play(EGYPT, "card", PLOW, **named_so_far)
    topics: tuple[Topic, ...] = ("area", "civilization", "built Wonder")
    assert {topic for topic in topics if one.lacks({topic})} == lacking
    assert one.lacks(set(topics)) == bool(lacking)
    assert not one.lacks(set()) and not one.lacks({"competition"})


def test_choices_are_noted_with_what_they_name_and_the_rest_stays() -> None:
    one = Play(EGYPT, "card", PLOW, 1, (4,), (1,), 3, ((7,),), True)
    assert one.choosing((8, 9)) == one._replace(picks=((7,), (8, 9)))
    assert one.choosing((8,), areas=(5,)) == one._replace(areas=(5,), picks=((7,), (8,)))
    assert one.choosing((), factions=(0,)) == one._replace(factions=(0,), picks=((7,), ()))
    assert one.choosing((), wonder=0) == one._replace(wonder=0, picks=((7,), ()))
    assert one.at(6) == one._replace(areas=(6,))
    assert fresh_play(EGYPT, "card", PLOW) == Play(EGYPT, "card", PLOW, 0, (), (), -1, (), False)


@pytest.mark.parametrize(
    ("kind", "card", "cause"),
    [("card", 27, "card 27"), ("investment", 27, "investment 27"), ("wonder", 0, "wonder 2"),
     ("ability", 0, "ability 2"), ("epoch", 0, "epoch change")],
)  # fmt: skip
def test_the_cause_of_what_a_play_does(kind: str, card: int, cause: str) -> None:
    one = Play(EGYPT, kind, card or 2)
    assert (one.card, one.cause) == (card, cause)


def test_every_operation_can_stand_in_a_deck() -> None:
    declared = {
        one for module in MODULES for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Operation) and one.__module__ == module.__name__
    }  # fmt: skip
    assert declared == {*get_args(AnyOperation)} and len(declared) > 30


# --------------------------------------------------------------- what is asked, one by one


def options(operation: Operation, *picked: str | int) -> set[str]:
    """What can be chosen next, on the table above."""
    t = table()
    actions = tuple(
        one if isinstance(one, int) else faction_action(("egypt", "troy", "barbarians").index(one[1:]))
        if one[0] == "@" else area_action(t.area(one))
        for one in picked
    )  # fmt: skip
    return {t.name(action) for action in members(operation.options(t.s, play(), actions))}


@pytest.mark.parametrize(
    ("operation", "picked", "offered"),
    [
        (Place(where=Where(within="named"), n=1), (), {"tyre", "stop"}),
        (Place(where=Where(within="named"), n=1, must=True), (), {"tyre"}),
        (Place(where=Where(within="named"), n=1), ("tyre",), set()),
        (Place(where=Where(within="named"), n=2), ("tyre",), set()),
        (Place(where=Where(within="named"), n=2, each=2), ("tyre",), {"tyre", "stop"}),
        (Place(where=Where(within="named"), n=3, each=3), ("tyre", "tyre"), set()),  # 4 discs stand there
        (Place(where=Where(within="named"), n=2), (STOP,), set()),
        (Place(where=Where(within="home or adjacent"), all=True), (), set()),  # there are discs for all
        (Place(where=Where(nile=True), n=2), ("egypt",), {"kush", "stop"}),  # in the order of the map
        (Place(where=Where(nile=True), n=3, chain=True, must=True), ("egypt",), AROUND_EGYPT),
        (Place(where=Where(kind="open"), n=1), (), set()),
        (Place(where=Where(kind="open"), n=1, any_epoch=True), (), {"eastern_mediterranean", "stop"}),
        (Place(where=Where(near=True, kind="sea", empty=True), n=2, growing=True, must=True),
         ("gulf_of_sidon",), {"egyptian_sea", "levantine_sea"}),
        (Remove(where=Where(contested=True), areas=1, each=2), (), {"tyre", "lydia"}),
        (Remove(where=Where(contested=True), areas=1, each=2), ("tyre",), {"egypt", "troy"}),
        (Remove(where=Where(contested=True), areas=1, each=2), ("lydia",), {"troy", "barbarians"}),
        (Remove(where=Where(contested=True), areas=1, each=2), ("lydia", "@troy"), {"lydia"}),
        (Remove(where=Where(contested=True), areas=1, each=2), ("lydia", "@troy", "lydia"), {"barbarians"}),
        (Remove(where=Where(contested=True), areas=1, each=2),
         ("lydia", "@barbarians", "lydia"), {"troy", "barbarians"}),
        (Remove(where=Where(contested=True), areas=1, each=1), ("lydia", "@troy"), set()),
        (Remove(where=Where(contested=True), areas=2, each=1), ("tyre", "@troy"), {"lydia"}),
        (Remove(where=Where(contested=True), total=2), ("tyre", "@troy"), {"lydia"}),
        (Remove(where=Where(contested=True), total=1), ("tyre", "@troy"), set()),
        (Remove(where=Where(contested=True), total=1, up_to=True), (), {"tyre", "lydia", "stop"}),
        (Remove(where=Where(contested=True), total=2, up_to=True), (STOP,), set()),
        (Remove(of="you", where=Where(contested=True)), (), {"tyre"}),
        (Remove(of="named", where=Where(contested=True)), (), {"tyre", "lydia"}),
        (Remove(of="stronger", each=2, areas=1), ("lydia",), {"troy", "barbarians"}),
        (Remove(of="stronger", each=2, areas=1, by_margin=True), ("lydia", "@troy"), set()),
        (Remove(of="stronger", each=2, areas=1, by_margin=True), ("lydia", "@barbarians"), {"lydia"}),
        (Remove(of="stronger", each=2, areas=1, by_margin=True), ("tyre", "@troy"), set()),
        (Remove(of="stronger", each=2, areas=1), ("tyre", "@troy"), {"tyre"}),
        (Remove(of="stronger", each=2, areas=1), ("lydia", "@troy"), set()),
        (Remove(of="largest opposing", where=Where(contested=True), each=2, areas=1),
         ("lydia", "@barbarians", "lydia"), {"barbarians"}),
        (Remove(where=Where(occupied="you", kind="land"), all=True), (), {"egypt"}),
        (Remove(where=Where(occupied="you", kind="land"), all=True), ("egypt", "@egypt"), {"kush"}),
        (Barbarians(n=1), (), set()),
        (Barbarians(n=1, areas=2, where=Where(nile=True)), (), {"nile_delta", "egypt", "kush", "stop"}),
        (Barbarians(n=1, areas=2, where=Where(nile=True)), ("egypt",), {"kush", "stop"}),
        (Barbarians(n=1, areas=1, where=Where(nile=True)), ("egypt",), set()),
        (Barbarians(n=1, areas=2, where=Where(nile=True)), ("kush",), set()),
        (Barbarians(n=1, areas=2, where=Where(nile=True)), (STOP,), set()),
        (Allies(), (), set()),
        (Allies(areas=1), (), {"tyre", "stop"}),
        (Allies(areas=1, must=True), (), {"tyre"}),
        (Allies(areas=2), ("tyre",), set()),
        (Allies(areas=1, whose="named"), (), {"tyre", "lydia", "stop"}),
        (Allies(areas=2, whose="named"), ("tyre",), {"lydia", "stop"}),
        (Allies(areas=1, whose="named"), ("tyre",), set()),
        (Allies(areas=1, anywhere=True, must=True), (), OCCUPIED),
        (NameArea(where=Where(nile=True)), (), {"nile_delta", "egypt", "kush"}),
        (NameArea(where=Where(nile=True)), ("egypt",), set()),
        (NameArea(where=Where(nile=True), n=2), ("egypt",), {"kush"}),
        (NameArea(where=Where(nile=True), n=3, up_to=True), ("egypt",), {"kush", "stop"}),
        (NameArea(where=Where(nile=True), n=3, up_to=True), ("egypt", STOP), set()),
        (NameArea(where=Where(nile=True), n=2), ("kush",), set()),  # there is none after it
        (NameArea(where=Where(nile=True), n=3, linked=True, up_to=True), ("kush",), {"egypt", "stop"}),
        (NameArea(where=Where(nile=True), n=3, linked=True, then=Where(kind="open")), ("kush",), set()),
        (NameArea(where=Where(nile=True), n=2, linked=True), ("kush",), {"egypt"}),
        (NameArea(where=Where(nile=True), n=2, linked=True, then=Where(kind="sea")), (),
         {"nile_delta", "egypt", "kush"}),
        (NameArea(where=Where(nile=True), n=2, linked=True, then=Where(kind="sea")), ("kush",), {"red_sea"}),
        (NameArea(where=Where(nile=True), n=2, linked=True, then=Where(city="any")), (),
         {"nile_delta", "kush"}),
        (NameArea(where=Where(nile=True), n=2, linked=True, up_to=True, then=Where(city="any")), (),
         {"nile_delta", "egypt", "kush"}),
        (NameArea(where=Where(nile=True), n=2, then=Where(city="any")), ("kush",), {"egypt", "tyre", "troy"}),
        (NameCity(), (), {"egypt", "tyre"}),  # the walls of Troy
        (NameCity(who="opposing"), (), {"tyre"}),
        (NameCity(), ("tyre",), {"troy"}),
        (NameCity(), ("tyre", "@troy"), set()),
        (NameCivilization(), (), {"troy"}),
        (NameCivilization(who="any"), (), {"egypt", "troy"}),
        (NameCivilization(who="any", n=2), ("@troy",), {"egypt"}),
        (NameCivilization(who="any", n=2, up_to=True), ("@troy",), {"egypt", "stop"}),
        (NameCivilization(who="any", n=2, up_to=True), (), {"egypt", "troy"}),
        (NameCivilization(who="any", n=2, up_to=True), ("@troy", STOP), set()),
        (NameCivilization(who="any", n=2), ("@troy", "@egypt"), set()),
        (NameCivilization(n=2), (), set()),  # there is but one opponent
        (NameCivilization(who="any", n=3), (), set()),
        (NameCivilization(who="any", n=3, up_to=True), ("@troy", "@egypt"), set()),
        (NameCivilization(who="any", having="cards"), (), {"egypt"}),
        (NameCivilization(who="any", having="cards or talents"), (), {"egypt"}),
        (NameCivilization(who="any", having="cities"), (), {"egypt", "troy"}),
        (NameCivilization(who="any", having="talents or cities"), (), {"egypt", "troy"}),
        (NameCivilization(who="any", having="settlements"), (), {"egypt", "troy"}),
        (NameCivilization(who="any", having="discs"), (), {"egypt", "troy"}),
        (NameCivilization(who="any", having="vp"), (), set()),
        (NameCivilization(who="any", having="discs in named area"), (), {"egypt", "troy"}),
        (NameCivilization(who="any", having="supply and land"), (), {"egypt", "troy"}),
        (NameCivilization(who="any", having="two adjacent lands"), (), {"egypt", "troy"}),
        (NameCivilization(who="any", having="competition"), (), {"egypt", "troy"}),
        (NameCivilization(who="any", having="turn"), (), {"egypt", "troy"}),
        (NameCivilization(having="trade"), (), set()),  # Troy holds no card
        (TakePlace(), (), {"number 0", "number 1"}),
        (TakePlace(), (0,), set()),
        (Draw(n=1), (), set()),
    ],
)  # fmt: skip
def test_what_is_asked_next(operation: Operation, picked: tuple[str | int, ...], offered: set[str]) -> None:
    assert options(operation, *picked) == offered


def test_discs_of_a_short_supply_are_placed_one_by_one() -> None:
    """Three areas of the Nile and two discs: which of them go without one is asked, and no more than that."""
    t = position(phase="cards", egypt={"discs": {"sinai": 1}, "ready": 45, "hand": [93]}, troy={})
    everywhere = Place(where=Where(nile=True), all=True)
    one = fresh_play(EGYPT, "card", PLOW)
    nile = [area_action(t.area(area)) for area in ("nile_delta", "egypt", "kush")]
    assert t.of("supply", "egypt") == 2
    assert members(everywhere.options(t.s, one, ())) == sorted(nile)
    assert members(everywhere.options(t.s, one, (nile[0],))) == sorted(nile[1:])
    assert everywhere.options(t.s, one, (nile[0], nile[2])) == 0
    t.s.supply[EGYPT] = 3
    assert everywhere.options(t.s, one, ()) == 0
    t.s.supply[EGYPT] = 0
    assert everywhere.options(t.s, one, ()) == 0


@pytest.mark.parametrize(
    ("operation", "picked", "left"),
    [
        (Place(n=3), 0, 3), (Place(n=3), 2, 1), (Place(all=True), 2, 0), (Allies(areas=3), 1, 2),
        (Allies(), 1, 0), (Remove(total=3), 1, 0), (Build(resources=3, discs=0), 1, 2),
    ],
)  # fmt: skip
def test_how_many_are_left_to_choose(operation: Operation, picked: int, left: int) -> None:
    assert operation.left((5,) * picked) == left


@pytest.mark.rule("CRD-12")
@pytest.mark.parametrize(
    ("operation", "picked", "factions"),
    [
        (Remove(where=Where(contested=True)), None, {EGYPT, TROY, BARBARIANS}),
        (Remove(where=Where(contested=True), of="you"), None, {EGYPT}),
        (Remove(), ("lydia", "@troy", "petra", "@barbarians"), {TROY, BARBARIANS}),
        (RemoveEvery(where=Where(within="named")), None, {EGYPT, TROY}),
        (RemoveEvery(where=Where(contested=True), of="civilization"), None, {EGYPT, TROY}),
        (RemoveEvery(where=Where(contested=True), of="city"), None, {TROY}),
        (RemoveEvery(where=Where(contested=True), of="opposing"), None, {TROY, BARBARIANS}),
        (DownTo(n=1), None, {TROY}),
        (RemoveOwn(n=1), None, {TROY}),
        (Penalty(one_of=("disc", "vp")), None, {TROY}),
        (Penalty(one_of=("card", "vp")), None, set()),
        (Lose(talents=1, short="city disc"), ("tyre",), {TROY}),
        (Lose(talents=1, short="city disc"), None, set()),
        (Place(n=1), None, set()),
    ],
)
def test_who_would_lose_a_disc(
    operation: Operation, picked: tuple[str, ...] | None, factions: set[int]
) -> None:
    t = table()
    names = ("egypt", "troy", "barbarians")
    actions = None if picked is None else tuple(
        faction_action(names.index(one[1:])) if one[0] == "@" else area_action(t.area(one)) for one in picked
    )  # fmt: skip
    assert {*members(operation.victims(t.s, play(), actions))} == factions


def test_an_order_that_does_not_matter_is_asked_once() -> None:
    areas = mask_of((3, 7, 9))
    assert ascending(areas, ()) == areas
    assert [ascending(areas, (area_action(n),)) for n in (3, 7, 8)] == [areas, mask_of((7, 9)), mask_of((9,))]
    assert ascending(areas, (area_action(3), area_action(9))) == mask_of((9,))
    assert picked_areas((area_action(3), area_action(9))) == [3, 9] and picked_areas(()) == []
    assert area_actions(1) | STOP_BIT == 0b11
