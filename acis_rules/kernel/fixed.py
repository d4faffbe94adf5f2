"""Things that never change once they are made: map, deck, scenarios and options are shared by all games.

Whoever is shown a game can read them and do no harm.
"""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

import msgspec
from msgspec.structs import force_setattr

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


def _refuse(self: object, *args: Any, **named: Any) -> NoReturn:
    raise TypeError("this belongs to all games and cannot be changed")


class FixedDict(dict[K, V]):
    """A dict to read."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return FixedDict, (dict(self),)


class Fixed:
    """An object whose attributes are given while it is made, and never after."""

    _made = False

    def _finish(self) -> None:
        """Say that the object is made."""
        self._made = True

    def __setattr__(self, name: str, value: object) -> None:
        if self._made:
            _refuse(self)
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        _refuse(self)


def fixed(value: T) -> T:
    """The same data with tuples for lists and dicts that can only be read, all the way down.

    Records (frozen structs) are changed in place: they have to be fresh.
    """
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return tuple(fixed(one) for one in value)  # type: ignore[return-value]
    if isinstance(value, dict) and not isinstance(value, FixedDict):
        return FixedDict({key: fixed(one) for key, one in value.items()})  # type: ignore[return-value]
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            force_setattr(value, name, fixed(getattr(value, name)))
    return value
