"""The machine of pending work: run frames until the next real question.

A frame is a tuple `(name, *arguments)`. `step` functions do the work of a frame; a step that
needs a choice calls `ask`, which leaves a frame whose `answer` function gets the action.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec

from .compiled import compiled
from .state import Frame, Question, State
from .types import Action, Actions, Area, Card, Faction

P = ParamSpec("P")
Function = Callable[..., None]

_STEPS: dict[str, Function] = {}
_ANSWERS: dict[str, Function] = {}
_NAMES: dict[Function, str] = {}  # of both
JOINING: set[str] = set()  # steps that join in
_new = tuple.__new__  # a named tuple made this way costs half


def step(name: str, joins_in: bool = False) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Register what the frame `name` does: `function(state, *arguments)`.

    A step that joins in is pushed by a variant at a moment: it can be pending in the middle of anything.
    """
    if joins_in:
        JOINING.add(name)
    return _register(name, _STEPS)


def answer(name: str) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Register what an answer does: `function(state, action, *arguments)`."""
    return _register(name, _ANSWERS)


def _register(name: str, into: dict[str, Function]) -> Callable[[Callable[P, None]], Callable[P, None]]:
    def register(function: Callable[P, None]) -> Callable[P, None]:
        assert name not in into, name
        into[name] = function
        _NAMES[function] = name
        return function

    return register


def home_of(name: str) -> str:
    """The module whose step this is."""
    return (_STEPS.get(name) or _ANSWERS[name]).__module__


def later(name: str) -> Function:
    """A step that is registered in a room further up, for those who cannot import it."""

    def stand_in(*arguments: Any) -> None:
        raise AssertionError(name)

    _NAMES[stand_in] = name
    return stand_in


@compiled
def push(s: State, work: Callable[Concatenate[State, P], None], *arguments: P.args, **_: P.kwargs) -> None:
    """Put work on the stack, a step and its arguments; it is done before everything pushed earlier."""
    s.stack.append((_NAMES[work], *arguments))


@compiled
def ask(
    s: State,
    then: Function,
    arguments: tuple[Any, ...],
    faction: Faction,
    kind: str,
    legal: Actions,
    card: Card = 0,
    area: Area = -1,
    by: Faction = -1,
    n: int = 0,
) -> None:
    """Open a decision; the answer goes to `then(state, action, *arguments)`."""
    s.stack.append((_NAMES[then], *arguments))
    s.question = _new(Question, (faction, kind, legal, card, area, by, n))


@compiled
def run(s: State) -> None:
    """Do pending work until a question with at least two answers is open, or nothing is left."""
    stack, steps = s.stack, _STEPS
    s.asker = None
    while True:
        question = s.question
        while question is None:
            if not stack:
                return
            frame = stack.pop()
            depth = len(stack)
            n = len(frame)
            if n == 3:  # what most frames have, written out: faster than the general form
                steps[frame[0]](s, frame[1], frame[2])
            elif n == 2:
                steps[frame[0]](s, frame[1])
            elif n == 5:
                steps[frame[0]](s, frame[1], frame[2], frame[3], frame[4])
            else:
                steps[frame[0]](s, *frame[1:])
            question = s.question
            if question is not None:
                s.asker = (depth, frame)
        legal = question.legal
        if legal & (legal - 1):
            return
        s.asker = None
        answer_question(s, legal.bit_length() - 1)


@compiled
def act(s: State, action: Action) -> bool:
    """Answer the open question and run on to the next one; False, and nothing changes, if it is no answer."""
    question = s.question
    if question is None or action < 0 or not question.legal >> action & 1:
        return False
    s.question = None
    frame = s.stack.pop()
    _ANSWERS[frame[0]](s, action, *frame[1:])
    run(s)
    return True


def do_step(s: State, frame: Frame) -> None:
    """Do the work of one frame."""
    _STEPS[frame[0]](s, *frame[1:])


def pending(s: State, *steps: Callable[..., None]) -> bool:
    """Whether one of these steps, or the answer to it, waits on the stack."""
    names = {_NAMES[work] for work in steps}
    return any(frame[0] in names for frame in s.stack)


def awaited(s: State) -> Function | None:
    """The function that gets the answer to the open decision."""
    return None if s.question is None else _ANSWERS[s.stack[-1][0]]


def argument(s: State, name: str) -> Any:
    """What `awaited` will be given under this name, or None if it takes no such thing."""
    if s.question is None:
        return None
    frame = s.stack[-1]
    place = _places(frame[0]).get(name)
    return None if place is None else frame[place]


@functools.cache
def _places(name: str) -> dict[str, int]:
    """Where the arguments of an answer stand in its frame."""
    _, _, *parameters = inspect.signature(_ANSWERS[name]).parameters  # the state and the action come first
    return {parameter: place for place, parameter in enumerate(parameters, 1)}


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


@compiled
def answer_question(s: State, action: Action) -> None:
    """Hand a legal action to the frame that asked."""
    s.question = None
    frame = s.stack.pop()
    _ANSWERS[frame[0]](s, action, *frame[1:])
