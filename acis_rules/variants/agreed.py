"""What players agree on before a game, where it changes a step of the game (OPT rules).

Other options are data: `box/options.py` changes the scenario.
"""

from __future__ import annotations

from ..kernel.machine import push
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Faction
from ..phases.epoch import final_epoch_event
from ..table.ending import standing

FINAL_EVENT = Variant("final Epoch event", applies=lambda world: world.options.final_epoch_event)
FULL_EPOCH = Variant("full last Epoch", applies=lambda world: world.full_last_epoch)
SPECIAL_DISCS = Variant(
    "special discs on top", applies=lambda world: world.options.minimum_growth_counts == "base"
)
SINGLE_WINNER = Variant(
    "single winner",
    applies=lambda world: world.options.single_winner or world.scenario.victory.single_winner,
)


@FINAL_EVENT.at("final_epoch")
def last_event(s: State) -> None:
    """An Epoch Change event at the end of the final Epoch, too (OPT-01)."""
    push(s, final_epoch_event)


@FULL_EPOCH.at("no_check")
def no_sudden_end(s: Seen) -> bool:
    """The last Epoch has all its turns (EXP-16)."""
    return s.epoch >= s.world.scenario.clock.last_epoch


@SPECIAL_DISCS.at("minimum_growth")
def special_discs(s: State, faction: Faction) -> int:
    """The minimum is compared without special discs, which come on top (GRO-11)."""
    return s.special


@SINGLE_WINNER.at("crowned")
def best_alone(s: Seen, winners: list[Faction]) -> list[Faction]:
    """Of the best side only the best civilization wins (TEAM-09)."""
    best = max(standing(s, faction) for faction in winners)
    return [faction for faction in winners if standing(s, faction) == best]
