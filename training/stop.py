"""Being told to stop: Ctrl-C, SIGTERM and SIGHUP end a run where it can go on from.

Most work can be broken off at once. What must not be cut in half stands in a `deferred` block: a signal
waits for its end, a second one does not.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from agents.arena.stopping import Stop

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(Stop):
    """A signal asked the run to stop. Like Ctrl-C it is no error that anybody may take for their own.

    The arena, which plays the evaluations, knows it for what it is: no player has failed.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_code = 128 + number


class _Signals:
    def __init__(self) -> None:
        self.is_deferred = False
        self.waiting: int | None = None

    def receive(self, number: int, _: Any) -> None:
        if self.is_deferred and self.waiting is None:
            self.waiting = number
        else:
            raise Stopped(number)


_signals = _Signals()


@contextmanager
def stoppable() -> Iterator[None]:
    """Signals raise `Stopped` in here; those that are ignored (as under nohup) stay so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _signals.receive)
    try:
        yield
    finally:
        _signals.waiting = None
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def deferred() -> Iterator[None]:
    """A first signal waits until this is done."""
    _signals.is_deferred, _signals.waiting = True, None
    try:
        yield
    finally:
        _signals.is_deferred = False
    if _signals.waiting is not None:
        raise Stopped(_signals.waiting)
