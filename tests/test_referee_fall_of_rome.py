"""The referee at The Fall of Rome II with its optional rules: it follows, and sees what is broken."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from random_play import Taste
from referee import Referee
from referee.dispute import Dispute

from acis_rules import Game
from acis_rules.historical import crossings, hun_arrival

FULL, WESTERN, EASTERN = VERSIONS = tuple(f"fall_of_rome_2_v{n}" for n in (1, 2, 3))
RULES = ["crossings", "huns", "bribes", "extended"]


def watched(scenario: str, seed: int) -> None:
    """A game at random with the referee beside it."""
    game = Game.new(scenario, seed=seed, options={"rules": RULES})
    referee, taste = Referee(game), Taste(random.Random(seed))
    while not game.over:
        game.apply(taste.choose(game))
        referee.follow()


@pytest.mark.parametrize("scenario", VERSIONS)
def test_it_follows_games_with_crossings_and_huns(scenario: str) -> None:
    for seed in range(2):
        watched(scenario, seed)


@pytest.mark.parametrize(
    ("breaks", "rules"),
    [
        (lambda patch: patch.setattr(crossings, "DISCS", 2), ("ROME2-9.6a", "DEF-04")),
        (lambda patch: patch.setattr(crossings, "DISCS", 4), ("ROME2-9.6a", "DEF-04")),
        (lambda patch: patch.setattr(crossings, "has_digit", lambda card, digits: False), ("ROME2-9.6a",)),
        (lambda patch: patch.setattr(hun_arrival, "HAND", 4), ("EVA-15",)),
        (lambda patch: patch.setattr(hun_arrival, "even", lambda card: card % 2), ("ROME2-9.7b", "EVA-18")),
        (lambda patch: patch.setattr(hun_arrival, "EMPIRES", ()), ("ROME2-9.7a",)),
    ],
)  # fmt: skip
def test_it_sees_what_is_broken(
    breaks: Callable[[pytest.MonkeyPatch], None], rules: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks(monkeypatch)
    with pytest.raises(Dispute) as dispute:
        for seed in range(10):
            watched(WESTERN, seed)
    assert dispute.value.rule in rules, str(dispute.value)
