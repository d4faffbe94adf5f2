"""The log: what was told is told again, in copies too, from anywhere on, to each what it may know."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from acis_rules import Game
from acis_rules.kernel.log import Event, EventLog, tell
from acis_rules.kernel.state import State

CHUNK = 64  # events that are sealed when the log is copied


def turn(n: int) -> Event:
    return Event("turn", turn=n)


def story(log: EventLog) -> list[int]:
    return [event.turn for event in log]


def sealed(*sizes: int) -> EventLog:
    """A log of events with numbers from 0 on, copied each time it has grown by so many."""
    log, n = EventLog(), 0
    for size in sizes:
        log.add(turn(n + i) for i in range(size))
        n += size
        log = log.copy()
    return log


SIZES = [(5,), (CHUNK,), (CHUNK - 1, 1), (CHUNK, 3), (CHUNK, 70), (CHUNK, CHUNK, 1), (70, 64, 90, 0, 7)]


@pytest.mark.parametrize("sizes", SIZES)
def test_the_story_goes_on_from_any_event(sizes: tuple[int, ...]) -> None:
    log, n = sealed(*sizes), sum(sizes)
    assert len(log) == n and story(log) == list(range(n))
    for first in range(n + 2):
        assert [event.turn for event in log.since(first)] == list(range(first, n))


def test_copies_go_on_independently() -> None:
    log = sealed(CHUNK, 10)
    one, other = log.copy(), log.copy()
    one.add([turn(100)])
    other.add([turn(200), turn(201)])
    log.add([turn(300)])
    before = list(range(CHUNK + 10))
    assert (
        story(one) == [*before, 100] and story(other) == [*before, 200, 201] and story(log) == [*before, 300]
    )


@pytest.mark.parametrize(("size", "left"), [(CHUNK - 1, CHUNK - 1), (CHUNK, 0), (CHUNK + 1, 0)])
def test_only_what_has_grown_long_is_sealed_and_shared(size: int, left: int) -> None:
    """A short rest is copied, so that a copy never has many small chunks."""
    log = EventLog()
    log.add(turn(i) for i in range(size))
    assert len(log.copy().tail) == left and len(log) == size


def test_the_latest_events_are_found_without_those_before() -> None:
    log = sealed(CHUNK, CHUNK, 5)
    assert log._sealed is not None
    _, last, n = log._sealed
    log._sealed = (("no chunk",), last, n)
    assert [event.turn for event in log.since(CHUNK)] == list(range(CHUNK, 2 * CHUNK + 5))
    with pytest.raises(ValueError, match="unpack"):
        log.since(CHUNK - 1)


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"area": 5}, True), ({"card": 7}, True), ({"n": 3}, True), ({"n": 0}, True), ({"n": -1}, False),
        ({"kind": "removed"}, False), ({"faction": 1}, False), ({"cause": "card 7"}, False),
        ({"other": 1}, False), ({"wonder": 2}, False), ({"phase": "growth"}, False),
        ({"colours": (1,)}, False),
    ],
)  # fmt: skip
def test_events_that_are_told_in_one_sentence(change: dict[str, Any], same: bool) -> None:
    """Gains apart from losses; where and how many may differ."""
    event = Event("placed", 0, 4, n=1, cause="deploy")
    assert (event._replace(**change).alike == event.alike) == same


# --------------------------------------------------------------------------------- who may know

ROME, EGYPT, TROY = range(3)
DREW = Event("drew", EGYPT, n=2, cards=(7, 39), seen_by=EGYPT)
TAKEN = Event("cards_taken", TROY, n=1, other=ROME, cards=(7,), card=7, seen_by=TROY)
PUT_BY = Event("put_by", TROY, n=1, other=ROME, cards=(7,), card=7, seen_by=TROY)


@pytest.mark.rule("DEF-62")
@pytest.mark.parametrize(
    ("event", "knowing"),
    [
        (Event("played", ROME, card=7), {ROME, EGYPT, TROY}),
        (DREW, {EGYPT}),
        (TAKEN, {TROY, ROME}),  # who loses a card knows which one it was
        (PUT_BY, {TROY}),
        (DREW._replace(faction=ROME, seen_by=ROME), {ROME}),
    ],
)
def test_who_learns_which_cards_they_were(event: Event, knowing: set[int]) -> None:
    for faction in (ROME, EGYPT, TROY):
        hidden = event._replace(card=0, cards=())
        assert event.for_seat(1 << faction) == (event if faction in knowing else hidden)


@pytest.mark.rule("DEF-62")
def test_what_is_hidden_from_now_on_is_what_has_happened_so_far() -> None:
    log = sealed(CHUNK)
    log.add([DREW, TAKEN])
    log.hide_from_all_but(1 << ROME)
    log.add([DREW])
    unseen = DREW._replace(cards=())
    for one in (log, log.copy()):
        assert one.since(CHUNK) == [unseen, TAKEN, DREW]
        assert one.since(CHUNK + 1) == [TAKEN, DREW]
        assert one.since(CHUNK + 2) == [DREW] and one.since(CHUNK + 3) == []


@pytest.mark.rule("DEF-62")
def test_who_follows_a_story_is_told_what_its_seat_sees() -> None:
    log, mine = EventLog(), EventLog()
    log.add([turn(0), DREW])
    mine.follow(log, 1 << EGYPT)
    log.add([TAKEN, turn(3)])
    mine.follow(log, 1 << EGYPT)
    mine.follow(log, 1 << EGYPT)  # nothing new
    assert list(mine) == [turn(0), DREW, TAKEN._replace(card=0, cards=()), turn(3)]


@pytest.mark.rule("DEF-62")
def test_who_follows_a_story_learns_nothing_hidden_in_it() -> None:
    log, mine = EventLog(), EventLog()
    log.add([DREW])
    log.hide_from_all_but(1 << ROME)
    mine.follow(log, 1 << EGYPT)
    assert list(mine) == [DREW._replace(cards=())]


def test_a_part_of_a_point_that_is_followed_is_the_followers_own() -> None:
    half = Fraction(1, 2)
    log, mine = EventLog(), EventLog()
    log.add([Event("vp", TROY, n=half, other=ROME, cause="scoring", row="II")])  # type: ignore[arg-type]
    mine.follow(log, 1 << EGYPT)
    assert list(mine) == list(log)
    assert mine.tail[0][4] == half and mine.tail[0][4] is not half


# ------------------------------------------------------------------------------- telling a story


@pytest.fixture
def s() -> State:
    return Game.new("basic_2p").state.copy()


def test_an_event_leaves_empty_what_does_not_apply(s: State) -> None:
    tell(s, "passed", EGYPT)
    nothing: dict[str, Any] = dict.fromkeys(Event._fields, 0)
    nothing |= dict.fromkeys(("area", "other", "wonder", "display", "ability"), -1)
    nothing |= dict.fromkeys(("cause", "phase", "row"), "")
    nothing |= dict.fromkeys(("cards", "order", "colours"), ())
    nothing |= {"kind": "passed", "faction": EGYPT, "seen_by": None, "ends": False}
    assert list(s.log)[-1] == Event(**nothing) == Event("passed", EGYPT)
    assert Event("reshuffled").faction == -1 and type(Event("passed").ends) is bool


def test_whoever_listens_hears_each_event_when_it_happens_but_no_copy_does(s: State) -> None:
    heard: list[tuple[Event, int]] = []
    s.log.hear = lambda event: heard.append((event, len(s.log)))
    n = len(s.log)
    tell(s, "passed", EGYPT)
    tell(s.copy(), "passed", ROME)
    assert heard == [(Event("passed", EGYPT), n)]
    assert s.log.since(n) == [Event("passed", EGYPT)]
