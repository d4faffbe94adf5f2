"""The names of all actions, in the order of the action space."""

from __future__ import annotations

from acis_rules.box.board import load_board
from acis_rules.box.civilizations import load_civilizations
from acis_rules.box.deck import load_deck
from acis_rules.kernel.actions import BLOCKS, N_ACTIONS, block_of
from acis_rules.words.names import ordinal

from .schema import SLOTS

NEVER = "never legal"
ONE_ACTION = {
    "stop": "decline, pass, no more", "lose_disc": "lose the disc", "pay_talent": "pay 1 talent",
    "lose_vp": "lose 1 VP", "ability": "use the ability of one's civilization",
}  # fmt: skip


def action_names() -> list[str]:
    """What each action names; the open decision gives it its meaning."""
    _, start, size = BLOCKS[-1]
    names = [_name(*block_of(action)) for action in range(start + size)]
    return names + [NEVER] * (N_ACTIONS - len(names))


def _name(block: str, n: int) -> str:
    if block == "area":
        return load_board().names[n]
    if block == "card":
        return f"{load_deck().cards[n].name} (#{n})"
    if block == "wonder":
        return load_deck().wonders[n].name
    if block == "civilization":
        return load_civilizations()[n].name
    if block == "faction":
        return _slot(n)
    if block == "number":
        return str(n)
    if block == "mode":
        return f"{ordinal(n + 1)} use of a card"
    return ONE_ACTION[block]


def _slot(n: int) -> str:
    """The Barbarians have the slot after the last civilization's; there are no more."""
    if n > SLOTS:
        return NEVER
    if n == SLOTS:
        return f"Barbarians (slot {n})"
    return f"faction in slot {n}" if n else "oneself (slot 0)"
