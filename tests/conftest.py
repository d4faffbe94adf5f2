"""Settings all tests share."""

import pytest
from hypothesis import settings

settings.register_profile("acis", deadline=None, max_examples=30)
settings.load_profile("acis")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules of the catalogue that the test shows")
