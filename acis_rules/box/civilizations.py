"""The ten civilizations and their abilities, read from a data file."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from ..effects import Where
from ..effects.base import Count, Positive, Topic
from ..errors import DataError
from ..kernel.actions import N_CIVILIZATIONS
from ..kernel.fixed import FixedDict
from .board import load_board
from .data_files import CIVILIZATIONS_FILE, checked_entries, known_keys, read_yaml
from .deck import Alternatives
from .deck_checks import check_asks_nothing, check_operations

AT_ONCE = ("acquisition", "competition_phase", "scoring")  # moments that only give goods


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One display ability: when it works and what it does."""

    name: str
    text: str
    when: Literal[
        "acquisition", "deployment_start", "deployment", "competition_phase",
        "phase_start", "first_competition", "competition", "scoring", "draw_end",
    ]  # fmt: skip
    either: Alternatives
    epochs: tuple[Annotated[int, msgspec.Meta(ge=1, le=4)], ...] = (1, 2, 3, 4)
    needs: Where | None = None  # a City there
    without: Where | None = None  # no City there
    home: str = ""  # the area it calls home, if that is not the faction's


class Civilization(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A civilization display."""

    id: str
    name: str
    home: str
    abilities: tuple[Ability, ...]
    open_sea: bool = False
    walls: Count = 0
    loot: Positive = 1

    @functools.cached_property
    def abilities_at(self) -> dict[str, tuple[int, ...]]:
        """Numbers of the abilities, moment by moment."""
        out: dict[str, tuple[int, ...]] = {}
        for number, ability in enumerate(self.abilities):
            out[ability.when] = (*out.get(ability.when, ()), number)
        return FixedDict(out)


# What a faction without a display has: nothing special.
NO_DISPLAY = Civilization("", "", "", ())


def parse_civilizations(path: str | Path | None = None) -> tuple[Civilization, ...]:
    """Read and check a file of civilizations; an error names the file, the entry and the field."""
    name, content = read_yaml(path, CIVILIZATIONS_FILE)
    known_keys(content, ("civilizations",), name)
    found = checked_entries(content, "civilizations", Civilization, "id", name, _check)
    if len(found) != N_CIVILIZATIONS:
        raise DataError(f"{name}: civilizations: {N_CIVILIZATIONS} are needed, found {len(found)}")
    return tuple(found.values())


def _check(civilization: Civilization, where: str) -> None:
    try:
        load_board().find(civilization.home)
    except DataError as error:
        raise DataError(f"{where}: home: {error}") from None
    for i, ability in enumerate(civilization.abilities):
        check_ability(ability, where, f"abilities[{i}]")


def check_ability(ability: Ability, where: str, field: str) -> None:
    """An ability can do what it says; an error names the file, the entry and the field."""
    if ability.home:
        try:
            load_board().find(ability.home)
        except DataError as error:
            raise DataError(f"{where}: {field}.home: {error}") from None
    if ability.when in AT_ONCE and len(ability.either) > 1:
        raise DataError(f"{where}: {field}.either: no alternatives at this moment")
    for j, operations in enumerate(ability.either):
        moment: tuple[Topic, ...] = ("competition",) if ability.when == "competition" else ()
        check_operations(operations, where, f"{field}.either[{j}]", moment)
        if ability.when in AT_ONCE:
            what = f"an ability of the moment {ability.when}"
            check_asks_nothing(operations, where, f"{field}.either[{j}]", what)


@functools.cache
def load_civilizations() -> tuple[Civilization, ...]:
    """All civilizations in the order of the action space; read once."""
    return parse_civilizations()


def check_known(civilization: str, where: str) -> None:
    """It is one of the ten; otherwise an error that says where it was named."""
    known = [known.id for known in load_civilizations()]
    if civilization not in known:
        raise DataError(f"{where}: unknown civilization {civilization!r}; there are: {', '.join(known)}")
