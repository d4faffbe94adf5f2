"""What the referee says when the engine did something else than the rulebook."""

from __future__ import annotations


class Dispute(AssertionError):
    """A rule, the event at which it was broken, and why."""

    def __init__(self, rule: str, index: int, explanation: str) -> None:
        self.rule = rule
        self.index = index
        self.explanation = explanation
        super().__init__(f"{rule}, event {index}: {explanation}")
