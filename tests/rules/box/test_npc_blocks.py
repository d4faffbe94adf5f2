"""Orders of NPCs in words, as they give them for a reason."""

from __future__ import annotations

from typing import Any

import pytest

from acis_rules.box.npc_blocks import OrderBlock


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"to": 3}, "up to 3 discs in dalmatia"),
        ({"to": 1, "areas": ("rome", "next to rome")}, "up to 1 discs in rome or next to rome"),
        ({"exceed": 1}, "1 more than others in dalmatia"),
        ({"exceed": 2, "of": ("rome", "egypt")}, "2 more than rome and egypt in dalmatia"),
        ({"exceed": 0}, "as many as others in dalmatia"),
        ({"exceed": 0, "of": ("enemies",), "areas": ("home",)}, "as many as enemies in home"),
    ],
)
def test_an_order_in_words(order: dict[str, Any], words: str) -> None:
    assert OrderBlock(**{"rule": "HANN-04a", "areas": ("dalmatia",)} | order).words == words
