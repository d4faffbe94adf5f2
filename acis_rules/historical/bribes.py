"""What Empires do against Invaders at home: they bribe them, or appeal to the Pope (ROME1-10.4 and 10.5)."""

from __future__ import annotations

from ..box.scenario_blocks import COLOURS
from ..cards.oracle import even, turn_up
from ..kernel.actions import ABILITY_BIT, STOP, STOP_BIT
from ..kernel.bits import members, union
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.marks import declare_mark, marked, set_mark
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Action, Area, Areas, Card, Faction
from ..table.changes import gain_talents, lose_vp, return_disc
from ..table.terms import in_game, occupied
from ..variants.gold import gold_of, loot_one
from .empires import empires, invaders

BRIBES = Variant("bribes", applies=lambda world: "bribes" in world.rules)
POPE = Variant("pope", applies=lambda world: "pope" in world.rules)
MOST_FACTIONS = len(COLOURS)
YES_OR_NO = ABILITY_BIT | STOP_BIT
ROME = "rome"

# ------------------------------------------------------------------------------------------- bribes

PEACE = declare_mark("bribed", (1 << MOST_FACTIONS**2) - 1)  # bits: Invader * MOST_FACTIONS + Empire


@BRIBES.at("turn_starts")
def peace_is_over(s: State) -> None:
    """A bribe holds for a turn."""
    set_mark(s, PEACE, 0)


@BRIBES.at("growth_starts")
def before_growth(s: State, faction: Faction) -> None:
    """Each Empire with an Invader next to its home may bribe it before it grows (ROME1-10.5a)."""
    if invaders(s) >> faction & 1:
        for empire in reversed(members(empires(s))):
            push(s, bribe, empire, faction)


@step("bribe", joins_in=True)
def bribe(s: State, faction: Faction, taker: Faction) -> None:
    """Ask the Empire; without Gold at home there is nothing to offer."""
    home = s.home[faction]
    gold = gold_of(s, faction) & home
    if gold and in_game(s, taker) and occupied(s, taker) & s.world.board.around(home):
        ask(s, bribe_offered, (faction, taker), faction, "offer", YES_OR_NO, area=members(gold)[0], by=taker)


@answer("bribe")
def bribe_offered(s: State, action: Action, faction: Faction, taker: Faction) -> None:
    """The Invader answers; a card does for an NPC (ROME2-9.5b)."""
    if action == STOP:
        return
    area = members(gold_of(s, faction) & s.home[faction])[0]
    tell(s, "bribe", faction, area=area, other=taker)
    if s.world.npcs >> taker & 1:
        turn_up(s, "bribe", bribe_card, taker, faction, area)
    else:
        push(s, bribe_answer, taker, faction, area)


@step("bribe_answer", joins_in=True)
def bribe_answer(s: State, taker: Faction, faction: Faction, area: Area) -> None:
    """Ask the Invader."""
    ask(s, bribe_answered, (taker, faction, area), taker, "offer", YES_OR_NO, area=area, by=faction)


@answer("bribe_answer")
def bribe_answered(s: State, action: Action, taker: Faction, faction: Faction, area: Area) -> None:
    """It agrees or not."""
    _settle(s, taker, faction, area, action != STOP)


@step("bribe_card", joins_in=True)
def bribe_card(s: State, taker: Faction, faction: Faction, area: Area, card: Card) -> None:
    """An even id accepts (ROME2-9.5c), an odd one refuses (ROME2-9.5b)."""
    _settle(s, taker, faction, area, even(card))


def _settle(s: State, invader: Faction, empire: Faction, area: Area, accepted: bool) -> None:
    """Gold for peace in that area (ROME1-10.5b, ROME1-10.5c); a refusal costs 1 VP (ROME1-10.5d)."""
    if not accepted:
        tell(s, "bribe_refused", invader, other=empire)
        lose_vp(s, empire, 1, "bribe")
        return
    tell(s, "bribe_taken", invader, area=area, other=empire)
    loot_one(s, invader, area)
    set_mark(s, PEACE, marked(s, PEACE) | 1 << invader * MOST_FACTIONS + empire)
    for _ in range(s.discs[invader][area]):
        return_disc(s, invader, area, "bribe")


@BRIBES.at("barred")
def bribed(s: Seen, faction: Faction, declared: Areas) -> Areas:
    """A bribed Invader places no discs there this turn (ROME1-10.5c)."""
    peace = marked(s, PEACE)
    if not peace:
        return 0
    return union(s.home[e] for e in members(empires(s)) if peace >> faction * MOST_FACTIONS + e & 1)


# ------------------------------------------------------------------------------------------ the Pope

APPEALS = declare_mark("appeals", 200)  # made so far


@POPE.at("competitions_start")
def before_competitions(s: State) -> None:
    """The Empire of Rome may appeal if an Invader is in or next to Rome, once a turn (ROME1-10.4a, 10.4b)."""
    rome = 1 << s.world.board.find(ROME)
    for empire in members(empires(s)):
        if s.home[empire] & rome:
            push(s, appeal, empire)


@step("appeal", joins_in=True)
def appeal(s: State, faction: Faction) -> None:
    """Ask; each appeal costs 1 VP more than the one before."""
    home = s.home[faction]
    here = home | s.world.board.around(home)
    cost = 1 + marked(s, APPEALS)
    if s.vp[faction] >= cost and any(occupied(s, f) & here for f in members(invaders(s))):
        ask(s, appealed, (faction,), faction, "offer", YES_OR_NO, n=cost)


@answer("appeal")
def appealed(s: State, action: Action, faction: Faction) -> None:
    """Pay, and turn up a card."""
    if action != STOP:
        made = marked(s, APPEALS)
        set_mark(s, APPEALS, made + 1)
        tell(s, "appeal", faction)
        lose_vp(s, faction, 1 + made, "appeal")
        turn_up(s, "appeal", appeal_card, faction)


@step("appeal_card", joins_in=True)
def appeal_card(s: State, faction: Faction, card: Card) -> None:
    """An even id: help comes."""
    if even(card):
        gain_talents(s, faction, 1, "appeal")
