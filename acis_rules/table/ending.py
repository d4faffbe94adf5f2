"""The end of the game and who wins it (END rules)."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING

from ..kernel.bits import members
from ..kernel.log import tell
from ..kernel.state import Seen, State
from ..kernel.types import Faction
from .terms import cities, controlled, occupied, own_wonder_areas, scorers, total_on_map

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


def side_standing(s: Seen, side: int) -> tuple[Points, ...]:
    """The score, who wins ties, and the tie-breaks of its civilizations added up (MULTI-05)."""
    own = [standing(s, faction) for faction in members(s.world.sides[side].factions)]
    _, *tie_breaks = map(sum, zip(*own, strict=True))
    seats = [seat for seat, on in enumerate(s.world.seat_side) if on == side]
    first = [max(tie_break(s, seat) for seat in seats) for tie_break in s.world.on.tie_break]
    return side_score(s, side), *first, _wins_ties(s, side), *tie_breaks


def side_score(s: Seen, side: int) -> Points:
    """The VP of a side's civilizations together, divided as the scenario says (ONE2-13)."""
    own = s.world.sides[side]
    vp = raw_score(s, side)
    if own.divisor == 1:
        return vp
    return int(vp // own.divisor) if own.round_down else Fraction(vp) / own.divisor


def raw_score(s: Seen, side: int) -> Points:
    """The VP of a side's civilizations added up."""
    return sum(s.vp[faction] for faction in members(s.world.sides[side].factions))


def player_score(s: Seen, player: int) -> Points:
    """The score of a player's side."""
    return side_score(s, s.world.seat_side[player])


def player_standing(s: Seen, player: int) -> tuple[Points, ...]:
    """The standing of a player's side."""
    return side_standing(s, s.world.seat_side[player])


def player_vp(s: Seen, player: int) -> Points:
    """The VP of a player's own civilizations together; a fourth of them for two against one (ONE2-13)."""
    vp = sum([vp for vp, owner in zip(s.vp, s.world.player, strict=True) if owner == player])
    divisor = s.world.divisor[player]
    return vp if divisor == 1 else Fraction(vp) / divisor


def find_side(s: Seen, name: str) -> int:
    """The side of this name, or that of the faction of this name, whatever it plays since Aeneas.

    Where teams have been agreed on, a side of the scenario is the team that has all of it; -1: there is none.
    """
    world = s.world
    for number, side in enumerate(world.sides):
        if side.name == name:
            return number
    if name in world.ids:
        return world.side[world.ids.index(name)]
    if name not in world.scenario.sides:
        return world.side[world.named(s, name)]
    factions = world.scenario.find_factions(world.scenario.sides[name].factions)
    teams = {world.side[faction] for faction in members(factions)}
    return teams.pop() if len(teams) == 1 else -1


def _wins_ties(s: Seen, side: int) -> int:
    """How a side stands among those with equal scores, if the scenario says so (ROME1-09, GREEK-10c)."""
    tie = s.world.scenario.victory.tie
    own = s.world.sides[side].factions
    if tie.control:
        area = s.world.board.find(tie.control)
        return int(any(controlled(s, faction) >> area & 1 for faction in members(own)))
    first = [find_side(s, name) for name in tie.first]
    return len(first) - first.index(side) if side in first else 0


def _in_game(s: Seen) -> list[int]:
    """The sides with a civilization in the game that has VP: whoever is out has lost (NPC-80)."""
    sides = {s.world.side[faction] for faction in scorers(s)}
    for contenders in s.world.on.contenders:
        sides = contenders(s, sides)
    return sorted(sides)


def _final(s: Seen) -> list[int]:
    """The sides that can win a game that has run to its end: all, unless the scenario names one."""
    final = s.world.scenario.victory.final
    if final is None:
        return _in_game(s)
    side = find_side(s, final.side)
    lead = all(side_score(s, side) >= side_score(s, other) for other in _in_game(s))
    if (final.lead and not lead) or not all(may_win(s, side) for may_win in s.world.on.may_win):
        return [find_side(s, final.otherwise)]
    return [side]


def best_sides(s: Seen, candidates: Collection[int] | None = None) -> list[int]:
    """Of these sides, or of all if the game runs to its end, those with the best standing."""
    standings = {side: side_standing(s, side) for side in (_final(s) if candidates is None else candidates)}
    return [side for side, result in standings.items() if result == max(standings.values())]


def leaders(s: Seen) -> list[int]:
    """The players who have won, or would if the game ended now."""
    winners = s.winners if s.over else _winners(s, best_sides(s))
    return sorted({s.world.player[faction] for faction in winners})


def _winners(s: Seen, sides: list[int]) -> list[Faction]:
    """The civilizations of these sides, unless not all of them win."""
    out = [faction for faction, side in enumerate(s.world.side) if side in sides]
    for crowned in s.world.on.crowned:
        out = crowned(s, out)
    return out


def results(s: Seen) -> list[tuple[bool, tuple[Points, ...]]]:
    """By player, to be compared: winners are first, whatever their VP; then the standing."""
    first = leaders(s)
    out = []
    for player in range(s.world.n_seats):
        own = player_standing(s, player)
        if s.world.on.crowned:  # players of one side are told apart
            own += max(standing(s, faction) for faction in members(s.world.factions_of(player)))
        out.append((player in first, own))
    return out


def grade(s: Seen, side: int) -> str:
    """What the victory of a side is called: "minor", "decisive", or nothing (ALEX-02f, ALEX-08)."""
    own = raw_score(s, side)
    for block in s.world.scenario.victory.grades:
        if find_side(s, block.side) != side:
            continue
        fewer = not block.fewer_than or own < raw_score(s, find_side(s, block.fewer_than))
        more = not block.more_than or own > raw_score(s, find_side(s, block.more_than))
        if fewer and more:
            return block.grade
    return ""


def end_game(s: State, candidates: Collection[int] | None = None) -> None:
    """Note the winners among these sides: several only if the game is drawn between them (END-06)."""
    sides = best_sides(s, candidates)
    cause = grade(s, sides[0]) if len(sides) == 1 else ""
    s.winners = _winners(s, sides)
    s.over = True
    s.phase = "over"
    for faction in s.winners:
        tell(s, "won", faction, n=s.vp[faction], cause=cause)
    s.stack.clear()
    s.resolving = ()
    if s.competition_area >= 0:  # it ends in the middle of a competition (EGY-10a)
        s.competition_area, s.announced, s.allies = -1, (), {}
        s.loot = [0] * len(s.loot)


def limit_reached(s: Seen) -> bool:
    """Whether somebody has as many VP as was agreed on, which ends the game with the turn (EXP-17)."""
    limit = s.world.options.vp_limit
    return limit is not None and max(s.vp) >= limit
