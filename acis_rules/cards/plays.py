"""Using a card, a Wonder, an Investment or an ability: declare, be answered, resolve, put away.

    choose alternative -> declare all targets -> responses -> resolve in printed order -> put away

Everything the user decides is declared before anybody may answer (CRD-14); choices that a card
gives to its victim come when it is resolved.
"""

from __future__ import annotations

from ..box.deck import Operations
from ..effects import Play, fresh_play
from ..kernel.actions import card_of, is_card, mode_actions, mode_of
from ..kernel.bits import mask_of
from ..kernel.compiled import compiled
from ..kernel.log import tell
from ..kernel.machine import answer, argument, ask, awaited, later, push, step
from ..kernel.state import Seen, State
from ..kernel.types import Action, Actions, Card, Faction
from ..table.card_changes import leave_table, play_from_hand, show_card
from ..table.holdings import invest


def play_card(s: State, by: Faction, card: Card, kind: str = "card") -> None:
    """Play a card from hand; `kind` is turn_order for the use in the Turn Order step."""
    play_from_hand(s, by, card)
    tell(s, "played", by, card=card)
    begin(s, fresh_play(by, kind, card), by)


NOBODY_ANSWERS = -2  # the play is resolved as soon as it is declared
window = later("window")  # in negation.py, which asks plays what they would do


def begin(s: State, play: Play, user: int) -> None:
    """Start declaring.

    `user` is whom the others answer: the player of the card, the drawer of an Event, -1 for a
    card that was revealed, or NOBODY_ANSWERS.
    """
    if len(s.world.alternatives(s, play)) > 1:
        modes = [mode for mode in feasible_modes(s, play) if may_play(s, play, mode)]
        if len(modes) > 1:
            push(s, choose_mode, play, tuple(modes), user)
            return
        if modes:
            play = play._replace(mode=modes[0])
    push(s, declare, play, 0, (), user)


@step("choose_mode")
def choose_mode(s: State, play: Play, modes: tuple[int, ...], user: int) -> None:
    """Ask which of the alternatives is used."""
    ask(s, mode_chosen, (play, user), play.by, "mode", mode_actions(mask_of(modes)), card=play.card)


@answer("choose_mode")
def mode_chosen(s: State, action: Action, play: Play, user: int) -> None:
    """Go on with the alternative chosen."""
    push(s, declare, play._replace(mode=mode_of(action)), 0, (), user)


@step("declare")
def declare(s: State, play: Play, i: int, picked: tuple[int, ...], user: int) -> None:
    """Collect the choices of one operation after the other."""
    while True:
        play, i, picked, legal = next_choice(s, play, i, picked)
        if not legal:
            break
        if legal & (legal - 1):
            for narrow in s.world.on.choices:
                legal = narrow(s, play, i, picked, legal)
        if legal & (legal - 1):
            operation = s.world.operations(s, play)[i]
            area = play.areas[0] if play.areas else -1
            ask(s, declared, (play, i, picked, user), play.by, operation.asks(picked), legal,
                card=play.card, area=area, n=operation.left(picked))  # fmt: skip
            return
        picked += (legal.bit_length() - 1,)
        _say(s, play.by, picked[-1])
    if user == NOBODY_ANSWERS:
        push(s, resolve, play, 0)
    else:
        push(s, verdict, play)
        push(s, window, play, ((user, play.id, others_after(s, user)),))


@compiled
def next_choice(
    s: Seen, play: Play, i: int, picked: tuple[int, ...]
) -> tuple[Play, int, tuple[int, ...], Actions]:
    """Go on to the next operation with something to choose: where that is, and what can be chosen.

    If that is nothing, all is declared.
    """
    operations = s.world.operations(s, play)
    n = len(operations)
    while i < n:
        operation = operations[i]
        skipped = play.unnamed and play.lacks(operation.topics)
        legal = 0 if skipped else operation.options(s, play, picked)
        if legal:
            return play, i, picked, legal
        if skipped or (operation.names and not picked):
            play = play._replace(picks=(*play.picks, ()), unnamed=True)
        else:
            play = operation.declare(play, picked)
        i += 1
        picked = ()
    return play, i, picked, 0


@answer("declare")
def declared(s: State, action: Action, play: Play, i: int, picked: tuple[int, ...], user: int) -> None:
    """Note a choice."""
    _say(s, play.by, action)
    push(s, declare, play, i, (*picked, action), user)


def _say(s: State, faction: Faction, action: Action) -> None:
    """What is declared is said aloud: a card to pay or to discard is known to be held (CRD-14)."""
    if is_card(action):
        show_card(s, faction, card_of(action))


def being_declared(s: State) -> Play | None:
    """The play whose choices are being declared, to which nobody could answer yet."""
    return argument(s, "play") if awaited(s) in (mode_chosen, declared) else None


def others_after(s: Seen, faction: Faction) -> tuple[int, ...]:
    """Everybody else in turn order, starting after the faction (CRD-12)."""
    if faction < 0:
        return tuple(s.order)
    i = s.order.index(faction)
    return (*s.order[i + 1 :], *s.order[:i])


@step("verdict")
def verdict(s: State, play: Play) -> None:
    """Resolve what stands; what was negated never happened (CRD-10)."""
    if not s.negated:
        take_effect(s, play)
        resolve(s, play, 0)
    elif play.kind == "wonder":
        s.omens |= 1 << play.id
    else:
        leave_table(s, play.id, by=play.by)


def take_effect(s: State, play: Play) -> None:
    """From now on the play is what happens, until it is put away; what it does is pushed after this."""
    s.resolving = (*s.resolving, play)
    push(s, put_away, play)


@step("resolve")
@compiled
def resolve(s: State, play: Play, i: int) -> None:
    """Carry out the next operation; what it pushes is done before the one after it."""
    operations = s.world.operations(s, play)
    if i < len(operations):
        if i + 1 < len(operations):
            push(s, resolve, play, i + 1)
        if not (play.unnamed and play.lacks(operations[i].topics)):
            operations[i].resolve(s, play, play.picks[i] if i < len(play.picks) else ())


@step("put_away")
def put_away(s: State, play: Play) -> None:
    """A played card goes where its legend says; an Investment stays with discs on it (CRD-15)."""
    s.resolving = s.resolving[:-1]
    if play.kind not in ("card", "turn_order"):
        return
    card = s.world.deck.cards[play.id]
    investment = card.source.investment
    if investment is None:
        leave_table(s, card.id, card.aside, play.by)
        return
    invest(s, play.by, card.id, investment.discs)


def feasible_modes(s: Seen, play: Play) -> list[int]:
    """The alternatives that would do something now."""
    out = []
    for mode, operations in enumerate(s.world.alternatives(s, play)):
        if _feasible(s, play, operations):
            out.append(mode)
    return out


def _feasible(s: Seen, play: Play, operations: Operations) -> bool:
    """A card that names needs something to name; one that does not must be able to do something."""
    if operations and operations[0].names:
        return bool(operations[0].options(s, play, ()))
    for operation in operations:
        if operation.possible(s, play):
            return True
    return False


def playable(s: State, by: Faction, card: Card) -> bool:
    """Whether the card can be played in the Card Phase now."""
    world = s.world
    fate = world.deck.cards[card]
    if fate.source.investment is not None:
        return s.supply[by] > 0  # CRD-16
    play = fresh_play(by, "card", card)
    for mode, operations in enumerate(fate.modes):
        if _feasible(s, play, operations) and (not world.on.may_play or may_play(s, play, mode)):
            return True
    return False


def may_play(s: State, play: Play, mode: int = 0) -> bool:
    """Whether this game lets the play happen, declared or not."""
    play = play._replace(mode=mode) if mode else play
    return all(may(s, play) for may in s.world.on.may_play)
