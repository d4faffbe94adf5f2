"""What wins at once for one side: the `monitors` of a scenario's victory block (PERS-09, EGY-10, HANN-06)."""

from __future__ import annotations

from ..box.victory_blocks import MonitorBlock
from ..kernel.bits import mask_of, members
from ..kernel.log import tell
from ..kernel.machine import pending, push, step
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Area
from ..phases.aeneas import begins_anew
from ..table.ending import end_game, find_side
from ..table.terms import controlled, occupied
from .gold import gold_under

MONITORS = Variant("monitors", applies=lambda world: bool(world.scenario.victory.monitors))
NO_DISCS = Variant(
    "no discs left", applies=lambda world: any(one.no_discs for one in world.scenario.victory.monitors)
)


def win_at_once(s: State, name: str, cause: str, also: tuple[str, ...] = ()) -> None:
    """The game is over: the side of this name, or of the faction of this name, has won, or one of others."""
    side = find_side(s, name)
    tell(s, "decided", members(s.world.sides[side].factions)[0], cause=cause)
    end_game(s, [side, *(find_side(s, other) for other in also)])


@MONITORS.at("won_at_once")
def look_for_a_winner(s: State) -> None:
    """At the end of every Competition Phase; the first monitor in the file goes first."""
    for monitor in s.world.scenario.victory.monitors:
        if not s.over and holds(s, monitor):
            win_at_once(s, monitor.wins, _cause(monitor), monitor.also)


def holds(s: Seen, monitor: MonitorBlock) -> bool:
    """Whether all that a monitor asks for is so; a faction is meant whatever it plays since Aeneas."""
    world = s.world
    find = world.scenario.faction_of
    wonders = mask_of(wonder.area for wonder in s.wonders if wonder.owner >= 0)
    return (
        all(
            not mask_of(map(world.board.find, areas)) & ~controlled(s, find(name))
            for name, areas in monitor.control.items()
        )
        and not any(gold_under(s, find(name)) for name in monitor.no_gold)
        and not any(occupied(s, find(name)) for name in monitor.no_discs)
        and all(
            (occupied(s, find(name)) & wonders).bit_count() >= n for name, n in monitor.wonder_areas.items()
        )
    )


def _cause(monitor: MonitorBlock) -> str:
    kinds = ("control", "no_gold", "no_discs", "wonder_areas")
    return next(kind for kind in kinds if getattr(monitor, kind)).replace("_", " ")


@NO_DISCS.at("lifted")
def last_disc(s: State, area: Area) -> None:
    """Without discs a side has lost at any time, not only at the end of a Competition Phase (EGY-10a)."""
    for monitor in s.world.scenario.victory.monitors:
        for name in monitor.no_discs:
            if not occupied(s, s.world.scenario.faction_of(name)) and not pending(s, no_discs_left):
                push(s, no_discs_left)


@step("no_discs_left", joins_in=True)
def no_discs_left(s: State) -> None:
    """Once the removal is done; a civilization that begins anew is in the middle of one act."""
    if begins_anew(s):
        return
    for monitor in s.world.scenario.victory.monitors:
        if monitor.no_discs and not s.over and holds(s, monitor):
            win_at_once(s, monitor.wins, _cause(monitor), monitor.also)
