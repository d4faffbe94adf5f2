"""The End of Epoch Phase: hands, deck, Epoch Change event, Epoch VP, new hands (EPO rules)."""

from __future__ import annotations

from ..cards.drawing import draw, event, fewest_vp, hand_limit
from ..effects import Play
from ..kernel.log import tell
from ..kernel.machine import later, push, step
from ..kernel.state import State
from ..kernel.types import Card
from ..table.card_changes import discard_hand, leave_table, reshuffle, return_aside, reveal, shuffle_back
from ..table.changes import gain_vp, lose_talents
from ..table.ending import end_game, limit_reached
from ..table.terms import city_counts, dominated, most, own_wonder_areas
from .epoch_table import FINAL_EVENT_BELOW, devalued_hand, row_named, row_of, run_row

turn = later("turn")  # begins with Growth again: see turn.py
SEAS_PER_VP = 3  # EPO-05
TALENTS_PER_VP = 3  # EPO-06


@step("end_of_epoch")
def end_of_epoch(s: State) -> None:
    """The final Epoch ends the game after its VP; others go on with six steps (EPO-01, EPO-02, EPO-07)."""
    s.phase = "epoch"
    s.end_epoch = s.devalued = False
    s.forbidden = 0  # the turn is over
    tell(s, "phase", epoch=s.epoch, phase="epoch")
    if s.epoch >= s.world.scenario.clock.last_epoch:
        push(s, game_end)
        push(s, epoch_vp)
        for join_in in s.world.on.final_epoch:
            join_in(s)
        return
    s.epoch_draw = [knobs.epoch_draw for knobs in s.world.knobs]
    push(s, next_epoch)
    push(s, new_hands)
    push(s, all_talents_lost)
    push(s, epoch_vp)
    push(s, epoch_change)
    push(s, rebuild_deck)


@step("rebuild_deck")
def rebuild_deck(s: State) -> None:
    """Hands are discarded; discard pile, set-aside cards and deck become one (EPO-08, EPO-09)."""
    push(s, shuffle_all)
    for faction in s.order:
        discard_hand(s, faction, "epoch")


@step("shuffle_all")
def shuffle_all(s: State) -> None:
    """All cards that lie anywhere but before somebody become one deck (EPO-09)."""
    return_aside(s)
    reshuffle(s, "epoch")


@step("epoch_change")
def epoch_change(s: State) -> None:
    """Reveal a card; an invasion Event happens; its id selects a row of the table (EPO-10 to 14).

    A scenario may say what happens instead.
    """
    given = s.world.scenario.clock.epoch_change.get(s.epoch)
    if given is not None:
        for i in reversed(range(len(given))):
            push(s, given_change, i)
        return
    card = reveal(s, "epoch change")
    if not card:
        return
    push(s, epoch_row, card)
    if s.world.deck.cards[card].invasion:
        push(s, event, -1, card)
    else:
        shuffle_back(s, card)


@step("given_change")
def given_change(s: State, i: int) -> None:
    """Carry out a row of the table, or an operation, that the scenario has chosen for this Epoch."""
    changes = s.world.scenario.clock.epoch_change.get(s.epoch, ())
    if i >= len(changes):
        return  # of a position made by hand
    change = changes[i]
    if isinstance(change, str):
        row = row_named(change)
        tell(s, "epoch_change", row=row.name)
        run_row(s, row)
    else:
        change.resolve(s, Play(fewest_vp(s), "epoch", s.epoch), ())


@step("final_epoch_event")
def final_epoch_event(s: State) -> None:
    """Reveal until an id below 69 comes; no Event revealed is resolved (OPT-01, OPT-02)."""
    revealed = []
    card = 0
    while s.deck or s.discard:
        card = reveal(s, "final epoch event")
        revealed.append(card)
        if card < FINAL_EVENT_BELOW:
            break
    for other in revealed:
        leave_table(s, other)
    if 0 < card < FINAL_EVENT_BELOW:
        push(s, epoch_row, card)


@step("epoch_row")
def epoch_row(s: State, card: Card) -> None:
    """Carry out the row of the Epoch Change table."""
    row = row_of(card)
    tell(s, "epoch_change", card=card, row=row.name)
    run_row(s, row)


@step("epoch_vp")
def epoch_vp(s: State) -> None:
    """Most Cities, most Wonders, Dominated seas, talents (EPO-03 to 06)."""
    winner = most(city_counts(s))
    if winner >= 0:
        gain_vp(s, winner, 1, "most cities")
    compared = s.world.scorers & ~s.absent
    winner = most([own_wonder_areas(s, f) if compared >> f & 1 else 0 for f in range(s.world.n_factions)])
    if winner >= 0:
        gain_vp(s, winner, 1, "most wonders")
    for faction in s.order:
        points = dominated(s, faction).bit_count() // SEAS_PER_VP
        for change in s.world.on.sea_vp:
            points = change(s, faction, points)
        gain_vp(s, faction, points, "dominated seas")
        gain_vp(s, faction, s.treasury[faction] // TALENTS_PER_VP, "wealth")
        for join_in in s.world.on.epoch_scoring:
            join_in(s, faction)


@step("lose_talents")
def all_talents_lost(s: State) -> None:
    """Talents do not carry over between Epochs (EPO-15)."""
    for faction in s.order:
        lose_talents(s, faction, s.treasury[faction], "end of epoch")


@step("new_hands")
def new_hands(s: State) -> None:
    """In turn order everybody draws a new hand (EPO-16)."""
    for faction in reversed(s.order):
        push(s, hand_limit, faction)
        n = devalued_hand(s, faction) if s.devalued else s.epoch_draw[faction]
        for more in s.world.on.new_hand:
            n += more(s, faction)
        push(s, draw, faction, n, False, "new epoch")


@step("next_epoch")
def next_epoch(s: State) -> None:
    """Markers advance (EPO-17)."""
    if limit_reached(s):
        push(s, game_end)
        return
    s.epoch += 1
    s.turn = 1
    push(s, turn)


@step("game_end")
def game_end(s: State) -> None:
    """The last VP, then the game is over."""
    for join_in in s.world.on.game_ends:
        join_in(s)
    end_game(s)
