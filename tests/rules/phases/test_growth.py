"""The Growth Phase up to Deployment: Retirement, Acquisition, Resettlement (GRO-01 to GRO-13)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import Table, position

import acis_rules
from acis_rules.box.board import load_board


def acquired(table: Table, civilization: str) -> int:
    """Discs that went to Ready in the Acquisition step."""
    table.skip_until("deploy", civilization)
    me = table.faction(civilization)
    return sum(e.n for e in table.events("ready") if e.faction == me and e.cause == "growth")


# -------------------------------------------------------------------------- order of steps


@pytest.mark.rule("GRO-01")
def test_the_four_steps_come_in_order() -> None:
    table = position("basic_2p", troy={"discs": {"troy": 3, "ionia": 2}}, egypt={"discs": {"egypt": 2}})
    assert table.asked("retire", "troy")
    assert table.of("ready", "troy") == 0
    table.do("ionia", "stop")
    assert table.asked("resettle", "troy")  # the Acquisition has been made in between
    assert table.of("ready", "troy") == 3
    table.do("troy")
    assert table.asked("deploy", "troy")
    assert table.of("ready", "troy") == 4


@pytest.mark.rule("GRO-01", "GRO-02")
@pytest.mark.parametrize("order", [[0, 1, 2, 3], [2, 0, 3, 1]])
def test_everybody_finishes_before_the_next_starts(order: list[int]) -> None:
    table = position("basic_4p", order=order)
    asked: list[int] = []
    while table.s.phase == "growth":
        asked.append(table.game.decision.faction)
        table.game.apply(table.game.legal_actions()[-1 if len(asked) % 3 else 0])
    first_seen = list(dict.fromkeys(asked))
    assert first_seen == order
    assert asked == sorted(asked, key=order.index)


# ------------------------------------------------------------------------------ Retirement


@pytest.mark.rule("GRO-03")
def test_only_discs_outside_cities_can_be_retired() -> None:
    discs = {"troy": 4, "phrygia": 3, "ionia": 2, "lydia": 1, "icarian_sea": 2, "trojan_sea": 1}
    table = position("basic_2p", troy={"discs": discs})
    assert table.options == {"ionia", "lydia", "icarian_sea", "trojan_sea", "stop"}


@pytest.mark.rule("GRO-03")
def test_any_number_of_discs_returns_to_supply() -> None:
    table = position("basic_2p", troy={"discs": {"troy": 2, "ionia": 1, "icarian_sea": 2}})
    before = table.of("supply", "troy")
    table.do("troy", "troy", "ionia", "icarian_sea", "icarian_sea")
    assert table.s.at_least[0][table.faction("troy")] == 0
    assert table.of("supply", "troy") + table.of("ready", "troy") == before + 5


@pytest.mark.rule("GRO-03")
def test_retirement_is_voluntary_and_costs_nothing() -> None:
    table = position("basic_2p", troy={"discs": {"ionia": 2, "lydia": 1}, "treasury": 2, "hand": [7]})
    table.do("ionia")
    assert table.discs("troy", "ionia") == 1
    assert table.of("treasury", "troy") == 2
    assert table.hand("troy") == {7}
    assert not [event for event in table.events() if event.kind in ("talents", "discarded")]


@pytest.mark.rule("GRO-03", "GRO-05")
def test_a_retired_disc_spoils_the_settlement_before_acquisition() -> None:
    lands = {"ionia": 2, "lydia": 2, "cilicia": 2, "tarsus": 2}
    kept = position("basic_2p", troy={"discs": lands})
    assert acquired(kept, "troy") == 4
    broken = position("basic_2p", troy={"discs": lands}).do("ionia")
    assert acquired(broken, "troy") == 3


# ----------------------------------------------------------------------------- Acquisition

THREE = {"ionia": 2, "cilicia": 2, "tarsus": 2}  # three Settlements that reach no opponent


@pytest.mark.rule("GRO-04")
def test_the_sum_moves_from_supply_to_ready() -> None:
    table = position("basic_2p", troy={"discs": {**THREE, "lydia": 2, "icarian_sea": 1, "trojan_sea": 1}})
    before = table.of("supply", "troy")
    table.skip_until("deploy", "troy")
    assert table.of("ready", "troy") == 5
    assert table.of("supply", "troy") == before - 5


@pytest.mark.rule("GRO-04", "GRO-10")
def test_the_sums_of_the_worked_example() -> None:
    """Egypt: 5 Settlements, 2 seas, the Nile; Troy: 5 Settlements, 2 seas; no trade."""
    table = position("basic_2p", order=[1, 0])
    assert acquired(table, "troy") == 6
    assert acquired(position("basic_2p"), "egypt") == 7


@pytest.mark.rule("GRO-05", "GRO-06")
@pytest.mark.parametrize(("n", "more"), [(1, 0), (2, 1), (3, 0), (4, 0)])
def test_only_groups_of_two_on_land_grow(n: int, more: int) -> None:
    table = position("basic_2p", troy={"discs": {**THREE, "phrygia": n}})
    assert acquired(table, "troy") == 3 + more


@pytest.mark.rule("GRO-06")
def test_groups_of_two_at_sea_do_not_grow() -> None:
    table = position("basic_2p", troy={"discs": {**THREE, "icarian_sea": 2, "lydia": 2}})
    assert acquired(table, "troy") == 4


@pytest.mark.rule("GRO-05")
@pytest.mark.parametrize(
    "other", [{"egypt": 1}, {"egypt": 4}, {"barbarians": 3}, {"egypt": 2, "barbarians": 2}]
)
def test_a_settlement_in_a_shared_or_contested_area_counts(other: dict[str, int]) -> None:
    given = {name: {"discs": {"lydia": n}} for name, n in other.items()}
    table = position("basic_2p", troy={"discs": {**THREE, "lydia": 2}}, **given)
    assert acquired(table, "troy") == 4


@pytest.mark.rule("GRO-07")
@pytest.mark.parametrize(("seas", "more"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_every_two_coastal_seas_give_a_disc(seas: int, more: int) -> None:
    names = ["icarian_sea", "trojan_sea", "thracian_sea", "aegean_sea", "minoan_sea", "cilician_strait"]
    table = position("basic_2p", troy={"discs": {**THREE, **dict.fromkeys(names[:seas], 1)}})
    assert acquired(table, "troy") == 3 + more


@pytest.mark.rule("GRO-07")
def test_two_discs_in_one_sea_are_one_area() -> None:
    table = position(
        "basic_2p", troy={"discs": {**THREE, "icarian_sea": 2, "trojan_sea": 2, "aegean_sea": 2}}
    )
    assert acquired(table, "troy") == 4


@pytest.mark.rule("GRO-07")
def test_open_seas_do_not_count() -> None:
    table = position(
        "basic_2p", epoch=4, troy={"discs": {**THREE, "icarian_sea": 1, "eastern_mediterranean": 1}}
    )
    assert acquired(table, "troy") == 3


@pytest.mark.rule("GRO-07")
def test_shared_seas_count_as_occupied() -> None:
    table = position(
        "basic_2p", troy={"discs": {**THREE, "icarian_sea": 1, "trojan_sea": 1}}, egypt={},
        barbarians={"discs": {"icarian_sea": 2, "trojan_sea": 1}},
    )  # fmt: skip
    assert acquired(table, "troy") == 4


@pytest.mark.rule("GRO-08")
@pytest.mark.parametrize(
    ("mine", "theirs", "more"),
    [
        ("levantine_sea", "levantine_sea", 1),  # in the same sea
        ("levantine_sea", "phoenicia", 1),  # on its coast
        ("levantine_sea", "citium", 1),  # on an island in it
        ("levantine_sea", "gulf_of_sidon", 1),  # in a sea next to it
        ("levantine_sea", "eastern_mediterranean", 1),  # in the open sea next to it
        ("levantine_sea", "tyre", 0),  # one area too far
        ("levantine_sea", "egyptian_sea", 0),
        ("salamis", "citium", 0),  # land next to land is no contact
        ("salamis", "levantine_sea", 0),  # their sea, not ours
        ("eastern_mediterranean", "egyptian_sea", 0),  # through an open sea
        ("eastern_mediterranean", "eastern_mediterranean", 0),
    ],
)
def test_trade_needs_a_coastal_sea_of_ours(mine: str, theirs: str, more: int) -> None:
    lands = {"ionia": 2, "lydia": 2, "phrygia": 2}
    table = position("basic_2p", epoch=4, troy={"discs": {**lands, mine: 1}}, egypt={"discs": {theirs: 1}})
    assert acquired(table, "troy") == 3 + more


@pytest.mark.rule("GRO-08")
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [("salamis", "citium"), ("salamis", "levantine_sea"), ("eastern_mediterranean", "egyptian_sea")],
)
def test_a_coastal_sea_elsewhere_does_not_turn_other_contacts_into_trade(mine: str, theirs: str) -> None:
    discs = {"ionia": 2, "lydia": 2, "phrygia": 2, "trojan_sea": 1, mine: 1}
    table = position("basic_2p", epoch=4, troy={"discs": discs}, egypt={"discs": {theirs: 1}})
    assert acquired(table, "troy") == 3


@pytest.mark.rule("GRO-08")
def test_trade_gives_one_disc_per_civilization_however_many_contacts() -> None:
    table = position(
        "basic_2p", troy={"discs": {"ionia": 2, "lydia": 2, "phrygia": 2, "levantine_sea": 1}},
        egypt={"discs": {"levantine_sea": 2, "phoenicia": 3, "citium": 1, "salamis": 1}},
    )  # fmt: skip
    assert acquired(table, "troy") == 4


@pytest.mark.rule("GRO-08")
def test_trade_gives_one_disc_for_each_civilization() -> None:
    table = position(
        "basic_4p", troy={"discs": {"ionia": 2, "lydia": 2, "phrygia": 2, "levantine_sea": 1}},
        egypt={"discs": {"phoenicia": 1}}, gaul={"discs": {"citium": 3}}, carthage={"discs": {"salamis": 1}},
    )  # fmt: skip
    assert acquired(table, "troy") == 6


@pytest.mark.rule("GRO-08")
def test_barbarians_never_trade() -> None:
    table = position(
        "basic_2p", troy={"discs": {"ionia": 2, "lydia": 2, "phrygia": 2, "levantine_sea": 1}}, egypt={},
        barbarians={"discs": {"levantine_sea": 1, "phoenicia": 2}},
    )  # fmt: skip
    assert acquired(table, "troy") == 3


@pytest.mark.rule("GRO-09")
def test_civilizations_of_one_player_trade_with_each_other(tmp_path: Path) -> None:
    source = Path(acis_rules.__file__).parent / "data" / "scenarios" / "basic_4p.yaml"
    scenario = yaml.safe_load(source.read_text())
    for number, faction in enumerate(scenario["factions"]):
        faction["player"] = number % 2
    file = tmp_path / "two_each.yaml"
    file.write_text(yaml.safe_dump(scenario))
    table = position(
        str(file), troy={"discs": {"ionia": 2, "lydia": 2, "phrygia": 2, "levantine_sea": 1}},
        egypt={"discs": {"phoenicia": 1}}, gaul={"discs": {"citium": 1}},
    )  # fmt: skip
    assert table.s.world.player == (0, 1, 0, 1)  # Troy and Gaul are run by the same player
    assert acquired(table, "troy") == 5


@pytest.mark.rule("GRO-09")
def test_trade_goes_on_in_the_middle_of_a_fight() -> None:
    table = position(
        "basic_2p", troy={"discs": {"ionia": 2, "lydia": 2, "phrygia": 2, "levantine_sea": 2, "citium": 3}},
        egypt={"discs": {"levantine_sea": 2, "citium": 4}},
    )  # fmt: skip
    assert acquired(table, "troy") == 4


@pytest.mark.rule("GRO-10")
@pytest.mark.parametrize(
    ("civilization", "discs", "more"),
    [
        ("egypt", {"petra": 2, "tyre": 2, "canaan": 2, "sinai": 1}, 0),
        ("egypt", {"petra": 2, "tyre": 2, "canaan": 2, "kush": 1}, 1),
        ("egypt", {"petra": 2, "tyre": 2, "canaan": 2, "kush": 3}, 2),
        ("celt_iberia", {"petra": 2, "tyre": 2, "canaan": 2}, 1),
        ("mauretania", {"petra": 2, "tyre": 2, "canaan": 2}, 1),
        ("troy", {"petra": 2, "tyre": 2, "canaan": 2}, 0),
    ],
)
def test_display_abilities_add_discs(civilization: str, discs: dict[str, int], more: int) -> None:
    assert acquired(position("basic_4p", **{civilization: {"discs": discs}}), civilization) == 3 + more


@pytest.mark.rule("GRO-10")
@pytest.mark.parametrize(("seas", "more"), [(0, 1), (2, 1), (3, 2)])
def test_an_active_wonder_adds_discs(seas: int, more: int) -> None:
    names = ["icarian_sea", "trojan_sea", "thracian_sea"]
    table = position(
        "basic_2p", troy={"discs": {**THREE, **dict.fromkeys(names[:seas], 1)}},
        wonders=[{"wonder": "Lighthouse", "owner": "troy", "area": "ionia", "discs": 5}],
    )  # fmt: skip
    table.skip_until("use", "troy").do("Lighthouse")
    assert acquired(table, "troy") == 3 + seas // 2 + more


@pytest.mark.rule("GRO-10")
@pytest.mark.parametrize(
    "wonder",
    [
        {"owner": "troy", "area": "ionia", "discs": 5, "buried": True},
        {"owner": "troy", "area": "tyre", "discs": 5},  # Troy is not there
        {"owner": "troy", "area": "ionia", "discs": 0},
        {"owner": "egypt", "area": "ionia", "discs": 5},
    ],
)
def test_a_wonder_that_is_not_active_adds_nothing(wonder: dict[str, Any]) -> None:
    table = position(
        "basic_2p", troy={"discs": THREE}, egypt={}, wonders=[{"wonder": "Lighthouse", **wonder}]
    )
    table.do("stop")  # Retirement
    assert table.asked("deploy", "troy")  # its use was not even offered
    assert table.of("ready", "troy") == 3


@pytest.mark.rule("GRO-11")
@pytest.mark.parametrize(
    ("discs", "ready"),
    [
        ({"troy": 1}, 3),
        ({"troy": 2}, 3),
        ({"troy": 3}, 3),
        ({"ionia": 2, "lydia": 2}, 3),
        ({**THREE, "lydia": 2}, 4),
    ],
)
def test_at_least_three_discs_become_ready(discs: dict[str, int], ready: int) -> None:
    assert acquired(position("basic_2p", troy={"discs": discs}), "troy") == ready


@pytest.mark.rule("GRO-11")
def test_without_discs_on_the_map_three_become_ready() -> None:
    assert acquired(position("basic_2p", troy={}), "troy") == 3


@pytest.mark.rule("GRO-11")
@pytest.mark.parametrize(
    ("counts", "discs", "ready"),
    [
        ("everything", {}, 3), ("base", {}, 4),
        ("everything", {"petra": 2}, 3), ("base", {"petra": 2}, 4),
        ("everything", {"petra": 2, "tyre": 2}, 3), ("base", {"petra": 2, "tyre": 2}, 4),
        ("everything", {"petra": 2, "tyre": 2, "canaan": 2}, 4),
        ("base", {"petra": 2, "tyre": 2, "canaan": 2}, 4),
    ],
)  # fmt: skip
def test_what_the_minimum_is_compared_with(counts: str, discs: dict[str, int], ready: int) -> None:
    """Celt-Iberia always gets 1 disc from its ability: inside the minimum, or on top of it."""
    table = position("basic_4p", celt_iberia={"discs": discs}, options={"minimum_growth_counts": counts})
    assert acquired(table, "celt_iberia") == ready


@pytest.mark.rule("GRO-11")
@pytest.mark.parametrize(("counts", "ready"), [("everything", 3), ("base", 4)])
def test_the_minimum_and_a_wonder(counts: str, ready: int) -> None:
    table = position(
        "basic_2p", troy={"discs": {"ionia": 2}}, egypt={}, options={"minimum_growth_counts": counts},
        wonders=[{"wonder": "Lighthouse", "owner": "troy", "area": "ionia", "discs": 5}],
    )  # fmt: skip
    table.skip_until("use", "troy").do("Lighthouse")
    assert acquired(table, "troy") == ready


@pytest.mark.rule("GRO-11")
def test_discs_of_the_deployment_step_come_on_top() -> None:
    """Rome without a City places one disc, beyond the minimum of 3."""
    table = position("basic_5p", rome={"discs": {"rome": 1}})
    table.skip_until("place", "rome").do("rome")
    assert table.asked("deploy", "rome")
    assert table.of("ready", "rome") == 3
    assert table.discs("rome", "rome") == 2


@pytest.mark.rule("GRO-12")
@pytest.mark.parametrize("supply", [0, 1, 2, 3])
def test_a_short_supply_gives_what_it_has(supply: int) -> None:
    lands = [area.id for area in load_board().areas if area.kind == "land"]
    discs = dict.fromkeys(lands[:11], 4)
    discs[lands[12]] = 4 - supply
    table = position("basic_4p", troy={"discs": {area: n for area, n in discs.items() if n}})
    assert table.of("supply", "troy") + table.of("ready", "troy") == supply
    table.skip_until("resettle", "troy")
    assert (table.of("ready", "troy"), table.of("supply", "troy")) == (supply, 0)


@pytest.mark.rule("GRO-12")
def test_the_rest_of_a_larger_amount_is_forfeited() -> None:
    areas = [area.id for area in load_board().areas if area.kind == "land"][:22]
    table = position("basic_4p", troy={"discs": dict.fromkeys(areas, 2)})  # 22 Settlements, 4 discs left
    assert acquired(table, "troy") == 4
    table.do("stop")
    assert table.of("supply", "troy") == 4


# --------------------------------------------------------------------------- Resettlement


@pytest.mark.rule("GRO-13")
def test_one_disc_of_each_of_any_number_of_cities() -> None:
    table = position("basic_2p", troy={"discs": {"troy": 4, "ionia": 3, "lydia": 3, "phrygia": 2}})
    supply = table.of("supply", "troy")
    table.skip_until("resettle", "troy")
    assert table.options == {"troy", "ionia", "lydia", "stop"}
    table.do("troy")
    assert not table.can("troy")  # once per City, even if it is still one
    table.do("lydia")
    assert table.asked("deploy", "troy")
    assert [table.discs("troy", area) for area in ("troy", "ionia", "lydia")] == [3, 3, 2]
    assert table.of("ready", "troy") == 3 + 2
    assert table.of("supply", "troy") == supply - 3


@pytest.mark.rule("GRO-03", "GRO-13")
def test_the_first_area_of_the_map_is_one_like_any_other() -> None:
    for discs, step in ((2, "retire"), (3, "resettle")):
        table = position("basic_6p", celt_iberia={"discs": {"celt_iberia": discs}})
        assert table.area("celt_iberia") == 0 and table.asked(step, "celt_iberia")
        table.do("celt_iberia")
        assert table.discs("celt_iberia", "celt_iberia") == discs - 1


@pytest.mark.rule("GRO-13")
def test_resettlement_comes_too_late_for_acquisition() -> None:
    table = position("basic_2p", troy={"discs": {**THREE, "troy": 3}})
    table.skip_until("resettle", "troy").do("troy")
    assert table.discs("troy", "troy") == 2
    assert acquired(table, "troy") == 3


@pytest.mark.rule("GRO-13")
def test_without_a_city_nothing_is_resettled() -> None:
    table = position("basic_2p", troy={"discs": {"ionia": 2, "lydia": 1, "icarian_sea": 2}}).do("stop")
    assert table.asked("deploy", "troy")
