"""A live game: people answer, programs answer in between, and after every action all of it is in its file."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, NamedTuple

from acis_env.players import Player, PlayerFailed
from acis_rules import Decision, Game, IllegalAction
from acis_rules.box.world import World
from acis_rules.cards.plays import being_declared
from acis_rules.errors import AcisError
from acis_rules.game import plain_action
from acis_rules.kernel.actions import LOSE_DISC, STOP
from acis_rules.replay import MOST_SEED
from acis_rules.screens import Screen
from acis_rules.views import View
from acis_rules.words.names import EPOCHS, capitalized, count, faction_name

from . import saved as files
from .any_order import SETS, left_behind
from .film import Film
from .lessons import FIRST, Lessons, NoCourse, load_course
from .saved import Note, Saved, SavedGameError
from .seats import PERSON, check_seats, player_name, programs
from .thoughts import answered
from .undo import may_undo

# What somebody chooses here, or that they are asked, stays hidden from the others
SECRET = frozenset((
    "commit", "negate", "keep", "recover", "take", "discard", "hand_limit", "give", "peace_gift", "penalty",
    "phase_start_card", "turn_order_card", "card_order",
))  # fmt: skip


class NoUndo(AcisError):
    """A choice cannot be taken back."""


class PlayedElsewhere(AcisError):
    """Somebody has gone on with the game in another window or program."""


class Step(NamedTuple):
    """One action of a live game."""

    seat: int
    faction: int
    kind: str  # of the decision
    action: int
    event: int  # how many events there were before it
    about: tuple[object, ...] = ()  # the card, Wonder or ability for which it is declared


class ProgramQuestion(NamedTuple):
    """A decision put to a program, with nothing in it that belongs to the game."""

    player: Player
    name: str
    number: int  # of the action it will be
    view: View
    decision: Decision
    legal: list[int]
    wordless: bool

    def think(self) -> tuple[int, Note]:
        """The program's answer; it can take its time, the game is not touched."""
        try:
            return answered(self.player, self.view, self.decision, self.legal, self.wordless)
        except Exception as error:
            raise self.failed(f"{type(error).__name__}: {error}") from error

    def failed(self, what: str) -> PlayerFailed:
        """The error that names the program."""
        return PlayerFailed(f"player {self.name} failed: {what}")


class LiveGame:
    """A game in progress, with people at some seats and programs at the others."""

    def __init__(self, saved: Saved, path: Path | None = None) -> None:
        self.saved = saved
        self.path = path
        where = f"{path}: " if path is not None else ""
        try:
            check_seats(World(saved.scenario, saved.options), saved.seats)
            self.game = Game.new(saved.scenario, saved.seed, saved.options)
        except AcisError as error:
            raise type(error)(f"{where}{error}") from None
        self.steps: list[Step] = []
        self.film = Film(self.game)
        self.lessons = self._begin_lessons(where)
        self._stamp: tuple[int, ...] = ()  # of the file as it was read or written last
        self._programs: dict[int, Player] | None = None
        self._earlier: list[Game] = []  # positions of one seat's choices since somebody else chose
        for i, action in enumerate(saved.actions):
            try:
                self._apply(action)
            except AcisError as error:
                raise SavedGameError(f"{where}actions[{i}]: {error}") from None

    def _begin_lessons(self, where: str) -> Lessons | None:
        if not self.saved.course or not self.people:
            return None
        try:
            lessons = Lessons(load_course(self.saved.course), self.people[0])
        except NoCourse as error:
            raise SavedGameError(f"{where}{error}") from None
        lessons.hear(self.game, 0)
        return lessons

    @classmethod
    def guided(cls, name: str = FIRST, path: Path | None = None) -> LiveGame:
        """The game of a course, which always begins alike."""
        course = load_course(name)
        return cls.new(
            course.scenario, course.seed, list(course.seats), dict(course.options), path, course=name
        )

    @classmethod
    def new(
        cls, scenario: str, seed: int, seats: list[str], options: dict[str, Any] | None = None,
        path: Path | None = None, fair: bool = False, course: str = "",
    ) -> LiveGame:  # fmt: skip
        """A game that begins now, with a key for each person; with a path it is written there at once."""
        keys = [secrets.token_urlsafe(16) if spec == PERSON else "" for spec in seats]
        saved = Saved(
            scenario=scenario, seed=seed, options=options or {}, seats=seats, keys=keys, fair=fair,
            course=course,
        )  # fmt: skip
        if abs(seed) > MOST_SEED:
            raise SavedGameError(f"seed {seed}: at most {MOST_SEED} can be kept")
        live = cls(saved, path)
        live._programs = programs(seats, seed)  # an unknown player is an error now and not later
        live.save()
        return live

    @classmethod
    def load(cls, path: Path) -> LiveGame:
        """The game of a file, as it was left."""
        stamp = files.stamp(path)
        live = cls(files.read(path), path)
        live._stamp = stamp
        return live

    def save(self) -> None:
        """Write the file, if the game has one."""
        s = self.game.state
        self.saved.over = s.over
        names = [f"{faction_name(s, f)} {count(vp, 'VP')}" for f, vp in enumerate(s.vp)]
        when = "the end" if s.over else f"Epoch {EPOCHS[s.epoch]}, turn {s.turn}"
        self.saved.about = capitalized(f"{when}: {', '.join(names)}")[:200]
        if self.path is not None:
            if self.played_elsewhere:
                raise PlayedElsewhere("the game has gone on elsewhere; open it again")
            files.write(self.path, self.saved)
            self._stamp = files.stamp(self.path)

    @property
    def played_elsewhere(self) -> bool:
        """Whether the file is no longer the one that was read or written here."""
        return self.path is not None and self._stamp != () and files.stamp(self.path) != self._stamp

    # ------------------------------------------------------------------------------ who decides

    @property
    def programs(self) -> dict[int, Player]:
        """The players of seats without a person, made when they are first needed."""
        if self._programs is None:
            self._programs = programs(self.saved.seats, self.saved.seed)
        return self._programs

    @property
    def people(self) -> list[int]:
        """The seats at which people sit."""
        return [seat for seat, spec in enumerate(self.saved.seats) if spec == PERSON]

    @property
    def waits_for(self) -> int:
        """The seat of the person who has to decide; -1 if a program has to, or the game is over."""
        seat = self.game.seat
        return seat if seat >= 0 and self.saved.seats[seat] == PERSON else -1

    @property
    def held(self) -> int:
        """The seat that may still take back its choice before a program goes on; -1 if none."""
        if not self.steps or self.game.over or self.waits_for >= 0:
            return -1
        seat = self.steps[-1].seat
        return seat if self.can_undo(seat) else -1

    # ----------------------------------------------------------------------------------- playing

    def answer(self, seat: int, action: int) -> None:
        """A person's answer to the open decision."""
        if self.waits_for != seat:
            raise IllegalAction(f"seat {seat}: it is not asked anything")
        action = plain_action(action)
        row = [action] if action in self.game.legal_actions() else self.left_behind.get(action, [action])
        for _ in row[1:]:
            self._take_back()
        for one in row:
            self._take(one, Note())

    @property
    def left_behind(self) -> dict[int, list[int]]:
        """Choices of a set that are taken though no longer offered; with each, all choices of the set."""
        seat, earlier = self.waits_for, self._earlier
        if seat < 0 or self.game.decision.kind not in SETS or not self.can_undo(seat):
            return {}
        n = 1
        while n < len(earlier) and may_undo(earlier[-1 - n].state, earlier[-n].state, seat):
            n += 1
        return left_behind(self.game, earlier[-n:], [step.action for step in self.steps[-n:]])

    def let_program_decide(self) -> bool:
        """One answer of a program; False if it is a person's turn, or the game is over."""
        question = self.question_for_program()
        if question is None:
            return False
        self.take_answer(question, question.think())
        return True

    def question_for_program(self) -> ProgramQuestion | None:
        """What a program has to decide now, for it to think about apart from the game."""
        game = self.game
        if game.over or self.waits_for >= 0:
            return None
        seat = game.seat
        view = Screen(game.state, seat).view()
        name = f"{player_name(self.saved.seats[seat])} (seat {seat})"
        return ProgramQuestion(
            self.programs[seat], name, len(self.steps), view,
            game.decision, game.legal_actions(), self.saved.fair,
        )  # fmt: skip

    def take_answer(self, question: ProgramQuestion, answer: tuple[int, Note]) -> None:
        """Take a program's answer, unless the game has moved on from the question."""
        if question.number != len(self.steps):
            return
        try:
            self._take(plain_action(answer[0]), answer[1])
        except IllegalAction as error:
            raise question.failed(str(error)) from None

    def go_on(self) -> None:
        """Let programs decide until a person has to, or the game is over."""
        while self.let_program_decide():
            pass

    def _take(self, action: int, note: Note) -> None:
        """Take the action and write it down; if that fails, the game is as it was."""
        self._apply(action)
        self.saved.actions.append(action)
        self.saved.notes.append(note)
        try:
            self.save()
        except BaseException:
            self._take_back()
            raise

    def _apply(self, action: int) -> None:
        game = self.game
        if game.over:
            raise IllegalAction(f"action {action}: the game is over")
        before = game.clone()
        decision = game.decision
        game.apply(action)
        if self.steps and self.steps[-1].seat != decision.seat:
            self._earlier.clear()
        self._earlier.append(before)
        play = being_declared(before.state)
        about = (play.kind, play.id) if play is not None else ()
        step = Step(decision.seat, decision.faction, decision.kind, action, len(before.state.log), about)
        self.steps.append(step)
        self.film.add(game, action)
        if self.lessons is not None:
            self.lessons.hear(game, len(self.steps))

    # -------------------------------------------------------------------------------------- undo

    def can_undo(self, seat: int) -> bool:
        """Whether the seat can take back its last choice: nobody has decided since, nothing was revealed."""
        if not self.steps or self.steps[-1].seat != seat or self.saved.seats[seat] != PERSON:
            return False
        return bool(self._earlier) and may_undo(self._earlier[-1].state, self.game.state, seat)

    def undo(self, seat: int) -> None:
        """Take back the last choice of a seat."""
        if not self.can_undo(seat):
            raise NoUndo("that choice cannot be taken back: somebody has acted, or something was revealed")
        self._take_back()
        self.save()

    def _take_back(self) -> None:
        self.game = self._earlier.pop()
        self.steps.pop()
        del self.saved.actions[len(self.steps) :]
        del self.saved.notes[len(self.steps) :]
        self.film.take_back(self.game)
        if self.lessons is not None:
            self.lessons.take_back(len(self.steps))

    # ------------------------------------------------------------------------------ looking back

    def last_turn(self, seat: int) -> int:
        """How many events there were when the seat decided last before others did; 0 if it never did."""
        steps = iter(reversed(self.steps))
        for step in steps:
            if step.seat != seat:
                break
        return next((step.event for step in steps if step.seat == seat), 0)

    def note_of(self, number: int, seat: int) -> Note | None:
        """What the program had in mind that took action `number`, as far as a seat may know it."""
        step, note = self.steps[number], self.saved.notes[number]
        world = self.game.state.world
        if self.game.over or (seat >= 0 and world.open_to[seat] >> step.faction & 1):
            return note
        hidden = step.kind in SECRET or step.action in (STOP, LOSE_DISC)
        return None if hidden else note
