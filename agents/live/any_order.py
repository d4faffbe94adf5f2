"""Choices that make a set: the rules ask for them in the order of the map, a person makes them in any."""

from __future__ import annotations

from collections.abc import Sequence

from acis_rules import Game
from acis_rules.kernel.actions import PAY_TALENT, STOP, is_area, is_card
from acis_rules.kernel.machine import argument

SETS = frozenset((
    "retire", "resettle", "wonder_payment", "name_area", "remove", "remove_own", "put_barbarians", "allies",
))  # fmt: skip


def sorted_as_asked(actions: Sequence[int]) -> list[int]:
    """Several answers in the order in which they are asked for: areas, cards as they were named, talents."""
    rank = {STOP: 3, PAY_TALENT: 2}
    return sorted(actions, key=lambda one: (0, one) if is_area(one) else (rank.get(one, 1), 0))


def left_behind(now: Game, earlier: Sequence[Game], chosen: Sequence[int]) -> dict[int, list[int]]:
    """What was offered before a choice and is not any more, but would be possible had it been chosen earlier.

    With each: all choices of the set, in the order in which they are asked for. `earlier` are the positions
    before each of the choices in a row, `chosen` the choices.
    """
    n = 0
    while n < len(earlier) and _question(earlier[-1 - n]) == _question(now):
        n += 1
    run = list(chosen[len(chosen) - n :])
    if not all(is_area(one) or is_card(one) for one in run):
        return {}
    offered = {one for game in earlier[len(earlier) - n :] for one in game.legal_actions()}
    out = {}
    for action in sorted(offered - {STOP} - set(now.legal_actions())):
        row = sorted_as_asked([*run, action])
        if _possible(earlier[-n], row):
            out[action] = row
    return out


def _question(game: Game) -> tuple[object, ...]:
    """What the choices of one set have in common."""
    if game.over:
        return ()
    decision = game.decision
    return decision.kind, decision.faction, decision.context.get("card"), argument(game.state, "i")


def _possible(game: Game, row: list[int]) -> bool:
    """Whether the answers can be given one after the other, all to the same question."""
    asked = _question(game)
    game = game.clone()
    for action in row:
        if _question(game) != asked or action not in game.legal_actions():
            return False
        game.apply(action)
    return True
