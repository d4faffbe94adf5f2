"""Displays as a scenario changes them for a faction: abilities more or fewer, another area called home."""

from __future__ import annotations

from msgspec.structs import replace

from ..errors import DataError, shown
from ..kernel.fixed import fixed
from .civilizations import NO_DISPLAY, Ability, Civilization, check_ability, load_civilizations
from .scenario_blocks import CHOSEN, FactionBlock, Scenario

ALL = "all"  # abilities
FEATURES = {"open_sea": False, "walls": 0, "loot": 1}  # what is printed besides abilities, and what lacks it


def displays_of(scenario: Scenario) -> tuple[tuple[Civilization, ...], ...]:
    """By faction and number of its civilization: the display it uses; the last is that of one without any."""
    plain = (*load_civilizations(), NO_DISPLAY)
    return tuple(
        tuple(changed(block, own) if own.id == _printed(block) else own for own in plain)
        for block in scenario.factions
    )


def _printed(block: FactionBlock) -> str:
    """The display that the changes are for: that of its civilization, or none."""
    known = [own.id for own in load_civilizations()]
    return block.civilization if block.civilization in known else NO_DISPLAY.id


def changed(block: FactionBlock, own: Civilization) -> Civilization:
    """The display of a faction with all that its block says."""
    if not (block.abilities or block.without or block.display_home):
        return own
    kept = () if ALL in block.without else own.abilities
    abilities = [ability for ability in kept if ability.name not in block.without]
    for more in block.abilities:
        abilities += [more] if isinstance(more, Ability) else named(more)
    if block.display_home:
        abilities = [replace(ability, home=block.display_home) for ability in abilities]
    lost = {name: value for name, value in FEATURES.items() if {name, ALL} & set(block.without)}
    return fixed(replace(own, abilities=tuple(abilities), **lost))


def named(name: str) -> list[Ability]:
    """The abilities of this name, whichever display they are on."""
    return [ability for own in load_civilizations() for ability in own.abilities if ability.name == name]


def check_display(block: FactionBlock, where: str) -> None:
    """Abilities that are added are known or sound; what is taken away is there."""
    for i, more in enumerate(block.abilities):
        if isinstance(more, Ability):
            check_ability(more, where, f"abilities[{i}]")
        elif not named(more):
            known = sorted({ability.name for own in load_civilizations() for ability in own.abilities})
            raise DataError(f"{where}.abilities[{i}]: unknown {shown(more)}; there are: {', '.join(known)}")
    printed = [known for known in load_civilizations() if known.id == block.civilization]
    own = [ability.name for known in printed for ability in known.abilities]
    if block.civilization == CHOSEN and (block.abilities or block.without or block.display_home):
        raise DataError(f"{where}.abilities: only of a civilization that is given")
    for name in block.without:
        if name not in (ALL, *FEATURES, *own):
            there = ", ".join(dict.fromkeys((ALL, *FEATURES, *own)))
            raise DataError(f"{where}.without: unknown {shown(name)}; there are: {there}")
