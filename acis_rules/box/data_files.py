"""Reading files that people edit: YAML or JSON into typed records, with errors that name the place.

What a file from outside may hold is bounded before it is taken into memory: its size, how deeply it
is nested, and that nothing stands for more than itself (no aliases, no key twice).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec
import yaml

from ..errors import DataError, clipped, shown
from ..kernel import files
from ..kernel.fixed import fixed

CIVILIZATIONS_FILE = "civilizations.yaml"
LARGEST_FILE = 2**20  # bytes; the deck that comes with the game has 40,000
DEEPEST = 40  # levels of nesting
_LONGEST_MESSAGE = 300
_LONGEST_PATH = 1000
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# What the reader of YAML raises: its own errors, and what becomes of numbers and dates that are none
_YAML_ERRORS = (yaml.YAMLError, ValueError, TypeError, AttributeError, LookupError, ArithmeticError)
T = TypeVar("T")


class _Named(Protocol):
    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=_Named)


def read_yaml(path: str | Path | None, builtin: str) -> tuple[str, dict[str, Any]]:
    """(name for messages, content) of a user's file, or of the one that comes with the game."""
    if path is None:
        text = (resources.files("acis_rules") / "data" / builtin).read_text(encoding="utf-8")
        return builtin, _mapping(yaml.load(text, Loader=_Loader), builtin)
    return str(path), read_data(path)


def read_data(path: str | Path, limit: int = LARGEST_FILE) -> dict[str, Any]:
    """The mapping in a file of JSON (by its name) or YAML."""
    name = str(path)
    text = read_text(path, limit)
    content = parse_json(text, name) if name.endswith(".json") else parse_yaml(text, name)
    return _mapping(content, name)


def read_text(path: str | Path, limit: int = LARGEST_FILE) -> str:
    """The text of a file of at most so many bytes."""
    if len(str(path)) > _LONGEST_PATH:
        raise DataError(f"{shown(str(path))}: cannot be read: the name is too long")
    try:
        raw = files.read(Path(path), limit)
    except files.FileError as error:
        raise DataError(str(error)) from None
    except ValueError as error:  # no possible name of a file
        raise DataError(f"{shown(str(path))}: cannot be read: {error}") from None
    return decoded(raw, str(path))


def decoded(raw: bytes, name: str) -> str:
    """The text of a file."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(f"{name}: cannot be read: {error}") from None


def read_versioned(path: str | Path, limit: int, kind: str, versions: dict[str, int]) -> dict[str, Any]:
    """The mapping in a JSON file of this kind and these versions; the key of the first one marks the kind."""
    content = parse_json(read_text(path, limit), f"{path}: not a {kind}, which is JSON")
    mark = next(iter(versions))
    if not isinstance(content, dict) or mark not in content:
        raise DataError(f"{path}: not a {kind}: {mark} is missing")
    for key, known in versions.items():
        if content.get(key) != known:
            raise DataError(f"{path}: {key}: version {shown(content.get(key))}; this program reads {known}")
    return content


def parse_yaml(text: str, name: str) -> Any:
    """The content of a YAML text from outside."""
    try:
        _check_yaml(text, name)
        return yaml.load(text, Loader=_Loader)
    except DataError:
        raise
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}: " if error.problem_mark is not None else ""
        raise DataError(f"{name}: not valid YAML: {line}{clipped(str(error.problem))}") from None
    except _YAML_ERRORS as error:
        raise DataError(f"{name}: not valid YAML: {_in_words(error)}") from None


def _check_yaml(text: str, name: str) -> None:
    """No aliases, which can stand for more than memory holds, no depth without end, no key twice."""
    mappings: list[set[str] | None] = []  # what is open: the keys of a mapping so far, None for a list
    at_key: list[bool] = []
    for event in yaml.parse(text, Loader=_Loader):
        where = f"{name}: line {event.start_mark.line + 1}"
        if isinstance(event, yaml.AliasEvent):
            raise DataError(f"{where}: aliases (*{clipped(str(event.anchor))}) are not read; write it out")
        if isinstance(event, yaml.CollectionEndEvent):
            mappings.pop()
            at_key.pop()
        if not isinstance(event, yaml.NodeEvent):
            if not isinstance(event, yaml.CollectionEndEvent):
                continue
        elif mappings and mappings[-1] is not None and at_key[-1] and isinstance(event, yaml.ScalarEvent):
            if event.value in mappings[-1]:
                raise DataError(f"{where}: {clipped(event.value)}: the key appears twice")
            mappings[-1].add(event.value)
        if isinstance(event, yaml.CollectionStartEvent):
            if len(mappings) >= DEEPEST:
                raise DataError(f"{where}: nested more than {DEEPEST} levels deep")
            mappings.append(set() if isinstance(event, yaml.MappingStartEvent) else None)
            at_key.append(True)
        elif at_key:
            at_key[-1] = not at_key[-1]


def _in_words(error: Exception) -> str:
    """What a reader of numbers and dates says, without advice for programmers."""
    return clipped(str(error).partition("; use sys.")[0])


def _mapping(content: Any, name: str) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise DataError(f"{name}: must be a mapping, not {type(content).__name__}")
    return content


def parse_json(text: str, name: str) -> Any:
    """The content of a JSON text from outside."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError:
        raise DataError(f"{name}: nested too deeply") from None
    except ValueError as error:  # malformed, no text, or a number too long
        raise DataError(f"{name}: not valid JSON: {_in_words(error)}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {shown(twice)} appears twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is not a number")


def convert(raw: Any, kind: type[T], where: str) -> T:
    """A raw entry as a typed record; `where` names the file and the entry in errors."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise DataError(f"{where}: {_plain(error)}") from None
    except (RecursionError, OverflowError):
        raise DataError(f"{where}: nested too deeply, or a number too large") from None


def _plain(error: Exception) -> str:
    """The message without the signs for the record itself."""
    return clipped(str(error).replace("`$.", "`").replace(" - at `$`", ""), _LONGEST_MESSAGE)


def entries(content: dict[str, Any], key: str, name: str) -> list[Any]:
    """The list under a key of a data file."""
    found = content.get(key)
    if not isinstance(found, list):
        raise DataError(f"{name}: {key}: a list is needed")
    return found


def checked_entries(
    content: dict[str, Any],
    key: str,
    kind: type[N],
    by: str,
    name: str,
    check: Callable[[N, str], None],
    word: str = "",
) -> dict[Any, N]:
    """The list under a key as records, by a field that no two may share; errors name the entry."""
    found: dict[Any, N] = {}
    for raw in entries(content, key, name):
        where = f"{name}: {word}{label(raw, by)}"
        entry = fixed(convert(raw, kind, where))
        check(entry, where)
        value = getattr(entry, by)
        if value in found:
            raise DataError(f"{where}: {by}: {found[value].name} has it already")
        found[value] = entry
    return found


def known_keys(content: dict[str, Any], keys: tuple[str, ...], name: str) -> None:
    """Nothing stands at the top of a data file but these keys."""
    for key in content:
        if key not in keys:
            raise DataError(f"{name}: {clipped(str(key))}: unknown field; there are: {', '.join(keys)}")


def label(raw: Any, key: str) -> str:
    """An entry as errors name it, before it is known to be sound."""
    if not isinstance(raw, dict):
        return shown(raw)
    text = f"{raw.get(key)} ({raw['name']})" if "name" in raw and key != "name" else str(raw.get(key))
    return clipped(text)
