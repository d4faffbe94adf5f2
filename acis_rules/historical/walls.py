"""Walls of a city: no losses in its first rounds, no siege, no surprise (HANN-08b1 to 08b4)."""

from __future__ import annotations

from ..box.hannibal_blocks import WallsBlock
from ..effects import Play
from ..kernel.bits import mask_of, members
from ..kernel.moments import Variant
from ..kernel.state import Seen
from ..kernel.types import Area, Areas, Card, Faction, Factions
from ..table.terms import cities, is_contested, occupied
from ..variants.foresight import Trial
from ..variants.reach import Reach
from .minor_states import the

WALLS = Variant("walls of cities", applies=lambda world: bool(world.scenario.walls))


@WALLS.at("sheltered")
def first_rounds(s: Seen, faction: Faction, area: Area) -> int:
    """Its owner loses no disc in the first rounds (HANN-08b1); cards that spare it come after (HANN-08b2)."""
    return sum(
        walls.rounds
        for walls in s.world.scenario.walls
        if s.world.ids[faction] == walls.of and s.world.board.find(walls.area) == area
    )


@WALLS.at("may_lay")
def no_siege(s: Seen, faction: Faction, card: Card, area: Area) -> bool:
    """Nobody else uses such cards where its owner fights behind its walls (HANN-08b4)."""
    for walls in s.world.scenario.walls:
        owner = the(s, walls.of)
        if card in walls.cards and owner != faction and s.world.board.find(walls.area) == area:
            return not occupied(s, owner) >> area & 1
    return True


@WALLS.at("off_limits")
def no_treason(s: Seen, play: Play) -> Areas:
    """The same for a card that names its area itself, wherever the owner has its home now (HANN-08b4)."""
    out = 0
    for walls in s.world.scenario.walls:
        owner = the(s, walls.of)
        if play.kind == "card" and play.id in walls.cards and play.by != owner:
            out |= 1 << s.world.board.find(walls.area) & occupied(s, owner)
    return out


def guarded(s: Seen, walls: WallsBlock) -> bool:
    """Whether enough of its owner's Cities are next to it."""
    around = s.world.board.neighbours[s.world.board.find(walls.area)]
    return 0 < walls.cities <= (cities(s, the(s, walls.of)) & around).bit_count()


@WALLS.at("spared")
def whom_to_spare(s: Seen, faction: Faction) -> Factions:
    """The owner of guarded walls, for its enemies."""
    name = s.world.ids[faction]
    guards = [walls for walls in s.world.scenario.walls if name in walls.enemies and guarded(s, walls)]
    return mask_of(the(s, walls.of) for walls in guards)


def _closed_to(s: Seen, faction: Faction) -> Areas:
    """Where no card of the faction may begin a contest: guarded walls."""
    name = s.world.ids[faction]
    return mask_of(
        s.world.board.find(walls.area)
        for walls in s.world.scenario.walls
        if name in walls.enemies and guarded(s, walls)
    )


@WALLS.at("lawful")
def no_surprise(s: Seen, play: Play, outcome: Trial) -> bool:
    """No card of an enemy makes it Contested (HANN-08b3)."""
    return not any(
        is_contested(outcome.after, area) and not is_contested(s, area)
        for area in members(_closed_to(s, play.by))
    )


@WALLS.at("harmless")
def leaves_walls_alone(s: Seen, play: Play, reach: Reach) -> bool:
    """It changes nothing there; white discs count in a contest."""
    closed = _closed_to(s, play.by)
    return not closed or not (reach.areas & closed or s.world.deck.cards[play.id].tags.allies)
