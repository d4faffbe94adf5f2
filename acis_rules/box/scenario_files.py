"""Scenario files as they are written: what one takes over from another, and the variants laid over it.

`extends: other` takes over everything of another scenario, or of a base file (its name begins with
`_`), and changes what the file says. A variant is a file in `data/overlays/` that changes a scenario it
goes with; several can be combined. Optional rules that a scenario offers may change it in the same way.
"""

from __future__ import annotations

import functools
import re
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from ..errors import DataError, clipped, shown
from .data_files import convert, read_yaml
from .scenario_blocks import RuleBlock

MOST_GENERATIONS = 8  # of files that extend each other
ALWAYS_OFFERED = ("gold",)  # the Gold rules, which need no words of a scenario
_DATA = resources.files("acis_rules") / "data"
_META = ("id", "title", "goes_with", "needs", "not_with")


class Overlay(msgspec.Struct, frozen=True):
    """A variant of scenarios: which it goes with, and what it changes."""

    id: str
    title: str
    goes_with: tuple[str, ...]  # scenarios, and all that extend them
    needs: tuple[str, ...] = ()  # variants that must come before it
    not_with: tuple[str, ...] = ()  # variants that exclude it
    changes: dict[str, Any] = {}


class Content(msgspec.Struct):
    """A scenario file as it is put together."""

    name: str  # for messages
    data: dict[str, Any]
    family: list[str]  # its id, and those of the files it extends
    variants: list[Overlay]
    absent: set[str]  # factions taken away


def put_together(
    path: str | Path | None, builtin: str, variants: tuple[str, ...] = (), rules: tuple[str, ...] = ()
) -> tuple[str, dict[str, Any]]:
    """(name for messages, content) of a scenario with variants and optional rules."""
    found = _extended(path, builtin)
    for variant in variants:
        _lay_over(found, variant, "options")
    _agree(found, rules)
    data = found.data
    data["variants"] = [overlay.id for overlay in found.variants]
    _forget(data, found.absent)
    _seat(data, found.name)
    return found.name, data


def builtin_files(folder: str) -> list[str]:
    """The ids of the files that come with the game, without base files."""
    return [name for name in _names(folder) if not name.startswith("_")]


@functools.cache
def _names(folder: str) -> tuple[str, ...]:
    place = _DATA / folder
    files = [file.name for file in place.iterdir()] if place.is_dir() else []
    return tuple(sorted(name.removesuffix(".yaml") for name in files if name.endswith(".yaml")))


@functools.cache
def load_overlay(name: str) -> Overlay:
    """A variant by its id, or from a file if `name` ends in .yaml."""
    if name.endswith((".yaml", ".yml")):
        file, content = read_yaml(name, "")
    else:
        file, content = read_yaml(None, f"overlays/{name}.yaml")
    changes = {key: value for key, value in content.items() if key not in _META}
    about = {key: content[key] for key in _META if key in content}
    return convert(about | {"changes": changes}, Overlay, file)


def variants_of(scenario: str) -> dict[str, str]:
    """The variants that can be laid over a scenario of the game, besides those it has: id -> title."""
    found = _extended(None, f"scenarios/{scenario}.yaml")
    overlays = map(load_overlay, builtin_files("overlays"))
    return {overlay.id: overlay.title for overlay in overlays if _fits(found, overlay)}


def _fits(found: Content, overlay: Overlay) -> bool:
    """Whether it goes with the scenario and with the variants laid over it so far."""
    laid = {other.id for other in found.variants}
    excluded = {name for other in found.variants for name in other.not_with}
    return (
        bool(set(overlay.goes_with) & set(found.family))
        and overlay.id not in laid | excluded
        and not laid & set(overlay.not_with)
    )


# ------------------------------------------------------------------------------------ putting together


def _extended(path: str | Path | None, builtin: str, generation: int = 1) -> Content:
    """A file on top of those it extends and the variants it names."""
    name, content = read_yaml(path, builtin)
    own = dict(content)
    parent = own.pop("extends", None)
    variants = convert(own.pop("variants", ()), tuple[str, ...], f"{name}: variants")
    if parent is None:
        found = Content(name, {}, [], [], set())
    else:
        if not isinstance(parent, str) or generation >= MOST_GENERATIONS:
            raise DataError(f"{name}: extends: {shown(parent)} is no scenario that can be extended")
        found = _extended(*_parent(path, parent, name), generation + 1)
        found.name = name
    for variant in variants:
        _lay_over(found, variant, name)
    _change(found, own, name)
    found.family.append(str(own.get("id", Path(name).stem)))
    return found


def _parent(path: str | Path | None, parent: str, name: str) -> tuple[Path | None, str]:
    """Where the file lies that is extended: beside this one, or among those of the game."""
    if parent.endswith((".yaml", ".yml")) and path is not None:
        return Path(path).parent / parent, ""
    if parent not in _names("scenarios"):
        raise DataError(f"{name}: extends: unknown scenario {shown(parent)}")
    return None, f"scenarios/{parent}.yaml"


def _lay_over(found: Content, variant: str, where: str) -> None:
    """Lay a variant over a scenario it goes with."""
    where = f"{where}: variants"
    if not variant.endswith((".yaml", ".yml")) and variant not in builtin_files("overlays"):
        raise DataError(f"{where}: unknown variant {shown(variant)}; {_possible(found)}")
    overlay = load_overlay(variant)
    laid = [other.id for other in found.variants]
    if not set(overlay.goes_with) & set(found.family):
        raise DataError(f"{where}: {overlay.id} does not go with {found.family[-1]}; {_possible(found)}")
    if overlay.id in laid:
        raise DataError(f"{where}: {overlay.id} appears more than once")
    for other in found.variants:
        if other.id in overlay.not_with or overlay.id in other.not_with:
            raise DataError(f"{where}: {overlay.id} does not go with {other.id}")
    missing = [need for need in overlay.needs if need not in laid]
    if missing:
        raise DataError(f"{where}: {overlay.id} needs {missing[0]} before it")
    found.name = f"{found.name} with {overlay.id}"
    _change(found, overlay.changes, found.name)
    found.variants.append(overlay)


def _possible(found: Content) -> str:
    overlays = map(load_overlay, builtin_files("overlays"))
    names = [overlay.id for overlay in overlays if set(overlay.goes_with) & set(found.family)]
    return f"there are: {', '.join(names)}" if names else f"{found.family[-1]} has none"


def _agree(found: Content, rules: tuple[str, ...]) -> None:
    """Take optional rules that the scenario offers into it."""
    offered = convert(found.data.get("rules", {}), dict[str, RuleBlock], f"{found.name}: rules")
    for i, name in enumerate(rules):
        if name in ALWAYS_OFFERED:
            continue
        if name not in offered:
            there = ", ".join([*ALWAYS_OFFERED, *offered])
            raise DataError(f"options: rules: unknown rule {shown(name)}; there are: {there}")
        for other in rules[:i]:
            if other == name:
                raise DataError(f"options: rules: {name} appears more than once")
            excluded = offered[other].not_with if other in offered else ()
            if other in offered[name].not_with or name in excluded:
                raise DataError(f"options: rules: {name} does not go with {other}")
        _change(found, offered[name].changes, f"{found.name}: rules.{name}.changes")


# ------------------------------------------------------------------------------------------- merging


def _change(found: Content, changes: dict[str, Any], name: str) -> None:
    """Merge changes into a scenario, and remember who is no longer there."""
    before = {_id(faction) for faction in _list(found.data.get("factions"))}
    found.data = merged(found.data, changes, name)
    after = {_id(faction) for faction in _list(found.data.get("factions"))}
    found.absent = (found.absent | {key for key in before - after if isinstance(key, str)}) - after


_BLOCKS_OF_FACTIONS = (
    "bans",
    "relations",
    "sides",
    "scoring",
    "gold",
    "unions",
    "reserve",
)  # name factions in lists
_SETUP_OF_FACTIONS = ("discs", "turn_order", "ready", "hands")  # by faction


def _forget(data: dict[str, Any], absent: set[str]) -> None:
    """Every reference to factions that were taken away is ignored (ROME1-V6)."""
    if not absent:
        return
    for block in _BLOCKS_OF_FACTIONS:
        if block in data:
            data[block] = _without(data[block], absent)
    for faction in _list(data.get("factions")):
        if isinstance(faction, dict) and isinstance(faction.get("returns"), dict):
            faction["returns"] = _without(faction["returns"], absent)
    if isinstance(data.get("setup"), dict):
        setup = data["setup"] = dict(data["setup"])
        for field in _SETUP_OF_FACTIONS:
            if isinstance(setup.get(field), dict):
                setup[field] = {key: value for key, value in setup[field].items() if key not in absent}
        for field in ("gold", "wonders"):
            if isinstance(setup.get(field), dict):
                setup[field] = {
                    key: value
                    for key, value in setup[field].items()
                    if not (isinstance(value, dict) and value.get("owner") in absent)
                }


def _without(value: Any, absent: set[str]) -> Any:
    """A block without the names of those who are not there; entries that cannot do without them go, too."""
    if isinstance(value, dict):
        kept = {key: _without(one, absent) for key, one in value.items() if key not in absent}
        return {key: one for key, one in kept.items() if one != {"factions": []}}
    if isinstance(value, list):
        return [_without(one, absent) for one in value if not _speaks_only_of(one, absent)]
    return value


def _speaks_only_of(entry: Any, absent: set[str]) -> bool:
    """Whether an entry of a list means nothing without them: a name, a pair or group, an entry about one."""
    if isinstance(entry, str):
        return entry in absent
    if isinstance(entry, list):
        return _lost(entry, absent, 2)
    if not isinstance(entry, dict):
        return False
    fields = [one for key, one in entry.items() if key != "factions" and isinstance(one, list)]
    return (
        entry.get("owner") in absent
        or _lost(entry.get("factions"), absent, 2)
        or any(_lost(field, absent, 1) for field in fields)
    )


def _lost(names: Any, absent: set[str], needed: int) -> bool:
    """Whether a list of names is too short without them."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return False
    return bool(set(names) & absent) and len(set(names) - absent) < needed


def merged(old: dict[str, Any], new: dict[str, Any], name: str, path: str = "") -> dict[str, Any]:
    """Block by block and field by field; nothing (null) takes a field away, a list takes another's place.

    `name+` adds to the list `name`. Special rules are added to those of the old one. The changes of an
    optional rule are kept as they are written until somebody agrees on it.
    """
    if _OF_A_RULE.fullmatch(path):
        return _kept(old, new)
    out = dict(old)
    for key, value in new.items():
        where = f"{path}{clipped(str(key))}"
        if value is None:
            out.pop(key, None)
        elif isinstance(key, str) and key.endswith("+") and isinstance(value, list):
            out[key[:-1]] = [*_list(out.get(key[:-1])), *value]
        elif where == "special" and isinstance(out.get(key), list) and isinstance(value, list):
            out[key] = [*out[key], *value]  # what held still holds
        elif where == "factions" and isinstance(out.get(key), list):
            out[key] = _factions(out[key], value, name)
        elif isinstance(value, dict):
            kept = out.get(key)
            out[key] = merged(kept if isinstance(kept, dict) else {}, value, name, f"{where}.")
        else:
            out[key] = value
    return out


_OF_A_RULE = re.compile(r"rules\..*\.changes\.")


def _kept(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Changes on top of other ones, none of them done yet: what is added or taken away will be."""
    out = dict(old)
    for key, value in new.items():
        plain = key.removesuffix("+") if isinstance(key, str) and isinstance(value, list) else key
        if isinstance(value, dict) and isinstance(out.get(key), dict):
            out[key] = _kept(out[key], value)
        elif plain != key:
            base = plain if isinstance(out.get(plain), list) else key
            out[base] = [*_list(out.get(base)), *value]
        else:
            out.pop(f"{key}+", None)
            out[key] = value
    return out


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _factions(old: list[Any], new: Any, name: str) -> list[Any]:
    """Those with the same id are merged, others come after them; `absent: true` takes one away."""
    if not isinstance(new, list):
        raise DataError(f"{name}: factions: a list is needed")
    out = list(old)
    for i, faction in enumerate(new):
        if not isinstance(faction, dict):
            raise DataError(f"{name}: factions[{i}]: must be a mapping")
        at = next((j for j, known in enumerate(out) if _id(known) == _id(faction)), None)
        if faction.get("absent") is True:
            if at is None:
                raise DataError(f"{name}: factions[{i}]: {shown(_id(faction))} is not there to be absent")
            del out[at]
        elif at is None:
            out.append(faction)
        else:
            out[at] = merged(out[at], faction, name)
    return out


def _id(faction: Any) -> Any:
    """What a faction is called in the file: by its id, else by its civilization."""
    return faction.get("id") or faction.get("civilization") if isinstance(faction, dict) else None


def _seat(data: dict[str, Any], name: str) -> None:
    """`player: new` is a seat of its own, `player: egypt` that of the one who runs Egypt."""
    factions = [dict(faction) for faction in _list(data.get("factions")) if isinstance(faction, dict)]
    if len(factions) != len(_list(data.get("factions"))):
        return  # the types of the fields are not looked at yet
    free = 1 + max((f["player"] for f in factions if isinstance(f.get("player"), int)), default=-1)
    for faction in factions:
        if faction.get("player") == "new":
            faction["player"], free = free, free + 1
    seats = {_id(f): f.get("player") for f in factions if isinstance(_id(f), str)}
    for i, faction in enumerate(factions):
        player = faction.get("player")
        if isinstance(player, str):
            if not isinstance(seats.get(player), int):
                raise DataError(f"{name}: factions[{i}].player: {shown(player)} is no faction with a number")
            faction["player"] = seats[player]
    if factions:
        data["factions"] = factions
