"""Which games are played: the same deals for everybody, with seats and civilizations rotated.

A *deal* is a seed with civilizations fixed by seat. All games of a deal together form a block:
every group of players that fills the table plays it once per seat, moving on by one seat each
time. So in each block everybody plays every seat, with every civilization of the deal, equally often.
"""

from __future__ import annotations

import hashlib
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import msgspec

from acis_rules.box.scenario import load_scenario
from acis_rules.box.scenario_blocks import Scenario
from acis_rules.box.world import World
from acis_rules.errors import AcisError
from acis_rules.replay import MOST_SEED
from acis_rules.words.names import count

MOST_GAMES = 1_000_000  # of a deal
LAST_SEED = MOST_SEED - 10**12  # of the first deal; those of the others follow


class BadArena(AcisError):
    """Such games cannot be played."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What decides the games: who plays what. More games with the same settings go on from there."""

    players: tuple[str, ...]
    scenario: str
    seed: int = 0
    choose: bool = False  # players choose their civilizations in turn order
    options: dict[str, Any] = {}
    move_seconds: float = 0.0  # for one decision; 0 is as long as it takes

    @property
    def key(self) -> bytes:
        """All of it as text, the same before and after it was written to a file."""
        read = msgspec.json.decode(msgspec.json.encode(self), type=Settings)
        return msgspec.json.encode(read, order="sorted")


class Match(msgspec.Struct, frozen=True):
    """One game to play."""

    game: int  # index
    block: int
    scenario: str
    seed: int
    options: dict[str, Any]
    entrants: tuple[int, ...]  # by seat: numbers in the list of players
    players: tuple[str, ...]  # by seat
    move_seconds: float = 0.0

    def player_seed(self, seat: int) -> int:
        """A seed of its own for the player in a seat, the same in all games of the block."""
        text = f"{self.seed}:{self.entrants[seat]}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


class Schedule:
    """All games of some settings, block by block; an error if these players cannot fill the table."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._scenario = load_scenario(settings.scenario)
        self._seats = seats = World(settings.scenario, settings.options).n_seats
        n = len(settings.players)
        if abs(settings.seed) > LAST_SEED:
            raise BadArena(f"seed: {settings.seed}; at most {LAST_SEED} is possible")
        if "human" in settings.players:
            raise BadArena("players: people play with `acis play`")
        if n < 2:
            raise BadArena(f"players: at least 2 are needed, {n} given")
        if n < seats:
            raise BadArena(
                f"players: {settings.scenario} has {seats} seats, {count(n, 'player')} given; "
                "a name may stand more than once"
            )
        self.block_size = seats * comb(n, seats)  # games that belong together
        if self.block_size > MOST_GAMES:
            raise BadArena(f"players: {n} make {self.block_size:,} games a deal; {MOST_GAMES:,} at most")

    def games(self, number: int) -> list[Match]:
        """The matches: at least so many, in whole blocks."""
        if number < 1:
            raise BadArena(f"games: {number}; at least 1 is needed")
        return [match for block in range(-(-number // self.block_size)) for match in self.block(block)]

    def block(self, block: int) -> list[Match]:
        """The games of one deal."""
        settings, seats = self.settings, self._seats
        options = dict(settings.options)
        if not settings.choose and "civilizations" not in options:
            options |= civilizations(self._scenario, block)
        seed = settings.seed + block
        neighbours = list(range(len(settings.players)))
        Random(f"{seed}:neighbours").shuffle(neighbours)  # rotation alone would keep them for ever
        out: list[Match] = []
        for group in combinations(neighbours, seats):
            for turn in range(seats):
                entrants = group[turn:] + group[:turn]
                players = tuple(settings.players[entrant] for entrant in entrants)
                game = block * self.block_size + len(out)
                out.append(
                    Match(
                        game, block, settings.scenario, seed, options, entrants, players,
                        settings.move_seconds,
                    )
                )  # fmt: skip
        return out


def schedule(settings: Settings, games: int) -> list[Match]:
    """The matches of these settings: at least so many games, in whole blocks."""
    return Schedule(settings).games(games)


def civilizations(scenario: Scenario, block: int) -> dict[str, Any]:
    """Civilizations by seat, moved on by one from deal to deal; nothing where the scenario fixes some."""
    if any(faction.civilization != "chosen" for faction in scenario.factions):
        return {}
    first = block % len(scenario.choice)
    in_turn = scenario.choice[first:] + scenario.choice[:first]
    chosen: list[str] = []
    for _ in scenario.factions:
        free = scenario.free(chosen)
        chosen.append(next(civilization for civilization in in_turn if civilization in free))
    return {"civilizations": chosen}
