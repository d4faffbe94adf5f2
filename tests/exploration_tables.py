"""Tables of an Exploration: Rome explores, and the discs of the bag are those the test says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers import Table

from acis_rules import Game
from acis_rules.cards.oracle import CUP_COLOURS, WHITE
from acis_rules.kernel.bits import members
from acis_rules.variants import bag as the_bag

Bag = Callable[..., None]
ROME = {
    "rome": 2,
    "etruria": 2,
    "umbria": 2,
    "apulia": 2,
    "samnium": 2,
    "tyrrhenian_sea": 1,
    "bay_of_capua": 1,
}


def bag_of(monkeypatch: pytest.MonkeyPatch) -> Bag:
    """The next discs drawn from the bag, by colour; white after that."""

    def fill(*colours: str) -> None:
        discs = [CUP_COLOURS.index(colour) for colour in colours]

        monkeypatch.setattr(the_bag, "contents", lambda s: [discs.pop(0) if discs else WHITE])

    return fill


def explore(top: tuple[int, ...] = (), created: Any = None, **given: Any) -> Table:
    """Rome explores; `top` are the next cards of the deck, `created` the decisions before the game."""
    decisions = {"players": ["rome"], "npcs": 0, "unknown": 3} | (created or {})
    options = {"created": decisions} | given.pop("options", {})
    rome = {"civilization": "rome", "discs": ROME} | given.pop("rome", {})
    others = given.pop("others", [{} for _ in range(decisions["unknown"])])
    hidden = {*top, *given.get("discard", ()), *rome.get("hand", ())}
    hidden |= {card for other in others for card in other.get("hand", ())}
    position: dict[str, Any] = {
        "scenario": "created_exploration", "options": options, "phase": "exploration",
        "factions": [rome, *others],
        "order": [0, *(i for i, other in enumerate(others, 1) if "civilization" in other)],
        "deck": [card for card in range(1, 104) if card not in hidden] + [*reversed(top)],
        **given,
    }  # fmt: skip
    position.setdefault("absent", [i for i, other in enumerate(others, 1) if "civilization" not in other])
    return Table(Game.from_dict(position))


def areas(table: Table, mask: int) -> set[str]:
    return {table.s.world.board.areas[area].id for area in members(mask)}
