"""Play in teams: partners spare each other and win together (TEAM rules).

Where discs may not go because of a partner is said by bans (`box/teams.py`); a team is a side
(`table/ending.py`). Nothing is exchanged between partners (TEAM-02); their cards they show each other or
not, by the option `team_hands` (TEAM-03).
"""

from __future__ import annotations

from ..effects import Play
from ..kernel.bits import members
from ..kernel.moments import Variant
from ..kernel.state import Seen
from ..kernel.types import Faction, Factions
from .foresight import Trial
from .reach import Reach

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


@TEAMS.at("harmless")
def spares_partners(s: Seen, play: Play, reach: Reach) -> bool:
    """No partner loses anything by it."""
    return not reach.losers & s.world.teammates(play.by)
