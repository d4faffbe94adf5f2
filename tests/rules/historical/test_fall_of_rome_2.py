"""The Fall of Rome II: setup, turn by turn, scoring and the end, in its three versions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from helpers import Table, moment, position
from random_play import random_game

from acis_rules import Game
from acis_rules.box.board import load_board
from acis_rules.box.scenario import load_scenario
from acis_rules.kernel.bits import members
from acis_rules.table.changes import remove
from acis_rules.table.terms import dominated, placements, room

FULL, WESTERN, EASTERN = VERSIONS = tuple(f"fall_of_rome_2_v{n}" for n in (1, 2, 3))
VISIGOTHS, WEST, PERSIANS, EAST = range(4)  # in version I
EVENTS = (98, 99, 100, 101, 102, 103)


def new(scenario: str = FULL, seed: int = 1, **options: Any) -> Table:
    return Table(Game.new(scenario, seed=seed, options=options or None))


def ids(table: Table, factions: int) -> set[str]:
    return {table.s.world.ids[f] for f in members(factions)}


def at(name: str, *about: Any, scenario: str = FULL, **given: Any) -> Table:
    """A moment of turn 1 with these discs."""
    return position(scenario, epoch=4, **moment(name, *about, then=given.pop("then", ())), **given)


def played(scenario: str, seed: int) -> Table:
    """A game played at random to its end."""
    *_, game = random_game(scenario, seed)
    assert game.over
    return Table(game)


# ------------------------------------------------------------------------------------------- setup


@pytest.mark.rule("ROME2-V1", "ROME2-V4")
def test_one_player_runs_both_empires_against_two_invaders() -> None:
    table = new()
    world = table.s.world
    assert world.ids == ("visigoths", "west", "persians", "east")
    assert ids(table, world.factions_of(0)) == {"west", "east"}
    assert ids(table, world.npcs) == {"visigoths", "persians"}
    assert [(side.name, ids(table, side.factions)) for side in world.sides] == [
        ("empires", {"west", "east"}), ("invaders", {"visigoths", "persians"}),
    ]  # fmt: skip
    for invader in (VISIGOTHS, PERSIANS):
        assert ids(table, table.s.enemies[invader]) == {"west", "east"}
    assert not world.hostility  # nobody ever makes peace
    played = new(npcs=[2])  # whoever runs the Visigoths
    assert not played.s.enemies[VISIGOTHS] >> PERSIANS & 1


@pytest.mark.rule("ROME2-V2", "ROME2-V3")
@pytest.mark.parametrize(
    ("scenario", "invader", "empire", "there", "away"),
    [(WESTERN, "visigoths", "west", "gades", "troy"), (EASTERN, "persians", "east", "troy", "rome")],
)
def test_half_of_the_map_has_one_empire_and_one_invader(
    scenario: str, invader: str, empire: str, there: str, away: str
) -> None:
    table = new(scenario)
    world = table.s.world
    assert set(world.ids) == {invader, empire}
    assert ids(table, world.factions_of(0)) == {empire} and ids(table, world.npcs) == {invader}
    assert world.board.in_play >> table.area(there) & 1 and not world.board.in_play >> table.area(away) & 1
    assert table.s.enemies[table.faction(invader)] == 1 << table.faction(empire)


@pytest.mark.rule("ROME2-S01", "ROME2-07")
@pytest.mark.parametrize("scenario", VERSIONS)
def test_epoch_four_turn_one_without_wonders_and_aeneas(scenario: str) -> None:
    table = new(scenario)
    assert (table.s.epoch, table.s.turn) == (4, 1)
    assert all(knobs.wonders == 0 and knobs.aeneas == 0 for knobs in table.s.world.knobs)
    kinds = {event.kind for event in played(scenario, 3).events()}
    assert not kinds & {"built", "aeneas"}


@pytest.mark.rule("ROME2-S02", "ROME2-S03")
@pytest.mark.parametrize(
    ("scenario", "empire", "areas", "discs"),
    [(FULL, "west", 38, 49), (FULL, "east", 32, 49), (WESTERN, "west", 38, 49), (EASTERN, "east", 31, 48)],
)
def test_the_empires_begin_without_a_disc_to_spare(
    scenario: str, empire: str, areas: int, discs: int
) -> None:
    scenario_file = load_scenario(scenario)
    placed = scenario_file.setup.discs[empire]
    faction = next(f for f in scenario_file.factions if f.key == empire)
    assert (len(placed), sum(placed.values())) == (areas, discs)
    assert discs + faction.markers == faction.pool == 50
    assert faction.colour == {"west": "purple", "east": "red"}[empire]
    assert faction.civilization == {"west": "rome", "east": "troy"}[empire]
    table = new(scenario)
    assert table.of("supply", empire) == table.of("ready", empire) == 0
    assert ids(table, table.s.owes_marker) >= ({empire} if faction.markers == 1 else set())
    home = table.s.world.board.find({"west": "rome", "east": "troy"}[empire])
    assert table.s.home[table.faction(empire)] == 1 << home


@pytest.mark.rule("ROME2-S04")
@pytest.mark.parametrize(("scenario", "gold"), [(FULL, 10), (WESTERN, 4), (EASTERN, 6)])
def test_roman_gold(scenario: str, gold: int) -> None:
    table = new(scenario)
    assert sum(n for _, n in table.s.gold.values()) == gold
    doubled = {area for area, (_, n) in table.s.gold.items() if n == 2}
    assert doubled == {table.area(name) for name in ("rome", "troy")} & set(table.s.gold)


@pytest.mark.rule("ROME2-S05", "ROME2-S06")
@pytest.mark.parametrize(
    ("scenario", "order"),
    [
        (FULL, ["visigoths", "west", "persians", "east"]),
        (WESTERN, ["visigoths", "west"]),
        (EASTERN, ["persians", "east"]),
    ],
)
def test_invaders_have_no_home_and_go_first(scenario: str, order: list[str]) -> None:
    table = new(scenario)
    assert [table.s.world.ids[f] for f in table.s.order] == order
    for name, colour, display in (("visigoths", "green", "gaul"), ("persians", "blue", "mycenae")):
        if name in order:
            faction = table.faction(name)
            block = load_scenario(scenario).factions[faction]
            assert (block.colour, block.civilization) == (colour, display)
            assert table.s.home[faction] == 0 and table.s.vp[faction] == 0
            assert not load_scenario(scenario).setup.discs.get(name)


@pytest.mark.rule("ROME2-S07")
@pytest.mark.parametrize("scenario", VERSIONS)
def test_ten_cards_without_events_give_the_first_hands(scenario: str) -> None:
    table = new(scenario)
    sizes = {table.s.world.ids[f]: n for f, n in enumerate(table.s.hand_sizes)}
    assert all(n == (3 if name in ("visigoths", "persians") else 2) for name, n in sizes.items())
    assert load_scenario(scenario).deck.set_aside == 10
    dealt: list[int] = []
    for seed in range(40):
        s = new(scenario, seed).s
        dealt += [card for hand in s.hand for card in members(hand)]
        assert 62 not in s.deck and len(set(EVENTS) & set(s.deck)) >= 5  # one may have come by now
    assert not {62, *EVENTS} & set(dealt) and len(set(dealt)) > 80


# -------------------------------------------------------------------------------------------- clock


@pytest.mark.rule("ROME2-01")
@pytest.mark.parametrize("scenario", VERSIONS)
def test_four_turns_and_the_last_ends_with_its_competitions(scenario: str) -> None:
    table = played(scenario, 5)
    turns = [event.turn for event in table.events("turn")]
    assert turns == [1, 2, 3, 4] and not table.events("sudden_end")
    phases = [event.phase for event in table.events("phase")]
    assert phases.count("evaluation") == 3 and phases.count("competition") == 4


@pytest.mark.rule("ROME2-9.1")
@pytest.mark.parametrize(("card", "over"), [(31, True), (45, False), (20, True), (64, False)])
def test_a_card_may_bring_a_fifth_turn(card: int, over: bool) -> None:
    deck = [c for c in range(1, 104) if c not in (62, card)]
    table = position(
        WESTERN, epoch=4, turn=4, options={"rules": ["extended"]}, deck=[*deck, card],
        visigoths={"discs": {"gallia": 3}, "treasury": 1}, west={"discs": {"umbria": 3}, "treasury": 1},
        **moment("competition phase", then=["evaluation"]),
    )  # fmt: skip
    while not table.events("sudden_end"):  # Imperial Rome comes first
        table.game.apply(table.game.legal_actions()[0])
    assert table.game.over == over
    assert [event.card for event in table.events("sudden_end")] == [card]


# --------------------------------------------------------------------------------------- the Empires


@pytest.mark.rule("ROME2-02")
def test_seas_give_neither_discs_nor_vp() -> None:
    seas = {"ligurian_sea": 1, "bay_of_capua": 1, "tyrrhenian_sea": 1, "gulf_of_naples": 1}
    table = at("acquisition", WEST, scenario=WESTERN, west={"discs": {"rome": 2, "etruria": 2, **seas}})
    assert table.of("ready", "west") == 3  # two Settlements and the minimum: nothing for four seas
    board = load_board("western")
    coast = {board.areas[a].id for sea in seas for a in members(board.land_neighbours[board.find(sea)])}
    there = {"discs": dict.fromkeys([*coast, *seas], 1)}
    options = {"rules": ["final_scoring"]}
    table = at("epoch vp", scenario=WESTERN, west=there, options=options, then=["game end"])
    assert {event.cause for event in table.events("vp")} == {"scenario"} and table.game.over
    assert dominated(table.s, table.faction("west")).bit_count() >= 3


@pytest.mark.rule("ROME2-01", "ROME2-02")
@pytest.mark.parametrize("scenario", VERSIONS)
def test_with_final_scoring_the_last_turn_is_evaluated(scenario: str) -> None:
    *_, game = random_game(scenario, 5, {"rules": ["final_scoring"]})
    phases = [event.phase for event in game.events if event.kind == "phase"]
    assert phases[-2:] == ["evaluation", "epoch"] and phases.count("evaluation") == 4


@pytest.mark.rule("ROME2-03a")
def test_the_east_has_the_trojan_display_and_imperial_rome() -> None:
    table = new()
    world = table.s.world
    west, east = (world.civilization(table.s, faction) for faction in (WEST, EAST))
    own = [ability.name for ability in east.abilities]
    assert west.id == "rome" and east.id == "troy"
    assert "Imperial Rome" in own and len(own) > 1
    plain = world.civilizations[world.civilization_number["troy"]]
    assert [ability.name for ability in plain.abilities] == [name for name in own if name != "Imperial Rome"]


@pytest.mark.rule("ROME2-03b")
@pytest.mark.parametrize(("scenario", "empire"), [(FULL, "west"), (FULL, "east"), (WESTERN, "west")])
def test_the_first_disc_lost_is_the_vp_marker(scenario: str, empire: str) -> None:
    table = new(scenario)
    faction = table.faction(empire)
    area = table.area({"west": "umbria", "east": "thessaly"}[empire])
    remove(table.s, faction, area, "retirement")
    assert table.of("supply", empire) == 0
    remove(table.s, faction, area, "retirement")
    assert table.of("supply", empire) == 1


@pytest.mark.rule("ROME2-03b")
def test_the_spare_disc_of_sirt_is_the_marker_in_the_east() -> None:
    table = new(EASTERN)
    remove(table.s, table.faction("east"), table.area("thessaly"), "retirement")
    assert table.of("supply", "east") == 1


@pytest.mark.rule("ROME2-03c")
def test_one_disc_retires_from_an_area() -> None:
    table = at("retirement", WEST, scenario=WESTERN, west={"discs": {"rome": 2, "umbria": 2, "noricum": 1}})
    assert table.options == {"rome", "umbria", "noricum", "stop"}
    first, *others = sorted(table.options - {"stop"}, key=table.area)
    table.do(first)
    assert table.options == {*others, "stop"}
    table.do(*others)
    assert [table.discs("west", name) for name in ("rome", "umbria", "noricum")] == [1, 1, 0]


@pytest.mark.rule("ROME2-03d")
def test_the_empires_stay_out_of_each_others_areas() -> None:
    table = at(
        "deployment", WEST, west={"discs": {"dalmatia": 2}, "ready": 4}, east={"discs": {"macedon": 1}}
    )
    legal = placements(table.s, WEST) & room(table.s, WEST)
    assert legal >> table.area("illyria") & 1 and not legal >> table.area("macedon") & 1
    shared = at(
        "deployment", WEST, west={"discs": {"dalmatia": 2}, "ready": 4}, east={"discs": {"dalmatia": 1}}
    )
    assert not placements(shared.s, WEST) & room(shared.s, WEST) >> shared.area("noricum") & 1


@pytest.mark.rule("ROME2-04")
@pytest.mark.parametrize(("gold", "can"), [(2, False), (1, True), (0, True)])
def test_the_traitor_cannot_be_played_in_a_capital_with_both_its_gold(gold: int, can: bool) -> None:
    lying = [{"area": "troy", "owner": "troy", "discs": gold}] if gold else []
    table = position(
        EASTERN, epoch=4, phase="cards", gold=lying,
        persians={"discs": {"phrygia": 4, "troy": 1}, "hand": [45]}, east={"discs": {"troy": 2}},
    )  # fmt: skip
    assert table.can("Traitor") == can


@pytest.mark.rule("ROME2-04")
@pytest.mark.parametrize("gold", [2, 1, 0])
def test_cards_take_no_disc_from_a_capital_with_gold(gold: int) -> None:
    """Local Famine takes two discs of a City."""
    lying = [{"area": "rome", "owner": "rome", "discs": gold}] if gold else []
    cities = {"rome": 3, "umbria": 3, "apulia": 3}
    table = position(
        WESTERN, epoch=4, phase="cards", gold=lying, order=[0, 1],
        visigoths={"discs": {"gallia": 2}, "hand": [8]}, west={"discs": cities},
    )  # fmt: skip
    table.do("#8")
    assert table.asked("name_city") and table.options == {"umbria", "apulia"} | (
        {"rome"} if not gold else set()
    )


@pytest.mark.rule("ROME2-04")
def test_invaders_loot_roman_gold() -> None:
    table = position(
        WESTERN, epoch=4, gold=[{"area": "gades", "owner": "rome", "discs": 1}],
        visigoths={"discs": {"gades": 2}}, west={"discs": {"umbria": 2}},
        **moment("competition phase", then=["evaluation"]),
    )  # fmt: skip
    while table.kind == "allies":
        table.game.apply(table.game.legal_actions()[0])
    assert not table.s.gold and table.of("vp", "visigoths") >= 4


# -------------------------------------------------------------------------------------------- scoring


@pytest.mark.rule("ROME2-05a", "ROME2-05b")
@pytest.mark.parametrize(
    ("rome", "gold", "vp"),
    [(3, 2, 4), (1, 2, 3), (3, 1, 3), (3, 0, 2), (0, 0, 0)],
)
def test_rome_is_worth_four(rome: int, gold: int, vp: int) -> None:
    lying = [{"area": "rome", "owner": "rome", "discs": gold}] if gold else []
    table = at("victory count", scenario=WESTERN, gold=lying,
               west={"discs": ({"rome": rome} if rome else {}) | {"umbria": 1}})  # fmt: skip
    assert table.of("vp", "west") == vp


@pytest.mark.rule("ROME2-05b")
def test_new_cities_are_worth_half_a_point_for_everybody() -> None:
    table = at(
        "victory count", scenario=WESTERN, gold=[{"area": "gades", "owner": "rome", "discs": 1}],
        west={"discs": {"gades": 3, "umbria": 3, "noricum": 3, "apulia": 3}},
        visigoths={"discs": {"gallia": 3, "rome": 3}},
    )  # fmt: skip
    assert table.of("vp", "west") == 1 + Fraction(3, 2)
    assert table.of("vp", "visigoths") == 1 + Fraction(1, 2)  # Rome is worth 1 whoever holds it


@pytest.mark.rule("ROME2-05c")
@pytest.mark.parametrize(("rome", "troy", "vp"), [("west", "east", (5, 5)), ("visigoths", "east", (0, 5))])
def test_the_capitals_are_worth_five_at_the_end(rome: str, troy: str, vp: tuple[int, int]) -> None:
    discs: dict[str, dict[str, int]] = {"visigoths": {"gallia": 1}, "west": {}, "persians": {}, "east": {}}
    discs[rome]["rome"] = discs[troy]["troy"] = 1
    given: dict[str, Any] = {name: {"discs": there} for name, there in discs.items()}
    table = at("game end", **given)
    assert table.game.over
    assert (table.of("vp", "west"), table.of("vp", "east")) == vp
    assert table.of("vp", "visigoths") == (5 if rome == "visigoths" else 0)


@pytest.mark.rule("ROME2-08a")
@pytest.mark.parametrize(
    ("vp", "winners"),
    [((9, 3, 0, 7), [0]), ((9, 3, 2, 7), [1, 2]), ((0, 20, 21, 0), [1, 2])],
)
def test_the_sums_of_both_sides_are_compared(vp: tuple[int, ...], winners: list[int]) -> None:
    names = [faction.key for faction in load_scenario(FULL).factions]
    given: dict[str, Any] = {name: {"vp": n} for name, n in zip(names, vp, strict=True)}
    table = at("game end", **given)
    assert list(table.game.winners) == winners


@pytest.mark.rule("ROME2-08b")
@pytest.mark.parametrize(
    ("scenario", "area", "holder", "winners"),
    [
        (FULL, "rome", "west", [0]),
        (FULL, "rome", "visigoths", [1, 2]),
        (EASTERN, "troy", "east", [0]),
        (EASTERN, "troy", "persians", [1]),
    ],
)
def test_a_tie_is_won_in_the_capital(scenario: str, area: str, holder: str, winners: list[int]) -> None:
    """The five VP for its Control come first, so that both sides have as many in the end."""
    names = [faction.key for faction in load_scenario(scenario).factions]
    empire = "west" if "west" in names else "east"
    invader = "visigoths" if "visigoths" in names else "persians"
    behind = {empire: 5, invader: 5} | {holder: 0}
    other = empire if holder == invader else invader
    given: dict[str, Any] = {name: {"vp": behind.get(name, 0), "discs": {}} for name in names}
    given[holder]["discs"] = {area: 1}
    given[other]["vp"] = 5
    table = at("game end", scenario=scenario, **given)
    assert list(table.game.winners) == winners


# -------------------------------------------------------------------------------------- the Invaders


def growing(scenario: str, who: str, deck: tuple[int, ...] = (), **given: Any) -> Table:
    """The Growth Phase begins with this Invader, and these cards on top of the deck."""
    names = [faction.key for faction in load_scenario(scenario).factions]
    rest = [card for card in range(1, 104) if card not in (62, *deck)]
    first = names.index(who)
    order = [first, *(f for f in range(len(names)) if f != first)]
    empty: dict[str, Any] = {name: {} for name in names}
    return at("growth phase", scenario=scenario, order=order, deck=[*rest, *reversed(deck)], **empty | given)


@pytest.mark.rule("ROME2-06a1", "ROME2-06a2")
@pytest.mark.parametrize(
    ("card", "area"), [(31, "aquitania"), (1, "aquitania"), (30, "gallia"), (2, "gallia")]
)
@pytest.mark.parametrize("scenario", [FULL, WESTERN])
def test_an_odd_card_brings_the_visigoths_to_aquitania(scenario: str, card: int, area: str) -> None:
    table = growing(scenario, "visigoths", (card,))
    assert table.asked("deploy", "visigoths")
    assert table.discs("visigoths", area) == 1 and table.of("ready", "visigoths") == 11
    assert table.options == {area, "stop"} | ({"idubeda", "edetani", "gallia"} if area == "aquitania" else {
        "aquitania", "tarraco", "massilia", "liguria"})  # fmt: skip


@pytest.mark.rule("ROME2-06a3")
@pytest.mark.parametrize(
    ("card", "area"),
    [
        (1, "carchemish"), (17, "carchemish"), (29, "carchemish"), (3, "hamath"), (45, "hamath"),
        (52, "palmyra"), (6, "palmyra"), (78, "canaan"), (8, "canaan"), (9, "petra"), (97, "petra"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("scenario", [FULL, EASTERN])
def test_the_first_digit_brings_the_persians_to_one_of_five_areas(
    scenario: str, card: int, area: str
) -> None:
    table = growing(scenario, "persians", (card,))
    assert table.discs("persians", area) == 1 and table.of("ready", "persians") == 11


@pytest.mark.rule("ROME2-06a3")
def test_an_event_is_resolved_before_the_persians_enter() -> None:
    table = growing(EASTERN, "persians", (102,))
    while table.kind != "deploy":
        table.game.apply(table.game.legal_actions()[0])
    assert table.events("event") and table.discs("persians", "carchemish") == 1


@pytest.mark.rule("ROME2-06a1")
def test_driven_off_the_map_they_come_again() -> None:
    table = growing(WESTERN, "visigoths", (31,), turn=3, west={"discs": {"rome": 3, "aquitania": 2}})
    assert table.discs("visigoths", "aquitania") == 1 and table.of("ready", "visigoths") == 11
    assert table.options == {"aquitania", "stop"}  # out of it only as strong as the Romans there


@pytest.mark.rule("ROME2-06c")
@pytest.mark.parametrize(
    ("scenario", "who"), [(FULL, "visigoths"), (FULL, "persians"), (EASTERN, "persians")]
)
def test_invaders_get_ten_discs_at_least(scenario: str, who: str) -> None:
    names = [faction.key for faction in load_scenario(scenario).factions]
    area = {"visigoths": "gallia", "persians": "petra"}[who]
    table = at("acquisition", names.index(who), scenario=scenario, **{who: {"discs": {area: 2}}})
    assert table.of("ready", who) == 10


@pytest.mark.rule("ROME2-06d")
@pytest.mark.parametrize(("discs", "treasury", "cards"), [({"gallia": 3}, 0, 4), ({"gallia": 3}, 1, 3)])
def test_an_invader_that_can_draw_no_more_than_three_cards_draws_four(
    discs: dict[str, int], treasury: int, cards: int
) -> None:
    deck = [*EVENTS, *(card for card in range(1, 98) if card != 62)]
    table = at("draw step", scenario=WESTERN, deck=deck, visigoths={"discs": discs, "treasury": treasury})
    if treasury:
        table.do(0)
    assert len(table.hand("visigoths")) == cards


@pytest.mark.rule("ROME2-06f")
@pytest.mark.parametrize(("vp", "who"), [((4, 4), "visigoths"), ((5, 4), "west"), ((3, 4), "visigoths")])
def test_in_a_tie_an_invader_decides_about_events(vp: tuple[int, int], who: str) -> None:
    table = position(
        WESTERN, epoch=4, table=[98], order=[1, 0], **moment("event", -1, 98),
        visigoths={"discs": {"gallia": 2}, "vp": vp[0]}, west={"discs": {"rome": 2}, "vp": vp[1]},
    )  # fmt: skip
    assert table.s.world.ids[table.game.decision.faction] == who


@pytest.mark.rule("ROME2-06e1", "ROME2-06e2")
@pytest.mark.parametrize("who", ["visigoths", "persians"])
def test_cards_of_an_invader_remove_discs_only_where_its_own_empire_is(who: str) -> None:
    """Local Famine names a City; that of the other Empire cannot be named."""
    areas = {"visigoths": ["etruria", "umbria"], "persians": ["ionia", "thessaly"]}
    given: dict[str, Any] = {"visigoths": {"discs": {"gallia": 2}}, "persians": {"discs": {"petra": 2}}}
    given[who]["hand"] = [8]
    table = position(
        FULL, epoch=4, phase="cards", order=[0, 1, 2, 3] if who == "visigoths" else [2, 1, 0, 3],
        west={"discs": dict.fromkeys(areas["visigoths"], 3)},
        east={"discs": dict.fromkeys(areas["persians"], 3)}, **given,
    )  # fmt: skip
    table.do("#8")
    assert table.asked("name_city", who) and table.options == set(areas[who])


@pytest.mark.rule("ROME2-06e1")
def test_a_card_without_a_target_in_its_half_cannot_be_played() -> None:
    given: dict[str, Any] = {
        "visigoths": {"discs": {"gallia": 2}, "hand": [8]},
        "east": {"discs": {"ionia": 3}},
    }
    assert not position(FULL, epoch=4, phase="cards", west={"discs": {"rome": 1}}, **given).can("#8")
    assert position(FULL, epoch=4, phase="cards", west={"discs": {"umbria": 3}}, **given).can("#8")


@pytest.mark.rule("ROME2-07")
@pytest.mark.parametrize(
    ("scenario", "who"), [(WESTERN, "visigoths"), (WESTERN, "west"), (EASTERN, "persians")]
)
def test_nobody_begins_anew(scenario: str, who: str) -> None:
    """Neither an NPC with few discs nor a player far behind, even if others might in the final Epoch."""
    names = [faction.key for faction in load_scenario(scenario).factions]
    given: dict[str, Any] = {name: {"discs": {}, "vp": 0 if name == who else 30} for name in names}
    options = {"final_aeneas": True}
    table = at("aeneas step", 0, scenario=scenario, then=["draw step"], options=options, **given)
    assert table.kind != "aeneas" and not table.events("revealed")[:1] and not table.events("left")
