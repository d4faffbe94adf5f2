"""Where a faction may not place discs: bans of the scenario, and of teams (TEAM-05, TEAM-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acis_rules.box.variant_blocks import BanBlock

if TYPE_CHECKING:
    from .board import Board
    from .mirror import Mirror


def partners(m: Mirror, faction: int) -> list[int]:
    """The others of its team."""
    player = m.facts.player
    teams = [team for team in m.facts.options.teams if player[faction] in team]
    return [f for f in range(m.facts.n) if f != faction and any(player[f] in team for team in teams)]


def ban_on(m: Mirror, board: Board, faction: int, area: int) -> str:
    """The rule against one more disc of the faction there, or nothing."""
    for partner in partners(m, faction):
        if area in m.home[partner]:
            return "TEAM-05"
        if board.discs[partner][area] and contests(board, faction, area):
            return "TEAM-06"
    if (faction, area) in m.bribed:
        return "ROME1-10.5c"
    name = m.facts.names[faction]
    for ban in m.facts.scenario.bans:
        if name in ban.who and faction not in m.reborn and _holds(m, board, ban, faction, area):
            return "a ban of the scenario"
    return "" if m.facts.scenario.minor_states is None else _ban_of_war(m, board, faction, area)


def _ban_of_war(m: Mirror, board: Board, faction: int, area: int) -> str:
    """Where the ally and its partner may not place discs (HANN-03b1, HANN-05d)."""
    block, names, find = m.facts.scenario.minor_states, m.facts.names, m.facts.find
    assert block is not None
    ally, friend = names.index(block.ally), names.index(block.rebels_join)
    new = not board.discs[faction][area] and area not in map(find, block.base)
    if faction == ally and m.restrained and new:
        return "HANN-03b1"
    client = any(board.discs[names.index(block.client)])
    return "HANN-05d" if faction in (ally, friend) and client and area in map(find, block.refuge) else ""


def contests(board: Board, faction: int, area: int) -> bool:
    """Whether a disc of the faction would make an area with somebody else Contested."""
    others = [board.discs[f][area] for f in board.present(area) if f != faction]
    own = board.discs[faction][area] + 1
    if set(board.present(area)) - set(board.group(faction)):  # against strangers partners are one (PERS-07)
        own = sum(board.discs[f][area] for f in board.group(faction)) + 1
    return not board.is_contested(area) and max(*others, own, 0) > 1


def _holds(m: Mirror, board: Board, ban: BanBlock, faction: int, area: int) -> bool:
    facts = m.facts
    if ban.turns and (m.epoch != facts.clock.first_epoch or m.turn not in ban.turns):
        return False
    if ban.phases and m.phase not in ban.phases:
        return False
    if ban.areas and (area in map(facts.find, ban.areas)) == ban.elsewhere:
        return False
    others = [f for f in range(facts.n) if f not in {faction, *m.reborn} and facts.names[f] in ban.with_]
    if ban.home and not any(area in m.home[f] for f in others):
        return False
    if ban.with_ and not ban.home and not any(board.discs[f][area] >= ban.discs for f in others):
        return False
    if ban.contest and not contests(board, faction, area):
        return False
    if ban.gold and not (area in m.gold and facts.names[m.gold[area][0]] in ban.gold):
        return False
    return not (ban.unoccupied and board.discs[faction][area])
