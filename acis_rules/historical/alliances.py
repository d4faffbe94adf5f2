"""Cards that allies may not play: against each other, or too many while one of them holds back.

HANN-03b2, HANN-04c and HANN-07d2 say what is legal, whoever runs them.
"""

from __future__ import annotations

from ..effects import Play
from ..kernel.marks import declare_mark, marked, set_mark
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Area, Areas, Card, Faction, Factions
from ..table.terms import occupied
from ..variants.foresight import Trial
from ..variants.reach import Reach
from .minor_states import block, is_restrained, the

ALLIANCES = Variant("alliances", applies=lambda world: world.scenario.minor_states is not None)
HARM = declare_mark("harm", 1)  # a card of the restrained ally has cost its enemy something this turn
COSTS = ("disc", "talent", "card")


@ALLIANCES.at("turn_starts")
def nothing_yet(s: State) -> None:
    """Counted turn by turn."""
    set_mark(s, HARM, 0)


@ALLIANCES.at("lost")
def harmed(s: State, victim: Faction, what: str, cause: str) -> None:
    """Remember that a card of the ally has cost its enemy a disc, a talent or a card (HANN-03b2)."""
    if what not in COSTS or not s.resolving or victim != the(s, block(s).payer):
        return
    play = s.resolving[-1]
    played = play.kind == "card" and not s.world.deck.events >> play.id & 1
    if played and play.by == the(s, block(s).ally) and cause in (play.cause, "saves a disc"):
        set_mark(s, HARM, 1)


def partner(s: Seen, faction: Faction) -> Faction:
    """Whom its cards may not hit more than the enemy (HANN-04c, HANN-07d2); -1: nobody."""
    ally, friend = the(s, block(s).ally), the(s, block(s).rebels_join)
    if faction == ally:
        return friend
    return ally if faction == friend and s.world.npcs >> faction & 1 else -1


def has_done_enough(s: Seen, faction: Faction) -> bool:
    """Whether no further card of the faction may cost the enemy anything this turn (HANN-03b2)."""
    return faction == the(s, block(s).ally) and is_restrained(s) and bool(marked(s, HARM))


@ALLIANCES.at("spared")
def whom_to_spare(s: Seen, faction: Faction) -> Factions:
    """The partner, and perhaps the enemy."""
    friend = partner(s, faction)
    out = 1 << friend if friend >= 0 else 0
    return out | 1 << the(s, block(s).payer) if has_done_enough(s, faction) else out


@ALLIANCES.at("lawful")
def keeps_faith(s: Seen, play: Play, outcome: Trial) -> bool:
    """Nowhere more discs of the partner than of the enemy, and no second card that costs the enemy."""
    friend, enemy = partner(s, play.by), the(s, block(s).payer)
    losses = outcome.losses()
    if has_done_enough(s, play.by) and any(f == enemy and what in COSTS for f, _, what in losses):
        return False
    return all(
        losses[enemy, area, "disc"] >= n
        for (faction, area, what), n in losses.items()
        if faction == friend and what == "disc"
    )


@ALLIANCES.at("harmless")
def hits_neither(s: Seen, play: Play, reach: Reach) -> bool:
    """It costs none of those to be spared anything."""
    return not reach.losers & whom_to_spare(s, play.by)


@ALLIANCES.at("untouchable")
def protected(s: Seen, victim: Faction, by: Faction) -> Areas:
    """The partner's discs without one of the enemy beside them; those of an enemy who has suffered enough."""
    enemy = the(s, block(s).payer)
    if victim == enemy:
        return -1 if has_done_enough(s, by) else 0
    return ~occupied(s, enemy) if victim == partner(s, by) else 0


@ALLIANCES.at("lays_more")
def one_card_at_a_time(s: State, faction: Faction, card: Card, area: Area) -> bool:
    """Cards laid face down together count together, though none of them has cost anything yet (HANN-03b2)."""
    ally, enemy = the(s, block(s).ally), the(s, block(s).payer)
    if faction != ally or not is_restrained(s) or not occupied(s, enemy) >> area & 1 or not costs(s, card):
        return True
    waiting = [*s.laid[faction], *(n for by, kind, n in s.announced if by == faction and kind == "card")]
    return not marked(s, HARM) and not any(costs(s, other) for other in waiting)


def costs(s: Seen, card: Card) -> bool:
    """Whether a card can cost others discs, talents or cards."""
    tags = s.world.deck.cards[card].tags
    return tags.removes or tags.costs_talents or tags.costs_cards
