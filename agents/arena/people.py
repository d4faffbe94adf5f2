"""A game with people at the table: they may take back a choice that has shown them nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from acis_env.players import Player
from acis_rules import Game, IllegalAction
from acis_rules.cards.plays import being_declared
from acis_rules.game import plain_action
from acis_rules.kernel.state import State
from acis_rules.replay import Recorder
from acis_rules.screens import Screen

from ..human import Quit, Undo
from .guard import PlayerFailed, in_words

ANSWERABLE = ("played", "wonder_used")  # events


def play_with_people(recorder: Recorder, players: list[Player], show: Callable[[str], None] = print) -> bool:
    """Play to the end, or until a person leaves; True if the game is over."""
    earlier: list[Game] = []  # positions of this seat's choices since somebody else chose
    chooser = -1
    while not recorder.game.over:
        game = recorder.game
        if game.seat != chooser:
            chooser = game.seat
            earlier.clear()
        player = players[chooser]
        asked = Screen(game.state, chooser).view(), game.decision, game.legal_actions()
        try:
            action = plain_action(player.act(*asked))
        except (Quit, KeyboardInterrupt):
            return False
        except Undo:
            if earlier and may_undo(earlier[-1].state, game.state, chooser):
                recorder.game = earlier.pop()
                recorder.replay.actions.pop()
            else:
                show("that choice cannot be taken back: somebody has acted, or something was revealed")
            continue
        except Exception as error:
            raise _failed(player, chooser, in_words(error)) from error
        earlier.append(game.clone())
        try:
            recorder.apply(action)
        except IllegalAction as error:
            raise _failed(player, chooser, str(error)) from None
    return True


def _failed(player: Player, seat: int, what: str) -> PlayerFailed:
    return PlayerFailed(f"player {type(player).__name__} (seat {seat}) failed: {what}")


def may_undo(before: State, now: State, seat: int) -> bool:
    """Whether nothing hidden came to light between two choices of a seat.

    No card was drawn or turned up, nothing was left to chance, and nobody had the opportunity to
    answer a play: that nobody did would tell something, too.
    """
    if before.rng != now.rng or before.deck != now.deck or before.phase != now.phase:
        return False
    if Game(before).view(seat).unseen & ~Game(now).view(seat).unseen:
        return False
    was, still = being_declared(before), being_declared(now)
    if still is not None:
        return was is None or (was.kind, was.id) == (still.kind, still.id)
    began = any(event.kind in ANSWERABLE for event in islice(now.log, len(before.log), None))
    return was is None and not began
