"""The command line, run inside a test."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from acis_rules.tools import cli

Acis = Callable[..., tuple[object, str, str]]  # the fixture `acis`


def run_acis(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str, str]:
    """With these arguments: how it ends, what it says, what it complains about."""
    with pytest.raises(SystemExit) as end:
        cli.main(list(arguments))
    out, err = capsys.readouterr()
    return end.value.code, out, err
