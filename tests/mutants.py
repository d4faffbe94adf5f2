"""Mutation testing: mistakes are put into a module, one at a time; those that no test notices are listed.

    python tests/mutants.py acis_rules/phases/growth.py -n 60

The mistakes are those of mutmut that make a wrong rule rather than a crash, and a call left out. mutmut by
itself leaves out decorated functions, that is all steps and answers of the rules, and numbers outside
functions; Cosmic Ray writes each mistake into the source and starts Python anew. Here a mutant lives in a
forked process, which imports the changed module from memory. The tests near to the module come first, then
others that reach the changed line.
"""

from __future__ import annotations

import argparse
import importlib.machinery
import importlib.util
import json
import os
import random
import re
import resource
import select
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import coverage
import hypothesis
import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation import mutators

ROOT = Path(__file__).resolve().parents[1]
TESTS = {  # which tests judge a package
    "acis_rules": ("tests/test_*.py", "tests/rules/**/test_*.py", "tests/agents/npc/test_npc_solitaire.py"),
    "acis_env": ("tests/env/**/test_*.py",),
    "agents/npc": ("tests/agents/npc/test_*.py",),
    "agents": ("tests/agents/**/test_*.py",),
    "training": ("tests/training/test_*.py",),
}
# Recorded games notice nearly everything and explain nothing: they do not judge
NO_JUDGES = ("test_golden.py", "test_soak.py")
SLOW = re.compile("_sound|_redealing|many_games|same_game|any_mix")  # over many games
# What is in the package of the rules without being rules, by folder or file
NO_RULES = {"tools", "words", "saved", "files.py", "__init__.py"}
# Those that put None or another text somewhere make a crash, which is no test of the tests
OPERATORS: mutators.OPERATORS_TYPE = (
    (cst.BaseNumber, mutators.operator_number),
    (cst.Name, mutators.operator_name),
    (cst.AugAssign, mutators.operator_augmented_assignment),
    (cst.UnaryOperation, mutators.operator_remove_unary_ops),
    (cst.CSTNode, mutators.operator_keywords),
    (cst.CSTNode, mutators.operator_swap_op),
    (cst.IfExp, mutators.operator_if_exp),
)
PACKAGES = ["acis_rules", "acis_env", "agents", "training"]
QUICK = 4.0  # seconds that the second lot of tests took when they were recorded
LATE = 30.0  # seconds more than when they were recorded: then the mutant loops for ever and counts as killed
SURVIVED = "-"
MEMORY = 3 << 30  # bytes


@dataclass
class Mutant:
    """One mistake in one module."""

    path: Path
    line: int
    before: str
    after: str
    source: Callable[[], str]

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.before}  ->  {self.after}"


class Mistakes(cst.CSTVisitor):
    """All mistakes that can be made in a module."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, path: Path, module: cst.Module) -> None:
        self.path, self.module = path, module
        self.found: list[Mutant] = []
        self.keywords: set[int] = set()  # of classes: `frozen=True` makes no difference to a game

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Note the mistakes that can be made here; go on inside."""
        if isinstance(node, cst.ClassDef):
            self.keywords |= set(map(id, node.keywords))
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
            return False
        if id(node) in self.keywords or _says_strict(node):
            return False
        for kind, operator in OPERATORS:
            if isinstance(node, kind):
                for wrong in operator(node):
                    self._note(node, wrong)
        if isinstance(node, cst.Expr) and isinstance(node.value, cst.Call):
            self._note(node, cst.Pass())
        return True

    def _note(self, node: cst.CSTNode, wrong: cst.CSTNode) -> None:
        module = self.module
        self.found.append(
            Mutant(
                self.path,
                self.get_metadata(PositionProvider, node).start.line,
                _one_line(module.code_for_node(node)),
                _one_line(module.code_for_node(wrong)),
                lambda: module.deep_replace(node, wrong).code,  # type: ignore[attr-defined]
            )
        )


def _says_strict(node: cst.CSTNode) -> bool:
    """`strict=True` of a zip: what it checks never happens, so without it nothing is different."""
    return isinstance(node, cst.Arg) and node.keyword is not None and node.keyword.value == "strict"


def _one_line(code: str) -> str:
    return re.sub(r"\s+", " ", code).strip()


def mistakes(path: Path) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    wrapper = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
    visitor = Mistakes(path, wrapper.module)
    wrapper.visit(visitor)
    return visitor.found


# -------------------------------------------------------------------------------- which tests


def judges(path: Path) -> list[str]:
    """The test files of the module's package."""
    name = path.relative_to(ROOT).as_posix()
    package = next(package for package in TESTS if name.startswith(f"{package}/"))
    files = [file for pattern in TESTS[package] for file in sorted(ROOT.glob(pattern))]
    return [str(file.relative_to(ROOT)) for file in files if file.name not in NO_JUDGES]


def near(path: Path, files: list[str]) -> list[str]:
    """Those named after the module, then those that import it."""
    named = [file for file in files if path.stem.rstrip("s") in Path(file).stem]
    package = path.parent.name
    imports = re.compile(rf"\b{package}\.{path.stem} import|\b{package} import .*\b{path.stem}\b")
    return named + [file for file in files if file not in named and imports.search((ROOT / file).read_text())]


class Reach:
    """Which tests reach which lines of a package: recorded once, for a pass over its tests takes minutes."""

    def __init__(self, files: list[str], renew: bool) -> None:
        name = Path(files[0]).parent.as_posix().replace("/", "-")
        self.record = ROOT / "runs" / "mutants" / f"{name}.coverage"
        times = self.record.with_suffix(".json")
        if renew or not times.exists():
            print(f"recording what the tests reach: {self.record.relative_to(ROOT)}", flush=True)
            self.record.parent.mkdir(parents=True, exist_ok=True)
            self.record.unlink(missing_ok=True)
            failed = trial(Trial(files, record=self.record), 3600)
            if failed != SURVIVED:
                raise SystemExit(f"the tests fail without any mistake put in: {failed}")
        self.seconds: dict[str, float] = json.loads(times.read_text())
        self.data = coverage.CoverageData(str(self.record))
        self.data.read()

    def time(self, tests: list[str]) -> float:
        """How long these tests, or the tests of these files, took."""
        wanted = set(tests)
        return sum(seconds for test, seconds in self.seconds.items() if {test, test.split("::")[0]} & wanted)

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that reach the line of a mutant, quick ones first; outside functions, the module."""
        by_line = self.data.contexts_by_lineno(mutant.path.relative_to(ROOT).as_posix())
        here = {test for test in by_line.get(mutant.line, ()) if test}
        if not here:
            here = {test for tests in by_line.values() for test in tests if test}
        return sorted(here, key=lambda test: (self.seconds[test], test))


# ------------------------------------------------------------------------------ trying a mutant


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


@dataclass
class Trial:
    """A run of tests, on a mutant or on the project as it is."""

    tests: list[str]
    mutant: Mutant | None = None
    record: Path | None = None  # where to keep what they reach

    def verdict(self) -> str:
        """In a process of its own: the tests that fail, or SURVIVED."""
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if self.mutant is not None:
            sys.meta_path.insert(0, Changed(self.mutant.path, self.mutant.source()))
        judge = Judge(self.record)
        options = ["-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0"]
        options += ["-x"] if self.record is None else []  # one is enough to kill
        try:
            code = pytest.main([*options, *self.tests], plugins=[judge])
        except BaseException as error:  # a mutant may raise anything anywhere
            return type(error).__name__
        return SURVIVED if code == 0 else ", ".join(judge.failed) or f"pytest: exit code {int(code)}"


class Judge:
    """The pytest plugin of a trial: no shrinking of examples, and the first test that fails is told."""

    def __init__(self, record: Path | None) -> None:
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
        """Without the tests over many games."""
        items[:] = [item for item in items if not SLOW.search(item.name)]

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

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember what failed, and how long it took."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A module that cannot be imported fails its tests."""
        if report.failed:
            self.failed.append(f"{report.nodeid} (import)")


def trial(run: Trial, seconds: float) -> str:
    """The verdict of a trial in a forked process, which gets so much time."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.write(writing, run.verdict().encode()[:4000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        if not select.select([pipe], [], [], seconds)[0]:
            os.kill(child, signal.SIGKILL)
        said = pipe.read()
    os.waitpid(child, 0)
    return said or "no answer: it crashed or took too long"


# ----------------------------------------------------------------------------------- the command


def chosen(paths: list[Path], n: int, seed: int) -> list[Mutant]:
    """A sample of all mutants of these modules, in the order of the text; all of them if n is 0."""
    everything = [mutant for path in paths for mutant in mistakes(path)]
    if not n or n >= len(everything):
        return everything
    numbers = sorted(random.Random(seed).sample(range(len(everything)), n))
    return [everything[number] for number in numbers]


def modules(name: str) -> list[Path]:
    """The modules that a file or a folder names."""
    path = (ROOT / name).resolve()
    if path.is_file():
        return [path]
    return [file for file in sorted(path.rglob("*.py")) if not NO_RULES & set(file.relative_to(ROOT).parts)]


def lots(mutant: Mutant, files: list[str], reach: Reach) -> tuple[list[str], list[str], list[str]]:
    """The tests that judge a mutant, lot by lot: near ones, quick ones, all others that reach it."""
    first = near(mutant.path, files)
    others = [test for test in reach.tests(mutant) if test.split("::")[0] not in first]
    n, left = 0, QUICK
    while n < len(others) and left > 0:
        left -= reach.seconds[others[n]]
        n += 1
    return first, others[:n], others[n:]


def judged(mutants: list[Mutant], renew: bool) -> Iterator[tuple[Mutant, str]]:
    """Each mutant with the test that killed it, or SURVIVED."""
    reaches: dict[str, Reach] = {}
    for mutant in mutants:
        files = judges(mutant.path)
        reach = reaches.get(files[0]) or reaches.setdefault(files[0], Reach(files, renew))
        killer = SURVIVED
        for tests in lots(mutant, files, reach):
            if tests and killer == SURVIVED:
                killer = trial(Trial(tests, mutant), reach.time(tests) + LATE)
        yield mutant, killer


def main() -> None:
    """Try the mutants, list those that live, say how many were killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("module", nargs="+", help="a file or a folder of the project")
    parser.add_argument("-n", type=int, default=60, help="how many mutants, chosen at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="list the mutants, try none")
    parser.add_argument("--renew", action="store_true", help="record anew which tests reach which lines")
    parser.add_argument("--only", type=int, nargs="*", help="numbers of the list to try")
    given = parser.parse_args()
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT)]
    mutants = chosen([path for name in given.module for path in modules(name)], given.n, given.seed)
    numbers = {id(mutant): number for number, mutant in enumerate(mutants)}
    if given.only is not None:
        mutants = [mutants[number] for number in given.only]
    if given.list:
        for mutant in mutants:
            print(numbers[id(mutant)], mutant)
        return
    living = []
    for mutant, killer in judged(mutants, given.renew):
        lives = killer == SURVIVED
        print(f"{numbers[id(mutant)]:4} {'lives ' if lives else 'killed'} {mutant}   {killer}", flush=True)
        living += [mutant] if lives else []
    print(f"\n{len(mutants) - len(living)} of {len(mutants)} killed" + (", alive:" if living else ""))
    for mutant in living:
        print(f"  {mutant}")


if __name__ == "__main__":
    main()
