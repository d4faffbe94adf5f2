"""Minor states: an ally with an attitude of its own, and a client that may revolt (HANN-03a to 03e, 05, 02).

At the start of each turn a disc is drawn for the ally: white restrains it, black lets it act, and yellow is
white if its enemy pays. After black another disc is drawn for the client of that enemy.
"""

from __future__ import annotations

from ..box.hannibal_blocks import MinorStatesBlock
from ..cards.oracle import BLACK, WHITE, YELLOW, draw_from
from ..kernel.actions import PAY_TALENT, PAY_TALENT_BIT, STOP, STOP_BIT, card_actions, card_of
from ..kernel.bits import mask_of
from ..kernel.log import tell
from ..kernel.machine import answer, ask, push, step
from ..kernel.marks import declare_mark, marked, set_mark
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Action, Area, Areas, Faction
from ..table.card_changes import discard
from ..table.changes import lose_talents
from ..table.terms import occupied
from ..variants.lifecycle import eliminate, recolour

MINOR_STATES = Variant("minor states", applies=lambda world: world.scenario.minor_states is not None)
RESTRAINED = declare_mark("restrained", 1)  # the ally, for this turn
FORCED_BLACK = declare_mark("greek_states", 1)  # the next disc is black without a draw (HANN-08e2)
REVOLTED = declare_mark("revolted", 1)  # the client is none any longer (HANN-03e2)
CAUSE = "minor state"


def block(s: Seen) -> MinorStatesBlock:
    """The block of the scenario."""
    found = s.world.scenario.minor_states
    assert found is not None
    return found


def the(s: Seen, name: str) -> Faction:
    """A faction by the name that the blocks of the file use."""
    return s.world.ids.index(name)


def is_client(s: Seen) -> bool:
    """Whether the client still is one: as long as it has a disc, which it never places anew."""
    return not marked(s, REVOLTED) and bool(occupied(s, the(s, block(s).client)))


def is_restrained(s: Seen) -> bool:
    """Whether the ally is restrained this turn (HANN-03b1 to 03b3)."""
    return bool(marked(s, RESTRAINED))


# ------------------------------------------------------------------------------------ the phase


@MINOR_STATES.at("turn_starts")
def minor_state_phase(s: State) -> None:
    """The phase before Growth, with the limits of Growth (HANN-03a)."""
    s.phase = "growth"
    set_mark(s, RESTRAINED, 0)
    push(s, ally_attitude)


@step("ally_attitude", joins_in=True)
def ally_attitude(s: State) -> None:
    """Draw a disc for the ally, unless its attitude is certain (HANN-03a, HANN-08e2)."""
    ally = the(s, block(s).ally)
    if marked(s, FORCED_BLACK):
        set_mark(s, FORCED_BLACK, 0)
        settle(s, ally, BLACK)
    else:
        push(s, attitude, ally, draw_disc(s, ally))


@step("client_attitude", joins_in=True)
def client_attitude(s: State) -> None:
    """Draw a disc for the client, if there is one (HANN-03c2)."""
    if is_client(s):
        client = the(s, block(s).client)
        push(s, attitude, client, draw_disc(s, client))


def draw_disc(s: State, faction: Faction) -> int:
    """Draw a disc and put it back (HANN-P1, HANN-03b4)."""
    cup = block(s).cup
    discs = [WHITE] * cup.white + [BLACK] * cup.black + [YELLOW] * cup.yellow
    (colour,) = draw_from(s, discs, 1, CAUSE, faction)
    return colour


@step("attitude", joins_in=True)
def attitude(s: State, faction: Faction, colour: int) -> None:
    """What a disc means; yellow is for the payer to decide (HANN-03d, HANN-03e3)."""
    if colour == YELLOW:
        payer = the(s, block(s).payer)
        legal = card_actions(s.hand[payer]) | (PAY_TALENT_BIT if s.treasury[payer] else 0)
        ask(s, paid, (faction,), payer, "penalty", legal | STOP_BIT, by=faction)
    else:
        settle(s, faction, colour)


@answer("attitude")
def paid(s: State, action: Action, faction: Faction) -> None:
    """A talent or a card makes it white, nothing black."""
    payer = the(s, block(s).payer)
    if action == PAY_TALENT:
        lose_talents(s, payer, 1, CAUSE)
    elif action != STOP:
        discard(s, payer, card_of(action), CAUSE)
    settle(s, faction, BLACK if action == STOP else WHITE)


def settle(s: State, faction: Faction, colour: int) -> None:
    """The ally is restrained or not, the client stays or revolts."""
    states = block(s)
    if faction == the(s, states.ally):
        if colour == WHITE:
            set_mark(s, RESTRAINED, 1)
            tell(s, "restrained", faction)
        else:
            push(s, client_attitude)
    elif colour == BLACK:  # HANN-03e2
        set_mark(s, REVOLTED, 1)
        tell(s, "revolt", faction, other=the(s, states.rebels_join))
        recolour(s, faction, the(s, states.rebels_join), "revolt")
        eliminate(s, faction, "revolt")


# ------------------------------------------------------------------------------------ the client


def refuge(s: Seen) -> Areas:
    """The areas of the client."""
    return mask_of(map(s.world.board.find, block(s).refuge))


def opponents(s: Seen) -> tuple[Faction, Faction]:
    """Those who are kept out of them: the payer's enemy and its ally."""
    return the(s, block(s).rebels_join), the(s, block(s).ally)


@MINOR_STATES.at("barred")
def kept_out(s: Seen, faction: Faction, declared: Areas) -> Areas:
    """No opposing civilization places discs there (HANN-05d)."""
    return refuge(s) if faction in opponents(s) and is_client(s) else 0


@MINOR_STATES.at("irreplaceable")
def not_replaced(s: Seen, by: Faction, victim: Faction, area: Area) -> bool:
    """Nor does it replace discs of the client there by its own (HANN-05d)."""
    return victim == the(s, block(s).client) and by in opponents(s) and bool(refuge(s) >> area & 1)


@MINOR_STATES.at("gold_looted")
def falls(s: State, looter: Faction, area: Area, owner: Faction) -> None:
    """Without its Gold the client is out of the game (HANN-02)."""
    if owner == the(s, block(s).client):
        eliminate(s, owner, "gold", discs_stay=False)


# -------------------------------------------------------------------------------------- the ally


@MINOR_STATES.at("barred")
def stays_at_home(s: Seen, faction: Faction, declared: Areas) -> Areas:
    """A restrained ally places discs only at home and where it is already (HANN-03b1)."""
    if not is_restrained(s) or faction != the(s, block(s).ally):
        return 0
    base = mask_of(map(s.world.board.find, block(s).base))
    return s.world.board.in_play & ~(base | occupied(s, faction))


@MINOR_STATES.at("replacing")
def barbarians_instead(s: Seen, victim: Faction, new: Faction, by: Faction) -> Faction:
    """A restrained ally replaces discs of the payer by Barbarians (HANN-03b3)."""
    states = block(s)
    mine = new == by == the(s, states.ally) and victim == the(s, states.payer)
    return s.world.barbarians if mine and is_restrained(s) else new
