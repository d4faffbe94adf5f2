"""Scenario files as they are written: what one takes over from another, and the variants laid over it.

`extends: other` takes over everything of another scenario, or of a base file (its name begins with
`_`), and changes what the file says. A variant is a file in `data/overlays/` that changes a scenario it
goes with; several can be combined. Optional rules that a scenario offers may change it in the same way.
"""

from __future__ import annotations

import functools
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


def put_together(
    path: str | Path | None, builtin: str, variants: tuple[str, ...] = (), rules: tuple[str, ...] = ()
) -> tuple[str, dict[str, Any]]:
    """(name for messages, content) of a scenario with variants and optional rules."""
    found = _extended(path, builtin, 1)
    for variant in variants:
        _lay_over(found, variant, "options")
    _agree(found, rules)
    data = found.data
    data["variants"] = [overlay.id for overlay in found.variants]
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
    """The variants that go with a scenario of the game: id -> title."""
    family = _extended(None, f"scenarios/{scenario}.yaml", 1).family
    overlays = map(load_overlay, builtin_files("overlays"))
    return {overlay.id: overlay.title for overlay in overlays if set(overlay.goes_with) & set(family)}


# ------------------------------------------------------------------------------------ putting together


def _extended(path: str | Path | None, builtin: str, generation: int) -> Content:
    """A file on top of those it extends and the variants it names."""
    name, content = read_yaml(path, builtin)
    own = dict(content)
    parent = own.pop("extends", None)
    variants = convert(own.pop("variants", ()), tuple[str, ...], f"{name}: variants")
    if parent is None:
        found = Content(name, {}, [], [])
    else:
        if not isinstance(parent, str) or generation >= MOST_GENERATIONS:
            raise DataError(f"{name}: extends: {shown(parent)} is no scenario that can be extended")
        found = _extended(*_parent(path, parent, name), generation + 1)
        found.name = name
    for variant in variants:
        _lay_over(found, variant, name)
    found.data = merged(found.data, own, name)
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
        raise DataError(f"{where}: {overlay.id} stands more than once")
    for other in found.variants:
        if other.id in overlay.not_with or overlay.id in other.not_with:
            raise DataError(f"{where}: {overlay.id} does not go with {other.id}")
    missing = [need for need in overlay.needs if need not in laid]
    if missing:
        raise DataError(f"{where}: {overlay.id} needs {missing[0]} before it")
    found.name = f"{found.name} with {overlay.id}"
    found.data = merged(found.data, overlay.changes, found.name)
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
                raise DataError(f"options: rules: {name} stands more than once")
            excluded = offered[other].not_with if other in offered else ()
            if other in offered[name].not_with or name in excluded:
                raise DataError(f"options: rules: {name} does not go with {other}")
        found.data = merged(found.data, offered[name].changes, f"{found.name}: rules.{name}.changes")


# ------------------------------------------------------------------------------------------- merging


def merged(old: dict[str, Any], new: dict[str, Any], name: str, path: str = "") -> dict[str, Any]:
    """Block by block and field by field; nothing (null) takes a field away, a list takes another's place.

    Special rules are added to those of the old one.
    """
    out = dict(old)
    for key, value in new.items():
        where = f"{path}{clipped(str(key))}"
        if value is None:
            out.pop(key, None)
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
    factions = data.get("factions")
    if not isinstance(factions, list):
        return
    numbers = [f.get("player") for f in factions if isinstance(f, dict)]
    free = 1 + max((n for n in numbers if isinstance(n, int)), default=-1)
    seats = {_id(f): f.get("player") for f in factions if isinstance(f, dict) and isinstance(_id(f), str)}
    seated = []
    for i, faction in enumerate(factions):
        player = faction.get("player") if isinstance(faction, dict) else None
        if player == "new":
            player, free = free, free + 1
            faction = faction | {"player": player}
        elif isinstance(player, str):
            if not isinstance(seats.get(player), int):
                raise DataError(f"{name}: factions[{i}].player: {shown(player)} is no faction with a number")
            faction = faction | {"player": seats[player]}
        seated.append(faction)
    data["factions"] = seated
