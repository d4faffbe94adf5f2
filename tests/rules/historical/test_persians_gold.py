"""Greeks and Persians: Gold that no Event brings discs to (PERS-13b)."""

from __future__ import annotations

import pytest
from crowds import new_game

from acis_rules.effects import Play
from acis_rules.effects.reinforce import Reinforce
from acis_rules.historical.persians import no_reinforcements_on_gold
from acis_rules.kernel.bits import mask_of, members


@pytest.mark.rule("PERS-13b")
@pytest.mark.parametrize("scenario", ["greeks_persians", "alexander", "darius"])
def test_reinforcements_of_an_event_keep_off_gold_as_long_as_the_ban_holds(scenario: str) -> None:
    s = new_game(scenario).state.copy()
    reinforcing = {
        card
        for card in range(1, 104)
        if any(isinstance(one, Reinforce) for one in s.world.operations(s, Play(0, "card", card)))
    }
    bans = [ban for ban in s.world.bans if ban.gold]
    for turn in range(1, s.world.scenario.clock.turns + 1):
        s.turn = turn
        closed = mask_of(
            area
            for area, (owner, _) in s.gold.items()
            for ban in bans
            if owner in members(ban.gold) and (not ban.turns or ban.turns >> turn & 1)
        )
        for card in range(1, 104):
            areas = no_reinforcements_on_gold(s, Play(0, "card", card))
            assert areas == (closed if card in reinforcing else 0)
