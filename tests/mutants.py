"""Mutation testing: mistakes are put into a module, one at a time; those that no test notices are listed.

    python tests/mutants.py acis_rules/phases/growth.py -n 60

mutmut by itself leaves out decorated functions, that is all steps and answers of the rules, and numbers
outside functions; Cosmic Ray writes each mistake into the source and starts Python anew. Here the mistakes of
mutmut (`mistakes.py`) are tried in forked processes (`trials.py`), by the tests that reach the changed line,
those near to the module first.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import math
import os
import random
import re
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import coverage
from mistakes import ROOT, Mutant, mistakes
from trials import SURVIVED, Trial, hold, swaps, trial

TESTS = {  # which tests judge a package
    "acis_rules": (
        "tests/rules/**/test_*.py",
        "tests/test_referee*.py",
        "tests/test_fuzz.py",
        "tests/test_game_options.py",
        "tests/agents/npc/test_npc_solitaire.py",
    ),
    "acis_env": ("tests/env/**/test_*.py",),
    "agents/npc": ("tests/agents/npc/test_*.py",),
    "agents": ("tests/agents/**/test_*.py",),
    "training": ("tests/training/test_*.py",),
}
RECORDED = "tests/test_golden.py"  # notices much and explains little: judges only when it is asked to
# Games compared with those of a process without the mistake do not judge
NO_JUDGES = ("test_golden.py", "test_soak.py", "test_compiled.py", "test_referee_breakages.py")
# What is in the package of the rules without being rules, by folder or file
NO_RULES = {"tools", "words", "saved", "files.py", "__init__.py"}
QUICK = 0.05  # seconds of a test that also judges what is made while modules are imported
LATE = 30.0  # seconds more than when they were recorded: then the mutant loops for ever and counts as killed


# -------------------------------------------------------------------------------- which tests


def package_of(path: Path) -> str:
    """The package whose tests judge a module."""
    name = path.relative_to(ROOT).as_posix()
    return next(package for package in TESTS if name.startswith(f"{package}/"))


def judges(package: str) -> list[str]:
    """The test files of a package."""
    files = [file for pattern in TESTS[package] for file in sorted(ROOT.glob(pattern))]
    return [str(file.relative_to(ROOT)) for file in files if file.name not in NO_JUDGES]


def near(path: Path, files: list[str]) -> list[str]:
    """Those named after the module, then those that import it."""
    named = [file for file in files if path.stem.rstrip("s") in Path(file).stem]
    package = path.parent.name
    name = rf"(?:\([^)]*|.*)\b{path.stem}\b"  # of several, perhaps over several lines
    imports = re.compile(rf"\b{package}\.{path.stem} import|\b{package} import {name}")
    return named + [file for file in files if file not in named and imports.search((ROOT / file).read_text())]


def remembers(mutant: Mutant) -> bool:
    """Whether the line is in a function that works once for the same arguments."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    return any(
        "cache" in ast.unparse(decorator)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.lineno <= mutant.line <= (node.end_lineno or 0)
        for decorator in node.decorator_list
    )


def moved(old: str, new: str) -> dict[int, set[int]]:
    """Where the lines of a text have gone: those that have changed to what replaces them.

    Lines that are new count as the one before them.
    """
    out: dict[int, set[int]] = defaultdict(set)
    changes = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
    for kind, a, a_end, b, b_end in changes.get_opcodes():
        if kind == "equal":
            for i in range(a_end - a):
                out[a + i + 1].add(b + i + 1)
        else:
            for i in range(a, a_end) if kind == "replace" else (a - 1,):
                out[i + 1] |= {*range(b + 1, b_end + 1)}
    return out


class Reach:
    """Which tests reach which lines of a package. Kept, since a pass over all tests takes minutes.

    Files of tests that are new or have changed are recorded when needed; `renew` records all of them.
    Lines that have moved since are followed.
    """

    def __init__(self, package: str, renew: bool, without: str, recorded: bool) -> None:
        self.files = judges(package) + [RECORDED] * recorded
        record = ROOT / "runs" / "mutants" / f"{package.replace('/', '-')}.coverage"
        known = record.with_suffix(".json")
        self.data = coverage.CoverageData(str(record))
        if renew or not known.exists():
            self.data.erase()
            kept: dict[str, Any] = {"files": {}, "seconds": {}}
        else:
            self.data.read()
            kept = json.loads(known.read_text())
        sources = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in modules(package)}
        before = kept.get("sources", {})
        if before != sources:
            for name in sources.keys() & before.keys():
                self._follow(name, before[name], sources[name])
            kept["sources"] = sources
            known.parent.mkdir(parents=True, exist_ok=True)
            known.write_text(json.dumps(kept))
        now = {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in self.files}
        changed = [name for name in self.files if kept["files"].get(name) != now[name]]
        self.seconds: dict[str, float] = {
            test: seconds for test, seconds in kept["seconds"].items() if test.split("::")[0] not in changed
        }
        if changed:
            print(f"recording what {len(changed)} files of tests reach", flush=True)
            self._record(changed, record.with_name(f"new-{record.name}"), without)
            kept |= {"files": kept["files"] | now, "seconds": self.seconds}
            known.write_text(json.dumps(kept))
        here = set(self.files)
        self.seconds = {test: s for test, s in self.seconds.items() if test.split("::")[0] in here}

    def _follow(self, name: str, old: str, new: str) -> None:
        """What was recorded of a module holds for its lines as they are now."""
        if old == new:
            return
        lines: dict[str, set[int]] = defaultdict(set)
        to = moved(old, new)
        for line, tests in self.data.contexts_by_lineno(name).items():
            for test in tests:
                lines[test] |= to[line]
        self.data.purge_files([name])
        for test, reached in lines.items():
            self.data.set_context(test)
            self.data.add_lines({name: reached})

    def _record(self, files: list[str], record: Path, without: str) -> None:
        """Add what these tests reach."""
        record.unlink(missing_ok=True)
        failed = trial(Trial(files, 3600, record=record, without=without))
        if failed != SURVIVED:
            raise SystemExit(f"the tests fail without any mistake put in: {failed}")
        new = coverage.CoverageData(str(record))
        new.read()
        self.data.update(new)
        self.seconds |= json.loads(record.with_suffix(".json").read_text())

    def imported(self, mutant: Mutant) -> bool:
        """Whether the line was reached while modules were imported."""
        by_line = self.data.contexts_by_lineno(mutant.path.relative_to(ROOT).as_posix())
        return "" in by_line.get(mutant.line, ())

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that reach the line of a mutant, quick ones first; outside functions, the module.

        What was made while modules were imported, such as cards, any test may look at. What a function
        remembers only the first test reaches, and others of the module look at.
        """
        by_line = self.data.contexts_by_lineno(mutant.path.relative_to(ROOT).as_posix())
        here = {test for test in by_line.get(mutant.line, ()) if test in self.seconds}
        if not here or remembers(mutant):
            here = {test for tests in by_line.values() for test in tests if test in self.seconds}
        if self.imported(mutant):
            here |= {test for test, seconds in self.seconds.items() if seconds < QUICK}
        return sorted(here, key=lambda test: (self.seconds[test], test))


# -------------------------------------------------------------------------------- the command


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


def case(mutant: Mutant, reach: Reach, most: float) -> Trial:
    """The tests that reach a mutant, near ones and quick ones first, so many seconds."""
    close = set(near(mutant.path, reach.files))
    tests, spent = [], 0.0
    for test in sorted(reach.tests(mutant), key=lambda test: test.split("::")[0] not in close):
        if spent <= most:
            tests.append(test)
            spent += reach.seconds[test]
    return Trial(tests, spent + LATE, mutant)


def judge(mutants: list[Mutant], given: argparse.Namespace, tell: Callable[[Mutant, str], None]) -> None:
    """Tell each mutant with the test that killed it, or SURVIVED."""
    reaches = {
        package: Reach(package, given.renew, given.without, given.recorded)
        for package in sorted({package_of(mutant.path) for mutant in mutants})
    }
    cases = []
    for mutant in mutants:
        reach = reaches[package_of(mutant.path)]
        one = case(mutant, reach, given.seconds)
        if swaps(mutant) and not reach.imported(mutant):
            cases.append(one)
        else:
            tell(mutant, trial(one))
    if cases:
        hold(cases, tell)


def main() -> None:
    """Try the mutants, list those that live, say how many were killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("module", nargs="+", help="a file or a folder of the project")
    parser.add_argument("-n", type=int, default=60, help="how many mutants, chosen at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf, help="of tests for a mutant")
    parser.add_argument("--without", default="^$", help="a regular expression: tests not to record")
    parser.add_argument("--recorded", action="store_true", help="recorded games judge as well")
    parser.add_argument("--list", action="store_true", help="list the mutants, try none")
    parser.add_argument("--renew", action="store_true", help="record all tests anew")
    parser.add_argument("--only", type=int, nargs="*", help="numbers of the list to try")
    given = parser.parse_args()
    os.chdir(ROOT)
    os.environ["ACIS_PURE"] = "1"  # the helper would go on without the mistake
    sys.path[:0] = [str(ROOT)]
    mutants = chosen([path for name in given.module for path in modules(name)], given.n, given.seed)
    numbers = {id(mutant): number for number, mutant in enumerate(mutants)}
    if given.only is not None:
        mutants = [mutants[number] for number in given.only]
    if given.list:
        for mutant in mutants:
            print(numbers[id(mutant)], mutant)
        return
    living: list[Mutant] = []
    out = os.fdopen(os.dup(1), "w", buffering=1)  # the tests write to the other

    def tell(mutant: Mutant, killer: str) -> None:
        lives = killer == SURVIVED
        out.write(f"{numbers[id(mutant)]:4} {'lives ' if lives else 'killed'} {mutant}   {killer}\n")
        living.extend([mutant] if lives else [])

    judge(mutants, given, tell)
    print(f"\n{len(mutants) - len(living)} of {len(mutants)} killed" + (", alive:" if living else ""))
    for mutant in living:
        print(f"  {mutant}")


if __name__ == "__main__":
    main()
