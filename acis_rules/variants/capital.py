"""A capital: Control of one area gives a display's abilities, cards to draw and VP (CAES-05 to 07)."""

from __future__ import annotations

import functools

from msgspec.structs import replace

from ..box.civilizations import Civilization, load_civilizations
from ..box.variant_blocks import CapitalBlock
from ..box.world import World
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Areas, Faction
from ..table.changes import gain_vp
from ..table.terms import controlled

CAPITAL = Variant("capital", applies=lambda world: world.scenario.capital is not None)


def _capital(s: Seen) -> CapitalBlock:
    capital = s.world.scenario.capital
    assert capital is not None
    return capital


def capital_areas(world: World) -> Areas:
    """The area of the capital as a set, empty without one."""
    capital = world.scenario.capital
    return 0 if capital is None else 1 << world.board.find(capital.area)


def holds_capital(s: Seen, faction: Faction) -> bool:
    """Whether the faction Controls the capital."""
    return bool(controlled(s, faction) & capital_areas(s.world))


@functools.cache
def displays(capital: CapitalBlock) -> dict[tuple[str, bool], Civilization]:
    """The displays that Control of the capital changes, by civilization and whether it has it (CAES-05)."""
    known = load_civilizations()
    granted = next(display for display in known if display.id == capital.display)
    abilities = tuple(replace(ability, home=capital.area) for ability in granted.abilities)
    out = {(granted.id, False): replace(granted, abilities=())}
    for display in known:
        if display is not granted:
            out[display.id, True] = replace(display, abilities=display.abilities + abilities)
    return out


@CAPITAL.at("display")
def display_with_capital(s: Seen, faction: Faction, own: Civilization) -> Civilization:
    """The capital's abilities go to whoever Controls it (CAES-05)."""
    return displays(_capital(s)).get((own.id, holds_capital(s, faction)), own)


def with_capital(s: Seen, faction: Faction) -> Civilization:
    """The display a faction would use in Control of the capital: whatever it used is on it."""
    own = s.world.displays[faction][s.civilization[faction]]
    capital = s.world.scenario.capital
    return own if capital is None else displays(capital).get((own.id, True), own)


@CAPITAL.at("draw")
def cards_of_the_capital(s: Seen, faction: Faction) -> int:
    """More cards for whoever Controls it (CAES-06)."""
    return _capital(s).draw if holds_capital(s, faction) else 0


@CAPITAL.at("epoch_scoring")
def vp_of_the_capital(s: State, faction: Faction) -> None:
    """VP for whoever Controls it (CAES-07)."""
    if holds_capital(s, faction):
        final = s.epoch >= s.world.scenario.clock.last_epoch
        gain_vp(s, faction, _capital(s).final_vp if final else _capital(s).epoch_vp, "capital")
