"""Files of tensors and plain data that run nothing when they are read, and that notice damage.

Such a file is one of torch, read with `weights_only`, and a last line with its kind, its version and a
SHA-256 over everything before: `acis policy 2 sha256 3f0c...`. One flipped bit anywhere is an error.
"""

from __future__ import annotations

import hashlib
import io
import pickletools
import re
import zipfile
from pathlib import Path
from typing import Any

import torch

from acis_rules.errors import AcisError
from acis_rules.kernel import files

_LINE = re.compile(rb"acis ([a-z ]{1,20}) (\d{1,4}) sha256 [0-9a-f]{64}\n\Z")
_LONGEST = 128  # bytes of that line
# All that tensors, dicts, lists, numbers and texts ask for when torch writes them
_NAMES = {
    "collections OrderedDict", "torch._utils _rebuild_tensor_v2", "torch FloatStorage", "torch HalfStorage",
    "torch ByteStorage", "torch LongStorage",
}  # fmt: skip


class Unsealed(AcisError):
    """A file is not what it should be, or damaged."""


def write(path: Path, kind: str, version: int, content: dict[str, Any]) -> None:
    """Write tensors and plain data; the old file stays until the new one is complete."""
    stream = io.BytesIO()
    torch.save(content, stream)
    body = stream.getvalue()
    files.write(path, body + _line(kind, version, body))


def read(path: Path, kind: str, version: int, limit: int) -> dict[str, Any]:
    """What was written, if the file is of this kind and version, whole, and not larger than `limit`."""
    data = files.read(path, limit)
    found = _LINE.search(data, max(0, len(data) - _LONGEST))
    if found is None:
        raise Unsealed(f"{path}: is damaged or no {kind} of version {version}, which ends with a checksum")
    if (found[1].decode(), int(found[2])) != (kind, version):
        theirs = f"{found[1].decode()} of version {int(found[2])}"
        raise Unsealed(f"{path}: is a {theirs}; this program reads a {kind} of version {version}")
    body = data[: found.start()]
    if found[0] != _line(kind, version, body):
        raise Unsealed(f"{path}: is damaged: the checksum does not fit")
    try:
        _require_plain(body)
        content = torch.load(io.BytesIO(body), map_location="cpu", weights_only=True)
    except Exception as error:  # zipfile, pickletools and torch raise all kinds
        first = (str(error) or repr(error)).splitlines()[0]
        raise Unsealed(f"{path}: cannot be read as a {kind}: {first}") from None
    if not isinstance(content, dict):
        raise Unsealed(f"{path}: cannot be read as a {kind}: it is no mapping")
    return content


def _line(kind: str, version: int, body: bytes) -> bytes:
    return f"acis {kind} {version} sha256 {hashlib.sha256(body).hexdigest()}\n".encode()


def _require_plain(body: bytes) -> None:
    """Nothing is packed, so nothing grows when it is read, and nothing is named but what tensors need.

    `weights_only` runs no code of strangers, but it lets a file ask for any amount of memory.
    """
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        packed = [entry for entry in archive.infolist() if entry.compress_type != zipfile.ZIP_STORED]
        if packed:
            raise ValueError(f"{packed[0].filename} is compressed")
        (data,) = [name for name in archive.namelist() if name.endswith("/data.pkl")]
        for operation, argument, _ in pickletools.genops(archive.read(data)):
            if operation.name == "STACK_GLOBAL" or (operation.name == "GLOBAL" and argument not in _NAMES):
                raise ValueError(f"it holds more than tensors and plain data: {argument}")
