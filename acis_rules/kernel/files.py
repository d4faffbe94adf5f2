"""Files that survive a crash: written whole or not at all, grown line by line, tried in advance.

Every write of the project goes through here, so that a full disk or a kill loses nothing that was finished.
"""

from __future__ import annotations

import os
from pathlib import Path

from ..errors import AcisError


class FileError(AcisError):
    """A file cannot be read or written."""


def write(path: Path, content: str | bytes, private: bool = False) -> None:
    """Put the content into a file; until it is safely on disk, the old file stays as it was.

    A private file can be read by its owner alone.
    """
    data = content.encode() if isinstance(content, str) else content
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            _fill(temporary, data, os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o666)
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
    except OSError as error:
        raise cannot_write(path, error) from None


def append(path: Path, line: bytes) -> None:
    """Add a line to a file; it is safely on disk when this returns, and absent if this fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        size = path.stat().st_size if path.exists() else 0
        try:
            _fill(path, line + b"\n", os.O_CREAT | os.O_APPEND)
        except BaseException:
            if path.exists():
                cut(path, size)
            raise
    except OSError as error:
        raise cannot_write(path, error) from None


def cut(path: Path, size: int) -> None:
    """Shorten a file to its first `size` bytes, without touching those."""
    with path.open("rb+") as file:
        file.truncate(size)
        os.fsync(file.fileno())


def require_writable(path: Path) -> None:
    """Refuse an output that cannot be written, before hours are spent on what goes into it."""
    try:
        if path.is_dir():
            raise IsADirectoryError(0, "is a folder")
        path.parent.mkdir(parents=True, exist_ok=True)
        trial = path.with_name(f".{path.name}.{os.getpid()}.trial")
        try:
            _fill(trial, b"trial\n", os.O_CREAT | os.O_TRUNC)
        finally:
            trial.unlink(missing_ok=True)
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(0, "is read-only")
    except OSError as error:
        raise cannot_write(path, error) from None


def require_new(path: Path) -> None:
    """Refuse an output that would replace something, or cannot be written."""
    if path.exists():
        raise FileError(f"{path}: exists already and is not replaced; choose another name")
    require_writable(path)


def read(path: Path, limit: int) -> bytes:
    """The content of a file of at most `limit` bytes; no more than that is ever taken into memory."""
    try:
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except OSError as error:
        raise cannot_read(path, error) from None
    if len(content) > limit:
        raise FileError(f"{path}: larger than {limit:,} bytes; no such file is that large")
    return content


def cannot_read(path: Path, error: OSError) -> FileError:
    """The one sentence for a file that cannot be read."""
    return FileError(f"{path}: cannot be read: {error.strerror or error}")


def cannot_write(path: Path, error: OSError) -> FileError:
    """The one sentence for a file that cannot be written."""
    return FileError(f"{path}: cannot be written: {error.strerror or error}")


def _fill(path: Path, data: bytes, flags: int, mode: int = 0o666) -> None:
    """Write all of it and wait until it is on the disk."""
    descriptor = os.open(path, os.O_WRONLY | flags, mode)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_folder(folder: Path) -> None:
    """Make the new name of a file safe too, where the system lets folders be opened."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
