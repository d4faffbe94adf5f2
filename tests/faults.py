"""Faults on demand: the n-th call that changes a file fails as on a full disk, perhaps after a part of it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from acis_rules.kernel import files

CALLS = ("open", "write", "fsync", "replace")  # of `os`, as `acis_rules.kernel.files` uses them


@dataclass
class Disk:
    """A disk that fails at one call; `calls` counts those made so far."""

    fail_at: int | None = None
    torn: bool = False  # the failing write leaves half of its bytes
    calls: int = 0

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in CALLS:
            return real

        def call(*args: Any) -> Any:
            self.calls += 1
            if self.calls - 1 == self.fail_at:
                if self.torn and name == "write":
                    real(args[0], bytes(args[1])[: len(args[1]) // 2])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return real(*args)

        return call


@contextmanager
def disk(monkeypatch: pytest.MonkeyPatch, fail_at: int | None = None, torn: bool = False) -> Iterator[Disk]:
    """All writes go through this disk; without `fail_at` it only counts the places where it could fail."""
    faulty = Disk(fail_at, torn)
    with monkeypatch.context() as patch:
        patch.setattr(files, "os", faulty)
        yield faulty
