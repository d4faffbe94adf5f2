"""Asking a run to stop: Ctrl-C, SIGTERM and the end of the terminal (SIGHUP) all end it in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stop(KeyboardInterrupt):
    """A signal asks us to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


_asked = 0  # the signal that asked for it, 0 if none did


def _stop(number: int, frame: FrameType | None) -> None:
    global _asked
    _asked = number
    raise Stop(number)


def check() -> None:
    """Stop if that was asked for, even if somebody has kept the exception from us."""
    if _asked:
        raise Stop(_asked)


def signals_are_ours() -> bool:
    """Whether a plain KeyboardInterrupt cannot come from the keyboard, but only from a player."""
    return signal.getsignal(signal.SIGINT) in (_stop, signal.SIG_IGN)


@contextmanager
def stoppable() -> Iterator[None]:
    """Within, signals to stop raise `Stop`; those that are ignored stay so (nohup)."""
    global _asked
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _asked = 0
    before = {
        number: signal.signal(number, _stop)
        for number in SIGNALS
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        _asked = 0
