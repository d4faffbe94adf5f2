"""Placement priorities 12 to 29, enemies and empty areas: each where it alone decides (NPC-105 to 124)."""

from __future__ import annotations

from typing import Any

import pytest
from npc_tables import HELD, ROMAN_WONDER, choice, six


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
