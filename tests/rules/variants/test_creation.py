"""The creation of an NPC that was met (EXP-36 to 49), and the rulebook's example of it (EX-38 to 44)."""

from __future__ import annotations

from typing import Any

import pytest
from exploration_tables import Bag, areas, bag_of, explore
from helpers import Table
from invariants import check_all

from acis_rules import Game
from acis_rules.cards.oracle import CUP_COLOURS
from acis_rules.effects import Play, Where, select
from acis_rules.kernel.bits import mask_of, members
from acis_rules.table.changes import enter_game, place
from acis_rules.variants.bag import contents
from acis_rules.variants.creation import (
    HOME_DISCS,
    _available,
    _deploy,
    _inactive_homes,
    _open,
    _played,
    find_home,
    leave_open_seas,
    unmet,
)

GREEN = 2  # the faction of the second unknown NPC


@pytest.fixture
def bag(monkeypatch: pytest.MonkeyPatch) -> Bag:
    """The next discs drawn from the bag."""
    return bag_of(monkeypatch)


def created_in(area: str, *colours: str, bag: Bag, **given: Any) -> Table:
    """The green NPC is met in an area; the colours after it are those drawn for its size and later."""
    bag("green", *colours)
    return explore(**given).do(area)


def discs(table: Table, faction: int = GREEN) -> dict[str, int]:
    """The discs of the new NPC by area."""
    row, board = table.s.discs[faction], table.s.world.board
    return {board.areas[area].id: row[area] for area in members(table.s.at_least[0][faction])}


def placed(table: Table, faction: int = GREEN) -> list[str]:
    """The areas in which its discs were placed, one after the other."""
    board = table.s.world.board
    return [board.areas[e.area].id for e in table.events("placed") if e.faction == faction]


# -------------------------------------------------------------- the example of the rulebook


@pytest.fixture
def example(bag: Bag) -> Table:
    """Rome, three unknown NPCs of the pool Carthage and Celt-Iberia; Liguria white, Upper Adriatic green."""
    bag("white", "green", "black")
    table = explore(created={"pool": ["carthage", "celt_iberia"]})
    return table.do("Liguria", "Upper Adriatic")


@pytest.mark.rule("EX-38")
def test_the_example_begins_with_three_colours_in_the_bag_and_no_npc(bag: Bag) -> None:
    table = explore(created={"pool": ["carthage", "celt_iberia"]})
    discs = [CUP_COLOURS[disc] for disc in contents(table.s)]
    assert sorted(discs) == sorted(["white"] * 6 + ["black"] * 4 + ["yellow", "red", "green", "blue"])
    assert table.s.order == [0] and (table.s.epoch, table.s.turn) == (1, 1)


@pytest.mark.rule("EX-39", "EXP-36")
def test_example_first_disc(example: Table) -> None:
    assert areas(example, example.s.white) == {"liguria"}
    assert placed(example)[0] == "upper_adriatic"
    assert example.s.world.scenario.factions[GREEN].colour == "green"
    s = example.s
    assert sum(s.discs[GREEN]) + s.supply[GREEN] + s.in_bag[GREEN] == s.world.pool[GREEN] - 2


@pytest.mark.rule("EX-40", "EXP-37")
def test_example_second_disc(example: Table) -> None:
    assert placed(example)[1] == "gulf_of_dalmatia"  # the Adriatic Sea borders Apulia


@pytest.mark.rule("EX-41", "EXP-38")
def test_example_third_disc(example: Table) -> None:
    assert placed(example)[2] == "noricum"  # two areas between it and Rome's discs; one for Dalmatia


@pytest.mark.rule("EX-42", "EXP-39")
def test_example_size(example: Table) -> None:
    drawn = [e for e in example.events("discs_drawn") if e.cause == "size"]
    assert [e.colours for e in drawn] == [(1,)] and drawn[0].faction == GREEN
    before_home = placed(example)[:13]
    assert len(before_home) == 3 + 10 and "noricum" not in before_home[3:]


@pytest.mark.rule("EX-43", "EXP-40")
def test_example_deployment(example: Table) -> None:
    order = placed(example)[3:13]
    assert order[:2] == ["dalmatia"] * 2
    assert sorted(order[2:6]) == ["illyria"] * 2 + ["macedon"] * 2
    assert sorted(order[6:]) == ["mycenae"] * 2 + ["thessaly"] * 2
    expected = {
        "upper_adriatic": 1, "gulf_of_dalmatia": 1, "noricum": 1, "dalmatia": 2, "macedon": 2, "illyria": 2,
        "thessaly": 2,
    }  # fmt: skip
    assert discs(example) == expected | {"mycenae": 4}  # 2, and the 3 of its home as far as they fit


@pytest.mark.rule("EX-44", "EXP-44")
def test_example_identity(example: Table) -> None:
    s = example.s
    name = s.world.civilization(s, GREEN).id
    assert name in ("carthage", "celt_iberia")  # not Mycenae: these two were agreed on
    assert areas(example, s.home[GREEN]) == {"mycenae"}
    check_all(example.game)


@pytest.mark.rule("EX-44")
def test_when_all_that_were_agreed_on_are_taken_it_is_one_that_nobody_plays(bag: Bag) -> None:
    """Rome's home is nearest to where it settles, but Rome is the player's."""
    carthage = {"civilization": "carthage", "discs": {"carthage": 2}}
    table = created_in(
        "sicily", bag=bag, created={"pool": ["carthage"]}, rome={"discs": {"syracuse": 2}},
        others=[carthage, {}, {}],
    )  # fmt: skip
    assert table.s.world.civilization(table.s, GREEN).id == "mycenae"


@pytest.mark.rule("EX-44")
def test_abilities_refer_to_the_home_area_it_has(bag: Bag) -> None:
    """Carthage at home in Mycenae: the white disc of Barca Family (a) comes to Mycenae."""
    green = {"civilization": "carthage", "home": ["mycenae"], "discs": {"mycenae": 2, "carthage": 2}}
    table = explore(
        phase="competition",
        others=[{}, green, {}],
        rome={"discs": {"mycenae": 2, "carthage": 2}},
    )  # fmt: skip
    home = select(table.s, Play(GREEN, "ability", 0), Where(within="home"))
    assert areas(table, home) == {"mycenae"}
    table.skip_until("commit", "carthage").do("ability").skip_until("allies", "carthage")
    assert table.s.competition_area == table.area("mycenae")
    allies = {table.s.world.board.areas[e.area].id for e in table.events("allies")}
    assert "mycenae" in table.options | allies


# ------------------------------------------------------------------- 1 and 2: the first discs


@pytest.mark.rule("EXP-37")
def test_an_inactive_home_comes_first(bag: Bag) -> None:
    # Mycenae, next to the Romans in Thessaly, is nearer to them than Laconia or the Gulf of Taranto
    rome = {"discs": {"rome": 2, "thessaly": 1, "adriatic_sea": 1}}
    table = created_in("Ionian Sea", bag=bag, rome=rome)
    assert placed(table)[:2] == ["ionian_sea", "mycenae"]
    mycenae = {"civilization": "mycenae", "discs": {"troy": 2}}  # somebody's home is no inactive one
    active = created_in("Ionian Sea", bag=bag, rome=rome, others=[mycenae, {}, {}])
    assert placed(active)[1] != "mycenae"


@pytest.mark.rule("EXP-37")
def test_land_before_sea_at_the_same_distance_then_chance(bag: Bag) -> None:
    # Edetani borders four land areas and two seas, all two steps from the Romans in Idubeda
    rome = {"discs": {"idubeda": 2}}
    seconds = {placed(created_in("Edetani", bag=bag, rome=rome, rng=seed))[1] for seed in range(30)}
    assert seconds == {"tarraco", "massilia"}


@pytest.mark.rule("EXP-38")
def test_without_an_empty_area_there_is_no_third_disc(bag: Bag) -> None:
    # Corsica-like dead end: the only way on from the second disc is full
    table = created_in(
        "Upper Adriatic", "white", bag=bag,
        barbarians={"discs": {"noricum": 1, "dalmatia": 1, "adriatic_sea": 1}},
    )  # fmt: skip
    assert placed(table)[:2] == ["upper_adriatic", "gulf_of_dalmatia"]
    assert table.s.discs[GREEN][table.area("noricum")] == 0


# --------------------------------------------------------------------------- 3 and 4: its size


@pytest.mark.rule("EXP-39")
@pytest.mark.parametrize(
    ("colour", "n"), [("white", 8), ("black", 10), ("yellow", 12), ("red", 12), ("blue", 12)]
)
@pytest.mark.parametrize("turn", [1, 3])
def test_size_by_the_colour_drawn_and_the_turns_completed(bag: Bag, colour: str, n: int, turn: int) -> None:
    table = created_in("Upper Adriatic", colour, bag=bag, turn=turn)
    at_home = [e for e in table.events("placed") if e.faction == GREEN]
    civilization = next(i for i, e in enumerate(table.events()) if e.kind == "civilization")
    before = [e for e in table.events()[:civilization] if e.kind == "placed" and e.faction == GREEN]
    assert len(before) == 3 + n + 2 * (turn - 1) and len(at_home) > len(before)


@pytest.mark.rule("EXP-40")
def test_no_disc_goes_next_to_the_home_of_another(bag: Bag) -> None:
    table = created_in("Liguria", "yellow", bag=bag, rome={"discs": {"rome": 2, "etruria": 2}}, turn=4)
    board = table.s.world.board
    beside_rome = board.neighbours[board.find("rome")]
    assert not table.s.at_least[0][GREEN] & beside_rome
    empty = explore(rome={"discs": {"rome": 2}})
    assert not _open(empty.s, GREEN) & beside_rome  # though nobody stands there


@pytest.mark.rule("EXP-40")
@pytest.mark.parametrize("start", ["corsica", "sicily", "saldae", "troy"])
def test_around_the_last_disc_each_land_gets_two_and_each_sea_one(start: str) -> None:
    table = explore()
    s, board, middle = table.s, table.s.world.board, table.area(start)
    enter_game(s, GREEN)
    place(s, GREEN, middle, "exploration")
    around = board.neighbours[middle] & _open(s, GREEN)
    lands, seas = members(around & board.land), members(around & board.sea)
    _deploy(s, GREEN, middle, 2 * len(lands) + len(seas))
    assert seas and {s.discs[GREEN][area] for area in seas} == {1}
    assert all(s.discs[GREEN][area] == 2 for area in lands) and not s.ready[GREEN]


ISLAND = {  # Upper Adriatic, the Gulf of Dalmatia, Noricum and Dalmatia are all that is empty there
    "adriatic_sea": 1, "illyria": 1, "macedon": 1,
}  # fmt: skip


@pytest.mark.rule("EXP-40")
def test_what_is_left_makes_cities_far_from_the_player_then_becomes_ready(bag: Bag) -> None:
    table = created_in("Upper Adriatic", "white", bag=bag, barbarians={"discs": ISLAND})
    # 8 discs: Dalmatia 2, then a City in Noricum (2 more), farther from Rome, then one in Dalmatia (1);
    # a fourth disc in each; the last one goes to a sea
    civilization = next(i for i, e in enumerate(table.events()) if e.kind == "civilization")
    order = [
        table.s.world.board.areas[e.area].id
        for e in table.events()[:civilization]
        if e.kind == "placed" and e.faction == GREEN
    ]
    assert order[3:8] == ["dalmatia"] * 2 + ["noricum"] * 2 + ["dalmatia"]
    assert order[8:10] == ["noricum", "dalmatia"]
    assert order[10:] == ["gulf_of_dalmatia"]
    bigger = created_in("Upper Adriatic", "black", bag=bag, barbarians={"discs": ISLAND})
    assert discs(bigger)["upper_adriatic"] == 2 and bigger.s.ready[GREEN] == 1  # nothing is left to fill
    check_all(bigger.game)


# ------------------------------------------------------------------------------- 5: its home


def settled(discs: dict[str, int], rng: int = 0, **given: Any) -> Table:
    """The green NPC has these discs and looks for its home."""
    table = explore(rng=rng, **given)
    enter_game(table.s, GREEN)
    for area, n in discs.items():
        for _ in range(n):
            place(table.s, GREEN, table.area(area), "exploration")
    find_home(table.s, GREEN)
    return table


def name(table: Table) -> str:
    return table.s.world.civilization(table.s, GREEN).id


def home(table: Table) -> set[str]:
    return areas(table, table.s.home[GREEN])


@pytest.mark.rule("EXP-45")
def test_with_all_its_discs_ready_it_has_a_display_but_no_home_of_its_own() -> None:
    table = settled({})
    assert name(table) and not table.events("home") and not discs(table)


@pytest.mark.rule("EXP-41", "EXP-42")
def test_a_disc_in_an_open_sea_makes_it_a_seafaring_civilization(bag: Bag) -> None:
    table = settled({"eastern_mediterranean": 1, "kydonia": 2})
    assert name(table) == "minos" and home(table) == {"minos"}  # next to its discs
    assert table.discs("minos", "minos") == 3 and table.discs("minos", "eastern_mediterranean") == 1
    # Not without a disc there, and not in the west
    assert name(settled({"carthage": 2, "sea_of_sicily": 1})) == "carthage"
    western = {"map": "extended_western", "players": ["rome"]}
    assert name(settled({"central_mediterranean": 1, "troy": 2}, created=western)) == "troy"


@pytest.mark.rule("EXP-42")
def test_next_to_both_homes_chance_decides(bag: Bag) -> None:
    discs = {"eastern_mediterranean": 1, "gulf_of_sidon": 1}
    assert {name(settled(discs, rng)) for rng in range(20)} == {"minos", "phoenicia"}


@pytest.mark.rule("EXP-42")
def test_a_home_without_discs_of_civilizations_will_do_and_is_cleared(bag: Bag) -> None:
    minos = {"civilization": "minos", "discs": {"ionia": 1}}
    table = settled(
        {"eastern_mediterranean": 1}, others=[minos, {}, {}], barbarians={"discs": {"phoenicia": 4}}
    )
    assert name(table) == "phoenicia" and table.discs("phoenicia", "phoenicia") == 3
    assert table.discs("barbarians", "phoenicia") == 0


@pytest.mark.rule("EXP-42")
def test_next_to_it_the_home_is_cleared_of_everything(bag: Bag) -> None:
    table = settled({"eastern_mediterranean": 1, "minos": 4}, rome={"discs": {"rome": 2, "minos": 1}})
    assert table.discs("minos", "minos") == 3 and table.discs("rome", "minos") == 0
    table = settled({"eastern_mediterranean": 1, "kydonia": 2}, white=["minos", "sinai"])
    assert home(table) == {"minos"} and areas(table, table.s.white) == {"sinai"}


@pytest.mark.rule("EXP-42", "EXP-43")
def test_with_both_homes_taken_it_becomes_another(bag: Bag) -> None:
    minos = {"civilization": "minos", "discs": {"ionia": 1}}
    table = settled(
        {"eastern_mediterranean": 1, "mycenae": 2}, others=[minos, {}, {}],
        rome={"discs": {"rome": 2, "phoenicia": 1}},
    )  # fmt: skip
    assert name(table) == "mycenae" and table.discs("mycenae", "eastern_mediterranean") == 0


@pytest.mark.rule("EXP-43")
@pytest.mark.parametrize(
    ("others", "goes_to"),
    [
        ({"kydonia": 2, "laconia": 1}, "kydonia"),  # a City first
        ({"kydonia": 1, "laconia": 3}, "kydonia"),  # then a Settlement
        ({"laconia": 3}, "coast"),  # then a coastal sea
        ({}, "ready"),
        ({"celt_iberia": 2}, "celt_iberia"),
    ],
)
def test_others_leave_the_open_seas(bag: Bag, others: dict[str, int], goes_to: str) -> None:
    decisions = {"without": ["minos", "phoenicia"]}
    table = explore(created=decisions)
    enter_game(table.s, GREEN)
    for area, n in {"eastern_mediterranean": 1, **others}.items():
        for _ in range(n):
            place(table.s, GREEN, table.area(area), "exploration")
    leave_open_seas(table.s, GREEN)
    now = discs(table)
    assert "eastern_mediterranean" not in now
    if goes_to == "ready":
        assert table.s.ready[GREEN] == 1 and not now
    elif goes_to == "coast":
        (new,) = set(now) - set(others)
        assert table.s.world.board.coastal >> table.area(new) & 1
    else:
        assert now == others | {goes_to: others[goes_to] + 1}


@pytest.mark.rule("EXP-43")
def test_two_of_them_make_a_city_of_a_settlement_before_one_of_a_camp(bag: Bag) -> None:
    """Although the Camp in Kydonia is farther from the player."""
    table = explore(created={"without": ["minos", "phoenicia"]})
    enter_game(table.s, GREEN)
    for area in ("eastern_mediterranean", "central_mediterranean", "laconia", "laconia", "kydonia"):
        place(table.s, GREEN, table.area(area), "exploration")
    leave_open_seas(table.s, GREEN)
    assert discs(table) == {"laconia": 3, "kydonia": 2}


@pytest.mark.rule("EXP-44", "EXP-46")
def test_the_first_home_of_the_map_is_one_like_others(bag: Bag) -> None:
    table = settled({"celt_iberia": 1})
    assert name(table) == "celt_iberia" and home(table) == {"celt_iberia"}
    assert discs(table) == {"celt_iberia": 1 + HOME_DISCS}


@pytest.mark.rule("EXP-44")
def test_a_disc_in_an_inactive_home_gives_it_that_civilization(bag: Bag) -> None:
    table = settled({"carthage": 1, "numidia": 2})
    assert name(table) == "carthage" and table.discs("carthage", "carthage") == 1 + 3
    full = settled({"carthage": 3})
    assert full.discs("carthage", "carthage") == 4 and full.of("supply", "carthage") == 48 - 1 - 4
    several = {name(settled({"carthage": 1, "mauretania": 1}, rng)) for rng in range(20)}
    assert several == {"carthage", "mauretania"}


@pytest.mark.rule("EXP-45")
def test_elsewhere_its_home_is_its_land_farthest_from_the_player(bag: Bag) -> None:
    table = settled({"liguria": 2, "massilia": 2, "aquitania": 2, "ligurian_sea": 1})
    assert home(table) == {"aquitania"} and discs(table)["aquitania"] == 4
    assert name(table) == "gaul"  # whose home is nearest, Gallia
    limited = settled({"aquitania": 2}, created={"pool": ["egypt", "celt_iberia"]})
    assert name(limited) == "celt_iberia" and home(limited) == {"aquitania"}
    # It stays its home for good: in positions, too
    again = Table(Game.from_dict(created_in("Liguria", bag=bag).game.to_dict()))
    assert again.s.home[GREEN]


@pytest.mark.rule("EXP-46")
def test_egypt_elsewhere_has_a_nile_of_its_own(bag: Bag) -> None:
    table = settled({"idubeda": 2, "aquitania": 1}, created={"pool": ["egypt"]})
    assert name(table) == "egypt" and home(table) == {"idubeda"}
    assert areas(table, table.s.nile[GREEN]) == {"idubeda", "aquitania"}
    ability = Play(GREEN, "ability", 0)
    assert areas(table, select(table.s, ability, Where(nile=True))) == {"idubeda", "aquitania"}
    assert areas(table, table.s.nile[0]) == {"egypt", "nile_delta", "kush"}  # to all others
    real = settled({"egypt": 2}, created={"pool": ["egypt"]})
    assert areas(real, real.s.nile[GREEN]) == {"egypt", "nile_delta", "kush"}


@pytest.mark.rule("EXP-46")
def test_the_gift_of_its_own_nile(bag: Bag) -> None:
    egypt = {
        "civilization": "egypt", "home": ["aquitania"], "nile": ["aquitania", "massilia"],
        "discs": {"massilia": 3, "libya": 1},
    }  # fmt: skip
    table = explore(phase="growth", others=[{}, egypt, {}], order=[2, 0], stack=[["acquisition", 2]])
    assert table.of("ready", "egypt") == 3 and table.of("treasury", "egypt") == 1


# --------------------------------------------------------------------------- 6, 7, 8: the rest


@pytest.mark.rule("EXP-47")
def test_it_is_first_in_the_turn_order(bag: Bag) -> None:
    egypt = {"civilization": "egypt", "discs": {"egypt": 2}}
    table = created_in("Upper Adriatic", bag=bag, others=[{}, {}, egypt])
    assert table.s.order == [GREEN, 0, 3]
    assert table.events("turn_order")[-1].order == (GREEN, 0, 3)


@pytest.mark.rule("EXP-48")
def test_it_has_as_many_vp_as_the_player(bag: Bag) -> None:
    assert created_in("Upper Adriatic", bag=bag, rome={"vp": 7}).s.vp[GREEN] == 7
    egypt = {"civilization": "egypt", "discs": {"egypt": 2}, "vp": 12}
    two = {"players": ["rome", "egypt"], "unknown": 2}
    table = created_in(
        "Upper Adriatic",
        bag=bag,
        created=two,
        rome={"vp": 7},
        others=[egypt, {}, {}],
        order=[0, 1],
        absent=[2, 3],
    )
    assert table.s.vp[GREEN] == 12  # of several players, the one with most


@pytest.mark.rule("EXP-49")
def test_five_cards_that_are_no_events(bag: Bag) -> None:
    table = created_in("Upper Adriatic", bag=bag, top=(40, 98, 41, 62, 42, 43, 44, 45))
    assert {card for card in range(104) if table.s.hand[GREEN] >> card & 1} == {40, 41, 42, 43, 44}
    assert not table.events("event") and {98, 62} <= {*table.s.deck}
    check_all(table.game)


@pytest.mark.rule("EXP-36")
def test_it_is_nobodys_enemy_at_first_and_plays_on(bag: Bag) -> None:
    table = created_in("Upper Adriatic", bag=bag)
    assert not table.s.enemies[GREEN]
    while not any(e.faction == GREEN and e.kind == "ready" for e in table.events()):
        table.game.apply(table.game.legal_actions()[0])
    check_all(table.game)


@pytest.mark.rule("EXP-37", "EXP-45")
@pytest.mark.parametrize("civilization", ["rome", "mycenae"])
def test_a_civilization_in_the_game_is_not_met_again_and_its_home_is_not_free(
    bag: Bag, civilization: str
) -> None:
    """Rome is the first in the list of all civilizations."""
    player = {"rome": "egypt", "mycenae": "rome"}[civilization]
    npc = {"civilization": civilization, "discs": {"liguria": 1}}
    table = explore(
        created={"players": [player]},
        rome={"civilization": player, "discs": {"troy": 1}},
        others=[{}, npc, {}],
    )
    s, homes = table.s, table.s.world.board.homes
    assert unmet(s) == [1, 3]
    assert _played(s) == [player, civilization]
    assert civilization not in _available(s) and player not in _available(s)
    s.home = [0] * len(s.home)
    free = areas(table, _inactive_homes(s))
    assert free == areas(table, mask_of(homes[name] for name in homes if name not in (player, civilization)))
    s.home[0] = 1 << homes["gaul"]
    assert areas(table, _inactive_homes(s)) == free - {table.s.world.board.areas[homes["gaul"]].id}
