"""The twelve categories of cards (NPC-31 to NPC-43)."""

from __future__ import annotations

from acis_rules.box.deck import Fate

FIRST_RULE = 30  # category n stands in rule NPC-(30 + n)
CATEGORIES = (
    "more cards", "helps a Wonder", "harms a Wonder", "VP", "talents", "costs cards", "costs VP",
    "costs talents", "removes discs", "places Barbarians", "places its discs", "any other",
)  # fmt: skip


def category(fate: Fate) -> int:
    """The highest category of a card, 1 to 12 (NPC-31 to 43)."""
    tags = fate.tags
    has = (
        tags.gives_cards, tags.builds_wonder or tags.helps_wonder, tags.harms_wonder, tags.gives_vp,
        tags.gives_talents, tags.costs_cards, tags.costs_vp, tags.costs_talents, tags.removes,
        tags.barbarians, tags.discs > 0,
    )  # fmt: skip
    return has.index(True) + 1 if True in has else len(CATEGORIES)
