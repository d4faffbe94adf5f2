"""What is shared by all games can be read and not be changed; marks are small numbers by name."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest

from acis_rules import Game
from acis_rules.kernel.fixed import Fixed, FixedDict, fixed
from acis_rules.kernel.marks import MARKS, declare_mark, marked, set_mark


class Pair(NamedTuple):
    one: int
    other: list[int]


class Record(msgspec.Struct, frozen=True):
    names: Any
    inner: Any = None


def test_lists_become_tuples_and_dicts_can_only_be_read_all_the_way_down() -> None:
    value = fixed({"a": [1, [2, {"b": [3]}]], "c": (4, [5])})
    assert value == {"a": (1, (2, {"b": (3,)})), "c": (4, (5,))}
    assert type(value) is FixedDict and type(value["a"][1][1]) is FixedDict
    assert fixed(value) == value and fixed(value) is value
    assert fixed(7) == 7 and fixed("text") == "text"


def test_records_are_fixed_inside() -> None:
    record = fixed(Record(["a", ["b"]], Record({"c": [1]})))
    assert record == Record(("a", ("b",)), Record({"c": (1,)}))
    assert type(record.inner.names) is FixedDict


def test_a_named_tuple_stays_what_it_is() -> None:
    assert type(fixed([Pair(1, [2])])[0]) is Pair


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(b=1), lambda d: d.clear(), lambda d: d.pop("a"), lambda d: d.popitem(),
        lambda d: d.setdefault("b", 1), lambda d: d.__setitem__("a", 2), lambda d: d.__delitem__("a"),
        lambda d: d.__ior__({"b": 1}),
    ],
)  # fmt: skip
def test_a_fixed_dict_refuses_every_change(change: Callable[[Any], object]) -> None:
    value = FixedDict({"a": 1})
    with pytest.raises(TypeError, match="belongs to all games and cannot be changed"):
        change(value)
    assert value == {"a": 1}
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value
    assert type(pickle.loads(pickle.dumps(value))) is FixedDict


def test_an_object_is_fixed_once_it_is_made() -> None:
    class Thing(Fixed):
        def __init__(self) -> None:
            self.size = 1
            self.size = 2
            self._finish()

    thing = Thing()
    assert thing.size == 2
    with pytest.raises(TypeError, match="cannot be changed"):
        thing.size = 3
    with pytest.raises(TypeError, match="cannot be changed"):
        del thing.size
    assert thing.size == 2


def test_a_mark_that_is_not_there_is_0() -> None:
    s = Game.new("basic_2p").state.copy()
    assert marked(s, "gallic_allies") == 0
    set_mark(s, "gallic_allies", 1)
    assert marked(s, "gallic_allies") == 1 and s.marks == {"gallic_allies": 1}
    set_mark(s, "gallic_allies", 0)
    set_mark(s, "gallic_allies", 0)
    assert s.marks == {}


def test_a_mark_is_declared_once() -> None:
    with pytest.raises(AssertionError, match="gallic_allies"):
        declare_mark("gallic_allies", 2)
    assert all(most >= 1 for most in MARKS.values())
