"""Lessons at the terminal: told once, before the decision they belong to."""

from __future__ import annotations

from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from acis_rules.words.terminal import console, paragraph

from ..live.lessons import Lesson, Lessons

WIDEST = 88  # columns that are easily read


class Teller:
    """Tells what is due; those who come back hear again what belongs to the open decision."""

    def __init__(self, lessons: Lessons, actions: int) -> None:
        self._lessons = lessons
        self._heard = {told.lesson.title for told in lessons.told if told.after < actions}

    def tell(self) -> None:
        """Show the steps that have not been shown yet."""
        for told in self._lessons.told:
            if told.lesson.title not in self._heard:
                self._heard.add(told.lesson.title)
                show(told.lesson)


def show(lesson: Lesson) -> None:
    """A step in a frame of its own; in a pipe as plain lines."""
    parts = [Text(words) for words in lesson.paragraphs()]
    if lesson.proposal:
        parts.append(Text.assemble("Try: ", (lesson.proposal, "bold")))
    if lesson.rules:
        parts.append(Text(f"Rules: {', '.join(lesson.rules)} (`rule {lesson.rules[0]}` shows one)."))
    if not console.is_terminal:
        paragraph(Text(lesson.title))
        for part in parts:
            paragraph(part, 2)
    else:
        width = min(console.width, WIDEST)
        panel = Panel(Text("\n\n").join(parts), title=lesson.title, title_align="left", width=width)
        console.print(Padding(panel, (1, 0, 0, 0)))
