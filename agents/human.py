"""`human`: a person at the terminal who takes a seat wherever players do."""

from __future__ import annotations

from collections.abc import Callable

from acis_rules import Decision
from acis_rules.views import View

from .terminal.prompt import Prompt


class Human:
    """Asks a person; sees and shows only what the seat may know."""

    def __init__(self, seed: int = 0, ask: Callable[[str], str] | None = None) -> None:
        self._prompt = Prompt(ask, seed)

    def act(self, view: View, decision: Decision, legal: list[int]) -> int:
        """The answer that is typed in; raises Undo or Quit if that is wished."""
        return self._prompt.answer(view, decision, legal)
