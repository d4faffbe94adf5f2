"""The last step of Growth: where Ready discs may go (GRO-14 to GRO-23)."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position

from acis_rules.box.board import load_board
from acis_rules.box.civilizations import load_civilizations
from acis_rules.kernel.bits import members


def deploying(scenario: str = "basic_2p", who: str = "troy", **given: Any) -> Table:
    """A position at the Deployment step of a civilization that did nothing before."""
    return position(scenario, **given).skip_until("deploy", who)


def places(table: Table) -> set[str]:
    """The areas a Ready disc may go to."""
    return table.options - {"stop", "ability"}


def around(area: str) -> set[str]:
    """The neighbours of an area on the full map."""
    board = load_board()
    return {board.areas[a].id for a in members(board.neighbours[board.find(area)])}


# ------------------------------------------------------------------------------- in general


@pytest.mark.rule("GRO-14")
def test_discs_left_in_ready_return_to_supply() -> None:
    table = deploying(troy={"discs": {"troy": 1}}, egypt={"discs": {"egypt": 1}})
    supply = table.of("supply", "troy")
    table.do("troy", "stop")
    assert (table.of("ready", "troy"), table.of("supply", "troy")) == (0, supply + 2)
    assert table.discs("troy", "troy") == 2


@pytest.mark.rule("GRO-14")
def test_placing_is_not_obligatory() -> None:
    table = deploying(troy={"discs": {"troy": 1}}, egypt={"discs": {"egypt": 1}}).do("stop")
    assert table.asks == "egypt"
    assert table.discs("troy", "troy") == 1


@pytest.mark.rule("GRO-14")
def test_discs_not_placed_are_not_saved_for_the_next_turn() -> None:
    table = deploying(troy={"discs": {"troy": 1}}, egypt={"discs": {"egypt": 1}}).do("stop")
    table.skip_until("retire", "troy")
    assert table.s.turn == 2
    assert table.of("ready", "troy") == 0
    table.skip_until("deploy", "troy")
    assert table.of("ready", "troy") == 3


@pytest.mark.rule("GRO-14")
def test_the_step_ends_when_the_last_disc_is_placed() -> None:
    table = deploying(troy={"discs": {"troy": 1}}, egypt={"discs": {"egypt": 1}})
    table.do("troy", "ionia", "lydia")
    assert table.asks == "egypt"


# --------------------------------------------------------------------------- clauses a and b


@pytest.mark.rule("GRO-15", "GRO-16")
@pytest.mark.parametrize("area", ["troy", "tarsus", "citium", "icarian_sea", "red_sea"])
def test_in_a_controlled_area_and_next_to_it(area: str) -> None:
    table = deploying("basic_4p", troy={"discs": {area: 1}})
    assert places(table) == {area} | around(area) - {"eastern_mediterranean", "central_mediterranean"}


@pytest.mark.rule("GRO-15", "GRO-16")
def test_nowhere_else() -> None:
    table = deploying("basic_4p", troy={"discs": {"kush": 1}}, egypt={"discs": {"egypt": 1}})
    assert places(table) == {"kush", "egypt", "red_sea"}  # not even at home in Troy


@pytest.mark.rule("GRO-15", "GRO-17")
def test_in_a_contested_area_it_occupies_however_weak() -> None:
    table = deploying(troy={"discs": {"tyre": 1}}, egypt={"discs": {"tyre": 4}})
    assert places(table) == {"tyre"}


@pytest.mark.rule("GRO-15")
def test_stacking_limits_hold_in_every_clause() -> None:
    table = deploying(troy={"discs": {"tyre": 4, "gulf_of_sidon": 2}}, egypt={"discs": {"tyre": 4}})
    assert not table.can("tyre")
    assert not table.can("gulf_of_sidon")
    assert table.can("phoenicia")


# ----------------------------------------------------------------------------------- clause c


@pytest.mark.rule("GRO-17")
@pytest.mark.parametrize(
    ("own", "others", "base"),
    [
        (2, {"egypt": 1}, True),
        (2, {"egypt": 2}, True),
        (2, {"egypt": 3}, False),
        (1, {"egypt": 2}, False),
        (3, {"egypt": 4}, False),
        (4, {"egypt": 4}, True),
        (2, {"barbarians": 2}, True),
        (2, {"barbarians": 3}, False),
        (2, {"egypt": 2, "barbarians": 2}, True),  # each faction separately, not their sum
        (3, {"egypt": 2, "gaul": 2, "carthage": 2, "barbarians": 3}, True),
        (3, {"egypt": 1, "gaul": 1, "barbarians": 4}, False),
        (1, {"egypt": 1, "barbarians": 2}, False),
    ],
)
def test_next_to_a_contested_area_only_if_nobody_is_stronger(
    own: int, others: dict[str, int], base: bool
) -> None:
    given: dict[str, Any] = {name: {"discs": {"tyre": n}} for name, n in others.items()}
    table = deploying("basic_4p", troy={"discs": {"tyre": own}}, **given)
    inside = {"tyre"} if own < 4 else set()
    assert places(table) == inside | (around("tyre") if base else set())


@pytest.mark.rule("GRO-17", "GRO-20")
def test_drawing_level_opens_the_neighbours() -> None:
    table = deploying(troy={"discs": {"tyre": 1}}, egypt={"discs": {"tyre": 2}})
    assert not table.can("petra")
    table.do("tyre")
    assert table.can("petra")


@pytest.mark.rule("GRO-18")
def test_a_card_ignores_the_restriction() -> None:
    """Hippodrome places near its player, even next to an area where others are stronger."""
    given: dict[str, Any] = {"troy": {"discs": {"tyre": 1}, "hand": [57]}, "egypt": {"discs": {"tyre": 4}}}
    assert not deploying(**given).can("petra")
    table = position(phase="cards", **given).do("Hippodrome")
    assert table.can("petra")


# ----------------------------------------------------------------------------------- clause d

CIVILIZATIONS = [(civilization.id, civilization.home) for civilization in load_civilizations()]
OPEN_SEAS = {"eastern_mediterranean", "central_mediterranean"}


@pytest.mark.rule("GRO-19")
@pytest.mark.parametrize(("civilization", "home"), CIVILIZATIONS)
def test_without_discs_it_starts_again_at_home(civilization: str, home: str) -> None:
    table = position("basic_4p", **{civilization: {}})
    if civilization == "rome":
        table.skip_until("place", "rome").do("stop")  # SPQR comes first
    table.skip_until("deploy", civilization)
    barred = set() if civilization in ("phoenicia", "minos") else OPEN_SEAS
    assert places(table) == {home} | around(home) - barred
    assert table.of("ready", civilization) == 3


@pytest.mark.rule("GRO-19")
@pytest.mark.parametrize(
    "others",
    [
        {"egypt": {"discs": {"troy": 1}}},
        {"egypt": {"discs": {"troy": 4}}},
        {"barbarians": {"discs": {"troy": 3}}},
    ],
)
def test_opposing_discs_at_home_do_not_matter(others: dict[str, Any]) -> None:
    table = deploying(troy={}, **others)
    assert places(table) == {"troy", "ionia", "lydia", "phrygia", "icarian_sea", "trojan_sea"}


@pytest.mark.rule("GRO-19")
def test_clause_d_holds_for_every_disc_of_the_step() -> None:
    """One disc at home beside an opposing one is no base; the next ones still go by clause d."""
    table = deploying(troy={}, egypt={"discs": {"troy": 1}}).do("troy")
    assert table.discs("troy", "troy") == table.discs("egypt", "troy") == 1
    assert places(table) == {"troy", "ionia", "lydia", "phrygia", "icarian_sea", "trojan_sea"}
    table.do("ionia", "trojan_sea")
    assert table.discs("troy", "ionia") == table.discs("troy", "trojan_sea") == 1


@pytest.mark.rule("GRO-19")
def test_a_single_disc_anywhere_closes_clause_d() -> None:
    table = deploying("basic_4p", troy={"discs": {"gades": 1}}, egypt={"discs": {"gades": 4}})
    assert places(table) == {"gades"}


@pytest.mark.rule("GRO-19")
def test_clause_d_is_open_to_one_that_has_retired_everything() -> None:
    table = position("basic_4p", troy={"discs": {"gades": 2}}).do("gades", "gades")
    table.skip_until("deploy", "troy")
    assert places(table) == {"troy"} | around("troy")


@pytest.mark.rule("GRO-19")
def test_clause_d_is_gone_in_the_next_turn() -> None:
    table = deploying(troy={}, egypt={"discs": {"troy": 1, "egypt": 1}}).do("troy", "stop")
    table.skip_until("retire", "troy")
    assert table.s.turn == 2
    table.do("stop")  # one disc beside an opposing one: no legal area, nothing is asked
    assert table.asks == "egypt"


# ------------------------------------------------------------------- chains and cohabitation


@pytest.mark.rule("GRO-20")
def test_a_disc_counts_at_once_for_the_next() -> None:
    table = deploying(troy={"discs": {"troy": 1}})
    assert not table.can("tarsus")
    table.do("phrygia")
    assert table.can("tarsus")
    table.do("tarsus")
    assert table.can("al_mina")


@pytest.mark.rule("GRO-20")
def test_one_step_can_cross_the_whole_map() -> None:
    board = load_board()
    start, goal = board.find("tarraconensis"), board.find("kush")
    came_from, frontier = {start: start}, [start]
    for area in frontier:
        for nxt in members(board.neighbours[area] & ~board.open_sea):
            if nxt not in came_from:
                came_from[nxt] = area
                frontier.append(nxt)
    path = [goal]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    steps = [board.areas[area].id for area in path[-2::-1]]
    table = deploying("basic_4p", troy={"discs": {"tarraconensis": 1}, "ready": 20})
    table.do(*steps)
    assert table.discs("troy", "kush") == 1
    assert len(steps) > 8


@pytest.mark.rule("GRO-20")
def test_a_chain_breaks_where_an_opponent_stands() -> None:
    """A disc beside one opposing disc is no base for the next."""
    table = deploying(troy={"discs": {"sinai": 1}}, egypt={"discs": {"tyre": 1}}).do("tyre")
    assert not table.can("phoenicia")
    table.do("tyre")  # now Contested, and nobody is stronger
    assert table.can("phoenicia")


@pytest.mark.rule("GRO-21")
@pytest.mark.parametrize(
    "others",
    [{"egypt": {"discs": {"tyre": 4}}}, {"barbarians": {"discs": {"tyre": 4}}},
     {"egypt": {"discs": {"tyre": 1}}, "barbarians": {"discs": {"tyre": 1}}}],
)  # fmt: skip
def test_discs_may_join_opposing_factions(others: dict[str, Any]) -> None:
    table = deploying(troy={"discs": {"sinai": 1}}, **others).do("tyre")
    assert table.discs("troy", "tyre") == 1


@pytest.mark.rule("GRO-21")
def test_joining_leads_to_a_competition() -> None:
    table = deploying(troy={"discs": {"sinai": 1}}, egypt={"discs": {"tyre": 1}, "hand": [55]}).do(
        "tyre", "tyre", "stop"
    )
    table.skip_until("card_action", "egypt").do("pass")
    assert table.area("tyre") in [event.area for event in table.events("competition")]


@pytest.mark.rule("GRO-22")
def test_an_area_shared_one_to_one_is_neither_target_nor_base() -> None:
    table = deploying(troy={"discs": {"tyre": 1, "cilicia": 1}}, egypt={"discs": {"tyre": 1}})
    assert places(table) == {"cilicia", "lydia", "phrygia", "tarsus", "levantine_sea", "cilician_strait"}


@pytest.mark.rule("GRO-22")
def test_next_to_a_base_it_becomes_a_target_and_then_contested() -> None:
    table = deploying(troy={"discs": {"tyre": 1, "sinai": 1}}, egypt={"discs": {"tyre": 1}})
    assert table.can("tyre")
    assert not table.can("phoenicia")
    table.do("tyre")
    assert table.can("tyre")
    assert table.can("phoenicia")


@pytest.mark.rule("GRO-22")
def test_with_nothing_but_shared_camps_no_disc_can_be_placed() -> None:
    table = position(
        "basic_2p", troy={"discs": {"tyre": 1, "petra": 1}}, egypt={"discs": {"tyre": 1}},
        barbarians={"discs": {"petra": 1}},
    )  # fmt: skip
    supply = table.of("supply", "troy")
    table.do("stop")  # Retirement; Deployment has no legal area and is over
    assert table.asks == "egypt"
    assert table.of("supply", "troy") == supply


# ---------------------------------------------------------------------------------- open sea


@pytest.mark.rule("GRO-23")
@pytest.mark.parametrize(
    ("civilization", "epoch", "allowed"),
    [
        ("troy", 1, False), ("troy", 2, False), ("troy", 3, False), ("troy", 4, True),
        ("egypt", 3, False), ("egypt", 4, True), ("carthage", 3, False), ("rome", 4, True),
        ("phoenicia", 1, True), ("phoenicia", 3, True), ("minos", 1, True), ("minos", 4, True),
    ],
)  # fmt: skip
def test_the_open_sea_by_epoch_and_civilization(civilization: str, epoch: int, allowed: bool) -> None:
    table = position("basic_4p", epoch=epoch, **{civilization: {"discs": {"libyan_sea": 1, "rome": 3}}})
    if civilization == "rome":
        table.skip_until("mode", "rome").do("second")  # SPQR
    table.skip_until("deploy", civilization)
    assert table.can("eastern_mediterranean") is allowed
    assert table.can("central_mediterranean") is allowed


@pytest.mark.rule("GRO-23")
@pytest.mark.parametrize(("civilization", "epoch"), [("troy", 4), ("minos", 1), ("phoenicia", 2)])
def test_one_disc_in_each_open_sea(civilization: str, epoch: int) -> None:
    table = deploying("basic_4p", civilization, epoch=epoch, **{civilization: {"discs": {"libyan_sea": 1}}})
    table.do("eastern_mediterranean")
    assert not table.can("eastern_mediterranean")
    assert table.can("central_mediterranean")


@pytest.mark.rule("GRO-23")
def test_a_controlled_open_sea_is_a_base() -> None:
    table = deploying("basic_4p", "minos", minos={"discs": {"eastern_mediterranean": 1}})
    assert places(table) == around("eastern_mediterranean")


@pytest.mark.rule("GRO-23", "GRO-22")
def test_a_shared_open_sea_is_no_base() -> None:
    table = deploying(
        "basic_4p", "minos", minos={"discs": {"eastern_mediterranean": 1, "kush": 1}},
        barbarians={"discs": {"eastern_mediterranean": 1}},
    )  # fmt: skip
    assert places(table) == {"kush"} | around("kush")


@pytest.mark.rule("GRO-23")
def test_a_disc_that_a_card_put_there_early_is_a_base_too() -> None:
    table = deploying("basic_2p", epoch=1, troy={"discs": {"eastern_mediterranean": 1}})
    assert table.can("egyptian_sea")
    assert not table.can("eastern_mediterranean")
