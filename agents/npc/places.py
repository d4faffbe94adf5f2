"""Areas that a scenario names in words, at one position."""

from __future__ import annotations

from acis_rules.box.area_words import ANYBODY, BARBARIANS, ENEMIES, ITSELF, OTHERS, Part, parse
from acis_rules.kernel.bits import members
from acis_rules.kernel.types import Areas, Faction
from acis_rules.table.terms import CITY

from .position import Position

_SIZES = {"camps": 1, "settlements": 2}  # discs, exactly


def areas_of(pos: Position, words: tuple[str, ...]) -> Areas:
    """The areas for which any of the words hold."""
    out = 0
    for text in words:
        found = pos.board.in_play
        for part in parse(text):
            found &= _part(pos, part)
        out |= found
    return out


def whose(pos: Position, who: str) -> list[Faction]:
    """The factions behind a word; enemies include the Barbarians, as in all priorities (NPC-91)."""
    if who == ITSELF:
        return [pos.me]
    if who == BARBARIANS:
        return [pos.black]
    if who == ENEMIES:
        return [*pos.enemies, pos.black]
    if who in (OTHERS, ANYBODY):
        return [f for f in range(len(pos.rows)) if who == ANYBODY or f != pos.me]
    return members(pos.world.scenario.find_factions((who,)))


def _part(pos: Position, part: Part) -> Areas:
    found = _right_there(pos, part)
    if not part.reach:
        return found
    around = pos.board.around(found)
    return around | found if part.reach == "around " else around & ~found


def _right_there(pos: Position, part: Part) -> Areas:
    board = pos.board
    if part.what == "area":
        return 1 << board.find(part.who)
    if part.what == "land":
        return board.land
    if part.what == "sea":
        return board.sea
    if part.what == "anywhere":
        return board.in_play
    if part.what == "discs":
        rows = [pos.own if f == pos.me else pos.rows[f] for f in whose(pos, part.who)]
        return sum(1 << area for area in members(board.in_play) if sum(row[area] for row in rows) >= part.n)
    out = 0
    for faction in whose(pos, part.who):
        out |= _things(pos, part, faction)
    return out


def _things(pos: Position, part: Part, faction: Faction) -> Areas:
    if part.what == "gold":
        return pos.gold.get(faction, 0)
    if part.what == "wonders":
        return pos.wonders.get(faction, 0)
    if part.what == "home":
        return pos.view.home[faction] if faction < len(pos.view.home) else 0
    n = _SIZES.get(part.what, CITY)
    here = at_least(pos, faction, n)
    if part.what in _SIZES:
        here &= ~at_least(pos, faction, n + 1)
    return here & pos.board.land


def at_least(pos: Position, faction: Faction, n: int) -> Areas:
    """Areas with so many discs of a faction; own discs in thought count."""
    row = pos.own if faction == pos.me else pos.rows[faction]
    return sum(1 << area for area in members(pos.board.in_play) if row[area] >= n)
