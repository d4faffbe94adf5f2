"""Group rules and placement priorities 1 to 29, each where it alone decides."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import look, order, orders, put

from acis_rules.kernel.log import tell
from agents.npc.aims import NO_PRIORITY, Order
from agents.npc.chance import Reveals
from agents.npc.placement import Placement
from agents.npc.priorities import next_order
from agents.npc.ties import Ties


def six(**given: Any) -> Table:
    return position("basic_6p", phase="growth", **given)


def choice(table: Table, who: str, n: int, **how: Any) -> tuple[str, int, int] | None:
    found = order(table, who, n, **how)
    return None if found is None else (table.s.world.board.areas[found.area].id, found.n, found.priority)


def group(table: Table, who: str, area: str, n: int, **how: Any) -> int:
    placement = Placement(look(table, who, **how), Ties("A", Reveals(0)))
    table.s.phase = "growth"
    placement.n = n
    return placement.group(table.area(area))


# ----------------------------------------------------------------------------- group rules


@pytest.mark.rule("NPC-89", "EX-06")
@pytest.mark.parametrize("n, expected", [(2, 0), (3, 3), (4, 4), (6, 4)])
def test_three_romans_are_met_with_three_or_none(n: int, expected: int) -> None:
    table = six(
        rome={"discs": {"brutium": 3}},
        carthage={"discs": {"sicily": 2}},
        barbarians={"discs": {"brutium": 2}},
    )
    assert group(table, "carthage", "brutium", n, enemies=("rome",)) == expected


@pytest.mark.rule("NPC-89")
def test_a_group_is_completed_together_or_the_next_area_is_taken() -> None:
    table = six(rome={"discs": {"sicily": 3}}, carthage={"discs": {"carthage": 3, "thapsus": 3}})
    assert choice(table, "carthage", 2, enemies=("rome",), areas=("sicily", "syracuse")) == (
        "syracuse",
        1,
        18,
    )
    assert choice(table, "carthage", 3, enemies=("rome",), areas=("sicily", "syracuse")) == ("sicily", 3, 16)


@pytest.mark.rule("NPC-90", "EX-07")
def test_a_settlement_at_home_is_exceeded() -> None:
    table = position(
        "basic_5p", phase="growth", mycenae={"discs": {"thessaly": 1}}, rome={"discs": {"mycenae": 2}}
    )
    assert choice(table, "mycenae", 5, enemies=("rome",)) == ("mycenae", 3, 1)


@pytest.mark.rule("NPC-90")
def test_without_an_enemy_a_group_is_only_matched() -> None:
    table = six(rome={"discs": {"sicily": 1}}, carthage={"discs": {"carthage": 3, "thapsus": 3, "sicily": 1}})
    assert group(table, "carthage", "sicily", 3, enemies=("rome",)) == 1
    assert group(table, "rome", "sicily", 3) == 0  # it would become Contested


@pytest.mark.rule("NPC-91")
def test_only_an_enemy_is_worth_a_competition() -> None:
    table = six(rome={"discs": {"sicily": 2}}, carthage={"discs": {"carthage": 3}})
    assert group(table, "carthage", "sicily", 4) == 0
    assert group(table, "carthage", "sicily", 4, enemies=("egypt",)) == 0
    assert group(table, "carthage", "sicily", 4, enemies=("rome",)) == 3


@pytest.mark.rule("NPC-91")
def test_barbarians_are_always_enemies() -> None:
    table = six(carthage={"discs": {"carthage": 3}}, barbarians={"discs": {"sicily": 2}})
    assert group(table, "carthage", "sicily", 4) == 3


@pytest.mark.rule("NPC-92")
def test_a_horde_beside_an_enemy_keeps_it_out() -> None:
    table = six(
        rome={"discs": {"sicily": 1}},
        carthage={"discs": {"carthage": 3}},
        barbarians={"discs": {"sicily": 4}},
    )
    assert group(table, "carthage", "sicily", 5, enemies=("rome",)) == 0
    alone = six(carthage={"discs": {"carthage": 3}}, barbarians={"discs": {"sicily": 4}})
    assert group(alone, "carthage", "sicily", 5, enemies=("rome",)) == 4


@pytest.mark.rule("NPC-91")
def test_beside_a_camp_of_a_friend_one_disc_is_enough() -> None:
    """The discs really placed decide: 3 for a City would make the area Contested."""
    table = six(
        rome={"discs": {"carthage": 1, "sicily": 1}}, carthage={"discs": {"thapsus": 3}}, wonders=WONDER
    )
    assert choice(table, "carthage", 4, areas=("carthage",)) == ("carthage", 1, 5)
    assert choice(table, "carthage", 4, areas=("sicily",)) == ("sicily", 1, 6)
    assert choice(table, "carthage", 4, areas=("sicily",), enemies=("rome",)) == ("sicily", 2, 2)
    gold = six(rome={"discs": {"sirt": 1}}, carthage={"discs": HELD})
    assert choice(gold, "carthage", 4, areas=("sirt",), gold={"sirt": "carthage"}) == ("sirt", 1, 7)
    beside = six(rome={"discs": {"saldae": 1}}, carthage={"discs": {"carthage": 3}})
    assert choice(beside, "carthage", 4, areas=("saldae",)) == ("saldae", 1, 8)


@pytest.mark.rule("NPC-91")
@pytest.mark.parametrize(
    "own, rome, egypt, expected, for_a_city",
    [
        (0, 1, 0, 1, 1),  # one against one
        (0, 1, 1, 1, 1),
        (1, 1, 0, 0, 0),  # a second disc would make it Contested
        (0, 2, 0, 0, 0),
        (2, 1, 0, 1, 1),  # Contested before: it does not become so
        (1, 2, 0, 1, 2),
        (0, 2, 1, 2, 3),  # Contested between others already
    ],
)
def test_what_peace_allows(own: int, rome: int, egypt: int, expected: int, for_a_city: int) -> None:
    table = six(
        carthage={"discs": {"carthage": 3} | ({"sicily": own} if own else {})},
        rome={"discs": {"sicily": rome}},
        egypt={"discs": {"sicily": egypt} if egypt else {}},
    )  # fmt: skip
    placement = Placement(look(table, "carthage"), Ties("A", Reveals(0)))
    table.s.phase = "growth"
    placement.n = 4
    sicily = table.area("sicily")
    assert (placement.group(sicily), placement.group(sicily, 3)) == (expected, for_a_city)
    assert all(placement.fits(sicily, n) for n in (expected, for_a_city) if n)
    assert placement.fits(sicily, 1) == (expected > 0 and own + 1 >= rome)


@pytest.mark.rule("NPC-91", "NPC-98")
def test_a_peaceful_npc_never_attacks_the_camp_of_a_friend_at_its_home() -> None:
    table = six(rome={"discs": {"carthage": 1}}, carthage={"discs": {"thapsus": 3}})
    assert ("carthage", 1, 5) in orders(table, "carthage", 6)
    assert table.discs("carthage", "carthage") == 1


@pytest.mark.rule("NPC-89")
def test_a_card_that_allows_too_few_discs_in_an_area_does_not_match_a_group() -> None:
    table = six(rome={"discs": {"sicily": 2}}, carthage={"discs": HELD})
    placement = Placement(look(table, "carthage", enemies=("rome",)), Ties("A", Reveals(0)))
    sicily = 1 << table.area("sicily")
    table.s.phase = "growth"
    assert next_order(placement, sicily, 4, each=1) is None
    assert next_order(placement, sicily, 4, each=2) is not None
    placement.put(table.area("sicily"))
    assert next_order(placement, sicily, 4, each=1) is None  # it has had its disc
    placement.lift()
    assert placement.pos.own[table.area("sicily")] == 0 and not placement.got


@pytest.mark.rule("NPC-05", "NPC-91")
def test_between_equal_areas_the_discs_that_really_go_there_are_measured() -> None:
    """Beside Thapsus stands a friend's Camp: one disc there is no City, three in Saldae are."""
    table = six(carthage={"discs": {"carthage": 3, "tripolitania": 1}}, rome={"discs": {"thapsus": 1}},
                egypt={"discs": {"numidia": 1}})  # fmt: skip
    pos = look(table, "carthage")
    table.s.phase = "growth"
    placement = Placement(pos, Ties("A", Reveals(0)))
    pos.players = []  # NPCs all of them: none of the areas is farther from a player
    found = next_order(placement, 1 << table.area("saldae") | 1 << table.area("thapsus"), 4)
    assert found is not None and (found.area, found.n) == (table.area("saldae"), 3)


# ------------------------------------------------------------------------------- priorities

HELD = {"carthage": 3, "thapsus": 3}  # Cities at home and beside it: priorities 5 and 8 are met
WONDER = [{"wonder": "Colossus", "owner": "carthage", "area": "sicily", "discs": 1}]
ROMAN_WONDER = [{"wonder": "Colossus", "owner": "rome", "area": "sicily", "discs": 1}]


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


@pytest.mark.rule("NPC-105")
def test_without_an_enemy_the_hostile_priorities_are_skipped() -> None:
    table = six(carthage={"discs": HELD | {"syracuse": 2}}, rome={"discs": {"sicily": 1}})
    assert choice(table, "carthage", 2, enemies=("rome",), areas=("sicily", "syracuse")) == ("sicily", 2, 20)
    assert choice(table, "carthage", 2, areas=("sicily", "syracuse")) is None  # it has most VP, as have all


@pytest.mark.rule("NPC-106")
def test_priority_12_enemy_gold() -> None:
    table = six(carthage={"discs": HELD}, rome={"discs": {"sicily": 1}}, wonders=ROMAN_WONDER)
    gold = {"sicily": "rome"}
    assert choice(table, "carthage", 4, enemies=("rome",), gold=gold, areas=("sicily",)) == ("sicily", 2, 12)


@pytest.mark.rule("NPC-107")
def test_priority_13_an_enemy_wonder() -> None:
    table = six(carthage={"discs": HELD}, rome={"discs": {"sicily": 1}}, wonders=ROMAN_WONDER)
    assert choice(table, "carthage", 4, enemies=("rome",), areas=("sicily",)) == ("sicily", 2, 13)


@pytest.mark.rule("NPC-108")
def test_priority_14_beside_enemy_gold_land_first() -> None:
    table = six(carthage={"discs": HELD}, rome={"discs": {"sicily": 1}})
    how: dict[str, Any] = {"enemies": ("rome",), "gold": {"sicily": "rome"}}
    beside = ("syracuse", "sea_of_sicily")
    assert choice(table, "carthage", 2, areas=beside, **how) == ("syracuse", 1, 14)
    assert choice(table, "carthage", 2, areas=("gulf_of_naples",), **how)[2] == 14  # type: ignore[index]


@pytest.mark.rule("NPC-109")
def test_priority_15_beside_an_enemy_wonder_where_fewest_enemies_are() -> None:
    table = six(
        carthage={"discs": HELD}, rome={"discs": {"rome": 1, "etruria": 1, "umbria": 1}},
        wonders=[{"wonder": "Colossus", "owner": "rome", "area": "rome", "discs": 1}],
    )  # fmt: skip
    areas = ("etruria", "umbria", "samnium")
    assert choice(table, "carthage", 2, enemies=("rome",), areas=areas) == ("samnium", 1, 15)


@pytest.mark.rule("NPC-110")
def test_priority_16_an_enemy_city() -> None:
    table = six(carthage={"discs": HELD}, rome={"discs": {"sicily": 3}})
    assert choice(table, "carthage", 4, enemies=("rome",), areas=("sicily",)) == ("sicily", 4, 16)


@pytest.mark.rule("NPC-111")
def test_priority_17_the_way_of_an_invader() -> None:
    table = six(carthage={"discs": HELD}, rome={"discs": {"rome": 3}})
    areas = ("liguria", "gallia")
    assert choice(table, "carthage", 1, enemies=("rome",), areas=areas, invader=True) == ("liguria", 1, 17)
    assert choice(table, "carthage", 1, enemies=("rome",), areas=areas)[2] == 22  # type: ignore[index]


@pytest.mark.rule("NPC-112")
def test_priority_18_beside_an_enemy_city() -> None:
    table = six(carthage={"discs": HELD}, rome={"discs": {"rome": 3}})
    assert choice(table, "carthage", 1, enemies=("rome",), areas=("etruria", "liguria")) == ("etruria", 1, 18)
    assert choice(table, "carthage", 1, enemies=("rome",), areas=("bay_of_capua",)) == ("bay_of_capua", 1, 18)


@pytest.mark.rule("NPC-113")
def test_priority_19_an_enemy_settlement_with_few_barbarians() -> None:
    table = six(
        carthage={"discs": HELD}, rome={"discs": {"liguria": 2}}, barbarians={"discs": {"liguria": 2}}
    )
    assert choice(table, "carthage", 3, enemies=("rome",), areas=("liguria",)) == ("liguria", 3, 19)
    assert choice(table, "carthage", 1, enemies=("rome",), areas=("liguria",)) is None
    horde = six(
        carthage={"discs": HELD}, rome={"discs": {"liguria": 2}}, barbarians={"discs": {"liguria": 3}}
    )
    assert choice(horde, "carthage", 4, enemies=("rome",), areas=("liguria",)) is None


@pytest.mark.rule("NPC-114")
def test_priority_20_an_enemy_camp() -> None:
    table = six(carthage={"discs": HELD}, rome={"discs": {"liguria": 1}})
    assert choice(table, "carthage", 3, enemies=("rome",), areas=("liguria",)) == ("liguria", 2, 20)


@pytest.mark.rule("NPC-115")
def test_priority_21_its_settlement_becomes_a_city() -> None:
    table = six(carthage={"discs": HELD | {"tripolitania": 2, "saldae": 1}}, rome={"discs": {"rome": 1}})
    areas = ("tripolitania", "saldae", "carthaginian_sea")
    assert choice(table, "carthage", 3, enemies=("rome",), areas=areas) == ("tripolitania", 1, 21)


@pytest.mark.rule("NPC-116")
def test_priority_22_towards_the_enemy() -> None:
    table = six(carthage={"discs": HELD}, rome={"discs": {"rome": 1}})
    areas = ("saldic_sea", "tyrrhenian_sea")
    assert choice(table, "carthage", 1, enemies=("rome",), areas=areas) == ("tyrrhenian_sea", 1, 22)


@pytest.mark.rule("NPC-117")
def test_priority_23_its_camp_becomes_a_settlement() -> None:
    table = six(carthage={"discs": HELD | {"saldae": 1}})
    assert choice(table, "carthage", 3) == ("saldae", 1, 23)


@pytest.mark.rule("NPC-118")
def test_priority_24_an_empty_sea() -> None:
    table = six(carthage={"discs": HELD})
    found = choice(table, "carthage", 3)
    assert found is not None and found[1:] == (1, 24)
    assert found[0] in {"saldic_sea", "carthaginian_sea", "african_sea", "gulf_of_leptis"}


@pytest.mark.rule("NPC-119")
def test_priority_25_three_discs_into_empty_land() -> None:
    table = six(carthage={"discs": HELD})
    assert choice(table, "carthage", 5, areas=("saldae",)) == ("saldae", 3, 25)


@pytest.mark.rule("NPC-120")
def test_priority_26_a_city_unless_it_leads() -> None:
    table = six(carthage={"discs": HELD | {"saldae": 2}, "vp": 0}, rome={"vp": 3})
    assert choice(table, "carthage", 3, areas=("saldae",)) == ("saldae", 1, 26)
    leads = six(carthage={"discs": HELD | {"saldae": 2}, "vp": 3}, rome={"vp": 3})
    assert choice(leads, "carthage", 3, areas=("saldae",)) is None


@pytest.mark.rule("NPC-121")
def test_priority_27_barbarian_land_fewest_first() -> None:
    table = six(carthage={"discs": HELD}, barbarians={"discs": {"saldae": 2, "tripolitania": 1}})
    assert choice(table, "carthage", 5, areas=("saldae", "tripolitania")) == ("tripolitania", 2, 27)
    four = six(carthage={"discs": HELD}, barbarians={"discs": {"saldae": 4}})
    assert choice(four, "carthage", 5, areas=("saldae",)) == ("saldae", 4, 27)


@pytest.mark.rule("NPC-121")
@pytest.mark.parametrize(
    "barbarians, n, expected", [(1, 1, 0), (1, 2, 2), (2, 2, 0), (2, 3, 3), (4, 3, 0), (4, 4, 4)]
)
def test_too_few_discs_to_exceed_the_barbarians_go_elsewhere(barbarians: int, n: int, expected: int) -> None:
    table = six(carthage={"discs": HELD}, barbarians={"discs": {"saldae": barbarians}})
    found = choice(table, "carthage", n, areas=("saldae",))
    assert (0 if found is None else found[1]) == expected


@pytest.mark.rule("NPC-121", "NPC-122")
def test_more_barbarians_than_an_area_holds_discs_are_left_alone() -> None:
    table = six(carthage={"discs": HELD}, barbarians={"discs": {"saldae": 5, "african_sea": 3}})
    assert choice(table, "carthage", 6, areas=("saldae", "african_sea")) is None


@pytest.mark.rule("NPC-121")
def test_barbarian_areas_are_controlled_by_them_and_next_to_its_own() -> None:
    shared = six(carthage={"discs": HELD}, barbarians={"discs": {"saldae": 1}}, rome={"discs": {"saldae": 1}})
    assert choice(shared, "carthage", 6, areas=("saldae",)) is None
    far = six(carthage={"discs": HELD}, barbarians={"discs": {"gallia": 1}})
    assert choice(far, "carthage", 6, areas=("gallia",)) is None
    own = six(carthage={"discs": HELD | {"saldae": 2}}, barbarians={"discs": {"saldae": 1}})
    assert choice(own, "carthage", 6, areas=("saldae",)) is None


@pytest.mark.rule("NPC-122")
@pytest.mark.parametrize("barbarians, n, expected", [(1, 1, 0), (2, 1, 0), (2, 2, 2)])
def test_the_same_at_sea_with_two_at_most(barbarians: int, n: int, expected: int) -> None:
    table = six(carthage={"discs": HELD}, barbarians={"discs": {"saldic_sea": barbarians}})
    found = choice(table, "carthage", n, areas=("saldic_sea",))
    assert (0 if found is None else found[1]) == expected


@pytest.mark.rule("NPC-122")
def test_priority_28_a_barbarian_sea() -> None:
    table = six(carthage={"discs": HELD}, barbarians={"discs": {"saldic_sea": 1}})
    assert choice(table, "carthage", 5, areas=("saldic_sea",)) == ("saldic_sea", 2, 28)


@pytest.mark.rule("NPC-123")
def test_priority_29_a_sea_of_others_without_a_competition() -> None:
    table = six(carthage={"discs": HELD}, rome={"discs": {"saldic_sea": 1, "carthaginian_sea": 2}})
    areas = ("saldic_sea", "carthaginian_sea")
    assert choice(table, "carthage", 5, areas=areas) == ("saldic_sea", 1, 29)


@pytest.mark.rule("NPC-124")
def test_without_a_priority_discs_are_forfeited() -> None:
    table = six(carthage={"discs": HELD}, rome={"discs": {"carthaginian_sea": 2}})
    assert choice(table, "carthage", 5, areas=("carthaginian_sea",)) is None


# --------------------------------------------------------------------------------- details


@pytest.mark.parametrize("priority, rule", [(1, "NPC-94"), (11, "NPC-104"), (12, "NPC-106"), (29, "NPC-123")])
def test_every_priority_names_its_rule(priority: int, rule: str) -> None:
    assert Order(0, 1, priority, "why").reason == f"{rule}: priority {priority}, why"
    assert Order(0, 1, 0, "why", "NPCBASE-02").reason == "NPCBASE-02: why"
    assert Order(0, 1, NO_PRIORITY, "why").reason == "NPC-124: why"


@pytest.mark.rule("NPC-87")
def test_a_full_area_takes_no_disc() -> None:
    full = six(rome={"discs": {"thapsus": 1}}, carthage={"discs": {"carthage": 4, "thapsus": 4}})
    for area in ("carthage", "thapsus"):
        assert group(full, "carthage", area, 3, enemies=("rome",)) == 0


@pytest.mark.rule("NPC-89", "NPC-90")
@pytest.mark.parametrize(
    "own, rome, n, expected",
    [
        (0, 1, 1, 1),
        (0, 1, 4, 2),
        (1, 1, 4, 1),
        (2, 1, 4, 1),
        (0, 4, 4, 4),
        (0, 4, 3, 0),
        (3, 4, 4, 1),
        (1, 4, 2, 0),
    ],
)
def test_groups_against_an_enemy(own: int, rome: int, n: int, expected: int) -> None:
    discs = HELD | ({"sicily": own} if own else {})
    table = six(carthage={"discs": discs}, rome={"discs": {"sicily": rome}})
    assert group(table, "carthage", "sicily", n, enemies=("rome",)) == expected


@pytest.mark.rule("NPC-90")
def test_at_home_at_wonders_and_in_cities_friends_are_exceeded_where_they_compete_already() -> None:
    def more(own: dict[str, int], rome: dict[str, int], area: str, wonders: Any = ()) -> int:
        table = six(carthage={"discs": own}, rome={"discs": rome}, wonders=list(wonders))
        return group(table, "carthage", area, 4)

    assert more({"carthage": 2}, {"carthage": 2}, "carthage") == 1
    assert more({"carthage": 1}, {"carthage": 2}, "carthage") == 2
    assert more({"sicily": 1}, {"sicily": 2}, "sicily") == 1  # elsewhere as many are enough
    assert more({"sicily": 1}, {"sicily": 2}, "sicily", WONDER) == 2
    assert more({"sicily": 3}, {"sicily": 3}, "sicily") == 1  # a City


@pytest.mark.rule("NPC-92")
@pytest.mark.parametrize("own, barbarians, expected", [(0, 3, 4), (0, 4, 0), (1, 4, 3), (0, 5, 0)])
def test_a_horde_of_four(own: int, barbarians: int, expected: int) -> None:
    table = six(
        rome={"discs": {"sicily": 1}}, carthage={"discs": HELD | ({"sicily": own} if own else {})},
        barbarians={"discs": {"sicily": barbarians}},
    )  # fmt: skip
    assert group(table, "carthage", "sicily", 6, enemies=("rome",)) == expected


@pytest.mark.rule("NPC-112", "NPC-110")
def test_a_city_that_it_outnumbers_attracts_no_more_discs() -> None:
    table = six(carthage={"discs": HELD | {"umbria": 4}}, rome={"discs": {"umbria": 3}})
    areas = ("umbria", "apulia")
    assert choice(table, "carthage", 2, enemies=("rome",), areas=areas)[2] == 22  # type: ignore[index]
    equal = six(carthage={"discs": HELD | {"umbria": 3}}, rome={"discs": {"umbria": 3}})
    assert choice(equal, "carthage", 2, enemies=("rome",), areas=areas)[2] in (4, 16)  # type: ignore[index]


@pytest.mark.rule("NPC-14", "NPC-110", "NPC-114")
def test_in_every_priority_the_primary_enemy_comes_first() -> None:
    cities = six(carthage={"discs": HELD}, rome={"discs": {"umbria": 3}}, egypt={"discs": {"sicily": 3}})
    areas = ("umbria", "sicily")
    assert choice(cities, "carthage", 4, enemies=("egypt", "rome"), areas=areas) == ("sicily", 4, 16)
    assert choice(cities, "carthage", 4, enemies=("rome", "egypt"), areas=areas) == ("umbria", 4, 16)
    camps = six(carthage={"discs": HELD}, rome={"discs": {"umbria": 1}}, egypt={"discs": {"sicily": 1}})
    assert choice(camps, "carthage", 4, enemies=("egypt", "rome"), areas=areas) == ("sicily", 2, 20)
    assert choice(camps, "carthage", 4, enemies=("rome", "egypt"), areas=areas) == ("umbria", 2, 20)


@pytest.mark.rule("NPC-113", "NPC-114")
@pytest.mark.parametrize(
    "rome, barbarians, n, priority",
    [(1, 1, 4, 20), (1, 2, 4, 0), (2, 2, 4, 19), (2, 3, 4, 0), (2, 0, 1, 0), (2, 0, 2, 19), (1, 0, 1, 20)],
)
def test_small_enemies_with_few_barbarians(rome: int, barbarians: int, n: int, priority: int) -> None:
    table = six(
        carthage={"discs": HELD}, rome={"discs": {"liguria": rome}},
        barbarians={"discs": {"liguria": barbarians} if barbarians else {}},
    )  # fmt: skip
    found = choice(table, "carthage", n, enemies=("rome",), areas=("liguria",))
    assert (0 if found is None else found[2]) == priority


@pytest.mark.rule("NPC-108", "NPC-109", "NPC-112")
def test_beside_a_prize_the_land_with_fewest_enemies_then_the_sea() -> None:
    table = six(
        carthage={"discs": HELD}, rome={"discs": {"rome": 3, "umbria": 2, "etruria": 1}},
        barbarians={"discs": {"samnium": 2}},
    )  # fmt: skip
    areas = ("umbria", "etruria", "samnium", "tyrrhenian_sea")
    assert choice(table, "carthage", 4, enemies=("rome",), areas=areas) == ("etruria", 2, 18)
    assert choice(table, "carthage", 1, enemies=("rome",), areas=areas) == ("etruria", 1, 18)
    assert choice(table, "carthage", 4, enemies=("rome",), areas=("samnium", "umbria"))[1:] == (3, 18)  # type: ignore[index]


@pytest.mark.rule("NPC-116")
def test_towards_the_enemy_first_its_home_then_its_discs_and_never_to_its_discs() -> None:
    table = six(carthage={"discs": HELD}, rome={"discs": {"apulia": 1, "corsica": 1}})
    two_steps = ("ligurian_sea", "gulf_of_naples")  # from Rome, both
    assert choice(table, "carthage", 1, enemies=("rome",), areas=(*two_steps, "gallia"))[0] == "ligurian_sea"  # type: ignore[index]
    assert choice(table, "carthage", 1, enemies=("rome",), areas=("gallia", "apulia"))[2] == 20  # type: ignore[index]
    held = six(carthage={"discs": HELD}, rome={"discs": {"apulia": 4}})
    assert choice(held, "carthage", 1, enemies=("rome",), areas=("apulia",)) is None


@pytest.mark.rule("NPC-116", "NPC-91")
def test_on_its_way_to_the_enemy_it_keeps_the_peace_with_others() -> None:
    table = six(carthage={"discs": HELD}, rome={"discs": {"rome": 1}}, egypt={"discs": {"bay_of_capua": 2}})
    areas = ("bay_of_capua", "ligurian_sea")
    assert choice(table, "carthage", 2, enemies=("rome",), areas=areas) == ("ligurian_sea", 1, 22)
    one = six(carthage={"discs": HELD}, rome={"discs": {"rome": 1}}, egypt={"discs": {"bay_of_capua": 1}})
    assert choice(one, "carthage", 2, enemies=("rome",), areas=areas) == ("bay_of_capua", 1, 22)


@pytest.mark.rule("NPC-115", "NPC-117", "NPC-120")
def test_a_city_or_a_settlement_at_sea_asks_for_no_more_discs() -> None:
    table = six(carthage={"discs": HELD | {"sicily": 3, "african_sea": 2}, "vp": 0}, rome={"vp": 3})
    areas = ("sicily", "carthage")
    assert choice(table, "carthage", 2, enemies=("rome",), areas=areas)[2] == 22  # type: ignore[index]
    assert choice(table, "carthage", 2, areas=areas) is None


@pytest.mark.rule("NPC-115")
def test_priority_21_not_where_others_stand() -> None:
    table = six(
        carthage={"discs": HELD | {"sicily": 2}}, rome={"discs": {"rome": 1}}, egypt={"discs": {"sicily": 1}}
    )
    assert choice(table, "carthage", 2, enemies=("rome",), areas=("sicily",))[2] == 22  # type: ignore[index]


@pytest.mark.rule("NPC-117", "NPC-118", "NPC-119")
def test_empty_areas_of_a_peaceful_npc() -> None:
    table = six(
        carthage={"discs": HELD | {"gulf_of_taranto": 1}}, rome={"discs": {"saldic_sea": 1}},
        barbarians={"discs": {"african_sea": 1}},
    )  # fmt: skip
    assert choice(table, "carthage", 1, areas=("gulf_of_taranto",)) is None  # a Camp at sea grows not
    assert choice(table, "carthage", 1, areas=("adriatic_sea",)) is None  # next to a sea only
    assert choice(table, "carthage", 1, areas=("carthaginian_sea",)) == ("carthaginian_sea", 1, 24)
    assert choice(table, "carthage", 4, areas=("tarentum",)) == (
        "tarentum",
        3,
        25,
    )  # next to a sea it occupies
    assert choice(table, "carthage", 4, areas=("gallia",)) is None


@pytest.mark.rule("NPC-123")
def test_priority_29_only_next_to_its_areas_and_beside_single_discs() -> None:
    table = six(
        carthage={"discs": HELD}, rome={"discs": {"saldic_sea": 1, "aegean_sea": 1}},
        egypt={"discs": {"saldic_sea": 1}}, barbarians={"discs": {"african_sea": 1}},
    )  # fmt: skip
    assert choice(table, "carthage", 1, areas=("aegean_sea",)) is None
    assert choice(table, "carthage", 1, areas=("african_sea",)) is None  # no other civilization
    assert choice(table, "carthage", 3, areas=("saldic_sea",)) == ("saldic_sea", 1, 29)


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


@pytest.mark.rule("NPC-111")
def test_an_invader_goes_round_what_blocks_it() -> None:
    table = six(carthage={"discs": {"gallia": 3}}, rome={"discs": {"rome": 3, "liguria": 3}})
    how: dict[str, Any] = {"enemies": ("rome",), "invader": True}
    assert choice(table, "carthage", 1, areas=("massilia", "aquitania"), **how) == ("massilia", 1, 17)
    far = six(carthage={"discs": {"gades": 3}}, rome={"discs": {"rome": 3}})
    assert choice(far, "carthage", 1, areas=("lusitania", "idubeda", "edetani"), **how) == ("edetani", 1, 17)
    assert choice(far, "carthage", 1, areas=("gades", "lusitania"), **how) == (
        "lusitania",
        1,
        17,
    )  # not where it is


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
