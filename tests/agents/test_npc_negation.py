"""Negation in defence, with the reveal test, and Events."""

from __future__ import annotations

import pytest
from helpers import Table, position
from npc_tables import Fixed, answer

from agents.npc.player import NPC

SEA_PEOPLES = 98


def draw(table: Table, event: int) -> Table:
    """Egypt draws an Event in its Draw step and decides about it."""
    table.skip_until("talents_to_spend", "egypt")
    table.s.deck.remove(event)
    table.s.deck.append(event)
    return table.do(0).skip_until("name_area", "egypt")


def against(card: int, held: int, more: list[int] | None = None, **table: object) -> Table:
    """Egypt plays a card on Troy, which holds a Negation card; Egypt holds `more` cards."""
    return position(
        "basic_2p", phase="cards",
        egypt={"discs": {"kush": 3}, "hand": [card, *(more or [])], "treasury": 1},
        troy={"discs": {"phrygia": 3, "ionia": 1}, "hand": [held, 7], "treasury": 1, "vp": 3}, **table,
    ).do(f"#{card}")  # fmt: skip


@pytest.mark.rule("NPC-53")
@pytest.mark.parametrize("card", [8, 52, 17])  # discs, VP, cards and talents
def test_it_negates_what_it_would_lose_to(card: int) -> None:
    table = against(card, 43)
    assert table.asked("negate", "troy")
    assert answer(table) == ("High Priestess", "NPC-53: it defends its discs, talents, VP and cards")


@pytest.mark.rule("NPC-53")
def test_it_lets_others_gain() -> None:
    table = against(93, 43)
    assert table.asked("negate", "troy")
    assert answer(table)[0] == "stop"


@pytest.mark.rule("NPC-54")
@pytest.mark.parametrize("card, name", [(12, "High Priestess"), (13, "stop")])
def test_with_more_to_come_an_even_card_decides(card: int, name: str) -> None:
    npc = NPC()
    npc._reveals = Fixed(card)
    assert answer(against(8, 43, [18]), npc)[0] == name


BRIBERY, DROUGHT, PHILOSOPHER = 47, 9, 93


@pytest.mark.rule("NPC-54")
@pytest.mark.parametrize(
    ("npcs", "more", "revealed", "name"),
    [
        ([1], [PHILOSOPHER], 13, "stop"),  # a Great Person, which Bribery could answer too
        ([1], [DROUGHT], 13, "Bribery"),  # no Great Person: nothing is revealed
        ([], [DROUGHT], 13, "stop"),  # nobody tells a player what is hidden
        ([], [], 13, "Bribery"),
    ],
)
def test_an_npc_is_told_whether_another_card_could_be_negated(
    npcs: list[int], more: list[int], revealed: int, name: str
) -> None:
    """Bribery answers Great Persons only; Egypt's Demagogue costs Troy discs."""
    table = against(22, BRIBERY, more, options={"npcs": npcs})
    table.skip_until("negate", "troy")
    npc = NPC()
    npc._reveals = Fixed(revealed)
    assert answer(table, npc)[0] == name


@pytest.mark.rule("NPC-55")
def test_it_negates_an_invasion_of_its_areas() -> None:
    table = position(
        "basic_2p", phase="evaluation", turn=1,
        egypt={"discs": {"kush": 3}, "vp": 0, "treasury": 1},
        troy={"discs": {"troy": 2, "ionia": 2}, "hand": [51], "vp": 5},
        order=["egypt", "troy"],
    )  # fmt: skip
    draw(table, SEA_PEOPLES).do("icarian_sea")
    assert table.asked("negate", "troy")
    assert answer(table) == ("Divine Favor", "NPC-55: Barbarians would come to its discs")


@pytest.mark.rule("NPC-57", "NPC-58")
def test_an_invasion_goes_where_it_harms_the_player_most() -> None:
    table = position(
        "basic_2p", phase="evaluation", turn=1,
        egypt={"discs": {"kush": 3}, "vp": 0, "treasury": 1},
        troy={"discs": {"troy": 3, "ionia": 2, "icarian_sea": 1, "levantine_sea": 1, "cilicia": 1}, "vp": 5},
        order=["egypt", "troy"],
    )  # fmt: skip
    name, reason = answer(draw(table, SEA_PEOPLES))
    assert name == "icarian_sea" and reason.startswith("NPC-57")
