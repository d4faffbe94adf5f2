"""One process for each run folder."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import Self

from acis_rules.kernel import files

from .config import ConfigError

LOCK = ".lock"


class Lock:
    """Keeps other processes out of a folder; the system lets go of it however this process ends."""

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK
        files.require_writable(path)
        try:
            self._file = path.open("ab")
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise ConfigError(f"{folder}: another process is at work on this run") from None
        except OSError as error:
            raise files.cannot_write(path, error) from None

    def release(self) -> None:
        """Let others in."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
