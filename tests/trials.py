"""How a mutant is tried: in a forked process that makes the mistake.

The tests are read once, and each fork puts the wrong code into the living functions. A mistake that works
when a module is imported, as in a table, needs a process that imports it, from memory.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib.machinery
import importlib.util
import inspect
import json
import os
import re
import resource
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import coverage
import hypothesis
import pytest
from mistakes import ROOT, Mutant

PACKAGES = ["acis_rules", "acis_env", "agents", "training"]
SLOW = re.compile("_sound|_redealing|many_games|same_game|any_mix")  # over many games
# Seconds are those of the processor: on a busy machine a mutant must not seem to loop for ever
STUCK = 50  # seconds of the clock for each of them, for a mutant that waits for ever
SURVIVED = "-"
OPTIONS = ["-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0"]
MEMORY = 3 << 30  # bytes


class Changed(importlib.machinery.SourceFileLoader):
    """Imports one module from a changed source, which is written nowhere."""

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(".".join(path.relative_to(ROOT).with_suffix("").parts), str(path))
        self.source = source

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """This loader, for the one module."""
        if name == self.name:
            return importlib.util.spec_from_file_location(name, self.path, loader=self)
        return None

    def get_code(self, name: str) -> Any:
        """The changed source, compiled."""
        return compile(self.source, self.path, "exec", dont_inherit=True)


def swaps(mutant: Mutant) -> list[tuple[CodeType, CodeType]]:
    """The functions that are different, right and wrong; none if the mistake is outside of functions."""
    right = compile(mutant.path.read_text(encoding="utf-8"), str(mutant.path), "exec", dont_inherit=True)
    wrong = compile(mutant.source(), str(mutant.path), "exec", dont_inherit=True)
    found: list[tuple[CodeType, CodeType]] = []
    return found if _compare(right, wrong, found) else []


def _compare(right: CodeType, wrong: CodeType, found: list[tuple[CodeType, CodeType]]) -> bool:
    """Note functions that differ, with the inner ones; False if something else differs, too."""
    pairs = zip(_inner(right), _inner(wrong), strict=False)
    before = len(found)
    same = sum(not _compare(a, b, found) for a, b in pairs) == 0 and _itself(right) == _itself(wrong)
    if right.co_flags & inspect.CO_NEWLOCALS and (not same or len(found) > before):
        if right.co_freevars != wrong.co_freevars:
            return False
        found.append((right, wrong))
        return True
    return same


def _inner(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def _itself(code: CodeType) -> tuple[Any, ...]:
    consts = [repr(const) for const in code.co_consts if not isinstance(const, CodeType)]
    return code.co_code, code.co_names, code.co_varnames, consts, len(_inner(code))


def put_in(mutant: Mutant) -> None:
    """Let the living functions of this process make the mistake."""
    wrong = {(a.co_qualname, a.co_firstlineno): b for a, b in swaps(mutant)}
    name = str(mutant.path)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == name:
            code = thing.__code__
            thing.__code__ = wrong.get((code.co_qualname, code.co_firstlineno), code)
        elif isinstance(thing, functools._lru_cache_wrapper) and thing.__module__.split(".")[0] in PACKAGES:
            thing.cache_clear()


@dataclass
class Trial:
    """A run of tests, on a mutant or on the project as it is."""

    tests: list[str]  # or files
    seconds: float  # which it may take
    mutant: Mutant | None = None
    record: Path | None = None  # where to keep what they reach
    without: str = "^$"

    def verdict(self) -> str:
        """In a process of its own: the tests that fail, or SURVIVED."""
        if self.mutant is not None:
            sys.meta_path.insert(0, Changed(self.mutant.path, self.mutant.source()))
        judge = Judge(self.record, self.without, self.tests if self.record is None else None)
        options = OPTIONS + (["-x"] if self.record is None else [])  # one is enough to kill
        files = dict.fromkeys(test.split("::")[0] for test in self.tests)
        try:
            code = pytest.main([*options, *files], plugins=[judge])
        except BaseException as error:  # a mutant may raise anything anywhere
            return type(error).__name__
        return SURVIVED if code == 0 else ", ".join(judge.failed) or f"pytest: exit code {int(code)}"


class Judge:
    """The pytest plugin of a trial: no shrinking of examples, and the first test that fails is told."""

    def __init__(
        self, record: Path | None = None, without: str = "^$", only: list[str] | None = None
    ) -> None:
        self.without = re.compile(without)
        self.only = only
        self.failed: list[str] = []
        self.record = record
        self.seconds: dict[str, float] = {}
        self.cover = None
        if record is not None:
            self.cover = coverage.Coverage(str(record), source=PACKAGES, config_file=False)
            self.cover.set_option("run:relative_files", True)

    def pytest_configure(self) -> None:
        """After conftest.py, before the tests are read."""
        hypothesis.settings.register_profile(
            "mutants", deadline=None, max_examples=30, database=None, phases=[hypothesis.Phase.generate]
        )
        hypothesis.settings.load_profile("mutants")
        if self.cover is not None:
            self.cover.start()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Without the tests over many games; those asked for in the order asked for."""
        items[:] = [
            item for item in items if not SLOW.search(item.name) and not self.without.search(item.nodeid)
        ]
        if self.only is not None:
            place = {test: i for i, test in enumerate(self.only)}
            items[:] = sorted((i for i in items if i.nodeid in place), key=lambda item: place[item.nodeid])

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """From here on lines are reached by this test."""
        if self.cover is not None:
            self.cover.switch_context(item.nodeid)

    def pytest_unconfigure(self) -> None:
        """Keep the record."""
        if self.cover is not None and self.record is not None:
            self.cover.stop()
            self.cover.save()
            self.record.with_suffix(".json").write_text(json.dumps(self.seconds))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """The clock starts."""
        self.seconds[nodeid] = -time.process_time()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """The clock stops."""
        self.seconds[nodeid] += time.process_time()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember what failed."""
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A module that cannot be imported fails its tests."""
        if report.failed:
            self.failed.append(f"{report.nodeid} (import)")


class Court(Judge):
    """Reads the tests once; then each mutant is tried in a fork."""

    def __init__(self, cases: list[Trial], tell: Callable[[Mutant, str], None]) -> None:
        super().__init__()
        self.cases, self.tell = cases, tell

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The trials, instead of the tests."""
        items = {item.nodeid: item for item in session.items}
        for case in self.cases:
            assert case.mutant is not None
            here = [items[test] for test in case.tests if test in items]
            self.tell(case.mutant, in_fork(functools.partial(self._verdict, case.mutant, here), case.seconds))
        return True

    def _verdict(self, mutant: Mutant, items: list[pytest.Item]) -> str:
        try:
            put_in(mutant)
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
                if self.failed:
                    return ", ".join(self.failed)
        except BaseException as error:  # a mutant may raise anything anywhere
            return type(error).__name__
        return SURVIVED


def in_fork(verdict: Callable[[], str], seconds: float) -> str:
    """What a forked process says, which may take so long."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
        os.write(writing, verdict().encode()[:4000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        if not select.select([pipe], [], [], STUCK * seconds)[0]:
            os.kill(child, signal.SIGKILL)
        said = pipe.read()
    os.waitpid(child, 0)
    return said or "no answer: it crashed or took too long"


def trial(run: Trial) -> str:
    """The verdict of a trial in a process of its own."""
    return in_fork(run.verdict, run.seconds)


def hold(cases: list[Trial], tell: Callable[[Mutant, str], None]) -> None:
    """Try mutants whose mistakes are in functions."""
    files = sorted({test.split("::")[0] for case in cases for test in case.tests})
    with (
        tempfile.TemporaryDirectory() as folder,
        open(os.devnull, "w", encoding="utf-8") as nothing,
        contextlib.redirect_stdout(nothing),
    ):
        code = pytest.main([*OPTIONS, f"--basetemp={folder}/tests", *files], plugins=[Court(cases, tell)])
    if code:
        raise SystemExit("the tests cannot be read without any mistake put in")
