"""A new position: what every field is before anything is set up."""

from __future__ import annotations

from typing import Any

import pytest

from acis_rules.box.world import World
from acis_rules.kernel.state import FIELDS, State, WonderState

WORLD = World("basic_2p")
NOBODY, NOWHERE = -1, -1

START: dict[str, Any] = {  # what is not nothing
    "world": WORLD, "rng": 5, "epoch": 1, "turn": 1, "phase": "setup",
    "civilization": [-1, -1], "nile": [WORLD.board.nile] * 2,
    "enemies": [0b10, 0b01], "latest_enemy": (NOBODY, NOBODY), "primary_enemy": (NOBODY, NOBODY),
    "wonders": [WonderState(owner=NOBODY, area=NOWHERE, discs=0, buried=False)] * 7,
    "competition_area": NOWHERE, "special": -1,
}  # fmt: skip
SIZES = {  # 2 civilizations and the Barbarians, 106 areas, masks of 1 to 4 discs
    "discs": [106] * 3, "at_least": [3] * 4, "laid": [0] * 2,
}  # fmt: skip
OF_EACH = (
    "home", "ready", "ready_land", "treasury", "loot", "vp", "aeneas_used", "draw_less", "harmed_by",
    "in_bag", "fallen", "shield", "hand", "drawn", "epoch_draw", "laid",
)  # fmt: skip


def nothing(value: Any) -> bool:
    """0, False, None, or a row of them."""
    if isinstance(value, list | tuple | bytearray):
        return all(map(nothing, value))
    return not value


def test_a_position_begins_with_nothing() -> None:
    s = State(WORLD, 5)
    found = {name: getattr(s, name) for name in FIELDS if name != "log"}
    assert {name: value for name, value in found.items() if not nothing(value)} == START
    assert not list(s.log)


def test_a_position_has_a_place_for_everybody() -> None:
    s = State(WORLD, 5)
    assert {name: list(map(len, getattr(s, name))) for name in SIZES} == SIZES
    assert {name: len(getattr(s, name)) for name in OF_EACH} == dict.fromkeys(OF_EACH, 2)
    assert len(s.supply) == 3 and len(s.known) == 4


def test_the_seed_is_a_number_of_64_bits() -> None:
    assert State(WORLD, 2**64 + 7).rng == 7 and State(WORLD, 2**64 - 1).rng == 2**64 - 1


@pytest.mark.rule("EXP-13")
@pytest.mark.parametrize("unmet", [0, 1])
def test_an_npc_still_to_be_met_has_a_disc_in_the_bag(unmet: int) -> None:
    s = State(World("two_civs_a", {"npcs": [unmet], "unknown": [unmet]}), 0)
    assert s.in_bag == [int(faction == unmet) for faction in range(2)]


def filled(value: Any) -> None:
    """Something is put into a list, a row or a dict."""
    if isinstance(value, dict):
        value[-1] = None
    elif isinstance(value, list | bytearray):
        value.append(7)


def test_what_happens_to_a_copy_does_not_happen_to_the_original() -> None:
    s = State(WORLD, 5)
    before = {name: repr(getattr(s, name)) for name in FIELDS if name != "log"}
    copy = s.copy()
    for name in before:
        value = getattr(copy, name)
        for row in value if isinstance(value, list) else ():
            filled(row)
        filled(value)
    assert {name: repr(getattr(s, name)) for name in before} == before
