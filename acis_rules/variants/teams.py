"""Play in teams: partners spare each other and win together (TEAM rules).

Where discs may not go because of a partner is said by bans (`box/teams.py`). Nothing is exchanged between
partners (TEAM-02); their cards they show each other or not, by the option `team_hands` (TEAM-03).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from ..effects import Play
from ..kernel.bits import members
from ..kernel.moments import Variant
from ..kernel.state import Seen
from ..kernel.types import Faction, Factions
from ..table.ending import player_standing
from .foresight import Trial

if TYPE_CHECKING:
    from ..kernel.state import Points

TEAMS = Variant("teams", applies=lambda world: bool(world.teams))


@TEAMS.at("spared")
def partners(s: Seen, faction: Faction) -> Factions:
    """Whom a faction plays with."""
    return s.world.teammates(faction)


@TEAMS.at("lawful")
def harms_others_more(s: Seen, play: Play, trial: Trial) -> bool:
    """No partner may lose more by a card than the one outside the team that loses most (TEAM-04)."""
    lost = trial.lost_by(s.world.n_factions)
    partners = s.world.teammates(play.by)
    team = partners | 1 << play.by
    most = max(n for faction, n in enumerate(lost) if not team >> faction & 1)
    return all(lost[partner] <= most for partner in members(partners))


@TEAMS.at("final_standing")
def standing_of_the_team(s: Seen, player: int, own: tuple[Points, ...]) -> tuple[Points, ...]:
    """The sums of the team (TEAM-08); if one of it wins alone, then what it has itself (TEAM-09)."""
    everybody = [player_standing(s, partner) for partner in _team(s, player)]
    together = tuple(map(sum, zip(*everybody, strict=True)))
    return together + own if s.world.options.single_winner else together


@TEAMS.at("win_with")
def the_team_wins(s: Seen, winners: Collection[int]) -> list[int]:
    """Who wins at once wins for the team."""
    return [partner for player in winners for partner in _team(s, player) if partner not in winners]


def _team(s: Seen, player: int) -> list[int]:
    """The seats of the player's team."""
    own = s.world.factions_of(player)
    return [s.world.player[f] for team in s.world.teams if team & own for f in members(team)]
