"""The terms of the game, shown in positions and play (DEF rules)."""

from __future__ import annotations

import functools
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers import Table, moment, position
from term_table import SILK, scenario_file, two_each

from acis_rules import Game
from acis_rules.box.board import load_board
from acis_rules.box.civilizations import load_civilizations
from acis_rules.kernel.bits import members
from acis_rules.table.terms import (
    camps,
    cities,
    contested,
    controlled,
    dominated,
    occupied,
    settlements,
    shared,
)


@functools.cache
def played(scenario: str, seed: int) -> Table:
    """A game played at random to its end."""
    table, rng = Table(Game.new(scenario, seed)), Random(seed)
    while not table.game.over:
        table.game.apply(rng.choice(table.game.legal_actions()))
    return table


def names(table: Table, areas: int) -> set[str]:
    """A set of areas by their ids."""
    return {table.s.world.board.areas[area].id for area in members(areas)}


# ------------------------------------------------------------------------- course of a game


@pytest.mark.rule("DEF-01", "DEF-04", "DEF-05", "DEF-42")
@pytest.mark.parametrize("scenario", ["basic_2p", "basic_3p", "basic_6p"])
@pytest.mark.parametrize("seed", range(5))
def test_epochs_turns_and_phases(scenario: str, seed: int) -> None:
    story = [e for e in played(scenario, seed).events() if e.kind in ("turn", "phase")]
    turns = [(event.epoch, event.turn) for event in story if event.kind == "turn"]
    by_epoch = {epoch: [n for _, n in group] for epoch, group in groupby(turns, key=lambda turn: turn[0])}
    assert list(by_epoch) == [1, 2, 3, 4]
    for numbers in by_epoch.values():
        assert numbers == list(range(1, len(numbers) + 1))
        assert 2 <= len(numbers) <= 4
    expected = []
    for epoch, numbers in by_epoch.items():
        for n in numbers:
            expected += [(epoch, n), "growth", "cards", "competition", "evaluation"]
        expected.append("epoch")
    assert [(e.epoch, e.turn) if e.kind == "turn" else e.phase for e in story] == expected


@pytest.mark.rule("DEF-04")
@pytest.mark.parametrize(("turn", "epoch_ends"), [(1, False), (2, True), (3, True)])
def test_no_epoch_ends_after_one_turn(turn: int, epoch_ends: bool) -> None:
    """Not even when Time Marches On has come: it waits for the check of turn 2."""
    table = position(
        "basic_2p", turn=turn, **moment("sudden end"), end_epoch=True,
        egypt={"discs": {"egypt": 1}, "treasury": 1}, troy={"discs": {"troy": 1}},
    )  # fmt: skip
    assert bool([event for event in table.events("phase") if event.phase == "epoch"]) is epoch_ends


@pytest.mark.rule("DEF-02", "DEF-40")
def test_ten_civilizations_with_one_home_each() -> None:
    homes = {civilization.name: civilization.home for civilization in load_civilizations()}
    assert homes == {
        "Rome": "rome", "Carthage": "carthage", "Celt-Iberia": "celt_iberia", "Gaul": "gallia",
        "Mauretania": "mauretania", "Mycenae": "mycenae", "Troy": "troy", "Phoenicia": "phoenicia",
        "Minos": "minos", "Egypt": "egypt",
    }  # fmt: skip


@pytest.mark.rule("DEF-03")
@pytest.mark.parametrize(("troy", "egypt", "winner"), [(10, 11, "egypt"), (11, 10, "troy"), (41, 40, "troy")])
def test_most_vp_wins(troy: int, egypt: int, winner: str) -> None:
    table = position("basic_2p", epoch=4, phase="epoch", troy={"vp": troy}, egypt={"vp": egypt})
    assert table.game.over
    assert table.game.winners == [table.faction(winner)]


@pytest.mark.rule("DEF-03")
def test_where_vp_come_from() -> None:
    """A City, a Wonder, three talents, three Dominated seas and a looted City."""
    mine = {"troy": 3, "ionia": 1, "lydia": 1, "thessaly": 1, "macedon": 1, "icarian_sea": 1, "trojan_sea": 1,
            "thracian_sea": 1, "tyre": 4}  # fmt: skip
    table = position(
        "basic_4p", epoch=4, turn=4, phase="competition", troy={"discs": mine, "treasury": 2},
        celt_iberia={"discs": {"tyre": 3}},
        wonders=[{"wonder": "Colossus", "owner": "troy", "area": "ionia", "discs": 0}],
    )  # fmt: skip
    table.do("stop")  # no Amazons
    while not table.game.over:
        table.do("lose")  # the talents are kept
    causes = {event.cause: event.n for event in table.events("vp")}
    assert causes == {"loot": 1, "cities": 1, "wonders": 1, "most cities": 1, "most wonders": 1,
                      "dominated seas": 1, "wealth": 1}  # fmt: skip


@pytest.mark.rule("DEF-06")
def test_a_scenario_may_start_late_and_stop_early(tmp_path: Path) -> None:
    file = scenario_file(tmp_path, clock={"first_epoch": 2, "last_epoch": 3})
    epochs = [event.epoch for event in played(file, 1).events("turn")]
    assert sorted(set(epochs)) == [2, 3]


# ------------------------------------------------------------------- opponents and factions


@pytest.mark.rule("DEF-07", "DEF-18")
def test_civilizations_of_one_player_compete(tmp_path: Path) -> None:
    table = position(
        two_each(tmp_path), phase="competition", egypt={"discs": {"tyre": 2}}, gaul={"discs": {"petra": 1}},
        celt_iberia={"discs": {"tyre": 2}},
    )  # fmt: skip
    seats = table.s.world.player
    assert seats[table.faction("egypt")] == seats[table.faction("celt_iberia")]
    assert [event.area for event in table.events("competition")] == [table.area("tyre")]


@pytest.mark.rule("DEF-18")
def test_a_player_with_two_civilizations_decides_for_both(tmp_path: Path) -> None:
    table, asked = position(two_each(tmp_path), order=[0, 1, 2, 3]), {}
    while table.s.phase == "growth":
        asked[table.game.decision.faction] = table.game.decision.seat
        table.do("stop")
    assert asked == {0: 0, 1: 1, 2: 0, 3: 1}


@pytest.mark.rule("DEF-07")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_pieces_of_one_civilization_never_oppose_each_other(n: int) -> None:
    table = position("basic_2p", phase="competition", egypt={"discs": {"tyre": n}}, troy={})
    assert not table.events("competition")
    assert table.discs("egypt", "tyre") == min(n, 3)


@pytest.mark.rule("DEF-08")
def test_opposing_on_a_card_is_everybody_but_its_player(tmp_path: Path) -> None:
    """Poet replaces opposing discs: Barbarians', others' and those of the player's other civilization."""
    table = position(
        two_each(tmp_path), phase="cards", egypt={"discs": {"tyre": 1}, "hand": [39]},
        troy={"discs": {"tyre": 1}}, gaul={"discs": {"tyre": 1}}, barbarians={"discs": {"tyre": 1}},
    )  # fmt: skip
    table.do("Poet", "tyre")
    assert table.options == {"troy", "gaul", "barbarians"}
    assert table.s.world.player[table.faction("gaul")] == table.s.world.player[table.faction("egypt")]


@pytest.mark.rule("DEF-09", "DEF-26")
def test_barbarians_are_a_faction_that_enters_by_cards_and_never_decides() -> None:
    table = played("basic_4p", 2)
    black = table.s.world.barbarians
    assert black == 4
    assert black not in table.s.order
    assert all(e.cause != "setup" for e in table.events("barbarians"))
    causes = {event.cause.split()[0] for event in table.events("barbarians")}
    assert causes <= {"card", "aeneas"}
    assert all(
        event.faction != black for event in table.events() if event.kind in ("drew", "played", "ready")
    )


@pytest.mark.rule("DEF-09")
def test_barbarians_use_the_black_discs() -> None:
    table = position("basic_2p", phase="cards", egypt={"discs": {"egypt": 1}, "hand": [31, SILK]}, troy={})
    table.do("Nomad Migration", "petra", "canaan")
    assert table.discs("barbarians", "petra") == table.discs("barbarians", "canaan") == 2
    assert table.of("supply", "barbarians") == 46


@pytest.mark.rule("DEF-26")
def test_barbarians_contest_areas_like_every_faction() -> None:
    table = position(
        "basic_2p",
        phase="competition",
        egypt={"discs": {"tyre": 1}},
        troy={},
        barbarians={"discs": {"tyre": 2}},
    )
    assert [event.area for event in table.events("competition")] == [table.area("tyre")]


@pytest.mark.rule("DEF-10")
def test_barbarians_are_never_looted() -> None:
    table = position(
        "basic_4p", phase="competition", egypt={"discs": {"tyre": 4}}, barbarians={"discs": {"tyre": 3}}
    )
    assert table.discs("barbarians", "tyre") == 0
    assert not table.events("looted")
    assert table.of("vp", "egypt") == 0


@pytest.mark.rule("DEF-10", "DEF-16")
def test_a_card_cannot_name_barbarians_as_a_city() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"egypt": 1, "sinai": 3}, "hand": [2, SILK]},
        troy={"discs": {"ionia": 3}}, barbarians={"discs": {"tyre": 4}},
    )  # fmt: skip
    assert table.do("Plague").options == {"sinai", "ionia"}


@pytest.mark.rule("DEF-10")
def test_effects_on_civilizations_pass_barbarians_by() -> None:
    """Schism takes a disc of every civilization, Pirates one of every faction."""
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"kush": 1}, "hand": [29, 26, SILK]},
        troy={"discs": {"tyre": 2, "gulf_of_sidon": 1}},
        barbarians={"discs": {"tyre": 2, "gulf_of_sidon": 1}},
    )  # fmt: skip
    table.do("Schism", "tyre")
    assert (table.discs("troy", "tyre"), table.discs("barbarians", "tyre")) == (1, 2)
    table.do("Pirates", "gulf_of_sidon")
    assert (table.discs("troy", "gulf_of_sidon"), table.discs("barbarians", "gulf_of_sidon")) == (0, 0)


# ---------------------------------------------------------------- groups of discs and areas


@pytest.mark.parametrize(
    ("n", "area", "group"),
    [
        pytest.param(1, "tyre", "camp", marks=pytest.mark.rule("DEF-11")),
        pytest.param(1, "red_sea", "camp", marks=pytest.mark.rule("DEF-11")),
        pytest.param(2, "tyre", "settlement", marks=pytest.mark.rule("DEF-27")),
        pytest.param(2, "red_sea", "settlement", marks=pytest.mark.rule("DEF-27")),
        pytest.param(3, "tyre", "city", marks=pytest.mark.rule("DEF-16", "DEF-27")),
        pytest.param(4, "tyre", "city", marks=pytest.mark.rule("DEF-16")),
        pytest.param(3, "red_sea", "none", marks=pytest.mark.rule("DEF-16")),
    ],
)
@pytest.mark.parametrize("who", ["egypt", "barbarians"])
def test_camp_settlement_city(n: int, area: str, group: str, who: str) -> None:
    given: dict[str, Any] = {"egypt": {}, who: {"discs": {area: n}}}
    table = position("basic_2p", **moment("draw talents", 0, phase="competition"),
                     **given | {"egypt": {**given["egypt"], "treasury": 1}})  # fmt: skip
    f = table.faction(who)
    found = {kind for kind, of in (("camp", camps), ("settlement", settlements), ("city", cities))
             if names(table, of(table.s, f)) == {area}}  # fmt: skip
    assert found == ({group} - {"none"} if who == "egypt" or group != "city" else set())


@pytest.mark.rule("DEF-16")
@pytest.mark.parametrize(
    ("n", "area", "vp"), [(2, "tyre", 0), (3, "tyre", 1), (4, "tyre", 1), (2, "red_sea", 0)]
)
def test_a_city_scores(n: int, area: str, vp: int) -> None:
    table = position("basic_2p", phase="evaluation", egypt={"discs": {area: n}, "treasury": 1}, troy={})
    assert table.of("vp", "egypt") == vp


@pytest.mark.parametrize(
    ("discs", "is_shared", "is_contested", "controller"),
    [
        pytest.param({}, False, False, None, marks=pytest.mark.rule("DEF-30")),
        pytest.param({"egypt": 1}, False, False, "egypt", marks=pytest.mark.rule("DEF-21", "DEF-30")),
        pytest.param({"egypt": 4}, False, False, "egypt", marks=pytest.mark.rule("DEF-21")),
        pytest.param({"barbarians": 1}, False, False, "barbarians", marks=pytest.mark.rule("DEF-21")),
        pytest.param(
            {"egypt": 1, "troy": 1}, True, False, None, marks=pytest.mark.rule("DEF-11", "DEF-19", "DEF-21")
        ),
        pytest.param(
            {"egypt": 1, "troy": 1, "barbarians": 1}, True, False, None, marks=pytest.mark.rule("DEF-19")
        ),
        pytest.param({"egypt": 2, "troy": 1}, True, True, None, marks=pytest.mark.rule("DEF-20", "DEF-21")),
        pytest.param({"egypt": 1, "barbarians": 2}, True, True, None, marks=pytest.mark.rule("DEF-20")),
        pytest.param({"egypt": 2, "troy": 2}, True, True, None, marks=pytest.mark.rule("DEF-27")),
        pytest.param({"egypt": 3, "troy": 3}, True, True, None, marks=pytest.mark.rule("DEF-17")),
        pytest.param(
            {"egypt": 3, "troy": 4, "barbarians": 3}, True, True, None, marks=pytest.mark.rule("DEF-17")
        ),
    ],
)
@pytest.mark.parametrize("area", ["tyre", "gulf_of_sidon"])
def test_occupied_shared_contested_controlled(
    discs: dict[str, int], is_shared: bool, is_contested: bool, controller: str | None, area: str
) -> None:
    given: dict[str, Any] = {name: {"discs": {area: n}} for name, n in discs.items()}
    given["egypt"] = {**given.get("egypt", {}), "treasury": 1}
    table = position("basic_2p", **moment("draw talents", 0, phase="competition"), **{"troy": {}, **given},
                     order=["egypt", "troy"])  # fmt: skip
    bit = 1 << table.area(area)
    factions = {name: table.faction(name) for name in ("egypt", "troy", "barbarians")}
    assert bool(shared(table.s) & bit) is is_shared
    assert bool(contested(table.s) & bit) is is_contested
    for name, faction in factions.items():
        assert bool(occupied(table.s, faction) & bit) is (name in discs)
        assert bool(controlled(table.s, faction) & bit) is (name == controller)


@pytest.mark.rule("DEF-20")
def test_every_contested_area_has_its_competition() -> None:
    table = position(
        "basic_4p", phase="competition", egypt={"discs": {"tyre": 2, "petra": 1, "red_sea": 1, "sinai": 1}},
        celt_iberia={"discs": {"tyre": 1, "petra": 1, "red_sea": 2}}, barbarians={"discs": {"sinai": 2}},
    )  # fmt: skip
    held = {table.s.world.board.areas[event.area].id for event in table.events("competition")}
    assert held == {"tyre", "red_sea", "sinai"}  # Petra is only shared


@pytest.mark.rule("DEF-25")
@pytest.mark.parametrize(
    ("mine", "others", "dominates"),
    [
        ({"libya": 1, "nile_delta": 1, "sinai": 1, "egyptian_sea": 1}, {}, True),
        ({"libya": 1, "nile_delta": 1, "sinai": 1}, {}, False),  # the sea itself is not held
        ({"libya": 1, "nile_delta": 1, "egyptian_sea": 2}, {}, False),  # one coast is missing
        ({"libya": 1, "nile_delta": 1, "sinai": 3, "egyptian_sea": 1}, {"sinai": 1}, False),  # shared coast
        (
            {"libya": 1, "nile_delta": 1, "sinai": 1, "egyptian_sea": 2},
            {"egyptian_sea": 1},
            False,
        ),  # shared sea
        ({"libya": 1, "nile_delta": 1, "sinai": 1, "egyptian_sea": 1}, {"red_sea": 2, "tyre": 3}, True),
    ],
)
def test_dominated_seas(mine: dict[str, int], others: dict[str, int], dominates: bool) -> None:
    table = position("basic_2p", egypt={"discs": mine}, troy={"discs": others})
    sea = table.area("egyptian_sea")
    assert bool(dominated(table.s, table.faction("egypt")) >> sea & 1) is dominates


@pytest.mark.rule("DEF-25")
def test_open_seas_are_never_dominated() -> None:
    table = position(
        "basic_2p", epoch=4, egypt={"discs": {"minos": 1, "kydonia": 1, "eastern_mediterranean": 1}}
    )
    assert dominated(table.s, table.faction("egypt"), by_occupation=True) == 0


# -------------------------------------------------------------------------- supply and discs


@pytest.mark.rule("DEF-22", "DEF-56", "DEF-61")
def test_the_supply_is_what_is_nowhere_else() -> None:
    table = position(
        "basic_2p", egypt={"discs": {"egypt": 3, "red_sea": 1}, "ready": 2}, troy={},
        wonders=[{"wonder": "Colossus", "owner": "egypt", "area": "egypt", "discs": 5}],
        investments=[{"card": 25, "owner": "egypt", "discs": 2}],
    )  # fmt: skip
    assert table.asked("retire", "egypt")
    assert table.of("supply", "egypt") == 50 - 2 - 4 - 2 - 5 - 2  # 2 mark VP and turn order


@pytest.mark.rule("DEF-22", "DEF-56", "DEF-61")
@pytest.mark.parametrize("seed", range(3))
def test_no_disc_is_ever_lost(seed: int) -> None:
    s = played("basic_4p", seed).s
    for faction in range(4):
        on_wonders = sum(wonder.discs for wonder in s.wonders if wonder.owner == faction)
        invested = sum(discs for owner, discs in s.investments.values() if owner == faction)
        assert s.supply[faction] + sum(s.discs[faction]) + s.ready[faction] + on_wonders + invested == 48


@pytest.mark.rule("DEF-23")
def test_a_removed_disc_goes_to_its_owners_supply() -> None:
    """Pirates remove a disc of every faction in a sea and the seas around it."""
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"egypt": 1}, "hand": [26, SILK]},
        troy={"discs": {"red_sea": 2}}, barbarians={"discs": {"red_sea": 2}},
    )  # fmt: skip
    supplies = [table.of("supply", who) for who in ("egypt", "troy", "barbarians")]
    table.do("Pirates", "red_sea")
    after = [table.of("supply", who) for who in ("egypt", "troy", "barbarians")]
    assert after == [supplies[0], supplies[1] + 1, supplies[2] + 1]


@pytest.mark.rule("DEF-23")
def test_a_disc_removed_from_a_card_goes_to_its_owners_supply() -> None:
    table = position(
        "basic_2p",
        egypt={"discs": {"egypt": 1}},
        troy={},
        investments=[{"card": 81, "owner": "egypt", "discs": 3}],
    )
    supply = table.of("supply", "egypt")
    table.skip_until("use", "egypt").do("Royal Mint")
    assert table.s.investments[81] == (table.faction("egypt"), 2)
    assert table.of("supply", "egypt") + table.of("ready", "egypt") == supply + 1


@pytest.mark.rule("DEF-24")
def test_a_placed_disc_comes_from_the_acting_civilizations_supply() -> None:
    table = position("basic_2p", phase="cards", egypt={"discs": {"egypt": 1}, "hand": [57, SILK]}, troy={})
    supply = table.of("supply", "egypt")
    table.do("Hippodrome", "egypt", "kush")
    assert table.of("supply", "egypt") == supply - 2


@pytest.mark.rule("DEF-24")
def test_unless_the_card_says_otherwise() -> None:
    """Religious Fervor takes the discs from the supply of the civilization named."""
    table = position(
        "basic_2p",
        phase="cards",
        egypt={"discs": {"egypt": 1}, "hand": [14, SILK]},
        troy={"discs": {"ionia": 1}},
    )
    supplies = table.of("supply", "egypt"), table.of("supply", "troy")
    table.do("Religious Fervor", "troy")
    assert (table.of("supply", "egypt"), table.of("supply", "troy")) == (supplies[0], supplies[1] - 3)


@pytest.mark.rule("DEF-24")
def test_an_empty_supply_places_nothing() -> None:
    lands = [area.id for area in load_board().areas if area.kind == "land"][:12]
    table = position("basic_4p", phase="cards", troy={"discs": dict.fromkeys(lands, 4), "hand": [57, SILK]})
    assert not table.can("Hippodrome")


@pytest.mark.rule("DEF-57")
def test_white_discs_never_run_out() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"egypt": 1}, "treasury": 60, "hand": [SILK, 56]}, troy={}
    )
    table.do("Opening of the Silk Road")
    assert table.of("treasury", "egypt") == 62


@pytest.mark.rule("DEF-57")
def test_black_discs_are_fifty() -> None:
    lands = ["macedon", "illyria", "thessaly", "mycenae", "laconia", "minos", "kydonia", "citium", "salamis",
             "tarsus", "al_mina", "hamath"]  # fmt: skip
    black = dict.fromkeys(lands, 4)
    table = position(
        "basic_2p",
        phase="cards",
        egypt={"discs": {"egypt": 1}, "hand": [31, SILK]},
        troy={},
        barbarians={"discs": black},
    )
    table.do("Nomad Migration", "petra", "canaan", "stop")
    assert table.discs("barbarians", "petra") + table.discs("barbarians", "canaan") == 2
    assert table.of("supply", "barbarians") == 0
