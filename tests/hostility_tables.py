"""Positions with NPCs whose enemies can change, and questions about enmity."""

from __future__ import annotations

from typing import Any

from helpers import Table, moment, position

from acis_rules.box.scenario import load_scenario

FAR = {"discs": {"kush": 1}}  # from all that Carthage, Gaul and Troy do in the tests


def solo(scenario: str = "basic_2p", players: int = 1, **given: Any) -> Table:
    """The civilizations mentioned first are the players', the others NPCs."""
    n = len(load_scenario(scenario).factions)
    given.setdefault("options", {"npcs": list(range(players, n)), "npc_hostility": True})
    return position(scenario, **given)


def check(scenario: str = "basic_2p", players: int = 1, **given: Any) -> Table:
    """The end of a Victory Count step, with nothing after it."""
    return solo(scenario, players, **moment("hostility"), **given)


def card_phase(scenario: str = "basic_2p", players: int = 1, **given: Any) -> Table:
    """A Card Phase, with nothing after it."""
    return solo(scenario, players, **moment("card phase"), **given)


def drawn(table: Table, what: str) -> list[tuple[str, str, int]]:
    """Who drew how many discs about whom."""

    def name(faction: int) -> str:
        return table.s.world.civilization(table.s, faction).id

    return [(name(e.faction), name(e.other), e.n) for e in table.events("discs_drawn") if e.cause == what]


def enemies(table: Table, one: str, other: str) -> bool:
    """Whether two civilizations are enemies; enmity is mutual."""
    a, b = table.faction(one), table.faction(other)
    both = table.s.enemies[a] >> b & 1, table.s.enemies[b] >> a & 1
    assert both[0] == both[1]
    return bool(both[0])
