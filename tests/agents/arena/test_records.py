"""Records: every game can be played again, mistakes are named by their line, nothing finished is lost."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from faults import disk

from acis_rules.kernel import files
from acis_rules.records import BadRecord, packed, take, unpacked
from acis_rules.replay import load, save
from agents.arena.plots import plot
from agents.arena.report import make_report, write_json
from agents.arena.results import Record, write_csv
from agents.arena.run import run
from agents.arena.schedule import BadArena, Settings
from agents.tools import commands

PROJECT = Path(__file__).parents[3]
PAIR = Settings(("random", "random"), "basic_2p", seed=3)
TORN = pytest.mark.parametrize("torn", [False, True])


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The record of four games."""
    record = Record(tmp_path_factory.mktemp("record") / "games.jsonl")
    run(PAIR, 4, record=record)
    return record.path.read_bytes()


@pytest.fixture
def record(tmp_path: Path, recorded: bytes) -> Record:
    path = tmp_path / "games.jsonl"
    path.write_bytes(recorded)
    return Record(path)


def games(record: Record) -> list[int]:
    return [kept.result.game for kept in record.read()]


def changed(record: Record, line: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the result that stands in a line, or its settings."""
    lines = record.path.read_bytes().splitlines()
    content = json.loads(lines[line - 1])
    change(content)
    lines[line - 1] = json.dumps(content, separators=(",", ":")).encode()
    record.path.write_bytes(b"\n".join(lines) + b"\n")


# ------------------------------------------------------------------------- playing it again


def test_every_game_of_a_record_can_be_played_again(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    commands.verify(record.path)
    assert "4 games of" in capsys.readouterr().out
    for line, kept in enumerate(record.read(), 1):
        replay = load(record.path, game=kept.result.game)
        game = replay.final()
        assert game.over and [float(vp) for vp in game.vp] == kept.result.vp
        assert replay.actions == take(record.path, number=line).actions
    with pytest.raises(BadRecord, match="a record of many games: name one with --game or --line"):
        load(record.path)
    with pytest.raises(BadRecord, match="game 9: there is no such game"):
        load(record.path, game=9)
    with pytest.raises(BadRecord, match="line 5: there is no such game"):
        load(record.path, line=5)


def test_a_game_of_several_settings_is_named_by_its_line(record: Record) -> None:
    run(Settings(("random", "random", "random"), "basic_3p"), 1, record=record)
    with pytest.raises(BadRecord, match=r"game 0 stands in several lines.*\(1: basic_2p, .*; 5: basic_3p, "):
        load(record.path, game=0)
    assert load(record.path, line=5).scenario == "basic_3p"
    commands.verify(record.path)


def test_actions_are_two_bytes_each() -> None:
    assert packed([1, 258]) == b"\x01\x00\x02\x01"
    assert unpacked(packed([0, 271, 5])) == [0, 271, 5]


def swap(content: dict[str, Any]) -> None:
    """The players change places, and their ranks with them."""
    for field in ("vp", "ranks", "decisions"):
        content["result"][field].reverse()


def other_action(content: dict[str, Any]) -> None:
    actions = unpacked(b64decode(content["result"]["actions"]))
    actions[40] = 265
    content["result"]["actions"] = b64encode(packed(actions)).decode()


def cut_short(content: dict[str, Any]) -> None:
    result = content["result"]
    actions = unpacked(b64decode(result["actions"]))[: result["decisions"][0]]
    result["actions"], result["decisions"] = b64encode(packed(actions)).decode(), [len(actions), 0]
    result["late"] = [0, 0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda content: content["result"]["vp"].__setitem__(0, 500.0),
            r"vp: recorded \[500\.0, .*played again \[",
        ),
        (swap, r"(vp|ranks): recorded"),
        (other_action, r"actions\[40\]: action 265 is not legal"),
        (cut_short, r"actions: the game is not over after"),
        (
            lambda content: content["result"]["options"]["civilizations"].reverse(),
            r"options: .*; game \d of these settings has",
        ),
        (lambda content: content["result"]["civilizations"].reverse(), r"civilizations: recorded"),
        (lambda content: content["result"].update(game=7), r"game: 7 is not in block"),
    ],
)
def test_a_record_that_was_tampered_with_is_found_out(
    record: Record, change: Callable[[dict[str, Any]], None], words: str
) -> None:
    changed(record, 2, change)
    with pytest.raises(BadRecord, match=rf"games\.jsonl: line 2: game \d: {words}.*\(1 of 4 games differ\)"):
        commands.verify(record.path)


# --------------------------------------------------------------------- line by line


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": -1}, "game: -1 of block"),
        ({"block": "x"}, "Expected `int`, got `str` - at `result.block`"),
        ({"players": ["random"]}, "entrants: 2 entries for 1 players"),
        ({"vp": [1.0, 2.0, 3.0]}, "vp: 3 entries for 2 players"),
        ({"ranks": [0, 0]}, ""),
        ({"ranks": [1, 1]}, r"ranks: \[1, 1\]; no such places"),
        ({"ranks": [0, 2]}, r"ranks: \[0, 2\]; no such places"),
        ({"vp": ["many", 1.0]}, r"Expected `float`, got `str` - at `result\.vp"),
        ({"seconds": [-1.0, 0.0]}, "seconds: .*must not be negative"),
        ({"late": [100_000, 0]}, "late: .*more than decisions"),
        ({"decisions": [1, 1]}, "actions: .* bytes for 2 decisions"),
        ({"entrants": [0, 0]}, r"entrants: \[0, 0\]; different ones of 0 to 1"),
        ({"entrants": [0, 5]}, r"entrants: \[0, 5\]; different ones of 0 to 1"),
        ({"players": ["random", "npc"]}, "players: .*the settings have"),
        ({"seed": 99}, "seed: basic_2p, 99; not block"),
        ({"scenario": "basic_3p"}, "seed: basic_3p"),
        ({"colour": "red"}, "unknown field `colour`"),
        ({"actions": "!!"}, "base64"),
    ],
)
def test_each_line_is_checked(record: Record, fields: dict[str, Any], words: str) -> None:
    changed(record, 3, lambda content: content["result"].update(fields))
    before = record.path.read_bytes()
    if not words:
        assert games(record)
        return
    with pytest.raises(BadRecord, match=rf"games\.jsonl: line 3: .*{words}"):
        games(record)
    with pytest.raises(BadRecord, match=r"line 3"):
        run(PAIR, 4, record=record)
    assert record.path.read_bytes() == before


@pytest.mark.parametrize("number", [b"1e400", b"NaN", b"-Infinity"])
def test_numbers_are_finite(record: Record, number: bytes) -> None:
    lines = record.path.read_bytes().splitlines()
    lines[1] = lines[1].replace(b'"vp":[', b'"vp":[' + number + b",")
    record.path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(BadRecord, match=r"line 2: (Number out of range|JSON is malformed)"):
        games(record)


def test_actions_outside_the_action_space(record: Record) -> None:
    changed(record, 1, lambda content: content["result"].update(
        actions=b64encode(packed([9999] * sum(content["result"]["decisions"]))).decode()
    ))  # fmt: skip
    with pytest.raises(BadRecord, match="line 1: actions: 9999 is none; there are 0 to 271"):
        games(record)


def test_a_game_stands_in_a_record_once(record: Record) -> None:
    lines = record.path.read_bytes().splitlines()
    record.path.write_bytes(b"\n".join([*lines, lines[1]]) + b"\n")
    with pytest.raises(BadRecord, match=r"line 5: game: \d stands in line 2 already"):
        run(PAIR, 4, record=record)


def test_a_game_that_the_settings_do_not_have_is_refused(record: Record) -> None:
    """The line is sound in itself; but game 0 is another one."""
    changed(record, 1, lambda content: content["result"].update(game=1 - content["result"]["game"]))
    changed(record, 2, lambda content: content["result"].update(game=1 - content["result"]["game"]))
    with pytest.raises(BadRecord, match=r"line 1: entrants: .*of these settings has"):
        run(PAIR, 4, record=record)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            b'{"settings":"a1b2","result":{"game":0}}\n',
            "line 1: a game without its actions, of an earlier version",
        ),
        (
            b'{"acis_record":3,"action_layout":1}\n',
            "line 1: acis_record: version 3; this program reads version 2",
        ),
        (b'{"acis_record":2,"action_layout":9}\n', "line 1: action_layout: version 9"),
        (b'{"acis_record":2}\n', "line 1: Object missing required field `action_layout`"),
        (b'{"acis_record":\n', "line 1: "),
        (b"my diary\n", "line 1: not a line of a record"),
        (b"my diary, without an end", "line 1: not a line of a record"),
        (b'{"acis_record":2,"action_layout":1,"settings":' + b"[" * 100_000 + b"\n", "line 1: "),
        (b'{"acis_record":' + b" " * 2_000_000, "line 1: longer than 1,000,000 bytes"),
    ],
)
def test_what_is_no_record_is_refused_and_left_alone(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    for deed in (lambda: run(PAIR, 2, record=Record(path)), lambda: commands.verify(path)):
        with pytest.raises(BadRecord, match=rf"games\.jsonl: {words}"):
            deed()
    assert path.read_bytes() == content


# --------------------------------------------------------------------- nothing is lost


def test_a_torn_line_is_cut_off_and_nothing_else_is_touched(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = record.path.read_bytes()
    with record.path.open("ab") as file:
        file.write(whole[:200])
    before = record.path.stat().st_ino
    cuts: list[int] = []
    cut = files.cut

    def noted(path: Path, size: int) -> None:
        cuts.append(size)
        cut(path, size)

    monkeypatch.setattr(files, "cut", noted)
    run(PAIR, 4, record=record)
    assert cuts == [len(whole)] and record.path.read_bytes() == whole
    assert record.path.stat().st_ino == before, "the same file, not a new one"


@TORN
def test_a_full_disk_at_any_moment_loses_no_finished_game(
    tmp_path: Path, recorded: bytes, monkeypatch: pytest.MonkeyPatch, torn: bool
) -> None:
    """Whichever write fails: the games before are in the record, and the same command plays the rest."""
    whole = recorded.splitlines()
    with disk(monkeypatch) as counting:
        run(PAIR, 4, record=Record(tmp_path / "counted.jsonl"))
    failed = 0
    for moment in range(counting.calls):
        record = Record(tmp_path / f"{moment}.jsonl")
        try:
            with disk(monkeypatch, moment, torn):
                run(PAIR, 4, record=record)
        except files.FileError as error:
            failed += 1
            assert str(error) == f"{record.path}: cannot be written: No space left on device"
        kept = games(record) if record.path.exists() else []
        assert kept == list(range(len(kept)))
        assert len(kept) == max(0, (moment - 3) // 3), "3 calls for the trial, 3 for each game"
        run(PAIR, 4, record=record)
        assert len(record.path.read_bytes().splitlines()) == len(whole)
    assert failed == counting.calls > 12


@TORN
@pytest.mark.parametrize("kind", ["json", "csv", "png", "replay"])
def test_a_full_disk_leaves_the_old_report_or_the_new_one(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, torn: bool
) -> None:
    results = [kept.result for kept in record.read()]
    report, replay = make_report(results), load(record.path, line=1)
    path = tmp_path / f"out.{kind}"
    write: dict[str, Callable[[], None]] = {
        "json": lambda: write_json(path, report, []),
        "csv": lambda: write_csv(path, results),
        "png": lambda: plot(path, report),
        "replay": lambda: save(path, replay),
    }
    with disk(monkeypatch) as counting:
        write[kind]()
    new = path.read_bytes()
    for moment in range(counting.calls):
        path.write_bytes(b"old")
        try:
            with disk(monkeypatch, moment, torn):
                write[kind]()
        except files.FileError as error:
            assert str(error) == f"{path}: cannot be written: No space left on device"
        assert path.read_bytes() in (b"old", new)
        assert not list(tmp_path.glob(".out*")), "nothing is left lying about"


def evaluate(**outputs: Path) -> None:
    commands.evaluate("random,random", games=2, workers=1, **outputs)  # type: ignore[arg-type]


@pytest.mark.parametrize("output", ["record", "json", "csv", "plot_to"])
def test_outputs_are_tried_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    monkeypatch.setattr(commands, "run", lambda *args: pytest.fail("a game was played"))
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "folder.png").mkdir()
    for path in (tmp_path / "file" / "out.png", tmp_path / "folder.png"):
        with pytest.raises(files.FileError, match="cannot be written"):
            evaluate(**{output: path})
    with disk(monkeypatch, 0), pytest.raises(files.FileError, match="No space left"):
        evaluate(**{output: tmp_path / "out.png"})
    if os.geteuid():
        (tmp_path / "closed").mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
        with pytest.raises(files.FileError, match="Permission denied"):
            evaluate(**{output: tmp_path / "closed" / "out.png"})


def test_outputs_of_a_tournament_are_tried(tmp_path: Path) -> None:
    (tmp_path / "cup").write_text("in the way")
    with pytest.raises(files.FileError, match="cannot be written"):
        commands.tournament("random,random", tmp_path / "cup", games=2)


def test_two_outputs_never_go_into_one_file(record: Record) -> None:
    before = record.path.read_bytes()
    with pytest.raises(BadArena, match=r"games\.jsonl: is to be written twice"):
        evaluate(record=record.path, json=record.path.parent / "." / "games.jsonl")
    assert record.path.read_bytes() == before


def test_a_report_that_does_not_fit_keeps_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, *rest: object) -> None:
        raise files.FileError(f"{path}: cannot be written: No space left on device")

    monkeypatch.setattr(commands, "write_json", full)
    with pytest.raises(files.FileError, match=r"r\.json: cannot be written"):
        evaluate(json=tmp_path / "r.json", csv=tmp_path / "r.csv", record=tmp_path / "games.jsonl")
    assert (tmp_path / "r.csv").exists() and len(games(Record(tmp_path / "games.jsonl"))) == 2


def test_a_record_belongs_to_one_run_at_a_time(record: Record) -> None:
    with (
        record.kept(),
        pytest.raises(BadRecord, match=r"games\.jsonl: another run is adding games"),
    ):
        run(PAIR, 6, record=record)
    assert len(run(PAIR, 6, record=record)) == 6


# ------------------------------------------------------------------------------- killed


def started(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    """The command line in a process of its own, with a record."""
    code = "import sys; from acis_rules.tools.cli import main; main(sys.argv[1:])"
    arguments = ("evaluate", "--players", "random,random", "--games", "400", "--record", "games.jsonl", *more)
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], cwd=folder, env=os.environ | {"PYTHONPATH": str(PROJECT)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def wait_for(what: Callable[[], object], seconds: float = 180.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def test_what_was_finished_when_the_process_was_killed_is_there(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for enough in (5_000, 15_000):
        process = started(tmp_path, "--workers", "1")
        wait_for(lambda enough=enough: size(path) > enough)  # type: ignore[misc]
        process.send_signal(signal.SIGKILL)
        process.communicate()
        finished = path.read_bytes().count(b"\n")
        assert finished > 2
    before = path.read_bytes()
    before = before[: before.rfind(b"\n") + 1]
    run(Settings(("random", "random"), "basic_2p"), finished + 2, record=Record(path))
    assert path.read_bytes().startswith(before)
    commands.verify(path)


def test_a_signal_to_stop_is_obeyed_in_order(tmp_path: Path) -> None:
    """A signal to stop: the finished games are reported, and how to go on."""
    process = started(tmp_path, "--workers", "1")
    wait_for(lambda: size(tmp_path / "games.jsonl") > 5_000)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGTERM
    assert b"the same command goes on" in out and b"Traceback" not in err
