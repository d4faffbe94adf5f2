"""Empires among Invaders: whose cards reach where, what becomes of Barbarian cards, gifts between Empires.

The block `empires` names the Empires and the Invader each has to do with, its foe; everybody else with a turn
is an Invader. The same rules hold in both Falls of Rome.
"""

from __future__ import annotations

from ..cards.drawing import hand_limit
from ..effects import Play
from ..effects.fate import limit_hand
from ..kernel.actions import PAY_TALENT, PAY_TALENT_BIT, STOP, STOP_BIT, card_actions, card_of
from ..kernel.bits import mask_of, members, union
from ..kernel.machine import answer, ask, push, step
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Action, Areas, Card, Faction, Factions
from ..table.card_changes import hand_over
from ..table.changes import gain_talents, give_talent
from ..table.terms import in_game, near, occupied
from ..variants.foresight import Trial
from ..variants.reach import Reach

TALENTS_FOR_A_CARD = 2  # ROME1-10.2b


def empires(s: Seen) -> Factions:
    """The Empires of the scenario; one that is reborn is none any longer."""
    return mask_of(map(s.world.ids.index, s.world.scenario.empires)) & ~s.reborn


def invaders(s: Seen) -> Factions:
    """Everybody else who has a turn, the Huns too."""
    return s.world.takers & ~empires(s)


def foe_of(s: Seen, empire: Faction) -> Faction:
    """The Invader an Empire has to do with, -1 if there is none, or none any longer."""
    foe = s.world.scenario.empires[s.world.ids[empire]].foe
    number = s.world.ids.index(foe) if foe else -1
    return -1 if number >= 0 and s.reborn >> number & 1 else number


def foreigners(s: Seen, faction: Faction) -> Factions:
    """For an Empire the foes of the others, for a foe the other Empires; whoever is reborn is neither.

    The foe of an Empire that is reborn is still a stranger to the other one.
    """
    ids, blocks = s.world.ids, s.world.scenario.empires.items()
    foes = {ids.index(name): ids.index(block.foe) if block.foe else -1 for name, block in blocks}
    strangers = 0
    if faction in foes:
        strangers = mask_of(foe for empire, foe in foes.items() if empire != faction and foe >= 0)
    elif faction in foes.values():
        strangers = mask_of(empire for empire, foe in foes.items() if foe != faction)
    return 0 if s.reborn >> faction & 1 else strangers & ~s.reborn


# --------------------------------------------------------------------- cards played against strangers

NEAR = Variant("cards near foreigners", applies=lambda world: world.scenario.cards_abroad == "near")
FOE = Variant("cards against the foe", applies=lambda world: world.scenario.cards_abroad == "foe")


@NEAR.at("spared")
def strangers(s: Seen, faction: Faction) -> Factions:
    """Whose areas its cards reach only from nearby (ROME1-06d)."""
    return foreigners(s, faction)


@NEAR.at("untouchable")
@NEAR.at("out_of_reach")
def too_far(s: Seen, victim: Faction, by: Faction) -> Areas:
    """Areas with strangers, whoever else is there."""
    return far_from_it(s, by)


@NEAR.at("closed")
def far_from_it(s: Seen, by: Faction) -> Areas:
    """Where a stranger is and it has no disc there or next to it (ROME1-06d1, ROME1-06d2)."""
    return union(occupied(s, stranger) for stranger in members(foreigners(s, by))) & ~near(s, by)


@NEAR.at("lawful")
def reaches_from_nearby(s: Seen, play: Play, trial: Trial) -> bool:
    """A card neither removes discs nor places any but Barbarians where strangers are too far away."""
    closed = far_from_it(s, play.by)
    return not any(event.kind in ("placed", "removed") and closed >> event.area & 1 for event in trial.events)


@NEAR.at("harmless")
def stays_nearby(s: Seen, play: Play, reach: Reach) -> bool:
    """Its discs come and go where it reaches."""
    return not reach.areas & far_from_it(s, play.by)


@FOE.at("spared")
def other_empires(s: Seen, faction: Faction) -> Factions:
    """Empires of which its cards remove no discs, but where those of its own one are (ROME2-06e)."""
    return foreigners(s, faction) if invaders(s) >> faction & 1 else 0


@FOE.at("untouchable")
@FOE.at("out_of_reach")
def without_the_foe(s: Seen, victim: Faction, by: Faction) -> Areas:
    """Cards of an Invader remove discs of Empires only in areas with its own Empire (ROME2-06e1, 06e2)."""
    both = empires(s)
    if not both >> victim & 1:
        return 0
    return ~union(occupied(s, empire) for empire in members(both & ~foreigners(s, by)))


@FOE.at("lawful")
def strikes_where_the_foe_is(s: Seen, play: Play, trial: Trial) -> bool:
    """A card takes no disc that is out of its reach."""
    return not any(
        without_the_foe(s, faction, play.by) >> area & 1
        for faction, area, kind in trial.losses()
        if kind == "disc"
    )


@FOE.at("harmless")
def spares_other_empires(s: Seen, play: Play, reach: Reach) -> bool:
    """Whoever else loses a disc is where the foe is: it is the foe, or no Empire."""
    return not reach.losers & other_empires(s, play.by)


# ------------------------------------------------------------------------------------ Barbarian cards

NO_BARBARIANS = Variant("no barbarian cards", applies=lambda world: "no_barbarian_cards" in world.rules)
BARBARIANS_GO = Variant("barbarian cards go", applies=lambda world: "barbarian_cards_go" in world.rules)


def _places_barbarians(s: Seen, card: Card) -> bool:
    return s.world.deck.cards[card].tags.barbarians


@NO_BARBARIANS.at("may_play")
def plays_no_barbarians(s: State, play: Play) -> bool:
    """Empires play no cards that place Barbarians; Events are not played (ROME1-10.2a)."""
    if not empires(s) >> play.by & 1 or play.kind != "card" or s.world.deck.events >> play.id & 1:
        return True
    return not _places_barbarians(s, play.id)


@BARBARIANS_GO.at("drawn")
def give_to_the_foe(s: State, faction: Faction, cards: list[Card]) -> None:
    """An Empire that draws such a card gives it to its foe at once, for 2 talents (ROME1-10.2b)."""
    if not empires(s) >> faction & 1:
        return
    foe = foe_of(s, faction)
    given = [card for card in cards if _places_barbarians(s, card)]
    if foe < 0 or not in_game(s, foe) or not given:
        return
    for card in given:
        hand_over(s, faction, foe, card, "barbarian card")
        gain_talents(s, faction, TALENTS_FOR_A_CARD, "barbarian card")
    limit_hand(s, foe)  # also if it draws its own cards after that (Breath of God)


# -------------------------------------------------------------------------------- Roman cooperation

COOPERATION = Variant("cooperation", applies=lambda world: "cooperation" in world.rules)


@COOPERATION.at("draw_over")
def empires_help_each_other(s: State) -> None:
    """After the draw each Empire may give the others something, in turn order (ROME1-10.3)."""
    both = empires(s)
    for faction in reversed(s.order):
        if both >> faction & 1:
            for other in members(both & ~(1 << faction)):
                if in_game(s, other):
                    push(s, gift, faction, other, 0)


@step("gift", joins_in=True)
def gift(s: State, faction: Faction, taker: Faction, first: Action) -> None:
    """Ask for a Great Person, a Competition card or a talent to give; cards before `first` are settled."""
    deck = s.world.deck
    cards = [c for c in members(s.hand[faction]) if deck.competition >> c & 1 or deck.cards[c].great_person]
    legal = card_actions(mask_of(cards)) | (PAY_TALENT_BIT if s.treasury[faction] else 0)
    legal = legal >> first << first
    if legal:
        ask(s, given, (faction, taker), faction, "give", legal | STOP_BIT, by=taker)


@answer("gift")
def given(s: State, action: Action, faction: Faction, taker: Faction) -> None:
    """Give it and go on, or stop."""
    if action == STOP:
        return
    push(s, gift, faction, taker, action)
    if action == PAY_TALENT:
        give_talent(s, faction, taker)
    else:
        hand_over(s, faction, taker, card_of(action), "")
        push(s, hand_limit, taker)
