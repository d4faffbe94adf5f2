"""The referee at Hannibal with its optional rules: it follows, and sees what is broken."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from random_play import Taste
from referee import Referee
from referee.dispute import Dispute

from acis_rules import Game
from acis_rules.historical import consuls, delenda, minor_states, white_discs
from acis_rules.phases import competition

SCENARIOS = ("hannibal", "hannibal_solo")
ALL = ["hannibal", "walls", "consuls", "roman_seas", "alternative_events", "carthago_delenda_est"]
RULES = [[rule] for rule in (*ALL, "scipio", "both_consuls", "steady_consuls", "no_wonders")] + [ALL]
Break = Callable[[pytest.MonkeyPatch], None]


def watched(scenario: str, seed: int, rules: list[str]) -> Counter[tuple[str, str]]:
    """A game at random with the referee beside it; what was judged, and how."""
    game = Game.new(scenario, seed=seed, options={"rules": rules})
    referee, taste = Referee(game), Taste(random.Random(seed))
    while not game.over:
        game.apply(taste.choose(game))
        referee.follow()
    return referee.coverage()


@pytest.mark.parametrize("rules", RULES, ids="+".join)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_follows_games_with_optional_rules(scenario: str, rules: list[str]) -> None:
    watched(scenario, 1, rules)


def test_it_says_what_it_judges_in_part_only() -> None:
    tally = watched("hannibal", 2, ["walls", "consuls"])
    assert tally["rule walls", "unjudged"] and not tally["rule consuls", "unjudged"]
    assert tally["consul", "exact"]


def replaced(module: object, name: str, new: object) -> Break:
    """Something else in its place."""
    return lambda patch: patch.setattr(module, name, new)


@pytest.mark.parametrize(
    ("breaks", "agreed", "rules"),
    [
        (replaced(consuls, "row_of", lambda s, card: 1), "consuls", ("HANN-08c1",)),
        (replaced(consuls, "fights_in", lambda s, row: -1), "consuls", ("HANN-08c3",)),
        (replaced(consuls, "saves_in", lambda s, row: -1), "consuls", ("HANN-08c3",)),
        (replaced(consuls, "spare", lambda s, faction: s.hand[faction]), "consuls", ("HANN-08c4",)),
        (replaced(white_discs, "marked", lambda s, mark: 0), "hannibal", ("HANN-08a",)),
        (replaced(competition, "sheltered", lambda s, faction, area: 0), "walls", ("CMP-20", "CMP-01")),
        (replaced(delenda, "CITY", "rome"), "carthago_delenda_est", ("EVA-11",)),
        (replaced(minor_states, "marked", lambda s, m: 0), "alternative_events", ("HANN-03b1", "HANN-05d")),
    ],
)  # fmt: skip
def test_it_sees_what_is_broken(
    breaks: Break, agreed: str, rules: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks(monkeypatch)
    with pytest.raises(Dispute) as dispute:
        for seed in range(12):
            watched("hannibal", seed, [agreed])
    assert dispute.value.rule in rules, str(dispute.value)
