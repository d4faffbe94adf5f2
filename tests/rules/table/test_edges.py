"""Corners of the rules: the first area of the map, equal strengths, the last payment, what is told."""

from __future__ import annotations

import random
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from card_table import allies, contest, lay, removed, standing, table
from helpers import deck_with, position
from test_wonders import builder, by_the_rules, payments, wonders_on_offer

from acis_rules import Game
from acis_rules.effects.base import Operation, Tags
from acis_rules.effects.contest import Allies, BuyAllies
from acis_rules.effects.discs import Place, Remove
from acis_rules.effects.fate import Recover
from acis_rules.effects.goods import Gain, Lose, Penalty, Plus
from acis_rules.effects.reinforce import Reinforce
from acis_rules.effects.wonder import WonderDiscs

FIRST = "celt_iberia"  # area of the map


# ------------------------------------------------------------------------------------- cards

CAN = {  # what cards can do, as their texts say
    "removes": [1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 15, 20, 21, 22, 23, 24, 26, 28, 29, 39, 45, 59, 64, 65,
                67, 69, 70, 73, 74, 76, 96],
    "barbarians": [20, 23, 30, 31, 98, 99, 100, 101, 102],
    "costs_vp": [21, 52],
    "costs_talents": [5, 17, 21, 24],
    "costs_cards": [8, 17, 21, 34, 36, 48, 103],
    "gives_vp": [25, 52, 80, 85, 92],
    "gives_talents": [16, 18, 25, 27, 40, 43, 53, 54, 55, 56, 58, 69, 81, 83, 84, 87, 90, 97, 102],
    "gives_cards": [34, 36, 91, 93, 103],
    "builds_wonder": [41],
    "helps_wonder": [38, 41, 88],
    "harms_wonder": [86, 87],
    "allies": [6, 42, 61, 63, 64, 71, 73, 75, 77, 82, 94],
    "order": [37, 38],
    "forbids": [33],
    "shields": [60, 68, 72],
}  # fmt: skip
DISCS = {  # that one civilization gets from them at most, white ones counted
    1: [53, 64, 73],
    2: [7, 16, 18, 25, 28, 32, 40, 42, 57, 75, 77, 78, 79, 82, 90, 94, 96],
    3: [27, 35, 39, 61, 89],
    4: [6, 54, 63, 71, 95],
    9: [14],  # Religious Fervor: an area and all around it
}


@pytest.mark.parametrize("what", CAN)
def test_what_each_card_can_do(what: str) -> None:
    cards = Game.new().state.world.deck.cards[1:]
    assert [card.id for card in cards if getattr(card.tags, what)] == CAN[what]


def test_how_many_discs_each_card_can_give() -> None:
    cards = Game.new().state.world.deck.cards[1:]
    assert {card.id: card.tags.discs for card in cards if card.tags.discs} == {
        card: n for n, ids in DISCS.items() for card in ids
    }


def test_discs_that_several_operations_give_are_added_up() -> None:
    """What False Prophet compares: white discs too, put down or bought, and Ready discs."""
    tags = Tags()
    for operation in (Place(n=2), Allies(n=2, areas=2), BuyAllies(at_most=3), Gain(ready=1)):
        operation.tag(tags)
    assert tags.discs == 2 + 4 + 3 + 1


@pytest.mark.parametrize(
    ("operation", "can"),
    [
        (Remove(areas=2, each=2, replaced_by="you"), {"removes": True, "discs": 4}),
        (Remove(areas=2, each=2, total=3, replaced_by="you"), {"removes": True, "discs": 3}),
        (Remove(areas=2, each=2), {"removes": True}),
        (Allies(n=2), {"allies": True, "discs": 2}),
        (Allies(n=2, areas=3, whose="named"), {"allies": True}),
        (Gain(vp=1), {"gives_vp": True}),
        (Gain(talents=1), {"gives_talents": True}),
        (Gain(plus=Plus(every=2, count="own wonders", good="vp")), {"gives_vp": True}),
        (Gain(plus=Plus(every=2, count="own wonders", good="talents")), {"gives_talents": True}),
        (Gain(plus=Plus(every=2, count="own wonders", good="ready")), {}),
        (Lose(vp=1), {"costs_vp": True}),
        (Lose(vp=1, to_you=True), {"costs_vp": True, "gives_vp": True}),
        (Lose(talents=1), {"costs_talents": True}),
        (Lose(talents=1, short="city disc"), {"costs_talents": True, "removes": True}),
        (Penalty(one_of=("vp",)), {"costs_vp": True}),
        (Penalty(one_of=("talent", "card")), {"costs_talents": True, "costs_cards": True}),
        (Penalty(one_of=("disc",)), {"removes": True}),
        (Recover(n=3), {"gives_cards": True}),
        (Reinforce(who="rome", n=2), {"discs": 2}),
        (WonderDiscs(n=1), {"helps_wonder": True}),
        (WonderDiscs(n=-1), {"harms_wonder": True}),
    ],
)
def test_what_an_operation_can_do(operation: Operation, can: dict[str, Any]) -> None:
    tags = Tags()
    operation.tag(tags)
    assert tags == Tags(**can)
    before = Tags(*[True] * len(Tags.__struct_fields__))
    operation.tag(before)
    assert all(msgspec.structs.astuple(before)), "what another operation can do stays"


def test_ambush_does_not_reach_a_faction_of_equal_strength() -> None:
    assert removed(lay(contest(76, egypt=2, troy=2, black=3), 76), 76) == [("barbarians", "tyre")]


@pytest.mark.parametrize("area", ["tyre", FIRST])
def test_armor_helps_once_here_and_then_elsewhere_only(area: str) -> None:
    t = contest(63, area=area, scenario="basic_4p", gaul={}, carthage={})
    assert allies(lay(t, 63), "card 63") == {("egypt", area): 1}


def test_storm_at_sea_takes_no_more_discs_of_a_faction_than_it_has() -> None:
    """A Barbarian in one sea and a Trojan in the next are named; nothing is left for the third disc."""
    t = table(
        12, {"discs": {"kush": 1}}, troy={"discs": {"gulf_of_sidon": 1}},
        barbarians={"discs": {"egyptian_sea": 1}},
    )  # fmt: skip
    t.do("#12", "egyptian_sea", "egyptian_sea", "gulf_of_sidon")
    assert not t.asked("remove")
    assert sorted(removed(t, 12)) == [("barbarians", "egyptian_sea"), ("troy", "gulf_of_sidon")]


def test_local_trade_begins_only_where_a_second_area_is_adjacent() -> None:
    t = table(16, {"discs": {"egypt": 1, "kush": 1, "tyre": 1}}, troy={"discs": {"troy": 1, "cilicia": 1}})
    assert t.do("#16").options == {"egypt", "kush"}


def test_iconoclasts_pass_over_own_and_far_wonders_to_those_within_reach() -> None:
    t = table(
        86, {"discs": {"egypt": 1}}, troy={"discs": {"kush": 1, "libya": 1, "troy": 1}},
        wonders=[
            standing("Great Pyramid", "egypt", "egypt", 2),
            standing("Colossus", "troy", "troy", 2),
            standing("Lighthouse", "troy", "kush", 2),
            standing("Temple of Artemis", "troy", "libya", 2),
        ],
    )  # fmt: skip
    assert t.do("#86").options == {"Lighthouse", "Temple of Artemis"}


def test_discs_of_a_card_are_placed_in_the_order_of_the_map() -> None:
    """Improved Plow: the areas go up, so that each choice of three is made in one way."""
    t = table(27, {"discs": {"egypt": 1, "kush": 1, "libya": 1, "sinai": 1}}).do("#27")
    areas = sorted(("egypt", "kush", "libya", "sinai"), key=t.area)
    t.do(areas[1])
    assert t.options == {areas[2], areas[3], "stop"}


@pytest.mark.rule("CRD-23")
def test_barbarians_taken_from_elsewhere_are_told() -> None:
    t = table(
        30, {"discs": {"egypt": 1}}, troy={"discs": {"troy": 1}}, barbarians={"discs": {"macedon": 48}},
    )  # fmt: skip
    t.do("#30", "petra", "stop", "macedon")
    told = [(t.s.world.board.areas[event.area].id, event.n, event.cause) for event in t.events("removed")]
    assert told == [("macedon", 1, "shortage")]


@pytest.mark.rule("CRD-12")
@pytest.mark.parametrize(("talents", "answered"), [(2, False), (1, True)])
def test_treaty_does_not_answer_a_tax_revolt_that_is_paid_in_talents(talents: int, answered: bool) -> None:
    """Troy plays it against Egypt, the first civilization of the game."""
    t = position(
        egypt={"discs": {"egypt": 3}, "treasury": talents, "hand": [49]},
        troy={"discs": {"troy": 1}, "hand": [24]}, phase="cards", order=["troy", "egypt"],
    )  # fmt: skip
    t.do("#24")
    assert t.asked("negate", "egypt") == answered


@pytest.mark.rule("CLR-13")
def test_everybody_knows_the_card_that_the_mausoleum_took_from_the_open_pile() -> None:
    t = position(
        egypt={"discs": {"egypt": 1}}, troy={"discs": {"troy": 1}}, phase="evaluation",
        discard=[7, 8, 9], deck=deck_with(1, 2, 3, 4, 5, 6, without=(7, 8, 9)),
        wonders=[standing("Mausoleum", "egypt", "egypt", 3)], stack=[["draw_step"]],
    )  # fmt: skip
    t.do("Mausoleum", "#8")
    assert 8 in t.hand("egypt")
    assert t.game.view(1).known[0] == 1 << 8  # and none of those drawn after it
    assert t.game.view(0).known == [0, 0]


@pytest.mark.rule("CRD-16")
@pytest.mark.parametrize("once", [True, False])
def test_an_investment_bound_to_no_turn_is_used_in_every_competition(once: bool, tmp_path: Path) -> None:
    """The Standing Army is bound to one use in a turn; a card without these words is not."""
    content = yaml.safe_load((resources.files("acis_rules") / "data" / "deck.yaml").read_text())
    army = next(card for card in content["cards"] if card["id"] == 82)
    army["investment"]["once_per_turn"] = once
    (tmp_path / "deck.yaml").write_text(yaml.safe_dump(content))
    t = position(
        egypt={"discs": {"tyre": 2, "sinai": 2}}, troy={"discs": {"tyre": 2, "sinai": 2}},
        phase="competition", stack=[["competition_phase"]],
        investments=[{"card": 82, "owner": "egypt", "discs": 3}],
        options={"deck": str(tmp_path / "deck.yaml")},
    )  # fmt: skip
    first = t.s.competition_area
    t.do("#82")
    while t.s.question is not None and t.s.competition_area == first:
        t.do("stop" if t.asked("commit") else "lose")
    assert (t.s.question is not None and t.can("#82")) == (not once)


# ----------------------------------------------------------------------------------- Wonders


@pytest.mark.rule("WON-02", "WON-03", "WON-06", "WON-08")
@pytest.mark.parametrize("seed", range(60))
def test_any_small_position_offers_exactly_the_lawful_payments(seed: int) -> None:
    """Few discs, cards and talents: whatever can be paid leads to a Wonder, and nothing else is offered."""
    rng = random.Random(seed)
    lands, seas = ["kush", "libya", "sinai"], ["egyptian_sea", "red_sea"]
    areas = rng.sample(lands + seas, rng.randint(1, 4))
    discs = {area: rng.randint(1, 2) for area in areas}
    hand, treasury = [7, 61][: rng.randint(0, 2)], rng.randint(0, 3)
    taken = rng.choice(lands)
    t = builder(
        discs, 30, egypt={"hand": hand, "treasury": treasury}, troy={"discs": {"lydia": 2}},
        wonders=[{"wonder": "Colossus", "owner": "troy", "area": taken, "discs": 1}],
    )  # fmt: skip
    expected = by_the_rules(discs, hand, treasury, 30, set(areas) & set(lands) - {taken})
    assert ("Great Library" in wonders_on_offer(t)) == bool(expected)
    if expected:
        assert payments(t.do("Great Library")) == expected


# ----------------------------------------------------------------------------- Epochs, Aeneas


@pytest.mark.rule("EPO-26")
def test_the_drought_spares_areas_without_a_camp_wherever_they_are() -> None:
    t = position(
        "basic_4p", gaul={"discs": {FIRST: 3}}, carthage={}, troy={}, egypt={"discs": {"egypt": 2}},
        phase="epoch", epoch=1, stack=[["epoch_change"]], deck=deck_with(55),
    )  # fmt: skip
    assert t.discs("gaul", FIRST) == 3
    assert t.discs("egypt", "egypt") == 2


@pytest.mark.rule("AEN-04")
def test_investments_given_up_with_aeneas_are_told() -> None:
    t = position(
        egypt={"discs": {"egypt": 1}}, troy={"discs": {"troy": 2}, "vp": 40}, phase="evaluation",
        investments=[{"card": 25, "owner": "egypt", "discs": 2}], stack=[["aeneas_step", 0]],
    )  # fmt: skip
    t.do("yes")
    assert [(event.card, event.cause) for event in t.events("discarded")] == [(25, "aeneas")]
