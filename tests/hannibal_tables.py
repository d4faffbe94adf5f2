"""Positions of Hannibal's war in a few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from helpers import Later, Table, moment

from acis_rules import Game
from acis_rules.box.scenario import load_scenario

CARTHAGE, ROME, MACEDON, SYRACUSE = range(4)
NAMES = ("carthage", "rome", "macedon", "syracuse")


def war(
    name: str,
    *about: Any,
    then: Sequence[Later] = (),
    phase: str | None = None,
    scenario: str = "hannibal",
    rules: Sequence[str] = (),
    **given: Any,
) -> Table:
    """A position at a moment; whoever is not mentioned stands as in the setup, Gold lies as there, too."""
    setup = load_scenario(scenario).setup
    factions = []
    for block in load_scenario(scenario).factions:
        data = {"discs": setup.discs[block.key], **given.pop(block.key, {})}
        if block.civilization != "none":
            data["civilization"] = block.civilization
        factions.append(data)
    top: dict[str, Any] = {
        "scenario": scenario,
        "epoch": 3,
        "factions": factions,
        "barbarians": {"discs": dict(setup.barbarians)},
        "gold": [
            {"area": area, "owner": NAMES.index(gold.owner), "discs": gold.n}
            for area, gold in setup.gold.items()
        ],
        "order": [CARTHAGE, ROME, MACEDON],
        **moment(name, *about, then=then, phase=phase),
    }
    options = given.pop("options", {})
    return Table(Game.from_dict(top | {"options": {**options, "rules": list(rules)}} | given))


def new_war(seed: int, scenario: str = "hannibal", **options: Any) -> Table:
    """A game from its very beginning."""
    return Table(Game.new(scenario, seed=seed, options=options))


def seeds_until(found: Any, scenario: str = "hannibal", most: int = 300, **options: Any) -> Table:
    """The first new game for which something holds."""
    for seed in range(most):
        table = new_war(seed, scenario, **options)
        if found(table):
            return table
    raise AssertionError("no such game")


def stacked(*top: int, without: Sequence[int] = ()) -> list[int]:
    """A deck with these cards on top, the first one first, and the Events at the bottom."""
    events = [62, *range(98, 104)]
    rest = [card for card in range(1, 104) if card not in (*top, *without, *events)]
    return [*(card for card in events if card not in (*top, *without)), *rest, *reversed(top)]
