"""Random games with a taste, so that rare corners of the rules are visited too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from acis_rules import Game
from acis_rules.box.scenario import load_scenario
from acis_rules.kernel.actions import STOP, block_of

SETUPS = ["basic_2p", "basic_3p", "basic_4p", "basic_5p", "basic_6p"]


class Taste:
    """How a random player leans: towards doing things, towards cards, Wonders, ending steps."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.stop = rng.choice([0.02, 0.2, 1.0, 3.0])
        self.weights = {
            "card": rng.choice([0.3, 1.0, 5.0]),
            "wonder": rng.choice([0.3, 1.0, 20.0]),
            "ability": 3.0,
            "lose_disc": rng.choice([0.3, 1.0, 10.0]),
        }

    def choose(self, game: Game) -> int:
        """A random legal action by these weights."""
        legal = game.legal_actions()
        weights = [
            self.stop if action == STOP else self.weights.get(block_of(action)[0], 1.0) for action in legal
        ]
        return self.rng.choices(legal, weights)[0]


def random_game(scenario: str, seed: int, options: dict[str, Any] | None = None) -> Iterator[Game]:
    """A game played at random, yielded before every decision and once when it is over."""
    game = Game.new(scenario, seed=seed, options=options)
    taste = Taste(random.Random(seed))
    while not game.over:
        yield game
        game.apply(taste.choose(game))
    yield game


MAPS = {  # a map and a civilization at home there
    "full": "carthage", "western": "gaul", "extended_western": "troy", "eastern": "minos",
    "extended_eastern": "egypt",
}  # fmt: skip


def some_created(rng: random.Random, scenario: str) -> dict[str, Any]:
    """A created game: a map, one or two players, some NPCs (EXP-02)."""
    name = rng.choice(list(MAPS))
    unknown = rng.randint(1, 3) if "exploration" in scenario else 0
    players = [rng.choice([MAPS[name], "chosen"])] + ["chosen"] * rng.randint(0, 1)
    npcs = rng.randint(0 if unknown or len(players) > 1 else 1, 3 - unknown)
    return {"map": name, "players": players, "npcs": npcs, **({"unknown": unknown} if unknown else {})}


KNOBS = ("talents", "phase_talents", "extra_growth", "base_draw", "hand_limit", "opening_hand")


def some_options(rng: random.Random, scenario: str, share: float = 0.25) -> dict[str, Any]:
    """A random mix of what players can agree on; not every mix is allowed."""
    known = load_scenario(scenario)
    n = len(known.factions)
    first = rng.randint(1, 4)
    everything: dict[str, Any] = {
        "players": [rng.randrange(2) for _ in range(n)],
        "single": rng.randrange(n),
        "divisor": rng.choice([3, 5]),
        "turn_order": rng.sample(range(n), n),
        "epochs": [first, rng.randint(first, 4)],
        "full_last_epoch": True,
        "vp_limit": rng.randint(1, 40),
        "double_discs": True,
        "starting_wonders": rng.randint(1, 2),
        "handicaps": [{knob: rng.randint(0, 4) for knob in rng.sample(KNOBS, 2)} for _ in range(n)],
        "barbarian_hordes": True,
        "final_epoch_event": True,
        "aeneas_uses": rng.randint(0, 3),
        "minimum_growth_counts": "base",
        "npcs": rng.sample(range(known.players), rng.randint(1, known.players)),
        "npc_bonus_vp": rng.randint(0, 4),
        "npc_ties": "B",
        "npc_hostility": True,
        "teams": [[*range(0, n, 2)], [*range(1, n, 2)]] if n in (4, 6) else [],
        "single_winner": True,
        "team_hands": True,
    }
    if known.kind == "created" and rng.random() < 0.5:
        return {"created": some_created(rng, scenario)}
    if known.kind == "gaming":
        seats = rng.sample(range(known.players), rng.randint(1, known.players))
        everything |= {"npc_civilizations": "drawn"}
        if rng.random() < share:
            return {"npcs": seats, "unknown": seats[: rng.randint(1, len(seats))]}
    return {name: value for name, value in everything.items() if rng.random() < share}
