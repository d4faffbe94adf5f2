"""Guided games: what a learner is told, step by step, tied to the decisions of a game that begins alike.

Where the lessons are shown, in a terminal or in a browser, is no matter of theirs. Which of them have been
told follows from the actions of the game alone: so they are the same after a pause, and after undo.
"""

from __future__ import annotations

from importlib import resources
from typing import Any, NamedTuple

import msgspec

from acis_rules import Game
from acis_rules.box.data_files import convert, parse_yaml
from acis_rules.errors import AcisError, shown
from acis_rules.kernel.actions import block_of
from acis_rules.kernel.bits import members
from acis_rules.views import View

FIRST = "first_epoch"
COURSES = (FIRST,)


class NoCourse(AcisError):
    """There is no course of that name."""


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moment at which a step is told: all that is given has to hold."""

    kinds: tuple[str, ...] = ()
    offers: str = ""
    turn: int = 0
    event: str = ""
    over: bool = False


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"proposal": "try"}):
    """One step: a title, what is said, how it is done at a terminal and in a browser, rules to look up."""

    title: str
    when: When
    text: str
    terminal: str = ""
    browser: str = ""
    proposal: str = ""  # what to type
    rules: tuple[str, ...] = ()

    def paragraphs(self, browser: bool = False) -> list[str]:
        """What is said, without line ends."""
        text = f"{self.text}\n\n{self.browser if browser else self.terminal}"
        return [words for part in text.split("\n\n") if (words := " ".join(part.split()))]


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game: how it begins, and its steps."""

    title: str
    scenario: str
    seed: int
    seats: list[str]
    steps: list[Lesson]
    options: dict[str, Any] = {}


def load_course(name: str = FIRST) -> Course:
    """A course that comes with the game."""
    if name not in COURSES:
        raise NoCourse(f"course: {shown(name)}: there is none of that name")
    file = f"{name}.yaml"
    text = (resources.files("agents") / "live" / "data" / file).read_text(encoding="utf-8")
    return convert(parse_yaml(text, file), Course, file)


class Told(NamedTuple):
    """A step and how many actions there were when it was told."""

    lesson: Lesson
    after: int


class Lessons:
    """A course under way: what the seat of the learner has been told, each step only once."""

    def __init__(self, course: Course, seat: int) -> None:
        self.seat = seat
        self.told: list[Told] = []
        self._steps = course.steps

    def hear(self, game: Game, actions: int) -> None:
        """So many actions have been taken, and this is the position now: tell what is due."""
        if not game.over and game.seat != self.seat:
            return
        view = game.view(self.seat)
        known = [told.lesson for told in self.told]
        self.told += [
            Told(step, actions) for step in self._steps if step not in known and _fits(step.when, view)
        ]

    def take_back(self, actions: int) -> None:
        """Only so many actions are left: what was told after them has not been told."""
        self.told = [told for told in self.told if told.after <= actions]


def _fits(when: When, view: View) -> bool:
    if when.over:
        return view.over
    question = view.question
    if question is None or view.turn < when.turn or (when.kinds and question.kind not in when.kinds):
        return False
    if when.offers and all(block_of(action)[0] != when.offers for action in members(question.legal)):
        return False
    return not when.event or any(event.kind == when.event for event in view.events)
