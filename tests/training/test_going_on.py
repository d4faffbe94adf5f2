"""Runs that are broken off: killed, stopped or cut short by a full disk, they go on and lose nothing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import faults
import pytest
import torch
import yaml
from small_runs import SMALLEST, draw_nothing, outcome, resume, same_weights, smallest, start

from acis_rules.errors import AcisError
from acis_rules.kernel.files import FileError
from acis_rules.tools.cli import main
from agents.arena.guard import PlayerFailed, ask
from agents.learned import sealed
from agents.learned.networks import build
from agents.learned.policy import load_policy, save_policy
from training import imitation, run_folder
from training import run as running
from training.checkpoint import VERSION
from training.config import ConfigError
from training.native_run import NativeRun
from training.stop import Stopped, deferred, stoppable

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NativeRun]:
    """A run from first to last, to compare with."""
    with pytest.MonkeyPatch.context() as patch:
        draw_nothing(patch)
        run = start(tmp_path_factory.mktemp("runs") / "whole")
        run.train()
        yield run


def same(run: NativeRun, other: NativeRun) -> bool:
    return same_weights(run, other) and outcome(run) == outcome(other)


def acis(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["train", *arguments])
    return int(ended.value.code or 0)


# --------------------------------------------------------------------------- the warm start


class Killed(BaseException):
    """The process ends here."""


def killed_after(calls: int, function: Any) -> Any:
    """The function, which works so many times."""

    def counted(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        if not calls:
            raise Killed
        calls -= 1
        return function(*args, **kwargs)

    return counted


@pytest.mark.parametrize(
    ("where", "what", "calls"),
    [
        (NativeRun, "_keep_warm_start", 1),  # in the first epoch of learning
        (NativeRun, "_keep_warm_start", 2),  # at the end of the second
        (imitation, "_test", 1),
        (running, "write_json", 1),  # after learning, when its story is written
        (NativeRun, "_begin", 0),  # right after the warm start
        (NativeRun, "_evaluate", 0),
        (NativeRun, "checkpoint", 0),
        (NativeRun, "checkpoint", 1),
        (NativeRun, "finish", 0),
        (running, "write_report", 0),
    ],
)
def test_a_run_killed_at_any_stage_goes_on_exactly(
    tmp_path: Path, undisturbed: NativeRun, monkeypatch: pytest.MonkeyPatch, where: Any, what: str, calls: int
) -> None:
    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(where, what, killed_after(calls, getattr(where, what)))
        start(tmp_path / "run").train()
    run = resume(tmp_path / "run")
    run.train()
    assert same(run, undisturbed)
    assert not (tmp_path / "run" / run_folder.WARM_START).exists()


def test_what_was_watched_is_not_watched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games go into the warm start's file as they end; those in it are played without the teacher."""
    config: dict[str, Any] = {"imitation": {"teacher": "random", "decisions": 1500, "epochs": 1}}
    whole = start(tmp_path / "whole", **config)
    asked: list[int] = []
    first: list[int] = []
    answers = imitation._answers

    def watched(game: Any, names: list[str], seeds: list[int]) -> Iterator[int]:
        if len(asked) == 2 and not first:
            raise Stopped(signal.SIGTERM)
        asked.append(seeds[0])
        return answers(game, names, seeds)

    monkeypatch.setattr(imitation, "_answers", watched)
    with pytest.raises(Stopped):
        start(tmp_path / "run", **config)
    first, asked[:] = asked[:], []
    run = resume(tmp_path / "run")
    assert len(first) == 2 and asked and not set(asked) & set(first)
    assert same_weights(run, whole)


def test_a_broken_warm_start_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Killed), pytest.MonkeyPatch.context() as patch:
        patch.setattr(NativeRun, "_begin", killed_after(0, None))
        start(tmp_path)
    path = tmp_path / run_folder.WARM_START
    whole = path.read_bytes()
    path.write_bytes(whole[:3000] + b"!" + whole[3001:])
    with pytest.raises(ConfigError, match=r"warm_start\.pt: is damaged"):
        resume(tmp_path)
    path.write_bytes(whole)
    content = sealed.read(path, "warm start", VERSION, 2**30)
    for changes, message in (
        ({"network": {}}, "weights do not fit"),
        ({"optimizer": {"policy.bias": {}}}, "optimiser does not fit"),
        ({"story": [{"loss": 1.0}] * 2}, "agreement"),
        ({"watched": "all"}, "watched"),
        ({"watched": [[271] * 500], "story": []}, "a game watched cannot be played again"),
        ({"watched": [[]], "story": []}, "a game watched cannot be played again"),
        ({"watched": [[-1]], "story": []}, "a game watched cannot be played again"),
    ):
        sealed.write(path, "warm start", VERSION, {**content, **changes})
        with pytest.raises(AcisError, match=message):
            resume(tmp_path)
    path.write_bytes(whole)
    resume(tmp_path)


# ------------------------------------------------------------------------ when it is finished


def test_a_finished_run_does_not_train_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    run = start(folder)
    run.train()
    done = run.decisions
    files = {file: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    with monkeypatch.context() as patch:
        for name in ("_update", "_evaluate", "checkpoint"):
            patch.setattr(NativeRun, name, killed_after(0, None))
        patch.setattr(running, "evaluate", killed_after(0, None))
        assert acis("--resume", str(folder)) == 0
    told = capsys.readouterr().out
    assert f"the run is finished: {done} decisions of 100" in told
    assert f"acis train --resume {folder} decisions={2 * done}" in told
    assert files == {file: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    assert acis("--resume", str(folder), f"decisions={done + 1}") == 0
    run = resume(folder)
    assert run.decisions > done and run.config.decisions == done + 1 and run.is_finished
    assert f"{run.decisions} decisions" in (folder / "report.md").read_text()


@pytest.mark.parametrize(
    ("changes", "why"), [({"minutes": 1e-6}, "minutes are over"), ({"stop_at_win_rate": 1e-9}, "it wins")]
)
def test_a_run_that_ended_early_stays_so(tmp_path: Path, changes: dict[str, Any], why: str) -> None:
    start(tmp_path, decisions=1000, imitation=None, **changes).train()
    run = resume(tmp_path)
    assert run.is_finished and why in run.end() and run.updates < 3
    updates = run.updates
    run.train()
    assert run.updates == updates
    run = resume(tmp_path, f"{next(iter(changes))}=null", f"decisions={run.decisions + 1}")
    assert not run.is_finished
    run.train()
    assert run.updates == updates + 1


def test_how_far_a_run_is_tells_what_will_end_it_first(tmp_path: Path) -> None:
    """Settings that fall over the run reach their last value by then, on slow machines as well."""
    run = start(tmp_path, decisions=1000, imitation=None, minutes=2)
    assert run._share_done() == 0
    run.decisions, run.seconds = 100, 60.0
    assert run._share_done() == 0.5
    run.decisions = 900
    assert run._share_done() == 0.9
    run.release()


def test_a_run_that_goes_on_can_only_be_given_another_end(tmp_path: Path) -> None:
    start(tmp_path, imitation=None)
    for change in ("ppo.epochs=9", "seed=4", "scenarios=[basic_4p]", "nonsense"):
        with pytest.raises(ConfigError, match="can only change decisions, minutes, stop_at_win_rate"):
            resume(tmp_path, change)
    with pytest.raises(ConfigError, match="at `decisions`"):
        resume(tmp_path, "decisions=-4")
    assert yaml.safe_load((tmp_path / "config.yaml").read_text())["decisions"] == 100


# ---------------------------------------------------------------------------------- the lock


def test_a_run_folder_is_locked(tmp_path: Path) -> None:
    run = start(tmp_path, imitation=None)
    for try_it in (lambda: resume(tmp_path), lambda: start(tmp_path)):
        with pytest.raises(ConfigError, match="another process is at work on this run"):
            try_it()
    run.train()
    assert resume(tmp_path).is_finished
    with pytest.raises(ConfigError, match="holds a run already"):
        start(tmp_path)


def test_a_failed_beginning_leaves_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(NativeRun, "_begin", killed_after(0, None))
        start(tmp_path)
    resume(tmp_path)


# ------------------------------------------------------------------------------- being stopped


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_run_after_its_update(
    tmp_path: Path, undisturbed: NativeRun, monkeypatch: pytest.MonkeyPatch, number: int,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    config, folder = tmp_path / "smallest.yaml", tmp_path / "run"
    config.write_text(yaml.safe_dump({**SMALLEST, "checkpoint_every": 1000}))
    update = NativeRun._update

    def stopped(run: NativeRun) -> None:
        signal.raise_signal(number)
        update(run)

    with monkeypatch.context() as patch:
        patch.setattr(NativeRun, "_update", stopped)
        assert acis(str(config), "--out", str(folder)) == 128 + number
    assert f"stopped; go on with: acis train --resume {folder}\n" in capsys.readouterr().out
    run = resume(folder)
    assert run.updates == 1, "the update under way is kept"
    run.train()
    assert same(run, undisturbed)
    assert signal.getsignal(number) is not None and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@pytest.mark.parametrize("what", ["evaluate", "write_report"])
def test_a_signal_breaks_off_what_can_be_done_again(
    tmp_path: Path, undisturbed: NativeRun, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    def stopped(*_: Any, **__: Any) -> Any:
        signal.raise_signal(signal.SIGTERM)

    with monkeypatch.context() as patch, pytest.raises(Stopped), stoppable():
        patch.setattr(running, what, stopped)
        start(tmp_path).train()
    assert (tmp_path / run_folder.CHECKPOINT).exists()
    run = resume(tmp_path)
    run.train()
    assert same(run, undisturbed)


def test_a_second_signal_does_not_wait() -> None:
    done = []
    with pytest.raises(Stopped, match="SIGTERM"), stoppable(), deferred():
        signal.raise_signal(signal.SIGINT)
        done.append(1)
        signal.raise_signal(signal.SIGTERM)
        done.append(2)
    assert done == [1]
    with pytest.raises(Stopped, match="SIGINT"), stoppable():
        with deferred():
            signal.raise_signal(signal.SIGINT)
            done.append(3)
        done.append(4)
    assert done == [1, 3]


def test_ignored_signals_stay_ignored() -> None:
    """Under nohup a run does not end with its terminal."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stoppable():
            signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_killed_process_leaves_a_folder_to_go_on_with(tmp_path: Path) -> None:
    """Killed without warning, it leaves no lock and no process; a second one is kept out until then."""
    config, folder = tmp_path / "long.yaml", tmp_path / "run"
    config.write_text(yaml.safe_dump({**SMALLEST, "decisions": 10**9, "imitation": None}))
    command = [sys.executable, "-m", "acis_rules.tools.cli", "train", str(config), "--out", str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        deadline = time.monotonic() + 180
        while not (folder / run_folder.CHECKPOINT).exists():
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.1)
        with pytest.raises(ConfigError, match="another process is at work"):
            resume(folder)
    finally:
        process.kill()
        process.wait()
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    run = resume(folder)
    decisions = run.decisions
    run._update()
    assert run.decisions > decisions > 0


# ------------------------------------------------------------------------------------- faults

WRITE = 6  # calls of a write: open, write, sync, rename, and the folder opened and synced


def begin_or_resume(folder: Path) -> NativeRun:
    return resume(folder) if (folder / run_folder.CONFIG).exists() else start(folder)


def test_a_full_disk_at_any_write_loses_nothing(
    tmp_path: Path, undisturbed: NativeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every write of a run fails once, each in another way; the run goes on to the same end."""
    with faults.disk(monkeypatch) as calm:
        start(tmp_path / "calm").train()
    trials = 3 * (len(run_folder.OUTPUTS) + 1)
    writes = (calm.calls - trials) // WRITE
    assert calm.calls == trials + WRITE * writes and writes > 20
    places = [0, 1, trials // 2, *(trials + WRITE * write + write % 4 for write in range(writes))]
    for place in places:
        folder = tmp_path / str(place)
        with faults.disk(monkeypatch, fail_at=place, torn=True), pytest.raises(FileError) as told:
            start(folder).train()
        assert "cannot be written: No space left on device" in str(told.value) and "\n" not in str(told.value)
        assert not list(folder.rglob("*.new")) and not list(folder.rglob("*.trial"))
        finished = place_of(folder)
        run = begin_or_resume(folder)
        assert run.decisions >= finished
        run.train()
        assert same(run, undisturbed), f"fault at call {place}"


def place_of(folder: Path) -> int:
    """Decisions that the policy on disk has learned from; whatever is there must be whole."""
    if not (folder / "policy.pt").exists():
        return 0
    return int(load_policy(folder)[1]["decisions"])


@pytest.mark.parametrize("name", ["checkpoint.pt", "policy.pt", "curve.csv", "report.html", "result.json"])
def test_outputs_are_tried_before_hours_are_spent(tmp_path: Path, name: str) -> None:
    (tmp_path / "run" / name).mkdir(parents=True)
    with pytest.raises((FileError, ConfigError), match=r"is a folder|holds a run"):
        start(tmp_path / "run")
    assert not (tmp_path / "run" / "config.yaml").exists()
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FileError, match="cannot be written"):
        start(tmp_path / "file" / "run")


def test_a_failing_log_is_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    run = start(tmp_path, imitation=None)
    monkeypatch.setattr(run.log, "add_scalar", full)
    with pytest.raises(FileError, match="cannot be written: No space left"):
        run.train()


# --------------------------------------------------------------------------- where it starts from


def test_a_policy_to_start_from_must_be_there_and_fit(tmp_path: Path) -> None:
    other = tmp_path / "other.pt"
    save_policy(other, build({"kind": "mlp", "hidden": 9, "layers": 1}))
    for path, message in ((tmp_path / "none.pt", "no such policy file"), (other, "its network is")):
        with pytest.raises(ConfigError, match=f"^start_from: .*{message}"):
            start(tmp_path / "run", start_from=str(path))
        assert not (tmp_path / "run").exists()
    good = tmp_path / "good.pt"
    save_policy(good, build(smallest().network.settings()))
    run = start(tmp_path / "run", start_from=str(good), imitation=None)
    assert torch.equal(
        run.network.state_dict()["policy.bias"], load_policy(good)[0].state_dict()["policy.bias"]
    )
    run.train()
    good.unlink()
    assert resume(tmp_path / "run").is_finished, "the policy is only needed at the start"


def test_a_policy_without_its_checkpoint_is_not_trained_over(tmp_path: Path) -> None:
    start(tmp_path, imitation=None).train()
    (tmp_path / run_folder.CHECKPOINT).unlink()
    before = (tmp_path / "policy.pt").read_bytes()
    with pytest.raises(ConfigError, match=r"no checkpoint\.pt to go on from, only a policy"):
        resume(tmp_path)
    (tmp_path / "config.yaml").unlink()
    with pytest.raises(ConfigError, match="holds a run already"):
        start(tmp_path)
    assert (tmp_path / "policy.pt").read_bytes() == before


def test_broken_files_of_a_run_are_told(tmp_path: Path) -> None:
    start(tmp_path, imitation=None).train()
    for name in (run_folder.RESULT, run_folder.VERSIONS):
        whole = (tmp_path / name).read_bytes()
        for broken in (b"{", b"[]", b'{"decisions": "x", "engine": 3}', b"[" * 100_000, b"\xff"):
            (tmp_path / name).write_bytes(broken)
            with pytest.raises(ConfigError, match=name) as told:
                run_folder.engine_of(tmp_path) if name == run_folder.VERSIONS else resume(tmp_path).train()
            assert "\n" not in str(told.value)
        (tmp_path / name).write_bytes(whole)
    (tmp_path / "versions.json").write_text('{"engine": "steam"}')
    with pytest.raises(ConfigError, match="'steam' is unknown"):
        run_folder.engine_of(tmp_path)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # of its thread
def test_a_folder_that_is_taken_away_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TensorBoard fails twice then: when it writes, and once more when it is closed."""
    run = start(tmp_path / "run")
    update = run._update

    def and_lose_the_folder() -> None:
        update()
        shutil.rmtree(run.folder, ignore_errors=True)

    monkeypatch.setattr(run, "_update", and_lose_the_folder)
    with pytest.raises(FileError, match="run: cannot be written"):
        run.train()


def test_a_signal_during_an_evaluation_is_no_mistake_of_a_player() -> None:
    """Also where Ctrl-C is ignored, as under nohup, so that the arena could take it for the player's own."""

    def told_to_stop() -> int:
        raise Stopped(signal.SIGTERM)

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with pytest.raises(Stopped):
            ask(told_to_stop, 0, PlayerFailed)
    finally:
        signal.signal(signal.SIGINT, before)
