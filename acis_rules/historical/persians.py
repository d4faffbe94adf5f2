"""Greeks and Persians, Alexander, Darius III: elimination, the fleet, generals who go home, a bonus card."""

from __future__ import annotations

from ..box.variant_blocks import PersiansBlock
from ..cards.drawing import draw
from ..cards.oracle import odd, turn_up
from ..effects import Play
from ..effects.reinforce import Reinforce
from ..kernel.bits import members, union
from ..kernel.machine import push, step
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Area, Areas, Card, Cause, Faction
from ..table.changes import add_allies, dismiss_allies, loot_to_treasury
from ..table.terms import HAND_LIMIT, in_game, occupied
from ..variants.bans import banned_areas, holds_now
from ..variants.gold import gold_under
from ..variants.lifecycle import eliminate
from ..variants.monitors import look_for_a_winner, win_at_once

PERSIANS = Variant("persians", applies=lambda world: world.scenario.persians is not None)


def _block(s: Seen) -> PersiansBlock:
    block = s.world.scenario.persians
    assert block is not None
    return block


@PERSIANS.at("fought")
def after_a_competition(s: State, area: Area) -> None:
    """Only competitions take the last Persian disc off Gold, so it is looked for after each (PERS-09)."""
    eliminate_without_gold(s)
    look_for_a_winner(s)
    if s.over:
        dismiss_allies(s)
        loot_to_treasury(s)


@PERSIANS.at("placed")
def partner_takes_over(s: State, faction: Faction, area: Area, cause: Cause) -> None:
    """Discs that replace those of the partner take its Gold, perhaps the last (PERS-05b, PERS-09b)."""
    if area in s.gold and s.phase in ("growth", "cards"):
        eliminate_without_gold(s)


@PERSIANS.at("turn_starts")
@PERSIANS.at("competition_ends")
def eliminate_without_gold(s: State) -> None:
    """Who has no Gold under any own disc is out of the game (PERS-09a, PERS-09b)."""
    for name in _block(s).eliminated:
        faction = s.world.scenario.faction_of(name)
        if in_game(s, faction) and not gold_under(s, faction):
            eliminate(s, faction, "no gold")


@PERSIANS.at("competition_starts")
def white_disc_at_sea(s: State, area: Area) -> None:
    """The fleet gets a white disc in every sea competition it takes part in (PERS-12)."""
    name = _block(s).white_at_sea
    if name and s.world.board.sea >> area & 1:
        fleet = s.world.scenario.faction_of(name)
        if in_game(s, fleet) and occupied(s, fleet) >> area & 1:
            add_allies(s, fleet, area, 1, "fleet")


@PERSIANS.at("gold_looted")
def generals_want_to_go_home(s: State, looter: Faction, area: Area, owner: Faction) -> None:
    """Gold of one side is looted: a card decides whether the other has won (PERS-15)."""
    looted = _block(s).looted
    if looted is not None and owner == s.world.scenario.faction_of(looted.gold_of):
        turn_up(s, "looted gold", go_home)


@step("go_home", joins_in=True)
def go_home(s: State, card: Card) -> None:
    """An odd id ends the game."""
    looted = _block(s).looted
    if looted is not None and odd(card):
        win_at_once(s, looted.wins, "looted gold")


@PERSIANS.at("off_limits")
def no_reinforcements_on_gold(s: Seen, play: Play) -> Areas:
    """Where a ban keeps Gold from them, no Event puts their discs either (PERS-13b)."""
    if not any(isinstance(operation, Reinforce) for operation in s.world.operations(s, play)):
        return 0
    bans = [ban for ban in s.world.bans if ban.gold and holds_now(s, ban)]
    return union(banned_areas(s, members(ban.who)[0], ban) for ban in bans)


@PERSIANS.at("before_draw")
def bonus_card(s: State, faction: Faction) -> None:
    """One card before the others, if the hand is not full (DAR-05c)."""
    name = _block(s).bonus_card
    if name and faction == s.world.scenario.faction_of(name) and s.hand[faction].bit_count() < HAND_LIMIT:
        push(s, draw, faction, 1, False, "bonus card")
