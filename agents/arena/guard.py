"""Running the code of players that nobody has to trust: whatever it does, we go on or say who did it.

A player has as much time as it likes, or a limit: then an alarm goes off inside its code. If it
does not give way even then, only the end of its process helps; `overdue` tells.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from acis_rules.errors import AcisError

from .stopping import Stop, check, signals_are_ours

AGAIN = 0.1  # seconds until the alarm goes off again in code that goes on
GRACE = 5.0  # seconds after which the code is believed never to end

T = TypeVar("T")


class PlayerFailed(AcisError):
    """A player raised an error, answered with an action that is not legal or ended its process."""


class OutOfTime(BaseException):
    """The time for a move is over."""


Fail = Callable[[str], PlayerFailed]  # makes the error that names the player, from what happened


class _Alarm:
    """The one alarm of this process."""

    ends = float("inf")  # when the code that is running has to have ended
    fail: Fail | None = None
    rang = False


def can_limit() -> bool:
    """Whether this system can interrupt a player."""
    return hasattr(signal, "setitimer")


def ask(deed: Callable[[], T], seconds: float, fail: Fail) -> T:
    """What a player's code returns; OutOfTime if it took too long, the player's error if it raised any."""
    try:
        answer = _limited(deed, seconds, fail) if seconds else deed()
    except OutOfTime:
        _disarm()
        raise
    except Stop:
        raise
    except BaseException as error:
        check()
        if isinstance(error, KeyboardInterrupt) and not signals_are_ours():
            raise
        raise fail(in_words(error)) from error
    check()
    return answer


def in_words(error: BaseException) -> str:
    """The kind of an error and what it says, if it can say anything."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def _limited(deed: Callable[[], T], seconds: float, fail: Fail) -> T:
    _Alarm.rang, _Alarm.fail = False, fail
    signal.signal(signal.SIGALRM, _ring)
    _Alarm.ends = time.monotonic() + seconds
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        answer = deed()
    finally:
        late = time.monotonic() > _Alarm.ends
        _disarm()
    if late or _Alarm.rang:
        raise OutOfTime
    return answer


def _disarm() -> None:
    _Alarm.ends = float("inf")  # first of all: an alarm that is on its way is not heard any more
    signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(number: int, frame: FrameType | None) -> None:
    if _Alarm.ends < float("inf"):
        _Alarm.rang = True
        raise OutOfTime


def overdue() -> PlayerFailed | None:
    """The failure of a player that was interrupted long ago and goes on; asked from another thread."""
    if time.monotonic() < _Alarm.ends + GRACE or _Alarm.fail is None:
        return None
    return _Alarm.fail(f"its time was over, and it went on for {GRACE:g} seconds when it was interrupted")
