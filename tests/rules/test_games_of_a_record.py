"""Records of many games: lines one by one, a game out of them, and what is said of a file that is none."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from acis_rules.kernel.files import FileError
from acis_rules.records import BadRecord, Line, is_record, lines, packed, take, unpacked
from acis_rules.replay import load

VERSIONS = {"acis_record": 2, "action_layout": 1}
LONGEST = 1_000_000  # bytes of a line with its end


def line(game: int, scenario: str = "basic_2p", **more: Any) -> bytes:
    """A line of a record: a game of three actions with its number as seed."""
    actions = base64.b64encode(packed([1, 258, game])).decode()
    result = {"game": game, "scenario": scenario, "seed": game, "options": {}, "players": ["npc", "greedy"]}
    content = {**VERSIONS, "result": result | {"actions": actions}, **more}
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


# ------------------------------------------------------------------------------- line by line


def test_lines_have_numbers_and_ends(path: Path) -> None:
    first, second, third = line(0), line(10), line(200)
    path.write_bytes(first + second + third)
    assert list(lines(path)) == [
        Line(1, len(first), first),
        Line(2, len(first + second), second),
        Line(3, len(first + second + third), third),
    ]


@pytest.mark.parametrize("rest", [b"", b"{", b'{"acis_record"', line(9)[:-1]])
def test_a_last_line_without_an_end_is_no_part_of_it(path: Path, rest: bytes) -> None:
    path.write_bytes(line(0) + rest)
    assert [one.number for one in lines(path)] == [1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"my diary\n", "not a line of a record"),
        (b"my diary", "not a line of a record"),
        (
            b'{"settings":"a1"}\n',
            "a game without its actions, of an earlier version; this program reads versi",
        ),
        (line(0)[:-1] + b" " * LONGEST, "longer than 1,000,000 bytes; no game is"),
    ],
)
def test_a_line_that_is_none_is_named(path: Path, text: bytes, words: str) -> None:
    path.write_bytes(line(0) + text)
    with pytest.raises(BadRecord, match=rf"games\.jsonl: line 2: {words}"):
        list(lines(path))


def test_the_longest_line(path: Path) -> None:
    longest = line(0)[:-1].ljust(LONGEST - 1) + b"\n"
    path.write_bytes(longest + line(1))
    assert [one.end for one in lines(path)] == [LONGEST, LONGEST + len(line(1))]


def test_a_file_that_cannot_be_read(path: Path) -> None:
    with pytest.raises(FileError, match=r"games\.jsonl: cannot be read: No such file"):
        list(lines(path))


@pytest.mark.parametrize(
    ("content", "is_one"),
    [(line(0), True), (b'{"acis_record":', True), (b'{"acis_record"', False), (b"", False)],
)
def test_a_record_is_known_by_its_beginning(path: Path, content: bytes, is_one: bool) -> None:
    path.write_bytes(content)
    assert is_record(path) == is_one


def test_what_is_not_there_is_no_record(path: Path) -> None:
    assert not is_record(path)


# ----------------------------------------------------------------------------- a game out of it


def test_actions_are_two_bytes_each() -> None:
    assert packed([1, 258]) == b"\x01\x00\x02\x01"
    assert unpacked(b"\x01\x00\x02\x01") == unpacked(b"\x01\x00\x02\x01\x09") == [1, 258]
    assert unpacked(b"") == unpacked(b"\x01") == []


def test_a_game_is_named_by_its_number_or_by_its_line(path: Path) -> None:
    path.write_bytes(line(5) + line(2))
    for replay in (
        take(path, game=2),
        take(path, number=2),
        take(path, game=2, number=2),
        load(path, game=2),
    ):
        assert (replay.scenario, replay.seed, replay.options) == ("basic_2p", 2, {})
        assert replay.actions == [1, 258, 2] and replay.name == f"{path}: line 2"
    assert load(path, line=1).seed == take(path, game=5).seed == 5


@pytest.mark.parametrize("read", [take, load])
def test_of_many_games_one_must_be_named(path: Path, read: Any) -> None:
    path.write_bytes(line(0) + line(1))
    with pytest.raises(
        BadRecord, match=r"games\.jsonl: a record of many games: name one with --game or --line"
    ):
        read(path)


@pytest.mark.parametrize(
    ("game", "number", "missing"),
    [(3, None, "game 3"), (None, 3, "line 3"), (0, 2, "line 2"), (1, 1, "line 1")],
)
def test_a_game_that_is_not_there(path: Path, game: int | None, number: int | None, missing: str) -> None:
    path.write_bytes(line(0) + line(1))
    with pytest.raises(BadRecord, match=rf"games\.jsonl: {missing}: there is no such game in the record"):
        take(path, game, number)


def test_of_several_games_with_one_number_the_first_six_are_named(path: Path) -> None:
    path.write_bytes(b"".join(line(4, f"basic_{n}p") for n in (2, 3, 4, 5, 6, 2, 3)))
    with pytest.raises(BadRecord) as error:
        take(path, game=4)
    those = "; ".join(f"{i}: basic_{n}p, npc,greedy" for i, n in enumerate((2, 3, 4, 5, 6, 2), 1))
    assert str(error.value) == f"{path}: game 4 stands in several lines, name one with --line ({those})"
    assert take(path, game=4, number=2).scenario == "basic_3p"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (line(0, acis_record=3), "acis_record: version 3; this program reads version 2: begin a new record"),
        (line(0, acis_record=1), "acis_record: version 1; "),
        (line(0, action_layout=9), "action_layout: version 9; this program has 1"),
        (line(0, result={"game": "x"}), "Expected `int`, got `str` - at `result.game`"),
        (b'{"acis_record":2}\n', "Object missing required field `action_layout`"),
        (b'{"acis_record":\n', ""),
    ],
)
def test_a_line_with_a_mistake_is_named_with_the_field(path: Path, content: bytes, words: str) -> None:
    path.write_bytes(line(7) + content)
    with pytest.raises(BadRecord) as error:
        take(path, game=0)
    assert str(error.value).startswith(f"{path}: line 2: {words}")
    assert take(path, number=1).seed == 7, "other lines are not looked at"
