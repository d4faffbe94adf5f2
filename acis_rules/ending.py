"""The end of the game and who wins it (END rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import State
from .terms import cities, occupied, own_wonder_areas, total_on_map

if TYPE_CHECKING:
    from .state import Points


def standing(s: State, faction: int) -> tuple[Points, int, int, int, int]:
    """VP, then the tie-breaks in order: Wonder areas, Cities, discs, areas (END-01 to 05)."""
    return (
        s.vp[faction],
        own_wonder_areas(s, faction),
        cities(s, faction).bit_count(),
        total_on_map(s, faction),
        occupied(s, faction).bit_count(),
    )


def end_game(s: State) -> None:
    """Note the winners: several only if the game is drawn between them (END-06)."""
    standings = {faction: standing(s, faction) for faction in range(s.world.n_factions)}
    best = max(standings.values())
    s.over = True
    s.phase = "over"
    s.winners = [faction for faction, result in standings.items() if result == best]
    for faction in s.winners:
        s.log.append(("won", faction, -1, 0, s.vp[faction]))
    s.stack.clear()
