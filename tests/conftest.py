"""Settings all tests share."""

import signal

import pytest
from hypothesis import settings

settings.register_profile("acis", deadline=None, max_examples=30)
settings.load_profile("acis")

# Ctrl-C works as in a terminal, also where tests, and what they start, run in processes that ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules of the catalogue that the test shows")
