"""People around one terminal: whose turn it is, handing over, taking back, hints, reasons, saving."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.text import Text

from acis_env.players import make_player
from acis_rules.errors import AcisError
from acis_rules.kernel.actions import is_area
from acis_rules.kernel.files import require_writable
from acis_rules.replay import save
from acis_rules.screens import Screen
from acis_rules.words.decisions import in_short
from acis_rules.words.names import capitalized, count, faction_name, joined
from acis_rules.words.terminal import console, paragraph

from ..live.game import LiveGame, NoUndo
from ..live.saved import Note
from ..live.thoughts import answered
from .lessons import Teller
from .looking import civilizations_of, itemize, say
from .prompt import Asked, Prompt, Quit, Undo

HINTS = "greedy"  # who is asked for a hint if nobody is named
HELP = {
    "hint, hint npc": f"what {HINTS}, or another player, would do here",
    "why": "the reasons of the others' moves",
    "undo": "takes your last choice back",
    "save FILE": "writes a replay file",
    "quit": "leaves; `acis play --resume` goes on",
}


class Session:
    """A live game at one terminal."""

    def __init__(self, live: LiveGame, ask: Callable[[str], str] | None = None) -> None:
        self.live = live
        self._here = -1 if len(live.people) > 1 else live.people[0] if live.people else -1
        self._greeted = len(live.people) > 1  # whoever takes the terminal over is told who they are
        self._teller = Teller(live.lessons, len(live.steps)) if live.lessons is not None else None
        self.prompts = {seat: self._prompt(seat, ask) for seat in live.people}

    def _prompt(self, seat: int, ask: Callable[[str], str] | None) -> Prompt:
        prompt = Prompt(ask, self.live.saved.seed)
        prompt.begin_at(self.live.last_turn(seat))
        prompt.help |= HELP
        if self._teller is not None:
            prompt.introduce = self._teller.tell
        prompt.commands |= {
            "why": partial(self._why, seat), "hint": self._hint, "save": partial(self._save, prompt),
        }  # fmt: skip
        return prompt

    def play(self) -> bool:
        """Play to the end, or until a person leaves; True if the game is over."""
        live = self.live
        try:
            if live.held >= 0 and is_area(live.steps[-1].action):  # it was left in the middle
                self._hold(live.held, self.prompts[live.held])
            while not live.game.over:
                seat = live.waits_for
                if seat < 0:
                    live.let_program_decide()
                else:
                    self._ask(seat)
        except (Quit, KeyboardInterrupt):
            return False
        if self._here >= 0:
            self.prompts[self._here].tell_end(live.game, self._here)
        if self._teller is not None:
            self._teller.tell()
        return True

    def _ask(self, seat: int) -> None:
        live, prompt = self.live, self.prompts[seat]
        self._hand_over(seat, prompt)
        self._greet(seat)
        game = live.game
        try:
            action = prompt.answer(Screen(game.state, seat).view(), game.decision, game.legal_actions())
        except Undo:
            self._undo(seat, prompt)
            return
        live.answer(seat, action)
        if is_area(action) and live.held == seat:
            self._hold(seat, prompt)

    # -------------------------------------------------------------------------------- taking back

    def _undo(self, seat: int, prompt: Prompt) -> None:
        prompt.forget()
        live = self.live
        action = live.steps[-1].action if live.steps else -1
        try:
            live.undo(seat)
        except NoUndo as error:
            paragraph(Text(f"{capitalized(str(error))}."))
        else:
            paragraph(Text(f"Taken back: {in_short(live.game.state, action)}."))

    def _hold(self, seat: int, prompt: Prompt) -> None:
        """The last chance to take back before a program goes on."""
        while typed := prompt.read("Enter goes on, undo takes it back> ").lower():
            if typed in ("u", "undo"):
                self._undo(seat, prompt)
                return
            if typed in ("q", "quit"):
                raise Quit(Quit.WORDS)
            paragraph(Text("Enter, `undo` or `quit`: the others are next."))

    def _hand_over(self, seat: int, prompt: Prompt) -> None:
        """Another person comes to the terminal: nothing of what the one before saw stays on it."""
        if self._here == seat:
            return
        self._here = seat
        console.clear()
        names = joined(civilizations_of(self.live.game.state, seat))
        words = f"{names} (seat {seat})" if names else f"seat {seat}"
        paragraph(Text(f"It is the turn of {words}. Hand over, and press Enter."))
        prompt.read("> ")
        console.clear()

    def _greet(self, seat: int) -> None:
        """Tell a person once who they are, as soon as it is known."""
        names = joined(civilizations_of(self.live.game.state, seat))
        if names and not self._greeted:
            self._greeted = True
            say(self.live.game.state, f"You play {names}.")

    # ------------------------------------------------------------------------------------ commands

    def _why(self, seat: int, asked: Asked, _: str) -> None:
        """Why the programs did what they did last."""
        live, reasons = self.live, self._last_reasons(seat)
        for number, game in enumerate(live.saved.replay().play()):
            if number in reasons:
                who = capitalized(faction_name(game.state, live.steps[number].faction))
                words = in_short(game.state, live.steps[number].action)
                itemize(asked.game.state, "- ", f"{who}: {words}: {reasons[number]}")
        if not reasons:
            paragraph(Text("Nobody has given a reason so far: NPCs do, and learned policies."))

    def _last_reasons(self, seat: int) -> dict[int, str]:
        """By their numbers, the latest moves between two choices of a seat that have reasons it may know."""
        reasons: dict[int, str] = {}
        for number in reversed(range(len(self.live.steps))):
            if self.live.steps[number].seat == seat:
                if reasons:
                    break
                continue
            note = self.live.note_of(number, seat)
            if note is not None and (reason := in_words(note, seat)):
                reasons[number] = reason
        return reasons

    def _hint(self, asked: Asked, name: str) -> None:
        """What another player would do here, from what this seat sees."""
        try:
            player = make_player(name or HINTS, self.live.saved.seed)
            action, note = answered(player, asked.view, asked.decision, asked.legal)
        except AcisError as error:
            paragraph(Text(f"No hint: {error}."))
            return
        reason = in_words(note, asked.view.seat)
        words = in_short(asked.game.state, action)
        say(asked.game.state, f"{name or HINTS} would {words}{f': {reason}' if reason else ''}.")

    def _save(self, prompt: Prompt, asked: Asked, name: str) -> None:
        """Write a replay file of the game so far; an old file is replaced only if that is wished."""
        if not name:
            kept = f"The game is kept in {self.live.path} after every action. " if self.live.path else ""
            paragraph(Text(f"{kept}`save FILE` writes a replay file for `acis replay` and `acis watch`."))
            return
        path = Path(name)
        if path.exists():
            paragraph(Text(f"{path} exists already. Replace it?"))
            if prompt.read("yes or no> ").lower() not in ("y", "yes"):
                return
        try:
            require_writable(path)
            save(path, self.live.saved.replay())
        except AcisError as error:
            paragraph(Text(f"Not saved: {error}."))
        else:
            paragraph(Text(f"Saved to {path}: {count(len(self.live.steps), 'action')}."))


def in_words(note: Note, seat: int) -> str:
    """What a program had in mind."""
    parts = [note.reason] if note.reason else []
    if note.moves:
        parts.append(f"{note.moves[0][1]:.0%} sure")
    if seat < len(note.chances):
        parts.append(f"gives you a chance of {note.chances[seat]:.0%}")
    return ", ".join(parts)
