"""Settings all tests share."""

import importlib.util
import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("acis", deadline=None, max_examples=30)
settings.load_profile("acis")

# One thread of torch for each process: where there are more threads than cores, each waits for all others.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Signals work as in a terminal, also where tests, and what they start, run in processes that ignore them.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


# Ray needs an environment of its own: `make test-ray`.
collect_ignore = [] if importlib.util.find_spec("ray") else ["training/test_rllib.py"]


@pytest.fixture(autouse=True)
def _own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that people play are kept in the test's own folder, not among those of whoever runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def acis(capsys: pytest.CaptureFixture[str]) -> Any:
    """The command line: called with arguments, it returns how it ends, what it says and complains about."""
    from command_line import run_acis

    return partial(run_acis, capsys)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules of the catalogue that the test shows")
