"""A short soak, and what a soak does about a game that fails."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import permutations
from pathlib import Path

import pytest
import soak
from styles import STYLES

from acis_rules import Game, scenarios
from acis_rules.box.created import CreatedOptions
from acis_rules.box.options import Options
from acis_rules.box.scenario import load_scenario
from acis_rules.box.scenario_blocks import KnobsBlock
from acis_rules.box.scenario_files import ALWAYS_OFFERED, variants_of
from acis_rules.errors import AcisError, DataError
from acis_rules.replay import load

PARTS, GAMES = 4, len(scenarios())  # a game of every scenario in each part


@pytest.mark.parametrize("part", range(PARTS))
def test_games_of_every_scenario_option_and_style_are_sound(part: int, tmp_path: Path) -> None:
    report = soak.soak(2026, list(range(part * GAMES, (part + 1) * GAMES)), tmp_path)
    assert not report.failures, "\n".join(report.failures)
    assert report.games == GAMES and report.decisions > 3000
    assert set(report.scenarios) == set(scenarios())


def test_a_number_always_means_the_same_game() -> None:
    one, other = soak.Soaked(soak.plan(7, 4)), soak.Soaked(soak.plan(7, 4))
    one.play()
    other.play()
    assert one.plan.options == other.plan.options and one.plan.styles == other.plan.styles
    assert one.actions == other.actions
    assert one.actions != soak.Soaked(soak.plan(8, 4)).actions


def test_every_style_is_played_and_mixed_at_one_table() -> None:
    plans = [soak.plan(1, number) for number in range(600)]
    assert {style for planned in plans for style in planned.styles} == set(STYLES)
    assert {planned.style for planned in plans} >= {"mixed", "random", "first", "last"}


def test_every_option_every_optional_rule_and_all_variants_together_are_drawn() -> None:
    plans = [soak.plan(1, number) for number in range(40 * GAMES)]
    assert {name for planned in plans for name in planned.options} == set(Options.__struct_fields__)
    for scenario in scenarios():
        drawn = [planned.options for planned in plans if planned.scenario == scenario]
        offered = {*ALWAYS_OFFERED, *load_scenario(scenario).rules}
        assert {rule for options in drawn for rule in options.get("rules", ())} == offered, scenario
    laid = {
        frozenset(load_scenario(planned.scenario, tuple(planned.options.get("variants", ()))).variants)
        for planned in plans
    }
    assert laid == together("god_king")
    for field in CreatedOptions.__struct_fields__:
        assert any(field in planned.options.get("created", ()) for planned in plans), field
    handicaps = {knob for planned in plans for own in planned.options.get("handicaps", ()) for knob in own}
    assert handicaps == set(KnobsBlock.__struct_fields__)


def together(scenario: str) -> set[frozenset[str]]:
    """All sets of variants of a scenario that go with each other."""
    found = {frozenset[str]()}
    for n in range(1, len(variants_of(scenario)) + 1):
        for variants in permutations(variants_of(scenario), n):
            if frozenset(variants[:-1]) in found:
                with suppress(DataError):
                    found.add(frozenset(load_scenario(scenario, variants).variants))
    return found


def broken(monkeypatch: pytest.MonkeyPatch, after: int, error: Exception) -> None:
    """A game that goes wrong after so many decisions, and no other."""
    apply = Game.apply
    made = 0

    def wrong(game: Game, action: int) -> None:
        nonlocal made
        made += 1
        apply(game, action)
        if made == after:
            raise error

    monkeypatch.setattr(Game, "apply", wrong)


@pytest.mark.parametrize("error", [AssertionError("51 discs"), KeyError("tyre"), AcisError("no such area")])
def test_what_fails_is_written_as_a_replay_with_a_sentence_and_the_soak_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    broken(monkeypatch, 30, error)
    report = soak.soak(3, [2, 3], tmp_path)
    assert report.games == 2
    assert len(report.failures) == 1
    planned = soak.plan(3, 2)
    sentence = (tmp_path / "3-2.txt").read_text()
    assert sentence.startswith(f"game 2: {type(error).__name__}: ")
    assert str(error) in sentence and planned.scenario in sentence
    assert "python tests/soak.py --seed 3 --only 2" in sentence
    replay = load(tmp_path / "3-2.json")
    assert (replay.scenario, replay.seed) == (planned.scenario, planned.seed)
    assert len(replay.actions) == 30


def test_a_broken_number_is_found_at_the_decision_that_broke_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = Game.apply

    def loses_a_disc(game: Game, action: int) -> None:
        apply(game, action)
        if len(game.state.log) > 100:
            game.state.supply[0] -= 1

    monkeypatch.setattr(Game, "apply", loses_a_disc)
    monkeypatch.setattr(soak, "FULLY", 1)  # looked at after every decision
    number = sorted(scenarios()).index("basic_2p")
    (failure,) = soak.soak(3, [number], tmp_path).failures
    assert "faction 0 has 49 of 50 discs" in failure
    game = load(tmp_path / f"3-{number}.json").final()
    assert len(game.state.log) > 100


def test_a_game_that_never_ends_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "SLOW", 1)
    monkeypatch.setattr(soak, "check_quickly", lambda game: time.sleep(5))
    (failure,) = soak.soak(3, [2], tmp_path).failures
    assert "TooSlow: not over after 1 seconds" in failure


def test_games_are_shared_out_over_processes_and_counted(tmp_path: Path) -> None:
    total = soak.soak_on_all_cores(5, games=45, minutes=None, jobs=2, folder=tmp_path)
    assert total.games == 45
    assert sum(total.scenarios.values()) == sum(total.styles.values()) == 45


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_a_soak_that_is_stopped(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, soak.__file__, "--minutes", "5", "--jobs", "2"]
    root = Path(soak.__file__).parents[1]
    running = subprocess.Popen(
        command, cwd=tmp_path, env={"PYTHONPATH": str(root)}, stdout=subprocess.PIPE, text=True
    )
    workers: list[int] = []
    while len(workers) < 2:
        assert running.poll() is None
        time.sleep(0.05)
        workers = children(running.pid)
    time.sleep(0.5)
    running.send_signal(number)
    said, _ = running.communicate(timeout=60)
    for _ in range(100):
        if not any(Path(f"/proc/{worker}").exists() for worker in workers):
            break
        time.sleep(0.1)
    else:
        pytest.fail("a process lives on")
    if number == signal.SIGINT:
        assert running.returncode == 0 and "stopping after the games under way" in said and "0 failed" in said
