"""Games in which the game system runs civilizations: what the solitaire rules change for everybody.

Off unless options or scenario name seats in `npcs`. How an NPC decides is a matter of its player, not of
the table.
"""

from __future__ import annotations

from ..cards.oracle import even, turn_up
from ..kernel.bits import mask_of, members, union
from ..kernel.log import tell
from ..kernel.machine import push, step
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Areas, Card, Faction
from ..phases.aeneas import give_up, is_last, npc_keeps_civilization, too_late
from ..table.card_changes import discard
from ..table.changes import gain_talents, gain_vp, leave_for_good, lose_talents, lose_vp, return_disc
from ..table.ending import end_game
from ..table.holdings import give_up_holdings
from ..table.terms import cities, in_game, occupied, scorers, total_on_map
from .enmity import enter_anew, forget_enemies
from .gold import gold_of

SOLITAIRE = Variant("solitaire", applies=lambda world: bool(world.npcs))
HISTORICAL_SOLITAIRE = Variant("historical solitaire", applies=lambda world: world.by_category)

FEW_DISCS = 6  # NPC-78
ALPHABET_TALENTS = 2  # CIV-29
ENTRY = "npc entry"  # the cause of the card that says where an NPC begins anew (NPC-82)


@SOLITAIRE.at("commit_order")
def players_first(s: Seen, order: list[int]) -> list[int]:
    """Turn order, NPCs last: the player lays all its cards before the NPC lays its first (NPC-67)."""
    npcs = s.world.npcs
    return [f for f in order if not npcs >> f & 1] + [f for f in order if npcs >> f & 1]


@HISTORICAL_SOLITAIRE.at("competition_order")
def first_in_category(s: Seen, areas: Areas) -> int:
    """Those of the Contested areas that come first in solitaire games (NPC-59 to 66)."""
    around = s.world.board.around
    npcs = [f for f in s.order if s.world.npcs >> f & 1]
    players = [f for f in s.order if not s.world.npcs >> f & 1]
    theirs = _assets(s, players)
    for category in (*_assets(s, npcs), *theirs, *map(around, theirs)):
        if areas & category:
            return areas & category
    return areas


def _assets(s: Seen, factions: list[int]) -> tuple[int, int, int, int]:
    """Homes, areas of Gold, of Wonders and Cities of these civilizations."""
    homes = union(s.home[f] for f in factions)
    gold = union(gold_of(s, f) for f in factions)
    towns = union(cities(s, f) for f in factions)
    wonders = mask_of(w.area for w in s.wonders if w.owner in factions and not w.buried)
    return homes, gold, wonders, towns


@SOLITAIRE.at("scoring")
def bonus_vp(s: State) -> None:
    """Each NPC gains the bonus agreed upon (NPC-125, OPT-04)."""
    for faction in s.order:
        if s.world.npcs >> faction & 1:
            gain_vp(s, faction, s.world.npc_bonus_vp, "npc bonus")


@SOLITAIRE.at("tie_break")
def npc_wins_ties(s: Seen, seat: int) -> int:
    """Where the scenario says so, an NPC wins a tie in VP (HANN-07c)."""
    npcs = s.world.factions_of(seat) & s.world.npcs & s.world.scorers
    return int(s.world.scenario.victory.tie.npc and bool(npcs))


@SOLITAIRE.at("contenders")
def players_only(s: Seen, sides: set[int]) -> set[int]:
    """Where the scenario says so, a side of NPCs does not win by VP, unless there is no other (EGYM-2P1)."""
    if not s.world.scenario.victory.players_only:
        return sides
    return {side for side in sides if s.world.sides[side].factions & ~s.world.npcs} or sides


@SOLITAIRE.at("draw_ends")
def alphabet(s: State, faction: Faction) -> bool:
    """In a solitaire game Phoenicia's Alphabet gives talents instead of cards (CIV-29)."""
    gain_talents(s, faction, ALPHABET_TALENTS, "Alphabet")
    return True


# ----------------------------------------------------------------------- Aeneas (NPC-78 to 82)


@SOLITAIRE.at("aeneas")
def npc_aeneas(s: State, faction: Faction) -> bool:
    """An NPC with few discs begins anew if it is last in VP, or by a card.

    Where only those in the last place may, it has to be that, too (ROME1-08b).
    """
    if not s.world.npcs >> faction & 1:
        return False
    knobs = s.world.knobs[faction]
    if not knobs.aeneas or (knobs.aeneas_if_last and not is_last(s, faction)):
        return True
    if total_on_map(s, faction) <= FEW_DISCS and not too_late(s, faction):
        if s.vp[faction] == min(s.vp[f] for f in scorers(s)):
            push(s, npc_begins_anew, faction)
        else:
            turn_up(s, "npc aeneas", npc_aeneas_check, faction)
    return True


@step("npc_aeneas_check")
def npc_aeneas_check(s: State, faction: Faction, card: Card) -> None:
    """An even id: it begins anew (NPC-79)."""
    if even(card):
        push(s, npc_begins_anew, faction)


@step("npc_begins_anew")
def npc_begins_anew(s: State, faction: Faction) -> None:
    """To the last place in turn order and in again by a card (NPC-82); out at the second time (NPC-80)."""
    if s.aeneas_used[faction] >= s.world.options.aeneas_uses:
        leave_the_game(s, faction)
        return
    s.order.remove(faction)
    s.order.append(faction)
    turn_up(s, ENTRY, npc_entry, faction, back=False)


@step("npc_entry")
def npc_entry(s: State, faction: Faction, card: Card) -> None:
    """What the card says about the entry area is for the NPC to follow."""
    if s.world.hostility:
        enter_anew(s, faction, card)
    push(s, npc_keeps_civilization, faction)
    give_up(s, faction)


def leave_the_game(s: State, faction: Faction) -> None:
    """All it has leaves the game, its disc in the turn order too (NPC-80).

    Without NPCs the player wins (NPC-81). With nobody left who has VP, those still to come meet nobody.
    """
    s.aeneas_used[faction] += 1
    s.order.remove(faction)
    tell(s, "left", faction)
    for area in members(occupied(s, faction)):
        for _ in range(s.discs[faction][area]):
            return_disc(s, faction, area, "aeneas")
    give_up_holdings(s, faction, "aeneas")
    reserve = mask_of(card for card, (owner, _) in s.reserve.items() if owner == faction)
    for card in members(s.hand[faction] | reserve):
        discard(s, faction, card, "aeneas")
    leave_for_good(s, faction)
    lose_talents(s, faction, s.treasury[faction], "aeneas")
    lose_vp(s, faction, s.vp[faction], "aeneas")
    forget_enemies(s, faction)
    to_come = any(s.civilization[npc] < 0 for npc in members(s.world.unknown))
    if not scorers(s) or (not to_come and not any(in_game(s, npc) for npc in members(s.world.npcs))):
        sides = {s.world.side[f] for f in s.order}
        end_game(s, sides or range(len(s.world.sides)))
