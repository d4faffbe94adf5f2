"""The end of the game and who wins it (END rules)."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING

from ..kernel.log import tell
from ..kernel.state import Seen, State
from ..kernel.types import Faction
from .terms import cities, occupied, own_wonder_areas, scorers, total_on_map

if TYPE_CHECKING:
    from ..kernel.state import Points


def standing(s: Seen, faction: Faction) -> tuple[Points, int, int, int, int]:
    """VP, then the tie-breaks in order: Wonder areas, Cities, discs, areas (END-01 to 05)."""
    return (
        s.vp[faction],
        own_wonder_areas(s, faction),
        cities(s, faction).bit_count(),
        total_on_map(s, faction),
        occupied(s, faction).bit_count(),
    )


def player_standing(s: Seen, player: int) -> tuple[Points, ...]:
    """The score, who wins ties, and the tie-breaks of its civilizations added up (MULTI-05)."""
    own = [standing(s, faction) for faction, owner in enumerate(s.world.player) if owner == player]
    _, *tie_breaks = map(sum, zip(*own, strict=True))
    first = [tie_break(s, player) for tie_break in s.world.on.tie_break]
    return player_score(s, player), *first, *tie_breaks


def final_standing(s: Seen, player: int) -> tuple[Points, ...]:
    """What is compared in the end: the standing of the player, or that of its team."""
    out = player_standing(s, player)
    for change in s.world.on.final_standing:
        out = change(s, player, out)
    return out


def player_score(s: Seen, player: int) -> Points:
    """The VP of a player's civilizations together; a fourth of them for two against one (ONE2-13)."""
    vp = sum(vp for vp, owner in zip(s.vp, s.world.player, strict=True) if owner == player)
    divisor = s.world.divisor[player]
    return vp if divisor == 1 else Fraction(vp) / divisor


def _in_game(s: Seen) -> list[int]:
    """The players with a civilization in the game that has VP: an NPC that is out has lost (NPC-80)."""
    return sorted({s.world.player[faction] for faction in scorers(s)})


def leaders(s: Seen) -> list[int]:
    """The players who have won, or would if the game ended now."""
    if s.over:
        return sorted({s.world.player[faction] for faction in s.winners})
    standings = {player: final_standing(s, player) for player in _in_game(s)}
    return [player for player, result in standings.items() if result == max(standings.values())]


def results(s: Seen) -> list[tuple[bool, tuple[Points, ...]]]:
    """By player, to be compared: winners are first, whatever their VP; then the standing."""
    first = leaders(s)
    return [(player in first, final_standing(s, player)) for player in range(s.world.n_seats)]


def end_game(s: State, candidates: Collection[int] | None = None) -> None:
    """Note the winners among these players: several only if the game is drawn between them (END-06)."""
    players = _in_game(s) if candidates is None else set(candidates)
    for join_in in s.world.on.win_with:
        players = [*players, *join_in(s, players)]
    standings = {player: final_standing(s, player) for player in players}
    best = max(standings.values())
    s.over = True
    s.phase = "over"
    s.winners = [faction for faction, player in enumerate(s.world.player) if standings.get(player) == best]
    for faction in s.winners:
        tell(s, "won", faction, n=s.vp[faction])
    s.stack.clear()
    s.resolving = ()


def limit_reached(s: State) -> bool:
    """End the game if somebody has as many VP as was agreed on (EXP-17), at the end of a turn."""
    limit = s.world.options.vp_limit
    if limit is None or max(s.vp) < limit:
        return False
    end_game(s)
    return True
