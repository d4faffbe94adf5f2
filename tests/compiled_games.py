"""Games of every scenario, digested: the same whether the compiled helper is in use or not.

`python tests/compiled_games.py` prints a line for each scenario. With ACIS_PURE=1 it prints the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from random import Random

from acis_rules import Game, scenarios
from acis_rules.kernel.compiled import in_use
from acis_rules.kernel.state import State
from agents.greedy.value import Scales, worths

DECISIONS = 500
LOOK_EVERY = 19  # decisions: the position is judged, written down, and played on from a copy


def digest(scenario: str, seed: int = 1) -> str:
    """What comes of a random game, step by step."""
    noted = hashlib.sha256()
    choice = Random(seed).choice
    game = Game.new(scenario, seed=seed)
    for n in range(DECISIONS):
        if game.over:
            break
        legal = game.legal_actions()
        noted.update(repr((game.state.question, legal)).encode())
        if n % LOOK_EVERY == 0:
            game = game.clone()
            noted.update(repr((worths(game.state), leads(game.state))).encode())
            noted.update(json.dumps(game.to_dict()).encode())
        game.apply(choice(legal))
    noted.update(repr(game.events).encode())
    return noted.hexdigest()


def leads(s: State) -> list[float]:
    """How far each seat is ahead."""
    return [Scales(s.world, seat).lead(s) for seat in range(s.world.n_seats)]


def digests() -> Iterator[str]:
    """A line for each scenario."""
    for scenario in scenarios():
        yield f"{scenario} {digest(scenario)}"


if __name__ == "__main__":
    print(in_use())
    for line in digests():
        print(line, flush=True)
