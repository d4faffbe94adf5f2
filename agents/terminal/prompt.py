"""One person's place at the terminal: a decision in words, its answers, and everything worth looking at."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from rich.text import Text

from acis_rules import Decision, Game
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import (
    STOP,
    area_of,
    card_of,
    civilization_of,
    is_area,
    is_card,
    is_wonder,
    wonder_of,
)
from acis_rules.views import View
from acis_rules.words.about import about
from acis_rules.words.decisions import describe_decision, in_short, name_of
from acis_rules.words.names import count, joined
from acis_rules.words.terminal import columns, console, item, paragraph, print_list, scores

from ..live.any_order import sorted_as_asked
from ..live.displays import at_a_glance
from .answers import NotUnderstood, Numbers, understand
from .looking import (
    about_wonder,
    coloured,
    discs_in,
    itemize,
    own_areas,
    say,
    show_area,
    show_board,
    show_card,
    show_hands,
    show_map,
    show_rule,
    with_discs,
)
from .news import tell, together
from .order import PAYMENT, asked_later, in_order

GIVEN_UP = {"deploy": "GRO-14", "aeneas_place": "AEN-08"}  # decisions in which to stop loses Ready discs
MAPPED = 2  # areas among the answers, from which on they are shown apart from other answers
MOST_MAPPED = 24  # so many are shown as a map unasked
BRIEF = ("retire", "resettle")  # seldom done, and in any area of one's own: a list is enough
ORDER = "An area that stands before your choice is not offered again; named in one line, their order is free."
PAYMENT_ORDER = (
    "Name all of it in one line in any order, or one by one: discs as listed, then cards, then talents."
)

ANSWERS = (
    "An answer is its number, or the beginning of its name; several can stand in a line: 3 3 5, or "
    "ionia lydia phrygia*2. 0 or `stop` declines, passes or ends. Besides, you can type:"
)
HELP = {
    "map, board": "the areas at hand; everything on the map",
    "hand": "your cards, and hands that lie open",
    "card NAME": "a card or Wonder; also by words of its text",
    "area NAME": "an area, with all that is in it and around it",
    "rule CRD-14": "a rule by its number, or rules by words",
    "score": "the standing",
    "news": "what happened since your last turn",
}
FIGHTS = frozenset(("loss", "commit", "card_order"))  # it matters who is there
READ_HERE = frozenset(("take", "keep", "recover", "take_back", "negate"))  # cards whose texts are wanted now


class Undo(AcisError):
    """The person wants the last choice back; an error where there is no way back."""

    WORDS = "a choice can be taken back in `acis play` only"


class Quit(AcisError):
    """The person leaves; an error where nobody can play on."""

    WORDS = "the game was left before its end"


class Asked(NamedTuple):
    """An open decision as its seat sees it; `game` is one that the seat holds possible, for words."""

    view: View
    game: Game
    decision: Decision
    legal: list[int]
    numbers: dict[int, int]


Command = Callable[[Asked, str], None]


class Prompt:
    """Asks one seat; shows only what the seat may know."""

    def __init__(self, ask: Callable[[str], str] | None = None, seed: int = 0) -> None:
        self._ask = ask or input
        self._random = Random(seed)
        self._numbers = Numbers()
        self._waiting: list[int] = []  # answers typed in advance, for decisions like the last one
        self._chosen: list[str] = []  # in decisions like the last one, of which nothing has come yet
        self._read = ""  # the thing whose text was shown last
        self._kind = ""
        self._to_pay = 0  # before the last answer
        self._told = self._turn_began = 0  # events
        self.introduce: Callable[[], None] = lambda: None  # what is said before a decision
        self.help = dict(HELP)
        self.commands: dict[str, Command] = {
            "map": self._map, "board": _board, "hand": lambda asked, _: show_hands(asked.view, asked.game),
            "card": _card, "area": _area, "rule": _rule, "score": _score, "news": self._news,
            "undo": _undo, "quit": _quit, "help": lambda asked, _: self._help(asked), "?": self._again,
        }  # fmt: skip
        self._short = {
            "m": "map",
            "b": "board",
            "h": "hand",
            "u": "undo",
            "q": "quit",
            "s": "score",
            "n": "news",
        }

    def answer(self, view: View, decision: Decision, legal: list[int]) -> int:
        """The answer that is typed in; raises Undo or Quit if that is wished."""
        game = view.sample(self._random)
        numbers, new = self._numbers.of(game, legal)
        asked = Asked(view, game, decision, legal, numbers)
        if decision.kind != self._kind or len(view.events) != self._told:
            self._chosen = []
        advance = self._advance(asked)
        if advance is not None:
            return self._choose(asked, advance)
        self._tell(asked)
        self.introduce()
        self._show(asked, new)
        while True:
            typed = self.read("> ")
            try:
                actions = self._understood(asked, typed)
            except NotUnderstood as error:
                self._say(f"{error}; `help` lists what can be typed.")
                continue
            if actions and self._sure(asked, actions[0]):
                self._kind, self._waiting = decision.kind, actions[1:]
                self._to_pay = decision.context.get("n", 0) if decision.kind == PAYMENT else 0
                return self._choose(asked, actions[0])

    def read(self, prompt: str) -> str:
        """A line that is typed."""
        try:
            return self._ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            console.print()  # the cursor stands behind the prompt
            raise Quit(Quit.WORDS) from None

    def tell_end(self, game: Game, seat: int) -> None:
        """What happened since the last answer: nothing more will be asked."""
        tell(game.state, game.view(seat).events[self._told :])

    def begin_at(self, event: int) -> None:
        """What happened before is no news: the game is gone on with."""
        self._told = self._turn_began = event

    # ------------------------------------------------------------------------------- what is typed

    def _understood(self, asked: Asked, typed: str) -> list[int]:
        """The answers that were typed; none if it was a command, which is done."""
        word, _, rest = typed.partition(" ")
        name = self._short.get(word.lower(), word.lower())
        command = self.commands.get(name)
        if command is None and typed:
            return self._answers(asked, typed)
        (command or self._again)(asked, rest.strip())
        return []

    def _answers(self, asked: Asked, typed: str) -> list[int]:
        """What a line means, in the order in which it is asked for."""
        game = asked.game
        later = dict.fromkeys(asked_later(game), -1)  # they have no number yet
        actions = understand(typed, game, later | asked.numbers)
        if len(actions) > 1 and in_order(game, asked.legal):
            actions = sorted_as_asked(actions)
        if actions[0] not in asked.legal:
            what = name_of(game.state, actions[0]) or "a talent"
            raise NotUnderstood(f"{what} cannot come first; name in the same line what else you pay")
        return actions

    def _advance(self, asked: Asked) -> int | None:
        """The next of the answers typed in one line, if it fits; else the rest is dropped aloud."""
        self._drop_paid(asked.decision)
        if not self._waiting:
            return None
        action = self._waiting.pop(0)
        to_be_confirmed = action == STOP and self._kind in GIVEN_UP
        if asked.decision.kind == self._kind and action in asked.legal and not to_be_confirmed:
            return action
        left = count(len(self._waiting) + 1, "answer")
        self._waiting = []
        self._say(f"({left} of your line not taken: something else is asked now, or it is not possible)")
        return None

    def _choose(self, asked: Asked, action: int) -> int:
        self._chosen.append(in_short(asked.game.state, action) if action != STOP else "")
        return action

    def _drop_paid(self, decision: Decision) -> None:
        """Resources without a choice were paid unasked: they are done with."""
        left = decision.context.get("n", 0) if decision.kind == PAYMENT else 0
        del self._waiting[: max(0, self._to_pay - 1 - left)]
        self._to_pay = left

    def forget(self) -> None:
        """Drop what was typed in advance: something was taken back."""
        self._waiting = []
        del self._chosen[-1:]

    def _sure(self, asked: Asked, action: int) -> bool:
        """Whether the person means it, where Ready discs would be lost."""
        n = asked.decision.context.get("n", 0)
        rule = GIVEN_UP.get(asked.decision.kind)
        if action != STOP or rule is None or not n:
            return True
        verb = "goes" if n == 1 else "go"
        self._say(f"{count(n, 'Ready disc')} {verb} back to the supply ({rule}). Stop all the same?")
        return self.read("yes or no> ").lower() in ("y", "yes")

    # ------------------------------------------------------------------------------- what is shown

    def _say(self, words: str) -> None:
        paragraph(Text(words))

    def _tell(self, asked: Asked) -> None:
        """The news, once."""
        events = asked.view.events
        self._told = min(self._told, len(events))
        if len(events) > self._told:
            if any(event.faction not in _own(asked.view) for event in events[self._told :]):
                self._turn_began = self._told
            tell(asked.game.state, events[self._told :])
        self._told = len(events)

    def _news(self, asked: Asked, _: str) -> None:
        tell(asked.game.state, asked.view.events[self._turn_began :], everything=True)

    def _again(self, asked: Asked, _: str) -> None:
        self._show(asked, True)

    def _show(self, asked: Asked, new: bool) -> None:
        """The decision, and its answers: areas as a map first, in short when the same is asked again."""
        s = asked.game.state
        console.print()
        say(s, f"{describe_decision(s)}:")
        self._show_about(asked, new)
        area = asked.decision.context.get("area", -1)
        if asked.decision.kind in FIGHTS and area >= 0:
            say(s, f"There now: {discs_in(s, area) or 'nobody'}.", 2)
        if chosen := together(filter(None, self._chosen)):
            say(s, f"So far: {'; '.join(chosen)}.", 2)
        areas = [action for action in asked.legal if is_area(action)]
        others = [action for action in asked.legal if not is_area(action)]
        if len(areas) >= MAPPED:
            if new and len(areas) <= MOST_MAPPED and asked.decision.kind not in BRIEF:
                self._map(asked, "")
            else:
                ordered = sorted(areas, key=lambda action: asked.numbers[action])
                parts = [f"{asked.numbers[action]} {with_discs(s, area_of(action))}" for action in ordered]
                columns([coloured(s, part) for part in parts], 2)
        else:
            others = asked.legal
        for action in sorted(others, key=lambda one: asked.numbers[one]):
            words = asked.game.describe(action)
            if asked.decision.kind in READ_HERE and is_card(action):
                words += f": {s.world.deck.cards[card_of(action)].text}"
            elif asked.decision.kind == "card_action" and is_wonder(action):
                words += f" {about_wonder(s, wonder_of(action))}"
            elif asked.decision.kind == "civilization":
                words += f": {at_a_glance(s.world.civilizations[civilization_of(action)], s.epoch)}"
            itemize(s, f"{asked.numbers[action]:<4}", words)
        if new:
            self._explain(asked, len(areas))

    def _show_about(self, asked: Asked, new: bool) -> None:
        """The text of the card the question is about, unless it has just been read."""
        thing = about(asked.game.state)
        if thing is None or (thing.name == self._read and not new):
            return
        if thing.name != self._read:
            say(asked.game.state, f"{thing.name}: {thing.text}", 2)
        if thing.declared and asked.decision.kind == "negate":
            say(asked.game.state, f"Declared: {joined(thing.declared)}.", 2)
        self._read = thing.name

    def _explain(self, asked: Asked, areas: int) -> None:
        """What somebody new to the game could not know from the question."""
        decision = asked.decision
        if decision.kind == "card_action" and any(map(is_wonder, asked.legal)):
            own = asked.view.world.knobs[decision.faction]
            self._say(
                f"A Wonder costs {own.wonder_resources} resources: at least {count(own.wonder_discs, 'disc')}"
                " from the map, and more discs, cards or talents (WON-02, WON-03)."
            )
        elif decision.kind == PAYMENT:
            self._say(PAYMENT_ORDER)
        elif areas >= MAPPED and in_order(asked.game, asked.legal):
            self._say(ORDER)

    def _map(self, asked: Asked, _: str) -> None:
        """The areas among the answers; if there are none, one's own and those around them."""
        named = {area_of(action): asked.numbers[action] for action in asked.legal if is_area(action)}
        areas = sorted(named, key=lambda area: named[area]) or own_areas(asked.view)
        show_map(asked.game, areas, named or None)

    def _help(self, asked: Asked) -> None:
        self._say(ANSWERS)
        width = max(map(len, self.help)) + 2
        for typed, meaning in self.help.items():
            item(f"  {typed:<{width}}", Text(meaning))
        self._show(asked, True)


def _own(view: View) -> set[int]:
    return {faction for faction in range(view.world.n_factions) if view.factions >> faction & 1}


def _board(asked: Asked, _: str) -> None:
    show_board(asked.game)


def _card(asked: Asked, text: str) -> None:
    show_card(asked.game, text) if text else show_hands(asked.view, asked.game)


def _area(asked: Asked, text: str) -> None:
    show_area(asked.game, text) if text else show_map(asked.game, own_areas(asked.view))


def _rule(asked: Asked, text: str) -> None:
    show_rule(text or "GRO-14")


def _score(asked: Asked, _: str) -> None:
    print_list(scores(asked.game.state))


def _undo(asked: Asked, _: str) -> None:
    raise Undo(Undo.WORDS)


def _quit(asked: Asked, _: str) -> None:
    raise Quit(Quit.WORDS)
