"""`human`: a person at the terminal, with everything in words and numbered answers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from random import Random

from acis_rules import Decision, Game
from acis_rules.errors import AcisError
from acis_rules.kernel.bits import members
from acis_rules.kernel.log import Event
from acis_rules.views import View
from acis_rules.words.decisions import describe_decision
from acis_rules.words.events import DISCS_MOVE, clause
from acis_rules.words.names import capitalized, card_name

HELP = "a number answers; b board, h hand, u undo the last choice, q quit"
NEWS = 60  # events


class Undo(AcisError):
    """The person wants the last choice back; an error where there is no way back."""

    WORDS = "a choice can be taken back in `acis play` only"


class Quit(AcisError):
    """The person leaves; an error where nobody can play on."""

    WORDS = "the game was left before its end"


class Human:
    """Asks a person; sees and shows only what the seat may know."""

    def __init__(
        self,
        seed: int = 0,
        ask: Callable[[str], str] | None = None,
        show: Callable[[str], None] | None = None,
    ) -> None:
        self._random = Random(seed)
        self._ask = ask or input
        self._show = show or print
        self._told = 0  # events

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        """The answer that is typed in; raises Undo or Quit if that is wished."""
        game = view.sample(self._random)  # for words and board, both of what lies open
        self._tell_news(view, game)
        self._show(f"\n{describe_decision(game.state)}")
        for number, action in enumerate(legal, 1):
            self._show(f"{number:4}  {game.describe(action)}")
        while True:
            try:
                typed = self._ask("> ").strip().lower()
            except EOFError:
                raise Quit(Quit.WORDS) from None
            if typed.isdecimal() and 1 <= int(typed) <= len(legal):
                return legal[int(typed) - 1]
            if typed in ("u", "undo"):
                raise Undo(Undo.WORDS)
            if typed in ("q", "quit"):
                raise Quit(Quit.WORDS)
            if typed in ("b", "board"):
                self._show_board(game)
            elif typed in ("h", "hand"):
                self._show_hand(view, game)
            else:
                self._show(f"{HELP}; answers are 1 to {len(legal)}")

    def _tell_news(self, view: View, game: Game) -> None:
        events = view.events
        news = events[max(min(self._told, len(events)), len(events) - NEWS) :]
        for _, alike in groupby(enumerate(news), key=_told_together):
            subject, words = clause(game.state, [event for _, event in alike])
            self._show(f"- {capitalized(f'{subject} {words}'.strip())}")
        self._told = len(events)

    def _show_board(self, game: Game) -> None:
        from acis_env.render import ansi, take

        self._show(ansi(take(game)))

    def _show_hand(self, view: View, game: Game) -> None:
        cards = [card for hand in view.hand for card in members(hand)]
        for card in cards:
            self._show(f"      {card_name(game.state, card)} (#{card}): {view.world.deck.cards[card].text}")
        if not cards:
            self._show("      no cards")


def _told_together(numbered: tuple[int, Event]) -> tuple[object, ...]:
    """Discs that come and go for one reason make one sentence, all else a sentence each."""
    number, event = numbered
    return *event.alike, -1 if event.kind in DISCS_MOVE else number
