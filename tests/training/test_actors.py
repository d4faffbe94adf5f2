"""Processes that play: what they say is heard, and nobody waits for one that cannot answer."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
import torch
from small_runs import smallest

from acis_rules.errors import AcisError
from agents.learned.networks import build
from training import actors
from training.actors import ActorError, Troupe, flat, give_flat


def test_weights_travel_as_one_row() -> None:
    settings = smallest().network.settings()
    one, other = build(settings), build(settings)
    give_flat(other, flat(one))
    assert flat(one).equal(flat(other))


def test_an_actor_plays_what_this_process_would() -> None:
    weights = [flat(build(smallest().network.settings()))]
    rollouts = []
    for n in (0, 1):
        troupe = Troupe(smallest(actors=n), bfloat16=False)
        try:
            troupe.ask(weights, ["basic_2p"])
            rollouts.append(troupe.take())
        finally:
            troupe.close()
    for here, there in zip(*rollouts, strict=True):
        assert np.array_equal(here, there)


def test_an_actor_refuses_what_cannot_be_its_games() -> None:
    troupe = Troupe(smallest(actors=1), bfloat16=False)
    broken: list[Any] = [{}, {"games": [3]}, {"games": [{"players": 3}]}, {"games": []}]
    try:
        for games in broken:
            with pytest.raises(AcisError, match="running games"):
                troupe.take_up([{"games": games, "random": torch.Generator().get_state(), "won": []}], 0)
        with pytest.raises(AcisError, match="those of 2 actors, not of 1"):
            troupe.take_up([{"games": {}, "random": torch.zeros(1), "won": []}] * 2, 0)
    finally:
        troupe.close()


def test_nobody_waits_for_an_actor_that_has_ended_or_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    troupe = Troupe(smallest(actors=1), bfloat16=False)
    try:
        monkeypatch.setattr(actors, "PATIENCE", 0.01)
        with pytest.raises(ActorError, match="has said nothing for"):
            troupe.take()  # nothing was asked
        monkeypatch.undo()
        troupe._processes[0].kill()
        began = time.monotonic()
        with pytest.raises(ActorError, match="an actor has ended"):
            troupe.take()
        assert time.monotonic() - began < 60
    finally:
        troupe.close()
    assert not troupe._processes
