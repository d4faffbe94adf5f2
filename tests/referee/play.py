"""Games for the referee: who plays them, in which scenarios, with which options."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from random_play import Taste, some_created

from acis_rules import Game
from acis_rules.box.scenario import load_scenario, scenarios
from agents.greedy.player import Greedy
from agents.npc.player import NPC

from .dispute import Dispute
from .game import Referee

STYLES = ("random", "npc", "greedy", "mixed")
HANDICAPS: tuple[dict[str, int], ...] = (
    {}, {"talents": 2}, {"phase_talents": 1}, {"base_draw": 4}, {"hand_limit": 4}, {"extra_growth": 2},
    {"minimum_growth": 5}, {"opening_hand": 2}, {"sea_growth": 0}, {"retire_per_area": 1}, {"bonus_draw": 1},
    {"exact_draw": 2}, {"wonders": 0}, {"aeneas": 0}, {"first_growth": 0}, {"first_growth": 1},
    {"growth_talents": 1, "growth_discs": 2}, {"late_hand_limit": 1}, {"aeneas_if_last": 1},
)  # fmt: skip
Choose = Callable[[Game], int]


class Played(NamedTuple):
    """A game that was watched: how to play it again, what was disputed, what was judged."""

    scenario: str
    seed: int
    style: str
    options: dict[str, Any]
    dispute: Dispute | None
    tally: Counter[tuple[str, str]]

    @property
    def name(self) -> str:
        """How to find it again."""
        return f"{self.scenario}, seed {self.seed}, {self.style}, options {self.options}"


def players(game: Game, style: str, seed: int) -> Choose:
    """Who decides: one random taste for all, or a player for each seat."""
    taste = Taste(random.Random(seed))
    if style == "random":
        return taste.choose
    seats: list[Any] = []
    for seat in range(game.state.world.n_seats):
        kind = style if style != "mixed" else ("npc", "random", "greedy")[(seat + seed) % 3]
        seats.append({"npc": NPC, "greedy": Greedy}[kind](seed=seed + seat) if kind != "random" else None)

    def choose(current: Game) -> int:
        decision = current.decision
        player = seats[decision.seat]
        if player is None:
            return taste.choose(current)
        action: int = player.act(current.view(decision.seat), decision, current.legal_actions())
        return action

    return choose


def options_for(scenario: str, rng: random.Random) -> dict[str, Any]:
    """Something players may agree on, in every other game."""
    block = load_scenario(scenario)
    n = len(block.factions)
    if rng.random() < 0.5:
        return {}
    possible: list[dict[str, Any]] = [
        {"final_epoch_event": True},
        {"barbarian_hordes": n < 6},
        {"aeneas_uses": rng.randrange(4)},
        {"minimum_growth_counts": "base"},
        {"full_last_epoch": True},
        {"vp_limit": rng.choice([10, 25, 50])},
        {"handicaps": [rng.choice(HANDICAPS) for _ in range(n)]},
    ]
    if n <= 3:
        possible.append({"double_discs": True})
    if block.clock.first_epoch > 1:
        possible.append({"starting_wonders": rng.choice([1, 2])})
    else:
        possible.append({"epochs": [2, 3], "starting_wonders": rng.choice([0, 1, 2])})
    if n == 3 and block.setup.placement and block.kind == "gaming":
        possible.append({"single": rng.randrange(3), "divisor": rng.choice([3, 4, 5])})
    if n >= 4:
        possible.append({"players": [i % 2 for i in range(n)]})
    if n in (4, 6) and block.players == n:
        possible.append({"teams": [[0, 2, *range(4, n, 2)], [1, 3, *range(5, n, 2)]], "single_winner": True})
    if block.kind == "created":
        possible += [{"created": some_created(rng, scenario)}] * 5
    if block.kind == "gaming" and n < 6:
        npcs = rng.sample(range(n), 2)
        possible.append({"npcs": npcs, "unknown": npcs[:1]})
        possible.append({"npcs": npcs, "npc_civilizations": "drawn"})
    if not block.npcs:
        seats = rng.sample(range(block.players), rng.randrange(1, block.players))
        possible.append({"npcs": seats, "npc_bonus_vp": rng.choice([0, 2])})
        possible.append({"npcs": seats, "npc_hostility": True})
    return rng.choice(possible)


def watch_game(
    scenario: str, seed: int, style: str = "random", options: dict[str, Any] | None = None
) -> Played:
    """Play a game to its end (or to a dispute) under the referee's eyes."""
    game = Game.new(scenario, seed=seed, options=options)
    choose = players(game, style, seed)
    referee = None
    dispute = None
    try:
        referee = Referee(game)
        while not game.over:
            game.apply(choose(game))
            referee.follow()
    except Dispute as found:
        dispute = found
    tally = referee.coverage() if referee is not None else Counter()
    return Played(scenario, seed, style, options or {}, dispute, tally)


def watch_games(
    seed: int = 0,
    games: int | None = None,
    seconds: float | None = None,
    only: tuple[str, ...] = (),
    styles: tuple[str, ...] = STYLES,
) -> Iterator[Played]:
    """Games of all scenarios in turn, with all styles of play, half of them with options."""
    names = only or tuple(scenarios())
    start = time.monotonic()
    i = 0
    while (games is None or i < games) and (seconds is None or time.monotonic() - start < seconds):
        number = seed + i
        rng = random.Random(number)
        scenario = names[i % len(names)]
        style = styles[i // len(names) % len(styles)]
        yield watch_game(scenario, number, style, options_for(scenario, rng))
        i += 1
