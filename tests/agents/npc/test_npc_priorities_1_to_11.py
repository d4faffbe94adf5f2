"""Placement priorities 1 to 11, what is its own: each where it alone decides (NPC-94 to 104)."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import position
from npc_tables import HELD, WONDER, choice, order, orders, put, six

from acis_rules.kernel.log import tell
from agents.npc.aims import NO_PRIORITY, Order


@pytest.mark.rule("NPC-94", "NPC-93")
def test_priority_1_an_enemy_at_home() -> None:
    table = six(rome={"discs": {"carthage": 1, "thapsus": 1}}, carthage={"discs": HELD | {"carthage": 1}})
    assert choice(table, "carthage", 4, enemies=("rome",)) == ("carthage", 1, 1)
    assert orders(table, "carthage", 2, enemies=("rome",))[1][2] == 5  # exceeded: the next priority


@pytest.mark.rule("NPC-95")
def test_priority_2_an_enemy_at_its_wonder() -> None:
    table = six(
        rome={"discs": {"sicily": 1}}, carthage={"discs": HELD | {"sicily": 1}}, wonders=WONDER
    )  # fmt: skip
    assert choice(table, "carthage", 4, enemies=("rome",), areas=("sicily", "saldae")) == ("sicily", 1, 2)


@pytest.mark.rule("NPC-96")
def test_priority_3_an_enemy_at_its_gold() -> None:
    table = six(rome={"discs": {"sicily": 1}}, carthage={"discs": HELD | {"sicily": 1}})
    how: dict[str, Any] = {"enemies": ("rome",), "gold": {"sicily": "carthage"}}
    assert choice(table, "carthage", 4, areas=("sicily", "saldae"), **how) == ("sicily", 1, 3)


@pytest.mark.rule("NPC-97")
def test_priority_4_an_enemy_in_its_city() -> None:
    table = six(rome={"discs": {"thapsus": 3}}, carthage={"discs": HELD})
    assert choice(table, "carthage", 4, enemies=("rome",)) == ("thapsus", 1, 4)
    assert choice(table, "carthage", 4, enemies=("rome",)) is not None


@pytest.mark.rule("NPC-14", "NPC-97")
def test_the_primary_enemy_comes_before_other_enemies_and_barbarians() -> None:
    table = six(
        carthage={"discs": {"carthage": 3, "thapsus": 3, "saldae": 3, "tripolitania": 3}},
        rome={"discs": {"thapsus": 3}},
        egypt={"discs": {"saldae": 3}},
        barbarians={"discs": {"tripolitania": 3}},
    )
    assert choice(table, "carthage", 3, enemies=("egypt", "rome")) == ("saldae", 1, 4)
    assert [area for area, _, _ in orders(table, "carthage", 3, enemies=("egypt", "rome"))] == [
        "saldae", "thapsus", "tripolitania",
    ]  # fmt: skip


@pytest.mark.rule("NPC-98")
def test_priority_5_a_city_at_home() -> None:
    table = six(carthage={"discs": {"carthage": 1, "thapsus": 3}})
    assert choice(table, "carthage", 4) == ("carthage", 2, 5)
    assert choice(table, "carthage", 1) == ("carthage", 1, 5)


@pytest.mark.rule("NPC-99")
def test_priority_6_a_city_at_its_wonder() -> None:
    table = six(carthage={"discs": HELD | {"sicily": 1}}, wonders=WONDER)
    assert choice(table, "carthage", 4) == ("sicily", 2, 6)


@pytest.mark.rule("NPC-100")
def test_priority_7_a_city_at_its_gold() -> None:
    table = six(carthage={"discs": HELD | {"sicily": 1}})
    assert choice(table, "carthage", 4, gold={"sicily": "carthage"}) == ("sicily", 2, 7)


@pytest.mark.rule("NPC-101")
def test_priority_8_a_city_beside_home_far_from_the_others() -> None:
    table = six(carthage={"discs": {"carthage": 3}}, egypt={"discs": {"tripolitania": 1}})
    assert choice(table, "carthage", 4) == ("saldae", 3, 8)
    table = six(carthage={"discs": {"carthage": 3}}, mauretania={"discs": {"numidia": 1}})
    assert choice(table, "carthage", 4) == ("thapsus", 3, 8)


@pytest.mark.rule("NPC-102")
def test_priority_9_a_city_when_behind_nearest_home() -> None:
    discs = HELD | {"saldae": 1, "syracuse": 2}
    table = six(
        carthage={"discs": discs, "vp": 1},
        rome={"discs": {"rome": 3, "umbria": 3, "etruria": 3}, "vp": 5},
    )  # fmt: skip
    assert choice(table, "carthage", 3, enemies=("rome",)) == ("saldae", 2, 9)
    assert choice(table, "carthage", 1, enemies=("rome",)) == ("syracuse", 1, 9)  # only there it suffices
    table.s.vp[table.faction("carthage")] = 5
    assert choice(table, "carthage", 3, enemies=("rome",))[2] > 9  # type: ignore[index]
    even = six(carthage={"discs": discs, "vp": 1}, rome={"discs": {"rome": 3, "umbria": 3}, "vp": 5})
    assert choice(even, "carthage", 3, enemies=("rome",))[2] > 9  # type: ignore[index]
    far = six(
        carthage={"discs": HELD | {"syracuse": 2}, "vp": 1},
        rome={"discs": {"rome": 3, "umbria": 3, "etruria": 3}, "vp": 5},
    )  # fmt: skip
    assert choice(far, "carthage", 4, enemies=("rome",)) == ("syracuse", 1, 9)  # not in empty Saldae


@pytest.mark.rule("NPC-102")
@pytest.mark.parametrize(("rome", "egypt", "nine"), [(5, 0, True), (0, 5, False)])
def test_priority_9_compares_with_the_player_not_with_an_enemy(rome: int, egypt: int, nine: bool) -> None:
    """Egypt, another NPC, is its Primary enemy; the player is Rome."""
    cities = {"rome": 3, "umbria": 3, "etruria": 3}
    table = position(
        "basic_6p", options={"npcs": [1, 2, 3, 4, 5]}, phase="growth", rome={"discs": cities, "vp": rome},
        carthage={"discs": HELD | {"saldae": 1, "syracuse": 2}, "vp": 1},
        egypt={"discs": {"egypt": 3, "kush": 3, "nile_delta": 3}, "vp": egypt},
    )  # fmt: skip
    found = order(table, "carthage", 3, enemies=("egypt", "rome"))
    assert found is not None and (found.priority == 9) == nine


@pytest.mark.rule("NPC-102")
def test_priority_9_means_the_leading_one_of_several_players() -> None:
    table = six(
        carthage={"discs": HELD | {"saldae": 1, "syracuse": 2}, "vp": 2},
        rome={"discs": {"rome": 3, "umbria": 3, "etruria": 3}, "vp": 5}, egypt={"vp": 1},
    )  # fmt: skip
    assert choice(table, "carthage", 3, enemies=("egypt", "rome")) == ("saldae", 2, 9)


@pytest.mark.rule("NPC-103")
def test_priority_10_phoenician_seas_by_fours() -> None:
    table = position("basic_5p", phase="growth", phoenicia={"discs": {"phoenicia": 3, "tyre": 3}})
    placed = orders(table, "phoenicia", 7)
    seas = [area for area, n, priority in placed if priority == 10]
    assert len(seas) == 4 == len(set(seas))
    assert all(n == 1 for _, n, priority in placed if priority == 10)


@pytest.mark.rule("NPC-103")
def test_phoenicia_goes_on_with_four_more_and_not_where_two_stand() -> None:
    table = position(
        "basic_5p", phase="growth", phoenicia={"discs": {"phoenicia": 3, "tyre": 3}},
        troy={"discs": {"levantine_sea": 2}},
    )  # fmt: skip
    placed = orders(table, "phoenicia", 9, enemies=("troy",))
    seas = [area for area, n, priority in placed if priority == 10]
    assert len(seas) == 8 and "levantine_sea" not in seas


@pytest.mark.rule("NPC-103")
@pytest.mark.parametrize("n, more", [(3, 0), (4, 3), (5, 3), (7, 7), (8, 7)])
def test_a_further_block_of_phoenician_seas_is_begun_with_four_discs(n: int, more: int) -> None:
    """From 5 seas: with 3 discs none, with 4 up to the eighth; begun, a block is completed."""
    seas = dict.fromkeys(
        ("levantine_sea", "gulf_of_sidon", "egyptian_sea", "cilician_strait", "minoan_sea"), 1
    )
    table = position("basic_5p", phase="growth", phoenicia={"discs": {"phoenicia": 3, "tyre": 3} | seas})
    placed = [area for area, _, priority in orders(table, "phoenicia", n) if priority == 10]
    assert len(placed) == more == len(set(placed) - set(seas))


@pytest.mark.rule("NPC-103", "NPC-104")
def test_discs_of_an_earlier_growth_begin_no_block() -> None:
    seas = dict.fromkeys(("minoan_sea", "myrtoan_sea", "aegean_sea"), 1)
    table = position("basic_5p", phase="growth", minos={"discs": {"minos": 3, "kydonia": 3} | seas})
    assert len([1 for _, _, priority in orders(table, "minos", 3) if priority == 11]) == 3
    table = position("basic_5p", phase="growth", minos={"discs": {"minos": 3, "kydonia": 3} | seas})
    assert orders(table, "minos", 3)[:1] != []
    tell(table.s, "phase", phase="growth")
    before = (table.game.view(0).at_least[0][table.faction("minos")] & table.s.world.board.sea).bit_count()
    found = orders(table, "minos", 2)
    assert before == 6 and not [1 for _, _, priority in found if priority == 11]


@pytest.mark.rule("NPC-104")
@pytest.mark.parametrize("first, priority", [("trojan_sea", 11), ("kydonia", 24)])
def test_a_block_is_begun_by_a_sea_occupied_in_this_growth(first: str, priority: int) -> None:
    """With 3 discs a fourth sea begins a block; a disc on land begins none."""
    seas = dict.fromkeys(("minoan_sea", "myrtoan_sea", "aegean_sea"), 1)
    table = position(
        "basic_5p", phase="growth", minos={"discs": {"minos": 3, "kydonia": 3, "troy": 1} | seas}
    )
    put(table, table.faction("minos"), table.area(first))
    assert choice(table, "minos", 2, areas=("ionian_sea", "icarian_sea"))[2] == priority  # type: ignore[index]


@pytest.mark.rule("NPC-103", "NPC-89")
def test_phoenicia_stays_out_of_seas_with_two_discs_of_anybody() -> None:
    home = {"phoenicia": {"discs": {"phoenicia": 3, "tyre": 3}}}
    one = position("basic_5p", phase="growth", **home, troy={"discs": {"gulf_of_sidon": 1}})
    assert choice(one, "phoenicia", 4, areas=("gulf_of_sidon",)) == ("gulf_of_sidon", 1, 10)
    for rest in ({"troy": {"discs": {"gulf_of_sidon": 2}}}, {"barbarians": {"discs": {"gulf_of_sidon": 2}}}):
        two = position("basic_5p", phase="growth", **home, **rest)
        found = choice(two, "phoenicia", 4, areas=("gulf_of_sidon",))
        assert found is None or found[2] != 10


@pytest.mark.rule("NPC-104", "NPC-89")
@pytest.mark.parametrize(
    "barbarians, troy, n, expected",
    [
        (1, 0, 2, 2),  # Barbarians alone: two discs instead of one
        (2, 0, 2, 2),
        (2, 0, 1, 0),
        (3, 0, 5, 0),
        (0, 1, 5, 1),  # one disc beside one
        (1, 1, 5, 1),
        (2, 1, 5, 0),  # one disc would not match the Barbarians, two go only where they are alone
        (0, 2, 5, 0),
        (0, 0, 5, 1),
    ],
)
def test_how_many_discs_minos_puts_into_a_sea(barbarians: int, troy: int, n: int, expected: int) -> None:
    table = position(
        "basic_5p", phase="growth", minos={"discs": {"minos": 3, "kydonia": 3}},
        troy={"discs": {"myrtoan_sea": troy} if troy else {}},
        barbarians={"discs": {"myrtoan_sea": barbarians} if barbarians else {}},
    )  # fmt: skip
    found = choice(table, "minos", n, areas=("myrtoan_sea",))
    assert (found[1] if found is not None and found[2] == 11 else 0) == expected


@pytest.mark.rule("NPC-104")
def test_priority_11_minoan_seas_by_threes_two_against_barbarians() -> None:
    table = position(
        "basic_5p",
        phase="growth",
        minos={"discs": {"minos": 3, "kydonia": 3}},
        barbarians={"discs": {"myrtoan_sea": 2}},
    )
    placed = orders(table, "minos", 5)
    assert [n for _, n, priority in placed if priority == 11][:3].count(1) >= 2
    only = position(
        "basic_5p",
        phase="growth",
        minos={"discs": {"minos": 3, "kydonia": 3}},
        barbarians={"discs": {"myrtoan_sea": 2}},
    )
    assert choice(only, "minos", 5, areas=("myrtoan_sea",)) == ("myrtoan_sea", 2, 11)


@pytest.mark.parametrize("priority, rule", [(1, "NPC-94"), (11, "NPC-104"), (12, "NPC-106"), (29, "NPC-123")])
def test_every_priority_names_its_rule(priority: int, rule: str) -> None:
    assert Order(0, 1, priority, "why").reason == f"{rule}: priority {priority}, why"
    assert Order(0, 1, 0, "why", "NPCBASE-02").reason == "NPCBASE-02: why"
    assert Order(0, 1, NO_PRIORITY, "why").reason == "NPC-124: why"


@pytest.mark.rule("NPC-101")
def test_priority_8_is_met_by_one_city_beside_home() -> None:
    met = six(carthage={"discs": {"carthage": 3, "saldae": 3, "thapsus": 1}})
    assert choice(met, "carthage", 3)[2] > 8  # type: ignore[index]
    at_sea = six(carthage={"discs": {"carthage": 3, "african_sea": 2}})
    assert choice(at_sea, "carthage", 3)[1:] == (3, 8)  # type: ignore[index]


@pytest.mark.rule("NPC-94", "NPC-97")
def test_defence_stops_when_it_exceeds_every_group() -> None:
    table = six(
        carthage={"discs": {"carthage": 3, "thapsus": 3}}, rome={"discs": {"carthage": 2, "thapsus": 1}}
    )
    assert choice(table, "carthage", 2, enemies=("rome",))[2] > 4  # type: ignore[index]
    barbarians = six(carthage={"discs": HELD}, barbarians={"discs": {"carthage": 3}})
    assert choice(barbarians, "carthage", 2) == ("carthage", 1, 1)


@pytest.mark.rule("NPC-94", "NPC-106", "NPC-107")
def test_who_has_no_wonder_and_no_gold_has_none_in_celt_iberia_either() -> None:
    """The first area of the map is an area like any other."""
    camp = six(carthage={"discs": HELD}, rome={"discs": {"celt_iberia": 1}})
    assert choice(camp, "carthage", 2, enemies=("rome",), areas=("celt_iberia",)) == ("celt_iberia", 2, 20)
    own = six(carthage={"discs": HELD | {"celt_iberia": 1}}, rome={"discs": {"celt_iberia": 1}})
    assert choice(own, "carthage", 2, enemies=("rome",), areas=("celt_iberia",)) == ("celt_iberia", 1, 20)
    empty = six(carthage={"discs": HELD})
    assert choice(empty, "carthage", 2, areas=("celt_iberia",)) is None
    beside = six(carthage={"discs": HELD}, rome={"discs": {"celt_iberia": 1}})
    assert choice(beside, "carthage", 1, enemies=("rome",), areas=("lusitania",))[2] == 22  # type: ignore[index]
    how: dict[str, Any] = {"enemies": ("rome",), "invader": True}
    assert choice(empty, "carthage", 1, areas=("lusitania", "massilia"), **how)[2] == 22  # type: ignore[index]
