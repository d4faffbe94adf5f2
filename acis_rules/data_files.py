"""Reading hand-edited data files: YAML into typed records, with errors that name the place."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

from .errors import DataError

CIVILIZATIONS_FILE = "civilizations.yaml"
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
T = TypeVar("T")


def read_yaml(path: str | Path | None, builtin: str) -> tuple[str, dict[str, Any]]:
    """(name for messages, content) of a user's file, or of the one that comes with the game."""
    if path is None:
        name = builtin
        text = (resources.files("acis_rules") / "data" / builtin).read_text(encoding="utf-8")
    else:
        name = str(path)
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise DataError(f"{name}: cannot be read: {error}") from None
    try:
        content = yaml.load(text, Loader=_Loader)
    except yaml.YAMLError as error:
        raise DataError(f"{name}: not valid YAML: {error}") from None
    if not isinstance(content, dict):
        raise DataError(f"{name}: must be a mapping, not {type(content).__name__}")
    return name, content


def convert(raw: Any, kind: type[T], where: str) -> T:
    """A raw entry as a typed record; `where` names the file and the entry in errors."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise DataError(f"{where}: {str(error).replace('`$.', '`').replace(' - at `$`', '')}") from None


def entries(content: dict[str, Any], key: str, name: str) -> list[Any]:
    """The list under a key of a data file."""
    found = content.get(key)
    if not isinstance(found, list):
        raise DataError(f"{name}: {key}: a list is needed")
    return found


def known_keys(content: dict[str, Any], keys: tuple[str, ...], name: str) -> None:
    """Nothing stands at the top of a data file but these keys."""
    for key in content:
        if key not in keys:
            raise DataError(f"{name}: {key}: unknown field; there are: {', '.join(keys)}")


def label(raw: Any, key: str) -> str:
    """An entry as errors name it, before it is known to be sound."""
    if not isinstance(raw, dict):
        return repr(raw)
    return f"{raw.get(key)} ({raw['name']})" if "name" in raw and key != "name" else str(raw.get(key))
