"""Group rules: how many discs go to an area together, and where none may go (NPC-87 to 92)."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import position
from npc_tables import HELD, WONDER, choice, group, look, orders, six

from agents.npc.chance import Reveals
from agents.npc.placement import Placement
from agents.npc.priorities import next_order
from agents.npc.ties import Ties


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
