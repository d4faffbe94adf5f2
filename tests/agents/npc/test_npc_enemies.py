"""Ties, enemies, the nine tests of the Primary enemy, Barbarians' order."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import Fixed, look, play_on

from agents.npc.enemies import Enmity, primary
from agents.npc.player import NPC, BadNPC
from agents.npc.ties import Ties, highest
from agents.npc.victims import barbarian_order


@pytest.mark.rule("NPC-06", "EX-05")
def test_the_highest_card_decides_between_equals() -> None:
    assert highest(["first", "second", "third"], [12, 7, 88]) == "third"
    assert Ties("B", Fixed(12, 7, 88)).pick(["first", "second", "third"], lambda _: 0.0) == "third"


@pytest.mark.rule("NPC-04", "NPC-05")
def test_method_a_takes_what_benefits_it_most() -> None:
    assert Ties("A", Fixed()).pick(["a", "b"], {"a": 1.0, "b": 2.0}.__getitem__) == "b"
    table = position("basic_4p", carthage={"discs": {"saldae": 2, "tripolitania": 1}}, phase="growth")
    pos = look(table, "carthage")
    areas = 1 << table.area("saldae") | 1 << table.area("tripolitania")
    assert Ties("A", Fixed()).area(pos, areas) == table.area("saldae")  # a City


def test_an_unknown_word_is_refused() -> None:
    with pytest.raises(BadNPC, match="unknown"):
        NPC("C")


# ------------------------------------------------------------------------- Primary enemy


def rivals(troy: dict[str, Any], egypt: dict[str, Any], **given: Any) -> tuple[Table, tuple[str, str]]:
    table = position(
        "basic_4p",
        phase="cards",
        carthage={"discs": {"carthage": 3, "thapsus": 3, "sirt": 1}, "hand": [93]},
        troy=troy,
        egypt=egypt,
        **given,
    )
    pos = look(table, "carthage", gold={"sirt": "carthage"})
    enemies = [table.faction("troy"), table.faction("egypt")]
    found, rule = primary(pos, enemies, Fixed(3, 9))
    return table, (table.s.world.civilization(table.s, found).id, rule)


@pytest.mark.parametrize(
    "rule, troy, egypt",
    [
        ("NPC-16", {"carthage": 1}, {"thapsus": 2}),
        ("NPC-17", {"leptis": 1}, {"thapsus": 2}),
        ("NPC-18", {"sirt": 1}, {"thapsus": 2}),
        ("NPC-19", {"thapsus": 1}, {"saldae": 2}),
        ("NPC-20", {"saldae": 1}, {"kush": 3}),
        ("NPC-22", {"troy": 3}, {"kush": 2, "libya": 2}),
        ("NPC-23", {"troy": 3, "ionia": 1}, {"kush": 3}),
    ],
)
@pytest.mark.rule("NPC-16", "NPC-17", "NPC-18", "NPC-19", "NPC-20", "NPC-22", "NPC-23", "NPC-13")
def test_primary_enemy(rule: str, troy: dict[str, int], egypt: dict[str, int]) -> None:
    wonders = [{"wonder": "Colossus", "owner": "carthage", "area": "leptis", "discs": 1}]
    assert rivals({"discs": troy}, {"discs": egypt}, wonders=wonders)[1] == ("troy", rule)


@pytest.mark.rule("NPC-21", "NPC-24")
def test_primary_enemy_by_vp_then_at_random() -> None:
    discs = {"discs": {"kush": 1}}
    assert rivals({"discs": {"ionia": 1}, "vp": 3}, discs)[1] == ("troy", "NPC-21")
    assert rivals({"discs": {"ionia": 1}}, discs)[1] == ("egypt", "NPC-24")  # cards 3 and 9


@pytest.mark.rule("NPC-15")
def test_the_primary_enemy_stays_until_the_end_of_the_turn() -> None:
    table = position("basic_4p", phase="cards",
        carthage={"discs": {"carthage": 3}, "hand": [93]}, troy={"vp": 5}, egypt={},
    )  # fmt: skip
    npc = NPC()
    me = table.faction("carthage")
    view = table.game.view(me)
    assert npc.position(view, me).enemies[0] == table.faction("troy")
    table.s.vp[table.faction("egypt")] = 9
    assert npc.position(view, me).enemies[0] == table.faction("troy")
    table.s.turn += 1
    assert npc.position(view, me).enemies[0] == table.faction("egypt")


@pytest.mark.rule("NPC-15", "NPC-16", "NPC-21")
def test_in_a_players_seat_it_finds_the_primary_enemy_itself() -> None:
    """The game keeps those of its NPCs only: Carthage is a player's, Troy in its home, Egypt ahead in VP."""
    table = position(
        "basic_4p", phase="cards", options={"npcs": [1, 2, 3]},
        carthage={"discs": {"carthage": 3}, "hand": [93]}, troy={"discs": {"carthage": 1}},
        egypt={"discs": {"kush": 1}, "vp": 5},
    )  # fmt: skip
    troy, egypt = table.faction("troy"), table.faction("egypt")
    pos = look(table, "carthage")
    assert not table.s.world.npcs >> pos.me & 1 and table.s.world.hostility
    assert Enmity(False, Fixed()).ordered(pos, [egypt, troy]) == (troy, egypt)


# --------------------------------------------------------------------------- enemies


@pytest.mark.rule("NPC-07", "NPC-08")
def test_whose_enemy_it_is() -> None:
    def enemies(npc: NPC, options: dict[str, Any]) -> set[int]:
        table = position("basic_3p", phase="cards", options=options)
        return set(npc.position(table.game.view(1), 1).enemies)

    assert enemies(NPC(), {}) == {0, 2}
    assert enemies(NPC("peaceful"), {}) == set()
    assert enemies(NPC(), {"npcs": [1, 2]}) == set()
    assert enemies(NPC(), {"npcs": [1, 2], "npc_hostility": False}) == {0}  # as in Historical scenarios


@pytest.mark.rule("NPC-09", "NPC-12")
def test_a_card_that_costs_it_something_makes_an_enemy() -> None:
    table = position(
        "basic_2p", phase="cards", egypt={"discs": {"kush": 2}, "hand": [17, 93]},
        troy={"discs": {"troy": 3}, "hand": [7], "treasury": 1},
    )  # fmt: skip
    npc, troy = NPC("peaceful"), table.faction("troy")
    view = table.game.view(troy)
    assert npc.position(view, troy).enemies == ()
    table.do("#17")  # Gods Demand Sacrifice
    assert npc.position(view, troy).enemies == (table.faction("egypt"),)


@pytest.mark.rule("NPC-10")
def test_discs_that_make_its_area_contested_make_an_enemy() -> None:
    table = position(
        "basic_2p", phase="growth", egypt={"discs": {"kush": 2, "sinai": 2}, "ready": 0},
        troy={"discs": {"tyre": 2}},
    )  # fmt: skip
    npc, troy = NPC("peaceful"), table.faction("troy")
    view = table.game.view(troy)
    assert npc.position(view, troy).enemies == ()
    table.skip_until("deploy", "egypt").do("tyre", "tyre")
    assert npc.position(view, troy).enemies == (table.faction("egypt"),)


@pytest.mark.rule("NPC-71", "NPC-72", "NPC-73", "NPC-74", "NPC-75", "NPC-76", "NPC-77")
def test_the_order_in_which_barbarians_are_removed() -> None:
    table = position(
        "basic_4p", phase="cards",
        carthage={"discs": {"carthage": 1, "thapsus": 1, "saldae": 3, "tripolitania": 1}, "hand": [93]},
        egypt={"discs": {"leptis": 1, "kush": 2}},
        barbarians={"discs": {"sirt": 2, "kush": 1, "carthage": 2, "thapsus": 2, "saldae": 2,
                              "tripolitania": 2, "leptis": 2}},
        wonders=[{"wonder": "Colossus", "owner": "carthage", "area": "thapsus", "discs": 1}],
    )  # fmt: skip
    pos = look(table, "carthage")
    areas = ["sirt", "kush", "carthage", "thapsus", "saldae", "tripolitania", "leptis"]
    assert [barbarian_order(pos, table.area(area))[0] for area in areas] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.rule("NPC-03")
def test_the_same_seed_gives_the_same_game() -> None:
    def story(seed: int) -> list[tuple[str, str, str]]:
        return play_on(
            position("basic_3p", phase="growth", rng=5), *(NPC("B", seed) for _ in range(3)), limit=150
        )

    assert story(4) == story(4)
    assert story(4) != story(5)
