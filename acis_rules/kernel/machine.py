"""The machine of pending work: run frames until the next real question.

A frame is a tuple `(name, *arguments)`. `step` functions do the work of a frame; a step that
needs a choice calls `ask`, which leaves a frame whose `answer` function gets the action.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .state import Frame, Question, State

_STEPS: dict[str, Callable[..., None]] = {}
_ANSWERS: dict[str, Callable[..., None]] = {}

Function = Callable[..., None]
_new = tuple.__new__  # a named tuple made this way costs half


def step(name: str) -> Callable[[Function], Function]:
    """Register what the frame `name` does: `function(state, *arguments)`."""

    def register(function: Function) -> Function:
        assert name not in _STEPS, name
        _STEPS[name] = function
        return function

    return register


def answer(name: str) -> Callable[[Function], Function]:
    """Register what an answer does: `function(state, action, *arguments)`."""

    def register(function: Function) -> Function:
        assert name not in _ANSWERS, name
        _ANSWERS[name] = function
        return function

    return register


def push(s: State, *frame: Any) -> None:
    """Put work on the stack; it is done before everything pushed earlier."""
    s.stack.append(frame)


def ask(
    s: State,
    frame: Frame,
    faction: int,
    kind: str,
    legal: int,
    card: int = 0,
    area: int = -1,
    by: int = -1,
    n: int = 0,
) -> None:
    """Open a decision; `frame` names the answer function and its arguments."""
    s.stack.append(frame)
    s.question = _new(Question, (faction, kind, legal, card, area, by, n))


def run(s: State) -> None:
    """Do pending work until a question with at least two answers is open, or nothing is left."""
    stack, steps = s.stack, _STEPS
    s.asker = None
    while True:
        question = s.question
        if question is not None:
            legal = question.legal
            if legal & (legal - 1):
                return
            s.asker = None
            answer_question(s, legal.bit_length() - 1)
        elif stack:
            frame = stack.pop()
            depth = len(stack)
            steps[frame[0]](s, *frame[1:])
            if s.question is not None:
                s.asker = (depth, frame)
        else:
            return


def do_step(s: State, frame: Frame) -> None:
    """Do the work of one frame."""
    _STEPS[frame[0]](s, *frame[1:])


@functools.cache
def arguments_of(name: str) -> dict[str, str] | None:
    """The arguments of a step: needed, optional or (the last) any number; None if there is no such step."""
    if name not in _STEPS:
        return None
    _, *parameters = inspect.signature(_STEPS[name]).parameters.values()  # the state comes first
    out = {p.name: "needed" if p.default is p.empty else "optional" for p in parameters}
    return out | {p.name: "any number" for p in parameters if p.kind is p.VAR_POSITIONAL}


def step_names() -> list[str]:
    """The names of all steps."""
    return list(_STEPS)


def answer_question(s: State, action: int) -> None:
    """Hand a legal action to the frame that asked."""
    s.question = None
    frame = s.stack.pop()
    _ANSWERS[frame[0]](s, action, *frame[1:])
