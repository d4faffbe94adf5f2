"""An NPC at a position set by hand: what it sees and what it would do."""

from __future__ import annotations

from typing import Any

import msgspec
from helpers import Table, position

from acis_rules.box.npc_blocks import NpcBlock
from acis_rules.kernel.bits import mask_of
from acis_rules.table.terms import placements, room
from agents.npc.aims import Order
from agents.npc.chance import Reveals
from agents.npc.placement import Placement
from agents.npc.player import NPC
from agents.npc.position import Position
from agents.npc.priorities import next_order
from agents.npc.ties import Ties

HELD = {"carthage": 3, "thapsus": 3}  # Cities at home and beside it: priorities 5 and 8 are met
WONDER = [{"wonder": "Colossus", "owner": "carthage", "area": "sicily", "discs": 1}]
ROMAN_WONDER = [{"wonder": "Colossus", "owner": "rome", "area": "sicily", "discs": 1}]


class Fixed(Reveals):
    """Cards that come up in a known order."""

    def __init__(self, *cards: int) -> None:
        super().__init__(0)
        self.left = list(cards)

    def cards(self, n: int) -> list[int]:
        """The next n cards."""
        out, self.left = self.left[:n], self.left[n:]
        return out


def six(**given: Any) -> Table:
    """A position for six, in the Growth Phase if no other is given."""
    return position("basic_6p", **{"phase": "growth"} | given)


def look(
    table: Table, civilization: str, enemies: tuple[str, ...] = (), gold: dict[str, str] | None = None,
    invader: bool = False, rules: dict[str, Any] | None = None,
) -> Position:  # fmt: skip
    """The position as a civilization sees it, with these enemies, the Primary one first."""
    me = table.faction(civilization)
    for area, owner in (gold or {}).items():
        table.s.gold[table.area(area)] = (table.faction(owner), 1)
    view = table.game.view(table.s.world.player[me])
    pos = Position(view, me, tuple(table.faction(enemy) for enemy in enemies))
    pos.invader |= invader
    if rules is not None:
        pos.rules = msgspec.convert(rules, NpcBlock)
    return pos


def order(
    table: Table, civilization: str, n: int, *, areas: tuple[str, ...] = (), **how: Any
) -> Order | None:
    """The next group of n Ready discs of a civilization, where it may deploy (or in these areas)."""
    pos = look(table, civilization, **how)
    table.s.phase = "growth"
    legal = placements(table.s, pos.me) & room(table.s, pos.me)
    if areas:
        legal = mask_of(table.area(area) for area in areas)
    return next_order(Placement(pos, Ties("A", Reveals(0))), legal, n)


def choice(table: Table, civilization: str, n: int, **how: Any) -> tuple[str, int, int] | None:
    """The same as (area, discs, priority)."""
    found = order(table, civilization, n, **how)
    return None if found is None else (table.s.world.board.areas[found.area].id, found.n, found.priority)


def group(table: Table, civilization: str, area: str, n: int, **how: Any) -> int:
    """How many of n discs the group rules let it put there."""
    placement = Placement(look(table, civilization, **how), Ties("A", Reveals(0)))
    table.s.phase = "growth"
    placement.n = n
    return placement.group(table.area(area))


def orders(table: Table, civilization: str, n: int, **how: Any) -> list[tuple[str, int, int]]:
    """All groups of n Ready discs one after the other: (area, discs, priority)."""
    out = []
    table.s.phase = "growth"
    me = table.faction(civilization)
    while n:
        found = choice(table, civilization, n, **how)
        if found is None:
            break
        out.append(found)
        area, discs, _ = found
        for _ in range(discs):
            put(table, me, table.area(area))
        n -= discs
    return out


def put(table: Table, faction: int, area: int) -> None:
    """A disc from supply on the map, as in the Deployment step."""
    from acis_rules.table.changes import place

    place(table.s, faction, area, "deploy")


def answer(table: Table, npc: NPC | None = None) -> tuple[str, str]:
    """What the NPC answers to the open decision, by name, and why."""
    player = npc or NPC()
    decision = table.game.decision
    action, reason = player.explain(table.game.view(decision.seat), decision, table.game.legal_actions())
    return table.name(action), reason


def play_on(table: Table, *npcs: NPC, until: str = "", limit: int = 400) -> list[tuple[str, str, str]]:
    """NPCs answer (all seats by default one each) until a kind of decision: (kind, answer, reason)."""
    players = list(npcs) or [NPC() for _ in range(table.s.world.n_seats)]
    out: list[tuple[str, str, str]] = []
    for _ in range(limit):
        if table.game.over or (until and table.kind == until):
            return out
        decision = table.game.decision
        player = players[decision.seat % len(players)]
        action, reason = player.explain(table.game.view(decision.seat), decision, table.game.legal_actions())
        out.append((decision.kind, table.name(action), reason))
        table.game.apply(action)
    return out
