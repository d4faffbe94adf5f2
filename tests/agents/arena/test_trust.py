"""The arena trusts no player: what they do harms neither the game nor the results, and they are named."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from acis_env.players import UnknownPlayer, make_player
from acis_rules import Game
from acis_rules.records import unpacked
from acis_rules.replay import load
from acis_rules.screens import Screen
from agents.arena import guard
from agents.arena.guard import PlayerFailed
from agents.arena.play import play_games, play_match
from agents.arena.results import Record
from agents.arena.run import Stopped, run
from agents.arena.schedule import Settings, schedule
from agents.arena.verify import Verifier
from agents.arena.workers import play_all
from agents.tools import commands

PROJECT = Path(__file__).parents[3]

PLAYERS = """
import os, sys, time, signal

class First:
    '''Takes the first legal action.'''
    def __init__(self, seed=0):
        self.n = 0
    def act(self, view, decision, legal):
        return legal[0]

class Vandal(First):
    '''Does what it can to everything it is given, and answers as First does.'''
    def act(self, view, decision, legal):
        answer = legal[0]
        s = view._s
        for name in ("hand", "deck", "vp", "treasury", "discard", "stack", "ready"):
            getattr(s, name).clear()
        for row in s.discs:
            row[:] = bytes(len(row))
        s.question = None
        s.over = True
        s.log.tail.clear()
        legal.clear()
        decision.context.clear()
        for thing, name in ((view.world, "n_seats"), (view.world.deck, "cards"), (view.world.board, "land")):
            try:
                setattr(thing, name, 0)
            except TypeError:
                pass
        return answer

class Peeper(First):
    '''Takes what it sees of other hands, where it should see nothing, for its answer.'''
    def act(self, view, decision, legal):
        s = view._s
        hands = [hand for f, hand in enumerate(s.hand) if not view.factions >> f & 1]
        told = [card for event in s.log.tail for card in event[7]
                if event[8] is not None and not view.factions >> event[8] & 1]
        return legal[hash((tuple(hands), tuple(s.deck), s.rng, tuple(told))) % len(legal)]

class Illegal(First):
    def act(self, view, decision, legal):
        self.n += 1
        return legal[0] if self.n < 5 else 271

class Crash(First):
    def act(self, view, decision, legal):
        raise RuntimeError("out of ideas")

class Word(First):
    def act(self, view, decision, legal):
        return "the first one"

class Nothing(First):
    def act(self, view, decision, legal):
        return None

class Liar:
    def __index__(self):
        raise LookupError("no number")

class NoNumber(First):
    def act(self, view, decision, legal):
        return Liar()

class Leaves(First):
    def act(self, view, decision, legal):
        sys.exit(0)

class Interrupts(First):
    def act(self, view, decision, legal):
        raise KeyboardInterrupt

class Mute(Exception):
    def __str__(self):
        raise ValueError

class Speechless(First):
    def act(self, view, decision, legal):
        raise Mute

class Deep(First):
    def act(self, view, decision, legal):
        return self.act(view, decision, legal)

class Unmade:
    def __init__(self, seed=0):
        raise OSError("no licence")

class UnmadeLater:
    made = 0
    def __init__(self, seed=0):
        UnmadeLater.made += 1
        if UnmadeLater.made > 3:
            raise OSError("licence has run out")
    def act(self, view, decision, legal):
        return legal[0]

class LeavesAtOnce:
    def __init__(self, seed=0):
        sys.exit(0)

class Absent(First):
    @property
    def mind(self):
        raise RuntimeError("absent-minded")

class Few:
    '''Shares a mind that gives too few answers.'''
    def __init__(self, seed=0):
        self.mind = self
    def decide(self, asked):
        return []
    def act(self, view, decision, legal):
        return legal[0]

class Vanishes(First):
    def act(self, view, decision, legal):
        os._exit(0)

class Slow(First):
    '''Thinks for a second now and then.'''
    def act(self, view, decision, legal):
        self.n += 1
        if self.n == 3:
            time.sleep(1)
        return legal[-1]

class SlowMind(First):
    def __init__(self, seed=0):
        self.n = 0
        self.mind = self
    def decide(self, asked):
        self.n += 1
        if self.n == 3:
            while True:
                pass
        return [one.legal[0] for one in asked]

class Stubborn(First):
    '''Does not let itself be interrupted, but comes to an end.'''
    def act(self, view, decision, legal):
        self.n += 1
        end = time.monotonic() + (0.7 if self.n == 2 else 0)
        while time.monotonic() < end:
            try:
                time.sleep(0.05)
            except BaseException:
                pass
        return legal[0]

class Endless(First):
    def act(self, view, decision, legal):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass

class Thinker(First):
    '''Says that it has begun, and thinks for ever.'''
    def act(self, view, decision, legal):
        open(f"thinking-{os.getpid()}", "w").close()
        while True:
            pass

class Immortal(Thinker):
    def act(self, view, decision, legal):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        return super().act(view, decision, legal)

class Deaf(First):
    '''Keeps every exception to itself.'''
    def act(self, view, decision, legal):
        open("thinking", "w").close()
        try:
            time.sleep(60)
        except BaseException:
            pass
        return legal[0]
"""


@pytest.fixture(autouse=True)
def own_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd_players.py").write_text(PLAYERS)
    (tmp_path / "leaves_when_loaded.py").write_text("import sys; sys.exit(0)")
    (tmp_path / "breaks_when_loaded.py").write_text("1 / 0")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "odd_players", raising=False)


def odd(name: str, other: str = "random", seconds: float = 0.0) -> Settings:
    return Settings((other, f"odd_players:{name}"), "basic_2p", seed=9, move_seconds=seconds)


# ------------------------------------------------------------------------------- what they get


def actions(name: str) -> list[list[int]]:
    return [unpacked(result.actions) for result in play_games(schedule(odd(name), 4))]


def test_a_player_that_changes_all_it_gets_changes_nothing() -> None:
    assert actions("Vandal") == actions("First")


def test_a_player_that_peeps_sees_nothing_that_is_hidden() -> None:
    """Its answers hang on every hidden thing in reach; dealt anew, they stay the same."""
    peeper = make_player("odd_players:Peeper")
    game, rng = Game.new("basic_2p", 5), Random(5)
    while not game.over:
        decision, legal = game.decision, game.legal_actions()
        other = game.determinize(game.seat, rng)
        answers = [
            peeper.act(Screen(one.state, game.seat).view(), decision, legal.copy()) for one in (game, other)
        ]
        assert answers[0] == answers[1]
        game.apply(rng.choice(legal))


# ------------------------------------------------------------------------------- what they do


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Illegal", "action 271 is not legal"),
        ("Crash", "RuntimeError: out of ideas"),
        ("Word", "'the first one': an action is a whole number"),
        ("Nothing", "None: an action is a whole number"),
        ("NoNumber", "LookupError: no number"),
        ("Leaves", "SystemExit: 0"),
        ("Speechless", "Mute"),
        ("Deep", "RecursionError"),
        ("Few", "0 answers to 1 decisions"),
    ],
)
def test_who_fails_is_named_and_the_game_so_far_is_saved(name: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(PlayerFailed) as failure:
        play_match(schedule(odd(name), 1)[0], str(tmp_path / "failures"))
    for part in (f"player odd_players:{name} (seat ", "failed in game 0, seed 9", words):
        assert part in str(failure.value)
    (file,) = (tmp_path / "failures").glob("failed-*.json")
    assert str(file) in str(failure.value) and not load(file).final().over


def test_an_interrupt_that_nobody_asked_for_is_the_players_own(tmp_path: Path) -> None:
    """In a run signals are ours, so that it can be told from Ctrl-C; here and in other processes."""
    for n in (0, 1):
        with pytest.raises(PlayerFailed, match=r"odd_players:Interrupts .*: KeyboardInterrupt"):
            run(odd("Interrupts"), 2, n, failures=str(tmp_path))
    with pytest.raises(KeyboardInterrupt):  # without a run it could be a person
        play_match(schedule(odd("Interrupts"), 1)[0])


def test_a_failure_that_cannot_be_saved_is_still_named(tmp_path: Path) -> None:
    with pytest.raises(PlayerFailed, match=r"Crash .*out of ideas; the game so far could not be saved \("):
        play_match(schedule(odd("Crash"), 1)[0], str(tmp_path / "odd_players.py"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("odd_players:Unmade", "player 'odd_players:Unmade' cannot be made: OSError: no licence"),
        ("odd_players:LeavesAtOnce", "cannot be made: SystemExit: 0"),
        ("leaves_when_loaded:Me", "player 'leaves_when_loaded:Me' cannot be loaded: SystemExit"),
        ("breaks_when_loaded:Me", "cannot be loaded: ZeroDivisionError"),
    ],
)
def test_who_cannot_be_made_is_named_before_the_first_game(name: str, words: str) -> None:
    with pytest.raises(UnknownPlayer) as error:
        commands.evaluate(f"random,{name}", games=2, workers=1)
    assert words in str(error.value)


@pytest.mark.parametrize("name", ["UnmadeLater", "Absent"])
def test_who_cannot_be_made_later_is_named_too(name: str) -> None:
    with pytest.raises(PlayerFailed, match=rf"player odd_players:{name} \(seat \d\) could not be made: "):
        list(play_games(schedule(odd(name), 8)))


def test_who_ends_its_process_is_named_even_if_all_seems_well() -> None:
    with pytest.raises(
        PlayerFailed, match=r"odd_players:Vanishes \(seat \d\) ended its process in game 0.*code 0"
    ):
        list(play_all(schedule(odd("Vanishes"), 1), 1))


def test_games_finished_before_a_failure_are_kept(tmp_path: Path) -> None:
    record = Record(tmp_path / "games.jsonl")
    with pytest.raises(PlayerFailed, match="licence has run out"):
        run(odd("UnmadeLater"), 8, 1, record, str(tmp_path))
    assert [kept.result.game for kept in record.read()] == [0, 1, 2]


# -------------------------------------------------------------------------------- how long


@pytest.mark.parametrize("name", ["Slow", "Stubborn", "SlowMind"])
def test_who_is_late_has_its_move_drawn_by_lot(name: str) -> None:
    """The others play on undisturbed, the result counts it, and the game can be played again."""
    settings = odd(name, seconds=0.3)
    (result,) = play_games(schedule(settings, 1)[:1])
    seat = result.players.index(f"odd_players:{name}")
    assert result.late[seat] == 1 and sum(result.late) == 1
    assert 0.3 <= result.seconds[seat] < 10
    assert Verifier().difference(settings, result) == ""


def test_who_has_time_enough_plays_the_same_games() -> None:
    free, limited = (
        [unpacked(one.actions) for one in play_games(schedule(odd("First", seconds=limit), 2))]
        for limit in (0.0, 30.0)
    )
    assert free == limited


def test_who_never_ends_is_ended(tmp_path: Path) -> None:
    """It swallows every interrupt: its process is ended, it is named, and the game so far is there."""
    start = time.monotonic()
    with pytest.raises(PlayerFailed, match=r"odd_players:Endless .*its time was over, and it went on"):
        run(odd("Endless", seconds=0.2), 2, failures=str(tmp_path))
    assert time.monotonic() - start < guard.GRACE + 20
    assert list(tmp_path.glob("failed-*.json"))


def test_late_moves_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands.evaluate(
        "random,odd_players:Slow", games=2, workers=2, move_seconds=0.3, csv=tmp_path / "r.csv",
        record=tmp_path / "games.jsonl",
    )  # fmt: skip
    assert "Too late" in capsys.readouterr().out
    rows = [line.split(",") for line in (tmp_path / "r.csv").read_text().splitlines()]
    assert rows[0][-1] == "late" and sum(int(row[-1]) for row in rows[1:]) == 2
    commands.verify(tmp_path / "games.jsonl")


# ------------------------------------------------------------------------- nobody is left behind


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def wait_for(what: Callable[[], object], seconds: float = 180.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def started(folder: Path, player: str, *more: str) -> subprocess.Popen[bytes]:
    code = "import sys; from acis_rules.tools.cli import main; main(sys.argv[1:])"
    arguments = ("evaluate", "--players", f"random,odd_players:{player}", "--games", "8", *more)
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], cwd=folder, start_new_session=True,
        env=os.environ | {"PYTHONPATH": f"{PROJECT}{os.pathsep}{folder}"},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def thinkers(folder: Path) -> list[int]:
    return [int(file.name.removeprefix("thinking-")) for file in folder.glob("thinking-*")]


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"])
def test_no_process_outlives_its_parent(name: str, tmp_path: Path) -> None:
    """In the middle of endless thoughts, however the parent ends."""
    number = getattr(signal, name)
    process = started(tmp_path, "Thinker", "--workers", "2")
    wait_for(lambda: len(thinkers(tmp_path)) == 2)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    wait_for(lambda: not any(map(alive, thinkers(tmp_path))), 20)
    if name != "SIGKILL":
        assert process.returncode == 128 + number
        assert b"stopped after 0 games" in out and b"Traceback" not in err


def test_the_end_of_the_terminal_reaches_everybody_and_nobody_stays(tmp_path: Path) -> None:
    process = started(tmp_path, "Thinker", "--workers", "2")
    wait_for(lambda: len(thinkers(tmp_path)) == 2)
    os.killpg(process.pid, signal.SIGHUP)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGHUP and b"stopped after 0 games" in out
    assert not any(map(alive, thinkers(tmp_path)))


def test_who_does_not_obey_is_killed(tmp_path: Path) -> None:
    process = started(tmp_path, "Immortal", "--workers", "1")
    wait_for(lambda: thinkers(tmp_path))
    time.sleep(0.5)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGTERM and not alive(thinkers(tmp_path)[0])


def test_a_stop_that_a_player_keeps_to_itself_is_obeyed(tmp_path: Path) -> None:
    """Here players run in the same process, and one of them swallows Ctrl-C."""
    asker = subprocess.Popen(
        [sys.executable, "-c",
         f"import os, time\nwhile not os.path.exists('thinking'): time.sleep(0.05)\n"
         f"time.sleep(0.2)\nos.kill({os.getpid()}, {int(signal.SIGINT)})"],
        cwd=tmp_path,
    )  # fmt: skip
    with pytest.raises(Stopped) as stopped:
        run(odd("Deaf"), 2)
    asker.wait()
    assert stopped.value.signal == signal.SIGINT and stopped.value.results == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
