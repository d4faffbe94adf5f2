"""Hostility of NPCs at the end of each Victory Count step (HOS rules), and their Primary enemies.

Discs drawn from a bag decide about peace and war: the more conditions hold, the more discs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..cards.oracle import BLACK, WHITE, draw_from
from ..effects.fate import limit_hand
from ..kernel.actions import (
    PAY_TALENT,
    PAY_TALENT_BIT,
    STOP,
    STOP_BIT,
    card_actions,
    card_of,
    faction_actions,
    faction_of,
)
from ..kernel.bits import mask_of, members, set_of
from ..kernel.chance import one_of
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.state import Seen, State
from ..kernel.types import Action, Areas, Faction, Factions
from ..table.card_changes import give_card
from ..table.changes import give_talent
from ..table.terms import cities, in_turn_order, near, occupied, total_on_map
from .bag import contents
from .enmity import HOSTILITY, become_enemies, end_enmity
from .gold import gold_of

if TYPE_CHECKING:
    from ..kernel.state import Points

MOST_DISCS_FOR_WAR = 5  # HOS-12, HOS-26
MINOS = "minos"

Pairs = tuple[tuple[int, int], ...]  # players' civilizations and NPCs that made peace

# ------------------------------------------------------------- Primary enemy (NPC-13 to 24)

Test = Callable[[Seen, int, int], "Points"]


def _discs_in(s: Seen, faction: Faction, areas: Areas) -> int:
    row = s.discs[faction]
    return sum(row[area] for area in members(areas & occupied(s, faction)))


def _wonder_areas(s: Seen, faction: Faction) -> int:
    return mask_of(w.area for w in s.wonders if w.owner == faction and not w.buried)


PRIMARY_TESTS: tuple[tuple[str, Test], ...] = (
    ("NPC-16", lambda s, npc, f: _discs_in(s, f, s.home[npc])),
    ("NPC-17", lambda s, npc, f: _discs_in(s, f, _wonder_areas(s, npc))),
    ("NPC-18", lambda s, npc, f: _discs_in(s, f, gold_of(s, npc))),
    ("NPC-19", lambda s, npc, f: _discs_in(s, f, cities(s, npc))),
    ("NPC-20", lambda s, npc, f: _discs_in(s, f, s.world.board.around(s.home[npc]))),
    ("NPC-21", lambda s, npc, f: s.vp[f]),
    ("NPC-22", lambda s, npc, f: cities(s, f).bit_count()),
    ("NPC-23", lambda s, npc, f: total_on_map(s, f)),
)


def foremost(s: Seen, npc: Faction, enemies: list[int]) -> tuple[list[int], str]:
    """The enemies the tests of the Primary enemy leave, and the last rule that was needed."""
    for rule, test in PRIMARY_TESTS:
        counts = [test(s, npc, enemy) for enemy in enemies]
        top = max(counts)
        enemies = [enemy for enemy, n in zip(enemies, counts, strict=True) if n == top]
        if len(enemies) == 1:
            return enemies, rule
    return enemies, "NPC-24"


@HOSTILITY.at("turn_starts")
def new_turn(s: State) -> None:
    """Primary enemies and what was suffered hold for a turn."""
    n = s.world.n_factions
    s.primary_enemy, s.harmed_by = (-1,) * n, (0,) * n


@HOSTILITY.at("growth_starts")
def before_growth(s: State, faction: Faction) -> None:
    """An NPC looks for its Primary enemy before it grows (NPC-15)."""
    push(s, primary_enemy, faction)


@step("primary_enemy")
def primary_enemy(s: State, faction: Faction) -> None:
    """An NPC with two enemies or more and without a Primary enemy gets one for the turn (NPC-15)."""
    enemies = members(s.enemies[faction])
    if s.world.npcs >> faction & 1 and len(enemies) > 1 and s.primary_enemy[faction] < 0:
        left, _ = foremost(s, faction, enemies)
        chosen = one_of(s, left)
        primary = list(s.primary_enemy)
        primary[faction] = chosen
        s.primary_enemy = tuple(primary)
        tell(s, "primary_enemy", faction, other=chosen)


@HOSTILITY.at("phase_starts")
def primary_enemies(s: State) -> None:
    """The same for all NPCs at the start of a phase."""
    for npc in in_turn_order(s, s.world.npcs):
        primary_enemy(s, npc)


# --------------------------------------------------------------------------------- the bag


def draw_discs(s: State, faction: Faction, other: Faction, n: int, what: str) -> tuple[int, ...]:
    """Draw n discs, look at them and put them all back (HOS-10); `what` they are drawn for."""
    return draw_from(s, contents(s), n, what, faction, other) if n or what == "offer" else ()


def peace_conditions(s: Seen, player: int, npc: Faction, gift: bool) -> int:
    """How many discs an offer of peace draws (HOS-04)."""
    n = sum((
        gift,  # HOS-05
        not near(s, player) & occupied(s, npc),  # HOS-06
        s.vp[npc] > s.vp[player],  # HOS-07
        _cities(s, npc) > _cities(s, player),  # HOS-08
    ))  # fmt: skip
    fewer = len(_players(s)) > 1 and s.primary_enemy[npc] == player  # HOS-09
    return max(0, n - fewer)


def npc_peace_conditions(s: Seen, npc: Faction, enemy: int) -> int:
    """How many discs an NPC draws for peace with another (HOS-21)."""
    return sum((
        not near(s, enemy) & occupied(s, npc),  # HOS-22
        s.vp[npc] > s.vp[enemy],  # HOS-23
        _cities(s, npc) > _cities(s, enemy),  # HOS-24
    ))  # fmt: skip


def war_conditions(s: Seen, npc: Faction, other: Faction) -> int:
    """How many discs an NPC draws for war with another civilization (HOS-12, HOS-26)."""
    home = s.home[npc]
    shared = occupied(s, npc) & occupied(s, other)
    n = sum((
        bool(near(s, other) & occupied(s, npc)),  # HOS-13, HOS-27
        bool((home | s.world.board.around(home)) & occupied(s, other)),  # HOS-14, HOS-28
        s.vp[other] > s.vp[npc],  # HOS-15, HOS-29
        _cities(s, other) > _cities(s, npc),  # HOS-16, HOS-30
        s.harmed_by[npc] >> other & 1,  # HOS-17, HOS-31
        s.world.civilization(s, npc).id == MINOS and bool(shared & s.world.board.sea),  # HOS-18, HOS-32
    ))  # fmt: skip
    return min(n, MOST_DISCS_FOR_WAR)


def _cities(s: Seen, faction: Faction) -> int:
    return cities(s, faction).bit_count()


def _reconcilable(s: Seen, faction: Faction) -> Factions:
    """NPCs that are its enemies and could make peace: not those whom the scenario calls always enemies.

    Who has no turn, or is not in the game, makes no peace and takes no gifts.
    """
    return s.enemies[faction] & s.world.npcs & set_of(s.order) & ~s.world.sworn_enemies[faction]


def _players(s: Seen) -> list[int]:
    return in_turn_order(s, ~s.world.npcs)


def _npcs(s: Seen) -> list[int]:
    return in_turn_order(s, s.world.npcs)


# ------------------------------------------------------------------- 1. peace offers (HOS-03)


@HOSTILITY.at("scored")
def after_victory_count(s: State) -> None:
    """Peace and war are determined at the end of the Victory Count step (HOS-01)."""
    push(s, hostility, 0, 0, ())


@step("hostility")
def hostility(s: State, i: int, asked: int, peace: Pairs) -> None:
    """Players offer peace in turn order, each once to each enemy; then the NPCs check (HOS-02)."""
    players = _players(s)
    while i < len(players):
        enemies = _reconcilable(s, players[i]) & ~asked
        if enemies:
            ask(s, peace_offered, (i, asked, peace), players[i], "peace_offer",
                faction_actions(enemies) | STOP_BIT)  # fmt: skip
            return
        i, asked = i + 1, 0
    declare_wars(s, peace)
    wage_wars(s, make_peace(s) | {npc for _, npc in peace})


@answer("peace_offer")
def peace_offered(s: State, action: Action, i: int, asked: int, peace: Pairs) -> None:
    """Go on to the gift, or to the next player."""
    if action == STOP:
        push(s, hostility, i + 1, 0, peace)
        return
    player, npc = _players(s)[i], faction_of(action)
    tell(s, "peace_offer", player, other=npc)
    push(s, peace_gift, player, npc, i, asked | 1 << npc, peace)


@step("peace_gift")
def peace_gift(s: State, player: int, npc: Faction, i: int, asked: int, peace: Pairs) -> None:
    """A talent or a card before the first disc is drawn, or nothing (HOS-05)."""
    legal = STOP_BIT | card_actions(s.hand[player])
    if s.treasury[player]:
        legal |= PAY_TALENT_BIT
    ask(s, gift_chosen, (player, npc, i, asked, peace), player, "peace_gift", legal, by=npc)


@answer("peace_gift")
def gift_chosen(
    s: State, action: Action, player: int, npc: Faction, i: int, asked: int, peace: Pairs
) -> None:
    """Give it and draw; a white disc makes peace (HOS-10)."""
    if action == PAY_TALENT:
        give_talent(s, player, npc)
    elif action != STOP:
        give_card(s, player, npc, card_of(action))
    n = peace_conditions(s, player, npc, action != STOP)
    if WHITE in draw_discs(s, player, npc, n, "offer"):
        end_enmity(s, player, npc)
        peace += ((player, npc),)
    push(s, hostility, i, asked, peace)
    limit_hand(s, npc)


# ------------------------------------------- 2. declarations of war, 3. and 4. among NPCs


def declare_wars(s: State, peace: Pairs) -> None:
    """NPCs from highest to lowest VP check against each player not their enemy (HOS-11, HOS-19).

    A new enemy of a player is no longer the enemy of any NPC (HOS-20).
    """
    for npc in sorted(_npcs(s), key=lambda npc: -s.vp[npc]):
        for player in _players(s):
            if s.enemies[npc] >> player & 1 or (player, npc) in peace:
                continue
            if BLACK in draw_discs(s, npc, player, war_conditions(s, npc, player), "war"):
                become_enemies(s, npc, player, "war")
                for other in members(_reconcilable(s, npc)):
                    end_enmity(s, npc, other, "war")


def make_peace(s: State) -> set[int]:
    """NPCs that are enemies of each other check for peace in turn order (HOS-21, HOS-25); who made it."""
    made: set[int] = set()
    for npc in _npcs(s):
        for enemy in in_turn_order(s, _reconcilable(s, npc)):
            if WHITE in draw_discs(s, npc, enemy, npc_peace_conditions(s, npc, enemy), "peace"):
                end_enmity(s, npc, enemy)
                made |= {npc, enemy}
    return made


def wage_wars(s: State, made_peace: set[int]) -> None:
    """NPCs without enemies that made no peace check against each other, fewest VP first (HOS-26, HOS-33)."""

    def free(npc: Faction) -> bool:
        return not s.enemies[npc] and npc not in made_peace

    for npc in _npcs(s):
        for other in sorted(_npcs(s), key=lambda other: s.vp[other]):
            if other == npc or not free(npc) or not free(other):
                continue
            if BLACK in draw_discs(s, npc, other, war_conditions(s, npc, other), "war"):
                become_enemies(s, npc, other, "war")
