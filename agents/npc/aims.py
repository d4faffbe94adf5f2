"""What a priority or an order of the scenario asks for, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from acis_rules.kernel.types import Area

FIRST_RULE = 93  # priority n stands in rule NPC-(93 + n), from 12 on one further
LAST_DEFENSIVE = 11
NO_PRIORITY = 30  # a disc that a card places although none of the 29 asks for it


class Aim(NamedTuple):
    """Areas of equal rank under a priority; `up_to` own discs if it builds a group."""

    areas: int
    why: str
    up_to: int = 0
    each: int = 0  # exactly so many discs, whatever stands there
    size: Callable[[Area], int] | None = None  # how many, if not by the group rules
    rule: str = ""  # of the scenario


class Order(NamedTuple):
    """So many discs into an area, and the priority that says so; orders of the scenario count up to 0."""

    area: int
    n: int
    priority: int
    why: str
    rule: str = ""  # of the scenario

    @property
    def reason(self) -> str:
        """The rule and the priority in words."""
        if self.rule:
            return f"{self.rule}: {self.why}"
        if self.priority == NO_PRIORITY:
            return f"NPC-124: {self.why}"
        rule = FIRST_RULE + self.priority + (self.priority > LAST_DEFENSIVE)
        return f"NPC-{rule}: priority {self.priority}, {self.why}"
