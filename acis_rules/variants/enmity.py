"""Who becomes an NPC's enemy, and when an enmity ends (NPC-07 to 12, NPC-83 to 86).

Enmity is mutual: `State.enemies` says it for both sides. It changes only in games with the option
`npc_hostility`; in all others it is what the game begins with.
"""

from __future__ import annotations

from ..kernel.bits import members
from ..kernel.log import tell
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Area, Card, Faction, Factions
from ..table.terms import cities, in_game, in_turn_order, strength
from .downfall import drove_out

HOSTILITY = Variant("hostility", applies=lambda world: world.hostility)

ENTRY_NOBODY, ENTRY_LEADER, ENTRY_LATEST = 20, 50, 80  # the last ids of NPC-83, NPC-84, NPC-85
MAKES_ENEMIES = ("disc", "talent", "card")  # NPC-09


def become_enemies(s: State, npc: Faction, other: Faction, cause: str, area: Area = -1) -> None:
    """The NPC is the enemy of the other civilization from now on (NPC-11)."""
    if (s.enemies[npc] | s.world.friends[npc]) >> other & 1:
        return
    s.enemies[npc] |= 1 << other
    s.enemies[other] |= 1 << npc
    latest = list(s.latest_enemy)
    latest[npc], latest[other] = other, npc
    s.latest_enemy = tuple(latest)
    tell(s, "war", npc, area=area, other=other, cause=cause)


def end_enmity(s: State, one: int, other: Faction, cause: str = "peace") -> None:
    """The two are no longer enemies of each other."""
    if s.enemies[one] >> other & 1:
        s.enemies[one] &= ~(1 << other)
        s.enemies[other] &= ~(1 << one)
        tell(s, "peace", one, other=other, cause=cause)


# ------------------------------------------------------------------- wrongs (NPC-09, NPC-10)


@HOSTILITY.at("lost")
def harm(s: State, victim: Faction, what: str, cause: str) -> None:
    """If a card of somebody else costs an NPC something, that is remembered for the turn (HOS-17).

    A disc, a card or a talent makes an enemy at once (NPC-09), VP and Wonders do not.
    """
    if not s.world.npcs >> victim & 1:
        return
    if not s.resolving:
        return
    play = s.resolving[-1]
    if play.kind != "card" or cause not in (play.cause, "saves a disc"):
        return
    if play.by == victim or s.world.deck.events >> play.id & 1:  # nobody plays an Event
        return
    harmed = list(s.harmed_by)
    harmed[victim] |= 1 << play.by
    s.harmed_by = tuple(harmed)
    if what in MAKES_ENEMIES:
        become_enemies(s, victim, play.by, play.cause)


@HOSTILITY.at("placed")
def intrude(s: State, faction: Faction, area: Area, cause: str) -> None:
    """A disc was placed: NPCs whose area it has made Contested are the placer's enemies (NPC-10)."""
    if cause == "setup":
        return
    others = [f for f, here in enumerate(s.at_least[0]) if f != faction and here >> area & 1]
    if not others:
        return
    own = strength(s, faction, area)
    strongest = max(strength(s, f, area) for f in others)
    before = strongest > 1 and len(others) > 1 if own == 1 else max(strongest, own - 1) > 1
    if not before and max(strongest, own) > 1:
        for npc in others:
            if s.world.npcs >> npc & 1:
                become_enemies(s, npc, faction, "contested", area)


# --------------------------------------------------------------------------- beginning anew


def leader(s: Seen, but: int, among: int = -1) -> int:
    """The other civilization with most VP, then most Cities, then first in turn order; -1: none."""
    others = [f for f in in_turn_order(s, among & s.world.scorers) if f != but]
    return max(others, key=lambda f: (s.vp[f], cities(s, f).bit_count()), default=-1)


def enemy_at_entry(s: State, npc: Faction, card: Card) -> int:
    """Whose enemy an NPC is that begins anew, by the id of the card revealed; -1: nobody's."""
    if card <= ENTRY_NOBODY:
        return -1  # NPC-83
    if ENTRY_LEADER < card <= ENTRY_LATEST:  # NPC-85
        enemies = s.enemies[npc]
        primary, latest = s.primary_enemy[npc], s.latest_enemy[npc]
        if primary >= 0 and enemies >> primary & 1:
            return primary
        if in_game(s, latest) and (not enemies or enemies >> latest & 1):
            return latest
        if enemies:
            return leader(s, npc, enemies)
    if card > ENTRY_LATEST:
        return leader(s, npc, drove_out(s, npc, s.log) or -1)  # NPC-86
    return leader(s, npc)  # NPC-84


def enter_anew(s: State, npc: Faction, card: Card) -> None:
    """All its enmities end but those of the scenario; the card says whose enemy it is now (NPC-83 to 86)."""
    enemy = enemy_at_entry(s, npc, card)
    forget_enemies(s, npc, but=s.world.sworn_enemies[npc] | (1 << enemy if enemy >= 0 else 0))
    if enemy >= 0:
        become_enemies(s, npc, enemy, "aeneas")


def forget_enemies(s: State, npc: Faction, but: Factions = 0) -> None:
    """It is nobody's enemy any longer, or only that of some."""
    enemies = s.enemies[npc] & ~but
    for other in (*in_turn_order(s, enemies), *members(enemies & ~s.world.takers)):
        end_enmity(s, npc, other, "aeneas")
