"""Building Wonders: what the NPC pays with and where the Wonder stands."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, position
from npc_tables import answer, look

from acis_rules.kernel.actions import PAY_TALENT, area_action, card_action
from acis_rules.kernel.bits import mask_of
from agents.npc.position import Position
from agents.npc.wonders import can_afford, payment, site, spare_discs

ICONOCLASTS, LAND_IMPROVEMENT, PHILOSOPHER, BRIBERY = 86, 7, 93, 47
LANDS = {"egypt": 2, "kush": 3, "sinai": 2, "libya": 1, "red_sea": 1}


def at(hand: list[int] | None = None, **egypt: Any) -> tuple[Table, Position]:
    """Egypt in the Card Phase; it cannot play Iconoclasts, for no Wonder has been built."""
    table = position(
        "basic_2p", phase="cards", order=["egypt", "troy"], troy={"discs": {"troy": 2}},
        egypt={"discs": LANDS, "hand": hand or [], **egypt},
    )  # fmt: skip
    return table, look(table, "egypt", ("troy",))


def pays(hand: list[int], treasury: int, left: int, *areas: str, paid: tuple[str, ...] = ()) -> str:
    """The next resource, of these areas, its hand and its talents."""
    table, pos = at(hand, treasury=treasury)
    legal = mask_of(
        [*(area_action(table.area(area)) for area in areas), *(card_action(card) for card in hand)]
    )
    if treasury:
        legal |= 1 << PAY_TALENT
    words = {"talent": PAY_TALENT}
    done = tuple(words.get(word) or area_action(table.area(word)) for word in paid)
    return table.name(payment(pos, legal, left, done)[0])


@pytest.mark.rule("NPC-49", "NPC-51")
def test_cards_it_cannot_play_are_paid_first_then_talents() -> None:
    assert pays([ICONOCLASTS, LAND_IMPROVEMENT], 2, 3, "libya") == "Iconoclasts"
    assert pays([LAND_IMPROVEMENT], 3, 3, "libya") == "pay_talent"


@pytest.mark.rule("NPC-49")
def test_discs_are_paid_as_long_as_cards_and_talents_do_not_suffice() -> None:
    """Its Camp in the Red Sea goes before those on land, next to its home the last of these."""
    assert pays([LAND_IMPROVEMENT], 3, 4, "libya", "red_sea", "sinai") == "red_sea"
    assert pays([LAND_IMPROVEMENT], 3, 3, "libya", paid=("talent",)) == "libya"  # one talent is gone
    assert pays([ICONOCLASTS], 2, 4, "egypt", "kush") == "kush"  # a City rather than its home
    assert pays([ICONOCLASTS], 2, 4, "egypt", "libya") == "libya"


@pytest.mark.rule("NPC-49")
def test_discs_paid_already_are_gone() -> None:
    """Without one of its discs Kush is no City any more, and next in the row."""
    assert pays([], 0, 2, "kush", "egypt", paid=()) == "kush"
    table, pos = at()
    payment(pos, mask_of([area_action(table.area("egypt"))]), 1, (area_action(table.area("kush")),))
    assert pos.own[table.area("kush")] == 2


@pytest.mark.rule("NPC-51")
def test_at_last_cards_are_paid_in_the_order_of_discards() -> None:
    assert pays([BRIBERY, LAND_IMPROVEMENT, PHILOSOPHER], 0, 2) == "Land Improvement"
    assert pays([BRIBERY, LAND_IMPROVEMENT], 1, 4) == "pay_talent"


@pytest.mark.rule("NPC-32", "NPC-45")
def test_what_it_can_spare() -> None:
    """Discs outside its home and its Cities; one of them stays, and talents or dead cards pay the rest."""
    _, pos = at([ICONOCLASTS], treasury=2)
    assert spare_discs(pos) == 2 + 1 + 1
    assert can_afford(pos, 5, 2) and can_afford(pos, 5, 3) and not can_afford(pos, 6, 2)
    assert not can_afford(pos, 6, 4)  # none would be left


@pytest.mark.rule("NPC-32")
def test_the_architect_builds_more_cheaply() -> None:
    """3 resources, one of them a disc: 2 talents are enough with him and too few without."""
    table, _ = at([41, LAND_IMPROVEMENT], treasury=2)
    name, reason = answer(table)
    assert name == "Architect" and reason.startswith("NPC-32")
    table, _ = at([41, PHILOSOPHER], treasury=1, discs={"egypt": 3, "kush": 3, "libya": 1})
    assert answer(table)[0] == "Philosopher"
    table, _ = at([41], treasury=1)
    assert answer(table)[0] == "stop"


@pytest.mark.rule("NPC-95", "NPC-99")
@pytest.mark.parametrize(
    ("areas", "stands"),
    [
        (("libya", "egypt", "kush"), "egypt"),  # its home
        (("libya", "kush"), "kush"),  # a City
        (("phrygia", "libya"), "libya"),  # the nearest land
    ],
)
def test_the_site_of_a_wonder(areas: tuple[str, ...], stands: str) -> None:
    table, pos = at()
    legal = mask_of(area_action(table.area(area)) for area in areas)
    assert table.name(site(pos, legal)[0]) == stands
