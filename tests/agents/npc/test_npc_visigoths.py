"""The Visigoth placement example: an Invader without a home area against the Western Empire.

The base game has no Gold, so it is laid down by hand; the first disc in Aquitania is a rule of the scenario.
"""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import look, orders

from acis_rules.box.deck import load_deck
from acis_rules.effects import Play
from acis_rules.effects.discs import Place
from agents.npc.card_discs import plan_discs
from agents.npc.categories import category
from agents.npc.chance import Reveals
from agents.npc.ties import Ties

GOLD = {"rome": "rome", "gades": "rome", "carthage": "rome"}
CAMPS = (
    "idubeda", "celt_iberia", "edetani", "tarraco", "tarraconensis", "saguntum", "novo_carthago", "baetica",
    "lusitania", "massilia", "etruria", "apulia", "samnium", "mauretania", "numidia", "saldae", "thapsus",
)  # fmt: skip
SETTLEMENTS = ("aquitania", "gallia", "liguria", "umbria")
CITIES = ("rome", "gades", "carthage")


def table() -> Table:
    romans = dict.fromkeys(CAMPS, 1) | dict.fromkeys(SETTLEMENTS, 2) | dict.fromkeys(CITIES, 3)
    return position(
        "basic_6p", epoch=4, phase="growth",
        gaul={"discs": {"aquitania": 3}, "home": []}, rome={"discs": romans},
    )  # fmt: skip


@pytest.mark.rule("NPC-93", "NPC-106", "NPC-111", "NPC-90", "EX-45")
def test_from_aquitania_to_gades() -> None:
    placed = orders(table(), "gaul", 9, enemies=("rome",), gold=GOLD, invader=True)
    assert placed[0] == ("idubeda", 2, 17)  # the way to the Gold in Gades
    assert placed[1][:2] == ("celt_iberia", 2)
    assert placed[1][2] in (14, 18)  # the example says 18; beside Gold 14 comes first
    assert placed[2] == ("gades", 4, 12)  # exceeds the three Romans by one


@pytest.mark.rule("NPC-111")
def test_the_twelfth_disc_goes_towards_rome_where_it_is_not_blocked() -> None:
    placed = orders(table(), "gaul", 9, enemies=("rome",), gold=GOLD, invader=True)
    assert placed[3] == ("edetani", 1, 17)


@pytest.mark.rule("NPC-30", "NPC-111")
def test_gold_mine_places_two_discs_in_massilia_and_two_in_liguria() -> None:
    start = table()
    how: dict[str, Any] = {"enemies": ("rome",), "gold": GOLD, "invader": True}
    orders(start, "gaul", 9, **how)
    gold_mine = next(card for card in load_deck().cards[1:] if card.name == "Gold Mine")
    pos = look(start, "gaul", **how)
    play = Play(pos.me, "card", gold_mine.id)
    places = gold_mine.modes[0][0]
    assert isinstance(places, Place)
    _, placed = plan_discs(pos, Ties("A", Reveals(0)), play, places, ())
    assert [(pos.name(order.area), order.n, order.priority) for order in placed] == [
        ("Massilia", 2, 17), ("Liguria", 2, 17),
    ]  # fmt: skip


@pytest.mark.rule("NPC-43", "NPC-35")
def test_cards_that_give_talents_come_before_cards_that_only_place() -> None:
    """The example plays Hippodrome before Trade with the Barbarians; the list says the opposite."""
    cards = {card.name: card for card in load_deck().cards[1:]}
    assert category(cards["Gold Mine"]) == category(cards["Trade with the Barbarians"]) == 5
    assert category(cards["Hippodrome"]) == 11
