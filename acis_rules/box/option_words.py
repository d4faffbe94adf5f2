"""The options of a game in words: what each means, what it can be, and what is wrong with one given."""

from __future__ import annotations

import ast
import difflib
import functools
import inspect
import re
from typing import Any

import msgspec
from msgspec import inspect as types

from ..errors import DataError, clipped, shown
from .options import Options

RULE = re.compile(r"\b[A-Z]+\d?-\w[\w.]*\b")  # GRO-11, ONE2-13


class OptionWords(msgspec.Struct, frozen=True):
    """One option as `acis options` shows it."""

    name: str
    possible: str
    default: str
    meaning: str

    @property
    def rules(self) -> list[str]:
        """The numbers of the rules that its meaning names."""
        return RULE.findall(self.meaning)


@functools.cache
def options_in_words() -> dict[str, OptionWords]:
    """All options by name, in the order of `Options`."""
    meanings = _meanings()
    return {
        field.name: OptionWords(
            field.name, possible(field.type), as_given(field.default), meanings.get(field.name, "")
        )
        for field in _fields()
    }


@functools.cache
def _fields(block: type = Options) -> tuple[types.Field, ...]:
    found = types.type_info(block)
    assert isinstance(found, types.StructType)
    return found.fields


def _meanings() -> dict[str, str]:
    """The text below each field of `Options`."""
    block = ast.parse(inspect.getsource(Options)).body[0]
    assert isinstance(block, ast.ClassDef)
    found: dict[str, str] = {}
    for field, text in zip(block.body, block.body[1:], strict=False):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                found[name] = " ".join(words.split())
    return found


def as_given(value: Any) -> str:
    """A value as one writes it after `--set NAME=`: YAML on one line."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {as_given(one)}' for key, one in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_given, value))}]"
    return str(value)


def in_words(options: dict[str, Any]) -> str:
    """Some options on one line, as they are given: `npcs=[1] vp_limit=25`; `none` if there are none."""
    return " ".join(f"{name}={as_given(value)}" for name, value in options.items()) or "none"


# ------------------------------------------------------------------------------ what is possible


def possible(kind: types.Type, several: bool = False) -> str:
    """The values of a type in words: one of them, or several of them in a list."""
    match kind:
        case types.UnionType(types=either):
            return ", or ".join(possible(one, several) for one in either)
        case types.NoneType():
            return "none"
        case types.BoolType():
            return "true or false"
        case types.IntType(ge=low, le=high):
            return ("whole numbers" if several else "a whole number") + _bounds(low, high)
        case types.StrType():
            return "names" if several else "a name"
        case types.LiteralType(values=values):
            *others, last = map(str, values)
            return f"{', '.join(others)} or {last}" if others else last
        case types.TupleType(item_types=items):
            return f"{'lists' if several else 'a list'} of {len(items)} {possible(items[0], True)}"
        case types.VarTupleType(item_type=item) | types.ListType(item_type=item):
            return f"{'lists' if several else 'a list'} of {possible(item, True)}"
        case types.DictType(value_type=value):
            return f"{'mappings' if several else 'a mapping'} of names to {possible(value, True)}"
        case types.StructType(fields=fields):
            names = ", ".join(field.encode_name for field in fields)
            return f"{'mappings' if several else 'a mapping'} with {names}"
    raise AssertionError(f"an option of a type that has no words yet: {kind}")


def _bounds(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    return f" of at least {low}" if low is not None else ""


# ------------------------------------------------------------------------------------- reading


def read_options(given: Any) -> Options:
    """Options from plain data; an error names the option, what was given and what is possible."""
    try:
        return msgspec.convert(given, Options)
    except (msgspec.ValidationError, RecursionError, OverflowError):
        raise DataError(f"options: {_mistake(given)}") from None


def plain(options: dict[str, Any]) -> dict[str, Any]:
    """Options as records keep them: checked, without those that have their default."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(read_options(options)))
    return found


def _mistake(given: Any, block: type = Options, within: str = "") -> str:
    if not isinstance(given, dict):
        return f"{within}{shown(given)}; possible: names with values"
    known = {field.name: field.type for field in _fields(block)}
    for name, value in given.items():
        if name not in known:
            close = difflib.get_close_matches(str(name), known, 1)
            there = f"did you mean {close[0]}?" if close else f"there are: {', '.join(known)}"
            return f"{within}{clipped(str(name))}: no such option; {there}"
        try:
            msgspec.convert({name: value}, block)
        except (msgspec.ValidationError, RecursionError, OverflowError):
            inner = _block_in(known[name])
            if inner is not None and isinstance(value, dict):
                return _mistake(value, inner, f"{within}{name}.")
            return f"{within}{name}: {shown(value)}; possible: {possible(known[name])}"
    raise AssertionError("each option is sound, but not all of them together")


def _block_in(kind: types.Type) -> type | None:
    """The block of options that an option can be."""
    either = kind.types if isinstance(kind, types.UnionType) else (kind,)
    return next((one.cls for one in either if isinstance(one, types.StructType)), None)
