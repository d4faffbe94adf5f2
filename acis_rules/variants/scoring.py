"""VP from other sources than in the base game: the block `scoring` of a scenario (ROME1-05, EGY-02 ...)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..box.victory_blocks import EVERYBODY, SourceBlock
from ..box.world import World
from ..kernel.bits import mask_of, members
from ..kernel.moments import Variant
from ..kernel.state import Seen, State
from ..kernel.types import Areas, Faction
from ..table.changes import gain_talents, gain_vp, whole
from ..table.terms import cities, controlled, occupied, present

if TYPE_CHECKING:
    from ..kernel.state import Points


def _sources(world: World, at: str) -> list[SourceBlock]:
    return [source for source in world.scenario.scoring.sources if source.at == at]


CITY_VP = Variant("city VP", applies=lambda world: world.scenario.scoring.cities is not None)
NO_SEA_VP = Variant("no VP for seas", applies=lambda world: not world.scenario.scoring.sea_vp)
COUNT = Variant("VP in the Victory Count", applies=lambda world: bool(_sources(world, "count")))
NEW_HAND = Variant("goods with a new hand", applies=lambda world: bool(_sources(world, "new_hand")))
EPOCH = Variant("VP at the end of an Epoch", applies=lambda world: bool(_sources(world, "epoch")))
FINAL = Variant("VP at the end of the game", applies=lambda world: bool(_sources(world, "final")))


@CITY_VP.at("city_vp")
def some_cities_are_worth_less(s: Seen, faction: Faction, points: Points) -> Points:
    """A part of 1 VP for each City outside the areas and off the Gold named (ROME1-05b)."""
    block = s.world.scenario.scoring.cities
    assert block is not None
    full = mask_of(map(s.world.board.find, block.but_in)) | _gold_areas(s, block.but_on_gold_of)
    lesser = (cities(s, faction) & ~full).bit_count()
    return whole(points - lesser + Fraction(lesser, block.divisor))


@NO_SEA_VP.at("sea_vp")
def seas_are_worth_nothing(s: Seen, faction: Faction, points: int) -> int:
    """Whoever Dominates them (ROME1-02b)."""
    return 0


@COUNT.at("scoring")
def score_in_the_count(s: State) -> None:
    """After Cities and Wonders."""
    for source in _sources(s.world, "count"):
        for faction in present(s):
            score(s, source, faction)


@EPOCH.at("epoch_scoring")
def score_at_the_end_of_an_epoch(s: State, faction: Faction) -> None:
    """With the Epoch VP of a faction."""
    for source in _sources(s.world, "epoch"):
        score(s, source, faction)


@FINAL.at("game_ends")
def score_at_the_end_of_the_game(s: State) -> None:
    """Before the winner is found."""
    for source in _sources(s.world, "final"):
        for faction in present(s):
            score(s, source, faction)


@NEW_HAND.at("new_hand")
def cards_with_a_new_hand(s: Seen, faction: Faction) -> int:
    """Cards more at the End of an Epoch, and talents, which are kept (EGY-02c)."""
    n = 0
    for source in _sources(s.world, "new_hand"):
        if s.world.scenario.find_factions(source.who) >> faction & 1:
            areas = _fitting(s, source, faction)
            n += source.gold_cards * sum(k for area, (_, k) in s.gold.items() if areas >> area & 1)
            if isinstance(s, State):
                score(s, source, faction)
    return n


def score(s: State, source: SourceBlock, faction: Faction) -> None:
    """What one source gives a faction now."""
    who = s.world.scenario.find_factions(source.who)
    if EVERYBODY not in source.who:
        who &= ~s.reborn
    if not who >> faction & 1:
        return
    areas = _fitting(s, source, faction)
    n = min(1, areas.bit_count()) if source.once else areas.bit_count()
    gold = sum(k for area, (_, k) in s.gold.items() if areas >> area & 1)
    gain_vp(s, faction, source.vp * n + source.gold_vp * gold, "scenario")
    gain_talents(s, faction, source.talents * n + source.gold_talents * gold, "scenario")


def _fitting(s: Seen, source: SourceBlock, faction: Faction) -> Areas:
    """The areas for which it scores."""
    owners = s.world.scenario.find_factions(source.discs_of) if source.discs_of else 1 << faction
    areas = 0
    for owner in members(owners):
        areas |= controlled(s, owner) if source.control else occupied(s, owner)
    if source.areas:
        areas &= mask_of(map(s.world.board.find, source.areas))
    return areas & _gold_areas(s, source.gold_of) if source.gold_of else areas


def _gold_areas(s: Seen, owners: tuple[str, ...]) -> Areas:
    """Areas with Gold of one of these."""
    if EVERYBODY in owners:
        return mask_of(s.gold)
    whose = s.world.scenario.find_factions(owners)
    return mask_of(area for area, (owner, _) in s.gold.items() if whose >> owner & 1)
