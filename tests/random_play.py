"""Random games with a taste, so that rare corners of the rules are visited too."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from contextlib import suppress
from importlib import resources
from typing import Any

import msgspec

from acis_rules import Game
from acis_rules.box.board import load_board
from acis_rules.box.civilizations import load_civilizations
from acis_rules.box.created import COLOURS, CreatedOptions, create
from acis_rules.box.deck import DECK_FILE
from acis_rules.box.scenario import load_scenario
from acis_rules.box.scenario_blocks import CHOSEN, DRAWN, Scenario
from acis_rules.box.scenario_files import ALWAYS_OFFERED, variants_of
from acis_rules.errors import DataError
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


DECK = str(resources.files("acis_rules") / "data" / DECK_FILE)  # the game's own, as a file from outside
MAPS = {  # a map and a civilization at home there
    "full": "carthage", "western": "gaul", "extended_western": "troy", "eastern": "minos",
    "extended_eastern": "egypt",
}  # fmt: skip
KNOBS = {  # numbers of a faction: the least and the most that are drawn
    "minimum_growth": (0, 8), "first_growth": (0, 2), "sea_growth": (0, 1), "retire_per_area": (0, 1),
    "growth_talents": (0, 3), "growth_discs": (0, 3), "base_draw": (0, 5), "bonus_draw": (0, 2),
    "exact_draw": (0, 4), "hand_limit": (0, 8), "late_hand_limit": (0, 1), "epoch_draw": (0, 6),
    "aeneas_discs": (0, 20), "aeneas_percent": (50, 200), "aeneas": (0, 1), "aeneas_if_last": (0, 1),
    "final_aeneas": (0, 1), "opening_hand": (0, 5), "extra_growth": (-2, 4), "talents": (0, 6),
    "phase_talents": (0, 3), "wonders": (0, 1), "wonder_resources": (0, 6), "wonder_discs": (0, 3),
    "barbarians": (0, 60),
}  # fmt: skip
MANY = 0.4  # of the games of a scenario with variants or optional rules of its own have some
NEEDED = {  # what means nothing without another one
    "unknown": "npcs",
    "npc_civilizations": "npcs",
    "npc_hostility": "npcs",
    "npc_ties": "npcs",
    "divisor": "single",
    "single_winner": "teams",
    "team_hands": "teams",
}


def some_created(rng: random.Random, scenario: str) -> dict[str, Any]:
    """A created game: a map, one or two players, some NPCs, drawn or named, and their colours (EXP-02)."""
    name = rng.choice(list(MAPS))
    unknown = rng.randint(1, 3) if "exploration" in scenario else 0
    players = [rng.choice([MAPS[name], CHOSEN])] + [CHOSEN] * rng.randint(0, 1)
    npcs = rng.randint(0 if unknown or len(players) > 1 else 1, 3 - unknown)
    everybody = [civilization.id for civilization in load_civilizations()]
    at_home = [c for c in everybody if c in load_board(None if name == "full" else name).homes]
    more: dict[str, Any] = {
        "npcs": [rng.choice([DRAWN, DRAWN, *at_home]) for _ in range(npcs)],
        "pool": rng.sample(everybody, rng.randint(6, len(everybody))),
        "without": rng.sample(everybody, rng.randint(1, 3)),
        "colours": rng.sample(COLOURS, rng.randint(1, 3)),
    }
    created = {"map": name, "players": players, "npcs": npcs, **({"unknown": unknown} if unknown else {})}
    return created | {field: value for field, value in more.items() if rng.random() < 0.25}


_variants_of = functools.cache(variants_of)  # it reads files


def some_variants(rng: random.Random, scenario: str) -> list[str]:
    """Variants that go with the scenario and with each other, one after the other."""
    laid: list[str] = []
    offered = list(_variants_of(scenario))
    for variant in rng.sample(offered, len(offered)):
        if rng.random() < 0.5:
            try:
                load_scenario(scenario, (*laid, variant))
            except DataError:  # it needs another one, or excludes it
                continue
            laid.append(variant)
    return laid


def some_rules(rng: random.Random, known: Scenario) -> list[str]:
    """Optional rules that the scenario offers and that go together."""
    agreed: list[str] = []
    offered = [*ALWAYS_OFFERED, *known.rules]
    for name in rng.sample(offered, rng.randint(1, len(offered))):
        excluded = known.rules[name].not_with if name in known.rules else ()
        if not set(excluded) & set(agreed):
            agreed.append(name)
    return agreed


def some_civilizations(rng: random.Random, known: Scenario) -> list[str]:
    """A choice for everybody, as long as there is any."""
    chosen: list[str] = []
    for _ in known.factions:
        chosen += rng.sample(known.free(chosen), 1) if known.free(chosen) else []
    return chosen


def some_teams(rng: random.Random, seats: int) -> list[list[int]]:
    """Teams of the same size, if there are any."""
    sizes = [size for size in range(2, seats) if seats % size == 0]
    if not sizes:
        return []
    size, order = rng.choice(sizes), rng.sample(range(seats), seats)
    return [order[i : i + size] for i in range(0, seats, size)]


def some_options(rng: random.Random, scenario: str, share: float = 0.25) -> dict[str, Any]:
    """A random mix of what players can agree on; not every mix is allowed."""
    base: dict[str, Any] = {}
    known = load_scenario(scenario)
    if known.kind == "created" and rng.random() < 0.5:
        base["created"] = some_created(rng, scenario)
        with suppress(DataError):
            known = create(known, msgspec.convert(base["created"], CreatedOptions))
    variants = some_variants(rng, scenario)
    if variants and rng.random() < MANY:
        base["variants"] = variants
        known = load_scenario(scenario, tuple(variants))
    if rng.random() < (MANY if known.rules else max(share, 0.15)):
        base["rules"] = some_rules(rng, known)
    n, seats = len(known.factions), known.players
    first = rng.randint(1, 4)
    npcs = rng.sample(range(seats), rng.randint(1, seats))
    everything: dict[str, Any] = {
        "deck": DECK,
        "civilizations": some_civilizations(rng, known),
        "players": [rng.randrange(2) for _ in range(n)],
        "single": rng.randrange(n),
        "divisor": rng.choice([3, 5]),
        "turn_order": rng.sample(range(n), n),
        "epochs": [first, rng.randint(first, 4)],
        "full_last_epoch": True,
        "vp_limit": rng.randint(1, 40),
        "double_discs": True,
        "starting_wonders": rng.randint(1, 2),
        "handicaps": [
            {knob: rng.randint(*KNOBS[knob]) for knob in rng.sample(list(KNOBS), 2)} for _ in range(n)
        ],
        "barbarian_hordes": True,
        "final_epoch_event": True,
        "aeneas_uses": rng.choice([0, 2, 3]),
        "final_aeneas": True,
        "minimum_growth_counts": "base",
        "npcs": npcs,
        "unknown": npcs[: rng.randint(1, len(npcs))],
        "npc_civilizations": "drawn",
        "npc_bonus_vp": rng.randint(0, 4),
        "invader_growth": rng.choice([-4, -2, 2, 4]),
        "invader_cards": rng.randint(0, 2),
        "npc_ties": "B",
        "npc_hostility": rng.random() < 0.7,
        "teams": some_teams(rng, seats),
        "single_winner": True,
        "team_hands": True,
    }
    drawn = {name: value for name, value in everything.items() if rng.random() < share}
    for name, needed in NEEDED.items():
        if name in drawn and rng.random() < 0.7:
            drawn.setdefault(needed, everything[needed])
    if not drawn.get("teams", True):
        del drawn["teams"]
    return drawn | base
