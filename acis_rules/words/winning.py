"""Who has won and what decided it, in words: VP, or what breaks a tie in them (END-01 to END-06)."""

from __future__ import annotations

from ..kernel.bits import members
from ..kernel.state import State
from ..table.ending import side_score, side_standing
from ..table.terms import scorers
from .names import count, faction_name, is_plural, joined

AT_ONCE = frozenset(("decided", "conquest", "left"))  # events that end a game whatever the VP are
TIE_BREAKS = ("areas with own Wonders", "Cities", "discs on the map", "areas occupied")


def result(s: State) -> str:
    """How the game has ended: "Egypt wins with 9 VP: a tie with Troy, broken by Cities (4 to 3)"."""
    names = joined([faction_name(s, faction) for faction in s.winners])
    verb = "wins" if len(s.winners) == 1 and not is_plural(s, s.winners[0]) else "win"
    return f"{names} {verb} with {_points(s)}{decided_by(s)}"


def _points(s: State) -> str:
    """The VP that won: a side's together where several civilizations of one side have won."""
    sides = {s.world.side[faction] for faction in s.winners}
    apart = list(dict.fromkeys(count(s.vp[faction], "VP") for faction in s.winners))
    if len(sides) > 1 or len(s.winners) == 1:
        return joined(apart)
    return f"{count(side_score(s, min(sides)), 'VP')} together"


def decided_by(s: State) -> str:
    """What broke a tie in VP; "" if there was none, or if something other than VP has decided the game."""
    sides = {s.world.side[faction] for faction in s.winners}
    if not sides or _won_at_once(s):
        return ""
    if len(sides) > 1:
        return ", equal in all that breaks ties"
    own = side_standing(s, min(sides))
    tied = [
        (standing, side) for side in _rivals(s, sides) if (standing := side_standing(s, side))[0] == own[0]
    ]
    if not tied:
        return ""
    rival, side = max(tied)
    name = joined([faction_name(s, faction) for faction in members(s.world.sides[side].factions)])
    place = next((i for i, mine in enumerate(own) if mine > rival[i]), 0)
    measured = place - (len(own) - len(TIE_BREAKS))
    if measured < 0 or s.world.scenario.victory.final is not None:
        return f": the scenario decides the tie with {name}"
    return f": a tie with {name}, broken by {TIE_BREAKS[measured]} ({own[place]} to {rival[place]})"


def _rivals(s: State, winners: set[int]) -> set[int]:
    """The other sides that could have won by VP."""
    sides = {s.world.side[faction] for faction in scorers(s)} | winners
    for contenders in s.world.on.contenders:
        sides = contenders(s, sides)
    return sides - winners


def _won_at_once(s: State) -> bool:
    """Whether the game ended in the middle of its last turn."""
    for event in reversed(s.log.since(0)):
        if event.kind in AT_ONCE or event.kind == "turn":
            return event.kind in AT_ONCE
    return False
