"""Whose enemies NPCs are: at first, by wrongs done to them, and which one is the Primary enemy."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, moment
from hostility_tables import FAR, card_phase, enemies, solo

from acis_rules import Game, PositionError
from acis_rules.effects import Play
from acis_rules.errors import DataError
from acis_rules.kernel.machine import do_step
from acis_rules.table.changes import lose_talents, remove
from acis_rules.variants import hostility
from acis_rules.words.decisions import describe_event

# --------------------------------------------------------------- whose enemies at first


@pytest.mark.rule("NPC-08", "NPC-25")
def test_whose_enemies_everybody_is_at_first() -> None:
    def first(options: dict[str, Any], scenario: str = "basic_3p") -> list[int]:
        return Game.new(scenario, options=options).state.enemies

    assert first({}) == [0b110, 0b101, 0b011]
    for scenario in ("basic_3p", "three_west"):  # not Historical: nobody's at first
        assert first({"npcs": [1, 2]}, scenario) == [0, 0, 0]
    assert first({"npcs": [2]}) == [0b010, 0b001, 0]  # players of each other
    at_war = [0b110, 0b001, 0b001]  # of the player, always
    assert first({}, "second_punic_war_solo") == at_war
    assert first({"npcs": [1, 2]}, "second_punic_war") == at_war
    assert first({"npcs": [1, 2], "npc_hostility": False}) == at_war  # as in Historical scenarios


def test_hostility_needs_npcs() -> None:
    with pytest.raises(DataError, match="npc_hostility: true; possible only with seats in npcs"):
        Game.new("basic_2p", options={"npc_hostility": True})


@pytest.mark.parametrize(
    "troy, message",
    [({"enemies": ["troy"]}, "other civilizations"), ({"enemies": ["rome"]}, "no civilization 'rome'"),
     ({"enemies": "egypt"}, "must be a list"), ({"harmed_by": 1}, "harmed_by"),
     ({"primary_enemy": "rome"}, "primary_enemy")],
)  # fmt: skip
def test_a_position_with_impossible_enemies_is_refused(troy: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        solo(egypt={}, troy=troy)


# ------------------------------------------------------------------- wrongs (NPC-09, NPC-10)


def victim(**troy: Any) -> dict[str, Any]:
    return {"discs": {"troy": 3, "lydia": 3}, **troy}


@pytest.mark.rule("NPC-09", "NPC-11")
@pytest.mark.parametrize(
    "card, answers, troy",
    [
        ("Gods Demand Sacrifice", (), victim(hand=[7])),  # a card
        ("Gods Demand Sacrifice", (), victim(treasury=1)),  # a talent
        ("Great Fire", (), victim()),  # a disc
        ("Great Fire", ("#7",), victim(hand=[7])),  # a card that saves a disc
        ("Master Spy", (), victim(hand=[7])),
    ],
)
def test_a_card_that_costs_it_a_disc_a_card_or_a_talent_makes_an_enemy(
    card: str, answers: tuple[str, ...], troy: dict[str, Any]
) -> None:
    ids = {"Gods Demand Sacrifice": 17, "Great Fire": 5, "Master Spy": 34}
    table = card_phase(egypt={"discs": {"kush": 2}, "hand": [ids[card]]}, troy=troy)
    assert not enemies(table, "egypt", "troy")
    table.do(card, *answers)
    assert enemies(table, "egypt", "troy")
    war = table.events("war")[0]
    assert describe_event(table.s, war) == f"Troy becomes an enemy of Egypt by {card}"


@pytest.mark.rule("NPC-09")
def test_a_negated_card_makes_no_enemy() -> None:
    table = card_phase(egypt={"discs": {"kush": 2}, "hand": [22]}, troy=victim(hand=[44]))
    table.do("Demagogue", "High Priest")
    assert not enemies(table, "egypt", "troy") and not any(table.s.harmed_by)


@pytest.mark.rule("NPC-09")
def test_neither_an_event_nor_what_it_pays_for_itself_makes_an_enemy() -> None:
    table = solo(phase="cards", egypt={"discs": {"kush": 2}, "hand": [17]}, troy=victim(treasury=3))
    egypt, troy = table.faction("egypt"), table.faction("troy")
    for play, cause in (
        (Play(egypt, "card", 98), "card 98"),
        (Play(egypt, "card", 17), "cards"),
        (Play(troy, "card", 17), "card 17"),
    ):
        table.s.resolving = (play,)
        lose_talents(table.s, troy, 1, cause)
    assert table.of("treasury", "troy") == 0 and not any(table.s.enemies)


@pytest.mark.rule("NPC-09")
def test_between_players_and_without_the_option_nothing_changes() -> None:
    for options in ({"npcs": [0], "npc_hostility": True}, {"npcs": [1, 2], "npc_hostility": False}):
        table = card_phase(
            "basic_3p", options=options, order=["mycenae", "carthage", "celt_iberia"], celt_iberia={},
            carthage={"discs": {"carthage": 2}, "hand": [7]}, mycenae={"discs": {"mycenae": 2}, "hand": [17]},
        )  # fmt: skip
        before = table.s.enemies.copy()
        table.do("Gods Demand Sacrifice")
        assert table.hand("carthage") == set()
        assert table.s.enemies == before and not any(table.s.harmed_by)


@pytest.mark.rule("NPC-10", "NPC-11")
def test_discs_that_make_its_area_contested_make_an_enemy() -> None:
    table = solo(
        phase="growth", egypt={"discs": {"sinai": 2}}, troy={"discs": {"tyre": 1}}
    ).skip_until("deploy", "egypt")  # fmt: skip
    table.do("tyre")
    assert not enemies(table, "egypt", "troy")  # two Camps
    table.do("tyre")
    assert enemies(table, "egypt", "troy")
    words = describe_event(table.s, table.events("war")[0])
    assert words == "Troy becomes an enemy of Egypt, who makes Tyre Contested"


@pytest.mark.rule("NPC-10")
def test_an_area_already_contested_does_not_trigger_again() -> None:
    table = solo(
        phase="growth", egypt={"discs": {"sinai": 2, "tyre": 1}}, troy={"discs": {"tyre": 2}}
    ).skip_until("deploy", "egypt").do("tyre")  # fmt: skip
    assert not enemies(table, "egypt", "troy")


@pytest.mark.rule("NPC-10")
def test_an_npc_that_comes_to_the_player_is_not_its_enemy_for_that() -> None:
    table = solo(
        phase="growth", order=["troy", "egypt"], egypt={"discs": {"ionia": 1}}, troy={"discs": {"troy": 2}}
    ).skip_until("deploy", "troy").do("ionia", "ionia")  # fmt: skip
    assert not enemies(table, "egypt", "troy")


# ---------------------------------------------------------------- Primary enemy (NPC-13 to 24)


def troy_and_two_players(**given: Any) -> Table:
    """Egypt is before Troy's home, Gaul is not; both are enemies of Troy."""
    return solo(
        "basic_4p", players=3, egypt={"discs": {"ionia": 2}, "enemies": ["gaul"]},
        gaul={"discs": {"gallia": 2}}, carthage={"discs": {"carthage": 2}},
        troy={"discs": {"troy": 2}, "enemies": ["egypt", "gaul"]}, **given,
    )  # fmt: skip


@pytest.mark.rule("NPC-13", "NPC-15", "NPC-20")
@pytest.mark.parametrize("phase", ["growth", "cards", "competition"])
def test_the_primary_enemy_is_determined_at_the_start_of_phases(phase: str) -> None:
    table = troy_and_two_players(phase=phase, order=["egypt", "troy", "gaul", "carthage"])
    if phase == "growth":
        assert table.s.primary_enemy == (-1,) * 4  # at the start of its own Growth, not of Egypt's
        table.skip_until("retire", "troy")
    assert table.s.primary_enemy[table.faction("troy")] == table.faction("egypt")
    assert table.s.primary_enemy[table.faction("egypt")] == -1  # only NPCs have one


@pytest.mark.rule("NPC-15")
def test_it_stays_until_the_end_of_the_turn() -> None:
    table = troy_and_two_players(**moment("card phase"))
    troy, egypt = table.faction("troy"), table.faction("egypt")
    assert table.s.primary_enemy[troy] == egypt
    remove(table.s, egypt, table.area("ionia"), "test")
    remove(table.s, egypt, table.area("ionia"), "test")
    hostility.primary_enemies(table.s)
    assert table.s.primary_enemy[troy] == egypt
    do_step(table.s, ("turn",))
    assert table.s.primary_enemy[troy] == -1


@pytest.mark.rule("NPC-24")
def test_chance_decides_between_equals() -> None:
    chosen = set()
    for rng in range(8):
        table = card_phase(
            "basic_4p", players=3, rng=rng, egypt=FAR, gaul={"discs": {"gallia": 1}}, carthage={},
            troy={"enemies": ["egypt", "gaul"]},
        )  # fmt: skip
        chosen.add(table.s.primary_enemy[table.faction("troy")])
    assert chosen == {table.faction("egypt"), table.faction("gaul")}
