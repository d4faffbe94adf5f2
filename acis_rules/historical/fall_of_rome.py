"""The Huns, who come when the first civilization begins anew in the last days of Rome (ROME1-08c to 08i).

Whoever is reborn keeps its seat, colour, hand, talents and VP, and nothing else: `State.reborn` says that the
scenario no longer speaks of it. Gold that was its own is that of the other Empire, if there is one.
"""

from __future__ import annotations

from ..box.civilizations import Ability, Civilization
from ..effects.contest import Allies
from ..kernel.actions import ABILITY_BIT, STOP, STOP_BIT, card_actions, card_of
from ..kernel.bits import mask_of, members
from ..kernel.fixed import fixed
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Action, Areas, Faction
from ..phases.aeneas import start_anew
from ..table.card_changes import discard, search_pile
from ..table.changes import take_display
from ..table.terms import contested, in_game, occupied, room
from ..variants.gold import gold_of, hand_over

NAME = "huns"  # the id of a faction that is the Huns from the start
HUNS = Variant("Huns", applies=lambda world: world.scenario.huns is not None or NAME in world.ids)
REBORN = Variant("reborn civilizations", applies=lambda world: world.scenario.huns is not None)
DISPLAY = fixed(
    Civilization(
        NAME,
        "Huns",
        "",
        (
            Ability(
                name="Headlong Charge",
                text="A white disc in a Contested area it occupies.",
                when="first_competition",
                either=((Allies(areas=1),),),
            ),
        ),
    )
)


def is_huns(s: Seen, faction: Faction) -> bool:
    """Whether a faction is the Huns: by its name, or reborn without a display."""
    return s.world.ids[faction] == NAME or bool(s.reborn >> faction & 1 and s.civilization[faction] < 0)


# ---------------------------------------------------------------------------------- beginning anew


@REBORN.at("begins_anew")
def reborn(s: State, faction: Faction) -> bool:
    """The first who begins anew is the Huns (ROME1-08c); later ones choose a civilization as usual."""
    first = not s.reborn  # even if the Huns themselves have become something else since
    _leave_the_scenario(s, faction)
    take_display(s, faction, -1 if first else s.civilization[faction])
    if not first:
        return False
    tell(s, "huns", faction)
    start_anew(s, faction)
    return True


def _leave_the_scenario(s: State, faction: Faction) -> None:
    """It is nobody's friend any longer, and its Gold is that of a friend, or for anybody to take."""
    friends = s.world.scenario_friends[faction] & ~s.reborn
    heirs = [other for other in members(friends) if in_game(s, other)]
    for area in members(gold_of(s, faction)):
        hand_over(s, area, heirs[0] if heirs else s.world.barbarians)
    for other in members(friends & ~s.world.teammates(faction)):
        s.enemies[faction] |= 1 << other
        s.enemies[other] |= 1 << faction
    s.reborn |= 1 << faction


@REBORN.at("start_areas")
def entry_of_the_huns(s: Seen, faction: Faction, areas: Areas) -> Areas:
    """They enter where the scenario says (ROME1-08d)."""
    huns = s.world.scenario.huns
    assert huns is not None
    if not is_huns(s, faction):
        return areas
    return mask_of(map(s.world.board.find, huns.entry)) & room(s, faction)


# -------------------------------------------------------------------------------------- what they can do


@HUNS.at("display")
def display_in_use(s: Seen, faction: Faction, own: Civilization) -> Civilization:
    """They have but one ability on no display (ROME1-08e, ROME1-08g, ROME2-9.7f).

    Of others reborn it is as printed: what the scenario adds is for the Empire it was (ROME1-03a2).
    """
    if is_huns(s, faction):
        return DISPLAY
    return s.world.civilizations[s.civilization[faction]] if s.reborn >> faction & 1 else own


@HUNS.at("competitions_start")
def terror_begins(s: State) -> None:
    """At the start of a Competition Phase, in a Contested area, with a card to discard (ROME1-08f)."""
    for faction in reversed(s.order):
        if is_huns(s, faction) and occupied(s, faction) & contested(s) and s.hand[faction]:
            push(s, terror, faction)


@step("terror", joins_in=True)
def terror(s: State, faction: Faction) -> None:
    """Ask whether they discard a card for a Competition card."""
    ask(s, terror_used, (faction,), faction, "offer", ABILITY_BIT | STOP_BIT)


@answer("terror")
def terror_used(s: State, action: Action, faction: Faction) -> None:
    """Choose the card first, then the pile."""
    if action != STOP:
        push(s, terror_pile, faction)
        push(s, terror_card, faction)


@step("terror_card", joins_in=True)
def terror_card(s: State, faction: Faction) -> None:
    """Ask which card goes."""
    ask(s, terror_paid, (faction,), faction, "discard", card_actions(s.hand[faction]))


@answer("terror_card")
def terror_paid(s: State, action: Action, faction: Faction) -> None:
    """It lies in the discard pile when that is searched."""
    discard(s, faction, card_of(action), "terror")


@step("terror_pile", joins_in=True)
def terror_pile(s: State, faction: Faction) -> None:
    """Ask which pile is searched."""
    ask(s, pile_chosen, (faction,), faction, "offer", ABILITY_BIT | STOP_BIT)


@answer("terror_pile")
def pile_chosen(s: State, action: Action, faction: Faction) -> None:
    """The first Competition card goes to hand; Events turned up are not resolved."""
    pile = "discard pile" if action == STOP else "deck"
    wanted = mask_of(card.id for card in s.world.deck.cards if card.competition)  # the Traitor too
    search_pile(s, faction, pile, wanted, "terror")
